"""Numbers that come from outside: what compiled code takes on trust is checked here first."""

MOST = 2**31 - 1
"""The largest number of C's usual kind."""


def within(number: int, least: int, most: int, what: str) -> int:
    """The number, or ValueError if it is below the least or above the most that there can be."""
    if not least <= number <= most:
        raise ValueError(f"{what} is a number from {least} to {most}, not {shown(number)}")
    return number


def shown(number: int) -> str:
    """A number for a message; of a huge one, how long it is."""
    if isinstance(number, int) and number.bit_length() > 256:
        return f"a number of {number.bit_length()} bits"
    return str(number)

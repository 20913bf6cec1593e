"""A xorshift generator of random numbers, kept in one word. Not compiled: the `.pxd` has it inline."""

MASK = 0xFFFFFFFFFFFFFFFF


def seeded(seed: int) -> int:
    """The first state for a seed; a state of 0 would stay 0."""
    return (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK or 1


def following(state: int) -> int:
    """The next state."""
    state ^= state << 13 & MASK
    state ^= state >> 7
    return state ^ (state << 17 & MASK)


def below(state: int, count: int) -> int:
    """The random number from 0 to count - 1 that a state stands for."""
    return (state >> 33) % count

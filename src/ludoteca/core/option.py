"""What can be chosen when a game starts."""

from dataclasses import dataclass

from ludoteca.core.ruling import InvalidOption

Value = bool | int | str | None

ON = {"true", "yes", "on"}
SWITCHED_OFF = {"false", "no", "off", "none"}


@dataclass(frozen=True)
class Option:
    """One choice. Subclasses say which values it takes, from Python or as text.

    Attributes:
        name: The name, as in `start(players=3)` and `--players 3`.
        default: The value unless another is given.
        summary: What it is for, in a few words.
    """

    name: str
    default: Value
    summary: str

    def read(self, given: object) -> Value:
        """The value that is meant, or InvalidOption."""
        raise NotImplementedError

    def refuse(self, given: object, takes: str) -> InvalidOption:
        """The error that says which values there are."""
        return InvalidOption(f"{self.name} takes {takes}, not {given!r}")


@dataclass(frozen=True)
class Choice(Option):
    """One of a few `values`, all numbers or all words.

    Examples:
        >>> players = Choice("players", 2, "how many play", (2, 3, 4))
        >>> players.read("3")
        3
    """

    values: tuple[int, ...] | tuple[str, ...]

    def read(self, given: object) -> Value:
        for value in self.values:
            if not isinstance(given, bool) and (given == value or given == str(value)):
                return value
        raise self.refuse(given, " or ".join(map(str, self.values)))


@dataclass(frozen=True)
class Switch(Option):
    """On or off."""

    def read(self, given: object) -> Value:
        word = str(given).lower()
        if word in ON or given is True or word == "1":
            return True
        if word in SWITCHED_OFF or given is False or word == "0":
            return False
        raise self.refuse(given, "on or off")


@dataclass(frozen=True)
class Limit(Option):
    """A number from 1 up, or off, which is None. On means the usual number."""

    def read(self, given: object) -> Value:
        word = str(given).lower()
        if word in SWITCHED_OFF or word == "0":
            return None
        if word in ON:
            return self.default
        if word.isascii() and word.isdigit() and len(word) < 10:
            return int(word)
        raise self.refuse(given, "a number from 1 up, or off")

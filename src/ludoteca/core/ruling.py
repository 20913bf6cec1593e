"""Why a move is not legal, and the errors that say so."""

from collections.abc import Mapping
from typing import NamedTuple

from ludoteca.core.message import Message, Value, message_id_of, values_of


class Ruling(NamedTuple):
    """Why a move is not legal.

    Attributes:
        clause: The clause that forbids the move.
        message: The reason in words; a `Message` if it can be told in other languages.
        cells: The cells to blame.

    Examples:
        >>> print(ludoteca.game("xiangqi").start().explain("b1d2"))
        X1.6: the horse on b1 is hobbled by the elephant on c1
    """

    clause: str
    message: str
    cells: tuple[int, ...] = ()

    @property
    def message_id(self) -> str:
        """The template of the message, by which translations find it."""
        return message_id_of(self.message)

    @property
    def values(self) -> Mapping[str, Value]:
        """What stands for the names in the template."""
        return values_of(self.message)

    def __str__(self) -> str:
        return f"{self.clause}: {self.message}"


class LudotecaError(ValueError):
    """Something that came from outside is wrong: a text, a name, an option. All errors below are of this kind."""

    @property
    def message(self) -> str:
        """What is wrong, in words; a `Message` if it can be told in other languages."""
        first = self.args[0] if self.args else ""
        return first if isinstance(first, str) else str(self)


class IllegalMove(LudotecaError):
    """A move that the rules refuse; its `ruling` says by which clause."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(str(ruling))
        self.ruling = ruling

    @property
    def message(self) -> str:
        return Message("{clause}: {message}", clause=self.ruling.clause, message=self.ruling.message)

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[Ruling]]:
        return IllegalMove, (self.ruling,)


class InvalidPosition(LudotecaError):
    """A position text that cannot be read, or that no game could show."""


class InvalidOption(LudotecaError):
    """An option that the game does not have, or a value that it does not take."""


class InvalidRecord(LudotecaError):
    """A game record that cannot be read or replayed."""


class UnknownGame(LudotecaError):
    """A name that no game bears."""

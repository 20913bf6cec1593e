"""Why a move is not legal, and the errors that say so."""

from typing import NamedTuple


class Ruling(NamedTuple):
    """Why a move is not legal.

    Attributes:
        clause: The clause that forbids the move.
        message: The reason in words.
        cells: The cells to blame.

    Examples:
        >>> print(ludoteca.game("xiangqi").start().explain("b1d2"))
        X1.6: the horse on b1 is hobbled by the elephant on c1
    """

    clause: str
    message: str
    cells: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.clause}: {self.message}"


class LudotecaError(ValueError):
    """Something that came from outside is wrong: a text, a name, an option. All errors below are of this kind."""


class IllegalMove(LudotecaError):
    """A move that the rules refuse; its `ruling` says by which clause."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(str(ruling))
        self.ruling = ruling

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

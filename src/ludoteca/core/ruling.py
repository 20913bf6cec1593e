"""Why a move is not legal, and the errors that say so."""

from typing import NamedTuple


class Ruling(NamedTuple):
    """The clause that forbids a move, in words, and the cells to blame."""

    clause: str
    message: str
    cells: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.clause}: {self.message}"


class LudotecaError(ValueError):
    """What is wrong with something that came from outside."""


class IllegalMove(LudotecaError):
    """A move that the rules refuse; `ruling` says by which clause."""

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

"""Board games played, refereed and explained by the clauses of their rules."""

from ludoteca.core.game import Game
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.record import Record
from ludoteca.core.record import read_record as _read_record
from ludoteca.core.ruling import (
    IllegalMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    LudotecaError,
    Ruling,
    UnknownGame,
)
from ludoteca.games import GAMES

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Game",
    "IllegalMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "LudotecaError",
    "Outcome",
    "Position",
    "Record",
    "Ruling",
    "UnknownGame",
    "game",
    "read_record",
]


def game(name: str) -> Game:
    """The game with this name; an unknown name is answered with those there are."""
    return GAMES[name]


def read_record(text: str) -> Record:
    """A game record; `replay()` gives the last position, every move checked."""
    return _read_record(text, game)

"""Board games played, refereed and explained by the clauses of their rules."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludoteca.core.game import Game
from ludoteca.core.look import Glyph, Zone
from ludoteca.core.option import Choice, Limit, Switch
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

if TYPE_CHECKING:
    from ludoteca.core import boards
    from ludoteca.core.plain import EMPTY, PlainPosition
    from ludoteca.core.plain_game import plain_game

__version__ = "0.1.0"

__all__ = [
    "EMPTY",
    "GAMES",
    "Choice",
    "Game",
    "Glyph",
    "IllegalMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "Limit",
    "LudotecaError",
    "Outcome",
    "PlainPosition",
    "Position",
    "Record",
    "Ruling",
    "Switch",
    "UnknownGame",
    "Zone",
    "boards",
    "game",
    "plain_game",
    "read_record",
]

_IMPORTED_WHEN_USED = {
    "EMPTY": "ludoteca.core.plain",
    "PlainPosition": "ludoteca.core.plain",
    "boards": "ludoteca.core",
    "plain_game": "ludoteca.core.plain_game",
}
"""What only designers need, by the module that has it."""


def __getattr__(name: str) -> Any:
    if name not in _IMPORTED_WHEN_USED:
        raise AttributeError(f"module 'ludoteca' has no attribute {name!r}")
    module = _IMPORTED_WHEN_USED[name]
    import_module(f"{module}.{name}" if name == "boards" else module)
    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    return __all__


def game(name: str) -> Game:
    """The game with this name; `UnknownGame` names those there are.

    Examples:
        >>> ludoteca.game("exile").start(mode="infinite").seats
        4
    """
    return GAMES[name]


def read_record(text: str) -> Record:
    """Read a game record, or raise `InvalidRecord`; `replay()` gives its last position.

    Examples:
        >>> position = ludoteca.game("xiangqi").start()
        >>> move = position.push_text("h3e3")
        >>> text = str(ludoteca.Record.of(position, red="Ada"))
        >>> ludoteca.read_record(text).moves
        ('h3e3',)
    """
    return _read_record(text, game)

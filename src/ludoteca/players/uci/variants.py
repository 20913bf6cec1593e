"""The games that a program can ask for, and the positions that it sends."""

from collections.abc import Sequence
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.option import Choice
from ludoteca.core.position import Position
from ludoteca.core.ruling import IllegalMove, InvalidPosition
from ludoteca.players.uci.dialect import Dialect

SEATS = 2


def begin(game: Game) -> Position:
    """The start of a game for two; a game that usually seats more has an option for it."""
    settings: list[dict[str, Any]] = [{}]
    for option in game.options:
        if isinstance(option, Choice):
            settings += [{option.name: value} for value in option.values]
    for setting in settings:
        position = game.start(**setting)
        if position.seats == SEATS:
            return position
    raise InvalidPosition(f"{game.name} is not for two")


def read(game: Game, text: str) -> Position:
    """A position text, as games write it and as programs do."""
    fields = text.split()
    if game.name == "xiangqi" and len(fields) == 1:
        fields.append("w")
    position = game.parse(" ".join(fields))
    if position.seats != SEATS:
        raise InvalidPosition(f"this position is for {position.seats} players, not for two")
    return position


def follow(position: Position, texts: Sequence[str], dialect: Dialect) -> tuple[Position, str]:
    """The position after moves, as far as they are legal, and what was wrong with the first that is not."""
    for number, text in enumerate(texts, 1):
        try:
            move = dialect.read_move(position, text)
        except IllegalMove as error:
            position, is_open = reopen(position)
            if not is_open:
                return position, f"move {number}, {text[:20]!r}, is not played: {error}"
            try:
                move = dialect.read_move(position, text)
            except IllegalMove as second:
                return position, f"move {number}, {text[:20]!r}, is not played: {second}"
        position.play(move)
    return position, ""


def reopen(position: Position) -> tuple[Position, bool]:
    """A finished game, and whether it can go on.

    Others do not all end a game where our rules do, after repetitions or quiet moves. If it goes on, it does so
    without its history.
    """
    if not position.is_over():
        return position, False
    fields = str(position).split()
    if position.game.name == "xiangqi":
        fields[4] = "0"
    reopened: Position = position.game.parse(" ".join(fields), **position.options)
    return (position, False) if reopened.is_over() else (reopened, True)

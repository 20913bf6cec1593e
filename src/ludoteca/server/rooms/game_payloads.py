"""What is sent about a game and its positions, as docs/protocol.md has it: sheets, views, steps and moves."""

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Raw, Struct
from msgspec.json import encode

from ludoteca.core import look
from ludoteca.core.drawing import path_cells
from ludoteca.core.game import Game
from ludoteca.core.look_data import sheet_data
from ludoteca.core.message import Message, as_data
from ludoteca.core.option import Choice, Limit, Option, Switch, Value
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.games import GAMES
from ludoteca.server.rooms.refusal import Refusal

MAX_MOVES_AT_ONCE = 400

# Views and steps


class MarkPayload(Struct, omit_defaults=True):
    kind: str
    cell: int
    text: str = ""
    seat: int | None = None
    where: str = ""
    colour: tuple[int, int, int] | None = None
    shape: str = ""
    amount: int = 0
    words: str = ""
    is_usual: bool = False


class PoolPayload(Struct):
    name: str
    seat: int
    units: tuple[str, ...]


class GoalPayload(Struct):
    seat: int
    name: str
    units: tuple[str, ...]
    needed: int


class ViewPayload(Struct):
    units: list[tuple[int, str]]
    marks: list[MarkPayload]
    notes: tuple[str, ...]
    pools: list[PoolPayload]
    prompt: str
    goals: list[GoalPayload]


class StepPayload(Struct, omit_defaults=True):
    verb: str
    cells: tuple[int, ...]
    unit: str = ""


class NotePayload(Struct, omit_defaults=True):
    clause: str
    words: str
    cell: int | None = None
    cells: tuple[int, ...] = ()
    shape: str = ""
    seat: int | None = None
    message_id: str = ""
    values: dict[str, Any] = {}


def view_payload(position: Position) -> ViewPayload:
    shown: look.View = position.game.look.view(position)
    return ViewPayload(
        list(shown.units.items()),
        [MarkPayload(*mark) for mark in shown.marks] + _earlier_marks(position),
        shown.notes,
        [PoolPayload(*pool) for pool in shown.pools],
        shown.prompt,
        [GoalPayload(*goal) for goal in shown.goals],
    )


def _earlier_marks(position: Position) -> list[MarkPayload]:
    """With many seats: the ends of the moves before the last one, back to those of the seat whose turn it is."""
    marks: list[MarkPayload] = []
    if position.seats < 3:
        return marks
    before = position.copy()
    has_other_moved = False
    for number, move in enumerate(reversed(position.moves_played())):
        before.undo()
        if before.to_move != position.to_move:
            has_other_moved = True
        elif has_other_moved:
            break
        cells = path_cells(before, move) if number else ()
        marks += [MarkPayload("earlier", cell, seat=before.to_move) for cell in dict.fromkeys(cells[:1] + cells[-1:])]
    return marks


def steps_payload(position: Position, move: int) -> list[StepPayload]:
    """What happens in a move that is about to be played."""
    return [StepPayload(step.verb, step.cells, step.unit) for step in position.steps(move)]


def last_steps(position: Position) -> list[StepPayload]:
    """What happened in the move that led to a position."""
    played = position.moves_played()
    if not played:
        return []
    before = position.copy()
    before.undo()
    return steps_payload(before, played[-1])


def notes_payload(position: Position, cell: int) -> list[NotePayload]:
    """What the rules say when the unit on a cell is picked."""
    return [NotePayload(*note, *translation_payload(note.words)) for note in position.game.look.notes(position, cell)]


def translation_payload(text: str) -> tuple[str, dict[str, Any]]:
    """`message_id` and `values` of a text that has any: a text that nothing was put into is its own id."""
    return (text.message_id, as_data(text.values)) if isinstance(text, Message) and text.values else ("", {})


class EndPayload(Struct, omit_defaults=True):
    clause: str
    reason: str
    message_id: str = ""
    values: dict[str, Any] = {}


def end_payload(outcome: Outcome) -> EndPayload:
    return EndPayload(outcome.clause, outcome.reason, *translation_payload(outcome.reason))


def play_payload(position: Position, move: int) -> dict[str, Any]:
    """Play a move: who made it, what happened in it, and what came of it."""
    played = {
        "move": position.move_text(move),
        "texts": other_texts(position, move),
        "seat": position.to_move,
        "steps": steps_payload(position, move),
    }
    position.play(move)
    outcome = position.outcome()
    return {
        **played,
        "view": view_payload(position),
        "outcome": outcome and end_payload(outcome),
    }


# Moves


def other_texts(position: Position, move: int) -> dict[str, str]:
    """A move in the other notations of the game."""
    return {notation: position.move_text(move, notation) for notation in position.game.notations[1:]}


class MoveList(NamedTuple):
    """The legal moves of a position, encoded as they are sent: all if there are not too many, and by first pick."""

    total: int
    every: bytes
    by_origin: dict[int | str, tuple[int, bytes]]
    """How many moves begin with each first pick, and these moves."""


def is_long(moves: Sequence[int]) -> bool:
    """Whether there are too many moves to send all at once, or to list them while others wait."""
    return len(moves) > MAX_MOVES_AT_ONCE


def list_moves(position: Position) -> MoveList:
    """MOVE for every legal move."""
    moves = position.legal_moves()
    picks = position.game.look.picks
    listed = [(position.move_text(move), picks(position, move)) for move in moves]
    by_origin: dict[int | str, list[tuple[str, look.Picks]]] = {}
    for each in listed:
        by_origin.setdefault(each[1][0], []).append(each)
    return MoveList(
        len(moves),
        encode([] if is_long(moves) else listed),
        {origin: (len(begun), encode(begun)) for origin, begun in by_origin.items()},
    )


def moves_answer(moves: MoveList, origin: int | str | None) -> dict[str, Any]:
    """All moves if they are not too many, or those with this first pick."""
    payload: dict[str, Any] = {"total": moves.total}
    if origin is not None:
        _, begun = moves.by_origin.get(origin, (0, b"[]"))
        return {**payload, "origin": origin, "moves": Raw(begun)}
    origins = [(each, count) for each, (count, _) in moves.by_origin.items()]
    is_all = moves.total <= MAX_MOVES_AT_ONCE
    return {**payload, "origins": origins, "is_all": is_all, "moves": Raw(moves.every)}


def check_cells(position: Position, picks: look.Picks) -> None:
    """Refuse cells that the board does not have."""
    count = len(position.game.look.sheet(position.options).geometry)
    if any(isinstance(pick, int) and pick >= count for pick in picks):
        raise Refusal("unreadable", Message("there are cells 0 to {last}", last=count - 1))


# Games


@lru_cache
def game_payload(name: str) -> dict[str, Any]:
    """A game as lists and forms need it."""
    game = GAMES[name]
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "rules_version": game.rules_version,
        "options": [option_payload(option) for option in game.options],
        "players": sorted({len(variant["seats"]) for variant in variants(name)}),
    }


def option_payload(option: Option) -> dict[str, Any]:
    kinds = {Choice: "choice", Switch: "switch", Limit: "limit"}
    kind = next(word for cls, word in kinds.items() if isinstance(option, cls))
    payload = {"name": option.name, "kind": kind, "summary": option.summary, "default": option.default}
    return {**payload, "values": option.values} if isinstance(option, Choice) else payload


@lru_cache
def variants(name: str) -> list[dict[str, Any]]:
    """The seats of a game for each choice on which they depend."""
    game = GAMES[name]
    shaping = [option for option in game.options if isinstance(option, Choice) and _shapes(game, option)]
    names = [option.name for option in shaping]
    found = []
    for values in itertools.product(*(option.values for option in shaping)):
        options = dict(zip(names, values, strict=True))
        found.append({"options": options, "seats": seat_titles(game, options)})
    return found


def seat_titles(game: Game, options: dict[str, Any]) -> list[str]:
    return [seat.name for seat in game.look.sheet(game.choose(options)).seats]


def _shapes(game: Game, option: Choice) -> bool:
    """Whether who sits there depends on it."""
    return len({tuple(seat_titles(game, {option.name: value})) for value in option.values}) > 1


def sheet_payload(game: Game, options: Mapping[str, Value]) -> dict[str, Any]:
    """SHEET: what never changes during a game."""
    return {**sheet_data(game, options), "start": view_payload(game.start(**options))}

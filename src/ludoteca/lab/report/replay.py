"""Example games as data for the report's script: a view at the start, and what each move changes in it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ludoteca.core.look_data import steps_data, view_data
from ludoteca.core.position import Position
from ludoteca.lab.report.scripts import embedded_json

AROUND = (40, 20, 10, 5)
"""How many moves a game that is too large as a whole shows before and after those that are pointed out."""
MAX_GAME_BYTES = 70_000
"""A whole game is no larger, and where there is no room for all games even smaller."""
PART = "/"
"""Between the key of a game and the ply that a part of it is about."""
MAX_BYTES = 560_000
"""All example games together, so that the whole file stays below a megabyte."""


class Replay(NamedTuple):
    """A game to step through."""

    key: str
    """Of the examples that show it."""
    start: Position
    moves: Sequence[int]
    sheet: int = 0
    """Which of the report's boards it is played on."""


def fitting(replays: Iterable[tuple[Replay, Sequence[int]]]) -> dict[str, dict[str, Any]]:
    """The data of games by key, each with the plies that are pointed out; large ones are shortened until all fit.

    What is left of a shortened game may not hold all its plies: then those that are far apart have a part each. Where
    there are so many games that not even that is enough, the last ones are left out.
    """
    shown = list(replays)
    games = {replay.key: fitting_game(replay, plies, MAX_GAME_BYTES) for replay, plies in shown}
    most = fair_size([_size(data) for data in games.values()], MAX_BYTES)
    found: dict[str, dict[str, Any]] = {}
    room = MAX_BYTES
    for replay, plies in shown:
        data = games[replay.key]
        fits = _size(data) <= most and all(_holds(data, ply) for ply in plies)
        parts = {replay.key: data} if fits else _parts(replay, plies, most)
        for key, part in parts.items():
            size = _size(part)
            if size <= room:
                found[key] = part
                room -= size
    return found


def key_of(games: Mapping[str, Mapping[str, Any]], key: str, ply: int) -> str | None:
    """The key of the game, or of the part of it, that shows a ply; None if there is none."""
    parts = (each for each in games if each.partition(PART)[0] == key)
    return next((each for each in parts if _holds(games[each], ply)), None)


def _holds(data: Mapping[str, Any], ply: int) -> bool:
    return bool(data["first"] <= min(ply, data["count"]) <= data["first"] + len(data["plies"]))


def _parts(replay: Replay, plies: Sequence[int], most: int) -> dict[str, dict[str, Any]]:
    """A game for each ply that the parts before it do not show."""
    found: dict[str, dict[str, Any]] = {}
    for ply in plies:
        if key_of(found, replay.key, ply) is None:
            key = f"{replay.key}{PART}{ply}" if found else replay.key
            found[key] = fitting_game(replay, [ply], most)
    return found


def fair_size(sizes: Sequence[int], room: int) -> int:
    """How large a thing may be so that all fit into the room; what is smaller leaves room to others."""
    for place, size in enumerate(sorted(sizes)):
        share = room // (len(sizes) - place)
        if size > share:
            return share
        room -= size
    return max(sizes, default=0)


def fitting_game(replay: Replay, plies: Sequence[int], most: int) -> dict[str, Any]:
    """The whole game, or what is around its plies, or around the first of them: the first that is not too large."""
    count, widest = len(replay.moves), AROUND[0]
    spans = [(0, count), (max(0, min(plies) - widest), min(count, max(plies) + widest))]
    spans += [(max(0, plies[0] - around), min(count, plies[0] + around)) for around in AROUND]
    for first, last in spans:
        data = game_data(replay, first, last)
        if _size(data) <= most:
            break
    return data


def _size(data: dict[str, Any]) -> int:
    return len(embedded_json(data).encode())


def game_data(replay: Replay, first: int, last: int) -> dict[str, Any]:
    """A game from the position after `first` moves to that after `last` moves."""
    position = replay.start.copy()
    for move in replay.moves[:first]:
        position.play(move)
    view = _view(position)
    table = _MarkTable()
    data: dict[str, Any] = {
        "sheet": replay.sheet,
        "first": first,
        "count": len(replay.moves),
        "start": {**view, "marks": table.numbers(view["marks"])},
        "plies": [],
    }
    for move in replay.moves[first:last]:
        before = view
        ply = {"move": position.move_text(move), "seat": position.to_move, "steps": _steps(position, move)}
        position.play(move)
        view = _view(position)
        data["plies"].append({**ply, **_changes(before, view, table)})
    outcome = position.outcome()
    return {
        **data,
        "marks": table.marks,
        "end": f"{outcome.clause}: {outcome.reason}" if outcome else "",
        "kept": _kept_words(first, last, len(replay.moves)),
    }


def _kept_words(first: int, last: int, count: int) -> str:
    """Which moves of a long game are here; nothing if all are."""
    return f"Moves {first + 1} to {last} of {count} are kept here." if last - first < count else ""


def _view(position: Position) -> dict[str, Any]:
    """What a position shows, without what a board does not draw."""
    view = view_data(position)
    marks = [
        {
            name: value
            for name, value in mark.items()
            if name not in ("words", "where") and not (name == "text" and "shape" in mark)
        }
        for mark in view["marks"]
        if mark.get("shape") != "none"
    ]
    return {**view, "marks": marks}


def _steps(position: Position, move: int) -> list[list[Any]]:
    return [list(step.values()) for step in steps_data(position, move)]


def _changes(before: dict[str, Any], after: dict[str, Any], table: "_MarkTable") -> dict[str, Any]:
    """What is different after a move: `null` for a unit that has gone, marks by their numbers in the table."""
    old, new = dict(before["units"]), dict(after["units"])
    old_marks, new_marks = table.numbers(before["marks"]), table.numbers(after["marks"])
    changes = {
        "units": [(cell, new.get(cell)) for cell in sorted(old.keys() | new.keys()) if old.get(cell) != new.get(cell)],
        "gone": sorted(set(old_marks) - set(new_marks)),
        "come": sorted(set(new_marks) - set(old_marks)),
    }
    for name in ("notes", "pools"):
        if after[name] != before[name]:
            changes[name] = after[name]
    return {name: value for name, value in changes.items() if value or name in ("notes", "pools")}


class _MarkTable:
    """Every different mark of a game once."""

    def __init__(self) -> None:
        self.marks: list[dict[str, Any]] = []
        self._number_of: dict[str, int] = {}

    def numbers(self, marks: Iterable[dict[str, Any]]) -> list[int]:
        return [self._number(mark) for mark in marks]

    def _number(self, mark: dict[str, Any]) -> int:
        key = embedded_json(mark)
        if key not in self._number_of:
            self._number_of[key] = len(self.marks)
            self.marks.append(mark)
        return self._number_of[key]

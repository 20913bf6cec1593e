"""A plain game for a learned evaluation: its cells, and those of its other attributes that are numbers.

The board is turned or mirrored for each seat so that all see the first position alike, with the same moves and zones.
Where there is no such symmetry, each seat has features of its own.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from ludoteca.core.features import Features
from ludoteca.core.geometry import OFF, Geometry
from ludoteca.core.option import Value
from ludoteca.core.plain import Part, PlainPosition
from ludoteca.core.plain_look import are_counts, glyphs_of, seats_of
from ludoteca.core.position import Position

LEVELS = 16
"""So many sizes of numbers are told apart."""
TURNS = (0, 180, 90, 270, 60, 120, 240, 300)


class PlainFeatures(Features):
    def __init__(self, kind: type[PlainPosition], options: Mapping[str, Value]) -> None:
        design: Any = _design
        self.design = design(kind, tuple(options.items()))
        variant = f"{self.design.seats}-players" if "players" in options else ""
        description = "; ".join(f"seat {seat} sees {turned}" for seat, turned in enumerate(self.design.turned))
        super().__init__(self.design.names, self.design.slots, self.design.seats, 1, variant, description)

    def attach(self, position: Position) -> None:
        self.refuse_others(position, isinstance(position, self.design.kind))
        assert isinstance(position, PlainPosition)
        self.position = position

    def features(self, seat: int, out: Any) -> None:
        found = self._find(seat)
        for slot in range(self.slots):
            out[slot] = found[slot]

    def _find(self, seat: int) -> list[int]:
        """The features; none if the attributes of the game have become others than at the start."""
        try:
            found = self.design.features_of(self.position.state(), self.position.to_move, seat)
        except (IndexError, KeyError, TypeError):
            found = []
        return found if len(found) == self.slots else [self.count] * self.slots


class Design:
    """What is shown of the positions of one class, and how each seat sees it.

    Attributes:
        names: What each feature tells.
        slots: How many features a position has at the most.
        turned: For each seat and cell, the cell in whose place it appears.
    """

    def __init__(self, kind: type[PlainPosition], options: Mapping[str, Value]) -> None:
        self.kind = kind
        self.options = options
        self.seats = seats_of(kind, options)
        self.board = kind.board
        first = self._first()
        state = first.state()
        cells = state.get("cells", ())
        self.has_counts = are_counts(cells)
        self.units = {} if self.has_counts else _units(kind, self.seats)
        others = {name: value for name, value in state.items() if name != "cells"}
        self.lists = [name for name, value in others.items() if _is_list(value, len(self.board))]
        self.shares = [name for name, value in others.items() if _is_list(value, self.seats) and name not in self.lists]
        self.numbers = [name for name, value in others.items() if isinstance(value, int)]
        self.perhaps = [name for name, value in others.items() if value is None]
        names = self._names(bool(cells))
        same = list(range(len(self.board)))
        self.count = len(names)
        self.begins = [0] * self.seats
        self.turned = [same] * self.seats
        self.slots = len(self.features_of(state, 0, 0))
        symmetries = [same, *(self._symmetry(first, seat) for seat in range(1, self.seats))]
        self.turned = [symmetry or same for symmetry in symmetries]
        if None in symmetries:
            self.turned = [same] * self.seats
            self.begins = [seat * len(names) for seat in range(self.seats)]
            names = [f"seat {seat}: {name}" for seat in range(self.seats) for name in names]
        self.names = tuple(names)
        self.count = len(names)

    def _first(self) -> PlainPosition:
        first = self.kind(self.seats)
        first.begin(self.options)
        return first

    def _names(self, has_cells: bool) -> list[str]:
        """In the order in which `features_of` tells them."""
        after = [f"seat {number} after" if number else "own seat" for number in range(self.seats)]
        cells = self.board.geometry.names
        units = [str(level) for level in range(1, LEVELS)] if self.has_counts else self._unit_names(after)
        self.unit_count = len(units)
        return [
            *(f"{cell} {unit}" for cell in cells for unit in units if has_cells),
            *(f"{name} {cell} {level}" for name in self.lists for cell in cells for level in range(1, LEVELS)),
            *(f"{name} {seat} {level}" for name in self.shares for seat in after for level in range(LEVELS)),
            *(f"{name} {level}" for name in self.numbers for level in range(LEVELS)),
            *(f"{name} {cell}" for name in self.perhaps for cell in cells),
            *(f"turn of {seat}" for seat in after),
            *(f"seat {seat} looks" for seat in range(self.seats)),
        ]

    def _unit_names(self, after: Sequence[str]) -> list[str]:
        neutral = [letter for letter, (owner, _) in self.units.items() if owner is None]
        kinds = 1 + max((kind for owner, kind in self.units.values() if owner is not None), default=-1)
        self.neutral_count = len(neutral)
        return [*neutral, *(f"unit {kind} of {seat}" for kind in range(kinds) for seat in after)]

    # What a seat sees

    def features_of(self, state: Mapping[str, Any], to_move: int, seat: int) -> list[int]:
        """The features of a position, always as many, `count` where there is nothing to say."""
        turned, begin, none = self.turned[seat], self.begins[seat], self.count
        cells = len(turned)
        found = []
        contents = state.get("cells", ())
        for cell, content in enumerate(contents):
            unit = _level(content) - 1 if self.has_counts else self._unit(content, seat)
            found.append(none if unit < 0 else begin + turned[cell] * self.unit_count + unit)
        begin += cells * self.unit_count if contents else 0
        for name in self.lists:
            for cell, number in enumerate(state[name]):
                level = _level(number)
                found.append(begin + turned[cell] * (LEVELS - 1) + level - 1 if level else none)
            begin += cells * (LEVELS - 1)
        for name in self.shares:
            for owner, number in enumerate(state[name]):
                found.append(begin + (owner - seat) % self.seats * LEVELS + _level(number))
            begin += self.seats * LEVELS
        for name in self.numbers:
            found.append(begin + _level(state[name]))
            begin += LEVELS
        for name in self.perhaps:
            cell = self._cell(state[name])
            found.append(none if cell == OFF else begin + turned[cell])
            begin += cells
        found.append(begin + (to_move - seat) % self.seats)
        found.append(begin + self.seats + seat)
        return found

    def _unit(self, content: Any, seat: int) -> int:
        """The number of a unit by whose it is, counted from a seat, and its kind; -1 for none."""
        if content not in self.units:
            return -1
        owner, kind = self.units[content]
        return kind if owner is None else self.neutral_count + kind * self.seats + (owner - seat) % self.seats

    def _cell(self, value: Any) -> int:
        """The cell that an attribute names, which is None at first."""
        names = self.board.geometry.names
        if isinstance(value, str):
            return names.index(value) if value in names else OFF
        return value if isinstance(value, int) and 0 <= value < len(names) else OFF

    # Symmetry

    def _symmetry(self, first: PlainPosition, seat: int) -> list[int] | None:
        """How the board is turned or mirrored if a seat sees what the first one does: units, zones and moves."""
        try:
            other = self._first()
            other.resume(first.state(), seat)
            moves = [other.parts_of(move) for move in other.legal_moves()]
            wanted = {first.parts_of(move) for move in self._resumed(first).legal_moves()}
        except Exception:
            # Whatever the rules of others think of this position: then there is no symmetry to be seen.
            return None
        zones = {(zone.name, zone.seat, frozenset(zone.cells)) for zone in self.kind.zones if zone.seat < self.seats}
        usual = self._seen(first, 0)
        for is_mirrored, turn in product((False, True), TURNS):
            turned = turned_places(self.board.geometry, self.board.scale, turn, is_mirrored)
            if turned is None:
                continue
            self.turned = [*self.turned[:seat], turned, *self.turned[seat + 1 :]]
            if (
                self._seen(first, seat) == usual
                and zones == {(name, (owner - seat) % self.seats, _all(turned, cells)) for name, owner, cells in zones}
                and wanted
                == {tuple(turned[part] if isinstance(part, int) else part for part in parts) for parts in moves}
            ):
                return turned
        return None

    def _resumed(self, first: PlainPosition) -> PlainPosition:
        again = self._first()
        again.resume(first.state(), 0)
        return again

    def _seen(self, first: PlainPosition, seat: int) -> list[int]:
        """All that a seat sees of the first position, were it its turn, but for who looks."""
        return sorted(self.features_of(first.state(), seat, seat)[: self.slots - 1])


def turned_places(geometry: Geometry, scale: tuple[float, float], turn: int, is_mirrored: bool) -> list[int] | None:
    """For each cell the one in whose place it appears if the board is turned and mirrored; None if it does not fit."""
    xs, ys = zip(*geometry.places, strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    found = []
    for x, y in geometry.places:
        east, north = (x - middle[0]) * scale[0] * (-1 if is_mirrored else 1), (y - middle[1]) * scale[1]
        seen = (
            (east * cosine - north * sine) / scale[0] + middle[0],
            (east * sine + north * cosine) / scale[1] + middle[1],
        )
        place = round(seen[0]), round(seen[1])
        if max(abs(seen[0] - place[0]), abs(seen[1] - place[1])) > 0.01:
            return None
        found.append(geometry.at(*place))
    return found if sorted(found) == list(range(len(geometry))) else None


def _turned_parts(turned: list[int], parts: Sequence[Part]) -> tuple[Part, ...]:
    return tuple(turned[part] if isinstance(part, int) else part for part in parts)


def _all(turned: list[int], cells: frozenset[int]) -> frozenset[int]:
    return frozenset(turned[cell] for cell in cells)


def _units(kind: type[PlainPosition], seats: int) -> dict[str, tuple[int | None, int]]:
    """By letter, the owner of a unit and its kind: its number among those of its owner, or of nobody."""
    found: dict[str, tuple[int | None, int]] = {}
    counts: dict[int | None, int] = {}
    for letter, glyph in glyphs_of(kind.pieces).items():
        if glyph.seat is None or glyph.seat < seats:
            found[letter] = glyph.seat, counts.get(glyph.seat, 0)
            counts[glyph.seat] = counts.get(glyph.seat, 0) + 1
    return found


def _is_list(value: object, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(isinstance(each, int) for each in value)


def _level(number: Any) -> int:
    """The size of a number: itself up to 12, then 13 up to 16, 14 up to 24, and 15."""
    if not isinstance(number, int) or number <= 0:
        return 0
    return number if number <= 12 else 13 if number <= 16 else 14 if number <= 24 else 15


@lru_cache
def _design(kind: type[PlainPosition], options: tuple[tuple[str, Value], ...]) -> Design:
    return Design(kind, dict(options))

"""Bounce moves (T7)."""

from typing import NamedTuple

from tests.tomb_chess.reference.board import (
    WAYS,
    Began,
    beside_jesters,
    checkers,
    is_tomb,
    leaps,
    lifted_for,
    lifts,
    movement,
    walk,
)
from tests.tomb_chess.reference.geometry import DIAGONAL, block_of, write_square
from tests.tomb_chess.reference.position import OTHER

LEAP_COST = 3


class Bounce(NamedTuple):
    text: str
    target: int
    path: list[int]  # all squares gone over, bounce squares included
    way: tuple[int, int] | None
    mode: str
    meets: bool  # a unit stands on the target
    has_changed: bool  # T7.4


class Bouncing:
    """All bounce moves of one unit, also those that meet a unit which it may not capture."""

    def __init__(self, board, square, is_controlled):
        self.square = square
        self.unit = board.units[square]
        self.movement, self.lifts = movement(board, square), lifts(board, square)
        self.is_controlled = is_controlled
        self.way_board = board.copy()  # T3.4
        del self.way_board.units[square]
        self.way_board.blocked = square
        self.ends_here: dict[int, bool] = {}
        self.found: dict[str, Bounce] = {}

    def all(self):
        if "bounces" in self.way_board.without:  # T7.9
            return []
        for mode in ("straight", "diagonal", "pawn"):
            # T7.1: a pawn's line is one when its range is 2 or more.
            if self.range_of(mode) and not (mode == "pawn" and self.range_of(mode) < 2):
                for way in WAYS[mode]:
                    self.go_on(f"{write_square(self.square)}-", [], self.square, mode, way, False, False)
        return list(self.found.values())

    def range_of(self, mode):
        return getattr(self.movement, mode)

    def go_on(self, text, path, here, mode, way, has_bounced, has_changed):
        """One stretch from `here`, which is the first square or a bounce square; `path` has the squares entered."""
        left = self.range_of(mode) - len(path)
        if left < 1:
            return
        line = walk(self.way_board, here, way, left, lifted_for(mode, self.lifts))
        if has_bounced:
            for gone, target in enumerate(line.squares):
                self.add(text, target, [*path, *line.squares[:gone]], way, mode, False, has_changed)
            if line.met is not None:
                self.add(text, line.met, [*path, *line.squares], way, mode, True, has_changed)
        if line.meets_obstacle and line.squares and not self.must_end(line.squares[-1], has_changed):
            self.turn(text, [*path, *line.squares], mode, way, has_changed)

    def must_end(self, square, has_changed):
        """T7.5, T7.7."""
        if square not in self.ends_here:
            board = self.way_board.copy()
            board.units[square] = self.unit
            board.began = Began(self.unit.identity, self.movement, self.lifts)
            enemy = OTHER[self.unit.side]
            immune = self.is_controlled or self.unit.kind in "KJ"  # T13.4
            self.ends_here[square] = bool(checkers(board, enemy)) or (
                not immune and square in beside_jesters(board, enemy)
            )
        return self.ends_here[square] or (has_changed and bool(self.tombs_touching(square)))

    def tombs_touching(self, square):
        return [at for at in block_of(square) if is_tomb(self.way_board, at)]

    def turn(self, text, path, mode, way, has_changed):
        """T7.1, T7.4: from the bounce square at the end of `path`."""
        here = path[-1]
        text += f"{write_square(here)}*"
        for new_way in sideways(way):
            self.go_on(text, path, here, mode, new_way, True, has_changed)
        if has_changed:
            return
        for new_mode in ("straight", "diagonal", "pawn"):
            if new_mode != mode:
                for new_way in WAYS[new_mode]:
                    if (new_way in DIAGONAL) != (way in DIAGONAL):
                        self.go_on(text, path, here, new_mode, new_way, True, True)
        if self.movement.leap and len(path) + LEAP_COST <= self.range_of(mode):
            for target, _ in leaps(self.way_board, here, self.unit, self.lifts):
                self.add(text, target, path, None, "leap", target in self.way_board.units, True)

    def add(self, text, target, path, way, mode, meets, has_changed):
        """A text means one move: of two ways to read it the one without a change of movement counts."""
        text += write_square(target)
        if text not in self.found or self.found[text].has_changed:
            self.found[text] = Bounce(text, target, path, way, mode, meets, has_changed)


def sideways(way):
    return [(way[1], -way[0]), (-way[1], way[0])]

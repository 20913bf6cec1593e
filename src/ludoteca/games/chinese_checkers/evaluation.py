"""The evaluation of Chinese Checkers: the race home, against that of the player who is nearest to it.

A piece is worth more the nearer it is to the tip of its home, and the last ones gain most by each hole. What a chain of
jumps would bring at once counts in part. Whoever is nearly home but for enemy pieces that have not left it yet must not
lock these in, and should build them ways out: without them there is no win (C4.1).
"""

from functools import cache
from typing import NamedTuple

from ludoteca.core import bounds
from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.games.chinese_checkers import board, layout, tables
from ludoteca.games.chinese_checkers.pieces import Pieces
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition


class Weights(NamedTuple):
    """What things are worth; a hundred is about one good turn."""

    nearer: int = 20
    """A hole nearer to the tip of the home."""
    behind: int = 8
    """More for it the farther away the piece is, in 16ths for each hole."""
    aside: int = 3
    """Each half hole off the line from tip to tip."""
    leap: int = 24
    """What the best chain of a piece would bring, in 100ths."""
    last: int = 6
    """Each hole that the last piece is away."""
    turn: int = 30
    """To be the one to move."""
    locked: int = 400
    """An enemy piece in the home that cannot get out."""
    shut: int = 120
    """One that could get out but has no move outwards, for a player who is nearly there; the less the more it has."""


WEIGHTS = Weights()
NEAR = 5
"""So near to the tip of its home a piece is as good as there, for it may have to wait."""
NEARLY = 16
"""From how many holes on, all pieces that are not so near together, a player is nearly home."""

SIDE = board.SIDE
OUT = 3
"""How many holes to leave a point for good is worth."""
FARTHEST = -1_000_000
"""Worse than any progress."""


@cache
def values_of(weights: Weights) -> list[int]:
    """What a piece is worth in each slot, for each point that may be its goal."""
    found = [0] * (6 * layout.SLOTS)
    for point in range(6):
        for slot in range(layout.HOLES):
            away = board.DISTANCE[point * layout.SLOTS + slot]
            x, y = board.PLACES[board.HOLE[slot]]
            aside = abs(board.towards((point + 1) % 6, x, y) - board.towards((point + 5) % 6, x, y))
            cost = weights.nearer * away + weights.behind * away * away // 16 + weights.aside * aside
            found[point * layout.SLOTS + slot] = -cost
    return found


class ChineseCheckersEvaluator(Evaluator):
    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.values = values_of(weights)
        self.leap = weights.leap
        self.last = weights.last
        self.turn = weights.turn
        self.locked = weights.locked
        self.shut = weights.shut

    def attach(self, position: Position) -> None:
        assert isinstance(position, ChineseCheckersPosition)
        self.position = position
        self.pieces: Pieces = position.pieces

    def evaluate(self, seat: int) -> int:
        mine = self._progress(seat)
        best = FARTHEST
        for other in range(self.pieces.players):
            if other != seat:
                best = max(best, self._progress(other))
        if self.position.to_move == seat:
            return mine - best + self.turn
        return mine - best - self.turn

    def _progress(self, seat: int) -> int:
        """How far a seat has come, what its next chains bring, and whether its home is open."""
        goal = layout.SLOTS * tables.GOAL[self.pieces.seating + seat]
        total = 0
        leaps = 0
        away = 0
        farthest = 0
        gate = 0
        for lattice in range(4):
            own = self.pieces.own[4 * seat + lattice]
            if own:
                self.pieces.survey(seat, lattice)
            while own:
                slot = goal + tables.SLOT[layout.slot_index(lattice, own)]
                here = self.values[slot]
                total += here
                away += max(0, tables.DISTANCE[slot] - NEAR)
                farthest = max(farthest, tables.DISTANCE[slot])
                gate |= tables.GATE_BITS[slot]
                best = here
                chain = self.pieces.chain(lattice, own & -own)
                while chain:
                    best = max(best, self.values[goal + tables.SLOT[layout.slot_index(lattice, chain)]])
                    chain &= chain - 1
                leaps += best - here
                own &= own - 1
        total += leaps * self.leap // 100 - self.last * farthest
        if gate:
            total -= self._blocker_cost(seat, goal, gate, away)
        return total

    def _blocker_cost(self, seat: int, goal: int, gate: int, away: int) -> int:
        """What enemy pieces cost that have not yet left a seat's home."""
        opposite = tables.OPPOSITE[self.pieces.seating + seat]
        if opposite < 0 or self.position.anti_blocking:
            return 0
        locked = 0
        shut = 0
        escapes = _escapes(gate)
        for lattice in range(4):
            theirs = self.pieces.own[4 * opposite + lattice] & tables.HOME[4 * (self.pieces.seating + seat) + lattice]
            if theirs:
                self.pieces.survey(opposite, lattice)
            while theirs:
                slot = tables.SLOT[layout.slot_index(lattice, theirs)]
                if tables.GATE_BITS[goal + slot] & escapes == 0:
                    locked += 1
                elif away < NEARLY:
                    shut += 4 * self.shut // (4 + self._outlets(opposite, goal, lattice, slot))
                theirs &= theirs - 1
        cost = self.locked * locked
        if away < NEARLY:
            cost += shut * (NEARLY - away) // NEARLY
        return cost

    def _outlets(self, seat: int, goal: int, lattice: int, slot: int) -> int:
        """How far the moves of a piece lead away from the tip of the point where it stands, and more if out of it."""
        here = tables.DISTANCE[goal + slot]
        outlets = 0
        ways = self.pieces.step_ways(seat, slot)
        for way in range(6):
            if layout.has_way(ways, way):
                there = tables.DISTANCE[goal + tables.NEIGHBOURS[6 * slot + way]]
                outlets += max(0, there - here) + (OUT if there > SIDE else 0)
        chain = self.pieces.chain(lattice, layout.bit(tables.BIT[slot]))
        while chain:
            there = tables.DISTANCE[goal + tables.SLOT[layout.slot_index(lattice, chain)]]
            outlets += max(0, min(there, SIDE + 1) - here) + (OUT if there > SIDE else 0)
            chain &= chain - 1
        return outlets


# Ways out of a point: from which of its holes a piece can still leave when others stand in some of them

GATE_ROWS = 5
GATE_HOLES = 15
"""The holes of a point and its base are bits, from the tip on, row by row: 0, then 1 and 2, then 3 to 5 and so on."""
UNKNOWN = -1
ESCAPES = [UNKNOWN] * 32768
"""For each set of holes that are closed the set of those from which there is a way out, once it has been asked for."""


def _gate_bit(row: int, place: int) -> int:
    """The bit of a hole, or -1 outside of the point."""
    return row * (row + 1) // 2 + place if 0 <= row < GATE_ROWS and 0 <= place <= row else -1


BY_STEP = [
    _gate_bit(row + down, place + along)
    for row in range(GATE_ROWS)
    for place in range(row + 1)
    for down, along in ((0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1))
]
"""Six neighbours a hole, -1 where there is none."""
BY_HOP = [
    _gate_bit(row + 2 * down, place + 2 * along)
    for row in range(GATE_ROWS)
    for place in range(row + 1)
    for down, along in ((0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1))
]
FIRST_OPEN = 6
"""From this hole on a piece can leave at once: out of the base by a step, out of the row before it by a hop if not."""


def escapes_from(closed: int) -> int:
    """The holes from which a piece could walk or hop out of a point, all others but the closed holes being empty.

    Closed holes hold pieces that do not move, so they can be hopped over; pieces that do move are in nobody's way.
    """
    return _escapes(bounds.within(closed, 0, (1 << GATE_HOLES) - 1, "a set of closed holes"))


def _escapes(closed: int) -> int:
    if ESCAPES[closed] == UNKNOWN:
        ESCAPES[closed] = _flood(closed)
    return ESCAPES[closed]


def _flood(closed: int) -> int:
    """From the holes near the middle back to those from which what is reached can be reached."""
    reached = 0
    for hole in range(FIRST_OPEN, GATE_HOLES):
        reached |= layout.bit(hole) & ~closed
    before = 0
    while reached != before:
        before = reached
        for hole in range(GATE_HOLES):
            if not layout.has_bit(closed, hole) and _leads(hole, closed, reached):
                reached |= layout.bit(hole)
    return reached


def _leads(hole: int, closed: int, reached: int) -> bool:
    """Whether a step, or a hop over a closed hole, leads from a hole to one that is reached."""
    for way in range(6 * hole, 6 * hole + 6):
        step = BY_STEP[way]
        hop = BY_HOP[way]
        if step >= 0 and layout.has_bit(reached, step):
            return True
        if hop >= 0 and layout.has_bit(reached, hop) and layout.has_bit(closed, step):
            return True
    return False

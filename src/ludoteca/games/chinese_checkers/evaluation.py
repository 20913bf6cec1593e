"""The evaluation of Chinese Checkers: the race home, against that of the player who is nearest to it.

A piece is worth more the nearer it is to the tip of its home, and the last ones gain most by each hole. What a chain of
jumps would bring at once counts in part. Whoever is nearly home but for enemy pieces that have not left it yet must not
lock these in, and should build them ways out: without them there is no win (C4.1).
"""

from functools import cache
from typing import NamedTuple

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.games.chinese_checkers import board
from ludoteca.games.chinese_checkers.gates import escapes_from
from ludoteca.games.chinese_checkers.pieces import Pieces, lowest_slot
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
GOAL = board.GOAL
HOME = board.HOME
OPPOSITE = board.OPPOSITE
DISTANCE = board.DISTANCE
GATE_BITS = board.GATE_BITS
NEIGHBOURS = board.NEIGHBOURS
BIT = board.BIT
ONE = 1

FARTHEST = -1_000_000
"""Worse than any progress."""


@cache
def values_of(weights: Weights) -> list[int]:
    """What a piece is worth in each slot, for each point that may be its goal."""
    found = [0] * (6 * board.SLOTS)
    for point in range(6):
        for slot in range(board.HOLES):
            away = board.DISTANCE[point * board.SLOTS + slot]
            x, y = board.PLACES[board.HOLE[slot]]
            aside = abs(board.towards((point + 1) % 6, x, y) - board.towards((point + 5) % 6, x, y))
            cost = weights.nearer * away + weights.behind * away * away // 16 + weights.aside * aside
            found[point * board.SLOTS + slot] = -cost
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
        goal = 128 * GOAL[self.pieces.seating + seat]
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
                slot = goal + lowest_slot(lattice, own)
                here = self.values[slot]
                total += here
                away += max(0, DISTANCE[slot] - NEAR)
                farthest = max(farthest, DISTANCE[slot])
                gate |= GATE_BITS[slot]
                best = here
                chain = self.pieces.chain(lattice, own & -own)
                while chain:
                    best = max(best, self.values[goal + lowest_slot(lattice, chain)])
                    chain &= chain - 1
                leaps += best - here
                own &= own - 1
        total += leaps * self.leap // 100 - self.last * farthest
        if gate:
            total -= self._guests(seat, goal, gate, away)
        return total

    def _guests(self, seat: int, goal: int, gate: int, away: int) -> int:
        """What enemy pieces cost that have not yet left a seat's home."""
        opposite = OPPOSITE[self.pieces.seating + seat]
        if opposite < 0 or self.position.anti_blocking:
            return 0
        locked = 0
        shut = 0
        escapes = escapes_from(gate)
        for lattice in range(4):
            theirs = self.pieces.own[4 * opposite + lattice] & HOME[4 * (self.pieces.seating + seat) + lattice]
            if theirs:
                self.pieces.survey(opposite, lattice)
            while theirs:
                slot = lowest_slot(lattice, theirs)
                if GATE_BITS[goal + slot] & escapes == 0:
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
        here = DISTANCE[goal + slot]
        outlets = 0
        ways = self.pieces.step_ways(seat, slot)
        for way in range(6):
            if ways >> way & 1:
                there = DISTANCE[goal + NEIGHBOURS[6 * slot + way]]
                outlets += max(0, there - here) + (OUT if there > SIDE else 0)
        chain = self.pieces.chain(lattice, ONE << BIT[slot])
        while chain:
            there = DISTANCE[goal + lowest_slot(lattice, chain)]
            outlets += max(0, min(there, SIDE + 1) - here) + (OUT if there > SIDE else 0)
            chain &= chain - 1
        return outlets

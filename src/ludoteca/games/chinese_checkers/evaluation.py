"""The evaluation of Chinese Checkers: the race home, against that of the player who is nearest to it.

A piece is worth more the nearer it is to the tip of its home, and the last ones gain most by each hole. What a chain of
jumps would bring at once counts in part. What enemy pieces cost that stay at home, `blockers.py` tells.
"""

from functools import cache
from typing import NamedTuple

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.games.chinese_checkers import board, layout, tables
from ludoteca.games.chinese_checkers.blockers import Blockers
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


WEIGHTS = Weights()
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
        self.blockers = Blockers()

    def attach(self, position: Position) -> None:
        assert isinstance(position, ChineseCheckersPosition)
        self.position = position
        self.pieces: Pieces = position.pieces
        self.blockers.attach(position)

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
        farthest = 0
        for lattice in range(4):
            own = self.pieces.own[4 * seat + lattice]
            if own:
                self.pieces.survey(seat, lattice)
            while own:
                slot = goal + tables.SLOT[layout.slot_index(lattice, own)]
                here = self.values[slot]
                total += here
                farthest = max(farthest, tables.DISTANCE[slot])
                best = here
                chain = self.pieces.chain(lattice, own & -own)
                while chain:
                    best = max(best, self.values[goal + tables.SLOT[layout.slot_index(lattice, chain)]])
                    chain &= chain - 1
                leaps += best - here
                own &= own - 1
        return total + leaps * self.leap // 100 - self.last * farthest - self.blockers.cost(seat)

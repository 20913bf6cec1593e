"""A first opinion of Chinese Checkers: the way still to go, against that of the player who is nearest to home."""

from ludoteca.core.evaluator import Evaluator
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

HOLE_NEARER = 20
"""What it is worth to have a piece one hole nearer to home."""
HOLE_OPEN = 4
"""What it is worth that a chain of jumps would bring it there."""

FARTHEST = -1_000_000
"""Worse than any progress."""


class ChineseCheckersEvaluator(Evaluator):
    def watch(self, position: ChineseCheckersPosition) -> None:
        self.pieces = position.pieces

    def opinion(self, seat: int) -> int:
        return self._progress(seat) - self._best_of_others(seat)

    def _best_of_others(self, seat: int) -> int:
        best = FARTHEST
        for other in range(self.pieces.players):
            if other != seat:
                best = max(best, self._progress(other))
        return best

    def _progress(self, seat: int) -> int:
        return HOLE_OPEN * self.pieces.open_jumps(seat) - HOLE_NEARER * self.pieces.to_go(seat)

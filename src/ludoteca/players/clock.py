"""How long to think about a move when a clock is running; all times in seconds."""

from typing import NamedTuple

MARGIN = 0.03
"""What is lost between an answer and the stopping of the clock."""
HORIZON = 40
"""For how many moves the time has to last if nobody says."""
MOST = 0.8
"""The part of the time that is spent on one move at the most, unless it is the last before the next control."""


class Allotment(NamedTuple):
    """Begin nothing new after `soft`; answer at `hard`, whatever has been found."""

    soft: float
    hard: float


def share(remaining: float, increment: float = 0.0, moves_to_go: int = 0, margin: float = MARGIN) -> Allotment:
    """What a move may take of the remaining time; never more than all of it but the margin.

    The increment comes after each move; after `moves_to_go` moves there is new time, if it is not 0.
    """
    usable = max(0.0, remaining - margin)
    moves = min(moves_to_go, HORIZON) if moves_to_go > 0 else HORIZON
    fair = _worth(usable, margin * moves) / moves + _worth(increment, margin)
    hard = usable if moves == 1 else min(4.0 * fair, MOST * usable)
    return Allotment(min(0.7 * fair, hard), hard)


def _worth(time: float, lost: float) -> float:
    """What is left for thinking of a time of which something may be lost; the less time, the smaller the part."""
    return time * time / (time + lost) if time > 0 else 0.0


class Pace:
    """Whether to think on, asked after each depth: longer while the best move still changes."""

    def __init__(self, allotment: Allotment) -> None:
        self.allotment = allotment
        self.best = -1
        self.steady = 0

    def is_enough(self, seconds: float, best: int) -> bool:
        """Whether a depth that ended after so many seconds with this best move shall be the last."""
        self.steady = self.steady + 1 if best == self.best else 0
        self.best = best
        if self.allotment.soft >= self.allotment.hard:
            return seconds >= self.allotment.hard
        doubt = 1.6 if self.steady == 0 else 1.0 if self.steady < 4 else 0.7
        return seconds >= min(doubt * self.allotment.soft, self.allotment.hard)

"""An opinion about a position, for a seat."""

from typing import Any


class Evaluator:
    """How a position looks to a seat: above 0 is good for it. A hundred is about the least of pieces.

    A search calls `watch` once, for a compiled evaluator must know its own kind of position, and then `opinion`
    without the interpreter's lock as the position changes under it.
    """

    def score(self, position: Any, seat: int) -> int:
        self.watch(position)
        return self.opinion(seat)

    def watch(self, position: Any) -> None:
        """Remember the position to have opinions about."""
        raise NotImplementedError

    def opinion(self, seat: int) -> int:
        raise NotImplementedError


class Undecided(Evaluator):
    """For a game that has no evaluator of its own: all positions look alike."""

    def watch(self, position: Any) -> None:
        pass

    def opinion(self, seat: int) -> int:
        return 0

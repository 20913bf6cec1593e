"""An opinion about a position, for a seat."""

from ludoteca.core.position import Position


class Evaluator:
    """How a position looks to a seat: above 0 is good for it. A hundred is about the least of pieces."""

    def score(self, position: Position, seat: int) -> int:
        return self.opinion(position, seat)

    def opinion(self, position: Position, seat: int) -> int:
        """For each game to fill in; compiled code calls it without the interpreter's lock."""
        raise NotImplementedError

"""Static evaluation: how a position looks to a seat, without searching."""

from collections.abc import Callable, Mapping

from ludoteca.core import bounds
from ludoteca.core.option import Value
from ludoteca.core.position import Position


class Evaluator:
    """Scores a position for a seat: above 0 is good for it, and a hundred is about the value of the least piece.

    A search calls `attach` once, because a compiled evaluator has to know its own kind of position, and then `evaluate`
    without the interpreter's lock while the position changes.
    """

    def score(self, position: Position, seat: int) -> int:
        """The score of a position for a seat, for callers that do not search."""
        self.is_missing = False
        self.attach(position)
        score = self.evaluate(bounds.within(seat, 0, position.seats - 1, "a seat"))
        if self.is_missing:
            raise NotImplementedError(f"{type(self).__name__} does not implement evaluate")
        return score

    def attach(self, position: Position) -> None:
        """Evaluate this position from now on."""
        raise NotImplementedError

    def evaluate(self, seat: int) -> int:
        """The score of the attached position for a seat."""
        # Compiled, this cannot raise.
        self.is_missing = True
        return 0


class NoEvaluator(Evaluator):
    """For a game that has no evaluator: all positions look alike."""

    def attach(self, position: Position) -> None:
        pass

    def evaluate(self, seat: int) -> int:
        return 0


class EvaluatorOfOptions(Evaluator):
    """Evaluates by whichever evaluator serves a game with the options of the position."""

    def __init__(self, choose: Callable[[Mapping[str, Value]], Evaluator]) -> None:
        self.choose = choose
        self.options: Mapping[str, Value] | None = None
        self.chosen: Evaluator = NoEvaluator()

    def score(self, position: Position, seat: int) -> int:
        self.attach(position)
        return self.chosen.score(position, seat)

    def attach(self, position: Position) -> None:
        if self.options is None or position.options != self.options:
            self.chosen = self.choose(position.options)
            self.options = position.options
        self.chosen.attach(position)

    def evaluate(self, seat: int) -> int:
        return self.chosen.evaluate(seat)

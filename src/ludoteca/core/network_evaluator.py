"""Evaluation by a learned network, for any game that has features.

This is the interpreted form; `network_evaluator.pyx` is compiled instead.
"""

from array import array
from typing import TYPE_CHECKING

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.features import Features
from ludoteca.core.position import Position

if TYPE_CHECKING:
    from ludoteca.core.network import Network

KERNELS: tuple[str, ...] = ("baseline",)
"""The names of the loops that this processor can run, the fastest last."""
MAX_SCORE = 28_999
"""Higher scores are those of wins that a search has seen."""


class Weights:
    """The numbers of a network, as evaluators read them."""

    def __init__(self, sizes: tuple[int, int, int, int, int], arrays: "tuple[array[int], ...]") -> None:
        self.count, self.hidden, self.views, self.buckets, self.scale = sizes
        inputs, input_bias, outputs, output_bias = arrays
        hidden = self.hidden
        self.rows = [inputs[row * hidden : (row + 1) * hidden] for row in range(self.count)]
        self.input_bias = input_bias
        self.outputs = [outputs[row * hidden : (row + 1) * hidden] for row in range(self.buckets * self.views)]
        self.output_bias = output_bias


class NetworkEvaluator(Evaluator):
    """Evaluates by a network, whose sums are kept up to date by what differs from the last time.

    Attributes:
        network: The network.
        kernel: The name of the loops, one of KERNELS; all give the same scores.
    """

    network: "Network"
    kernel: str

    def __init__(self, network: "Network", features: Features, kernel: str = "auto") -> None:
        self.kernel = KERNELS[-1] if kernel == "auto" else kernel
        if self.kernel not in KERNELS:
            raise ValueError(f"there is no kernel {kernel!r} here; there are: {', '.join(KERNELS)}")
        network.check(features)
        self.network = network
        self.weights = network.weights
        self.features = features
        self.seen = [[features.count] * features.slots for _ in range(features.seats)]
        self.sums = [list(self.weights.input_bias) for _ in range(features.seats)]

    def attach(self, position: Position) -> None:
        self.features.attach(position)
        if position.seats != self.features.seats:
            raise ValueError(f"a position of {position.seats} seats, but the network is for {self.features.seats}")

    def evaluate(self, seat: int) -> int:
        bucket = self.features.bucket()
        views = self.weights.views
        total = 0
        for view in range(views):
            sums = self._follow(seat if view == 0 else 1 - seat)
            clipped = [0 if each < 0 else 255 if each > 255 else each for each in sums]
            weights = self.weights.outputs[bucket * views + view]
            total += sum(each * each * weight for each, weight in zip(clipped, weights, strict=True))
        score = (_divided(total, 255) + self.weights.output_bias[bucket]) * self.weights.scale
        return max(-MAX_SCORE, min(MAX_SCORE, _divided(score, 255 * 64) + self.features.by_hand(seat)))

    def _follow(self, seat: int) -> list[int]:
        """The sums of what a seat sees, by what differs from the last time."""
        seen = [0] * self.features.slots
        self.features.features(seat, seen)
        sums = self.sums[seat]
        rows, count = self.weights.rows, self.weights.count
        for old, new in zip(self.seen[seat], seen, strict=True):
            if old != new and old < count:
                sums = [one - other for one, other in zip(sums, rows[old], strict=True)]
            if old != new and new < count:
                sums = [one + other for one, other in zip(sums, rows[new], strict=True)]
        self.seen[seat] = seen
        self.sums[seat] = sums
        return sums


def _divided(number: int, by: int) -> int:
    """As C divides, which rounds towards zero."""
    return number // by if number >= 0 else -(-number // by)

"""The inner loops of training: gradients of a batch, and Adam.

No loop sums up floats one after the other: all become vectors, with the same result whatever their width.
"""

from typing import Any

from ludoteca.lab.memory import Memory
from ludoteca.lab.training import arithmetic
from ludoteca.lab.training.shape import Shape
from ludoteca.search.nogil import Job

FIRST, SECOND, TINY = 0.9, 0.999, 1e-8
"""Of Adam: how slowly both moments follow, and what keeps a quotient finite."""


class Samples:
    """Positions for the trainer: what each view has, the bucket, what is added to the output, the expected share."""

    def __init__(self, shape: Shape, features: Any, buckets: Any, added: Any, targets: Any, outputs: Any) -> None:
        """Arrays of 32-bit integers, bytes and 32-bit floats; the last one takes what a pass finds."""
        self.count = len(targets)
        if features.size != self.count * shape.views * shape.slots or {len(buckets), len(added), len(outputs)} != {
            self.count
        }:
            raise ValueError("the arrays of samples do not fit each other")
        if self.count and not (
            features.min() >= 0 and features.max() <= shape.features and buckets.max() < shape.buckets
        ):
            raise ValueError("there are features or buckets that the network does not have")
        self.features = Memory(features)
        self.buckets = Memory(buckets)
        self.added = Memory(added)
        self.targets = Memory(targets)
        self.outputs = Memory(outputs)


class Pass(Job):
    """Samples go through a network, forward and, to learn, back: their loss and its gradient."""

    def __init__(self, shape: Shape, weights: Any, gradient: Any, touched: Any) -> None:
        """Weights and gradient are of a shape; which inputs have a gradient, `touched` tells for each row."""
        if not weights.size == gradient.size == shape.size or len(touched) != shape.rows:
            raise ValueError("the weights or the gradient are not of this shape")
        self.none = shape.features
        self.slots = shape.slots
        self.views = shape.views
        self.blocks = shape.blocks
        self.rows = shape.rows
        self.output_row = shape.output_row
        self.output_bias_row = shape.output_bias_row
        self.weights = Memory(weights)
        self.gradient = Memory(gradient)
        self.touched = Memory(touched)
        self.accumulators = Memory(bytearray(4 * arithmetic.CHUNK * shape.views * shape.hidden))
        self.active = Memory(bytearray(8 * arithmetic.CHUNK * shape.views * shape.slots))
        self.counts = Memory(bytearray(8 * arithmetic.CHUNK * shape.views))
        self.outputs = Memory(bytearray(4 * arithmetic.CHUNK))
        self.slopes = Memory(bytearray(4 * arithmetic.CHUNK))
        self.loss = 0.0

    def prepare(self, samples: Samples, begin: int, end: int, is_learning: bool) -> None:
        """What `run` works on: some of the samples."""
        if not 0 <= begin <= end <= samples.count:
            raise ValueError("there are no such samples")
        self.samples = samples
        self.begin = begin
        self.end = end
        self.is_learning = is_learning

    def work(self) -> None:
        """Chunk by chunk, and each chunk block by block: what belongs to a block stays in the processor's cache."""
        self.loss = 0.0
        first = self.begin
        while first < self.end:
            count = self.end - first if self.end - first < arithmetic.CHUNK else arithmetic.CHUNK
            self._find_active(first, count)
            for block in range(self.blocks):
                self._forward(block, first, count)
            self._judge(first, count)
            if self.is_learning:
                for block in range(self.blocks):
                    self._backward(block, first, count)
            first += count

    def _find_active(self, first: int, count: int) -> None:
        """The features of a chunk's samples without those that are none; outputs begin with bias and what is added."""
        features = self.samples.features.int32
        active = self.active.int64
        for view in range(count * self.views):
            found = 0
            for slot in range(self.slots):
                feature = features[(first * self.views + view) * self.slots + slot]
                if feature != self.none:
                    active[view * self.slots + found] = feature
                    found += 1
                    if self.is_learning:
                        self.touched.uint8[feature] = 1
            self.counts.int64[view] = found
        for sample in range(count):
            bucket = self.samples.buckets.uint8[first + sample]
            bias = self.weights.float32[self.output_bias_row * arithmetic.BLOCK + bucket]
            self.outputs.float32[sample] = bias + self.samples.added.float32[first + sample]

    def _forward(self, block: int, first: int, count: int) -> None:
        """The accumulators of a block, and what it adds to the outputs."""
        sums = [0.0] * 32
        products = [0.0] * 32
        weights = self.weights.float32
        accumulators = self.accumulators.float32
        active = self.active.int64
        begin = block * self.rows
        for sample in range(count):
            bucket = self.samples.buckets.uint8[first + sample]
            for index in range(arithmetic.BLOCK):
                products[index] = 0
            for view in range(self.views):
                number = sample * self.views + view
                place = (begin + self.none) * arithmetic.BLOCK
                for index in range(arithmetic.BLOCK):
                    sums[index] = weights[place + index]
                for slot in range(self.counts.int64[number]):
                    place = (begin + active[number * self.slots + slot]) * arithmetic.BLOCK
                    for index in range(arithmetic.BLOCK):
                        sums[index] += weights[place + index]
                kept = (block * arithmetic.CHUNK * self.views + number) * arithmetic.BLOCK
                place = (begin + self.output_row + bucket * self.views + view) * arithmetic.BLOCK
                for index in range(arithmetic.BLOCK):
                    accumulators[kept + index] = sums[index]
                    value = arithmetic.clipped(sums[index])
                    products[index] += value * value * weights[place + index]
            half = arithmetic.BLOCK // 2
            while half > 0:
                for index in range(half):
                    products[index] += products[half + index]
                half = half // 2
            self.outputs.float32[sample] = self.outputs.float32[sample] + products[0]

    def _judge(self, first: int, count: int) -> None:
        """The loss of a chunk's outputs, and its slopes."""
        for sample in range(count):
            share = arithmetic.sigmoid(self.outputs.float32[sample])
            error = share - self.samples.targets.float32[first + sample]
            self.loss += error * error
            self.slopes.float32[sample] = 2 * error * share * (1 - share)
            self.samples.outputs.float32[first + sample] = self.outputs.float32[sample]

    def _backward(self, block: int, first: int, count: int) -> None:
        """What a chunk adds to the gradient of a block."""
        deltas = [0.0] * 32
        weights = self.weights.float32
        gradient = self.gradient.float32
        accumulators = self.accumulators.float32
        active = self.active.int64
        begin = block * self.rows
        for sample in range(count):
            bucket = self.samples.buckets.uint8[first + sample]
            slope = self.slopes.float32[sample]
            if block == 0:
                place = self.output_bias_row * arithmetic.BLOCK + bucket
                gradient[place] = gradient[place] + slope
            for view in range(self.views):
                number = sample * self.views + view
                kept = (block * arithmetic.CHUNK * self.views + number) * arithmetic.BLOCK
                place = (begin + self.output_row + bucket * self.views + view) * arithmetic.BLOCK
                for index in range(arithmetic.BLOCK):
                    value = arithmetic.clipped(accumulators[kept + index])
                    gradient[place + index] = gradient[place + index] + slope * value * value
                for index in range(arithmetic.BLOCK):
                    value = arithmetic.inside(accumulators[kept + index])
                    deltas[index] = slope * (value + value) * weights[place + index]
                place = (begin + self.none) * arithmetic.BLOCK
                for index in range(arithmetic.BLOCK):
                    gradient[place + index] = gradient[place + index] + deltas[index]
                for slot in range(self.counts.int64[number]):
                    place = (begin + active[number * self.slots + slot]) * arithmetic.BLOCK
                    for index in range(arithmetic.BLOCK):
                        gradient[place + index] = gradient[place + index] + deltas[index]


class Adam(Job):
    """The step of Adam, with the gradients that passes left, summed up in their order; they are 0 afterwards.

    A feature that never occurred keeps its weights.
    """

    def __init__(self, shape: Shape, state: Any, gradients: Any, touched: Any) -> None:
        """The state has `weights`, `first`, `second` (moments), `seen` and `limits`; gradients have a row a pass."""
        if not state.weights.size == state.first.size == state.second.size == shape.size:
            raise ValueError("the moments are not of this shape")
        if not len(state.seen) == len(state.limits) == shape.rows:
            raise ValueError("there is not a limit for each row")
        if gradients.size != len(gradients) * shape.size or touched.size != len(gradients) * shape.rows:
            raise ValueError("the gradients are not of this shape")
        self.passes = len(gradients)
        self.rows = shape.rows
        self.inputs = shape.features
        self.blocks = shape.blocks
        self.weights = Memory(state.weights)
        self.first = Memory(state.first)
        self.second = Memory(state.second)
        self.seen = Memory(state.seen)
        self.limits = Memory(state.limits)
        self.gradients = Memory(gradients)
        self.touched = Memory(touched)

    def prepare(self, samples: int, step: int, rate: float, decay: float) -> None:
        """What `run` does: the step with this number, from 1, after passes over so many samples.

        Weights decay by this share times the learning rate.
        """
        if samples < 1 or step < 1:
            raise ValueError("steps count from 1, and need samples")
        self.factor = 1.0 / samples
        self.kept = 1.0 - rate * decay
        self.rate = rate * (1 - SECOND**step) ** 0.5 / (1 - FIRST**step)

    def work(self) -> None:
        for row in range(self.rows):
            is_touched = row >= self.inputs
            for number in range(self.passes):
                if self.touched.uint8[number * self.rows + row]:
                    is_touched = True
                    self.touched.uint8[number * self.rows + row] = 0
            if is_touched:
                self.seen.uint8[row] = 1
            if self.seen.uint8[row]:
                for block in range(self.blocks):
                    self._move(block, row)

    def _move(self, block: int, row: int) -> None:
        """A row of a block, by the sum of its gradients."""
        total = [0.0] * 32
        weights = self.weights.float32
        first = self.first.float32
        second = self.second.float32
        gradients = self.gradients.float32
        factor = self.factor
        rate = self.rate
        kept = self.kept
        limit = self.limits.float32[row]
        begin = (block * self.rows + row) * arithmetic.BLOCK
        for index in range(arithmetic.BLOCK):
            total[index] = 0
        for number in range(self.passes):
            place = number * self.blocks * self.rows * arithmetic.BLOCK + begin
            for index in range(arithmetic.BLOCK):
                total[index] += gradients[place + index]
                gradients[place + index] = 0
        for index in range(arithmetic.BLOCK):
            slope = factor * total[index]
            mean = FIRST * first[begin + index] + (1 - FIRST) * slope
            square = SECOND * second[begin + index] + (1 - SECOND) * slope * slope
            first[begin + index] = mean
            second[begin + index] = square
            value = kept * weights[begin + index] - rate * mean / (arithmetic.root(square) + TINY)
            value = value if value < limit else limit
            weights[begin + index] = value if value > -limit else -limit

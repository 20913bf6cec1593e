"""Training: epochs over the samples, with checkpoints. The same samples, settings and seed give the same bytes.

A batch is always worked on in the same parts, whose gradients are added in order, however many threads there are.
"""

import json
import math
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from ludoteca.lab.arrays import aligned
from ludoteca.lab.training.arithmetic import BLOCK
from ludoteca.lab.training.files import reading, write_whole
from ludoteca.lab.training.quantise import LARGEST_OUTPUT, largest_input, rounded_outputs
from ludoteca.lab.training.samples import CERTAIN, NO_RESULT, log_odds_of_draw
from ludoteca.lab.training.shape import Shape
from ludoteca.lab.training.trainer import Adam, Pass, Samples

PASSES = 8
"""The parts of a batch: as many threads can work on it."""
CHECKPOINT_SECONDS = 20.0
LAST_RATE = 0.02
"""The learning rate of the last step, as a share of the first one."""
SETTLED = 0.8
"""After this share of all steps the weights of the outputs stay what they are as integers, and the others make up for
what was rounded."""
FIRST_INPUT, FIRST_BIAS, FIRST_OUTPUT = 0.1, 0.1, 0.5
"""How large weights are at first; those of the inputs, times the root of how many are added."""
WARM_UP = 0.02
"""The share of all steps in which the learning rate rises to its first value."""
VALIDATION_BATCH = 65_536


class TrainingSettings(NamedTuple):
    """What decides how a network is trained."""

    hidden: int = 256
    epochs: int = 10
    batch: int = 2048
    rate: float = 0.001
    """The learning rate at the beginning; it falls along a cosine."""
    blend: float = 0.2
    """How much the result of the game counts, and not the score of the search."""
    scale: float = 400.0
    """The score that stands for 73 % of the points, of two seats; in log odds, 1 above a draw."""
    decay: float = 0.1
    """The weights that nothing holds shrink by this share times the learning rate in a step."""
    seed: int = 1
    seats: int = 2


class Loss(NamedTuple):
    """The mean squared error of the expected share of points after an epoch."""

    epoch: int
    training: float
    """Over the samples as they were learned, so that the network was a little worse than at the end."""
    validation: float


class Progress(NamedTuple):
    """How far training is; samples count once an epoch."""

    done: int
    samples: int
    done_now: int
    losses: tuple[Loss, ...]


class State:
    """All that training changes."""

    def __init__(self, shape: Shape, seed: int) -> None:
        self.step = 0
        self.losses: list[Loss] = []
        self.epoch_loss = 0.0
        self.weights = aligned((shape.size,), "f4")
        self.first = aligned((shape.size,), "f4")
        self.second = aligned((shape.size,), "f4")
        self.seen = aligned((shape.rows,), "u1")
        self.limits = aligned((shape.rows,), "f4")
        self.limits[: shape.output_row] = largest_input(shape.slots)
        self.limits[shape.output_row : shape.output_bias_row] = LARGEST_OUTPUT
        self.limits[shape.output_bias_row :] = numpy.inf
        self._begin(shape, seed)

    def _begin(self, shape: Shape, seed: int) -> None:
        """Small random weights; the biases let every unit begin between its bounds, where it learns."""
        random = numpy.random.Generator(numpy.random.PCG64(seed))
        rows = self.weights.reshape(shape.blocks, shape.rows, BLOCK)
        size = min(FIRST_INPUT / math.sqrt(shape.slots), float(self.limits[0]))
        rows[:, : shape.features] = size * (2 * random.random((shape.blocks, shape.features, BLOCK)) - 1)
        rows[:, shape.features] = FIRST_BIAS
        # The same for all buckets: they differ by what they learn.
        one = FIRST_OUTPUT * (2 * random.random((shape.blocks, shape.views, BLOCK)) - 1)
        rows[:, shape.output_row : shape.output_bias_row] = numpy.tile(one, (1, shape.buckets, 1))

    def save(self, path: Path) -> None:
        told = json.dumps([self.step, self.epoch_loss, self.losses])
        arrays = {"weights": self.weights, "first": self.first, "second": self.second, "seen": self.seen}
        write_whole(path, partial(numpy.savez, told=numpy.frombuffer(told.encode(), "u1"), **arrays))

    def load(self, path: Path) -> None:
        with reading(path, "a checkpoint of this training"), numpy.load(path) as kept:
            self.step, self.epoch_loss, losses = json.loads(kept["told"].tobytes())
            self.losses = [Loss(*each) for each in losses]
            for name in ("weights", "first", "second", "seen"):
                getattr(self, name)[:] = kept[name]


class Training:
    """Trains a network on samples, `state.weights` being its weights."""

    def __init__(
        self, shape: Shape, settings: TrainingSettings, training: Any, validation: Any, threads: int = 1
    ) -> None:
        self.shape = shape
        self.settings = settings
        self.training = training
        self.validation = validation
        self.state = State(shape, settings.seed)
        self.pool = ThreadPoolExecutor(min(threads, PASSES))
        gradients = aligned((PASSES, shape.size), "f4")
        touched = aligned((PASSES, shape.rows), "u1")
        self.passes = [
            Pass(shape, self.state.weights, gradient, rows) for gradient, rows in zip(gradients, touched, strict=True)
        ]
        self.adam = Adam(shape, self.state, gradients, touched)

    @property
    def steps_an_epoch(self) -> int:
        return math.ceil(len(self.training) / self.settings.batch)

    @property
    def steps(self) -> int:
        return self.settings.epochs * self.steps_an_epoch

    def run(self, checkpoint: Path) -> Iterator[Progress]:
        """Train to the end, or go on from a checkpoint; yields after every step."""
        if checkpoint.exists():
            self.state.load(checkpoint)
        first = self.state.step
        saved = time.monotonic()
        yield self._progress(first)
        order: Any = None
        while self.state.step < self.steps:
            epoch, place = divmod(self.state.step, self.steps_an_epoch)
            if order is None or place == 0:
                order = self._order(epoch)
            begin = place * self.settings.batch
            self.learn(order[begin : begin + self.settings.batch])
            if place == self.steps_an_epoch - 1:
                self._end_epoch(epoch + 1)
            if time.monotonic() - saved >= CHECKPOINT_SECONDS or self.state.step == self.steps:
                self.state.save(checkpoint)
                saved = time.monotonic()
            yield self._progress(first)

    def _progress(self, first: int) -> Progress:
        def samples(steps: int) -> int:
            epochs, rest = divmod(steps, self.steps_an_epoch)
            return epochs * len(self.training) + min(rest * self.settings.batch, len(self.training))

        done = samples(self.state.step)
        return Progress(done, samples(self.steps), done - samples(first), tuple(self.state.losses))

    def _order(self, epoch: int) -> Any:
        return numpy.random.Generator(numpy.random.PCG64([self.settings.seed, epoch])).permutation(len(self.training))

    def learn(self, chosen: Any) -> None:
        """One step, on the samples with these numbers."""
        # In the order of the file: a disk likes it, and the sum of a batch's gradients does not depend on chance.
        self.state.epoch_loss += self._pass(self.training[numpy.sort(chosen)], is_learning=True)
        self.state.step += 1
        self.adam.prepare(len(chosen), self.state.step, self.rate(self.state.step), self.settings.decay)
        outputs = self.shape.output_rows(self.state.weights)
        settled = rounded_outputs(outputs) if self.state.step > SETTLED * self.steps else None
        self.adam.run()
        if settled is not None:
            outputs[:] = settled

    def rate(self, step: int) -> float:
        """The learning rate of a step."""
        whole = self.settings.rate
        warm = max(1.0, WARM_UP * self.steps)
        if step < warm:
            return whole * step / warm
        share = (step - warm) / max(1.0, self.steps - warm)
        return whole * (LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * min(share, 1.0))))

    def _end_epoch(self, epoch: int) -> None:
        training = self.state.epoch_loss / len(self.training)
        self.state.losses.append(Loss(epoch, training, self.validate()))
        self.state.epoch_loss = 0.0

    def validate(self) -> float:
        """The loss over all samples that are not learned from."""
        total = 0.0
        for begin in range(0, len(self.validation), VALIDATION_BATCH):
            total += self._pass(self.validation[begin : begin + VALIDATION_BATCH], is_learning=False)
        return total / len(self.validation)

    def outputs(self, records: Any) -> Any:
        """What the network gives for samples."""
        found = numpy.zeros(len(records), "f4")
        self._pass(records, False, found)
        return found

    def _pass(self, records: Any, is_learning: bool, outputs: Any = None) -> float:
        samples = Samples(
            self.shape,
            records["features"].astype("i4"),
            numpy.ascontiguousarray(records["bucket"]),
            (records["by_hand"] / self.settings.scale).astype("f4"),
            targets(records, self.settings).astype("f4"),
            numpy.zeros(len(records), "f4") if outputs is None else outputs,
        )
        bounds = [len(records) * number // PASSES for number in range(PASSES + 1)]
        for number, each in enumerate(self.passes):
            each.prepare(samples, bounds[number], bounds[number + 1], is_learning)
        list(self.pool.map(Pass.run, self.passes))
        return sum(each.loss for each in self.passes)


def targets(records: Any, settings: TrainingSettings) -> Any:
    """What share of the points each sample should have; of one that is of no game the score alone tells."""
    log_odds = records["score"].astype("f8") / settings.scale + log_odds_of_draw(settings.seats)
    expected = 1 / (1 + numpy.exp(-log_odds))
    blended = settings.blend * records["result"] + (1 - settings.blend) * expected
    return numpy.where(records["result"] == NO_RESULT, expected, blended)


def fitted_scale(records: Any, seats: int) -> int:
    """The scale with which scores of searches foretell the results of games best, by the likelihood.

    A score that was certain, as the end had been seen, tells nothing of the scale.
    """
    of_games = records[(records["result"] != NO_RESULT) & (numpy.abs(records["score"].astype("i4")) < CERTAIN)]
    found, results = of_games["score"].astype("f8"), of_games["result"].astype("f8")

    def loss(scale: float) -> float:
        log_odds = found / scale + log_odds_of_draw(seats)
        return float(numpy.mean(numpy.logaddexp(0, -log_odds) + (1 - results) * log_odds))

    best: float = min((20 * 1.05**number for number in range(100)), key=loss)
    return round(best)

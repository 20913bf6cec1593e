"""The trainer: positions a second of one core, beside jax where it is installed: `python -m benchmarks.training`.

The samples are random, as large as those of Xiangqi: how fast a step is does not depend on what they tell.
"""

import os
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy

from ludoteca.lab.training.learning import Training, TrainingSettings, targets
from ludoteca.lab.training.samples import sample_type
from ludoteca.lab.training.shape import Shape

BATCH = 16_384
BATCHES = 4
SECONDS = 4.0
LEAST = 100_000


def made_samples(shape: Shape) -> Any:
    samples = numpy.zeros(BATCH * BATCHES, sample_type(shape.views, shape.slots))
    random = numpy.random.default_rng(1)
    samples["features"] = random.integers(0, shape.features, samples["features"].shape)
    # A quarter of the pieces is captured.
    samples["features"][random.random(samples["features"].shape) < 0.25] = shape.features
    samples["bucket"] = random.integers(0, shape.buckets, len(samples))
    samples["score"] = random.integers(-500, 500, len(samples))
    samples["result"] = random.integers(0, 3, len(samples)) / 2
    return samples


def positions_a_second(step: Callable[[int], None]) -> float:
    """By CPU time; the first steps are not counted."""
    step(0)
    step(1)
    begin, done = time.process_time(), 0
    while time.process_time() - begin < SECONDS:
        step(done % BATCHES)
        done += 1
    return BATCH * done / (time.process_time() - begin)


def ours(shape: Shape, samples: Any) -> float:
    training = Training(shape, TrainingSettings(shape.hidden, 1, BATCH), samples, samples[:1000])
    order = numpy.arange(len(samples))
    return positions_a_second(lambda number: training.learn(order[number * BATCH : (number + 1) * BATCH]))


def jax_on_one_core(shape: Shape, samples: Any) -> float:
    """The same network, loss and optimiser."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    jax, array = map(import_module, ("jax", "jax.numpy"))

    def loss(weights: dict[str, Any], features: Any, buckets: Any, wanted: Any) -> Any:
        rows = array.concatenate([weights["inputs"], array.zeros((1, shape.hidden))])
        sums = weights["bias"] + rows[features].sum(axis=2)
        products = array.clip(sums, 0, 1) ** 2 * weights["outputs"][buckets]
        share = jax.nn.sigmoid(products.sum(axis=(1, 2)) + weights["output_bias"][buckets])
        return array.mean((share - wanted) ** 2)

    def step(state: Any, features: Any, buckets: Any, wanted: Any) -> Any:
        weights, first, second = state
        slopes = jax.grad(loss)(weights, features, buckets, wanted)
        first = jax.tree.map(lambda old, slope: 0.9 * old + 0.1 * slope, first, slopes)
        second = jax.tree.map(lambda old, slope: 0.999 * old + 0.001 * slope * slope, second, slopes)
        weights = jax.tree.map(
            lambda old, up, down: old - 0.001 * up / (array.sqrt(down) + 1e-8), weights, first, second
        )
        return weights, first, second

    compiled = jax.jit(step)
    key = jax.random.key(1)
    weights = {
        "inputs": 0.1 * jax.random.normal(key, (shape.features, shape.hidden)),
        "bias": array.full((shape.hidden,), 0.25),
        "outputs": 0.1 * jax.random.normal(key, (shape.buckets, shape.views, shape.hidden)),
        "output_bias": array.zeros((shape.buckets,)),
    }
    nothing = jax.tree.map(array.zeros_like, weights)
    state = [(weights, nothing, nothing)]
    wanted = targets(samples, TrainingSettings()).astype("f4")

    def learn(number: int) -> None:
        part = slice(number * BATCH, (number + 1) * BATCH)
        features = samples["features"][part].astype("i4")
        state[0] = compiled(state[0], features, samples["bucket"][part], wanted[part])
        jax.block_until_ready(state[0])

    return positions_a_second(learn)


def main() -> None:
    for hidden in (128, 256, 512):
        shape = Shape(features=1262, slots=33, hidden=hidden, views=2, buckets=8)
        samples = made_samples(shape)
        found = ours(shape, samples)
        line = f"hidden {hidden}: {found:,.0f} positions a second of a core"
        if find_spec("jax"):
            line += f", {found / jax_on_one_core(shape, samples):.1f} times jax"
        if hidden == 256:
            line += f" (at least {LEAST:,} are wanted: {'reached' if found >= LEAST else 'MISSED'})"
        print(line, flush=True)


if __name__ == "__main__":
    main()

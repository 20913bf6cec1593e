"""From the trained weights, which are floats, to the integers of a network."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy

from ludoteca.core.features import Features
from ludoteca.core.network import MAX_OUTPUT_WEIGHT, MAX_SUM, Network
from ludoteca.lab.training.samples import log_odds_of_draw
from ludoteca.lab.training.shape import Shape

ONE_INPUT, ONE_OUTPUT = 255, 64
"""The 1 of the sums, and that of the last weights."""
LARGEST_OUTPUT = MAX_OUTPUT_WEIGHT / ONE_OUTPUT
USUAL_LARGEST_INPUT = 1.98
"""Larger weights of inputs serve nothing, as sums are clipped to 1."""


class Difference(NamedTuple):
    """Between the scores of the integers and those of the floats."""

    largest: float
    mean: float


def largest_input(slots: int) -> float:
    """How large the weights of inputs may be so that no sum of a row for each slot, and the bias, leaves 16 bits."""
    return min(USUAL_LARGEST_INPUT, (MAX_SUM // (slots + 1)) / ONE_INPUT)


def rounded_outputs(weights: Any) -> Any:
    """Weights of outputs as the integers will have them."""
    return numpy.rint(ONE_OUTPUT * weights) / ONE_OUTPUT


def quantise(shape: Shape, weights: Any, game: str, features: Features, scale: int, made: Mapping[str, Any]) -> Network:
    """The network of trained weights: their outputs are log odds, its scores how far these are above a draw."""
    inputs = numpy.rint(ONE_INPUT * shape.inputs(weights)).astype("<i2")
    outputs = numpy.rint(ONE_OUTPUT * shape.outputs(weights)).astype("<i2")
    biases = shape.output_biases(weights) - log_odds_of_draw(features.seats)
    output_bias = numpy.rint(ONE_INPUT * ONE_OUTPUT * biases).astype("<i4")
    network = Network(
        game,
        features.digest,
        shape.features,
        shape.hidden,
        shape.views,
        shape.buckets,
        scale,
        inputs[:-1].tobytes(),
        inputs[-1].tobytes(),
        outputs.tobytes(),
        output_bias.tobytes(),
        dict(made),
    )
    network.check(features)
    return network


def fill_weights(shape: Shape, weights: Any, network: Network, seats: int) -> None:
    """From the integers of a network back to weights, which give the same network again."""
    rows = numpy.frombuffer(network.inputs + network.input_bias, "<i2").astype("f4") / ONE_INPUT
    shape.set_inputs(weights, rows)
    shape.set_outputs(weights, numpy.frombuffer(network.outputs, "<i2").astype("f4") / ONE_OUTPUT)
    biases = numpy.frombuffer(network.output_bias, "<i4").astype("f4") / (ONE_INPUT * ONE_OUTPUT)
    shape.output_biases(weights)[:] = biases + log_odds_of_draw(seats)


def integer_scores(network: Network, records: Any) -> Any:
    """What a network says of samples, computed as its evaluator does."""
    hidden, views = network.hidden, network.views
    rows = numpy.frombuffer(network.inputs, "<i2").reshape(-1, hidden)
    rows = numpy.concatenate([rows, numpy.zeros((1, hidden), "i2")]).astype("i4")
    bias = numpy.frombuffer(network.input_bias, "<i2").astype("i4")
    outputs = numpy.frombuffer(network.outputs, "<i2").reshape(-1, views, hidden)
    output_bias = numpy.frombuffer(network.output_bias, "<i4").astype("i8")
    found = []
    for record in records:
        sums = numpy.clip(bias + rows[record["features"]].sum(axis=1), 0, ONE_INPUT).astype("i8")
        total = _divided(int((sums * sums * outputs[record["bucket"]]).sum()), ONE_INPUT)
        score = _divided((total + int(output_bias[record["bucket"]])) * network.scale, ONE_INPUT * ONE_OUTPUT)
        found.append(score + int(record["by_hand"]))
    return numpy.array(found)


def difference(network: Network, records: Any, outputs: Any, seats: int) -> Difference:
    """How far a network is from the floats, whose outputs these are, on samples."""
    floats = network.scale * (outputs.astype("f8") - log_odds_of_draw(seats))
    apart = numpy.abs(integer_scores(network, records) - floats)
    return Difference(float(apart.max()), float(apart.mean()))


def _divided(number: int, by: int) -> int:
    """Rounded towards zero, as C does."""
    return number // by if number >= 0 else -(-number // by)

"""Networks with random weights, and their scores by the definition, for tests."""

from array import array
from random import Random
from typing import Any

import ludoteca
from ludoteca.core.features import Features
from ludoteca.core.network import Network


def random_network(game: str, features: Features, hidden: int = 16, seed: int = 1, largest: int = 40) -> Network:
    """Weights up to the largest; those of outputs use all that they may be."""
    random = Random(seed)
    views = 2 if features.seats == 2 else 1

    def numbers(kind: str, count: int, most: int) -> bytes:
        return array(kind, [random.randint(-most, most) for _ in range(count)]).tobytes()

    return Network(
        game,
        features.digest,
        features.count,
        hidden,
        views,
        features.buckets,
        400,
        numbers("h", features.count * hidden, largest),
        numbers("h", hidden, 255),
        numbers("h", features.buckets * views * hidden, 127),
        numbers("i", features.buckets, 20_000),
        {"seed": seed},
    )


def definition(network: Network, features: Features, position: ludoteca.Position, seat: int) -> int:
    """The score of a position, without anything that is remembered, and by numbers that cannot overflow."""
    inputs, bias = (array("h", each) for each in (network.inputs, network.input_bias))
    outputs, output_bias = array("h", network.outputs), array("i", network.output_bias)
    bucket, hidden = features.bucket_of(position), network.hidden
    total = 0
    for view in range(network.views):
        rows = [each for each in features.of(position, seat if view == 0 else 1 - seat) if each < features.count]
        begin = (bucket * network.views + view) * hidden
        for number in range(hidden):
            clipped = max(0, min(255, bias[number] + sum(inputs[row * hidden + number] for row in rows)))
            total += clipped * clipped * outputs[begin + number]
    score = truncated((truncated(total, 255) + output_bias[bucket]) * network.scale, 255 * 64)
    return max(-28_999, min(28_999, score + features.by_hand_of(position, seat)))


def truncated(number: int, by: int) -> int:
    return number // by if number >= 0 else -(-number // by)


def features_of(variant: tuple[str, dict[str, Any]]) -> Features:
    name, options = variant
    game = ludoteca.game(name)
    assert game.features
    return game.features(game.choose(options))

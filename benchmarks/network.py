"""`python -m benchmarks.network`: searches by a network beside the hand-written evaluation, nodes a second of CPU time.

The weights are small random numbers: what an evaluation costs does not depend on them. Their searches visit other
nodes, so rates are compared, each the best of some rounds in turn: what else the machine does only ever adds.
"""

import argparse
import time
from array import array
from collections.abc import Callable
from functools import partial
from random import Random

import ludoteca
from ludoteca.core.evaluator import Evaluator
from ludoteca.core.features import Features
from ludoteca.core.network import KERNELS, Network, NetworkEvaluator
from ludoteca.core.position import Position
from ludoteca.search.think import Limits, Thinker

PLIES = (0, 10, 20, 30, 40)
"""How far the searched positions are from the start."""
ROUNDS = 3
MEGABYTES = 16


def random_network(game: str, features: Features, hidden: int) -> Network:
    random = Random(1)
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
        numbers("h", features.count * hidden, 8),
        numbers("h", hidden, 127),
        numbers("h", features.buckets * views * hidden, 8),
        numbers("i", features.buckets, 0),
    )


def positions(game: ludoteca.Game) -> list[Position]:
    """After so many random moves."""
    found = []
    for seed, plies in enumerate(PLIES):
        random, position = Random(seed), game.start()
        for _ in range(plies):
            if not position.is_over():
                position.play(random.choice(position.legal_moves()))
        found += [] if position.is_over() else [position]
    return found


def rate(evaluator: Callable[[], Evaluator], searched: list[Position], nodes: int) -> float:
    """Nodes a second of CPU time."""
    begin = time.process_time()
    reports = [Thinker(evaluator, MEGABYTES).think(position.copy(), Limits(nodes=nodes)) for position in searched]
    return sum(report.nodes for report in reports) / (time.process_time() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["xiangqi", "chinese-checkers", "exile", "tomb-chess"])
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--nodes", type=int, default=200_000, help="of each search")
    chosen = parser.parse_args()
    for name in chosen.games:
        game = ludoteca.game(name)
        options = game.choose({})
        assert game.features
        features, searched = game.features(options), positions(game)
        network = random_network(name, features, chosen.hidden)
        evaluators: dict[str, Callable[[], Evaluator]] = {"by hand": game.hand_evaluator}
        for kernel in KERNELS:
            evaluators[kernel] = partial(NetworkEvaluator, network, features, kernel)
        rates = [{each: rate(make, searched, chosen.nodes) for each, make in evaluators.items()} for _ in range(ROUNDS)]
        best = {each: max(rates_of[each] for rates_of in rates) for each in evaluators}
        print(f"{name}: {features.count} features, {features.slots} slots, {chosen.hidden} hidden")
        for each, found in best.items():
            print(f"  {each:12}{found:>12,.0f} nodes/s{1e9 / found:>10,.0f} ns/node{found / best['by hand']:>8.2f}")


if __name__ == "__main__":
    main()

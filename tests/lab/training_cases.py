"""What tests of training share: samples, games and networks made by hand."""

from pathlib import Path
from typing import Any

import numpy

import ludoteca
from ludoteca.arena.executor import InlineExecutor
from ludoteca.core.network import Network
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus
from ludoteca.lab.training.arithmetic import BLOCK
from ludoteca.lab.training.learning import State
from ludoteca.lab.training.quantise import quantise
from ludoteca.lab.training.samples import features_of, sample_type, views_of
from ludoteca.lab.training.shape import Shape

TINY = Shape(features=7, slots=3, hidden=BLOCK, views=2, buckets=2)


def made_records(count: int, shape: Shape = TINY, seed: int = 1) -> Any:
    """Samples whose result is told by their features."""
    records = numpy.zeros(count, sample_type(shape.views, shape.slots))
    random = numpy.random.Generator(numpy.random.PCG64(seed))
    records["features"] = random.integers(0, shape.features + 1, records["features"].shape)
    records["bucket"] = random.integers(0, shape.buckets, count)
    records["score"] = 200 * (records["features"][:, 0] == 2).sum(axis=1) - 100
    records["result"] = records["score"] > 0
    return records


def made_corpus(folder: Path) -> Path:
    """Games of a tiny game, by random games to the end."""
    plan = SelfPlayPlan.checked("tic-tac-toe", {}, ("mcts",), 60, 3, opening_plies=2, nodes=40)
    for _ in play_corpus(plan, folder, InlineExecutor()):
        pass
    return folder


def shape_of(name: str, hidden: int = BLOCK) -> Shape:
    game = ludoteca.game(name)
    features = features_of(game, game.choose({}))
    return Shape(features.count, features.slots, hidden, views_of(features.seats), features.buckets)


def made_network(name: str, seed: int = 1) -> Network:
    shape, game = shape_of(name), ludoteca.game(name)
    state = State(shape, seed)
    return quantise(shape, state.weights, name, features_of(game, {}), 400, {"test": seed})

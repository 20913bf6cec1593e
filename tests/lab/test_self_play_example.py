"""The example that learns by self-play."""

import importlib.util
import json
import sys

import numpy
import pytest

from tests.play import EXAMPLES_FOLDER, IS_COMPILED


@pytest.fixture
def example():
    spec = importlib.util.spec_from_file_location("learn_by_self_play", EXAMPLES_FOLDER / "lab/learn_by_self_play.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_values_after_moves_are_those_of_the_positions_after_them(example):
    generator = numpy.random.default_rng(1)
    table = example.Table(3, 1)
    network = example.Network(table.holes, generator)
    values, lane_of_move = table.values(network, table.pieces())
    chosen = table.best(values, lane_of_move)
    played = table.pieces()
    origins, targets = table.batch.features[chosen, :2].T
    played[numpy.arange(3), origins] = 0
    played[numpy.arange(3), targets] = 1
    w = network.weights
    hidden = numpy.maximum(played @ w["hidden"] + w["hidden bias"], 0)
    assert numpy.allclose(values[chosen], numpy.tanh(hidden @ w["value"] + w["value bias"]), atol=1e-5)


def test_learning_comes_nearer_to_what_is_wanted(example):
    generator = numpy.random.default_rng(1)
    network = example.Network(121, generator)
    pieces = (generator.random((64, 242)) < 0.1).astype(numpy.float32)
    wanted = generator.choice([-0.5, 0.5], 64).astype(numpy.float32)
    missing = [network.learn(pieces, wanted, 0.003) for _ in range(100)]
    assert missing[-1] < 0.1 * missing[0]


def test_what_is_wanted_changes_sides_and_stops_at_the_end_of_a_game(example):
    value = numpy.array([[0.1], [0.2], [0.3], [0.4]], numpy.float32)
    ended = numpy.array([[False], [True], [False], [False]])
    paid = numpy.array([[0], [1], [0], [0]], numpy.float32)
    played = {"value": value, "ended": ended, "paid": paid, "judged": -value}
    kept = example.LAMBDA
    assert numpy.allclose(example.returns(played, 0.0).ravel(), [-(kept * 1 + (1 - kept) * 0.2), 1, -0.4])
    assert numpy.allclose(example.returns(played, 1.0).ravel(), [0.2, 1, 0.4])


@pytest.mark.skipif(not IS_COMPILED, reason="thousands of moves")
def test_it_runs(example, tmp_path, monkeypatch):
    monkeypatch.setattr(example, "LONGEST", 30)
    monkeypatch.setattr(example, "TESTS", 1)
    monkeypatch.setattr(sys, "argv", ["", "--minutes", "0.01", "--games", "2", "--out", str(tmp_path)])
    example.main()
    last = json.loads((tmp_path / "curve.json").read_text())[-1]
    assert last["steps"] > 0 and {"random", "greedy"} < last.keys()

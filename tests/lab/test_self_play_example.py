"""The example that learns by self-play."""

import importlib.util
import json
import sys
import xml.etree.ElementTree as ElementTree

import numpy
import pytest

import ludoteca
from tests.play import EXAMPLES_FOLDER, IS_COMPILED


@pytest.fixture
def example():
    spec = importlib.util.spec_from_file_location("learn_by_self_play", EXAMPLES_FOLDER / "lab/learn_by_self_play.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def unlike_zero(example, seed):
    generator = numpy.random.default_rng(seed)
    network = example.Network(generator)
    for name, weights in network.weights.items():
        network.weights[name] = generator.normal(0, 0.1, weights.shape).astype(numpy.float32)
    return network


def test_values_after_moves_are_those_of_the_positions_after_them(example):
    network = unlike_zero(example, 1)
    batch = example.Lessons(3, 1).batch
    pieces, moves = example.pieces_of(batch), example.Moves(batch)
    values = network.values_after(pieces, moves)
    for number in range(len(values)):
        after = pieces[moves.lanes[number]].copy()
        after[moves.origins[number]] -= 1
        after[moves.targets[number]] += 1
        hidden = numpy.maximum(after @ network.weights["value hidden"] + network.weights["value hidden bias"], 0)
        value = numpy.tanh(hidden @ network.weights["value"] + network.weights["value bias"])
        assert numpy.allclose(values[number], value, atol=1e-5)


def test_learning_comes_nearer_to_what_is_wanted(example):
    generator = numpy.random.default_rng(1)
    network = unlike_zero(example, 1)
    pieces = (generator.random((64, 242)) < 0.1).astype(numpy.float32)
    wanted = generator.choice([-0.5, 0.5], 64).astype(numpy.float32)
    missing = [network.learn_values(pieces, wanted, 0.003) for _ in range(100)]
    assert missing[-1] < 0.1 * missing[0]


def test_the_policy_comes_nearer_to_what_is_wanted(example):
    network = unlike_zero(example, 1)
    batch = example.Lessons(8, 1).batch
    pieces, moves = example.pieces_of(batch), example.Moves(batch)
    wanted = numpy.zeros(len(moves.lanes))
    wanted[moves.offsets] = 1
    entropies = [network.learn_policy(pieces, moves, wanted, 0.01) for _ in range(100)]
    assert entropies[-1] < 0.1 * entropies[0]
    assert (moves.best(network.preferences(pieces, moves)) == moves.offsets).all()


def test_probabilities_add_up_in_every_lane(example):
    moves = example.Moves(example.Lessons(4, 1).batch)
    chances = moves.softmax(numpy.arange(len(moves.lanes), dtype=float))
    assert numpy.allclose(numpy.bincount(moves.lanes, chances), 1)
    assert (moves.best(chances)[:-1] == moves.offsets[1:] - 1).all()


def test_what_is_wanted_changes_sides_and_stops_at_the_end_of_a_game(example):
    values = numpy.array([[0.1], [0.2], [0.3], [0.4]], numpy.float32)
    ended = numpy.array([[False], [True], [False], [False]])
    paid = numpy.array([[0], [1], [0], [0]], numpy.float32)
    kept, discount = example.LAMBDA, example.DISCOUNT
    expected = [-discount * (kept * 1 + (1 - kept) * 0.2), 1, -discount * 0.4]
    assert numpy.allclose(example.returns(values, ended, paid).ravel(), expected)


@pytest.mark.parametrize("level", [0.0, 0.5, 1.0])
def test_lessons_begin_at_positions_that_are_not_over(example, level):
    lessons = example.Lessons(2, 1)
    lessons.level = level
    for _ in range(50):
        position = ludoteca.game("chinese-checkers").parse(lessons.late_position(), **example.OPTIONS)
        assert not position.is_over()


def test_the_first_lessons_are_a_step_from_the_end(example):
    batch = example.Lessons(8, 1).batch
    home = sorted(example.board.home_of(2, 0))
    assert (example.pieces_of(batch)[:, home].sum(axis=1) == 14).all()


def test_mirrored_positions_have_mirrored_moves(example):
    batch = example.Batch(example.GAME, 1, seed=1, observations=True, **example.OPTIONS)
    assert (example.pieces_of(batch)[:, example.MIRROR] == example.pieces_of(batch)).all()
    moves = example.Moves(batch)
    played = set(zip(moves.origins.tolist(), moves.targets.tolist(), strict=True))
    assert {(example.MIRROR[origin], example.MIRROR[target]) for origin, target in played} == played


@pytest.mark.skipif(not IS_COMPILED, reason="thousands of moves")
def test_it_learns_to_end_games(example):
    """By random play, with which it begins, few of the first lessons come to their end; soon most do."""
    lessons, generator = example.Lessons(64, 1), numpy.random.default_rng(1)
    network = example.Network(generator)
    ends: list[float] = []
    while len(ends) < 80 and (not ends or ends[-1] < 0.8):
        lessons.level = 0.0
        played = example.self_play(lessons, network, 0.02)
        ends.append(numpy.count_nonzero(abs(numpy.stack(played["paid"])) == 1) / numpy.count_nonzero(played["ended"]))
        example.learn(network, played, 0.002, generator)
    assert ends[0] < 0.2 and ends[-1] >= 0.8, ends


@pytest.mark.skipif(not IS_COMPILED, reason="hundreds of moves")
def test_it_writes_a_network_and_a_curve(example, tmp_path, monkeypatch):
    monkeypatch.setattr(example, "TEST_LENGTH", 30)
    monkeypatch.setattr(example, "LANES", 8)
    monkeypatch.setattr(sys, "argv", ["", "--minutes", "0.001", "--games", "2", "--tests", "2", "--out", str(tmp_path)])
    example.main()
    first, last = json.loads((tmp_path / "curve.json").read_text())
    assert 0 < first["moves"] < last["moves"] and {"random", "greedy"} < last.keys()
    assert numpy.load(tmp_path / "network.npz")["value"].shape == (example.HIDDEN, 1)
    assert ElementTree.parse(tmp_path / "curve.svg").getroot().tag.endswith("svg")

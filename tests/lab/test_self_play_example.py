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


def test_chances_after_moves_are_those_of_the_positions_after_them(example):
    network = unlike_zero(example, 1)
    batch = example.Lessons(3, 1).batch
    pieces, moves = example.pieces_of(batch), example.Moves(batch)
    chances = network.chances_after(pieces, moves)
    w = network.weights
    for number in range(len(chances)):
        after = pieces[moves.lanes[number]].copy()
        after[moves.origins[number]] -= 1
        after[moves.targets[number]] += 1
        hidden = numpy.maximum(after @ w["value hidden"] + w["value hidden bias"], 0)
        outputs = hidden @ w["value"] + after @ w["value direct"] + w["value bias"]
        assert numpy.allclose(chances[number], 1 / (1 + numpy.exp(-outputs)), atol=1e-5)


def test_learning_comes_nearer_to_what_is_wanted(example):
    generator = numpy.random.default_rng(1)
    network = unlike_zero(example, 1)
    pieces = (generator.random((64, 242)) < 0.1).astype(numpy.float32)
    wanted = generator.choice([0.1, 0.9], (64, 2)).astype(numpy.float32)
    missing = [network.learn_chances(pieces, wanted, 0.003) for _ in range(100)]
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
    chances = numpy.array([[[0.1, 0.3]], [[0.2, 0.4]], [[0.3, 0.5]], [[0.4, 0.6]]], numpy.float32)
    ended = numpy.array([[False], [True], [False], [False]])
    paid = numpy.array([[[0, 0]], [[1, 0]], [[0, 0]], [[0, 0]]], numpy.float32)
    kept, discount = example.LAMBDA, example.DISCOUNT
    answered = [discount * (kept * 0 + (1 - kept) * 0.4), discount * (kept * 1 + (1 - kept) * 0.2)]
    expected = [answered, [1, 0], [discount * 0.6, discount * 0.4]]
    assert numpy.allclose(example.returns(chances, ended, paid)[:, 0], expected)


def test_a_draw_is_worse_than_an_even_race_and_better_than_a_loss(example):
    race, draw, loss = example.worth(numpy.array([[0.5, 0.5], [0, 0], [0, 1]]))
    assert race > draw > loss


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


def one_move_from_winning(example, lanes):
    """A batch in which whoever moves can win at once."""
    batch, lessons = example.Lessons(lanes, 1).batch, example.Lessons(1, 2)
    while lost := [lane for lane in range(lanes) if winning_choice(batch, lane) is None]:
        batch.load([lessons.late_position() for _ in lost], lost)
    return batch


def winning_choice(batch, lane):
    position = batch.position(lane)
    for choice, move in enumerate(position.legal_moves()):
        after = position.copy()
        after.play(move)
        if after.is_over() and after.outcome().winner == position.to_move:
            return choice
    return None


def test_looking_ahead_finds_a_win_that_values_do_not_know(example, monkeypatch):
    monkeypatch.setattr(example, "CANDIDATES", 200)
    network = unlike_zero(example, 1)
    ahead, at_once, lanes = one_move_from_winning(example, 8), one_move_from_winning(example, 8), numpy.arange(8)
    movers = ahead.to_move.copy()
    ahead.step(example.looking_ahead(network)(ahead, lanes))
    at_once.step(example.by_values(network)(at_once, lanes))
    assert (ahead.rewards[lanes, movers] == 1).all()
    assert not (at_once.rewards[lanes, movers] == 1).any()


def test_a_move_whose_answer_wins_is_worth_a_loss(example, monkeypatch):
    def win(batch, _):
        return [winning_choice(batch, lane) or 0 for lane in range(batch.lanes)]

    monkeypatch.setattr(example, "by_values", lambda network: win)
    batch = example.Lessons(32, 1).batch
    after = batch.clone()
    after.step(numpy.zeros(32, int))
    is_lost = numpy.array([winning_choice(after, lane) is not None for lane in range(32)]) & ~after.terminated
    worths = example.worth_ahead(unlike_zero(example, 1), batch, numpy.zeros(32, int))
    loss = -example.LOSS * example.DISCOUNT
    assert 0 < numpy.count_nonzero(is_lost) < 32
    assert (numpy.isclose(worths, loss) == is_lost).all()


def test_candidates_are_the_best_moves_of_each_lane(example, monkeypatch):
    monkeypatch.setattr(example, "CANDIDATES", 3)
    moves = example.Moves(example.Lessons(4, 1).batch)
    scores = numpy.random.default_rng(1).random(len(moves.lanes))
    ranks = moves.candidates(scores)
    assert (ranks[0] == moves.best(scores)).all()
    for lane in range(4):
        best = numpy.sort(scores[moves.lanes == lane])[::-1][:3]
        assert numpy.allclose(scores[ranks[:, lane]], best)


@pytest.mark.skipif(not IS_COMPILED, reason="thousands of moves")
def test_it_learns_to_end_games(example):
    """By random play, with which it begins, few of the first lessons come to their end; soon most do."""
    lessons, generator = example.Lessons(64, 1), numpy.random.default_rng(1)
    network = example.Network(generator)
    ends: list[float] = []
    while len(ends) < 80 and (not ends or ends[-1] < 0.8):
        lessons.level = 0.0
        played = example.self_play(lessons, network, 0.02)
        ends.append(numpy.count_nonzero(numpy.stack(played["paid"]) == 1) / numpy.count_nonzero(played["ended"]))
        example.learn(network, played, 0.002, generator)
    assert ends[0] < 0.2 and ends[-1] >= 0.8, ends


@pytest.mark.skipif(not IS_COMPILED, reason="hundreds of moves")
def test_after_a_round_there_is_the_mean_of_what_two_processes_learnt(example, monkeypatch):
    monkeypatch.setattr(example, "LANES", 8)
    crew, first, second = example.Crew(2, 1), example.Learner(1), example.Learner(1001)
    second.network.weights = {name: w.copy() for name, w in first.network.weights.items()}
    crew.round(1.0)
    first.round(1.0)
    second.round(1.0)
    ones, others = first.network.weights, second.network.weights
    for name, found in crew.learner.network.weights.items():
        assert numpy.allclose(found, (ones[name] + others[name]) / 2, atol=1e-6), name
    assert not numpy.allclose(ones["value hidden"], others["value hidden"], atol=1e-6)


@pytest.mark.skipif(not IS_COMPILED, reason="hundreds of moves")
@pytest.mark.parametrize(("gate", "is_kept"), [(-1, True), (2, False)])
def test_it_writes_a_curve_and_the_network_that_passed_the_gate(example, tmp_path, monkeypatch, gate, is_kept):
    monkeypatch.setattr(example, "TEST_LENGTH", 30)
    monkeypatch.setattr(example, "LANES", 8)
    monkeypatch.setattr(example, "GATE", gate)
    monkeypatch.setattr(example, "GATE_GAMES", 2)
    monkeypatch.setattr(sys, "argv", ["", "--minutes", "0.001", "--games", "2", "--tests", "2", "--out", str(tmp_path)])
    example.main()
    first, last = json.loads((tmp_path / "curve.json").read_text())
    assert 0 < first["moves"] < last["moves"] and {"random", "greedy, looking ahead"} < last.keys()
    kept = numpy.load(tmp_path / "network.npz")["value"]
    assert kept.shape == (example.HIDDEN, 2)
    assert kept.any() == is_kept
    assert ElementTree.parse(tmp_path / "curve.svg").getroot().tag.endswith("svg")


@pytest.mark.skipif(not IS_COMPILED, reason="hundreds of moves")
def test_points_are_shared_by_seats_and_results(example):
    """Who moves pieces home as the package does beats who moves at random, with either seat."""
    games = 4
    random, greedy = (example.of_the_package(name, games, 1) for name in ("random", "greedy"))
    assert example.share(greedy, random, games, 1) > 0.8
    assert example.share(random, greedy, games, 1) < 0.2

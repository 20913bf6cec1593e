"""Training: gradients that are right, bytes that are the same, networks that learn, and clear words for bad input."""

import json
import math
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

numpy = pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import ludoteca
from ludoteca.arena.executor import InlineExecutor, Result, Unit, make_executor
from ludoteca.arena.match import Match, Plan
from ludoteca.cli import main
from ludoteca.core.network import Network, NetworkEvaluator
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus
from ludoteca.lab.training.arithmetic import BLOCK
from ludoteca.lab.training.learning import PASSES, State, Training, TrainingSettings, fitted_scale, targets
from ludoteca.lab.training.match import Verdict
from ludoteca.lab.training.networks import NetworkExecutor
from ludoteca.lab.training.plan import TrainingPlan
from ludoteca.lab.training.quantise import difference, fill_weights, integer_scores, largest_input, quantise
from ludoteca.lab.training.samples import (
    CERTAIN,
    HELD_OUT,
    NO_RESULT,
    TRAINING,
    VALIDATION,
    features_of,
    imitations_of,
    make_samples,
    read_samples,
    sample_type,
    samples_of,
    views_of,
)
from ludoteca.lab.training.shape import Shape
from ludoteca.lab.training.trainer import Adam, Pass, Samples
from ludoteca.players import make_player
from ludoteca.players.networks import know_network
from tests.play import EXAMPLES_FOLDER, IS_COMPILED, walk

TINY = Shape(features=7, slots=3, hidden=BLOCK, views=2, buckets=2)


def made_records(count: int, shape: Shape = TINY, seed: int = 1) -> Any:
    """Samples whose result is told by their features."""
    kind = [("features", "<u2", (shape.views, shape.slots)), ("bucket", "u1"), ("score", "<i2"), ("result", "<f4")]
    records = numpy.zeros(count, numpy.dtype(kind))
    random = numpy.random.Generator(numpy.random.PCG64(seed))
    records["features"] = random.integers(0, shape.features + 1, records["features"].shape)
    records["bucket"] = random.integers(0, shape.buckets, count)
    records["score"] = 200 * (records["features"][:, 0] == 2).sum(axis=1) - 100
    records["result"] = records["score"] > 0
    return records


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Path:
    """Games of a tiny game, by random games to the end."""
    folder: Path = tmp_path_factory.mktemp("corpus")
    plan = SelfPlayPlan.checked("tic-tac-toe", {}, ("mcts",), 60, 3, opening_plies=2, nodes=40)
    for _ in play_corpus(plan, folder, InlineExecutor()):
        pass
    return folder


@pytest.fixture(scope="module")
def samples(corpus, tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("samples")
    for _ in make_samples([corpus], folder, InlineExecutor()):
        pass
    return folder


def shape_of(name: str, hidden: int = BLOCK) -> Shape:
    features = features_of(ludoteca.game(name), {})
    return Shape(features.count, features.slots, hidden, views_of(features.seats), features.buckets)


# The inner loops


def loss_and_gradient(weights: Any, records: Any, is_learning: bool = True) -> tuple[float, Any]:
    gradient, touched = numpy.zeros(TINY.size, "f4"), numpy.zeros(TINY.rows, "u1")
    one = Pass(TINY, weights, gradient, touched)
    wanted = targets(records, TrainingSettings()).astype("f4")
    outputs = numpy.zeros(len(records), "f4")
    given = Samples(TINY, records["features"].astype("i4"), records["bucket"].copy(), wanted, outputs)
    one.prepare(given, 0, len(records), is_learning)
    one.run()
    return one.loss, gradient


def test_the_gradient_is_that_of_the_loss():
    state, records = State(TINY, 5), made_records(40)
    weights = state.weights
    loss, gradient = loss_and_gradient(weights, records)
    assert loss > 0
    places = [TINY.output_bias_row * BLOCK + 1, *numpy.flatnonzero(abs(gradient) > 0.02)[:60:3]]
    assert len(places) > 10
    for place in places:
        kept = weights[place]
        found = []
        for change in (0.01, -0.01):
            weights[place] = kept + change
            found.append(loss_and_gradient(weights, records, is_learning=False)[0])
        weights[place] = kept
        assert (found[0] - found[1]) / 0.02 == pytest.approx(gradient[place], rel=0.05, abs=0.003)


def test_a_pass_computes_what_the_formula_says():
    state, records = State(TINY, 3), made_records(9)
    training = Training(TINY, TrainingSettings(hidden=TINY.hidden), records, records)
    training.state.weights[:] = state.weights
    inputs, outputs = TINY.inputs(state.weights), TINY.outputs(state.weights)
    rows = numpy.concatenate([inputs[:-1], numpy.zeros((1, TINY.hidden))])
    for record, found in zip(records, training.outputs(records), strict=True):
        sums = inputs[-1] + rows[record["features"]].sum(axis=1)
        expected = (numpy.clip(sums, 0, 1) ** 2 * outputs[record["bucket"]]).sum()
        assert found == pytest.approx(expected, abs=1e-4)


def test_adam_keeps_its_limits_and_leaves_what_it_has_not_seen():
    state = State(TINY, 1)
    before = state.weights.copy()
    gradients, touched = numpy.full((1, TINY.size), 5, "f4"), numpy.zeros((1, TINY.rows), "u1")
    touched[0, 2] = 1
    adam = Adam(TINY, state, gradients, touched)
    adam.prepare(1, 1, 100.0, 0.0)
    adam.run()
    rows, old = state.weights.reshape(TINY.rows, BLOCK), before.reshape(TINY.rows, BLOCK)
    assert (rows[3] == old[3]).all()
    assert rows[2] == pytest.approx(-largest_input(TINY.slots))
    assert rows[TINY.output_row] == pytest.approx(-127 / 64)
    assert not touched.any()
    assert (gradients[0].reshape(TINY.rows, BLOCK)[2] == 0).all()


def test_arrays_that_do_not_fit_are_refused():
    records = made_records(4)
    arrays = records["features"].astype("i4"), records["bucket"].copy(), numpy.zeros(4, "f4"), numpy.zeros(4, "f4")
    with pytest.raises(ValueError, match="fit each other"):
        Samples(TINY, arrays[0], arrays[1][:3], arrays[2], arrays[3])
    with pytest.raises(ValueError, match="does not have"):
        Samples(TINY, arrays[0] + 9, *arrays[1:])
    with pytest.raises(ValueError, match="of this shape"):
        Pass(TINY, numpy.zeros(5, "f4"), numpy.zeros(5, "f4"), numpy.zeros(TINY.rows, "u1"))


# Learning


def trained(folder: Path, threads: int = 1, stop_after: int = 0, **settings: Any) -> Training:
    training = Training(
        TINY,
        TrainingSettings(**{"hidden": TINY.hidden, "epochs": 6, "batch": 50, "rate": 0.01, **settings}),
        made_records(400),
        made_records(100, seed=2),
        threads,
    )
    for number, _ in enumerate(training.run(folder / "checkpoint.npz")):
        if number == stop_after > 0:
            training.state.save(folder / "checkpoint.npz")
            break
    return training


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Training:
    return trained(tmp_path_factory.mktemp("whole"))


def test_it_learns_what_holds_for_samples_it_has_not_seen(whole):
    losses = whole.state.losses
    assert [loss.epoch for loss in losses] == [1, 2, 3, 4, 5, 6]
    wanted = targets(whole.validation, whole.settings)
    assert losses[-1].validation < 0.5 * numpy.mean((wanted - wanted.mean()) ** 2)


@pytest.mark.parametrize("threads", [2, PASSES])
def test_threads_change_nothing(threads, whole, tmp_path):
    assert trained(tmp_path, threads).state.weights.tobytes() == whole.state.weights.tobytes()


@pytest.mark.parametrize("steps", [3, 8, 20])
def test_broken_off_it_goes_on_to_the_same_bytes(steps, whole, tmp_path):
    assert trained(tmp_path, stop_after=steps).state.step == steps
    again = trained(tmp_path)
    assert again.state.weights.tobytes() == whole.state.weights.tobytes()
    assert again.state.losses == whole.state.losses


def test_another_seed_gives_another_network(whole, tmp_path):
    assert trained(tmp_path, seed=2).state.weights.tobytes() != whole.state.weights.tobytes()


def test_the_learning_rate_rises_and_falls(whole):
    rates = [whole.rate(step) for step in range(1, whole.steps + 1)]
    assert max(rates) == pytest.approx(0.01, rel=0.01)
    assert rates[-1] == pytest.approx(0.0002, rel=0.1)


def test_the_scale_is_the_one_that_foretells_results():
    random = Random(4)
    records = made_records(20_000)
    found = [random.gauss(0, 400) for _ in records]
    records["score"] = found
    records["result"] = [random.random() < 1 / (1 + math.exp(-score / 300)) for score in found]
    assert 280 <= fitted_scale(records, 2) <= 320
    records["result"] = [random.random() < 1 / (1 + 3 * math.exp(-score / 300)) for score in found]
    assert 280 <= fitted_scale(records, 4) <= 320
    # An end that was known tells nothing of the scale, not even if it came otherwise for a seat that plays no more.
    records["score"][::50] = CERTAIN
    assert 280 <= fitted_scale(records, 4) <= 320


# Samples


def test_samples_are_the_searched_positions_as_both_seats_see_them(corpus):
    game = Corpus(corpus)[1]
    features = features_of(ludoteca.game("tic-tac-toe"), {})
    found = list(samples_of(game, features))
    expected = []
    for position, scores in zip(game.positions(), game.scores, strict=False):
        if scores is not None and max(map(abs, scores)) < 29_000:
            seat = position.to_move
            views = [features.of(position, seat), features.of(position, 1 - seat)]
            payoff = game.payoffs[seat]
            expected.append((views, 0, scores[seat], (payoff + 1) / 2))
    assert found == expected
    assert found


def test_xiangqi_has_only_quiet_samples(tmp_path):
    plan = SelfPlayPlan.checked("xiangqi", {}, ("engine:8",), 1, 3, nodes=30, max_moves=60 if IS_COMPILED else 30)
    for _ in play_corpus(plan, tmp_path, InlineExecutor()):
        pass
    game = Corpus(tmp_path)[0]
    features = features_of(ludoteca.game("xiangqi"), {})
    assert game.is_cut
    found = list(samples_of(game, features))
    assert 0 < len(found) < len(game.moves) - game.opening_plies
    assert {each[3] for each in found} == {0.5}


def test_each_seat_of_three_is_a_sample_with_the_score_of_its_next_search(tmp_path):
    options = {"players": 3}
    plan = SelfPlayPlan.checked("chinese-checkers", options, ("engine:8",), 1, 3, nodes=20, max_moves=9)
    for _ in play_corpus(plan, tmp_path, InlineExecutor()):
        pass
    features = features_of(ludoteca.game("chinese-checkers"), plan.options)
    game = Corpus(tmp_path)[0]
    found = list(samples_of(game, features))
    assert len(found) == 3 * 3
    assert all(len(views) == 1 for views, *_ in found)
    assert sample_type(features)["features"].shape == (1, features.slots)
    searched = [(seat, told[seat]) for seat, told in zip(game.seats, game.scores, strict=True) if told]
    assert [seat for seat, _ in searched] == [0, 1, 2]
    own = dict(searched)
    # The game was cut, and so is drawn: who searches no more expects nothing else.
    expected = [own[0], own[1], own[2], 0, own[1], own[2], 0, 0, own[2]]
    assert [score for *_, score, _ in found] == expected
    assert {result for *_, result in found} == {1 / 3}


def test_a_score_of_0_is_a_draw_whatever_the_seats():
    records = made_records(3)
    records["result"] = NO_RESULT
    records["score"] = [0, 400, -400]
    for seats in (2, 3, 4, 6):
        shares = targets(records, TrainingSettings(seats=seats))
        assert shares[0] == pytest.approx(1 / seats)
        assert numpy.log(shares[1] / (1 - shares[1])) == pytest.approx(1 - math.log(seats - 1))


def test_the_scores_of_a_network_for_four_are_above_those_of_a_draw():
    features = features_of(ludoteca.game("exile"), {"mode": "classic"})
    shape = Shape(features.count, features.slots, BLOCK, 1, features.buckets)
    weights = numpy.zeros(shape.size, "f4")
    shape.output_biases(weights)[:] = -math.log(3)
    network = quantise(shape, weights, "exile", features, 400, {})
    position = ludoteca.game("exile").start()
    assert [NetworkEvaluator(network, features).score(position, seat) for seat in range(4)] == [0] * 4


def test_positions_near_games_have_the_score_of_the_evaluator(tmp_path):
    plan = SelfPlayPlan.checked("xiangqi", {}, ("random",), 1, 3, opening_plies=0, max_moves=4)
    for _ in play_corpus(plan, tmp_path, InlineExecutor()):
        pass
    features = features_of(ludoteca.game("xiangqi"), {})
    game = Corpus(tmp_path)[0]
    found = list(imitations_of(game, features, 6))
    assert len(found) == 5 * 6
    assert found == list(imitations_of(game, features, 6))
    assert len({str(views) for views, *_ in found}) > 15
    evaluator = ludoteca.game("xiangqi").evaluator()
    known = {
        str([features.of(each, each.to_move), features.of(each, 1 - each.to_move)]): each for each in game.positions()
    }
    same = [
        (evaluator.score(known[str(views)], known[str(views)].to_move), score)
        for views, _, score, _ in found
        if str(views) in known
    ]
    assert same
    assert all(one == other for one, other in same)
    assert {result for *_, result in found} == {NO_RESULT}
    records = numpy.array(found, sample_type(features))
    assert targets(records, TrainingSettings(blend=0.5)) == pytest.approx(1 / (1 + numpy.exp(-records["score"] / 400)))


def test_whole_openings_are_held_out(corpus, samples):
    features = features_of(ludoteca.game("tic-tac-toe"), {})
    counts = {True: 0, False: 0}
    for game in Corpus(corpus):
        counts[game.opening % HELD_OUT == 0] += len(list(samples_of(game, features)))
    assert len(read_samples(samples, VALIDATION)) == counts[True] > 0
    assert len(read_samples(samples, TRAINING)) == counts[False]


@pytest.mark.parametrize("workers", [1, 2])
def test_samples_do_not_depend_on_workers_or_interruptions(workers, corpus, samples, tmp_path):
    with make_executor(workers) as executor:
        for progress in make_samples([corpus], tmp_path, executor):
            if progress.read == 2:
                break
        for _ in make_samples([corpus], tmp_path, executor):
            pass
    for name in (TRAINING, VALIDATION):
        assert (tmp_path / name).read_bytes() == (samples / name).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sources.json", "training.npy", "validation.npy"]


class FarExecutor(InlineExecutor):
    """Work as another machine gets it, where these folders are not."""

    def __init__(self, *folders: Path) -> None:
        self.folders = folders

    def completed(self, function: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[tuple[int, Result]]:
        sent = [pickle.dumps((function, unit)) for unit in units]
        for folder in self.folders:
            folder.rename(f"{folder}-is-elsewhere")
        try:
            answers = [(number, work(unit)) for number, (work, unit) in enumerate(map(pickle.loads, sent))]
        finally:
            for folder in self.folders:
                Path(f"{folder}-is-elsewhere").rename(folder)
        yield from answers


def test_samples_are_extracted_where_the_games_are_not(corpus, samples, tmp_path):
    for _ in make_samples([corpus], tmp_path / "far", FarExecutor(corpus, tmp_path / "far")):
        pass
    assert (tmp_path / "far" / TRAINING).read_bytes() == (samples / TRAINING).read_bytes()


# Integers


def made_network(name: str, seed: int = 1) -> Network:
    shape, game = shape_of(name), ludoteca.game(name)
    state = State(shape, seed)
    return quantise(shape, state.weights, name, features_of(game, {}), 400, {"test": seed})


@pytest.mark.parametrize("name", ["xiangqi", "tic-tac-toe"])
def test_integer_scores_are_those_of_the_evaluator(name):
    features = features_of(ludoteca.game(name), {})
    network = made_network(name)
    evaluator = NetworkEvaluator(network, features)
    positions = [position.copy() for position in walk((name, {}), 5, 40 if IS_COMPILED else 6)]
    records = numpy.array(
        [([features.of(each, 0), features.of(each, 1)], features.bucket_of(each), 0, 0.5) for each in positions],
        sample_type(features),
    )
    assert [evaluator.score(each, 0) for each in positions] == integer_scores(network, records).tolist()


def test_integers_are_near_the_floats(samples):
    records = read_samples(samples, VALIDATION)
    shape = shape_of("tic-tac-toe")
    training = Training(shape, TrainingSettings(hidden=shape.hidden), records, records)
    apart = difference(made_network("tic-tac-toe"), records, training.outputs(records), 2)
    assert 0 < apart.mean <= apart.largest < 20


@pytest.mark.parametrize("name", ["xiangqi", "tic-tac-toe"])
def test_a_network_becomes_weights_and_the_same_network_again(name):
    network, shape, features = made_network(name), shape_of(name), features_of(ludoteca.game(name), {})
    weights = numpy.zeros(shape.size, "f4")
    fill_weights(shape, weights, network, features.seats)
    assert quantise(shape, weights, name, features, network.scale, network.made).to_bytes() == network.to_bytes()


def test_the_largest_weights_fit_into_16_bits():
    for name in ("xiangqi", "tic-tac-toe"):
        shape = shape_of(name)
        weights = numpy.full(shape.size, largest_input(shape.slots), "f4")
        quantise(shape, weights, name, features_of(ludoteca.game(name), {}), 400, {})


# The match


def match_of_networks(folder: Path) -> Match:
    names = tuple(know_network(made_network("tic-tac-toe", seed).to_bytes()) + "?nodes=20" for seed in (1, 2))
    return Match(Plan(ludoteca.game("tic-tac-toe"), {}, names, 8, 0.0, 2, 5), folder, (0.0, 30.0))


def test_a_match_goes_on_and_does_not_depend_on_workers(tmp_path):
    contents = [made_network("tic-tac-toe", seed).to_bytes() for seed in (1, 2)]
    first = match_of_networks(tmp_path / "first")
    list(first.run(InlineExecutor()))
    with make_executor(2) as executor:
        for _ in match_of_networks(tmp_path / "second").run(NetworkExecutor(executor, contents)):
            break
        second = match_of_networks(tmp_path / "second")
        assert len(second.played) == 1
        list(second.run(NetworkExecutor(executor, contents)))
    assert Verdict.of(second) == Verdict.of(first)
    assert Verdict.of(first).games == 8
    names = sorted(path.name for path in (tmp_path / "first").iterdir())
    assert len(names) == 8
    for name in names:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()


def test_a_limit_of_a_player_is_checked():
    game = ludoteca.game("xiangqi")
    limited = make_player("hand?nodes=50", game)
    limited.choose(game.start())
    assert limited.last_report.nodes <= 60
    for name in ("hand?nodes=no", "hand?depth=3", "hand:3", "network:"):
        with pytest.raises(ludoteca.LudotecaError):
            make_player(name, game)
    with pytest.raises(ludoteca.LudotecaError, match="cannot be read"):
        make_player("network:no-such-file", game)
    with pytest.raises(ludoteca.LudotecaError, match="it is for tic-tac-toe"):
        make_player(know_network(made_network("tic-tac-toe").to_bytes()), game)


# The command

WORDS = ["--games", "50", "--nodes", "25", "--opening", "2", "--hidden", "32", "--epochs", "30", "--batch", "32"]
WORDS += ["--rate", "0.01", "--match-games", "6", "--workers", "1"]


def files(folder: Path) -> dict[str, bytes]:
    """All that a training gives, but for checkpoints, whose archive has the time in it, and games by time."""
    kept = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in (".bin", ".npy", ".svg")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


@pytest.fixture(scope="module")
def command_result(tmp_path_factory) -> tuple[Path, dict[str, Any]]:
    out = tmp_path_factory.mktemp("command") / "out"
    words = [sys.executable, "-m", "ludoteca", "train", str(EXAMPLES_FOLDER / "tictactoe.py"), *WORDS]
    done = subprocess.run([*words, "--json", "--out", str(out)], check=True, capture_output=True, text=True)
    return out, json.loads(done.stdout)


def test_what_is_said_of_training_reaches_its_plan(monkeypatch, tmp_path):
    plans: list[TrainingPlan] = []

    def note_plan(plan: TrainingPlan, *rest: Any) -> list[Any]:
        plans.append(plan)
        return []

    monkeypatch.setattr("ludoteca.lab.training.command.train", note_plan)
    said: dict[str, Any] = {
        "games": 11,
        "nodes": 12,
        "imitate": 13,
        "rounds": 14,
        "hidden": 64,
        "epochs": 15,
        "minutes": 0.5,
    }
    said |= {"batch": 16, "rate": 0.25, "blend": 0.75, "decay": 0.5, "scale": 17, "seed": 18, "match_games": 20}
    said |= {"max_moves": 21, "against": "hand"}
    words = [word for name, value in said.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    words += ["--opening", "3", "--movetime", "22", "--sprt", "1", "2"]
    assert main(["train", "xiangqi", *words, "--workers", "1", "--out", str(tmp_path / "out")]) == 0
    expected = {**said, "opening_plies": 3, "milliseconds": 22, "sprt": (1.0, 2.0)}
    assert {name: getattr(plans[0], name) for name in expected} == expected


def test_a_plain_game_gets_a_network(command_result):
    out, told = command_result
    (only,) = told["rounds"]
    assert only["number"] == 1
    assert only["opponent"] == "hand"
    assert only["verdict"]["games"] <= 6
    network = Network.load(out / "round-01" / "network.bin", features_of(ludoteca.game("tic-tac-toe"), {}))
    assert network.made["plan"]["game"] == "tic-tac-toe"
    assert (out / "network.bin").exists() == only["is_kept"]
    drawn = (out / "round-01" / "losses.svg").read_text()
    assert drawn.startswith("<svg xmlns=")
    assert "validation" in drawn


def test_a_tiny_game_improves_by_training(command_result):
    out, told = command_result
    records = read_samples(out / "round-01" / "samples", VALIDATION)
    settings = TrainingSettings(**json.loads((out / "round-01" / "settings.json").read_text()))
    wanted = targets(records, settings)
    without = numpy.mean((wanted - wanted.mean()) ** 2)
    assert told["rounds"][0]["validation_loss"] < 0.8 * without


def test_done_it_says_the_same_again(command_result, capsys, monkeypatch):
    monkeypatch.setenv("LUDOTECA_GAMES", os.environ.get("LUDOTECA_GAMES", ""))
    out, told = command_result
    before = files(out)
    assert main(["train", str(EXAMPLES_FOLDER / "tictactoe.py"), *WORDS, "--json", "--out", str(out)]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert files(out) == before


def test_training_goes_on_from_a_network(command_result, tmp_path, capsys):
    """One step at a rate of next to nothing leaves the network as it was."""
    begin = command_result[0] / "round-01" / "network.bin"
    words = [
        "train",
        str(EXAMPLES_FOLDER / "tictactoe.py"),
        "--begin",
        str(begin),
        "--rate",
        "0.000001",
        "--epochs",
        "1",
    ]
    words += ["--games", "20", "--nodes", "25", "--opening", "2", "--match-games", "2", "--workers", "1"]
    out = tmp_path / "out"
    assert main([*words, "--out", str(out)]) == 0
    old, new = Network.load(begin), Network.load(out / "round-01" / "network.bin")
    assert (new.inputs, new.input_bias, new.outputs, new.scale) == (old.inputs, old.input_bias, old.outputs, old.scale)
    assert main([*words, "--hidden", "64", "--out", str(tmp_path / "other")]) == 2
    assert "has a hidden layer of 32 units" in capsys.readouterr().err


@pytest.mark.parametrize("until", ["plan.json", "round-01/samples/sources.json", "round-01/checkpoint.npz"])
def test_killed_it_goes_on_to_the_same_bytes(until, command_result, tmp_path):
    out = tmp_path / "out"
    words = ["-m", "ludoteca", "train", str(EXAMPLES_FOLDER / "tictactoe.py"), *WORDS, "--out", str(out)]
    running = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    limit = time.monotonic() + 120
    while not (out / until).exists() and running.poll() is None and time.monotonic() < limit:
        time.sleep(0.005)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    assert (out / until).exists()
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    expected = files(command_result[0])
    found = files(out)
    assert found["round-01/network.bin"] == expected["round-01/network.bin"]
    assert found["round-01/samples/training.npy"] == expected["round-01/samples/training.npy"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hidden", "30"], "a multiple of 32"),
        (["--against", "me"], "old or hand"),
        (["--blend", "2"], "from 0 to 1"),
        (["--rate", "0"], "a learning rate"),
        (["--decay", "-1"], "a decay"),
        (["--sprt", "5", "5"], "the lower"),
        (["--games", "0"], "nothing to learn from"),
        (["--corpus", "no-such-folder"], "is not a corpus"),
        (["--match-games", "1"], "from 2 up"),
    ],
)
def test_bad_input_is_told_in_a_line(words, said, tmp_path, capsys):
    assert main(["train", "tic-tac-toe", "--out", str(tmp_path / "out"), *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


def test_a_corpus_of_another_game_is_refused(corpus, tmp_path, capsys):
    assert main(["train", "xiangqi", "--out", str(tmp_path / "out"), "--corpus", str(corpus)]) == 2
    assert "games of tic-tac-toe" in capsys.readouterr().err


def test_a_folder_of_another_plan_is_refused(command_result, tmp_path, capsys):
    out, _ = command_result
    assert main(["train", "tic-tac-toe", "--out", str(out)]) == 2
    assert "another plan" in capsys.readouterr().err
    (tmp_path / "other").write_text("x")
    assert main(["train", "tic-tac-toe", "--out", str(tmp_path)]) == 2
    assert "other things" in capsys.readouterr().err

"""Samples of games: which positions they are, what stands in them, and that workers do not matter."""

import math
import pickle
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

numpy = pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import ludoteca
from ludoteca.arena.executor import InlineExecutor, Result, Unit, make_executor
from ludoteca.core.network import NetworkEvaluator
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus
from ludoteca.lab.training.arithmetic import BLOCK
from ludoteca.lab.training.learning import TrainingSettings, targets
from ludoteca.lab.training.quantise import quantise
from ludoteca.lab.training.samples import (
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
)
from ludoteca.lab.training.shape import Shape
from tests.lab.training_cases import made_corpus, made_records
from tests.play import IS_COMPILED


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Path:
    return made_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="module")
def samples(corpus, tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("samples")
    for _ in make_samples([corpus], folder, InlineExecutor()):
        pass
    return folder


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
            expected.append((views, 0, 0, scores[seat], (payoff + 1) / 2))
    assert found == expected
    assert found


def test_xiangqi_has_only_quiet_samples(tmp_path):
    plan = SelfPlayPlan.checked("xiangqi", {}, ("engine:8",), 1, 3, nodes=30, max_moves=40 if IS_COMPILED else 30)
    for _ in play_corpus(plan, tmp_path, InlineExecutor()):
        pass
    game = Corpus(tmp_path)[0]
    features = features_of(ludoteca.game("xiangqi"), {})
    assert game.is_cut
    found = list(samples_of(game, features))
    assert 0 < len(found) < len(game.moves) - game.opening_plies
    assert {each.result for each in found} == {0.5}


def test_each_seat_of_three_is_a_sample_with_the_score_of_its_next_search(tmp_path):
    options = {"players": 3}
    plan = SelfPlayPlan.checked("chinese-checkers", options, ("engine:8",), 1, 3, nodes=20, max_moves=9)
    for _ in play_corpus(plan, tmp_path, InlineExecutor()):
        pass
    features = features_of(ludoteca.game("chinese-checkers"), plan.options)
    game = Corpus(tmp_path)[0]
    found = list(samples_of(game, features))
    assert len(found) == 3 * 3
    assert all(len(each.features) == 1 for each in found)
    searched = [(seat, told[seat]) for seat, told in zip(game.seats, game.scores, strict=True) if told]
    assert [seat for seat, _ in searched] == [0, 1, 2]
    own = dict(searched)
    # The game was cut, and so is drawn: who searches no more expects nothing else.
    expected = [own[0], own[1], own[2], 0, own[1], own[2], 0, 0, own[2]]
    assert [each.score for each in found] == expected
    assert {each.result for each in found} == {1 / 3}


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
    assert len({str(each.features) for each in found}) > 15
    evaluator = ludoteca.game("xiangqi").evaluator()
    known = {
        str([features.of(each, each.to_move), features.of(each, 1 - each.to_move)]): each for each in game.positions()
    }
    same = [
        (evaluator.score(near := known[str(each.features)], near.to_move), each.score)
        for each in found
        if str(each.features) in known
    ]
    assert same
    assert all(one == other for one, other in same)
    assert {each.result for each in found} == {NO_RESULT}
    records = numpy.array(found, sample_type(2, features.slots))
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

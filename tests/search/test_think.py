"""Thinking within limits."""

import threading
import time

import pytest

import ludoteca
from ludoteca.search.think import Limits, Report, Thinker, Variation
from tests.play import IS_COMPILED

XIANGQI = ludoteca.game("xiangqi")
MATE = "2ba1ab2/5k3/9/2r6/6p1p/p8/1R7/B8/4K4/4C1BN1 w - - 0 1"


def test_time_is_kept_and_reports_come_meanwhile():
    thinker = Thinker(XIANGQI.evaluator, megabytes=2)
    reports: list[Report] = []
    begin = time.monotonic()
    report = thinker.think(XIANGQI.start(), Limits(seconds=0.3), on_report=reports.append)
    assert 0.2 < time.monotonic() - begin < 5
    assert report.best in XIANGQI.start().legal_moves()
    assert report.nodes > 0
    assert [each.depth for each in reports] == sorted({each.depth for each in reports})
    assert sum(report.lines[0].scores) == 0


def test_depth_and_nodes_are_kept():
    thinker = Thinker(XIANGQI.evaluator, megabytes=2)
    assert thinker.think(XIANGQI.start(), Limits(depth=2)).depth == 2
    assert thinker.think(XIANGQI.start(), Limits(nodes=500)).nodes <= 501


def test_several_lines_are_different_and_best_first():
    thinker = Thinker(XIANGQI.evaluator, megabytes=2)
    report = thinker.think(XIANGQI.start(), Limits(depth=3 if IS_COMPILED else 2), lines=3)
    assert len({line.moves[0] for line in report.lines}) == 3
    scores = [line.scores[0] for line in report.lines]
    assert scores == sorted(scores, reverse=True)


def test_an_end_that_is_seen_is_counted():
    report = Thinker(XIANGQI.evaluator, megabytes=2).think(XIANGQI.parse(MATE), Limits(depth=5))
    assert report.lines[0].plies_to_end == 3
    assert Thinker(XIANGQI.evaluator, 2).think(XIANGQI.start(), Limits(depth=1)).lines[0].plies_to_end is None


def test_two_threads_answer_and_stop_at_once():
    thinker = Thinker(XIANGQI.evaluator, megabytes=2, threads=2)
    timer = threading.Timer(0.2, thinker.stop)
    timer.start()
    begin = time.monotonic()
    report = thinker.think(XIANGQI.start(), Limits(seconds=30))
    assert time.monotonic() - begin < 10
    assert report.best in XIANGQI.start().legal_moves()


def test_a_finished_game_is_nothing_to_think_about():
    over = XIANGQI.parse("1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1")
    with pytest.raises(ValueError, match="over"):
        Thinker(XIANGQI.evaluator, 2).think(over, Limits(depth=1))


def test_moves_can_be_left_out():
    start = XIANGQI.start()
    thinker = Thinker(XIANGQI.evaluator, megabytes=2)
    best = thinker.think(start, Limits(depth=2)).best
    assert thinker.think(start, Limits(depth=2), excluded=[best]).best != best
    only = start.parse_move("a1a2")
    others = [move for move in start.legal_moves() if move != only]
    report = thinker.think(start, Limits(depth=2), lines=5, excluded=others)
    assert [line.moves[0] for line in report.lines] == [only]
    assert report.selective_depth >= 2


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ((0, 0), (0.5, 0.5)),
        ((300, -300), (0.731, 0.269)),
        ((31_990, -31_990), (1.0, 0.0)),
        ((10, 10, 10, 10), (0.25,) * 4),
        ((-31_990, 5, 31_990), (0.0, 0.0, 1.0)),
    ],
)
def test_scores_are_shares_of_the_win(scores, shares):
    assert Variation((), scores).shares == pytest.approx(shares, abs=0.001)

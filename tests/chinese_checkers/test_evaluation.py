"""Opinions about races, and what a search asks of a position."""

from random import Random
from typing import Any

import pytest

from ludoteca.games.chinese_checkers.blockers import escapes_from
from ludoteca.games.chinese_checkers.board import NAMES, SLOT, holes_of
from ludoteca.games.chinese_checkers.evaluation import WEIGHTS, values_of
from ludoteca.games.chinese_checkers.layout import SLOTS
from ludoteca.search.alphabeta import AlphaBeta
from ludoteca.search.think import Limits, Thinker
from ludoteca.search.transposition import TranspositionTable
from tests.chinese_checkers.drawing import GAME, home_area, position
from tests.play import IS_COMPILED, after, everything

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="whole games of searches")
MIDDLE = [f"i{number}" for number in range(1, 10)] + [f"h{number}" for number in range(3, 9)]
"""Fifteen holes that are open to everybody."""


def score(game, seat=0):
    assert GAME.hand_evaluator
    return GAME.hand_evaluator().score(game, seat)


def bits(*holes):
    return sum(1 << hole for hole in holes)


def test_two_seats_have_opposite_opinions():
    for seed in range(5):
        game = after(("chinese-checkers", {}), seed, 40)
        assert score(game, 0) == -score(game, 1)


def test_everybody_begins_alike_and_the_mover_is_ahead():
    for players in (2, 3, 4, 6):
        scores = [score(GAME.start(players=players), seat) for seat in range(players)]
        assert scores[0] > 0
        assert len(set(scores[1:])) == 1 and scores[1] < scores[0]


def nearly_home(*outside):
    """Seat 1 is home with all pieces but those outside, seat 2 stands in the middle."""
    home = sorted(home_area(2, 1))[len(outside) :]
    return position(dict.fromkeys([*home, *outside], 1) | dict.fromkeys(MIDDLE, 2))


def test_the_last_pieces_gain_most_by_a_hole():
    value = dict(zip(NAMES, (values_of(WEIGHTS)[3 * SLOTS + slot] for slot in SLOT), strict=True))
    assert value["b1"] - value["a1"] > value["j5"] - value["i5"] > value["q1"] - value["p1"] > 0
    assert value["i5"] > value["i4"] > value["i1"]
    assert score(nearly_home("e7", "k6")) < score(nearly_home("g5", "k6"))


def test_a_piece_at_the_tip_gets_out_between_others_or_over_them():
    every = bits(*range(15))
    assert escapes_from(0) == every
    # The row behind the tip is closed, but the one after it is not: over it.
    assert escapes_from(bits(1, 2)) & 1
    assert escapes_from(bits(1, 2, 3, 5)) & 1 == 0
    assert escapes_from(bits(1, 2, 3, 5)) == every & ~bits(0, 1, 2, 3, 5)
    # One hole free in the second row leads to the one in the third.
    assert escapes_from(bits(1, 3, 5)) & bits(0, 2, 4) == bits(0, 2, 4)
    assert escapes_from(every) == 0


def locked(opened=(), **options):
    """Seat 1 is home but for the tip, where a piece of seat 2 has stayed, and for holes that are opened."""
    home = home_area(2, 1) - {"q1", *opened}
    outside = ["l4", "l5", "l6"][: 1 + len(opened)]
    return position(dict.fromkeys([*home, *outside], 1) | {"q1": 2} | dict.fromkeys(MIDDLE[1:], 2), **options)


def test_it_is_bad_to_lock_an_enemy_piece_into_ones_home():
    assert score(locked(opened=("o1", "n1"))) > score(locked())


def test_a_network_is_told_too_that_it_is_bad_to_lock_an_enemy_piece_in():
    features = GAME.features(GAME.choose({}))
    shut, opened = locked(), locked(opened=("o1", "n1"))
    assert features.by_hand_of(shut, 0) <= -400 < features.by_hand_of(opened, 0)
    assert features.by_hand_of(shut, 1) == -features.by_hand_of(shut, 0)
    assert features.by_hand_of(GAME.start(), 0) == 0
    assert features.by_hand_of(locked(anti_blocking=True), 0) == 0


@compiled_only
def test_a_search_opens_the_lock():
    game = locked()
    tip = NAMES.index("q1")
    random = Random(1)
    thinker = Thinker(GAME.evaluator, 4)
    for _ in range(8):
        game.play(thinker.think(game, Limits(nodes=3000)).best)
        if game.pieces.steps_from(tip) + game.pieces.chain_from(tip):
            return
        game.play(random.choice([move for move in game.legal_moves() if holes_of(move)[0] != tip]))
    pytest.fail("the piece at the tip is still locked in")


def test_skipping_a_turn_leaves_no_trace():
    game = GAME.start()
    before = everything(game)
    search = AlphaBeta(game, GAME.evaluator(), TranspositionTable(1))
    search.set_limits(4, 3000)
    search.run()
    assert everything(game) == before


def test_a_search_does_not_let_a_won_race_come_back():
    """C4.2: the third time is a draw, which a player who leads by far does not want."""
    game = nearly_home("f7", "k6")
    for text in ("f7g7", "h8g8", "g7f7", "g8h8"):
        game.push_text(text)
    game.push_text("f7g7")
    game.push_text("h8g8")
    search = AlphaBeta(game, GAME.evaluator(), TranspositionTable(1))
    search.set_limits(2, 0)
    search.run()
    assert game.move_text(search.best_move) != "g7f7"
    assert search.score > 0


@compiled_only
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_games_are_won_long_before_the_limit(players):
    """Both sides by search and, once they are alone, by plan."""
    thinker = Thinker(GAME.evaluator, 4)
    game: Any = GAME.start(players=players)
    while not game.is_over():
        planned = GAME.planner(game, 0.02)
        game.play(thinker.think(game, Limits(nodes=1500)).best if planned is None else planned)
    assert game.outcome().clause == "C4.1"
    assert game.round < 120

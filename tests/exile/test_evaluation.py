"""What Exile's evaluator written by hand sees, and what searches ask of a position before a move is made."""

from random import Random

import pytest

from ludoteca.games.exile import board, layout
from ludoteca.search.think import Limits, Thinker
from tests.exile.drawing import GAME, draw, moves, play
from tests.play import IS_COMPILED, after

MODES = ["classic", "infinite", "duel-classic", "duel-infinite"]


def evaluate(position, seat=0):
    return GAME.hand_evaluator().score(position, seat)


@pytest.mark.parametrize("mode", MODES)
def test_a_start_is_even_but_for_who_begins(mode):
    position = GAME.start(mode=mode)
    assert {evaluate(position, seat) for seat in range(position.seats)} == {0}


@pytest.mark.parametrize("mode", ["duel-classic", "duel-infinite"])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_good_for_one_is_as_bad_for_the_other(mode, seed):
    position = after(("exile", {"mode": mode}), seed, 60)
    assert evaluate(position, 0) == -evaluate(position, 1)


@pytest.mark.parametrize("mode", MODES)
def test_an_opinion_does_not_depend_on_what_was_asked_before(mode):
    """All seats are assessed at once and kept; a move must not leave old worths behind."""
    random = Random(5)
    position = GAME.start(mode=mode)
    evaluator = GAME.hand_evaluator()
    for _ in range(30):
        if position.is_over():
            break
        fresh = [evaluate(position.copy(), seat) for seat in range(position.seats)]
        assert [evaluator.score(position, seat) for seat in range(position.seats)] == fresh
        position.play(random.choice(position.legal_moves()))


def test_a_flag_in_hand_is_better_than_one_nearby_and_that_than_one_far_off():
    held, near, far = (draw("1 . . . .\n. . . . .", flags=f"1{tile} 2e9 3f9 4g9") for tile in ("a2*", "b1", "e1"))
    assert evaluate(held) > evaluate(near) > evaluate(far)


def test_a_distance_goes_across_the_seams_of_the_wrapped_board():
    for kind, tile, slides in ((board.WRAPPED, 11, 1), (board.WRAPPED, 6 * 12 + 5, 6), (board.BOUNDED, 8, 8)):
        assert board.DISTANCES[kind * layout.MAX_TILES**2 + tile] == slides


def test_a_carrier_that_can_be_jumped_is_in_danger():
    safe = draw("1 . . 3", flags="1a1*", to_move=3)
    exposed = draw(". 1 3 .", flags="1b1*", to_move=3)
    assert evaluate(exposed) < evaluate(safe)


def test_a_piece_that_may_come_back_anywhere_is_worth_more_than_one_that_waits_or_stands():
    on_board, ready, waiting = (
        draw(picture, exile=exile, flags="1i1")
        for picture, exile in (("1 1", "1:0+0"), ("1 .", "1:1+0"), ("1 .", "1:0+1"))
    )
    assert evaluate(ready) > evaluate(waiting)
    assert evaluate(ready) > evaluate(on_board)


def test_moves_that_win_something_look_best():
    position = draw("1 2 . .", flags="1g1 2c1")
    texts = {
        position.move_text(move): GAME.tactics_of(position).order_score_of(move) for move in position.legal_moves()
    }
    assert max(texts, key=texts.get) == "a1c1"
    assert texts["pass"] == 0


@pytest.mark.skipif(not IS_COMPILED, reason="hundreds of searches")
@pytest.mark.parametrize("mode", MODES)
def test_a_game_of_the_engine_with_itself_comes_to_an_end(mode):
    position = GAME.start(mode=mode)
    thinker = Thinker(GAME.hand_evaluator, 1)
    for _ in range(3000):
        if position.is_over():
            break
        position.play(thinker.think(position, Limits(nodes=150)).best)
    assert position.is_over()


def wins_at_once(position):
    return [
        text for text in moves(position) if (outcome := play(position.copy(), text).outcome()) and outcome.winner == 1
    ]


def test_a_threat_to_win_is_met():
    """Seat 3 is about to take its second flag."""
    position = draw("1 . . . .\n. . . . .\n3 . . 1 .", flags="3a1* 1b2", mode="duel-classic")
    assert wins_at_once(play(position.copy(), "pass"))
    position.play(Thinker(GAME.hand_evaluator, 1).think(position, Limits(nodes=3000 if IS_COMPILED else 400)).best)
    assert not wins_at_once(position)

"""The record of the game: what players and engines see of it."""

import pytest

from ludoteca.core.text_board import draw
from ludoteca.search.playout import Playout
from tests.chinese_checkers.drawing import GAME, cells, position


def test_the_star_is_drawn_at_the_terminal_and_can_be_read_without_colour():
    game = GAME.start(players=6)
    assert (
        "\n".join(draw(GAME.look.sheet(game.options), GAME.look.view(game))).rstrip()
        == """
               q 4 q1
              p 4 4 p2
             o 4 4 4 o3
            n 4 4 4 4 n4
   m 3 3 3 3 · · · · · 5 5 5 5 m13
    l 3 3 3 · · · · · · 5 5 5 l12
     k 3 3 · · · · · · · 5 5 k11
      j 3 · · · · · · · · 5 j10
       i · · · · · · · · · i9
      h 2 · · · · · · · · 6 h10
     g 2 2 · · · · · · · 6 6 g11
    f 2 2 2 · · · · · · 6 6 6 f12
   e 2 2 2 2 · · · · · 6 6 6 6 e13
            d 1 1 1 1 d4
             c 1 1 1 c3
              b 1 1 b2
               a 1 a1"""
    )


def test_seats_have_colours_of_their_own():
    for players in (2, 3, 4, 6):
        seats = GAME.look.sheet({"players": players}).seats
        assert [seat.name for seat in seats] == [f"Player {number}" for number in range(1, players + 1)]
        assert len({seat.colour for seat in seats}) == players


def test_the_last_move_is_marked():
    game = GAME.start()
    assert GAME.look.view(game).marks == ()
    game.push_text("e5f4")
    assert {mark.cell for mark in GAME.look.view(game).marks} == set(cells("e5", "f4"))


def score(game, seat):
    assert GAME.hand_evaluator
    return GAME.hand_evaluator().score(game, seat)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_nearer_to_home_is_better(players):
    near, far = position({"k5": 1}, players=players), position({"g5": 1}, players=players)
    assert score(near, 0) > score(far, 0)
    for seat in range(1, players):
        assert score(near, seat) <= score(far, seat)
        # All begin alike, but for the turn.
        assert score(GAME.start(players=players), seat) == -score(GAME.start(players=players), 0) < 0


def test_an_open_chain_is_better_than_none():
    """Both are as far from home, but from i5 a jump over j5 leads nearer."""
    assert score(position({"i5": 1, "j5": 1}), 0) > score(position({"i5": 1, "j7": 1}), 0)


def test_the_game_can_be_played_to_its_end_inside_the_core():
    game = GAME.start(players=6, round_limit=20)
    assert Playout(7).run(game) == 120
    assert game.outcome().clause == "C4.3"

"""E7: how a game ends."""

import pytest

from ludoteca.core.record import Record
from tests.exile.drawing import GAME, draw, moves, play, told

APART = "1 . . . . . . . 2"


def test_e7_1_three_flags_at_the_end_of_the_own_turn_win():
    position = draw("1 . 1", flags="1a1* 2a1* 3b1")
    assert position.outcome() is None
    play(position, "c1b1")
    outcome = position.outcome()
    assert (outcome.clause, outcome.winner) == ("E7.1", 0)
    assert outcome.payoffs == pytest.approx((1, -1 / 3, -1 / 3, -1 / 3))
    assert position.legal_moves() == []
    assert position.explain("pass").clause == "E7.1"
    assert position.explain("i9i8").clause == "E7.1"
    assert position.explain("nonsense").clause == "E8"


def test_e7_1_two_flags_are_not_enough_for_four_players_but_are_in_a_duel():
    assert play(draw("1", flags="1a1* 2a1*"), "pass").outcome() is None
    outcome = play(draw("1", flags="1a1* 3a1*", mode="duel-classic"), "pass").outcome()
    assert (outcome.clause, outcome.winner, outcome.payoffs) == ("E7.1", 0, (1.0, -1.0))


def test_e7_1_only_the_end_of_the_own_turn_counts():
    """Seat 3 holds three flags while seat 1 moves, and wins only when its own turn is over."""
    position = draw("1 . 3 . 3", flags="1c1* 2e1* 3c1*")
    play(position, "pass pass")
    assert position.outcome() is None
    assert play(position, "pass").outcome().winner == 2


def test_e7_1_the_number_stands_in_the_text():
    assert play(draw("1", flags="1a1* 2a1*", wins=2), "pass").outcome().clause == "E7.1"
    assert play(draw("1 . 1", flags="1a1* 2a1* 3c1*", wins=4), "pass").outcome() is None


def test_e7_2_a_player_without_pieces_passes():
    position = draw("2", flags="1e5")
    assert moves(position) == {"pass"}
    play(position, "pass pass pass pass")
    assert (position.outcome(), moves(position)) == (None, {"pass"})


def test_e7_3_the_third_start_of_a_turn_with_the_same_position_is_a_draw():
    position = draw(APART)
    cycle = "a1a2 i1i2 pass pass a2a1 i2i1 pass pass"
    play(position, cycle)
    assert position.outcome() is None
    play(position, cycle)
    outcome = position.outcome()
    assert (outcome.clause, outcome.winner, outcome.payoffs) == ("E7.3", None, (0.0,) * 4)
    position.undo()
    assert position.outcome() is None
    assert play(position, "pass").outcome().clause == "E7.3"


def test_e7_3_repetition_can_be_switched_off():
    position = draw(APART, repetition=False)
    for _ in range(4):
        play(position, "a1a2 i1i2 pass pass a2a1 i2i1 pass pass")
    assert position.outcome() is None


def test_e7_3_exiles_and_their_waiting_make_another_position():
    """The exiled piece waits when the first turn starts and is ready when the same seat moves again."""
    position = play(draw(APART, exile="1:0+1"), "pass " * 8)
    assert position.outcome() is None
    assert play(position, "pass").outcome().clause == "E7.3"
    assert play(draw(APART, exile="1:1+0"), "pass " * 8).outcome().clause == "E7.3"


def test_e7_3_a_position_is_found_again_behind_an_exile():
    """A piece is exiled, comes back on the same tile, and the other goes home: the position of before."""
    position = draw("1 3 . .\n. . . .", mode="duel-classic", quiet_limit=None)
    cycle = "a2c2 pass c2d3 @b2 pass d3c4 pass c4b4 pass b4a3 pass a3a2 pass"
    before = str(position).split()[1:6]
    assert str(play(position, cycle)).split()[1:6] == before
    assert position.outcome() is None
    assert play(position, cycle).outcome().clause == "E7.3"


def test_e7_3_round_401_is_a_draw():
    position = draw(APART, to_move=4, number=400)
    assert position.outcome() is None
    play(position, "pass")
    assert told(position, "round") == "401"
    assert position.outcome().clause == "E7.3"
    assert "400 rounds" in position.outcome().reason
    assert play(draw(APART, to_move=4, number=400, round_limit=None), "pass").outcome() is None
    assert play(draw(APART, to_move=4, number=7, round_limit=7), "pass").outcome().clause == "E7.3"


def test_e7_4_after_40_quiet_rounds_the_game_is_drawn():
    """Also where one seat controls more flags than all others: only E7.1 wins."""
    position = draw(APART, flags="3a1*", quiet=158)
    assert play(position, "pass").outcome() is None
    outcome = play(position, "pass").outcome()
    assert (outcome.clause, outcome.winner, outcome.payoffs) == ("E7.4", None, (0.0,) * 4)
    assert told(position, "quiet") == "160"


def test_e7_4_exiles_and_flags_that_change_hands_set_the_count_to_0():
    assert told(play(draw("1 .", quiet=9), "a1b1"), "quiet") == "10"
    assert told(play(draw("1 .", quiet=9, flags="2a1*"), "a1b1"), "quiet") == "10", "carrying is no change"
    assert told(play(draw("1 .", quiet=9, flags="2b1"), "a1b1"), "quiet") == "0"
    assert told(play(draw("1 2 .", quiet=9), "a1c1"), "quiet") == "0"
    assert told(play(draw("1 1 .", quiet=9), "a1c1"), "quiet") == "10"
    assert told(play(draw("2 3\n1 2", quiet=9), "pass"), "quiet") == "0", "the corner rule exiles too"
    assert told(play(draw("1", quiet=9, exile="1:1+0"), "@e5"), "quiet") == "9"


def test_e7_4_counts_by_the_seats_and_can_be_switched_off():
    assert play(draw(APART.replace("2", "3"), quiet=79, mode="duel-classic"), "pass").outcome().clause == "E7.4"
    assert play(draw(APART, quiet=159, quiet_limit=None), "pass").outcome() is None
    assert play(draw(APART, quiet=7, quiet_limit=2), "pass").outcome().clause == "E7.4"


def test_e7_5_the_ends_are_judged_in_order():
    everything = draw("1", to_move=4, flags="1a1*", number=400, quiet=159)
    assert play(everything, "pass").outcome().clause == "E7.3"
    won = draw("4 . 4", to_move=4, flags="4a1* 1a1* 2c1*", number=400, quiet=159)
    assert play(won, "pass").outcome().clause == "E7.1"


def test_e7_5_the_text_of_a_won_game_is_that_of_a_won_game():
    position = play(draw("1 . 1", flags="1a1* 2a1* 3b1"), "c1b1")
    again = GAME.parse(str(position))
    assert again.outcome() == position.outcome()


def test_a_record_keeps_the_options_that_were_chosen():
    position = GAME.start(mode="duel-classic", edge_rule=False, quiet_limit=None)
    play(position, "pass pass")
    text = str(Record.of(position))
    assert "option: edge_rule False" in text
    assert "option: quiet_limit off" in text
    assert "option: mode duel-classic" in text
    assert "edge_rule" not in str(Record.of(GAME.start(mode="duel-classic")))


def test_e7_5_a_turn_under_way_ends_nothing():
    """Seat 1 holds both flags, but seat 3 has begun its turn by a spawn, so seat 1's turn did not end the game."""
    board = "........./.......1./........./.......1./...3....1/........./........./........./........."
    position = GAME.parse(f"duel-classic {board} 3 1h6*,3h8* 0+1,2+1 d5 0 399 2")
    assert position.outcome() is None
    assert position.legal_moves()

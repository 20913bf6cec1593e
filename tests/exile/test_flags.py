"""E4: flags taken, carried, dropped and left behind."""

import pytest

from tests.exile.drawing import cells, draw, flag, jumps, moves, piece, play, pool, slides, steps, told


def test_e4_1_a_slide_takes_the_flag_and_the_next_carries_it():
    position = draw("1 . .", flags="2b1")
    assert flag(play(position, "a1b1"), 2) == "b1*"
    assert flag(play(position, "pass pass pass b1c2"), 2) == "c2*"


def test_e4_1_every_hop_takes_and_carries():
    position = draw(
        """
        . . . . .
        . 3 . 4 .
        1 . . . .
        """,
        flags="1c3",
    )
    assert flag(play(position.copy(), "a1c3"), 1) == "c3*"
    assert flag(play(position, "a1c3e1"), 1) == "e1*"


def test_e4_2_one_foreign_flag_and_ones_own():
    position = draw("1 . . .", flags="1b1 2c1 3d1")
    play(position, "a1b1 pass pass pass b1c1")
    assert (flag(position, 1), flag(position, 2)) == ("c1*", "c1*")
    play(position, "pass pass pass c1d1")
    assert [flag(position, seat) for seat in (1, 2, 3)] == ["d1*", "c1", "d1*"]


def test_e4_3_a_second_foreign_flag_drops_the_first_on_the_tile_it_leaves():
    position = draw("1 . .", flags="2a1* 3b1")
    told_steps = steps(position, "a1b1")
    assert told_steps == ["drop flag2 a1", "go 1 a1b1", "take flag3 b1"]
    play(position, "a1b1")
    assert (flag(position, 2), flag(position, 3)) == ("a1", "b1*")


def test_e4_3_is_judged_for_each_hop():
    """It picks flag 2 up on c3, and drops it there again, for flag 3 lies on the next tile."""
    position = draw(
        """
        . . . . .
        . 2 . 3 .
        1 . . . .
        """,
        flags="2c3 3e1",
    )
    play(position, "a1c3e1")
    assert (flag(position, 2), flag(position, 3)) == ("c3", "e1*")


def test_e4_3_the_own_flag_is_never_dropped():
    position = draw("1 . .", flags="1a1* 2a1* 3b1")
    assert steps(position, "a1b1") == ["drop flag2 a1", "go 1 a1b1", "go flag1 a1b1", "take flag3 b1"]
    play(position, "a1b1")
    assert [flag(position, seat) for seat in (1, 2, 3)] == ["b1*", "a1", "b1*"]


def test_e4_4_the_flags_of_an_exiled_piece_stay_on_its_tile():
    position = draw(
        """
        . . .
        . 2 .
        1 . .
        """,
        flags="2b2* 4b2*",
    )
    assert steps(position, "a1c3") == ["go 1 a1c3", "die 2 b2", "leave flag2 b2", "leave flag4 b2"]
    play(position, "a1c3")
    assert (flag(position, 2), flag(position, 4), piece(position, "b2")) == ("b2", "b2", ".")


@pytest.mark.parametrize(("seat", "held"), [(1, {1, 2}), (2, {2, 3}), (3, {3, 4}), (4, {4, 1})])
def test_e4_5_of_several_flags_the_own_and_the_next_owner_clockwise(seat, held):
    position = draw(f"{seat} .", to_move=seat, flags="1b1 2b1 3b1 4b1")
    play(position, "a1b1")
    assert {flag for flag in (1, 2, 3, 4) if f"{flag}b1*" in told(position, "flags")} == held


def test_e4_5_the_others_stay_when_the_piece_leaves():
    position = draw("3 . .", to_move=3, flags="1b1 2b1")
    assert steps(position, "a1b1") == ["go 3 a1b1", "take flag1 b1", "leave flag2 b1"]
    play(position, "a1b1 pass pass pass b1c1")
    assert (flag(position, 1), flag(position, 2)) == ("c1*", "b1")


def test_e4_5_two_flags_left_on_one_tile_are_taken_one_by_one():
    position = draw(
        """
        . . . .
        . 2 . .
        1 . . .
        """,
        flags="2b2* 3b2*",
    )
    play(position, "a1c3 pass pass pass c3b2")
    assert (flag(position, 2), flag(position, 3)) == ("b2*", "b2")
    play(position, "pass pass pass b2a1 pass pass pass a1b2")
    assert (flag(position, 2), flag(position, 3)) == ("a1", "b2*")


def test_e4_6_a_flag_alone_is_controlled_by_nobody():
    position = draw("1", flags="1a2 2a1* 3a3", wins=2)
    assert position.outcome() is None
    play(position, "pass")
    assert position.outcome() is None
    other = draw("1", flags="1a2 2a1* 3a3", wins=2)
    assert play(other, "a1a2").outcome().clause == "E7.1"


BOARD_WITH_EDGE = """
    . . . .
    . . . .
    . 1 . .
    . . . .
"""


def test_e4_7_with_its_own_flag_a_piece_stays_off_the_edge():
    position = draw(BOARD_WITH_EDGE, mode="duel-classic", flags="1b2*")
    assert slides(position, "b2") == {"b2c2", "b2b3", "b2c3"}
    ruling = position.explain("b2b1")
    assert (ruling.clause, ruling.cells) == ("E4.7", cells(position, "b1"))
    assert len(slides(draw(BOARD_WITH_EDGE, mode="duel-classic", flags="3b2*"), "b2")) == 8


def test_e4_7_is_on_where_the_mode_has_it_and_can_be_chosen():
    assert len(slides(draw(BOARD_WITH_EDGE, flags="1b2*"), "b2")) == 8
    assert len(slides(draw(BOARD_WITH_EDGE, flags="1b2*", edge_rule=True), "b2")) == 3
    assert len(slides(draw(BOARD_WITH_EDGE, mode="duel-classic", flags="1b2*", edge_rule=False), "b2")) == 8
    for mode in ("infinite", "duel-infinite"):
        assert len(slides(draw(BOARD_WITH_EDGE, mode=mode, flags="1b2*", edge_rule=True), "b2")) == 8


def test_e4_7_a_piece_may_take_its_flag_on_the_edge():
    position = draw("1 . .", mode="duel-classic", flags="1b1")
    assert "a1b1" in moves(position)
    play(position, "a1b1 pass")
    assert slides(position, "b1") == {"b1b2", "b1c2"}


def test_e4_7_a_jump_is_judged_hop_by_hop():
    """On c3 it takes its flag, so the hop on to e1 is barred; without the flag there it is not."""
    picture = """
        . . . . .
        . 3 . 3 .
        1 . . . .
    """
    position = draw(picture, mode="duel-classic", flags="1c3")
    assert jumps(position, "a1") == {"a1c3"}
    ruling = position.explain("a1c3e1")
    assert (ruling.clause, ruling.cells) == ("E4.7", cells(position, "e1"))
    assert jumps(draw(picture, mode="duel-classic"), "a1") == {"a1c3", "a1c3e1"}
    assert jumps(draw(picture, mode="duel-classic", flags="1e1"), "a1") == {"a1c3", "a1c3e1"}


def test_e4_7_a_barred_slide_is_no_possible_slide_for_the_corner_rule():
    """Once b3 is closed the piece on b2 has only edge tiles left, which its own flag bars."""
    picture = """
        . 3 . .
        . . 3 .
        . 1 3 .
        . . . .
    """
    position = draw(picture, to_move=3, mode="duel-classic", flags="1b2*")
    assert piece(play(position.copy(), "pass"), "b2") == "1"
    play(position, "b4b3")
    assert (piece(position, "b2"), flag(position, 1), pool(position, 1)) == (".", "b2", "0+1")
    off = draw(picture, to_move=3, mode="duel-classic", flags="1b2*", edge_rule=False)
    assert piece(play(off, "b4b3"), "b2") == "1"

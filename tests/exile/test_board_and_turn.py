"""E1 and E2: the boards, the start, the phases of a turn."""

import pytest

from ludoteca.games.exile import board
from tests.exile.drawing import GAME, draw, flag, moves, piece, play, pool, slides, spawns, told

CLASSIC = """
    . 2 . . . . . 3 .
    2 . 2 . . . 3 . 3
    . 2 . . . . . 3 .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . 1 . . . . . 4 .
    1 . 1 . . . 4 . 4
    . 1 . . . . . 4 .
"""
STARTS = {
    "classic": ".2.....3./2.2...3.3/.2.....3./........./........./........./.1.....4./1.1...4.4/.1.....4. "
    "1 1b2,2b8,3h8,4h2 0+0,0+0,0+0,0+0 - 0 1 3",
    "infinite": "............/..2......3../.2.2....3.3./..2......3../............/............/............/"
    "............/..1......4../.1.1....4.4./..1......4../............ "
    "1 1c3,2c10,3j10,4j3 0+0,0+0,0+0,0+0 - 0 1 3",
    "duel-classic": ".......3./......3.3/.......3./........./........./........./.1......./1.1....../.1....... "
    "1 1b2,3h8 0+0,0+0 - 0 1 2",
    "duel-infinite": "............/.........3../........3.3./.........3../............/............/............/"
    "............/..1........./.1.1......../..1........./............ 1 1c3,3j10 0+0,0+0 - 0 1 2",
}


def test_e1_1_the_boards_are_9x9_and_12x12():
    assert told(GAME.start(), "pieces").count("/") == 8
    assert told(GAME.start(mode="infinite"), "pieces").count("/") == 11
    assert GAME.start().explain("a9a10").clause == "E1.1"
    assert GAME.start(mode="infinite").explain("a9a10").clause == "E2.3"


def test_e1_2_the_infinite_board_wraps():
    corner = draw("1", mode="infinite")
    assert slides(corner, "a1") == {f"a1{tile}" for tile in ("l12", "a12", "b12", "l1", "b1", "l2", "a2", "b2")}
    assert slides(draw("1"), "a1") == {"a1b1", "a1a2", "a1b2"}


@pytest.mark.parametrize("mode", STARTS)
def test_e1_3_and_e1_4_flags_and_pieces_at_the_start(mode):
    assert str(GAME.start(mode=mode)) == f"{mode} {STARTS[mode]}"


def test_e1_4_four_pieces_around_a_flag_without_a_piece():
    drawn = draw(CLASSIC, flags="1b2 2b8 3h8 4h2")
    assert str(drawn) == str(GAME.start())
    assert drawn.key == GAME.start().key


def test_e1_5_turns_go_clockwise_from_the_south_west():
    position = GAME.start()
    seen = []
    for _ in range(5):
        seen.append((told(position, "to_move"), position.to_move, told(position, "round")))
        position.push_text("pass")
    assert seen == [("1", 0, "1"), ("2", 1, "1"), ("3", 2, "1"), ("4", 3, "1"), ("1", 0, "2")]
    assert [piece(position, tile) for tile in ("b1", "b9", "h9", "h1")] == ["1", "2", "3", "4"]


def test_e1_6_eight_neighbours():
    picture = """
        . . . .
        . . . .
        . 1 . .
        . . . .
    """
    assert slides(draw(picture), "b2") == {f"b2{tile}" for tile in ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")}


def test_e1_6_the_ways_of_a_tile_are_computed_for_both_boards():
    for on_board, size in ((board.BOUNDED, 9), (board.WRAPPED, 12)):
        for tile in range(size * size):
            x, y = tile % size, tile // size
            around = {(x + across, y + up) for across in (-1, 0, 1) for up in (-1, 0, 1)} - {(x, y)}
            if on_board == board.WRAPPED:
                around = {(a % size, b % size) for a, b in around}
            inside = {b * size + a for a, b in around if 0 <= a < size and 0 <= b < size}
            assert set(board.neighbours(on_board, tile)) == inside
            assert board.is_edge(on_board, tile) == (len(inside) < 8)


def test_e1_7_a_duel_is_of_seats_1_and_3():
    position = GAME.start(mode="duel-classic")
    assert position.seats == 2
    assert told(position, "flags") == "1b2,3h8"
    play(position, "pass")
    assert (position.to_move, told(position, "to_move"), told(position, "round")) == (1, "3", "1")
    play(position, "pass")
    assert (position.to_move, told(position, "to_move"), told(position, "round")) == (0, "1", "2")
    assert told(position, "flags_to_win") == "2"


def test_e2_1_spawning_comes_before_movement():
    position = draw("1", exile="1:2+0")
    assert "@e5" in moves(position)
    play(position, "@e5")
    assert position.to_move == 0
    assert "a1b2" in moves(position)
    play(position, "a1b2")
    assert position.to_move == 1


def test_e2_2_both_phases_may_be_declined():
    position = draw("1", exile="1:1+0")
    assert {"@e5", "a1b2", "pass"} <= moves(position)
    assert pool(play(position, "pass"), 1) == "1+0"


def test_e2_3_one_piece_moves_and_it_slides_or_jumps():
    position = draw("""
        . . . . .
        . . . 2 .
        . 2 . . .
        1 . . . 1
    """)
    assert "a1c3" in moves(position)
    assert position.explain("a1c3c4").clause == "E2.3"
    assert position.explain("a1b1d3").clause == "E3.1"
    assert position.explain("c1c2").clause == "E2.3"
    assert position.explain("b2b3").clause == "E2.3"
    assert position.explain("b2b3").message == "the piece of seat 2 on b2 cannot move: it is seat 1's turn"
    assert play(position, "a1c3").to_move == 1


def test_e2_4_a_spawned_piece_does_not_move_but_can_be_jumped():
    position = draw("1", exile="1:1+0")
    play(position, "@b2")
    assert moves(position) == {"a1b1", "a1a2", "a1c3", "pass"}
    ruling = position.explain("b2b3")
    assert (ruling.clause, ruling.cells) == ("E2.4", (10,))
    play(position, "a1c3 pass pass pass")
    assert "b2b3" in moves(position)


def test_the_flag_field_tells_who_holds():
    position = draw("1 .", flags="2b1")
    assert flag(position, 2) == "b1"
    assert flag(play(position, "a1b1"), 2) == "b1*"
    assert spawns(position) == set()

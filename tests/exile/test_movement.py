"""E3: slides, jumps, paths."""

from ludoteca.games.exile import board, layout
from tests.exile.drawing import cells, draw, flag, jumps, piece, play, pool, slides


def test_e3_1_a_slide_goes_to_a_tile_without_a_piece():
    position = draw(
        """
        . . .
        2 1 .
        1 3 .
        """,
        flags="4c1",
    )
    assert slides(position, "b2") == {"b2c1", "b2c2", "b2a3", "b2b3", "b2c3"}
    ruling = position.explain("b2b1")
    assert (ruling.clause, ruling.cells) == ("E3.1", cells(position, "b1"))


def test_e3_2_a_jump_goes_over_one_adjacent_piece_straight_on():
    position = draw("""
        . . . . .
        . . 2 . .
        . 1 1 3 .
        . 4 . . .
    """)
    assert jumps(position, "b2") == {"b2d4"}
    assert jumps(position, "c2") == {"c2c4", "c2a2", "c2e2"}
    blocked = position.explain("b2d2")
    assert (blocked.clause, blocked.cells) == ("E3.2", cells(position, "d2"))
    nothing = position.explain("c2e4")
    assert (nothing.clause, nothing.cells) == ("E3.2", cells(position, "d3"))
    assert position.explain("b2e5").clause == "E3.2"
    assert position.explain("b2d3").clause == "E3.2"


def test_e3_2_there_is_no_jump_over_the_edge():
    position = draw("2 1 . 1\n. . . 3")
    assert jumps(position, "b2") == set()
    assert jumps(position, "d2") == set()


def test_e3_2_on_the_infinite_board_a_jump_crosses_the_edge():
    position = draw(
        """
        . 2 . . . . . . . . . .
        2 . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        1 . . . . . . . . . . 3
        """,
        mode="infinite",
        flags="1e5 2e6 3e7 4e8",
    )
    assert jumps(position, "a1") == {"a1c11", "a1k1"}
    wrapped = draw("2 . .\n1 . .", mode="infinite", to_move=2)
    assert jumps(wrapped, "a2") == {"a2a12"}
    assert piece(play(wrapped, "a2a12"), "a12") == "2"


def test_e3_2_a_jump_across_two_edges_at_once():
    position = draw(
        """
        . . . . . . . . . . . 4
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        1 . . . . . . . . . . .
        """,
        mode="infinite",
        flags="1e5 2e6 3e7 4e8",
    )
    assert jumps(position, "a1") == {"a1k11"}
    play(position, "a1k11")
    assert (piece(position, "k11"), piece(position, "l12"), pool(position, 4)) == ("1", ".", "0+1")


def test_e3_3_a_piece_hops_on_or_stops():
    position = draw("""
        . . . . .
        . . . 3 .
        . . . . .
        . 2 . . .
        1 . . . .
    """)
    assert jumps(position, "a1") == {"a1c3", "a1c3e5"}


def test_e3_4_no_tile_is_landed_on_twice():
    position = draw("""
        . 2 .
        2 . 2
        1 2 .
    """)
    assert jumps(position, "a1") == {"a1c1", "a1c1c3", "a1c1c3a3", "a1a3", "a1a3c3", "a1a3c3c1"}
    back = position.explain("a1c1c3a3a1")
    assert (back.clause, back.cells) == ("E3.4", cells(position, "a1"))


def test_e3_4_jumping_back_over_a_friend():
    position = draw("""
        . . .
        . 1 .
        1 . .
    """)
    assert jumps(position, "a1") == {"a1c3"}
    for each in (position, draw(". . .\n. 2 .\n1 . .")):
        ruling = each.explain("a1c3a1")
        assert (ruling.clause, ruling.cells) == ("E3.4", cells(each, "a1"))


def test_e3_5_a_jumped_enemy_goes_at_once_and_a_friend_stays():
    position = draw("""
        . . . . .
        . . . 1 .
        . . . . .
        . 2 . . .
        1 . . . .
    """)
    play(position, "a1c3e5")
    assert (piece(position, "b2"), piece(position, "d4"), pool(position, 2)) == (".", "1", "0+1")


def test_e3_5_an_enemy_is_jumped_once_and_a_friend_as_often_as_there_are_lines():
    friend = draw("""
        . . .
        . 1 1
        1 . .
    """)
    assert "a1c3c1a3" in jumps(friend, "a1")
    enemy = draw("""
        . . .
        . 2 1
        1 . .
    """)
    assert jumps(enemy, "a1") == {"a1c3", "a1c3c1"}
    ruling = enemy.explain("a1c3c1a3")
    assert (ruling.clause, ruling.cells) == ("E3.5", cells(enemy, "b2"))


def test_e3_6_the_shorter_path_tells_the_move():
    """To c3 at once or by way of c1, over friends: the same position."""
    position = draw("""
        . . .
        . 1 1
        1 1 .
    """)
    assert {text for text in jumps(position, "a1") if text.endswith("c3")} == {"a1c3"}
    ruling = position.explain("a1c1c3")
    assert (ruling.clause, ruling.cells) == ("E3.6", cells(position, "a1", "c3"))
    assert "a1c3" in ruling.message


def test_e3_6_of_equally_short_paths_the_first_in_tile_order_tells_the_move():
    """From a1 to c1 by way of a3 or of c3; both exile the piece on b2, and a3 comes before c3."""
    position = draw(
        """
        . . .
        3 1 3
        3 . .
        """,
        to_move=3,
    )
    assert {text for text in jumps(position, "a1") if text.endswith("c1")} == {"a1a3c1"}
    assert position.explain("a1c3c1").clause == "E3.6"


def test_e3_6_paths_that_carry_a_flag_elsewhere_are_different_moves():
    """By way of c1, where a flag lies, the piece comes to c3 with that flag."""
    position = draw(
        """
        . . .
        . 1 1
        1 1 .
        """,
        flags="2c1",
    )
    assert {text for text in jumps(position, "a1") if text.endswith("c3")} == {"a1c3", "a1c1c3"}
    assert flag(play(position, "a1c1c3"), 2) == "c3*"


def test_e3_6_paths_that_exile_others_are_different_moves():
    position = draw("""
        . 3 .
        1 . 2
        1 4 .
    """)
    assert {text for text in jumps(position, "a1") if text.endswith("c3")} == {"a1a3c3", "a1c1c3"}


def test_e3_6_the_corner_rule_can_make_two_paths_one_move():
    """i3i1 jumps the piece on i2; by way of g3 it is left with its own flag and only the edge to go to."""
    picture = """
        . . . . . . . 3 3
        . . . . . . . 3 1
        . . 3 . . . 1 . .
    """
    position = draw(picture, to_move=3, mode="duel-classic", flags="1i2* 3i1")
    assert {text for text in jumps(position, "i3") if text.endswith("i1")} == {"i3i1"}
    ruling = position.explain("i3g3i1")
    assert (ruling.clause, ruling.cells) == ("E3.6", cells(position, "i3", "i1"))
    free = draw(picture, to_move=3, mode="duel-classic", flags="1i2* 3i1", edge_rule=False)
    assert {text for text in jumps(free, "i3") if text.endswith("i1")} == {"i3i1", "i3g3i1"}


def test_e3_6_holds_for_two_pieces_when_a_position_was_set_up_with_cornered_ones():
    """Either piece jumps to c3, and the other is exiled in its corner together with the piece it would have jumped."""
    position = draw("""
        1 3 . 2 4 .
        3 2 1 3 4 2
        1 3 4 4 1 2
    """)
    ways = {text for text in jumps(position, "a1") | jumps(position, "e1") if text.endswith("c3")}
    assert ways == {"a1c3"}
    assert position.explain("e1c3").clause == "E3.6"
    play(position, "a1c3")
    assert [pool(position, seat) for seat in (1, 2, 3, 4)] == ["0+1", "0+1", "0+1", "0+0"]


def test_a_path_fits_into_63_bits_and_reads_back():
    longest = board.jump_move(143, [7] * layout.MAX_HOPS)
    assert longest < 2**63
    assert len(board.path_of(board.WRAPPED, longest)) == layout.MAX_HOPS + 1
    position = draw("""
        . . . . . . . . .
        . 2 . 3 . 4 . 2 .
        1 . . . . . . . .
    """)
    assert "a1c3e1g3i1" in jumps(position, "a1")
    play(position, "a1c3e1g3i1")
    assert (piece(position, "i1"), pool(position, 2), flag(position, 1)) == ("1", "0+2", "f9")

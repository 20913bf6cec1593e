"""E3: slides, jumps, paths."""

from tests.exile.drawing import GAME, cells, draw, flag, jumps, piece, play, pool, slides, tiles_in


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


def test_e3_4_jumping_back_over_a_friend():
    position = draw("""
        . . .
        . 1 .
        1 . .
    """)
    assert jumps(position, "a1") == {"a1c3"}
    ruling = position.explain("a1c3a1")
    assert (ruling.clause, ruling.cells) == ("E3.4", cells(position, "a1"))


def test_e3_4_no_tile_is_landed_on_twice_unless_an_enemy_was_exiled_in_between():
    friends = draw("""
        . 1 .
        1 . 1
        1 2 .
    """)
    assert "a1c1c3a3a1" in jumps(friends, "a1"), "the first hop exiles"
    assert "a1a3c3c1" in jumps(friends, "a1")
    late = friends.explain("a1a3c3c1a1")
    assert (late.clause, late.cells) == ("E3.4", cells(friends, "a1")), (
        "the last hop itself exiles, and that is too late"
    )
    enemies = draw("""
        . 2 .
        2 . 2
        1 2 .
    """)
    play(enemies, "a1c1c3a3a1")
    assert (piece(enemies, "a1"), pool(enemies, 2)) == ("1", "0+4")


def test_e3_4_only_an_exile_since_the_piece_left_the_tile_counts():
    """The exile on b1 frees a1 and not c1, where the piece stands by then."""
    position = draw("""
        . . . . .
        . . 1 1 .
        1 2 . 1 .
    """)
    assert position.explain("a1c1e1c3").clause == "E3.6", "it can be walked, but a1c1c3 is shorter"
    ruling = position.explain("a1c1e1c3c1")
    assert (ruling.clause, ruling.cells) == ("E3.4", cells(position, "c1"))


def test_e3_4_the_last_time_counts_when_a_tile_was_stood_on_twice():
    position = draw("""
        . . .
        1 1 .
        1 2 .
    """)
    assert "a1c1a3a1" in jumps(position, "a1")
    ruling = position.explain("a1c1a3a1c3a1")
    assert (ruling.clause, ruling.cells) == ("E3.4", cells(position, "a1"))


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


def test_e3_6_holds_for_two_pieces_that_come_back():
    """Either piece makes a round over the same two enemies and stands where it was."""
    board = "............/...1......../..4........./..2........./.433......../...2......../............/..21......../"
    board += "............/............/............/........1..."
    position = GAME.parse(f"infinite {board} 2 1c8*,2d8,3d11*,4d8* 1+0,1+0,2+0,0+2 - 0 300 3")
    assert position.explain("d7b9d9d7") is None
    ruling = position.explain("c9c7e7c9")
    assert ruling.clause == "E3.6"
    assert "d7b9d9d7" in ruling.message


LONG = "classic ...1.4.../...12..3./..1..4.4./3412...../.3......./..22...../...3...../........./......... 1 "
LONG += "1c1,2e3,3e9,4i7 0+0,0+0,0+0,0+0 - 0 1 3"
LONG_PATH = "c7c5c3e3c5c7e9c9e7g7i7g9e9c7c5e7c9e9c7c5a5a7c5c7e9e7c9e9c7c5"


def test_e3_6_a_move_of_29_hops_has_no_shorter_path():
    """More hops than a number of 63 bits can tell one by one, so a move tells what it leads to."""
    position = GAME.parse(LONG)
    move = position.parse_move(LONG_PATH)
    assert move < 2**63
    assert position.move_text(move) == LONG_PATH
    assert GAME.look.picks(position, move) == cells(position, *tiles_in(LONG_PATH))
    longer = position.explain("c7c5c7")
    assert longer.clause == "E3.4"
    position.play(move)
    assert (piece(position, "c5"), piece(position, "c7")) == ("1", ".")
    marks = [mark.cell for mark in GAME.look.view(position).marks if mark.kind == "last"]
    assert marks == list(cells(position, *tiles_in(LONG_PATH)))

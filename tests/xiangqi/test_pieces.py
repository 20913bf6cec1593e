"""X1: the board and how each piece goes."""

import pytest

from tests.xiangqi.drawing import FILES, GAME, across, cell, draw, marked, picture_of, play, targets, turned


def test_x1_1_no_piece_lands_on_its_own_side():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . P . . . . . .
        . . . . . . . . .
        . . C . . N . . .
        . . R . K . . . .
    """)
    assert targets(position, "c1") == marked("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . P . . . . . .
        . . . . . . . . .
        . . C . . N . . .
        x x R x K . . . .
    """)


def test_x1_1_own_pieces_are_not_captured_over_a_screen_either():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . R . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . P . . . . . .
        . . . . . . . . .
        . . C . . . . . .
        . . . . K . . . .
    """)
    assert not targets(position, "c2") & {"c4", "c7"}


def test_x1_1_no_piece_leaves_the_board():
    position = draw("""
        . . . k . . . . N
        . . . . . . . . .
        . . . . . . . . .
        P . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . B
        . . . . . . . . .
        R . . . K . . . .
    """)
    assert targets(position, "i10") == {"g9", "h8"}
    assert targets(position, "i3") == {"g1", "g5"}
    assert targets(position, "a7") == {"a8", "b7"}
    assert targets(position, "a1") == marked("""
        . . . k . . . . N
        . . . . . . . . .
        . . . . . . . . .
        P . . . . . . . .
        x . . . . . . . .
        x . . . . . . . .
        x . . . . . . . .
        x . . . . . . . B
        x . . . . . . . .
        R x x x K . . . .
    """)


def test_x1_1_the_board_has_nine_files_and_ten_ranks():
    position = draw("""
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . K . . . .
    """)
    across = {f"{file}2" for file in FILES if file != "b"}
    along = {f"b{rank}" for rank in range(1, 11) if rank != 2}
    assert targets(position, "b2") == across | along
    assert len(across) == 8
    assert len(along) == 9


@pytest.mark.parametrize("rank", [4, 5])
def test_x1_2_a_pawn_that_has_not_crossed_goes_one_forward(rank):
    position = play(GAME.start(), "a4a5 a7a6") if rank == 5 else GAME.start()
    assert targets(position, f"a{rank}") == {f"a{rank + 1}"}


def test_x1_2_a_pawn_across_the_river_goes_forward_left_or_right():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . P . . . . . .
        . . . . . . P . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "c6") == marked("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . x . . . . . .
        . x P x . . . . .
        . . . . . . P . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "g5") == {"g6"}


def test_x1_2_crossing_the_river_frees_the_pawn_at_once():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . P . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    play(position, "g5g6 d10d9")
    assert targets(position, "g6") == {"f6", "g7", "h6"}


def test_x1_2_a_pawn_on_the_last_rank_goes_sideways_only():
    position = draw("""
        . . P . . . . . P
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
    """)
    assert targets(position, "c10") == {"b10", "d10"}
    assert targets(position, "i10") == {"h10"}


def test_x1_2_a_black_pawn_goes_down_the_board():
    position = draw(
        """
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        p . . . . . . . .
        . . . . . . p . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . p . K . . . .
        """,
        "b",
    )
    assert targets(position, "a6") == {"a5"}
    assert targets(position, "g5") == {"f5", "g4", "h5"}
    assert targets(position, "c1") == {"b1", "d1"}


def test_x1_2_a_pawn_captures_as_it_goes():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . n . . . . . .
        . r P c . . c . .
        . . n . . r P . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "c6") == {"b6", "c7", "d6"}
    assert targets(position, "g5") == {"g6"}


def test_x1_3_a_cannon_moves_like_a_cart_over_empty_points():
    position = draw("""
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . C . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "b3") == marked("""
        . x . . . k . . .
        . x . . . . . . .
        . x . . . . . . .
        . x . . . . . . .
        . x . . . . . . .
        . x . . . . . . .
        . x . . . . . . .
        x C x x x x x x x
        . x . . . . . . .
        . x . . K . . . .
    """)


def test_x1_3_a_cannon_captures_by_leaping_exactly_one_piece_of_either_side():
    position = draw("""
        . . n . . k . . .
        . . . . . . . . .
        . . P . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        r . C . . p . . r
        . . N . . . . . .
        . . . . . . . . .
        . . c . . . . . .
        . . . K . . . . .
    """)
    assert targets(position, "c5") == marked("""
        . . x . . k . . .
        . . . . . . . . .
        . . P . . . . . .
        . . x . . . . . .
        . . x . . . . . .
        r x C x x p . . x
        . . N . . . . . .
        . . . . . . . . .
        . . x . . . . . .
        . . . K . . . . .
    """)


def test_x1_3_a_cannon_leaps_neither_two_pieces_nor_none():
    position = draw("""
        . . r . . k . . .
        . . . . . . . . .
        . . P . . . . . .
        . . . . . . . . .
        . . p . . . . . .
        . . . . . . . . .
        n . C c n . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
    """)
    assert targets(position, "c4") == marked("""
        . . r . . k . . .
        . . . . . . . . .
        . . P . . . . . .
        . . . . . . . . .
        . . p . . . . . .
        . . x . . . . . .
        n x C c x . . . .
        . . x . . . . . .
        . . x . . . . . .
        . . x K . . . . .
    """)


def test_x1_3_a_cannon_captures_behind_its_screen_only_the_first_piece():
    position = draw("""
        . . r . . k . . .
        . . . . . . . . .
        . . n . . . . . .
        . . . . . . . . .
        . . p . . . . . .
        . . . . . . . . .
        . . C . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
    """)
    assert targets(position, "c4") & {"c6", "c7", "c8", "c9", "c10"} == {"c8"}


def test_x1_3_the_leap_is_drawn_from_the_cannon_to_its_prey():
    position = GAME.start()
    leap = position.parse_move("h3h10")
    assert [(step.verb, step.unit, step.cells) for step in position.steps(leap)] == [
        ("go", "C", (cell("h3"), cell("h10"))),
        ("die", "n", (cell("h10"),)),
    ]


def test_x1_4_a_cart_goes_any_distance_over_empty_points_and_captures_by_moving_onto_a_piece():
    position = draw("""
        . . n . . k . . .
        . . . . . . . . .
        . . c . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        r . R . . P . . r
        . . . . . . . . .
        . . . . . . . . .
        . . c . . . . . .
        . . . K . . . . .
    """)
    assert targets(position, "c5") == marked("""
        . . n . . k . . .
        . . . . . . . . .
        . . x . . . . . .
        . . x . . . . . .
        . . x . . . . . .
        x x R x x P . . r
        . . x . . . . . .
        . . x . . . . . .
        . . x . . . . . .
        . . . K . . . . .
    """)


def test_x1_4_the_captured_piece_leaves_the_board():
    position = draw("""
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        r . R . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
    """)
    capture = position.parse_move("c5a5")
    assert [(step.verb, step.unit, step.cells) for step in position.steps(capture)] == [
        ("go", "R", (cell("c5"), cell("a5"))),
        ("die", "r", (cell("a5"),)),
    ]
    position.push_text("c5a5")
    assert str(position) == "5k3/9/9/9/9/R8/9/9/9/3K5 b - - 0 1"
    position.undo()
    assert str(position) == "5k3/9/9/9/9/r1R6/9/9/9/3K5 w - - 0 1"


def test_x1_4_a_quiet_move_is_a_single_step():
    position = GAME.start()
    steps = position.steps(position.parse_move("a1a3"))
    assert [(step.verb, step.unit) for step in steps] == [("go", "R")]
    assert (steps[0].cells[0], steps[0].cells[-1]) == (cell("a1"), cell("a3"))


def test_x1_5_an_elephant_goes_exactly_two_points_diagonally():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . r . .
        . . . . . . . . .
        . . . . B . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "e3") == marked("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . x . . . x . .
        . . . . . . . . .
        . . . . B . . . .
        . . . . . . . . .
        . . x . K . x . .
    """)


def test_x1_5_a_piece_between_blocks_the_elephant():
    position = draw("""
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . r . .
        . . . N . p . . .
        . . . . B . . . .
        . . . C . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "e3") == marked("""
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . r . .
        . . . N . p . . .
        . . . . B . . . .
        . . . C . . . . .
        . . . . K . x . .
    """)


def test_x1_5_an_elephant_never_crosses_the_river():
    picture = """
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        r . . . n . . . .
        . . b . . . . . .
        . . . . . . B . .
        . . . . N . . . R
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """
    assert targets(draw(picture), "g5") == {"e3", "i3"}
    assert targets(draw(picture, "b"), "c6") == {"a8", "e8"}


def test_x1_6_a_horse_goes_one_straight_and_one_diagonally_outward():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . n . . .
        . . C . . . . . .
        . . . . N . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "e5") == marked("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . x . x . . .
        . . C . . . x . .
        . . . . N . . . .
        . . x . . . x . .
        . . . x . x . . .
        . . . . . . . . .
        . . . . K . . . .
    """)


@pytest.mark.parametrize(
    ("leg", "lost"),
    [("e6", {"d7", "f7"}), ("e4", {"d3", "f3"}), ("d5", {"c4", "c6"}), ("f5", {"g4", "g6"})],
)
@pytest.mark.parametrize("blocker", ["C", "n"])
def test_x1_6_a_piece_on_the_leg_hobbles_the_horse(leg, lost, blocker):
    free = {"d7", "f7", "d3", "f3", "c4", "c6", "g4", "g6"}
    position = draw(picture_of({"d10": "k", "f1": "K", "e5": "N", leg: blocker}))
    assert targets(position, "e5") == free - lost


def test_x1_6_pieces_elsewhere_beside_the_horse_do_not_hobble_it():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . p . . . .
        . . . C . r . . .
        . . c . N . n . .
        . . . R . C . . .
        . . . . r . . . .
        . . . . . . . . .
        . . . . . K . . .
    """)
    assert len(targets(position, "e5")) == 8


def test_x1_6_a_horse_may_attack_one_that_does_not_attack_it():
    picture = """
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . P n . . .
        . . . N . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
    """
    assert "f5" in targets(draw(picture), "d4")
    assert "d4" not in targets(draw(picture, "b"), "f5")


def test_x1_7_a_guard_goes_one_point_diagonally():
    position = draw("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        R . . . . . . . .
        . . . n . . . . .
        . . . . A . . . .
        . . . . K . . . .
    """)
    assert targets(position, "e2") == set(), "the guard shields its general"
    position = draw("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        R . . . . . . . .
        . . . n . . . . .
        . . . . A . . . .
        . . . . . K . . .
    """)
    assert targets(position, "e2") == marked("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        R . . . . . . . .
        . . . x . x . . .
        . . . . A . . . .
        . . . x . K . . .
    """)


@pytest.mark.parametrize("corner", ["d1", "f1", "d3", "f3"])
def test_x1_7_a_guard_stays_inside_the_palace(corner):
    picture = picture_of({"e10": "k", "e1": "K", "e7": "P", corner: "A"})
    assert targets(draw(picture), corner) == {"e2"}
    assert targets(draw(turned(picture), "b"), across(corner)) == {"e9"}


def test_x1_8_a_general_goes_one_point_straight():
    position = draw("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . P . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K n . . .
        . . . . . . . . .
    """)
    assert targets(position, "e2") == marked("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . P . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . x . . . .
        . . . x K x . . .
        . . . . x . . . .
    """)


@pytest.mark.parametrize(
    ("corner", "inside"),
    [("d1", {"d2", "e1"}), ("f1", {"e1", "f2"}), ("d3", {"d2", "e3"}), ("f3", {"e3", "f2"})],
)
def test_x1_8_a_general_stays_inside_the_palace(corner, inside):
    picture = picture_of({"e10": "k", "e7": "P", corner: "K"})
    assert targets(draw(picture), corner) == inside
    assert targets(draw(turned(picture), "b"), across(corner)) == {across(point) for point in inside}

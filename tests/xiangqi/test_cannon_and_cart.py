"""X1.3 and X1.4: how the cannon and the cart go."""

from tests.xiangqi.drawing import GAME, cell, draw, marked, targets


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

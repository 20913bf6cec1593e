"""X1.5 and X1.6: how the elephant and the horse go."""

import pytest

from tests.xiangqi.drawing import draw, marked, picture_of, targets


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

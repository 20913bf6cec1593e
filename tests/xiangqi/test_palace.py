"""X1.7 and X1.8: how the guard and the general go, in the palace."""

import pytest

from tests.xiangqi.drawing import across, draw, marked, picture_of, targets, turned


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

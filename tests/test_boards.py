"""Boards by one call."""

import pytest

from ludoteca import boards
from ludoteca.games.chinese_checkers.board import GEOMETRY as STAR


def named(board, name):
    return sorted(board.names[cell] for cell in board.neighbours[board.cell(name)])


def test_squares_points_and_a_torus():
    assert named(boards.squares(3, 3), "a1") == ["a2", "b1"]
    assert named(boards.squares(3, 3, has_diagonals=True), "b2") == ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    assert named(boards.torus(4, 4), "a1") == ["a2", "a4", "b1", "d1"]
    assert len(boards.points(3, 2).lines) == 7


def test_hexagons():
    assert named(boards.rhombus(11, 11), "b2") == ["a2", "a3", "b1", "b3", "c1", "c2"]
    assert named(boards.rhombus(11, 11), "a1") == ["a2", "b1"]
    hexagon = boards.hexagon(3)
    assert [len(row) for row in hexagon.rows] == [3, 4, 5, 4, 3]
    assert named(hexagon, "a1") == ["a2", "b1", "b2"]
    assert named(hexagon, "c3") == ["b2", "b3", "c2", "c4", "d2", "d3"]


def test_a_star_is_that_of_chinese_checkers():
    star = boards.star(5)
    assert star.names == STAR.names
    west = min(x for x, _ in STAR.places) - min(x for x, _ in star.geometry.places)
    south = min(y for _, y in STAR.places) - min(y for _, y in star.geometry.places)
    assert tuple((x + west, y + south) for x, y in star.geometry.places) == STAR.places


@pytest.mark.parametrize("board", [boards.squares(4, 5), boards.rhombus(3, 4), boards.hexagon(4), boards.star(3)])
def test_neighbours_are_mutual_and_rows_hold_all_cells(board):
    for cell in board:
        assert all(cell in board.neighbours[there] for there in board.neighbours[cell])
    assert sorted(cell for row in board.rows for cell in row) == list(board)
    assert board.rows[0][0] == min(
        board, key=lambda cell: (-board.geometry.places[cell][1], board.geometry.places[cell])
    )


def test_any_cells():
    board = boards.cells(["home", "gate", "tower"], [(0, 0), (1, 0), (1, 1)], ways=((1, 0), (0, 1)))
    assert named(board, "home") == ["gate"]
    assert list(board.ray(board.cell("gate"), (0, 1))) == [2]


def test_cells_that_are_joined_are_neighbours_with_a_line():
    board = boards.cells(["p", "q", "r"], [(0, 0), (1, 0), (2, 0)], joined=[("p", "q"), ("q", "r")])
    assert board.neighbours == ((1,), (0, 2), (1,))
    assert (board.style, len(board.lines)) == ("points", 2)


@pytest.mark.parametrize(
    ("names", "places", "more", "message"),
    [
        ("pp", [(0, 0), (1, 0)], {}, "two cells have the same name"),
        ("pq", [(0, 0), (0, 0)], {}, "two cells have the same place"),
        ("pq", [(0, 0), (1, 0)], {"joined": [("p", "x")]}, "there is no cell 'x' to be joined"),
        ("pq", [(0, 0), (1, 0)], {"style": "lines"}, "squares, points, holes, hexagons, not 'lines'"),
    ],
)
def test_a_board_that_cannot_be_is_refused(names, places, more, message):
    with pytest.raises(ValueError, match=message):
        boards.cells(names, places, **more)

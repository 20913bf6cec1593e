"""Moves that `play` is given although they are not legal: nothing is promised of them, but that they harm nothing."""

from typing import Any

import pytest

import ludoteca
from ludoteca.games.xiangqi import layout

XIANGQI = ludoteca.game("xiangqi")


def test_a_piece_that_stays_where_it_is_is_no_move():
    position = XIANGQI.start()
    for point in range(90):
        assert not position.accepts(layout.move(point, point))
    with pytest.raises(ValueError, match="is not a move"):
        position.play(layout.move(0, 0))


def test_a_side_whose_general_was_taken_is_answered():
    position: Any = XIANGQI.parse("4k4/9/9/9/9/9/9/9/4r4/R3K4 w - - 0 1")
    before = str(position)
    position.play(layout.move(0, 9))
    position.play(layout.move(13, 4))
    assert position.legal_moves()
    assert not position.is_in_check(0)
    position.undo()
    position.undo()
    assert str(position) == before and position.is_in_check(0)

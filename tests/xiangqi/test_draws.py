"""X3.3 to X3.5: the draws."""

import pytest

from tests.xiangqi.cycles import CHECK_AGAINST_CHASE, verdict
from tests.xiangqi.drawing import GAME, draw, play


def test_x3_3_a_repetition_without_check_or_chase_is_a_draw():
    position = GAME.start()
    cycle = "b1c3 b10c8 c3b1 c8b10"
    play(position, cycle)
    assert position.outcome() is None
    play(position, cycle)
    outcome = position.outcome()
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.3")


def test_x3_3_check_outranks_chase():
    outcome = verdict(*CHECK_AGAINST_CHASE)
    assert (outcome.winner, outcome.payoffs) == (1, (-1, 1))
    assert outcome.clause in {"X3.1", "X3.3"}


def test_x3_3_without_the_checks_the_same_chase_loses():
    outcome = verdict(
        """
        . . . . r . . P c
        R . . . . . . P c
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        "a9a10 e10e9 a10a9 e9e10",
    )
    assert (outcome.winner, outcome.clause) == (0, "X3.2")


def test_x3_4_sixty_moves_each_without_a_capture_draw():
    position = draw("""
        . . b . k . . . .
        . . . . a . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . R
    """)
    # The cart walks to and fro over the board, so that no position comes twice.
    walk = ["i1"]
    for rank in range(2, 9):
        files = "ihgfedcba" if rank % 2 == 0 else "abcdefghi"
        walk += [f"{file}{rank}" for file in files]
    for turn in range(60):
        assert position.outcome() is None
        position.push_text(walk[turn] + walk[turn + 1])
        assert position.outcome() is None
        position.push_text("c10a8" if turn % 2 == 0 else "a8c10")
    outcome = position.outcome()
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.4")
    assert position.legal_moves() == []
    position.undo()
    assert position.outcome() is None


LONG_QUIET = """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    n . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    R . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
"""


def test_x3_4_the_count_is_read_with_the_position():
    position = draw(LONG_QUIET, quiet=118)
    position.push_text("a3b3")
    assert position.outcome() is None
    position.push_text("e10e9")
    assert position.outcome().clause == "X3.4"


def test_x3_4_a_capture_begins_the_count_anew():
    position = draw(LONG_QUIET, quiet=119)
    position.push_text("a3a6")
    assert position.outcome() is None
    assert str(position).split()[4] == "0"
    position.push_text("e10e9")
    assert position.outcome() is None
    assert str(position).split()[4] == "1"


def test_x3_5_without_a_piece_that_can_cross_the_river_the_game_is_drawn():
    position = draw("""
        . . b a k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . p . . . . .
        . . B K . A . . .
    """)
    assert position.outcome() is None
    position.push_text("d1d2")
    outcome = position.outcome()
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.5")
    assert position.legal_moves() == []
    position.undo()
    assert position.outcome() is None


@pytest.mark.parametrize("crosser", ["R", "N", "C", "P", "r", "n", "c", "p"])
def test_x3_5_a_single_piece_that_can_cross_keeps_the_game_open(crosser):
    picture = """
        . . . . k . . . .
        . . . . a . . . .
        . . . . . . . . .
        . . . . . . . . .
        x . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . A . . . .
        . . . . K . . . .
    """
    assert draw(picture.replace("x", ".")).outcome().clause == "X3.5"
    position = draw(picture.replace("x", crosser))
    assert position.outcome() is None
    assert position.legal_moves()

"""X1.1 and X1.2: the board, and how the pawn goes."""

import pytest

from tests.xiangqi.drawing import FILES, GAME, draw, marked, play, targets


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

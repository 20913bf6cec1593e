"""X2: the start, the generals, check and the lost game."""

import pytest

import ludoteca
from tests.xiangqi.drawing import GAME, cell, draw, marked, targets

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def test_x2_1_the_usual_start():
    position = GAME.start()
    assert str(position) == START
    assert position.seats == 2
    assert str(GAME.parse(START)) == START
    drawn = draw("""
        r n b a k a b n r
        . . . . . . . . .
        . c . . . . . c .
        p . p . p . p . p
        . . . . . . . . .
        . . . . . . . . .
        P . P . P . P . P
        . C . . . . . C .
        . . . . . . . . .
        R N B A K A B N R
    """)
    assert drawn.key == position.key


def test_x2_1_red_moves_first_then_the_sides_alternate():
    position = GAME.start()
    assert position.to_move == 0
    position.push_text("h3e3")
    assert position.to_move == 1
    position.push_text("h10g8")
    assert position.to_move == 0
    assert str(position) == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2"


def test_x2_1_only_ones_own_pieces_move():
    position = GAME.start()
    with pytest.raises(ludoteca.IllegalMove) as refusal:
        position.push_text("h10g8")
    assert refusal.value.ruling.clause == "X2.1"
    assert refusal.value.ruling.cells == (cell("h10"),)
    assert str(position) == START, "a refused move changes nothing"


@pytest.mark.parametrize(("depth", "leaves"), [(1, 44), (2, 1920), (3, 79666)])
def test_x2_1_the_start_opens_into_as_many_games_as_it_should(depth, leaves):
    assert _leaves(GAME.start(), depth) == leaves


def test_x2_1_undo_takes_moves_back_one_by_one():
    position = GAME.start()
    seen = []
    for text in ("h3h10", "i10h10", "b3b10", "a10b10", "a1a2"):
        seen.append((str(position), position.key, position.legal_moves()))
        position.push_text(text)
    for before in reversed(seen):
        position.undo()
        assert (str(position), position.key, position.legal_moves()) == before


def test_x2_1_a_copy_goes_its_own_way():
    position = GAME.start()
    other = position.copy()
    other.push_text("h3e3")
    assert str(position) == START
    assert str(other) != START
    assert other.key != position.key
    other.undo()
    assert other.key == position.key


def test_x2_2_the_generals_may_not_come_to_face_each_other():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        P . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "e1") == {"e2", "f1"}


def test_x2_2_the_only_piece_between_the_generals_stays_on_their_file():
    position = draw("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . C . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "e5") == marked("""
        . . . . k . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . C . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . K . . . .
    """)


def test_x2_2_two_pieces_between_the_generals_are_free():
    position = draw("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . p . . . .
        . . . . . . . . .
        . . . . N . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert len(targets(position, "e4")) == 8


def test_x2_2_a_general_holds_the_open_file_against_the_other():
    position = draw(
        """
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        p . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
        """,
        "b",
    )
    assert targets(position, "d10") == {"d9"}


def test_x2_3_a_pinned_piece_moves_only_along_its_pin():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . r . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . R . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert targets(position, "e4") == marked("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . R . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . . . K . . . .
    """)


def test_x2_3_a_general_does_not_step_into_an_attack():
    position = draw("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . p . . . .
        . . . . . . . . .
        r . . . . . . . .
        . . . . . . . . .
        . . . p . . . . .
        . . . . . n . . .
        . . . . K . . . .
    """)
    # The horse on f2 holds d1.
    assert targets(position, "e1") == {"e2", "f1"}


def test_x2_3_check_by_a_cart_is_answered_by_capture_block_or_flight():
    position = draw("""
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        R . . . r . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . C . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert _texts(position) == {"a6e6", "g3e3", "e1d1"}


def test_x2_3_check_by_a_horse_is_answered_by_hobbling_it():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . n . . R . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert _texts(position) == {"g3d3", "e1d1", "e1e2", "e1f1"}
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . n . . . . .
        . . . . . . R . .
        . . . . K . . . .
    """)
    assert _texts(position) == {"g2d2", "e1d1", "e1e2", "e1f1"}


def test_x2_3_check_by_a_cannon_is_answered_by_a_second_screen_or_none():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . c . . . .
        . . . . . . . . .
        . . . . N . . . .
        . . . . . . . . .
        . . . . . . . R .
        . . . . K . . . .
    """)
    horse = {f"e4{target}" for target in ("c3", "c5", "d2", "d6", "f2", "f6", "g3", "g5")}
    assert _texts(position) == horse | {"h2e2", "e1f1"}


def test_x2_3_no_piece_makes_itself_the_screen_against_its_general():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . c . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . R .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert "h3e3" not in _texts(position)
    assert {"h3f3", "h3d3"} <= _texts(position)


def test_x2_3_a_double_check_leaves_only_flight():
    position = draw("""
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . r . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . n . . . . R
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert _texts(position) == {"e1d1"}


def test_x2_4_checkmate_loses():
    position = draw("""
        . . . k . . . . .
        R . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    assert position.outcome() is None
    position.push_text("b3b10")
    outcome = position.outcome()
    assert position.legal_moves() == []
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (0, (1, -1), "X2.4")
    assert "checkmate" in outcome.reason
    position.undo()
    assert position.outcome() is None


def test_x2_4_red_is_checkmated_as_well():
    position = draw(
        """
        . . . . k . . . .
        . . . . . . . . .
        . r . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        r . . . . . . . .
        . . . . . K . . .
        """,
        "b",
    )
    position.push_text("b8b1")
    outcome = position.outcome()
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (1, (-1, 1), "X2.4")
    assert "checkmate" in outcome.reason


def test_x2_4_stalemate_loses_too():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    position.push_text("b6b9")
    outcome = position.outcome()
    assert position.legal_moves() == []
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (0, (1, -1), "X2.4")
    assert "stalemate" in outcome.reason
    assert "checkmate" not in outcome.reason


def test_x2_4_a_side_with_another_move_is_not_stalemated():
    position = draw("""
        . . . k . . . . .
        . . . . . . . . .
        . . . . . . . . .
        p . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . .
    """)
    position.push_text("b6b9")
    assert position.outcome() is None
    assert _texts(position) == {"a7a6"}


@pytest.mark.parametrize(
    "clause",
    [f"X1.{number}" for number in range(1, 9)]
    + [f"X2.{number}" for number in range(1, 5)]
    + [f"X3.{number}" for number in range(1, 7)],
)
def test_every_clause_can_be_read(clause):
    assert GAME.rules[clause].strip()


def _texts(position):
    return {position.move_text(move, "coordinates") for move in position.legal_moves()}


def _leaves(position, depth):
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        position.play(move)
        total += _leaves(position, depth - 1)
        position.undo()
    return total

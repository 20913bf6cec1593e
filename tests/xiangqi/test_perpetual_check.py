"""X3.1: perpetual check."""

from tests.xiangqi.cycles import BOTH_CHECK, PERPETUAL_CHECK, verdict
from tests.xiangqi.drawing import GAME, draw, play


def test_x3_1_a_position_seen_twice_goes_on():
    picture, moves = PERPETUAL_CHECK
    position = play(draw(picture), moves)
    assert position.outcome() is None
    assert position.legal_moves()


def test_x3_1_perpetual_check_loses_on_the_third_occurrence():
    outcome = verdict(*PERPETUAL_CHECK)
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (1, (-1, 1), "X3.1")


def test_x3_1_the_game_is_over_and_undo_reopens_it():
    picture, moves = PERPETUAL_CHECK
    position = play(draw(picture), f"{moves} {moves}")
    assert position.legal_moves() == []
    position.undo()
    assert position.outcome() is None
    assert "f10e10" in {position.move_text(move) for move in position.legal_moves()}


def test_x3_1_the_moves_before_the_first_occurrence_do_not_count():
    picture, moves = PERPETUAL_CHECK
    quiet_start = """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . R . . .
        . . . K . . . . .
        . . . . . . . . .
    """
    position = play(draw(quiet_start), "d2d1 e10e9 f3f2 e9e10")
    assert position.outcome() is None
    assert str(position).split()[0] == str(draw(picture)).split()[0]
    outcome = play(position, f"{moves} {moves}").outcome()
    assert (outcome.winner, outcome.clause) == (1, "X3.1")


def test_x3_1_one_quiet_move_in_the_cycle_is_no_perpetual_check():
    outcome = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        R . . . . . . . .
        . . . K . . . . .
        """,
        "a2e2 e10f10 e2a2 f10e10",
    )
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.3")


def test_x3_1_a_pawn_may_not_check_for_ever_either():
    outcome = verdict(
        """
        . . . k . . . . .
        . . . . P . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . K . . .
        """,
        "e9d9 d10e10 d9e9 e10d10",
    )
    assert (outcome.winner, outcome.clause) == (1, "X3.1")


def test_x3_1_both_sides_checking_is_a_draw():
    outcome = verdict(*BOTH_CHECK)
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.1")


def test_x3_1_the_side_to_move_is_part_of_the_position():
    position = draw("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        R . . K . . . . .
    """)
    # Three moves bring the cart home and two the general: the same pieces stand with either side to move.
    circle = "a1b1 e10f10 b1c1 f10e10 c1a1 e10f10 a1b1 f10e10 b1c1 e10f10 c1a1 f10e10 "
    for text in (2 * circle).split():
        assert position.outcome() is None
        position.push_text(text)
    assert position.outcome().clause == "X3.3"


def test_x3_1_a_parsed_position_begins_a_new_history():
    picture, moves = PERPETUAL_CHECK
    position = play(draw(picture), moves)
    again = GAME.parse(str(position))
    assert play(position, moves).outcome() is not None
    assert play(again, moves).outcome() is None
    assert play(again, moves).outcome() is not None

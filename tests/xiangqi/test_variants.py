"""The options: X2.5, X3.4 and X3.7."""

import pickle

import pytest

import ludoteca
from ludoteca.core.ruling import InvalidPosition
from tests.xiangqi.cycles import PERPETUAL_CHECK
from tests.xiangqi.drawing import GAME, draw, fen, play

FACING = "4k4/9/9/9/9/9/9/9/3R5/3K5 w"
SHIELDED = "4k4/9/9/9/4N4/9/9/9/9/3RK4 w"
TO_AND_FRO = "b1c3 b10c8 c3b1 c8b10"


def test_x2_5_a_piece_between_the_generals_may_leave():
    assert GAME.parse(SHIELDED).explain("e6f8").clause == "X2.2"
    position = GAME.parse(SHIELDED, flying_general=False)
    assert position.explain("e6f8") is None
    assert position.parse_move("e6f8") in position.legal_moves()
    position.push_text("e6c7")
    assert position.outcome() is None
    assert position.legal_moves()


def test_x2_5_a_general_may_step_onto_the_file_of_the_other():
    assert GAME.parse(FACING).explain("d1e1").clause == "X2.2"
    position = GAME.parse(FACING, flying_general=False)
    position.push_text("d1e1")
    # Other checks count as ever.
    assert position.explain("e10d10").clause == "X2.3"
    position.push_text("e10e9")


def test_x2_5_generals_that_face_each_other_can_be_set_up():
    text = "4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
    with pytest.raises(InvalidPosition):
        GAME.parse(text)
    assert str(GAME.parse(text, flying_general="off")) == text


def test_x2_5_a_mate_by_the_flying_general_is_none():
    mate = "3k5/4R4/9/9/9/9/9/9/9/4K4 w"
    position = GAME.parse("3k5/9/9/9/9/9/9/9/4R4/3AK4 w")
    assert GAME.parse(mate, flying_general=False).outcome() is None
    play(position, "e2d2")
    assert position.outcome().clause == "X2.4"
    without = GAME.parse("3k5/9/9/9/9/9/9/9/4R4/3AK4 w", flying_general=False)
    play(without, "e2d2 d10e10")
    assert without.outcome() is None


def test_x3_4_another_limit():
    position = GAME.start(quiet_limit=3)
    play(position, "b1c3 b10c8 a1b1")
    outcome = position.outcome()
    assert (outcome.clause, outcome.reason) == ("X3.4", "3 plies without a capture")
    assert GAME.parse("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 500 300", quiet_limit="off").outcome() is None


def test_x3_4_without_a_limit_the_count_goes_on_and_comes_back():
    position = GAME.parse("4k4/9/9/9/9/9/9/p8/R8/3K5 w - - 70000 1", quiet_limit=None)
    before = str(position)
    play(position, "a2b2 e10e9")
    assert str(position).split()[4] == "70002"
    play(position, "b2b3")
    for _ in range(3):
        position.undo()
    assert str(position) == before
    play(position, "a2a3")
    position.undo()
    assert str(position) == before


def test_x3_7_a_position_may_come_any_number_of_times():
    position = GAME.start(repetition=False)
    for _ in range(30):
        assert position.outcome() is None
        play(position, TO_AND_FRO)
    assert position.outcome().clause == "X3.4"


def test_x3_7_perpetual_check_is_allowed():
    picture, cycle = PERPETUAL_CHECK
    position = draw(picture)
    play(position, f"{cycle} {cycle}")
    assert position.outcome().clause == "X3.1"
    without = GAME.parse(fen(picture), repetition=False)
    play(without, f"{cycle} {cycle} {cycle}")
    assert without.outcome() is None


@pytest.mark.parametrize("options", [{"flying_general": False}, {"repetition": False}, {"quiet_limit": 8}])
def test_copies_pickles_and_records_keep_the_options(options):
    position = GAME.start(**options)
    play(position, "b1c3 b10c8")
    record = ludoteca.read_record(str(ludoteca.Record.of(position)))
    for other in (position.copy(), pickle.loads(pickle.dumps(position)), record.replay()):
        assert other.options == position.options
        play(other, "c3b1 c8b10 " + TO_AND_FRO)
        clause = {"flying_general": "X3.3", "repetition": None, "quiet_limit": "X3.3"}[next(iter(options))]
        assert (other.outcome() and other.outcome().clause) == clause


def test_copies_of_boards_keep_the_flying_general_off():
    position = GAME.parse(SHIELDED, flying_general=False)
    for other in (position.copy(), pickle.loads(pickle.dumps(position))):
        assert len(other.legal_moves()) == len(position.legal_moves()) > len(GAME.parse(SHIELDED).legal_moves())

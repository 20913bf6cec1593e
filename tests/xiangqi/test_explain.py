"""Every refusal names its clause and the points to blame."""

import random

import pytest

import ludoteca
from tests.xiangqi.drawing import GAME, NOTATIONS, draw, name, picture_of, play

OPEN_BOARD = """
    . . r k . . . . .
    . . . . . . . . .
    . . n . . . . . .
    . . . . . . . . .
    . . p . . . . . .
    . . . . . . B . .
    n . C . . P . . r
    . . . . . . . N p
    . . . . . . . . .
    . . . . K A . . R
"""


def test_explain_has_nothing_against_a_legal_move():
    position = GAME.start()
    for move in position.legal_moves():
        for notation in NOTATIONS:
            assert position.explain(position.move_text(move, notation)) is None


def test_explain_refuses_every_other_pair_of_points():
    position = GAME.start()
    legal = {position.move_text(move) for move in position.legal_moves()}
    points = [f"{file}{rank}" for rank in range(1, 11) for file in "abcdefghi"]
    for origin in points[:36]:
        for target in points:
            if origin + target not in legal:
                ruling = position.explain(origin + target)
                assert ruling is not None, origin + target
                assert ruling.message
                assert ruling.clause in {f"X1.{number}" for number in range(1, 9)} | {"X2.1", "X2.2", "X2.3"}


@pytest.mark.parametrize("seed", range(4))
def test_allows_says_of_every_pair_of_points_what_the_legal_moves_say(seed):
    position = GAME.start()
    chosen = random.Random(seed)
    while position.outcome() is None and len(position.moves_played()) < 40:
        legal = set(position.legal_moves())
        assert {move for move in range(-1, 90 * 128 + 1) if position.allows(move)} == legal
        position.play(chosen.choice(sorted(legal)))


def test_allows_nothing_when_the_game_is_over():
    """The position has come for the third time, and there would be moves."""
    position = play(GAME.start(), "h1g3 h10g8 g3h1 g8h10 " * 2)
    assert position.outcome().clause == "X3.3"
    assert not any(position.allows(move) for move in range(90 * 128))


def test_push_text_raises_the_same_ruling():
    position = GAME.start()
    with pytest.raises(ludoteca.IllegalMove) as refusal:
        position.push_text("b1d2")
    assert refusal.value.ruling == position.explain("b1d2")
    assert refusal.value.ruling.clause == "X1.6"


def test_x1_1_the_target_is_ones_own():
    assert _refusal(draw(OPEN_BOARD), "c4f4") == ("X1.1", {"f4"})
    assert _refusal(GAME.start(), "a1b1") == ("X1.1", {"b1"})
    assert _refusal(GAME.start(), "e1d1") == ("X1.1", {"d1"})


def test_x1_1_a_move_goes_somewhere():
    clause, cells = _refusal(GAME.start(), "a1a1")
    assert clause == "X1.1"
    assert "a1" in cells


@pytest.mark.parametrize("text", ["c4d4", "c4b4", "c4c3", "c4c6", "c4d5", "d6d5", "d6c7", "d6d8"])
def test_x1_2_what_a_pawn_does_not_do(text):
    position = draw(picture_of({"d10": "k", "e1": "K", "c4": "P", "d6": "P"}))
    clause, cells = _refusal(position, text)
    assert clause == "X1.2"
    assert text[:2] in cells


def test_x1_2_a_black_pawn_does_not_go_up():
    position = draw(picture_of({"d10": "k", "e1": "K", "c7": "p", "d5": "p"}), "b")
    assert _refusal(position, "c7c8")[0] == "X1.2"
    assert _refusal(position, "c7d7")[0] == "X1.2"
    assert _refusal(position, "d5d6")[0] == "X1.2"
    assert position.explain("d5e5") is None


def test_x1_3_a_cannon_without_a_screen_does_not_capture():
    clause, cells = _refusal(draw(OPEN_BOARD), "c4a4")
    assert clause == "X1.3"
    assert "a4" in cells


def test_x1_3_a_cannon_does_not_capture_over_two_screens():
    assert _refusal(draw(OPEN_BOARD), "c4c10") == ("X1.3", {"c6", "c8"})


def test_x1_3_a_cannon_leaps_only_to_capture():
    assert _refusal(draw(OPEN_BOARD), "c4c7") == ("X1.3", {"c6"})
    assert _refusal(draw(OPEN_BOARD), "c4g4") == ("X1.3", {"f4"})
    assert _refusal(draw(OPEN_BOARD), "c4c9") == ("X1.3", {"c6", "c8"})


def test_x1_3_a_cannon_goes_straight():
    assert _refusal(draw(OPEN_BOARD), "c4d5")[0] == "X1.3"


def test_x1_4_a_cart_is_blocked():
    assert _refusal(draw(OPEN_BOARD), "i1i4") == ("X1.4", {"i3"})
    clause, cells = _refusal(draw(OPEN_BOARD), "i1d1")
    assert clause == "X1.4"
    assert "f1" in cells
    assert _refusal(GAME.start(), "a1a7") == ("X1.4", {"a4"})


def test_x1_4_a_cart_goes_straight():
    clause, cells = _refusal(draw(OPEN_BOARD), "i1h2")
    assert clause == "X1.4"
    assert "i1" in cells


def test_x1_5_an_elephants_eye_is_blocked():
    position = draw(picture_of({"d10": "k", "e1": "K", "e3": "B", "d4": "r", "f2": "C"}))
    assert _refusal(position, "e3c5") == ("X1.5", {"d4"})
    assert _refusal(position, "e3g1") == ("X1.5", {"f2"})
    assert position.explain("e3g5") is None


def test_x1_5_the_river_stops_an_elephant():
    clause, cells = _refusal(draw(OPEN_BOARD), "g5e7")
    assert clause == "X1.5"
    assert "e7" in cells
    assert "river" in draw(OPEN_BOARD).explain("g5e7").message


def test_x1_5_an_elephant_goes_two_points_diagonally():
    for text in ("g5g6", "g5f6", "g5d2", "g5g3"):
        assert _refusal(draw(OPEN_BOARD), text)[0] == "X1.5"


def test_x1_6_a_horse_is_hobbled():
    position = draw(OPEN_BOARD)
    assert _refusal(GAME.start(), "b1d2") == ("X1.6", {"c1"})
    assert _refusal(position, "h3f4")[0] == "X1.1"
    hobbled = draw(picture_of({"d10": "k", "e1": "K", "c4": "N", "c5": "r", "d4": "C"}))
    assert _refusal(hobbled, "c4b6") == ("X1.6", {"c5"})
    assert _refusal(hobbled, "c4d6") == ("X1.6", {"c5"})
    assert _refusal(hobbled, "c4e5") == ("X1.6", {"d4"})
    assert hobbled.explain("c4a5") is None


def test_x1_6_a_horse_does_not_go_otherwise():
    for text in ("h3h4", "h3g4", "h3f3", "h3e5"):
        clause, cells = _refusal(draw(OPEN_BOARD), text)
        assert clause == "X1.6"
        assert "h3" in cells


def test_x1_7_the_palace_holds_a_guard():
    clause, cells = _refusal(draw(OPEN_BOARD), "f1g2")
    assert clause == "X1.7"
    assert "g2" in cells
    assert "palace" in draw(OPEN_BOARD).explain("f1g2").message


def test_x1_7_a_guard_goes_one_point_diagonally():
    for text in ("f1f2", "f1d3", "f1g1"):
        assert _refusal(draw(OPEN_BOARD), text)[0] == "X1.7"


def test_x1_8_the_palace_holds_a_general():
    position = draw(picture_of({"f10": "k", "d3": "K", "c4": "P"}))
    for target in ("c3", "d4"):
        clause, cells = _refusal(position, f"d3{target}")
        assert clause == "X1.8"
        assert target in cells
        assert "palace" in position.explain(f"d3{target}").message


def test_x1_8_a_general_goes_one_point_straight():
    for text in ("e1d2", "e1e3"):
        assert _refusal(draw(OPEN_BOARD), text)[0] == "X1.8"


def test_x2_1_an_empty_point_has_nothing_to_move():
    assert _refusal(GAME.start(), "a2a3") == ("X2.1", {"a2"})
    assert _refusal(GAME.start(), "E4-E5") == ("X2.1", {"e5"})


def test_x2_1_the_other_sides_piece_is_not_moved():
    assert _refusal(GAME.start(), "a10a9") == ("X2.1", {"a10"})
    assert _refusal(play(GAME.start(), "h3e3"), "e3e7") == ("X2.1", {"e3"})


def test_x2_2_the_generals_would_face_each_other():
    walk = draw(picture_of({"d10": "k", "e1": "K", "a4": "P"}))
    assert _refusal(walk, "e1d1") == ("X2.2", {"d1", "d10"})
    unveiled = draw(picture_of({"e10": "k", "e1": "K", "e6": "P"}))
    assert _refusal(unveiled, "e6d6") == ("X2.2", {"e1", "e10"})
    assert unveiled.explain("e6e7") is None


def test_x2_3_a_pinned_piece_stays():
    position = draw(picture_of({"d10": "k", "e1": "K", "e4": "N", "e8": "r"}))
    clause, cells = _refusal(position, "e4d6")
    assert clause == "X2.3"
    assert "e8" in cells
    assert "e1" in cells


def test_x2_3_a_general_left_in_check():
    position = draw(picture_of({"f10": "k", "e1": "K", "a4": "P", "e8": "r"}))
    clause, cells = _refusal(position, "a4a5")
    assert clause == "X2.3"
    assert "e8" in cells


def test_x2_3_a_general_walking_into_check():
    position = draw(picture_of({"f10": "k", "e1": "K", "a4": "P", "d8": "r"}))
    clause, cells = _refusal(position, "e1d1")
    assert clause == "X2.3"
    assert "d8" in cells


def test_x2_3_a_piece_that_would_be_the_screen():
    position = draw(picture_of({"d10": "k", "e1": "K", "h3": "R", "e7": "c"}))
    clause, cells = _refusal(position, "h3e3")
    assert clause == "X2.3"
    assert "e7" in cells


def test_x2_3_both_checkers_are_to_blame():
    position = draw(picture_of({"f10": "k", "e1": "K", "a4": "P", "e7": "r", "d3": "n"}))
    clause, cells = _refusal(position, "a4a5")
    assert clause == "X2.3"
    assert {"e7", "d3"} <= cells


def test_x2_4_after_a_mate_nothing_moves():
    position = draw(picture_of({"d10": "k", "a9": "R", "b3": "R", "e1": "K"}))
    position.push_text("b3b10")
    assert position.explain("d10d9").clause == "X2.4"
    with pytest.raises(ludoteca.IllegalMove) as refusal:
        position.push_text("d10d9")
    assert refusal.value.ruling.clause == "X2.4"


def test_x3_1_after_a_perpetual_check_nothing_moves():
    position = draw(picture_of({"e10": "k", "f2": "R", "d1": "K"}))
    play(position, 2 * "f2e2 e10f10 e2f2 f10e10 ")
    assert position.explain("f2e2").clause == "X3.1"


def test_x3_3_after_a_repetition_nothing_moves():
    position = play(GAME.start(), 2 * "b1c3 b10c8 c3b1 c8b10 ")
    assert position.explain("h3e3").clause == "X3.3"


def test_x3_4_after_sixty_quiet_moves_nothing_moves():
    position = draw(picture_of({"d10": "k", "a9": "R", "e1": "K"}), quiet=120)
    assert position.explain("a9a8").clause == "X3.4"


def test_x3_5_without_crossing_pieces_nothing_moves():
    position = draw(picture_of({"d10": "k", "d1": "A", "e1": "K"}))
    assert position.explain("d1e2").clause == "X3.5"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a1",
        "hello",
        "h3",
        "h3e3e4",
        "h3 to e3",
        "j1j2",
        "a0a1",
        "a1a11",
        "H2-J2",
        "H2-H10",
        "C2*5",
        "Q2=5",
        "C0=5",
        "C2=",
        "炮二平",
        "炮二飞五",
        "王二平五",
        "\x00",
        "h3e3" * 1000,
        "٣٣",
    ],
)
def test_x4_an_unreadable_text_is_called_so(text):
    position = GAME.start()
    ruling = position.explain(text)
    assert ruling.clause == "X4"
    assert ruling.message
    with pytest.raises(ludoteca.IllegalMove):
        position.push_text(text)


@pytest.mark.parametrize("text", ["R5=4", "R+=5", "前炮平五", "27=6"])
def test_x4_a_name_that_fits_no_piece_is_called_so(text):
    assert GAME.start().explain(text).clause in {"X4", "X2.1"}


@pytest.mark.parametrize("text", ["C2+5", "H2-E9", "炮二进五", "h3e10"])
def test_explain_reads_all_notations(text):
    assert GAME.start().explain(text).clause == "X1.3"


def _refusal(position, text):
    """The clause that forbids the move and the names of the points to blame."""
    ruling = position.explain(text)
    assert ruling is not None, f"{text} is legal in {position}"
    assert ruling.message
    return ruling.clause, {name(number) for number in ruling.cells}

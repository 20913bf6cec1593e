"""T4: double moves, rest, and the last resort of resting units."""

import re
from typing import Any

import pytest

from tests.tomb_chess.drawing import clause, ends, fields, moves, place, played, unit


def test_t4_1_any_unit_may_make_two_legs():
    assert "e5-e6-f6" in moves(place("Pe5"))
    assert "e5-f7-g9" in moves(place("Ne5"))
    assert "b1-b2-c3" in moves(place(""))


def test_t4_2_only_knights_and_bishops_capture_with_the_second_leg():
    assert "e5-f7-g9" in moves(place("Ne5 pg9"))
    assert "e5-f6-h8" in moves(place("Be5 ph8"))
    assert clause(place("Re5 pf8"), "e5-f5-f8") == "T4.2"
    assert clause(place("Pe5 pg7"), "e5-f6-g7") == "T4.2"


def test_t4_3_a_capture_ends_the_turn():
    assert clause(place("Ne5 pf7"), "e5-f7-g9") == "T4.3"


def test_t4_3_a_check_ends_the_turn():
    assert "e5-l5" in moves(place("Re5 kl8 pd9"))
    assert clause(place("Re5 kl8 pd9"), "e5-l5-l4") == "T4.3"


def test_t4_3_a_tomb_passed_or_landed_on_ends_the_turn():
    position = place("Re5", graves="e7:p")
    assert "e5-e9" in moves(position)
    assert clause(position, "e5-e9-f9") == "T4.3"
    assert clause(position, "e5-e7-f7") == "T4.3"
    # In one's own majority quadrant too.
    assert clause(place("Re5 Bb9 Nc9", graves="e7:p"), "e5-e9-f9") == "T4.3"


def test_t4_3_coming_beside_an_enemy_jester_ends_the_turn():
    position = place("Re5 jf9")
    assert "e5-e8" in moves(position)
    assert clause(position, "e5-e8-d8") == "T13.4"
    assert "e5-e7-d7" in moves(position)


def test_t4_3_a_jester_is_looked_for_before_the_push():
    position = place("Rd1 jd6")
    assert "d1-d5>" in moves(position)
    assert clause(position, "d1-d5>-c5") == "T13.4"
    assert clause(position, "d1-d5-c5") == "T13.4"
    assert "d1-d4-c4" in moves(position)


def test_t4_3_check_is_looked_for_after_the_push():
    # The push opens the bishop's diagonal.
    position = place("Re1 Bc3 pe5 kh8")
    assert "e1-e4-f4" in moves(position)
    assert "e1-e4>" in moves(position)
    ruling = position.explain("e1-e4>-f4")
    assert ruling.clause == "T4.3"
    assert "the bishop on c3 gives check on h8" in ruling.message


def test_t4_4_what_is_lent_is_looked_at_on_each_square():
    # Off the rook's file the knight is a knight again.
    position = place("Ne5 Re2")
    assert "e5-g6-h8" in moves(position)
    assert clause(position, "e5-g6-g9") == "T4.4"
    # Come onto it, it goes on like a rook.
    assert "c6-e5-h5" in moves(place("Nc6 Re2"))


def test_t4_5_a_unit_rests_after_a_double_move():
    position = place("Re5")
    after = played(position, "e5-e6-f6")
    assert "f6=r" in fields(after)["states"]
    back = played(after, "l11-l10")
    assert clause(back, "f6-f7") == "T4.5"
    assert not moves(back, "f6")
    again = played(back, "a2-a3", "l10-l9")
    assert "f6-f7" in moves(again)


def test_t4_5_a_resting_unit_protects_nothing():
    assert {"h5", "e9"} <= ends(place("Ne5 Re2"), "e5")
    assert "h5" not in ends(place("Ne5 Re2", states="e2=r"), "e5")


def test_t4_5_resting_units_attack_nothing():
    assert clause(place("rb9 Pf5"), "f5-f6") == "T16.1"
    assert "f5-f6" in moves(place("rb9 Pf5", states="b9=r"))


def test_t4_5_kings_rest_too():
    after = played(place("Ke5"), "e5-e6-e7", "l11-l10")
    assert fields(after)["states"] == "e7=r"
    assert clause(after, "e7-e8") == "T4.5"
    assert clause(after, "e7^a2") == "T4.5"
    assert not moves(after, "e7")
    again = played(after, "a2-a3", "l10-l9")
    assert {"e7-e8", "e7^a3"} <= moves(again)


def test_t4_5_a_resting_king_protects_nothing():
    # With the king the knight has two protectors, and nothing is lent.
    assert "h5" not in ends(place("Ne5 Re2 Kd4"), "e5")
    assert "h5" in ends(place("Ne5 Re2 Kd4", states="d4=r"), "e5")


def test_t4_5_resting_units_move_when_nobody_else_can():
    # The king in the corner has no step (walls), and no friend to change places with but what rests.
    position = place("Ka1 Pc1", states="c1=r", walls="a2:1,b1:1,b2:1")
    found = moves(position)
    assert any(text.startswith("c1-") for text in found) or "a1^c1" in found
    if "a1^c1" in found:
        # King's exchange is a move, so the pawn rests on.
        assert not any(text.startswith("c1-") for text in found)
    attacked = place("Ka1 Pc1 rc7", states="c1=r", walls="a2:1,b1:1,b2:1")
    found = moves(attacked)
    assert found
    assert all(text.startswith("c1-") and text.count("-") == 1 for text in found)
    assert clause(attacked, "c1-d1-e1") == "T4.5"


def test_t4_5_the_last_resort_is_allowed_move_by_move():
    attacked = place("Ka1 Pc1 rc7", states="c1=r", walls="a2:1,b1:1,b2:1")
    resort = attacked.legal_moves()
    assert resort
    assert all(attacked.allows(move) for move in resort)
    # Where the king can change places, the pawn rests on.
    position = place("Ka1 Pc1", states="c1=r", walls="a2:1,b1:1,b2:1")
    assert "a1^c1" in moves(position)
    assert not any(position.allows(move) for move in resort)


def last_resort(units: str, **others: Any) -> Any:
    """A position on the board's edge, where nothing rotates, in which all units of South rest."""
    squares = ["b1", "a2", *(word[1:] for word in units.split() if word[0].isupper())]
    return place(f"Kb1 Pa2 {units}", states=",".join(f"{square}=r" for square in squares), **others)


def test_t4_5_the_last_resort_is_a_single_move():
    position = last_resort("Ra6 pa9 pl9")
    found = moves(position)
    # A step, a capture, a push and a bounce.
    assert {"b1-b2", "a2-a3", "a6-b6", "a6-a9", "a6-a8>", "a6-l6*l7"} <= found
    assert not [text for text in found if re.search(r"-\w+>?-|[/^!~+]|rot", text)]
    assert fields(played(position, "a2-a3"))["states"] == "-"


def test_t4_5_the_last_resort_may_be_a_knight_s_leap():
    assert {"a5-b7", "a5-b7xa6"} <= moves(last_resort("Na5 pa6 pl9"))


@pytest.mark.parametrize(
    ("units", "request_text"),
    [
        ("Ra6 pa9 pl9", "a6-b6-b7"),
        ("Ra6 pa9 pl9", "a6-a8>-b8"),
        ("Ra6 pa9 pl9", "a6/a9"),
        ("Ra6 pa9 pl9", "a6/a2"),
        ("Ra6 pa9 pl9", "~a9-a10"),
        ("Ra6 pa9 pl9", "b1^a2"),
        ("Da6 pa7 pl9", "a6!"),
        # King's check is an ability, too.
        ("rc12", "b1-c1"),
    ],
)
def test_t4_5_the_last_resort_is_no_double_move_and_no_ability(units, request_text):
    position = last_resort(units)
    assert moves(position, "b1-")
    refusal = clause(position, request_text)
    # Nobody who rests could capture, so nobody can be controlled.
    assert refusal == ("T14.3" if request_text[0] == "~" else "T4.5")


def test_t4_5_no_last_resort_while_anything_else_is_legal():
    position = last_resort("", graves="a6:N!")
    assert moves(position) == {"+a6"}
    assert clause(position, "a2-a3") == "T4.5"


def test_t4_5_no_last_resort_of_paralysed_units():
    position = place("Ra6", states="b1=r,a2=r,a6=rp1")
    assert moves(position, "a2-")
    assert clause(position, "a6-b6") == "T8.3"


@pytest.mark.parametrize("move", ["a6-a9", "a6-l6*l7"])
def test_t4_5_the_last_resort_may_capture_a_king_that_was_not_in_check(move):
    position = last_resort(f"Ra6 k{move[-2:]} pk11")
    after = played(position, move)
    assert after.outcome().clause == "T16.1"
    assert after.outcome().winner == 0


def test_t4_6_a_rook_may_push_after_each_leg():
    position = place("Re2 pe5 pi4")
    assert "e2-e4>-h4>" in moves(position)
    after = played(position, "e2-e4>-h4>")
    assert unit(after, "e6") == "p"
    assert unit(after, "j4") == "p"


def test_t4_6_a_push_that_kills_ends_the_turn():
    position = place("Re10 pe12")
    assert "e10-e11>" in moves(position)
    assert clause(position, "e10-e11>-f11") == "T4.6"
    # After the second leg it may kill.
    assert "d10-e10-e11>" in moves(place("Rd10 pe12"))


def test_t4_7_no_double_move_ends_where_the_enemy_has_the_majority():
    position = place("Rf5 ni8 nj9 rk9")
    assert "f5-f7-f8" in moves(position)
    assert clause(position, "f5-g5-g8") == "T4.7"
    assert clause(place("Re5 nh8 nk11"), "e5-e7-g7") == "T4.7"
    # The moving unit counts where it arrives.
    assert "e5-e7-g7" in moves(place("Re5 nh8"))


def test_t4_8_a_king_s_double_move_keeps_off_attacked_squares():
    position = place("Ke4 rf9")
    assert clause(position, "e4-f4-g4") == "T4.8"
    assert clause(position, "e4-e5-f5") == "T4.8"
    assert "e4-d4-c4" in moves(position)
    # Kings never attack kings.
    assert "e4-e5-e6" in moves(place("Ke4 ke8 ph11"))


WIDE_CHECKS = [
    ("rf12 Jf5", "-", "f12"),
    ("rf12", "f5:P", "f12"),
    ("jg7", "f5:P", "g7"),
    ("rl5 Pg5", "f5:P", "l5"),
]
"""A king that comes from d4 to e4 is in check there: units, graves, and who gives it.

By a rook that attacks a jester beside it; by units that could land on a tomb beside it; by a rook that could push a
unit onto one.
"""


@pytest.mark.parametrize(("units", "graves", "checker"), WIDE_CHECKS)
@pytest.mark.parametrize("path", ["d4-e4-d3", "d4-d3-e4"])
def test_t4_8_a_king_s_double_move_steps_into_no_check_in_the_wide_sense(units, graves, checker, path):
    position = place(f"Kd4 Pa2 {units}", graves=graves)
    ruling = position.explain(path)
    assert ruling.clause == "T4.8"
    assert f"on {checker} gives check" in ruling.message
    assert "d4-d3-c3" in moves(position)


def test_t4_8_not_where_the_enemy_s_own_king_would_die():
    assert clause(place("Kd4 Jf5 rf12"), "d4-e4-d3") == "T4.8"
    assert "d4-e4-d3" in moves(place("Kd4 Jf5 rf12 kg6 pl9"))


def test_t4_8_the_first_square_is_blocked():
    # On e4 and f4 the king stands behind d4, where its turn began.
    assert "d4-e4-f4" in moves(place("Kd4 Nf1 ra4"))


def test_t4_8_several_checkers_are_all_named():
    message = place("Kd4 re12 ba8").explain("d4-e4-e3").message
    assert "the bishop on a8 and the rook on e12 give check" in message

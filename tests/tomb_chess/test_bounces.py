"""T7: bounces."""

import pytest

from tests.tomb_chess.drawing import clause, fields, moves, place, played, unit


def test_t7_1_a_line_turns_at_the_edge_and_at_units():
    position = place("Re5 Pe9")
    found = moves(position, "e5-")
    assert {"e5-l5*l8", "e5-l5*l1*k1", "e5-e8*h8", "e5-e8*b8"} <= found
    assert "e5-j10*l10" not in found
    assert clause(position, "e5-e7*h7") == "T7.1"


def test_t7_1_a_bounce_turns_by_90_degrees():
    assert clause(place("Re5"), "e5-l5*g5") == "T7.1"
    assert "f1-j5*h7" in moves(place("Bf1 pk6"))


def test_t7_1_the_seed_s_way_of_writing():
    # From f1 to the unit on k6 and back to the edge: j5 is the last empty square.
    assert "f1-j5*l3" in moves(place("Bf1 pk6"))


def test_t7_1_all_stretches_together_are_within_the_range():
    position = place("Re5", states="e5=9")
    assert "e5-l5*l7" in moves(position)
    assert clause(position, "e5-l5*l8") == "T7.1"


def test_t7_1_the_obstacle_may_be_beyond_the_range():
    # Range 4 ends right before the unit; the lent bishop's line goes on further.
    position = place("Ra5 Pf5 Bb4", states="a5=4")
    assert "a5-e5*g7" in moves(position)


def test_t7_1_pawns_and_kings_do_not_bounce():
    position = place("Pk5 Pk8", states="k5=3")
    assert clause(position, "k5-k7*j7") == "T7.1"


def test_t7_2_walls_are_nothing_to_bounce_off():
    position = place("Re5", walls="e9:1")
    assert "e5-e8" in moves(position)
    assert clause(position, "e5-e8*h8") == "T7.2"


def test_t7_3_a_bounce_is_no_double_move():
    after = played(place("Re5"), "e5-l5*l8")
    assert "r" not in fields(after)["states"]
    assert clause(place("Re5"), "e5-l5*l8-k8") == "T18"


def test_t7_4_the_movement_may_change_once():
    # The seed's dragon: five squares as a bishop up to a friend, then a knight leap.
    position = place("Dd2 Qj8")
    found = moves(position, "d2-i7*")
    assert "d2-i7*k6" in found
    assert "d2-i7*k8" in found
    # The rest of its range as a bishop.
    assert "d2-i7*l4" in found
    queen = place("Qe5 Pe9")
    assert {"e5-e8*f9", "e5-e8*d9", "e5-e8*f7", "e5-e8*g9"} <= moves(queen)
    assert clause(queen, "e5-e8*h11*h12*g12") in ("T7.4", "T7.1")


def test_t7_4_a_leap_costs_three():
    assert "e5-e8*f10" in moves(place("Qe5 Pe9", states="e5=6"))
    assert clause(place("Qe5 Pe9", states="e5=5"), "e5-e8*f10") == "T7.4"


def test_t7_4_a_second_change_is_refused():
    # Straight to the edge, diagonally to the edge, and straight again.
    assert clause(place("Qk3"), "k3-l3*j1*j4") == "T7.4"


def test_t7_5_a_capture_ends_the_move():
    position = place("Re5 pl8")
    assert "e5-l5*l8" in moves(position)


def test_t7_5_a_check_on_a_bounce_square_ends_the_move():
    # On l5 the rook checks the king on l9.
    position = place("Re5 kl9 pb9")
    assert "e5-l5" in moves(position)
    assert clause(position, "e5-l5*l3") == "T7.5"


@pytest.mark.parametrize(
    ("units", "fields", "move", "checker"),
    [
        ("Re5 kl9 pb9", {}, "e5-l5*l3", "the rook on l5 gives check on l9"),
        ("Re5 jl9 kk9 pb9", {}, "e5-l5*l3", "the rook on l5 gives check by the jester on l9 beside it"),
        ("Re5 kk9 pb9", {"graves": "l9:p"}, "e5-l5*l3", "the rook on l5 gives check by the tomb on l9 beside it"),
    ],
)
def test_t7_5_the_refusal_names_who_gives_check(units, fields, move, checker):
    ruling = place(units, **fields).explain(move)
    assert ruling is not None and ruling.clause == "T7.5"
    assert checker in ruling.message


def test_t7_5_no_bounce_beside_an_enemy_jester():
    position = place("Re5 jk6")
    assert "e5-l5" in moves(position)
    assert clause(position, "e5-l5*l3") == "T13.4"


def test_t7_6_a_bounce_on_a_tomb_paralyses():
    after = played(place("Re5 nh9", graves="l5:n"), "e5-l5*l8")
    assert "l8=p2" in fields(after)["states"]


def test_t7_7_a_tomb_touched_after_a_change_ends_the_move_and_paralyses():
    position = place("Qe5 Pe9 nk8", graves="i10:n")
    after = played(position, "e5-e8*h11")
    assert "h11=p2" in fields(after)["states"]
    # Without the change it may stand there.
    assert fields(played(position, "e5-h8"))["states"] == "-"


def test_t7_7_the_end_holds_in_one_s_own_quadrant_too():
    # From e8 diagonally to h11, right under the unit on i12; the tomb on g11 lies in South's quadrant.
    position = place("Qe5 Pe9 Pi12 Nh7 Ni7", graves="g11:n")
    assert fields(played(position, "e5-e8*h11"))["states"] == "-"
    assert clause(position, "e5-e8*h11*i10") == "T7.7"


def test_t7_8_paths_make_moves_different():
    found = moves(place("Qe5 Pe9"), "e5-")
    same_end = {text for text in found if text.endswith("*l8")}
    assert len(same_end) > 1


def test_t10_1_a_bounce_may_push():
    position = place("Re5 pl8")
    after = played(position, "e5-l5*l7>")
    assert unit(after, "l9") == "p"

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


def test_t7_1_pawns_of_range_two_and_more_bounce():
    position = place("Pk5 Pk8", states="k5=3")
    assert {"k5-k7*j7", "k5-k7*l7"} <= moves(position)
    assert clause(position, "k5-k7*i7") == "T7.1"
    # Diagonally, too.
    assert "k2-l3*k4" in moves(place("Pk2", states="k2=2"))
    assert clause(place("Pk2", states="k2=2"), "k2-l3*j5") == "T7.1"
    assert "k2-l3*j5" in moves(place("Pk2", states="k2=3"))


def test_t7_1_pawns_of_range_one_and_kings_do_not_bounce():
    assert clause(place("Pk2"), "k2-l3*k4") == "T7.1"
    assert clause(place("Kk2"), "k2-l3*k4") == "T7.1"
    assert not [text for text in moves(place("Pk2 Kk5")) if "*" in text]


def test_t7_1_pawns_turn_by_90_degrees():
    position = place("Pk2", states="k2=3")
    assert {"k2-l2*l3", "k2-l2*l4", "k2-l3*k4"} <= moves(position)
    assert clause(position, "k2-l2*k3") == "T7.4"
    assert clause(position, "k2-l3*l4") == "T7.4"
    assert clause(place("Pj2", states="j2=3"), "j2-l2*k2") == "T7.1"


def test_t7_1_a_pawn_captures_with_a_bounce():
    after = played(place("Pk2 pj5", states="k2=3"), "k2-l3*j5")
    assert fields(after)["graves"] == "j5:p"
    assert fields(after)["states"] == "j5=4"
    assert fields(after)["walls"] == "k2:2,l3:2,k4:2"


def test_t15_2_a_pawn_promotes_at_the_end_of_a_bounce():
    position = place("Kh8 pe3 pl11", side="N", states="e3=4")
    assert {f"e3-e1*c1={kind}" for kind in "NBRQDJ"} <= moves(position)
    assert clause(position, "e3-e1*c1") == "T15.2"
    assert unit(played(position, "e3-e1*c1=Q"), "c1") == "q"
    # T15.1 goes first.
    after = played(place("Kh8 Nc1 pe3 pl11", side="N", states="e3=4"), "e3-e1*c1")
    assert unit(after, "c1") == "n"


def test_t15_2_a_pawn_that_only_bounces_on_its_last_rank_stays_a_pawn():
    position = place("Kh8 pg2 pl11", side="N", states="g2=2")
    assert "g2-h1*i2" in moves(position)
    assert clause(position, "g2-h1*i2=Q") == "T15.2"


def test_t15_2_a_controlled_pawn_bounces_and_does_not_promote():
    position = place("Kh8 Re8 pe3 pl11", states="e3=4")
    assert clause(position, "~e3-e1*c1=Q") == "T15.2"
    assert unit(played(position, "~e3-e1*c1"), "c1") == "p"


def test_t7_2_a_straight_line_stops_beside_a_wall():
    position = place("Re5", walls="e9:1")
    assert "e5-e8" in moves(position)
    assert clause(position, "e5-e8*h8") == "T7.2"


@pytest.mark.parametrize(("units", "states"), [("Be2", "-"), ("Qe2", "-"), ("Pe2", "e2=3")])
def test_t7_2_a_diagonal_line_bounces_off_a_wall_that_it_meets_head_on(units, states):
    position = place(units, states=states, walls="h5:2")
    assert {"e2-g4", "e2-g4*f5", "e2-g4*h3"} <= moves(position)
    assert clause(place("Be2", walls="h5:2"), "e2-i6") == "T5.4"


def test_t7_2_no_bounce_beside_another_wall():
    position = place("Be2", walls="h5:2,g5:2")
    assert "e2-g4" in moves(position)
    assert clause(position, "e2-g4*h3") == "T7.2"


def test_t7_2_a_lifted_wall_met_head_on_is_an_obstacle_too():
    # South has the majority in a7-f12 by the bishop: c9, beside d9, is lifted, and so is c10.
    position = place("Be8", walls="c9:2,c10:2")
    assert {"e8-d9*e10", "e8-d9*c8"} <= moves(position)
    assert clause(position, "e8-c10") == "T5.4"
    # With North's majority the line stops on d9.
    assert clause(place("Be8 nf9 nb8", walls="c9:2,c10:2"), "e8-d9*e10") == "T7.2"


def test_t7_2_a_pawn_lifts_no_wall():
    # South has the majority, but T5.8 is for knight leaps and the lines of bishops.
    position = place("Pe8 Nb12", states="e8=3", walls="c9:2,c10:2")
    assert clause(position, "e8-d9*e10") == "T7.2"


def test_t7_3_a_bounce_is_no_double_move():
    after = played(place("Re5"), "e5-l5*l8")
    assert "r" not in fields(after)["states"]


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


def test_t7_4_a_pawn_s_line_lent_to_a_jester_turns_by_90_degrees():
    # The pawn on e8 attacks the jester, which steals its eight directions.
    position = place("Je5 Pg7 pe8", states="e8=3")
    assert {"e5-f6*e7", "e5-f6*g5"} <= moves(position)
    assert clause(position, "e5-f6*f7") == "T7.4"
    # With a rook's line, too, it may change to that; with a bishop's it may change from that.
    assert "e5-f6*f7" in moves(place("Je5 Pg7 pe8 ra5", states="e8=3"))
    assert "e5-f6*f7" in moves(place("Je5 Pg7 pe8 ba1", states="e8=3"))


def test_t7_5_walls_lifted_at_the_start_stay_lifted():
    # On g4 the bishop gives check along f5 and e6, past the wall on f6. It has left South's majority in a1-f6.
    assert clause(place("Bd1 Ph5 kd7", walls="f6:2"), "d1-g4*h3") == "T7.5"
    # Without the majority when it began, it gives no check.
    assert "d1-g4*h3" in moves(place("Bd1 Ph5 kd7 na4", walls="f6:2"))


def test_t7_5_no_walls_are_lifted_on_the_way():
    # On f4 the bishop brings South the majority of a1-f6, too late to look past the wall on e2.
    assert "i1-f4*g5" in moves(place("Bi1 Pe5 Kl8 kc1", walls="e2:2"))
    # With the knight South has had it.
    assert clause(place("Bi1 Pe5 Kl8 kc1 Na5", walls="e2:2"), "i1-f4*g5") == "T7.5"


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

"""T10 to T15: pushes, majorities, empowerment, jesters, abilities, promotion."""

import pytest

from ludoteca.games.tomb_chess.board import GEOMETRY
from tests.tomb_chess.drawing import clause, ends, fields, moves, place, played, unit
from tests.tomb_chess.test_double_moves import WIDE_CHECKS


def test_t10_1_a_rook_pushes_the_unit_right_before_it():
    position = place("Re2 pe5")
    after = played(position, "e2-e4>")
    assert unit(after, "e6") == "p"
    assert unit(after, "e4") == "R"
    assert fields(after)["states"] == "e6=x"
    assert fields(after)["pusher"] == "e4"
    assert clause(position, "e2-e3>") == "T10.1"
    assert clause(place("Qe2 pe5"), "e2-e4>") == "T10.1"
    assert clause(place("Re2 Bd1 pg4"), "e2-f3>") == "T10.1"
    assert clause(position, "e2-e5>") == "T10.1"


def test_t10_2_units_in_line_are_pushed_as_one():
    after = played(place("Re2 Bb12 pe5 ne6 be7"), "e2-e4>")
    assert [unit(after, square) for square in ("e5", "e6", "e7", "e8")] == ["", "p", "n", "b"]
    assert fields(after)["states"] == "e6=x,e7=x,e8=x"
    # The second comes onto a tomb only when the first is off it.
    after = played(place("Re2 pe11 pe12", graves="e12:B"), "e2-e10>")
    assert fields(after)["graves"] == "e12:Bp"
    assert unit(after, "e12") == "p"


@pytest.mark.parametrize("behind", ["re6", "ke6 ph9", "Pe6"])
def test_t10_2_rooks_kings_and_friends_in_the_line_stop_a_push(behind):
    position = place(f"Re2 pe5 {behind}")
    assert clause(position, "e2-e4>") == "T10.2"


def test_t10_3_walls_break():
    after = played(place("Re2 pe5", walls="e6:2"), "e2-e4>")
    assert unit(after, "e6") == "p"
    assert "e6" not in fields(after)["walls"]
    # Over a grave too, and nothing explodes.
    after = played(place("Re2 pe5", walls="e6:2", graves="e6:B"), "e2-e4>")
    assert unit(after, "e6") == "p"
    assert fields(after)["graves"] == "e6:B"
    after = played(place("Re2", walls="e5:2"), "e2-e4>")
    assert fields(after)["walls"] == "e2:2,e3:2"
    assert fields(after)["pusher"] == "e4"


def test_t10_4_who_was_pushed_may_not_take_the_rook():
    position = played(place("Re2 be5"), "e2-e4>")
    assert unit(position, "e6") == "b"
    knight = played(place("Re2 qe5"), "e2-e4>")
    assert clause(knight, "e6-e4") == "T10.4"
    assert "e6/e4" not in moves(knight)
    # Others may, and one turn later so may it.
    other = played(place("Re2 qe5 bh7"), "e2-e4>")
    assert "h7-e4" in moves(other)
    later = played(knight, "l11-l10", "a2-a3")
    assert fields(later)["pusher"] == "-"
    assert "e6-e4" in moves(later)


def test_t10_5_no_push_of_units_in_their_own_quadrant():
    assert clause(place("Re2 pe9 nb9 nc9"), "e2-e8>") == "T10.5"
    # The rook counts where it arrives.
    assert "e2-e8>" in moves(place("Re2 pe9 nb9"))


def test_t10_5_no_push_of_a_wall_in_the_enemy_s_quadrant():
    position = place("Ra1 Kl1 Pk1 nc6 nf2", walls="a5:2")
    assert "a1-a4" in moves(position)
    ruling = position.explain("a1-a4>")
    assert ruling.clause == "T10.5"
    assert "wall on a5" in ruling.message
    # The rook counts where it arrives.
    assert "a1-a4>" in moves(place("Ra1 Kl1 Pk1 nc6", walls="a5:2"))
    # Where the wall lies counts, not where the rook stands.
    assert "a1-a6>" in moves(place("Ra1 Kl1 Pk1 nc6 nf2", walls="a7:2"))
    assert clause(place("Ra1 Kl1 Pk1 nc9", walls="a7:2"), "a1-a6>") == "T10.5"


@pytest.mark.parametrize("walls", ["-", "e7:2"])
def test_t10_5_units_elsewhere_may_be_pushed_into_that_quadrant(walls):
    after = played(place("Re1 Kl1 Pk1 pe6 nb9", walls=walls), "e1-e5>")
    assert unit(after, "e7") == "p"
    # One unit of the line that stands there forbids the push.
    assert clause(place("Re1 Kl1 Pk1 pe6 pe7 nb9"), "e1-e5>") == "T10.5"


def test_t11_1_kings_and_pawns_do_not_count():
    # Two pawns and a king against one knight: North holds g7-l12.
    assert clause(place("Re5 Ph9 Pi9 Kj8 nk9 nk8"), "e5-e7-g7") == "T4.7"


def test_t11_2_no_knight_s_leap_against_units_in_their_quadrant():
    assert clause(place("Nd5 pd7 bb9 bc9 rf9"), "d5-e7xd7") == "T11.2"
    # The captured one is gone when it is counted, and the knight has arrived.
    assert "d5-e7xd7" in moves(place("Nd5 bd7 bb9"))


def test_t11_3_passing_a_tomb_in_one_s_own_quadrant_does_not_paralyse():
    after = played(place("Rb5", graves="d5:p"), "b5-f5")
    assert fields(after)["states"] == "-"
    after = played(place("Rb5 nd1 ne1", graves="d5:p"), "b5-f5")
    assert fields(after)["states"] == "f5=p2"


def test_t11_4_captures_there_cost_one():
    assert fields(played(place("Rb5 pf5"), "b5-f5"))["states"] == "f5=11"
    assert fields(played(place("Rb5 pf5 nd1 ne1"), "b5-f5"))["states"] == "f5=10"


def test_t11_5_is_counted_before_each_leg():
    # In g7-l12 the bishop itself brings the majority: its second leg slips by the wall, a first from outside does not.
    position = place("Bf7", walls="i9:1")
    assert clause(position, "f7-j11") in ("T5.5", "T5.6")
    assert "h9-j11" in moves(place("Bh9", walls="i9:1"))


def test_t12_1_a_piece_with_one_protector_is_lent_its_movement():
    # The seed's example: a knight protected by a rook moves and captures like a rook.
    assert {"e9", "h5"} <= ends(place("Ne5 Re2 ph5"), "e5")
    # Breath and push go by kind.
    assert clause(place("Ne5 Re2 pe8"), "e5-e7>") == "T10.1"


def test_t12_2_kings_and_pawns_neither_lend_nor_are_lent():
    assert "e8" not in ends(place("Pe5 Re2"), "e5")
    assert "f6" not in ends(place("Ne5 Kd4"), "e5")
    assert "f6" not in ends(place("Ne5 Pd4"), "e5")
    # A pawn is no protector: the rook is the only one.
    assert "h5" in ends(place("Ne5 Re2 Pd4"), "e5")
    # A king is one: with the rook they are two, and nothing is lent.
    assert "h5" not in ends(place("Ne5 Re2 Kd4"), "e5")


def test_t12_3_two_protectors_guard():
    position = place("qe5 Pe8 Bb5 Nc7 Nf6")
    assert clause(place("Qe5 pe8 bb11 bh11"), "e5-e8") == "T12.3"
    assert "e5-e8" in moves(place("Qe5 pe8 bb11"))
    assert fields(position)["side"] == "S"
    # An explosion kills it all the same.
    after = played(place("Qe4 pe8 bb11 bh11", graves="e7:p"), "e4-e7")
    assert unit(after, "e8") == ""


def test_t12_4_kind_does_not_matter_to_protection_and_jesters_protect_nobody():
    assert clause(place("Qe5 be8 bb11 bh11"), "e5-e8") == "T12.3"
    assert "e5-e8" in moves(place("Qe5 pe8 bb11 jd10"))


def test_t12_5_kind_immunity():
    assert clause(place("Re5 re8"), "e5-e8") == "T12.5"
    assert clause(place("Re5 Re8"), "e5/e8") == "T12.5"
    assert "e5-e6" in moves(place("Pe5 pe6"))
    assert "e5-e6" in moves(place("Ke5 ke7 pa9"))


def test_t13_1_jesters_cannot_capture():
    assert clause(place("Je5 pf7"), "e5-f7") == "T13.1"


def test_t13_2_jesters_leap_over_walls():
    assert "e5-f7" in moves(place("Je5", walls="e6:1,e7:1,f5:1,f6:1"))


def test_t13_3_power_steal():
    assert {"e6", "f5", "a5"} <= ends(place("Je5 re9"), "e5")
    # Without capture, and not when guarded.
    assert clause(place("Je5 re9"), "e5-e9") == "T13.1"
    assert "e6" not in ends(place("Je5 re9 Nd3 Nf3"), "e5")
    # From a pawn its steps; one beside the jester is paralysed and attacks nothing.
    assert {"d5", "e3", "g7"} <= ends(place("Je5 pe7", states="e7=2"), "e5")
    assert "d5" not in ends(place("Je5 pe6"), "e5")


def test_t13_4_units_beside_an_enemy_jester_are_paralysed():
    position = place("Re5 jf6 Je3 nh2")
    assert clause(position, "e5-e8") == "T13.4"
    assert "e3-f5" in moves(position)
    # Friends are not, and it may be moved by others.
    assert "e5-e8" in moves(place("Re5 Jf6"))
    assert "rot:e5:2:90" in moves(place("Re5 Pe6 jf6"))


def test_t14_1_knight_s_leap():
    position = place("Nd3 pd4")
    after = played(position, "d3-e5xd4")
    assert fields(after)["graves"] == "d4:p"
    assert unit(after, "e5") == "N"
    assert clause(position, "d3-e5xe4") == "T14.1"
    assert clause(position, "d3-f2xd4") == "T14.1"
    assert clause(place("Dd3 pd4"), "d3-e5xd4") == "T14.1"
    assert clause(place("Nd3 nd4"), "d3-e5xd4") == "T12.5"
    # Also with a leg of a double move.
    assert "b2-d3-e5xd4" in moves(place("Nb2 pd4"))


def test_t14_1_never_a_king_nor_a_guarded_unit():
    assert clause(place("Nd3 kd5 pl9"), "d3-e5xd5") == "T14.1"
    assert clause(place("Nd3 pd4 bb6 bf6"), "d3-e5xd4") == "T12.3"


def test_t14_1_onto_a_tomb_it_captures_and_explodes():
    after = played(place("Nd3 pd4", graves="e5:q"), "d3-e5xd4")
    # d4 is a tomb by then, and beside the one that explodes.
    assert fields(after)["graves"] == "e5:qNp!"


def test_t14_2_dragon_s_breath():
    position = place("De5 pd4 ne6 dd6 pf8")
    after = played(position, "e5!")
    assert [unit(after, square) for square in ("e5", "d4", "e6", "d6", "f8")] == ["D", "", "", "d", "p"]
    assert fields(after)["walls"] == "-"
    assert fields(after)["states"] in ("e5=10", "e5=11")
    assert clause(place("De5"), "e5!") == "T14.2"
    assert clause(place("Qe5 pe6"), "e5!") == "T14.2"


def test_t14_3_mind_control_of_a_unit_that_could_be_captured_for_nothing():
    position = place("Re5 pe8")
    found = moves(position, "~e8")
    assert {"~e8-e9", "~e8-d7", "~e8-e9-e10"} <= found
    after = played(position, "~e8-e9")
    assert unit(after, "e9") == "p"
    assert fields(after)["walls"] == "e8:2"
    # Not if the capturer could be recaptured, nor of kings and jesters.
    assert clause(place("Re5 pe8 bb11"), "~e8-e9") == "T14.3"
    assert clause(place("Re5 je8"), "~e8-f10") == "T14.3"
    assert clause(place("Re5 pf8"), "~f8-f9") == "T14.3"
    assert clause(place("Re5 Pe8"), "~e8-e9") == "T14.3"


def test_t14_3_by_a_bounce():
    # The bishop could capture by way of a3: four squares.
    assert "~c5-c6" in moves(place("Bc1 Kl1 pc5"))
    assert clause(place("Bc1 Kl1 pc5", states="c1=3"), "~c5-c6") == "T14.3"
    # Not where it would be recaptured.
    assert clause(place("Bc1 Kl1 pc5 rc12"), "~c5-c6") == "T14.3"
    # A pawn of range 5 by way of e1; it would be a knight then.
    assert "~b1-c3" in moves(place("Pe3 Kh8 nb1", states="e3=5"))
    assert clause(place("Pe3 Kh8 nb1", states="e3=4"), "~b1-c3") == "T14.3"


def test_t14_3_by_a_knight_s_leap():
    # The knight would stand on a3, c3 or d2; one of them is enough.
    assert "~b2-a1" in moves(place("Nb1 Kl1 Pk1 pb2"))
    assert "~b2-a1" in moves(place("Nb1 Kl1 Pk1 pb2 ra12 rc12"))
    assert clause(place("Nb1 Kl1 Pk1 pb2 ra12 rc12 rd12"), "~b2-a1") == "T14.3"
    # It would not survive on a tomb.
    assert clause(place("Nb1 Kl1 Pk1 pb2", graves="d2:n,a3:n,c3:n"), "~b2-a1") == "T14.3"


def test_t14_3_the_capturer_counts_as_what_it_would_become():
    # A pawn would be a knight on e6, which the knight on f8 cannot recapture; a rook could be.
    assert "~e6-g7" in moves(place("Pe5 ne6 nf8"))
    assert clause(place("Re2 ne6 nf8"), "~e6-g7") == "T14.3"


def test_t14_3_the_first_square_is_blocked():
    # Behind e5 the rook could recapture on e8, were it not that the turn began there.
    assert "~e8-e9" in moves(place("Qe5 pe8 re2"))


def controllers(position, text):
    steps = position.steps(position.parse_move(text))
    return [(step.unit, *(GEOMETRY.names[cell] for cell in step.cells)) for step in steps if step.verb == "control"]


def test_t14_3_the_steps_tell_who_controls():
    assert controllers(place("Re5 pe8"), "~e8-e9") == [("R", "e5", "e8")]
    # Either could; T14.4: it is the same move.
    assert controllers(place("Re5 Qb8 pe8"), "~e8-e9") == [("R", "e5", "e8"), ("Q", "b8", "e8")]
    # The knight would be taken back on e8. A rook does nothing to a rook (T12.5).
    assert controllers(place("Re5 Nd6 pe8 re11"), "~e8-d7") == [("R", "e5", "e8")]
    assert controllers(place("Pf7 Re5 re8"), "~e8-d8") == [("P", "f7", "e8")]
    assert controllers(place("Re5 pe8"), "e5-e7") == []


def test_t14_4_rest_prevents_control_and_a_jester_does_not():
    assert clause(place("Re5 ne8", states="e8=r"), "~e8-f10") == "T14.4"
    assert clause(place("Re5 ne8", states="e8=p1"), "~e8-f10") == "T14.4"
    assert "~e8-f10" in moves(place("Re5 ne8 Jd9"))


def test_t14_4_the_states_fall_on_the_controlled_unit():
    after = played(place("Re5 ne8"), "~e8-f10-g8")
    assert fields(after)["states"] == "g8=r"
    assert clause(after, "g8-f10") == "T4.5"


def test_t14_4_neither_king_may_be_left_in_check():
    # The rook would check the king of the side that controls it.
    assert clause(place("Qe5 rj5"), "~j5-j1") == "T16.1"
    # Without the knight only the king protects the jester beside it, and the rook on j5 attacks that.
    position = place("Qh5 Rj5 jj11 nh10")
    assert clause(position, "~h10-f9") == "T14.4"
    assert "~h10-f9" in moves(place("Qh5 jj11 nh10"))


def test_t14_4_a_pawn_under_control_does_not_promote():
    position = place("Rh2 pe2 Kb8")
    assert "~e2-e1" in moves(position)
    assert unit(played(position, "~e2-e1"), "e1") == "p"


def test_t14_5_swap_shot():
    position = place("Qe5 Pe8 ph5 Nj10")
    found = moves(position, "e5/")
    assert {"e5/e8", "e5/h5", "e5/j10"} <= found
    after = played(position, "e5/h5")
    assert unit(after, "h5") == "Q"
    assert unit(after, "e5") == "p"
    assert clause(position, "e5/d5") == "T14.5"
    assert clause(place("Je5 Pf7"), "e5/f7") == "T14.5"
    assert clause(place("Pe5 pf6"), "e5/f6") == "T14.5"
    assert clause(place("Re5 Ke8"), "e5/e8") == "T14.9"
    # A friend's guard does not count, an enemy's does.
    assert "e5/e8" in moves(place("Qe5 Pe8 Bb11 Bh11"))
    assert clause(place("Qe5 pe8 bb11 bh11"), "e5/e8") == "T12.3"


@pytest.mark.parametrize("other", ["P", "p"])
def test_t14_5_by_a_bounce_and_by_a_knight_s_leap(other):
    after = played(place(f"Bc1 Kl1 Pk1 {other}c5"), "c1/c5")
    assert (unit(after, "c5"), unit(after, "c1")) == ("B", other)
    assert clause(place(f"Bc1 Kl1 Pk1 {other}c5", states="c1=3"), "c1/c5") == "T14.5"
    after = played(place(f"Nb1 Kl1 Pk1 {other}b2"), "b1/b2")
    assert (unit(after, "b2"), unit(after, "b1")) == ("N", other)


def test_t14_5_guards_count_for_enemies_only_by_a_knight_s_leap_too():
    assert "b1/b2" in moves(place("Nb1 Kl1 Pb2 Ra2 Rc2"))
    assert clause(place("Nb1 Kl1 Pk1 pb2 rb8 rl2"), "b1/b2") == "T12.3"


def test_t14_5_a_knight_s_leap_is_counted_with_the_captured_unit_gone():
    # On e7 the knight has one enemy bishop against it, or two (T11.2).
    for bishop in "Bb":
        assert "d5/d7" in moves(place(f"Nd5 {bishop}d7 bb9"))
        assert clause(place(f"Nd5 {bishop}d7 bb9 bc9"), "d5/d7") == "T14.5"


def test_t14_6_rotation_turns_units_walls_and_graves():
    position = place("Re5 Pf5 pe6", states="e5=7", walls="f6:2", graves="f5:n!")
    after = played(position, "rot:e5:2:90")
    # Clockwise: south-west to north-west to north-east to south-east.
    assert [unit(after, square) for square in ("e6", "e5", "f6")] == ["R", "P", "p"]
    assert fields(after)["walls"] == "f5:1"
    assert fields(after)["graves"] == "e5:n!"
    assert fields(after)["states"] == "e6=7"


def test_t14_6_needs_more_units_and_no_edge_and_a_change():
    assert clause(place("Re5 pe6"), "rot:e5:2:90") == "T14.6"
    assert clause(place("Ra5"), "rot:a5:2:90") == "T14.6"
    assert clause(place("Rk5"), "rot:k5:2:90") == "T14.6"
    assert clause(place("Re5"), "rot:d4:3:90") == "T14.6"
    assert clause(place("Pe5 Pe6 Pf5 Pf6"), "rot:e5:2:90") == "T14.6"
    assert {"rot:e5:2:90", "rot:e5:2:180", "rot:e5:2:270", "rot:c3:4:90"} <= moves(place("Re5"))


def test_t14_7_king_s_exchange():
    position = place("Ne5 Pj3 rh5")
    after = played(position, "b1^j3")
    assert unit(after, "j3") == "K"
    assert unit(after, "b1") == ""
    assert fields(after)["graves"] == "j3:P"
    assert clause(position, "b1^e5") == "T14.7"
    assert clause(position, "e5^j3") == "T14.7"
    # Also in check.
    assert "b1^j3" in moves(place("Pj3 rb9"))


def test_t14_8_king_s_check_kills_the_attackers():
    position = place("Ke5 rf9 bi10 pa9")
    after = played(position, "e5-f5")
    assert fields(after)["graves"] == "f9:r"
    assert unit(after, "f5") == "K"
    # From check there is no stepping onto an attacked square.
    assert clause(place("Ke5 re9 rf9 pa9"), "e5-f5") == "T14.8"


@pytest.mark.parametrize(("units", "graves", "checker"), WIDE_CHECKS)
def test_t14_8_king_s_check_kills_who_gives_check_in_any_sense(units, graves, checker):
    position = place(f"Kd4 Pa2 {units}", graves=graves)
    letter = unit(position, checker)
    after = played(position, "d4-e4")
    assert unit(after, "e4") == "K"
    assert unit(after, checker) == ""
    # Nothing explodes: a jester that dies so was not captured.
    assert fields(after)["graves"] == ",".join(filter("-".__ne__, (graves, f"{checker}:{letter}")))


def test_t14_8_king_s_check_kills_all_that_give_it():
    # The rook and the bishop attack f5.
    after = played(place("Ke5 rf9 bi8"), "e5-f5")
    assert fields(after)["graves"] == "i8:b,f9:r"
    # The bishop attacks e4, the rook the jester beside it.
    after = played(place("Kd4 Jf5 rf12 bb7"), "d4-e4")
    assert fields(after)["graves"] == "b7:b,f12:r"


def test_t14_8_the_step_may_capture():
    after = played(place("Kd4 ne4 re12", states="e4=r"), "d4-e4")
    assert fields(after)["graves"] == "e4:n,e12:r"


def test_t14_8_not_if_it_is_in_check_still():
    # Behind the queen on f7 a rook waits on f9.
    assert clause(place("Ke5 qf7 rf9 pa9"), "e5-f5") == "T14.8"
    # The new tomb on g6 counts: the rook could land there.
    assert "e5-f5" in moves(place("Ke5 pg6 pa9"))
    assert clause(place("Ke5 pg6 pa9 rg12"), "e5-f5") == "T14.8"


def test_t14_8_not_for_a_king_in_check_in_any_sense():
    # The rook on e12 attacks the jester beside the king, the rook on d12 the king itself.
    assert clause(place("Kd4 Je5 re12 rc12"), "d4-c4") == "T14.8"
    assert clause(place("Kd4 Jf5 rf12 rd12"), "d4-e4") == "T14.8"
    assert "d4-c4" in moves(place("Kd4 Je5 rc12"))


def test_t14_9_kings_turn_with_their_block():
    assert "rot:e5:2:90" in moves(place("Ke5"))
    assert unit(played(place("Ke5"), "rot:e5:2:90"), "e6") == "K"


def test_t15_1_a_pawn_becomes_what_it_captures():
    after = played(place("Pe5 re6"), "e5-e6")
    assert unit(after, "e6") == "R"
    assert fields(after)["states"] == "-"


def test_t15_1_it_is_buried_as_what_it_became():
    # With range 2 the pawn takes the jester from outside its spell, and dies with it.
    after = played(place("Pe5 je7", states="e5=2"), "e5-e7")
    assert fields(after)["graves"] == "e7:jJ!"


def test_t15_2_promotion_on_the_last_rank():
    position = place("Pe11")
    assert {f"e11-e12={kind}" for kind in "NBRQDJ"} <= moves(position)
    assert clause(position, "e11-e12") == "T15.2"
    assert clause(position, "e11-e10=Q") == "T15.2"
    assert unit(played(position, "e11-e12=D"), "e12") == "D"
    # Over the rank and back there is none.
    assert "e11-e12-f11" in moves(position)
    # T15.1 goes first.
    assert "e11-f12" in moves(place("Pe11 rf12"))


def test_t15_2_a_swap_promotes_too():
    position = place("Qe12 Pe8")
    assert "e12/e8=N" in moves(position)
    assert unit(played(position, "e12/e8=N"), "e12") == "N"


def test_t15_2_a_pawn_pushed_or_respawned_there_promotes_when_it_moves():
    position = place("Pe12")
    assert "e12-f12=Q" in moves(position)
    assert "e12-e11" in moves(position)

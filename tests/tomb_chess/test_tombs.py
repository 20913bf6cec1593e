"""T8, T9 and T13.5: graves, explosions and respawns."""

import re
from typing import Any

import pytest

from tests.tomb_chess.drawing import clause, fields, moves, place, played, unit


def test_t8_1_the_dead_lie_in_a_queue():
    after = played(place("Re5 pe8", graves="e8:nB"), "e5-e8")
    assert fields(after)["graves"] == "e8:nBp"


def test_t8_1_who_is_pushed_off_died_on_the_last_square():
    after = played(place("Re10 pe12"), "e10-e11>")
    assert fields(after)["graves"] == "e12:p"


def test_t8_2_a_grave_is_a_tomb_when_unit_and_wall_are_gone():
    # The queen leaves a1: a wall covers the grave for two turns, then a knight may land and die.
    position = played(place("Qe5 nd3", graves="e5:r"), "e5-e9")
    assert clause(position, "d3-e5") == "T5.4"
    position.push_text("l11-l10")
    position.push_text("a2-a3")
    assert "d3-e5" in moves(position)
    position.push_text("d3-e5")
    assert "e5:rn!" in fields(position)["graves"]


def test_t8_3_passing_over_a_tomb_paralyses_for_two_turns():
    position = played(place("Re5 ne11", graves="e7:p"), "e5-e9")
    assert fields(position)["states"] == "e9=p2"
    position.push_text("l11-l10")
    assert clause(position, "e9-e10") == "T8.3"
    position.push_text("a2-a3")
    position.push_text("l10-l9")
    assert clause(position, "e9-e10") == "T8.3"
    position.push_text("a3-a4")
    position.push_text("l9-l8")
    assert "e9-e10" in moves(position)


def test_t8_3_one_s_own_majority_spares_the_paralysis_not_the_end_of_a_double_move():
    position = place("Rb5", graves="d5:p")
    assert fields(played(position, "b5-f5"))["states"] == "-"
    assert clause(position, "b5-f5-f6") == "T4.3"
    # Landing is still death.
    assert fields(played(position, "b5-d5"))["graves"] == "d5:pR!"


def test_t8_3_leaps_pass_over_nothing():
    after = played(place("Ne5 nb9", graves="e6:p,f6:p,e7:p,f5:p"), "e5-f7")
    assert fields(after)["states"] == "-"


def test_t8_4_landing_on_a_tomb_explodes_it():
    position = place("Re5 Pd7 ne8 Bf8 qg9", walls="d8:1,h8:1", graves="e7:p")
    after = played(position, "e5-e7")
    assert fields(after)["graves"] == "d7:P,e7:pR!,e8:n,f8:B"
    assert unit(after, "g9") == "q"
    # The wall in the 3x3 is gone, and the path is not walled inside it.
    assert fields(after)["walls"] == "e5:2"


def test_t8_5_tombs_around_are_emptied_into_it():
    position = place("Re5 pd8", graves="e7:p,d6:Nb,f8:q,d8:B")
    after = played(position, "e5-e7")
    # d8 had a unit on it and was no tomb.
    assert fields(after)["graves"] == "e7:pRNbq!,d8:Bp"


def test_t8_6_an_exploded_tomb_is_open():
    assert fields(played(place("Re5", graves="e7:p"), "e5-e7"))["graves"] == "e7:pR!"


def test_t8_7_a_unit_pushed_onto_a_tomb_explodes_it():
    position = place("Re3 pe6 Pd8", graves="e7:B")
    after = played(position, "e3-e5>")
    assert fields(after)["graves"] == "e7:Bp!,d8:P"
    assert unit(after, "e5") == "R"


def test_t8_7_teleports_explode_nothing():
    after = played(place("Pe5 Pe6", graves="f5:n"), "rot:e5:2:90")
    assert "!" not in fields(after)["graves"]
    assert fields(after)["graves"] == "e5:n"


def test_t8_8_a_king_near_an_explosion_dies():
    position = place("Re5 kf8 ph8", side="S", graves="e7:p")
    after = played(position, "e5-e7")
    assert after.outcome().clause == "T16.1"
    assert after.outcome().winner == 0


def test_t8_8_nobody_may_kill_the_own_king():
    position = place("Re5 Kf8 pl9", graves="e7:p")
    assert clause(position, "e5-e7") == "T8.8"
    both = place("Re5 Kf8 kd8 pl9", graves="e7:p")
    assert clause(both, "e5-e7") == "T8.8"


def test_t8_9_jesters_killed_by_an_explosion_do_not_explode():
    after = played(place("Re5 jd8 pc9", graves="e7:p"), "e5-e7")
    assert unit(after, "c9") == "p"
    assert "d8:j" in fields(after)["graves"].replace("d8:j!", "open")


def test_t9_1_the_oldest_comes_back_if_it_is_one_s_own():
    position = place("Kb1", graves="e5:Rn!,g5:nR!,i5:R")
    assert "+e5" in moves(position)
    assert clause(position, "+g5") == "T9.1"
    assert clause(position, "+i5") == "T8.6"
    assert clause(position, "+k5") == "T9.1"
    after = played(position, "+e5")
    assert unit(after, "e5") == "R"


def test_t9_1_no_respawn_under_a_unit_or_a_wall():
    assert clause(place("Pe5", graves="e5:R!"), "+e5") == "T8.2"
    assert clause(place("", walls="e5:1", graves="e5:R!"), "+e5") == "T8.2"


@pytest.mark.parametrize(
    ("enemies", "fields", "answer"),
    [
        # Captured: with a leg, a bounce, a second leg, a knight's leap; breathed on.
        ("bi9", {}, "i9-(.*-)?e5"),
        ("pg3", {"states": "g3=2"}, "g3-e5"),
        ("nc9", {}, "c9-d7-e5"),
        ("de6", {}, "e6!"),
        # Exploded by a pawn that comes to the tomb beside it.
        ("ph6", {"graves": "e5:P!,f6:n"}, "h6-g[567]-f6"),
        # A jester comes beside it.
        ("ji9", {}, "i9-"),
        # Turned away with a block of which North has more.
        ("pg7 ph7 pg8", {"states": "g7=p2,h7=p2,g8=p2"}, "rot:"),
    ],
)
def test_t9_2_the_refusal_names_the_answer_that_spoils_it(enemies, fields, answer):
    fields = {"graves": "e5:P!", **fields}
    ruling = place(enemies, **fields).explain("+e5")
    assert ruling.clause == "T9.2"
    assert re.search(f"the enemy could answer {answer}", ruling.message)


def test_t9_2_the_seed_s_example():
    # A rook and a knight lie on a1; while an enemy bishop aims at a1 the rook waits.
    aimed = place("Kg1 bf6", graves="a1:RN!")
    assert clause(aimed, "+a1") == "T9.2"
    # From h6 the bishop could come to the diagonal and capture with its second leg.
    assert clause(place("Kg1 bh6", graves="a1:RN!"), "+a1") == "T9.2"
    gone = place("Kg1 bf5", graves="a1:RN!")
    after = played(gone, "+a1")
    assert fields(after)["graves"] == "a1:N"


def test_t9_2_not_beside_a_tomb_that_the_enemy_can_reach():
    assert clause(place("nb7", graves="e5:N!,d6:p"), "+e5") == "T9.2"
    assert "+e5" in moves(place("", graves="e5:N!,d6:p"))


def test_t9_2_not_where_it_could_be_captured_by_a_bounce():
    # From l8 to e8, before the pawn on d8, and down: ten squares.
    position = place("ql8 Pd8", states="l8=10", graves="e5:P!")
    ruling = position.explain("+e5")
    assert ruling.clause == "T9.2"
    assert "l8-e8*e5" in ruling.message
    assert "+e5" in moves(place("ql8 Pd8", states="l8=9", graves="e5:P!"))


def test_t9_2_not_where_it_could_be_pushed():
    # Two bishops guard the knight, so it cannot be captured; but the rook would come to d5 and push it.
    position = place("Bg3 Bc7 ra6", graves="e5:N!")
    ruling = position.explain("+e5")
    assert ruling.clause == "T9.2"
    assert ">" in ruling.message
    assert "+e5" in moves(place("Bg3 Bc7 ra6", states="a6=r", graves="e5:N!"))


def test_t9_2_not_where_it_could_be_swapped():
    # To capture the jester would kill North's own king.
    assert "+e5" in moves(place("ke6 pl9", graves="e5:J!"))
    ruling = place("ke6 pl9 re2", graves="e5:J!").explain("+e5")
    assert ruling.clause == "T9.2"
    assert "e2/e5" in ruling.message


def test_t9_2_not_where_it_could_be_rotated():
    # North has two paralysed pawns in the blocks of 4x4 around e5; South's pawn on e3 or on e7 makes them equal.
    frozen: dict[str, Any] = {"states": "d4=p2,f6=p2", "graves": "e5:P!"}
    ruling = place("pd4 pf6 Pe7", **frozen).explain("+e5")
    assert ruling.clause == "T9.2"
    assert "rot:" in ruling.message
    # Only the block of nine with e5 in its middle is left, and there it would stay.
    position = place("pd4 pf6 Pe3 Pe7", **frozen)
    after = played(position, "+e5")
    assert unit(played(after, "rot:d4:3:90"), "e5") == "P"


def test_t9_2_not_where_it_could_be_controlled():
    # In check by the rook on j4, North's queen can neither capture nor swap; but the bishop could be made to block.
    ruling = place("Rj4 kj12 qe12", graves="e5:B!").explain("+e5")
    assert ruling.clause == "T9.2"
    assert "~e5-" in ruling.message
    assert "+e5" in moves(place("Rj4 kj12", graves="e5:B!"))


def test_t9_2_not_where_a_jester_could_come_beside_it():
    assert "+e5" in moves(place("jl9", graves="e5:P!"))
    assert clause(place("ji9", graves="e5:P!"), "+e5") == "T9.2"
    # One that stands there needs not come.
    assert clause(place("jf6", graves="e5:P!"), "+e5") == "T9.2"
    # Jesters are immune.
    assert "+e5" in moves(place("ji9", graves="e5:J!"))


def test_t9_2_not_where_king_s_check_could_kill_it():
    # The king would step onto the rook's file, or rank.
    ruling = place("kd9 pl9", graves="e5:R!").explain("+e5")
    assert ruling.clause == "T9.2"
    assert "d9-e" in ruling.message
    assert "+e5" in moves(place("kd9 pl9", graves="e5:P!"))
    # A king in check could not.
    assert "+e5" in moves(place("kd9 pl9 Ra9", graves="e5:R!"))


def test_t9_2_a_move_that_is_illegal_for_its_king_does_not_spoil_it():
    # The pawn on j10 could capture the jester, but beside it stands its own king.
    assert "+e5" in moves(place("ke6 pj10 pl9", states="j10=5", graves="e5:J!"))
    assert clause(place("kh11 pj10 pl9", states="j10=5", graves="e5:J!"), "+e5") == "T9.2"


def test_t9_2_units_that_rest_or_are_paralysed_do_not_spoil_it():
    assert clause(place("re12", graves="e5:P!"), "+e5") == "T9.2"
    assert "+e5" in moves(place("re12", states="e12=r", graves="e5:P!"))
    assert "+e5" in moves(place("re12", states="e12=p1", graves="e5:P!"))


def test_t9_2_the_last_resort_of_resting_units_spoils_it():
    # All units of North rest, so they may move.
    resting: dict[str, Any] = {"states": "l11=r,e12=r,k12=r", "graves": "e5:P!"}
    assert clause(place("re12", **resting), "+e5") == "T9.2"
    # With a double move they would come there, but they may not make one.
    assert "+i11" in moves(place("nl12 pl11", states="l11=r,k12=r,l12=r", graves="i11:P!"))


def test_t9_2_walls_that_are_gone_by_then_protect_nothing():
    # The wall on a4 keeps the pawn off a5 now, but not in the position that it would get.
    assert "+a5" in moves(place("Pb4 kg8", side="N", walls="a4:2", graves="a5:n!"))
    assert clause(place("Pb4 kg8", side="N", walls="a4:1", graves="a5:n!"), "+a5") == "T9.2"


def test_t9_2_a_respawn_of_the_enemy_does_not_spoil_it():
    position = place("", graves="e5:P!,h9:n!")
    assert "+e5" in moves(position)
    assert "+h9" in moves(played(position, "+e5"))


def test_t9_3_the_grave_is_closed_then():
    after = played(place("", graves="e5:RN!"), "+e5")
    assert fields(after)["graves"] == "e5:N"


def test_t13_5_a_captured_jester_explodes():
    position = place("Re5 je8 Pd9 nf7 bh8", walls="d8:1", graves="f9:q")
    after = played(position, "e5-e8")
    assert fields(after)["graves"] == "f7:n!,e8:jR!,d9:P!,f9:q!"
    assert unit(after, "h8") == "b"
    assert fields(after)["walls"] == "e5:2,e6:2"


def test_t13_5_a_knight_that_leaps_over_a_jester_dies_where_it_stands():
    after = played(place("Nd3 jd5"), "d3-e5xd5")
    assert fields(after)["graves"] == "d5:j!,e5:N!"


def test_t13_5_a_knight_that_captures_a_jester_always_dies():
    captures = []
    for jester in ("c2", "c3", "c4", "d2", "d4", "e2", "e3", "e4", "d5", "e5", "b4", "f4"):
        position = place(f"Nd3 j{jester}")
        texts = {text for text in moves(position, "d3-") if text.endswith(jester)}
        captures += [fields(played(position, text))["graves"] for text in texts]
    assert captures
    assert all("N" in graves for graves in captures)


def test_t13_5_a_controlled_knight_may_capture_the_jester_beside_it_and_live():
    after = played(place("nd3 Je3 Rd9"), "~d3-e5xe3")
    assert unit(after, "e5") == "n"
    assert fields(after)["graves"] == "e3:J!"


def test_t14_1_over_a_jester_onto_a_tomb_both_explode():
    after = played(place("Nd3 jd5 pc6", graves="e5:q"), "d3-e5xd5")
    # The jester's explosion makes tombs on c6 and d5; d5 and the knight's own are then gathered in e5.
    assert fields(after)["graves"] == "e5:qNj!,c6:p!"


def test_t13_5_kings_beside_it_die():
    after = played(place("Re5 je8 ke9 pl9"), "e5-e8")
    assert after.outcome().clause == "T16.1"

"""T8, T9 and T13.5: graves, explosions and respawns."""

import pytest

from tests.tomb_chess.drawing import NAMES, clause, fields, moves, place, played, unit


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
    ("enemies", "what"),
    [
        ("be9 bi9", "a bishop attacks the square"),
        ("jf6", "a jester is beside it"),
        ("rl8 Pe9", "a rook captures with a bounce"),
        ("nc9", "a knight captures with its second leg"),
        ("nd8", "a knight captures under its leap"),
        ("de6", "a dragon breathes on it"),
    ],
)
def test_t9_2_not_where_the_enemy_could_do_it_harm(enemies, what):
    assert clause(place(enemies, graves="e5:P!"), "+e5") == "T9.2", what


@pytest.mark.parametrize(
    ("enemies", "taker"),
    [
        ("rl8 Pe9", "rook on l8"),
        ("nc9", "knight on c9"),
        ("nd8", "knight on d8"),
        ("de6", "dragon on e6"),
        ("Bg3 Bc7 ra6 ja3", "rook on a6"),
    ],
)
def test_t9_2_the_refusal_names_who_could_do_it(enemies, taker):
    dead = "N" if "ra6" in enemies else "P"
    ruling = place(enemies, graves=f"e5:{dead}!").explain("+e5")
    assert ruling.clause == "T9.2"
    assert taker in ruling.message
    assert [NAMES[cell] for cell in ruling.cells] == ["e5", taker.split()[-1]]


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


def test_t9_2_not_where_it_could_be_pushed():
    # Two bishops guard the knight, so it cannot be captured; but the rook would go a6-a5-d5 and push it.
    position = place("Bg3 Bc7 ra6 ja3", graves="e5:N!")
    assert clause(position, "+e5") == "T9.2"


def test_t9_2_walls_that_are_gone_by_then_protect_nothing():
    # The wall on a4 keeps the king off a5 now, but not in the position that it would get.
    assert "+a5" in moves(place("Kb4 kg8", side="N", walls="a4:2", graves="a5:r!"))
    assert clause(place("Kb4 kg8", side="N", walls="a4:1", graves="a5:r!"), "+a5") == "T9.2"


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


def test_t14_1_over_a_jester_onto_a_tomb_both_explode():
    after = played(place("Nd3 jd5 pc6", graves="e5:q"), "d3-e5xd5")
    # The jester's explosion makes tombs on c6 and d5; d5 and the knight's own are then gathered in e5.
    assert fields(after)["graves"] == "e5:qNj!,c6:p!"


def test_t13_5_kings_beside_it_die():
    after = played(place("Re5 je8 ke9 pl9"), "e5-e8")
    assert after.outcome().clause == "T16.1"

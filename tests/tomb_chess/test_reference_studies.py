"""The slow reference on small positions made by hand, for the clauses that are easily read in two ways."""

import re

import pytest

from tests.tomb_chess.reference import START, legal_moves, outcome, parse, text
from tests.tomb_chess.reference.geometry import read_square
from tests.tomb_chess.reference.position import State, new_unit

KINGS = "Ka1 Pb1 kl12 pk12"


def place(units, side="S", states="-", walls="-", graves="-", pusher="-", turn=1):
    """A position text from words such as `Ra1`."""
    placed = {read_square(word[1:]): new_unit(word[0], 0) for word in units.split()}
    board, *_ = text(State(placed, side, {}, {}, None, 1)).split(" ")
    return f"{board} {side} {states} {walls} {graves} {pusher} {turn}"


def moves(position):
    return legal_moves(parse(position))


def after(position, move):
    return text(moves(position)[move])


def starting(position, *begins):
    return {move for move in moves(position) if move.startswith(begins)}


def test_texts_are_read_and_written():
    assert text(parse(START)) == START
    full = place("Ra1 Ka2 Pb2 pe4 kl12", "N", "a1=10r,e4=p2x", "e2:2,e3:1", "c5:Rnp!", "a1", 7)
    assert text(parse(full)) == full


def test_start():
    found = moves(START)
    assert "a1-a3" not in found
    assert {"b1-c3", "b1-c3-d5", "e2-e3-e4", "rot:b2:3:90", "b1/b2", "g1^a2"} <= found.keys()
    assert not any(move[0] in "+~" for move in found)
    assert text(found["b1-c3-d5"]).split(" ")[1:] == ["N", "d5=r", "b1:2,c3:2", "-", "-", "1"]


# T4: double moves and rest


def test_t4_3_a_leg_that_ends_beside_a_jester_is_the_last_also_when_it_pushes_the_jester():
    position = place(f"{KINGS} Rd1 jd6")
    assert "d1-d5>" in moves(position)
    assert not starting(position, "d1-d5-", "d1-d5>-")
    assert starting(position, "d1-d4-")


def test_t4_5_kings_rest():
    assert after(place("Kd4 Pb1 kl12 pk12"), "d4-d5-d6").split(" ")[2] == "d6=r"
    assert not starting(place("Kd4 Pb1 kl12 pk12", states="d4=r"), "d4")


def test_t4_5_only_resting_units_make_single_moves():
    position = place("Ka1 Pa3 Ra6 pa9 kl12 pk12", states="a1=r,a3=r,a6=r")
    found = moves(position)
    assert {"a1-b2", "a3-a4", "a6-b6", "a6-a8>", "a6-l6*l7"} <= found.keys()
    assert not [move for move in found if re.search(r"-\w+>?-|[/^!~]", move)]
    assert after(position, "a3-a4").split(" ")[2] == "-"


def test_t4_5_no_last_resort_while_a_respawn_is_legal():
    position = place("Ka1 Pa3 kl12 pk12", states="a1=r,a3=r", graves="a6:N!")
    assert set(moves(position)) == {"+a6"}


def test_t4_5_a_resting_king_does_not_give_king_s_check():
    position = place("Ka1 Pa3 rb12 kl12 pk12", states="a1=r,a3=r,b12=11")
    assert "a1-b1" not in moves(position)
    assert "a1-a2" in moves(position)


def test_t4_8_a_king_s_double_move_steps_into_no_check():
    by_jester = place("Kd4 Pb1 Jf5 rf12 kl12 pk12")
    assert not starting(by_jester, "d4-e4-")
    assert starting(by_jester, "d4-d5-")
    by_tomb = place("Kd4 Pb1 rf12 kl12 pk12", graves="f5:P")
    assert not starting(by_tomb, "d4-e4-")
    assert "d4-d5-e4" not in moves(by_tomb)


# T5: walls


def test_t5_1_no_wall_is_laid_where_a_tomb_exploded():
    position = place("Kl1 Pk1 Rd1 kl12 pk12", graves="d6:P")
    assert after(position, "d1-d6").split(" ")[3:5] == ["d1:2,d2:2,d3:2,d4:2", "d6:PR!"]


# T7: bounces


def test_t7_1_pawns_of_range_two_and_more_bounce():
    assert "k2-l3*k4" in moves(place("Ka1 Pk2 kl12 pj12", states="k2=2"))
    assert "k2-l3*j5" not in moves(place("Ka1 Pk2 kl12 pj12", states="k2=2"))
    assert "k2-l3*j5" in moves(place("Ka1 Pk2 kl12 pj12", states="k2=3"))
    assert "k2-l2*l3" in moves(place("Ka1 Pk2 kl12 pj12", states="k2=2"))
    assert "k2-l3*l4" not in moves(place("Ka1 Pk2 kl12 pj12", states="k2=3"))
    assert not any("*" in move for move in moves(place("Ka1 Pk2 kl12 pj12")))


def test_t7_2_a_diagonal_line_bounces_off_a_wall_head_on():
    position = place(f"{KINGS} Be2", walls="h5:2")
    assert {"e2-g4*f5", "e2-g4*h3"} <= moves(position).keys()
    beside = place(f"{KINGS} Be2", walls="h5:2,g5:2")
    assert "e2-g4" in moves(beside)
    assert not starting(beside, "e2-g4*")


def test_t7_2_a_lifted_wall_is_an_obstacle_too():
    position = place(f"{KINGS} Be8", walls="c10:2,c9:2")
    assert "e8-d9*e10" in moves(position)
    assert not starting(place(f"{KINGS} Be8 nf9 nb8", walls="c10:2,c9:2"), "e8-d9*")


def test_t7_2_a_straight_line_does_not_bounce_off_a_wall():
    position = place(f"{KINGS} Re2", walls="e6:2")
    assert "e2-e5" in moves(position)
    assert not starting(position, "e2-e5*")


def test_t7_5_a_bounce_ends_where_it_gives_check():
    position = place("Ka1 Pb1 Bh1 kl9 pa12")
    assert "h1-l5" in moves(position)
    assert starting(position, "h1-l5*")
    assert not starting(place("Ka1 Pb1 Bh1 kh9 pa12"), "h1-l5*")


# T9: respawn


@pytest.mark.parametrize(
    "enemies",
    [
        "pe6",  # a single capture
        "na4",  # a knight's second leg
        "bb12",  # a bishop's second leg
        "re12",
        "ji9",  # a jester comes beside it
        "pf8 pg7 ph7",  # rotation
        "qj3",  # swap or capture by a bounce
        "df6",  # breath
    ],
)
def test_t9_2_respawn_is_not_safe(enemies):
    position = place(f"{KINGS} {enemies}", graves="e5:P!")
    assert "+e5" not in moves(position)


@pytest.mark.parametrize("enemies", ["ph12", "pe9", "ra12 Pa11 Pb12", "na11"])
def test_t9_2_respawn_is_safe(enemies):
    position = place(f"{KINGS} {enemies}", graves="e5:PQ!")
    assert after(position, "+e5").split(" ")[4] == "e5:Q"


def test_t9_2_an_explosion_spoils_a_respawn():
    assert "+e5" in moves(place(f"{KINGS} ph6", graves="e5:P!"))
    assert "+e5" not in moves(place(f"{KINGS} ph6", graves="e5:P!,f6:P"))


# T10: push


def test_t10_5_no_push_of_walls_in_the_enemy_s_quadrant():
    position = place("Kl1 Pk1 Ra1 nc6 nf2 kl12 pk12", walls="a5:2")
    assert "a1-a4" in moves(position)
    assert "a1-a4>" not in moves(position)
    assert "a1-a4>" in moves(place("Kl1 Pk1 Ra1 nc6 kl12 pk12", walls="a5:2"))


def test_t10_5_units_elsewhere_are_pushed_into_it():
    for walls in ("-", "e7:2"):
        position = place("Kl1 Pk1 Re1 pe6 nb9 kl12 pk12", walls=walls)
        assert "e7=x" in after(position, "e1-e5>")
    assert "e1-e5>" not in moves(place("Kl1 Pk1 Re1 pe6 pe7 nb9 kl12 pk12"))


# T14: abilities


def test_t14_3_mind_control_by_a_bounce():
    assert "~c5-c6" in moves(place("Kl1 Pk1 Bc1 pc5 kl12 pk12"))
    assert not starting(place("Kl1 Pk1 Bc1 pc5 rc12 kl12 pk12"), "~c5")
    assert not starting(place("Kl1 Pk1 Bc1 pc5 kl12 pk12", states="c5=r"), "~")
    assert not starting(place("Kl1 Pk1 Bc1 pc5 kl12 pk12", states="c1=3"), "~")


def test_t14_3_mind_control_by_a_knight_s_leap():
    """The knight would stand on c3 or a3."""
    assert "~b2-a1" in moves(place("Kl1 Pk1 Nb1 pb2 kl12 pk12"))
    assert starting(place("Kl1 Pk1 Nb1 pb2 rc12 kl12 pk12"), "~b2")
    assert not starting(place("Kl1 Pk1 Nb1 pb2 rc12 ra12 rl2 kl12 pk12 Ph2"), "~b2")


def test_t14_5_swap_by_a_bounce_and_by_a_knight_s_leap():
    for pawn in "Pp":
        assert "c1/c5" in moves(place(f"Kl1 Pk1 Bc1 {pawn}c5 kl12 pk12"))
        assert "b1/b2" in moves(place(f"Kl1 Pk1 Nb1 {pawn}b2 kl12 pk12"))
    assert "b1/b2" in moves(place("Kl1 Pk1 Nb1 Pb2 Ra2 Rc2 kl12 pk12"))


def test_t14_8_king_s_check_kills_all_that_give_it():
    by_jester = place("Kd4 Pb1 Jf5 rf12 kl12 pk12")
    assert after(by_jester, "d4-e4").split(" ")[4] == "f12:r"
    by_tomb = place("Kd4 Pb1 rf12 kl12 pk12", graves="f5:P")
    assert after(by_tomb, "d4-e4").split(" ")[4] == "f5:P,f12:r"
    in_check = place("Kd4 Pb1 Jf5 rf12 rd12 kl12 pk12")
    assert "d4-e4" not in moves(in_check)


# T16: the end


def test_t16_ends():
    assert outcome(parse(START)) is None
    assert outcome(parse(place("Ka1 kl12 pk12"))) == ("N", "T16.3")
    assert outcome(parse(place("Ka1 kl12", "N"))) == ("N", "T16.3")
    assert outcome(parse(place("Ka1 Pb1 pk12"))) == ("S", "T16.1")
    assert outcome(parse(START.replace("S - - - - 1", "S - - - - 501"))) == ("draw", "T16.7")
    assert outcome(parse(START.replace("S - - - - 1", "S - - - - 501"), turn_limit=None)) is None


def test_t16_5_the_third_occurrence_is_a_draw():
    state = parse(place("Ka1 Pc1 kl12 pj12"))
    seen = []
    while outcome(state) is None:
        seen.append(text(state).rsplit(" ", 2)[0])
        cycle = ("a1-a2", "l12-l11", "c1-d1", "j12-i12", "a2-a1", "l11-l12", "d1-c1", "i12-j12")
        state = legal_moves(state)[cycle[(len(seen) - 1) % len(cycle)]]
    assert outcome(state) == ("draw", "T16.5")
    assert seen.count(text(state).rsplit(" ", 2)[0]) == 2
    assert max(map(seen.count, seen)) == 2

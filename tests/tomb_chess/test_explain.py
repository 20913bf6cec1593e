"""Whatever is wished, the answer names a clause, and never the wrong side of the law."""

import re
from random import Random

import pytest

from ludoteca.games.tomb_chess.notation import read_parts
from tests.play import IS_COMPILED
from tests.tomb_chess.comparison import crowded
from tests.tomb_chess.drawing import GAME, NAMES, clause, moves, place, played, unit
from tests.tomb_chess.test_game import plays

WISHES = 12 if IS_COMPILED else 3
OFFSETS = (1, -1, 12, -12, 13, 11, -13, -11, 25, 23, -25, -23, 10, 14, 2, -2, 24, -24)


def wish(position, legal, random):
    """A text that looks like a move."""

    def near(square):
        return NAMES[max(0, min(143, NAMES.index(square) + random.choice(OFFSETS)))]

    units = [NAMES[cell] for cell in GAME.look.view(position).units]
    control, push = random.choice(("", "", "~")), random.choice(("", ">"))
    origin = random.choice(units)
    first = near(origin)
    text = position.move_text(random.choice(legal))
    return random.choice(
        (
            f"{control}{origin}-{random.choice(NAMES)}",
            f"{control}{origin}-{first}{push}-{near(first)}",
            f"{control}{origin}-{first}{push}",
            f"{control}{origin}-{first}*{random.choice(NAMES)}{push}",
            f"{control}{origin}!",
            f"{control}{origin}/{random.choice(units)}",
            f"rot:{random.choice(NAMES)}:{random.choice('234')}:{random.choice((90, 180, 270))}",
            f"{origin}^{random.choice(units)}",
            f"+{random.choice(NAMES)}",
            f"{origin}-{first}x{near(origin)}",
            re.sub(r"[a-l]\d+", lambda match: random.choice((match[0], match[0], random.choice(NAMES))), text),
            text + random.choice((">", "=Q", "*" + random.choice(NAMES), "-" + first)),
        )
    )


@pytest.mark.parametrize("seed", range(3 if IS_COMPILED else 1))
def test_every_wish_is_legal_or_refused_by_a_clause(seed):
    random = Random(seed)
    for position, legal in plays(seed + 90, 16 if IS_COMPILED else 2):
        if legal:
            check_wishes(position, {wish(position, legal, random) for _ in range(WISHES)})


@pytest.mark.parametrize("seed", range(2, 22 if IS_COMPILED else 5))
def test_every_wish_in_crowded_positions_is_legal_or_refused_by_a_clause(seed):
    random = Random(seed)
    position = GAME.parse(crowded(random))
    if legal := position.legal_moves():
        check_wishes(position, {wish(position, legal, random) for _ in range(2 * WISHES)})


@pytest.mark.parametrize("lenders", ["pe8", "pe8 ra5", "pe8 ba1", "pe8 qa5", "pe8 nd7"])
def test_t7_4_every_bounce_of_a_jester_is_legal_or_refused_by_a_clause(lenders):
    """Its lines may be a pawn's, others, or both."""
    random = Random(lenders)
    position = place(f"Je5 Pg7 Pc5 {lenders}", states="e8=4", walls="h3:1,c2:2")
    check_wishes(
        position, {"e5" + random.choice(("-f6*", "-d5*", "-e7*", "-g3*")) + name for name in NAMES[:: 48 // WISHES]}
    )


def check_wishes(position, texts):
    legal = {position.move_text(move) for move in position.legal_moves()}
    before = str(position)
    for text in sorted(texts):
        ruling = position.explain(text)
        assert (ruling is None) == (text in legal), (before, text, ruling)
        if ruling is not None:
            assert ruling.clause in GAME.rules
            assert all(0 <= cell < 144 for cell in ruling.cells), (before, text, ruling)
            # T18 only for what cannot be read.
            assert (ruling.clause == "T18") == (read_parts(text) is None), (before, text, ruling)
    assert str(position) == before


def test_a_refusal_names_the_squares_to_blame():
    ruling = place("Re5", walls="f7:1").explain("e5-e8")
    assert ruling.clause == "T5.5"
    assert "f7" in ruling.message
    assert [NAMES[cell] for cell in ruling.cells] == ["e7", "f7"]


def test_a_guard_is_named():
    ruling = place("Qe5 pe8 bb11 bh11").explain("e5-e8")
    assert "b11" in ruling.message
    assert "h11" in ruling.message


def test_the_range_is_told():
    assert "is 4 now" in place("Ra5", states="a5=4").explain("a5-f5").message


def test_paralysis_tells_how_long_and_by_whom():
    assert "2 turns" in place("Re5", states="e5=p2").explain("e5-e6").message
    assert "jester on f6" in place("Re5 jf6").explain("e5-e8").message


def test_check_tells_which_of_its_three_kinds():
    assert "attacks it" in place("rb9 Pf5").explain("f5-f6").message
    assert "jester on c2 beside it" in place("Jc2 rc9").explain("a2-a3").message
    assert "tomb on c2 beside it" in place("rc9", graves="c2:p").explain("a2-a3").message


def test_check_names_all_who_give_it():
    message = place("rb9 be4 Pf5").explain("f5-f6").message
    assert "the rook on b9 and the bishop on e4 attack it" in message


def test_walls_and_tombs_are_counted():
    assert "beside the wall on f7" in place("Re5", walls="f7:1").explain("e5-e8").message
    assert "beside the walls on f7 and d7" in place("Re5", walls="d7:1,f7:1").explain("e5-e8").message
    message = place("Re5", graves="e6:n,e7:n").explain("e5-e8-f8").message
    assert "passes over the tombs on e6 and e7" in message


def test_t2_1_a_king_goes_one_square_whatever_is_in_its_way():
    for position in (place("Ke5 Pe6"), place("Ke5 pe6", states="e6=p1"), place("Ke5", walls="e6:1")):
        assert clause(position, "e5-e7") == "T2.1"
    # What is in the way matters where the range would do.
    assert clause(place("Re5 Pe6"), "e5-e7") == "T3.1"


def test_t2_1_a_leap_after_a_bounce_tells_how_the_unit_moves():
    message = place("Re5").explain("e5-l5*k7").message
    assert message == "the rook on e5 moves straight up to 12 squares"


def test_t3_4_no_bounce_leads_back_to_where_the_turn_began():
    for back in ("e5", "c5"):
        ruling = place("Re5").explain(f"e5-l5*{back}")
        assert ruling.clause == "T3.4"
        assert "e5, where the turn began" in ruling.message
    # Short of it only the turn by 180 degrees is wrong.
    assert clause(place("Re5"), "e5-l5*h5") == "T7.1"


def test_t3_4_no_line_bounces_off_the_square_where_the_turn_began():
    around = place("Re5 Pe9 Pi8 Ph4")
    assert "e5-e8*h8*h5*f5" in moves(around)
    ruling = around.explain("e5-e8*h8*h5*f5*f6")
    assert ruling.clause == "T3.4"
    assert ruling.message == "no line bounces off e5, where the turn began"
    assert clause(around, "e5-e8*h8*h5*g5*g6") == "T7.1"
    # Diagonally, too.
    assert clause(place("Qe5 Pe10 Ph6"), "e5-e9*g7*f6*g5") == "T3.4"


def test_t4_4_the_second_leg_tells_where_the_movement_is_not_lent_any_more():
    ruling = place("Ne5 Re2").explain("e5-g6-g9")
    assert ruling.clause == "T4.4"
    assert "on g6 the knight is not lent what it was lent on e5; there it moves by knight leap" in ruling.message
    # Nothing was lent on e5 either.
    ruling = place("Ne5").explain("e5-g6-g9")
    assert ruling.clause == "T2.1"
    assert "the knight on g6 moves by knight leap" in ruling.message
    assert "the rook on f5" in place("Re5", states="e5=3").explain("e5-f5-k5").message


def test_t12_5_mind_control_of_one_s_own_kind():
    ruling = place("Re5 re8").explain("~e8-e9")
    assert ruling.clause == "T12.5"
    assert "rook on e8" in ruling.message
    # By a bounce and by a knight's leap, too.
    assert clause(place("Bc1 Kl1 bc5"), "~c5-d6") == "T12.5"
    assert clause(place("Nb1 Kl1 Pk1 nb2"), "~b2-c4") == "T12.5"
    # Not where the one of its kind could not have captured it anyway.
    assert clause(place("Re5 rf8"), "~f8-f9") == "T14.3"
    # Pawns capture pawns.
    assert "~e6-e7" in {place("Pe5 pe6").move_text(move) for move in place("Pe5 pe6").legal_moves()}


@pytest.mark.parametrize("text", ["e5-l5*l8-k8", "e5-e6-e12*f12", "e5-e12*f12>-f9*g9", "e5-l5*l1*k1-k2"])
def test_t7_3_a_bounce_and_a_second_leg_exclude_each_other(text):
    assert clause(place("Re5"), text) == "T7.3"
    # Whose unit it is, and whether it may move at all, comes first.
    assert clause(place("Re5", side="N"), text) == "T1.3"
    assert clause(place("Re5", states="e5=p2"), text) == "T8.3"
    assert clause(place("re5 Bg7"), "~" + text) == "T7.3"


@pytest.mark.parametrize(
    ("others", "said", "clause_named"),
    [
        ("", "the dragon on e6 was pushed by the rook on e5 and may not take it this turn", "T10.4"),
        ("Kd7 ", "pushed by the rook on e5 and may not take it this turn; the king on d7 is a king", "T10.4"),
    ],
)
def test_t10_4_breath_does_not_reach_the_rook_that_pushed(others, said, clause_named):
    ruling = place(f"Re5 de6 {others}", side="N", states="e6=x", pusher="e5").explain("e6!")
    assert ruling.clause == clause_named
    assert said in ruling.message


def test_t14_2_breath_tells_whom_it_spares():
    assert "is a king, a dragon or guarded" in place("De5 dd6").explain("e5!").message
    assert "are kings, dragons or guarded" in place("De5 dd6 kf6 pl9").explain("e5!").message
    assert "no enemy beside" in place("De5 Pd6").explain("e5!").message


def test_t9_2_the_answer_named_is_legal_and_does_it():
    for enemies in ("bi9", "nc9", "rl8 Pe9", "de6", "ji9", "pg7 ph7 pg8"):
        ruling = place(enemies, graves="e5:P!").explain("+e5")
        answer = ruling.message.rpartition(" ")[2]
        position = place(f"{enemies} Pe5 Pa2", side="N")
        assert ruling.cells[1] == position.steps(position.parse_move(answer))[0].cells[0]
        after = played(position, answer)
        is_held = clause(played(after, "a2-a3", "l11-l10"), "e5-e4") == "T13.4" if "j" in enemies else False
        assert is_held or unit(after, "e5") != "P"


@pytest.mark.parametrize(
    ("enemies", "answer"),
    [
        # Each could do it with a double move, too, which is found first.
        ("bi9", "i9-e5"),
        ("jd8", "d8-e6"),
        ("bi9 nc9 rl8", "i9-e5"),
        ("pe6", "e6-e5"),
        ("nc9", "c9-d7-e5"),
        ("de6", "e6!"),
    ],
)
def test_t9_2_the_answer_named_is_the_plainest(enemies, answer):
    ruling = place(enemies, graves="e5:P!").explain("+e5")
    assert ruling.clause == "T9.2"
    assert ruling.message.endswith(f"the enemy could answer {answer}")


def test_t9_2_an_answer_is_named_though_the_last_turn_is_over():
    ruling = place("Bi9", side="N", graves="e5:p!", turn=500).explain("+e5")
    assert ruling.clause == "T9.2"
    assert "could answer i9-" in ruling.message


def test_mind_control_tells_who_would_recapture():
    ruling = place("Re5 pe8 bb11").explain("~e8-e9")
    assert ruling.clause == "T14.3"
    assert "e8" in ruling.message
    assert clause(place("Re5 pe8 bb11 bh11"), "~e8-e9") == "T12.3"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Pe8", "the pawn on e8 cannot be pushed: a rook does not push its own side"),
        ("pe8 Pe9", "the pawn on e9 cannot be pushed: a rook does not push its own side"),
        ("Re8", "the rook on e8 cannot be pushed: a rook does not push its own side"),
        ("pe8 re9", "the rook on e9 cannot be pushed: rooks and kings are immune"),
        ("ne8 ke9", "the king on e9 cannot be pushed: rooks and kings are immune"),
    ],
)
def test_t10_2_a_refused_push_names_the_unit_that_forbids_it(line, said):
    ruling = place(f"Re5 {line}").explain("e5-e7>")
    assert ruling.clause == "T10.2"
    assert ruling.message == said
    # Where nothing is ahead, there is no line.
    assert clause(place(f"Re5 {line}"), "e5-e6>") == "T10.1"


def test_t10_4_a_pushed_unit_does_not_swap_with_the_rook_though_it_is_a_friend():
    position = GAME.parse("10pk/12/12/12/12/12/12/12/3Q8/12/12/P2R7K S d4=x - - d1 1")
    assert position.explain("d4/d1").clause == "T10.4"

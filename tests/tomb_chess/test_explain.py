"""Whatever is wished, the answer names a clause, and never the wrong side of the law."""

import re
from random import Random

import pytest

from tests.play import IS_COMPILED
from tests.tomb_chess.drawing import GAME, NAMES, clause, place
from tests.tomb_chess.test_game import plays

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
    for position, legal in plays(seed + 90, 120 if IS_COMPILED else 8):
        if not legal:
            continue
        texts = {position.move_text(move) for move in legal}
        before = str(position)
        for _ in range(20):
            text = wish(position, legal, random)
            ruling = position.explain(text)
            assert (ruling is None) == (text in texts), (before, text, ruling)
            if ruling is not None:
                assert ruling.clause in GAME.rules
                assert all(0 <= cell < 144 for cell in ruling.cells), (before, text, ruling)
                assert "not how" not in ruling.message, (before, text)
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


def test_mind_control_tells_who_would_recapture():
    ruling = place("Re5 pe8 bb11").explain("~e8-e9")
    assert ruling.clause == "T14.3"
    assert "e8" in ruling.message
    assert clause(place("Re5 pe8 bb11 bh11"), "~e8-e9") == "T12.3"

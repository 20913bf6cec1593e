"""T18: texts of positions and moves, and what cannot be."""

import pytest

import ludoteca
from tests.tomb_chess.drawing import GAME, fields, moves, place, played

EMPTY = "12/12/12/12/12/12/12/12/12/12"


def test_t18_the_start():
    assert str(GAME.start()) == (
        "rnbdjqkjdbnr/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNBDJQKJDBNR S - - - - 1"
    )


def test_t18_states_walls_graves_and_pusher_read_back():
    text = "10k1/11p/12/12/4n7/12/12/4R7/12/12/P11/1K10 N e5=10rp2x,e8=p1 c3:2,d3:1 c5:Rnp!,e5:q e5 17"
    assert str(GAME.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "7 fields"),
        ("k11/12 S - - - - 1", "ranks"),
        (f"10k1/11p/{EMPTY} X - - - - 1", "S or N"),
        ("10k1/11p/13/12/12/12/12/12/12/12/P11/1K10 S - - - - 1", "squares"),
        ("10k1/11p/011/12/12/12/12/12/12/12/P11/1K10 S - - - - 1", "number"),
        ("10k1/11p/11x/12/12/12/12/12/12/12/P11/1K10 S - - - - 1", "neither"),
        ("12/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - - - 1", "no king"),
        ("9kk1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - - - 1", "2 kings"),
        ("12/11p/12/12/12/12/12/12/12/12/P11/12 S - - a5:Kk - 1", "both kings"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S a3=r - - - 1", "no unit"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S b1=p1 - - - 1", "king"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S b1=x - - - 1", "king"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/RK10 S a1=13 - - - 1", "range"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/RK10 S a1=1 - - - 1", "range"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/RK10 S a1=12 - - - 1", "first"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/NK10 S a1=2 - - - 1", "range"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/RK10 S a1=p3 - - - 1", "written"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/RK10 S a1= - - - 1", "state"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - b1:1 - - 1", "unit"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - c5:3 - - 1", "written"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - d5:1,c5:1 - - 1", "order"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - c5: - 1", "written"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - c5:QQQQQQQQQQQQQ - 1", "pawns"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - c5:" + "P" * 13 + " - 1", "pawns"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - c5:" + "n" * 60 + " - 1", "dead"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - - m1 1", "pusher"),
        # A bishop stands on a1, a knight died on c5, and nobody is on e4.
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/BK10 S - - c5:n a1 1", "no rook stands or died"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/BK10 S - - c5:n c5 1", "no rook stands or died"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/BK10 S - - c5:n e4 1", "no rook stands or died"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - - - 0", "turn"),
        ("10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - - - 1x", "turn"),
    ],
)
def test_t18_what_cannot_be_is_refused(text, why):
    with pytest.raises(ludoteca.InvalidPosition, match=why):
        GAME.parse(text)


def test_t18_kings_may_rest():
    text = "10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S b1=r,k12=r - - - 1"
    assert str(GAME.parse(text)) == text


@pytest.mark.parametrize("pusher", ["a1", "d5", "c5"])
def test_t18_a_rook_that_pushed_stands_or_died_there(pusher):
    # It may have pushed a wall, so nobody needs to be marked. Either side's may have, by mind control.
    text = f"10k1/11p/12/12/12/12/12/3r8/12/12/P11/RK10 N - - c5:nR {pusher} 1"
    assert str(GAME.parse(text)) == text


def test_t18_more_than_24_units_are_too_many():
    row = "P" * 12
    with pytest.raises(ludoteca.InvalidPosition, match="25 units"):
        GAME.parse(f"10k1/11p/12/12/12/12/12/12/12/12/{row}/RNBDJQKJDBNR S - - e5:N - 1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "e2",
        "e2e3",
        "e2-m3",
        "e2-e13",
        "e2-e03",
        "e2-e3-e4-e5",
        "rot:b2:5:90",
        "rot:b2:3:45",
        "+",
        "e2-e3=K",
        "~+a1",
        "é2-e3",
        "e2-e3 e4",
    ],
)
def test_t18_what_cannot_be_read_is_told(text):
    assert GAME.start().explain(text).clause == "T18"
    assert GAME.start().explain(7).clause == "T18"  # type: ignore[arg-type]


def test_t18_every_form_of_move():
    assert "e2-e3" in moves(GAME.start())
    assert "e2-e3-e4" in moves(GAME.start())
    assert "f1/e2" in moves(GAME.start())
    assert "rot:b2:3:90" in moves(GAME.start())
    assert "g1^e2" in moves(GAME.start())
    assert {"b1-c3", "b1-c3-d5"} <= moves(GAME.start())


def test_t18_the_pusher_is_kept_even_if_it_died():
    # The second leg ends on a tomb.
    after = played(place("Re2 pe5 pl11", graves="h4:n"), "e2-e4>-h4")
    assert fields(after)["pusher"] == "h4"
    assert str(GAME.parse(str(after))) == str(after)
    assert fields(played(after, "l11-l10"))["pusher"] == "-"


def test_t18_the_turn_counts_up_after_north():
    position = GAME.start()
    position.push_text("e2-e3")
    assert fields(position)["turn"] == "1"
    position.push_text("e11-e10")
    assert fields(position)["turn"] == "2"

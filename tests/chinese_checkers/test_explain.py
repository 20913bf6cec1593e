"""Every refusal names its clause, says why, and points at the holes to blame."""

import pytest

from tests.chinese_checkers.drawing import GAME, cells, draw, position

PICTURE = """
            .
           . .
          . . .
         . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
  . . . . . . . . . . .
   . 1 . . . . . . . .
    . 1 2 . . . 2 2 .
   . . . . 2 . 1 . . .
  . . . . . . . . . . .
 . . . . . . . 1 . . . .
. . . . . . . . . . . . .
         . . . .
          . . .
           . .
            .
"""


@pytest.mark.parametrize(
    ("text", "clause", "words", "blamed"),
    [
        ("i5i6", "C2.1", "no piece on i5", ["i5"]),
        ("i3i4", "C2.1", "Player 1's turn, and the piece on i3 is Player 2's", ["i3"]),
        ("i2i2", "C2.5", "ends in another hole than i2", ["i2"]),
        ("i2j2", "C2.2", "j2 is not empty: Player 1", ["j2"]),
        ("i2i7", "C2.3", "i7 is not empty: Player 2", ["i7"]),
        ("h7h1", "C3.2", "southwest area", ["h1"]),
        ("h7e9", "C3.1", "never moves back", ["e9"]),
        ("i2k4", "C2.3", "no piece on j3 to jump over; its jumps lead to g6 and i4", ["j3"]),
        ("i2i6", "C2.3", "right beside", ["i3"]),
        ("i2f6", "C2.4", "no chain of jumps leads from i2 to f6, only to", ["g6", "i4"]),
        ("f8h3", "C2.2", "h3 is not beside f8", ["f8"]),
        ("pass", "C2.6", "a player passes only without any other move", []),
        ("hello", "C5", "'hello' is not a move", []),
        ("", "C5", "is not a move", []),
        ("i2i10", "C5", "there is no hole i10: row i has 9", []),
        ("i2 i4", "C5", "is not a move", []),
        ("I2I4", "C5", "is not a move", []),
        ("i2i4" * 1000, "C5", "is not a move", []),
        ("i٢i4", "C5", "is not a move", []),
    ],
)
def test_refusals(text, clause, words, blamed):
    game = draw(PICTURE)
    ruling = game.explain(text)
    assert ruling.clause == clause, ruling
    assert words in ruling.message
    assert ruling.cells == cells(*blamed)
    assert clause in GAME.rules


def test_never_over_two_pieces():
    ruling = position({"i2": 1, "i3": 2, "i4": 2}).explain("i2i5")
    assert (ruling.clause, ruling.cells) == ("C2.3", cells("i3", "i4"))
    assert "over one piece, not over those on i3 and i4" in ruling.message


def test_a_wish_that_is_no_text_is_unreadable():
    assert GAME.start().explain(7).clause == "C5"  # type: ignore[arg-type]
    assert GAME.start().explain(None).clause == "C5"


def test_unreadable_comes_before_the_end_of_the_game():
    game = position({}, number=501)
    assert game.explain("hello").clause == "C5"
    assert game.explain("a1b1").clause == "C4.3"
    assert game.explain("pass").clause == "C4.3"

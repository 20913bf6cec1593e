"""Game records: docs/records.md."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca.core.record import Record

XIANGQI = ludoteca.game("xiangqi")


def record_of(*moves, start="", **headers):
    position = XIANGQI.parse(start) if start else XIANGQI.start()
    for move in moves:
        position.push_text(move)
    return str(Record.of(position, **headers))


def test_a_record_is_plain_text():
    assert record_of("h3e3", "h10g8", red="Ada", black="Bo") == (
        "ludoteca record 1\ngame: xiangqi\nred: Ada\nblack: Bo\n\n1. h3e3 h10g8\n\nresult: -\n"
    )


def test_a_record_tells_the_first_position_and_the_result():
    text = record_of("b8b10", start="3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1")
    assert "start: 3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1\n" in text
    assert text.endswith("result: 1 -1 X2.4 Black is checkmated by the cart on b10\n")
    assert ludoteca.read_record(text).replay().outcome().winner == 0


def test_moves_are_ten_a_line_and_numbered():
    moves = ["h3e3", "h8e8", "h1g3", "h10g8", "b1c3", "b10c8", "a1a2", "a10a9", "a2b2", "a9b9", "c4c5"]
    text = record_of(*moves)
    assert f"\n\n1. {' '.join(moves[:10])}\n11. c4c5\n\n" in text
    assert str(ludoteca.read_record(text)) == text


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("ludoteca record 1", "[Event]"), "begins with the line"),
        (("game: xiangqi", "game: chess"), "there is no game"),
        (("game: xiangqi\n", ""), "names no game"),
        (("game: xiangqi", "game: xiangqi\ngame: xiangqi"), "twice"),
        (("red: Ada", "red: Ada\nred: Bo"), "twice"),
        (("red: Ada", "option: players 3"), "no option"),
        (("red: Ada", "start: nowhere"), "a FEN has"),
        (("red: Ada", "red"), "neither"),
        (("red: Ada", "re d!: Ada"), "cannot be the name"),
        (("h10g8", "h10h8"), "move 2, h10h8: X1.1"),
        (("1. h3e3", "3. h3e3"), "should begin with move 1"),
        (("result: -", "result: 1 -1 X2.4 Black resigned"), "its moves lead to '-'"),
        (("result: -\n", ""), "has no result"),
        (("result: -", "result: -\n2. a4a5"), "after the result"),
        (("\nresult: -", "white: Cy\nresult: -"), "headers come before"),
    ],
)
def test_a_wrong_record_is_refused_with_the_reason(change, complaint):
    text = record_of("h3e3", "h10g8", red="Ada")
    assert change[0] in text
    with pytest.raises(ludoteca.LudotecaError, match=complaint):
        ludoteca.read_record(text.replace(*change))


@pytest.mark.parametrize("header", [{"game": "go"}, {"result": "-"}, {"a b": "c"}, {"red": ""}, {"red": "a\nb"}])
def test_headers_that_would_not_read_back_are_refused(header):
    with pytest.raises(ludoteca.InvalidRecord):
        record_of("h3e3", **header)


def test_the_documented_example_is_a_record():
    page = (Path(__file__).parent.parent / "docs" / "records.md").read_text(encoding="utf-8")
    example = page.split("```\n")[1]
    assert str(ludoteca.read_record(example)) == example

"""Game records: docs/records.md."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca.core.record import Record, split_records

XIANGQI = ludoteca.game("xiangqi")


def record_of(*moves, start="", **headers):
    position = XIANGQI.parse(start) if start else XIANGQI.start()
    for move in moves:
        position.push_text(move)
    return str(Record.of(position, **headers))


def test_a_record_is_plain_text():
    assert record_of("h3e3", "h10g8", red="Ada", black="Bo") == (
        "ludoteca record 1\ngame: xiangqi\nrules: 1\nred: Ada\nblack: Bo\n\n1. h3e3 h10g8\n\nresult: -\n"
    )


def test_several_records_stand_in_one_file():
    texts = [record_of("h3e3"), record_of(), record_of("b3e3", red="ludoteca record 1")]
    assert split_records("\n".join(texts)) == texts
    assert split_records("a note\r\n" + "".join(texts).replace("\n", "\r\n")) == texts
    assert split_records("") == split_records("no record") == []


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
        (("rules: 1", "rules: 1\nrules: 1"), "twice"),
        (("rules: 1", "rules: 0"), "a number from 1, not '0'"),
        (("rules: 1", "rules: ²"), "a number from 1, not '²'"),
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


@pytest.mark.parametrize(
    "header", [{"game": "go"}, {"rules": "2"}, {"result": "-"}, {"a b": "c"}, {"red": ""}, {"red": "a\nb"}]
)
def test_headers_that_would_not_read_back_are_refused(header):
    with pytest.raises(ludoteca.InvalidRecord):
        record_of("h3e3", **header)


OLD_RECORD = """ludoteca record 1
game: tomb-chess
start: 10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - - - 1
south: Ada

1. b1-c2-d3 l11-l10 d3-d4-d5 l10-l9

result: -
"""
"""Of the time when kings did not rest (T4.5) and records did not name the version of the rules."""
SENTENCE = (
    "move 3, d3-d4-d5: T4.5: the king on d3 rests after its double move; "
    "the record was played by version 1 of the rules, and the present ones are version 2"
)


def test_a_record_names_the_version_of_the_rules():
    for name, game in ludoteca.GAMES.items():
        record = Record.of(game.start())
        assert f"\ngame: {name}\nrules: {game.rules_version}\n" in str(record)
        assert ludoteca.read_record(str(record)).rules_version == game.rules_version


def test_an_old_record_that_no_longer_replays_says_so_in_one_sentence():
    record = ludoteca.read_record(OLD_RECORD)
    assert str(record) == OLD_RECORD.replace("tomb-chess\n", "tomb-chess\nrules: 1\n")
    with pytest.raises(ludoteca.InvalidRecord) as refused:
        record.replay()
    assert str(refused.value) == SENTENCE


def test_an_old_record_is_replayed_as_far_as_the_present_rules_allow():
    position, fault = ludoteca.read_record(OLD_RECORD).replay_legal_part()
    assert str(fault) == SENTENCE
    assert len(position.moves_played()) == 2
    assert position.explain("a2-a3") is None


def test_an_old_record_whose_moves_are_all_legal_replays_as_ever():
    record = ludoteca.read_record(OLD_RECORD.replace("d3-d4-d5", "a2-a3"))
    assert record.rules_version == 1
    assert len(record.replay().moves_played()) == 4
    assert record.replay_legal_part()[1] is None


@pytest.mark.parametrize("result", ["-1 1 H1 Red has resigned", "0 0 H3 all have agreed", "H8 nobody has played"])
def test_a_game_may_be_ended_by_its_players(result):
    text = f"ludoteca record 1\ngame: xiangqi\nrules: 1\n\n1. h3e3\n\nresult: {result}\n"
    record = ludoteca.read_record(text)
    assert record.result == result and str(record) == text and record.replay().outcome() is None


@pytest.mark.parametrize("result", ["1 -1 0 H1 three seats", "1 -1 H1", "red won", "1 -1 X2.4 a rule of the game"])
def test_other_results_must_follow_from_the_moves(result):
    text = f"ludoteca record 1\ngame: xiangqi\nrules: 1\n\n1. h3e3\n\nresult: {result}\n"
    with pytest.raises(ludoteca.InvalidRecord, match="its moves lead to"):
        ludoteca.read_record(text)


def test_an_old_record_keeps_a_result_that_is_another_now():
    position = ludoteca.game("exile").start()
    for _ in range(4):
        position.push_text("pass")
    old = str(Record.of(position)).replace("rules: 2\n", "").replace("result: -", "result: 1 -1 E7.4 most flags")
    record = ludoteca.read_record(old)
    assert record.result == "1 -1 E7.4 most flags"
    replayed, fault = record.replay_legal_part()
    assert str(replayed) == str(position)
    assert "its moves lead to '-'; the record was played by version 1 of the rules" in str(fault)


def test_a_record_that_claims_the_present_rules_and_breaks_them_is_refused():
    with pytest.raises(ludoteca.InvalidRecord, match=r"rests after its double move$"):
        ludoteca.read_record(OLD_RECORD.replace("tomb-chess\n", "tomb-chess\nrules: 2\n"))


def test_an_old_record_whose_first_position_is_refused_names_the_version():
    with pytest.raises(ludoteca.InvalidRecord, match=r"^the first position: .*; the record was played by version 1"):
        ludoteca.read_record(OLD_RECORD.replace("10k1/", "9k1/"))


def test_the_documented_example_is_a_record():
    page = (Path(__file__).parent.parent / "docs" / "records.md").read_text(encoding="utf-8")
    example = page.split("```\n")[1]
    assert str(ludoteca.read_record(example)) == example

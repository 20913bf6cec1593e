"""`ludoteca uci`: greetings and options."""

import re

import pytest

from ludoteca.players.uci.options import most_megabytes, most_threads, read_number
from tests.players.board import legal_texts


def test_uci_is_greeted_with_name_and_options(board):
    said = board.ask("uci", until="uciok")
    assert said[0].startswith("id name Ludoteca")
    assert said[1].startswith("id author ")
    assert said[-1] == "uciok"
    options = [re.fullmatch(r"option name (.+?) type (spin|check|combo|button)(.*)", line) for line in said[2:-1]]
    assert all(options)
    named = {option[1]: option[3] for option in options}
    assert named["UCI_Variant"].startswith(" default xiangqi var xiangqi")
    assert named["Hash"].endswith(f"min 1 max {most_megabytes()}")
    assert {"Threads", "MultiPV", "Ponder", "Clear Hash"} <= set(named)
    assert board.ask("isready", until="readyok")[-1] == "readyok"


def test_ucci_is_greeted_in_its_own_words(board):
    said = board.ask("ucci", until="ucciok")
    assert said[0] == "id name Ludoteca"
    assert "option usemillisec type check default true" in said
    assert f"option hashsize type spin default 16 min 1 max {most_megabytes()}" in said
    assert "option newgame type button" in said
    assert not any("option name" in line for line in said)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("setoption name Hash value 1000000000000", f"option Hash is set to {most_megabytes()}"),
        ("setoption name Hash value -3", "option Hash is set to 1"),
        ("setoption name Threads value 0", "option Threads is set to 1"),
        ("setoption name Threads value 1000000000", f"option Threads is set to {most_threads()}"),
        ("setoption name Threads value " + "9" * 5000, f"option Threads is set to {most_threads()}"),
        ("setoption name MultiPV value many", "option MultiPV cannot be 'many'"),
        ("setoption name MultiPV value", "option MultiPV cannot be ''"),
        ("setoption name MultiPV value ٣", "option MultiPV cannot be '٣'"),
        ("setoption name Ponder value perhaps", "option Ponder cannot be 'perhaps'"),
        ("setoption name UCI_Variant value chess", "option UCI_Variant cannot be 'chess'"),
        ("setoption name Colour value red", "there is no option 'Colour'"),
        ("setoption name", "there is no option ''"),
        ("setoption value 3", "there is no option 'value'"),
    ],
)
def test_values_that_make_no_sense_are_answered_and_survived(board, line, answer):
    assert board.ask(line, until="info")[-1] == f"info string {answer}"


@pytest.mark.parametrize(
    "line",
    [
        *("setoption name Hash value 1", "setoption name hash value 1", "setoption hashsize 1", "setoption Hash 1"),
        *("setoption name Clear Hash", "setoption clearhash", "setoption", "setoption name Ponder value true"),
        *("setoption newgame", "setoption name MultiPV value 2", "setoption moveoverhead 10"),
    ],
)
def test_options_are_set_without_a_word(board, line):
    said = len(board.said)
    board.send(line)
    assert len(board.said) == said
    assert board.best("go depth 1") in legal_texts()


def test_numbers_are_read_or_not():
    assert [read_number(text) for text in ("12", "-7", "+3", "9" * 30, "-" + "9" * 30)] == [
        12,
        -7,
        3,
        10**18,
        -(10**18),
    ]
    assert {read_number(text) for text in ("", "1.5", "0x10", "1e9", "--1", "²", "1_000", "9" * 30 + "x")} == {None}

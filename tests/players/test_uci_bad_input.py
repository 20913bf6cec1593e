"""`ludoteca uci`: lines that nobody should send, and streams that end."""

import io

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludoteca.players.uci.loop import LONGEST_LINE, converse, read_lines, writer
from ludoteca.players.uci.options import read_number
from tests.play import IS_COMPILED
from tests.players.board import MATE_IN_1, MATED, START, Board, begins_with, legal_texts


@pytest.mark.parametrize(
    "line", ["", " \t ", "joho", "go away", "\0\x01\x7f", "ÿþ", "🀄 象", "UCI", "x" * 100_000, "-1"]
)
def test_what_is_not_understood_is_passed_over(board, line):
    board.send(line, "stop")
    assert board.ask("isready", until="readyok")
    assert board.best("go depth 1") in legal_texts()


def test_words_before_a_command_are_passed_over(board):
    board.send("joho debug on")
    assert board.engine.is_debugging
    assert "thinks" in board.ask("joho go movetime 10")[0]
    board.send("debug off")
    assert not board.engine.is_debugging


COMMANDS = """
    uci ucci ucicyclone isready setoption ucinewgame position go stop ponderhit banmoves debug d register
    name value Hash Threads MultiPV Ponder Protocol UCI_Variant Clear usemillisec newgame true false on
    xiangqi exile tomb-chess chinese-checkers startpos fen moves h3e3 h10g8 h2e2 a1a9 w b - x
    infinite ponder depth nodes movetime wtime btime winc binc movestogo mate perft searchmoves
    time increment opptime draw 0 1 2 3 -1 999999999999999999999
"""


WORDS = st.sampled_from([*COMMANDS.split(), START, MATED, MATE_IN_1])


LINES = st.one_of(
    st.lists(WORDS, max_size=8).map(" ".join),
    st.text(max_size=30),
    st.tuples(
        st.sampled_from(["go", "position", "setoption", "position startpos moves"]), st.lists(WORDS, max_size=6)
    ).map(lambda parts: " ".join([parts[0], *parts[1]])),
)


MODEST = ["setoption name Hash value 1", "setoption name MultiPV value 1", "setoption name UCI_Variant value xiangqi"]


@given(st.lists(LINES, max_size=12))
@settings(max_examples=120 if IS_COMPILED else 20)
@example(["setoption name UCI_Variant value exile", "ucci", "position startpos moves h2e2", "go infinite"])
@example(["go ponder", "ucci", "go perft 9", "ponderhit", "banmoves h2e2", "setoption name UCI_Variant value exile"])
def test_any_lines_in_any_order_are_survived(lines):
    board = Board()
    for line in lines:
        if "quit" not in line.split() and not wants_much_memory(line):
            board.send(line)
    board.send("setoption name Protocol value uci", *MODEST, "stop")
    assert board.ask("isready", until="readyok")
    assert board.best("position startpos", "go depth 1") in legal_texts()
    started = sum(map(begins_with("bestmove"), board.said)) + sum(map(begins_with("nobestmove"), board.said))
    board.send("stop")
    assert started == sum(map(begins_with("bestmove"), board.said)) + sum(map(begins_with("nobestmove"), board.said))


def wants_much_memory(line):
    """A large table takes long to be made in interpreted code; its limit has a test of its own."""
    return "Hash" in line and any((read_number(text) or 0) > 3 for text in line.split())


def test_bytes_that_are_no_text_and_lines_without_end_are_read():
    stream = io.BytesIO(b"\xff\xfe\x00go\r\nisready\n" + b"x" * (2 * LONGEST_LINE) + b" isready\nisready\n" + b"quit")
    said: list[str] = []
    converse(read_lines(stream), said.append)
    assert said.count("readyok") == 2


def test_the_conversation_ends_with_the_input():
    said: list[str] = []
    converse(["go infinite\n"], said.append)
    assert said[-1].startswith("bestmove ")


def test_nobody_has_to_listen():
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    converse(["uci", "go depth 1", "isready"], writer(Gone()))
    closed = io.StringIO()
    closed.close()
    converse(["uci", "isready"], writer(closed))


def test_nothing_is_done_after_quit():
    said: list[str] = []
    converse(["quit", "isready"], said.append)
    assert said == []

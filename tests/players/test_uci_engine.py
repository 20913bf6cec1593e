"""`ludoteca uci`, driven as a program that shows a board drives it."""

import io
import os
import re
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import ludoteca
from ludoteca import cli
from ludoteca.players.uci.loop import LONGEST_LINE, Engine, converse, read_lines, writer
from ludoteca.players.uci.options import most_megabytes, most_threads, read_number
from ludoteca.players.uci.order import FALLBACK, read_order
from tests.play import IS_COMPILED

XIANGQI = ludoteca.game("xiangqi")
START = str(XIANGQI.start())
MATE_IN_1 = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"
MATE_IN_2 = "2ba1ab2/5k3/9/2r6/6p1p/p8/1R7/B8/4K4/4C1BN1 w - - 0 1"
MATED = "1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1"
ONE_MOVE = "4k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1"
pytestmark = pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
PATIENCE = 60
"""Seconds in which an answer has to come on a machine that is busy."""


class Board:
    """The other side of the conversation: sends lines, and waits for answers."""

    def __init__(self, *lines):
        self.said = []
        self.news = threading.Condition()
        self.engine = Engine(self.hear)
        self.send("setoption name Hash value 2", *lines)

    def hear(self, line):
        with self.news:
            self.said.append(line)
            self.news.notify_all()

    def send(self, *lines):
        for line in lines:
            assert self.engine.obey(line) == (line != "quit")

    def ask(self, *lines, until="bestmove", within=PATIENCE):
        """Send lines; what is said from then on until a line begins with a word."""
        begin = len(self.said)
        self.send(*lines)
        with self.news:
            assert self.news.wait_for(lambda: any(map(begins_with(until), self.said[begin:])), within), self.said
            return self.said[begin:]

    def best(self, *lines):
        return self.ask(*lines)[-1].split()[1]

    def is_silent(self, seconds=0.15):
        """Whether no answer comes for a while."""
        with self.news:
            count = sum(map(begins_with("bestmove"), self.said))
            return not self.news.wait_for(lambda: sum(map(begins_with("bestmove"), self.said)) > count, seconds)


def begins_with(word):
    return lambda line: line.split()[:1] == [word]


@pytest.fixture
def board():
    board = Board()
    yield board
    board.engine.stop()


def legal_texts(position=None, notation=""):
    position = position or XIANGQI.start()
    texts = {position.move_text(move, notation) for move in position.legal_moves()}
    return {text.replace("-", "").lower() for text in texts} if notation else texts


def fen_of(board):
    return next(line for line in board.ask("d", until="Moves:") if line.startswith("Fen: ")).removeprefix("Fen: ")


# Greetings and options


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


# Positions


def test_positions_are_told_by_moves(board):
    board.send("position startpos moves h3e3 h10g8")
    expected = XIANGQI.start()
    expected.push_text("h3e3")
    expected.push_text("h10g8")
    assert fen_of(board) == str(expected)
    board.send(f"position fen {START} moves h3e3 h10g8")
    assert fen_of(board) == str(expected)
    board.send("position startpos")
    assert fen_of(board) == START


@pytest.mark.parametrize("text", [START, START[:-6], START[:-8], START.split()[0], START.replace(" w ", " r ")])
def test_fens_are_read_as_programs_write_them(board, text):
    board.send("position startpos moves a4a5", f"position fen {text}")
    assert fen_of(board) == START
    board.send("position startpos moves a4a5", f"position {text}")
    assert fen_of(board) == START


def test_an_illegal_move_and_those_behind_it_are_left_out(board):
    said = board.ask("position startpos moves h3e3 a1a9 h10g8", until="info")
    assert len(said) == 1
    assert said[0].startswith("info string move 2, 'a1a9', is not played: X")
    expected = XIANGQI.start()
    expected.push_text("h3e3")
    assert fen_of(board) == str(expected)
    assert board.best("go depth 1") in legal_texts(expected)


@pytest.mark.parametrize(
    "line",
    [
        *("position", "position fen", "position fen rubbish", "position nowhere", "position fen " + "9/" * 100_000),
        *("position moves h3e3", f"position fen {START.replace('K', '1')}", f"position fen {START} 1 2 3"),
        f"position fen {START.replace(' 0 1', ' -5 99999999999999999999')}",
    ],
)
def test_a_position_that_cannot_be_read_changes_nothing(board, line):
    board.send("position startpos moves a4a5")
    before = fen_of(board)
    assert board.ask(line, until="info")[-1].startswith("info string ")
    assert fen_of(board) == before


def test_a_game_that_our_rules_end_goes_on_if_the_other_program_plays_on(board):
    shuffle = ["a1a2", "a10a9", "a2a1", "a9a10"] * 6
    ended = XIANGQI.start()
    for text in shuffle:
        if not ended.is_over():
            ended.push_text(text)
    assert len(ended.moves_played()) < len(shuffle)
    board.send(f"position startpos moves {' '.join(shuffle)} h3e3")
    assert fen_of(board).split()[:2] == ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR", "b"]
    assert not any("not played" in line for line in board.said)
    assert board.best("go depth 1") in legal_texts(XIANGQI.parse(fen_of(board)))
    quiet = START.replace(" 0 1", " 500 260")
    assert board.best(f"position fen {quiet}", "go depth 1") in legal_texts()


# Going


INFO = re.compile(
    r"info depth \d+ seldepth \d+ multipv (\d+) score (cp|mate) (-?\d+) nodes \d+ nps \d+ hashfull \d+ time \d+ pv (.+)"
)


def test_the_answer_is_legal_and_what_led_to_it_is_told(board):
    *told, last = board.ask("position startpos moves h3e3", "go depth 3")
    position = XIANGQI.start()
    position.push_text("h3e3")
    move = re.fullmatch(r"bestmove (\S+)( ponder (\S+))?", last)
    assert move[1] in legal_texts(position)
    infos = [INFO.fullmatch(line) for line in told]
    assert infos
    assert all(infos)
    assert infos[-1][4].split()[0] == move[1]
    for text in infos[-1][4].split():
        position.push_text(text)
    if move[3]:
        assert infos[-1][4].split()[1] == move[3]


@pytest.mark.parametrize(
    "order",
    [
        *("go depth 2", "go nodes 300", "go movetime 60", "go mate 1", "go wtime 500 btime 500", "go wtime 0 btime 0"),
        *("go wtime 900 btime 900 winc 20 binc 20 movestogo 5", "go depth 99999999999 nodes 200", "go nodes -5"),
        *("go depth -1", "go depth 0", "go movetime -100", "go wtime -500 btime -500", "go time 300 increment 10"),
        *("go wtime 300 btime 300 winc -900 binc -900 movestogo -4", "go depth 1 movetime 9999999999999999999999"),
        *(
            "go movetime 50 wtime 9999999 btime 9999999",
            "go draw depth 1",
            "go depth 1 rubbish 12",
            "go rubbish depth 1",
        ),
    ],
)
def test_go_in_all_its_forms(board, order):
    for position in ("position startpos", "position startpos moves h3e3"):
        board.send(position)
        text = board.best(order)
        replayed = XIANGQI.start()
        if "h3e3" in position:
            replayed.push_text("h3e3")
        assert text in legal_texts(replayed)


def test_limits_that_cannot_be_read_do_not_last_forever():
    assert read_order(["wtime", "soon", "btime", "later"], 0, 0).allotment == (FALLBACK, FALLBACK)
    assert read_order(["depth"], 0, 0).allotment == (FALLBACK, FALLBACK)
    assert read_order(["depth", "nodes", "5"], 0, 0).nodes == 5
    assert read_order([], 0, 0).is_infinite
    assert read_order(["depth", "infinite"], 0, 0).is_infinite


def test_each_seat_has_its_own_clock():
    words = ["wtime", "1000", "btime", "600000", "winc", "0"]
    assert read_order(words, 0, 0).allotment.hard < 1
    assert read_order(words, 1, 0).allotment.hard > 10
    assert read_order(["time", "10"], 1, 0, unit=1.0).allotment == read_order(["btime", "10000"], 1, 0).allotment
    assert read_order([*words, "movetime", "77000"], 0, 0).allotment.hard > 70


def test_times_are_kept(board):
    board.send("isready")
    for order, least, most in [("go movetime 300", 0.25, 3), ("go wtime 2000 btime 2000", 0.0, 2)]:
        begin = time.monotonic()
        board.ask(order, within=10)
        assert least <= time.monotonic() - begin < most


def test_what_must_be_played_is_played_at_once(board):
    begin = time.monotonic()
    said = board.ask(f"position fen {ONE_MOVE}", "go wtime 600000 btime 600000")
    assert said[-1].split()[1] == "e10f10"
    assert time.monotonic() - begin < 5


def test_only_some_moves_are_looked_at(board):
    for text in ("a1a2", "i1i3"):
        assert board.best(f"go depth 2 searchmoves {text}") == text
    assert board.best("go searchmoves a1a2 a1a9 zz depth 1") == "a1a2"
    assert sum("is passed over" in line for line in board.said) == 2
    assert board.best("go depth 1 searchmoves a1a9") in legal_texts()


def test_several_lines_are_told_best_first(board):
    board.send("setoption name MultiPV value 3")
    said = board.ask("go depth 2")
    last = [INFO.fullmatch(line) for line in said[-4:-1]]
    assert [info[1] for info in last] == ["1", "2", "3"]
    assert len({info[4].split()[0] for info in last}) == 3
    scores = [int(info[3]) for info in last]
    assert scores == sorted(scores, reverse=True)
    assert said[-1].split()[1] == last[0][4].split()[0]
    assert board.best("go nodes 400") in legal_texts()
    assert board.best("go movetime 30") in legal_texts()
    assert board.best(f"position fen {MATE_IN_1}", "go movetime 3000") == "b8b10"


def test_more_lines_than_moves_are_no_harm(board):
    board.send("setoption name MultiPV value 100", f"position fen {ONE_MOVE}")
    assert board.best("go depth 3") == "e10f10"


@pytest.mark.parametrize(("text", "mate"), [(MATE_IN_1, 1), (MATE_IN_2, 2)])
def test_mates_are_counted_in_moves(board, text, mate):
    *_, told, _ = board.ask(f"position fen {text}", f"go mate {mate}")
    assert f" score mate {mate} " in told
    *_, told, _ = board.ask(f"position fen {text}", f"go depth {2 * mate + 1}")
    assert f" score mate {mate} " in told


def test_a_finished_game_has_no_best_move(board):
    assert board.ask(f"position fen {MATED}", "go depth 5") == ["info depth 0 score mate 0", "bestmove (none)"]
    board.send("go infinite")
    assert board.is_silent()
    assert board.ask("stop")[-1] == "bestmove (none)"


def test_perft_counts_and_can_be_stopped(board):
    said = board.ask("go perft 2", until="Nodes")
    assert said[-1] == "Nodes searched: 1920"
    assert len(said) == 45
    board.send("go perft 30")
    assert board.ask("stop", until="Stopped")
    assert board.best("go depth 1") in legal_texts()


# While it thinks


@pytest.mark.parametrize("text", [START, MATE_IN_1])
@pytest.mark.parametrize("order", ["go infinite", "go ponder wtime 50 btime 50", "go ponder depth 1", "go"])
def test_nothing_is_answered_before_it_is_asked_for(board, order, text):
    board.send(f"position fen {text}", order)
    assert board.is_silent()
    assert board.ask("isready", until="readyok")
    assert board.best("stop") in legal_texts(XIANGQI.parse(text))
    board.send("stop", "stop")
    assert board.is_silent(0.02)


@pytest.mark.parametrize(
    "order", ["wtime 200 btime 200", "movetime 20", "depth 1", "nodes 10", "", "wtime 100000 btime 100000 depth 2"]
)
def test_a_ponderhit_starts_the_clock(board, order):
    board.send(f"go ponder {order}")
    assert board.is_silent()
    assert board.best("ponderhit") in legal_texts()
    board.send("ponderhit", "stop")
    assert board.is_silent(0.02)


def test_the_clock_of_a_ponderhit_is_not_over_at_once(board):
    board.send("go ponder movetime 400")
    begin = time.monotonic()
    board.ask("ponderhit")
    assert time.monotonic() - begin > 0.3


def test_a_ponderhit_without_pondering_ends_nothing(board):
    board.send("ponderhit", "go infinite", "ponderhit")
    assert board.is_silent()
    assert board.best("stop") in legal_texts()


def test_stopping_takes_no_time(board):
    times = []
    for pause in (0, 0.001, 0.02, 0.1, 0.1):
        board.send("go infinite")
        time.sleep(pause)
        begin = time.monotonic()
        assert board.best("stop") in legal_texts()
        times.append(time.monotonic() - begin)
    if IS_COMPILED:
        # The best of two, for other work on the machine is not the search's fault.
        assert min(times[-2:]) < 0.05


def test_a_new_go_ends_the_last_one(board):
    board.send("go infinite", "position startpos moves h3e3")
    said = board.ask("go infinite")
    assert said[-1].split()[1] in legal_texts()
    after = XIANGQI.start()
    after.push_text("h3e3")
    assert board.best("stop") in legal_texts(after)


@pytest.mark.parametrize(
    "line",
    [
        *("ucinewgame", "setoption name Clear Hash", "setoption name UCI_Variant value exile", "uci", "d", "isready"),
        *(
            "setoption name Hash value 3",
            "setoption name Threads value 2",
            "setoption name MultiPV value 2",
            "debug on",
        ),
        *("position fen " + MATE_IN_1, "ucci", "banmoves a0a1", "register later", "setoption name Protocol value ucci"),
    ],
)
def test_whatever_comes_while_it_thinks_the_answer_belongs_to_its_question(board, line):
    board.send("go infinite", line, "stop")
    answers = [said for said in board.said if said.startswith("bestmove")]
    assert [answer.split()[1] in legal_texts() for answer in answers] == [True]


def test_two_threads_answer(board):
    board.send("setoption name Threads value 2")
    assert board.best("go movetime 50") in legal_texts()


# Bad input


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


# Streams


def test_bytes_that_are_no_text_and_lines_without_end_are_read():
    stream = io.BytesIO(b"\xff\xfe\x00go\r\nisready\n" + b"x" * (2 * LONGEST_LINE) + b" isready\nisready\n" + b"quit")
    said = []
    converse(read_lines(stream), said.append)
    assert said.count("readyok") == 2


def test_the_conversation_ends_with_the_input():
    said = []
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
    said = []
    converse(["quit", "isready"], said.append)
    assert said == []


# UCCI


def test_a_conversation_in_ucci(board):
    board.send("ucci", "setoption usemillisec true", "setoption hashsize 2", "setoption newgame")
    *told, last = board.ask("position fen " + START.replace(" w ", " r ") + " moves h2e2 h9g7", "go depth 2")
    position = XIANGQI.start()
    position.push_text("H2E2")
    position.push_text("H9G7")
    assert last.split()[1] in legal_texts(position, "iccs")
    for line in told:
        assert re.fullmatch(r"info time \d+ nodes \d+ depth \d+ score -?\d+ pv( [a-i][0-9][a-i][0-9])+", line)
    assert fen_of(board) == str(position)
    for order in (
        *("go time 500 increment 0", "go time 500 movestogo 10 opptime 500", "go nodes 100", "go draw time 300"),
        "go time 300 increment 10 opptime 300 oppincrement 10",
    ):
        assert board.best(order) in legal_texts(position, "iccs")
    for order in ("go infinite", "go depth infinite", "go ponder time 100 increment 0", "go ponder draw time 100"):
        board.send(order)
        assert board.is_silent(0.05)
        assert board.best("stop") in legal_texts(position, "iccs")
    assert board.ask("position startpos moves a0a8", until="info")[-1].startswith("info message move 1, 'a0a8'")
    board.send("go ponder time 100 increment 0")
    assert board.best("ponderhit draw") in legal_texts(XIANGQI.start(), "iccs")
    board.send("quit")
    assert board.said[-1] == "bye"


def test_banned_moves_are_not_played(board):
    board.send("ucci", f"position fen {MATE_IN_1}")
    assert board.best("go depth 1") == "b7b9"
    position = XIANGQI.parse(MATE_IN_1)
    assert board.best("banmoves b7b9 a0a1", "go depth 1") in legal_texts(position, "iccs") - {"b7b9"}
    assert "info message 'a0a1' is passed over" in " ".join(board.said)
    every = " ".join(legal_texts(position, "iccs"))
    assert board.ask(f"banmoves {every}", "go depth 1", until="nobestmove") == ["nobestmove"]
    assert board.best(f"position fen {MATE_IN_1}", "go depth 1") == "b7b9"
    assert board.ask(f"position fen {MATED}", "go depth 1", until="nobestmove") == ["nobestmove"]


def test_ucci_can_count_in_seconds(board):
    board.send("ucci", "setoption usemillisec false")
    begin = time.monotonic()
    board.ask("go time 20 increment 0")
    assert time.monotonic() - begin > 0.1


def test_ucci_is_for_xiangqi_alone(board):
    board.send("setoption name UCI_Variant value exile", "ucci")
    assert fen_of(board) == START
    said = board.ask("setoption UCI_Variant exile", until="info")
    assert said[0] == "info message ucci is not for exile"
    assert board.best("go depth 1") in legal_texts(XIANGQI.start(), "iccs")


@pytest.mark.parametrize("lines", [["ucicyclone"], ["uci", "setoption name Protocol value ucicyclone"]])
def test_uci_with_ranks_from_0(board, lines):
    board.send(*lines)
    board.ask("isready", until="readyok")
    position = XIANGQI.start()
    position.push_text("h3e3")
    *told, last = board.ask("position startpos moves h2e2", "go depth 1")
    assert last.split()[1] in legal_texts(position, "iccs")
    assert INFO.fullmatch(told[-1])


@pytest.mark.parametrize("line", ["fen {} r moves h2e2", "startpos moves h2e2", "position fen {} w moves h2e2"])
def test_programs_that_count_ranks_from_0_are_understood(board, line):
    board.send("uci")
    position = XIANGQI.start()
    position.push_text("h3e3")
    said = board.ask(line.format(START.split()[0]), "go depth 1")
    assert not any("not played" in each for each in said)
    assert said[-1].split()[1] in legal_texts(position, "iccs")
    board.send("uci", "position startpos moves h3e3")
    assert board.best("go depth 1") in legal_texts(position)


def test_no_first_move_can_be_read_with_ranks_from_0_and_from_1():
    assert not legal_texts() & legal_texts(XIANGQI.start(), "iccs")


# Other games


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
def test_every_game_is_a_variant(board, name):
    said = board.ask(f"setoption name UCI_Variant value {name}", until="info")
    assert said[0].startswith(f"info string variant {name} startpos ")
    start = said[0].partition(" startpos ")[2]
    position = ludoteca.game(name).parse(start)
    assert position.seats == 2
    moves = ""
    for _ in range(2):
        for line in (f"position startpos moves {moves}", f"position fen {start} moves {moves}"):
            text = board.best(line, "go nodes 50")
            assert text in legal_texts(position)
        position.push_text(text)
        moves += f" {text}"


def test_a_position_for_more_than_two_is_refused(board):
    four = str(ludoteca.game("exile").start())
    board.send("setoption name UCI_Variant value exile")
    assert "for 4 players" in board.ask(f"position fen {four}", until="info")[0]


# As a program


@contextmanager
def program(*words):
    process = subprocess.Popen(
        [sys.executable, "-m", "ludoteca", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_program_loads_it_and_plays():
    with program("uci") as process:

        def ask(line, until):
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            for said in process.stdout:
                if said.split()[:1] == [until.encode()]:
                    return said.decode().split()
            raise AssertionError(f"no {until} after {line}")

        ask("uci", "uciok")
        ask("isready", "readyok")
        position, moves = XIANGQI.start(), []
        for _ in range(3):
            told = f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
            answer = ask(f"{told}\ngo movetime 30", "bestmove")[1]
            position.push_text(answer)
            moves.append(answer)
        assert ask("go infinite\nisready", "readyok")
        assert ask("stop", "bestmove")
        out, complaints = process.communicate(b"quit\n", timeout=PATIENCE)
        assert (process.returncode, out, complaints) == (0, b"", b"")


@pytest.mark.parametrize(
    ("words", "last"),
    [
        (b"uci\ngo infinite\n", b"bestmove"),
        (b"ucci\ngo infinite\nquit\n", b"bye"),
        (b"\xff\x00\xfe\n\n\ngo ponder\n" + b"\x80" * 5000, b"bestmove"),
        (b"", b""),
    ],
)
def test_the_program_ends_with_its_input(words, last):
    with program("uci") as process:
        out, complaints = process.communicate(words, timeout=PATIENCE)
        assert process.returncode == 0
        assert complaints == b""
        assert (out.splitlines() or [b""])[-1].startswith(last)


def test_the_program_ends_when_the_reader_has_gone():
    with program("uci") as process:
        process.stdout.close()
        process.stdin.write(b"uci\ngo depth 2\nquit\n")
        process.stdin.close()
        assert process.wait(PATIENCE) in (0, 1)
        assert process.stderr.read() == b""
        process.stdin = process.stdout = None


@pytest.mark.parametrize("run", [lambda: cli.main(["uci"]), cli.uci])
def test_the_command_line_starts_it(run, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", iter(["uci\n", "isready\n", "quit\n", "never heard\n"]))
    assert run() == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("id name Ludoteca")
    assert said[-2:] == ["uciok", "readyok"]

"""`ludoteca uci`, spoken to by UCCI or with ranks counted from 0."""

import re
import time

import pytest

from tests.players.board import INFO, MATE_IN_1, MATED, START, XIANGQI, fen_of, legal_texts


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

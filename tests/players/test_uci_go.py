"""`ludoteca uci`: what `go` asks for, and what is answered."""

import re
import time

import pytest

from ludoteca.players.uci.order import FALLBACK, read_order
from tests.players.board import INFO, MATE_IN_1, MATE_IN_2, MATED, ONE_MOVE, XIANGQI, legal_texts


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

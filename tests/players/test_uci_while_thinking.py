"""`ludoteca uci`: what comes while it thinks."""

import time

import pytest

from tests.play import IS_COMPILED
from tests.players.board import MATE_IN_1, START, XIANGQI, legal_texts


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

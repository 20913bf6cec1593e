"""No integer crashes the interpreter: `integer_fuzz` in a process of its own, and the numbers that once did."""

import re
import subprocess
import sys

import pytest

import ludoteca
from ludoteca.core.tactics import Tactics
from ludoteca.games import FOLDERS
from ludoteca.search.mcts import Mcts
from ludoteca.search.perft import divide, perft
from ludoteca.search.playout import Playout
from ludoteca.search.think import Limits, Thinker
from ludoteca.search.transposition import TranspositionTable
from tests.play import IS_COMPILED, everything

every_compiled_game = pytest.mark.parametrize("name", FOLDERS)
every_game = pytest.mark.parametrize("name", list(ludoteca.GAMES))
NO_MOVES = (-1, 1 << 33, 1 << 40, 3185950873, (1 << 63) - 1, 1 << 63, 1 << 64, -(1 << 63) - 1, 1 << 20000)
NO_SEATS = (-1, 6, 1 << 31, 1 << 64)


def run_fuzz(name, seconds, seed, folder):
    """How many functions were called; a crash is told by the last call and what the interpreter said."""
    log = folder / "last_call"
    command = [sys.executable, "-m", "tests.integer_fuzz", name, "--seconds", str(seconds), "--seed", str(seed)]
    run = subprocess.run([*command, "--log", str(log)], capture_output=True, text=True, timeout=20 * seconds + 300)
    assert run.returncode == 0, f"{log.read_text()}\n{run.stderr[-4000:]}"
    return int(re.search(r"calls of (\d+) functions", run.stdout)[1])


only_compiled = pytest.mark.skipif(not IS_COMPILED, reason="uncompiled code cannot crash the interpreter")


@only_compiled
@every_compiled_game
def test_no_integer_crashes_the_interpreter(name, tmp_path):
    assert run_fuzz(name, 4, 1, tmp_path) > 20


@pytest.mark.deep
@only_compiled
@every_compiled_game
def test_no_integer_crashes_the_interpreter_for_long(name, tmp_path):
    assert run_fuzz(name, 120, 2, tmp_path) > 20


@every_game
def test_a_number_that_is_no_move_is_a_value_error(name):
    position = ludoteca.game(name).start()
    tactics = position.game.tactics_of(position)
    before = everything(position)
    for number in NO_MOVES:
        for call in (position.play, position.move_text, position.steps, tactics.order_score_of):
            with pytest.raises(ValueError, match="is not a move in this position"):
                call(number)
        assert not position.accepts(number)
        assert not position.allows(number)
        assert not tactics.knows_legal(number)
    assert everything(position) == before


@every_game
def test_a_number_that_is_no_seat_is_a_value_error(name):
    position = ludoteca.game(name).start()
    for number in NO_SEATS:
        with pytest.raises(ValueError, match="a seat"):
            position.game.evaluator().score(position, number)


@every_game
def test_a_search_answers_only_of_moves_that_it_searched(name):
    position = ludoteca.game(name).start()
    search = Mcts(position.copy(), position.game.evaluator())
    search.set_limits(2)
    search.run()
    for number in NO_MOVES:
        for call in (search.line, search.seat_scores):
            with pytest.raises(ValueError, match="is not a move that was searched"):
                call(number)


@every_game
def test_limits_that_cannot_be_are_value_errors(name):
    position = ludoteca.game(name).start()
    evaluator = position.game.evaluator
    before = everything(position)
    for number in (-1, 1 << 64):
        for call in (
            lambda number: perft(position, number),
            lambda number: divide(position, number),
            lambda number: Playout().run(position, number),
            lambda number: TranspositionTable(number),
            lambda number: Thinker(evaluator, 1, threads=number),
            lambda number: Thinker(evaluator, 1).think(position, Limits(0.01, nodes=number)),
            lambda number: Thinker(evaluator, 1).think(position, Limits(0.01, depth=number)),
            lambda number: Thinker(evaluator, 1).think(position, Limits(0.01), lines=-abs(number)),
        ):
            with pytest.raises(ValueError, match="is a number from"):
                call(number)
    with pytest.raises(ValueError, match="all moves are excluded"):
        Thinker(evaluator, 1).think(position, Limits(0.01), excluded=position.legal_moves())
    assert everything(position) == before


def test_numbers_that_are_no_moves_exclude_nothing():
    position = ludoteca.game("xiangqi").start()
    report = Thinker(position.game.evaluator, 1).think(position, Limits(depth=1), lines=3, excluded=NO_MOVES)
    assert len(report.lines) == 3


def test_tactics_that_are_not_attached_say_so():
    with pytest.raises(ValueError, match="not attached"):
        Tactics().order_score_of(1)

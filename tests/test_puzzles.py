"""Puzzles are found where one move wins, saves or is the best, and nowhere else."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import ludoteca
from ludoteca.arena import puzzles
from ludoteca.arena.puzzles import SAVE, PuzzleFinder
from ludoteca.cli import main
from ludoteca.core.lessons import check_lesson, read_lessons, write_lesson
from ludoteca.players.engine import FULL
from tests.play import IS_COMPILED

XIANGQI = ludoteca.game("xiangqi")
FOUND = {
    "win 1": ("5k3/4a4/7N1/4R4/P8/2B6/9/9/4A4/2BAK4 w - - 5 64", "Win in 1", ["e7e9"], []),
    "win 2": ("4kaR2/4a4/n1R1N4/4p3p/9/9/4P3P/2N1BA3/3C1c3/2BcK4 w - - 0 34", "Win in 2", ["e8g9", "c8d8"], ["e10d10"]),
    "best": ("rnbakabn1/8r/7c1/p1p1p1p1p/8C/9/P1P1P1PcP/5C3/9/RNBAKABNR w - - 6 4", "Best move", ["i6i9"], []),
}
NOT_FOUND = {
    "two moves mate": "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1",
    "nothing is won": str(XIANGQI.start()),
    "a game for three": str(ludoteca.game("chinese-checkers").start(players=3)),
}


@pytest.mark.skipif(not IS_COMPILED, reason="proving needs a fast search")
@pytest.mark.parametrize(("position", "title", "solutions", "replies"), FOUND.values(), ids=FOUND)
def test_a_position_is_a_puzzle_if_one_move_alone_wins_or_is_the_best(position, title, solutions, replies):
    puzzle = PuzzleFinder(XIANGQI, 2).puzzle_at(XIANGQI.parse(position))
    assert puzzle is not None
    assert (puzzle.title, puzzle.position) == (title, position)
    assert [step.solution for step in puzzle.steps] == solutions
    assert [reply for step in puzzle.steps for reply in step.replies] == replies
    assert 1 <= puzzle.level <= FULL
    check_lesson(XIANGQI, puzzle, is_thorough=True)


@pytest.mark.skipif(not IS_COMPILED, reason="proving needs a fast search")
def test_where_a_game_was_given_away_the_position_before_may_be_a_puzzle():
    before = XIANGQI.parse("2bakab2/9/2n5n/p1p1p1p1p/3r5/c4r2P/4P4/B3K1R2/N3A4/5AB2 w - - 2 26")
    after = before.copy()
    after.push_text("g1i3")
    by_hand = replace(XIANGQI, evaluator=XIANGQI.hand_evaluator, features=None)
    finder = PuzzleFinder(by_hand, 2, {SAVE})
    assert finder.puzzle_at(before) is None
    puzzle = finder.puzzle_at(XIANGQI.parse(str(after)))
    assert puzzle is not None
    assert (puzzle.title, puzzle.position, puzzle.steps[0].solution) == (SAVE, str(before), "a3c5")


@pytest.mark.skipif(not IS_COMPILED, reason="proving needs a fast search")
@pytest.mark.parametrize("position", NOT_FOUND.values(), ids=NOT_FOUND)
def test_other_positions_are_no_puzzles(position):
    game = XIANGQI if position.count("/") == 9 else ludoteca.game("chinese-checkers")
    options = {} if game is XIANGQI else {"players": 3}
    found = game.parse(position, **options)
    assert PuzzleFinder(game, found.seats).puzzle_at(found) is None


def test_a_small_game_has_puzzles_of_both_kinds():
    """Tic-tac-toe is small enough for every search to see its end."""
    game = ludoteca.game("tic-tac-toe")
    finder = PuzzleFinder(game, 2)
    for position, title, solution in (("O.O/.X./X.. 1", SAVE, "b3"), ("..O/.X./X.O 1", SAVE, "c2")):
        puzzle = finder.puzzle_at(game.parse(position))
        assert puzzle is not None
        assert (puzzle.title, puzzle.steps[0].solution) == (title, solution)
        check_lesson(game, puzzle, is_thorough=True)
        assert read_lessons(write_lesson(puzzle)) == (puzzle,)


def test_who_finds_no_puzzles_says_so(monkeypatch, capsys):
    monkeypatch.setattr(puzzles, "MAX_GAMES_EACH", 1)
    assert main(["puzzles", "tic-tac-toe", "--count", "1"]) == 0
    assert capsys.readouterr() == ("", "ludoteca: 0 puzzles were found, not 1\n")


def test_a_plain_game_has_puzzles_beside_its_file(tmp_path, monkeypatch):
    tictactoe = ludoteca.game("tic-tac-toe")
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    shutil.copy(Path("examples/tictactoe.py"), tmp_path)
    puzzle = PuzzleFinder(tictactoe, 2).puzzle_at(tictactoe.parse("O.O/.X./X.. 1"))
    assert puzzle is not None
    (tmp_path / "tictactoe.puzzles.toml").write_text(write_lesson(puzzle))
    game = ludoteca.GAMES.add_file(str(tmp_path / "tictactoe.py"))
    assert game.puzzles == (puzzle,) and game.lessons == ()

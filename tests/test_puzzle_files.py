"""The puzzles that come with our games: each is solved by its solution alone, and there are many of several kinds."""

from collections import Counter

import pytest

import ludoteca
from ludoteca.arena.puzzles import BEST, LEAST_MOVES, SAVE, TASKS, WINS
from ludoteca.core.game import module_named
from ludoteca.core.lessons import check_lesson, file_beside, judge, position_after, read_lessons, write_lesson
from ludoteca.players.engine import FULL

WITH_PUZZLES = ("xiangqi", "chinese-checkers", "exile", "tomb-chess")


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_puzzle_is_solved_by_its_solution(name):
    game = ludoteca.game(name)
    for puzzle in game.puzzles:
        check_lesson(game, puzzle, is_thorough=False)
        solutions = [step.solution for step in puzzle.steps]
        end = position_after(game, puzzle, solutions)
        solver = position_after(game, puzzle, ()).to_move
        if puzzle.title in WINS.values():
            assert end.outcome().winner == solver
            assert 1 + sum(bool(step.replies) for step in puzzle.steps) == int(puzzle.title[-1])
        else:
            outcome = end.outcome()
            assert outcome is None or outcome.winner in (None, solver)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_other_moves_do_not_solve_a_puzzle(name):
    game = ludoteca.game(name)
    for puzzle in game.puzzles:
        position, step = position_after(game, puzzle, ()), puzzle.steps[0]
        moves = position.legal_moves()
        assert len(moves) >= LEAST_MOVES
        others = [position.move_text(move) for move in moves[:3] if position.move_text(move) != step.solution]
        assert others and not any(judge(position, step.goal, text).is_reached for text in others)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_game_has_many_puzzles_of_several_kinds_and_levels(name):
    game = ludoteca.game(name)
    assert len(game.puzzles) >= 50
    kinds = Counter(puzzle.title for puzzle in game.puzzles)
    assert kinds.keys() <= TASKS.keys() and len(kinds) >= 3
    assert max(kinds.values()) <= len(game.puzzles) // 2
    assert SAVE in kinds or BEST in kinds
    levels = {puzzle.level for puzzle in game.puzzles}
    assert len(levels) >= 4 and levels <= set(range(1, FULL + 1))
    assert len({puzzle.position for puzzle in game.puzzles}) == len(game.puzzles)
    for puzzle in game.puzzles:
        assert str(game.parse(puzzle.position, **puzzle.options)) == puzzle.position


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_file_of_puzzles_is_as_the_command_line_writes_it(name):
    game = ludoteca.game(name)
    page = file_beside(str(module_named(game.module).__file__), "puzzles").read_text(encoding="utf-8")
    assert page == "".join(f"{write_lesson(puzzle)}\n" for puzzle in read_lessons(page))

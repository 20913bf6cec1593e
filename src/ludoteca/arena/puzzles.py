"""Puzzles: positions of the machine's games against itself in which one move wins, or one move saves, and no other.

A puzzle is a lesson that nobody wrote. It is found by a quick search and proved by one that leaves no move out. How
hard it is, the levels of the machine tell.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.lessons import Goal, Lesson, LessonStep
from ludoteca.core.position import Position
from ludoteca.players.engine import FULL, EnginePlayer
from ludoteca.search import scores
from ludoteca.search.think import Limits, Report, Thinker

MAX_WIN = 3
"""The longest win that is asked for, in moves of the solver."""
LEAST_MOVES = 5
"""With fewer legal moves a puzzle is solved by trying."""
GLANCE_SECONDS, PROOF_SECONDS = 0.01, 0.6
"""How long a position is looked at, and each move of a puzzle is proved, at the usual pace of its game."""
PLAYING_LEVEL = 3
"""It overlooks enough for others to find something."""
MAX_GAMES_EACH = 40
"""So many games are looked through for each puzzle that is wanted, at the most."""
OPENING_PLIES = 6
MAX_PLIES = 300
APART = 8
"""Puzzles of one game are so many plies apart."""
TRIES = 5
"""How often each level tries to solve a puzzle."""

SAVE = "Save yourself"
WINS = {moves: f"Win in {moves}" for moves in range(1, MAX_WIN + 1)}
TASKS = {
    SAVE: "Every move but one loses. Find it.",
    **{title: f"Find the win in {moves} move{'s' if moves > 1 else ''}." for moves, title in WINS.items()},
}


def find_puzzles(
    game: Game, options: Mapping[str, Any], count: int, seed: int, on_game: Callable[[int], None] = lambda number: None
) -> Iterator[Lesson]:
    """So many different puzzles, or fewer if many games have no more; no kind is more than half of them.

    `on_game` is called with the number of each game that begins.
    """
    kinds: Counter[str] = Counter()
    seen: set[str] = set()
    for number in range(1, MAX_GAMES_EACH * count + 1):
        if len(seen) == count:
            return
        on_game(number)
        for puzzle in _puzzles_of_a_game(game, options, Random(f"{seed} {number}")):
            if len(seen) < count and puzzle.id not in seen and kinds[puzzle.title] < -(-count // 2):
                seen.add(puzzle.id)
                kinds[puzzle.title] += 1
                yield puzzle


def _puzzles_of_a_game(game: Game, options: Mapping[str, Any], random: Random) -> Iterator[Lesson]:
    position = game.start(**options)
    player = EnginePlayer(game, PLAYING_LEVEL, seed=random.randrange(1 << 32))
    finder = PuzzleFinder(game, position.seats)
    last_found = -APART
    for ply in range(MAX_PLIES):
        moves = position.legal_moves()
        if not moves:
            return
        if ply < OPENING_PLIES:
            position.play(random.choice(moves))
            continue
        if len(moves) >= LEAST_MOVES and ply - last_found >= APART:
            # Without the moves before it, as the puzzle will be given.
            puzzle = finder.puzzle_at(game.parse(str(position), **position.options))
            if puzzle:
                last_found = ply
                yield puzzle
        position.play(player.choose(position))


class PuzzleFinder:
    def __init__(self, game: Game, seats: int) -> None:
        self.pace = game.nodes_a_second
        self.seats = seats
        # These leave no move out, so what they prove is so; of several opponents they assume that all play together.
        proving = "alphabeta" if seats == 2 else "paranoid"
        self.proving = Thinker(game.evaluator, search=proving)
        self.quick = Thinker(game.evaluator, search="" if game.has_evaluator else proving)

    def puzzle_at(self, position: Position) -> Lesson | None:
        """The puzzle that a position is, if it is one."""
        title = self._title(position, self._best_two(self.quick, position, GLANCE_SECONDS))
        steps = self._solve(position.copy(), title) if title else ()
        if not steps:
            return None
        text = str(position)
        digest = hashlib.sha256(f"{position.game.name} {text}".encode()).hexdigest()[:10]
        level = level_that_finds(position, steps[0].solution)
        seat = position.game.look.sheet(position.options).seats[position.to_move].name
        about = f"{seat} is to move. The machine finds it from level {level} on."
        return Lesson(digest, title, (), about, text, steps, dict(position.options), level)

    def _best_two(self, thinker: Thinker, position: Position, seconds: float) -> Report:
        return thinker.think(position, Limits(nodes=2 * round(seconds * self.pace)), 2)

    def _best(self, position: Position) -> Report:
        return self.proving.think(position, Limits(nodes=round(PROOF_SECONDS * self.pace)))

    def _title(self, position: Position, report: Report) -> str:
        """What kind of puzzle the best two lines make, or nothing."""
        best, second = (line.scores[position.to_move] for line in report.lines)
        if best >= scores.PROVEN:
            # A lesson has one reply to each move.
            moves = self._moves_to_win(best)
            is_one = self._moves_to_win(second) > moves
            return WINS.get(moves, "") if is_one and (self.seats == 2 or moves == 1) else ""
        return SAVE if best > -scores.PROVEN >= second and self.seats == 2 else ""

    def _moves_to_win(self, score: int) -> int:
        """How many moves of the solver a win takes; very many if it is none."""
        return -(-(scores.WIN - score) // self.seats)

    def _solve(self, position: Position, title: str) -> tuple[LessonStep, ...]:
        """The moves that solve a puzzle, each proved, with the longest defence between them; none if that fails."""
        solver = position.to_move
        steps: list[LessonStep] = []
        while True:
            if steps and title == WINS[1]:
                # At the end of a longer win any move that wins will do.
                report = self._best(position)
                is_proved = report.lines[0].scores[solver] == scores.WIN - 1
            else:
                report = self._best_two(self.proving, position, PROOF_SECONDS)
                is_proved = self._title(position, report) == title
            if not is_proved:
                return ()
            solution = position.move_text(report.best)
            position.play(report.best)
            if title in (SAVE, WINS[1]):
                goal = Goal(moves=(solution,)) if title == SAVE else Goal(wins=True)
                return (*steps, _step(title, goal, solution))
            reply = position.move_text(self._best(position).best)
            steps.append(_step(title, Goal(moves=(solution,)), solution, reply))
            position.push_text(reply)
            title = WINS[max(moves for moves, known in WINS.items() if known == title) - 1]


def _step(title: str, goal: Goal, solution: str, *replies: str) -> LessonStep:
    hint = "That loses." if title == SAVE else "That does not win in time."
    return LessonStep(TASKS[title], goal, solution, hint, replies=replies)


def level_that_finds(position: Position, solution: str) -> int:
    """The lowest level of the machine that finds a move more often than not; the highest if none does."""
    move = position.parse_move(solution)
    for level in range(1, FULL):
        players = [EnginePlayer(position.game, level, seed=seed) for seed in range(TRIES)]
        if 2 * sum(player.choose(position.copy()) == move for player in players) > TRIES:
            return level
    return FULL

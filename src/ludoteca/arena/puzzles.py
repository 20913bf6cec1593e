"""Puzzles: positions of the machine's games against itself in which one move wins, saves or is clearly the best.

A puzzle is a lesson that nobody wrote, found by a quick search. A win or a rescue is proved by a search that leaves
no move out; a best move has to stay the best in deeper searches. How hard it is, the levels of the machine tell.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.lessons import Goal, Lesson, LessonStep
from ludoteca.core.position import Position
from ludoteca.players.engine import FULL, EnginePlayer
from ludoteca.search import scores
from ludoteca.search.think import Limits, Report, Thinker

MAX_WIN = 3
"""The longest win that is asked for, in turns of the solver."""
LEAST_MOVES = 5
"""With fewer legal moves a puzzle is solved by trying."""
GLANCE_SECONDS, PROOF_SECONDS = 0.01, 0.6
"""How long a position is looked at, and each move of a puzzle is proved, at the usual pace of its game."""
USUAL_MARGIN, LEAD = 150, 600
"""By how much a best move is better than the second, and the score from which on a game is as good as decided."""
PLAYING_LEVEL = 5
"""It overlooks enough for others to find something."""
MAX_GAMES_EACH = 40
"""So many games are looked through for each puzzle that is wanted, at the most."""
OPENING_PLIES = 6
MAX_PLIES = 300
APART = 8
"""Puzzles of one game are so many plies apart."""

SAVE, BEST = "Save yourself", "Best move"
WINS = {moves: f"Win in {moves}" for moves in range(1, MAX_WIN + 1)}
SHORTER = {WINS[moves]: WINS[moves - 1] for moves in range(2, MAX_WIN + 1)}
TASKS = {
    SAVE: "Every move but one loses. Find it.",
    BEST: "One move is clearly the best. Find it.",
    **{title: f"Find the win in {moves} move{'s' if moves > 1 else ''}." for moves, title in WINS.items()},
}
HINTS = {SAVE: "That loses.", BEST: "There is a much better move.", **dict.fromkeys(WINS.values(), "That is too slow.")}
SECONDS = {
    SAVE: (PROOF_SECONDS, 1.2),
    BEST: (0.05, 0.3, 1.2),
    **dict.fromkeys(WINS.values(), (PROOF_SECONDS,)),
}
"""The searches in which the same move has to be the only one. A longer one may find more for the others."""
MOST_OF_A_KIND = 3
"""No kind is more than this part of all puzzles."""


def find_puzzles(
    game: Game,
    options: Mapping[str, Any],
    count: int,
    seed: int,
    margin: int = USUAL_MARGIN,
    on_game: Callable[[int], None] = lambda number: None,
) -> Iterator[Lesson]:
    """So many different puzzles, or fewer if many games have no more; no kind is more than a third of them.

    `on_game` is called with the number of each game that begins.
    """
    kinds: Counter[str] = Counter()
    seen: set[str] = set()
    most = -(-count // MOST_OF_A_KIND)
    for number in range(1, MAX_GAMES_EACH * count + 1):
        if len(seen) == count:
            return
        on_game(number)
        wanted = {title for title in TASKS if kinds[title] < most}
        for puzzle in _puzzles_of_a_game(game, options, Random(f"{seed} {number}"), wanted, margin):
            if len(seen) < count and puzzle.id not in seen and kinds[puzzle.title] < most:
                seen.add(puzzle.id)
                kinds[puzzle.title] += 1
                yield puzzle


def _puzzles_of_a_game(
    game: Game, options: Mapping[str, Any], random: Random, wanted: set[str], margin: int
) -> Iterator[Lesson]:
    position = game.start(**options)
    player = EnginePlayer(game, PLAYING_LEVEL, seed=random.randrange(1 << 32))
    finder = PuzzleFinder(game, position.seats, wanted, margin)
    last_found = -APART
    for ply in range(MAX_PLIES):
        moves = position.legal_moves()
        if not moves:
            return
        if ply < OPENING_PLIES:
            position.play(random.choice(moves))
            continue
        if ply - last_found >= APART:
            # Without the moves before it, as the puzzle will be given.
            puzzle = finder.puzzle_at(game.parse(str(position), **position.options))
            if puzzle:
                last_found = ply
                yield puzzle
        position.play(player.choose(position))


class PuzzleFinder:
    """Finds puzzles of the kinds that are wanted in the positions of a game, one after the other."""

    def __init__(self, game: Game, seats: int, wanted: Collection[str] = TASKS, margin: int = USUAL_MARGIN) -> None:
        self.game = game
        self.seats = seats
        self.wanted = wanted
        self.margin = margin
        # These leave no move out, so what they prove is so; of several opponents they assume that all play together.
        own = game.search_for(seats)
        proving = own if own in ("alphabeta", "paranoid") else "alphabeta" if seats == 2 else "paranoid"
        self.proving = Thinker(game.evaluator, search=proving)
        self.strongest = Thinker(game.evaluator, search="" if game.has_evaluator else proving)
        self._undecided: Position | None = None
        """The position before, in a game for two, if nobody was seen to win in it."""

    def puzzle_at(self, position: Position) -> Lesson | None:
        """The puzzle that a position is, if it is one; or else the one before it."""
        before, self._undecided = self._undecided, None
        if len(position.legal_moves()) < 2:
            return None
        report = self._best_two(self.strongest, position, GLANCE_SECONDS)
        best = report.lines[0].scores[position.to_move]
        if self.seats == 2 and abs(best) < scores.PROVEN:
            self._undecided = position
        puzzle = self._puzzle(position, self._title(position, report))
        if (
            puzzle is None
            and self.seats == 2
            and best >= scores.PROVEN
            and before
            and before.to_move != position.to_move
        ):
            # Whoever was to move then gave the game away, and perhaps had one move that did not.
            puzzle = self._puzzle(before, SAVE)
        return puzzle

    def _puzzle(self, position: Position, title: str) -> Lesson | None:
        if title not in self.wanted or len(position.legal_moves()) < LEAST_MOVES:
            return None
        steps = self._solve(position.copy(), title)
        if not steps:
            return None
        text = str(position)
        digest = hashlib.sha256(f"{self.game.name} {text}".encode()).hexdigest()[:10]
        level = level_that_finds(position, steps[0].solution)
        seat = self.game.look.sheet(position.options).seats[position.to_move].name
        about = f"{seat} is to move. The machine finds it from level {level} on, unless it slips."
        usual = self.game.choose({})
        options = {name: value for name, value in position.options.items() if value != usual[name]}
        return Lesson(digest, title, (), about, text, steps, options, level)

    def _best_two(self, thinker: Thinker, position: Position, seconds: float) -> Report:
        return thinker.think(position, Limits(nodes=2 * round(seconds * self.game.nodes_a_second)), 2)

    def _best(self, position: Position) -> Report:
        return self.proving.think(position, Limits(nodes=round(PROOF_SECONDS * self.game.nodes_a_second)))

    def _title(self, position: Position, report: Report) -> str:
        """What kind of puzzle the best two lines make, or nothing."""
        best, second = (line.scores[position.to_move] for line in report.lines)
        if best >= scores.PROVEN:
            # A lesson has one reply to each move.
            turns = self._turns_to_win(best)
            is_one = self._turns_to_win(second) > turns
            return WINS.get(turns, "") if is_one and (self.seats == 2 or turns == 1) else ""
        if second <= -scores.PROVEN:
            return SAVE if best > -scores.PROVEN and self.seats == 2 else ""
        return BEST if best - second >= self.margin and best >= -LEAD and second <= LEAD else ""

    def _turns_to_win(self, score: int) -> int:
        """How many turns of the solver a win takes; very many if it is none."""
        return -(-(scores.WIN - score) // self.seats)

    def _solve(self, position: Position, title: str) -> tuple[LessonStep, ...]:
        """The moves that solve a puzzle, each proved, with the longest defence between them; none if that fails."""
        solver = position.to_move
        steps: list[LessonStep] = []
        while True:
            move = self._only_move(position, title, bool(steps))
            if move is None:
                return ()
            solution = position.move_text(move)
            position.play(move)
            is_over = position.is_over()
            goal = Goal(wins=True) if is_over and title in WINS.values() else Goal(moves=(solution,))
            step = LessonStep(TASKS[title], goal, solution, HINTS[title])
            if not is_over and position.to_move == solver:
                steps.append(step)
            elif is_over or title in (SAVE, BEST):
                return () if title in SHORTER else (*steps, step)
            else:
                reply = position.move_text(self._best(position).best)
                steps.append(replace(step, replies=(reply,)))
                position.push_text(reply)
                title = SHORTER.get(title, "")

    def _only_move(self, position: Position, title: str, has_begun: bool) -> int | None:
        """The one move that does what a puzzle of this title asks for."""
        if has_begun and title == WINS[1]:
            # At the end of a longer win any move that wins will do.
            report = self._best(position)
            is_one = self._turns_to_win(report.lines[0].scores[position.to_move]) == 1
            return report.best if is_one else None
        if title not in TASKS or len(position.legal_moves()) < 2:
            return None
        found = set()
        for seconds in SECONDS[title]:
            report = self._best_two(self.strongest if title == BEST else self.proving, position, seconds)
            found.add(report.best)
            if self._title(position, report) != title or len(found) > 1:
                return None
        return report.best


def level_that_finds(position: Position, solution: str) -> int:
    """From which level on the machine finds a move where it does not slip; the highest if none below it does."""
    move = position.parse_move(solution)
    lowest = FULL
    while lowest > 1 and EnginePlayer(position.game, lowest - 1).analyse(position.copy(), 1).best == move:
        lowest -= 1
    return lowest

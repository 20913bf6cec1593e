"""The machine as a player, at eight levels."""

import math
from collections.abc import Collection
from random import Random
from typing import NamedTuple

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.players.player import megabytes_for
from ludoteca.search import scores
from ludoteca.search.think import Limits, Report, Thinker

FULL = 8
LEVEL_NAMES = {
    1: "beginner",
    2: "very easy",
    3: "easy",
    4: "casual",
    5: "fair",
    6: "good",
    7: "strong",
    8: "full strength",
}


class Level(NamedTuple):
    """How a level plays: how long it thinks, how often it only glances at the board, how much it sees then."""

    seconds: float
    """Counted in nodes at the usual pace of the game, so that a level is as strong on a slow machine."""
    slips: float
    sight: float
    """Of n moves a glance falls on n to this power, so that it overlooks as much where there are thousands."""


LEVELS = {
    1: Level(0.00003, 0.75, 0.2),
    2: Level(0.000045, 0.69, 0.25),
    3: Level(0.000075, 0.61, 0.32),
    4: Level(0.00012, 0.53, 0.38),
    5: Level(0.00022, 0.42, 0.45),
    6: Level(0.00045, 0.33, 0.52),
    7: Level(0.0008, 0.25, 0.58),
}
"""Small steps for those who learn. The highest level thinks as long as it may, and never slips."""
GLANCE_SECONDS = 0.0001
LEAST_NODES = 12
VARIETY_LINES = 4
VARIETY_MARGIN = 30
"""With variety, any of so many moves is played whose score is at most this below the best: a third of a pawn, about."""
MOST_SAVES = 200
"""So many moves that lose at once are tried before one of them is played."""
ANSWER_SECONDS = 0.05
"""Where a game has more answers to a move than it can count in this time, nobody asks whether one ends the game."""


class EnginePlayer:
    """The game's own plan if it has one, else the search that serves the game best, with its evaluator.

    Without seconds it does the same on any machine: the highest level then thinks for `nodes`, and makes no plans, for
    how good they are depends on the time. A level below the highest overlooks much, but never that a move lets the
    next seat win at once, if another does not. With variety it chooses among moves that are about as good.
    """

    def __init__(
        self,
        game: Game,
        level: int = FULL,
        seconds: float | None = 1.0,
        threads: int = 1,
        seed: int = 0,
        nodes: int = 0,
        has_variety: bool = False,
    ) -> None:
        if not 1 <= level <= FULL:
            raise ValueError(f"levels are 1 to {FULL}, not {level}")
        self.name = f"engine:{level},variety" if has_variety else f"engine:{level}"
        self.has_variety = has_variety
        self.level = level
        self.seconds = seconds
        self.nodes = nodes
        self.last_report: Report | None = None
        self.random = Random(seed)
        self.game = game
        self.threads = threads if level == FULL else 1
        self.new_game()

    @property
    def limits(self) -> Limits:
        level = LEVELS.get(self.level)
        return Limits(self.seconds, self._nodes(level.seconds) if level else self.nodes)

    def choose(self, position: Position) -> int:
        level = LEVELS.get(self.level)
        if level is None and self.seconds is not None:
            plan = self.game.planner(position, self.seconds)
            if plan is not None:
                self.last_report = None
                return plan
        if level and self.random.random() < level.slips:
            self.last_report = self._glance(position, level.sight)
        else:
            self.last_report = self._think(position)
        if level and loses_at_once(position, self.last_report.best, self.thinker):
            self.last_report = self._save(position, self.last_report.best) or self.last_report
        return self.last_report.best

    def _think(self, position: Position) -> Report:
        if not self.has_variety:
            return self.thinker.think(position, self.limits)
        limits = self.limits._replace(nodes=self.limits.nodes * VARIETY_LINES)
        report = self.thinker.think(position, limits, VARIETY_LINES)
        best = report.lines[0].scores[position.to_move]
        least = best if best >= scores.PROVEN else best - VARIETY_MARGIN
        near = [line for line in report.lines if line.moves and line.scores[position.to_move] >= least]
        return report._replace(lines=(self.random.choice(near),)) if near else report

    def _glance(self, position: Position, sight: float) -> Report:
        """The move that looks best at once, of those that are seen."""
        moves = position.legal_moves()
        return self._look(position, self.random.sample(moves, len(moves) - math.ceil(len(moves) ** sight)))

    def _look(self, position: Position, excluded: Collection[int]) -> Report:
        limits = Limits(self.seconds, self._nodes(GLANCE_SECONDS))
        return self.thinker.think(position, limits, excluded=excluded)

    def _save(self, position: Position, fatal: int) -> Report | None:
        """The move that looks best of those that do not lose at once, if there are any."""
        if _has_thousands_of_moves(position):
            # Its second depth tries all answers that could end the game.
            return self.thinker.think(position, Limits(depth=2))
        excluded = [fatal]
        for _ in range(min(len(position.legal_moves()) - 1, MOST_SAVES)):
            report = self._look(position, excluded)
            if not loses_at_once(position, report.best, self.thinker):
                return report
            excluded.append(report.best)
        return None

    def _nodes(self, seconds: float) -> int:
        return max(LEAST_NODES, round(seconds * self.game.nodes_a_second))

    def analyse(self, position: Position, lines: int = 3) -> Report:
        """The best lines, by what this level may spend."""
        return self.thinker.think(position, self.limits, lines)

    def new_game(self) -> None:
        self.thinker = Thinker(self.game.evaluator, megabytes_for(self.limits.nodes), self.threads)

    def close(self) -> None:
        self.thinker.stop()


def loses_at_once(position: Position, move: int, thinker: Thinker) -> bool:
    """Whether any answer of the next seat ends the game with a loss for the seat that makes a move."""
    seat, trial = position.to_move, position.copy()
    trial.play(move)
    if trial.to_move == seat or trial.is_over():
        return False
    if _has_thousands_of_moves(trial):
        best = thinker.think(trial, Limits(depth=1)).lines[0]
        return best.plies_to_end == 1 and best.scores[seat] < 0
    answers = trial.legal_moves()
    if len(answers) > ANSWER_SECONDS * position.game.nodes_a_second:
        return False
    for answer in answers:
        trial.play(answer)
        outcome = trial.outcome() if trial.is_over() else None
        trial.undo()
        if outcome and outcome.payoffs[seat] < 0:
            return True
    return False


def _has_thousands_of_moves(position: Position) -> bool:
    """Whether it takes too long to ask of each whether it ends the game."""
    return position.game.search_for(position.seats) == "selective"

"""The machine as a player, at eight levels."""

import math
from random import Random
from typing import NamedTuple

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.search.think import Limits, Report, Thinker

FULL = 8


class Level(NamedTuple):
    """How a level plays: how long it thinks, how often it only glances at the board, how much it sees then."""

    seconds: float
    """Counted in nodes at the usual pace of the game, so that a level is as strong on a slow machine."""
    slips: float
    sight: float
    """Of n moves a glance falls on n to this power, so that it overlooks as much where there are thousands."""


LEVELS = {
    1: Level(0.00003, 0.75, 0.2),
    2: Level(0.0001, 0.5, 0.35),
    3: Level(0.0003, 0.32, 0.5),
    4: Level(0.001, 0.22, 0.6),
    5: Level(0.004, 0.08, 0.8),
    6: Level(0.01, 0.08, 0.9),
    7: Level(0.035, 0.02, 1.0),
}
"""The highest level thinks as long as it may, and never slips."""
GLANCE_SECONDS = 0.0001
LEAST_NODES = 12


class EnginePlayer:
    """The game's own plan if it has one, else the search that serves the game best, with its evaluator.

    Without seconds it does the same on any machine: the highest level then thinks for `nodes`, and makes no plans, for
    how good they are depends on the time.
    """

    def __init__(
        self,
        game: Game,
        level: int = FULL,
        seconds: float | None = 1.0,
        threads: int = 1,
        seed: int = 0,
        nodes: int = 0,
    ) -> None:
        if not 1 <= level <= FULL:
            raise ValueError(f"levels are 1 to {FULL}, not {level}")
        self.name = f"engine:{level}"
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
        if level and self.random.random() < level.slips:
            return self._glance(position, level.sight)
        if level is None and self.seconds is not None:
            plan = self.game.planner(position, self.seconds)
            if plan is not None:
                self.last_report = None
                return plan
        self.last_report = self.thinker.think(position, self.limits)
        return self.last_report.best

    def _glance(self, position: Position, sight: float) -> int:
        """The move that looks best at once, of those that are seen."""
        moves = position.legal_moves()
        overlooked = self.random.sample(moves, len(moves) - math.ceil(len(moves) ** sight))
        limits = Limits(self.seconds, self._nodes(GLANCE_SECONDS))
        self.last_report = self.thinker.think(position, limits, excluded=overlooked)
        return self.last_report.best

    def _nodes(self, seconds: float) -> int:
        return max(LEAST_NODES, round(seconds * self.game.nodes_a_second))

    def analyse(self, position: Position, lines: int = 3) -> Report:
        """The best lines, by what this level may spend."""
        return self.thinker.think(position, self.limits, lines)

    def new_game(self) -> None:
        self.thinker = Thinker(self.game.evaluator, 64 if self.level == FULL else 4, self.threads)

    def close(self) -> None:
        self.thinker.stop()

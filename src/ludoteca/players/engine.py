"""The machine as a player, at eight levels."""

from random import Random

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.search.think import Limits, Report, Thinker, sample

FULL = 8
NODES = {1: 30, 2: 120, 3: 400, 4: 1500, 5: 6000, 6: 25_000, 7: 100_000}
"""What a level below the highest looks at for a move; the highest thinks as long as it may."""
NOISE = {1: 160, 2: 60, 3: 20}
"""By how much the lowest levels misjudge a position."""


class EnginePlayer:
    """Search with the game's evaluator: alpha-beta for two seats, Monte Carlo for more."""

    def __init__(self, game: Game, level: int = FULL, seconds: float = 1.0, threads: int = 1, seed: int = 0) -> None:
        if not 1 <= level <= FULL:
            raise ValueError(f"levels are 1 to {FULL}, not {level}")
        self.name = f"engine:{level}"
        self.level = level
        self.limits = Limits(seconds, NODES.get(level, 0))
        self.random = Random(seed)
        self.game = game
        self.threads = threads
        self.new_game()

    def choose(self, position: Position) -> int:
        if position.seats != 2:
            return sample(position, self.limits, self.game.evaluator(), self.random.getrandbits(32)).best_move()
        noise = NOISE.get(self.level, 0)
        if not noise:
            return self.thinker.think(position, self.limits).best
        report = self.thinker.think(position, self.limits, lines=4)
        seat = position.to_move
        return max(report.lines, key=lambda line: line.scores[seat] + self.random.gauss(0, noise)).moves[0]

    def analyse(self, position: Position, lines: int = 3) -> Report:
        """The best lines, by what this level may spend."""
        return self.thinker.think(position, self.limits, lines)

    def new_game(self) -> None:
        self.thinker = Thinker(self.game.evaluator, 64 if self.level == FULL else 4, self.threads)

    def close(self) -> None:
        self.thinker.stop()

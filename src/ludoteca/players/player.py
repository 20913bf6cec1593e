"""The interface of a player, and the simplest players."""

import time
from random import Random
from typing import Protocol

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.search.think import Limits, Report, Thinker, Variation, sample

SHORT_SEARCH = 40_000
"""So many nodes leave most of a large memory empty, and a new one for each game costs more than it brings."""


def megabytes_for(nodes: int) -> int:
    """The memory of a search that has so many nodes for a move, or no limit of them if 0."""
    return 4 if 0 < nodes < SHORT_SEARCH else 64


class Player(Protocol):
    """Chooses a legal move whenever its seat is to move."""

    name: str
    last_report: Report | None
    """What the search for the last chosen move found; None for a player that does not search, or does not tell."""

    def choose(self, position: Position) -> int:
        """A legal move; the position is as it was afterwards."""

    def new_game(self) -> None:
        """Forget what was learned in the last game."""

    def close(self) -> None:
        """Leave the table for good."""


class RandomPlayer:
    """Any legal move."""

    def __init__(self, seed: int = 0) -> None:
        self.name = "random"
        self.last_report: Report | None = None
        self.random = Random(seed)

    def choose(self, position: Position) -> int:
        return self.random.choice(position.legal_moves())

    def new_game(self) -> None:
        pass

    def close(self) -> None:
        pass


class GreedyPlayer:
    """The move after which the game's evaluator likes the position best; it looks no further."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.name = "greedy"
        self.last_report: Report | None = None
        self.evaluator = game.evaluator()
        self.random = Random(seed)

    def choose(self, position: Position) -> int:
        seat = position.to_move
        trial = position.copy()
        best: list[int] = []
        best_score = 0.0
        for move in position.legal_moves():
            trial.play(move)
            outcome = trial.outcome()
            score = self.evaluator.score(trial, seat) if outcome is None else 1e6 * outcome.payoffs[seat]
            trial.undo()
            if not best or score > best_score:
                best, best_score = [move], score
            elif score == best_score:
                best.append(move)
        return self.random.choice(best)

    def new_game(self) -> None:
        pass

    def close(self) -> None:
        pass


class SamplingPlayer:
    """Monte Carlo search by random games to the end: it knows the rules and nothing else."""

    def __init__(self, seconds: float | None = 1.0, seed: int = 0, nodes: int = 0) -> None:
        self.name = "mcts"
        self.limits = Limits(seconds, nodes)
        self.random = Random(seed)
        self.last_report: Report | None = None

    def choose(self, position: Position) -> int:
        begin = time.monotonic()
        search = sample(position, self.limits, seed=self.random.getrandbits(32))
        move = search.best_move()
        line = Variation(tuple(search.line(move)), tuple(search.seat_scores(move)))
        self.last_report = Report(search.selective_depth, search.tries, time.monotonic() - begin, (line,))
        return move

    def new_game(self) -> None:
        pass

    def close(self) -> None:
        pass


class SearchingPlayer:
    """One kind of search with the game's evaluator, to compare kinds; `engine` takes the one that is best."""

    def __init__(self, game: Game, search: str, seconds: float | None = 1.0, nodes: int = 0) -> None:
        self.name = f"search:{search}"
        self.game = game
        self.search = search
        self.limits = Limits(seconds, nodes)
        self.last_report: Report | None = None
        self.new_game()

    def choose(self, position: Position) -> int:
        self.last_report = self.thinker.think(position, self.limits)
        return self.last_report.best

    def new_game(self) -> None:
        self.thinker = Thinker(self.game.evaluator, megabytes_for(self.limits.nodes), search=self.search)

    def close(self) -> None:
        self.thinker.stop()

"""What a worker process does: think when asked, answer, and wait again."""

import math
import os
import random
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import NamedTuple

from ludoteca.core.position import Position
from ludoteca.players.sitting import seat as sit
from ludoteca.search.constants import SURE
from ludoteca.search.think import Limits, Thinker, sample

SCORE_OF_A_LEAD = 600
"""With such a score, and the other seat at its negative, seven games of eight are won."""


READY = "ready"


class Task(NamedTuple):
    """A position to think about, and how. `kind` is `choose` or `analyse`."""

    kind: str
    position: Position
    level: int
    seconds: float
    lines: int = 1


class Thought(NamedTuple):
    """The move to play, or the best lines with the share of the win that each seat may expect in each."""

    move: int
    lines: tuple[tuple[tuple[int, ...], tuple[float, ...]], ...] = ()
    depth: int = 0
    nodes: int = 0


def choose(task: Task) -> Thought:
    """The move of a machine of the level."""
    player = sit(f"engine:{task.level}", task.position.game, task.seconds, random.getrandbits(32))
    try:
        return Thought(player.choose(task.position))
    finally:
        player.close()


def analyse(task: Task) -> Thought:
    """The best lines: by alpha-beta for two seats, by Monte Carlo for more."""
    position = task.position
    if position.seats != 2:
        return _analyse_by_sampling(task)
    report = Thinker(position.game.evaluator, 16).think(position, Limits(task.seconds), task.lines)
    lines = tuple((line.moves, shares_of(line.scores)) for line in report.lines)
    return Thought(report.best, lines, report.depth, report.nodes)


def _analyse_by_sampling(task: Task) -> Thought:
    position = task.position
    ranked = sample(position, Limits(task.seconds), position.game.evaluator()).ranked_moves()
    lines = tuple(
        ((move,), shares_of_payoff(payoff, position.to_move, position.seats))
        for move, _, payoff in ranked[: task.lines]
    )
    return Thought(ranked[0][0], lines, 0, sum(tries for _, tries, _ in ranked))


def shares_of(scores: tuple[int, ...]) -> tuple[float, ...]:
    """Scores as shares of the win, for each seat."""
    if max(scores) >= SURE:
        return tuple(1.0 if score == max(scores) else 0.0 for score in scores)
    weights = [math.exp(max(score, -SURE) / SCORE_OF_A_LEAD) for score in scores]
    return tuple(weight / sum(weights) for weight in weights)


def shares_of_payoff(payoff: float, seat: int, seats: int) -> tuple[float, ...]:
    """A seat's expected payoff as its share of the win; the others have the rest alike."""
    low = -1.0 / (seats - 1)
    own = min(1.0, max(0.0, (payoff - low) / (1.0 - low)))
    return tuple(own if other == seat else (1.0 - own) / (seats - 1) for other in range(seats))


KINDS: dict[str, Callable[[Task], Thought]] = {"choose": choose, "analyse": analyse}


def work(pipe: Connection, kinds: dict[str, Callable[[Task], Thought]] | None = None) -> None:
    """Answer tasks until the server hangs up. What goes wrong is told as None."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers.
    os.nice(5)
    pipe.send(READY)
    while True:
        try:
            task: Task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            thought = (kinds or KINDS)[task.kind](task)
        except Exception:
            thought = None
        try:
            pipe.send(thought)
        except (BrokenPipeError, OSError):
            return

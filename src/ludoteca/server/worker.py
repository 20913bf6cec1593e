"""What a worker process does: think when asked, answer, and wait again."""

import math
import os
import random
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import NamedTuple

from ludoteca.core.position import Position
from ludoteca.players import make_player
from ludoteca.search.scores import PROVEN
from ludoteca.search.think import Limits, Thinker

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
    player = make_player(f"engine:{task.level}", task.position.game, task.seconds, random.getrandbits(32))
    try:
        return Thought(player.choose(task.position))
    finally:
        player.close()


def analyse(task: Task) -> Thought:
    """The best lines by the search that serves the game best."""
    report = Thinker(task.position.game.evaluator, 16).think(task.position, Limits(task.seconds), task.lines)
    lines = tuple((line.moves, shares_of(line.scores)) for line in report.lines if line.moves)
    return Thought(report.best, lines, report.depth, report.nodes)


def shares_of(scores: tuple[int, ...]) -> tuple[float, ...]:
    """Scores as shares of the win, for each seat."""
    if max(scores) >= PROVEN:
        return tuple(1.0 if score == max(scores) else 0.0 for score in scores)
    weights = [math.exp(max(score, -PROVEN) / SCORE_OF_A_LEAD) for score in scores]
    return tuple(weight / sum(weights) for weight in weights)


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

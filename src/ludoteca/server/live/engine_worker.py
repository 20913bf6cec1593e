"""What the worker processes do for machines' seats: choose a move, and analyse a position."""

import random
from typing import NamedTuple

from ludoteca.core.position import Position
from ludoteca.players import make_player
from ludoteca.search.think import Limits, Thinker


class EngineRequest(NamedTuple):
    """A position to search, and how. `kind` is `choose` or `analyse`."""

    kind: str
    position: Position
    level: int
    seconds: float
    lines: int = 1


class EngineAnswer(NamedTuple):
    """The best move, and for an analysis the best lines, each with the expected share of the win of each seat."""

    move: int
    lines: tuple[tuple[tuple[int, ...], tuple[float, ...]], ...] = ()
    depth: int = 0
    nodes: int = 0


def choose(request: EngineRequest) -> EngineAnswer:
    """The move of a machine of the level."""
    player = make_player(f"engine:{request.level}", request.position.game, request.seconds, random.getrandbits(32))
    try:
        return EngineAnswer(player.choose(request.position))
    finally:
        player.close()


def analyse(request: EngineRequest) -> EngineAnswer:
    """The best lines by the search that serves the game best."""
    report = Thinker(request.position.game.evaluator, 16).think(
        request.position, Limits(request.seconds), request.lines
    )
    lines = tuple((line.moves, line.shares) for line in report.lines if line.moves)
    return EngineAnswer(report.best, lines, report.depth, report.nodes)


HANDLERS = {"choose": choose, "analyse": analyse}

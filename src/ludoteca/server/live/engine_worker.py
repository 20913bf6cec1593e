"""What the worker processes do for machines' seats: choose a move, and analyse a position."""

import random
from collections.abc import Hashable
from typing import NamedTuple

from ludoteca.arena import review
from ludoteca.arena.review import Assessment
from ludoteca.core.position import Position
from ludoteca.players.by_name import VARIETY, make_player
from ludoteca.search.think import Limits, Thinker


class EngineRequest(NamedTuple):
    """A position to search, and how. `kind` is `choose`, `analyse` or `assess`."""

    kind: str
    position: Position
    level: int
    seconds: float
    lines: int = 1
    positions: int = 1
    """How many positions to assess: this one and those before it, all in `seconds`."""
    is_varied: bool = False
    """Whether to choose among moves that are about as good."""


class EngineAnswer(NamedTuple):
    """The best move, and for an analysis the best lines, each with the expected share of the win of each seat."""

    move: int
    lines: tuple[tuple[tuple[int, ...], tuple[float, ...]], ...] = ()
    depth: int = 0
    nodes: int = 0
    assessments: tuple[Assessment, ...] = ()
    """From the first position to the last."""


def choose(request: EngineRequest) -> EngineAnswer:
    """The move of a machine of the level."""
    name = f"engine:{request.level}" + (VARIETY if request.is_varied else "")
    player = make_player(name, request.position.game, request.seconds, random.getrandbits(32))
    try:
        return EngineAnswer(player.choose(request.position))
    finally:
        player.close()


class _Memory:
    """What was found of a game lately: analyses come one after the other, of positions near each other."""

    key: Hashable = None
    thinker: Thinker | None = None


_memory = _Memory()


def analyse(request: EngineRequest) -> EngineAnswer:
    """The best lines by the search that serves the game best."""
    position = request.position
    key = (position.game.name, *sorted(position.options.items()))
    if _memory.thinker is None or _memory.key != key:
        _memory.key, _memory.thinker = key, Thinker(position.game.evaluator, 16)
    report = _memory.thinker.think(position, Limits(request.seconds), request.lines)
    lines = tuple((line.moves, line.shares) for line in report.lines if line.moves)
    # A search that was stopped as it began has found nothing.
    best = lines[0][0][0] if lines else position.legal_moves()[0]
    return EngineAnswer(best, lines, report.depth, report.nodes)


def assess(request: EngineRequest) -> EngineAnswer:
    """What positions of a game are worth, for its review."""
    position = request.position.copy()
    thinker = Thinker(position.game.evaluator, 16)
    limits = Limits(request.seconds / request.positions)
    # From the last: what is found of it helps with those before it.
    found = [review.assess(position, limits, thinker)]
    while len(found) < request.positions:
        position.undo()
        found.append(review.assess(position, limits, thinker))
    return EngineAnswer(0, assessments=tuple(reversed(found)))


def stop_analysis() -> None:
    """End a search for `analyse` that runs in another thread."""
    if _memory.thinker:
        _memory.thinker.stop()


STOPPERS = {"analyse": stop_analysis}
HANDLERS = {"choose": choose, "analyse": analyse, "assess": assess}

"""Thinking about a position within limits, on one thread or several, with reports meanwhile."""

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.search.alphabeta import AlphaBeta
from ludoteca.search.constants import MOST_PLIES, SURE, WIN
from ludoteca.search.mcts import Mcts
from ludoteca.search.selective import Selective
from ludoteca.search.table import Table

REPORT_SECONDS = 0.05
"""How often a search is looked at while it runs."""


class Limits(NamedTuple):
    """When to stop; what is 0 or None does not limit."""

    seconds: float | None = None
    nodes: int = 0
    depth: int = 0


class Line(NamedTuple):
    """Moves that are expected, and what the position is worth to each seat if they are played."""

    moves: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def plies_to_end(self) -> int | None:
        """How many plies the game lasts if its end has been seen, else None."""
        best = max(abs(score) for score in self.scores)
        return WIN - best if best >= SURE else None


class Report(NamedTuple):
    """What a search has found so far; the best line first."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[Line, ...]

    @property
    def best(self) -> int:
        return self.lines[0].moves[0]


class Thinker:
    """A mind with a memory: what it learned of one position helps with the next of the same game."""

    def __init__(self, evaluator: Callable[[], Evaluator], megabytes: int = 16, threads: int = 1) -> None:
        self.evaluator = evaluator
        self.threads = threads
        self.table = Table(megabytes)
        self._stop = threading.Event()
        self._searches: list[AlphaBeta | Selective] = []

    def stop(self) -> None:
        """End a running `think` at once; from any thread."""
        self._stop.set()
        for search in self._searches:
            search.stop()

    def think(
        self, position: Position, limits: Limits, lines: int = 1, on_report: Callable[[Report], None] | None = None
    ) -> Report:
        """The best lines that can be found within the limits. The game must not be over."""
        if position.is_over():
            raise ValueError("there is nothing to think about: the game is over")
        self._stop.clear()
        self.table.new_search()
        begin = time.monotonic()
        wanted = min(lines, len(position.legal_moves()))
        found: list[Line] = []
        nodes = depth = 0
        for number in range(wanted):
            share = _share(limits, begin, wanted - number)
            search = self._run(
                position, share, [line.moves[0] for line in found], begin, on_report, tuple(found), nodes
            )
            nodes += sum(each.nodes for each in self._searches)
            depth = max(depth, search.depth)
            found.append(_line(position, search))
            if self._stop.is_set():
                break
        found.sort(key=lambda line: -line.scores[position.to_move])
        return Report(depth, nodes, time.monotonic() - begin, tuple(found))

    def _run(
        self,
        position: Position,
        limits: Limits,
        excluded: list[int],
        begin: float,
        on_report: Callable[[Report], None] | None,
        found: tuple[Line, ...],
        nodes_before: int,
    ) -> AlphaBeta | Selective:
        """One search on all threads; the first thread's answer counts."""
        deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        kind = Selective if position.is_crowded else AlphaBeta
        self._searches = [kind(position.copy(), self.evaluator(), self.table) for _ in range(self.threads)]
        for number, search in enumerate(self._searches):
            search.set_limits(limits.depth if number == 0 else MOST_PLIES, limits.nodes, 1 + number % 2)
            search.exclude(excluded)
        workers = [threading.Thread(target=search.run, daemon=True) for search in self._searches]
        for worker in workers:
            worker.start()
        first, told = self._searches[0], 0
        while workers[0].is_alive():
            left = REPORT_SECONDS if deadline is None else min(REPORT_SECONDS, deadline - time.monotonic())
            if left <= 0 or self._stop.is_set():
                break
            workers[0].join(left)
            if on_report and first.depth > told and first.principal_line():
                told = first.depth
                nodes = nodes_before + sum(search.nodes for search in self._searches)
                lines = (*found, _line(position, first))
                on_report(Report(told, nodes, time.monotonic() - begin, lines))
        for search in self._searches:
            search.stop()
        for worker in workers:
            worker.join()
        return first


def _share(limits: Limits, begin: float, parts: int) -> Limits:
    """A fair part of what is left, for each of several lines."""
    seconds = limits.seconds
    if seconds is not None:
        seconds = max(0.001, (begin + seconds - time.monotonic()) / parts)
    return Limits(seconds, limits.nodes // parts, limits.depth)


def _line(position: Position, search: AlphaBeta | Selective) -> Line:
    """The line of a search, as far as it is legal; a running search may be changing it."""
    replayed = position.copy()
    moves: list[int] = []
    for move in search.principal_line():
        if move not in replayed.legal_moves():
            break
        moves.append(move)
        replayed.play(move)
    mine = search.score
    scores = tuple(mine if seat == position.to_move else -mine for seat in range(position.seats))
    return Line(tuple(moves), scores)


def sample(position: Position, limits: Limits, evaluator: Evaluator | None = None, seed: int = 1) -> Mcts:
    """A Monte Carlo search within limits, of which nodes are tries; for any game and any number of seats."""
    if position.is_over():
        raise ValueError("there is nothing to think about: the game is over")
    search = Mcts(position.copy(), evaluator, seed)
    search.set_limits(limits.nodes)
    worker = threading.Thread(target=search.run, daemon=True)
    worker.start()
    worker.join(limits.seconds)
    search.stop()
    worker.join()
    return search

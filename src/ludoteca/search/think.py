"""Thinking about a position within limits, on one thread or several, with reports meanwhile."""

import math
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ludoteca.core import bounds
from ludoteca.core.evaluator import Evaluator, NoEvaluator
from ludoteca.core.position import Position
from ludoteca.search import scores
from ludoteca.search.alphabeta import AlphaBeta
from ludoteca.search.deepening import MAX_NODES, Deepening
from ludoteca.search.mcts import Mcts
from ludoteca.search.multiplayer import Multiplayer
from ludoteca.search.ordering import Ordering
from ludoteca.search.selective import Selective
from ludoteca.search.settings import SearchSettings
from ludoteca.search.transposition import TranspositionTable

SEARCHES = ("alphabeta", "selective", "paranoid", "brs", "maxn", "mcts")
MAX_THREADS = 1024
REPORT_SECONDS = 0.01
"""How often a search is looked at while it runs."""
SCORE_OF_A_LEAD = 600
"""A seat with this score, against the negative of it, wins seven games of eight."""


class Limits(NamedTuple):
    """When to stop; what is 0 or None does not limit."""

    seconds: float | None = None
    nodes: int = 0
    depth: int = 0


class Variation(NamedTuple):
    """Moves that are expected, and what the position is worth to each seat if they are played."""

    moves: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def plies_to_end(self) -> int | None:
        """How many plies the game lasts if its end has been seen, else None."""
        best = max(abs(score) for score in self.scores)
        return scores.WIN - best if best >= scores.PROVEN else None

    @property
    def shares(self) -> tuple[float, ...]:
        """What share of the win each seat may expect."""
        best = max(self.scores)
        if best >= scores.PROVEN:
            return tuple(1.0 if score == best else 0.0 for score in self.scores)
        weights = [math.exp(max(score, -scores.PROVEN) / SCORE_OF_A_LEAD) for score in self.scores]
        return tuple(weight / sum(weights) for weight in weights)


class Report(NamedTuple):
    """What a search has found so far; the best line first."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[Variation, ...]
    selective_depth: int = 0
    """How many plies it looked ahead at the most."""

    @property
    def best(self) -> int:
        return self.lines[0].moves[0]


class Thinker:
    """Searches positions, with a memory: what it learned of one position helps with the next of the same game.

    `search` is the kind of search; without one, each position gets what its game says is best for its seats. `settings`
    are those of alpha-beta.
    """

    def __init__(
        self,
        evaluator: Callable[[], Evaluator],
        megabytes: int = 16,
        threads: int = 1,
        search: str = "",
        settings: SearchSettings | None = None,
    ) -> None:
        self.evaluator = evaluator
        self.threads = bounds.within(threads, 1, MAX_THREADS, "a number of threads")
        self.search = search
        self.settings = settings or SearchSettings()
        self.table = TranspositionTable(megabytes)
        self.orderings = [Ordering() for _ in range(threads)]
        self._stop = threading.Event()
        self._searches: Sequence[Deepening | Mcts] = ()

    def stop(self) -> None:
        """End a running `think` at once; from any thread."""
        self._stop.set()
        for search in self._searches:
            search.stop()

    def think(
        self,
        position: Position,
        limits: Limits,
        lines: int = 1,
        on_report: Callable[[Report], None] | None = None,
        excluded: Collection[int] = (),
    ) -> Report:
        """The best lines that can be found within the limits, without the excluded first moves.

        The game must not be over, and a move must be left.
        """
        if position.is_over():
            raise ValueError("there is nothing to think about: the game is over")
        self._stop.clear()
        begin = time.monotonic()
        left = set(position.legal_moves()).difference(excluded)
        if not left:
            raise ValueError("there is nothing to think about: all moves are excluded")
        bounds.within(limits.nodes, 0, MAX_NODES, "a number of nodes")
        wanted = min(bounds.within(lines, 1, bounds.MOST, "a number of lines"), len(left))
        if self._kind(position) == "mcts":
            return self._sample(position, limits, wanted, excluded, begin, on_report)
        self.table.new_search()
        found: list[Variation] = []
        nodes = depth = selective_depth = 0
        for number in range(wanted):
            share = _share(limits, begin, nodes, wanted - number)
            without = [*excluded, *(line.moves[0] for line in found)]
            searches = self._run(position, share, without, begin, on_report, tuple(found), nodes)
            search = searches[0]
            nodes += sum(each.nodes for each in searches)
            depth = max(depth, search.depth)
            selective_depth = max(selective_depth, search.selective_depth)
            found.append(_line(position, search))
            if self._stop.is_set():
                break
        found.sort(key=lambda line: -line.scores[position.to_move])
        return Report(depth, nodes, time.monotonic() - begin, tuple(found), selective_depth)

    def _run(
        self,
        position: Position,
        limits: Limits,
        excluded: list[int],
        begin: float,
        on_report: Callable[[Report], None] | None,
        found: tuple[Variation, ...],
        nodes_before: int,
    ) -> list[Deepening]:
        """One search on all threads; the first thread's answer counts."""
        positions = [position.copy() for _ in range(self.threads)]
        searches = [self._new_search(each, number) for number, each in enumerate(positions)]
        for number, search in enumerate(searches):
            search.set_limits(limits.depth if number == 0 else scores.MAX_PLIES, limits.nodes, 1 + number % 2)
            search.exclude(excluded)
        self._searches = searches
        first, reported = searches[0], 0

        def look() -> None:
            nonlocal reported
            if on_report and first.depth > reported and first.principal_line():
                reported = first.depth
                nodes = nodes_before + sum(search.nodes for search in searches)
                lines = (*found, _line(position, first))
                on_report(Report(reported, nodes, time.monotonic() - begin, lines, first.selective_depth))

        if _needs_no_thread(limits, self.threads, on_report):
            _run_here(first, positions[0], self._stop)
        else:
            _run_together(searches, positions, limits.seconds, self._stop, look)
        return searches

    def _kind(self, position: Position) -> str:
        kind: str = self.search or position.game.search_for(position.seats)
        return kind

    def _new_search(self, position: Position, thread: int) -> Deepening:
        kind = self._kind(position)
        if kind == "alphabeta":
            return AlphaBeta(position, self.evaluator(), self.table, self.orderings[thread], settings=self.settings)
        if kind == "selective":
            return Selective(position, self.evaluator(), self.table)
        return Multiplayer(position, self.evaluator(), self.table, kind)

    def _sample(
        self,
        position: Position,
        limits: Limits,
        wanted: int,
        excluded: Collection[int],
        begin: float,
        on_report: Callable[[Report], None] | None,
    ) -> Report:
        """A tree for each thread; together they vote. Nodes are tries."""
        searches = []
        positions = [position.copy() for _ in range(self.threads)]
        for number, each in enumerate(positions):
            evaluator = None if self.evaluator is NoEvaluator else self.evaluator()
            search = Mcts(each, evaluator, 1 + number)
            search.set_limits(limits.nodes, depth=limits.depth)
            searches.append(search)
        self._searches = searches

        def report() -> Report:
            tries = sum(search.tries for search in searches)
            return Report(
                searches[0].selective_depth, tries, time.monotonic() - begin, _votes(searches, wanted, excluded)
            )

        def look() -> None:
            if on_report and searches[0].tries:
                on_report(report())

        if _needs_no_thread(limits, self.threads, on_report):
            _run_here(searches[0], positions[0], self._stop)
        else:
            _run_together(searches, positions, limits.seconds, self._stop, look)
        return report()


def _needs_no_thread(limits: Limits, threads: int, on_report: Callable[[Report], None] | None) -> bool:
    """Whether a search ends by itself and nobody looks at it meanwhile: a thread costs more than a short search."""
    return limits.seconds is None and limits.nodes > 0 and threads == 1 and on_report is None


def _run_here(search: Deepening | Mcts, position: Position, stop: threading.Event) -> None:
    """Run a search to its end in this thread."""
    if stop.is_set():
        search.stop()
    search.run()
    position.check_complete()


def _run_together(
    searches: Sequence[Deepening | Mcts],
    positions: Sequence[Position],
    seconds: float | None,
    stop: threading.Event,
    look: Callable[[], None],
) -> None:
    """Run searches in threads of their own until the first is done or the time is up, and look at it meanwhile.

    Each has a position of its own; what a game in plain Python raised there is raised here.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    workers = [threading.Thread(target=search.run, daemon=True) for search in searches]
    for worker in workers:
        worker.start()
    while workers[0].is_alive():
        left = REPORT_SECONDS if deadline is None else min(REPORT_SECONDS, deadline - time.monotonic())
        if left <= 0 or stop.is_set():
            break
        workers[0].join(left)
        look()
    for search in searches:
        search.stop()
    for worker in workers:
        worker.join()
    for position in positions:
        position.check_complete()


def _share(limits: Limits, begin: float, nodes: int, parts: int) -> Limits:
    """A fair part of what is left, for each of several lines."""
    seconds = limits.seconds
    if seconds is not None:
        seconds = max(0.001, (begin + seconds - time.monotonic()) / parts)
    left = max(1, (limits.nodes - nodes) // parts) if limits.nodes else 0
    return Limits(seconds, left, limits.depth)


def _line(position: Position, search: Deepening) -> Variation:
    """The line of a search, as far as it is legal; a running search may be changing it."""
    replayed = position.copy()
    tactics = position.game.tactics_of(replayed)
    moves: list[int] = []
    for move in search.principal_line():
        if not tactics.knows_legal(move) and move not in replayed.legal_moves():
            break
        moves.append(move)
        replayed.play(move)
    return Variation(tuple(moves), tuple(search.seat_scores()))


def _votes(searches: list[Mcts], wanted: int, excluded: Collection[int]) -> tuple[Variation, ...]:
    """The lines of the moves that were tried most by all together, as the first search expects them to go on."""
    first = searches[0]
    tries: dict[int, int] = {}
    for search in searches:
        for move, visits, _ in search.ranked_moves():
            tries[move] = tries.get(move, 0) + visits
    ranked = [move for move, _, _ in first.ranked_moves() if move not in excluded]
    if len(searches) > 1 and not first.is_proven():
        ranked.sort(key=lambda move: -tries[move])
    return tuple(Variation(tuple(first.line(move)), tuple(first.seat_scores(move))) for move in ranked[:wanted])


def sample(position: Position, limits: Limits, evaluator: Evaluator | None = None, seed: int = 1) -> Mcts:
    """A Monte Carlo search within limits, of which nodes are tries; for any game and any number of seats."""
    if position.is_over():
        raise ValueError("there is nothing to think about: the game is over")
    searched = position.copy()
    search = Mcts(searched, evaluator, seed)
    search.set_limits(limits.nodes)
    if _needs_no_thread(limits, 1, None):
        _run_here(search, searched, threading.Event())
    else:
        _run_together([search], [searched], limits.seconds, threading.Event(), lambda: None)
    return search

"""One `go`: a search in a thread of its own, which answers when it has found enough and may speak."""

import threading
import time
from collections.abc import Callable, Collection

from ludoteca.core.position import Position
from ludoteca.players.clock import Allotment, Pace
from ludoteca.players.uci.order import Order
from ludoteca.search.perft import perft
from ludoteca.search.scores import MAX_PLIES
from ludoteca.search.think import Limits, Report, Thinker, Variation

PRESS_SECONDS = 0.002
"""How often a search is asked to stop until it has: one that is just beginning does not notice."""
MATE_ALLOWANCE = 4
"""How many plies deeper than the mate itself a search for it goes, for some moves are searched less deep."""
CHUNK = 300_000
"""About how many leaves perft counts without looking up."""


class Thinking:
    """Calls `on_report` after each depth and `answer` at the end, once: with None if there are no lines to find."""

    def __init__(
        self,
        thinker: Thinker,
        position: Position,
        order: Order,
        lines: int,
        excluded: Collection[int],
        on_report: Callable[[Report], None],
        answer: Callable[[Report | None], None],
    ) -> None:
        self.thinker = thinker
        self.position = position
        self.order = order
        self.lines = lines
        self.excluded = excluded
        self.on_report = on_report
        self.answer = answer
        self.pace = Pace(order.allotment or Allotment(0.0, 0.0))
        self.begin = time.monotonic()
        self._may_answer = threading.Event()
        self._has_found = threading.Event()
        self._is_ended = False
        self._is_timed = False
        self._is_pondering = order.is_pondering
        self._timer: threading.Timer | None = None
        self._last_report: Report | None = None
        self._thread = threading.Thread(target=self._work, daemon=True)

    # For the one who gives orders

    def start(self) -> None:
        self._thread.start()
        if not self.order.is_pondering and not self.order.is_infinite:
            self._run_clock()
            self._may_answer.set()

    def hit(self) -> None:
        """The move that was pondered on has been played: from now on the clock runs."""
        if not self._is_pondering:
            return
        self._is_pondering = False
        if self.order.is_infinite:
            return
        if not self.order.is_limited:
            self._end()
        self._run_clock()
        self._may_answer.set()

    def stop(self) -> None:
        """Answer now; returns when that is done."""
        self._may_answer.set()
        self._end()
        self._thread.join()

    def is_running(self) -> bool:
        return self._thread.is_alive()

    def _run_clock(self) -> None:
        allotment = self.order.allotment
        if allotment is None:
            return
        self._is_timed = True
        spent = time.monotonic() - self.begin
        # What was thought while pondering counts for the soft limit alone: it took none of our time.
        left = 0.0 if self.order.is_pondering and spent >= allotment.soft else allotment.hard
        self._timer = threading.Timer(left, self._end)
        self._timer.daemon = True
        self._timer.start()

    def _end(self) -> None:
        self._is_ended = True
        while not self._has_found.is_set():
            self.thinker.stop()
            self._has_found.wait(PRESS_SECONDS)

    # In its own thread

    def _work(self) -> None:
        report = self._search() if self.lines else None
        if report is not None and self._has_news(report):
            self.on_report(report)
        self._has_found.set()
        self._may_answer.wait()
        if self._timer is not None:
            self._timer.cancel()
        self.answer(report)

    def _has_news(self, report: Report) -> bool:
        last = self._last_report
        return last is None or report.lines != last.lines or report.nodes > 1.05 * last.nodes

    def _search(self) -> Report:
        order = self.order
        depth = order.depth or (2 * order.mate + MATE_ALLOWANCE if order.mate else 0)
        if self.lines > 1:
            return self._search_lines(min(depth or MAX_PLIES, MAX_PLIES - 1))
        return self.thinker.think(
            self.position, Limits(None, order.nodes, depth), on_report=self._on_depth, excluded=self.excluded
        )

    def _search_lines(self, last_depth: int) -> Report:
        """Every line to a depth before any goes deeper, so that their scores compare."""
        nodes = selective_depth = 0
        for depth in range(1, last_depth + 1):
            found: list[Variation] = []
            while len(found) < self.lines:
                left = max(1, self.order.nodes - nodes) if self.order.nodes else 0
                without = [*self.excluded, *(line.moves[0] for line in found)]
                report = self.thinker.think(self.position, Limits(None, left, depth), excluded=without)
                nodes += report.nodes
                selective_depth = max(selective_depth, report.selective_depth)
                if self._last_report is not None and (self._is_ended or 0 < self.order.nodes <= nodes):
                    return self._last_report
                found += report.lines
            found.sort(key=lambda line: -line.scores[self.position.to_move])
            self._on_depth(Report(depth, nodes, time.monotonic() - self.begin, tuple(found), selective_depth))
            if self._is_ended or all((line.plies_to_end or MAX_PLIES) <= depth for line in found):
                break
        assert self._last_report is not None
        return self._last_report

    def _on_depth(self, report: Report) -> None:
        """A depth has been finished."""
        if not all(line.moves for line in report.lines):
            return
        self._last_report = report
        self.on_report(report)
        is_enough = self.pace.is_enough(report.seconds, report.best) and self._is_timed
        if is_enough or self._is_ended:
            self._is_ended = True
            self.thinker.stop()


class Counting:
    """`go perft`: the ways to play on, by first move; None if it was stopped."""

    def __init__(
        self,
        position: Position,
        depth: int,
        on_report: Callable[[int, int], None],
        answer: Callable[[int | None], None],
    ) -> None:
        self.position = position
        self.depth = depth
        self.on_report = on_report
        self.answer = answer
        self._is_ended = False
        self._thread = threading.Thread(target=self._work, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def hit(self) -> None:
        pass

    def stop(self) -> None:
        self._is_ended = True
        self._thread.join()

    def is_running(self) -> bool:
        return self._thread.is_alive()

    def _work(self) -> None:
        total = 0
        for move in self.position.legal_moves():
            self.position.play(move)
            leaves = self._count(self.depth - 1)
            self.position.undo()
            if self._is_ended:
                self.answer(None)
                return
            self.on_report(move, leaves)
            total += leaves
        self.answer(total)

    def _count(self, depth: int) -> int:
        """Perft in pieces, for it keeps the interpreter's lock."""
        moves = self.position.legal_moves()
        if depth < 2 or len(moves) ** depth < CHUNK:
            return perft(self.position, depth)
        leaves = 0
        for move in moves:
            if self._is_ended:
                return 0
            self.position.play(move)
            leaves += self._count(depth - 1)
            self.position.undo()
        return leaves

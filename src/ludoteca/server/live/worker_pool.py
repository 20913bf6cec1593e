"""A pool of worker processes that answer requests, each with a deadline, in an order that is fair to visitors.

A worker that is late or dies is killed and replaced, and its request fails. A request that nobody waits for any more is
stopped, if its kind can be, and else its worker is killed, too. The event loop never blocks.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, TypeVar

from ludoteca.arena.executor import interrupts_held_back
from ludoteca.server import metrics
from ludoteca.server.live.fair_queue import ANYBODY, Claim, FairQueue, Kind, Ticket

GRACE_SECONDS = 5.0
"""A request may take so much longer than its search time."""
START_SECONDS = 30.0
"""A new process has so long to start."""
REVIEW_INTERVAL = 1.0
"""How often the pool drops what nobody waits for, and tells the others their places."""
READY = "ready"
STOP_SECONDS = 0.002
"""How often work is told to stop until it has: what is just beginning does not notice."""

log = logging.getLogger("ludoteca.server")

Answer = TypeVar("Answer")


class Request(Protocol):
    """`kind` says which handler answers it, `seconds` how long it takes at most."""

    @property
    def kind(self) -> str: ...

    @property
    def seconds(self) -> float: ...


class WorkerFailed(Exception):
    """The request was not answered: its worker was late or died."""


class RequestWithdrawn(Exception):
    """Nobody waits for the answer any more."""


Handlers = Mapping[str, Callable[[Any], Answer]]
Stoppers = Mapping[str, Callable[[], None]]
"""By the kind of a request: lets its handler, which runs in another thread, answer at once with what it has."""


class _Pending(Generic[Answer]):
    def __init__(self, request: Request) -> None:
        self.request = request
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.asked_at = time.monotonic()
        self.worker: _Worker[Answer] | None = None
        """The one that works on it."""
        self.place_told = 0


class WorkerPool(Generic[Answer]):
    """Belongs to one event loop. Processes start when they are first needed."""

    def __init__(
        self,
        processes: int,
        handlers: Handlers[Answer],
        grace_seconds: float = GRACE_SECONDS,
        stoppers: Stoppers | None = None,
    ) -> None:
        self.grace_seconds = grace_seconds
        self._stoppers = stoppers or {}
        self._queue: FairQueue[_Pending[Answer]] = FairQueue()
        self._running: set[Ticket[_Pending[Answer]]] = set()
        self._workers = [_Worker(handlers, self._stoppers) for _ in range(processes)]
        self._idle = list(self._workers)
        self._threads = ThreadPoolExecutor(processes, "worker")
        self._tasks: set[asyncio.Task[None]] = set()
        self._review: asyncio.TimerHandle | None = None
        self._is_closing = False
        self.killed = 0
        """How many workers were late or died."""

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def count(self, kind: Kind, visitor: str) -> int:
        """How many requests of a visitor wait or run."""
        return self._queue.count(kind, visitor)

    async def ask(self, request: Request, claim: Claim = ANYBODY) -> Answer:
        """The answer to a request; or WorkerFailed, or RequestWithdrawn."""
        if self._is_closing:
            raise WorkerFailed
        pending: _Pending[Answer] = _Pending(request)
        ticket = self._queue.add(pending, claim, request.seconds)
        self._dispatch()
        self._schedule_review()
        try:
            with metrics.ENGINE_REQUESTS.track_inprogress():
                return await pending.answer
        except asyncio.CancelledError:
            # Else it was answered in this very moment, and there is nothing to withdraw.
            if pending.answer.cancelled() and not self._is_closing:
                self._withdraw(ticket)
            raise

    def _dispatch(self) -> None:
        """Give idle workers the requests whose turn it is."""
        while self._idle and not self._is_closing and (ticket := self._queue.take()):
            worker = ticket.item.worker = self._idle.pop()
            self._running.add(ticket)
            task = asyncio.create_task(self._run(ticket, worker))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, ticket: Ticket[_Pending[Answer]], worker: "_Worker[Answer]") -> None:
        pending = ticket.item
        if pending.place_told:
            ticket.claim.tell_place(0)
        begin = time.monotonic()
        loop = asyncio.get_running_loop()
        worker.asked += 1
        with metrics.ENGINES_BUSY.track_inprogress():
            answer = await loop.run_in_executor(self._threads, worker.ask, pending.request, self.grace_seconds)
        self._running.discard(ticket)
        self._queue.finish(ticket, time.monotonic() - begin)
        if pending.answer.done() and pending.request.kind not in self._stoppers:
            # It was withdrawn, and its process killed, perhaps after the answer.
            await loop.run_in_executor(self._threads, worker.end)
        else:
            if not worker.is_running():
                self.killed += 1
                metrics.ENGINES_KILLED.inc()
            if not pending.answer.done():
                _settle(pending.answer, answer)
        self._idle.append(worker)
        self._dispatch()

    def _withdraw(self, ticket: Ticket[_Pending[Answer]]) -> None:
        """Forget a request that nobody waits for; the search of one that runs is ended."""
        if ticket in self._running:
            worker = ticket.item.worker
            assert worker
            if ticket.item.request.kind in self._stoppers:
                worker.stop()
            else:
                worker.kill()
        elif ticket in self._queue:  # Else its search has just ended.
            self._queue.withdraw(ticket)

    # Review

    def _schedule_review(self) -> None:
        if self._review is None and (self._queue or self._running) and not self._is_closing:
            self._review = asyncio.get_running_loop().call_later(REVIEW_INTERVAL, self._review_requests)

    def _review_requests(self) -> None:
        """Drop what nobody waits for any more, and tell the others their places."""
        self._review = None
        self._schedule_review()
        for ticket in [*self._running, *self._queue.in_order()]:
            if not ticket.item.answer.done() and not ticket.claim.is_wanted():
                self._withdraw(ticket)
                ticket.item.answer.set_exception(RequestWithdrawn())
        oldest = time.monotonic() - REVIEW_INTERVAL
        for place, ticket in enumerate(self._queue.in_order(), 1):
            pending = ticket.item
            if pending.asked_at < oldest and pending.place_told != place:
                pending.place_told = place
                ticket.claim.tell_place(place)

    async def close(self) -> None:
        """Kill all processes, whatever they do."""
        self._is_closing = True
        if self._review:
            self._review.cancel()
        for ticket in self._queue.in_order():
            self._queue.withdraw(ticket)
            if not ticket.item.answer.done():
                _settle(ticket.item.answer, None)
        for worker in self._workers:
            worker.close()
        await asyncio.gather(*self._tasks)
        self._threads.shutdown()


def _settle(future: asyncio.Future[Answer], answer: Answer | None) -> None:
    if answer is None:
        future.set_exception(WorkerFailed())
    else:
        future.set_result(answer)


class _Worker(Generic[Answer]):
    """A process that is started when it is needed, and this side of its pipe. `ask` and `end` run in a thread."""

    def __init__(self, handlers: Handlers[Answer], stoppers: Stoppers) -> None:
        self._handlers = handlers
        self._stoppers = stoppers
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._stops: Connection | None = None
        self.asked = 0
        """How many requests the process was given, with the one that it is going to be sent."""
        self._starting = threading.Lock()
        self._is_closed = False

    def is_running(self) -> bool:
        return self._process is not None

    def ask(self, request: Request, grace_seconds: float) -> Answer | None:
        """The answer if it comes in time, else None; the process of a late answer is killed."""
        try:
            pipe = self._pipe or self._start()
            pipe.send(request)
            if pipe.poll(request.seconds + grace_seconds):
                answer: Answer | None = pipe.recv()
                return answer
        except (EOFError, OSError):
            pass
        self.end()
        return None

    def _start(self) -> Connection:
        """The pipe to a new process that is ready."""
        context = multiprocessing.get_context("spawn")
        with self._starting:
            if self._is_closed:
                raise EOFError
            self._pipe, there = context.Pipe()
            heard, self._stops = context.Pipe(duplex=False)
            self.asked = 1
            arguments = (there, heard, self._handlers, self._stoppers)
            self._process = context.Process(target=work, args=arguments, daemon=True)
            with interrupts_held_back():
                self._process.start()
            there.close()
            heard.close()
        if not (self._pipe.poll(START_SECONDS) and self._pipe.recv() == READY):
            raise EOFError
        return self._pipe

    def end(self) -> None:
        """Kill the process, if there is one, and clear up."""
        self.kill()
        if self._process and self._pipe and self._stops:
            self._process.join(5.0)
            self._pipe.close()
            self._stops.close()
        self._process = self._pipe = self._stops = None

    def stop(self) -> None:
        """Let the process answer the last request at once."""
        with self._starting, suppress(OSError):
            if self._stops:
                self._stops.send(self.asked)

    def kill(self) -> None:
        """A thread that waits for an answer notices that the pipe is closed."""
        with self._starting:
            process = self._process
        if process:
            process.kill()

    def close(self) -> None:
        self._is_closed = True
        self.kill()


class _Progress:
    """What the process has done so far. With the lock held, no request is finished."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.kind = ""
        self.answered = 0


def work(pipe: Connection, stops: Connection, handlers: Handlers[Answer], stoppers: Stoppers) -> None:
    """The process: answer requests until the server closes the pipe. None means that a request failed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The server handles Ctrl-C, and then ends its workers.
    os.nice(5)
    progress = _Progress()
    threading.Thread(target=_heed, args=(stops, stoppers, progress), daemon=True).start()
    with suppress(EOFError, OSError):  # The server is gone.
        pipe.send(READY)
        while True:
            request = pipe.recv()
            progress.kind = request.kind
            answer = _answer(request, handlers)
            with progress.lock:
                progress.answered += 1
            pipe.send(answer)


def _heed(stops: Connection, stoppers: Stoppers, progress: _Progress) -> None:
    """A thread of the process: the server sends the number of a request that nobody waits for any more."""
    with suppress(EOFError, OSError):
        while True:
            number = stops.recv()
            while progress.answered < number:
                with progress.lock:
                    if progress.answered == number - 1 and progress.kind in stoppers:
                        stoppers[progress.kind]()
                time.sleep(STOP_SECONDS)


def _answer(request: Request, handlers: Handlers[Answer]) -> Answer | None:
    try:
        return handlers[request.kind](request)
    except Exception:
        log.exception("a worker cannot answer a request: %s", request.kind)
        return None

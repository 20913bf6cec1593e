"""A pool of worker processes that compute machines' moves, each request with a deadline.

A worker that is late or dies is killed and replaced, and its request fails. The event loop never blocks.
"""

import asyncio
import itertools
import multiprocessing
import queue
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from ludoteca.server import metrics
from ludoteca.server.live.engine_worker import HANDLERS, READY, EngineAnswer, EngineRequest, Handlers, work

GRACE_SECONDS = 5.0
"""A request may take so much longer than its search time."""
START_SECONDS = 30.0
"""A new process has so long to start."""
MAX_WAITING = 200
MOVE_PRIORITY, QUERY_PRIORITY = 0, 1
STOP_PRIORITY = -1


class EngineQueueFull(Exception):
    """Too many requests are waiting already."""


class EngineFailed(Exception):
    """The request was not answered: its worker was late or died."""


class _PendingRequest:
    def __init__(self, request: EngineRequest, loop: asyncio.AbstractEventLoop) -> None:
        self.request = request
        self.answer: asyncio.Future[EngineAnswer] = loop.create_future()

    def settle(self, answer: EngineAnswer | None) -> None:
        if self.answer.done():
            return
        if answer is None:
            self.answer.set_exception(EngineFailed())
        else:
            self.answer.set_result(answer)


class EnginePool:
    """Belongs to one event loop. Processes start when they are first needed."""

    def __init__(self, cores: int, grace_seconds: float = GRACE_SECONDS, handlers: Handlers = HANDLERS) -> None:
        self.cores = cores
        self.grace_seconds = grace_seconds
        self.handlers = handlers
        self.killed = 0
        self._order = itertools.count()
        self._queue: queue.PriorityQueue[tuple[int, int, _PendingRequest | None]] = queue.PriorityQueue()
        self._threads: list[threading.Thread] = []
        self._is_closing = False
        self._workers: set[_Worker] = set()

    async def ask(self, request: EngineRequest, priority: int = MOVE_PRIORITY) -> EngineAnswer:
        """The answer to a request; or EngineFailed, or EngineQueueFull."""
        if self._queue.qsize() >= MAX_WAITING or self._is_closing:
            raise EngineQueueFull
        loop = asyncio.get_running_loop()
        pending = _PendingRequest(request, loop)
        self._queue.put((priority, next(self._order), pending))
        if len(self._threads) < self.cores:
            thread = threading.Thread(target=self._run_worker, args=(loop,), daemon=True, name="engine")
            self._threads.append(thread)
            thread.start()
        with metrics.ENGINE_REQUESTS.track_inprogress():
            return await pending.answer

    async def close(self) -> None:
        """Kill all processes, whatever they do."""
        self._is_closing = True
        for worker in list(self._workers):
            worker.process.kill()  # Its thread notices that the pipe is closed.
        for _ in self._threads:
            self._queue.put((STOP_PRIORITY, next(self._order), None))
        for thread in self._threads:
            await asyncio.to_thread(thread.join, 5.0)

    def _run_worker(self, loop: asyncio.AbstractEventLoop) -> None:
        """The thread of one process: it hands requests over and enforces deadlines."""
        worker: _Worker | None = None
        while True:
            _, _, pending = self._queue.get()
            if pending is None or self._is_closing:
                break
            if pending.answer.cancelled():
                continue
            if worker is None:
                worker = _Worker(self.handlers)
                self._workers.add(worker)
            with metrics.ENGINES_BUSY.track_inprogress():
                answer = worker.ask(pending.request, self.grace_seconds)
            if not worker.is_alive:
                self.killed += 1
                metrics.ENGINES_KILLED.inc()
                self._workers.discard(worker)
                worker = None
            try:
                loop.call_soon_threadsafe(pending.settle, answer)
            except RuntimeError:
                break  # The event loop is closed.
        if worker is not None:
            worker.kill()


class _Worker:
    """One process, and this side of its pipe."""

    def __init__(self, handlers: Handlers) -> None:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self.pipe: Connection = here
        self.process: BaseProcess = context.Process(target=work, args=(there, handlers), daemon=True)
        self.process.start()
        there.close()
        self.is_alive = True
        self.is_new = True

    def ask(self, request: EngineRequest, grace_seconds: float) -> EngineAnswer | None:
        """The answer if it comes in time, else None; the process of a late answer is killed."""
        try:
            self.pipe.send(request)
            if self._has_started() and self.pipe.poll(request.seconds + grace_seconds):
                answer: EngineAnswer | None = self.pipe.recv()
                return answer
        except (EOFError, OSError):
            pass
        self.kill()
        return None

    def _has_started(self) -> bool:
        """A new process sends READY before its first answer."""
        if self.is_new and self.pipe.poll(START_SECONDS):
            self.is_new = self.pipe.recv() != READY
        return not self.is_new

    def kill(self) -> None:
        self.is_alive = False
        self.process.kill()
        self.process.join(5.0)
        self.pipe.close()

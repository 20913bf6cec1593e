"""Machines think in processes of their own: at most so many at a time, each task with a deadline.

A worker that is late or dies is killed and replaced, and its task fails; the event loop never waits for any of it.
"""

import asyncio
import itertools
import multiprocessing
import queue
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from ludoteca.server.worker import READY, Task, Thought, work

PATIENCE = 5.0
"""Seconds that a task may take beyond its thinking time."""
START_PATIENCE = 30.0
"""Seconds that a new process has to start."""
MOST_WAITING = 200
MOVES_FIRST, QUESTIONS_LATER = 0, 1

Kinds = dict[str, Callable[[Task], Thought]]


class Overloaded(Exception):
    """Too many tasks wait already."""


class MachineFailed(Exception):
    """The task was not answered: its worker was late or has died."""


class _Job:
    def __init__(self, task: Task, loop: asyncio.AbstractEventLoop) -> None:
        self.task = task
        self.done: asyncio.Future[Thought] = loop.create_future()

    def settle(self, thought: Thought | None) -> None:
        if self.done.done():
            return
        if thought is None:
            self.done.set_exception(MachineFailed())
        else:
            self.done.set_result(thought)


class Machines:
    """Use it within one event loop. Processes start when they are first needed."""

    def __init__(self, cores: int, patience: float = PATIENCE, kinds: Kinds | None = None) -> None:
        self.cores = cores
        self.patience = patience
        self.kinds = kinds
        self.killed = 0
        self._order = itertools.count()
        self._queue: queue.PriorityQueue[tuple[int, int, _Job | None]] = queue.PriorityQueue()
        self._threads: list[threading.Thread] = []
        self._is_closing = False
        self._workers: set[_Worker] = set()

    async def think(self, task: Task, priority: int = MOVES_FIRST) -> Thought:
        """The answer; MachineFailed if there is none, Overloaded if there is no room to wait."""
        if self._queue.qsize() >= MOST_WAITING or self._is_closing:
            raise Overloaded
        loop = asyncio.get_running_loop()
        job = _Job(task, loop)
        self._queue.put((priority, next(self._order), job))
        if len(self._threads) < self.cores:
            thread = threading.Thread(target=self._serve, args=(loop,), daemon=True, name="machine")
            self._threads.append(thread)
            thread.start()
        return await job.done

    async def close(self) -> None:
        """End all processes, whatever they do."""
        self._is_closing = True
        for worker in list(self._workers):
            worker.process.kill()  # Its thread sees that the pipe has ended.
        for _ in self._threads:
            self._queue.put((-1, next(self._order), None))
        for thread in self._threads:
            await asyncio.to_thread(thread.join, 5.0)

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """A thread for each process: hand over tasks, and watch the time."""
        worker: _Worker | None = None
        while True:
            _, _, job = self._queue.get()
            if job is None or self._is_closing:
                break
            if job.done.cancelled():
                continue
            if worker is None:
                worker = _Worker(self.kinds)
                self._workers.add(worker)
            thought = worker.ask(job.task, self.patience)
            if not worker.is_alive:
                self.killed += 1
                self._workers.discard(worker)
                worker = None
            try:
                loop.call_soon_threadsafe(job.settle, thought)
            except RuntimeError:
                break  # The event loop is gone.
        if worker is not None:
            worker.kill()


class _Worker:
    """One process, and this side of its pipe."""

    def __init__(self, kinds: Kinds | None) -> None:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self.pipe: Connection = here
        self.process: BaseProcess = context.Process(target=work, args=(there, kinds), daemon=True)
        self.process.start()
        there.close()
        self.is_alive = True
        self.is_new = True

    def ask(self, task: Task, patience: float) -> Thought | None:
        """The answer in time, or None; after a late one the process is dead."""
        try:
            self.pipe.send(task)
            if self._has_started() and self.pipe.poll(task.seconds + patience):
                thought: Thought | None = self.pipe.recv()
                return thought
        except (EOFError, OSError):
            pass
        self.kill()
        return None

    def _has_started(self) -> bool:
        """A new process says so before its first answer."""
        if self.is_new and self.pipe.poll(START_PATIENCE):
            self.is_new = self.pipe.recv() != READY
        return not self.is_new

    def kill(self) -> None:
        self.is_alive = False
        self.process.kill()
        self.process.join(5.0)
        self.pipe.close()

"""Where work is done: in this process, in processes of this machine, or on a cluster.

Work is a function that can be pickled and units to call it with. A unit whose worker dies is done again:
what comes out does not depend on how many workers there were, or who died.
"""

import os
import signal
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from threading import Thread
from traceback import format_exc
from typing import Any, NamedTuple, Self, TypeVar, cast

from ludoteca.arena.fingerprint import check_fingerprint, check_sources, fingerprint, source_digest
from ludoteca.core.game import Game
from ludoteca.core.ruling import LudotecaError
from ludoteca.players.networks import contents_of, know_network

MAX_DEATHS = 5
"""A unit at which so many workers died is not tried again."""

Unit = TypeVar("Unit")
Result = TypeVar("Result")


class Executor(ABC):
    """Does work. `with` ends its workers, whatever happens."""

    def run(self, function: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[Result]:
        """The result of each unit, in their order; an exception of a unit is raised here."""
        done: dict[int, Result] = {}
        following = 0
        for number, result in self.completed(function, units):
            done[number] = result
            while following in done:
                yield done.pop(following)
                following += 1

    @abstractmethod
    def completed(self, function: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[tuple[int, Result]]:
        """The number of each unit and its result, as they are done; an exception of a unit is raised here."""

    def close(self) -> None:
        """End all workers; what they are at is lost."""
        return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


def make_executor(workers: int = 1, ray: str | None = None) -> Executor:
    """Work in this process, in so many processes, or on the Ray cluster at an address."""
    if ray is not None:
        return _make_ray_executor(ray)
    return PoolExecutor(workers) if workers > 1 else InlineExecutor()


def _make_ray_executor(address: str) -> Executor:
    try:
        from ludoteca.arena.ray_executor import RayExecutor
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise LudotecaError("Ray is not installed; pip install 'ludoteca[cluster]' installs it") from error
    return RayExecutor(address)


class InlineExecutor(Executor):
    """One unit after the other, in this process."""

    def completed(self, function: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[tuple[int, Result]]:
        for number, unit in enumerate(units):
            yield number, function(unit)


class GamesExecutor(Executor):
    """Does work as another executor does, where these games are made of the same as here.

    The networks of players that are named by content go along with the work: workers need no files.
    """

    def __init__(self, executor: Executor, *games: Game, players: Sequence[str] = ()) -> None:
        self.executor = executor
        self.sources = {game.name: source_digest(game) for game in games if source_digest(game)}
        self.networks = contents_of(players)

    def completed(self, function: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[tuple[int, Result]]:
        yield from self.executor.completed(partial(_prepared, self.sources, self.networks, function), units)


def _prepared(sources: Mapping[str, str], networks: Sequence[bytes], function: Callable[[Any], Any], unit: Any) -> Any:
    check_sources(sources)
    for content in networks:
        know_network(content)
    return function(unit)


class PoolExecutor(Executor):
    """Processes of this machine. They start with the first unit, and stay until the executor is closed."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, _Worker] = {}

    def completed(self, function: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[tuple[int, Result]]:
        if self._busy:
            raise RuntimeError("a pool does one thing at a time: take all results first")
        waiting = deque(range(len(units)))
        deaths = [0] * len(units)
        try:
            while waiting or self._busy:
                while waiting and len(self._busy) < self.workers:
                    number = waiting.popleft()
                    self._hand_out(number, (function, units[number]))
                for number, answer in self._answers():
                    if answer is not None:
                        yield number, answer.take()
                    else:
                        deaths[number] += 1
                        _check_deaths(deaths[number], units[number])
                        waiting.appendleft(number)
        finally:
            # Who stops early does not wait for the rest.
            for worker in self._busy.values():
                worker.end()
            self._busy.clear()

    def _hand_out(self, number: int, work: object) -> None:
        worker = self._idle.pop() if self._idle else _Worker()
        worker.unit = number
        self._busy[worker.connection] = worker
        # One that has died is found out by `_answers`.
        with suppress(OSError):
            worker.connection.send(work)

    def _answers(self) -> "list[tuple[int, Answer | None]]":
        """What workers answer next, by the number of the unit; None from one that has died."""
        found: list[tuple[int, Answer | None]] = []
        for connection in wait(list(self._busy)):
            worker = self._busy.pop(cast(Connection, connection))
            try:
                found.append((worker.unit, worker.connection.recv()))
                self._idle.append(worker)
            except (EOFError, OSError):
                worker.end()
                found.append((worker.unit, None))
        return found

    def close(self) -> None:
        for worker in (*self._idle, *self._busy.values()):
            worker.end()
        self._idle.clear()
        self._busy.clear()


class Answer(NamedTuple):
    """The result of a unit, or what it raised."""

    result: Any
    error: Exception | None = None

    def take(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


class _Worker:
    """One process, and the unit that it is at."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, fingerprint()), daemon=True)
        with interrupts_held_back():
            self.process.start()
        # Only the worker holds its end now, so that its death is seen here.
        theirs.close()
        self.unit = -1

    def end(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Ctrl-C is for the owner, who ends the workers: a process that is started meanwhile never hears of it.

    The owner hears of it a little later.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Else it is started with the first process, and lets interrupts through again.
    resource_tracker.ensure_running()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _work(connection: Connection, expected: str) -> None:
    """What a worker does until its owner closes the connection, or dies."""
    leave_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            function, unit = connection.recv()
            connection.send(answer_to(function, unit, expected))
    except (EOFError, OSError):
        pass


def answer_to(function: Callable[[Any], Any], unit: Any, expected: str) -> Answer:
    """What a worker answers, if it would get the same results as who gives it work."""
    try:
        check_fingerprint(expected)
        return Answer(function(unit))
    except LudotecaError as error:
        return Answer(None, LudotecaError(str(error)))
    except Exception as error:
        error.add_note(format_exc())
        return Answer(None, error)


def _check_deaths(deaths: int, unit: object) -> None:
    if deaths >= MAX_DEATHS:
        raise LudotecaError(f"{deaths} workers died at the same work, {str(unit)[:80]}: too little memory?")


def leave_with_parent() -> None:
    """Have this process end when the one that started it does: nobody waits for its work any more."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

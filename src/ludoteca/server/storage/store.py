"""The store: one thread writes, and commits all that is waiting in one transaction (group commit).

Room and sequence number are the primary key of an event. If two servers store the same room's next event, the second
insert fails, and its writer gets a Conflict.
"""

import asyncio
import queue
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, suppress
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, PoolProxiedConnection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from ludoteca.server import metrics
from ludoteca.server.events import Entry
from ludoteca.server.storage import expiry, forgetting, statements, studies, visitors
from ludoteca.server.storage.changes import Changes, StoreFailed
from ludoteca.server.storage.database import create_engines
from ludoteca.server.storage.database_file import DatabaseFile
from ludoteca.server.storage.listener import Listener, OnForeignWrite
from ludoteca.server.storage.watchdog import LAST_SECONDS, Watchdog

MAX_IN_A_GROUP = 2000
READERS = 4
CLOSE_SECONDS = 3.0
LOOK_SECONDS = 0.1
"""How often an idle server looks whether another one writes to the same file."""
MAX_TRIES = 4
MAY_BE_RETRIED = ("40001", "40P01")
"""Codes of SQL for a transaction that was undone because of another one: serialization failure and deadlock."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Group = list[tuple[Changes, "asyncio.Future[None]"]]
Job = tuple[Callable[[Connection], Any], "asyncio.Future[Any]"]


class Store:
    """Open it within the event loop that will wait for it."""

    def __init__(self, url: str) -> None:
        self.server_id = secrets.token_hex(8)
        self.writing_engine, self.reading_engine = create_engines(url, READERS)
        self.is_sqlite = self.writing_engine.dialect.name == "sqlite"
        self._file = DatabaseFile(self.writing_engine) if self.is_sqlite else None
        self._on_foreign_write: OnForeignWrite | None = None
        self._watchdog = Watchdog()
        self._listener: Listener | None = None
        self._work: queue.SimpleQueue[Group | Job | None] = queue.SimpleQueue()
        self._waiting: Group = []
        self._is_writing = False
        self._is_closed = False
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._writer = threading.Thread(target=self._write_all, name="store-writer", daemon=True)

    def open(self, on_foreign_write: OnForeignWrite | None = None) -> None:
        """`on_foreign_write` is called in the event loop with what others stored."""
        self._loop = asyncio.get_running_loop()
        self._watchdog.start(self._loop)
        self._writer.start()
        self._on_foreign_write = on_foreign_write
        if on_foreign_write and not self.is_sqlite:
            self._listener = Listener(self.writing_engine, self.server_id, self._loop, on_foreign_write)
            self._listener.start()

    def hurry(self) -> None:
        """The server stops: wait no longer than need be for a database that does not answer."""
        self._watchdog.seconds = LAST_SECONDS

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        if self._listener:
            await asyncio.to_thread(self._listener.stop)
        if self._writer.is_alive():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.drain(), CLOSE_SECONDS)
            self._is_closed = True
            self._work.put(None)
            await asyncio.to_thread(self._writer.join, CLOSE_SECONDS)
        self._readers.shutdown(wait=False, cancel_futures=True)
        self._watchdog.stop()
        self.writing_engine.dispose()
        self.reading_engine.dispose()

    async def drain(self) -> None:
        """Wait until everything is written."""
        while self._is_writing:
            await asyncio.sleep(0.001)

    # Writing

    def write(self, changes: Changes) -> "asyncio.Future[None]":
        """Done when the changes are durable; fails with Conflict or StoreFailed."""
        written: asyncio.Future[None] = self._loop.create_future()
        if self._is_closed:
            written.set_exception(StoreFailed("the store is closed"))
            return written
        self._waiting.append((changes, written))
        if not self._is_writing:
            self._is_writing = True
            self._loop.call_soon(self._hand_over)
        return written

    async def run(
        self,
        work: Callable[Concatenate[Connection, Parameters], Result],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Result:
        """Work in a transaction of its own, in the writing thread; or StoreFailed."""
        if self._is_closed:
            raise StoreFailed("the store is closed")
        done: asyncio.Future[Result] = self._loop.create_future()
        self._work.put((lambda connection: work(connection, *arguments, **named), done))
        return await done

    def _hand_over(self) -> None:
        """Give the writing thread what is waiting. It gets one group at a time."""
        group, self._waiting = self._waiting[:MAX_IN_A_GROUP], self._waiting[MAX_IN_A_GROUP:]
        self._is_writing = bool(group)
        if group:
            metrics.STORE_GROUP.observe(len(group))
            self._work.put(group)

    def _write_all(self) -> None:
        with suppress(SQLAlchemyError, OSError), closing(self.writing_engine.raw_connection()) as connection:
            self._look_at_file(connection)
        # Ends without the interpreter's complaint when the event loop is closed: then nobody is waiting.
        with suppress(RuntimeError):
            while (work := self._next_work()) is not None:
                if isinstance(work, tuple):
                    job, done = work
                    self._loop.call_soon_threadsafe(_settle, done, *self._run_job(job))
                else:
                    results = self.write_group([changes for changes, _ in work])
                    self._loop.call_soon_threadsafe(self._report, work, results)

    def _next_work(self) -> Group | Job | None:
        """What to do next. While there is nothing, look whether others write to the file."""
        while True:
            try:
                return self._work.get(timeout=LOOK_SECONDS if self._file and self._on_foreign_write else None)
            except queue.Empty:
                # What is wrong with the file is told to the next who writes.
                with suppress(SQLAlchemyError, OSError), closing(self.writing_engine.raw_connection()) as connection:
                    self._look_at_file(connection)

    def _look_at_file(self, connection: PoolProxiedConnection) -> None:
        if self._file:
            self._file.check()
            if self._file.was_written_by_others(connection) and self._on_foreign_write:
                self._loop.call_soon_threadsafe(self._on_foreign_write, None)

    def _report(self, group: Group, results: list[Exception | None]) -> None:
        # First the next group, so that it is written while the writers of this one go on.
        self._hand_over()
        for (_, written), error in zip(group, results, strict=True):
            _settle(written, None, error)

    def _run_job(self, job: Callable[[Connection], Any]) -> tuple[Any, Exception | None]:
        try:
            return self._in_transaction(job), None
        except Exception as error:
            return None, StoreFailed(str(error))

    def write_group(self, group: list[Changes]) -> list[Exception | None]:
        """Runs in the writing thread: store all in one transaction, and give an error, or None, for each."""

        def write_together(connection: Connection) -> list[Exception | None]:
            statements.write_together(connection, group, self.server_id)
            return [None] * len(group)

        def write_apart(connection: Connection) -> list[Exception | None]:
            return [statements.write_alone(connection, changes, self.server_id) for changes in group]

        try:
            try:
                # One statement is a transaction by itself, without being told so in three more.
                is_one_statement = not self.is_sqlite and all(changes.has_only_entries for changes in group)
                return self._in_transaction(write_together, is_one_statement)
            except (IntegrityError, DataError):
                return self._in_transaction(write_apart)
        except Exception as error:
            # Any error fails the writes of this group, and the thread goes on with the next.
            metrics.STORE_FAILURES.inc()
            return [StoreFailed(str(error))] * len(group)

    def _in_transaction(self, work: Callable[[Connection], Result], is_one_statement: bool = False) -> Result:
        for tries in range(1, MAX_TRIES + 1):
            try:
                with self._writing_connection(is_one_statement) as connection, self._watchdog.watching(connection):
                    self._look_at_file(connection.connection)
                    return work(connection)
            except DBAPIError as error:
                if tries == MAX_TRIES or getattr(error.orig, "sqlstate", None) not in MAY_BE_RETRIED:
                    raise
        raise AssertionError

    def _writing_connection(self, is_one_statement: bool) -> AbstractContextManager[Connection]:
        if is_one_statement:
            return self.writing_engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        return self.writing_engine.begin()

    # Reading

    async def _read(
        self,
        query: Callable[Concatenate[Connection, Parameters], Result],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Result:
        def run() -> Result:
            with self.reading_engine.connect() as connection, self._watchdog.watching(connection):
                return query(connection, *arguments, **named)

        try:
            return await self._loop.run_in_executor(self._readers, run)
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(str(error)) from error
        except asyncio.CancelledError:
            if self._is_closed:  # The query was cancelled, not who waits for it.
                raise StoreFailed("the store is closed") from None
            raise

    async def entries(self, room_id: str, after: int = 0) -> list[Entry]:
        """A room's entries in order; none if there is no such room."""
        return await self._read(statements.entries, room_id, after)

    async def new_entries(self, known: Mapping[str, int]) -> dict[str, list[Entry] | None]:
        """What follows the last entries that are known of rooms; None if it cannot be read."""
        return await self._read(statements.new_entries, known)

    async def stored_room(self, room_id: str) -> tuple[str, list[Entry]]:
        """A room's last snapshot, and its entries since."""
        return await self._read(statements.stored_room, room_id)

    async def summaries(self, is_open: bool, most: int) -> list[str]:
        """Public rooms that are not over, newest first: those with an open seat, or the others."""
        return await self._read(statements.summaries, is_open, most)

    async def own_summaries(self, holder: str, most: int) -> list[tuple[str, list[int]]]:
        return await self._read(statements.own_summaries, holder, most)

    async def own_rooms(self, holder: str, game: str, is_over: bool | None) -> list[tuple[str, list[int]]]:
        """Summaries of the rooms in which somebody has or had a seat, newest first, with these seats."""
        return await self._read(visitors.own_rooms, holder, game, is_over)

    async def visitor(self, visitor: str) -> visitors.StoredVisitor | None:
        """The name and recovery phrase of a visitor who has chosen any."""
        return await self._read(visitors.find, visitor)

    async def visitor_with_handle(self, handle: str) -> visitors.StoredVisitor | None:
        return await self._read(visitors.find_by_handle, handle)

    async def rooms_that_name(self, visitor: str, after: str) -> tuple[list[forgetting.NamingRoom], str]:
        """Some of the rooms whose events name a visitor, and where to go on; nothing at the end."""
        return await self._read(forgetting.rooms_that_name, visitor, after)

    async def invitation(self, code_hash: str) -> tuple[str, int] | None:
        """The room and seat of an invitation."""
        return await self._read(statements.invitation, code_hash)

    async def timed_rooms(self) -> list[str]:
        """The ids of rooms with clocks that are not over, but for those that wait for a deadline."""
        return await self._read(statements.timed_rooms)

    async def rooms_due(self, now: float) -> list[str]:
        """The ids of rooms whose deadlines have passed."""
        return await self._read(statements.rooms_due, now)

    async def has_deadlines(self) -> bool:
        """Whether any room waits for a deadline."""
        return await self._read(statements.has_deadlines)

    async def is_over(self, room_id: str) -> bool:
        """Whether a room was over when its summary was last stored."""
        return await self._read(statements.is_over, room_id)

    async def is_set_aside(self, room_id: str) -> bool:
        """Whether a room could not be read when somebody last tried."""
        return await self._read(statements.is_set_aside, room_id)

    async def count_live(self, touched_after: float) -> int:
        return await self._read(statements.count_live, touched_after)

    async def count_rooms_of(self, visitor: str, touched_after: float) -> int:
        return await self._read(expiry.count_rooms_of, visitor, touched_after)

    async def study(self, study_id: str) -> studies.StoredStudy | None:
        return await self._read(studies.find, study_id)

    async def studies_of(self, owner: str, most: int) -> list[tuple[str, str, str, float]]:
        """Ids, games, titles and times of the last save or visit."""
        return await self._read(studies.of_owner, owner, most)

    async def count_studies_of(self, owner: str) -> int:
        return await self._read(studies.count_of, owner)

    async def idle_rooms(self, touched_before: float) -> list[expiry.IdleRoom]:
        return await self._read(expiry.idle_rooms, touched_before)

    async def unplayed_rooms(self, touched_after: float, touched_before: float) -> list[tuple[str, int]]:
        return await self._read(expiry.unplayed_rooms, touched_after, touched_before)


def _settle(done: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)

"""The store: one thread writes, and commits all that is waiting in one transaction (group commit).

Room and sequence number are the primary key of an event. If two servers store the same room's next event, the second
insert fails, and its writer gets a Conflict.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from ludoteca.server.events import Entry
from ludoteca.server.storage import statements
from ludoteca.server.storage.changes import Changes, StoreFailed
from ludoteca.server.storage.database import create_engines

MAX_IN_A_GROUP = 2000
READERS = 4

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Group = list[tuple[Changes, "asyncio.Future[None]"]]


class Store:
    """Open it within the event loop that will wait for it."""

    def __init__(self, url: str) -> None:
        self.writing_engine, self.reading_engine = create_engines(url, READERS)
        self.is_sqlite = self.writing_engine.dialect.name == "sqlite"
        self._groups: queue.SimpleQueue[Group] = queue.SimpleQueue()
        self._waiting: Group = []
        self._is_writing = False
        self._is_closed = False
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._writer = threading.Thread(target=self._write_groups, name="store-writer", daemon=True)

    def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        if self._writer.is_alive():
            await self.drain()
            self._is_closed = True
            self._groups.put([])
            await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
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

    def _hand_over(self) -> None:
        """Give the writing thread what is waiting. It gets one group at a time."""
        group, self._waiting = self._waiting[:MAX_IN_A_GROUP], self._waiting[MAX_IN_A_GROUP:]
        self._is_writing = bool(group)
        if group:
            self._groups.put(group)

    def _write_groups(self) -> None:
        while group := self._groups.get():
            results = self.write_group([changes for changes, _ in group])
            try:
                self._loop.call_soon_threadsafe(self._report, group, results)
            except RuntimeError:
                return  # The event loop is closed, so nobody is waiting.

    def _report(self, group: Group, results: list[Exception | None]) -> None:
        # First the next group, so that it is written while the writers of this one go on.
        self._hand_over()
        for (_, written), error in zip(group, results, strict=True):
            if written.cancelled():
                continue
            if error is None:
                written.set_result(None)
            else:
                written.set_exception(error)

    def write_group(self, group: list[Changes]) -> list[Exception | None]:
        """Runs in the writing thread: store all in one transaction, and give an error, or None, for each."""
        try:
            try:
                with self.writing_engine.begin() as connection:
                    statements.write_together(connection, group)
                return [None] * len(group)
            except (IntegrityError, DataError):
                with self.writing_engine.begin() as connection:
                    return [statements.write_alone(connection, changes) for changes in group]
        except Exception as error:
            # Any error fails the writes of this group, and the thread goes on with the next.
            return [StoreFailed(str(error))] * len(group)

    # Reading

    async def _read(
        self,
        query: Callable[Concatenate[Connection, Parameters], Result],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Result:
        def run() -> Result:
            with self.reading_engine.connect() as connection:
                return query(connection, *arguments, **named)

        try:
            return await self._loop.run_in_executor(self._readers, run)
        except DBAPIError as error:
            raise StoreFailed(str(error)) from error

    async def entries(self, room_id: str, after: int = 0) -> list[Entry]:
        """A room's entries in order; none if there is no such room."""
        return await self._read(statements.entries, room_id, after)

    async def summaries(self, is_open: bool, most: int) -> list[str]:
        """Public rooms that are not over, newest first: those with an open seat, or the others."""
        return await self._read(statements.summaries, is_open, most)

    async def own_summaries(self, holder: str, most: int) -> list[str]:
        return await self._read(statements.own_summaries, holder, most)

    async def invitation(self, code_hash: str) -> tuple[str, int] | None:
        """The room and seat of an invitation."""
        return await self._read(statements.invitation, code_hash)

    async def timed_rooms(self) -> list[str]:
        """The ids of rooms with clocks that are not over."""
        return await self._read(statements.timed_rooms)

    async def is_over(self, room_id: str) -> bool:
        """Whether a room was over when its summary was last stored."""
        return await self._read(statements.is_over, room_id)

    async def count_live(self, touched_after: float) -> int:
        return await self._read(statements.count_live, touched_after)

    async def last_seqs(self, room_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each room."""
        return await self._read(statements.last_seqs, room_ids)

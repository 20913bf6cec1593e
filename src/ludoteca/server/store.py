"""What is kept. One thread writes; all that waits is written together and is durable before anyone hears of it.

An event's number in its room is unique, so of two servers that add to the same turn one fails: it gets a Conflict.
"""

import asyncio
import logging
import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from ludoteca.core.ruling import LudotecaError
from ludoteca.server import tables
from ludoteca.server.events import Entry, Event, read_event, write_event

log = logging.getLogger("ludoteca.server")

HEAD = "0001"
"""The version of the tables that this code needs."""
MOST_IN_A_GROUP = 2000
PRAGMAS = (
    "PRAGMA page_size = 1024",  # A move changes one page of its room, and each page that changes is written whole.
    "PRAGMA journal_mode = WAL",
    "PRAGMA wal_autocheckpoint = 4000",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
COLUMNS = [column.name for column in tables.events.columns]
INSERT_MANY = text(
    f"INSERT INTO events ({', '.join(COLUMNS)}) "
    f"SELECT {', '.join(f'json_extract(value, {chr(39)}$[{number}]{chr(39)})' for number in range(len(COLUMNS)))} "
    "FROM json_each(:rows)"
)


class Conflict(Exception):
    """Another server has written this room's next event."""


class StoreFailed(Exception):
    """Nothing was written, and not because of another server."""


@dataclass
class Summary:
    """A room as lists tell of it. `holders` are its people by seat, or None if they are as before."""

    room: str
    game: str
    created: float
    touched: float
    is_public: bool
    is_open: bool
    is_over: bool
    is_timed: bool
    brief: str
    holders: dict[int, str] | None = None


class Writing(Struct):
    """What is written together or not at all."""

    entries: list[tuple[str, Entry]] = []
    summaries: list[Summary] = []
    invitations: list[tuple[str, str, int]] = []
    """Hash of the code, room, seat."""
    used_seats: list[tuple[str, int]] = []
    """Rooms and seats whose invitations are void."""

    def has_only_entries(self) -> bool:
        return not (self.summaries or self.invitations or self.used_seats)


Heard = Callable[[Exception | None], None]
"""Is called when something is durable, or with a Conflict or StoreFailed."""


Group = list[tuple[Writing, Heard]]


class Store:
    """Open it within the event loop that will wait for it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = make_url(url).get_backend_name() == "sqlite"
        self._writer_engine = _engine(url, writes=True)
        self._reader_engine = _engine(url, writes=False)
        self._appending_engine = _engine(url, writes=True, is_automatic=True)
        migrate(self._writer_engine)
        self._queue: queue.SimpleQueue[Group] = queue.SimpleQueue()
        self._waiting: Group = []
        self._is_writing = False
        self._is_closed = False
        self._last_count = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(4, "reads")

    def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write_forever, name="writes", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Write what waits, and stop."""
        if self._thread is not None:
            await self.rest()
            self._is_closed = True
            self._queue.put([])
            await asyncio.to_thread(self._thread.join)
        self._readers.shutdown()
        self._writer_engine.dispose()
        self._reader_engine.dispose()
        self._appending_engine.dispose()

    # Writing

    async def rest(self) -> None:
        """Until nothing is being written, nor by those who have just heard."""
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0.001)
            quiet = 0 if self._is_writing else quiet + 1

    def write(self, writing: Writing) -> "asyncio.Future[None]":
        """Done when it is durable; fails with Conflict or StoreFailed."""
        assert self._loop is not None
        done = self._loop.create_future()
        self.write_and_tell(writing, partial(_finish, done))
        return done

    def write_and_tell(self, writing: Writing, heard: Heard) -> None:
        assert self._loop is not None
        if self._is_closed:
            self._loop.call_soon(heard, StoreFailed("the store is closed"))
            return
        self._waiting.append((writing, heard))
        if not self._is_writing:
            self._is_writing = True
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        """Give what waits to the thread that writes. It gets one group at a time.

        No more than half of what is under way: the others are decided and told while these are written.
        """
        most = min(MOST_IN_A_GROUP, (len(self._waiting) + self._last_count + 1) // 2)
        group, self._waiting = self._waiting[:most], self._waiting[most:]
        self._last_count = len(group)
        self._is_writing = bool(group)
        if group:
            self._queue.put(group)

    def _write_forever(self) -> None:
        while group := self._queue.get():
            results = self._write_group(group)
            assert self._loop is not None
            try:
                self._loop.call_soon_threadsafe(self._tell, group, results)
            except RuntimeError:
                return  # The event loop is gone; so is everyone who waited.

    def _tell(self, group: Group, results: list[Exception | None]) -> None:
        # The next group first, so that it is written while these results are heard.
        self._hand_over()
        for (_, heard), error in zip(group, results, strict=True):
            try:
                heard(error)
            except Exception:
                log.exception("what was stored could not be heard")

    def _write_group(self, group: Group) -> list[Exception | None]:
        writings = [writing for writing, _ in group]
        try:
            try:
                if self.is_sqlite and all(writing.has_only_entries() for writing in writings):
                    self._append(writings)
                else:
                    with self._writer_engine.begin() as connection:
                        _put(connection, writings)
                return [None] * len(group)
            except (IntegrityError, DataError):
                with self._writer_engine.begin() as connection:
                    return [_put_alone(connection, writing) for writing in writings]
        except Exception as error:
            # Whatever it is, those who wait must hear of it, and the thread must live on.
            return [StoreFailed(str(error))] * len(group)

    def _append(self, writings: list[Writing]) -> None:
        """Moves alone, by one statement that is its own transaction: the interpreter's lock is let go once."""
        with self._appending_engine.connect() as connection:
            _put_rows(connection, _rows(writings))

    # Reading

    async def _read(self, work: Any, *arguments: Any) -> Any:
        def run() -> Any:
            with self._reader_engine.connect() as connection:
                return work(connection, *arguments)

        assert self._loop is not None
        try:
            return await self._loop.run_in_executor(self._readers, run)
        except DBAPIError as error:
            raise StoreFailed(str(error)) from error

    async def entries(self, room: str, after: int = 0) -> list[Entry]:
        """A room's entries in order; none if there is no such room."""
        found: list[Entry] = await self._read(_entries, room, after)
        return found

    async def briefs(self, is_open: bool, most: int) -> list[str]:
        """Public rooms that are not over, the newest first: those with an open seat, or the others."""
        found: list[str] = await self._read(_briefs, is_open, most)
        return found

    async def own_briefs(self, holder: str, most: int) -> list[str]:
        found: list[str] = await self._read(_own_briefs, holder, most)
        return found

    async def invitation(self, code: str) -> tuple[str, int] | None:
        """The room and seat of an invitation, by the hash of its code."""
        found: tuple[str, int] | None = await self._read(_invitation, code)
        return found

    async def timed_rooms(self) -> list[str]:
        """Rooms with clocks that are not over."""
        found: list[str] = await self._read(_timed_rooms)
        return found

    async def count_live(self, touched_after: float) -> int:
        found: int = await self._read(_count_live, touched_after)
        return found

    async def last_seqs(self, rooms: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each room."""
        found: dict[str, int] = await self._read(_last_seqs, rooms)
        return found


def _finish(done: "asyncio.Future[None]", error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


# Statements


def _put(connection: Connection, writings: list[Writing]) -> None:
    rows = _rows(writings)
    if rows:
        _put_rows(connection, rows)
    for writing in writings:
        if not writing.has_only_entries():
            _put_rest(connection, writing)


Row = tuple[str, int, float, int, str, Event]


def _rows(writings: list[Writing]) -> list[Row]:
    """The rows of all entries, in one order everywhere, so that two servers never wait for each other."""
    rows = [
        (room, entry.seq, entry.at, entry.spent, entry.action, entry.event)
        for writing in writings
        for room, entry in writing.entries
    ]
    rows.sort(key=itemgetter(0, 1))
    return rows


def _put_rows(connection: Connection, rows: list[Row]) -> None:
    """All rows by one statement. The driver of SQLite takes the interpreter's lock again for each that it is given."""
    if connection.dialect.name == "sqlite":
        connection.execute(INSERT_MANY, {"rows": msgspec.json.encode(rows).decode()})
    else:
        told = [dict(zip(COLUMNS, (*row[:-1], write_event(row[-1])), strict=True)) for row in rows]
        connection.execute(insert(tables.events), told)


def _put_rest(connection: Connection, writing: Writing) -> None:
    for summary in writing.summaries:
        _put_summary(connection, summary)
    for room, seat in writing.used_seats:
        used = tables.invitations
        connection.execute(delete(used).where(used.c.room == room, used.c.seat == seat))
    if writing.invitations:
        rows = [{"code": code, "room": room, "seat": seat} for code, room, seat in writing.invitations]
        connection.execute(insert(tables.invitations), rows)


def _put_summary(connection: Connection, summary: Summary) -> None:
    told = {
        "touched": summary.touched,
        "is_open": summary.is_open,
        "is_over": summary.is_over,
        "brief": summary.brief,
    }
    changed = connection.execute(update(tables.rooms).where(tables.rooms.c.id == summary.room).values(**told))
    if changed.rowcount == 0:
        fixed = {
            "id": summary.room,
            "game": summary.game,
            "created": summary.created,
            "is_public": summary.is_public,
            "is_timed": summary.is_timed,
        }
        connection.execute(insert(tables.rooms).values(**told, **fixed))
    if summary.holders is not None:
        connection.execute(delete(tables.holders).where(tables.holders.c.room == summary.room))
        rows = [{"room": summary.room, "seat": seat, "holder": who} for seat, who in summary.holders.items()]
        if rows:
            connection.execute(insert(tables.holders), rows)


def _put_alone(connection: Connection, writing: Writing) -> Exception | None:
    try:
        with connection.begin_nested():
            _put(connection, [writing])
    except IntegrityError as error:
        return Conflict(str(error))
    except DataError as error:
        return StoreFailed(str(error))
    return None


def _entries(connection: Connection, room: str, after: int) -> list[Entry]:
    told = tables.events.c
    rows = connection.execute(
        select(told.seq, told.at, told.spent, told.action, told.body)
        .where(told.room == room, told.seq > after)
        .order_by(told.seq)
    )
    return [Entry(seq, at, spent, action, read_event(body)) for seq, at, spent, action, body in rows]


def _briefs(connection: Connection, is_open: bool, most: int) -> list[str]:
    told = tables.rooms.c
    chosen = select(told.brief).where(told.is_public, ~told.is_over, told.is_open if is_open else ~told.is_open)
    return list(connection.scalars(chosen.order_by(told.created.desc()).limit(most)))


def _own_briefs(connection: Connection, holder: str, most: int) -> list[str]:
    told = tables.rooms.c
    own = select(tables.holders.c.room).where(tables.holders.c.holder == holder)
    return list(
        connection.scalars(
            select(told.brief).where(told.id.in_(own)).order_by(told.is_over, told.created.desc()).limit(most)
        )
    )


def _invitation(connection: Connection, code: str) -> tuple[str, int] | None:
    told = tables.invitations.c
    row = connection.execute(select(told.room, told.seat).where(told.code == code)).one_or_none()
    return None if row is None else (row.room, row.seat)


def _timed_rooms(connection: Connection) -> list[str]:
    told = tables.rooms.c
    return list(connection.scalars(select(told.id).where(told.is_timed, ~told.is_over)))


def _count_live(connection: Connection, touched_after: float) -> int:
    told = tables.rooms.c
    chosen = select(func.count()).where(~told.is_over, told.touched > touched_after)
    return connection.scalars(chosen).one()


def _last_seqs(connection: Connection, rooms: Sequence[str]) -> dict[str, int]:
    told = tables.events.c
    chosen = select(told.room, func.max(told.seq)).where(told.room.in_(rooms)).group_by(told.room)
    return {row[0]: row[1] for row in connection.execute(chosen)}


# Opening


def default_url() -> str:
    """A file in the user's own folder for data."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(home) / "ludoteca"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


def open_store(url: str) -> Store:
    """A store, or in one line why it cannot be opened."""
    try:
        return Store(url)
    except (ArgumentError, NoSuchModuleError):
        raise LudotecaError(
            "the database is an URL such as sqlite:///games.db or postgresql+psycopg://host/name"
        ) from None
    except ModuleNotFoundError as error:
        raise LudotecaError(f"this database needs the Python package {error.name}") from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise LudotecaError(f"the database cannot be opened: {reason}") from error


def _engine(url: str, writes: bool, is_automatic: bool = False) -> Engine:
    """`is_automatic`: each statement is a transaction of its own."""
    told = make_url(url)
    if told.drivername == "postgresql":
        told = told.set(drivername="postgresql+psycopg")
    if told.get_backend_name() != "sqlite":
        return create_engine(told, pool_size=1 if writes else 4, max_overflow=0, pool_pre_ping=True)
    if told.database in (None, "", ":memory:"):
        raise LudotecaError("games are kept in a file: sqlite:///games.db")
    engine = create_engine(told, pool_size=1 if writes else 4, max_overflow=0, connect_args={"timeout": 30})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        # The driver would begin transactions by itself, and too late for one that reads before it writes.
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(pragma)

    if is_automatic:
        return engine

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the tables to the version that this code needs. Two servers may do so at the same time."""
    if _version(engine) == HEAD:
        return
    # Only now: Alembic takes a while to import, and is needed once.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except SQLAlchemyError:
        if _version(engine) != HEAD:
            raise


def _version(engine: Engine) -> str:
    """The version of the tables, or nothing if there are none."""
    with engine.connect() as connection:
        if not engine.dialect.has_table(connection, "alembic_version"):
            return ""
        found: str = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or ""
        return found

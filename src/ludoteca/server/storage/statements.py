"""The SQL of the store, on a connection."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, select, text, update
from sqlalchemy.exc import DataError, IntegrityError

from ludoteca.server.events import Entry, Event, decode_event
from ludoteca.server.storage import expiry, forgetting, schema
from ludoteca.server.storage.changes import Changes, Conflict, StoreFailed, Summary

COLUMNS = [column.name for column in schema.events.columns]
# One statement for all rows: a driver would release and take the interpreter's lock for each row of an executemany.
INSERT_ROWS = {
    "sqlite": text(
        f"INSERT INTO events ({', '.join(COLUMNS)}) "
        f"SELECT {', '.join(f'value ->> {index}' for index in range(len(COLUMNS)))} FROM json_each(:rows)"
    ),
    # It tells other servers, too, once it is committed.
    "postgresql": text(
        f"WITH stored AS (INSERT INTO events ({', '.join(COLUMNS)}) "
        "SELECT value ->> 0, cast(value ->> 1 AS int), cast(value ->> 2 AS float), cast(value ->> 3 AS int), "
        "value ->> 4, value ->> 5 FROM json_array_elements(cast(:rows AS json)) AS value) "
        "SELECT count(pg_notify(:channel, message)) FROM unnest(cast(:messages AS text[])) AS message"
    ),
}
NEW_ENTRIES = {
    "sqlite": text(
        f"SELECT {', '.join(COLUMNS)} FROM json_each(:asked) AS asked "
        "CROSS JOIN events ON room = asked.key AND seq > asked.value ORDER BY room, seq"
    ),
    "postgresql": text(
        # OFFSET 0 keeps the planner from joining first: it would read the whole table.
        f"SELECT {', '.join(COLUMNS)} FROM json_each_text(cast(:asked AS json)) AS asked CROSS JOIN LATERAL "
        "(SELECT * FROM events WHERE room = asked.key AND seq > cast(asked.value AS int) OFFSET 0) AS new "
        "ORDER BY room, seq"
    ),
}
CHANNEL = "ludoteca"
MAX_NOTIFICATION_BYTES = 7900
"""PostgreSQL takes less than 8,000."""

Row = tuple[str, int, float, int, str, Event]
Heard = list[tuple[str, int, Entry | None]]
"""Rooms, and the numbers of their new events; the entries themselves, unless they are long or cannot be decoded."""


# Writing


def write_together(connection: Connection, group: list[Changes], server_id: str = "") -> None:
    """Store changes, all of them or none.

    Tables and rows are written in one order everywhere, so that two servers do not wait for each other.
    """
    rows = [
        (room_id, entry.seq, entry.at, entry.spent, entry.action, entry.event)
        for changes in group
        for room_id, entry in changes.entries
    ]
    if rows:
        rows.sort(key=itemgetter(0, 1))
        insert_rows(connection, rows, server_id)
    group = [changes for changes in group if not changes.has_only_entries]
    latest = {summary.room_id: summary for changes in group for summary in changes.summaries}
    for _, summary in sorted(latest.items()):
        _write_summary(connection, summary)
    for changes in group:
        expiry.write(connection, changes)
        forgetting.write(connection, changes)
    invitations = schema.invitations
    for room_id, seat in sorted(used for changes in group for used in changes.used_seats):
        connection.execute(delete(invitations).where(invitations.c.room == room_id, invitations.c.seat == seat))
    new = sorted(invitation for changes in group for invitation in changes.invitations)
    if new:
        connection.execute(
            insert(invitations), [dict(zip(("code", "room", "seat"), each, strict=True)) for each in new]
        )
    for room_id, seq, body in sorted(snapshot for changes in group for snapshot in changes.snapshots):
        _write_snapshot(connection, room_id, seq, body)


def write_alone(connection: Connection, changes: Changes, server_id: str = "") -> Exception | None:
    """Store changes apart from others, and give the error if it fails."""
    try:
        with connection.begin_nested():
            write_together(connection, [changes], server_id)
    except IntegrityError as error:
        return Conflict(str(error))
    except DataError as error:
        return StoreFailed(str(error))
    return None


def insert_rows(connection: Connection, rows: list[Row], server_id: str = "") -> None:
    values: dict[str, Any] = {"rows": _row_encoder.encode(rows).decode()}
    if connection.dialect.name == "postgresql":
        values |= {"channel": CHANNEL, "messages": notifications(server_id, rows)}
    connection.execute(INSERT_ROWS[connection.dialect.name], values)


_row_encoder = msgspec.json.Encoder()
_row_decoder = msgspec.json.Decoder(tuple[str, int, float, int, str, msgspec.Raw])


def notifications(server_id: str, rows: list[Row]) -> list[str]:
    """What is stored, for other servers: lines of which the first is the server, in parts that are not too long."""
    messages = [server_id]
    size = len(server_id)
    for room_id, seq, *rest in rows:
        line = _row_encoder.encode((room_id, seq, *rest)).decode()
        length = len(line.encode()) + 1
        if length > MAX_NOTIFICATION_BYTES // 2:
            line = msgspec.json.encode((room_id, seq, 0, 0, "", None)).decode()
            length = len(line.encode()) + 1
        if size + length > MAX_NOTIFICATION_BYTES:
            messages.append(server_id)
            size = len(server_id)
        messages[-1] += "\n" + line
        size += length
    return messages


def heard_entries(lines: list[str]) -> Heard:
    """What the lines of a notification say."""
    heard: Heard = []
    for line in lines:
        room_id, seq, at, spent, action, body = _row_decoder.decode(line)
        try:
            heard.append((room_id, seq, Entry(seq, at, spent, action, decode_event(bytes(body)))))
        except msgspec.DecodeError:
            heard.append((room_id, seq, None))
    return heard


def _write_snapshot(connection: Connection, room_id: str, seq: int, body: str) -> None:
    snapshots = schema.snapshots
    updated = connection.execute(update(snapshots).where(snapshots.c.room == room_id).values(seq=seq, body=body))
    if updated.rowcount == 0:
        connection.execute(insert(snapshots).values(room=room_id, seq=seq, body=body))


def _write_summary(connection: Connection, summary: Summary) -> None:
    rooms, holders = schema.rooms, schema.holders
    current = {
        "touched": summary.touched,
        "is_open": summary.is_open,
        "is_over": summary.is_over,
        "brief": summary.brief,
        "deadline": summary.deadline,
    }
    updated = connection.execute(update(rooms).where(rooms.c.id == summary.room_id).values(**current))
    if updated.rowcount == 0:
        fixed = {
            "id": summary.room_id,
            "game": summary.game,
            "created": summary.created,
            "is_public": summary.is_public,
            "is_timed": summary.is_timed,
        }
        connection.execute(insert(rooms).values(**current, **fixed))
    connection.execute(delete(holders).where(holders.c.room == summary.room_id))
    rows = [{"room": summary.room_id, "seat": seat, "holder": holder} for seat, holder in summary.holders.items()]
    if rows:
        connection.execute(insert(holders), rows)


# Reading


def entries(connection: Connection, room_id: str, after: int) -> list[Entry]:
    events = schema.events.c
    rows = connection.execute(
        select(events.seq, events.at, events.spent, events.action, events.body)
        .where(events.room == room_id, events.seq > after)
        .order_by(events.seq)
    ).all()  # An entry that cannot be decoded must not leave a cursor open.
    return [Entry(seq, at, spent, action, decode_event(body)) for seq, at, spent, action, body in rows]


def new_entries(connection: Connection, known: Mapping[str, int]) -> dict[str, list[Entry] | None]:
    """The entries of rooms after those that are known, of rooms that have any; None if they cannot be read."""
    asked = msgspec.json.encode(known).decode()
    rows = connection.execute(NEW_ENTRIES[connection.dialect.name], {"asked": asked}).all()
    return {room_id: _decoded(found) for room_id, found in groupby(rows, itemgetter(0))}


def _decoded(rows: Iterable[Any]) -> list[Entry] | None:
    try:
        return [Entry(seq, at, spent, action, decode_event(body)) for _, seq, at, spent, action, body in rows]
    except msgspec.DecodeError:
        return None  # A newer server may have stored what this one does not know.


def stored_room(connection: Connection, room_id: str) -> tuple[str, list[Entry]]:
    """The last snapshot of a room, or nothing, and all entries after it."""
    snapshots = schema.snapshots.c
    found = connection.execute(select(snapshots.body, snapshots.seq).where(snapshots.room == room_id)).one_or_none()
    body, seq = found or ("", 0)
    return body, entries(connection, room_id, seq)


def set_aside(connection: Connection, room_id: str, fault: str) -> None:
    connection.execute(update(schema.rooms).where(schema.rooms.c.id == room_id).values(fault=fault))


def summaries(connection: Connection, is_open: bool, most: int) -> list[str]:
    rooms = schema.rooms.c
    query = select(rooms.brief).where(rooms.is_public, ~rooms.is_over, rooms.is_open if is_open else ~rooms.is_open)
    return list(connection.scalars(query.order_by(rooms.created.desc()).limit(most)))


def own_summaries(connection: Connection, holder: str, most: int) -> list[tuple[str, list[int]]]:
    """Rooms in which somebody has a seat, or had one; with these seats."""
    rooms, holders = schema.rooms.c, schema.holders.c
    seats: dict[str, list[int]] = {}
    for room_id, seat in connection.execute(select(holders.room, holders.seat).where(holders.holder == holder)):
        seats.setdefault(room_id, []).append(seat)
    own = select(holders.room).where(holders.holder == holder)
    query = select(rooms.id, rooms.brief).where(rooms.id.in_(own)).order_by(rooms.is_over, rooms.created.desc())
    return [(brief, seats.get(room_id, [])) for room_id, brief in connection.execute(query.limit(most))]


def invitation(connection: Connection, code_hash: str) -> tuple[str, int] | None:
    invitations = schema.invitations.c
    query = select(invitations.room, invitations.seat).where(invitations.code == code_hash)
    row = connection.execute(query).one_or_none()
    return None if row is None else (row.room, row.seat)


def timed_rooms(connection: Connection) -> list[str]:
    """Rooms whose clocks have to be watched in memory."""
    rooms = schema.rooms.c
    is_leased = rooms.id.in_(select(schema.leases.c.room))
    is_watched = and_(rooms.is_timed, ~rooms.is_over, rooms.fault == "", rooms.deadline.is_(None))
    return list(connection.scalars(select(rooms.id).where(is_watched, ~is_leased)))


def rooms_due(connection: Connection, now: float) -> list[str]:
    """Rooms whose deadlines have passed."""
    rooms = schema.rooms.c
    query = select(rooms.id).where(rooms.deadline <= now, ~rooms.is_over, rooms.fault == "")
    return list(connection.scalars(query.order_by(rooms.deadline)))


def has_deadlines(connection: Connection) -> bool:
    rooms = schema.rooms.c
    query = select(rooms.id).where(rooms.deadline.is_not(None), ~rooms.is_over, rooms.fault == "")
    return connection.scalar(query.limit(1)) is not None


def is_over(connection: Connection, room_id: str) -> bool:
    return bool(connection.scalar(select(schema.rooms.c.is_over).where(schema.rooms.c.id == room_id)))


def is_set_aside(connection: Connection, room_id: str) -> bool:
    return bool(connection.scalar(select(schema.rooms.c.fault).where(schema.rooms.c.id == room_id)))


def count_live(connection: Connection, touched_after: float) -> int:
    rooms = schema.rooms.c
    return connection.scalars(select(func.count()).where(~rooms.is_over, rooms.touched > touched_after)).one()

"""The SQL of the store, on a connection."""

from collections.abc import Sequence
from operator import itemgetter

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlalchemy.exc import DataError, IntegrityError

from ludoteca.server.events import Entry, Event, decode_event, encode_event
from ludoteca.server.storage import schema
from ludoteca.server.storage.changes import Changes, Conflict, StoreFailed, Summary

COLUMNS = [column.name for column in schema.events.columns]
INSERT_JSON_ROWS = text(
    f"INSERT INTO events ({', '.join(COLUMNS)}) "
    f"SELECT {', '.join(f'json_extract(value, {chr(39)}$[{index}]{chr(39)})' for index in range(len(COLUMNS)))} "
    "FROM json_each(:rows)"
)

Row = tuple[str, int, float, int, str, Event]


# Writing


def write_together(connection: Connection, group: list[Changes]) -> None:
    rows = [
        (room_id, entry.seq, entry.at, entry.spent, entry.action, entry.event)
        for changes in group
        for room_id, entry in changes.entries
    ]
    if rows:
        # In one order everywhere, so that two servers cannot deadlock.
        rows.sort(key=itemgetter(0, 1))
        insert_rows(connection, rows)
    for changes in group:
        for summary in changes.summaries:
            _write_summary(connection, summary)
        for room_id, seat in changes.used_seats:
            used = schema.invitations
            connection.execute(delete(used).where(used.c.room == room_id, used.c.seat == seat))
        if changes.invitations:
            new = [{"code": code, "room": room_id, "seat": seat} for code, room_id, seat in changes.invitations]
            connection.execute(insert(schema.invitations), new)


def write_alone(connection: Connection, changes: Changes) -> Exception | None:
    """Store changes apart from others, and give the error if it fails."""
    try:
        with connection.begin_nested():
            write_together(connection, [changes])
    except IntegrityError as error:
        return Conflict(str(error))
    except DataError as error:
        return StoreFailed(str(error))
    return None


def insert_rows(connection: Connection, rows: list[Row]) -> None:
    if connection.dialect.name == "sqlite":
        # One statement: the driver would release and take the interpreter's lock for each row of an executemany.
        connection.execute(INSERT_JSON_ROWS, {"rows": msgspec.json.encode(rows).decode()})
    else:
        named = [dict(zip(COLUMNS, (*row[:-1], encode_event(row[-1])), strict=True)) for row in rows]
        connection.execute(insert(schema.events), named)


def _write_summary(connection: Connection, summary: Summary) -> None:
    rooms, holders = schema.rooms, schema.holders
    current = {
        "touched": summary.touched,
        "is_open": summary.is_open,
        "is_over": summary.is_over,
        "brief": summary.brief,
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
    )
    return [Entry(seq, at, spent, action, decode_event(body)) for seq, at, spent, action, body in rows]


def summaries(connection: Connection, is_open: bool, most: int) -> list[str]:
    rooms = schema.rooms.c
    query = select(rooms.brief).where(rooms.is_public, ~rooms.is_over, rooms.is_open if is_open else ~rooms.is_open)
    return list(connection.scalars(query.order_by(rooms.created.desc()).limit(most)))


def own_summaries(connection: Connection, holder: str, most: int) -> list[str]:
    rooms = schema.rooms.c
    own = select(schema.holders.c.room).where(schema.holders.c.holder == holder)
    query = select(rooms.brief).where(rooms.id.in_(own)).order_by(rooms.is_over, rooms.created.desc()).limit(most)
    return list(connection.scalars(query))


def invitation(connection: Connection, code_hash: str) -> tuple[str, int] | None:
    invitations = schema.invitations.c
    query = select(invitations.room, invitations.seat).where(invitations.code == code_hash)
    row = connection.execute(query).one_or_none()
    return None if row is None else (row.room, row.seat)


def timed_rooms(connection: Connection) -> list[str]:
    rooms = schema.rooms.c
    return list(connection.scalars(select(rooms.id).where(rooms.is_timed, ~rooms.is_over)))


def is_over(connection: Connection, room_id: str) -> bool:
    return bool(connection.scalar(select(schema.rooms.c.is_over).where(schema.rooms.c.id == room_id)))


def count_live(connection: Connection, touched_after: float) -> int:
    rooms = schema.rooms.c
    return connection.scalars(select(func.count()).where(~rooms.is_over, rooms.touched > touched_after)).one()


def last_seqs(connection: Connection, room_ids: Sequence[str]) -> dict[str, int]:
    events = schema.events.c
    query = select(events.room, func.max(events.seq)).where(events.room.in_(room_ids)).group_by(events.room)
    return {row[0]: row[1] for row in connection.execute(query)}

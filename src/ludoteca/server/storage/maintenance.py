"""What an administrator asks of the database: which rooms there are, what is stored of one, and to delete some."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, Select, case, func, select
from sqlalchemy.exc import IntegrityError

from ludoteca.server.events import Expired
from ludoteca.server.storage import leases, schema
from ludoteca.server.storage.expiry import remove_room
from ludoteca.server.storage.statements import Row, insert_rows

MAX_TRIES = 50


class RoomFilter(Struct, frozen=True):
    """Which rooms: of any game and in any state, if none is named; idle for `idle_seconds`; `most` of them."""

    game: str = ""
    states: tuple[str, ...] = ()
    idle_seconds: float = 0.0
    most: int | None = None


class ListedRoom(Struct, frozen=True):
    """Times are in seconds since 1970. `last_event` is 0 if the room has no events."""

    id: str
    game: str
    state: str
    created: float
    last_event: float
    events: int
    is_public: bool
    is_timed: bool
    fault: str


class StoredRoom(Struct, frozen=True):
    """What is stored of a room beside its events. `snapshot_seq` is 0 if there is no snapshot."""

    listed: ListedRoom
    snapshot_seq: int
    invitations: int
    server: str
    """Which looks after the room, or nothing."""
    is_server_alive: bool


class StoredEvent(Struct, frozen=True):
    """An event that was not decoded."""

    seq: int
    at: float
    spent: int
    action: str
    body: str


def list_rooms(connection: Connection, wanted: RoomFilter) -> list[ListedRoom]:
    """The room that was idle for the longest time comes first."""
    listed = _listed_rooms().subquery()
    query = select(listed).order_by(listed.c.last_event, listed.c.id)
    if wanted.states:
        query = query.where(listed.c.state.in_(wanted.states))
    if wanted.game:
        query = query.where(listed.c.game == wanted.game)
    if wanted.idle_seconds:
        query = query.where(listed.c.last_event < leases.time_of(connection) - wanted.idle_seconds)
    return [ListedRoom(*row) for row in connection.execute(query.limit(wanted.most))]


def _listed_rooms() -> Select[Any]:
    rooms, events = schema.rooms.c, schema.events.c
    state = case((rooms.fault != "", "set-aside"), (rooms.is_over, "over"), (rooms.is_open, "open"), else_="live")
    last_event, last_seq = (
        select(column).where(events.room == rooms.id).order_by(events.seq.desc()).limit(1).scalar_subquery()
        for column in (events.at, events.seq)
    )
    return select(
        rooms.id,
        rooms.game,
        state.label("state"),
        rooms.created,
        func.coalesce(last_event, 0.0).label("last_event"),
        func.coalesce(last_seq, 0).label("events"),
        rooms.is_public,
        rooms.is_timed,
        rooms.fault,
    )


def find_room(connection: Connection, room_id: str) -> StoredRoom | None:
    row = connection.execute(_listed_rooms().where(schema.rooms.c.id == room_id)).one_or_none()
    if row is None:
        return None
    snapshots, invitations, lease = schema.snapshots.c, schema.invitations.c, schema.leases.c
    server = connection.scalar(select(lease.server).where(lease.room == room_id)) or ""
    return StoredRoom(
        ListedRoom(*row),
        connection.scalar(select(snapshots.seq).where(snapshots.room == room_id)) or 0,
        connection.scalar(select(func.count()).where(invitations.room == room_id)) or 0,
        server,
        server in leases.servers_alive(connection),
    )


def known_rooms(connection: Connection, room_ids: Sequence[str]) -> set[str]:
    """Those of which anything is stored."""
    rooms, events = schema.rooms.c, schema.events.c
    return {
        *connection.scalars(select(rooms.id).where(rooms.id.in_(room_ids))),
        *connection.scalars(select(events.room).where(events.room.in_(room_ids)).distinct()),
    }


def stored_events(connection: Connection, room_id: str) -> list[StoredEvent]:
    events = schema.events.c
    columns = (events.seq, events.at, events.spent, events.action, events.body)
    query = select(*columns).where(events.room == room_id).order_by(events.seq)
    return [StoredEvent(*row) for row in connection.execute(query)]


def outages(connection: Connection) -> tuple[leases.Outage, ...]:
    return tuple(
        (row.begin, row.end) for row in connection.execute(select(schema.outages).order_by(schema.outages.c.begin))
    )


def delete_rooms(engine: Engine, room_ids: Sequence[str]) -> None:
    """Delete all that is stored of rooms but for an event that says so: servers that have them in memory hear of it."""
    for room_id in room_ids:
        for tries in range(1, MAX_TRIES + 1):
            try:
                with engine.begin() as connection:
                    _delete(connection, room_id)
                break
            except IntegrityError:
                # A server has stored an event meanwhile.
                if tries == MAX_TRIES:
                    raise


def _delete(connection: Connection, room_id: str) -> None:
    events = schema.events.c
    last = connection.scalar(select(func.max(events.seq)).where(events.room == room_id)) or 0
    rows: list[Row] = [(room_id, last + 1, leases.time_of(connection), 0, "", Expired(is_removed=True))]
    insert_rows(connection, rows)
    remove_room(connection, room_id)

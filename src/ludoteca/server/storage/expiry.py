"""The SQL of what ends by itself: rooms that nobody plays in, and invitations that are too many."""

from msgspec import Struct
from sqlalchemy import Connection, and_, case, delete, exists, func, or_, select, update

from ludoteca.server.events import Created, decode_event
from ludoteca.server.storage import schema
from ludoteca.server.storage.changes import Changes

MAX_INVITATIONS = 5
"""So many are valid for one seat."""
VISITOR_LENGTH = 16
"""The action of an entry begins with so many characters of its visitor."""
ROOMS, EVENTS = schema.rooms.c, schema.events.c

LAST_SEQ = select(func.max(EVENTS.seq)).where(EVENTS.room == ROOMS.id).scalar_subquery()
IS_MOVE_OF_PERSON = and_(EVENTS.room == ROOMS.id, EVENTS.action != "", EVENTS.body.startswith('{"what":"moved"'))


class IdleRoom(Struct, frozen=True):
    """A room that is not over: when somebody was last there or did something, and how many people have moved."""

    room_id: str
    seq: int
    used: float
    people: int
    created: Created | None
    """None if the room was removed already."""


# Writing


def write(connection: Connection, changes: Changes) -> None:
    """The changes that this module knows; before new invitations are stored."""
    for room_id, touched in sorted(changes.touched):
        is_earlier = (ROOMS.id == room_id) & (ROOMS.touched < touched)
        connection.execute(update(schema.rooms).where(is_earlier).values(touched=touched))
    for room_id in sorted(changes.removed_rooms):
        remove_room(connection, room_id)
    for _, room_id, seat in changes.invitations:
        _void_surplus_invitations(connection, room_id, seat)


def remove_room(connection: Connection, room_id: str) -> None:
    """Delete a room but for its last event: who would store the next one on another server still gets a Conflict."""
    last = select(func.max(EVENTS.seq)).where(EVENTS.room == room_id).scalar_subquery()
    connection.execute(delete(schema.events).where(EVENTS.room == room_id, EVENTS.seq < last))
    connection.execute(delete(schema.rooms).where(ROOMS.id == room_id))
    for table in schema.metadata.sorted_tables:
        if "room" in table.c and table is not schema.events:
            connection.execute(delete(table).where(table.c.room == room_id))


def _void_surplus_invitations(connection: Connection, room_id: str, seat: int) -> None:
    """Make way for a new invitation: if a seat has its most, all of them are void."""
    invitations = schema.invitations
    is_same_seat = (invitations.c.room == room_id) & (invitations.c.seat == seat)
    if connection.scalars(select(func.count()).where(is_same_seat)).one() >= MAX_INVITATIONS:
        connection.execute(delete(invitations).where(is_same_seat))


# Reading


def idle_rooms(connection: Connection, touched_before: float) -> list[IdleRoom]:
    """All rooms that are not over and where nobody was since."""
    first, last = schema.events.alias(), schema.events.alias()
    visitor = func.substr(EVENTS.action, 1, VISITOR_LENGTH)
    people = select(func.count(visitor.distinct())).where(IS_MOVE_OF_PERSON).scalar_subquery()
    used = case((last.c.at > ROOMS.touched, last.c.at), else_=ROOMS.touched)
    query = (
        select(ROOMS.id, last.c.seq, used, people, first.c.body)
        .join_from(schema.rooms, last, and_(last.c.room == ROOMS.id, last.c.seq == LAST_SEQ))
        .outerjoin(first, and_(first.c.room == ROOMS.id, first.c.seq == 1))
        .where(~ROOMS.is_over, ROOMS.touched < touched_before)
    )
    return [
        IdleRoom(room_id, seq, used, people, _created(body))
        for room_id, seq, used, people, body in connection.execute(query)
    ]


def _created(body: str | None) -> Created | None:
    event = decode_event(body) if body else None
    return event if isinstance(event, Created) else None


def unplayed_rooms(connection: Connection, touched_after: float, touched_before: float) -> list[tuple[str, int]]:
    """Ids and last events of rooms in which no person has moved, by the time when somebody was last there."""
    query = (
        select(ROOMS.id, LAST_SEQ)
        .where(~ROOMS.is_over, ROOMS.touched > touched_after, ROOMS.touched < touched_before)
        .where(~exists().where(IS_MOVE_OF_PERSON))
        .order_by(ROOMS.touched)
    )
    return [(room_id, seq) for room_id, seq in connection.execute(query)]


def count_rooms_of(connection: Connection, visitor: str, touched_after: float) -> int:
    """How many rooms that are not over a visitor has made or has a seat in."""
    holders = schema.holders.c
    has_seat = exists().where(holders.room == ROOMS.id, holders.holder == visitor)
    has_made = exists().where(EVENTS.room == ROOMS.id, EVENTS.seq == 1, EVENTS.body.contains(f'"host":"{visitor}"'))
    query = select(func.count()).where(~ROOMS.is_over, ROOMS.touched > touched_after, or_(has_seat, has_made))
    return connection.scalars(query).one()

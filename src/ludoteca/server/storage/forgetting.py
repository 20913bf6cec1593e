"""The SQL that puts another visitor for one: nobody, to forget somebody among others, or the same person elsewhere."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, literal, or_, select, update

from ludoteca.server.events import Created, Event, Sat, decode_event, encode_event
from ludoteca.server.storage import schema, studies, visitors
from ludoteca.server.storage.changes import Changes
from ludoteca.server.storage.expiry import VISITOR_LENGTH

ROOMS_AT_ONCE = 1000
"""No index leads from a visitor to all events that name one: so many rooms are searched in one query."""
EVENTS = schema.events.c
NAMES_PEOPLE = or_(EVENTS.body.startswith('{"what":"created"'), EVENTS.body.startswith('{"what":"sat"'))


class NamingRoom(Struct, frozen=True):
    """A room whose events name a visitor."""

    room_id: str
    is_over: bool
    has_others: bool
    """Whether anybody else made it, or has or had a seat."""
    seq: int
    """Of the last event."""


# Reading


def rooms_that_name(connection: Connection, visitor: str, after: str) -> tuple[list[NamingRoom], str]:
    """Those among the next rooms by id, and the last id that was looked at; nothing if there are no more."""
    rooms = schema.rooms.c
    searched = dict(
        connection.execute(
            select(rooms.id, rooms.is_over).where(rooms.id > after).order_by(rooms.id).limit(ROOMS_AT_ONCE)
        ).all()
    )
    if not searched:
        return [], ""
    is_searched = EVENTS.room.in_(list(searched))
    named = connection.scalars(
        select(EVENTS.room).distinct().where(is_searched, NAMES_PEOPLE, EVENTS.body.contains(visitor))
    ).all()
    found = [
        NamingRoom(
            room_id, searched[room_id], _has_others(connection, room_id, visitor), _last_seq(connection, room_id)
        )
        for room_id in sorted(named)
    ]
    return found, list(searched)[-1]  # By the order of the database, which need not be Python's.


def _has_others(connection: Connection, room_id: str, visitor: str) -> bool:
    bodies = connection.scalars(select(EVENTS.body).where(EVENTS.room == room_id, NAMES_PEOPLE)).all()
    return any(people - {visitor, ""} for people in map(_people, map(decode_event, bodies)))


def _people(event: Event) -> set[str]:
    if isinstance(event, Created):
        return {event.host, *(occupant.holder for occupant in event.occupants)}
    return {event.holder} if isinstance(event, Sat) else set()


def _last_seq(connection: Connection, room_id: str) -> int:
    last: int = connection.scalars(select(func.max(EVENTS.seq)).where(EVENTS.room == room_id)).one()
    return last


# Writing


def write(connection: Connection, changes: Changes) -> None:
    for room_id, visitor, alias in sorted(changes.forgotten):
        _forget(connection, room_id, visitor, alias)
    for merge in changes.merges:
        _replace(connection, merge.room_ids, merge.visitor, merge.into)
        studies.give_all(connection, merge.visitor, merge.into)
        visitors.merge(connection, merge.visitor, merge.into)


def _forget(connection: Connection, room_id: str, visitor: str, alias: str) -> None:
    """Put the alias for the visitor, and the titles of seats for the names, in everything that is stored of a room."""
    rooms, holders = schema.rooms, schema.holders
    brief: dict[str, Any] = msgspec.json.decode(
        connection.scalars(select(rooms.c.brief).where(rooms.c.id == room_id)).one()
    )
    titles = [seat["title"] for seat in brief["seats"]]
    own = (holders.c.room == room_id) & (holders.c.holder == visitor)
    for seat in connection.scalars(select(holders.c.seat).where(own)).all():
        if brief["seats"][seat]["kind"] == "person":
            brief["seats"][seat]["name"] = titles[seat]
    connection.execute(update(rooms).where(rooms.c.id == room_id).values(brief=msgspec.json.encode(brief).decode()))
    _replace(connection, [room_id], visitor, alias, titles)


def _replace(
    connection: Connection, room_ids: Sequence[str], visitor: str, alias: str, titles: Sequence[str] = ()
) -> None:
    """Put the alias for the visitor in rooms; the names are replaced by the titles of seats, if these are given."""
    is_there = EVENTS.room.in_(room_ids)
    named = select(EVENTS.room, EVENTS.seq, EVENTS.body).where(is_there, NAMES_PEOPLE, EVENTS.body.contains(visitor))
    for room_id, seq, body in connection.execute(named).all():
        renamed = encode_event(_renamed(decode_event(body), visitor, alias, titles))
        is_event = (EVENTS.room == room_id) & (EVENTS.seq == seq)
        connection.execute(update(schema.events).where(is_event).values(body=renamed))
    # The action of an entry begins with the first characters of its visitor.
    is_own = is_there & EVENTS.action.startswith(visitor[:VISITOR_LENGTH])
    action = literal(alias[:VISITOR_LENGTH]) + func.substr(EVENTS.action, VISITOR_LENGTH + 1)
    connection.execute(update(schema.events).where(is_own).values(action=action))
    connection.execute(delete(schema.snapshots).where(schema.snapshots.c.room.in_(room_ids)))
    holders = schema.holders.c
    own = holders.room.in_(room_ids) & (holders.holder == visitor)
    connection.execute(update(schema.holders).where(own).values(holder=alias))


def _renamed(event: Event, visitor: str, alias: str, titles: Sequence[str]) -> Event:
    if isinstance(event, Sat):
        return Sat(event.seat, alias, titles[event.seat] if titles else event.name)
    assert isinstance(event, Created)
    occupants = tuple(
        msgspec.structs.replace(occupant, holder=alias, name=titles[seat] if titles else occupant.name)
        if occupant.holder == visitor
        else occupant
        for seat, occupant in enumerate(event.occupants)
    )
    host = alias if event.host == visitor else event.host
    return msgspec.structs.replace(event, occupants=occupants, host=host)

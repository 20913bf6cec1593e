"""The SQL of visitors: their names, recovery phrases and games."""

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from ludoteca.server.storage import schema

MAX_ROOMS = 10_000
"""So many of the newest are found."""
VISITORS = schema.visitors.c


class StoredVisitor(Struct, frozen=True):
    """A row; `handle` is None where there is no recovery phrase."""

    visitor: str
    name: str
    handle: str | None
    salt: str
    sealed: str


def find(connection: Connection, visitor: str) -> StoredVisitor | None:
    row = connection.execute(select(schema.visitors).where(VISITORS.visitor == visitor)).one_or_none()
    return StoredVisitor(*row) if row else None


def find_by_handle(connection: Connection, handle: str) -> StoredVisitor | None:
    row = connection.execute(select(schema.visitors).where(VISITORS.handle == handle)).one_or_none()
    return StoredVisitor(*row) if row else None


def save_name(connection: Connection, visitor: str, name: str) -> None:
    _save(connection, visitor, {"name": name})


def save_phrase(connection: Connection, visitor: str, handle: str, salt: str, sealed: str) -> bool:
    """False if another visitor's phrase begins with the same words."""
    is_taken = select(VISITORS.visitor).where(VISITORS.handle == handle, VISITORS.visitor != visitor)
    if connection.scalar(is_taken) is not None:
        return False
    _save(connection, visitor, {"handle": handle, "salt": salt, "sealed": sealed})
    return True


def _save(connection: Connection, visitor: str, values: dict[str, str]) -> None:
    updated = connection.execute(update(schema.visitors).where(VISITORS.visitor == visitor).values(**values))
    if updated.rowcount == 0:
        unset = {"name": "", "handle": None, "salt": "", "sealed": ""}
        connection.execute(insert(schema.visitors).values(visitor=visitor, **unset | values))


def remove(connection: Connection, visitor: str) -> None:
    connection.execute(delete(schema.visitors).where(VISITORS.visitor == visitor))


def merge(connection: Connection, visitor: str, into: str) -> None:
    """Remove a visitor, whose name goes to another one who has none."""
    first, other = find(connection, visitor), find(connection, into)
    if first and first.name and not (other and other.name):
        save_name(connection, into, first.name)
    remove(connection, visitor)


def own_rooms(
    connection: Connection, holder: str, game: str = "", is_over: bool | None = None
) -> list[tuple[str, list[int]]]:
    """Summaries of rooms, newest first, with the seats that somebody has or had there."""
    rooms, holders = schema.rooms.c, schema.holders.c
    newest = (
        select(rooms.id, rooms.brief, rooms.created)
        .where(rooms.id.in_(select(holders.room).where(holders.holder == holder)))
        .order_by(rooms.created.desc(), rooms.id)
        .limit(MAX_ROOMS)
    )
    if game:
        newest = newest.where(rooms.game == game)
    if is_over is not None:
        newest = newest.where(rooms.is_over == is_over)
    seats: dict[str, list[int]] = {}
    for room_id, seat in connection.execute(select(holders.room, holders.seat).where(holders.holder == holder)):
        seats.setdefault(room_id, []).append(seat)
    return [(brief, sorted(seats.get(room_id, []))) for room_id, brief, _ in connection.execute(newest)]

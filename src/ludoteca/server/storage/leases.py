"""What several servers agree about: who is alive, who looks after which room, and when nobody could store anything."""

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, Select, Table, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from ludoteca.server.storage import schema

LEASE_SECONDS = 1.5
"""A server that was not seen for so long has lost its rooms."""
OUTAGE_SECONDS = 1.5
"""If no server could store anything for so long, no clock ran meanwhile."""
KEPT_SECONDS = 60 * 86400.0
"""A move has 14 days at most, and outages meanwhile: an older one concerns no thought."""

Outage = tuple[float, float]


class Heartbeat(msgspec.Struct):
    """What a server learns when it says that it is alive: the time of the database, and all outages."""

    now: float
    outages: list[Outage]


def time_of(connection: Connection) -> float:
    """One time for all servers: that of the database, or of this machine if the database is a file."""
    if connection.dialect.name == "sqlite":
        return time.time()
    found: float = connection.scalar(select(func.extract("epoch", func.clock_timestamp()))) or 0.0
    return float(found)


def beat(connection: Connection, server: str) -> Heartbeat:
    """Say that a server is alive. A gap since any server was last seen is an outage."""
    servers, outages = schema.servers, schema.outages
    now = time_of(connection)
    last = connection.scalar(select(func.max(servers.c.renewed))) or 0.0
    if now - last > OUTAGE_SECONDS:
        connection.execute(delete(outages).where(outages.c.end < now - KEPT_SECONDS))
        connection.execute(_insert(connection, outages).values(begin=last, end=now).on_conflict_do_nothing())
        connection.execute(delete(servers).where(servers.c.renewed < now - KEPT_SECONDS))
    renewal = _insert(connection, servers).values(id=server, renewed=now)
    connection.execute(renewal.on_conflict_do_update(index_elements=["id"], set_={"renewed": now}))
    rows = connection.execute(select(outages.c.begin, outages.c.end).order_by(outages.c.begin))
    return Heartbeat(now, [(begin, end) for begin, end in rows])


def claim(connection: Connection, server: str, room_ids: Sequence[str]) -> list[str]:
    """Take the leases of rooms, but for those that another server has that is alive; the rooms taken."""
    leases = schema.leases
    wanted = _insert(connection, leases).values([{"room": room_id, "server": server} for room_id in sorted(room_ids)])
    is_free = or_(leases.c.server == server, leases.c.server.not_in(_alive(connection)))
    taken = wanted.on_conflict_do_update(index_elements=["room"], set_={"server": server}, where=is_free)
    return list(connection.scalars(taken.returning(leases.c.room)))


def adopt(connection: Connection, server: str, most: int) -> list[str]:
    """Take the leases of servers that are not alive any more; the rooms."""
    leases = schema.leases
    is_orphan = leases.c.server.not_in(_alive(connection))
    some = select(leases.c.room).where(is_orphan).limit(most)
    # Asked twice, for another server may adopt a room between the two.
    taken = update(leases).where(leases.c.room.in_(some), is_orphan).values(server=server).returning(leases.c.room)
    return list(connection.scalars(taken))


def owned(connection: Connection, server: str) -> list[str]:
    """The rooms that a server still has the leases of."""
    leases = schema.leases.c
    return list(connection.scalars(select(leases.room).where(leases.server == server)))


def release(connection: Connection, server: str, room_id: str) -> None:
    leases = schema.leases
    connection.execute(delete(leases).where(leases.c.room == room_id, leases.c.server == server))


def leave(connection: Connection, server: str) -> None:
    """A server stops: others may adopt its rooms at once."""
    leases = schema.leases
    connection.execute(update(leases).where(leases.c.server == server).values(server=""))


def servers_alive(connection: Connection) -> set[str]:
    return set(connection.scalars(_alive(connection)))


def _alive(connection: Connection) -> Select[tuple[str]]:
    servers = schema.servers.c
    return select(servers.id).where(servers.renewed > time_of(connection) - LEASE_SECONDS)


def _insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that may say what happens on a conflict, which each dialect has of its own."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)

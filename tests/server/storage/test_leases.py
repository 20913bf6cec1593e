"""What several servers agree about in the database: who is alive, who looks after which room, what was an outage."""

import time

import pytest
from sqlalchemy import insert, select, update

from ludoteca.server.storage import leases, schema
from ludoteca.server.storage.store import Store
from tests.server.storage.test_store import with_store

ONE, OTHER = "one", "other"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    return f"sqlite:///{tmp_path}/games.db" if request.param == "sqlite" else request.getfixturevalue("postgres")


def in_database(url, work):
    """What work gives on a connection of a store."""

    async def run(store: Store):
        return await store.run(work)

    return with_store(url, run)


def die(connection, server, seconds):
    """As if a server had last been seen so long ago."""
    renewed = leases.time_of(connection) - seconds
    connection.execute(update(schema.servers).where(schema.servers.c.id == server).values(renewed=renewed))


def test_a_room_belongs_to_one_server_as_long_as_it_lives(url):
    def work(connection):
        leases.beat(connection, ONE)
        leases.beat(connection, OTHER)
        assert leases.claim(connection, ONE, ["a", "b"]) == ["a", "b"]
        assert leases.claim(connection, OTHER, ["a", "c"]) == ["c"]
        assert leases.claim(connection, ONE, ["a"]) == ["a"], "who has it may ask again"
        assert leases.adopt(connection, OTHER, 10) == []
        die(connection, ONE, leases.LEASE_SECONDS + 0.1)
        assert leases.claim(connection, OTHER, ["b"]) == ["b"]
        assert leases.adopt(connection, OTHER, 10) == ["a"]
        assert leases.owned(connection, ONE) == []
        assert sorted(leases.owned(connection, OTHER)) == ["a", "b", "c"]

    in_database(url, work)


def test_what_is_released_or_left_is_free_at_once(url):
    def work(connection):
        leases.beat(connection, ONE)
        leases.beat(connection, OTHER)
        leases.claim(connection, ONE, ["a", "b"])
        leases.release(connection, ONE, "a")
        assert leases.claim(connection, OTHER, ["a", "b"]) == ["a"]
        leases.release(connection, ONE, "a")
        assert leases.owned(connection, OTHER) == ["a"], "nobody releases what another has"
        leases.leave(connection, ONE)
        assert leases.adopt(connection, OTHER, 10) == ["b"]

    in_database(url, work)


def test_few_rooms_are_adopted_at_a_time(url):
    def work(connection):
        leases.beat(connection, ONE)
        leases.claim(connection, ONE, [f"room {number}" for number in range(10)])
        die(connection, ONE, 60)
        leases.beat(connection, OTHER)
        assert [len(leases.adopt(connection, OTHER, 4)) for _ in range(4)] == [4, 4, 2, 0]

    in_database(url, work)


def test_a_gap_in_which_no_server_was_seen_is_an_outage(url):
    def work(connection):
        first = leases.beat(connection, ONE)
        assert first.outages == [(0.0, first.now)], "before there was a server nothing could be stored"
        assert leases.beat(connection, ONE).outages == first.outages
        die(connection, ONE, 10)
        last = connection.scalar(select(schema.servers.c.renewed))
        found = leases.beat(connection, OTHER)
        assert found.outages == [(0.0, first.now), (last, found.now)]
        assert found.now - last > 9.9
        # One server that lives is enough.
        die(connection, ONE, 10)
        assert leases.beat(connection, ONE).outages == found.outages

    in_database(url, work)


def test_outages_are_forgotten_when_no_thought_can_last_so_long(url):
    def work(connection):
        old = leases.time_of(connection) - leases.KEPT_SECONDS - 100
        connection.execute(insert(schema.outages), [{"begin": old - 5, "end": old}])
        connection.execute(insert(schema.servers), [{"id": "old", "renewed": old}])
        assert [begin for begin, _ in leases.beat(connection, ONE).outages] == [old]
        assert connection.scalars(select(schema.servers.c.id)).all() == [ONE]

    in_database(url, work)


def test_the_time_is_that_of_the_database(url):
    def work(connection):
        return leases.time_of(connection)

    assert abs(in_database(url, work) - time.time()) < 5

"""A store under faults: a file that is gone, a database of a newer version, servers that write at the same time."""

import asyncio
import random
import sqlite3

import pytest

import ludoteca
from ludoteca.server.events import Entry, Moved
from ludoteca.server.storage.changes import Changes, Conflict, StoreFailed, Summary
from ludoteca.server.storage.statements import Heard
from ludoteca.server.storage.store import Store
from tests.server.storage.test_store import CREATED, entry, with_store


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


def test_a_database_of_a_newer_version_is_told_in_one_line(url, tmp_path):
    with_store(url, lambda store: store.entries("room"))
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ludoteca.LudotecaError, match=r"version 9999.*needs a newer Ludoteca") as error:
        Store(url)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_file_that_is_deleted_while_it_is_used_takes_no_more_writes(url, tmp_path, is_replaced):
    async def work(store):
        await store.write(Changes([("room", entry(1, CREATED))]))
        (tmp_path / "games.db").unlink()
        if is_replaced:
            (tmp_path / "games.db").write_bytes(b"")
        with pytest.raises(StoreFailed):
            await store.write(Changes([("room", entry(2))]))

    with_store(url, work)


def test_what_another_process_writes_is_noticed_and_what_this_one_writes_is_not(url, tmp_path):
    async def run():
        heard: list[object] = []
        store = Store(url)
        store.open(heard.append)
        await store.write(Changes([("room", entry(1, CREATED))]))
        await asyncio.sleep(0.5)
        assert heard == []
        with sqlite3.connect(tmp_path / "games.db") as connection:
            connection.execute("INSERT INTO events VALUES ('room', 2, 0, 0, '', '{}')")
        connection.close()
        for _ in range(200):
            await asyncio.sleep(0.05)
            if heard:
                break
        assert heard == [None]
        assert await store.new_entries({"room": 1}) == {"room": None}, "it cannot be read"
        assert await store.new_entries({"room": 2}) == {}
        await store.close()

    asyncio.run(run())


def summary(room, touched):
    return Summary(room, "xiangqi", 1.0, touched, True, False, False, False, "{}", {0: "ada", 1: "bo"})


def test_two_servers_that_write_the_same_rooms_in_any_order_fail_nothing(postgres):
    """Summaries were written unsorted: 562 deadlocks in a minute."""

    async def run():
        one, other = Store(postgres), Store(postgres)
        one.open()
        other.open()
        rooms = [f"room {number}" for number in range(20)]
        await one.write(Changes([(room, entry(1, CREATED)) for room in rooms], [summary(room, 1.0) for room in rooms]))
        shuffled = random.Random(3)
        for turn in range(2, 32):
            tries = []
            for store in (one, other):
                order = shuffled.sample(rooms, len(rooms))
                tries += [store.write(Changes(summaries=[summary(room, float(turn))])) for room in order]
                tries += [store.write(Changes([(room, entry(turn))])) for room in order]
                tries += [
                    store.write(Changes(snapshots=[(room, turn, "{}")], used_seats=[(room, 1)])) for room in order
                ]
            results = await asyncio.wait_for(asyncio.gather(*tries, return_exceptions=True), 60)
            # Of two who store the same event one is told so; nothing else fails.
            assert {type(result) for result in results} <= {type(None), Conflict}
            assert sum(isinstance(result, Conflict) for result in results) == len(rooms)
        await one.close()
        await other.close()

    asyncio.run(run())


def test_the_entries_of_many_rooms_come_in_one_answer(postgres):
    async def work(store):
        rooms = [f"room {number}" for number in range(50)]
        await store.write(Changes([(room, entry(seq)) for room in rooms for seq in (1, 2, 3)]))
        found = await store.new_entries({room: number % 4 for number, room in enumerate(rooms)})
        assert {room: [each.seq for each in entries] for room, entries in found.items()} == {
            room: list(range(number % 4 + 1, 4)) for number, room in enumerate(rooms) if number % 4 < 3
        }

    with_store(postgres, work)


def test_notifications_come_in_parts_that_postgresql_takes(postgres):
    async def run():
        heard: list[Heard | None] = []
        one, other = Store(postgres), Store(postgres)
        one.open()
        other.open(heard.append)
        for _ in range(200):
            await asyncio.sleep(0.05)
            if heard:
                break
        short = {f"{number:016}": entry(1) for number in range(1000)}
        long = Entry(1, 1.0, 0, "", Moved(0, "\u00e9" * 20_000))
        await one.write(Changes([*short.items(), ("long", long)]))
        told: dict[str, Entry | None] = {}
        for _ in range(200):
            await asyncio.sleep(0.05)
            told = {room: known for part in heard if part for room, seq, known in part}
            if len(told) == len(short) + 1:
                break
        assert told == {**short, "long": None}
        assert sum(part is not None for part in heard) > 1
        await one.close()
        await other.close()

    asyncio.run(run())

"""What is kept, and how: migrations, groups, conflicts; on SQLite, and on PostgreSQL where it is installed."""

import asyncio
import json
import sqlite3
import threading
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

import ludoteca
from ludoteca.server.events import Created, Entry, Moved, Occupant, Timing, encode_event
from ludoteca.server.storage import schema, statements
from ludoteca.server.storage.changes import Changes, Conflict, StoreFailed, Summary
from ludoteca.server.storage.database import HEAD, MIGRATIONS
from ludoteca.server.storage.store import Store
from tests.server.live.test_room_expiry import two_expire
from tests.server.test_several_servers import race_of_two_servers

CREATED = Created("xiangqi", {}, (Occupant("open"), Occupant("open")), "h", Timing(60, 1), False)


def entry(seq, event=None):
    return Entry(seq, 1.5, 20, f"who:{seq}", event or Moved(0, "h3e3"))


def with_store(url, work):
    async def run():
        store = Store(url)
        store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


def test_entries_come_back_as_they_were(url):
    written = [entry(1, CREATED), entry(2), entry(3, Moved(1, 'a "quoted" move, 馬, \\ and \u2028'))]

    async def work(store):
        await store.write(Changes([("room", each) for each in written]))
        await store.write(Changes([("other", entry(1, CREATED))]))
        assert await store.entries("none") == []
        assert await store.entries("room", 2) == written[2:]
        return await store.entries("room")

    assert with_store(url, work) == written
    assert with_store(url, lambda store: store.entries("room")) == written


def test_the_database_is_durable_as_promised(url, tmp_path):
    async def work(store):
        await store.write(Changes([("room", entry(1))]))
        found = []
        with store.writing_engine.connect() as connection:
            for name in ("journal_mode", "synchronous"):
                found.append(connection.exec_driver_sql(f"PRAGMA {name}").scalar())
        return found

    assert with_store(url, work) == ["wal", 2]
    with sqlite3.connect(tmp_path / "games.db") as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO events VALUES ('room', 1, 0, 0, '', '')")


def append_to_the_same_turn(url):
    """One of two changes of the same number fails, and takes nothing else with it."""

    async def work(store):
        await store.write(Changes([("room", entry(1, CREATED))]))
        changes = [
            Changes([("fine", entry(1, CREATED))]),
            Changes([("room", entry(2, Moved(0, "first")))]),
            Changes([("room", entry(2, Moved(0, "second"))), ("along", entry(1, CREATED))]),
            Changes([("good", entry(1, CREATED))]),
        ]
        results = await asyncio.gather(*map(store.write, changes), return_exceptions=True)
        assert [type(result) for result in results] == [type(None), type(None), Conflict, type(None)]
        assert [each.event.move for each in (await store.entries("room"))[1:]] == ["first"]
        assert await store.entries("along") == []
        assert len(await store.entries("fine")) == len(await store.entries("good")) == 1

    with_store(url, work)


def test_a_conflict_fails_alone(url):
    append_to_the_same_turn(url)


def test_a_fault_of_our_own_is_reported_and_the_thread_lives_on(url, monkeypatch):
    async def work(store):
        with monkeypatch.context() as patched:
            patched.setattr(statements, "insert_rows", lambda *_: 1 / 0)
            with pytest.raises(StoreFailed):
                await asyncio.wait_for(store.write(Changes([("room", entry(1))])), 10)
        await asyncio.wait_for(store.write(Changes([("room", entry(1))])), 10)

    with_store(url, work)


def test_what_waits_is_written_together(url):
    groups = []

    async def work(store):
        write_group = store.write_group

        def count_and_write(group):
            groups.append(len(group))
            return write_group(group)

        store.write_group = count_and_write
        await asyncio.gather(*(store.write(Changes([(f"room {n}", entry(1))])) for n in range(300)))

    with_store(url, work)
    assert sum(groups) == 300 and len(groups) < 10


def test_lists_of_rooms(url):
    def summary(room, **more):
        fields: dict[str, Any] = {
            "game": "xiangqi",
            "created": 1.0,
            "touched": 9.0,
            "is_public": True,
            "is_open": False,
        }
        fields |= {"is_over": False, "is_timed": False, "brief": f'"{room}"', "holders": {}}
        return Summary(room, **(fields | more))

    async def work(store):
        shown = [
            summary("open", is_open=True, holders={0: "ada"}),
            summary("live", created=3.0, holders={0: "ada", 1: "bo"}),
            summary("over", is_over=True, holders={1: "ada"}),
            summary("private", is_public=False, is_timed=True),
            summary("slow", is_public=False, is_timed=True, deadline=500.0),
            summary("lost", is_public=False, is_timed=True, deadline=400.0, is_over=True),
        ]
        await store.write(Changes(summaries=shown))
        assert await store.summaries(True, 9) == ['"open"']
        assert await store.summaries(False, 9) == ['"live"']
        assert await store.own_summaries("ada", 9) == [('"live"', [0]), ('"open"', [0]), ('"over"', [1])]
        assert await store.own_summaries("eve", 9) == []
        assert await store.timed_rooms() == ["private"]
        assert await store.has_deadlines()
        assert (await store.rooms_due(499.0), await store.rooms_due(500.0)) == ([], ["slow"])
        assert await store.count_live(5.0) == 4
        assert await store.count_live(9.5) == 0
        await store.write(Changes(summaries=[summary("live", is_over=True, holders={})]))
        assert await store.own_summaries("bo", 9) == []
        await store.write(Changes(summaries=[summary("slow", is_timed=True)]))
        assert not await store.has_deadlines() and await store.timed_rooms() == ["private", "slow"]
        assert await store.summaries(False, 9) == []

    with_store(url, work)


def test_invitations_are_void_when_the_seat_is_taken(url):
    async def work(store):
        await store.write(Changes(invitations=[("one", "room", 1), ("two", "room", 1), ("three", "room", 0)]))
        assert await store.invitation("two") == ("room", 1)
        await store.write(Changes(used_seats=[("room", 1)]))
        assert await store.invitation("one") is await store.invitation("two") is None
        assert await store.invitation("three") == ("room", 0)

    with_store(url, work)


# Migrations


def test_migrations_lead_to_the_tables_that_the_code_has(url):
    with_store(url, lambda store: store.entries("room"))
    check_tables(url)
    script = ScriptDirectory(str(MIGRATIONS))
    assert script.get_current_head() == HEAD


def check_tables(url):
    engine = create_engine(url)
    found = inspect(engine)
    assert set(found.get_table_names()) == {"alembic_version", *schema.metadata.tables}
    for table in schema.metadata.tables.values():
        assert [column["name"] for column in found.get_columns(table.name)] == [each.name for each in table.columns]
        assert found.get_pk_constraint(table.name)["constrained_columns"] == [each.name for each in table.primary_key]
        indexes = {tuple(index["column_names"]) for index in found.get_indexes(table.name)}
        assert indexes == {tuple(column.name for column in index.columns) for index in table.indexes}
    engine.dispose()


@pytest.mark.parametrize("url", ["nonsense", "oracle://x/y", "sqlite://", "sqlite:////no/such/folder/x.db", ""])
def test_a_database_that_cannot_be_is_reported_in_one_line(url):
    with pytest.raises(ludoteca.LudotecaError) as error:
        Store(url)
    assert len(str(error.value).splitlines()) == 1


# PostgreSQL


def test_postgresql_keeps_games_too(postgres):
    append_to_the_same_turn(postgres)
    check_tables(postgres)
    asyncio.run(two_race(postgres))


def test_postgresql_reads_what_is_new_without_reading_all(postgres):
    with_store(postgres, lambda store: store.entries("room"))
    body = encode_event(Moved(0, "h3e3"))
    fill = "INSERT INTO events SELECT 'room' || room, seq, 1.0, 0, '', :body FROM generate_series(1, 300) room, "
    engine = create_engine(postgres)
    with engine.begin() as connection:
        connection.execute(text(f"{fill} generate_series(1, 100) seq"), {"body": body})
        connection.execute(text("ANALYZE events"))
        asked = {f"room{number}": 99 for number in range(1, 101)}
        query = statements.NEW_ENTRIES["postgresql"].text
        plan = connection.scalars(text(f"EXPLAIN {query}"), {"asked": json.dumps(asked)}).all()
        assert not any("Seq Scan on events" in line for line in plan), plan
        found = statements.new_entries(connection, asked)
        assert [len(found[room]) for room in asked] == [1] * 100
    engine.dispose()


async def two_race(url):
    """Two stores append to the same rooms in the other order; one of each pair fails, and nobody waits for ever."""
    one, other = Store(url), Store(url)
    one.open()
    other.open()
    rooms = [f"race {number}" for number in range(30)]
    tries = [store.write(Changes([(room, entry(1))])) for room in rooms for store in (one, other)]
    tries += [store.write(Changes([(room, entry(2))])) for room in reversed(rooms) for store in (other, one)]
    results = await asyncio.wait_for(asyncio.gather(*tries, return_exceptions=True), 30)
    assert sum(result is None for result in results) == 60
    assert sum(isinstance(result, Conflict) for result in results) == 60
    await one.close()
    await other.close()


def test_two_servers_on_one_postgresql_never_both_append_the_same_turn(postgres):
    race_of_two_servers(postgres, 8)


def test_two_servers_expire_the_same_rooms_on_one_postgresql(postgres):
    asyncio.run(asyncio.wait_for(two_expire(postgres), 60))


def test_who_reads_while_the_store_is_closed_is_told(tmp_path, monkeypatch):
    gate = threading.Event()

    def wait_for_the_gate(connection, room_id, after):
        gate.wait(20)
        return []

    async def read():
        store = Store(f"sqlite:///{tmp_path}/games.db")
        store.open()
        reads = [asyncio.ensure_future(store.entries(f"room-{number}")) for number in range(200)]
        await asyncio.sleep(0)
        await store.close()
        gate.set()
        found = await asyncio.gather(*reads, return_exceptions=True)
        assert {type(each) for each in found} <= {list, StoreFailed}
        assert any(isinstance(each, StoreFailed) for each in found)

    monkeypatch.setattr("ludoteca.server.storage.statements.entries", wait_for_the_gate)
    asyncio.run(read())

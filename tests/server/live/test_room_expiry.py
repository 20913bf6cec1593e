"""Rooms in which nobody plays: they make way, end or are removed, on one server and on two."""

import asyncio
from typing import Any

import pytest

from ludoteca.server.events import Timing
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.live.room_expiry import ABSENCE_SECONDS
from ludoteca.server.rooms import actions
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.retention import DAY_SECONDS, PLAYED_DAYS, SOLO_DAYS
from ludoteca.server.storage import schema
from ludoteca.server.storage.store import Store
from tests.server.members import ADA, BO, FakeMember, ManualTime

EVE = "e" * 64


class IdleEngines(EnginePool):
    async def ask(self, request, priority=0):
        await asyncio.sleep(3600)


class Site:
    """A server with a clock that is set by hand."""

    def __init__(self, url, times=None, **limits):
        self.times = times or ManualTime()
        self.live_rooms = LiveRooms(Store(url), IdleEngines(1), ServerLimits(**limits), self.times)

    async def __aenter__(self):
        await self.live_rooms.open()
        return self

    async def __aexit__(self, *error):
        await self.live_rooms.close()

    async def make(self, *seats, visitor=ADA, **more):
        live, _ = await self.live_rooms.create(NewRoom("xiangqi", seats or ("me", "open"), **more), visitor)
        return live

    async def wait(self, seconds):
        """Let time pass, and then what is done in the background happen."""
        self.times.seconds += seconds
        await self.live_rooms.drain()
        await self.live_rooms.expiry.run()
        await self.live_rooms.drain()

    async def state(self, live):
        """`gone`, `over` or `live`, as somebody sees it who opens its link, on any server."""
        self.live_rooms.rooms.pop(live.room.id, None)
        try:
            found = await self.live_rooms.find(live.room.id)
        except Refusal as refusal:
            return "gone" if refusal.why == "not-found" and "nobody played it" in refusal.message else refusal.why
        await self.live_rooms.drain()
        return "over" if found.room.is_over else "live"

    def rows(self, live):
        """How many rows each table has about a room."""
        with self.live_rooms.store.reading_engine.connect() as connection:
            return {
                table.name: len(
                    connection.execute(
                        table.select().where((table.c.id if table is schema.rooms else table.c.room) == live.room.id)
                    ).all()
                )
                for table in schema.metadata.sorted_tables
                if table is schema.rooms or "room" in table.c
            }


async def refusal_of(work):
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value


def play(work):
    asyncio.run(asyncio.wait_for(work, 60))


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


# Expiry


def test_h8_a_room_without_a_move_is_removed_after_a_day(url):
    async def run():
        async with Site(url) as site:
            live = await site.make("me", "open", public=True)
            await site.wait(DAY_SECONDS - 10)
            assert site.rows(live)["events"] == 1
            await site.wait(20)
            assert await site.state(live) == "gone"
            rows = site.rows(live)
            assert rows.pop("events") == 1, "it keeps the number of the next event taken"
            assert set(rows.values()) == {0}
            lists = await site.live_rooms.list_rooms(ADA)
            assert lists == {"open": [], "live": [], "own": []}

    play(run())


def test_h8_a_machines_first_move_keeps_no_room(url):
    async def run():
        async with Site(url) as site:
            live = await site.make("machine:1", "me")
            await site.live_rooms.change(live, lambda moment: live.room.decide_machine_move([], "h3e3", moment))
            await site.wait(DAY_SECONDS + 10)
            assert await site.state(live) == "gone"

    play(run())


def test_h8_a_room_where_somebody_waits_is_kept(url):
    async def run():
        async with Site(url) as site:
            live = await site.make()
            await site.live_rooms.join(live, FakeMember("ada", ADA, []), actions.Hello())
            for _ in range(5):
                await site.wait(DAY_SECONDS / 2)
            assert await site.state(live) == "live"

    play(run())


@pytest.mark.parametrize(("seats", "days"), [(("me", "machine:1"), SOLO_DAYS), (("me", "open"), PLAYED_DAYS)])
def test_h8_a_played_game_ends_without_a_result_and_is_kept(url, seats, days):
    async def run():
        async with Site(url) as site:
            live = await site.make(*seats)
            await site.live_rooms.act(live, ADA, actions.Move("1", 0, "h3e3"))
            if "open" in seats:
                await site.live_rooms.act(live, BO, actions.Sit("2", 1), is_invited=True)
                await site.live_rooms.act(live, BO, actions.Move("3", 1, "h10g8"))
            await site.wait(DAY_SECONDS * days - 10)
            assert site.rows(live)["rooms"] == 1
            assert await site.live_rooms.store.count_live(0) == 1
            await site.wait(20)
            assert await site.live_rooms.store.count_live(0) == 0
            assert await site.state(live) == "over"
            room = (await site.live_rooms.find(live.room.id)).room
            assert room.outcome.clause == "H8" and room.outcome.payoffs == () and room.moves[0] == "h3e3"
            assert (await refusal_of(site.live_rooms.act(live, ADA, actions.Resign("r", 0)))).why in ("over", "busy")

    play(run())


def test_h8_a_move_keeps_the_game_for_as_long_again(url):
    async def run():
        async with Site(url) as site:
            live = await site.make("me", "me")
            for number, text in enumerate(("h3e3", "h10g8", "h1g3")):
                live = await site.live_rooms.find(live.room.id)
                await site.live_rooms.act(live, ADA, actions.Move(text, number, text))
                await site.wait(DAY_SECONDS * SOLO_DAYS - 10)
            assert await site.state(live) == "live"

    play(run())


def test_h8_a_game_with_much_time_for_a_move_is_kept_longer(url):
    async def run():
        async with Site(url) as site:
            live = await site.make("me", "open", clock=Timing(DAY_SECONDS, 0))
            await site.wait(DAY_SECONDS + 10)
            assert site.rows(live)["rooms"] == 1
            await site.wait(DAY_SECONDS)
            assert await site.state(live) == "gone"

    play(run())


def test_h8_a_game_that_is_over_stays_as_it_is(url):
    async def run():
        async with Site(url) as site:
            live = await site.make("me", "me")
            await site.live_rooms.act(live, ADA, actions.Resign("r", 0))
            await site.wait(100 * DAY_SECONDS)
            assert await site.state(live) == "over"
            assert (await site.live_rooms.find(live.room.id)).room.outcome.clause == "H1"

    play(run())


def test_an_unreadable_room_does_not_hold_up_the_others(url, caplog):
    async def run():
        async with Site(url) as site:
            broken, other = await site.make("me", "me"), await site.make("me", "me")
            for live in (broken, other):
                await site.live_rooms.act(live, ADA, actions.Move("1", 0, "h3e3"))
            with site.live_rooms.store.writing_engine.begin() as connection:
                moved = schema.events.c.seq == 2
                connection.execute(
                    schema.events.update()
                    .where(schema.events.c.room == broken.room.id, moved)
                    .values(body='{"what":"moved","seat":"0","move":"h3e3"}')
                )
            site.live_rooms.rooms.clear()
            await site.wait(30 * DAY_SECONDS)
            await site.wait(60)
            assert await site.state(other) == "over"
            assert caplog.text.count("set aside") == 1

    play(run())


# Two servers


def test_another_server_knows_that_somebody_waits(url):
    async def run():
        times = ManualTime()
        async with Site(url, times) as here, Site(url, times) as there:
            live = await here.make()
            guest = await there.live_rooms.find(live.room.id)
            await there.live_rooms.join(guest, FakeMember("bo", BO, []), actions.Hello())
            times.seconds += DAY_SECONDS
            await there.wait(60)
            await here.wait(60)
            assert here.rows(live)["rooms"] == 1

    play(run())


def test_of_two_servers_one_removes_and_a_stale_one_stores_nothing_more(url):
    async def run():
        times = ManualTime()
        async with Site(url, times) as here, Site(url, times) as there:
            live = await here.make("me", "me")
            stale = await there.live_rooms.find(live.room.id)
            await there.live_rooms.drain()
            times.seconds += DAY_SECONDS + 60
            await asyncio.gather(here.wait(0), here.wait(0))
            with pytest.raises(Refusal):
                await there.live_rooms.act(stale, ADA, actions.Move("1", 0, "h3e3"))
            assert there.rows(live)["events"] == 1
            assert await there.state(live) == "gone"

    play(run())


def test_two_servers_expire_the_same_rooms_at_the_same_time(url):
    play(two_expire(url))


async def two_expire(url):
    times = ManualTime()
    async with Site(url, times) as here, Site(url, times) as there:
        rooms = [await here.make("me", "me") for _ in range(20)]
        for live in rooms[:10]:
            await here.live_rooms.act(live, ADA, actions.Move("1", 0, "h3e3"))
        times.seconds += 100 * DAY_SECONDS
        await there.make()
        await asyncio.gather(here.wait(0), there.wait(0))
        await asyncio.gather(here.wait(60), there.wait(0))
        assert [await here.state(live) for live in rooms] == 10 * ["over"] + 10 * ["gone"]
        assert [here.rows(live)["events"] for live in rooms] == 10 * [3] + 10 * [1]
        assert await there.live_rooms.store.count_rooms_of(ADA, 0) == 1


# A full server


def test_when_the_server_is_full_the_oldest_rooms_without_a_move_go_first(url):
    """A thousand rooms made at once closed the server for 14 days."""

    async def run():
        async with Site(url, live_rooms=30, rooms_per_visitor=1000) as site:
            played = await site.make("me", "me")
            await site.live_rooms.act(played, ADA, actions.Move("1", 0, "h3e3"))
            waiting = await site.make()
            await site.live_rooms.join(waiting, FakeMember("ada", ADA, []), actions.Hello())
            oldest = await site.make()
            await site.wait(1)
            for _ in range(27):
                await site.make(visitor=EVE)
            assert (await refusal_of(site.make(visitor=BO))).why == "busy"
            await site.wait(ABSENCE_SECONDS + 1)
            made = await site.make(visitor=BO)
            assert await site.state(oldest) == "gone"
            assert [await site.state(live) for live in (played, waiting, made)] == 3 * ["live"]

    play(run())


def test_rooms_that_nobody_uses_do_not_count(url):
    """Each room has moves of two people, so none of them may be removed."""

    async def run():
        async with Site(url, live_rooms=5) as site:
            rooms = [await site.make() for _ in range(5)]
            for live in rooms:
                await site.live_rooms.act(live, ADA, actions.Move("1", 0, "h3e3"))
                await site.live_rooms.act(live, BO, actions.Sit("2", 1), is_invited=True)
                await site.live_rooms.act(live, BO, actions.Move("3", 1, "h10g8"))
            assert (await refusal_of(site.make(visitor=EVE))).why == "busy"
            await site.wait(60 * ServerLimits().idle_minutes + 1)
            await site.make(visitor=EVE)
            assert [await site.state(live) for live in rooms] == 5 * ["live"]

    play(run())


def test_no_more_rooms_without_a_move_are_kept_than_can_be_live(url):
    async def run():
        async with Site(url, live_rooms=10) as site:
            rooms: list[Any] = []
            for _ in range(3):
                rooms += [await site.make() for _ in range(8)]
                await site.wait(3600)
            states = [await site.state(live) for live in rooms]
            assert states == 14 * ["gone"] + 10 * ["live"]

    play(run())


def test_a_visitor_has_few_rooms_that_are_not_over(url):
    async def run():
        async with Site(url, rooms_per_visitor=4) as site:
            for seats in (("me", "me"), ("open", "open"), ("machine:1", "machine:1")):
                live = await site.make(*seats)
            guest = await site.make(visitor=BO)
            await site.live_rooms.act(guest, ADA, actions.Sit("s", 1), is_invited=True)
            await site.live_rooms.drain()
            refusal = await refusal_of(site.make())
            assert refusal.why == "not-now" and "4 games" in refusal.message
            await site.make(visitor=BO)
            await site.live_rooms.act(guest, ADA, actions.Resign("r", 1))
            await site.live_rooms.drain()
            assert await site.make() is not live

    play(run())

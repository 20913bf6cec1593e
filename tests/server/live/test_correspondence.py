"""Correspondence games leave memory while somebody thinks for days, and their flags fall all the same."""

import asyncio
import time

import pytest

from ludoteca.server.events import Flagged, Timing
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.fair_queue import ANYBODY
from ludoteca.server.live.live_rooms import IDLE_SECONDS, LiveRooms
from ludoteca.server.rooms import actions
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.storage.store import Store
from tests.server.members import ADA, BO, ManualTime

DAY = 86400
THREE_DAYS = Timing(3 * DAY, 0, True)


class IdleEngines(EnginePool):
    async def ask(self, request, claim=ANYBODY):
        await asyncio.sleep(3600)


class Site:
    """A server whose clock is set by hand."""

    def __init__(self, url, times, is_shared=False):
        self.times = times
        self.rooms = LiveRooms(Store(url), IdleEngines(1), ServerLimits(), times, is_shared)

    async def __aenter__(self):
        await self.rooms.open()
        return self

    async def __aexit__(self, *error):
        await self.rooms.close()

    async def begin(self, clock=THREE_DAYS, **more):
        """A game of two after its first move."""
        live, _ = await self.rooms.create(NewRoom("xiangqi", ("me", "open"), clock=clock, public=True, **more), ADA)
        await self.rooms.act(live, BO, actions.Sit("sit", 1, "Bo"))
        await self.rooms.act(live, ADA, actions.Move("first", 0, "h3e3"))
        await self.rooms.drain()
        return live

    async def leave_memory(self, live):
        """Whether the room leaves memory when nobody was there for some minutes."""
        await self.rooms.drain()
        live.last_used = time.monotonic() - IDLE_SECONDS - 1
        await self.rooms.evict_idle_rooms()
        await self.rooms.drain()
        return live.room.id not in self.rooms.rooms

    async def own(self, visitor):
        return (await self.rooms.list_rooms(visitor))["own"]


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


def play(work):
    asyncio.run(asyncio.wait_for(work, 60))


def test_a_room_that_waits_for_days_leaves_memory_and_one_with_another_clock_does_not(url):
    async def run():
        async with Site(url, ManualTime()) as site:
            slow, fast = await site.begin(), await site.begin(Timing(600, 0))
            assert await site.leave_memory(slow) and slow.flag_timer.cancelled()
            assert not await site.leave_memory(fast)

    play(run())


def test_the_flag_of_a_room_out_of_memory_falls_at_its_deadline(url):
    async def run():
        async with Site(url, ManualTime()) as site:
            live = await site.begin()
            assert await site.leave_memory(live)
            site.times.seconds += 3 * DAY - 1
            await site.rooms.deadlines.run()
            assert not site.rooms.rooms and site.rooms.deadlines.are_pending
            site.times.seconds += 1
            await site.rooms.deadlines.run()
            entries = await site.rooms.store.entries(live.room.id)
            assert entries[-1].event == Flagged(1) and entries[-1].spent == 3 * DAY * 1000
            await site.rooms.drain()
            assert [(each["is_over"], each["result"]) for each in await site.own(BO)] == [(True, "Red wins")]
            await site.rooms.deadlines.run()
            assert not site.rooms.deadlines.are_pending

    play(run())


def test_it_falls_after_a_restart_and_the_room_is_not_loaded_before(url):
    async def run():
        times = ManualTime()
        async with Site(url, times) as site:
            live = await site.begin()
        times.seconds += 2 * DAY
        async with Site(url, times) as site:
            await asyncio.sleep(0.2)
            assert not site.rooms.rooms and site.rooms.deadlines.are_pending
        times.seconds += 2 * DAY
        async with Site(url, times) as site:
            while not (found := site.rooms.rooms.get(live.room.id)) or not found.room.is_over:
                await asyncio.sleep(0.01)
            assert found.room.outcome.clause == "H2"

    play(run())


def test_a_deadline_that_was_stored_too_early_is_put_off(url):
    async def run():
        async with Site(url, ManualTime()) as site:
            live = await site.begin()
            assert await site.leave_memory(live)
            site.times.seconds += 2 * DAY
            found = await site.rooms.find(live.room.id)
            # As if the server had been killed after it stored the move.
            site.rooms.derived.write = lambda live, least_events=0: None
            await site.rooms.act(found, BO, actions.Move("second", 1, "h10g8"))
            del site.rooms.derived.write
            site.rooms._forget_room(found)
            site.times.seconds += 2 * DAY
            await site.rooms.deadlines.run()
            await site.rooms.drain()
            assert site.rooms.rooms[live.room.id].room.outcome is None
            now = site.rooms.times.now().now
            assert await site.rooms.store.rooms_due(now) == []
            assert await site.rooms.store.rooms_due(now + DAY) == [live.room.id]

    play(run())


async def flag_by_two_servers(url):
    times = ManualTime()
    async with Site(url, times, is_shared=True) as one, Site(url, times, is_shared=True) as other:
        live = await one.begin()
        assert await one.leave_memory(live)
        times.seconds += 3 * DAY
        await asyncio.gather(one.rooms.deadlines.run(), other.rooms.deadlines.run())
        entries = await one.rooms.store.entries(live.room.id)
        assert [type(entry.event) for entry in entries].count(Flagged) == 1


def test_two_servers_store_one_flag(url):
    play(flag_by_two_servers(url))


def test_two_servers_store_one_flag_on_one_postgresql(postgres):
    play(flag_by_two_servers(postgres))


def test_a_server_says_that_it_is_alive_while_a_room_out_of_memory_waits(url):
    """Otherwise that time would be an outage, in which no clock runs."""

    async def run():
        async with Site(url, ManualTime()) as site:
            live = await site.begin()
            assert await site.leave_memory(live)
            await site.rooms.deadlines.run()
            beats = []

            async def note_beat():
                beats.append(1)

            site.rooms.ownership.beat = note_beat
            await site.rooms.look_after_rooms()
            assert beats
            site.times.seconds += 3 * DAY
            await site.rooms.deadlines.run()
            await site.rooms.drain()
            await site.rooms.deadlines.run()
            beats.clear()
            await site.rooms.look_after_rooms()
            assert not beats

    play(run())


def test_the_lists_tell_whose_turn_it_is_though_the_room_is_not_in_memory(url):
    async def run():
        async with Site(url, ManualTime()) as site:
            live = await site.begin()
            begun = site.rooms.times.now().now
            assert await site.leave_memory(live)
            assert [(each["your_turn"], each["deadline"]) for each in await site.own(BO)] == [(True, begun + 3 * DAY)]
            assert [each["your_turn"] for each in await site.own(ADA)] == [False]
            found = await site.rooms.find(live.room.id)
            await site.rooms.act(found, BO, actions.Move("second", 1, "h10g8"))
            assert await site.leave_memory(found)
            assert [each["your_turn"] for each in await site.own(ADA)] == [True]
            assert (await site.own(ADA))[0]["number"] == 2

    play(run())


def test_a_room_that_nobody_plays_in_ends_though_it_has_days_for_a_move(url):
    """Before its clock runs it has no deadline, so nothing keeps it."""

    async def run():
        async with Site(url, ManualTime()) as site:
            live, _ = await site.rooms.create(NewRoom("xiangqi", ("me", "open"), clock=THREE_DAYS), ADA)
            await site.rooms.act(live, ADA, actions.Move("first", 0, "h3e3"))
            assert await site.leave_memory(live)
            for _ in range(3):
                site.times.seconds += 3 * DAY
                await site.rooms.deadlines.run()
                await site.rooms.expiry.run()
            assert not site.rooms.rooms
            site.times.seconds += 2 * DAY
            await site.rooms.expiry.run()
            assert (await site.rooms.find(live.room.id)).room.outcome.clause == "H8"

    play(run())

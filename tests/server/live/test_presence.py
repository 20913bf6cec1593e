"""Who is here: a newcomer is told at once, the others soon, and a crowd costs no message for each pair."""

import asyncio
from typing import Any

from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.rooms import actions
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.storage.store import Store
from tests.server.members import ADA, FakeMember


async def open_room(folder):
    live_rooms = LiveRooms(Store(f"sqlite:///{folder}/games.db"), EnginePool(1), ServerLimits())
    await live_rooms.open()
    live, _ = await live_rooms.create(NewRoom("xiangqi", ("me", "me")), ADA)
    return live_rooms, live


def presences(log):
    return [message for _, message in log if message["say"] == "here"]


async def wait_for(log, expected):
    async with asyncio.timeout(10):
        while not log or log[-1][1] != expected:
            await asyncio.sleep(0.01)


def test_a_crowd_that_comes_and_goes_costs_few_messages(tmp_path):
    async def play():
        live_rooms, live = await open_room(tmp_path)
        log: list[Any] = []
        first = FakeMember("first", ADA, log)
        await live_rooms.join(live, first, actions.Hello())
        crowd_log: list[Any] = []
        crowd = [FakeMember(str(number), f"{number:064}", crowd_log) for number in range(200)]
        for member in crowd:
            await live_rooms.join(live, member, actions.Hello())
        await wait_for(log, {"say": "here", "seats": [True, True], "watching": 200})
        for member in crowd:
            live_rooms.leave(live, member)
        await wait_for(log, {"say": "here", "seats": [True, True], "watching": 0})
        # 200 people who come and go made 40,000 messages. However slow the machine is, few intervals are enough.
        assert len(presences(log)) + len(presences(crowd_log)) < 200 * 20
        await live_rooms.close()

    asyncio.run(play())


def test_a_newcomer_is_told_at_once_and_the_others_soon(tmp_path):
    async def play():
        live_rooms, live = await open_room(tmp_path)
        log: list[Any] = []
        watching = FakeMember("watching", "", log)
        await live_rooms.join(live, watching, actions.Hello())
        assert [message["say"] for _, message in log] == ["welcome", "here"]
        assert log[-1][1] == {"say": "here", "seats": [False, False], "watching": 1}
        ada_log: list[Any] = []
        ada = FakeMember("ada", ADA, ada_log)
        await live_rooms.join(live, ada, actions.Hello())
        assert presences(ada_log) == [{"say": "here", "seats": [True, True], "watching": 1}]
        await wait_for(log, {"say": "here", "seats": [True, True], "watching": 1})
        live_rooms.leave(live, ada)
        await wait_for(log, {"say": "here", "seats": [False, False], "watching": 1})
        await live_rooms.close()

    asyncio.run(play())

"""What one guest can store in a room: few names and few invitations."""

import asyncio
from typing import Any

from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.rooms import actions, quota
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage.expiry import MAX_INVITATIONS
from ludoteca.server.storage.store import Store
from ludoteca.server.tokens import hash_token
from tests.server.members import ADA, BO, FakeMember


async def open_room(folder, **more):
    live_rooms = LiveRooms(Store(f"sqlite:///{folder}/games.db"), EnginePool(1), ServerLimits())
    await live_rooms.open()
    live, codes = await live_rooms.create(NewRoom("xiangqi", ("me", "open"), **more), ADA)
    return live_rooms, live, codes


def test_renaming_without_end_is_refused_and_stored_no_more(tmp_path):
    async def play():
        live_rooms, live, _ = await open_room(tmp_path)
        refused = []
        for number in range(2 * quota.MAX_SEAT_CHANGES):
            try:
                await live_rooms.act(live, ADA, actions.Rename(f"n{number}", 0, f"Ada {number}"))
            except Refusal as refusal:
                refused.append(refusal.why)
        assert refused == ["not-now"] * quota.MAX_SEAT_CHANGES
        assert len(await live_rooms.store.entries(live.room.id)) == 1 + quota.MAX_SEAT_CHANGES
        await live_rooms.act(live, BO, actions.Sit("s", 1, "Bo"), is_invited=True)
        await live_rooms.close()

    asyncio.run(play())


def test_the_same_name_again_is_acknowledged_and_not_stored(tmp_path):
    async def play():
        live_rooms, live, _ = await open_room(tmp_path, name="Ada")
        log: list[Any] = []
        ada = FakeMember("ada", ADA, log)
        await live_rooms.join(live, ada, actions.Hello())
        log.clear()
        assert await live_rooms.act(live, ADA, actions.Rename("again", 0, "Ada"), ada) == 1
        assert log == [("ada", {"say": "ok", "id": "again", "seq": 1})]
        assert len(await live_rooms.store.entries(live.room.id)) == 1
        await live_rooms.close()

    asyncio.run(play())


def test_a_seat_has_few_invitations_and_the_newest_is_valid(tmp_path):
    async def play():
        live_rooms, live, codes = await open_room(tmp_path)
        log: list[Any] = []
        ada = FakeMember("ada", ADA, log)
        for number in range(100):
            await live_rooms.answer(live, ada, actions.Invite(f"i{number}", 1))
        sent = [codes[1], *(message["code"] for _, message in log)]
        found = [await live_rooms.store.invitation(hash_token(code)) for code in sent]
        assert len(found) == 101
        assert found[-1] == (live.room.id, 1)
        assert 1 <= len([seat for seat in found if seat]) <= MAX_INVITATIONS
        await live_rooms.close()

    asyncio.run(play())


def test_each_seat_has_its_own_invitations(tmp_path):
    async def play():
        live_rooms, _, _ = await open_room(tmp_path)
        request = NewRoom("chinese-checkers", ("me", "open", "open"), options={"players": 3})
        live, codes = await live_rooms.create(request, ADA)
        ada = FakeMember("ada", ADA, [])
        for number in range(2 * MAX_INVITATIONS):
            await live_rooms.answer(live, ada, actions.Invite(f"i{number}", 1))
        assert await live_rooms.store.invitation(hash_token(codes[2])) == (live.room.id, 2)
        await live_rooms.close()

    asyncio.run(play())

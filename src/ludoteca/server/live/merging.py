"""Gives all that is a visitor's to the visitor whose recovery phrase they have entered: they are one person."""

import asyncio
from contextlib import AsyncExitStack, suppress

from ludoteca.core.message import Message
from ludoteca.server import events
from ludoteca.server.events import Entry
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.live.transaction import or_busy
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage.changes import Changes, Conflict, Merge
from ludoteca.server.storage.forgetting import NamingRoom
from ludoteca.server.storage.store import Store

MAX_ROOMS = 1000
"""So many are rewritten in one transaction; others wait for it for about a second."""
TRIES = 5
"""Somebody else may act in a room meanwhile."""


class Merging:
    def __init__(self, store: Store, live_rooms: LiveRooms) -> None:
        self._store = store
        self._live_rooms = live_rooms

    async def merge(self, visitor: str, into: str) -> None:
        """Give away a visitor's games, studies and name, in one transaction; or a Refusal, and nothing is changed."""
        for _ in range(TRIES):
            rooms = await self._rooms_of(visitor)
            for room in rooms:
                if not room.is_over:
                    # A clock may run there: only the room knows what the event costs.
                    with suppress(Refusal):
                        await self._live_rooms.find(room.room_id)
            if await self._write(visitor, into, rooms):
                return
        raise Refusal("busy", "others play in a game of yours; try again in a moment")

    async def _rooms_of(self, visitor: str) -> list[NamingRoom]:
        rooms: list[NamingRoom] = []
        after = ""
        while True:
            found, after = await or_busy(self._store.rooms_that_name(visitor, after))
            rooms += found
            if len(rooms) > MAX_ROOMS:
                raise Refusal("too-large", Message("more than {most} games cannot be taken along", most=MAX_ROOMS))
            if not after:
                return sorted(rooms, key=lambda room: room.room_id)

    async def _write(self, visitor: str, into: str, rooms: list[NamingRoom]) -> bool:
        """Whether it is stored; not if another event came first. Whoever is in one of the rooms reads it anew."""
        in_memory = self._live_rooms.rooms
        room_ids = tuple(room.room_id for room in rooms)
        try:
            async with AsyncExitStack() as locks:
                for room_id in room_ids:
                    if room_id in in_memory:
                        await locks.enter_async_context(in_memory[room_id].lock)
                # Summaries that name the visitor are handed to the store before, not after.
                await asyncio.sleep(0)
                entries = [(room.room_id, self._entry(room)) for room in rooms]
                merge = Merge(visitor, into, room_ids)
                await or_busy(self._store.write(Changes(entries=entries, merges=[merge])))
        except Conflict:
            return False
        finally:
            for room_id in room_ids:
                if room_id in in_memory:
                    self._live_rooms.evict(in_memory[room_id])
        return True

    def _entry(self, room: NamingRoom) -> Entry:
        live, now = self._live_rooms.rooms.get(room.room_id), self._live_rooms.times.now()
        return live.room.decide_forgetting(now) if live else Entry(room.seq + 1, now.now, 0, "", events.Forgotten())

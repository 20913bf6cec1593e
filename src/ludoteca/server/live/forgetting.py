"""Deletes all that is a visitor's: games without other people wholly, and from games with others the visitor."""

import asyncio
from contextlib import nullcontext, suppress
from typing import NamedTuple

from ludoteca.server import events
from ludoteca.server.events import Entry
from ludoteca.server.live.live_room import LiveRoom
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.live.transaction import or_busy
from ludoteca.server.rooms import actions
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage import studies, visitors
from ludoteca.server.storage.changes import Changes, Conflict
from ludoteca.server.storage.forgetting import NamingRoom
from ludoteca.server.storage.store import Store
from ludoteca.server.tokens import hash_token, new_room_id, new_token

ROOMS_AT_ONCE = 50
TRIES = 5
"""Somebody else may act in a room meanwhile."""


class Forgotten(NamedTuple):
    """How many games were deleted, and how many others do not name the visitor any more."""

    deleted: int
    anonymised: int


class Forgetting:
    def __init__(self, store: Store, live_rooms: LiveRooms) -> None:
        self._store = store
        self._live_rooms = live_rooms

    async def forget(self, visitor: str) -> Forgotten:
        """Delete a visitor's games, studies, name and recovery phrase; or a Refusal if the database does not answer.

        Nothing is lost by a second try: what was deleted before is not found again.
        """
        deleted = anonymised = 0
        after = ""
        while True:
            found, after = await or_busy(self._store.rooms_that_name(visitor, after))
            for begin in range(0, len(found), ROOMS_AT_ONCE):
                # Together, so that they are stored in few transactions.
                part = found[begin : begin + ROOMS_AT_ONCE]
                await asyncio.gather(*(self._forget_room(room, visitor) for room in part))
            anonymised += sum(room.has_others for room in found)
            deleted += sum(not room.has_others for room in found)
            if not after:
                break
        await or_busy(self._store.run(studies.remove_all_of, visitor))
        await or_busy(self._store.run(visitors.remove, visitor))
        return Forgotten(deleted, anonymised)

    async def _forget_room(self, room: NamingRoom, visitor: str) -> None:
        if room.has_others:
            await self._anonymise(room, visitor)
        else:
            await self._delete(room)

    async def _delete(self, room: NamingRoom) -> None:
        for tries in range(TRIES):
            live = self._live_rooms.rooms.get(room.room_id)
            async with live.lock if live else nullcontext():
                seq = live.room.seq if live else room.seq + tries
                expired = Entry(seq + 1, self._now(), 0, "", events.Expired(is_removed=True))
                changes = Changes(entries=[(room.room_id, expired)], removed_rooms=[room.room_id])
                if await self._write(room.room_id, changes):
                    return
        raise _in_use()

    async def _anonymise(self, room: NamingRoom, visitor: str) -> None:
        if not room.is_over:
            await self._leave(room.room_id, visitor)
        # A random one for each room, so that nobody can tell any more which games were of the same person.
        alias = hash_token(new_token())
        for tries in range(TRIES):
            live = await self._find(room.room_id)
            # What waits to be stored of the room still has the visitor's name.
            await self._live_rooms.derived.drain()
            async with live.lock if live else nullcontext():
                if live:
                    entry = live.room.decide_forgetting(self._live_rooms.times.now())
                else:
                    entry = Entry(room.seq + tries + 1, self._now(), 0, "", events.Forgotten())
                changes = Changes(entries=[(room.room_id, entry)], forgotten=[(room.room_id, visitor, alias)])
                if await self._write(room.room_id, changes):
                    return
        raise _in_use()

    async def _leave(self, room_id: str, visitor: str) -> None:
        """H1: with two seats the other wins, with more a machine takes over."""
        live = await self._find(room_id)
        if live is None:
            return
        for seat in live.room.seats_of(visitor):
            with suppress(Refusal):  # The game may be over by now.
                await self._live_rooms.act(live, visitor, actions.Leave(new_room_id(), seat))

    async def _find(self, room_id: str) -> LiveRoom | None:
        """None if the room cannot be read."""
        try:
            return await self._live_rooms.find(room_id)
        except Refusal as refusal:
            if refusal.why == "busy":
                raise
            return None

    async def _write(self, room_id: str, changes: Changes) -> bool:
        """Store the changes of a room; whoever is there reads it anew. False if another event came first."""
        try:
            await or_busy(self._store.write(changes), room_id)
        except Conflict:
            return False
        finally:
            live = self._live_rooms.rooms.get(room_id)
            if live:
                self._live_rooms.evict(live)
        return True

    def _now(self) -> float:
        return self._live_rooms.times.now().now


def _in_use() -> Refusal:
    return Refusal("busy", "others play in a game of yours; try again in a moment")

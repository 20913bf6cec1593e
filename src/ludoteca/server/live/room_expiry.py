"""Ends or removes rooms in which nobody plays, and makes way for new ones when the server is full.

Several servers may do this on one database: a room ends by an event, and of two servers one gets a Conflict.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from ludoteca.core.message import Message
from ludoteca.server import events
from ludoteca.server.events import Entry
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.live_room import LiveRoom, TimeSource
from ludoteca.server.live.transaction import Decide, or_busy
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.retention import DAY_SECONDS, UNPLAYED_DAYS, seconds_kept
from ludoteca.server.storage.changes import Changes, Conflict
from ludoteca.server.storage.expiry import IdleRoom
from ludoteca.server.storage.store import Store

EXPIRY_INTERVAL = 60.0
ABSENCE_SECONDS = 3 * EXPIRY_INTERVAL
"""Each server notes at every interval which rooms have members; nobody is in a room without a note for so long."""
REMOVED_AT_ONCE = 20


class RoomExpiry:
    """`rooms` are those in memory; `find` loads a room and `change` runs a transaction in it."""

    def __init__(
        self,
        store: Store,
        times: TimeSource,
        limits: ServerLimits,
        rooms: dict[str, LiveRoom],
        find: Callable[[str], Awaitable[LiveRoom]],
        change: Callable[[LiveRoom, Decide], Awaitable[int]],
    ) -> None:
        self._store = store
        self._times = times
        self._limits = limits
        self._rooms = rooms
        self._find = find
        self._change = change
        self._unreadable: set[str] = set()
        """Rooms that could not be loaded once are left alone."""

    # New rooms

    async def check_may_play(self, visitor: str) -> None:
        """Refuse one more game to a visitor who has too many."""
        own = await or_busy(self._store.count_rooms_of(visitor, self._times.now().now - DAY_SECONDS))
        if own >= self._limits.rooms_per_visitor:
            raise Refusal(
                "not-now",
                Message("you have {count} games of today that are not over; end one of them first", count=own),
            )

    async def check_may_create(self, visitor: str) -> None:
        """Refuse a new room if the visitor has too many, or if the server is full and no room can make way."""
        await self.check_may_play(visitor)
        now, limits = self._times.now().now, self._limits
        used_since = now - 60 * limits.idle_minutes
        surplus = await or_busy(self._store.count_live(used_since)) + 1 - limits.live_rooms
        if surplus > 0 and await self._remove_oldest(used_since, surplus) < surplus:
            raise Refusal("busy", "there are too many games already; try again later")

    async def _remove_oldest(self, used_since: float, count: int) -> int:
        """Remove so many rooms, and some more, in which no person has moved and nobody is. How many were removed."""
        absent_since = self._times.now().now - ABSENCE_SECONDS
        removed = 0
        for room_id, seq in await or_busy(self._store.unplayed_rooms(used_since, absent_since)):
            if removed >= max(count, REMOVED_AT_ONCE):
                break
            removed += await or_busy(self._remove(room_id, seq))
        return removed

    # In the background

    async def run(self) -> None:
        """Note who is where, and end or remove the rooms whose time has come."""
        now = self._times.now().now
        present = [(room_id, now) for room_id, live in self._rooms.items() if live.members and not live.room.is_over]
        if present:
            await self._store.write(Changes(touched=present))
        for idle in await self._store.idle_rooms(now - DAY_SECONDS * UNPLAYED_DAYS):
            if idle.created is None or now - idle.used > seconds_kept(idle.people, idle.created.clock):
                await self._expire(idle)
        unplayed = await self._store.unplayed_rooms(0.0, now - ABSENCE_SECONDS)
        for room_id, seq in unplayed[: max(0, len(unplayed) - self._limits.live_rooms)]:
            await self._remove(room_id, seq)

    async def _expire(self, idle: IdleRoom) -> None:
        if idle.people == 0:
            await self._remove(idle.room_id, idle.seq)
        elif idle.room_id not in self._unreadable:
            await self._end(idle.room_id)

    async def _remove(self, room_id: str, seq: int) -> bool:
        """Delete a room in which nobody has played, unless somebody is there or acts meanwhile."""
        live = self._rooms.get(room_id)
        if live is not None:
            if live.members or live.lock.locked():
                return False
            live.is_evicted = True  # A request that is under way may still hold it.
            del self._rooms[room_id]
        expired = Entry(seq + 1, self._times.now().now, 0, "", events.Expired(is_removed=True))
        try:
            await self._store.write(Changes(entries=[(room_id, expired)], removed_rooms=[room_id]))
        except Conflict:
            return False
        return True

    async def _end(self, room_id: str) -> None:
        """End a game without a result, unless somebody is there or acts meanwhile."""
        try:
            live = await self._find(room_id)
        except Refusal:
            self._unreadable.add(room_id)
            return
        if not live.members:
            with suppress(Refusal):
                await self._change(live, lambda moment: live.room.decide_expiry(moment) or 0)

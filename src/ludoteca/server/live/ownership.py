"""Which rooms this server looks after: one server at a time moves a room's machines and lets its flags fall.

A server that says in time that it is alive keeps its leases; those of another are adopted. The same heartbeats tell
when nothing could be stored, so that no clock ran.
"""

import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from ludoteca.server.live.live_room import TimeSource
from ludoteca.server.storage import leases
from ludoteca.server.storage.changes import StoreFailed
from ludoteca.server.storage.store import Store

BEAT_SECONDS = 0.5
CLAIM_SECONDS = 2.0
"""How often this server asks again for a room that another one looks after."""
FRESH_SECONDS = 1.0
"""A clock is read only if the last heartbeat was not longer ago."""
MAX_AT_ONCE = 500


class Ownership:
    """`begin` is called with each room that this server begins to look after; `start` runs work in the background."""

    def __init__(
        self,
        store: Store,
        times: TimeSource,
        is_shared: bool,
        begin: Callable[[str], None],
        start: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._store = store
        self._times = times
        self.is_shared = is_shared
        """Whether other servers use the same database. If not, this one looks after every room."""
        self._begin = begin
        self._start = start
        self._owned: set[str] = set()
        self._wanted: set[str] = set()
        """Rooms that have work to do, and that this server has asked for or another one looks after."""
        self._unclaimed: list[str] = []
        self._last_beat = -FRESH_SECONDS

    def owns(self, room_id: str) -> bool:
        return not self.is_shared or room_id in self._owned

    # Heartbeats

    async def beat(self) -> None:
        """Say that this server is alive, or StoreFailed."""
        begun = time.monotonic()
        heartbeat = await self._store.run(leases.beat, self._store.server_id)
        if begun - self._last_beat > leases.LEASE_SECONDS and self._owned:
            # Others may have adopted rooms meanwhile.
            self._owned = set(await self._store.run(leases.owned, self._store.server_id))
        self._last_beat = begun
        self._times.synchronise(heartbeat.now, tuple(heartbeat.outages))

    async def ensure_fresh(self) -> None:
        """Know of every outage until now, or StoreFailed."""
        if time.monotonic() - self._last_beat > FRESH_SECONDS:
            await self.beat()

    # Leases

    def want(self, room_id: str) -> None:
        """Look after a room as soon as no other server does."""
        if room_id not in self._wanted:
            self._wanted.add(room_id)
            self._unclaimed.append(room_id)
            if len(self._unclaimed) == 1:
                self._start(self._claim_soon())

    async def _claim_soon(self) -> None:
        """Rooms that are wanted at the same time are claimed together."""
        room_ids, self._unclaimed = self._unclaimed, []
        with suppress(StoreFailed):
            await self._claim(room_ids)

    async def claim_again(self, has_work: Callable[[str], bool]) -> None:
        """Ask again for what was refused: its server may have released it."""
        self._wanted = set(filter(has_work, self._wanted))
        if self._wanted:
            await self._claim(list(self._wanted))

    async def _claim(self, room_ids: list[str]) -> None:
        await self.ensure_fresh()
        for begin in range(0, len(room_ids), MAX_AT_ONCE):
            part = room_ids[begin : begin + MAX_AT_ONCE]
            self._take(await self._store.run(leases.claim, self._store.server_id, part))

    async def adopt(self) -> None:
        """Look after rooms of servers that have died."""
        self._take(await self._store.run(leases.adopt, self._store.server_id, MAX_AT_ONCE))

    def _take(self, room_ids: list[str]) -> None:
        self._owned.update(room_ids)
        self._wanted.difference_update(room_ids)
        for room_id in room_ids:
            self._begin(room_id)

    async def release(self, room_id: str) -> None:
        """Another server may look after a room."""
        if room_id in self._owned:
            self._owned.discard(room_id)
            with suppress(StoreFailed):
                await self._store.run(leases.release, self._store.server_id, room_id)

    async def leave(self) -> None:
        """This server stops; or StoreFailed."""
        if self._owned:
            self._owned.clear()
            await self._store.run(leases.leave, self._store.server_id)

"""What is stored of rooms beside their events, and could be made from them again: summaries and snapshots."""

import asyncio
import logging
from collections.abc import Iterable

from ludoteca.server.live.live_room import LiveRoom, TimeSource
from ludoteca.server.live.summaries import summary_of
from ludoteca.server.rooms.snapshot import take_snapshot
from ludoteca.server.storage.changes import Changes, Conflict, StoreFailed
from ludoteca.server.storage.store import Store

log = logging.getLogger("ludoteca.server")

SNAPSHOT_EVENTS = 200
"""So many events at most are played again when a room is loaded."""
LEAST_EVENTS = 20
"""When a room leaves memory, fewer new events are not worth a snapshot."""


class DerivedWriter:
    """Writes in the background; what fails is logged, and made again when the room is loaded the next time."""

    def __init__(self, store: Store, times: TimeSource) -> None:
        self._store = store
        self._times = times
        self._tasks: set[asyncio.Task[None]] = set()

    def write(self, live: LiveRoom, least_events: int = SNAPSHOT_EVENTS) -> None:
        """Store the summary of a room, and a snapshot if it has so many new events."""
        changes = Changes(summaries=[summary_of(live.room, self._times.now().now)])
        changes.snapshots = self._snapshots([live], least_events)
        task = asyncio.create_task(self._write(live, changes))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self, live: LiveRoom, changes: Changes) -> None:
        try:
            await self._store.write(changes)
        except (StoreFailed, Conflict):
            log.exception("room %s: cannot store its summary", live.room.id)

    async def write_snapshots(self, rooms: Iterable[LiveRoom]) -> None:
        """Of all rooms that leave memory together."""
        await self._store.write(Changes(snapshots=self._snapshots(rooms, LEAST_EVENTS)))

    async def drain(self) -> None:
        while self._tasks:
            await asyncio.gather(*self._tasks)

    def _snapshots(self, rooms: Iterable[LiveRoom], least_events: int) -> list[tuple[str, int, str]]:
        found = []
        for live in rooms:
            if needs_snapshot(live, least_events):
                live.snapshot_seq = live.room.seq
                found.append((live.room.id, live.room.seq, take_snapshot(live.room)))
        return found


def needs_snapshot(live: LiveRoom, least_events: int = SNAPSHOT_EVENTS) -> bool:
    """Rooms of older rules have none: which of their moves still hold is found out by playing them."""
    return live.room.is_of_present_rules and live.room.seq - live.snapshot_seq >= least_events

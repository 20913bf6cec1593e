"""What is stored of rooms beside their events, and could be made from them again: summaries and snapshots."""

import asyncio
import logging
from collections.abc import Collection, Iterable

from ludoteca.server.live.live_room import LiveRoom, TimeSource
from ludoteca.server.live.summaries import summary_of
from ludoteca.server.rooms.snapshot import take_snapshot
from ludoteca.server.storage.changes import Changes, Conflict, StoreFailed, Summary
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
        changes = Changes(summaries=self._summaries([live]), snapshots=self._snapshots([live], least_events))
        task = asyncio.create_task(self._write(live, changes))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def write_last(self, live: LiveRoom) -> None:
        """Store what has changed since, if nobody is in the room: moves alone are not stored in summaries before."""
        is_left = not live.members and not live.is_evicted  # What was evicted may have been deleted.
        if is_left and (_has_new_summary(live) or needs_snapshot(live, LEAST_EVENTS)):
            self.write(live, LEAST_EVENTS)

    async def _write(self, live: LiveRoom, changes: Changes) -> None:
        try:
            await self._store.write(changes)
        except (StoreFailed, Conflict):
            log.exception("room %s: cannot store its summary", live.room.id)

    async def write_all(self, rooms: Collection[LiveRoom]) -> None:
        """Store what has changed in all rooms that leave memory together."""
        summaries = self._summaries(filter(_has_new_summary, rooms))
        await self._store.write(Changes(summaries=summaries, snapshots=self._snapshots(rooms, LEAST_EVENTS)))

    async def drain(self) -> None:
        while self._tasks:
            await asyncio.gather(*self._tasks)

    def _summaries(self, rooms: Iterable[LiveRoom]) -> list[Summary]:
        found = []
        for live in rooms:
            live.summary_seq = live.room.seq
            found.append(summary_of(live.room, self._times.now()))
        return found

    def _snapshots(self, rooms: Iterable[LiveRoom], least_events: int) -> list[tuple[str, int, str]]:
        found = []
        for live in rooms:
            if needs_snapshot(live, least_events):
                live.snapshot_seq = live.room.seq
                found.append((live.room.id, live.room.seq, take_snapshot(live.room)))
        return found


def _has_new_summary(live: LiveRoom) -> bool:
    return live.room.seq > live.summary_seq


def needs_snapshot(live: LiveRoom, least_events: int = SNAPSHOT_EVENTS) -> bool:
    """Rooms of older rules have none: which of their moves still hold is found out by playing them."""
    return live.room.is_of_present_rules and live.room.seq - live.snapshot_seq >= least_events

"""Lets the flags of correspondence games fall, which wait for days and leave memory meanwhile.

A deadline is stored with the summary of a room. Until then nothing happens there by itself. It may be stored too early,
never too late: the room decides when it has been loaded.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from ludoteca.server.live.live_room import LiveRoom, TimeSource
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage.store import Store

DEADLINE_INTERVAL = 60.0


class Deadlines:
    """`find` loads a room; `check_flag` lets its flag fall if it is due."""

    def __init__(
        self,
        store: Store,
        times: TimeSource,
        find: Callable[[str], Awaitable[LiveRoom]],
        check_flag: Callable[[LiveRoom], Awaitable[None]],
    ) -> None:
        self._store = store
        self._times = times
        self._find = find
        self._check_flag = check_flag
        self.are_pending = False
        """Whether a stored room waits for its deadline: then servers say that they are alive, or its clock stops."""

    async def run(self) -> None:
        """Look at the rooms whose deadlines have passed; or StoreFailed."""
        for room_id in await self._store.rooms_due(self._times.now().now):
            with suppress(Refusal):
                await self._check_flag(await self._find(room_id))
        self.are_pending = await self._store.has_deadlines()

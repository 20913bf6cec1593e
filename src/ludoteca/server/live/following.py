"""What other servers have stored: it is heard, or read for all rooms at once, and applied to those in use here."""

import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

from ludoteca.server.events import Entry
from ludoteca.server.live.live_room import LiveRoom
from ludoteca.server.live.transaction import Transactions
from ludoteca.server.storage.changes import StoreFailed
from ludoteca.server.storage.statements import Heard
from ludoteca.server.storage.store import Store

log = logging.getLogger("ludoteca.server")

MAX_ROOMS_AT_ONCE = 500


class Follower:
    """`is_followed` tells whether a room has to be up to date at any time; others are when they are asked for.

    `start` runs work in the background; `evict` removes a room from memory.
    """

    def __init__(
        self,
        store: Store,
        rooms: Mapping[str, LiveRoom],
        transactions: Transactions,
        is_followed: Callable[[LiveRoom], bool],
        start: Callable[[Coroutine[Any, Any, None]], Any],
        evict: Callable[[LiveRoom], None],
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._transactions = transactions
        self._is_followed = is_followed
        self._start = start
        self._evict = evict
        self._behind: set[str] = set()
        self._is_reading = False

    def hear(self, heard: Heard | None) -> None:
        """Another server has stored this, or nobody knows what."""
        if heard is None:
            self._read_soon(self._rooms)
            return
        for room_id, seq, entry in heard:
            live = self._rooms.get(room_id)
            if live and live.room.seq < seq and self._is_followed(live):
                if entry:
                    self._follow(live, [entry])
                else:
                    self._read_soon([room_id])

    def _read_soon(self, room_ids: Iterable[str]) -> None:
        self._behind.update(room_ids)
        if self._behind and not self._is_reading:
            self._is_reading = True
            self._start(self._read())

    async def _read(self) -> None:
        """Read as long as there is something to read: what is heard meanwhile is read together."""
        try:
            while self._behind:
                asked = [self._behind.pop() for _ in range(min(len(self._behind), MAX_ROOMS_AT_ONCE))]
                known = {room_id: self._rooms[room_id].room.seq for room_id in asked if room_id in self._rooms}
                for room_id, entries in (await self._store.new_entries(known)).items():
                    if live := self._rooms.get(room_id):
                        self._follow(live, entries)
        except StoreFailed as error:
            log.warning("cannot read what other servers have stored: %s", error)
        finally:
            self._is_reading = False

    def _follow(self, live: LiveRoom, entries: list[Entry] | None) -> None:
        if live.lock.locked():
            self._start(self._follow_later(live, entries))
        else:
            self._apply(live, entries)

    async def _follow_later(self, live: LiveRoom, entries: list[Entry] | None) -> None:
        async with live.lock:
            self._apply(live, entries)

    def _apply(self, live: LiveRoom, entries: list[Entry] | None) -> None:
        try:
            if entries is None:
                raise ValueError("an event cannot be read")
            if entries[0].seq > live.room.seq + 1:
                self._read_soon([live.room.id])  # Something before it was not heard.
                return
            self._transactions.apply_foreign(live, entries)
        except Exception:
            log.exception("room %s: cannot broadcast what another server stored", live.room.id)
            self._evict(live)

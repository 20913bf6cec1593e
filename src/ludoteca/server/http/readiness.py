"""Whether the server can store, found out by storing something."""

import asyncio
import logging
import time
from pathlib import Path

from ludoteca.server.storage.changes import Changes, StoreFailed
from ludoteca.server.storage.store import Store
from ludoteca.server.tokens import hash_token, new_token

log = logging.getLogger("ludoteca.server")

PROBE_SECONDS = 2.0
"""A probe has so long; the server's moves wait as long as it does."""
VALID_SECONDS = 1.0
"""So long the result of a probe holds, however many ask."""
NO_ROOM, NO_SEAT = "", 0
REASONS = {"full": "the disk is full", "locked": "the database is locked"}


class Readiness:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._code = hash_token(new_token())
        self._probe: asyncio.Task[str] | None = None
        self._began = 0.0

    async def problem(self) -> str:
        """Why nothing can be stored, or nothing if all is well. It takes PROBE_SECONDS at most."""
        now = time.monotonic()
        if self._probe is None or (self._probe.done() and now - self._began > VALID_SECONDS):
            self._probe = asyncio.create_task(self._find_problem())
            self._began = now
        await asyncio.wait([self._probe], timeout=max(0.0, self._began + PROBE_SECONDS - now))
        return self._probe.result() if self._probe.done() else "the database does not answer in time"

    async def _find_problem(self) -> str:
        """Write as moves are written: an invitation to no room, in place of the one of the last probe."""
        if self._store.is_sqlite and not Path(self._store.writing_engine.url.database or "").exists():
            return "the database file is gone"
        try:
            await self._store.write(
                Changes(used_seats=[(NO_ROOM, NO_SEAT)], invitations=[(self._code, NO_ROOM, NO_SEAT)])
            )
        except StoreFailed as error:
            log.error("not ready: the store failed: %s", error)
            return next(
                (reason for word, reason in REASONS.items() if word in str(error)), "the database cannot be written"
            )
        return ""

"""One's own games: with results as one sees them, by filters, and as records."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

from ludoteca.server.live.live_room import LiveRoom, TimeSource
from ludoteca.server.live.summaries import current_summary, record_of
from ludoteca.server.live.transaction import or_busy
from ludoteca.server.rooms.room import Room
from ludoteca.server.storage.store import Store

log = logging.getLogger("ludoteca.server")

RESULTS = ("won", "lost", "drawn", "none", "left")
OPPONENTS = ("people", "machines", "oneself")
STATES = ("over", "going-on")
DECODED_AT_ONCE = 100
"""Others have a turn after so many."""


class Filter(NamedTuple):
    """What to list; an empty field takes everything."""

    game: str = ""
    result: str = ""
    """One of RESULTS."""
    against: str = ""
    """One of OPPONENTS."""
    state: str = ""
    """One of STATES."""


class History:
    """`rooms` are those in memory."""

    def __init__(self, store: Store, rooms: dict[str, LiveRoom], times: TimeSource) -> None:
        self._store = store
        self._rooms = rooms
        self._times = times

    async def games(
        self, visitor: str, wanted: Filter, first: int = 0, most: int | None = None
    ) -> tuple[list[dict[str, Any]], int]:
        """Summaries, newest first, each with one's own seats, result and kind of opponents; and how many there are."""
        if not visitor:
            return [], 0
        is_over = {"over": True, "going-on": False}.get(wanted.state)
        rows = await or_busy(self._store.own_rooms(visitor, wanted.game, is_over))
        last = len(rows) if most is None else first + most
        if not (wanted.result or wanted.against):
            return await self._decoded(visitor, rows[first:last], wanted), len(rows)
        found = await self._decoded(visitor, rows, wanted)
        return found[first:last], len(found)

    async def _decoded(self, visitor: str, rows: list[tuple[str, list[int]]], wanted: Filter) -> list[dict[str, Any]]:
        found = []
        now = self._times.now()
        for number, (stored, seats) in enumerate(rows, 1):
            if number % DECODED_AT_ONCE == 0:
                await asyncio.sleep(0)
            summary = current_summary(stored, self._rooms, visitor, now, seats)
            result, against = _own_result(summary, seats), _opponents(summary, seats)
            if wanted.result in ("", result) and wanted.against in ("", against):
                found.append({**summary, "own_seats": seats, "own_result": result, "against": against})
        return found

    async def records(self, games: list[dict[str, Any]]) -> AsyncIterator[str]:
        """The records of games, one after the other; one that cannot be read is left out, and logged."""
        for summary in games:
            try:
                text = await self._record(summary["id"], summary["is_over"])
            except Exception:
                log.exception("room %s: left out of a download, for it cannot be read", summary["id"])
            else:
                yield text + "\n"

    async def _record(self, room_id: str, is_over: bool) -> str:
        live = self._rooms.get(room_id)
        if live:
            async with live.lock:
                return str(record_of(live.room))
        entries = await self._store.entries(room_id)

        def replay() -> str:
            room = Room.replay(room_id, entries)
            if is_over and not room.is_of_present_rules and not room.is_over:
                room.stay_ended()
            return str(record_of(room))

        return await asyncio.to_thread(replay)


def _opponents(summary: Mapping[str, Any], seats: list[int]) -> str:
    others = [seat for seat in summary["seats"] if seat["seat"] not in seats]
    if any(seat["kind"] == "person" for seat in others):
        return "people"
    return "machines" if any(seat["kind"] == "machine" for seat in others) else "oneself"


def _own_result(summary: Mapping[str, Any], seats: list[int]) -> str:
    """One of RESULTS, or nothing while a game goes on and if all seats are one's own."""
    kept = [seat for seat in seats if summary["seats"][seat]["kind"] == "person"]
    if not kept:
        return "left"
    if not summary["is_over"]:
        return ""
    if summary["result"] in ("no result", ""):
        return "none"
    if summary["result"] == "drawn":
        return "drawn"
    if len(kept) == len(summary["seats"]):
        return ""
    return "won" if any(summary["result"] == f"{summary['seats'][seat]['title']} wins" for seat in kept) else "lost"

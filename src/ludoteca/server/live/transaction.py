"""One transaction in a room: decide, store, apply, acknowledge to the sender, broadcast to the others.

The room stays locked meanwhile, so everything in a room happens in order and nobody sees what is not stored yet.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from ludoteca.core.position import Position
from ludoteca.server import events
from ludoteca.server.events import Entry
from ludoteca.server.live.live_room import LiveRoom, Member, TimeSource
from ludoteca.server.live.ownership import Ownership
from ludoteca.server.rooms import game_payloads, payloads
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.game_payloads import StepPayload
from ludoteca.server.rooms.payloads import EventPayload
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage.changes import Changes, Conflict, StoreFailed
from ludoteca.server.storage.store import Store

log = logging.getLogger("ludoteca.server")

MAX_DECISIONS = 5
"""If other servers are faster so often, the sender should try again later."""

Result = TypeVar("Result")
Decide = Callable[[Moment], Entry | int]
"""Gives the entry to store; or, if there is nothing to do, the number of the event that did it before, or 0."""


def try_again() -> Refusal:
    return Refusal("busy", "the server could not do this; try again")


async def or_busy(work: Awaitable[Result], room_id: str = "") -> Result:
    """The result of work on the store, or a Refusal; `room_id` names the room in the log, if it is about one."""
    try:
        return await work
    except StoreFailed as error:
        raise _busy(error, room_id) from error


def _busy(error: Exception, room_id: str) -> Refusal:
    log.error("%sthe store failed: %s", f"room {room_id}: " if room_id else "", error)
    return Refusal("busy", "the server cannot store this now; try again")


class Transactions:
    """Changes rooms in memory, one transaction at a time in each.

    `prepare` gives what has to be stored along with an entry; `committed` is called after each entry was broadcast, and
    whether this server has stored it; `evict` removes a room from memory.
    """

    def __init__(
        self,
        store: Store,
        times: TimeSource,
        ownership: Ownership,
        prepare: Callable[[LiveRoom, Entry], Changes],
        committed: Callable[[LiveRoom, Entry, bool], None],
        evict: Callable[[LiveRoom], None],
    ) -> None:
        self._store = store
        self._times = times
        self._ownership = ownership
        self._prepare = prepare
        self._committed = committed
        self._evict = evict
        self.is_closing = False

    async def run(self, live: LiveRoom, decide: Decide, sender: Member | None = None, action_id: str = "") -> int:
        """The number of the event, 0 if there was nothing to do; or a Refusal. Waits for its turn in the room."""
        async with live.lock:
            try:
                for _ in range(MAX_DECISIONS):
                    self._check_in_use(live)
                    if live.room.clock:
                        await self._drop_flag_if_due(live)
                    decided = decide(self._times.now())
                    if not isinstance(decided, Entry):
                        return _acknowledge_again(decided, sender, action_id)
                    if await self._commit(live, decided, sender, action_id):
                        return decided.seq
            except Refusal:
                raise
            except Exception:
                log.exception("room %s: transaction failed", live.room.id)
            raise try_again()

    async def _drop_flag_if_due(self, live: LiveRoom) -> None:
        # Only who knows of all outages can tell how long somebody has thought.
        await or_busy(self._ownership.ensure_fresh(), live.room.id)
        while entry := live.room.decide_flag(self._times.now()):
            await self._commit(live, entry)
            self._check_in_use(live)

    def _check_in_use(self, live: LiveRoom) -> None:
        if live.is_evicted or self.is_closing:
            raise try_again()

    async def _commit(self, live: LiveRoom, entry: Entry, sender: Member | None = None, action_id: str = "") -> bool:
        """Store, apply and broadcast an entry. False if another server was faster: then the room has caught up."""
        changes = self._prepare(live, entry)
        try:
            await self._store.write(changes)
        except Conflict:
            await self._catch_up_or_evict(live)
            return False
        except StoreFailed as error:
            raise _busy(error, live.room.id) from error
        except asyncio.CancelledError:
            # The store goes on with it, and nobody is left to apply it: the next visitor reads the room anew.
            self._evict(live)
            raise
        try:
            self._apply_and_broadcast(live, entry, sender, action_id)
        except Exception:
            log.exception("room %s: cannot broadcast event %d", live.room.id, entry.seq)
            self._evict(live)
        return True

    async def _catch_up_or_evict(self, live: LiveRoom) -> None:
        try:
            await self.catch_up(live)
        except Refusal:
            raise
        except BaseException:
            self._evict(live)
            raise

    async def catch_up(self, live: LiveRoom) -> None:
        """Apply and broadcast what another server has stored. The room has to be locked."""
        self.apply_foreign(live, await or_busy(self._store.entries(live.room.id, live.room.seq), live.room.id))

    def apply_foreign(self, live: LiveRoom, entries: list[Entry]) -> None:
        """Apply and broadcast what another server has stored, if it is not known yet. Nobody may hold the lock."""
        for entry in entries:
            if entry.seq > live.room.seq:
                self._apply_and_broadcast(live, entry, is_foreign=True)

    def _apply_and_broadcast(
        self,
        live: LiveRoom,
        entry: Entry,
        sender: Member | None = None,
        action_id: str = "",
        is_foreign: bool = False,
    ) -> None:
        room = live.room
        event = entry.event
        had_offers = bool(room.offers)
        has_viewer = live.has_viewer()
        steps: list[StepPayload] = []
        if has_viewer and type(event) is events.Moved:
            steps = game_payloads.steps_payload(room.position, room.move_of(event))
        room.apply(entry)
        if is_foreign:
            live.summary_seq = room.seq
        live.entries.append(entry)
        payload = payloads.event_with_state(room, entry, had_offers, live.visitors_present, self._times.now())
        plain = payloads.encode(payload)
        with_view = _encode_with_view(payload, room.position, steps) if has_viewer else plain
        if sender:
            sender.post(payloads.acknowledge(with_view if sender.wants_views else plain, action_id))
        for member in tuple(live.members):
            if member is not sender:
                member.post(with_view if member.wants_views else plain)
        self._committed(live, entry, not is_foreign)


def _acknowledge_again(seq: int, sender: Member | None, action_id: str) -> int:
    """There is nothing to do, perhaps because it was done before."""
    if seq and sender:
        sender.post(payloads.encode({"say": "ok", "id": action_id, "seq": seq}))
    return seq


def _encode_with_view(payload: EventPayload, position: Position, steps: list[StepPayload]) -> str:
    if payload.what in ("moved", "taken-back"):
        payload = msgspec.structs.replace(payload, view=game_payloads.view_payload(position), steps=steps)
    return payloads.encode(payload)

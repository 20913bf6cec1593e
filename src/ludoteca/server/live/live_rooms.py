"""All rooms in the memory of this server, and their members. Knows no network: members are posted messages."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from ludoteca.server import events
from ludoteca.server.events import Created, Entry
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live import summaries
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.live_room import LiveRoom, Member, TimeSource
from ludoteca.server.live.machine_seats import MachineSeats
from ludoteca.server.live.queries import answer_query
from ludoteca.server.live.transaction import Decide, Transactions, or_busy
from ludoteca.server.rooms import actions, game_payloads, payloads
from ludoteca.server.rooms.actions import AnyAction, AnyQuery
from ludoteca.server.rooms.new_room import NewRoom, created_event
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Moment, Room
from ludoteca.server.storage.changes import Changes, Conflict, StoreFailed
from ludoteca.server.storage.store import Store
from ludoteca.server.tokens import hash_token, new_room_id, new_token

log = logging.getLogger("ludoteca.server")

IDLE_SECONDS = 300.0
"""A room without members stays in memory for so long."""
EVICTION_INTERVAL = 60.0
FOLLOW_INTERVAL = 1.0
FLAG_RETRY_SECONDS = 1.0
"""The server waits so long before it tries again to store a fallen flag."""
MAX_LISTED_ROOMS = 50


class LiveRooms:
    def __init__(
        self,
        store: Store,
        engines: EnginePool,
        limits: ServerLimits,
        times: TimeSource | None = None,
        is_shared: bool = False,
    ) -> None:
        self.store = store
        self.engines = engines
        self.limits = limits
        self.times = times or TimeSource()
        self.is_shared = is_shared
        """Whether other servers write to the same database, so that this one has to poll for their events."""
        self.rooms: dict[str, LiveRoom] = {}
        self.is_closing = False
        self.transactions = Transactions(store, self.times, self._prepare, self._committed, self.evict)
        self.machine_seats = MachineSeats(engines, self.change, self.start)
        self._loading: dict[str, asyncio.Future[LiveRoom | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._summary_tasks: set[asyncio.Task[None]] = set()
        """These are finished, not cancelled, when the server stops."""

    async def open(self) -> None:
        self.store.open()
        for room_id in await self.store.timed_rooms():
            # Flags fall whether anyone is connected or not.
            with suppress(Refusal):
                await self.find(room_id)
        self.start(self._repeat(EVICTION_INTERVAL, self.evict_idle_rooms))
        if self.is_shared:
            self.start(self._repeat(FOLLOW_INTERVAL, self.follow_other_servers))

    async def close(self) -> None:
        """Finish the transactions under way, and begin no others."""
        self.is_closing = self.transactions.is_closing = True
        for live in self.rooms.values():
            if live.flag_timer:
                live.flag_timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.engines.close()
        await self.drain()
        await self.store.close()

    async def drain(self) -> None:
        """Wait until every event under way is stored and broadcast, and its summary is stored."""
        for live in list(self.rooms.values()):
            async with live.lock:
                pass
        while self._summary_tasks:
            await asyncio.gather(*self._summary_tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run work in the background until it ends or the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background task failed", exc_info=task.exception())

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception:
                log.exception("background job failed, will retry")

    # Rooms

    async def find(self, room_id: str) -> LiveRoom:
        """A room in memory, loaded if need be, or a Refusal."""
        live = self.rooms.get(room_id)
        if live is None or live.is_evicted:
            live = await self._load(room_id)
        if live is None:
            raise Refusal("not-found", "there is no such room")
        live.last_used = time.monotonic()
        return live

    async def _load(self, room_id: str) -> LiveRoom | None:
        """Load a room once, however many ask for it meanwhile."""
        if room_id in self._loading:
            return await asyncio.shield(self._loading[room_id])
        loaded: asyncio.Future[LiveRoom | None] = asyncio.get_running_loop().create_future()
        self._loading[room_id] = loaded
        try:
            live = await self._read_room(room_id)
        except BaseException as error:
            refusal = Refusal("busy", "the server cannot read this game now")
            loaded.set_exception(refusal)
            loaded.exception()  # Nobody else may be waiting for it.
            if not isinstance(error, Exception):
                raise
            log.error("room %s: cannot read it: %s", room_id, error, exc_info=not isinstance(error, StoreFailed))
            raise refusal from error
        else:
            loaded.set_result(live)
            return live
        finally:
            del self._loading[room_id]

    async def _read_room(self, room_id: str) -> LiveRoom | None:
        entries = await self.store.entries(room_id)
        if not entries:
            return None
        now = self.times.now().monotonic
        room = Room.replay(room_id, entries, now)
        if not (room.is_of_present_rules or room.is_over) and await self.store.is_over(room_id):
            room.stay_ended(now)
        live = LiveRoom(room, entries)
        self._add(live)
        # A server may have been killed after it stored an event and before it stored the summary.
        self._store_summary(live)
        return live

    async def create(self, request: NewRoom, visitor: str) -> tuple[LiveRoom, dict[int, str]]:
        """A new room, and an invitation code for each open seat; or a Refusal."""
        created = created_event(request, visitor)
        oldest = self.times.now().wall - 24 * 3600 * self.limits.idle_days
        if await or_busy(self.store.count_live(oldest)) >= self.limits.live_rooms:
            raise Refusal("busy", "there are too many games already; try again later")
        live = self._new_room(new_room_id(), created)
        seats = [seat for seat, occupant in enumerate(created.occupants) if occupant.kind == "open"]
        codes = {seat: new_token() for seat in seats}
        changes = self._creation(live)
        changes.invitations = [(hash_token(code), live.room.id, seat) for seat, code in codes.items()]
        await or_busy(self.store.write(changes), live.room.id)
        self._add(live)
        return live, codes

    def _new_room(self, room_id: str, created: Created) -> LiveRoom:
        now = self.times.now()
        first = Entry(1, now.wall, 0, "", created)
        return LiveRoom(Room(room_id, first, now.monotonic), [first])

    def _creation(self, live: LiveRoom) -> Changes:
        """What has to be stored of a new room."""
        return Changes([(live.room.id, live.entries[0])], [summaries.summary_of(live.room, self.times.now().wall)])

    def _add(self, live: LiveRoom) -> None:
        self.rooms[live.room.id] = live
        self._schedule(live)

    def evict(self, live: LiveRoom) -> None:
        """Forget a room whose memory may differ from what is stored. Members connect again; its flag is loaded anew."""
        live.is_evicted = True
        if self.rooms.get(live.room.id) is live:
            del self.rooms[live.room.id]
        if live.flag_timer:
            live.flag_timer.cancel()
        for member in tuple(live.members):
            member.ask_to_reconnect()
        if live.room.clock and not self.is_closing:
            self.start(self._reload(live.room.id))

    async def _reload(self, room_id: str) -> None:
        await self._load(room_id)

    async def evict_idle_rooms(self) -> None:
        oldest = time.monotonic() - IDLE_SECONDS
        for room_id, live in list(self.rooms.items()):
            has_running_clock = live.room.clock is not None and live.room.clock.running is not None
            is_idle = not live.members and live.machine_task is None and not live.lock.locked()
            if is_idle and not has_running_clock and live.last_used < oldest:
                live.is_evicted = True  # A request that is under way may still hold it.
                del self.rooms[room_id]

    # Members

    async def join(self, live: LiveRoom, member: Member, hello: actions.Hello) -> None:
        """Send a member all that it does not know, and every event that follows."""
        async with live.lock:
            if member.is_closed:
                return
            if live.is_evicted:
                member.ask_to_reconnect()
                return
            is_new = member not in live.members
            live.members.add(member)
            member.wants_views = hello.views
            member.post(payloads.encode(self._welcome(live, member, hello)))
            if is_new:
                self._broadcast_presence(live)
            self._schedule(live)

    def _welcome(self, live: LiveRoom, member: Member, hello: actions.Hello) -> dict[str, Any]:
        room = live.room
        since = hello.since if hello.since >= 0 else room.seq
        now = self.times.now().monotonic
        message = {
            "say": "welcome",
            "seq": room.seq,
            "you": room.seats_of(member.visitor),
            "room": payloads.room_payload(room, member.visitor, live.visitors_present(), now),
            "events": [payloads.event_payload(entry) for entry in live.entries[since:]],
        }
        if hello.views:
            message["view"] = game_payloads.view_payload(room.position)
            message["steps"] = game_payloads.last_steps(room.position)
        return message

    def leave(self, live: LiveRoom, member: Member) -> None:
        live.members.discard(member)
        live.last_used = time.monotonic()
        self._broadcast_presence(live)

    def _broadcast_presence(self, live: LiveRoom) -> None:
        message = payloads.encode(payloads.presence_payload(live.room, live.visitors_present()))
        for member in tuple(live.members):
            member.post(message)

    # Changes

    async def act(
        self, live: LiveRoom, visitor: str, action: AnyAction, sender: Member | None = None, is_invited: bool = False
    ) -> int:
        """Carry out a visitor's action; the same action once more has no second effect. The number of its event."""

        def decide(moment: Moment) -> Entry | int:
            room = live.room
            rematch_id = new_room_id() if isinstance(action, actions.Offer) else ""
            return room.seq_of(visitor, action.id) or room.decide(action, visitor, moment, rematch_id, is_invited)

        return await self.change(live, decide, sender, action.id)

    async def change(self, live: LiveRoom, decide: Decide, sender: Member | None = None, action_id: str = "") -> int:
        """Run a transaction when it is its turn in the room."""
        async with live.lock:
            return await self.transactions.run(live, decide, sender, action_id)

    def _prepare(self, live: LiveRoom, entry: Entry) -> Changes:
        """What has to be stored with an entry: a taken seat's invitations are void, a rematch is a room."""
        changes = Changes([(live.room.id, entry)])
        match entry.event:
            case events.Sat(seat=seat):
                changes.used_seats = [(live.room.id, seat)]
            case events.Rematched(rematch=room_id):
                creation = self._creation(self._new_room(room_id, live.room.rematch_created()))
                changes.entries += creation.entries
                changes.summaries = creation.summaries
        return changes

    def _committed(self, live: LiveRoom, entry: Entry) -> None:
        """Follow up an event that was broadcast."""
        self._schedule(live)
        if type(entry.event) is not events.Moved or live.room.is_over:
            self._store_summary(live)
        if isinstance(entry.event, events.Rematched):
            self.start(self._reload(entry.event.rematch))

    def _store_summary(self, live: LiveRoom) -> None:
        task = asyncio.create_task(self._write_summary(live))
        self._summary_tasks.add(task)
        task.add_done_callback(self._summary_tasks.discard)

    async def _write_summary(self, live: LiveRoom) -> None:
        try:
            await self.store.write(Changes(summaries=[summaries.summary_of(live.room, self.times.now().wall)]))
        except (StoreFailed, Conflict):
            log.exception("room %s: cannot store its summary", live.room.id)

    async def follow_other_servers(self) -> None:
        """Apply and broadcast what other servers have stored."""
        watched = [room_id for room_id, live in self.rooms.items() if live.members or live.flag_timer]
        for begin in range(0, len(watched), 500):
            part = watched[begin : begin + 500]
            for room_id, seq in (await self.store.last_seqs(part)).items():
                live = self.rooms.get(room_id)
                if live and seq > live.room.seq:
                    await self._follow(live)

    async def _follow(self, live: LiveRoom) -> None:
        async with live.lock:
            try:
                await self.transactions.catch_up(live)
            except Refusal as refusal:
                log.warning("room %s: cannot read what another server stored: %s", live.room.id, refusal)
            except Exception:
                log.exception("room %s: cannot broadcast what another server stored", live.room.id)
                self.evict(live)

    # Flags and machines

    def _schedule(self, live: LiveRoom) -> None:
        """Set the timer of the flag, and start the machine that is to move."""
        if live.is_evicted or self.is_closing:
            return
        self._schedule_flag(live)
        if live.machine_task is None and self.machine_seats.has_work(live):
            live.machine_task = self.start(self.machine_seats.play(live))

    def _schedule_flag(self, live: LiveRoom, least_seconds: float = 0.0) -> None:
        # The deadline changes with each move; the timer stays, checks when it fires, and is set again.
        deadline = live.room.clock.deadline() if live.room.clock else None
        if deadline is not None and live.flag_timer is None:
            seconds = max(least_seconds, deadline - self.times.now().monotonic) + 0.001
            live.flag_timer = asyncio.get_running_loop().call_later(seconds, self._flag_timer_fired, live)

    def _flag_timer_fired(self, live: LiveRoom) -> None:
        live.flag_timer = None
        if self.rooms.get(live.room.id) is live:
            self.start(self.check_flag(live))

    async def check_flag(self, live: LiveRoom) -> None:
        """Let the flag fall if it is due, and set the timer again."""
        seconds = 0.0
        try:
            await self.change(live, lambda moment: 0)
        except Refusal:
            seconds = FLAG_RETRY_SECONDS
        if not (live.is_evicted or self.is_closing):
            self._schedule_flag(live, seconds)

    # Queries

    async def answer(self, live: LiveRoom, member: Member, query: AnyQuery) -> None:
        match query:
            case actions.Ping():
                member.post(payloads.encode({"say": "pong", "id": query.id}))
            case actions.Hint() | actions.Analyse():
                self.machine_seats.answer(live, member, query)
            case actions.Invite():
                await self._invite(live, member, query)
            case _:
                # With the lock held, only what is stored can be seen.
                async with live.lock:
                    member.post(payloads.encode(answer_query(live, query)))

    async def _invite(self, live: LiveRoom, member: Member, query: actions.Invite) -> None:
        async with live.lock:
            room = live.room
            room.check_may_invite(query.seat, member.visitor)
            code = new_token()
            invitation = (hash_token(code), room.id, query.seat)
            await or_busy(self.store.write(Changes(invitations=[invitation])), room.id)
            message = {"say": "invitation", "id": query.id, "seat": query.seat, "code": code}
            member.post(payloads.encode(message))

    async def list_rooms(self, visitor: str) -> dict[str, list[Any]]:
        """Public rooms with an open seat, other public ones, and a visitor's own."""
        stored = {
            "open": await or_busy(self.store.summaries(True, MAX_LISTED_ROOMS)),
            "live": await or_busy(self.store.summaries(False, MAX_LISTED_ROOMS)),
            "own": await or_busy(self.store.own_summaries(visitor, MAX_LISTED_ROOMS)) if visitor else [],
        }
        return {
            name: [summaries.current_summary(text, self.rooms, visitor) for text in texts]
            for name, texts in stored.items()
        }

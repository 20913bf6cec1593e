"""All rooms in the memory of this server, and their members. Knows no network: members are posted messages."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from ludoteca.server import events
from ludoteca.server.events import Created, Entry
from ludoteca.server.limits import Buckets, ServerLimits
from ludoteca.server.live import summaries
from ludoteca.server.live.background import Background
from ludoteca.server.live.deadlines import DEADLINE_INTERVAL, Deadlines
from ludoteca.server.live.derived import DerivedWriter, needs_snapshot
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.following import Follower
from ludoteca.server.live.live_room import MAX_ENTRIES, LiveRoom, Member, TimeSource
from ludoteca.server.live.loading import Loader
from ludoteca.server.live.machine_seats import MachineSeats
from ludoteca.server.live.move_lists import MoveLists
from ludoteca.server.live.ownership import BEAT_SECONDS, CLAIM_SECONDS, Ownership
from ludoteca.server.live.queries import answer_query
from ludoteca.server.live.reviews import Reviews
from ludoteca.server.live.room_expiry import EXPIRY_INTERVAL, RoomExpiry
from ludoteca.server.live.studies import EXPIRY_INTERVAL as STUDY_EXPIRY_INTERVAL
from ludoteca.server.live.studies import Studies
from ludoteca.server.live.transaction import Transactions, or_busy, try_again
from ludoteca.server.rooms import actions, game_payloads, payloads
from ludoteca.server.rooms.actions import AnyAction, AnyQuery
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.new_room import NewRoom, created_event
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Room
from ludoteca.server.storage.changes import Changes, Conflict, StoreFailed
from ludoteca.server.storage.statements import Heard
from ludoteca.server.storage.store import Store
from ludoteca.server.tokens import hash_token, new_room_id, new_token

log = logging.getLogger("ludoteca.server")

IDLE_SECONDS = 300.0
"""A room without members stays in memory for so long."""
EVICTION_INTERVAL = 60.0
FOLLOW_INTERVAL = 5.0
"""Servers hear of each other at once; this is in case that something was not heard."""
FLAG_RETRY_SECONDS = 1.0
"""The server waits so long before it tries again to store a fallen flag."""
MAX_LISTED_ROOMS = 50
CLOSE_SECONDS = 6.0
PRESENCE_SECONDS = 0.2
"""Who comes and goes within such a time is announced together."""
PHRASES_AT_ONCE, SECONDS_FOR_A_PHRASE = 3, 5.0
"""How often a visitor may say something in a room."""
DRAIN_SECONDS = 10.0
"""Members are asked to reconnect one after the other in this time, so that another server is not flooded."""


class LiveRooms:
    def __init__(
        self,
        store: Store,
        engines: EnginePool,
        limits: ServerLimits,
        times: TimeSource | None = None,
        is_shared: bool = False,
    ) -> None:
        self.background = Background()
        self.start = self.background.start
        self.store = store
        self.engines = engines
        self.limits = limits
        self.times = times or TimeSource()
        self.ownership = Ownership(store, self.times, is_shared, self._begin_to_look_after, self.start)
        self.loader = Loader(store, self._loaded)
        self.derived = DerivedWriter(store, self.times)
        self.rooms: dict[str, LiveRoom] = {}
        self.is_open = False
        self.is_closing = False
        self.is_draining = False
        """Whether this server is about to stop: it takes no new rooms and members, and looks after no room."""
        self.transactions = Transactions(store, self.times, self.ownership, self._prepare, self._committed, self.evict)
        self.change = self.transactions.run
        self.follower = Follower(store, self.rooms, self.transactions, self._is_followed, self.start, self.evict)
        self.machine_seats = MachineSeats(engines, limits, self.change, self.start)
        self.reviews = Reviews(engines, self.start)
        self.move_lists = MoveLists()
        self.phrases = Buckets(PHRASES_AT_ONCE, 1 / SECONDS_FOR_A_PHRASE)
        self.expiry = RoomExpiry(store, self.times, limits, self.rooms, self.find, self.change)
        self.studies = Studies(store, self.times, limits)
        self.deadlines = Deadlines(store, self.times, self.find, self.check_flag)

    async def open(self) -> None:
        self.store.open(self._hear)
        await self.ownership.beat()  # Nothing could be stored until now: no clock ran.
        self.is_open = True
        self.start(self._load_timed_rooms())
        self.background.repeat(EVICTION_INTERVAL, self.evict_idle_rooms)
        self.background.repeat(EXPIRY_INTERVAL, self.expiry.run)
        self.background.repeat(STUDY_EXPIRY_INTERVAL, self.studies.expire)
        self.background.repeat(DEADLINE_INTERVAL, self.deadlines.run)
        self.background.repeat(BEAT_SECONDS, self.look_after_rooms)
        self.background.repeat(CLAIM_SECONDS, self.claim_wanted_rooms)
        self.background.repeat(FOLLOW_INTERVAL, self._follow_all)

    async def _load_timed_rooms(self) -> None:
        """Flags fall whether anyone is connected or not. Rooms with a lease are adopted instead, if need be."""
        while True:
            try:
                room_ids = await self.store.timed_rooms()
                await self.deadlines.run()
                break
            except StoreFailed as error:
                log.warning("cannot read which games have clocks, will retry: %s", error)
                await asyncio.sleep(FLAG_RETRY_SECONDS)
        for room_id in room_ids:
            with suppress(Refusal):
                await self.find(room_id)

    async def close(self) -> None:
        """Finish the transactions under way, and begin no others."""
        self.is_closing = self.transactions.is_closing = True
        self.store.hurry()
        for live in self.rooms.values():
            if live.flag_timer:
                live.flag_timer.cancel()
        await self.background.stop()
        await self.engines.close()
        await self.move_lists.close()
        # A database that does not answer must not keep the server from stopping: nobody waits for it any more.
        with suppress(StoreFailed, Conflict, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.drain()
                await self.derived.write_all(self.rooms.values())
                await self.ownership.leave()
        await self.store.close()

    async def drain_members(self, seconds: float = DRAIN_SECONDS) -> None:
        """Let other servers look after the rooms, and ask all members to reconnect, spread over some seconds."""
        self.is_draining = True
        with suppress(StoreFailed):
            await self.ownership.leave()
        members = [member for live in self.rooms.values() for member in live.members]
        if not self.ownership.is_shared:
            seconds = 0.0  # There is no server that could take them over meanwhile.
        for member in members:
            member.ask_to_reconnect()
            await asyncio.sleep(seconds / len(members))
        await self.drain()

    async def drain(self) -> None:
        """Wait until every event under way is stored and broadcast, and its summary is stored."""
        for live in list(self.rooms.values()):
            async with live.lock:
                pass
        await self.derived.drain()

    # Rooms

    async def find(self, room_id: str) -> LiveRoom:
        """A room in memory, loaded if need be, or a Refusal."""
        live = self.rooms.get(room_id)
        if live is None or live.is_evicted:
            live = await self.loader.load(room_id)
        if live is None:
            raise Refusal("not-found", "there is no such game, or it was removed because nobody played it (H8)")
        live.last_used = time.monotonic()  # From now on it is followed: nothing is missed while it catches up.
        if self.ownership.is_shared and not live.members:
            async with live.lock:
                await self.transactions.catch_up(live)
        return live

    def _loaded(self, live: LiveRoom) -> None:
        self._add(live)
        # A server may have been killed after it stored an event and before it stored the summary.
        self.derived.write(live)

    async def create(self, request: NewRoom, visitor: str) -> tuple[LiveRoom, dict[int, str]]:
        """A new room, and an invitation code for each open seat; or a Refusal."""
        created = created_event(request, visitor)
        if self.is_draining:
            raise try_again()
        await self.expiry.check_may_create(visitor)
        live = self._new_room(new_room_id(), created)
        seats = [seat for seat, occupant in enumerate(created.occupants) if occupant.kind == "open"]
        codes = {seat: new_token() for seat in seats}
        changes = self._creation(live)
        changes.invitations = [(hash_token(code), live.room.id, seat) for seat, code in codes.items()]
        await or_busy(self.store.write(changes), live.room.id)
        self._add(live)
        return live, codes

    def _new_room(self, room_id: str, created: Created) -> LiveRoom:
        first = Entry(1, self.times.now().now, 0, "", created)
        return LiveRoom(Room(room_id, first), [first])

    def _creation(self, live: LiveRoom) -> Changes:
        """What has to be stored of a new room."""
        return Changes([(live.room.id, live.entries[0])], [summaries.summary_of(live.room, self.times.now())])

    def _add(self, live: LiveRoom) -> None:
        self.rooms[live.room.id] = live
        self._schedule(live)

    def evict(self, live: LiveRoom) -> None:
        """Forget a room whose memory may differ from what is stored. Members connect again; its flag is loaded anew."""
        self._forget_room(live)
        for member in tuple(live.members):
            member.ask_to_reconnect()
        if live.room.clock and not self.is_closing:
            self.start(self._reload(live.room.id))

    def _forget_room(self, live: LiveRoom) -> None:
        live.is_evicted = True  # A request that is under way may still hold it.
        if self.rooms.get(live.room.id) is live:
            del self.rooms[live.room.id]
        # A timer would keep the room in memory until it fires, perhaps for a day.
        if live.flag_timer:
            live.flag_timer.cancel()

    async def _reload(self, room_id: str) -> None:
        await self.loader.load(room_id)

    async def evict_idle_rooms(self) -> None:
        oldest = time.monotonic() - IDLE_SECONDS
        for room_id, live in list(self.rooms.items()):
            is_idle = not live.members and live.machine_task is None and not live.lock.locked()
            waits = self._waits_for_deadline(live)
            is_needed = self.ownership.owns(room_id) and self._has_work(live) and not waits
            if is_idle and not is_needed and live.last_used < oldest:
                self.derived.write_last(live)
                self._forget_room(live)
                self.start(self.ownership.release(live.room.id))

    # Members

    async def join(self, live: LiveRoom, member: Member, hello: actions.Hello) -> None:
        """Send a member all that it does not know, and every event that follows."""
        async with live.lock:
            if member.is_closed:
                return
            if live.is_evicted or self.is_draining:
                member.ask_to_reconnect()
                return
            if not self._is_followed(live):
                live.last_used = time.monotonic()
                await self.transactions.catch_up(live)
            is_new = live.add_member(member)
            member.wants_views = hello.views
            member.post(payloads.encode(self._welcome(live, member, hello, await self._missed(live, hello.since))))
            if is_new:
                member.post(self._presence(live))
                self._announce_presence(live)
            self._schedule(live)

    async def _missed(self, live: LiveRoom, since: int) -> list[Entry]:
        """The entries after a number, but not more than the last so many; a negative number asks for none."""
        first = max(since, live.room.seq - MAX_ENTRIES) + 1
        if since < 0 or first > live.room.seq:
            return []
        if live.entries and live.entries[0].seq <= first:
            return [entry for entry in live.entries if entry.seq >= first]
        return await or_busy(self.store.entries(live.room.id, first - 1), live.room.id)

    def _welcome(self, live: LiveRoom, member: Member, hello: actions.Hello, missed: list[Entry]) -> dict[str, Any]:
        room = live.room
        message = {
            "say": "welcome",
            "seq": room.seq,
            "you": room.seats_of(member.visitor),
            "room": payloads.room_payload(room, member.visitor, live.visitors_present(), self.times.now()),
            "events": [payloads.event_payload(entry) for entry in missed],
        }
        if hello.views:
            message["view"] = game_payloads.view_payload(room.position)
            message["steps"] = game_payloads.last_steps(room.position)
        return message

    def leave(self, live: LiveRoom, member: Member) -> None:
        live.remove_member(member)
        live.last_used = time.monotonic()
        self.derived.write_last(live)
        self._announce_presence(live)
        if self.machine_seats.is_paused(live):
            self.start(self.ownership.release(live.room.id))

    def _announce_presence(self, live: LiveRoom) -> None:
        """Broadcast soon who is here. One message for all who come and go: N members would else cost N^2 messages."""
        if live.presence_timer is None:
            loop = asyncio.get_running_loop()
            live.presence_timer = loop.call_later(PRESENCE_SECONDS, self._broadcast_presence, live)

    def _broadcast_presence(self, live: LiveRoom) -> None:
        live.presence_timer = None
        message = self._presence(live)
        for member in tuple(live.members):
            member.post(message)

    def _presence(self, live: LiveRoom) -> str:
        return payloads.encode(payloads.presence_payload(live.room, live.visitors_present()))

    # Changes

    async def act(
        self, live: LiveRoom, visitor: str, action: AnyAction, sender: Member | None = None, is_invited: bool = False
    ) -> int:
        """Carry out a visitor's action; the same action once more has no second effect. The number of its event."""

        def decide(moment: Moment) -> Entry | int:
            room = live.room
            rematch_id = new_room_id() if isinstance(action, actions.Offer) else ""
            known = room.seq_of(visitor, action.id)
            return known or room.decide(action, visitor, moment, rematch_id, is_invited) or room.seq

        if isinstance(action, actions.Sit) and not (is_invited or live.room.seats_of(visitor)):
            await self.expiry.check_may_play(visitor)
        return await self.change(live, decide, sender, action.id)

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

    def _committed(self, live: LiveRoom, entry: Entry, is_own: bool) -> None:
        """Follow up an event that was broadcast. Who has stored it also stores what is derived from it."""
        event = entry.event
        if type(event) is events.Forgotten or (type(event) is events.Expired and event.is_removed):
            self.evict(live)
            return
        self._schedule(live)
        is_listed_anew = type(event) is not events.Moved or live.room.is_over or live.room.is_correspondence
        if is_own and (is_listed_anew or needs_snapshot(live)):
            self.derived.write(live)
        if live.room.is_over:
            self.start(self.ownership.release(live.room.id))
        if type(event) is events.Rematched:
            self.start(self._reload(event.rematch))

    # Other servers

    def _is_followed(self, live: LiveRoom) -> bool:
        return live.is_in_use() or self.ownership.owns(live.room.id)

    def _hear(self, heard: Heard | None) -> None:
        """Another server has written."""
        if not self.ownership.is_shared:
            log.warning("another program has written to the database: this server shares it from now on")
            self.ownership.is_shared = True
        self.follower.hear(heard)

    async def _follow_all(self) -> None:
        if self.ownership.is_shared:
            self.follower.hear(None)

    async def look_after_rooms(self) -> None:
        """Say that this server is alive if others or clocks depend on it, and adopt the rooms of servers that died."""
        is_shared = self.ownership.is_shared
        has_clock = self.deadlines.are_pending or any(
            live.room.clock and live.room.clock.running is not None for live in self.rooms.values()
        )
        if is_shared or has_clock:
            await self.ownership.beat()
        if is_shared and not self.is_draining:
            await self.ownership.adopt()

    async def claim_wanted_rooms(self) -> None:
        rooms = self.rooms
        await self.ownership.claim_again(lambda room_id: room_id in rooms and self._has_work(rooms[room_id]))

    def _begin_to_look_after(self, room_id: str) -> None:
        self.start(self._look_after(room_id))

    async def _look_after(self, room_id: str) -> None:
        try:
            live = await self.find(room_id)
        except Refusal as refusal:
            if refusal.why == "not-found":
                await self.ownership.release(room_id)
            return
        if self._has_work(live):
            self._schedule(live)
        else:
            await self.ownership.release(room_id)

    # Flags and machines

    def _has_work(self, live: LiveRoom) -> bool:
        """Whether this server has to look after a room: a clock runs, or a machine is to move or to answer."""
        clock = live.room.clock
        has_running_clock = clock is not None and clock.running is not None
        return not self.is_draining and (has_running_clock or self.machine_seats.has_work(live))

    def _waits_for_deadline(self, live: LiveRoom) -> bool:
        """Whether nothing happens in a room by itself until its deadline, which is stored."""
        clock = live.room.clock
        is_running = clock is not None and clock.is_per_move and clock.running is not None
        return is_running and not self.machine_seats.has_work(live)

    def _schedule(self, live: LiveRoom) -> None:
        """Set the timer of the flag, and start the machine that is to move, if this server looks after the room."""
        if live.is_evicted or self.is_closing or not self._has_work(live):
            return
        if not self.ownership.owns(live.room.id):
            self.ownership.want(live.room.id)
            return
        self._schedule_flag(live)
        if live.machine_task is None and self.machine_seats.has_work(live):
            live.machine_task = self.start(self.machine_seats.play(live))

    def _schedule_flag(self, live: LiveRoom, least_seconds: float = 0.0) -> None:
        # The deadline changes with each move; the timer stays, checks when it fires, and is set again.
        seconds = live.room.clock.seconds_to_flag(self.times.now()) if live.room.clock else None
        if seconds is not None and live.flag_timer is None:
            seconds = max(least_seconds, seconds) + 0.001
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
            case actions.Review():
                self.reviews.answer(live, member, query)
            case actions.Invite():
                await self._invite(live, member, query)
            case actions.Say():
                self._say(live, member, query)
            case actions.Pace():
                member.post(payloads.encode(self.machine_seats.set_pace(live, member, query)))
            case actions.Moves():
                member.post(payloads.encode(await self.move_lists.answer(live, member.visitor, query)))
            case _:
                # With the lock held, only what is stored can be seen.
                async with live.lock:
                    member.post(payloads.encode(answer_query(live.room, query)))

    def _say(self, live: LiveRoom, member: Member, query: actions.Say) -> None:
        if query.seat not in live.room.seats_of(member.visitor):
            raise Refusal("seat", "that seat is not yours")
        if not self.phrases.take(f"{live.room.id} {member.visitor}"):
            raise Refusal("not-now", "wait a moment before you say more")
        member.post(payloads.encode({"say": "said", "id": query.id}))
        message = payloads.encode({"say": "message", "seat": query.seat, "words": query.words})
        for other in tuple(live.members):
            if other is not member:
                other.post(message)

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
        """Public rooms with an open seat, first those in which somebody waits; other public ones; a visitor's own."""
        now = self.times.now()
        lists = {
            name: [
                summaries.current_summary(text, self.rooms, visitor, now)
                for text in await or_busy(self.store.summaries(is_open, MAX_LISTED_ROOMS))
            ]
            for name, is_open in (("open", True), ("live", False))
        }
        own = await or_busy(self.store.own_summaries(visitor, MAX_LISTED_ROOMS)) if visitor else []
        lists["own"] = [summaries.current_summary(text, self.rooms, visitor, now, seats) for text, seats in own]
        lists["open"].sort(key=lambda summary: not summary["is_attended"])
        return lists

"""All rooms that are live in this server, and everyone who is in them. Knows no network: members are sent texts.

Rooms change by deeds (see `deeds`), and by what another server has stored; here is what both have in common.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from ludoteca.core.position import Position
from ludoteca.server import actions, events, lists, wire
from ludoteca.server.actions import AnyAction, AnyQuestion
from ludoteca.server.deeds import Act, Answer, Deed, OwnDeed, wait_in
from ludoteca.server.events import Created, Entry
from ludoteca.server.limits import Limits
from ludoteca.server.live import LiveRoom, Member, Times
from ludoteca.server.machines import Machines
from ludoteca.server.questions import look_up
from ludoteca.server.refusal import Refusal
from ludoteca.server.room import Moment, Room
from ludoteca.server.security import hashed, new_room_id, new_token
from ludoteca.server.store import Conflict, Store, StoreFailed, Writing
from ludoteca.server.thinking import Thinking, is_wanted
from ludoteca.server.wishes import NewRoom, first_event

log = logging.getLogger("ludoteca.server")

KEEP_SECONDS = 300.0
"""A room where nobody is stays in memory for so long."""
SWEEP_SECONDS = 60.0
AGAIN_SECONDS = 1.0
"""A flag that could not fall is looked at again after so long."""
MOST_IN_A_LIST = 50


class Hall:
    def __init__(
        self, store: Store, machines: Machines, limits: Limits, times: Times | None = None, is_shared: bool = False
    ) -> None:
        self.store = store
        self.machines = machines
        self.limits = limits
        self.times = times or Times()
        self.is_shared = is_shared
        """Whether other servers may write to the same rooms, so that we have to look."""
        self.rooms: dict[str, LiveRoom] = {}
        self.is_closing = False
        self.thinking = Thinking(self)
        self._loading: dict[str, asyncio.Future[LiveRoom | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._summaries: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        self.store.open()
        for number in await self.store.timed_rooms():
            # Flags fall whether somebody looks or not.
            await self.find(number)
        self.start(self._repeat(SWEEP_SECONDS, self._sweep))
        if self.is_shared:
            self.start(self._repeat(1.0, self._follow))

    async def close(self) -> None:
        """What has begun to be stored is stored and told; nothing else begins."""
        self.is_closing = True
        for live in self.rooms.values():
            if live.flag_timer:
                live.flag_timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.machines.close()
        await self.store.rest()
        await asyncio.gather(*self._summaries, return_exceptions=True)
        await self.store.close()

    def start(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task has failed", exc_info=task.exception())

    async def _repeat(self, seconds: float, work: Callable[[], Any]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception:
                log.exception("what is done again and again has failed")

    # Rooms

    async def find(self, number: str) -> LiveRoom:
        """A room in memory, loaded if need be, or a Refusal."""
        live = self.rooms.get(number)
        if live is None or live.is_gone:
            live = await self._load(number)
        if live is None:
            raise Refusal("not-found", "there is no such room")
        live.last_used = time.monotonic()
        return live

    async def _load(self, number: str) -> LiveRoom | None:
        if number in self._loading:
            return await asyncio.shield(self._loading[number])
        found: asyncio.Future[LiveRoom | None] = asyncio.get_running_loop().create_future()
        self._loading[number] = found
        live = None
        try:
            entries = await self.store.entries(number)
            if entries:
                live = LiveRoom(Room.replay(number, entries, self.times.moment().steady), entries)
                self.take_in(live)
                # A server may have been killed between the two.
                self._summarise(live)
            found.set_result(live)
            return live
        except BaseException as error:
            refusal = Refusal("busy", "the server cannot read this game now")
            found.set_exception(refusal)
            found.exception()  # Perhaps nobody else waits for it.
            if not isinstance(error, StoreFailed):
                raise
            log.error("a room cannot be read: %s", error)
            raise refusal from error
        finally:
            del self._loading[number]

    async def create(self, wish: NewRoom, visitor: str) -> tuple[LiveRoom, dict[int, str]]:
        """A new room, and an invitation for each open seat; or a Refusal."""
        created = first_event(wish, visitor)
        oldest = self.times.moment().wall - 24 * 3600 * self.limits.idle_days
        if await self.stored(self.store.count_live(oldest)) >= self.limits.live_rooms:
            raise Refusal("busy", "there are too many games already; try again later")
        live = self.new_room(new_room_id(), created)
        seats = [seat for seat, chair in enumerate(created.chairs) if chair.kind == "open"]
        codes = {seat: new_token() for seat in seats}
        writing = self.creation(live)
        writing.invitations = [(hashed(code), live.room.id, seat) for seat, code in codes.items()]
        await self.stored(self.store.write(writing))
        self.take_in(live)
        return live, codes

    def new_room(self, number: str, created: Created) -> LiveRoom:
        """A room that is not stored yet."""
        moment = self.times.moment()
        first = Entry(1, moment.wall, 0, "", created)
        return LiveRoom(Room(number, first, moment.steady), [first])

    def take_in(self, live: LiveRoom) -> None:
        self.rooms[live.room.id] = live
        self._watch(live)

    def creation(self, live: LiveRoom) -> Writing:
        """What has to be stored of a new room."""
        return Writing([(live.room.id, live.entries[0])], [lists.summary_of(live.room, self.times.moment().wall, True)])

    async def stored(self, work: Any) -> Any:
        try:
            return await work
        except StoreFailed as error:
            raise self.busy(error) from error

    def busy(self, error: Exception) -> Refusal:
        log.error("the store has failed: %s", error)
        return Refusal("busy", "the server cannot keep this now; try again")

    # Members

    async def join(self, live: LiveRoom, member: Member, hello: actions.Hello) -> None:
        """Welcome a member with all that it does not know, and let it hear what follows."""
        async with live.lock:
            if member.is_closed:
                return
            if live.is_gone:
                member.send_away()
                return
            room, now = live.room, self.times.moment().steady
            is_new = member not in live.members
            live.members.add(member)
            member.wants_views = hello.views
            since = hello.since if hello.since >= 0 else room.seq
            message = {
                "say": "welcome",
                "seq": room.seq,
                "you": room.seats_of(member.visitor),
                "room": wire.room_of(room, member.visitor, live.here(), now),
                "events": [wire.event_of(entry) for entry in live.entries[since:]],
            }
            if hello.views:
                message["view"] = wire.view_of(room.position)
                message["steps"] = wire.last_steps(room.position)
            member.post(wire.encode(message))
            if is_new:
                self._tell_who_is_here(live)
            self._watch(live)

    def leave(self, live: LiveRoom, member: Member) -> None:
        live.members.discard(member)
        live.last_used = time.monotonic()
        self._tell_who_is_here(live)

    def _tell_who_is_here(self, live: LiveRoom) -> None:
        here = live.here()
        holders = [chair.holder if chair.kind == "person" else "" for chair in live.room.chairs]
        watching = len(here - set(holders))
        message = wire.encode({"say": "here", "seats": [holder in here for holder in holders], "watching": watching})
        for member in tuple(live.members):
            member.post(message)

    # What happens

    async def act(
        self, live: LiveRoom, visitor: str, action: AnyAction, sender: Member | None = None, is_invited: bool = False
    ) -> int:
        """Carry out an action, once: stored, answered to the sender, told to the others. The event's number."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        Act(self, live, wait_in(answer), visitor, action, sender, is_invited).begin()
        return await answer

    async def happen(self, live: LiveRoom, decide: Callable[[Moment], Entry]) -> int:
        """Let something happen that nobody has asked for."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        OwnDeed(self, live, wait_in(answer), decide).begin()
        return await answer

    def let_happen(self, live: LiveRoom, entry: Entry, sender: Member | None = None, action: str = "") -> None:
        """What is stored happens: answer whoever asked for it, then tell the others. Call it with the room locked."""
        room = live.room
        event = entry.event
        now = self.times.moment().steady if room.clock else 0.0
        had_offers = bool(room.offers)
        steps: list[wire.StepOut] = []
        if type(event) is events.Moved and live.is_viewed():
            steps = wire.steps_of(room.position, room.move_of(event))
        room.apply(entry, now)
        live.entries.append(entry)
        told = wire.event_with_state(room, entry, had_offers, live.here, now)
        plain = seen = b""
        for member in (sender, *live.members) if sender else tuple(live.members):
            if member.wants_views:
                text = seen = seen or self._with_view(told, room.position, steps)
            else:
                text = plain = plain or wire.encode(told)
            if member is not sender:
                member.post(text)
            elif action:
                member.post(wire.acknowledged(text, action))
                action = ""  # Here it comes among the others.
        self._watch(live)
        if type(event) is not events.Moved or room.is_over:
            self._summarise(live)

    def _with_view(self, told: wire.EventOut, position: Position, steps: list[wire.StepOut]) -> bytes:
        if told.what not in ("moved", "taken-back"):
            return wire.encode(told)
        return wire.encode(msgspec.structs.replace(told, view=wire.view_of(position), steps=steps))

    async def catch_up(self, live: LiveRoom) -> None:
        """Let happen what another server has stored. Call it with the room locked."""
        for entry in await self.stored(self.store.entries(live.room.id, live.room.seq)):
            self.let_happen(live, entry)

    def give_up(self, live: LiveRoom) -> None:
        """A room in memory that is not what is stored: whoever is in it comes again, and so does its flag."""
        live.is_gone = True
        if self.rooms.get(live.room.id) is live:
            del self.rooms[live.room.id]
        if live.flag_timer:
            live.flag_timer.cancel()
        for member in tuple(live.members):
            member.send_away()
        if live.room.clock and not self.is_closing:
            self.start(self._load(live.room.id))

    def _summarise(self, live: LiveRoom) -> None:
        summing = asyncio.ensure_future(self._write_summary(live))
        self._summaries.add(summing)
        summing.add_done_callback(self._summaries.discard)

    async def _write_summary(self, live: LiveRoom) -> None:
        try:
            await self.store.write(Writing(summaries=[lists.summary_of(live.room, self.times.moment().wall, True)]))
        except (StoreFailed, Conflict):
            log.exception("a list of rooms is out of date")

    # What rooms do by themselves

    def _watch(self, live: LiveRoom) -> None:
        """See to the flag, and to machines that have something to do."""
        if live.is_gone or self.is_closing:
            return
        if live.room.clock:
            self._watch_flag(live)
        if live.machine is None and is_wanted(live):
            live.machine = self.start(self.thinking.act(live))

    def _look_at_flag(self, live: LiveRoom) -> None:
        """Clocks change with each move; the timer only looks whether it is time, and is set again."""
        live.flag_timer = None
        if self.rooms.get(live.room.id) is live:
            Deed(self, live, partial(self._have_looked_at_flag, live)).begin()

    def _have_looked_at_flag(self, live: LiveRoom, answer: Answer) -> None:
        if not (live.is_gone or self.is_closing):
            self._watch_flag(live, AGAIN_SECONDS if isinstance(answer, Refusal) else 0.0)

    def _watch_flag(self, live: LiveRoom, least: float = 0.0) -> None:
        room = live.room
        if room.clock and room.clock.running is not None and live.flag_timer is None:
            deadline = room.clock.deadline()
            assert deadline is not None
            wait = max(least, deadline - self.times.moment().steady) + 0.001
            live.flag_timer = asyncio.get_running_loop().call_later(wait, self._look_at_flag, live)

    async def _sweep(self) -> None:
        """Forget rooms where nothing goes on."""
        oldest = time.monotonic() - KEEP_SECONDS
        for number, live in list(self.rooms.items()):
            is_timed = live.room.clock is not None and live.room.clock.running is not None
            is_idle = not live.members and live.machine is None and not live.lock.is_taken
            if is_idle and not is_timed and live.last_used < oldest:
                live.is_gone = True  # Somebody may still have a line to it.
                del self.rooms[number]

    async def _follow(self) -> None:
        """Hear of what other servers have stored."""
        watched = [number for number, live in self.rooms.items() if live.members or live.flag_timer]
        for begin in range(0, len(watched), 500):
            part = watched[begin : begin + 500]
            for number, seq in (await self.store.last_seqs(part)).items():
                live = self.rooms.get(number)
                if live and seq > live.room.seq:
                    await self._follow_room(live)

    async def _follow_room(self, live: LiveRoom) -> None:
        async with live.lock:
            try:
                await self.catch_up(live)
            except Refusal as refusal:
                log.warning("a room could not follow another server: %s", refusal)
            except Exception:
                log.exception("what another server has stored could not be told")
                self.give_up(live)

    # Questions

    async def answer(self, live: LiveRoom, member: Member, question: AnyQuestion) -> None:
        match question:
            case actions.Ping():
                member.post(wire.encode({"say": "pong", "id": question.id}))
            case actions.Hint() | actions.Analyse():
                self.thinking.answer(live, member, question)
            case actions.Invite():
                await self._invite(live, member, question)
            case _:
                # Behind the lock only what is stored can be seen.
                async with live.lock:
                    member.post(wire.encode(look_up(live, question)))

    async def _invite(self, live: LiveRoom, member: Member, question: actions.Invite) -> None:
        async with live.lock:
            room = live.room
            if not room.is_host(member.visitor):
                raise Refusal("seat", "only who made the room invites to it")
            if question.seat >= len(room.chairs) or room.chairs[question.seat].kind != "open":
                raise Refusal("taken", "that seat is not open")
            code = new_token()
            await self.stored(self.store.write(Writing(invitations=[(hashed(code), room.id, question.seat)])))
            message = {"say": "invitation", "id": question.id, "seat": question.seat, "code": code}
            member.post(wire.encode(message))

    # Lists and records

    async def lists(self, visitor: str) -> dict[str, list[Any]]:
        """Public rooms with an open seat, other public ones, and a visitor's own."""
        found = {
            "open": await self.stored(self.store.briefs(True, MOST_IN_A_LIST)),
            "live": await self.stored(self.store.briefs(False, MOST_IN_A_LIST)),
            "own": await self.stored(self.store.own_briefs(visitor, MOST_IN_A_LIST)) if visitor else [],
        }
        return {name: [lists.brief(text, self.rooms, visitor) for text in texts] for name, texts in found.items()}

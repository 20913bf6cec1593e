"""Machines in rooms: their moves, their answers to draws, and hints and analyses for people."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from ludoteca.core.message import Message
from ludoteca.core.position import Position
from ludoteca.server.events import Entry
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.analyses import Analyses
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.engine_worker import EngineRequest
from ludoteca.server.live.fair_queue import Claim, Kind
from ludoteca.server.live.live_room import LiveRoom, Member
from ludoteca.server.live.queries import check_turn, hint_payload
from ludoteca.server.live.worker_pool import RequestWithdrawn, WorkerFailed
from ludoteca.server.rooms import actions, payloads
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Room

log = logging.getLogger("ludoteca.server")

MOVE_SECONDS = 1.0
"""How long the highest level thinks about a move."""
HINT_SECONDS = 1.0
DRAW_SECONDS = 0.5
HINT_LEVEL = 8
RETRY_SECONDS = 5.0

Change = Callable[[LiveRoom, Callable[[Moment], Entry]], Coroutine[Any, Any, int]]
Start = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]


class MachineSeats:
    """`change` runs a transaction in a room, `start` runs work in the background."""

    def __init__(self, engines: EnginePool, limits: ServerLimits, change: Change, start: Start) -> None:
        self.engines = engines
        self.analyses = Analyses(engines, limits)
        self.limits = limits
        self._change = change
        self._start = start

    def has_work(self, live: LiveRoom) -> bool:
        """Whether a machine is to move or to answer a draw. A game of machines alone pauses when nobody watches."""
        room = live.room
        if room.machine_level_to_move() == 0 and not (room.offers and _machines_asked(room)):
            return False
        return bool(live.members or _people(room))

    def is_paused(self, live: LiveRoom) -> bool:
        """Whether machines play among themselves and nobody watches."""
        return live.room.machine_level_to_move() > 0 and not self.has_work(live)

    async def play(self, live: LiveRoom) -> None:
        """Move and answer as long as it is a machine's turn."""
        failures = 0
        try:
            while self.has_work(live) and not live.is_evicted:
                try:
                    if _machines_asked(live.room):
                        await self._answer_draw(live)
                    else:
                        begin = time.monotonic()
                        await self._move(live, failures)
                        if not _people(live.room):
                            await asyncio.sleep(max(0.0, begin + live.pace - time.monotonic()))
                    failures = 0
                except RequestWithdrawn:
                    pass  # There may be another turn to take.
                except (WorkerFailed, Refusal) as error:
                    failures += 1
                    log.warning("room %s: the machine's turn failed: %r", live.room.id, error)
                    if failures > 3:
                        await asyncio.sleep(RETRY_SECONDS)
        finally:
            live.machine_task = None

    def set_pace(self, live: LiveRoom, member: Member, query: actions.Pace) -> dict[str, Any]:
        if not live.room.is_host(member.visitor):
            raise Refusal("seat", "only who made the room paces its machines")
        live.pace = query.seconds
        return {"say": "paced", "id": query.id, "seconds": query.seconds}

    async def _move(self, live: LiveRoom, failures: int) -> None:
        room = live.room
        moves, position = list(room.moves), room.position.copy()
        # A machine that has failed twice searches at the lowest level.
        level = 1 if failures > 1 else room.machine_level_to_move()
        request = EngineRequest("choose", position, level, MOVE_SECONDS, is_varied=room.created.varied)
        answer = await self.engines.ask(request, self._claim(live, position.to_move))
        text = position.move_text(answer.move)
        # The room checks that no takeback or hand-over came in between.
        await self._change_if_current(live, partial(room.decide_machine_move, moves, text))

    async def _answer_draw(self, live: LiveRoom) -> None:
        """A machine agrees to a draw if it expects less than its share."""
        room = live.room
        seat = _machines_asked(room)[0]
        request = EngineRequest("analyse", room.position.copy(), HINT_LEVEL, DRAW_SECONDS)
        answer = await self.engines.ask(request, self._claim(live, seat))
        agrees = answer.lines[0][1][seat] < 0.9 / room.position.seats
        await self._change_if_current(live, partial(room.decide_machine_answer, seat, agrees))

    def _claim(self, live: LiveRoom, seat: int) -> Claim:
        """Those who play wait for their machines; where machines play alone, it is the host who lets them."""
        room = live.room
        moves, occupant = list(room.moves), room.occupants[seat]
        people = _people(room)

        def is_wanted() -> bool:
            is_same_turn = room.occupants[seat] == occupant and room.moves == moves
            return is_same_turn and not live.is_evicted and self.has_work(live)

        def tell_place(place: int) -> None:
            message = payloads.encode({"say": "waiting", "seat": seat, "place": place})
            for member in tuple(live.members):
                member.post(message)

        if people:
            return Claim(Kind.PEOPLE, people, is_wanted=is_wanted, tell_place=tell_place)
        most_running = self.limits.machine_games_per_visitor
        return Claim(Kind.MACHINES_ONLY, (room.created.host,), most_running, is_wanted, tell_place)

    async def _change_if_current(self, live: LiveRoom, decide: Callable[[Moment], Entry]) -> None:
        try:
            await self._change(live, decide)
        except Refusal as refusal:
            # A move that nobody waits for any more is no failure; a store that fails is.
            if refusal.why == "busy":
                raise

    # Queries

    def answer(self, live: LiveRoom, member: Member, query: actions.Hint | actions.Analyse) -> None:
        """Start to compute the answer, which is posted when it is ready; or a Refusal."""
        room = live.room
        if not room.may_ask_engine(member.visitor):
            raise Refusal("not-now", "there is no help in a game with other people, until it is over")
        if isinstance(query, actions.Analyse):
            if query.number > room.move_count:
                raise Refusal("stale", Message("the game has {count} moves only", count=room.move_count))
            self._start(self._post_analyses(member, room.position_after(query.number), query))
            return
        check_turn(room, query.turn)
        if room.position.is_over():
            raise Refusal("over", "there is nothing to think about: the game is over")
        if member.is_waiting_for_engine:
            raise Refusal("busy", "your last question is still being thought about")
        if self.engines.count(Kind.QUESTION, member.visitor) >= self.limits.questions_per_visitor:
            raise Refusal("busy", "your other questions are still being thought about")
        member.is_waiting_for_engine = True
        self._start(self._post_hint(live, member, query))

    async def _post_hint(self, live: LiveRoom, member: Member, query: actions.Hint) -> None:
        moves, position = list(live.room.moves), live.room.position.copy()
        claim = Claim(
            Kind.QUESTION,
            (member.visitor,),
            is_wanted=lambda: live.room.moves == moves and not member.is_closed,
            tell_place=partial(_tell_place, member, query.id),
        )
        try:
            request = EngineRequest("choose", position, HINT_LEVEL, HINT_SECONDS)
            payload = hint_payload(position, query.turn, await self.engines.ask(request, claim))
        except WorkerFailed:
            payload = payloads.refusal_payload(Refusal("busy", "the machine is too busy"))
        except RequestWithdrawn:
            payload = payloads.refusal_payload(Refusal("stale", "the game has gone on"))
        finally:
            member.is_waiting_for_engine = False
        member.post(payloads.encode({"id": query.id, **payload}))

    async def _post_analyses(self, member: Member, position: Position, query: actions.Analyse) -> None:
        """Post better and better answers, until the member asks about another position."""
        tell_place = partial(_tell_place, member, query.id)
        answers = self.analyses.run(
            position, query.lines, member, member.visitor, lambda: not member.is_closed, tell_place
        )
        has_answered = False
        try:
            async for answer in answers:
                member.post(payloads.encode({"id": query.id, "number": query.number, **answer}))
                has_answered = True
        except Refusal as refusal:
            if not has_answered:
                member.post(payloads.encode({"id": query.id, **payloads.refusal_payload(refusal)}))


def _tell_place(member: Member, query_id: str, place: int) -> None:
    member.post(payloads.encode({"say": "waiting", "id": query_id, "place": place}))


def _people(room: Room) -> tuple[str, ...]:
    return tuple(occupant.holder for occupant in room.occupants if occupant.kind == "person")


def _machines_asked(room: Room) -> list[int]:
    offer = room.offers.get("draw")
    return [seat for seat in room.asked(offer) if room.occupants[seat].kind == "machine"] if offer else []

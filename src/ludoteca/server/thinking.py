"""Machines in rooms: when they move, what they say to a draw, and what they answer to questions."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ludoteca.core.position import Position
from ludoteca.server import actions, wire
from ludoteca.server.events import Entry
from ludoteca.server.live import LiveRoom, Member
from ludoteca.server.machines import QUESTIONS_LATER, MachineFailed, Overloaded
from ludoteca.server.questions import analysis_of, check_turn, hint_of
from ludoteca.server.refusal import Refusal
from ludoteca.server.room import Moment, Room
from ludoteca.server.worker import Task

if TYPE_CHECKING:
    from ludoteca.server.hall import Hall

log = logging.getLogger("ludoteca.server")

MOVE_SECONDS = 1.0
"""How long the highest level thinks about a move."""
HINT_SECONDS = 1.0
ANALYSIS_SECONDS = 2.0
HINT_LEVEL = 8


def is_wanted(live: LiveRoom) -> bool:
    """Machines move where a person plays or looks; and they say what they think of a draw."""
    room = live.room
    if room.machine_to_move() == 0 and not (room.offers and _asked(room)):
        return False
    return bool(live.members) or any(chair.kind == "person" for chair in room.chairs)


def _asked(room: Room) -> list[int]:
    offer = room.offers.get("draw")
    return [seat for seat in room.asked(offer) if room.chairs[seat].kind == "machine"] if offer else []


class Thinking:
    def __init__(self, hall: "Hall") -> None:
        self.hall = hall

    async def act(self, live: LiveRoom) -> None:
        failures = 0
        try:
            while is_wanted(live) and not live.is_gone:
                try:
                    if _asked(live.room):
                        await self._answer_draw(live)
                    else:
                        await self._move_machine(live, failures)
                    failures = 0
                except (MachineFailed, Overloaded, Refusal) as error:
                    failures += 1
                    log.warning("a machine's turn has failed: %r", error)
                    if failures > 3:
                        await asyncio.sleep(5.0)
        finally:
            live.machine = None

    async def _move_machine(self, live: LiveRoom, failures: int) -> None:
        room = live.room
        moves, position = list(room.moves), room.position.copy()
        level = room.machine_to_move()
        # A machine that has failed before thinks less.
        thought = await self.hall.machines.think(Task("choose", position, 1 if failures > 1 else level, MOVE_SECONDS))
        text = position.move_text(thought.move)
        # A takeback or a hand-over may have come in between.
        await self._happen(live, partial(room.decide_machine_move, moves, text))

    async def _answer_draw(self, live: LiveRoom) -> None:
        """A machine agrees to a draw if it thinks that it is worse off."""
        room = live.room
        seat = _asked(room)[0]
        thought = await self.hall.machines.think(Task("analyse", room.position.copy(), HINT_LEVEL, 0.5))
        agrees = thought.lines[0][1][seat] < 0.9 / room.position.seats
        await self._happen(live, partial(room.decide_machine_answer, seat, agrees))

    async def _happen(self, live: LiveRoom, decide: Callable[[Moment], Entry]) -> None:
        try:
            await self.hall.happen(live, decide)
        except Refusal as refusal:
            # What is not wanted any more is no failure; a store that does not store is one.
            if refusal.why == "busy":
                raise

    # Questions

    def answer(self, live: LiveRoom, member: Member, question: actions.Hint | actions.Analyse) -> None:
        room = live.room
        if not room.may_ask_machine(member.visitor):
            raise Refusal("not-now", "there is no help in a game with other people, until it is over")
        if member.is_thinking:
            raise Refusal("busy", "your last question is still being thought about")
        if isinstance(question, actions.Hint):
            check_turn(room, question.turn)
        number = question.turn if isinstance(question, actions.Hint) else question.number
        if number > room.number:
            raise Refusal("stale", f"only {room.number} moves stand")
        position = room.position_after(number)
        if position.is_over():
            raise Refusal("over", "there is nothing to think about: the game is over")
        member.is_thinking = True
        self.hall.start(self._think(member, position, number, question))

    async def _think(
        self, member: Member, position: Position, number: int, question: actions.Hint | actions.Analyse
    ) -> None:
        is_hint = isinstance(question, actions.Hint)
        try:
            task = (
                Task("choose", position, HINT_LEVEL, HINT_SECONDS)
                if isinstance(question, actions.Hint)
                else Task("analyse", position, HINT_LEVEL, ANALYSIS_SECONDS, question.lines)
            )
            thought = await self.hall.machines.think(task, QUESTIONS_LATER)
            tell = hint_of if is_hint else analysis_of
            message = {"id": question.id, **tell(position, number, thought)}
        except (MachineFailed, Overloaded):
            message = {"say": "refused", "id": question.id, "why": "busy", "message": "the machine is too busy"}
        finally:
            member.is_thinking = False
        member.post(wire.encode(message))

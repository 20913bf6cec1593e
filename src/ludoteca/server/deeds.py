"""What happens in a room, one thing at a time: decided, stored, let happen, answered to who asked, told to the others.

A deed goes on by itself once it has begun, whoever has stopped to wait for it, and needs no task of the event loop.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from ludoteca.server import actions, events, wire
from ludoteca.server.actions import AnyAction
from ludoteca.server.events import Entry
from ludoteca.server.live import LiveRoom, Member
from ludoteca.server.refusal import Refusal
from ludoteca.server.room import Moment
from ludoteca.server.security import new_room_id
from ludoteca.server.store import Conflict, Writing

if TYPE_CHECKING:
    from ludoteca.server.hall import Hall

log = logging.getLogger("ludoteca.server")

Answer = int | Refusal
"""The number of the event that something has brought about, 0 if there was nothing to do, or why it is refused."""
Done = Callable[[Answer], None]


class Deed:
    """By itself a look at the clock: first of all a flag falls that is due. Then what `decide` says happens."""

    __slots__ = ("_action", "_done", "_entry", "_hall", "_live", "_rematch", "_sender")

    def __init__(
        self, hall: "Hall", live: LiveRoom, done: Done, sender: Member | None = None, action: str = ""
    ) -> None:
        self._hall = hall
        self._live = live
        self._done = done
        self._sender = sender
        self._action = action
        self._rematch: LiveRoom | None = None

    def begin(self) -> None:
        lock = self._live.lock
        if lock.is_taken:
            lock.line_up(self._go)
        else:
            lock.take()
            self._go()

    def decide(self, moment: Moment) -> Entry | int:
        """What is to happen, or the number of the event if it has happened before, or 0 for nothing; or a Refusal."""
        return 0

    def _go(self) -> None:
        """It is our turn in the room, until we finish."""
        room = self._live.room
        try:
            if self._live.is_gone or self._hall.is_closing:
                raise again_later()
            moment = self._hall.times.moment()
            entry = (room.decide_flag(moment) if room.clock else None) or self.decide(moment)
            if not isinstance(entry, int):
                self._entry = entry
                writing = Writing([(room.id, entry)])
                if type(entry.event) is not events.Moved:
                    self._add_rest(writing)
                self._hall.store.write_and_tell(writing, self._hear)
                return
        except Refusal as refusal:
            self._finish(refusal)
            return
        except Exception:
            log.exception("what is to happen could not be decided")
            self._finish(again_later())
            return
        self._finish_again(entry)

    def _add_rest(self, writing: Writing) -> None:
        """What has to be stored along with an entry: a taken seat's invitations are void, a rematch is a room."""
        match self._entry.event:
            case events.Sat(seat=seat):
                writing.used_seats.append((self._live.room.id, seat))
            case events.Rematched(rematch=number):
                self._rematch = self._hall.new_room(number, self._live.room.rematch_created())
                creation = self._hall.creation(self._rematch)
                writing.entries += creation.entries
                writing.summaries += creation.summaries

    def _hear(self, error: Exception | None) -> None:
        """It is durable, or it is not."""
        if error is None:
            self._happen()
        elif isinstance(error, Conflict):
            self._hall.start(self._catch_up())
        else:
            self._finish(self._hall.busy(error))

    def _happen(self) -> None:
        entry = self._entry
        is_flag = type(entry.event) is events.Flagged
        try:
            if self._rematch:
                self._hall.take_in(self._rematch)
            self._hall.let_happen(self._live, entry, None if is_flag else self._sender, self._action)
        except Exception:
            # What is stored holds: whoever comes next reads the room anew.
            log.exception("what is stored could not be told")
            self._hall.give_up(self._live)
        if is_flag:
            self._go()
        else:
            self._finish(entry.seq)

    async def _catch_up(self) -> None:
        """Another server was faster. The same action may have come in there."""
        try:
            await self._hall.catch_up(self._live)
        except Refusal as refusal:
            self._finish(refusal)
        except BaseException:
            self._hall.give_up(self._live)
            self._finish(again_later())
            raise
        else:
            seq = self._live.room.done.get(self._entry.action, 0)
            if type(self._entry.event) is events.Flagged:
                self._go()
            elif seq:
                self._finish_again(seq)
            else:
                self._finish(Refusal("stale", "someone else was faster; look at the game again"))

    def _finish_again(self, seq: int) -> None:
        """There is nothing to do, perhaps because it has been done."""
        if seq and self._sender:
            self._sender.post(wire.encode({"say": "ok", "id": self._action, "seq": seq}))
        self._finish(seq)

    def _finish(self, answer: Answer) -> None:
        self._live.lock.leave()
        self._done(answer)


class Act(Deed):
    """What a visitor wants to do. The same action once more has no second effect."""

    __slots__ = ("_is_invited", "_visitor", "_wish")

    def __init__(
        self,
        hall: "Hall",
        live: LiveRoom,
        done: Done,
        visitor: str,
        wish: AnyAction,
        sender: Member | None = None,
        is_invited: bool = False,
    ) -> None:
        super().__init__(hall, live, done, sender, wish.id)
        self._visitor = visitor
        self._wish = wish
        self._is_invited = is_invited

    def decide(self, moment: Moment) -> Entry | int:
        room, wish, visitor = self._live.room, self._wish, self._visitor
        fresh = new_room_id() if type(wish) is actions.Offer else ""
        return room.seq_of(visitor, wish.id) or room.decide(wish, visitor, moment, fresh, self._is_invited)


class OwnDeed(Deed):
    """What a room does by itself."""

    __slots__ = ("_decide",)

    def __init__(self, hall: "Hall", live: LiveRoom, done: Done, decide: Callable[[Moment], Entry]) -> None:
        super().__init__(hall, live, done)
        self._decide = decide

    def decide(self, moment: Moment) -> Entry | int:
        return self._decide(moment)


def again_later() -> Refusal:
    return Refusal("busy", "the server could not do this; try again")


def wait_in(future: "asyncio.Future[int]") -> Done:
    """Who hears of a deed for those who await it."""

    def hear(answer: Answer) -> None:
        if future.cancelled():
            return
        if isinstance(answer, Refusal):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    return hear

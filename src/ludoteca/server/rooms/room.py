"""One live game: who may do what. The game itself decides what is legal.

A room decides about an action without changing; the entry that it gives is stored, and then applied.
"""

import msgspec

from ludoteca.core.message import Message
from ludoteca.core.ruling import IllegalMove
from ludoteca.server import events
from ludoteca.server.events import Created, Entry, Event, Occupant
from ludoteca.server.rooms import actions
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.occupants import checked_name, handed_over, occupant_after
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room_state import Offer, RoomState, action_key, person_key

LEVEL_THAT_TAKES_OVER = 3


NO_OFFER_WITH_OPEN_SEAT = {
    "draw": Message("there is no draw with an open seat: nobody can agree for it"),
    "takeback": Message("there is no takeback with an open seat: nobody can agree for it"),
    "rematch": Message("there is no rematch with an open seat: nobody can agree for it"),
}


class Room(RoomState):
    def decide(
        self, action: actions.AnyAction, visitor: str, moment: Moment, rematch_id: str = "", is_invited: bool = False
    ) -> Entry | None:
        """The entry that a visitor's action causes, None if it would change nothing, or a Refusal.

        `rematch_id` is the id of a possible rematch.
        """
        event: Event | None
        match action:
            case actions.Move():
                event = self._decide_move(action, visitor)
            case actions.Offer():
                self._check_own(action.seat, visitor)
                event = self._decide_offer(action.seat, action.offer, rematch_id)
            case actions.Refuse():
                self._check_own(action.seat, visitor)
                event = self._decide_refusal(action.seat, action.offer)
            case actions.Resign():
                self._check_own(action.seat, visitor)
                self._check_not_over()
                event = events.Resigned(action.seat, LEVEL_THAT_TAKES_OVER)
            case actions.Leave():
                self._check_own(action.seat, visitor)
                self._check_not_over()
                event = events.Left(action.seat, action.level)
            case actions.Hand():
                event = self._decide_hand(action, visitor)
            case actions.Sit():
                event = self._decide_sit(action, visitor, is_invited)
            case actions.Rename():
                event = self._decide_name(action, visitor)
        if event is None:
            return None
        self.quota.check(person_key(visitor), event)
        return self._entry(event, moment, action_key(visitor, action.id))

    def decide_machine_move(self, after: list[str], text: str, moment: Moment) -> Entry:
        """A machine's move, computed after these moves and checked like any other."""
        if after != self.moves or not self.machine_level_to_move():
            raise Refusal("stale", "the machine is not to move any more")
        return self._entry(events.Moved(self.position.to_move, self._parse_move(text)), moment)

    def decide_machine_answer(self, seat: int, agrees: bool, moment: Moment) -> Entry:
        """A machine's answer to the offer of a draw."""
        offer = self.offers.get("draw")
        if offer is None or seat not in self.asked(offer) or self.occupants[seat].kind != "machine":
            raise Refusal("stale", "the machine is not asked any more")
        event = self._decide_offer(seat, "draw", "") if agrees else events.Refused(seat, "draw")
        return self._entry(event, moment)

    def decide_flag(self, moment: Moment) -> Entry | None:
        """The fall of the running clock's flag, if it is due."""
        if self.clock is None or self.clock.running is None or self.clock.seconds_left(moment)[self.clock.running] > 0:
            return None
        return self._entry(events.Flagged(self.clock.running, LEVEL_THAT_TAKES_OVER), moment)

    def decide_expiry(self, moment: Moment) -> Entry | None:
        """The end of a game that nobody plays any more, unless it is over."""
        return None if self.is_over else self._entry(events.Expired(), moment)

    def decide_forgetting(self, moment: Moment) -> Entry:
        """The event after which nothing that is stored of the room names somebody any more."""
        return self._entry(events.Forgotten(), moment)

    def rematch_created(self) -> Created:
        """The first event of a rematch: the same game, everyone one seat further."""
        occupants = tuple(self.occupants[-1:] + self.occupants[:-1])
        titled = tuple(
            Occupant(occupant.kind, self.title(seat), occupant.level, occupant.holder)
            if occupant.kind == "person" and occupant.name == self.title(seat - 1)
            else occupant
            for seat, occupant in enumerate(occupants)
        )
        return msgspec.structs.replace(self.created, occupants=titled, rules_version=self.game.rules_version)

    def _entry(self, event: Event, moment: Moment, action: str = "") -> Entry:
        spent = self.clock.spent(moment) if self.clock else 0
        return Entry(self.seq + 1, moment.now, spent, action, event)

    def _decide_move(self, action: actions.Move, visitor: str) -> Event:
        if action.turn != self.move_count:
            raise Refusal(
                "stale", Message("the game has {count} moves, not {turn}", count=self.move_count, turn=action.turn)
            )
        self._check_not_over()
        seat = self.position.to_move
        occupant = self.occupants[seat]
        if occupant.kind != "person" or occupant.holder != visitor:
            title = Message(self.title(seat))
            raise Refusal("seat", Message("it is the turn of {seat}, and that seat is not yours", seat=title))
        return events.Moved(seat, self._parse_move(action.move))

    def _parse_move(self, text: str) -> str:
        """The move in the game's own notation, or a Refusal by the clause."""
        try:
            move = self.position.parse_move(text)
        except IllegalMove as error:
            raise Refusal("illegal", error.ruling.message, error.ruling) from error
        written = self.position.move_text(move)
        self._parsed = (self.seq + 1, written, move)
        return written

    def _decide_offer(self, seat: int, what: str, rematch_id: str) -> Event:
        """An offer, an agreement to it, or what was offered once all have agreed."""
        offer = self.offers.get(what)
        if what == "draw":
            self._check_not_over()
        if offer is None:
            if what == "hand":
                raise Refusal("not-now", "nobody has asked for a machine's seat")
            offer = Offer(what, seat, set(), self._move_count_before(seat) if what == "takeback" else 0)
            event: Event = events.Offered(seat, what, offer.to)
            self._check_offer(what, seat)
        else:
            event = events.Agreed(seat, what)
            if seat in offer.agreed:
                raise Refusal("not-now", "you have offered or agreed already")
        if self.asked(Offer(what, seat, offer.agreed | self._seats_of_same_person(seat))):
            return event
        match what:
            case "draw":
                return events.Drawn(seat)
            case "takeback":
                return events.TakenBack(seat, offer.to)
            case "hand":
                return handed_over(offer.seat, offer.to)
            case _:
                return events.Rematched(seat, rematch_id)

    def _check_offer(self, what: str, seat: int) -> None:
        if what == "rematch":
            if not self.is_over:
                raise Refusal("not-now", "there is a rematch when the game is over")
            if self.rematch:
                raise Refusal("not-now", "there is a rematch already")
        elif self.house_outcome is not None:
            self._check_not_over()
        # Before the game has begun a move is taken back from nobody.
        if self.has_open_seat() and what != "hand" and (what != "takeback" or self.has_begun):
            raise Refusal("not-now", NO_OFFER_WITH_OPEN_SEAT[what])
        if self.refused_at.get((what, seat)) == self.move_count:
            raise Refusal("not-now", "that was refused; wait for a move before asking again")

    def _decide_refusal(self, seat: int, what: str) -> Event:
        if what not in self.offers:
            raise Refusal("not-now", "there is no such offer")
        return events.Refused(seat, what)

    def _move_count_before(self, seat: int) -> int:
        """How many moves had been played before the last move of a seat."""
        for index in reversed(range(self.move_count)):
            if self.movers[index] == seat:
                return index
        raise Refusal("not-now", "you have no move to take back")

    def _decide_hand(self, action: actions.Hand, visitor: str) -> Event | None:
        self._check_seat(action.seat)
        occupant, level = self.occupants[action.seat], actions.read_level(action.to)
        if not level and action.to != "open":
            raise Refusal("unreadable", "a seat is handed to `open`, or to `machine:1` up to `machine:8`")
        if occupant.holder != visitor and (occupant.kind == "person" or not self.is_host(visitor)):
            raise Refusal("seat", "that seat is not yours to give")
        self._check_not_over()
        handed = handed_over(action.seat, level)
        if occupant_after(handed) == occupant:
            return None
        if occupant.kind == "machine" and self.move_count and self._has_people_besides(visitor):
            return self._propose_to_hand(handed)
        return handed

    def _propose_to_hand(self, handed: events.Handed) -> Event:
        """H5: against people a machine's seat changes with their consent only."""
        if "hand" in self.offers:
            raise Refusal("not-now", "the others are being asked about a machine's seat already (H5)")
        self._check_offer("hand", handed.seat)
        return events.Offered(handed.seat, "hand", handed.level)

    def _has_people_besides(self, visitor: str) -> bool:
        return any(occupant.kind == "person" and occupant.holder != visitor for occupant in self.occupants)

    def _decide_name(self, action: actions.Rename, visitor: str) -> Event | None:
        self._check_own(action.seat, visitor)
        name = checked_name(action.name)
        return None if name == self.occupants[action.seat].name else events.Sat(action.seat, visitor, name)

    def _decide_sit(self, action: actions.Sit, visitor: str, is_invited: bool) -> Event:
        self._check_seat(action.seat)
        if self.occupants[action.seat].kind != "open":
            raise Refusal("taken", "that seat is taken")
        if not (self.is_joinable or is_invited or self.is_host(visitor)):
            raise Refusal("seat", "that seat needs an invitation")
        self._check_not_over()
        return events.Sat(action.seat, visitor, checked_name(action.name) if action.name else self.title(action.seat))

    def check_may_invite(self, seat: int, visitor: str) -> None:
        if not self.is_host(visitor):
            raise Refusal("seat", "only who made the room invites to it")
        if seat >= len(self.occupants) or self.occupants[seat].kind != "open":
            raise Refusal("taken", "that seat is not open")

    def _check_seat(self, seat: int) -> None:
        if seat >= len(self.occupants):
            raise Refusal("seat", Message("there are seats 0 to {last}", last=len(self.occupants) - 1))

    def _check_own(self, seat: int, visitor: str) -> None:
        self._check_seat(seat)
        if self.occupants[seat].kind != "person" or self.occupants[seat].holder != visitor:
            raise Refusal("seat", "that seat is not yours")

    def _check_not_over(self) -> None:
        if self.outcome is not None:
            raise Refusal("over", Message("the game is over: {reason}", reason=self.outcome.reason))

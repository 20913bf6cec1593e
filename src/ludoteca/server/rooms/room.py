"""One live game: who sits where, who may do what, clocks and offers. The game itself decides what is legal.

A room decides about an action without changing, and changes by applying stored entries, in order, and by nothing else:
so it can be rebuilt from them at any time.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from ludoteca.core.game import Game
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.ruling import IllegalMove
from ludoteca.games import GAMES
from ludoteca.server import events
from ludoteca.server.events import Created, Entry, Event, Occupant
from ludoteca.server.rooms import actions, house_rules
from ludoteca.server.rooms.clock import Clock, Moment
from ludoteca.server.rooms.occupants import checked_name, handed_over, machine_occupant, occupant_after
from ludoteca.server.rooms.quota import Quota
from ludoteca.server.rooms.refusal import Refusal

LEVEL_THAT_TAKES_OVER = 3
MAX_ACTIONS_KEPT = 1000
"""An action that is sent once more has no second effect, unless so many others came in between."""


@dataclass
class Offer:
    """What is proposed by or about a seat, which seats have agreed, and `to` as in events.Offered."""

    what: str
    seat: int
    agreed: set[int] = field(default_factory=set)
    to: int = 0


class Room:
    def __init__(self, room_id: str, first: Entry, is_revised: bool = False) -> None:
        """`is_revised` tells that its rules have changed since it began, whatever their version says."""
        created = first.event
        assert isinstance(created, Created)
        self.id = room_id
        self.is_revised = is_revised
        self.first = first
        self.created = created
        self.created_at = first.at
        self.game: Game = GAMES[created.game]
        self.position: Position = (
            self.game.parse(created.start, **created.options) if created.start else self.game.start(**created.options)
        )
        self.start = str(self.position)
        self.sheet = self.game.look.sheet(self.position.options)
        self.occupants = list(created.occupants)
        self.former_holders: dict[int, str] = {}
        """Who had a seat that is open or a machine's now."""
        self.clock = Clock(created.clock, self.position.seats) if created.clock else None
        self.moves: list[str] = []
        self.movers: list[int] = []
        self.unplayable: list[str] = []
        """What was played by older rules after `moves`, from the first move on that is not legal any more."""
        self.offers: dict[str, Offer] = {}
        self.refused_at: dict[tuple[str, int], int] = {}
        self.house_outcome: Outcome | None = None
        self.has_begun = False
        """A move was played with all seats taken: no clock runs before (H2), an open seat stops none after (H6)."""
        self.rematch = ""
        self.quota = Quota()
        self.seq_by_action: dict[str, int] = {first.action: 1} if first.action else {}
        self.seq = 1
        self._parsed: tuple[int, str, int] = (0, "", 0)
        """The last move that was decided: the number its event would have, its text, and the move."""
        self._settle(first.at)

    @classmethod
    def replay(cls, room_id: str, entries: Iterable[Entry]) -> "Room":
        """Rebuild a room from its entries; a stored move that is not legal shows that the rules were revised."""
        first, *later = entries
        for is_revised in (False, True):
            room = cls(room_id, first, is_revised)
            with suppress(IllegalMove):
                for entry in later:
                    room.apply(entry)
                break
        return room

    # State

    @property
    def is_of_present_rules(self) -> bool:
        return self.created.rules_version == self.game.rules_version and not self.is_revised

    @property
    def notice(self) -> str:
        """What everyone in the room should know before they go on, or nothing."""
        if self.is_of_present_rules:
            return ""
        then, now = self.created.rules_version, self.game.rules_version
        if then == now:
            return "The rules were revised since this game began."
        return f"The rules were revised since this game began: it began by version {then}, and version {now} holds now."

    @property
    def is_joinable(self) -> bool:
        """Whether an open seat may be taken without an invitation."""
        return self.created.public or self.created.seats_by_address

    @property
    def move_count(self) -> int:
        """How many moves have been played and not taken back."""
        return len(self.moves)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def seats_of(self, visitor: str) -> list[int]:
        return [
            seat
            for seat, occupant in enumerate(self.occupants)
            if occupant.kind == "person" and occupant.holder == visitor
        ]

    def is_host(self, visitor: str) -> bool:
        return visitor == self.created.host

    def has_open_seat(self) -> bool:
        return any(occupant.kind == "open" for occupant in self.occupants)

    def title(self, seat: int) -> str:
        return self.sheet.seats[seat].name

    def asked(self, offer: Offer) -> list[int]:
        """The seats that have not answered. Machines are asked about draws only."""
        kinds = ("person", "machine") if offer.what == "draw" else ("person",)
        return [
            seat for seat, occupant in enumerate(self.occupants) if occupant.kind in kinds and seat not in offer.agreed
        ]

    def machine_level_to_move(self) -> int:
        """The level of the machine whose turn it is, or 0."""
        occupant = self.occupants[self.position.to_move]
        return occupant.level if occupant.kind == "machine" and not self.is_over else 0

    def may_ask_engine(self, visitor: str) -> bool:
        """Nobody gets help against people: only who plays alone may ask, and everyone when the game is over."""
        people = {occupant.holder for occupant in self.occupants if occupant.kind == "person"}
        return self.is_over or (people == {visitor} and not self.has_open_seat())

    def position_after(self, move_count: int) -> Position:
        """The position after so many moves."""
        position = self.position.copy()
        for _ in range(self.move_count - move_count):
            position.undo()
        return position

    def seq_of(self, visitor: str, action_id: str) -> int:
        """The number of the event that a visitor's action has caused already, or 0."""
        return self.seq_by_action.get(_action_key(visitor, action_id), 0)

    # Decisions: these change nothing

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
        self.quota.check(_person_key(visitor), event)
        return self._entry(event, moment, _action_key(visitor, action.id))

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
            raise Refusal("stale", f"the game has {self.move_count} moves, not {action.turn}")
        self._check_not_over()
        seat = self.position.to_move
        occupant = self.occupants[seat]
        if occupant.kind != "person" or occupant.holder != visitor:
            raise Refusal("seat", f"it is the turn of {self.title(seat)}, and that seat is not yours")
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
            raise Refusal("not-now", f"there is no {what} with an open seat: nobody can agree for it")
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
            raise Refusal("seat", f"there are seats 0 to {len(self.occupants) - 1}")

    def _check_own(self, seat: int, visitor: str) -> None:
        self._check_seat(seat)
        if self.occupants[seat].kind != "person" or self.occupants[seat].holder != visitor:
            raise Refusal("seat", "that seat is not yours")

    def _check_not_over(self) -> None:
        if self.outcome is not None:
            raise Refusal("over", f"the game is over: {self.outcome.reason}")

    def _seats_of_same_person(self, seat: int) -> set[int]:
        """A seat, and all others of the person on it."""
        occupant = self.occupants[seat]
        return {seat, *(self.seats_of(occupant.holder) if occupant.kind == "person" else ())}

    # Changes

    def apply(self, entry: Entry) -> None:
        """Change the room by a stored entry."""
        assert entry.seq == self.seq + 1, f"event {entry.seq} cannot follow {self.seq}"
        if self.clock:
            self.clock.charge(entry.spent, entry.at)
        event = entry.event
        if type(event) is events.Moved:
            self._play(event)
        else:
            self._change(event)
        self.seq = entry.seq
        self.quota.count(entry)
        if entry.action:
            self.seq_by_action[entry.action] = entry.seq
            if len(self.seq_by_action) > MAX_ACTIONS_KEPT:
                del self.seq_by_action[next(iter(self.seq_by_action))]
        self._settle(entry.at)

    def stay_ended(self) -> None:
        """Keep a game from going on that had ended by older rules and has not by the present ones."""
        self.house_outcome = house_rules.ended_before_revision(self.created.rules_version, self.game.rules_version)
        self._settle(self.created_at)

    def _change(self, event: Event) -> None:
        match event:
            case events.Sat(seat, holder, name):
                self._seat(seat, Occupant("person", name, 0, holder))
            case events.TakenBack(number=number):
                del self.unplayable[max(0, number - self.move_count) :]
                if not self.unplayable:
                    self.house_outcome = None
                while self.move_count > number:
                    self.position.undo()
                    self.moves.pop()
                    self.movers.pop()
                self.offers.clear()
                self.refused_at.clear()
            case events.Offered(seat, what, to):
                agreed = self.seats_of(self.created.host) if what == "hand" else self._seats_of_same_person(seat)
                self.offers[what] = Offer(what, seat, set(agreed), to)
            # Revised rules may have ended the game earlier, and its offers with it.
            case events.Agreed(seat, what) if what in self.offers:
                self.offers[what].agreed |= self._seats_of_same_person(seat)
            case events.Refused(seat, what) if what in self.offers:
                self.refused_at[what, self.offers.pop(what).seat] = self.move_count
            case events.Resigned(seat, level) | events.Left(seat, level):
                self._end_or_replace(seat, level, house_rules.resigned(seat, self.title(seat)))
            case events.Flagged(seat, level):
                self._end_or_replace(seat, level, house_rules.out_of_time(seat, self.title(seat)))
            case events.Handed(seat):
                self._seat(seat, occupant_after(event))
            case events.Drawn():
                self.house_outcome = house_rules.agreed(self.position.seats)
                self.offers.clear()
            case events.Expired():
                self.house_outcome = house_rules.nobody_plays()
                self.offers.clear()
            case events.Rematched(rematch=rematch):
                self.rematch = rematch
                self.offers.clear()

    def move_of(self, moved: events.Moved) -> int:
        """The move that is about to be played."""
        seq, written, move = self._parsed
        # Parsed when it was decided, if this server decided it; when a room is rebuilt each move is checked again.
        is_parsed = seq == self.seq + 1 and written == moved.move
        return move if is_parsed else self.position.parse_move(moved.move)

    def _play(self, moved: events.Moved) -> None:
        if not (self.is_of_present_rules or self._is_still_legal(moved)):
            self._note_unplayable(moved.move)
            return
        seat, text = moved.seat, moved.move
        self.position.play(self.move_of(moved))
        self.moves.append(text)
        self.movers.append(seat)
        self.has_begun = self.has_begun or not self.has_open_seat()
        if self.clock and self.clock.running == seat and self.position.to_move != seat:
            self.clock.add_increment(seat)
        if self.offers:
            self.offers.pop("takeback", None)
            for what in ("draw", "hand"):
                if what in self.offers and seat in self.asked(self.offers[what]):
                    del self.offers[what]

    def _is_still_legal(self, moved: events.Moved) -> bool:
        """Whether a move of older rules can be played by the present ones."""
        is_turn = not self.unplayable and self.position.to_move == moved.seat
        return is_turn and self.position.explain(moved.move) is None

    def _note_unplayable(self, text: str) -> None:
        """H4: the game ends before a move that is not legal any more."""
        if not self.unplayable:
            version = self.game.rules_version
            self.house_outcome = house_rules.illegal_since_revision(self.move_count + 1, text, version)
        self.unplayable.append(text)
        self.offers.clear()

    def _end_or_replace(self, seat: int, level: int, lost: Outcome) -> None:
        """H1, H2: with two seats the other wins; with more a machine takes over."""
        if self.position.seats == 2:
            self.house_outcome = lost
            self.offers.clear()
        else:
            self._seat(seat, machine_occupant(level))

    def _seat(self, seat: int, occupant: Occupant) -> None:
        if self.occupants[seat].holder != occupant.holder or not occupant.holder:
            self.offers.clear()
        if occupant.kind == "person":
            self.former_holders.pop(seat, None)
        elif self.occupants[seat].kind == "person":
            self.former_holders[seat] = self.occupants[seat].holder
        self.occupants[seat] = occupant

    def _settle(self, at: float) -> None:
        """Work out whether the game is over, and whose clock runs."""
        self.outcome: Outcome | None = self.house_outcome or self.position.outcome()
        if self.outcome is not None:
            self.offers.pop("draw", None)
            self.offers.pop("hand", None)
        if self.clock is None:
            return
        seat = self.position.to_move
        runs = self.outcome is None and self.has_begun and self.occupants[seat].kind != "machine"
        if not runs:
            self.clock.running = None
        elif self.clock.running != seat:
            self.clock.running = seat
            self.clock.since = at


def _person_key(visitor: str) -> str:
    return visitor[:16]


def _action_key(visitor: str, action_id: str) -> str:
    return f"{_person_key(visitor)}:{action_id}"

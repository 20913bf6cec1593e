"""One live game: who sits where, who may do what, clocks and offers. Every question of rules goes to the game.

A room decides about an action without changing, and changes by applying stored entries, in order, and by nothing else:
so it can be made again from them at any time.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import Struct

from ludoteca.core.game import Game
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.ruling import IllegalMove
from ludoteca.games import GAMES
from ludoteca.server import actions, events, house
from ludoteca.server.clock import Clock
from ludoteca.server.events import Chair, Created, Entry, Event
from ludoteca.server.refusal import Refusal

LEVEL_THAT_TAKES_OVER = 3


class Moment(Struct, frozen=True):
    """`steady` seconds never go back and measure; `wall` seconds are since 1970 and are told."""

    steady: float
    wall: float


@dataclass
class Offer:
    """What seat proposes, who has agreed, and for a takeback how many moves would stand."""

    what: str
    seat: int
    agreed: set[int] = field(default_factory=set)
    to: int = 0


class Room:
    def __init__(self, number: str, first: Entry, now: float) -> None:
        created = first.event
        assert isinstance(created, Created)
        self.id = number
        self.created = created
        self.created_at = first.at
        self.game: Game = GAMES[created.game]
        self.position: Position = (
            self.game.parse(created.start, **created.options) if created.start else self.game.start(**created.options)
        )
        self.start = str(self.position)
        self.sheet = self.game.look.sheet(self.position.options)
        self.chairs = list(created.chairs)
        self.clock = Clock(created.clock, self.position.seats) if created.clock else None
        self.moves: list[str] = []
        self.movers: list[int] = []
        self.offers: dict[str, Offer] = {}
        self.refused_at: dict[tuple[str, int], int] = {}
        self.ending: Outcome | None = None
        self.rematch = ""
        self.done: dict[str, int] = {first.action: 1} if first.action else {}
        self.seq = 1
        self._read: tuple[str, int] = ("", 0)
        self._settle(now)

    @classmethod
    def replay(cls, number: str, entries: Iterable[Entry], now: float) -> "Room":
        """The room that entries tell of; the clock begins to run now, whatever time has passed since."""
        ordered = iter(entries)
        room = cls(number, next(ordered), now)
        for entry in ordered:
            room.apply(entry, now)
        return room

    # What can be seen

    @property
    def number(self) -> int:
        """How many moves stand."""
        return len(self.moves)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def seats_of(self, visitor: str) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and chair.holder == visitor]

    def is_host(self, visitor: str) -> bool:
        return visitor == self.created.host

    def has_open_seat(self) -> bool:
        return any(chair.kind == "open" for chair in self.chairs)

    def title(self, seat: int) -> str:
        return self.sheet.seats[seat].name

    def asked(self, offer: Offer) -> list[int]:
        """Who has not answered. Machines are asked about draws alone."""
        kinds = ("person", "machine") if offer.what == "draw" else ("person",)
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind in kinds and seat not in offer.agreed]

    def machine_to_move(self) -> int:
        """The level of the machine whose turn it is, or 0."""
        chair = self.chairs[self.position.to_move]
        return chair.level if chair.kind == "machine" and not self.is_over else 0

    def may_ask_machine(self, visitor: str) -> bool:
        """Nobody gets help against people: the machine answers who plays without others, and all when it is over."""
        people = {chair.holder for chair in self.chairs if chair.kind == "person"}
        return self.is_over or (people == {visitor} and not self.has_open_seat())

    def position_after(self, number: int) -> Position:
        """The position when so many moves stood."""
        position = self.position.copy()
        for _ in range(self.number - number):
            position.undo()
        return position

    def seq_of(self, visitor: str, action: str) -> int:
        """The number of the event that an action of a visitor has brought about already, or 0."""
        return self.done.get(_key(visitor, action), 0)

    # Decisions: nothing changes

    def decide(
        self, action: actions.AnyAction, visitor: str, moment: Moment, fresh: str = "", is_invited: bool = False
    ) -> Entry:
        """What an action of a visitor brings about, or a Refusal. `fresh` is an id for a rematch."""
        event: Event
        match action:
            case actions.Move():
                event = self._decide_move(action, visitor)
            case actions.Offer():
                self._check_own(action.seat, visitor)
                event = self._decide_offer(action.seat, action.offer, fresh)
            case actions.Refuse():
                self._check_own(action.seat, visitor)
                event = self._decide_refusal(action.seat, action.offer)
            case actions.Resign():
                self._check_own(action.seat, visitor)
                self._check_going_on()
                event = events.Resigned(action.seat, LEVEL_THAT_TAKES_OVER)
            case actions.Leave():
                self._check_own(action.seat, visitor)
                self._check_going_on()
                event = events.Left(action.seat, action.level)
            case actions.Hand():
                event = self._decide_hand(action, visitor)
            case actions.Sit():
                event = self._decide_sit(action, visitor, is_invited)
            case actions.Rename():
                self._check_own(action.seat, visitor)
                event = events.Sat(action.seat, visitor, checked_name(action.name))
        return self._entry(event, moment, _key(visitor, action.id))

    def decide_machine_move(self, after: list[str], text: str, moment: Moment) -> Entry:
        """A machine's move, thought out after these moves, checked like any other."""
        if after != self.moves or not self.machine_to_move():
            raise Refusal("stale", "the machine is not to move any more")
        return self._entry(events.Moved(self.position.to_move, self._read_move(text)), moment)

    def decide_machine_answer(self, seat: int, agrees: bool, moment: Moment) -> Entry:
        """What a machine says to a draw."""
        offer = self.offers.get("draw")
        if offer is None or seat not in self.asked(offer) or self.chairs[seat].kind != "machine":
            raise Refusal("stale", "the machine is not asked any more")
        event = self._decide_offer(seat, "draw", "") if agrees else events.Refused(seat, "draw")
        return self._entry(event, moment)

    def decide_flag(self, moment: Moment) -> Entry | None:
        """The fall of a flag, if it is due."""
        deadline = self.clock.deadline() if self.clock else None
        if self.clock is None or deadline is None or moment.steady < deadline:
            return None
        assert self.clock.running is not None
        return self._entry(events.Flagged(self.clock.running, LEVEL_THAT_TAKES_OVER), moment)

    def rematch_created(self) -> Created:
        """The same game once more, everyone one seat further."""
        chairs = tuple(self.chairs[-1:] + self.chairs[:-1])
        titled = tuple(
            Chair(chair.kind, self.title(seat), chair.level, chair.holder)
            if chair.kind == "person" and chair.name == self.title(seat - 1)
            else chair
            for seat, chair in enumerate(chairs)
        )
        old = self.created
        return Created(old.game, old.options, titled, old.host, old.clock, old.public, old.start)

    def _entry(self, event: Event, moment: Moment, action: str = "") -> Entry:
        spent = self.clock.spent(moment.steady) if self.clock else 0
        return Entry(self.seq + 1, moment.wall, spent, action, event)

    def _decide_move(self, action: actions.Move, visitor: str) -> Event:
        if action.turn != self.number:
            raise Refusal("stale", f"{self.number} moves stand, not {action.turn}")
        self._check_going_on()
        seat = self.position.to_move
        chair = self.chairs[seat]
        if chair.kind != "person" or chair.holder != visitor:
            raise Refusal("seat", f"it is the turn of {self.title(seat)}, and that seat is not yours")
        return events.Moved(seat, self._read_move(action.move))

    def _read_move(self, text: str) -> str:
        """The move in the game's own notation, or a Refusal by the clause."""
        try:
            move = self.position.parse_move(text)
        except IllegalMove as error:
            raise Refusal("illegal", error.ruling.message, error.ruling) from error
        written = self.position.move_text(move)
        self._read = (written, move)
        return written

    def _decide_offer(self, seat: int, what: str, fresh: str) -> Event:
        """An offer, an agreement to it, or, when nobody is left to ask, what was offered."""
        offer = self.offers.get(what)
        if what == "draw":
            self._check_going_on()
        if offer is None:
            offer = Offer(what, seat, set(), self._number_before(seat) if what == "takeback" else 0)
            event: Event = events.Offered(seat, what, offer.to)
            self._check_offer(what, seat)
        else:
            event = events.Agreed(seat, what)
            if seat in offer.agreed:
                raise Refusal("not-now", "you have offered or agreed already")
        if self.asked(Offer(what, seat, offer.agreed | self._together(seat))):
            return event
        if what == "draw":
            return events.Drawn(seat)
        return events.TakenBack(seat, offer.to) if what == "takeback" else events.Rematched(seat, fresh)

    def _check_offer(self, what: str, seat: int) -> None:
        if what == "rematch":
            if not self.is_over:
                raise Refusal("not-now", "there is a rematch when the game is over")
            if self.rematch:
                raise Refusal("not-now", "there is a rematch already")
            if self.has_open_seat():
                raise Refusal("not-now", "there is no rematch with an open seat")
        elif self.ending is not None:
            self._check_going_on()
        if self.refused_at.get((what, seat)) == self.number:
            raise Refusal("not-now", "that was refused; wait for a move before asking again")

    def _decide_refusal(self, seat: int, what: str) -> Event:
        if what not in self.offers:
            raise Refusal("not-now", "there is no such offer")
        return events.Refused(seat, what)

    def _number_before(self, seat: int) -> int:
        """How many moves stood before the last decision of a seat."""
        for number in reversed(range(self.number)):
            if self.movers[number] == seat:
                return number
        raise Refusal("not-now", "you have no move to take back")

    def _decide_hand(self, action: actions.Hand, visitor: str) -> Event:
        self._check_seat(action.seat)
        chair, level = self.chairs[action.seat], actions.read_level(action.to)
        if not level and action.to != "open":
            raise Refusal("unreadable", "a seat is handed to `open`, or to `machine:1` up to `machine:8`")
        if chair.holder != visitor and (chair.kind == "person" or not self.is_host(visitor)):
            raise Refusal("seat", "that seat is not yours to give")
        self._check_going_on()
        return events.Handed(action.seat, "machine" if level else "open", level)

    def _decide_sit(self, action: actions.Sit, visitor: str, is_invited: bool) -> Event:
        self._check_seat(action.seat)
        if self.chairs[action.seat].kind != "open":
            raise Refusal("taken", "that seat is taken")
        if not (self.created.public or is_invited or self.is_host(visitor)):
            raise Refusal("seat", "that seat needs an invitation")
        self._check_going_on()
        return events.Sat(action.seat, visitor, checked_name(action.name) if action.name else self.title(action.seat))

    def _check_seat(self, seat: int) -> None:
        if seat >= len(self.chairs):
            raise Refusal("seat", f"there are seats 0 to {len(self.chairs) - 1}")

    def _check_own(self, seat: int, visitor: str) -> None:
        self._check_seat(seat)
        if self.chairs[seat].kind != "person" or self.chairs[seat].holder != visitor:
            raise Refusal("seat", "that seat is not yours")

    def _check_going_on(self) -> None:
        if self.outcome is not None:
            raise Refusal("over", f"the game is over: {self.outcome.reason}")

    def _together(self, seat: int) -> set[int]:
        """A seat, and all others of the person on it."""
        chair = self.chairs[seat]
        return {seat, *(self.seats_of(chair.holder) if chair.kind == "person" else ())}

    # Changes

    def apply(self, entry: Entry, now: float) -> None:
        """Let a stored entry happen."""
        assert entry.seq == self.seq + 1, f"event {entry.seq} cannot follow {self.seq}"
        if self.clock:
            self.clock.charge(entry.spent, now)
        event = entry.event
        if type(event) is events.Moved:
            self._play(event)
        else:
            self._change(event)
        self.seq = entry.seq
        if entry.action:
            self.done[entry.action] = entry.seq
        self._settle(now)

    def _change(self, event: Event) -> None:
        match event:
            case events.Sat(seat, holder, name):
                self._seat(seat, Chair("person", name, 0, holder))
            case events.TakenBack(number=number):
                while self.number > number:
                    self.position.undo()
                    self.moves.pop()
                    self.movers.pop()
                self.offers.clear()
                self.refused_at.clear()
            case events.Offered(seat, what, to):
                self.offers[what] = Offer(what, seat, self._together(seat), to)
            case events.Agreed(seat, what):
                self.offers[what].agreed |= self._together(seat)
            case events.Refused(seat, what):
                self.refused_at[what, self.offers.pop(what).seat] = self.number
            case events.Resigned(seat, level) | events.Left(seat, level):
                self._give_up(seat, level, house.resigned(seat, self.title(seat)))
            case events.Flagged(seat, level):
                self._give_up(seat, level, house.out_of_time(seat, self.title(seat)))
            case events.Handed(seat, kind, level):
                self._seat(seat, _machine(level) if kind == "machine" else Chair("open"))
            case events.Drawn():
                self.ending = house.agreed(self.position.seats)
                self.offers.clear()
            case events.Rematched(rematch=rematch):
                self.rematch = rematch
                self.offers.clear()

    def move_of(self, moved: events.Moved) -> int:
        """The move that is about to be played."""
        written, move = self._read
        # Read when it was decided, if this server decided it; while a room is made again each move is checked anew.
        return move if written == moved.move else self.position.parse_move(moved.move)

    def _play(self, moved: events.Moved) -> None:
        seat, text = moved.seat, moved.move
        self.position.play(self.move_of(moved))
        self._read = ("", 0)
        self.moves.append(text)
        self.movers.append(seat)
        if self.clock and self.clock.running == seat and self.position.to_move != seat:
            self.clock.add_increment(seat)
        if self.offers:
            self.offers.pop("takeback", None)
            if "draw" in self.offers and seat in self.asked(self.offers["draw"]):
                del self.offers["draw"]

    def _give_up(self, seat: int, level: int, lost: Outcome) -> None:
        """H1, H2: of two seats the other wins; else a machine goes on."""
        if self.position.seats == 2:
            self.ending = lost
            self.offers.clear()
        else:
            self._seat(seat, _machine(level))

    def _seat(self, seat: int, chair: Chair) -> None:
        if self.chairs[seat].holder != chair.holder or not chair.holder:
            self.offers.clear()
        self.chairs[seat] = chair

    def _settle(self, now: float) -> None:
        """Whether it is over, and whose clock runs."""
        self.outcome: Outcome | None = self.ending or self.position.outcome()
        if self.outcome is not None:
            self.offers.pop("draw", None)
        if self.clock is None:
            return
        seat = self.position.to_move
        runs = self.outcome is None and self.chairs[seat].kind == "person" and not self.has_open_seat()
        if not runs:
            self.clock.running = None
        elif self.clock.running != seat:
            self.clock.running = seat
            self.clock.since = now


def _key(visitor: str, action: str) -> str:
    return f"{visitor[:16]}:{action}"


def _machine(level: int) -> Chair:
    return Chair("machine", f"Machine (level {level})", level)


def checked_name(name: str) -> str:
    """A name of visible characters, or a Refusal."""
    stripped = " ".join(name.split(" ")).strip()
    if not 1 <= len(stripped) <= 24:
        raise Refusal("unreadable", "a name has 1 to 24 characters")
    if any(unicodedata.category(character)[0] in "CZ" and character != " " for character in stripped):
        raise Refusal("unreadable", "a name has visible characters and spaces only")
    return stripped


def first_chairs(words: Iterable[str], titles: list[str], host: str, name: str) -> tuple[Chair, ...]:
    """Who sits where at first, from `me`, `open` and `machine:3`, or a Refusal."""
    found = []
    for seat, word in enumerate(words):
        level = actions.read_level(word)
        if level:
            found.append(_machine(level))
        elif word == "me":
            found.append(Chair("person", checked_name(name) if name else titles[min(seat, len(titles) - 1)], 0, host))
        elif word == "open":
            found.append(Chair("open"))
        else:
            raise Refusal("unreadable", "a seat is `me`, `open`, or `machine:1` up to `machine:8`")
    if len(found) != len(titles):
        raise Refusal("unreadable", f"this game has {len(titles)} seats, not {len(found)}")
    return tuple(found)

"""The state of a live game: who sits where, its moves, clocks and offers.

It changes by applying stored entries, in order, and by nothing else: so it can be rebuilt from them at any time.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

from ludoteca.core.game import Game
from ludoteca.core.message import Message
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.ruling import IllegalMove
from ludoteca.games import GAMES
from ludoteca.server import events
from ludoteca.server.events import Created, Entry, Event, Occupant
from ludoteca.server.rooms import house_rules
from ludoteca.server.rooms.clock import Clock
from ludoteca.server.rooms.occupants import machine_occupant, occupant_after
from ludoteca.server.rooms.quota import Quota

MAX_ACTIONS_KEPT = 1000
"""An action that is sent once more has no second effect, unless so many others came in between."""


@dataclass
class Offer:
    """What is proposed by or about a seat, which seats have agreed, and `to` as in events.Offered."""

    what: str
    seat: int
    agreed: set[int] = field(default_factory=set)
    to: int = 0


class RoomState:
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
    def replay(cls, room_id: str, entries: Iterable[Entry]) -> Self:
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
            return Message("The rules were revised since this game began.")
        return Message(
            "The rules were revised since this game began: it began by version {then}, and version {now} holds now.",
            then=then,
            now=now,
        )

    @property
    def is_joinable(self) -> bool:
        """Whether an open seat may be taken without an invitation."""
        return self.created.public or self.created.seats_by_address

    @property
    def is_correspondence(self) -> bool:
        """Whether every move has days of its own."""
        return self.clock is not None and self.clock.is_per_move

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
        return self.seq_by_action.get(action_key(visitor, action_id), 0)

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
                if self.clock:
                    self.clock.renew()
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
            case events.Forgotten():
                self.offers.clear()  # Who has made an offer may be one with who was asked.
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
        if self.clock:
            if self.clock.running == seat and self.position.to_move != seat:
                self.clock.add_increment(seat)
            self.clock.renew()
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
            self.clock.start(seat, at)


def person_key(visitor: str) -> str:
    return visitor[:16]


def action_key(visitor: str, action_id: str) -> str:
    return f"{person_key(visitor)}:{action_id}"

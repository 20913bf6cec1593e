"""How often people may change a room otherwise than by moves (H7)."""

from collections import Counter

from ludoteca.core.message import Message
from ludoteca.server import events
from ludoteca.server.events import Entry, Event
from ludoteca.server.rooms.refusal import Refusal

MAX_SEAT_CHANGES = 50
"""Names, seats taken and seats handed over by one person in one game."""
MAX_OFFERS = 1000
"""Offers and takebacks of one person in one game."""
MAX_IN_ROOM = 2500
"""Both, of all people together."""

SEAT_CHANGES = (events.Sat, events.Handed)
OFFERS = (events.Offered, events.TakenBack)


class Quota:
    """Counts the stored entries of a room. Moves, answers and what ends a game are without limit."""

    def __init__(self) -> None:
        self.seat_changes: Counter[str] = Counter()
        self.offers: Counter[str] = Counter()

    def count(self, entry: Entry) -> None:
        if type(entry.event) in SEAT_CHANGES:
            self.seat_changes[_person(entry)] += 1
        elif type(entry.event) in OFFERS:
            self.offers[_person(entry)] += 1

    def check(self, person: str, event: Event) -> None:
        """Refuse an event that is one too many. A person is named as in the actions of entries."""
        is_seat_change = type(event) in SEAT_CHANGES
        if not (is_seat_change or type(event) in OFFERS):
            return
        if is_seat_change and self.seat_changes[person] >= MAX_SEAT_CHANGES:
            message = Message(
                "you have changed names and seats {count} times in this game (H7)", count=MAX_SEAT_CHANGES
            )
            raise Refusal("not-now", message)
        if not is_seat_change and self.offers[person] >= MAX_OFFERS:
            message = Message("you have offered and taken back {count} times in this game (H7)", count=MAX_OFFERS)
            raise Refusal("not-now", message)
        if self.seat_changes.total() + self.offers.total() >= MAX_IN_ROOM:
            message = Message("names, seats and offers have changed {count} times in this game (H7)", count=MAX_IN_ROOM)
            raise Refusal("not-now", message)


def _person(entry: Entry) -> str:
    return entry.action.partition(":")[0]

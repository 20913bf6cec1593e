"""The events of a room: all that is stored of it, and enough to rebuild it."""

import msgspec
from msgspec import Struct

from ludoteca.core.option import Value


class Occupant(Struct, frozen=True, omit_defaults=True):
    """Who has a seat: a `person`, a `machine` of a level, or nobody (`open`). `holder` is the hash of a visitor."""

    kind: str
    name: str = ""
    level: int = 0
    holder: str = ""


class Timing(Struct, frozen=True, omit_defaults=True):
    """Seconds on each clock, and what a turn adds."""

    base: int
    increment: int
    is_per_move: bool = False
    """Whether every move has `base` seconds of its own, as in correspondence games."""


class Created(Struct, frozen=True, tag_field="what", tag="created", rename={"occupants": "chairs"}):
    game: str
    options: dict[str, Value]
    occupants: tuple[Occupant, ...]
    host: str
    clock: Timing | None
    public: bool
    start: str = ""
    rules_version: int = 1
    """Of the game when the room was made; events did not name it before any game had a second version."""
    seats_by_address: bool = False
    """Whether everybody who has the room's address may take an open seat."""
    varied: bool = False
    """Whether its machines vary their moves."""


class Sat(Struct, frozen=True, tag_field="what", tag="sat"):
    seat: int
    holder: str
    name: str


class Moved(Struct, frozen=True, tag_field="what", tag="moved"):
    seat: int
    move: str


class TakenBack(Struct, frozen=True, tag_field="what", tag="taken-back"):
    """`number` moves are left. `seat` is who asked, or who was the last to agree."""

    seat: int
    number: int


class Offered(Struct, frozen=True, tag_field="what", tag="offered"):
    """`to` is the number of moves that a takeback would leave. Of a `hand`, the host's proposal to change the machine
    on `seat`, it is the new level, 0 for an open seat.
    """

    seat: int
    offer: str
    to: int = 0


class Agreed(Struct, frozen=True, tag_field="what", tag="agreed"):
    """One more agrees; the last agreement is Drawn, TakenBack, Handed or Rematched instead."""

    seat: int
    offer: str


class Refused(Struct, frozen=True, tag_field="what", tag="refused"):
    seat: int
    offer: str


class Resigned(Struct, frozen=True, tag_field="what", tag="resigned"):
    """With three or more seats a machine of the level takes over."""

    seat: int
    level: int = 3


class Left(Struct, frozen=True, tag_field="what", tag="left"):
    seat: int
    level: int = 3


class Flagged(Struct, frozen=True, tag_field="what", tag="flagged"):
    seat: int
    level: int = 3


class Handed(Struct, frozen=True, tag_field="what", tag="handed"):
    seat: int
    kind: str
    level: int = 0


class Drawn(Struct, frozen=True, tag_field="what", tag="drawn"):
    seat: int


class Expired(Struct, frozen=True, tag_field="what", tag="expired"):
    """The game ends without a result because nobody plays it any more. Of a removed room this event alone is left."""

    is_removed: bool = False


class Forgotten(Struct, frozen=True, tag_field="what", tag="forgotten"):
    """Another visitor was put for one in the events before this one: whoever has the room in memory reads it anew."""


class Rematched(Struct, frozen=True, tag_field="what", tag="rematched"):
    seat: int
    rematch: str


Event = (
    Created
    | Sat
    | Moved
    | TakenBack
    | Offered
    | Agreed
    | Refused
    | Resigned
    | Left
    | Flagged
    | Handed
    | Drawn
    | Expired
    | Forgotten
    | Rematched
)


class Entry(Struct, frozen=True):
    """An event in its place: its number in the room, its time, its cost on the clock, the action it came from."""

    seq: int
    at: float
    spent: int
    """Milliseconds."""
    action: str
    event: Event


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> str:
    return _encoder.encode(event).decode()


def decode_event(text: str | bytes) -> Event:
    event: Event = _decoder.decode(text)
    return event

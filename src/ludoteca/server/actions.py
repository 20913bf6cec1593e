"""What a client sends: one frame, one action or question. Whatever else comes is unreadable."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ludoteca.server.refusal import Refusal

MOST_BYTES = 8192
MOST_LEVEL = 8

Id = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, lt=64)]
CellNumber = Annotated[int, Meta(ge=0, lt=4096)]
Count = Annotated[int, Meta(ge=0, lt=1_000_000)]
Level = Annotated[int, Meta(ge=1, le=MOST_LEVEL)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Code = Annotated[str, Meta(min_length=1, max_length=64)]
MoveText = Annotated[str, Meta(min_length=1, max_length=400)]
Word = Annotated[str, Meta(max_length=40)]
Pick = CellNumber | Word
Offering = Literal["draw", "takeback", "rematch"]


class Frame(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What all have in common is their `do`."""


class Action(Frame, frozen=True):
    """Changes the room. `id` is the client's: the same one again has no second effect."""

    id: Id


class Question(Frame, frozen=True):
    """Changes nothing."""

    id: Id


class Hello(Frame, frozen=True, tag="hello"):
    since: Annotated[int, Meta(ge=-1)] = -1
    views: bool = True

    @property
    def id(self) -> str:
        """It is answered by a welcome and needs none."""
        return ""


class Move(Action, frozen=True, tag="move"):
    turn: Count
    move: MoveText


class Offer(Action, frozen=True, tag="offer"):
    seat: SeatNumber
    offer: Offering


class Refuse(Action, frozen=True, tag="refuse"):
    seat: SeatNumber
    offer: Offering


class Resign(Action, frozen=True, tag="resign"):
    seat: SeatNumber


class Leave(Action, frozen=True, tag="leave"):
    seat: SeatNumber
    level: Level = 3


class Hand(Action, frozen=True, tag="hand"):
    seat: SeatNumber
    to: Annotated[str, Meta(max_length=20)]


class Sit(Action, frozen=True, tag="sit"):
    seat: SeatNumber
    name: Name = ""


class Rename(Action, frozen=True, tag="name"):
    seat: SeatNumber
    name: Name


class Moves(Question, frozen=True, tag="moves"):
    turn: Count
    origin: Pick | None = None


class Why(Question, frozen=True, tag="why"):
    turn: Count
    picks: Annotated[tuple[Pick, ...], Meta(max_length=40)] = ()
    move: Annotated[str, Meta(max_length=400)] = ""


class Look(Question, frozen=True, tag="view"):
    number: Count


class Hint(Question, frozen=True, tag="hint"):
    turn: Count


class Analyse(Question, frozen=True, tag="analyse"):
    number: Count
    lines: Annotated[int, Meta(ge=1, le=5)] = 3


class Invite(Question, frozen=True, tag="invite"):
    seat: SeatNumber


class Ping(Question, frozen=True, tag="ping"):
    pass


AnyAction = Move | Offer | Refuse | Resign | Leave | Hand | Sit | Rename
AnyQuestion = Moves | Why | Look | Hint | Analyse | Invite | Ping
AnyFrame = Hello | AnyAction | AnyQuestion

_decoder = msgspec.json.Decoder(AnyFrame)


def read_frame(frame: str | bytes) -> AnyFrame:
    """The frame that a text means, or a Refusal that says what is wrong with it."""
    try:
        read: AnyFrame = _decoder.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("unreadable", f"this cannot be read: {_short(error)}") from error
    if not read.id.isprintable():
        # Databases do not keep all that JSON can say, and what is the same there must be the same here.
        raise Refusal("unreadable", "an id has visible characters and spaces only")
    return read


def _short(error: Exception) -> str:
    text = str(error)
    return text if len(text) <= 200 else text[:200] + "…"


def read_level(word: str) -> int:
    """The level of `machine:3`, or 0 if that is not what the word means."""
    kind, _, level = word.partition(":")
    is_level = kind == "machine" and len(level) == 1 and "1" <= level <= str(MOST_LEVEL)
    return int(level) if is_level else 0

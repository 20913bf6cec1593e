"""The messages of clients: actions, which change a room, and queries, which do not."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ludoteca.core.message import Message
from ludoteca.server.rooms.refusal import Refusal

MAX_MESSAGE_BYTES = 8192
MAX_LEVEL = 8

Id = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, lt=64)]
CellNumber = Annotated[int, Meta(ge=0, lt=4096)]
Count = Annotated[int, Meta(ge=0, lt=1_000_000)]
Level = Annotated[int, Meta(ge=1, le=MAX_LEVEL)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Code = Annotated[str, Meta(min_length=1, max_length=64)]
MoveText = Annotated[str, Meta(min_length=1, max_length=400)]
Word = Annotated[str, Meta(max_length=40)]
Pick = CellNumber | Word
Offering = Literal["draw", "takeback", "hand", "rematch"]
Phrase = Literal["hello", "good-luck", "well-played", "oops", "thanks", "good-game"]


class ClientMessage(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Any message of a client; `do` says which."""


class Action(ClientMessage, frozen=True):
    """Changes the room. The client chooses the `id`: an action with the same id again has no second effect."""

    id: Id


class Query(ClientMessage, frozen=True):
    """Changes nothing."""

    id: Id


class Hello(ClientMessage, frozen=True, tag="hello"):
    since: Annotated[int, Meta(ge=-1)] = -1
    views: bool = True

    @property
    def id(self) -> str:
        """It is answered by a welcome and needs no id."""
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
    level: Level = 5


class Hand(Action, frozen=True, tag="hand"):
    seat: SeatNumber
    to: Annotated[str, Meta(max_length=20)]


class Sit(Action, frozen=True, tag="sit"):
    seat: SeatNumber
    name: Name = ""


class Rename(Action, frozen=True, tag="name"):
    seat: SeatNumber
    name: Name


class Moves(Query, frozen=True, tag="moves"):
    turn: Count
    origin: Pick | None = None


class Why(Query, frozen=True, tag="why"):
    turn: Count
    picks: Annotated[tuple[Pick, ...], Meta(max_length=40)] = ()
    move: Annotated[str, Meta(max_length=400)] = ""


class ViewAfter(Query, frozen=True, tag="view"):
    number: Count


class Notes(Query, frozen=True, tag="notes"):
    """What the rules say of the unit on a cell, after so many moves."""

    number: Count
    cell: CellNumber


class Preview(Query, frozen=True, tag="preview"):
    """What would happen in a move."""

    turn: Count
    move: MoveText


class Texts(Query, frozen=True, tag="texts"):
    """The moves since so many, in a notation of the game."""

    notation: Word
    since: Count = 0


class Hint(Query, frozen=True, tag="hint"):
    turn: Count


class Analyse(Query, frozen=True, tag="analyse"):
    number: Count
    lines: Annotated[int, Meta(ge=1, le=5)] = 3


class Line(Query, frozen=True, tag="line"):
    """Moves that might be played after so many moves of the game."""

    number: Count
    moves: Annotated[tuple[Annotated[str, Meta(max_length=400)], ...], Meta(min_length=1, max_length=12)]


class Review(Query, frozen=True, tag="review"):
    pass


class Invite(Query, frozen=True, tag="invite"):
    seat: SeatNumber


class Pace(Query, frozen=True, tag="pace"):
    """How long a move of machines that play alone takes at least, as long as the room is in memory."""

    seconds: Annotated[float, Meta(ge=0, le=10)]


class Say(Query, frozen=True, tag="say"):
    """One of a few messages to all who are in the room. They are not stored."""

    seat: SeatNumber
    words: Phrase


class Ping(Query, frozen=True, tag="ping"):
    pass


AnyAction = Move | Offer | Refuse | Resign | Leave | Hand | Sit | Rename
AnyQuery = (
    Moves | Why | ViewAfter | Notes | Preview | Line | Texts | Hint | Analyse | Review | Invite | Pace | Say | Ping
)
AnyMessage = Hello | AnyAction | AnyQuery

_decoder = msgspec.json.Decoder(AnyMessage)


def decode_message(text: str | bytes) -> AnyMessage:
    """The message in a text, or a Refusal that says what is wrong with it."""
    try:
        message: AnyMessage = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("unreadable", Message("this cannot be read: {error}", error=_short(error))) from error
    if not message.id.isprintable():
        # Databases do not store every character of JSON, and two ids must be equal there if and only if they are here.
        raise Refusal("unreadable", "an id has visible characters and spaces only")
    return message


def _short(error: Exception) -> str:
    text = str(error)
    return text if len(text) <= 200 else text[:200] + "…"


def read_level(word: str) -> int:
    """The level of `machine:3`, or 0 if that is not what the word means."""
    kind, _, level = word.partition(":")
    is_level = kind == "machine" and len(level) == 1 and "1" <= level <= str(MAX_LEVEL)
    return int(level) if is_level else 0

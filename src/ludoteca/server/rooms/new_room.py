"""A request for a new room, and the event that creates it."""

from collections.abc import Iterable

import msgspec

from ludoteca.core.message import Message
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.server.events import Created, Occupant, Timing
from ludoteca.server.rooms.actions import read_level
from ludoteca.server.rooms.occupants import checked_name, machine_occupant
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.retention import DAY_SECONDS

MAX_DAYS_PER_MOVE = 14


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """NEW of docs/protocol.md."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, bool | int | str | None] = {}
    name: str = ""
    clock: Timing | None = None
    public: bool = False
    start: str = ""
    seats_by_address: bool = False
    varied: bool = False


def created_event(request: NewRoom, visitor: str) -> Created:
    """The first event of a room, or a Refusal."""
    try:
        game = GAMES[request.game]
        options = game.choose(request.options)
        if request.start:
            options = dict(game.parse(request.start, **request.options).options)
        titles = [seat.name for seat in game.look.sheet(options).seats]
    except LudotecaError as error:
        raise Refusal("unreadable", error.message) from error
    if request.clock:
        _check_timing(request.clock)
    occupants = _first_occupants(request.seats[:64], titles, visitor, request.name)
    return Created(
        game.name,
        options,
        occupants,
        visitor,
        request.clock,
        request.public,
        request.start,
        game.rules_version,
        request.seats_by_address,
        request.varied,
    )


def _check_timing(timing: Timing) -> None:
    if timing.is_per_move:
        days, rest = divmod(timing.base, DAY_SECONDS)
        if not 1 <= days <= MAX_DAYS_PER_MOVE or rest or timing.increment:
            message = Message("a move has 1 to {days} whole days, and no increment", days=MAX_DAYS_PER_MOVE)
            raise Refusal("unreadable", message)
    elif not (1 <= timing.base <= DAY_SECONDS and 0 <= timing.increment <= 600):
        raise Refusal("unreadable", "a clock has 1 to 86400 seconds, and an increment of 0 to 600")


def _first_occupants(words: Iterable[str], titles: list[str], host: str, name: str) -> tuple[Occupant, ...]:
    """The occupants of a new room, from `me`, `open` and `machine:3`, or a Refusal."""
    found = []
    for seat, word in enumerate(words):
        level = read_level(word)
        if level:
            found.append(machine_occupant(level))
        elif word == "me":
            found.append(
                Occupant("person", checked_name(name) if name else titles[min(seat, len(titles) - 1)], 0, host)
            )
        elif word == "open":
            found.append(Occupant("open"))
        else:
            raise Refusal("unreadable", "a seat is `me`, `open`, or `machine:1` up to `machine:8`")
    if len(found) != len(titles):
        message = Message("this game has {count} seats, not {given}", count=len(titles), given=len(found))
        raise Refusal("unreadable", message)
    return tuple(found)

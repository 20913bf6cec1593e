"""What somebody wishes a new room to be, and what that means."""

import msgspec

from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.server.events import Created, Timing
from ludoteca.server.refusal import Refusal
from ludoteca.server.room import first_chairs


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """NEW of docs/protocol.md."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, bool | int | str | None] = {}
    name: str = ""
    clock: Timing | None = None
    public: bool = False
    start: str = ""


def first_event(wish: NewRoom, visitor: str) -> Created:
    """What a wish for a room means, or a Refusal."""
    try:
        game = GAMES[wish.game]
        options = game.choose(wish.options)
        if wish.start:
            options = dict(game.parse(wish.start, **wish.options).options)
        titles = [seat.name for seat in game.look.sheet(options).seats]
    except LudotecaError as error:
        raise Refusal("unreadable", str(error)) from error
    if wish.clock and not (1 <= wish.clock.base <= 86400 and 0 <= wish.clock.increment <= 600):
        raise Refusal("unreadable", "a clock has 1 to 86400 seconds, and an increment of 0 to 600")
    chairs = first_chairs(wish.seats[:64], titles, visitor, wish.name)
    return Created(game.name, options, chairs, visitor, wish.clock, wish.public, wish.start)

"""Rooms as lists tell of them, and games as records."""

import time
from typing import Any

import msgspec

from ludoteca.core.record import Record
from ludoteca.server import wire
from ludoteca.server.live import LiveRoom
from ludoteca.server.room import Room
from ludoteca.server.store import Summary


def brief(text: str, rooms: dict[str, LiveRoom], visitor: str) -> Any:
    """As it was stored, or as it is now if the room is live."""
    told = msgspec.json.decode(text)
    live = rooms.get(told["id"])
    if live is None:
        return told
    room = live.room
    is_own_turn = not room.is_over and room.position.to_move in room.seats_of(visitor)
    return {**msgspec.to_builtins(wire.brief_of(room)), "your_turn": is_own_turn}


def record_of(room: Room) -> str:
    """The game as far as it has been played, as a record."""
    players = {
        f"seat-{seat + 1}": f"{room.title(seat)}: {chair.name or 'nobody'}" for seat, chair in enumerate(room.chairs)
    }
    date = time.strftime("%Y-%m-%d", time.gmtime(room.created_at))
    return str(Record.of(room.position, **players, date=date))


def summary_of(room: Room, touched: float, has_new_people: bool) -> Summary:
    holders = {seat: chair.holder for seat, chair in enumerate(room.chairs) if chair.kind == "person"}
    return Summary(
        room.id,
        room.game.name,
        room.created_at,
        touched,
        room.created.public,
        room.has_open_seat(),
        room.is_over,
        room.created.clock is not None,
        wire.encode(wire.brief_of(room)).decode(),
        holders if has_new_people else None,
    )

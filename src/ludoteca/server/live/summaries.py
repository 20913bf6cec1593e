"""Rooms in lists, and games as records."""

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from ludoteca.core.record import Record, result_text
from ludoteca.server.live.live_room import LiveRoom
from ludoteca.server.rooms import payloads
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.room import Room
from ludoteca.server.storage.changes import Summary

ADDED_LATER: dict[str, Any] = {
    "winner": None,
    "is_attended": False,
    "to_move": None,
    "deadline": None,
    "clause": "",
    "reason": "",
    "reason_id": "",
    "reason_values": {},
    "is_house": False,
}
"""What summaries lack that were stored by earlier versions."""


def current_summary(
    stored: str, rooms: dict[str, LiveRoom], visitor: str, moment: Moment, own_seats: Sequence[int] = ()
) -> Any:
    """The summary of a room as it is now if it is in memory, else as it was stored."""
    summary = {**ADDED_LATER, **msgspec.json.decode(stored)}
    live = rooms.get(summary["id"])
    if live is None:
        if summary["to_move"] in own_seats:
            summary["your_turn"] = summary["seats"][summary["to_move"]]["kind"] == "person"
        return summary
    room = live.room
    is_own_turn = not room.is_over and room.position.to_move in room.seats_of(visitor)
    is_attended = any(occupant.holder in live.visitors_present() for occupant in room.occupants if occupant.holder)
    current = msgspec.to_builtins(payloads.summary_payload(room, moment))
    return {**current, "your_turn": is_own_turn, "is_attended": is_attended}


def summary_of(room: Room, moment: Moment) -> Summary:
    return Summary(
        room.id,
        room.game.name,
        room.created_at,
        moment.now,
        room.created.public,
        room.has_open_seat(),
        room.is_over,
        room.created.clock is not None,
        payloads.encode(payloads.summary_payload(room, moment)),
        room.former_holders
        | {seat: occupant.holder for seat, occupant in enumerate(room.occupants) if occupant.kind == "person"},
        room.clock.deadline(moment) if room.clock else None,
    )


def record_of(room: Room) -> Record:
    """The game as far as it has been played, as a record."""
    players = {
        f"seat-{seat + 1}": f"{room.title(seat)}: {occupant.name or 'nobody'}"
        for seat, occupant in enumerate(room.occupants)
    }
    date = time.strftime("%Y-%m-%d", time.gmtime(room.created_at))
    record = Record.of(room.position, **players, date=date)
    if room.house_outcome:
        record.result = result_text(room.house_outcome)
    if room.unplayable:
        record.rules_version = room.created.rules_version
        record.moves += tuple(room.unplayable)
        record.result = result_text(None)
    return record

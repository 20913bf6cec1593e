"""Rooms as they are stored: described for an administrator, and exported."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from ludoteca.server.events import Entry, decode_event
from ludoteca.server.live.summaries import record_of
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.room import Room
from ludoteca.server.storage import leases, maintenance
from ludoteca.server.storage.maintenance import StoredEvent, StoredRoom

HASH_SHOWN = 8
"""So many characters of a visitor's hash are enough to tell people apart, and too few to find them elsewhere."""


class Export(Struct, frozen=True):
    """The text of a file, the end of its name, and why it is not what was asked for, if it is not."""

    text: str
    suffix: str
    note: str = ""


def replay_stored(stored: StoredRoom, events: list[StoredEvent]) -> Room | str:
    """The room as it stands, or why it cannot be replayed."""
    try:
        entries = [Entry(each.seq, each.at, each.spent, each.action, decode_event(each.body)) for each in events]
        room = Room.replay(stored.listed.id, entries)
    except Exception as error:  # Whatever is wrong with a stored game, an administrator wants to see it.
        return repr(error)
    if stored.listed.state == "over" and not room.is_of_present_rules and not room.is_over:
        room.stay_ended()
    return room


def describe(connection: Connection, stored: StoredRoom) -> dict[str, Any]:
    """All that an administrator needs to know of a room, with no visitor's whole hash."""
    listed = stored.listed
    found: dict[str, Any] = {
        **msgspec.to_builtins(listed),
        "snapshot": stored.snapshot_seq or None,
        "invitations": stored.invitations,
        "lease": {"server": stored.server, "is_alive": stored.is_server_alive} if stored.server else None,
    }
    room = replay_stored(stored, maintenance.stored_events(connection, listed.id))
    if isinstance(room, str):
        return {**found, "fault": listed.fault or room}
    moment = Moment(leases.time_of(connection), maintenance.outages(connection))
    clock = room.clock
    return {
        **found,
        "options": dict(room.position.options),
        "rules_version": room.created.rules_version,
        "host": room.created.host[:HASH_SHOWN],
        "seats": [
            {
                "title": room.title(seat),
                "kind": occupant.kind,
                "name": occupant.name,
                "visitor": occupant.holder[:HASH_SHOWN],
            }
            for seat, occupant in enumerate(room.occupants)
        ],
        "moves": room.move_count,
        "to_move": None if room.is_over else room.position.to_move,
        "position": str(room.position),
        "clock": clock and {"seconds_left": clock.seconds_left(moment), "running": clock.running},
        "offers": sorted(room.offers),
        "outcome": room.outcome and room.outcome._asdict(),
        "rematch": room.rematch or None,
    }


def export_room(connection: Connection, stored: StoredRoom, with_events: bool) -> Export:
    """The record of a game; or its events, if these are wanted or it cannot be replayed."""
    events = maintenance.stored_events(connection, stored.listed.id)
    note = ""
    if not with_events:
        room = replay_stored(stored, events)
        if isinstance(room, Room):
            return Export(str(record_of(room)), ".txt")
        note = f"room {stored.listed.id}: exported as events, for it cannot be replayed: {room}"
    return Export("".join(f"{_event_line(stored.listed.id, each)}\n" for each in events), ".jsonl", note)


def _event_line(room_id: str, event: StoredEvent) -> str:
    try:
        body = {"event": msgspec.json.decode(event.body)}
    except msgspec.DecodeError:
        body = {"unreadable": event.body}
    line = {"room": room_id, "seq": event.seq, "at": event.at, "spent": event.spent, "action": event.action, **body}
    return msgspec.json.encode(line).decode()

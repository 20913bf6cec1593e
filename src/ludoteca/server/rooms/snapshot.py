"""A room as it stands, as a text: so that a long game is read without playing it again move by move.

Moves are kept as numbers, which may mean something else in another version of the program: then it is of no use.
"""

from typing import Any

import msgspec
from msgspec import Struct

import ludoteca
from ludoteca.core.message import as_data, from_data
from ludoteca.core.outcome import Outcome
from ludoteca.server.events import Entry, Occupant
from ludoteca.server.rooms.room import Room
from ludoteca.server.rooms.room_state import Offer

OutcomeData = tuple[tuple[float, ...], int | None, str, str, dict[str, Any]]
"""Payoffs, winner and clause; the reason as the id and the values of a message."""


class Snapshot(Struct):
    program: str
    rules_version: int
    first: Entry
    seq: int
    numbers: list[int]
    """The moves that stand."""
    key: int
    """Of the position after them."""
    moves: list[str]
    movers: list[int]
    occupants: list[Occupant]
    left: list[int]
    running: int | None
    since: float
    offers: list[Offer]
    refused_at: list[tuple[str, int, int]]
    house_outcome: OutcomeData | None
    has_begun: bool
    rematch: str
    seat_changes: dict[str, int]
    offer_counts: dict[str, int]
    seq_by_action: dict[str, int]
    former_holders: dict[int, str] = {}


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Snapshot)


def take_snapshot(room: Room) -> str:
    """The room as it stands. It must have begun by the present rules."""
    assert room.is_of_present_rules
    clock = room.clock
    snapshot = Snapshot(
        ludoteca.__version__,
        room.game.rules_version,
        room.first,
        room.seq,
        room.position.moves_played(),
        room.position.key,
        room.moves,
        room.movers,
        room.occupants,
        clock.left if clock else [],
        clock.running if clock else None,
        clock.since if clock else 0.0,
        list(room.offers.values()),
        [(what, seat, number) for (what, seat), number in room.refused_at.items()],
        _outcome_data(room.house_outcome),
        room.has_begun,
        room.rematch,
        room.quota.seat_changes,
        room.quota.offers,
        room.seq_by_action,
        room.former_holders,
    )
    return _encoder.encode(snapshot).decode()


def restore_room(room_id: str, text: str) -> Room | None:
    """The room of a snapshot, or None if this program cannot be sure to read it right."""
    try:
        snapshot = _decoder.decode(text)
        room = Room(room_id, snapshot.first)
        versions = (ludoteca.__version__, room.game.rules_version)
        if (snapshot.program, snapshot.rules_version) != versions:
            return None
        for number in snapshot.numbers:
            room.position.play(number)
    except (ValueError, LookupError):
        return None
    if room.position.key != snapshot.key or len(snapshot.moves) != len(snapshot.numbers):
        return None
    room.seq = snapshot.seq
    room.moves, room.movers, room.occupants = snapshot.moves, snapshot.movers, snapshot.occupants
    if room.clock:
        room.clock.left, room.clock.running, room.clock.since = snapshot.left, snapshot.running, snapshot.since
    room.offers = {offer.what: offer for offer in snapshot.offers}
    room.refused_at = {(what, seat): number for what, seat, number in snapshot.refused_at}
    room.house_outcome = _outcome(snapshot.house_outcome)
    room.has_begun = snapshot.has_begun
    room.rematch = snapshot.rematch
    room.quota.seat_changes.update(snapshot.seat_changes)
    room.quota.offers.update(snapshot.offer_counts)
    room.seq_by_action = snapshot.seq_by_action
    room.former_holders = snapshot.former_holders
    room.outcome = room.house_outcome or room.position.outcome()
    return room


def _outcome_data(outcome: Outcome | None) -> OutcomeData | None:
    if outcome is None:
        return None
    return outcome.payoffs, outcome.winner, outcome.clause, outcome.message_id, as_data(outcome.values)


def _outcome(data: OutcomeData | None) -> Outcome | None:
    return Outcome(*data[:3], from_data(*data[3:])) if data else None

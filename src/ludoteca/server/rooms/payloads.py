"""What is sent about a room and its events, as docs/protocol.md has it."""

from collections.abc import Callable, Mapping, Set
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ludoteca.core.game import Game
from ludoteca.core.message import Message, translatable
from ludoteca.core.outcome import Outcome
from ludoteca.core.ruling import Ruling
from ludoteca.server import events
from ludoteca.server.events import Entry
from ludoteca.server.rooms import house_rules
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.game_payloads import StepPayload, ViewPayload, translation_payload
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Room


def _plain(value: Any) -> str:
    """A Message is sent as its English text."""
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is not sent to anybody")


_encoder = msgspec.json.Encoder(enc_hook=_plain)


def encode(message: Any) -> str:
    return _encoder.encode(message).decode()


def acknowledge(message: str, action_id: str) -> str:
    """The same message for the sender of the action that caused the event."""
    return f'{message[:-1]},"ack":{encode(action_id)}}}'


class ClocksPayload(Struct):
    left: list[float]
    running: int | None


class OfferPayload(Struct, omit_defaults=True):
    what: str
    seat: int
    agreed: list[int]
    asked: list[int]
    to: int | None = None


class SeatPayload(Struct, omit_defaults=True):
    kind: str
    name: str
    level: int = 0
    is_here: bool | UnsetType = UNSET


class OutcomePayload(Struct, omit_defaults=True):
    payoffs: tuple[float, ...]
    winner: int | None
    clause: str
    reason: str
    words: str
    is_house: bool
    message_id: str = ""
    values: dict[str, Any] = {}


class RulingPayload(Struct, omit_defaults=True):
    clause: str
    message: str
    words: str
    cells: tuple[int, ...]
    message_id: str = ""
    values: dict[str, Any] = {}


class EventPayload(Struct, tag_field="say", tag="event", omit_defaults=True):
    seq: int
    at: float
    what: str
    seat: int | UnsetType = UNSET
    name: str | UnsetType = UNSET
    move: str | UnsetType = UNSET
    spent: float | UnsetType = UNSET
    offer: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    level: int | UnsetType = UNSET
    rematch: str | UnsetType = UNSET
    number: int | UnsetType = UNSET
    to_move: int | UnsetType = UNSET
    clocks: ClocksPayload | UnsetType | None = UNSET
    offers: list[OfferPayload] | UnsetType = UNSET
    outcome: OutcomePayload | UnsetType | None = UNSET
    seats: list[SeatPayload] | UnsetType = UNSET
    view: ViewPayload | UnsetType = UNSET
    steps: list[StepPayload] | UnsetType = UNSET


def event_payload(entry: Entry) -> EventPayload:
    """What happened, without the state after it."""
    event = entry.event
    if type(event) is events.Moved:
        return EventPayload(entry.seq, entry.at, "moved", event.seat, UNSET, event.move, entry.spent / 1000)
    payload = EventPayload(entry.seq, entry.at, event.__struct_config__.tag)  # type: ignore[arg-type]
    match event:
        case events.Sat(seat=seat, name=name):
            payload.seat, payload.name = seat, name
        case events.Offered(seat, offer) | events.Agreed(seat, offer) | events.Refused(seat, offer):
            payload.seat, payload.offer = seat, offer
        case events.TakenBack(seat, number):
            payload.seat, payload.number = seat, number
        case events.Handed(seat, kind, level):
            payload.seat, payload.kind, payload.level = seat, kind, level
        case events.Rematched(seat, rematch):
            payload.seat, payload.rematch = seat, rematch
        case events.Resigned(seat) | events.Left(seat) | events.Flagged(seat) | events.Drawn(seat):
            payload.seat = seat
    return payload


def event_with_state(
    room: Room, entry: Entry, had_offers: bool, present: Callable[[], Set[str]], moment: Moment
) -> EventPayload:
    """What just happened, and what has changed by it; views are added for the members who want them."""
    payload = event_payload(entry)
    is_move = type(entry.event) is events.Moved
    payload.number, payload.to_move = room.move_count, room.position.to_move
    if room.clock:
        payload.clocks = clocks_payload(room, moment)
    if had_offers or not is_move:
        payload.offers = offers_payload(room)
    if room.outcome is not None or not is_move:
        payload.outcome = outcome_payload(room)
    if not is_move:
        payload.seats = seats_payload(room, present())
    return payload


def clocks_payload(room: Room, moment: Moment) -> ClocksPayload | None:
    return ClocksPayload(room.clock.seconds_left(moment), room.clock.running) if room.clock else None


def offers_payload(room: Room) -> list[OfferPayload]:
    return [
        OfferPayload(
            offer.what,
            offer.seat,
            sorted(offer.agreed),
            room.asked(offer),
            offer.to if offer.what in ("takeback", "hand") else None,
        )
        for offer in room.offers.values()
    ]


def seats_payload(room: Room, present: Set[str]) -> list[SeatPayload]:
    return [
        SeatPayload(
            occupant.kind,
            occupant.name,
            occupant.level,
            occupant.holder in present if occupant.kind == "person" else UNSET,
        )
        for occupant in room.occupants
    ]


def outcome_payload(room: Room) -> OutcomePayload | None:
    outcome: Outcome | None = room.outcome
    if outcome is None:
        return None
    # A game may have clauses H1, H2, ... of its own: the house rules explain what they decided, and nothing else.
    is_house = outcome is room.house_outcome
    clauses: Mapping[str, str] = house_rules.CLAUSES if is_house else room.game.rules
    words = clauses.get(outcome.clause, "")
    return OutcomePayload(*outcome, words, is_house, *translation_payload(outcome.reason))


def ruling_payload(game: Game, ruling: Ruling) -> RulingPayload:
    words = game.rules.get(ruling.clause, "")
    return RulingPayload(ruling.clause, ruling.message, words, ruling.cells, *translation_payload(ruling.message))


def message_payload(message: str) -> dict[str, Any]:
    """`message`, and for translations `message_id` and `values` if anything was put into it."""
    message_id, values = translation_payload(message)
    return {"message": message, "message_id": message_id, "values": values} if message_id else {"message": message}


def refusal_payload(refusal: Refusal, game: Game | None = None, message_id: str = "") -> dict[str, Any]:
    payload = {"say": "refused", "why": refusal.why, **message_payload(refusal.message)}
    if message_id:
        payload["id"] = message_id
    if refusal.ruling and game:
        payload["ruling"] = ruling_payload(game, refusal.ruling)
    return payload


def presence_payload(room: Room, present: Set[str]) -> dict[str, Any]:
    holders = [occupant.holder if occupant.kind == "person" else "" for occupant in room.occupants]
    watching = len(present) - sum(holder in present for holder in set(holders))
    return {"say": "here", "seats": [holder in present for holder in holders], "watching": watching}


def room_payload(room: Room, visitor: str, present: Set[str], moment: Moment) -> dict[str, Any]:
    """ROOM: the whole state."""
    return {
        "id": room.id,
        "game": room.game.name,
        "options": room.position.options,
        "public": room.created.public,
        "is_joinable": room.is_joinable,
        "seq": room.seq,
        "seats": seats_payload(room, present),
        "number": room.move_count,
        "to_move": room.position.to_move,
        "moves": room.moves,
        "movers": room.movers,
        "start": room.start,
        "clock": room.created.clock,
        "clocks": clocks_payload(room, moment),
        "offers": offers_payload(room),
        "outcome": outcome_payload(room),
        "rematch": room.rematch or None,
        "rules_version": room.created.rules_version,
        "notice": room.notice,
        **_notice_translation(room),
        "host": room.is_host(visitor),
    }


def _notice_translation(room: Room) -> dict[str, Any]:
    message_id, values = translation_payload(room.notice)
    return {"notice_id": message_id, "notice_values": values} if message_id else {}


def _result_text(room: Room) -> str:
    """The result of a game that is over, in two or three words."""
    outcome = room.outcome
    if outcome is None:
        return ""
    if not outcome.payoffs:
        return translatable("no result")
    return translatable("drawn") if outcome.winner is None else f"{room.title(outcome.winner)} wins"


def summary_payload(room: Room, moment: Moment) -> dict[str, Any]:
    """BRIEF: a room in a list, the same for everyone."""
    reason = room.outcome.reason if room.outcome else ""
    reason_id, reason_values = translation_payload(reason)
    return {
        "id": room.id,
        "game": room.game.name,
        "title": room.game.title,
        "options": room.created.options,
        "number": room.move_count,
        "is_over": room.is_over,
        "result": _result_text(room),
        "clause": room.outcome.clause if room.outcome else "",
        "reason": str(reason),
        "reason_id": reason_id,
        "reason_values": reason_values,
        "is_house": room.outcome is not None and room.outcome is room.house_outcome,
        "winner": room.outcome.winner if room.outcome else None,
        "public": room.created.public,
        "clock": room.created.clock,
        "created": room.created_at,
        "to_move": None if room.is_over else room.position.to_move,
        "deadline": room.clock.deadline(moment) if room.clock else None,
        "your_turn": False,
        "seats": [
            {
                "seat": seat,
                "title": look.name,
                "colour": look.colour,
                "kind": room.occupants[seat].kind,
                "name": room.occupants[seat].name,
                "level": room.occupants[seat].level,
            }
            for seat, look in enumerate(room.sheet.seats)
        ],
    }

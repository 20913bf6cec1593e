"""What the server sends, as docs/protocol.md has it: sheets, views, rooms and events made ready for JSON."""

import itertools
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ludoteca.core import look
from ludoteca.core.game import Game
from ludoteca.core.option import Choice, Limit, Option, Switch
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.rules import Clause
from ludoteca.core.ruling import Ruling
from ludoteca.games import GAMES
from ludoteca.server import events, house
from ludoteca.server.events import Entry
from ludoteca.server.room import Room

MOST_MOVES_AT_ONCE = 400

_encoder = msgspec.json.Encoder()


def encode(message: Any) -> bytes:
    return _encoder.encode(message)


def acknowledged(message: bytes, action: str) -> bytes:
    """The same message for whoever's action it tells of."""
    return b'%b,"ack":%b}' % (message[:-1], encode(action))


# Views and steps


class MarkOut(Struct, omit_defaults=True):
    kind: str
    cell: int
    text: str = ""
    seat: int | None = None
    where: str = ""
    colour: tuple[int, int, int] | None = None
    shape: str = ""
    amount: int = 0
    words: str = ""


class PoolOut(Struct):
    name: str
    seat: int
    units: tuple[str, ...]


class ViewOut(Struct):
    units: list[tuple[int, str]]
    marks: list[MarkOut]
    notes: tuple[str, ...]
    pools: list[PoolOut]


class StepOut(Struct, omit_defaults=True):
    verb: str
    cells: tuple[int, ...]
    unit: str = ""


def view_of(position: Position) -> ViewOut:
    shown: look.View = position.game.look.view(position)
    return ViewOut(
        list(shown.units.items()),
        [MarkOut(*mark) for mark in shown.marks],
        shown.notes,
        [PoolOut(*pool) for pool in shown.pools],
    )


def steps_of(position: Position, move: int) -> list[StepOut]:
    """What happens in a move that is about to be played."""
    return [StepOut(step.verb, step.cells, step.unit) for step in position.steps(move)]


def last_steps(position: Position) -> list[StepOut]:
    """What happened in the move that led to a position."""
    played = position.moves_played()
    if not played:
        return []
    before = position.copy()
    before.undo()
    return steps_of(before, played[-1])


# Rooms and events


class ClocksOut(Struct):
    left: list[float]
    running: int | None


class OfferOut(Struct, omit_defaults=True):
    what: str
    seat: int
    agreed: list[int]
    asked: list[int]
    to: int | None = None


class SeatOut(Struct, omit_defaults=True):
    kind: str
    name: str
    level: int = 0
    is_here: bool | UnsetType = UNSET


class OutcomeOut(Struct):
    payoffs: tuple[float, ...]
    winner: int | None
    clause: str
    reason: str
    words: str


class RulingOut(Struct):
    clause: str
    message: str
    words: str
    cells: tuple[int, ...]


class EventOut(Struct, tag_field="say", tag="event", omit_defaults=True):
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
    clocks: ClocksOut | UnsetType | None = UNSET
    offers: list[OfferOut] | UnsetType = UNSET
    outcome: OutcomeOut | UnsetType | None = UNSET
    seats: list[SeatOut] | UnsetType = UNSET
    view: ViewOut | UnsetType = UNSET
    steps: list[StepOut] | UnsetType = UNSET


def event_of(entry: Entry) -> EventOut:
    """What happened, without the state after it."""
    event = entry.event
    if type(event) is events.Moved:
        return EventOut(entry.seq, entry.at, "moved", event.seat, UNSET, event.move, entry.spent / 1000)
    told = EventOut(entry.seq, entry.at, event.__struct_config__.tag)  # type: ignore[arg-type]
    match event:
        case events.Sat(seat=seat, name=name):
            told.seat, told.name = seat, name
        case events.Offered(seat, offer) | events.Agreed(seat, offer) | events.Refused(seat, offer):
            told.seat, told.offer = seat, offer
        case events.TakenBack(seat, number):
            told.seat, told.number = seat, number
        case events.Handed(seat, kind, level):
            told.seat, told.kind, told.level = seat, kind, level
        case events.Rematched(seat, rematch):
            told.seat, told.rematch = seat, rematch
        case events.Resigned(seat) | events.Left(seat) | events.Flagged(seat) | events.Drawn(seat):
            told.seat = seat
    return told


def event_with_state(room: Room, entry: Entry, had_offers: bool, here: Callable[[], set[str]], now: float) -> EventOut:
    """What just happened, and what is different now; views are added for those who want them."""
    told = event_of(entry)
    is_move = type(entry.event) is events.Moved
    told.number, told.to_move = room.number, room.position.to_move
    if room.clock:
        told.clocks = clocks_of(room, now)
    if had_offers or not is_move:
        told.offers = offers_of(room)
    if room.outcome is not None or not is_move:
        told.outcome = outcome_of(room)
    if not is_move:
        told.seats = seats_of(room, here())
    return told


def clocks_of(room: Room, now: float) -> ClocksOut | None:
    return ClocksOut(room.clock.showing(now), room.clock.running) if room.clock else None


def offers_of(room: Room) -> list[OfferOut]:
    return [
        OfferOut(
            offer.what,
            offer.seat,
            sorted(offer.agreed),
            room.asked(offer),
            offer.to if offer.what == "takeback" else None,
        )
        for offer in room.offers.values()
    ]


def seats_of(room: Room, here: set[str]) -> list[SeatOut]:
    return [
        SeatOut(chair.kind, chair.name, chair.level, chair.holder in here if chair.kind == "person" else UNSET)
        for chair in room.chairs
    ]


def outcome_of(room: Room) -> OutcomeOut | None:
    outcome: Outcome | None = room.outcome
    return None if outcome is None else OutcomeOut(*outcome, clause_words(room.game, outcome.clause))


def ruling_of(game: Game, ruling: Ruling) -> RulingOut:
    return RulingOut(ruling.clause, ruling.message, clause_words(game, ruling.clause), ruling.cells)


def clause_words(game: Game, clause: str) -> str:
    return house.CLAUSES.get(clause) or (game.rules.get(clause, ""))


def room_of(room: Room, visitor: str, here: set[str], now: float) -> dict[str, Any]:
    """ROOM: the whole state."""
    return {
        "id": room.id,
        "game": room.game.name,
        "options": room.position.options,
        "public": room.created.public,
        "seq": room.seq,
        "seats": seats_of(room, here),
        "number": room.number,
        "to_move": room.position.to_move,
        "moves": room.moves,
        "movers": room.movers,
        "start": room.start,
        "clock": room.created.clock,
        "clocks": clocks_of(room, now),
        "offers": offers_of(room),
        "outcome": outcome_of(room),
        "rematch": room.rematch or None,
        "host": room.is_host(visitor),
    }


def brief_of(room: Room) -> dict[str, Any]:
    """BRIEF: a room in a list, the same for everyone."""
    return {
        "id": room.id,
        "game": room.game.name,
        "title": room.game.title,
        "options": room.created.options,
        "number": room.number,
        "is_over": room.is_over,
        "public": room.created.public,
        "clock": room.created.clock,
        "created": room.created_at,
        "your_turn": False,
        "seats": [
            {
                "seat": number,
                "title": seat.name,
                "colour": seat.colour,
                "kind": room.chairs[number].kind,
                "name": room.chairs[number].name,
            }
            for number, seat in enumerate(room.sheet.seats)
        ],
    }


# Moves


MoveOut = tuple[str, look.Picks]


def moves_of(position: Position) -> list[MoveOut]:
    """MOVE for every legal move."""
    picks = position.game.look.picks
    return [(position.move_text(move), picks(position, move)) for move in position.legal_moves()]


def answer_of(moves: list[MoveOut], origin: int | str | None) -> dict[str, Any]:
    """All moves if they are not too many, or those with this first pick."""
    told: dict[str, Any] = {"total": len(moves)}
    if origin is not None:
        return {**told, "origin": origin, "moves": [move for move in moves if move[1][0] == origin]}
    is_all = len(moves) <= MOST_MOVES_AT_ONCE
    counts = Counter(picks[0] for _, picks in moves)
    return {**told, "origins": list(counts.items()), "is_all": is_all, "moves": moves if is_all else []}


def cells_of(position: Position, move: int) -> tuple[int, ...]:
    """The way of a move, for an arrow: its steps as long as each goes on where the last ended, or the cells to pick."""
    way: tuple[int, ...] = ()
    for step in position.steps(move):
        if step.unit and len(step.cells) > 1 and (not way or step.cells[0] == way[-1]):
            way += step.cells[1:] if way else step.cells
    return way or tuple(pick for pick in position.game.look.picks(position, move) if isinstance(pick, int))


# Games


@lru_cache
def game_of(name: str) -> dict[str, Any]:
    """A game as lists and forms need it."""
    game = GAMES[name]
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "options": [option_of(option) for option in game.options],
        "players": sorted({len(variant["seats"]) for variant in variants_of(name)}),
    }


def option_of(option: Option) -> dict[str, Any]:
    kinds = {Choice: "choice", Switch: "switch", Limit: "limit"}
    kind = next(word for cls, word in kinds.items() if isinstance(option, cls))
    told = {"name": option.name, "kind": kind, "summary": option.summary, "default": option.default}
    return {**told, "values": option.values} if isinstance(option, Choice) else told


@lru_cache
def variants_of(name: str) -> list[dict[str, Any]]:
    """The seats of a game for each choice on which they depend."""
    game = GAMES[name]
    shaping = [option for option in game.options if isinstance(option, Choice) and _shapes(game, option)]
    names = [option.name for option in shaping]
    found = []
    for values in itertools.product(*(option.values for option in shaping)):
        options = dict(zip(names, values, strict=True))
        found.append({"options": options, "seats": titles_of(game, options)})
    return found


def titles_of(game: Game, options: dict[str, Any]) -> list[str]:
    return [seat.name for seat in game.look.sheet(game.choose(options)).seats]


def _shapes(game: Game, option: Choice) -> bool:
    """Whether who sits there depends on it."""
    return len({tuple(titles_of(game, {option.name: value})) for value in option.values}) > 1


def sheet_of(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """SHEET: what never changes during a game."""
    sheet: look.Sheet = game.look.sheet(options)
    geometry = sheet.geometry
    return {
        "game": game.name,
        "title": game.title,
        "summary": game.summary,
        "options": options,
        "style": sheet.style,
        "names": geometry.names,
        "places": geometry.places,
        "period": geometry.period,
        "regions": {name: sorted(cells) for name, cells in geometry.regions.items()},
        "lines": sheet.lines,
        "labels": [label._asdict() for label in sheet.labels],
        "glyphs": {unit: glyph._asdict() for unit, glyph in sheet.glyphs.items()},
        "seats": [
            {
                "title": seat.name,
                "colour": seat.colour,
                "turn": seat.turn,
                "shape": number if seat.shape is None else seat.shape,
            }
            for number, seat in enumerate(sheet.seats)
        ],
        "legend": [MarkOut(*mark) for mark in sheet.legend],
        "scale": sheet.scale,
        "zones": [zone._asdict() for zone in sheet.zones],
        "clauses": {
            word: {"clause": clause, "words": game.rules[clause]}
            for word, clause in game.look.clauses.items()
            if not word.startswith("capture ")
        },
        "start": view_of(game.start(**options)),
        "faces": game.look.faces,
        "notations": game.notations,
    }


@lru_cache
def rules_of(name: str) -> dict[str, Any]:
    """The chapters of a game's rules, and the house rules."""
    rules = GAMES[name].rules
    chapters = []
    for number, title in rules.chapters.items():
        own = rules.clauses[number]
        clauses = [
            clause_of(clause)
            for clause in rules.clauses.values()
            if clause.number.partition(".")[0] == number and clause.number != number
        ]
        chapters.append(
            {"number": number, "title": title, "text": own.text, "example": own.example, "clauses": clauses}
        )
    told = {"number": "H", "title": house.TITLE, "text": "", "example": ""}
    house_chapter = {**told, "clauses": [clause_of(clause) for clause in house.clauses()]}
    return {"introduction": rules.introduction, "chapters": chapters, "house": house_chapter}


def clause_of(clause: Clause) -> dict[str, str]:
    return clause._asdict()

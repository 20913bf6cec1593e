"""Questions about positions of a study, and their answers. The server keeps nothing of them."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from ludoteca.core.game import Game
from ludoteca.core.game_files import GameText, split_games
from ludoteca.core.imports import read_game_text
from ludoteca.core.message import Message
from ludoteca.core.position import Position
from ludoteca.core.ruling import IllegalMove, LudotecaError, Ruling
from ludoteca.server.rooms import game_payloads, payloads
from ludoteca.server.rooms.actions import CellNumber, Count, MoveText, Pick, SeatNumber, Word
from ludoteca.server.rooms.game_payloads import check_cells
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.study import (
    MAX_STUDY_BYTES,
    Headers,
    Line,
    Nodes,
    Options,
    StartText,
    Study,
    Title,
    checked_study,
    find_game,
    first_position,
    no_notation,
    record_of,
    study_of,
    written_record,
)

MAX_VIEWS = 64
"""So many positions are shown in one answer."""
NEAR, STRIDE = 48, 16
"""Which positions of a line are looked for among those that are kept: the last ones, and every so many."""


class StudyLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """About the position after some moves."""

    options: Options = {}
    start: StartText = ""
    moves: Line = ()


class StudyQuery(StudyLine, frozen=True, kw_only=True, tag_field="do"):
    """One whose answer is there at once."""


class StudyViews(StudyQuery, frozen=True, kw_only=True, tag="views"):
    """Asks for the positions after `since` moves and more."""

    since: Count = 0


class StudyMoves(StudyQuery, frozen=True, kw_only=True, tag="moves"):
    origin: Pick | None = None


class StudyWhy(StudyQuery, frozen=True, kw_only=True, tag="why"):
    """Either picks or the text of a move, legal or not."""

    picks: Annotated[tuple[Pick, ...], Meta(max_length=40)] = ()
    move: Annotated[str, Meta(max_length=400)] = ""


class StudyNotes(StudyQuery, frozen=True, kw_only=True, tag="notes"):
    cell: CellNumber


class StudyPreview(StudyQuery, frozen=True, kw_only=True, tag="preview"):
    move: MoveText


class StudyTexts(StudyQuery, frozen=True, kw_only=True, tag="texts"):
    """Asks for all moves of a tree in a notation of the game, and who makes them."""

    nodes: Nodes
    notation: Word


class StudyRead(StudyQuery, frozen=True, kw_only=True, tag="read"):
    """Asks for the study that a text tells: a record, a position or moves."""

    text: Annotated[str, Meta(max_length=MAX_STUDY_BYTES)]
    number: Count = 0
    """Which game of a text that has several, from 1."""


class StudyGames(StudyQuery, frozen=True, kw_only=True, tag="games"):
    """Asks which games a text has, so that one can be chosen."""

    text: Annotated[str, Meta(max_length=MAX_STUDY_BYTES)]


class StudyWrite(StudyQuery, frozen=True, kw_only=True, tag="write"):
    """Asks for the record of a study."""

    nodes: Nodes
    title: Title = ""
    headers: Headers = {}
    format: Annotated[str, Meta(max_length=40)] = ""
    """One of the game's exports, or nothing for a record of ours."""


class StudyEdit(StudyQuery, frozen=True, kw_only=True, tag="edit"):
    """Asks for the text of the position with other units on the board, and whether it is a position."""

    units: Annotated[tuple[tuple[CellNumber, Word], ...], Meta(max_length=4096)]
    to_move: SeatNumber


AnyStudyQuery = (
    StudyViews
    | StudyMoves
    | StudyWhy
    | StudyNotes
    | StudyPreview
    | StudyTexts
    | StudyRead
    | StudyGames
    | StudyWrite
    | StudyEdit
)


class StudyAnalyse(StudyLine, frozen=True, kw_only=True):
    """Asks what the machine thinks of a position. Of one asker's questions the last counts."""

    asker: Annotated[str, Meta(min_length=1, max_length=40)]
    lines: Annotated[int, Meta(ge=1, le=5)] = 3


class StudyReview(StudyLine, frozen=True, kw_only=True):
    """Asks what the moves that led to a position were worth."""


class PositionCache:
    """Positions by the moves that led to them, so that a long line is not played again for each question.

    Threads share it.
    """

    def __init__(self, most: int = 2000) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], Position] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, game: Game, query: StudyLine) -> Position:
        """A position of one's own, or a Refusal."""
        return self.along(game, query, len(query.moves))[-1]

    def along(self, game: Game, query: StudyLine, since: int) -> list[Position]:
        """The positions after `since` moves and more."""
        moves = query.moves
        base = (game.name, *sorted(query.options.items()), query.start)
        known, position = self._last_known(base, moves, since) or (0, first_position(game, query.options, query.start))
        found = [position.copy()] if known == since else []
        for number in range(known + 1, len(moves) + 1):
            _push(position, moves[number - 1], number)
            if number > len(moves) - NEAR or number % STRIDE == 0:
                self._keep((*base, *moves[:number]), position.copy())
            if number >= since:
                found.append(position.copy())
        return found

    def _last_known(self, base: tuple[object, ...], moves: Sequence[str], most: int) -> tuple[int, Position] | None:
        """The largest number of moves, up to `most`, after which the position is kept, and a copy of it."""
        for number in range(most, 0, -1):
            if number > most - NEAR or number % STRIDE == 0:
                with self._lock:
                    kept = self._kept.get((*base, *moves[:number]))
                if kept:
                    return number, kept.copy()
        return None

    def _keep(self, key: tuple[object, ...], position: Position) -> None:
        with self._lock:
            self._kept[key] = position
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


def _push(position: Position, text: str, number: int) -> None:
    try:
        position.push_text(text)
    except LudotecaError as error:
        message = Message("move {number}, {text}: {error}", number=number, text=text, error=error.message)
        raise Refusal("unreadable", message) from error


def answer(name: str, query: AnyStudyQuery, cache: PositionCache) -> dict[str, Any]:
    """The answer to a question but that for moves, or a Refusal."""
    game = find_game(name)
    match query:
        case StudyViews():
            return _views(game, query, cache)
        case StudyWhy():
            return _why(cache.find(game, query), query)
        case StudyNotes():
            position = cache.find(game, query)
            check_cells(position, (query.cell,))
            return {"notes": game_payloads.notes_payload(position, query.cell)}
        case StudyPreview():
            return _preview(cache.find(game, query), query.move)
        case StudyTexts():
            return _texts(game, query)
        case StudyRead():
            return {"study": _read(game, query)}
        case StudyGames():
            titles = (each.title for each in _games_in(game, query.text))
            return {"games": [{"number": number, "title": title} for number, title in enumerate(titles, 1)]}
        case StudyWrite():
            study = Study(name, query.nodes, query.options, query.start, query.title, query.headers)
            return {"record": written_record(record_of(checked_study(study)), query.format)}
        case StudyEdit():
            return _edit(cache.find(game, query), query)
    raise AssertionError


def _views(game: Game, query: StudyViews, cache: PositionCache) -> dict[str, Any]:
    if not len(query.moves) - MAX_VIEWS < query.since <= len(query.moves):
        raise Refusal("unreadable", Message("1 to {most} positions are shown at once", most=MAX_VIEWS))
    shown = [_position_payload(position) for position in cache.along(game, query, query.since)]
    return {"positions": shown}


def _position_payload(position: Position) -> dict[str, Any]:
    """POSITION: what is shown of a position, and how it came about."""
    outcome = position.outcome()
    return {
        "to_move": position.to_move,
        "text": str(position),
        "view": game_payloads.view_payload(position),
        "steps": game_payloads.last_steps(position),
        "outcome": outcome and game_payloads.end_payload(outcome),
    }


def _why(position: Position, query: StudyWhy) -> dict[str, Any]:
    if bool(query.picks) == bool(query.move):
        raise Refusal("unreadable", "a question why needs either picks or a move")
    check_cells(position, query.picks)
    game = position.game
    text = query.move or game.look.text_of_picks(position, query.picks)
    if isinstance(text, Ruling):
        return {"move": "", "ruling": payloads.ruling_payload(game, text)}
    ruling = position.explain(text)
    if ruling:
        return {"move": text, "ruling": payloads.ruling_payload(game, ruling)}
    return {"move": position.move_text(position.parse_move(text)), "ruling": None}


def _preview(position: Position, text: str) -> dict[str, Any]:
    try:
        move = position.parse_move(text)
    except IllegalMove as error:
        raise Refusal("illegal", error.ruling.message, error.ruling) from error
    return game_payloads.play_payload(position, move)


def _texts(game: Game, query: StudyTexts) -> dict[str, Any]:
    """The moves of a tree in another notation and their seats; one that cannot be played as it is, by nobody."""
    if query.notation not in game.notations:
        raise no_notation(game, query.notation)
    study = checked_study(Study(game.name, query.nodes, query.options, query.start))
    children: list[list[int]] = [[] for _ in study.nodes]
    for number, node in enumerate(study.nodes[1:], 1):
        children[node.parent].append(number)
    texts = [node.move for node in study.nodes]
    seats: list[int | None] = [None] * len(texts)
    position = first_position(game, query.options, query.start)
    waiting = [(child, 0) for child in reversed(children[0])]
    while waiting:
        number, depth = waiting.pop()
        while len(position.moves_played()) > depth:
            position.undo()
        try:
            move = position.parse_move(study.nodes[number].move)
        except LudotecaError:
            continue
        texts[number], seats[number] = position.move_text(move, query.notation), position.to_move
        position.play(move)
        waiting += [(child, depth + 1) for child in reversed(children[number])]
    return {"texts": texts, "seats": seats}


def _read(game: Game, query: StudyRead) -> Study:
    found = _games_in(game, query.text)
    if len(found) > 1 and not query.number:
        raise Refusal("unreadable", Message("the text has {count} games; choose one of them", count=len(found)))
    if query.number > len(found):
        raise Refusal("unreadable", Message("the text has {count} games, no more", count=len(found)))
    try:
        record = read_game_text(game, found[max(0, query.number - 1)].text)
    except LudotecaError as error:
        raise Refusal("unreadable", error.message) from error
    return study_of(record)


def _games_in(game: Game, text: str) -> list[GameText]:
    """The games of this kind in a text; all, if none is."""
    found = split_games(text)
    return [each for each in found if each.game in ("", game.name)] or found


def _edit(position: Position, query: StudyEdit) -> dict[str, Any]:
    """The text, and why it is no position, if it is none."""
    game = position.game
    check_cells(position, tuple(cell for cell, _ in query.units))
    if game.edit is None:
        raise Refusal("not-now", Message("positions of {game} are edited as text", game=Message(game.title)))
    sheet = game.look.sheet(position.options)
    if query.to_move >= len(sheet.seats) or not {unit for _, unit in query.units} <= set(sheet.glyphs):
        raise Refusal("unreadable", "there is no such seat or unit")
    text = game.edit(position, dict(query.units), query.to_move)
    try:
        edited = game.parse(text, **position.options)
    except LudotecaError as error:
        message_id, values = game_payloads.translation_payload(error.message)
        fault = {"fault": error.message, "fault_id": message_id, "fault_values": values}
        return {"text": text, **fault, "view": None}
    return {"text": text, "fault": "", "view": game_payloads.view_payload(edited)}

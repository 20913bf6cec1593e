"""Studies: their page, questions about their positions, and what is stored of them."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from ludoteca.core.option import Value
from ludoteca.core.record import Record
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.server.http.forms import read_json
from ludoteca.server.http.handlers import Handlers, game_name, json_response
from ludoteca.server.live.transaction import or_busy
from ludoteca.server.rooms import game_payloads, lesson_payloads, payloads, study_queries
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.study import Options, SavedStudy, Study, StudyNode, checked_study, study_of
from ludoteca.server.rooms.study_queries import AnyStudyQuery, StudyAnalyse, StudyMoves, StudyReview

STUDY_ID = re.compile(r"[\w-]{1,32}", re.ASCII)
MAX_LISTED = 100
OWN_PARAMETERS = ("room", "start", "after", "line")
"""Other parameters of the page of a new study are options of the game."""
FROM_FORM = "from-form"
"""The parameters are the fields of the form for a new game."""


class StudyRoutes:
    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers
        self.live_rooms = handlers.live_rooms
        self.studies = handlers.live_rooms.studies

    # The page

    async def page(self, request: Request) -> Response:
        """A new study of a game, or one that is stored."""
        visitor, new_token = self.handlers.visitor_or_new(request)
        name = request.path_params["study"]
        study_id, revision, is_own = "", 0, True
        if name in GAMES and FROM_FORM in request.query_params:
            return RedirectResponse(_address_of_form(request, name), 303)
        if name in GAMES:
            study = await self._new_study(request, name)
        else:
            stored, study = await self.studies.find(_checked_id(name))
            study_id, revision, is_own = stored.study_id, stored.revision, stored.owner == visitor
        game = GAMES.get(study.game)
        if game is None:
            raise HTTPException(404)
        data = {
            "study": study,
            "id": study_id,
            "revision": revision,
            "is_own": is_own,
            "can_edit": game.edit is not None,
            "formats": list(game.exports),
            "sheet": game_payloads.sheet_payload(game, game.choose(study.options)),
        }
        taught = await asyncio.to_thread(lesson_payloads.games_with, "lessons")
        values = {"data": data, "game": game_payloads.game_payload(game.name), "has_lessons": game.name in taught}
        return self.handlers.page(request, "study.html", new_token, values)

    async def _new_study(self, request: Request, name: str) -> Study:
        parameters = request.query_params
        if "room" in parameters:
            return await self._study_of_room(parameters["room"], name)
        options: Options = {key: value for key, value in parameters.items() if key not in OWN_PARAMETERS}
        return checked_study(Study(name, (StudyNode(),), options, parameters.get("start", "")[:8000].strip()))

    async def _study_of_room(self, room_id: str, name: str) -> Study:
        live = await self.handlers.find_room(room_id)
        async with live.lock:
            position = live.room.position.copy()
        if position.game.name != name:
            raise HTTPException(404)
        return study_of(await asyncio.to_thread(Record.of, position))

    # Questions

    async def ask(self, request: Request) -> Response:
        """Answer a question about a position; nothing is kept."""
        name = game_name(request)
        query: AnyStudyQuery = await read_json(request, AnyStudyQuery)  # type: ignore[arg-type]
        cache = self.studies.positions
        if not isinstance(query, StudyMoves):
            return json_response(await asyncio.to_thread(study_queries.answer, name, query, cache))
        position = await asyncio.to_thread(cache.find, GAMES[name], query)
        key = ("study", name, *sorted(position.options.items()), query.start, *query.moves)
        moves = await self.live_rooms.move_lists.find(key, position, self.handlers.visitor_of(request))
        return json_response(game_payloads.moves_answer(moves, query.origin))

    async def analyse(self, request: Request) -> Response:
        """What the machine thinks of a position, in several events, each better than the last."""
        name = game_name(request)
        query = await read_json(request, StudyAnalyse)
        visitor = self.handlers.visitor_of(request)
        position = await asyncio.to_thread(self.studies.positions.find, GAMES[name], query)
        asker = (visitor, query.asker)
        return await _stream(self.live_rooms.machine_seats.analyses.run(position, query.lines, asker, visitor))

    async def review(self, request: Request) -> Response:
        """What a game was worth after each move, in several events, each better than the last."""
        name = game_name(request)
        query = await read_json(request, StudyReview)
        position = await asyncio.to_thread(self.studies.positions.find, GAMES[name], query)
        first = (name, *sorted(position.options.items()), query.start)
        return await _stream(self.live_rooms.reviews.follow(first, position, self.handlers.visitor_of(request)))

    # What is stored

    async def collection(self, request: Request) -> Response:
        """List one's own studies, or store a new one."""
        if request.method == "GET":
            owner = self.handlers.visitor_of(request)
            found = await or_busy(self.handlers.store.studies_of(owner, MAX_LISTED)) if owner else []
            names = ("id", "game", "title", "touched", "game_title")
            return json_response([dict(zip(names, (*each, _title_of(each[1])), strict=True)) for each in found])
        owner, new_token = self.handlers.visitor_or_new(request)
        study = await read_json(request, Study)
        self.handlers.check_creation_rate(request)
        stored = await self.studies.create(study, owner)
        payload = {"id": stored.study_id, "revision": stored.revision}
        return self.handlers.with_cookie(request, json_response(payload, 201), new_token)

    async def stored(self, request: Request) -> Response:
        """Read, save or delete a study."""
        study_id, visitor = _checked_id(request.path_params["study"]), self.handlers.visitor_of(request)
        if request.method == "GET":
            stored, study = await self.studies.find(study_id)
            is_own = stored.owner == visitor
            return json_response({"id": study_id, "revision": stored.revision, "is_own": is_own, "study": study})
        if request.method == "DELETE":
            await self.studies.remove(study_id, visitor)
            return Response(status_code=204)
        saved = await read_json(request, SavedStudy)
        revision = await self.studies.save(study_id, saved.revision, saved.study, visitor)
        return json_response({"id": study_id, "revision": revision})


def _address_of_form(request: Request, name: str) -> str:
    """The page of a new study with what was chosen in the form for a new game, as far as it is not as usual."""
    fields = request.query_params
    prefix = "option."
    chosen = {key.removeprefix(prefix): value for key, value in fields.items() if key.startswith(prefix) and value}
    usual = {option.name: option.default for option in GAMES[name].options}
    options = {key: value for key, value in _read_options(name, chosen).items() if value != usual[key]}
    start = {"start": fields["start"].strip()} if fields.get("start", "").strip() else {}
    query = urlencode({key: chosen[key] for key in options} | start)
    return f"/study/{name}?{query}" if query else f"/study/{name}"


def _read_options(name: str, chosen: Mapping[str, str]) -> dict[str, Value]:
    try:
        return GAMES[name].choose(chosen)
    except LudotecaError as error:
        raise Refusal("unreadable", error.message) from error


def _title_of(name: str) -> str:
    """Of a game that the server may have no more."""
    return GAMES[name].title if name in GAMES else name


def _checked_id(study_id: str) -> str:
    if not STUDY_ID.fullmatch(study_id):
        raise Refusal("not-found", "there is no such study")
    return study_id


async def _stream(answers: AsyncIterator[dict[str, Any]]) -> Response:
    """Events for all answers. A refusal of the first is an error, but for a question that its asker has replaced."""
    try:
        first = await anext(answers)
    except Refusal as refusal:
        if refusal.why != "stale":
            raise
        return json_response(payloads.refusal_payload(refusal))

    async def events() -> AsyncIterator[str]:
        yield _event(first)
        try:
            async for answer in answers:
                yield _event(answer)
        except Refusal as refusal:
            yield _event(payloads.refusal_payload(refusal))

    # Events are not compressed, so that none waits for the next.
    return StreamingResponse(events(), headers={"Cache-Control": "no-store"}, media_type="text/event-stream")


def _event(payload: dict[str, Any]) -> str:
    return f"data: {payloads.encode(payload)}\n\n"

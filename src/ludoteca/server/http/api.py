"""The JSON routes for programs."""

import asyncio

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.server import metrics
from ludoteca.server.http.forms import read_json
from ludoteca.server.http.handlers import Handlers, etag_of, game_name, json_response, seat_number
from ludoteca.server.http.openapi import description
from ludoteca.server.rooms import game_payloads, lesson_payloads, payloads, rules_payloads
from ludoteca.server.rooms.actions import Code
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.rooms.refusal import Refusal


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/rooms/ID/seats/SEAT`."""

    name: str = ""
    code: Code | None = None


class Api:
    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers
        self.live_rooms = handlers.live_rooms

    async def games(self, request: Request) -> Response:
        return json_response([game_payloads.game_payload(name) for name in GAMES])

    async def sheet(self, request: Request) -> Response:
        game = GAMES[game_name(request)]
        try:
            options = game.choose(dict(request.query_params))
        except LudotecaError as error:
            raise Refusal("unreadable", error.message) from error
        response = json_response(game_payloads.sheet_payload(game, options))
        etag = etag_of(response.body)
        if request.headers.get("if-none-match") == etag:
            response = Response(status_code=304)
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = "public, max-age=300"
        return response

    async def rules(self, request: Request) -> Response:
        return json_response(await asyncio.to_thread(rules_payloads.rules_payload, game_name(request)))

    async def lessons(self, request: Request, kind: str) -> Response:
        return json_response(await asyncio.to_thread(lesson_payloads.lessons_payload, game_name(request), kind))

    async def lesson(self, request: Request, kind: str) -> Response:
        """Answer a question about a step of a lesson or puzzle; nothing is kept from one to the next."""
        name = game_name(request)
        query: lesson_payloads.AnyLessonQuery = await read_json(request, lesson_payloads.AnyLessonQuery)  # type: ignore[arg-type]
        lesson = (await asyncio.to_thread(lesson_payloads.lessons_of, name, kind)).get(request.path_params["lesson"])
        if lesson is None:
            raise Refusal("not-found", "there is no such lesson")
        if not isinstance(query, lesson_payloads.LessonMoves):
            return json_response(await asyncio.to_thread(lesson_payloads.answer, name, lesson, query))
        position = await asyncio.to_thread(lesson_payloads.find_position, name, lesson, query)
        # A try that was refused leaves the position as it was.
        key = (kind, name, lesson.id, *position.moves_played())
        moves = await self.live_rooms.move_lists.find(key, position, self.handlers.visitor_of(request))
        return json_response(game_payloads.moves_answer(moves, query.origin))

    async def visitor(self, request: Request) -> Response:
        _, new_token = self.handlers.visitor_or_new(request)
        return self.handlers.with_cookie(request, Response(status_code=204), new_token)

    async def rooms(self, request: Request) -> Response:
        return json_response(await self.live_rooms.list_rooms(self.handlers.visitor_of(request)))

    async def create_room(self, request: Request) -> Response:
        visitor, new_token = self.handlers.visitor_or_new(request)
        new_room = await read_json(request, NewRoom)
        self.handlers.check_creation_rate(request)
        name = await self.handlers.name_or_own(new_room.name, visitor)
        live, codes = await self.live_rooms.create(msgspec.structs.replace(new_room, name=name), visitor)
        payload = {"id": live.room.id, "invitations": {str(seat): code for seat, code in codes.items()}}
        return self.handlers.with_cookie(request, json_response(payload, 201), new_token)

    async def room(self, request: Request) -> Response:
        visitor = self.handlers.visitor_of(request)
        live = await self.handlers.find_room(request.path_params["room"])
        async with live.lock:
            now = self.live_rooms.times.now()
            return json_response(payloads.room_payload(live.room, visitor, live.visitors_present(), now))

    async def take_seat(self, request: Request) -> Response:
        visitor, new_token = self.handlers.visitor_or_new(request)
        seat_request = await read_json(request, SeatRequest)
        live = await self.handlers.find_room(request.path_params["room"])
        seat = seat_number(request.path_params["seat"])
        is_invited = False
        if seat_request.code is not None:
            is_invited = await self.handlers.invitation(seat_request.code) == (live.room.id, seat)
            if not is_invited:
                raise Refusal("seat", "that is no invitation to this seat")
        await self.handlers.take_seat(live, seat, visitor, seat_request.name, is_invited)
        return self.handlers.with_cookie(request, json_response({"id": live.room.id, "seat": seat}), new_token)

    async def description(self, request: Request) -> Response:
        return json_response(description())

    async def health(self, request: Request) -> Response:
        return json_response({"status": "ok"})

    async def ready(self, request: Request) -> Response:
        is_draining = self.handlers.live_rooms.is_draining
        problem = "the server is about to stop" if is_draining else await self.handlers.readiness.problem()
        if problem:
            return json_response({"status": "not-ready", "reason": problem}, 503)
        return json_response({"status": "ready"})

    async def metrics(self, request: Request) -> Response:
        if not self.handlers.may_read_metrics(request):
            raise HTTPException(403)
        return Response(metrics.exposition(), headers={"Cache-Control": "no-store"}, media_type=metrics.CONTENT_TYPE)

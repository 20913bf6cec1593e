"""The pages for people."""

import asyncio
import io
from collections.abc import Mapping

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ludoteca.games import GAMES
from ludoteca.server.http.forms import read_form, read_new_room
from ludoteca.server.http.handlers import STATUS, Handlers, game_name, seat_number
from ludoteca.server.http.languages import COOKIE as LANGUAGE_COOKIE
from ludoteca.server.http.security import COOKIE_SECONDS
from ludoteca.server.live.live_room import LiveRoom
from ludoteca.server.live.summaries import record_of
from ludoteca.server.rooms import game_payloads, lesson_payloads, payloads, rules_payloads
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.study import written_record

KINDS = ("lessons", "puzzles")


class Pages:
    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers
        self.live_rooms = handlers.live_rooms

    async def lobby(self, request: Request) -> Response:
        visitor, new_token = self.handlers.visitor_or_new(request)
        games = [game_payloads.game_payload(name) for name in GAMES]
        values = {
            "games": games,
            "first_seats": game_payloads.seat_titles(GAMES[games[0]["name"]], {}),
            "now": self.live_rooms.times.now().now,
            "taught": await asyncio.to_thread(lesson_payloads.games_with, "lessons"),
            "puzzling": await asyncio.to_thread(lesson_payloads.games_with, "puzzles"),
            **await self.live_rooms.list_rooms(visitor),
        }
        return self.handlers.page(request, "lobby.html", new_token, values)

    async def new_room_form(self, request: Request) -> Response:
        _, new_token = self.handlers.visitor_or_new(request)
        return await self._new_room_page(request, new_token, "", {}, 200)

    async def create_room(self, request: Request) -> Response:
        visitor, new_token = self.handlers.visitor_or_new(request)
        name = game_name(request)
        fields = await read_form(request)
        try:
            self.handlers.check_creation_rate(request)
            fields["name"] = await self.handlers.name_or_own(fields.get("name", "").strip(), visitor)
            live, _ = await self.live_rooms.create(read_new_room(name, fields), visitor)
        except Refusal as refusal:
            return await self._new_room_page(request, new_token, refusal.message, fields, STATUS[refusal.why])
        return self.handlers.redirect(request, f"/room/{live.room.id}", new_token)

    async def _new_room_page(
        self, request: Request, new_token: str, error: str, fields: Mapping[str, str], status: int
    ) -> Response:
        name = game_name(request)
        values = {
            "game": game_payloads.game_payload(name),
            "has_lessons": name in await asyncio.to_thread(lesson_payloads.games_with, "lessons"),
            "variants": game_payloads.variants(name),
            "values": fields,
            "error": error,
        }
        return self.handlers.page(request, "new.html", new_token, values, status)

    async def room(self, request: Request) -> Response:
        visitor, new_token = self.handlers.visitor_or_new(request)
        live = await self.handlers.find_room(request.path_params["room"])
        taught = await asyncio.to_thread(lesson_payloads.games_with, "lessons")
        async with live.lock:
            room = live.room
            now = self.live_rooms.times.now()
            values = {
                "room": payloads.room_payload(room, visitor, live.visitors_present(), now),
                "game": game_payloads.game_payload(room.game.name),
                "sheet": game_payloads.sheet_payload(room.game, room.position.options),
                "you": room.seats_of(visitor),
                "summary": room.game.rules.summary,
                "has_lessons": room.game.name in taught,
                "formats": list(room.game.exports),
            }
        return self.handlers.page(request, "room.html", new_token, values)

    async def take_seat(self, request: Request) -> Response:
        visitor, new_token = self.handlers.visitor_or_new(request)
        live = await self.handlers.find_room(request.path_params["room"])
        fields = await read_form(request)
        seat = seat_number(fields.get("seat", ""))
        await self.handlers.take_seat(live, seat, visitor, fields.get("name", ""), False)
        return self.handlers.redirect(request, f"/room/{live.room.id}", new_token)

    async def join_form(self, request: Request) -> Response:
        _, new_token = self.handlers.visitor_or_new(request)
        live, seat = await self._invited_seat(request)
        return self._join_page(request, live, seat, new_token, "", {}, 200)

    async def join(self, request: Request) -> Response:
        visitor, new_token = self.handlers.visitor_or_new(request)
        live, seat = await self._invited_seat(request)
        fields = await read_form(request)
        try:
            await self.handlers.take_seat(live, seat, visitor, fields.get("name", ""), True)
        except Refusal as refusal:
            return self._join_page(request, live, seat, new_token, refusal.message, fields, STATUS[refusal.why])
        return self.handlers.redirect(request, f"/room/{live.room.id}", new_token)

    async def _invited_seat(self, request: Request) -> tuple[LiveRoom, int]:
        found = await self.handlers.invitation(request.path_params["code"])
        if found is None:
            raise Refusal("not-found", "this invitation has been used or replaced, or its game was removed")
        room_id, seat = found
        return await self.live_rooms.find(room_id), seat

    def _join_page(
        self,
        request: Request,
        live: LiveRoom,
        seat: int,
        new_token: str,
        error: str,
        fields: Mapping[str, str],
        status: int,
    ) -> Response:
        values = {
            "room": payloads.summary_payload(live.room, self.live_rooms.times.now()),
            "seat": seat,
            "code": request.path_params["code"],
            "error": error,
            "values": fields,
        }
        return self.handlers.page(request, "join.html", new_token, values, status)

    async def room_code(self, request: Request) -> Response:
        live = await self.handlers.find_room(request.path_params["room"])
        return _qr_code(request, f"/room/{live.room.id}")

    async def invitation_code(self, request: Request) -> Response:
        await self._invited_seat(request)
        return _qr_code(request, f"/join/{request.path_params['code']}")

    async def rules(self, request: Request) -> Response:
        _, new_token = self.handlers.visitor_or_new(request)
        name = game_name(request)
        game = GAMES[name]
        values = {
            "game": game_payloads.game_payload(name),
            **await asyncio.to_thread(rules_payloads.rules_payload, name),
            "has_lessons": name in await asyncio.to_thread(lesson_payloads.games_with, "lessons"),
            "has_drawings": bool(game.examples),
            "has_origins": "(seed)" in game.rules.page,
            "sheet": game_payloads.sheet_payload(game, game.choose({})),
        }
        return self.handlers.page(request, "rules.html", new_token, values)

    async def learn(self, request: Request, kind: str) -> Response:
        _, new_token = self.handlers.visitor_or_new(request)
        name = game_name(request)
        lessons = await asyncio.to_thread(lesson_payloads.lessons_payload, name, kind)
        if not lessons:
            raise HTTPException(404)
        game = GAMES[name]
        values = {
            "game": game_payloads.game_payload(name),
            "kind": kind,
            "kinds": [each for each in KINDS if name in await asyncio.to_thread(lesson_payloads.games_with, each)],
            "lessons": lessons,
            "sheet": game_payloads.sheet_payload(game, game.choose({})),
        }
        return self.handlers.page(request, "learn.html", new_token, values)

    async def privacy(self, request: Request) -> Response:
        """Who only reads this gets no cookie."""
        return self.handlers.page(request, "privacy.html", "", {"cookie_days": COOKIE_SECONDS // 86400})

    async def choose_language(self, request: Request) -> Response:
        """Show all pages in another language from now on, first of all the one that asked for it."""
        fields = await read_form(request)
        tag, path = fields.get("language", ""), fields.get("path", "/")
        if tag not in self.handlers.languages.by_tag:
            raise Refusal("unreadable", "there is no such language")
        # A path of this site: browsers take two slashes, or a slash and a backslash, for another one.
        is_own = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()
        response = self.handlers.redirect(request, path if is_own else "/", "")
        response.set_cookie(LANGUAGE_COOKIE, tag, COOKIE_SECONDS, httponly=True, samesite="lax", path="/")
        return response

    async def record(self, request: Request) -> Response:
        live = await self.handlers.find_room(request.path_params["room"])
        async with live.lock:
            record = record_of(live.room)
        name = request.query_params.get("format", "")
        text = written_record(record, name)
        ending = name.partition("-")[0] or "txt"
        headers = {"Content-Disposition": f'attachment; filename="{live.room.game.name}-{live.room.id}.{ending}"'}
        return PlainTextResponse(text, headers=headers)


def _qr_code(request: Request, path: str) -> Response:
    """The address of a page at this server, to be scanned."""
    address = str(request.url.replace(path=path, query=""))
    picture = io.BytesIO()
    segno.make_qr(address).save(picture, kind="svg", xmldecl=False, omitsize=True, light="#fff")
    return Response(picture.getvalue(), headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")

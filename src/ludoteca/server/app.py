"""The web application: pages for people, JSON for programs, and the socket."""

import gc
import hashlib
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

import ludoteca
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.server import actions, security, wire
from ludoteca.server.hall import Hall
from ludoteca.server.limits import Buckets, Limits
from ludoteca.server.lists import record_of
from ludoteca.server.live import LiveRoom, Times
from ludoteca.server.machines import Machines
from ludoteca.server.openapi import description
from ludoteca.server.reading import read_form, read_json, read_wish
from ludoteca.server.refusal import Refusal
from ludoteca.server.room import checked_name
from ludoteca.server.security import COOKIE, hashed
from ludoteca.server.socket import SocketDoor
from ludoteca.server.static import Static, version_of
from ludoteca.server.store import open_store
from ludoteca.server.upgrade import EXTENSION
from ludoteca.server.wishes import NewRoom

log = logging.getLogger("ludoteca.server")

WEB = Path(ludoteca.__file__).parent / "web"
STATUS = {
    "unreadable": 422,
    "illegal": 422,
    "seat": 403,
    "not-found": 404,
    "taken": 409,
    "over": 409,
    "not-now": 409,
    "stale": 409,
    "too-fast": 429,
    "busy": 503,
}
ERRORS = {
    400: ("unreadable", "this cannot be read"),
    403: ("forbidden", "this is not allowed"),
    404: ("not-found", "there is nothing here"),
    405: ("not-allowed", "this cannot be done here"),
    413: ("too-large", "this is too large"),
    415: ("not-json", "send JSON, as application/json"),
    422: ("unreadable", "this cannot be understood"),
    429: ("too-fast", "that is too fast; wait a moment"),
    500: ("failed", "something went wrong here"),
    503: ("busy", "the server is too busy"),
}
LEVELS = list(range(1, actions.MOST_LEVEL + 1))


@dataclass(frozen=True)
class Settings:
    """What `serve` is told."""

    database: str
    origins: frozenset[str] = frozenset()
    cores: int = 1
    limits: Limits = field(default_factory=Limits)
    web: Path = WEB
    is_shared: bool = False


class Taking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What someone sends who takes a seat."""

    name: str = ""
    code: actions.Code | None = None


class Door:
    """All handlers; one for each server."""

    def __init__(self, settings: Settings, times: Times | None = None, machines: Machines | None = None) -> None:
        self.settings = settings
        self.store = open_store(settings.database)
        is_shared = settings.is_shared or not self.store.is_sqlite
        self.hall = Hall(self.store, machines or Machines(settings.cores), settings.limits, times, is_shared)
        self.sockets = SocketDoor(self.hall, settings.limits)
        limits = settings.limits
        self.requests = Buckets(limits.requests_at_once, limits.requests_per_second)
        self.creations = Buckets(limits.new_rooms_per_address, limits.new_rooms_per_address / limits.new_rooms_seconds)
        self.version = version_of(settings.web / "static")
        self.pages = jinja2.Environment(
            loader=jinja2.FileSystemLoader(settings.web / "templates"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.pages.globals["static"] = self.static_address
        self.pages.policies["json.dumps_function"] = lambda value, **_: wire.encode(value).decode()

    # Pages

    async def lobby(self, request: Request) -> Response:
        visitor, fresh = self.visitor_of(request)
        lists = await self.hall.lists(visitor)
        return self.page(request, "lobby.html", fresh, {"games": [wire.game_of(name) for name in GAMES], **lists})

    async def new_form(self, request: Request) -> Response:
        _, fresh = self.visitor_of(request)
        return self.show_form(request, fresh, "", {}, 200)

    async def new(self, request: Request) -> Response:
        visitor, fresh = self.visitor_of(request)
        name = self.game_name(request)
        fields = await read_form(request)
        try:
            self.check_creations(request)
            live, _ = await self.hall.create(read_wish(name, fields), visitor)
        except Refusal as refusal:
            return self.show_form(request, fresh, refusal.message, fields, STATUS[refusal.why])
        return self.redirect(request, f"/room/{live.room.id}", fresh)

    def show_form(self, request: Request, fresh: str, error: str, values: Mapping[str, str], status: int) -> Response:
        name = self.game_name(request)
        variants = wire.variants_of(name)
        told = {"game": wire.game_of(name), "variants": variants, "levels": LEVELS, "values": values, "error": error}
        return self.page(request, "new.html", fresh, told, status)

    async def room(self, request: Request) -> Response:
        visitor, fresh = self.visitor_of(request)
        live = await self.live_room(request)
        async with live.lock:
            room = live.room
            now = self.hall.times.moment().steady
            told = {
                "room": wire.room_of(room, visitor, live.here(), now),
                "game": wire.game_of(room.game.name),
                "sheet": wire.sheet_of(room.game, room.position.options),
                "you": room.seats_of(visitor),
            }
        return self.page(request, "room.html", fresh, told)

    async def sit(self, request: Request) -> Response:
        visitor, fresh = self.visitor_of(request)
        live = await self.live_room(request)
        fields = await read_form(request)
        seat = fields.get("seat", "")
        if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
            raise HTTPException(422)
        await self.take_seat(live, int(seat), visitor, fields.get("name", ""), False)
        return self.redirect(request, f"/room/{live.room.id}", fresh)

    async def join_form(self, request: Request) -> Response:
        _, fresh = self.visitor_of(request)
        live, seat = await self.invited(request)
        return self.show_join(request, live, seat, fresh, "", {}, 200)

    async def join(self, request: Request) -> Response:
        visitor, fresh = self.visitor_of(request)
        live, seat = await self.invited(request)
        fields = await read_form(request)
        try:
            await self.take_seat(live, seat, visitor, fields.get("name", ""), True)
        except Refusal as refusal:
            return self.show_join(request, live, seat, fresh, refusal.message, fields, STATUS[refusal.why])
        return self.redirect(request, f"/room/{live.room.id}", fresh)

    def show_join(
        self,
        request: Request,
        live: LiveRoom,
        seat: int,
        fresh: str,
        error: str,
        values: Mapping[str, str],
        status: int,
    ) -> Response:
        told = {"room": wire.brief_of(live.room), "seat": seat, "code": request.path_params["code"]}
        return self.page(request, "join.html", fresh, {**told, "error": error, "values": values}, status)

    async def rules(self, request: Request) -> Response:
        _, fresh = self.visitor_of(request)
        name = self.game_name(request)
        game = GAMES[name]
        told = {"game": wire.game_of(name), **wire.rules_of(name), "sheet": wire.sheet_of(game, game.choose({}))}
        return self.page(request, "rules.html", fresh, told)

    async def record(self, request: Request) -> Response:
        live = await self.live_room(request)
        async with live.lock:
            text = record_of(live.room)
        headers = {"Content-Disposition": f'attachment; filename="{live.room.game.name}-{live.room.id}.txt"'}
        return PlainTextResponse(text, headers=headers)

    # JSON

    async def api_games(self, request: Request) -> Response:
        return json_response([wire.game_of(name) for name in GAMES])

    async def api_sheet(self, request: Request) -> Response:
        game = GAMES[self.game_name(request)]
        try:
            options = game.choose(dict(request.query_params))
        except LudotecaError as error:
            raise Refusal("unreadable", str(error)) from error
        response = json_response(wire.sheet_of(game, options))
        etag = f'"{hashlib.sha256(response.body).hexdigest()[:24]}"'
        if request.headers.get("if-none-match") == etag:
            response = Response(status_code=304)
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = "public, max-age=300"
        return response

    async def api_rules(self, request: Request) -> Response:
        return json_response(wire.rules_of(self.game_name(request)))

    async def api_visitor(self, request: Request) -> Response:
        _, fresh = self.visitor_of(request)
        return self.with_cookie(request, Response(status_code=204), fresh)

    async def api_rooms(self, request: Request) -> Response:
        visitor, _ = self.visitor_of(request, makes=False)
        return json_response(await self.hall.lists(visitor))

    async def api_new(self, request: Request) -> Response:
        visitor, fresh = self.visitor_of(request)
        wish = await read_json(request, NewRoom)
        self.check_creations(request)
        live, codes = await self.hall.create(wish, visitor)
        told = {"id": live.room.id, "invitations": {str(seat): code for seat, code in codes.items()}}
        return self.with_cookie(request, json_response(told, 201), fresh)

    async def api_room(self, request: Request) -> Response:
        visitor, _ = self.visitor_of(request, makes=False)
        live = await self.live_room(request)
        async with live.lock:
            now = self.hall.times.moment().steady
            return json_response(wire.room_of(live.room, visitor, live.here(), now))

    async def api_take(self, request: Request) -> Response:
        visitor, fresh = self.visitor_of(request)
        taking = await read_json(request, Taking)
        live = await self.live_room(request)
        seat = request.path_params["seat"]
        is_invited = False
        if taking.code is not None:
            is_invited = await self.hall.stored(self.store.invitation(hashed(taking.code))) == (live.room.id, seat)
            if not is_invited:
                raise Refusal("seat", "that is no invitation to this seat")
        await self.take_seat(live, seat, visitor, taking.name, is_invited)
        return self.with_cookie(request, json_response({"id": live.room.id, "seat": seat}), fresh)

    async def api_description(self, request: Request) -> Response:
        return json_response(description())

    async def api_health(self, request: Request) -> Response:
        return json_response({"status": "ok"})

    # The socket

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        address = address_of(connection)
        await receive()  # That somebody wants to connect.
        refusal = 0
        live = None
        if not self.is_own_origin(connection):
            refusal = 403
        elif self.sockets.is_full_for(address) or not self.requests.take(address):
            refusal = 429
        else:
            try:
                live = await self.hall.find(room_of_socket(scope["path"]))
            except Refusal as refused:
                refusal = STATUS[refused.why]
        if live is None:
            await refuse_socket(send, refusal)
            return
        visitor, _ = self.visitor_of(connection, makes=False)
        client = self.sockets.connection(live, visitor)
        scope["extensions"][EXTENSION].open(client)
        if client.is_open:
            await self.sockets.serve(live, client, address)

    # What they share

    def visitor_of(self, request: HTTPConnection, makes: bool = True) -> tuple[str, str]:
        """The hash of a visitor's token, and the token itself if it is new and has to be given."""
        token = request.cookies.get(COOKIE, "")
        if security.is_token(token):
            return hashed(token), ""
        fresh = security.new_token() if makes else ""
        return (hashed(fresh) if fresh else ""), fresh

    def with_cookie(self, request: Request, response: Response, fresh: str) -> Response:
        if fresh:
            is_secure = request.url.scheme == "https"
            response.set_cookie(
                COOKIE, fresh, security.COOKIE_SECONDS, httponly=True, samesite="lax", secure=is_secure, path="/"
            )
        return response

    def page(self, request: Request, name: str, fresh: str, told: Mapping[str, Any], status: int = 200) -> Response:
        text = self.pages.get_template(name).render({"path": request.url.path, **told})
        return self.with_cookie(request, HTMLResponse(text, status, {"Cache-Control": "no-store"}), fresh)

    def redirect(self, request: Request, path: str, fresh: str) -> Response:
        return self.with_cookie(request, RedirectResponse(path, 303), fresh)

    def game_name(self, request: Request) -> str:
        name: str = request.path_params["game"]
        if name not in GAMES:
            raise HTTPException(404)
        return name

    async def live_room(self, request: Request) -> LiveRoom:
        return await self.hall.find(request.path_params["room"])

    async def invited(self, request: Request) -> tuple[LiveRoom, int]:
        """The room and seat of an invitation."""
        code = request.path_params["code"]
        found = await self.hall.stored(self.store.invitation(hashed(code)))
        if found is None:
            raise Refusal("not-found", "this invitation has been used, or never was one")
        return await self.hall.find(found[0]), found[1]

    async def take_seat(self, live: LiveRoom, seat: int, visitor: str, name: str, is_invited: bool) -> None:
        action = actions.Sit(security.new_room_id(), seat, checked_name(name) if name.strip() else "")
        await self.hall.act(live, visitor, action, is_invited=is_invited)

    def check_creations(self, request: Request) -> None:
        if not self.creations.take(address_of(request)):
            raise Refusal("too-fast", "you have opened many games; wait a while before the next")

    def is_own_origin(self, connection: HTTPConnection) -> bool:
        """Browsers always tell where a socket or a form comes from; programs need not."""
        origin = connection.headers.get("origin")
        return origin is None or origin.lower() in self.settings.origins

    def static_address(self, name: str) -> str:
        """Modules name each other by relative paths: with the version in the path all are of one version."""
        return f"/static/{self.version}/{name}"

    async def error(self, request: Request, error: Exception) -> Response:
        """Every error in the same few words, as a page or as JSON; nothing of the inside."""
        status, why, message = 500, *ERRORS[500]
        if isinstance(error, Refusal):
            status, why, message = STATUS[error.why], error.why, error.message
        elif isinstance(error, HTTPException):
            status = error.status_code if error.status_code in ERRORS else 400
            why, message = ERRORS[status]
        headers = dict(getattr(error, "headers", None) or {})
        if status == 429:
            headers["Retry-After"] = "5"
        if request.url.path.startswith("/api/"):
            response: Response = json_response({"error": why, "message": message}, status)
        else:
            try:
                response = self.page(request, "error.html", "", {"status": status, "message": message}, status)
            except jinja2.TemplateNotFound:
                response = PlainTextResponse(message, status)
        response.headers.update(headers)
        return response


class Guard:
    """Before and after every request: limits, origins, and the headers that tell browsers what not to do."""

    def __init__(self, app: Starlette, door: Door) -> None:
        self.app = app
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            # Not by way of the router: its layers would be in the way of every message.
            await self.door.socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        status = self._refuses(request)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *RAW_HEADERS]
            await send(message)

        if status:
            response = await self.door.error(request, HTTPException(status))
            await response(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    def _refuses(self, request: Request) -> int:
        """The status of what is refused at the door, or 0."""
        if not request.url.path.startswith("/static/") and not self.door.requests.take(address_of(request)):
            return 429
        if request.method not in ("GET", "HEAD") and not self.door.is_own_origin(request):
            return 403
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > actions.MOST_BYTES:
            return 413
        return 0


RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in security.HEADERS.items()]


def build(settings: Settings, times: Times | None = None, machines: Machines | None = None) -> Guard:
    """The application; it opens its store now, and its rooms when it starts."""
    door = Door(settings, times, machines)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await door.hall.open()
        # What is there now stays: the garbage collector need not look at it again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)
        # The thread that writes needs the interpreter's lock for each group, and should not wait for it long.
        sys.setswitchinterval(0.0003)
        try:
            yield
        finally:
            await door.hall.close()

    static = settings.web / "static"
    routes = [
        Route("/", door.lobby),
        Route("/new/{game}", either(door.new_form, door.new), methods=["GET", "POST"]),
        Route("/room/{room}", door.room),
        Route("/room/{room}/sit", door.sit, methods=["POST"]),
        Route("/room/{room}/record", door.record),
        Route("/join/{code}", either(door.join_form, door.join), methods=["GET", "POST"]),
        Route("/rules/{game}", door.rules),
        Route("/api/games", door.api_games),
        Route("/api/sheet/{game}", door.api_sheet),
        Route("/api/rules/{game}", door.api_rules),
        Route("/api/visitor", door.api_visitor),
        Route("/api/rooms", either(door.api_rooms, door.api_new), methods=["GET", "POST"]),
        Route("/api/rooms/{room}", door.api_room),
        Route("/api/rooms/{room}/seats/{seat:int}", door.api_take, methods=["POST"]),
        Route("/api/rooms/{room}/record", door.record),
        Route("/api/openapi.json", door.api_description),
        Route("/api/health", door.api_health),
        Mount("/static/{version}", Static(directory=static, check_dir=False)),
    ]
    handlers: dict[Any, Any] = {Refusal: door.error, HTTPException: door.error, Exception: door.error}
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    app.state.door = door
    return Guard(app, door)


Handler = Callable[[Request], Awaitable[Response]]


def either(get: Handler, post: Handler) -> Handler:
    """One route for two methods, so that the wrong ones are told both."""

    async def handle(request: Request) -> Response:
        return await (post if request.method == "POST" else get)(request)

    return handle


def room_of_socket(path: str) -> str:
    """The room of `/socket/ROOM`; of other paths, none that could be."""
    prefix, _, room = path.rpartition("/")
    return room if prefix == "/socket" else ""


async def refuse_socket(send: Send, status: int) -> None:
    """Before the socket is open an HTTP answer can say why not."""
    headers = [(b"content-type", b"text/plain"), *RAW_HEADERS]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": ERRORS[status][1].encode()})


def json_response(told: Any, status: int = 200) -> Response:
    return Response(wire.encode(told), status, {"Cache-Control": "no-store"}, "application/json")


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "unknown"

"""What pages, JSON routes and WebSockets have in common: visitors, cookies, origins, errors."""

import asyncio
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import jinja2
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

import ludoteca
from ludoteca.core.message import translatable
from ludoteca.games import GAMES
from ludoteca.server import metrics
from ludoteca.server.http.languages import LANGUAGES, Languages
from ludoteca.server.http.readiness import Readiness
from ludoteca.server.http.security import COOKIE, COOKIE_SECONDS
from ludoteca.server.http.settings_check import SettingsCheck
from ludoteca.server.http.static_files import content_version
from ludoteca.server.limits import Buckets, ServerLimits, network_of
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.identities import Identities
from ludoteca.server.live.live_room import LiveRoom, TimeSource
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.live.transaction import or_busy
from ludoteca.server.rooms import actions, payloads
from ludoteca.server.rooms.level_words import LEVEL_WORDS
from ludoteca.server.rooms.occupants import checked_name
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage.store import Store
from ludoteca.server.tokens import hash_token, is_token, new_room_id, new_token

WEB = Path(ludoteca.__file__).parent / "web"
ROOM_ID = re.compile(r"[\w-]{1,32}", re.ASCII)
LOOPBACK = ("127.0.0.0/8", "::1/128")
PROXY_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
MAX_WAIT_SECONDS = 3.0
"""A request waits so long for its turn before it is refused."""
STATUS = {
    "unreadable": 422,
    "illegal": 422,
    "seat": 403,
    "not-found": 404,
    "taken": 409,
    "over": 409,
    "not-now": 409,
    "stale": 409,
    "too-large": 413,
    "too-fast": 429,
    "busy": 503,
    "set-aside": 503,
}
ERRORS = {
    400: ("unreadable", translatable("this cannot be read")),
    403: ("forbidden", translatable("this is not allowed")),
    404: ("not-found", translatable("there is nothing here")),
    405: ("not-allowed", translatable("this cannot be done here")),
    413: ("too-large", translatable("this is too large")),
    415: ("not-json", translatable("send JSON, as application/json")),
    422: ("unreadable", translatable("this cannot be understood")),
    429: ("too-fast", translatable("that is too fast; wait a moment")),
    500: ("failed", translatable("something went wrong here")),
    503: ("busy", translatable("the server is too busy")),
}


@dataclass(frozen=True)
class Settings:
    """The settings of the application."""

    database: str
    origins: frozenset[str] = frozenset()
    cores: int = 1
    limits: ServerLimits = field(default_factory=ServerLimits)
    web: Path = WEB
    languages: Path = LANGUAGES
    is_shared: bool = False
    metrics_networks: tuple[str, ...] = ()
    """Who may read the metrics, besides this machine."""
    is_behind_proxy: bool = False


class Handlers:
    """One for each server. It opens the store."""

    def __init__(self, settings: Settings, times: TimeSource | None = None, engines: EnginePool | None = None) -> None:
        self.settings = settings
        limits = settings.limits
        self.store = Store(settings.database)
        is_shared = settings.is_shared or not self.store.is_sqlite
        self.live_rooms = LiveRooms(self.store, engines or EnginePool(settings.cores), limits, times, is_shared)
        self.identities = Identities(self.store)
        self.settings_check = SettingsCheck(settings.origins, settings.is_behind_proxy)
        self.requests = Buckets(limits.requests_at_once, limits.requests_per_second)
        self.creations = Buckets(limits.new_rooms_per_address, limits.new_rooms_per_address / limits.new_rooms_seconds)
        self.readiness = Readiness(self.store)
        networks = (*LOOPBACK, *settings.metrics_networks)
        self.metrics_networks = [ip_network(network) for network in networks]
        self.version = content_version(settings.web / "static")
        self.languages = Languages(settings.languages)
        names = {"static": self.static_url, "levels": LEVEL_WORDS}
        self.templates = self.languages.environments(settings.web / "templates", names)
        """By language."""
        for environment in self.templates.values():
            environment.policies["json.dumps_function"] = lambda value, **_: payloads.encode(value)

    # Visitors

    def visitor_of(self, connection: HTTPConnection) -> str:
        """The hash of the visitor's token, or nothing."""
        token = connection.cookies.get(COOKIE, "")
        return hash_token(token) if is_token(token) else ""

    def visitor_or_new(self, request: Request) -> tuple[str, str]:
        """The hash of the visitor's token, and the token itself if it is new and has to be sent as a cookie."""
        visitor = self.visitor_of(request)
        if visitor:
            return visitor, ""
        token = new_token()
        return hash_token(token), token

    def with_cookie(self, request: Request, response: Response, new_token: str) -> Response:
        if new_token:
            is_secure = request.url.scheme == "https"
            response.set_cookie(
                COOKIE, new_token, COOKIE_SECONDS, httponly=True, samesite="lax", secure=is_secure, path="/"
            )
        return response

    def is_own_origin(self, connection: HTTPConnection) -> bool:
        """Browsers always send the origin of a WebSocket or a form; programs need not."""
        origin = connection.headers.get("origin")
        return origin is None or origin.lower() in self.settings.origins

    async def wait_for_turn(self, connection: HTTPConnection, cost: float = 1.0) -> bool:
        """Wait while an address asks for too much; False if that would be too long.

        Requests wait in order and each connection has one at a time, so that a client that floods delays the others
        of its address and does not shut them out.
        """
        seconds = self.requests.reserve(client_network(connection), MAX_WAIT_SECONDS, cost)
        if seconds:
            await asyncio.sleep(seconds)
        return seconds is not None

    def may_read_metrics(self, connection: HTTPConnection) -> bool:
        """Whether a request comes directly, not through a proxy, from where the metrics may be read."""
        if connection.client is None or any(name in connection.headers for name in PROXY_HEADERS):
            return False
        try:
            address = ip_address(connection.client.host)
        except ValueError:
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        return any(address in network for network in self.metrics_networks)

    # Rooms

    async def find_room(self, room_id: str) -> LiveRoom:
        """A room, or a Refusal."""
        # The store is not asked for what cannot be an id: databases differ in the texts that they take.
        if not ROOM_ID.fullmatch(room_id):
            raise Refusal("not-found", "there is no such room")
        return await self.live_rooms.find(room_id)

    async def invitation(self, code: str) -> tuple[str, int] | None:
        """The room id and seat of an invitation code."""
        return await or_busy(self.store.invitation(hash_token(code)))

    async def take_seat(self, live: LiveRoom, seat: int, visitor: str, name: str, is_invited: bool) -> None:
        name = await self.name_or_own(name.strip(), visitor)
        action = actions.Sit(new_room_id(), seat, checked_name(name) if name else "")
        await self.live_rooms.act(live, visitor, action, is_invited=is_invited)

    async def name_or_own(self, name: str, visitor: str) -> str:
        """The name that a visitor gives in a game, or else has chosen for all games."""
        return name or (await self.identities.find(visitor))[0]

    def check_creation_rate(self, request: Request) -> None:
        if not self.creations.take(client_network(request)):
            raise Refusal("too-fast", "you have opened many games; wait a while before the next")

    # Responses

    def page(
        self, request: Request, template: str, new_token: str, values: Mapping[str, Any], status: int = 200
    ) -> Response:
        language = self.languages.of(request).tag
        text = self.templates[language].get_template(template).render({"path": request.url.path, **values})
        headers = {"Cache-Control": "no-store", "Content-Language": language, "Vary": "Accept-Language, Cookie"}
        return self.with_cookie(request, HTMLResponse(text, status, headers), new_token)

    def redirect(self, request: Request, path: str, new_token: str) -> Response:
        return self.with_cookie(request, RedirectResponse(path, 303), new_token)

    def static_url(self, name: str) -> str:
        """The version is in the path because modules import each other by relative paths: so all have one version."""
        return f"/static/{self.version}/{name}"

    async def error(self, request: Request, error: Exception) -> Response:
        """An error as a page or as JSON, with no internals."""
        status, why, message = 500, *ERRORS[500]
        if isinstance(error, Refusal):
            status, why, message = STATUS[error.why], error.why, error.message
        elif isinstance(error, HTTPException):
            status = error.status_code if error.status_code in ERRORS else 400
            why, message = ERRORS[status]
        metrics.REFUSALS.labels(why).inc()
        headers = dict(getattr(error, "headers", None) or {})
        if status in (429, 503):
            headers["Retry-After"] = "5"
        if request.url.path.startswith("/api/"):
            response: Response = json_response({"error": why, **payloads.message_payload(message)}, status)
        else:
            try:
                response = self.page(request, "error.html", "", {"status": status, "message": message}, status)
            except jinja2.TemplateNotFound:
                response = PlainTextResponse(message, status)
        response.headers.update(headers)
        return response


def game_name(request: Request) -> str:
    name: str = request.path_params["game"]
    if name not in GAMES:
        raise HTTPException(404)
    return name


def seat_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise Refusal("unreadable", "a seat is a number from 0 up")
    return int(text)


def json_response(payload: Any, status: int = 200) -> Response:
    return Response(payloads.encode(payload), status, {"Cache-Control": "no-store"}, "application/json")


def etag_of(body: bytes | memoryview) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def client_network(connection: HTTPConnection) -> str:
    """Whom limits count; behind a proxy, by the address that it forwards."""
    return network_of(connection.client.host) if connection.client else "unknown"

"""Middleware around every request: the access log; and but for sockets, rate limits, origins and security headers."""

import logging
import time
from collections.abc import Mapping

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.server.http.body_limits import most_bytes
from ludoteca.server.http.handlers import Handlers, client_network
from ludoteca.server.http.security import EMBEDDED_HEADERS, HEADERS
from ludoteca.server.logs import ACCESS

log = logging.getLogger(ACCESS)

STATIC_COST = 0.1
"""A page has many static files, and a browser asks for each of them once."""
EMBEDDED = "/embed/"


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


RAW_HEADERS, RAW_EMBEDDED_HEADERS = _raw(HEADERS), _raw(EMBEDDED_HEADERS)


class Guard:
    def __init__(self, app: Starlette, socket: ASGIApp, handlers: Handlers) -> None:
        self.app = app
        self.socket = socket
        self.handlers = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        self.handlers.settings_check.look_at(scope)
        app = self.socket if scope["type"] == "websocket" else self._serve_http
        if log.isEnabledFor(logging.INFO):
            await _serve_and_log(app, scope, receive, send)
        else:
            await app(scope, receive, send)

    async def _serve_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                is_embedded = message["status"] == 200 and scope["path"].startswith(EMBEDDED)
                known = {name for name, _ in message["headers"]}
                usual = RAW_EMBEDDED_HEADERS if is_embedded else RAW_HEADERS
                message["headers"] = [*message["headers"], *(each for each in usual if each[0] not in known)]
            await send(message)

        request = Request(scope, receive)
        status = await self._refusal_status(request)
        if status:
            headers = {"Connection": "close"} if status == 429 else None
            response = await self.handlers.error(request, HTTPException(status, headers=headers))
            await response(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    async def _refusal_status(self, request: Request) -> int:
        """The HTTP status of a request that is refused unread, or 0."""
        is_static = request.url.path.startswith("/static/")
        if not await self.handlers.wait_for_turn(request, STATIC_COST if is_static else 1.0):
            return 429
        if request.method not in ("GET", "HEAD") and not self.handlers.is_own_origin(request):
            return 403
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > most_bytes(request.url.path):
            return 413
        return 0


async def _serve_and_log(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """A line for each request when it is answered, and for each socket when it ends."""
    statuses: list[int] = []

    async def send_and_remember(message: Message) -> None:
        if message["type"] == "websocket.accept":
            statuses.append(101)
        elif message["type"] in ("http.response.start", "websocket.http.response.start"):
            statuses.append(message["status"])
        await send(message)

    begin = time.monotonic()
    try:
        await app(scope, receive, send_and_remember)
    finally:
        fields = {
            "method": scope.get("method", "GET"),
            "path": path_without_secrets(scope["path"]),
            "status": statuses[0] if statuses else 0,
            "seconds": round(time.monotonic() - begin, 4),
            "network": client_network(HTTPConnection(scope)),
        }
        log.info("request", extra={"fields": fields})


def path_without_secrets(path: str) -> str:
    """A path for the log. Whoever has the code of an invitation can take the seat."""
    return "/join/*" if path.startswith("/join/") else path[:200]

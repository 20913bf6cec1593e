"""Middleware around every request: the access log; and but for sockets, rate limits, origins and security headers."""

import logging
import time

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.server.http.handlers import Handlers, client_network
from ludoteca.server.http.security import HEADERS
from ludoteca.server.logs import ACCESS
from ludoteca.server.rooms.actions import MAX_MESSAGE_BYTES

log = logging.getLogger(ACCESS)

STATIC_COST = 0.1
"""A page has many static files, and a browser asks for each of them once."""
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


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
        if log.isEnabledFor(logging.INFO):
            await self._serve_and_log(scope, receive, send)
        else:
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.socket(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *RAW_HEADERS]
            await send(message)

        request = Request(scope, receive)
        status = await self._refusal_status(request)
        if status:
            headers = {"Connection": "close"} if status == 429 else None
            response = await self.handlers.error(request, HTTPException(status, headers=headers))
            await response(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    async def _serve_and_log(self, scope: Scope, receive: Receive, send: Send) -> None:
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
            await self._serve(scope, receive, send_and_remember)
        finally:
            fields = {
                "method": scope.get("method", "GET"),
                "path": path_without_secrets(scope["path"]),
                "status": statuses[0] if statuses else 0,
                "seconds": round(time.monotonic() - begin, 4),
                "network": client_network(HTTPConnection(scope)),
            }
            log.info("request", extra={"fields": fields})

    async def _refusal_status(self, request: Request) -> int:
        """The HTTP status of a request that is refused unread, or 0."""
        is_static = request.url.path.startswith("/static/")
        if not await self.handlers.wait_for_turn(request, STATIC_COST if is_static else 1.0):
            return 429
        if request.method not in ("GET", "HEAD") and not self.handlers.is_own_origin(request):
            return 403
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > MAX_MESSAGE_BYTES:
            return 413
        return 0


def path_without_secrets(path: str) -> str:
    """A path for the log. Whoever has the code of an invitation can take the seat."""
    return "/join/*" if path.startswith("/join/") else path[:200]

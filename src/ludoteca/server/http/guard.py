"""Middleware around every HTTP request: rate limits, origins, and the security headers. Sockets have their own."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.server.http.handlers import Handlers
from ludoteca.server.http.security import HEADERS
from ludoteca.server.rooms.actions import MAX_MESSAGE_BYTES

RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    def __init__(self, app: Starlette, socket: ASGIApp, handlers: Handlers) -> None:
        self.app = app
        self.socket = socket
        self.handlers = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await (self.socket if scope["type"] == "websocket" else self.app)(scope, receive, send)
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

    async def _refusal_status(self, request: Request) -> int:
        """The HTTP status of a request that is refused unread, or 0."""
        if not request.url.path.startswith("/static/") and not await self.handlers.wait_for_turn(request):
            return 429
        if request.method not in ("GET", "HEAD") and not self.handlers.is_own_origin(request):
            return 403
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > MAX_MESSAGE_BYTES:
            return 413
        return 0

"""The WebSocket of a room: receives messages, answers them one after the other, and sends what is posted at once.

It is an ASGI application by itself: Starlette's WebSocket and middleware wrap every message that is sent.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from ludoteca.server import metrics
from ludoteca.server.http.front import POST
from ludoteca.server.http.handlers import ERRORS, STATUS, Handlers, client_network
from ludoteca.server.http.security import HEADERS
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.live_room import LiveRoom
from ludoteca.server.live.transaction import try_again
from ludoteca.server.rooms import payloads
from ludoteca.server.rooms.actions import Action, Hello, Move, decode_message
from ludoteca.server.rooms.refusal import Refusal

log = logging.getLogger("ludoteca.server")

POLICY_VIOLATION, TRY_AGAIN_LATER = 1008, 1013
"""Close codes of RFC 6455."""
PATH = "/socket/"
MAX_UNREADABLE = 10
"""A client is disconnected after so many messages that cannot be read."""


class Connection:
    """One client: a Member of a room."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, visitor: str, limits: ServerLimits) -> None:
        self.visitor = visitor
        self.wants_views = True
        self.is_waiting_for_engine = False
        self.is_closed = False
        self.receive = receive
        self._send = send
        self._post: Callable[[str], int] = scope["extensions"][POST]["post"]
        self._backlog = limits.backlog
        self._unreadable = 0
        self._closing: asyncio.Task[None] | None = None

    def read(self, received: Message) -> str | None:
        """The text of what was received, or nothing once the connection is closed."""
        if received["type"] == "websocket.disconnect" or self.is_closed:
            return None
        text: str | None = received.get("text")
        return "\0" if text is None else text  # No JSON, so a binary message is unreadable.

    def post(self, message: str) -> None:
        if not self.is_closed and self._post(message) > self._backlog:
            self.close(POLICY_VIOLATION)

    def refuse(self, live: LiveRoom, message_id: str, refusal: Refusal) -> None:
        metrics.REFUSALS.labels(refusal.why).inc()
        self.post(payloads.encode(payloads.refusal_payload(refusal, live.room.game, message_id)))
        if refusal.why == "unreadable":
            self._unreadable += 1
            if self._unreadable >= MAX_UNREADABLE:
                self.close(POLICY_VIOLATION)

    def close(self, code: int) -> None:
        """Close when the client has read what is posted."""
        if not self.is_closed:
            self.is_closed = True
            self._closing = asyncio.create_task(self._send_close(code))

    def ask_to_reconnect(self) -> None:
        self.close(TRY_AGAIN_LATER)

    async def _send_close(self, code: int) -> None:
        # OSError: the client has disconnected. RuntimeError: uvicorn has closed the connection by itself, after a frame
        # that the standard forbids.
        with suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": code})

    async def end(self) -> None:
        """Finish closing, if this side closes; nothing is posted any more."""
        self.is_closed = True
        if self._closing:
            await self._closing


class SocketHandler:
    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers
        self._live_rooms = handlers.live_rooms
        self._limits = handlers.settings.limits
        self._connections: Counter[str] = Counter()
        """Open sockets by network."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HTTPConnection(scope)
        network = client_network(request)
        status = await self._refusal_status(request, network)
        if not status:
            try:
                live = await self._handlers.find_room(scope["path"].removeprefix(PATH))
            except Refusal as refusal:
                status = STATUS[refusal.why]
        await receive()  # The request to connect.
        if status:
            metrics.REFUSALS.labels(ERRORS[status][0]).inc()
            await PlainTextResponse(ERRORS[status][1], status, HEADERS)(scope, receive, send)
            return
        self._connections[network] += 1
        metrics.SOCKETS.inc()
        try:
            await send({"type": "websocket.accept"})
            visitor = self._handlers.visitor_of(request)
            await self._serve_member(live, Connection(scope, receive, send, visitor, self._limits))
        finally:
            metrics.SOCKETS.dec()
            self._connections[network] -= 1
            if not self._connections[network]:
                del self._connections[network]

    async def _refusal_status(self, request: HTTPConnection, network: str) -> int:
        """The HTTP status of a request that is refused, or 0."""
        if not await self._handlers.wait_for_turn(request):
            return 429
        if not self._handlers.is_own_origin(request):
            return 403
        if not request.scope["path"].startswith(PATH):
            return 404
        if self._live_rooms.is_draining:
            return 503
        return 429 if self._connections[network] >= self._limits.connections_per_address else 0

    async def _serve_member(self, live: LiveRoom, connection: Connection) -> None:
        try:
            while (text := connection.read(await connection.receive())) is not None:
                await self._answer(live, connection, text)
        finally:
            self._live_rooms.leave(live, connection)
            await connection.end()

    async def _answer(self, live: LiveRoom, connection: Connection, text: str) -> None:
        if live.is_evicted:
            connection.ask_to_reconnect()
            return
        message_id = ""
        begin = time.perf_counter()
        try:
            message = decode_message(text)
            message_id = message.id
            if isinstance(message, Action):
                self._check_member(live, connection)
                if not connection.visitor:
                    raise Refusal("seat", "whoever plays needs the cookie that every page sets")
                await self._live_rooms.act(live, connection.visitor, message, connection)
                if isinstance(message, Move):
                    metrics.MOVE_SECONDS.observe(time.perf_counter() - begin)
            elif isinstance(message, Hello):
                await self._live_rooms.join(live, connection, message)
            else:
                self._check_member(live, connection)
                await self._live_rooms.answer(live, connection, message)
                await asyncio.sleep(0)  # Others get their turn between the questions of a burst.
        except Refusal as refusal:
            connection.refuse(live, message_id, refusal)
        except Exception:
            log.exception("room %s: cannot answer a message", live.room.id)
            connection.refuse(live, message_id, try_again())

    def _check_member(self, live: LiveRoom, connection: Connection) -> None:
        if connection not in live.members:
            raise Refusal("hello", "say hello first")

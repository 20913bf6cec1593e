"""The socket: frames in, texts out. A client that floods, sends rubbish or does not read is let go."""

import asyncio
import contextlib
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from typing import Any

from ludoteca.server import actions, wire
from ludoteca.server.hall import Hall
from ludoteca.server.limits import Bucket, Limits
from ludoteca.server.live import LiveRoom
from ludoteca.server.refusal import Refusal

log = logging.getLogger("ludoteca.server")

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]

POLICY_VIOLATED, TRY_LATER = 1008, 1013
UNREADABLE_AT_MOST = 10
"""After so many frames that cannot be read a client is let go."""


class Connection:
    """One client. `post` never waits: what a slow client has not taken is kept, up to a limit."""

    def __init__(self, visitor: str, send: Send, limits: Limits) -> None:
        self.visitor = visitor
        self.wants_views = True
        self.is_thinking = False
        self.is_closed = False
        self.limits = limits
        self._send = send
        self._backlog: deque[str] = deque()
        self._sender: asyncio.Task[None] | None = None
        self._listener = asyncio.current_task()

    def post(self, text: str) -> None:
        if self.is_closed:
            return
        if self._sender is None:
            self._send_at_once(text)
        elif len(self._backlog) < self.limits.backlog:
            self._backlog.append(text)
        else:
            self.is_closed = True
            if self._listener:
                self._listener.cancel()  # It waits for a client that will not say anything either.

    def _send_at_once(self, text: str) -> None:
        """Nearly always the client has taken all before, and sending does not wait: that needs no task."""
        sending: Any = self._send({"type": "websocket.send", "text": text})
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except (OSError, RuntimeError):
            self.is_closed = True
            return
        self._sender = asyncio.ensure_future(self._send_backlog(_Rest(waits_for, sending)))

    async def _send_backlog(self, rest: "_Rest") -> None:
        try:
            await rest
            while self._backlog:
                await self._send({"type": "websocket.send", "text": self._backlog.popleft()})
        except (OSError, RuntimeError):
            self.is_closed = True
        finally:
            self._sender = None

    def stop(self) -> None:
        self.is_closed = True
        if self._sender:
            self._sender.cancel()


class _Rest:
    """The rest of a coroutine that was begun outside of a task and now has to wait."""

    def __init__(self, waits_for: Any, coroutine: Any) -> None:
        self.waits_for = waits_for
        self.coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, None]:
        yield self.waits_for
        yield from self.coroutine.__await__()


class SocketDoor:
    """Counts connections, by address too, and lets clients talk to a room."""

    def __init__(self, hall: Hall, limits: Limits) -> None:
        self.hall = hall
        self.limits = limits
        self.connections: Counter[str] = Counter()

    def is_full_for(self, address: str) -> bool:
        return (
            self.connections.total() >= self.limits.connections
            or self.connections[address] >= self.limits.connections_per_address
        )

    async def serve(self, live: LiveRoom, visitor: str, address: str, receive: Receive, send: Send) -> None:
        """Talk until one side has had enough; the socket is open already."""
        self.connections[address] += 1
        connection = Connection(visitor, send, self.limits)
        try:
            code = await self._listen(live, connection, receive)
        except asyncio.CancelledError:
            if not connection.is_closed:
                raise
            code = POLICY_VIOLATED
        finally:
            connection.stop()
            self.hall.leave(live, connection)
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]
        if code:
            with contextlib.suppress(OSError, RuntimeError, TimeoutError):
                await asyncio.wait_for(send({"type": "websocket.close", "code": code}), 2.0)

    async def _listen(self, live: LiveRoom, connection: Connection, receive: Receive) -> int:
        """Until the client has gone, which is 0, or is told to go, which is a code."""
        limits = self.limits
        bucket = Bucket(limits.messages_at_once, limits.messages_per_second, time.monotonic())
        unreadable = 0
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return 0
            if connection.is_closed:
                return POLICY_VIOLATED
            if live.is_broken:
                return TRY_LATER
            if not bucket.take(time.monotonic()):
                connection.post(refused(live, Refusal("too-fast", "that is too fast"), ""))
                return POLICY_VIOLATED
            identity = ""
            try:
                frame = actions.read_frame(_text_of(message))
                identity = getattr(frame, "id", "")
                await self._carry_out(live, connection, frame)
            except Refusal as refusal:
                connection.post(refused(live, refusal, identity))
                if refusal.why == "unreadable":
                    unreadable += 1
                    if unreadable >= UNREADABLE_AT_MOST:
                        return POLICY_VIOLATED
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("a frame could not be answered")
                connection.post(refused(live, Refusal("busy", "the server could not do this"), identity))

    async def _carry_out(self, live: LiveRoom, connection: Connection, frame: actions.AnyFrame) -> None:
        if isinstance(frame, actions.Hello):
            await self.hall.join(live, connection, frame)
        elif connection not in live.members:
            raise Refusal("hello", "say hello first")
        elif isinstance(frame, actions.Action):
            if not connection.visitor:
                raise Refusal("seat", "whoever plays needs the cookie that every page sets")
            await self.hall.act(live, connection.visitor, frame, connection)
        else:
            await self.hall.answer(live, connection, frame)


def _text_of(message: Message) -> str:
    text = message.get("text")
    if text is None:
        raise Refusal("unreadable", "frames are texts")
    if len(text) > actions.MOST_BYTES:
        raise Refusal("unreadable", "the frame is too long")
    return str(text)


def refused(live: LiveRoom, refusal: Refusal, identity: str) -> str:
    told: dict[str, Any] = {"say": "refused", "why": refusal.why, "message": refusal.message}
    if identity:
        told["id"] = identity
    if refusal.ruling:
        told["ruling"] = wire.ruling_of(live.room.game, refusal.ruling)
    return wire.encode(told)

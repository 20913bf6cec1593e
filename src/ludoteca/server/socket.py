"""The socket: frames in, texts out. A client that floods, sends rubbish or does not read is let go."""

import asyncio
import logging
import time
from collections import Counter, deque
from typing import Any

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from ludoteca.server import actions, wire
from ludoteca.server.hall import Hall
from ludoteca.server.limits import Bucket, Limits
from ludoteca.server.live import LiveRoom
from ludoteca.server.refusal import Refusal

log = logging.getLogger("ludoteca.server")

TEXT, CONTINUATION, CLOSE = WSMsgType.TEXT, WSMsgType.CONTINUATION, WSMsgType.CLOSE
PROTOCOL_BROKEN, TOO_BIG, POLICY_VIOLATED, TRY_LATER = (
    WSCloseCode.PROTOCOL_ERROR,
    WSCloseCode.MESSAGE_TOO_BIG,
    WSCloseCode.POLICY_VIOLATION,
    WSCloseCode.TRY_AGAIN_LATER,
)
UNREADABLE_AT_MOST = 10
"""After so many frames that cannot be read a client is let go."""
GOODBYE_SECONDS = 1.0
"""How long we wait for the other side to agree that the socket is closed."""


class Connection(WSListener):
    """One client. `post` never waits: what a slow client has not taken is kept, up to a limit."""

    def __init__(self, visitor: str, limits: Limits) -> None:
        self.visitor = visitor
        self.wants_views = True
        self.is_thinking = False
        self.is_open = False
        self.is_closed = False
        self.limits = limits
        self.transport: WSTransport | None = None
        self._bucket = Bucket(limits.messages_at_once, limits.messages_per_second, time.monotonic())
        self._inbox: deque[bytes] = deque()
        self._part: bytes | None = None
        self._code: WSCloseCode | None = None
        self._is_flooding = False
        self._news: asyncio.Future[None] | None = None
        self._backlog: deque[bytes] = deque()
        self._is_paused = False

    # From the client

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.is_open = True

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.is_closed = True
        self._wake()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if self.is_closed:
            if kind == CLOSE:
                transport.disconnect()
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(PROTOCOL_BROKEN)
        elif kind == TEXT and frame.fin and self._part is None:
            self._take(frame.get_payload_as_bytes())
        elif kind == CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()
        elif kind not in (WSMsgType.PING, WSMsgType.PONG):
            self._take_part(frame)

    def _take_part(self, frame: WSFrame) -> None:
        """A message may come in several frames."""
        if (frame.msg_type == CONTINUATION) != (self._part is not None):
            self.close(PROTOCOL_BROKEN)
            return
        # Only texts are read; bytes that are none of JSON stand for a message that is no text.
        payload = b"\0" if frame.msg_type == WSMsgType.BINARY else frame.get_payload_as_bytes()
        self._part = (self._part or b"") + payload
        if len(self._part) > actions.MOST_BYTES:
            self.close(TOO_BIG)
        elif frame.fin:
            whole, self._part = self._part, None
            self._take(whole)

    def _take(self, text: bytes) -> None:
        if self._bucket.take(time.monotonic()):
            self._inbox.append(text)
        else:
            self._is_flooding = True
        self._wake()

    def _wake(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def hear(self) -> bytes | None:
        """The next message, or nothing if no more will be heard; a Refusal if there were too many."""
        if not self._inbox and not self._is_flooding and not self.is_closed:
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        if self.is_closed:
            return None
        if self._is_flooding:
            raise Refusal("too-fast", "that is too fast")
        return self._inbox.popleft()

    # To the client

    def post(self, text: bytes) -> None:
        if self.is_closed:
            return
        if not self._is_paused:
            assert self.transport is not None
            self.transport.send(TEXT, text)
        elif len(self._backlog) < self.limits.backlog:
            self._backlog.append(text)
        else:
            self.close(POLICY_VIOLATED)

    def pause_writing(self) -> None:
        self._is_paused = True

    def resume_writing(self) -> None:
        self._is_paused = False
        while self._backlog and not self._is_paused:
            self.post(self._backlog.popleft())

    def close(self, code: WSCloseCode) -> None:
        """Say goodbye, and wait a little for the other side to do so too."""
        if self.is_closed:
            return
        self.is_closed = True
        self._wake()
        assert self.transport is not None
        self.transport.send_close(code)
        asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self.transport.disconnect, False)


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

    def connection(self, visitor: str) -> Connection:
        """To be opened."""
        return Connection(visitor, self.limits)

    async def serve(self, live: LiveRoom, connection: Connection, address: str) -> None:
        """Talk until one side has had enough; the socket is open already."""
        self.connections[address] += 1
        try:
            code = await self._listen(live, connection)
            if code is not None:
                connection.close(code)
        finally:
            connection.is_closed = True
            self.hall.leave(live, connection)
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]

    async def _listen(self, live: LiveRoom, connection: Connection) -> WSCloseCode | None:
        """Until the client has gone, which is None, or is told to go, which is a code."""
        unreadable = 0
        while True:
            identity = ""
            try:
                text = await connection.hear()
                if text is None:
                    return None
                if live.is_broken:
                    return TRY_LATER
                frame = actions.read_frame(text)
                identity = getattr(frame, "id", "")
                await self._carry_out(live, connection, frame)
            except Refusal as refusal:
                connection.post(refused(live, refusal, identity))
                if refusal.why == "too-fast":
                    return POLICY_VIOLATED
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


def refused(live: LiveRoom, refusal: Refusal, identity: str) -> bytes:
    told: dict[str, Any] = {"say": "refused", "why": refusal.why, "message": refusal.message}
    if identity:
        told["id"] = identity
    if refusal.ruling:
        told["ruling"] = wire.ruling_of(live.room.game, refusal.ruling)
    return wire.encode(told)

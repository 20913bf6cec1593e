"""The socket: frames in, texts out. A client that floods, sends rubbish or does not read is let go."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from typing import Any

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from ludoteca.core.game import Game
from ludoteca.server import actions, wire
from ludoteca.server.deeds import Act, Answer, again_later
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
    """One client. Frames are answered one after the other; `hear` is called with each, and `go_on` when it is answered.

    `post` never waits: what a slow client has not taken is kept, up to a limit.
    """

    def __init__(self, visitor: str, limits: Limits, hear: Callable[["Connection", bytes], None]) -> None:
        self.visitor = visitor
        self.wants_views = True
        self.is_thinking = False
        self.is_closed = False
        self.is_gone = asyncio.get_running_loop().create_future()
        self.unreadable = 0
        self.limits = limits
        self.bucket = Bucket(limits.messages_at_once, limits.messages_per_second, time.monotonic())
        self.transport: WSTransport | None = None
        self._hear = hear
        self._inbox: deque[bytes] = deque()
        self._is_busy = False
        self._part: bytes | None = None
        self._backlog: deque[bytes] = deque()
        self._is_paused = False

    # From the client

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    @property
    def is_open(self) -> bool:
        """Whether it ever was: a bad request opens no socket."""
        return self.transport is not None

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.is_closed = True
        self._leave()

    def _leave(self) -> None:
        if not self.is_gone.done():
            self.is_gone.set_result(None)

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
        if not self.bucket.take(time.monotonic()):
            self.post(refused(Refusal("too-fast", "that is too fast")))
            self.close(POLICY_VIOLATED)
        elif self._is_busy:
            self._inbox.append(text)
        else:
            self._is_busy = True
            self._hear(self, text)

    def go_on(self) -> None:
        """The last frame has been answered."""
        self._is_busy = False
        if self._inbox and not self.is_closed:
            self._is_busy = True
            # Not at once: an answer that needs no waiting would lead here again, and again.
            asyncio.get_running_loop().call_soon(self._hear, self, self._inbox.popleft())

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

    def send_away(self) -> None:
        self.close(TRY_LATER)

    def close(self, code: WSCloseCode) -> None:
        """Say goodbye, and wait a little for the other side to do so too."""
        if self.is_closed:
            return
        self.is_closed = True
        assert self.transport is not None
        self.transport.send_close(code)
        asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self.transport.disconnect, False)
        self._leave()


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

    def connection(self, live: LiveRoom, visitor: str) -> Connection:
        """To be opened, and then served."""
        return Connection(visitor, self.limits, partial(self._hear, live))

    async def serve(self, live: LiveRoom, connection: Connection, address: str) -> None:
        """Until one side has had enough; the socket is open already."""
        self.connections[address] += 1
        try:
            await connection.is_gone
        finally:
            connection.is_closed = True
            self.hall.leave(live, connection)
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]

    def _hear(self, live: LiveRoom, connection: Connection, text: bytes) -> None:
        """Begin to answer a frame."""
        if live.is_gone:
            connection.send_away()
            return
        identity = ""
        try:
            frame = actions.read_frame(text)
            identity = frame.id
            if isinstance(frame, actions.Action):
                self._check_member(live, connection)
                done = partial(self._finish, live, connection, identity)
                Act(self.hall, live, done, connection.visitor, frame, connection).begin()
            else:
                self.hall.start(self._answer(live, connection, frame))
        except Refusal as refusal:
            self._finish(live, connection, identity, refusal)
        except Exception:
            log.exception("a frame could not be answered")
            self._finish(live, connection, identity, again_later())

    def _finish(self, live: LiveRoom, connection: Connection, identity: str, answer: Answer) -> None:
        if isinstance(answer, Refusal):
            connection.post(refused(answer, live.room.game, identity))
            if answer.why == "unreadable":
                connection.unreadable += 1
                if connection.unreadable >= UNREADABLE_AT_MOST:
                    connection.close(POLICY_VIOLATED)
        connection.go_on()

    async def _answer(self, live: LiveRoom, connection: Connection, frame: actions.AnyQuestion | actions.Hello) -> None:
        answer: Answer = 0
        try:
            if isinstance(frame, actions.Hello):
                if not connection.is_closed:
                    await self.hall.join(live, connection, frame)
            else:
                self._check_member(live, connection, False)
                await self.hall.answer(live, connection, frame)
        except Refusal as refusal:
            answer = refusal
        except Exception:
            log.exception("a frame could not be answered")
            answer = again_later()
        self._finish(live, connection, frame.id, answer)

    def _check_member(self, live: LiveRoom, connection: Connection, plays: bool = True) -> None:
        if connection not in live.members:
            raise Refusal("hello", "say hello first")
        if plays and not connection.visitor:
            raise Refusal("seat", "whoever plays needs the cookie that every page sets")


def refused(refusal: Refusal, game: Game | None = None, identity: str = "") -> bytes:
    told: dict[str, Any] = {"say": "refused", "why": refusal.why, "message": refusal.message}
    if identity:
        told["id"] = identity
    if refusal.ruling and game:
        told["ruling"] = wire.ruling_of(game, refusal.ruling)
    return wire.encode(told)

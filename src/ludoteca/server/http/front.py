"""uvicorn's protocols for HTTP and WebSockets, with the limits that it has no settings for.

uvicorn takes a protocol class as a setting; these override methods of asyncio.Protocol, and what is called when a
response is complete, when a connection becomes a WebSocket and when its application starts. Its own settings limit the
size of a request's head (h11_max_incomplete_event_size) and of a WebSocket message (ws_max_size), close idle
connections (timeout_keep_alive) and sockets that answer no ping.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Coroutine
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludoteca.server import metrics
from ludoteca.server.http.body_limits import most_bytes
from ludoteca.server.limits import Bucket, ServerLimits, network_of
from ludoteca.server.rooms import payloads
from ludoteca.server.rooms.actions import MAX_MESSAGE_BYTES
from ludoteca.server.rooms.refusal import Refusal

log = logging.getLogger("ludoteca.server")

MAX_HEAD_BYTES = 16384
"""The request line and the headers together."""
PART_BYTES = 16384
"""The bytes received are parsed in parts of this size, with the limits checked after each."""
REQUEST_SECONDS = 15.0
"""A whole request has so long to arrive, and a new connection so long to send its first."""
UNREAD_SECONDS = 20.0
"""A client that leaves what was sent to it unread for so long is disconnected."""
LINGER_SECONDS = 1.0
"""A refused client has so long to read why."""
MAX_LINGERING = 32
CONNECTIONS_FOR_REQUESTS = 24
"""An address may have so many more connections than sockets, so that sockets never keep its pages from loading."""

POST = "ludoteca.post"
"""An extension of ASGI: `post` sends a text without waiting, and tells how many since the client stopped reading.

ASGI's own `send` is a coroutine, so each socket would need a queue and a task that sends from it.
"""


def text_frame(text: str) -> bytes:
    """A text message in one frame (RFC 6455, section 5.2)."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return b"\x81" + size.to_bytes(1) + data
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2) + data
    return b"\x81\x7f" + size.to_bytes(8) + data


CLOSE_POLICY_VIOLATION = b"\x88\x02\x03\xf0"
TOO_FAST_FRAME = text_frame(payloads.encode(payloads.refusal_payload(Refusal("too-fast", "that is too fast"))))


FAULTS_OF_CLIENTS = (
    "ASGI callable returned without completing handshake.",  # A socket was refused, by an HTTP status.
    "Invalid UTF-8 sequence received from client.",
)


def is_no_fault_of_a_client(record: logging.LogRecord) -> bool:
    """A filter: uvicorn logs as errors what any client can bring about."""
    return record.msg not in FAULTS_OF_CLIENTS


class ConnectionLimiter:
    """The open connections of a server, of whom they are, and which of them are idle.

    When there are too many, an idle one is closed for a new one: whoever holds silent connections displaces only those.
    """

    def __init__(self, limits: ServerLimits, most: int, is_behind_proxy: bool) -> None:
        self.limits = limits
        self._most = most
        self._most_of_address = limits.connections_per_address + CONNECTIONS_FOR_REQUESTS
        self._is_behind_proxy = is_behind_proxy
        self._networks: dict[asyncio.BaseTransport, str] = {}
        """The open connections; behind a proxy all are its own, and none has a network."""
        self._counts: Counter[str] = Counter()
        self._idle: dict[asyncio.Transport, None] = {}
        """In the order in which they became so."""
        self._closing: set[asyncio.BaseTransport] = set()
        self._unread_timer: asyncio.TimerHandle | None = None
        self._lingering = 0

    def add(self, transport: asyncio.Transport, address: str) -> bool:
        """Whether there is room for a new connection."""
        if self._unread_timer is None:
            self._abort_unread()
        network = "" if self._is_behind_proxy else network_of(address)
        reason, fields = "", {}
        if network and self._counts[network] >= self._most_of_address:
            reason, fields = "address-full", {"network": network}
        elif len(self._networks) >= self._most:
            reason = "server-full"
        self._networks[transport] = network
        self._counts[network] += 1
        metrics.CONNECTIONS.inc()
        if reason:
            has_closed_another = self._close_idle(fields.get("network"))
            consequence = "an idle one was closed" if has_closed_another else "a new one was refused"
            log.warning("too many connections (%s): %s", reason, consequence, extra={"fields": fields})
            if not has_closed_another:
                metrics.REFUSALS.labels(reason).inc()
                return False
        self._idle[transport] = None
        return True

    def discard(self, transport: asyncio.BaseTransport) -> None:
        network = self._networks.pop(transport, None)
        if network is not None:
            metrics.CONNECTIONS.dec()
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]
            self._idle.pop(transport, None)  # type: ignore[call-overload]

    def mark_busy(self, transport: asyncio.Transport) -> None:
        self._idle.pop(transport, None)

    def mark_idle(self, transport: asyncio.Transport) -> None:
        if transport in self._networks:
            self._idle[transport] = None

    def _close_idle(self, network: str | None) -> bool:
        """Close the connection that has been idle for longest, of one network or of all."""
        for transport in self._idle:
            if network is None or self._networks[transport] == network:
                transport.abort()
                self.discard(transport)
                return True
        return False

    def _abort_unread(self) -> None:
        """Abort what was closed long ago and is still open, because its client has not read everything."""
        closing = {transport for transport in self._networks if transport.is_closing()}
        for transport in closing & self._closing:
            transport.abort()  # type: ignore[attr-defined]
        self._closing = closing
        self._unread_timer = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self._abort_unread)

    def linger(self, transport: asyncio.Transport, response: bytes) -> None:
        """Send a last response and close, but not before the client could read it."""
        if transport.is_closing() or self._lingering >= MAX_LINGERING:
            transport.abort()
            return
        self._lingering += 1
        transport.write(response)
        transport.write_eof()
        asyncio.get_running_loop().call_later(LINGER_SECONDS, self._stop_lingering, transport)

    def _stop_lingering(self, transport: asyncio.Transport) -> None:
        self._lingering -= 1
        transport.abort()


class ReadingClient(asyncio.Protocol):
    """Disconnects a client that does not read."""

    transport: asyncio.Transport
    _unread_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_timer = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_unread_timer()

    def _stop_unread_timer(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None


class HttpProtocol(ReadingClient, H11Protocol):
    """Refuses a client for whom there is no room, or whose request does not arrive in time or never ends."""

    limiter: ConnectionLimiter
    _timer: asyncio.TimerHandle | None = None
    _request_bytes = 0
    _is_over = False
    """Refused, or a WebSocket now."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.limiter.add(transport, self.client[0] if self.client else ""):
            self._start_timer()
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), PART_BYTES):
            if self._is_over or self.transport.is_closing():
                return
            part = data[begin : begin + PART_BYTES]
            super().data_received(part)
            if not self._is_over:
                self._check_request(len(part))

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self._is_over = True
        self._stop_timer()
        self._stop_unread_timer()
        self.limiter.mark_busy(self.transport)

    def _check_request(self, size: int) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.limiter.mark_busy(self.transport)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):  # The request is complete.
            self._stop_timer()
            self._request_bytes = 0
            return
        if self._timer is None:
            self._start_timer()
        self._request_bytes += size
        body = most_bytes(self.scope["path"]) if self.conn.their_state is h11.SEND_BODY else MAX_MESSAGE_BYTES
        if self._request_bytes > MAX_HEAD_BYTES + 2 * body:  # With what chunks add to a body.
            metrics.REFUSALS.labels("too-large").inc()
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._is_over:
            return
        if self.cycle.response_complete:  # Else the next request was waiting already.
            self.limiter.mark_idle(self.transport)
        elif self.conn.their_state is h11.SEND_BODY and self._timer is None:
            self._start_timer()

    def connection_lost(self, error: Exception | None) -> None:
        self._stop_timer()
        self.limiter.discard(self.transport)
        super().connection_lost(error)

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        if self.conn.their_state is h11.IDLE and not self._request_bytes:
            self.transport.abort()  # It was silent: browsers open connections before they need them.
        else:
            metrics.REFUSALS.labels("too-slow").inc()
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with a status, unless a response has begun, and close."""
        self._stop_timer()
        self._is_over = True
        has_begun = self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if has_begun:
            self.transport.abort()
        else:
            self.limiter.linger(self.transport, last_response(status))


def last_response(status: HTTPStatus) -> bytes:
    retry = "Retry-After: 5\r\n" if status == HTTPStatus.SERVICE_UNAVAILABLE else ""
    head = f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\n{retry}Content-Length: 0\r\n\r\n"
    return head.encode()


class WebSocketProtocol(ReadingClient, WebSocketsSansIOProtocol):
    """Disconnects a client that floods with frames: messages, fragments and control frames have one budget."""

    limiter: ConnectionLimiter
    _is_open = False
    _unread_texts = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limits = self.limiter.limits
        self._counter = FrameCounter()
        self._bucket = Bucket(limits.messages_at_once, limits.messages_per_second, time.monotonic())

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_open:  # uvicorn hands over the request first.
            now = time.monotonic()
            for _ in range(self._counter.count(data)):
                if not self._bucket.take(now):
                    self._disconnect()
                    return
        self._is_open = True
        super().data_received(data)

    def run_asgi(self) -> Coroutine[Any, Any, None]:
        self.scope["extensions"][POST] = {"post": self._post}
        return super().run_asgi()

    def _post(self, text: str) -> int:
        if self.transport.is_closing():
            return 0
        self._unread_texts = 0 if self.writable.is_set() else self._unread_texts + 1
        self.transport.write(text_frame(text))
        return self._unread_texts

    def connection_lost(self, error: Exception | None) -> None:
        self.limiter.discard(self.transport)
        super().connection_lost(error)

    def _disconnect(self) -> None:
        metrics.REFUSALS.labels("too-fast").inc()
        if self.handshake_complete and not self.close_sent:
            self.transport.write(TOO_FAST_FRAME + CLOSE_POLICY_VIOLATION)
        self.transport.close()


def protocols(
    limits: ServerLimits, most: int, is_behind_proxy: bool
) -> tuple[type[HttpProtocol], type[WebSocketProtocol]]:
    """The protocols of one server, which count its connections together."""
    limiter = ConnectionLimiter(limits, most, is_behind_proxy)
    logging.getLogger("uvicorn.error").addFilter(is_no_fault_of_a_client)

    class LimitedHttpProtocol(HttpProtocol):
        pass

    class LimitedWebSocketProtocol(WebSocketProtocol):
        pass

    LimitedHttpProtocol.limiter = LimitedWebSocketProtocol.limiter = limiter
    return LimitedHttpProtocol, LimitedWebSocketProtocol


class FrameCounter:
    """Finds the frames in a stream of bytes by their headers (RFC 6455, section 5.2)."""

    def __init__(self) -> None:
        self._begin = b""
        self._left = 0

    def count(self, data: bytes) -> int:
        """How many frames begin in the next bytes."""
        found = 0
        data = self._begin + data
        at = self._left
        while at + 2 <= len(data):
            second = data[at + 1]
            length = second & 0x7F
            extended = 2 if length == 126 else 8 if length == 127 else 0
            head = 2 + extended + (4 if second & 0x80 else 0)
            if at + head > len(data):
                break
            if extended:
                length = int.from_bytes(data[at + 2 : at + 2 + extended])
            found += 1
            at += head + length
        self._begin = data[at:]
        self._left = max(0, at - len(data))
        return found

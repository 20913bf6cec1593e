"""uvicorn's protocols for HTTP and WebSockets, with the limits that it has no settings for.

uvicorn takes a protocol class as a setting; these override methods of asyncio.Protocol only. Its own settings limit the
size of a request's head (h11_max_incomplete_event_size) and of a WebSocket message (ws_max_size).
"""

import asyncio
import re
import time

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludoteca.server.limits import Bucket

MAX_HEAD_BYTES = 16384
"""The request line and the headers together."""
HEAD_SECONDS = 10.0
"""They have so long to arrive."""
UNREAD_SECONDS = 20.0
"""A client that leaves what was sent to it unread for so long is disconnected."""
CONTROL_FRAMES_AT_ONCE = 40
CONTROL_FRAMES_PER_SECOND = 5.0
CLOSE_SECONDS = 1.0

END_OF_HEAD = re.compile(rb"\n\r?\n")
WHOLE_MESSAGES = (0x81, 0x82)
"""The first byte of a frame that is a message by itself: text or binary, the last of its message."""
CLOSE_POLICY_VIOLATION = b"\x88\x02\x03\xf0"


class HttpProtocol(H11Protocol):
    """Disconnects a client whose request head does not arrive in time."""

    _timer: asyncio.TimerHandle | None = None
    _tail = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._abort = transport.abort
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        received = self._tail + data
        self._tail = received[-3:]
        if END_OF_HEAD.search(received):
            self._stop_timer()
        elif self._timer is None:
            self._start_timer()
        super().data_received(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(error)

    def _start_timer(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(HEAD_SECONDS, self._abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Disconnects a client that floods with control frames or fragments, or that does not read."""

    _unread_timer: asyncio.TimerHandle | None = None
    _is_open = False
    _is_flooded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._transport = transport
        self._counter = FrameCounter()
        self._bucket = Bucket(CONTROL_FRAMES_AT_ONCE, CONTROL_FRAMES_PER_SECOND, time.monotonic())

    def data_received(self, data: bytes) -> None:
        if self._is_open:  # uvicorn hands over the request first.
            for _ in range(self._counter.count(data)):
                if not self._bucket.take(time.monotonic()):
                    self._disconnect()
                    return
        self._is_open = True
        super().data_received(data)

    def _disconnect(self) -> None:
        if not self._is_flooded:
            self._is_flooded = True
            self._transport.write(CLOSE_POLICY_VIOLATION)
            self._transport.close()
            asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_timer = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self._transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread_timer is not None:
            self._unread_timer.cancel()


class FrameCounter:
    """Finds the frames in a stream of bytes by their headers (RFC 6455, section 5.2)."""

    def __init__(self) -> None:
        self._begin = b""
        self._left = 0

    def count(self, data: bytes) -> int:
        """How many frames begin in the next bytes that are not whole messages: control frames and fragments."""
        found = 0
        data = self._begin + data
        at = self._left
        while at + 2 <= len(data):
            first, second = data[at], data[at + 1]
            length = second & 0x7F
            extended = 2 if length == 126 else 8 if length == 127 else 0
            head = 2 + extended + (4 if second & 0x80 else 0)
            if at + head > len(data):
                break
            if extended:
                length = int.from_bytes(data[at + 2 : at + 2 + extended])
            if first not in WHOLE_MESSAGES:
                found += 1
            at += head + length
        self._begin = data[at:]
        self._left = max(0, at - len(data))
        return found

"""How a request becomes a socket.

uvicorn hands the request over, the application judges it like any other, and from then on frames go straight to a
listener: no task and no dictionary for each of them, as ASGI would have it.
"""

import asyncio
import logging
from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from httptools import parse_url
from picows import WSAutoPingStrategy, WSCloseCode, WSListener
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn import Config

from ludoteca.server.actions import MOST_BYTES

log = logging.getLogger("ludoteca.server")
frames_log = logging.getLogger("ludoteca.server.frames")
frames_log.setLevel(logging.CRITICAL)  # Whoever sends rubbish is told so; we need not hear of it.

EXTENSION = "ludoteca.frames"
"""Where a scope has the Upgrade that opens its socket."""
MOST_EARLY_BYTES = 16384
HANDSHAKE_SECONDS = 5
PING_SECONDS = 20
BUFFER_BYTES = 4096


class Upgrade(asyncio.Protocol):
    """A connection on which somebody asks for a socket. `shutdown` is for uvicorn, when it stops."""

    def __init__(self, config: Config, server_state: Any, app_state: Any) -> None:
        self.config = config
        self.state = server_state
        self.request = b""
        self.is_answered = False
        self.protocol: WSProtocol | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.state.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.state.connections.discard(self)

    def data_received(self, data: bytes) -> None:
        """The whole request first; then what a client sends that does not wait for the answer."""
        is_first = not self.request
        self.request += data
        if is_first:
            judging = asyncio.ensure_future(self._judge())
            self.state.tasks.add(judging)
            judging.add_done_callback(self.state.tasks.discard)
        elif len(self.request) > MOST_EARLY_BYTES:
            self.transport.abort()

    def shutdown(self) -> None:
        if self.protocol is not None:
            self.protocol.transport.send_close(WSCloseCode.SERVICE_RESTART)
        self.transport.close()

    async def _judge(self) -> None:
        try:
            await self.config.loaded_app(self._scope(), self._receive, self._send)
        except Exception:
            log.exception("a request for a socket could not be answered")
        if not self.is_answered:
            self._refuse(500, [], b"")
        self.state.connections.discard(self)

    def _scope(self) -> dict[str, Any]:
        first, *lines = self.request.partition(b"\r\n\r\n")[0].split(b"\r\n")
        url = parse_url(first.split(b" ")[1])
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "scheme": "ws",
            "path": unquote(url.path.decode("latin-1")),
            "query_string": url.query or b"",
            "headers": [(name.lower(), value) for name, _, value in (line.partition(b": ") for line in lines)],
            "client": self.transport.get_extra_info("peername")[:2],
            "extensions": {"websocket.http.response": {}, EXTENSION: self},
        }

    async def _receive(self) -> MutableMapping[str, Any]:
        return {"type": "websocket.connect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.http.response.start":
            self._refusing = message["status"], message["headers"]
        else:
            self._refuse(*self._refusing, message["body"])

    def _refuse(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        self.is_answered = True
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()]
        lines += [name + b": " + value for name, value in headers]
        lines += [b"content-length: %d" % len(body), b"connection: close", b"", body]
        self.transport.write(b"\r\n".join(lines))
        self.transport.close()

    def open(self, listener: WSListener) -> None:
        """Let frames go to a listener, which hears when the socket is open: at once, or never if the request is bad."""
        self.is_answered = True
        self.protocol = WSProtocol(
            None,
            None,
            False,
            lambda request: listener,
            frames_log,
            True,
            HANDSHAKE_SECONDS,
            True,
            PING_SECONDS,
            PING_SECONDS,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            True,
            MOST_BYTES,
            None,
            BUFFER_BYTES,
        )
        # A transport asks only when it begins to read how its protocol wants to be given what it reads.
        self.transport.pause_reading()
        self.transport.set_protocol(self.protocol)
        self.transport.resume_reading()
        self.protocol.connection_made(self.transport)
        rest = memoryview(self.request)
        while rest:
            buffer = self.protocol.get_buffer(len(rest))
            count = min(len(buffer), len(rest))
            buffer[:count] = rest[:count]
            self.protocol.buffer_updated(count)
            rest = rest[count:]

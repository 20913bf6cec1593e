"""The limits of uvicorn's protocols, by raw sockets: heads, slow requests, control frames, clients that do not read."""

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from ludoteca.server.http import front
from ludoteca.server.http.front import FrameCounter
from ludoteca.server.limits import ServerLimits
from tests.server.raw_socket import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawWebSocket, frame
from tests.server.running_server import GENEROUS, Running, running

HEAD = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    b"GET /socket/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.fixture
def patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that waits a second at most."""
    monkeypatch.setattr(front, "REQUEST_SECONDS", 1.0)
    monkeypatch.setattr(front, "UNREAD_SECONDS", 1.0)
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        yield server


def connect(server: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), 10)


def read_to_end(connection: socket.socket) -> bytes:
    received = b""
    try:
        while data := connection.recv(65536):
            received += data
    except ConnectionResetError:
        pass
    return received


def read_health(connection: socket.socket) -> bytes:
    """The whole answer about the server's health."""
    received = b""
    while not received.endswith(b"}"):
        received += connection.recv(65536)
    return received


def send_until_cut_off(connection: socket.socket, data: bytes, pause: float, most: int) -> int:
    """How often data could be sent before the server closed the connection."""
    connection.setblocking(False)
    for count in range(most):
        try:
            connection.send(data)
            time.sleep(pause)
            if connection.recv(65536) == b"":
                return count
        except BlockingIOError:
            continue
        except OSError:
            return count
    return most


@pytest.mark.parametrize(
    "begin", [b"GET /", HEAD + b"X-Endless: ", HEAD + b"X-Many: 1\r\n"], ids=["url", "one header", "many headers"]
)
def test_an_endless_head_is_cut_off(server: Running, begin: bytes) -> None:
    with connect(server) as connection:
        connection.sendall(begin)
        filler = b"X-Many: 1\r\n" * 90 if begin.endswith(b"\r\n") else b"x" * 1000
        assert send_until_cut_off(connection, filler, 0.002, 1000) < 3 * front.MAX_HEAD_BYTES / 1000
    assert server.client().get("/api/health").status_code == 200


def test_a_head_of_the_usual_size_is_answered(server: Running) -> None:
    answer = server.client().get("/api/health", headers={"X-Large": "x" * 8000})
    assert answer.status_code == 200


@pytest.mark.parametrize("begin", [b"", b"GET / HT", HEAD])
def test_a_head_that_trickles_in_is_timed_out(patient: Running, begin: bytes) -> None:
    with connect(patient) as connection:
        started = time.monotonic()
        connection.sendall(begin)
        send_until_cut_off(connection, b"x" if begin else b"", 0.05, 400)
        assert 0.5 < time.monotonic() - started < 8


def test_a_second_head_that_trickles_in_is_timed_out(patient: Running) -> None:
    with connect(patient) as connection:
        connection.sendall(HEAD + b"\r\n")
        assert read_health(connection).startswith(b"HTTP/1.1 200")
        started = time.monotonic()
        for part in (HEAD, b"X-", b"Slow"):
            connection.sendall(part)
            time.sleep(0.2)
        assert read_to_end(connection).startswith(b"HTTP/1.1 408")
        assert 0.5 < time.monotonic() - started < 8


def test_a_body_that_trickles_in_is_timed_out(patient: Running) -> None:
    with connect(patient) as connection:
        head = b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n"
        connection.sendall(head)
        started = time.monotonic()
        connection.sendall(b"{")
        received = read_to_end(connection)
        assert 0.5 < time.monotonic() - started < 8
        assert received.startswith(b"HTTP/1.1 408")


def test_requests_in_time_are_not_cut_off(patient: Running) -> None:
    with connect(patient) as connection:
        for _ in range(4):
            connection.sendall(HEAD)
            time.sleep(0.4)
            connection.sendall(b"\r\n")
            assert read_health(connection).startswith(b"HTTP/1.1 200")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the usual budget of frames."""
    usual = ServerLimits()
    names = ("messages_at_once", "messages_per_second")
    limits = ServerLimits(**{**vars(GENEROUS), **{name: getattr(usual, name) for name in names}})
    with running(f"sqlite:///{tmp_path_factory.mktemp('strict')}/games.db", limits) as server:
        yield server


PING_MESSAGE = b'{"do":"ping","id":"p"}'


@pytest.mark.parametrize(
    "flood",
    [
        100 * frame(PING),
        100 * frame(PONG, b"x"),
        frame(TEXT, final=0) + 60 * frame(CONTINUATION, final=0),
        15 * (frame(PING) + frame(TEXT, PING_MESSAGE)),
    ],
    ids=["pings", "pongs", "empty fragments", "pings and messages together"],
)
def test_a_flood_of_frames_ends_that_connection_alone(strict: Running, flood: bytes) -> None:
    room = strict.make(strict.visitor())["id"]
    with RawWebSocket(strict.port, room) as flooding, RawWebSocket(strict.port, room) as other:
        flooding.hello()
        other.hello()
        flooding.socket.sendall(flood)
        assert flooding.answer()["why"] == "too-fast"
        assert flooding.answer() == 1008
        other.send(TEXT, PING_MESSAGE)
        assert other.answer() == {"say": "pong", "id": "p"}


def test_some_control_frames_are_answered(server: Running) -> None:
    room = server.make(server.visitor())["id"]
    with RawWebSocket(server.port, room) as client:
        client.hello()
        for number in range(10):
            client.send(PING, b"%d" % number)
        pongs = [payload for kind, payload in (client.receive() for _ in range(11)) if kind == PONG]
        assert pongs == [b"%d" % number for number in range(10)]


def test_a_client_that_does_not_read_is_dropped_and_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "UNREAD_SECONDS", 1.0)
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        ada = server.visitor()
        room = server.make(ada, game="tomb-chess", seats=("me", "me"))["id"]
        with RawWebSocket(server.port, room) as deaf, server.join(room, ada) as player:
            deaf.hello()
            deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            for _ in range(100):
                deaf.socket.sendall(20 * frame(TEXT, b'{"do":"view","id":"v","number":0}'))
                time.sleep(0.01)
            assert player.ask("ping")["say"] == "pong"
            deadline = time.monotonic() + 15
            while not (is_gone := is_cut_off(deaf.socket)) and time.monotonic() < deadline:
                time.sleep(0.05)
            assert is_gone
            assert player.ask("ping")["say"] == "pong"


class FakeTransport(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass

    abort = close


def test_texts_are_sent_at_once_and_counted_while_the_client_does_not_read() -> None:
    async def run() -> None:
        opened: asyncio.Future[Callable[[str], int]] = asyncio.get_running_loop().create_future()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            opened.set_result(scope["extensions"][front.POST]["post"])
            await receive()

        protocol_class = front.protocols(GENEROUS, 10, is_behind_proxy=False)[1]
        config = uvicorn.Config(app, ws=protocol_class, lifespan="off", log_config=None)
        config.load()
        protocol, transport = protocol_class(config, ServerState(), {}), FakeTransport()
        protocol.connection_made(transport)
        protocol.data_received(UPGRADE)
        post = await opened
        assert [post("a"), post("b")] == [0, 0]
        protocol.pause_writing()
        assert [post("c"), post("d")] == [1, 2]
        protocol.resume_writing()
        assert post("e") == 0
        assert transport.written[1:] == [b"\x81\x01" + letter for letter in (b"a", b"b", b"c", b"d", b"e")]
        protocol.connection_lost(None)

    asyncio.run(run())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_text_of_any_size_is_one_frame(size: int) -> None:
    text = "x" * size
    assert front.text_frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def is_cut_off(connection: socket.socket) -> bool:
    """Whether the server has closed the connection; nothing is read."""
    connection.setblocking(False)
    try:
        connection.send(frame(PING))
    except BlockingIOError:
        return False
    except OSError:
        return True
    return False


def test_frames_are_counted_wherever_the_stream_is_cut() -> None:
    stream = (
        frame(TEXT, b"a whole message")
        + frame(PING, b"1")
        + frame(BINARY, b"x" * 200)
        + frame(TEXT, b"", final=0)
        + frame(PONG)
        + frame(CONTINUATION, b"x" * 70000)
        + frame(TEXT, b"", masked=False)
        + frame(CLOSE)
    )
    for size in (1, 2, 3, 7, 1000, len(stream)):
        counter = FrameCounter()
        parts = [stream[begin : begin + size] for begin in range(0, len(stream), size)]
        assert sum(map(counter.count, parts)) == 8


# Whole requests

POST = b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
TINY_CHUNKS = b"1\r\n \r\n" * 10_000
ENDLESS = {
    "length that is too large": POST + b"Content-Length: 100000000\r\n\r\n",
    "chunks": POST + b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\n",
    "tiny chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n" + TINY_CHUNKS,
    "two lengths": POST + b"Content-Length: 8000\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n",
    "body that nobody reads": HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\n",
    "trailers": POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: ",
    "chunk extension": POST + b"Transfer-Encoding: chunked\r\n\r\n1;x=",
}


@pytest.mark.parametrize("begin", ENDLESS.values(), ids=ENDLESS)
def test_an_endless_body_is_cut_off(server: Running, begin: bytes) -> None:
    with connect(server) as connection, suppress(OSError):
        connection.sendall(begin)
        filler = TINY_CHUNKS[:60_000] if begin.endswith(TINY_CHUNKS) else b"x" * 60_000
        # The server discards for a second, so that a client can read its answer.
        assert send_until_cut_off(connection, filler, 0.02, 1000) < 500
    assert server.client().get("/api/health").status_code == 200


def test_a_body_that_nobody_reads_must_end_in_time_too(patient: Running) -> None:
    with connect(patient) as connection:
        connection.sendall(HEAD + b"Content-Length: 100\r\n\r\n")
        assert read_health(connection).startswith(b"HTTP/1.1 200")
        started = time.monotonic()
        send_until_cut_off(connection, b"x", 0.05, 99)
        assert 0.5 < time.monotonic() - started < 4


def test_a_body_behind_another_request_must_end_in_time_too(patient: Running) -> None:
    with connect(patient) as connection:
        connection.sendall(HEAD + b"\r\n" + POST + b"Content-Length: 100\r\n\r\n{")
        started = time.monotonic()
        received = read_to_end(connection)
        assert time.monotonic() - started < 8
        assert received.startswith(b"HTTP/1.1 200") and b"HTTP/1.1 408" in received


def test_requests_may_follow_each_other_without_waiting(server: Running) -> None:
    with connect(server) as connection:
        request = HEAD + b"X-Large: " + b"x" * 2000 + b"\r\n"
        connection.sendall(49 * (request + b"\r\n") + request + b"Connection: close\r\n\r\n")
        assert read_to_end(connection).count(b"HTTP/1.1 200") == 50


def test_responses_that_are_not_read_are_given_up(patient: Running) -> None:
    page = b"GET /rules/tomb-chess HTTP/1.1\r\nHost: x\r\n"
    size = len(patient.client().get("/rules/tomb-chess").content)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect(("127.0.0.1", patient.port))
        connection.sendall(20 * (page + b"\r\n") + page + b"Connection: close\r\n\r\n")
        time.sleep(5)
        assert len(read_to_end(connection)) < 20 * size

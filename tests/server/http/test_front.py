"""The limits of uvicorn's protocols, by raw sockets: heads, slow requests, control frames, clients that do not read."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.server.http import forms, front
from ludoteca.server.http.front import FrameCounter
from tests.server.raw_socket import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawWebSocket, frame
from tests.server.running_server import Running, running

HEAD = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that waits a second at most."""
    monkeypatch.setattr(front, "HEAD_SECONDS", 1.0)
    monkeypatch.setattr(front, "UNREAD_SECONDS", 1.0)
    monkeypatch.setattr(forms, "BODY_SECONDS", 1.0)
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
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        started = time.monotonic()
        send_until_cut_off(connection, b"x", 0.05, 400)
        assert 0.5 < time.monotonic() - started < 8


def test_a_body_that_trickles_in_is_timed_out(patient: Running) -> None:
    with connect(patient) as connection:
        head = b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n"
        connection.sendall(head)
        started = time.monotonic()
        connection.sendall(b"{")
        received = read_to_end(connection)
        assert 0.5 < time.monotonic() - started < 8
        assert received == b"" or received.startswith(b"HTTP/1.1 408")


def test_requests_in_time_are_not_cut_off(patient: Running) -> None:
    with connect(patient) as connection:
        for _ in range(4):
            connection.sendall(HEAD)
            time.sleep(0.4)
            connection.sendall(b"\r\n")
            assert connection.recv(65536).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "flood",
    [frame(PING), frame(PONG, b"x"), frame(TEXT, final=0) + 60 * frame(CONTINUATION, final=0)],
    ids=["pings", "pongs", "empty fragments"],
)
def test_a_flood_of_control_frames_or_fragments_ends_that_connection_alone(server: Running, flood: bytes) -> None:
    room = server.make(server.visitor())["id"]
    with RawWebSocket(server.port, room) as flooding, RawWebSocket(server.port, room) as other:
        flooding.hello()
        other.hello()
        flooding.socket.sendall(100 * flood if len(flood) < 20 else flood)
        assert flooding.answer() == 1008
        other.send(TEXT, b'{"do":"ping","id":"p"}')
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


def is_cut_off(connection: socket.socket) -> bool:
    """Whether the server has reset the connection; nothing is read."""
    return connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0


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
        assert sum(map(counter.count, parts)) == 5

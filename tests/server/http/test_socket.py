"""The socket as the standard has it, below what client libraries let one send."""

import asyncio
import json
import struct

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludoteca.server.http.front import POST
from ludoteca.server.http.socket import Connection
from ludoteca.server.limits import ServerLimits
from ludoteca.server.rooms.actions import MAX_MESSAGE_BYTES
from tests.server.raw_socket import BINARY, CLOSE, PING, PONG, TEXT, RawWebSocket, frame


@pytest.fixture
def room(server):
    return server.make(server.visitor())["id"]


ASKING = b'{"do":"ping","id":"p"}'


def test_a_message_may_come_in_parts_with_a_ping_between(server, room):
    with RawWebSocket(server.port, room) as raw:
        raw.hello()
        raw.send(TEXT, ASKING[:5], final=0)
        raw.send(PING, b"there?")
        raw.send(0, ASKING[5:12], final=0)
        raw.send(0, ASKING[12:])
        while (received := raw.receive())[0] != PONG:
            assert json.loads(received[1])["say"] == "here"
        assert received[1] == b"there?"
        assert raw.answer() == {"say": "pong", "id": "p"}


def test_frames_may_come_byte_by_byte_and_several_at_once(server, room):
    with RawWebSocket(server.port, room) as raw:
        raw.hello()
        for byte in frame(TEXT, ASKING):
            raw.socket.sendall(bytes((byte,)))
        assert raw.answer()["say"] == "pong"
        raw.socket.sendall(3 * frame(TEXT, ASKING))
        assert [raw.answer()["say"] for _ in range(3)] == ["pong"] * 3


@pytest.mark.parametrize(
    ("kind", "payload", "how", "code"),
    [
        (TEXT, ASKING, {"masked": False}, 1002),
        (TEXT, ASKING, {"flags": 0x40}, 1002),
        (3, b"", {}, 1002),
        (0, b"lost", {}, 1002),
        (PING, b"x" * 126, {}, 1002),
        (PING, b"", {"final": 0}, 1002),
        (CLOSE, struct.pack(">H", 1000), {}, 1000),
        (TEXT, b" " * (MAX_MESSAGE_BYTES + 1), {}, 1009),
        (TEXT, b" " * 70000, {}, 1009),
    ],
)
def test_what_the_standard_forbids_ends_the_socket(server, room, kind, payload, how, code):
    with RawWebSocket(server.port, room) as raw:
        raw.hello()
        raw.send(kind, payload, **how)
        assert raw.answer() == code
    with RawWebSocket(server.port, room) as raw:
        raw.hello()


def test_parts_are_too_long_together(server, room):
    with RawWebSocket(server.port, room) as raw:
        raw.hello()
        for number in range(5):
            raw.send(0 if number else TEXT, b" " * 2000, final=0)
        assert raw.answer() == 1009


@pytest.mark.parametrize("payload", [b"", b"[" * 5000, b'{"do":"ping","id":"\\ud800"}'])
def test_messages_that_are_no_json_are_refused(server, room, payload):
    with RawWebSocket(server.port, room) as raw:
        raw.hello()
        for kind in (TEXT, BINARY):
            raw.send(kind, payload)
            message = raw.answer()
            assert (message["say"], message["why"]) == ("refused", "unreadable")


@pytest.mark.parametrize("payload", [b"\xff\xfe", b'{"do":"ping","id":"\xff"}'])
def test_text_that_is_not_utf_8_ends_the_socket(server, room, payload):
    with RawWebSocket(server.port, room) as raw:
        raw.hello()
        raw.send(BINARY, payload)
        assert raw.answer()["why"] == "unreadable"
        raw.send(TEXT, payload)
        assert raw.answer() == 1007


@pytest.mark.parametrize(
    ("room_of", "how", "status"),
    [
        (lambda room: room, {"key": ""}, 400),
        (lambda room: room, {"key": "short"}, 400),
        (lambda room: room, {"method": "POST"}, 405),
        (lambda room: "nowhere", {}, 404),
        (lambda room: f"%2F..%2F{room}", {}, 404),
        (lambda room: room + "?x=%00%ff", {}, 101),
    ],
)
def test_requests_for_a_socket(server, room, room_of, how, status):
    with RawWebSocket(server.port, room_of(room), **how) as raw:
        assert raw.status == status
    with RawWebSocket(server.port, room) as raw:
        raw.hello()


def test_a_socket_may_follow_a_request_on_its_connection(server, room):
    with RawWebSocket(server.port, room, before=b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n") as raw:
        assert raw.status == 101
        raw.hello()


def test_a_flood_behind_the_request_leaves_the_server_alive(server, room):
    try:
        with RawWebSocket(server.port, room, rest=b"\0" * 200_000):
            pass
    except (EOFError, OSError):
        pass
    with RawWebSocket(server.port, room) as raw:
        raw.hello()


def test_a_client_that_leaves_too_much_unread_is_disconnected():
    """The front tells how many messages wait, here one more each time."""

    async def run():
        posted, sent = [], []

        def post(text):
            posted.append(text)
            return len(posted)

        async def send(message):
            sent.append(message)

        async def receive():
            return {"type": "websocket.disconnect"}

        scope = {"extensions": {POST: {"post": post}}}
        connection = Connection(scope, receive, send, "", ServerLimits(backlog=3))
        for number in range(10):
            connection.post(str(number))
            assert connection.is_closed == (number >= 3)
        await connection.end()
        assert posted == ["0", "1", "2", "3"]
        assert sent == [{"type": "websocket.close", "code": 1008}]

    asyncio.run(run())


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.binary(min_size=1, max_size=400), says_hello=st.booleans())
def test_any_bytes_leave_the_server_alive(server, data, says_hello):
    room = server.__dict__.setdefault("known", None) or server.make(server.visitor())["id"]
    server.known = room
    with RawWebSocket(server.port, room) as raw:
        if says_hello:
            raw.hello()
        raw.socket.sendall(data)
    with RawWebSocket(server.port, room) as raw:
        raw.hello()

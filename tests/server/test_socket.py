"""The socket as the standard has it, below what client libraries let one send."""

import json
import os
import socket
import struct
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludoteca.server.actions import MOST_BYTES

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL = 0x80


@pytest.fixture
def room(server):
    return server.make(server.visitor())["id"]


class Raw:
    """A socket to which anything can be written."""

    def __init__(self, port, room, key="dGhlIHNhbXBsZSBub25jZQ==", rest=b"", method="GET"):
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        lines = [f"{method} /socket/{room} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: Upgrade"]
        lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13"] + ([f"Sec-WebSocket-Key: {key}"] if key else [])
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode() + rest)
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self._read()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def _read(self):
        data = self.socket.recv(65536)
        if not data:
            raise EOFError
        self.buffer += data

    def send(self, kind, payload=b"", final=FINAL, flags=0, masked=True):
        self.socket.sendall(frame(kind, payload, final, flags, masked))

    def hear(self):
        """The kind and payload of the next frame."""
        while len(self.buffer) < 2:
            self._read()
        length, begin = self.buffer[1], 2
        if length == 126:
            while len(self.buffer) < 4:
                self._read()
            length, begin = struct.unpack(">H", self.buffer[2:4])[0], 4
        assert length < 126 or begin == 4
        while len(self.buffer) < begin + length:
            self._read()
        kind, payload = self.buffer[0] & 15, self.buffer[begin : begin + length]
        self.buffer = self.buffer[begin + length :]
        return kind, payload

    def answer(self):
        """The next text that is an answer."""
        while True:
            kind, payload = self.hear()
            if kind == TEXT and (told := json.loads(payload))["say"] != "here":
                return told
            if kind == CLOSE:
                return struct.unpack(">H", payload[:2])[0]

    def hello(self):
        self.send(TEXT, b'{"do":"hello","views":false}')
        assert self.answer()["say"] == "welcome"


def frame(kind, payload=b"", final=FINAL, flags=0, masked=True):
    length = len(payload)
    head = bytes((final | flags | kind,))
    mask = FINAL if masked else 0
    if length < 126:
        head += bytes((mask | length,))
    elif length < 65536:
        head += bytes((mask | 126,)) + struct.pack(">H", length)
    else:
        head += bytes((mask | 127,)) + struct.pack(">Q", length)
    if not masked:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[index % 4] for index, byte in enumerate(payload))


@contextmanager
def opened(server, room, **more):
    raw = Raw(server.port, room, **more)
    try:
        yield raw
    finally:
        raw.socket.close()


ASKING = b'{"do":"ping","id":"p"}'


def test_a_message_may_come_in_parts_with_a_ping_between(server, room):
    with opened(server, room) as raw:
        raw.hello()
        raw.send(TEXT, ASKING[:5], final=0)
        raw.send(PING, b"there?")
        raw.send(0, ASKING[5:12], final=0)
        raw.send(0, ASKING[12:])
        while (heard := raw.hear())[0] != PONG:
            assert json.loads(heard[1])["say"] == "here"
        assert heard[1] == b"there?"
        assert raw.answer() == {"say": "pong", "id": "p"}


def test_frames_may_come_byte_by_byte_and_several_at_once(server, room):
    with opened(server, room) as raw:
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
        (TEXT, b" " * (MOST_BYTES + 1), {}, 1009),
        (TEXT, b" " * 70000, {}, 1009),
    ],
)
def test_what_the_standard_forbids_ends_the_socket(server, room, kind, payload, how, code):
    with opened(server, room) as raw:
        raw.hello()
        raw.send(kind, payload, **how)
        assert raw.answer() == code
    with opened(server, room) as raw:
        raw.hello()


def test_parts_are_too_long_together(server, room):
    with opened(server, room) as raw:
        raw.hello()
        for number in range(5):
            raw.send(0 if number else TEXT, b" " * 2000, final=0)
        assert raw.answer() == 1009


@pytest.mark.parametrize("payload", [b"\xff\xfe", b"", b"[" * 5000, b'{"do":"ping","id":"\xff"}'])
def test_texts_that_are_none_are_refused(server, room, payload):
    with opened(server, room) as raw:
        raw.hello()
        for kind in (TEXT, BINARY):
            raw.send(kind, payload)
            told = raw.answer()
            assert (told["say"], told["why"]) == ("refused", "unreadable")


@pytest.mark.parametrize(
    ("room_of", "how", "status"),
    [
        (lambda room: room, {"key": ""}, 400),
        (lambda room: room, {"key": "short"}, 400),
        (lambda room: room, {"method": "POST"}, 400),
        (lambda room: "nowhere", {}, 404),
        (lambda room: f"%2F..%2F{room}", {}, 404),
        (lambda room: room + "?x=%00%ff", {}, 101),
    ],
)
def test_requests_for_a_socket(server, room, room_of, how, status):
    with opened(server, room_of(room), **how) as raw:
        assert raw.status == status
    with opened(server, room) as raw:
        raw.hello()


def test_a_flood_behind_the_request_leaves_the_server_alive(server, room):
    try:
        with opened(server, room, rest=b"\0" * 200_000):
            pass
    except (EOFError, OSError):
        pass
    with opened(server, room) as raw:
        raw.hello()


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.binary(min_size=1, max_size=400), says_hello=st.booleans())
def test_any_bytes_leave_the_server_alive(server, data, says_hello):
    room = server.__dict__.setdefault("known", None) or server.make(server.visitor())["id"]
    server.known = room
    with opened(server, room) as raw:
        if says_hello:
            raw.hello()
        raw.socket.sendall(data)
    with opened(server, room) as raw:
        raw.hello()

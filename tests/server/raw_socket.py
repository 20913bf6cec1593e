"""A WebSocket client to which anything can be written, below what client libraries let one send."""

import json
import os
import socket
import struct
from collections.abc import Mapping
from typing import Any

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL = 0x80


class RawWebSocket:
    def __init__(
        self,
        port: int,
        room: str,
        key: str = "dGhlIHNhbXBsZSBub25jZQ==",
        rest: bytes = b"",
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        before: bytes = b"",
    ) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        lines = [f"{method} /socket/{room} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: Upgrade"]
        lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13"] + ([f"Sec-WebSocket-Key: {key}"] if key else [])
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.socket.sendall(before + "\r\n".join([*lines, "", ""]).encode() + rest)
        self.buffer = b""
        if before:
            while b"}" not in self.buffer:
                self._read()
            self.buffer = self.buffer.partition(b"}")[2]
        while b"\r\n\r\n" not in self.buffer:
            self._read()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def _read(self) -> None:
        data = self.socket.recv(65536)
        if not data:
            raise EOFError
        self.buffer += data

    def send(self, kind: int, payload: bytes = b"", final: int = FINAL, flags: int = 0, masked: bool = True) -> None:
        self.socket.sendall(frame(kind, payload, final, flags, masked))

    def receive(self) -> tuple[int, bytes]:
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

    def answer(self) -> Any:
        """The next message that is an answer, or the code by which the server closes."""
        while True:
            kind, payload = self.receive()
            if kind == TEXT and (message := json.loads(payload))["say"] != "here":
                return message
            if kind == CLOSE:
                return struct.unpack(">H", payload[:2])[0]

    def hello(self) -> None:
        self.send(TEXT, b'{"do":"hello","views":false}')
        assert self.answer()["say"] == "welcome"

    def __enter__(self) -> "RawWebSocket":
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()


def frame(kind: int, payload: bytes = b"", final: int = FINAL, flags: int = 0, masked: bool = True) -> bytes:
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

"""Attacks on a server as users start it, from loopback: others are served meanwhile, and nothing runs out."""

import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.server.raw_socket import PING, TEXT, RawWebSocket, frame
from tests.server.running_server import Process

HEAD = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
PATIENCE = 5.0
"""The longest that anyone else may wait, on a busy machine; without the limits it is much longer, or for ever."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all addresses 127.x.x.x on loopback")


@contextmanager
def attacked(folder: Path, *words: str, open_files: str = "") -> Iterator[Process]:
    process = Process(f"sqlite:///{folder}/games.db", words=words, open_files=open_files)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.kill()


@contextmanager
def running_meanwhile(attack: Callable[[threading.Event], None], attackers: int = 1) -> Iterator[None]:
    """Attackers that each call `attack` until the end."""
    is_over = threading.Event()
    threads = [threading.Thread(target=attack, args=(is_over,)) for _ in range(attackers)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        is_over.set()
        for thread in threads:
            thread.join(20)


def connect(port: int, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 10, (address, 0))


def client(process: Process, address: str = "127.0.0.1", timeout: float = 20) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=process.running.address, transport=transport, timeout=timeout)


def longest_wait(process: Process, seconds: float, address: str = "127.0.0.1") -> float:
    """How long a visitor with a new connection for each request waits at most."""
    longest = 0.0
    end = time.monotonic() + seconds
    while (begin := time.monotonic()) < end:
        with client(process, address) as visitor:
            assert visitor.get("/api/health").status_code == 200
        longest = max(longest, time.monotonic() - begin)
        time.sleep(0.02)
    return longest


@pytest.mark.parametrize("begin", [b"GET /", HEAD + b"X-Endless: "], ids=["url", "header"])
def test_endless_heads(tmp_path: Path, begin: bytes) -> None:
    sent: list[int] = []

    def attack(is_over: threading.Event) -> None:
        """Send 200 MB on each connection, as far as it goes."""
        while not is_over.is_set():
            count = 0
            with suppress(OSError), connect(process.port) as connection:
                connection.sendall(begin)
                while count < 200_000_000 and not is_over.is_set():
                    connection.sendall(b"x" * 100_000)
                    count += 100_000
            sent.append(count)

    with attacked(tmp_path) as process, running_meanwhile(attack):
        assert longest_wait(process, 2.0) < PATIENCE
    # What is sent beyond the limit is in the buffers of the kernel.
    assert max(sent) < 10_000_000


def test_bodies_of_tiny_chunks(tmp_path: Path) -> None:
    head = (
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunks = 40_000 * b"1\r\n \r\n"

    def attack(is_over: threading.Event) -> None:
        while not is_over.is_set():
            with suppress(OSError), connect(process.port) as connection:
                connection.sendall(head)
                while not is_over.is_set():
                    connection.sendall(chunks)

    with attacked(tmp_path) as process, running_meanwhile(attack, 4):
        time.sleep(0.5)
        assert longest_wait(process, 2.0, "127.0.0.2") < PATIENCE


def test_silent_connections_of_one_address_displace_each_other(tmp_path: Path) -> None:
    with attacked(tmp_path) as process, ExitStack() as stack:
        for _ in range(1100):
            stack.enter_context(connect(process.port))
        for address in ("127.0.0.1", "127.0.0.2"):
            assert longest_wait(process, 0.3, address) < PATIENCE
        assert len(list(Path(f"/proc/{process.process.pid}/fd").iterdir())) < 200
        lines = process.stop()[1].splitlines()
        assert 'message="too many connections (address-full): an idle one was closed" network=127.0.0.1' in lines[0]
        assert len(lines) < 50  # The log is not flooded either.


def test_the_limit_of_open_files_is_raised(tmp_path: Path) -> None:
    with attacked(tmp_path, open_files="-Sn 200") as process:
        limits = Path(f"/proc/{process.process.pid}/limits").read_text()
        soft, hard = re.search(r"Max open files +(\w+) +(\w+)", limits).groups()
        assert soft == hard != "200"


def test_silent_connections_of_many_addresses_leave_descriptors(tmp_path: Path) -> None:
    with attacked(tmp_path, "--cores", "1", open_files="-n 300") as process, ExitStack() as stack:
        for number in range(600):
            stack.enter_context(connect(process.port, f"127.0.1.{number // 20 + 1}"))
        with client(process, "127.0.0.2") as ada:
            ada.get("/api/visitor").raise_for_status()
            room = process.running.make(ada, seats=["me", "machine:1"])["id"]
            with process.running.join(room, ada) as player:
                player.move(0, "h3e3")
                player.event("moved")
        assert "at most 168 connections" in process.stop()[1]


def test_a_server_full_of_sockets_refuses_and_says_so(tmp_path: Path) -> None:
    with attacked(tmp_path, "--limit", "connections=20") as process, ExitStack() as stack:
        with client(process) as ada:
            ada.get("/api/visitor").raise_for_status()
            room = process.running.make(ada)["id"]
        sockets = [stack.enter_context(RawWebSocket(process.port, room)) for _ in range(20)]
        for number in range(20):  # Fewer than may linger at the same time.
            with client(process, f"127.0.2.{number + 1}") as visitor:
                answer = visitor.get("/api/health")
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        sockets[0].hello()
        for raw in sockets:
            raw.socket.close()
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with client(process) as visitor:
                if (status := visitor.get("/api/health").status_code) == 200:
                    break
            time.sleep(0.05)
        assert status == 200
        assert "too many connections (server-full): a new one was refused" in process.stop()[1]


def test_sockets_do_not_keep_the_pages_of_their_address_from_loading(tmp_path: Path) -> None:
    with attacked(tmp_path) as process, ExitStack() as stack:
        with client(process) as ada:
            ada.get("/api/visitor").raise_for_status()
            room = process.running.make(ada)["id"]
        statuses = [stack.enter_context(RawWebSocket(process.port, room)).status for _ in range(45)]
        assert statuses == 40 * [101] + 5 * [429]
        assert longest_wait(process, 0.3) < PATIENCE


def test_floods_of_frames(tmp_path: Path) -> None:
    usual = ["--limit", "messages_at_once=20", "--limit", "messages_per_second=10"]
    with attacked(tmp_path, *usual) as process:
        with client(process) as ada:
            ada.get("/api/visitor").raise_for_status()
            room = process.running.make(ada)["id"]
        flood = 2000 * frame(PING) + frame(TEXT, final=0) + 2000 * frame(0, final=0)

        def attack(is_over: threading.Event) -> None:
            while not is_over.is_set():
                with suppress(OSError, EOFError), RawWebSocket(process.port, room) as raw:
                    while raw.status == 101 and not is_over.is_set():
                        raw.socket.sendall(flood)

        with RawWebSocket(process.port, room) as polite:
            polite.hello()
            with running_meanwhile(attack, 2):
                for _ in range(6):
                    polite.send(TEXT, b'{"do":"ping","id":"p"}')
                    assert polite.answer()["say"] == "pong"
                    assert longest_wait(process, 0.2, "127.0.0.2") < PATIENCE


def test_a_flood_of_requests_delays_the_neighbours_and_does_not_shut_them_out(tmp_path: Path) -> None:
    usual = ["--limit", "requests_at_once=120"]
    with attacked(tmp_path, *usual) as process:

        def attack(is_over: threading.Event) -> None:
            while not is_over.is_set():
                with suppress(OSError), connect(process.port) as connection:
                    while not is_over.is_set():
                        connection.sendall(100 * (HEAD + b"\r\n"))
                        connection.recv(65536)

        with running_meanwhile(attack, 4):
            time.sleep(0.5)
            assert longest_wait(process, 2.0) < PATIENCE
            assert longest_wait(process, 0.5, "127.0.0.2") < PATIENCE


def test_slow_bodies_of_one_address(tmp_path: Path) -> None:
    head = b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
    with attacked(tmp_path) as process, ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(connect(process.port)).sendall(head)
        assert longest_wait(process, 0.3) < PATIENCE
        assert longest_wait(process, 0.3, "127.0.0.2") < PATIENCE

"""Several processes behind one port: `ludoteca serve --workers N`."""

import os
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

import ludoteca
from tests.server.running_server import Process, is_lost


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def workers_of(process_id):
    """The processes that serve, among the children."""
    children = Path(f"/proc/{process_id}/task/{process_id}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_workers_share_a_port_and_a_killed_one_is_replaced(tmp_path):
    server = Process(f"sqlite:///{tmp_path}/games.db", free_port(), ("--workers", "2"))
    try:
        wait_until_up(server)
        ada = server.running.visitor()
        room = server.running.make(ada, seats=("me", "me"))["id"]
        position = ludoteca.game("xiangqi").start()
        workers = workers_of(server.process.pid)
        assert len(workers) == 2
        for turn in range(12):
            text = position.move_text(position.legal_moves()[0])
            # Each connection may come to another worker.
            with server.running.join(room, ada) as player:
                assert player.welcome["room"]["number"] == turn
                assert player.move(turn, text)["say"] == "event"
            position.push_text(text)
            if turn == 5:
                os.kill(workers[0], signal.SIGKILL)
                wait_until_up(server)
        text = server.running.client().get("/metrics").text
        assert "ludoteca_move_seconds_count 12.0" in text
        with server.running.join(room, ada) as player:
            server.process.send_signal(signal.SIGUSR1)
            assert is_lost(player), "members are asked to go elsewhere"
        assert server.process.wait(30) in (0, -15)
    finally:
        server.stop()


def wait_until_up(server, seconds=30):
    deadline = time.monotonic() + seconds
    while True:
        with suppress(httpx.TransportError):
            if server.running.client().get("/health").status_code == 200 and len(workers_of(server.process.pid)) == 2:
                return
        assert time.monotonic() < deadline, "the server is not up"
        time.sleep(0.1)

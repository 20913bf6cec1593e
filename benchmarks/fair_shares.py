"""`python -m benchmarks.fair_shares`: how long a visitor waits for the machine while another keeps it busy.

One server with one core for machines, in less than two minutes:

- thirty games of level 8 against itself, all watched by their host, and another visitor's moves against level 1;
- forty analyses whose askers have left, and another visitor's hint;
- the longest list of moves, asked for after each renaming, and the pings of another visitor meanwhile.
"""

import itertools
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from statistics import median
from typing import Any

import httpx
from websockets.sync.client import connect

from ludoteca.server.http.security import COOKIE

MACHINE_GAMES = 30
ANALYSES = 40
MOVES = 5
CROWDED = "3KQ4ppk/9ppp/B8ppp/5P6/2Q3R5/2Q2Q6/8Q3/3D1Q4BQ/QQ10/7Q4/4Q5Q1/12 S - - - - 1"
"""A position of Tomb Chess with 24,373 moves."""
LIMITS = (
    "new_rooms_per_address",
    "connections_per_address",
    "requests_at_once",
    "messages_at_once",
    "questions_per_visitor",
)


class Socket:
    """One socket of a visitor in a room."""

    def __init__(self, port: int, room: str, cookie: str) -> None:
        address, headers = f"ws://127.0.0.1:{port}/socket/{room}", {"Cookie": f"{COOKIE}={cookie}"}
        self._opened = ExitStack()
        self._socket = self._opened.enter_context(
            # Most of what watchers are sent is never read.
            connect(address, additional_headers=headers, ping_interval=None, close_timeout=0.1, max_queue=None)
        )
        self._ids = map(str, itertools.count())
        self.send({"do": "hello", "views": False})

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *error: object) -> None:
        self._opened.close()

    def send(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message))

    def post(self, do: str, **more: Any) -> str:
        """Send a message, and give back its id."""
        message_id = next(self._ids)
        self.send({"do": do, "id": message_id, **more})
        return message_id

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        message_id = self.post(do, **more)
        return self.receive(lambda message: message_id in (message.get("id"), message.get("ack")))

    def receive(self, fits: Any) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(timeout=180))
            if message["say"] != "waiting" and fits(message):
                return message


class Server:
    def __init__(self, folder: str, cores: int = 1) -> None:
        command = [sys.executable, "-m", "ludoteca", "serve", "--port", "0", "--cores", str(cores)]
        command += ["--database", f"sqlite:///{folder}/games.db"]
        for name in LIMITS:
            command += ["--limit", f"{name}=1000"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        address = re.search(r":(\d+) ", self.process.stdout.readline())
        assert address
        self.port = int(address[1])

    def visitor(self) -> httpx.Client:
        client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)
        client.get("/api/visitor").raise_for_status()
        return client

    def make(self, client: httpx.Client, *seats: str, game: str = "xiangqi", start: str = "") -> str:
        made = client.post("/api/rooms", json={"game": game, "seats": seats, "start": start})
        return str(made.raise_for_status().json()["id"])

    def join(self, room: str, client: httpx.Client) -> Socket:
        return Socket(self.port, room, client.cookies[COOKIE])


def wait_beside_machine_games(server: Server) -> list[float]:
    """Seconds until level 1 has answered each move."""
    host, player = server.visitor(), server.visitor()
    with ExitStack() as watched:
        for _ in range(MACHINE_GAMES):
            watched.enter_context(server.join(server.make(host, "machine:8", "machine:8"), host))
        time.sleep(3)
        with server.join(server.make(player, "me", "machine:1"), player) as socket:
            return [_seconds_of_move(socket, 2 * number) for number in range(MOVES)]


def _seconds_of_move(socket: Socket, turn: int) -> float:
    move = socket.ask("moves", turn=turn)["moves"][0][0]
    socket.ask("move", turn=turn, move=move)
    begin = time.perf_counter()
    socket.receive(lambda message: message.get("what") == "moved" and message["number"] == turn + 2)
    return time.perf_counter() - begin


def wait_after_analyses(server: Server) -> float:
    """Seconds until a hint is there, after others have asked and left."""
    host, player = server.visitor(), server.visitor()
    room, own = server.make(host, "me", "machine:1"), server.make(player, "me", "machine:1")
    with ExitStack() as asking:
        for _ in range(ANALYSES):
            asking.enter_context(server.join(room, host)).post("analyse", number=0)
        time.sleep(0.5)
    begin = time.perf_counter()
    with server.join(own, player) as socket:
        while socket.ask("hint", turn=0)["say"] != "hint":
            time.sleep(1)
    return time.perf_counter() - begin


def ping_beside_lists(server: Server) -> list[float]:
    """Seconds until each ping is answered, while others ask for the list of moves after each renaming."""
    host, player = server.visitor(), server.visitor()
    room = server.make(host, "me", "open", game="tomb-chess", start=CROWDED)
    is_done = threading.Event()

    def rename_and_ask() -> None:
        with server.join(room, host) as socket:
            while not is_done.is_set():
                socket.ask("name", seat=0, name="Ada")
                socket.ask("moves", turn=0)
                time.sleep(0.2)

    asking = threading.Thread(target=rename_and_ask)
    asking.start()
    seconds = []
    with server.join(server.make(player, "me", "open"), player) as socket:
        for _ in range(50):
            begin = time.perf_counter()
            socket.ask("ping")
            seconds.append(time.perf_counter() - begin)
            time.sleep(0.1)
    is_done.set()
    asking.join()
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            waits = wait_beside_machine_games(server)
            print(f"level 1 beside {MACHINE_GAMES} games of level 8: {_seconds(waits)}", flush=True)
            print(f"a hint after {ANALYSES} analyses: {wait_after_analyses(server):.2f} s", flush=True)
            print(f"pings beside lists of moves: {_seconds(ping_beside_lists(server))}", flush=True)
        finally:
            server.process.terminate()
            server.process.wait(20)


def _seconds(waits: list[float]) -> str:
    return f"median {median(waits):.3f} s, at most {max(waits):.3f} s"


if __name__ == "__main__":
    main()

"""`python -m benchmarks.server`: acknowledged moves a second of 250 live games with 500 sockets.

Servers and clients are processes of their own. The headline is of clients that know the rules and want moves only;
pages also get the view and the steps with each move, which is the second figure. Beside them, in the same run: an echo
over the same stack with the same clients, the store by itself with as many writers, and SQLite's driver by itself.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import secrets
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from operator import itemgetter
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

import ludoteca
import ludoteca.core.position
from ludoteca.search.playout import Playout
from ludoteca.server.events import Entry, Moved
from ludoteca.server.http.handlers import Settings
from ludoteca.server.http.security import COOKIE
from ludoteca.server.limits import ServerLimits
from ludoteca.server.serve import listen, uvicorn_config
from ludoteca.server.storage.changes import Changes
from ludoteca.server.storage.database import PRAGMAS
from ludoteca.server.storage.store import Store
from ludoteca.server.tokens import new_room_id, new_token

BOUNDLESS = ServerLimits(
    messages_at_once=10**6,
    messages_per_second=1e6,
    connections=10**6,
    connections_per_address=10**6,
    requests_at_once=10**6,
    requests_per_second=1e6,
    live_rooms=10**6,
    new_rooms_per_address=10**6,
    rooms_per_visitor=10**6,
)
TARGET = 8000
"""Acknowledged moves a second: more than twice what the largest free chess site needs."""
ROUNDS = 3


# Clients


class Client(WSListener):
    """A WebSocket client with as little overhead as possible. `receive` gets its number and each message."""

    def __init__(self) -> None:
        self.receive: Callable[[int, bytes], None] = lambda number, text: None
        self.number = 0
        self.is_lost = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.is_lost = True

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.receive(self.number, frame.get_payload_as_bytes())

    def send(self, text: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, text)


class Pair:
    """Two sockets in one game, each moving when it gets the event of the other's move."""

    def __init__(self, clients: list[Client], moves: list[str], movers: list[int], latencies: list[float]) -> None:
        self.clients = clients
        self.frames = [
            f'{{"do":"move","id":"{number}","turn":{number},"move":"{move}"}}'.encode()
            for number, move in enumerate(moves)
        ]
        self.movers = movers
        self.latencies = latencies
        self.number = 0
        self.received_by = 0
        self.sent_at = 0.0
        self.is_done = asyncio.get_running_loop().create_future()
        for seat, client in enumerate(clients):
            client.number, client.receive = seat, self.receive

    def move(self) -> None:
        self.sent_at = time.perf_counter()
        self.clients[self.movers[self.number]].send(self.frames[self.number])

    def receive(self, seat: int, text: bytes) -> None:
        """Make the next move once the mover has its acknowledgement and the other the event."""
        if b'"what":"moved"' not in text:
            if text.startswith(b'{"say":"refused"'):
                self.is_done.set_exception(RuntimeError(text.decode()))
            return
        if seat == self.movers[self.number]:
            if not text.endswith(b',"ack":"%d"}' % self.number):
                self.is_done.set_exception(RuntimeError(f"this acknowledges nothing: {text.decode()}"))
                return
            self.latencies.append(time.perf_counter() - self.sent_at)
        self.received_by |= 1 << seat
        if self.received_by == 3:
            self.received_by = 0
            self.next_move()

    def next_move(self) -> None:
        self.number += 1
        if self.number == len(self.frames):
            self.is_done.set_result(None)
        else:
            self.move()


class EchoPair(Pair):
    """The same to and fro, but each frame only comes back."""

    def receive(self, seat: int, text: bytes) -> None:
        self.latencies.append(time.perf_counter() - self.sent_at)
        self.next_move()


async def connect(port: int, path: str, cookie: str) -> Client:
    headers = {"Cookie": f"{COOKIE}={cookie}"}
    _, client = await ws_connect(Client, f"ws://127.0.0.1:{port}{path}", extra_headers=headers)
    assert isinstance(client, Client)
    return client


async def run_pairs(pairs: list[Pair], latencies: list[float], server: int) -> dict[str, float]:
    """What it took until all have made all their moves."""
    begin, begin_cpu = time.perf_counter(), cpu_seconds(server)
    for pair in pairs:
        pair.move()
    await asyncio.gather(*(pair.is_done for pair in pairs))
    seconds, cpu = time.perf_counter() - begin, cpu_seconds(server) - begin_cpu
    latencies.sort()
    rank = min(len(latencies) - 1, int(0.99 * len(latencies)))
    count = len(latencies)
    return {"rate": count / seconds, "p99": 1000 * latencies[rank], "count": count, "cpu": 1e6 * cpu / count}


def cpu_seconds(process: int) -> float:
    """CPU time that a process has used, or 0 where there is no /proc."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def load_games(
    port: int, server: int, names: list[str], count: int, length: int, wants_views: bool
) -> dict[str, float]:
    """Acknowledged moves a second, and the 99th percentile of the time to acknowledge."""
    latencies: list[float] = []
    pairs = []
    cookies = [new_token(), new_token()]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        for number in range(count):
            name, options, moves, movers = script(names[number % len(names)], number, length)
            room = await make_room(http, name, options, cookies)
            clients = [await connect(port, f"/socket/{room}", cookie) for cookie in cookies]
            for client in clients:
                client.send(json.dumps({"do": "hello", "views": wants_views}).encode())
            pairs.append(Pair(clients, moves, movers, latencies))
    await asyncio.sleep(1.0)
    found = await run_pairs(pairs, latencies, server)
    assert not any(client.is_lost for pair in pairs for client in pair.clients)
    return found


async def make_room(http: httpx.AsyncClient, name: str, options: dict[str, str], cookies: list[str]) -> str:
    """A room with a visitor on each seat."""
    http.cookies.set(COOKIE, cookies[0])
    request = {"game": name, "options": options, "seats": ["me", "open"]}
    made = (await http.post("/api/rooms", json=request)).raise_for_status().json()
    http.cookies.set(COOKIE, cookies[1])
    taking = {"name": "Bo", "code": made["invitations"]["1"]}
    (await http.post(f"/api/rooms/{made['id']}/seats/1", json=taking)).raise_for_status()
    return str(made["id"])


OPTIONS = {"exile": {"mode": "duel-classic"}}


def script(name: str, seed: int, length: int) -> tuple[str, dict[str, str], list[str], list[int]]:
    """A random legal game of so many moves that is not over, with who makes each."""
    options = OPTIONS.get(name, {})
    attempt = 1000 * seed
    while True:
        attempt += 1
        position = ludoteca.game(name).start(**options)
        Playout(attempt).run(position, length)
        if len(position.moves_played()) == length:
            break
    replayed = ludoteca.game(name).start(**options)
    texts, movers = [], []
    for move in position.moves_played():
        texts.append(replayed.move_text(move))
        movers.append(replayed.to_move)
        replayed.play(move)
    return name, options, texts, movers


async def load_echo(port: int, server: int, count: int, length: int) -> dict[str, float]:
    latencies: list[float] = []
    pairs: list[Pair] = []
    for _ in range(count):
        clients = [await connect(port, "/echo", "") for _ in range(2)]
        pairs.append(EchoPair(clients, ["h3e3"] * length, [0, 1] * (length // 2), latencies))
    return await run_pairs(pairs, latencies, server)


# Servers


class Echo:
    """The least that a WebSocket can do on this stack."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})


def run_server(kind: str, database: str, pipe: Connection) -> None:
    listening = listen("127.0.0.1", 0)
    config = uvicorn_config(Settings(database, cores=1, limits=BOUNDLESS))
    if kind == "echo":
        config.app = Echo()
    pipe.send(listening.getsockname()[1])
    uvicorn.Server(config).run([listening])


def with_server(kind: str, folder: str, load: Callable[[int, int], Any]) -> Any:
    """The result of a load on a fresh server."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    database = f"sqlite:///{folder}/{kind}-{secrets.token_hex(4)}.db"
    process = context.Process(target=run_server, args=(kind, database, there), daemon=True)
    process.start()
    there.close()
    try:
        import uvloop

        if not here.poll(60):
            raise RuntimeError("the server does not start")
        return uvloop.run(load(here.recv(), process.pid or 0))
    finally:
        process.terminate()
        process.join(10)


# The database by itself


def store_rate(folder: str, writers: int, length: int = 120) -> dict[str, float]:
    """Our own store and its group commit with nothing else to do: each writer waits for one event before the next."""

    async def write_all() -> float:
        store = Store(f"sqlite:///{folder}/store-{secrets.token_hex(4)}.db")
        store.open()
        begin = time.perf_counter()
        await asyncio.gather(*(write(store, new_room_id()) for _ in range(writers)))
        seconds = time.perf_counter() - begin
        await store.close()
        return seconds

    async def write(store: Store, room: str) -> None:
        for seq in range(1, length + 1):
            await store.write(Changes([(room, Entry(seq, 1.0, 0, f"0123456789abcdef:{seq}", Moved(0, "h3e3")))]))

    import uvloop

    return {"rate": writers * length / uvloop.run(write_all())}


def raw_rate(folder: str, group: int, seconds: float = 2.0) -> dict[str, float]:
    """The driver alone, one transaction after the other, each of so many events, durable like ours."""
    connection = sqlite3.connect(f"{folder}/raw-{secrets.token_hex(4)}.db", isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(pragma)
    connection.execute(
        "CREATE TABLE events (room TEXT, seq INTEGER, at FLOAT, spent INTEGER, action TEXT, body TEXT, "
        "PRIMARY KEY (room, seq)) WITHOUT ROWID"
    )
    rooms = sorted(new_room_id() for _ in range(group))
    body = '{"what":"moved","seat":0,"move":"h3e3"}'
    begin, seq = time.perf_counter(), 0
    while (spent := time.perf_counter() - begin) < seconds:
        seq += 1
        connection.execute("BEGIN IMMEDIATE")
        rows = [(room, seq, 1.0, 0, "0123456789abcdef:12", body) for room in rooms]
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
    connection.close()
    return {"rate": seq * group / spent}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--moves", type=int, default=120, help="moves in each game")
    parser.add_argument("--folder", help="where the databases are; as usual below the present folder")
    parser.add_argument("--quick", action="store_true", help="the headline figure alone")
    asked = parser.parse_args()
    if ludoteca.core.position.__file__.endswith(".py"):
        print("the core is not compiled: install the package first", file=sys.stderr)
        return 2
    Path("build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=asked.folder or "build") as folder:
        return measure(folder, asked.games, asked.moves, asked.quick)


def measure(folder: str, games: int, moves: int, is_quick: bool) -> int:
    def load(names: list[str], length: int, wants_views: bool = True) -> dict[str, float]:
        found: dict[str, float] = with_server(
            "rooms", folder, lambda port, server: load_games(port, server, names, games, length, wants_views)
        )
        return found

    works: dict[str, Callable[[], dict[str, float]]] = {
        "echo": lambda: with_server("echo", folder, lambda port, server: load_echo(port, server, games, 2 * moves)),
        "store": lambda: store_rate(folder, games),
        "raw": lambda: raw_rate(folder, games),
        "ours": lambda: load(["xiangqi"], moves, False),
        "seen": lambda: load(["xiangqi"], moves),
    }
    # In turn, and the median of each: the machine is not equally fast at all times.
    rounds = [{name: work() for name, work in works.items()} for _ in range(ROUNDS)]
    found = {name: sorted((each[name] for each in rounds), key=itemgetter("rate"))[ROUNDS // 2] for name in works}
    print(
        f"{games} games, {2 * games} sockets; medians of {ROUNDS} rounds; each move stored before it was acknowledged"
    )
    for name, words in (
        ("ours", "acknowledged moves"),
        ("seen", "the same with a view each"),
        ("echo", "bare echo, same stack"),
        ("store", "our store alone"),
        ("raw", f"SQLite alone, {games} a group"),
    ):
        print(f"{words:32}{found[name]['rate']:>10,.0f} /s   {detail(found[name])}")
    print(f"{'target':32}{TARGET:>10,.0f} /s")
    print(f"{'of SQLite alone':32}{found['ours']['rate'] / found['raw']['rate']:>10.2f}", flush=True)
    if not is_quick:
        for words, names, length, wants_views in (
            ("Chinese Checkers with views", ["chinese-checkers"], moves // 2, True),
            ("Exile as a duel with views", ["exile"], moves // 2, True),
            ("Tomb Chess with views", ["tomb-chess"], 12, True),
        ):
            result = load(names, length, wants_views)
            print(f"  {words:30}{result['rate']:>10,.0f} /s   {detail(result)}", flush=True)
    return 0 if found["ours"]["rate"] >= TARGET else 1


def detail(result: dict[str, float]) -> str:
    if "p99" not in result:
        return ""
    cpu_rate = f", {1e6 / result['cpu']:,.0f} in a CPU second of the server" if result["cpu"] else ""
    return f"99 % within {result['p99']:.1f} ms{cpu_rate}"


if __name__ == "__main__":
    sys.exit(main())

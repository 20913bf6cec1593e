"""`python -m benchmarks.soak`: servers on one PostgreSQL, killed at random while games are played.

Clients reconnect to any server and send again what was not answered. At the end every acknowledged move must be stored,
once and in order. Printed each minute: moves, kills, how long clients had to wait, and the memory of the servers.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from tests.server.postgres import running_postgres
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import ludoteca
from ludoteca.server.http.security import COOKIE
from ludoteca.server.tokens import new_token

UNLIMITED = ("messages_at_once", "messages_per_second", "requests_at_once", "requests_per_second", "rooms_per_visitor")
ANSWER_SECONDS = 10.0


class Server:
    """A process that is killed and started again at the same port."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.port = 0
        self.kills = 0
        self.start()

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--database", self.database, "--cores", "1"]
        for name in (*UNLIMITED, "new_rooms_per_address", "live_rooms"):
            words += ["--limit", f"{name}=1000000"]
        self.process = subprocess.Popen([sys.executable, "-m", "ludoteca", *words], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        found = re.search(r":(\d+) ", self.process.stdout.readline())
        assert found
        self.port = int(found[1])
        self.started = time.monotonic()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.kills += 1

    def megabytes(self) -> float:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Player:
    """Plays games against itself or a machine, one after the other, at whichever server answers."""

    def __init__(self, servers: list[Server], number: int, pause: float) -> None:
        self.servers = servers
        self.random = random.Random(number)
        self.pause = pause
        self.cookie = new_token()
        self.has_machine = number % 4 == 0
        self.acknowledged: dict[str, list[str]] = {}
        self.longest_wait = 0.0
        self.socket: ClientConnection | None = None
        self.faults: list[str] = []

    async def play(self, until: float) -> None:
        while time.monotonic() < until:
            room = await self.new_room()
            self.acknowledged[room] = []
            position = ludoteca.game("xiangqi").start()
            while time.monotonic() < until and not position.is_over() and len(position.moves_played()) < 150:
                await self.make_move(room, position)
                await asyncio.sleep(self.pause * self.random.random())
            await self.resign(room)

    async def new_room(self) -> str:
        seats = ["me", "machine:1"] if self.has_machine else ["me", "me"]
        body = {"game": "xiangqi", "seats": seats, "clock": {"base": 86400, "increment": 0}}
        while True:
            try:
                return str((await asyncio.to_thread(self.post, "/api/rooms", body))["id"])
            except OSError:
                await asyncio.sleep(0.2)

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        import httpx

        port = self.random.choice(self.servers).port
        try:
            answer = httpx.post(
                f"http://127.0.0.1:{port}{path}", json=body, cookies={COOKIE: self.cookie}, timeout=ANSWER_SECONDS
            )
            answer.raise_for_status()
        except httpx.HTTPError as error:
            raise OSError(str(error)) from error
        found: dict[str, Any] = answer.json()
        return found

    async def make_move(self, room: str, position: Any) -> None:
        """Make a move, and wait for the machine's, if there is one."""
        begun = time.monotonic()
        turn = len(position.moves_played())
        text = position.move_text(self.random.choice(position.legal_moves()))
        action = json.dumps({"do": "move", "id": f"m{turn}", "turn": turn, "move": text})
        wanted = turn + (2 if self.has_machine else 1)
        while True:
            try:
                moves = await self.exchange(room, action, turn, wanted, position, text)
                break
            except (OSError, WebSocketException, TimeoutError, KeyError):
                await self.leave()
                await asyncio.sleep(0.1)
        self.longest_wait = max(self.longest_wait, time.monotonic() - begun)
        for each in moves[turn:]:
            position.push_text(each)
        self.acknowledged[room] = moves

    async def exchange(self, room: str, action: str, turn: int, wanted: int, position: Any, text: str) -> list[str]:
        """All moves of the game once ours is stored, and answered by the machine."""
        moves = self.acknowledged[room][:turn]
        if self.socket is None:
            welcome = await self.join(room)
            moves = welcome["room"]["moves"]
            if moves[:turn] != self.acknowledged[room][:turn]:
                self.faults.append(f"room {room}: acknowledged moves are lost: {moves} for {self.acknowledged[room]}")
        if len(moves) <= turn:
            assert self.socket
            await self.socket.send(action)
        while len(moves) < wanted:
            if len(moves) == turn + 1 and self.is_over_after(position, text):
                break
            message = await self.receive()
            if message["say"] == "event" and message["what"] == "moved" and message["number"] == len(moves) + 1:
                moves = [*moves, message["move"]]
            elif message["say"] == "refused":
                raise OSError(message["message"])
        return moves

    async def resign(self, room: str) -> None:
        """End the game, if the server is there: a clock that runs would keep the room in memory."""
        with suppress(OSError, WebSocketException, TimeoutError):
            if self.socket is None:
                await self.join(room)
            assert self.socket
            await self.socket.send('{"do":"resign","id":"end","seat":0}')
            await self.receive()
        await self.leave()

    def is_over_after(self, position: Any, text: str) -> bool:
        after = position.copy()
        after.push_text(text)
        return bool(after.is_over())

    async def join(self, room: str) -> dict[str, Any]:
        port = self.random.choice(self.servers).port
        headers = {"Cookie": f"{COOKIE}={self.cookie}"}
        self.socket = await connect(f"ws://127.0.0.1:{port}/socket/{room}", additional_headers=headers)
        await self.socket.send('{"do":"hello","views":false}')
        while (message := await self.receive())["say"] != "welcome":
            pass
        return message

    async def receive(self) -> dict[str, Any]:
        assert self.socket
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), ANSWER_SECONDS))
        return message

    async def leave(self) -> None:
        if self.socket:
            socket, self.socket = self.socket, None
            with suppress(OSError, WebSocketException, TimeoutError):
                await asyncio.wait_for(socket.close(), 1)


async def soak(database: str, minutes: float, server_count: int, games: int, pause: float) -> list[Player]:
    servers = [Server(database) for _ in range(server_count)]
    until = time.monotonic() + 60 * minutes
    players = [Player(servers, number, pause) for number in range(games)]
    playing = [asyncio.create_task(player.play(until)) for player in players]
    watching = asyncio.create_task(report(servers, players))
    killing = asyncio.create_task(kill_at_random(servers, until))
    try:
        await asyncio.gather(*playing)
        await killing
    finally:
        watching.cancel()
        for server in servers:
            server.process.terminate()
        for server in servers:
            server.process.wait(30)
    return players


async def kill_at_random(servers: list[Server], until: float) -> None:
    chosen = random.Random(1)
    while time.monotonic() < until - 15:
        await asyncio.sleep(chosen.uniform(5, 25))
        server = chosen.choice(servers[:-1])  # The last one lives on, and shows whether memory leaks.
        server.kill()
        await asyncio.sleep(chosen.uniform(0, 5))
        await asyncio.to_thread(server.start)


async def report(servers: list[Server], players: list[Player]) -> None:
    for minute in count(1):
        await asyncio.sleep(60)
        moves = sum(len(moves) for player in players for moves in player.acknowledged.values())
        waits = max(player.longest_wait for player in players)
        memory = ", ".join(f"{server.megabytes():.0f}" for server in servers if server.process.poll() is None)
        kills = sum(server.kills for server in servers)
        print(f"{minute:3} min: {moves:,} moves, {kills} kills, longest wait {waits:.1f} s, {memory} MB", flush=True)
        for player in players:
            player.longest_wait = 0.0


def faults_in(database: str, players: list[Player]) -> list[str]:
    """Acknowledged moves that are not stored, or twice, or out of order."""
    faults = [fault for player in players for fault in player.faults]
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        for player in players:
            for room, acknowledged in player.acknowledged.items():
                rows = connection.execute(
                    "SELECT seq, body FROM events WHERE room = %s ORDER BY seq", (room,)
                ).fetchall()
                if [seq for seq, _ in rows] != list(range(1, len(rows) + 1)):
                    faults.append(f"room {room}: events are missing")
                events = [json.loads(body) for _, body in rows]
                stored = [event["move"] for event in events if event["what"] == "moved"]
                if stored[: len(acknowledged)] != acknowledged or len(stored) > len(acknowledged) + 2:
                    faults.append(f"room {room}: {len(stored)} moves are stored, {len(acknowledged)} acknowledged")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--games", type=int, default=20, help="at the same time")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds at most between moves of a game")
    asked = parser.parse_args()
    with running_postgres() as postgres:
        database = postgres.new_database()
        players = asyncio.run(soak(database, asked.minutes, asked.servers, asked.games, asked.pause))
        faults = faults_in(database, players)
    moves = sum(len(moves) for player in players for moves in player.acknowledged.values())
    print(f"{moves:,} acknowledged moves, {len(faults)} faults")
    print(*faults[:20], sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

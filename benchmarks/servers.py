"""`python -m benchmarks.servers`: what several servers on one PostgreSQL cost and how soon they hear of each other.

A PostgreSQL of its own is started, without fsync, so that the disk does not matter. CPU time is that of the servers
alone. Where the players of a game sit at different servers, each move is applied at both.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import httpx
from tests.server.postgres import Postgres, running_postgres

from benchmarks.server import Client, Pair, connect, cpu_seconds, make_room, run_server, script
from ludoteca.server.storage import statements
from ludoteca.server.tokens import new_token

PACE = 500.0
"""Moves a second, of all games together, while the delay is measured."""
MAX_DELAY_MS = 25.0
MAX_LOSS = 0.2
ROUNDS = 5


class PacedPair(Pair):
    """One move every so many seconds. Notes when the other player gets it, from when it was sent."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.seconds = 1.0
        self.delays: list[float] = []

    def receive(self, seat: int, text: bytes) -> None:
        if b'"what":"moved"' in text and seat != self.movers[self.number]:
            self.delays.append(time.perf_counter() - self.sent_at)
        super().receive(seat, text)

    def next_move(self) -> None:
        asyncio.get_running_loop().call_later(
            max(0.0, self.sent_at + self.seconds - time.perf_counter()), super().next_move
        )


class Servers:
    """Processes that listen at `ports`."""

    def __init__(self, ports: list[int], process_ids: list[int]) -> None:
        self.ports = ports
        self.process_ids = process_ids

    def cpu_seconds(self) -> float:
        return sum(map(cpu_seconds, self.process_ids))


def run_quiet_server(kind: str, database: str, pipe: Connection) -> None:
    """A server that tells nobody what it stores."""
    statements.notifications = lambda *_: []
    run_server(kind, database, pipe)


@contextmanager
def running_servers(database: str, count: int, run: Callable[..., None] = run_server) -> Iterator[Servers]:
    context = multiprocessing.get_context("spawn")
    processes, pipes = [], []
    for _ in range(count):
        here, there = context.Pipe()
        process = context.Process(target=run, args=("rooms", database, there), daemon=True)
        process.start()
        there.close()
        processes.append(process)
        pipes.append(here)
    try:
        ports = []
        for pipe in pipes:
            if not pipe.poll(60):
                raise RuntimeError("a server does not start")
            ports.append(pipe.recv())
        yield Servers(ports, [process.pid or 0 for process in processes])
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(20)


async def make_pairs(
    servers: Servers, games: int, length: int, is_across: bool, kind: type[Pair] = Pair
) -> tuple[list[Pair], list[float]]:
    """Games whose players sit at one server, or at different ones."""
    latencies: list[float] = []
    pairs: list[Pair] = []
    cookies = [new_token(), new_token()]
    ports = servers.ports
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}", timeout=60) as http:
        for number in range(games):
            name, options, moves, movers = script("xiangqi", number, length)
            room = await make_room(http, name, options, cookies)
            clients: list[Client] = []
            for seat, cookie in enumerate(cookies):
                port = ports[(number + seat * is_across) % len(ports)]
                clients.append(await connect(port, f"/socket/{room}", cookie))
                clients[-1].send(json.dumps({"do": "hello", "views": False}).encode())
            pairs.append(kind(clients, moves, movers, latencies))
    await asyncio.sleep(2.0)
    return pairs, latencies


async def full_load(servers: Servers, games: int, length: int, is_across: bool) -> float:
    """Moves in a CPU second of the servers."""
    pairs, latencies = await make_pairs(servers, games, length, is_across)
    begin = servers.cpu_seconds()
    for pair in pairs:
        pair.move()
    await asyncio.gather(*(pair.is_done for pair in pairs))
    return len(latencies) / (servers.cpu_seconds() - begin)


async def paced_load(servers: Servers, games: int, length: int) -> dict[str, float]:
    pairs, latencies = await make_pairs(servers, games, length, True, PacedPair)
    begin = time.perf_counter()
    for number, pair in enumerate(pairs):
        assert isinstance(pair, PacedPair)
        pair.seconds = games / PACE
        asyncio.get_running_loop().call_later(number / PACE, pair.move)
    await asyncio.gather(*(pair.is_done for pair in pairs))
    seconds = time.perf_counter() - begin
    delays = [delay for pair in pairs if isinstance(pair, PacedPair) for delay in pair.delays]
    return {
        "rate": len(delays) / seconds,
        "seen, median": 1000 * percentile(delays, 0.5),
        "seen, 99 %": 1000 * percentile(delays, 0.99),
        "acknowledged, 99 %": 1000 * percentile(latencies, 0.99),
    }


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


@dataclass(frozen=True)
class Setup:
    """Servers that share a database, and whether the players of a game sit at different ones."""

    name: str
    count: int
    is_across: bool = False
    run: Callable[..., None] = run_server


ONE = Setup("one server", 1)
QUIET = Setup("one server without NOTIFY", 1, run=run_quiet_server)
TWO = Setup("two servers, each game at one", 2)
ACROSS = Setup("two servers, each game at both", 2, is_across=True)


def side_by_side(postgres: Postgres, setups: Sequence[Setup], games: int, length: int) -> list[float]:
    """Moves in a CPU second of each setup's servers, all at work at the same time.

    The machine is not equally fast at all times: what is measured one after the other cannot be compared.
    """
    import uvloop

    with ExitStack() as running:
        servers = [
            running.enter_context(running_servers(postgres.new_database(), setup.count, setup.run)) for setup in setups
        ]

        async def load() -> list[float]:
            loads = zip(setups, servers, strict=True)
            return await asyncio.gather(*(full_load(each, games, length, setup.is_across) for setup, each in loads))

        return uvloop.run(load())


def measure(postgres: Postgres, games: int, length: int) -> int:
    import uvloop

    print(f"{games} games on PostgreSQL; medians of {ROUNDS} rounds, both at work at the same time")
    shares = {}
    for setup, peer in ((ONE, QUIET), (TWO, ONE), (ACROSS, ONE)):
        rounds = [side_by_side(postgres, (setup, peer), games, length) for _ in range(ROUNDS)]
        rate, peer_rate = (median(list(rates)) for rates in zip(*rounds, strict=True))
        ratios = sorted(rate / peer_rate for rate, peer_rate in rounds)
        shares[setup] = median(ratios)
        print(
            f"{setup.name:31}{rate:>7,.0f} moves in a CPU second of the servers; {peer.name:26}{peer_rate:>7,.0f}; "
            f"ratios {', '.join(f'{ratio:.2f}' for ratio in ratios)}"
        )
    with running_servers(postgres.new_database(), 2) as servers:
        paced = uvloop.run(paced_load(servers, games, 20))
    print(f"at {paced['rate']:.0f} moves a second, milliseconds from sending a move:")
    for name in ("acknowledged, 99 %", "seen, median", "seen, 99 %"):
        print(f"  {name + (' at the other server' if 'seen' in name else ''):40}{paced[name]:>8.1f}")
    loss, notify = 1 - shares[TWO], 1 - shares[ONE]
    print(f"two servers cost {loss:.0%}, NOTIFY costs {notify:.0%} (each at most {MAX_LOSS:.0%})")
    is_good = loss <= MAX_LOSS and notify <= MAX_LOSS and paced["seen, 99 %"] <= MAX_DELAY_MS
    return 0 if is_good else 1


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.servers", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--moves", type=int, default=60, help="moves in each game")
    asked = parser.parse_args()
    os.environ.setdefault("LUDOTECA_CORE", "compiled")
    with running_postgres("max_connections=200") as postgres:
        return measure(postgres, asked.games, asked.moves)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m benchmarks.review`: how long a visitor waits for a review and for analyses.

One server with two cores, asked as docs/protocol.md tells, in less than a minute:

- a game of 100 plies is reviewed: until the first graph, until the end, and the CPU time of the machines for each ply;
- positions are analysed one after the other, each until its first answer;
- the same positions are asked for faster than they can be answered: until the answer about the last one.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx

import ludoteca
from benchmarks.fair_shares import Server

PLIES = 100
POSITIONS = 40
CORES = 2
BETWEEN = 0.02
"""Seconds between the questions of a visitor who steps fast."""


def main() -> int:
    moves = game(PLIES)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, CORES)
        try:
            measure(server, moves)
        finally:
            server.process.terminate()
            try:
                server.process.wait(10)
            except subprocess.TimeoutExpired:
                server.process.kill()
    return 0


def measure(server: Server, moves: list[str]) -> None:
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with closing(server.visitor()) as visitor:
        # The machines' processes are started, and have read what they need.
        first_answer(visitor, "warm", moves[:1])
        first_graph, whole, cpu = review(server, visitor, moves)
        print(f"review of {PLIES} plies: {whole:.1f} s, first graph {first_graph:.2f} s, {cpu / PLIES:.3f} CPU s a ply")
        slow = [first_answer(visitor, "slow", moves[:count])[0] for count in range(1, POSITIONS + 1)]
        print(f"analysis, first answer: median {1000 * median(slow):.0f} ms, longest {1000 * max(slow):.0f} ms")
        seconds, withdrawn = step_fast(visitor, moves)
        print(
            f"analysis, a step every {1000 * BETWEEN:.0f} ms: the last is answered after {1000 * seconds:.0f} ms,",
            end=" ",
        )
        print(f"{withdrawn} of {POSITIONS - 1} before it were withdrawn")
    print(f"load average after: {os.getloadavg()[0]:.1f}")


def game(plies: int) -> list[str]:
    """A game that is not over after so many moves."""
    for seed in range(100):
        random, position = Random(seed), ludoteca.game("xiangqi").start()
        texts: list[str] = []
        while len(texts) < plies and not position.is_over():
            move = random.choice(position.legal_moves())
            texts.append(position.move_text(move))
            position.play(move)
        if len(texts) == plies and not position.is_over():
            return texts
    raise AssertionError


def events(visitor: httpx.Client, what: str, question: dict[str, Any]) -> Iterator[dict[str, Any]]:
    with visitor.stream("POST", f"/api/study/xiangqi/{what}", json=question) as response:
        if not response.headers["content-type"].startswith("text/event-stream"):
            yield {"say": "refused", **json.loads(response.read())}
            return
        for line in response.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def review(server: Server, visitor: httpx.Client, moves: list[str]) -> tuple[float, float, float]:
    """Seconds until the first graph and until the end, and the CPU time of the machines."""
    begin, spent, first_graph = time.perf_counter(), machines_seconds(server.process.pid), 0.0
    for told in events(visitor, "review", {"moves": moves}):
        assert told["say"] == "review", told
        if "shares" in told and not first_graph:
            first_graph = time.perf_counter() - begin
    return first_graph, time.perf_counter() - begin, machines_seconds(server.process.pid) - spent


def first_answer(visitor: httpx.Client, asker: str, moves: list[str]) -> tuple[float, str]:
    """Seconds until the first answer, and what it says."""
    begin = time.perf_counter()
    told = next(events(visitor, "analysis", {"moves": moves, "asker": asker}))
    return time.perf_counter() - begin, told["say"]


def step_fast(visitor: httpx.Client, moves: list[str]) -> tuple[float, int]:
    """Seconds until the last position is answered, and how many before it never were."""
    with ThreadPoolExecutor(POSITIONS) as pool:
        answers = []
        for count in range(1, POSITIONS + 1):
            answers.append(pool.submit(first_answer, visitor, "fast", moves[:count]))
            time.sleep(BETWEEN)
        *before, last = [answer.result() for answer in answers]
    assert last[1] == "analysis", last
    return last[0], sum(say == "refused" for _, say in before)


def machines_seconds(process: int) -> float:
    """The CPU time of all processes that a server has started, and of theirs."""
    seconds = 0.0
    threads = Path(f"/proc/{process}/task").glob("*/children")
    for child in " ".join(each.read_text() for each in threads).split():
        user, system = Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2].split()[11:13]
        seconds += (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") + machines_seconds(int(child))
    return seconds


if __name__ == "__main__":
    sys.exit(main())

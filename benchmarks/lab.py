"""The lab's `Batch` beside `Playout.run`, by CPU time in one run: `make bench-lab`.

Choosing is not counted. Each ratio is the median of some rounds, in each of which both sides were measured. Many lanes
need the caches and two threads both cores for themselves: on a busy machine they show less.
"""

import subprocess
import sys
import time
from typing import Any, NamedTuple

import ludoteca
from benchmarks.usage import usage_rates
from ludoteca.lab import Batch
from ludoteca.search.playout import Playout

LONGEST_GAME = 2000
SECONDS = 1.0
ROUNDS = 5


class Figure(NamedTuple):
    """A ratio, and the least that it is to be."""

    words: str
    steps: float
    ratio: float
    least: float | None


def core_rate(name: str, seconds: float = SECONDS) -> float:
    """Moves a second of random games inside the core, from fresh starts."""
    game, playout = ludoteca.game(name), Playout(1)
    made, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        made += playout.run(game.start(), LONGEST_GAME)
    return made / spent


def batch_rate(batch: Batch, reads_moves: bool, seconds: float = SECONDS) -> float:
    """Moves a second of a batch, choosing not counted."""
    made, spent = 0, 0.0
    while spent < seconds:
        choices = batch.random_choices()
        begin = time.process_time()
        batch.step(choices)
        if reads_moves:
            assert len(batch.moves)
        spent += time.process_time() - begin
        made += batch.lanes
    return made / spent


def figure(name: str, lanes: int, words: str, least: float | None, **settings: Any) -> Figure:
    """The median of some rounds, each beside the core in the same round."""
    reads_moves = not settings
    batch = Batch(name, lanes, seed=1, **settings)
    batch_rate(batch, reads_moves, SECONDS / 4)
    rounds = []
    for _ in range(ROUNDS):
        steps = batch_rate(batch, reads_moves)
        rounds.append((steps / core_rate(name), steps))
    ratio, steps = sorted(rounds)[ROUNDS // 2]
    return Figure(f"{name}, {lanes} lanes, {words}", steps, ratio, least)


def threads_ratio(name: str, lanes: int, steps: int) -> Figure:
    """Two threads beside one, by the clock on the wall: on idle cores alone this tells anything."""
    ratios = []
    for _ in range(ROUNDS):
        seconds = []
        for threads in (1, 2):
            batch = Batch(name, lanes, seed=1, threads=threads, observations=True, mask=True)
            batch.step(batch.random_choices())
            spent = 0.0
            for _ in range(steps):
                choices = batch.random_choices()
                begin = time.perf_counter()
                batch.step(choices)
                spent += time.perf_counter() - begin
            seconds.append(spent)
        ratios.append((seconds[0] / seconds[1], steps * lanes / seconds[1]))
    ratio, rate = sorted(ratios)[ROUNDS // 2]
    return Figure(f"{name}, {lanes} lanes, two threads beside one", rate, ratio, 1.8)


def usage_figure(name: str, **options: str) -> Figure:
    """Random games with clauses counted beside the core; Xiangqi is to make 720,000 moves a second."""
    rate, ratio = usage_rates(name, **options)
    return Figure(" ".join((f"{name}, clauses counted", *options.values())), rate, ratio, 0.95)


MEASURE_MEMORY = """
from pathlib import Path
from ludoteca.lab import Batch
Batch("xiangqi", 1).step([0])

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

before = resident()
batch = Batch("xiangqi", 1024, seed=1, observations=True, mask=True)
for _ in range(600):
    batch.step(batch.random_choices())
print((resident() - before) >> 20)
"""


def memory() -> int:
    """Megabytes that 1,024 lanes of Xiangqi with observations and masks come to take, in a process of their own."""
    told = subprocess.run([sys.executable, "-c", MEASURE_MEMORY], capture_output=True, text=True, check=True)
    return int(told.stdout)


def main() -> None:
    seen = {"observations": True, "mask": True}
    figures = [
        figure("xiangqi", 64, "observation and mask", 0.8, **seen),
        figure("xiangqi", 1024, "observation and mask", 0.65, **seen),
        figure("xiangqi", 1024, "legal lists", None),
        figure("chinese-checkers", 64, "observation and mask", None, **seen),
        figure("exile", 64, "observation and mask of picks", None, **seen),
        figure("exile", 64, "legal lists", None),
        figure("tomb-chess", 64, "legal lists", 0.9),
        figure("tomb-chess", 64, "observation and mask of picks", None, **seen),
        threads_ratio("xiangqi", 1024, 300),
        usage_figure("xiangqi"),
        usage_figure("chinese-checkers"),
        usage_figure("exile"),
        usage_figure("exile", mode="duel-infinite"),
    ]
    print(f"{'':60} {'steps/s':>12} {'of core':>8} {'at least':>8}")
    for each in figures:
        least = "" if each.least is None else f"{each.least:.2f}"
        print(f"{each.words:60} {each.steps:12,.0f} {each.ratio:8.2f} {least:>8}")
    print(f"{'memory of 1,024 lanes of Xiangqi, below 64 MB':60} {memory():9} MB")


if __name__ == "__main__":
    main()

"""The lab's `Batch` beside `Playout.run`, by CPU time in one run: `make bench-lab`.

Choosing is not counted. Each ratio is the median of some rounds, in each of which both sides play the very same games,
since what a move costs depends on the position. Many lanes need the caches and two threads both cores for themselves:
on a busy machine they show less. It ends with 1 if a figure misses its limit.
"""

import subprocess
import sys
import time
from typing import Any, NamedTuple

import ludoteca
from benchmarks.limits import Limit, exit_code
from benchmarks.usage import SEEDS, usage_rates
from ludoteca.lab import Batch
from ludoteca.lab.batch import STRIDE
from ludoteca.search.playout import Playout

ROUNDS = 7


MOST_MEGABYTES = 64
LEAST_WITH_USAGE = 0.95
"""Counting clauses slows random games down by at most 5 %."""
TOMB_CHESS_SEEDS = 5
"""Its moves take some hundred times as long as those of the others."""


class Figure(NamedTuple):
    """Steps a second and their ratio to those of the core, and the least that both are to be."""

    words: str
    steps: float
    ratio: float
    least: float | None
    least_steps: float | None = None

    def limits(self) -> list[Limit]:
        found = []
        if self.least is not None:
            found.append(Limit(f"{self.words}, of core", self.ratio, self.least))
        if self.least_steps is not None:
            found.append(Limit(f"{self.words}, steps a second", self.steps, self.least_steps, form=",.0f"))
        return found

    def __str__(self) -> str:
        steps = "" if self.least_steps is None else f"{self.least_steps:,.0f}"
        ratio = "" if self.least is None else f"{self.least:.2f}"
        return f"{self.words:60} {self.steps:12,.0f} {steps:>10} {self.ratio:8.2f} {ratio:>8}"


class Pair:
    """The same random games on both sides: inside the core one after the other, and in the lanes of a batch."""

    def __init__(self, name: str, lanes: int, **settings: Any) -> None:
        self.game = ludoteca.game(name)
        self.batch = Batch(name, lanes, seed=1, **settings)
        self.reads_moves = not settings
        self.playouts = [Playout(STRIDE + lane) for lane in range(lanes)]
        for playout in self.playouts:
            # A lane has drawn one number before its first game.
            playout.run(self.game.start(), 1)

    def core_seconds(self, plies: int) -> float:
        """The CPU time of so many plies for each lane, in games from fresh starts."""
        begin = time.process_time()
        for playout in self.playouts:
            left = plies
            while left:
                self.last = self.game.start()
                left -= playout.run(self.last, left)
        return time.process_time() - begin

    def batch_seconds(self, plies: int) -> float:
        """The CPU time of the same plies as steps of the batch, choosing not counted."""
        self.batch.restart()
        spent = 0.0
        for _ in range(plies):
            choices = self.batch.random_choices()
            begin = time.process_time()
            self.batch.step(choices)
            if self.reads_moves:
                assert len(self.batch.moves)
            spent += time.process_time() - begin
        return spent

    def check(self) -> None:
        """Both have played the same games."""
        if not self.last.is_over():
            assert str(self.last) == self.batch.texts()[-1]


def figure(name: str, lanes: int, plies: int, words: str, least: float | None, **settings: Any) -> Figure:
    """The median of some rounds, in each of which the core and the batch play the same games, `plies` in each lane."""
    pair = Pair(name, lanes, **settings)
    rounds = []
    for _ in range(ROUNDS):
        core, batch = pair.core_seconds(plies), pair.batch_seconds(plies)
        pair.check()
        rounds.append((core / batch, lanes * plies / batch))
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


def usage_figure(name: str, least_steps: float | None = None, seeds: int = SEEDS, **options: str) -> Figure:
    """Random games with clauses counted beside the core."""
    rate, ratio = usage_rates(name, seeds, **options)
    words = " ".join((f"{name}, clauses counted", *options.values()))
    return Figure(words, rate, ratio, LEAST_WITH_USAGE, least_steps)


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


def main() -> int:
    seen = {"observations": True, "mask": True}
    figures = [
        figure("xiangqi", 64, 4000, "observation and mask", 0.8, **seen),
        figure("xiangqi", 1024, 500, "observation and mask", 0.65, **seen),
        figure("xiangqi", 1024, 500, "legal lists", None),
        figure("chinese-checkers", 64, 4000, "observation and mask", None, **seen),
        figure("exile", 64, 4000, "observation and mask of picks", None, **seen),
        figure("exile", 64, 4000, "legal lists", None),
        figure("tomb-chess", 64, 40, "legal lists", 0.9),
        figure("tomb-chess", 64, 40, "observation and mask of picks", None, **seen),
        threads_ratio("xiangqi", 1024, 300),
        usage_figure("xiangqi", 720_000),
        usage_figure("chinese-checkers"),
        usage_figure("exile"),
        usage_figure("exile", mode="duel-infinite"),
        usage_figure("tomb-chess", seeds=TOMB_CHESS_SEEDS),
    ]
    print(f"{'':60} {'steps/s':>12} {'at least':>10} {'of core':>8} {'at least':>8}")
    for each in figures:
        print(each)
    words = "megabytes of 1,024 lanes of Xiangqi"
    taken = Limit(words, memory(), MOST_MEGABYTES, is_least=False, form=",.0f")
    print(taken)
    return exit_code([*(limit for each in figures for limit in each.limits()), taken])


if __name__ == "__main__":
    sys.exit(main())

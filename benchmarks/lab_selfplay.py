"""Self-play: how long it takes, and what workers and a cluster cost: part of `make bench-lab`.

Games are measured by CPU time. Of workers it is told which part of all CPU time (theirs, that of who gives them work,
of all between) went into games, with units of about a second, and how fast they are by the clock on the wall. For that
the machine should have nothing else to do; and what runs between costs more the longer the work takes. It ends with 1
if a figure misses its limit.
"""

import os
import secrets
import statistics
import sys
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import ludoteca
from benchmarks.limits import Limit, exit_code
from ludoteca.arena.executor import Executor, InlineExecutor, PoolExecutor, make_executor
from ludoteca.lab.analyse import analyse_games
from ludoteca.lab.corpus import Corpus, CorpusGame, begin_folder, keep_file, write_games
from ludoteca.lab.plan import SelfPlayPlan, Unit
from ludoteca.lab.report.files import html_of, json_of
from ludoteca.lab.selfplay import play_game, play_unit
from ludoteca.lab.study_plan import USUAL_PLAYER

SAMPLE = 40
"""Games that are played to know what 1,000 take."""
MOST_SECONDS = 300.0
GAMES_OF_REPORT = 1000
MOST_REPORT_SECONDS = 60.0
LEAST_SHARE = 0.95
GAMES_A_UNIT = 27
"""Some 1 s of CPU time."""
UNITS = 12
ROUNDS = 3
WORKERS = 2


def sample_of(level: int) -> tuple[list[CorpusGame], float]:
    """Some games of Xiangqi at a level, and the CPU seconds that 1,000 of them take."""
    plan = SelfPlayPlan.checked("xiangqi", {}, (f"engine:{level}",), SAMPLE, 1)
    begin = time.process_time()
    games = [play_game(plan, number, plan.opening(number)) for number in range(SAMPLE)]
    return games, 1000 * (time.process_time() - begin) / SAMPLE


def report_seconds(played: list[CorpusGame]) -> float:
    """CPU seconds from the files of 1,000 games to the HTML and the JSON, on one core.

    The games of the sample stand for all, each as one of another number and opening: a report replays every game.
    """
    plan = replace(played[0].plan, games=GAMES_OF_REPORT)
    with TemporaryDirectory() as name:
        folder = Path(name) / "games"
        begin_folder(folder, plan)
        for unit in plan.units():
            keep_file(folder, unit, write_games(plan, _games_of(unit, played)))
        begin = time.process_time()
        games = list(Corpus(folder))
        analysis = analyse_games(ludoteca.game("xiangqi"), games, InlineExecutor()).analysis
        html_of(analysis, plan.first_position(), lambda example: games[example.game].last_position())
        json_of(analysis)
        return time.process_time() - begin


def _games_of(unit: Unit, played: list[CorpusGame]) -> list[CorpusGame]:
    numbers = range(unit.first, unit.last + 1)
    return [played[number % len(played)]._replace(number=number, opening=number) for number in numbers]


class Speed(NamedTuple):
    """Units a second by the clock, and the part of all CPU time that went into games."""

    wall: float
    useful: float


def speed(executor: Executor, units: int) -> Speed:
    """Of units of a second each; the workers are there already."""
    plan = SelfPlayPlan.checked("xiangqi", {}, (USUAL_PLAYER,), GAMES_A_UNIT, 1)
    begin, spent = time.monotonic(), family_seconds()
    # The same work each time, so that what differs is the workers.
    games = sum(executor.run(partial(unit_seconds, plan), [Unit(0, GAMES_A_UNIT - 1)] * units))
    return Speed(units / (time.monotonic() - begin), games / (family_seconds() - spent))


def unit_seconds(plan: SelfPlayPlan, unit: Unit) -> float:
    """The CPU time that a unit takes where it is played."""
    begin = time.process_time()
    play_unit(plan, unit)
    return time.process_time() - begin


def family_seconds() -> float:
    """CPU seconds of this process and all that it, or one of those, has started and that still run."""
    parents, ticks = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(fields[1])
            ticks[int(path.parent.name)] = int(fields[11]) + int(fields[12])
    family = {os.getpid()}
    while more := {each for each, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(ticks[each] for each in family) / os.sysconf("SC_CLK_TCK")


def speeds(executor: Executor, units: int) -> Speed:
    """The medians of some rounds, after one that starts the workers; the executor is closed."""
    with executor:
        speed(executor, WORKERS)
        rounds = [speed(executor, units) for _ in range(ROUNDS)]
    return Speed(*map(statistics.median, zip(*rounds, strict=True)))


def main() -> int:
    kept = []
    for level in (4, 7):
        games, seconds = sample_of(level)
        kept.append(told(f"1,000 games of Xiangqi at level {level}, CPU seconds", seconds, MOST_SECONDS))
    kept.append(told("the report of 1,000 such games, CPU seconds", report_seconds(games), MOST_REPORT_SECONDS))
    one, pool = speeds(PoolExecutor(1), UNITS // WORKERS), speeds(PoolExecutor(WORKERS), UNITS)
    kept.append(told_share("two workers, of twice one", pool.useful / one.useful, pool.wall / one.wall / WORKERS))
    if find_spec("ray") is None:
        print("Ray is not installed (pip install 'ludoteca[cluster]'): it is not measured")
        return exit_code(kept)
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    cluster = speeds(make_executor(ray="local"), UNITS)
    kept.append(told_share("Ray, of the pool", cluster.useful / pool.useful, cluster.wall / pool.wall))
    return exit_code(kept)


def told(words: str, seconds: float, most: float) -> Limit:
    found = Limit(words, seconds, most, is_least=False, form=".0f")
    print(found, flush=True)
    return found


def told_share(words: str, useful: float, wall: float) -> Limit:
    """The limit is for the CPU time: by the clock it depends on what else the machine does."""
    found = Limit(f"{words}, by CPU time", useful, LEAST_SHARE, form=".1%")
    print(f"{found}; {wall:.1%} by the clock", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main())

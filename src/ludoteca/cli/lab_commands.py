"""What the lab's commands do. Their parts need extras, and are imported when a command runs."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludoteca.cli.commands import chosen_options, results_alone
from ludoteca.core.ruling import LudotecaError

if TYPE_CHECKING:
    from ludoteca.lab.selfplay import Shard

TERMINAL_SECONDS, LOG_SECONDS = 0.2, 10.0
"""How often progress is told, on a terminal and elsewhere."""


def run_selfplay(parsed: argparse.Namespace) -> None:
    from pathlib import Path

    from ludoteca.arena.executor import make_executor

    with needing_extra("lab"):
        from ludoteca.lab.corpus import Corpus
        from ludoteca.lab.plan import MAX_MOVES, USUAL_OPENING, SelfPlayPlan
        from ludoteca.lab.selfplay import play_corpus

    shard = _shard(parsed.shard)
    plan = SelfPlayPlan.checked(
        parsed.game,
        chosen_options(parsed),
        tuple(parsed.players),
        parsed.games,
        parsed.seed,
        opening_plies=USUAL_OPENING if parsed.opening is None else parsed.opening,
        nodes=parsed.nodes,
        max_moves=MAX_MOVES if parsed.max_moves is None else parsed.max_moves,
        start=parsed.position,
    )
    folder = Path(parsed.out)
    told = ProgressLine("games")
    done = games = played = 0
    try:
        with results_alone(), make_executor(parsed.workers, parsed.ray) as executor:
            for done, games, played in play_corpus(plan, folder, executor, shard):
                told.tell(done, games, played)
    finally:
        told.end()
    missing = Corpus(folder).missing
    if parsed.json:
        values = {"games": games, "played": played, "missing": missing, "folder": str(folder)}
        print(json.dumps(values, ensure_ascii=False))
    else:
        rest = f"; {missing} of the whole plan are missing" if missing else ""
        print(f"{games} games are in {folder}, {played} of them played now{rest}")


def _shard(text: str) -> "Shard":
    from ludoteca.lab.selfplay import Shard

    number, slash, shards = text.partition("/")
    if not (slash and number.isascii() and number.isdigit() and shards.isascii() and shards.isdigit()):
        raise LudotecaError(f"a shard is one part of several, such as 1/4, not {text[:20]!r}")
    if not 1 <= int(number) <= int(shards):
        raise LudotecaError(f"of {int(shards)} shards there is none with the number {int(number)}")
    return Shard(int(number) - 1, int(shards))


@contextmanager
def needing_extra(extra: str) -> Iterator[None]:
    """Say what to install where a package of others is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("ludoteca"):
            raise
        message = f"{error.name} is not installed; pip install 'ludoteca[{extra}]' installs it"
        raise LudotecaError(message) from error


class ProgressLine:
    """Progress on standard error, with a rate and the time that is left: a line that changes, or lines of a log."""

    def __init__(self, what: str, of: str = "") -> None:
        self.what = what
        self.of = of
        self.is_watched = sys.stderr.isatty()
        self.begin = time.monotonic()
        self.last_told = self.begin if not self.is_watched else 0.0

    def tell(self, done: int, total: int, done_now: int) -> None:
        """So many are done of a total, so many of them in this run."""
        now = time.monotonic()
        is_due = now - self.last_told >= (TERMINAL_SECONDS if self.is_watched else LOG_SECONDS)
        if not is_due and not (self.is_watched and done == total):
            return
        self.last_told = now
        line = f"{done}/{total} {self.what}{_rate(done_now, total - done, now - self.begin, self.of)}"
        print(f"\r{line:<60}" if self.is_watched else line, end="" if self.is_watched else "\n", file=sys.stderr)
        sys.stderr.flush()

    def end(self) -> None:
        if self.is_watched:
            print(file=sys.stderr)


def _rate(done_now: int, left: int, seconds: float, of: str) -> str:
    if not done_now or seconds <= 0:
        return ""
    rate = done_now / seconds
    return f", {rate:.3g} a second, {_duration(left / rate)} left{of}"


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"

"""CPU time, and ratios to a peer in the same run: machines are shared and noisy, so seconds alone say little."""

import random
import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from ludoteca.core.position import Position
from ludoteca.search.playout import Playout


class Row(NamedTuple):
    """One figure of ours beside a peer's. `ratio` says how many times better ours is; None if the peer is missing."""

    game: str
    figure: str
    ours: float
    unit: str
    peer: str
    theirs: float | None
    ratio: float | None


def faster(game: str, figure: str, ours: float, unit: str, peer: str, theirs: float | None) -> Row:
    """A figure of which more is better."""
    return Row(game, figure, ours, unit, peer, theirs, ours / theirs if theirs else None)


def shorter(game: str, figure: str, ours: float, unit: str, peer: str, theirs: float | None) -> Row:
    """A figure of which less is better."""
    return Row(game, figure, ours, unit, peer, theirs, theirs / ours if theirs else None)


def rate(work: Callable[[], int], seconds: float = 2.0) -> float:
    """How much work is done in a second of CPU time."""
    work()
    begin = time.process_time()
    done = 0
    while (spent := time.process_time() - begin) < seconds:
        done += work()
    return done / spent


def child_seconds(command: list[str], typed: str) -> tuple[float, str]:
    """The CPU time of a program that is typed to, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, printed


def fairy_stockfish() -> str | None:
    """Where the program is, if it is installed."""
    return shutil.which("fairy-stockfish", path="/usr/games:/usr/local/bin:/usr/bin")


def driven_moves(start: Callable[[], Position]) -> int:
    """One random game played from Python, move by move."""
    position = start()
    made = 0
    while moves := position.legal_moves():
        position.play(random.choice(moves))
        made += 1
    return made


def core_moves(playout: Playout, position: Position) -> int:
    """One random game played inside the compiled core."""
    return playout.run(position.copy())


def open_spiel_steps(name: str, parameters: dict[str, Any] | None = None) -> float | None:
    """Steps a second of random games in OpenSpiel, driven from Python; None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name, parameters or {})

    def play() -> int:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
        return made

    return rate(play)

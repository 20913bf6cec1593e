"""How fast the rules of a game run."""

import time
from collections.abc import Callable, Mapping

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.search.perft import MAX_DEPTH, perft
from ludoteca.search.playout import Playout

LONGEST_GAME = 10_000
"""Plies of a random game: some rules let a game go on for ever."""


def measure(game: Game, options: Mapping[str, Value], seconds: float) -> dict[str, float]:
    """Speeds of a game's rules from its start, with so much CPU time for each figure."""
    position = game.start(**options)
    leaves, leaf_time = _repeat(lambda: _deepening(position, seconds / 10), seconds)
    calls, call_time = _repeat(lambda: len([position.legal_moves() for _ in range(100)]), seconds)
    playout = Playout()
    moves, move_time = _repeat(lambda: playout.run(position.copy(), LONGEST_GAME), seconds)
    return {
        "perft_leaves_per_second": leaves / leaf_time,
        "legal_moves_microseconds": 1e6 * call_time / calls,
        "random_moves_per_second": moves / move_time,
    }


def _deepening(position: Position, seconds: float) -> int:
    """The leaves of perft at depth 1, 2 and so on, until that takes so long or no game lasts longer."""
    begin = time.process_time()
    total = 0
    for depth in range(1, MAX_DEPTH + 1):
        leaves = perft(position, depth)
        total += leaves
        if not leaves or time.process_time() - begin > seconds:
            break
    return total


def _repeat(work: Callable[[], int], seconds: float) -> tuple[int, float]:
    begin = time.process_time()
    done = 0
    while (spent := time.process_time() - begin) < seconds:
        done += work()
    return done, spent

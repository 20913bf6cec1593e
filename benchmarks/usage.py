"""Random games with clauses counted beside the same games without, by CPU time in one run."""

import time
from statistics import median

import ludoteca
from ludoteca.core.usage import Usage
from ludoteca.search.playout import Playout

GAMES = 10
LONGEST_GAME = 300
SEEDS = 40
REPEATS = 4
"""Each side plays each seed so often, in turn, and its best time counts: what else the machine does only ever adds."""


def usage_rates(name: str, seeds: int = SEEDS, **options: str) -> tuple[float, float]:
    """Moves a second with clauses counted, and their ratio to those without: medians over the seeds."""
    pairs = [_best_rates(name, seed, options) for seed in range(1, seeds + 1)]
    return median(on for _, on in pairs), median(on / off for off, on in pairs)


def _best_rates(name: str, seed: int, options: dict[str, str]) -> tuple[float, float]:
    rounds = [(_rate(name, seed, options, False), _rate(name, seed, options, True)) for _ in range(REPEATS)]
    return max(off for off, _ in rounds), max(on for _, on in rounds)


def _rate(name: str, seed: int, options: dict[str, str], is_counted: bool) -> float:
    game, playout = ludoteca.game(name), Playout(seed)
    positions = [game.start(**options) for _ in range(GAMES)]
    usage = Usage(game.usage_clauses)
    if is_counted:
        for position in positions:
            position.attach_usage(usage)
    begin = time.process_time()
    made = sum(playout.run(position, LONGEST_GAME) for position in positions)
    return made / (time.process_time() - begin)

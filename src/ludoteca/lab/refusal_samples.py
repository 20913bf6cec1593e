"""What the rules forbid at positions of games, sampled evenly from their beginnings to their ends."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from ludoteca.arena.executor import Executor
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.metrics.clauses import Refusals, RefusalSample
from ludoteca.lab.refusals import Refused, refusals_at

POSITIONS = 200
TRIES = 600

Sample = tuple[CorpusGame, int]
"""A game, and after how many moves it is looked at."""


def sample_refusals(games: Sequence[CorpusGame], executor: Executor) -> Refusals:
    """Try what could be wished at positions of these games, and count by clause what was forbidden."""
    samples = _samples(games)
    counts: Counter[str] = Counter()
    found: list[RefusalSample] = []
    examples: dict[str, str] = {}
    for (game, ply), refused in zip(samples, executor.run(refusals_of, samples), strict=True):
        counts.update(refused.counts)
        found.append(RefusalSample(game.opening, frozenset(refused.counts)))
        for clause, wish in refused.examples.items():
            examples.setdefault(clause, f"{wish} in game {game.number}, after {ply} moves")
    return Refusals(tuple(found), dict(sorted(counts.items())), examples)


def _samples(games: Sequence[CorpusGame]) -> list[Sample]:
    """From game to game, again and again, each time a bit later: from the end of its opening to before its own end."""
    chosen = [games[index % len(games)] for index in range(POSITIONS)]
    return [(game, _part(game.opening_plies, len(game.moves), index)) for index, game in enumerate(chosen)]


def _part(first: int, end: int, index: int) -> int:
    return first + (end - first) * index // POSITIONS


def refusals_of(sample: Sample) -> Refused:
    """What is forbidden in one position: a pure function."""
    game, ply = sample
    position = next(islice(game.positions(), ply, None))
    return refusals_at(position, TRIES)

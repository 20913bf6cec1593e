"""What the rules forbid at positions of games, sampled evenly from their beginnings to their ends."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from ludoteca.arena.executor import Executor
from ludoteca.lab.analysis import Example
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.metrics.clauses import Refusals
from ludoteca.lab.refusals import Refused, refusals_at

POSITIONS = 24
TRIES = 200

Sample = tuple[CorpusGame, int]
"""A game, and after how many moves it is looked at."""


def sample_refusals(games: Sequence[CorpusGame], executor: Executor) -> Refusals:
    """Try what could be wished at positions of these games, and count by clause what was forbidden."""
    samples = _samples(games)
    counts: Counter[str] = Counter()
    examples: dict[str, Example] = {}
    for (game, ply), refused in zip(samples, executor.run(refusals_of, samples), strict=True):
        counts.update(refused.counts)
        for clause, wish in refused.examples.items():
            examples.setdefault(clause, Example(game.number, ply, f"{clause} forbids {wish}."))
    return Refusals(len(samples), dict(sorted(counts.items())), examples)


def _samples(games: Sequence[CorpusGame]) -> list[Sample]:
    count = min(POSITIONS, len(games))
    chosen = [games[index * len(games) // count] for index in range(count)]
    # Before the end: in a finished game nothing can be wished.
    return [(game, len(game.moves) * index // count) for index, game in enumerate(chosen)]


def refusals_of(sample: Sample) -> Refused:
    """What is forbidden in one position: a pure function."""
    game, ply = sample
    position = next(islice(game.positions(), ply, None))
    return refusals_at(position, TRIES)

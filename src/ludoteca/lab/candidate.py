"""What may be worth a sentence, and which one: the only place where it is decided what the games prove.

Everything that is tested is tested together: Holm's correction is over all of it.
"""

from collections.abc import Callable, Sequence
from math import ceil, inf, log10
from typing import NamedTuple

from ludoteca.lab.analysis import WEIGHTS, Example, Finding, Measure, Weight
from ludoteca.lab.figures import with_interval
from ludoteca.lab.statistics import NORMAL, TAIL, holm

SURE = 0.05
MOST_GAMES = 100_000
"""Nobody is sent to play more games than these."""
Range = tuple[float, float]


def more_games(count: int) -> str:
    """How to get so many games."""
    return f"Play about {count:,} games (--games {count})."


class Question(NamedTuple):
    """What a test asks of shares: where these lie by the games, and where they should."""

    estimates: tuple[tuple[float, Range], ...]
    """Values with their intervals; most questions are about one."""
    limit: float
    """Something is proved only if an interval does not hold this."""
    good: Range | None
    """All is well if all intervals are in here; None if nothing would be well."""
    games: int
    well: str = ""
    """What to say if all is well."""
    unclear: str = ""
    """What the games cannot tell, after `24 games are too few to say`."""
    advice: Callable[[int], str] = more_games

    @property
    def is_beyond(self) -> bool:
        """Whether an interval is as a whole on one side of the limit."""
        return any(not low <= self.limit <= high for _, (low, high) in self.estimates)

    @property
    def is_well(self) -> bool:
        if self.good is None:
            return False
        least, most = self.good
        return all(least <= low and high <= most for _, (low, high) in self.estimates)

    def games_needed(self, tests: int) -> float:
        """About how many games settle it, if values stay as they are and intervals shrink as they do."""
        # A problem has to be sure after the correction, too: as if its interval were so much wider.
        strict = NORMAL.inv_cdf(SURE / 2 / tests) / NORMAL.inv_cdf(TAIL)
        beyond = min(_times_as_many(value, interval, self.limit) * strict**2 for value, interval in self.estimates)
        well = inf
        if self.good is not None and all(self.good[0] <= value <= self.good[1] for value, _ in self.estimates):
            edges = [edge for edge in self.good if abs(edge) < inf]
            well = max(_times_as_many(*estimate, edge) for estimate in self.estimates for edge in edges)
        return self.games * max(1.1, min(beyond, well))


def question(
    measure: Measure,
    limit: float,
    good: Range | None,
    games: int,
    well: str = "",
    unclear: str = "",
    advice: Callable[[int], str] = more_games,
) -> Question:
    """A question about one measure."""
    assert measure.value is not None and measure.interval is not None
    return Question(((measure.value, measure.interval),), limit, good, games, well, unclear, advice)


def _times_as_many(value: float, interval: Range, edge: float) -> float:
    """How many times as many games it takes until an interval ends at this edge."""
    if value == edge:
        return inf
    half = value - interval[0] if edge < value else interval[1] - value
    # Intervals shrink by the root of the number of games, but for shares that never or always hit.
    return float((half / abs(value - edge)) ** (1 if value in (0, 1) else 2))


class Candidate(NamedTuple):
    """Something that may be worth a sentence."""

    name: str
    p_value: float | None
    """Before the correction; None if it is a fact and no guess."""
    sentence: str
    """If it is proved."""
    weight: Weight
    """If it is proved."""
    examples: tuple[Example, ...] = ()
    question: Question | None = None


def settle(candidates: Sequence[Candidate]) -> tuple[Finding, ...]:
    """Correct all p-values together, and say of each candidate what is proved, well, or cannot be told yet."""
    tested = [each for each in candidates if each.p_value is not None]
    corrected = dict(zip((each.name for each in tested), holm([each.p_value or 0.0 for each in tested]), strict=True))
    found = []
    for each in candidates:
        p_value = corrected.get(each.name)
        weight, sentence = _judged(each, p_value, len(tested))
        if sentence:
            shown = None if p_value is None else float(f"{p_value:.3g}")
            found.append(Finding(each.name, sentence, weight, shown, each.examples))
    return tuple(sorted(found, key=lambda each: WEIGHTS.index(each.weight)))


def _judged(candidate: Candidate, p_value: float | None, tests: int) -> tuple[Weight, str]:
    """The weight and the sentence; no sentence if there is nothing to say."""
    asked = candidate.question
    if p_value is None or (p_value < SURE and (asked is None or asked.is_beyond)):
        return candidate.weight, candidate.sentence
    if asked is None:
        return "unknown", ""
    if asked.is_well:
        return "fine", asked.well
    if not asked.unclear:
        return "unknown", ""
    needed = asked.games_needed(tests)
    advice = (
        asked.advice(_round_up(needed))
        if needed <= MOST_GAMES
        else f"Even {MOST_GAMES:,} games may not be enough: it is too close."
    )
    return "unknown", f"{asked.games:,} games are too few to say {asked.unclear}. {advice}"


def _round_up(count: float) -> int:
    """To two digits: it is a guess."""
    size = int(10 ** max(0, int(log10(count)) - 1))
    return ceil(count / size) * size


def measure_words(measure: Measure) -> str:
    """A measure as `31 % (27 to 35)`."""
    return "unknown" if measure.value is None else with_interval(measure.value, measure.unit, measure.interval)

"""What may be worth a sentence, and which one: the only place where it is decided what the games prove.

Everything that is tested is tested together: Holm's correction is over all of it.
"""

from collections.abc import Sequence
from math import ceil, inf, log10
from typing import NamedTuple

from ludoteca.lab.advice import Advice
from ludoteca.lab.analysis import WEIGHTS, Example, Finding, Measure, Weight
from ludoteca.lab.figures import SIGNS, counted_words, figure, with_interval
from ludoteca.lab.statistics import NORMAL, TAIL, holm

SURE = 0.05
LEAST_GAMES = 10
"""Fewer games prove nothing, however much they are alike."""
QUESTIONS = 40
"""A number of games allows for so many tests, which few pages exceed: not for those of its page, so that a question
about the same games has the same number on every page."""
MOST_GAMES = 100_000
"""Nobody is sent to play more games than these."""
STEPS = 20
"""In so many steps to either side a value is tried that the games may have missed by chance."""
Range = tuple[float, float]


class Question(NamedTuple):
    """What a test asks of shares: where these lie by the games, and where they should."""

    estimates: tuple[tuple[float, Range], ...]
    """Values with their intervals; most questions are about one."""
    limit: float
    """Something is proved only if an interval does not hold this."""
    good: Range | None
    """All is well if all intervals are in here; None if nothing would be well."""
    games: int
    """How many were played to ask it, those that were cut among them."""
    well: str = ""
    """What to say if all is well."""
    unclear: str = ""
    """What the games cannot tell, after `24 games are too few to say`."""
    advice: Advice | None = None
    """What plays so many games, if it is not the same report."""
    likely: str = ""
    """What to say if an interval is beyond the limit, and only the correction leaves it open."""
    counted: int | None = None
    """How many of the games tell of it, if not all do."""
    counting: str = "came to an end"
    """What those that tell of it did."""

    @property
    def telling(self) -> int:
        """How many games tell of it."""
        return self.games if self.counted is None else self.counted

    @property
    def too_few(self) -> str:
        """The games that tell of it, as the beginning of a sentence that goes on with what they cannot say."""
        if self.telling < self.games:
            return f"{self.telling:,} of {counted_words(self.games, 'game')} {self.counting}, too few to say"
        return f"{counted_words(self.games, 'game')} {'is' if self.games == 1 else 'are'} too few to say"

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

    def games_needed(self) -> tuple[float, float]:
        """About how many games settle it if values stay as they are, and if they are as awkward as is likely."""
        least = LEAST_GAMES * self.games / max(1, self.telling)
        needed = [max(least, self._games_for(step / STEPS)) for step in range(-STEPS, STEPS + 1)]
        return needed[STEPS], max(needed)

    def _games_for(self, shift: float) -> float:
        """If all values are so many standard errors farther from the limit, and intervals shrink as they do."""
        estimates = [self._shifted(*estimate, shift) for estimate in self.estimates]
        # A problem has to be sure after the correction, too: as if its interval were so much wider.
        strict = NORMAL.inv_cdf(SURE / 2 / QUESTIONS) / NORMAL.inv_cdf(TAIL)
        beyond = min(_times_as_many(value, interval, self.limit) * strict**2 for value, interval in estimates)
        well = inf
        if self.good is not None and all(self.good[0] <= value <= self.good[1] for value, _ in estimates):
            edges = [edge for edge in self.good if abs(edge) < inf]
            well = max(_times_as_many(*estimate, edge) for estimate in estimates for edge in edges)
        return self.games * max(1.1, min(beyond, well))

    def _shifted(self, value: float, interval: Range, shift: float) -> tuple[float, Range]:
        """A value with its interval, so many standard errors farther from the limit."""
        low, high = interval
        error = (high - low) / 2 / NORMAL.inv_cdf(1 - TAIL)
        by = shift * (error if value >= self.limit else -error)
        return value + by, (low + by, high + by)


def question(
    measure: Measure,
    limit: float,
    good: Range | None,
    games: int,
    well: str = "",
    unclear: str = "",
    advice: Advice | None = None,
    likely: str = "",
    counted: int | None = None,
    counting: str = "came to an end",
) -> Question:
    """A question about one measure."""
    assert measure.value is not None and measure.interval is not None
    estimates = ((measure.value, measure.interval),)
    return Question(estimates, limit, good, games, well, unclear, advice, likely, counted, counting)


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
    note: str = ""
    """What to keep in mind, whatever is found."""
    weight_if_well: Weight = "fine"


def settle(candidates: Sequence[Candidate], advice: Advice) -> tuple[Finding, ...]:
    """Correct all p-values together, and say of each candidate what is proved, well, or cannot be told yet.

    `advice` is how to play more games.
    """
    tested = [each for each in candidates if each.p_value is not None]
    corrected = dict(zip((each.name for each in tested), holm([each.p_value or 0.0 for each in tested]), strict=True))
    found = []
    for each in candidates:
        p_value = corrected.get(each.name)
        weight, sentence = _judged(each, p_value, len(tested), advice)
        if sentence:
            shown = None if p_value is None else float(f"{p_value:.3g}")
            found.append(Finding(each.name, sentence, weight, shown, each.examples))
    return tuple(sorted(found, key=lambda each: WEIGHTS.index(each.weight)))


def _judged(candidate: Candidate, p_value: float | None, tests: int, usual: Advice) -> tuple[Weight, str]:
    """The weight and the sentence; no sentence if there is nothing to say."""
    asked = candidate.question
    note = f" {candidate.note}" if candidate.note else ""
    is_enough = asked is None or asked.telling >= LEAST_GAMES
    if p_value is None or (p_value < SURE and is_enough and (asked is None or asked.is_beyond)):
        return candidate.weight, f"{candidate.sentence}{note}"
    if asked is None:
        return "unknown", ""
    if asked.is_well and is_enough:
        return candidate.weight_if_well, f"{asked.well}{note}" if asked.well else ""
    if asked.likely and asked.is_beyond and is_enough:
        doubt = f"Among the {tests} questions that this page asks at once, that is no proof yet."
        return "unknown", f"{asked.likely}. {doubt}{note} {_advice(asked, usual)}"
    if not asked.unclear:
        return "unknown", ""
    return "unknown", f"{asked.too_few} {asked.unclear}.{note} {_advice(asked, usual)}"


def _advice(asked: Question, usual: Advice) -> str:
    """How to settle it."""
    least, most = map(_rounded_up, asked.games_needed())
    if least > MOST_GAMES:
        return _advice_if_close(asked, usual)
    count = int(least if most > MOST_GAMES else most)
    more = ", or many more if it is as close as it may be" if most > MOST_GAMES else ""
    such = " such" if asked.advice else ""
    return f"It takes about {count:,}{such} games to tell{more}: {(asked.advice or usual)(count)}"


def _advice_if_close(asked: Question, usual: Advice) -> str:
    """How to go on where the value is so close to the limit that no number of games can be told."""
    count = 4 * asked.games
    if count > MOST_GAMES:
        return f"Even {MOST_GAMES:,} games may not be enough: it is too close."
    command = (asked.advice or usual)(count)
    return f"So far it is too close to say how many would tell. Four times as many halve the range: {command}"


def _rounded_up(count: float) -> float:
    """To two digits: it is a guess."""
    if count > MOST_GAMES:
        return inf
    size = int(10 ** max(0, int(log10(count)) - 1))
    return ceil(count / size) * size


def most_in_100(measure: Measure) -> str:
    """The upper end of its range, to two digits, as `15 in 100`."""
    assert measure.interval is not None
    return f"{figure(float(f'{measure.interval[1]:.2g}'), 'share').removesuffix(SIGNS['share'])} in 100"


def measure_words(measure: Measure) -> str:
    """A measure as `31 % (27 to 35)`."""
    return "unknown" if measure.value is None else with_interval(measure.value, measure.unit, measure.interval)

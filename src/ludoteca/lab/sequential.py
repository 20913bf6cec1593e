"""Whether a difference is settled: a sequential test of paired differences, which may be looked at again and again."""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from ludoteca.arena.rating import CAUTIOUS_GROUPS, Tally, sprt_bounds

LEAST = 0.1
"""A difference of shares that matters; a test decides between none and this one."""
ALPHA = BETA = 0.05


class Verdict(NamedTuple):
    """What a sequential test says."""

    words: str
    """`changed`, `same`, or nothing yet."""
    p_value: float
    """Holds whenever it is looked at."""


def judge(differences: Sequence[float], questions: int = 1) -> Verdict:
    """Differences of shares by opening: is their mean 0, or is it `LEAST` to either side?

    A generalised sequential probability ratio test to each side; `questions` is how many such tests are made together.
    """
    found = Tally(size=1)
    for each in differences:
        found = found.add(each)
    if not found.groups:
        return Verdict("", 1.0)
    variance = found.variance_with(CAUTIOUS_GROUPS)
    ratios = [LEAST * (2 * sign * found.share - LEAST) * found.groups / (2 * variance) for sign in (1, -1)]
    low, high = sprt_bounds(ALPHA / questions / 2, BETA)
    words = "changed" if max(ratios) >= high else "same" if max(ratios) <= low else ""
    return Verdict(words, min(1.0, 2 * exp(-max(ratios))))

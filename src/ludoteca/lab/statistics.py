"""Shares, tests and corrections for games that come in groups: those of one opening are not independent.

A group is a pair of numbers: how many of its trials hit, and how many trials it had.
"""

from collections.abc import Sequence
from math import exp, fsum, lgamma, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

from ludoteca.arena.rating import EVEN_VARIANCE, PRIOR_GROUPS, wilson

NORMAL = NormalDist()
TAIL = 0.025
"""What an interval leaves out at each end."""

Group = tuple[float, float]


class Estimate(NamedTuple):
    """A value, the interval that holds the truth in 95 % of experiments, and the standard error."""

    value: float
    low: float
    high: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        return self.low, self.high


def share(groups: Sequence[Group]) -> Estimate | None:
    """A share of hits, by Wilson's interval for as many independent trials as the groups are worth; None of none."""
    trials = fsum(trials for _, trials in groups)
    if trials <= 0:
        return None
    value = fsum(hits for hits, _ in groups) / trials
    worth = trials / design_effect(groups)
    if trials > len(groups) > 1:
        # How much groups vary is an estimate, too.
        worth *= (NORMAL.inv_cdf(TAIL) / student(len(groups) - 1)) ** 2 * (1 - 1 / len(groups))
    low, high = wilson(value * worth, worth)
    # Rounding must not leave the value outside of its own interval.
    return Estimate(value, min(low, value), max(high, value), sqrt(value * (1 - value) / worth))


def design_effect(groups: Sequence[Group]) -> float:
    """How many times more a share varies than that of independent trials that hit or miss.

    It is drawn to 1 as by a few groups more, so that equal results of few groups do not seem to be sure.
    """
    trials = fsum(trials for _, trials in groups)
    value = fsum(hits for hits, _ in groups) / trials
    prior = PRIOR_GROUPS * EVEN_VARIANCE * trials / len(groups)
    spread = fsum((hits - value * trials) ** 2 for hits, trials in groups)
    return (spread + prior) / (value * (1 - value) * trials + prior)


def share_above(groups: Sequence[Group], limit: float) -> float:
    """How likely a share as large as this, or larger, is if the truth is the limit: a one-sided score test."""
    return 1 - NORMAL.cdf(_score(groups, limit))


def share_below(groups: Sequence[Group], limit: float) -> float:
    """The same for a share as small as this."""
    return NORMAL.cdf(_score(groups, limit))


def share_apart(groups: Sequence[Group], limit: float) -> float:
    """How likely a share as far from the limit as this is, to either side."""
    return min(1.0, 2 * (1 - NORMAL.cdf(abs(_score(groups, limit)))))


def _score(groups: Sequence[Group], limit: float) -> float:
    trials = fsum(trials for _, trials in groups)
    value = fsum(hits for hits, _ in groups) / trials
    return (value - limit) / sqrt(limit * (1 - limit) * design_effect(groups) / trials)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction: what each p-value is worth if all of these were asked."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = largest
    return corrected


def p_of_difference(value: float, error: float, groups: int) -> float:
    """How likely a mean so far from 0 is by chance, with an error estimated from so many groups: a t-test."""
    if groups < 2 or error <= 0:
        return 1.0 if value == 0 or groups < 2 else 0.0
    freedom, t = groups - 1, value / error
    # Wallace's transformation of Student's t to a normal variable.
    z = sqrt(freedom * log(1 + t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return min(1.0, 2 * (1 - NORMAL.cdf(z)))


def student(freedom: int, tail: float = TAIL) -> float:
    """The quantile of Student's t that leaves so much above it, by its expansion; good from 3 degrees on."""
    z = -NORMAL.inv_cdf(tail)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def gamma_share(shape: float, x: float) -> float:
    """The regularised lower incomplete gamma function: by its series, or by the continued fraction of the rest."""
    if x <= 0:
        return 0.0
    scale = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        index = shape
        while term > total * 1e-16:
            index += 1
            term *= x / index
            total += term
        return min(1.0, total * scale)
    return max(0.0, 1 - scale * _upper_fraction(shape, x))


def _upper_fraction(shape: float, x: float) -> float:
    """Lentz's evaluation of the continued fraction of the upper incomplete gamma function."""
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    value = d
    for index in range(1, 10_000):
        numerator = -index * (index - shape)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def chi_square_cdf(x: float, freedom: int, noncentrality: float = 0.0) -> float:
    """The distribution of chi-square; the noncentral one is a mixture by a Poisson distribution."""
    if noncentrality <= 0:
        return gamma_share(freedom / 2, x / 2)
    half, x = noncentrality / 2, x / 2
    if x <= 0:
        return 0.0
    reach = int(8 * sqrt(half)) + 15
    least, most = max(0, int(half) - reach), int(half) + reach
    weight = exp(most * log(half) - half - lgamma(most + 1))
    shape = freedom / 2 + most
    below, step = gamma_share(shape, x), exp(shape * log(x) - x - lgamma(shape + 1))
    terms = []
    for count in range(most, least - 1, -1):
        terms.append(weight * below)
        # Downwards, where both recurrences add what is positive.
        weight *= count / half
        step *= (freedom / 2 + count) / x
        below += step
    return min(1.0, fsum(terms))


def chi_square(observed: Sequence[float], expected: Sequence[float]) -> tuple[float, float]:
    """Pearson's statistic of goodness of fit for independent counts, and its p-value."""
    statistic = fsum((seen - wanted) ** 2 / wanted for seen, wanted in zip(observed, expected, strict=True))
    return statistic, 1 - chi_square_cdf(statistic, len(observed) - 1)

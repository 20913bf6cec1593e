"""Intervals by resampling whole groups of games: bias-corrected and accelerated (BCa), the same on every machine.

All sums of resamples are of integers, so that no order of additions can change them.
"""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Any

import numpy

from ludoteca.lab.statistics import NORMAL, Estimate, student

RESAMPLES = 2000
MOST_GROUPS = 2000
"""Of more, several count as one: so many tell how much they vary."""
FIXED_POINT = 1 << 30
Array = Any


class Bootstrap:
    """Resamples of the groups that games belong to; the same for everything that is measured of them."""

    def __init__(self, groups: Sequence[int], seed: int = 1, resamples: int = RESAMPLES) -> None:
        labels = sorted(set(groups))
        self.count = min(len(labels), MOST_GROUPS)
        places = {label: place % MOST_GROUPS for place, label in enumerate(labels)}
        self.group_of_game = numpy.array([places[label] for label in groups], dtype=numpy.int64)
        self.weights = _resample(self.count, seed, resamples)

    def mean(self, values: Sequence[float]) -> Estimate | None:
        """The mean of a value that each game has."""
        return self.ratio(values, [1.0] * len(values))

    def ratio(self, numerators: Sequence[float], denominators: Sequence[float]) -> Estimate | None:
        """The sum of what games have of one thing by that of another; None if there is nothing of it."""
        whole = fsum(denominators)
        if whole == 0 or self.count < 2:
            return None
        upper, lower = self._sums(numerators), self._sums(denominators)
        value = fsum(numerators) / whole
        return self._estimate(value, *self._quotients(upper, lower))

    def difference(
        self,
        numerators: Sequence[float],
        denominators: Sequence[float],
        others: Sequence[float],
        other_denominators: Sequence[float],
    ) -> Estimate | None:
        """How much larger the second ratio is than the first, where both have games in the same groups."""
        if fsum(denominators) == 0 or fsum(other_denominators) == 0 or self.count < 2:
            return None
        value = fsum(others) / fsum(other_denominators) - fsum(numerators) / fsum(denominators)
        # In the same units what is equal in both stays equal: rounding makes no difference of its own.
        tops, bottoms = _largest(numerators, others), _largest(denominators, other_denominators)
        first = self._quotients(self._sums(numerators, tops), self._sums(denominators, bottoms))
        second = self._quotients(self._sums(others, tops), self._sums(other_denominators, bottoms))
        return self._estimate(value, *(b - a for a, b in zip(first, second, strict=True)))

    def median(self, values: Sequence[float]) -> Estimate | None:
        """The median of a value that each game has."""
        if not values or self.count < 2:
            return None
        order = numpy.argsort(numpy.array(values), kind="stable")
        ordered, owners = numpy.array(values, dtype=float)[order], self.group_of_game[order]
        weights = self.weights[:, owners]
        without = (numpy.arange(self.count)[:, None] != owners[None, :]).astype(numpy.int64)
        whole = numpy.ones((1, len(values)), dtype=numpy.int64)
        value = float(_weighted_median(ordered, whole)[0])
        return self._estimate(value, _weighted_median(ordered, weights), _weighted_median(ordered, without))

    def _sums(self, values: Sequence[float], largest: float = 0.0) -> tuple[Array, float]:
        """What each group has, as whole numbers, and the unit that they count; of values that are no larger."""
        largest = largest or _largest(values)
        fixed = numpy.rint(numpy.array(values, dtype=float) / largest * FIXED_POINT).astype(numpy.int64)
        sums = numpy.zeros(self.count, dtype=numpy.int64)
        numpy.add.at(sums, self.group_of_game, fixed)
        return sums, largest / FIXED_POINT

    def _quotients(self, upper: tuple[Array, float], lower: tuple[Array, float]) -> tuple[Array, Array]:
        """The ratio in each resample, and without each group; not a number where there is nothing to divide by."""
        (tops, unit), (bottoms, other_unit) = upper, lower
        both = numpy.stack([tops, bottoms], axis=1)
        resampled = self.weights @ both
        without = both.sum(axis=0)[None, :] - both
        with numpy.errstate(divide="ignore", invalid="ignore"):
            return tuple((sums[:, 0] * unit) / (sums[:, 1] * other_unit) for sums in (resampled, without))

    def _estimate(self, value: float, resampled: Array, without: Array) -> Estimate:
        found = numpy.sort(resampled[numpy.isfinite(resampled)])
        without = without[numpy.isfinite(without)]
        if len(found) == 0 or found[0] == found[-1]:
            return Estimate(value, value, value, 0.0)
        values = [float(each) for each in found]
        middle = fsum(values) / len(values)
        error = sqrt(fsum((each - middle) ** 2 for each in values) / (len(values) - 1))
        # Few groups vary less among themselves than the truth does.
        error *= sqrt(self.count / (self.count - 1))
        below = (numpy.count_nonzero(found < value) + numpy.count_nonzero(found <= value)) / 2
        bias = NORMAL.inv_cdf(min(max(below / len(found), 0.5 / len(found)), 1 - 0.5 / len(found)))
        acceleration = _acceleration([float(each) for each in without])
        reach = student(self.count - 1) * sqrt(self.count / (self.count - 1))
        low, high = (_quantile(values, _adjusted(z, bias, acceleration)) for z in (-reach, reach))
        return Estimate(value, min(low, value), max(high, value), error)


def _largest(*several: Sequence[float]) -> float:
    """The largest of all values, without their signs; 1 if all are 0."""
    return max((abs(value) for values in several for value in values), default=0.0) or 1.0


def _resample(count: int, seed: int, resamples: int) -> Array:
    """How often each group is drawn in each resample."""
    # The old generator: numpy promises that its numbers stay the same.
    random = numpy.random.RandomState(seed % (1 << 32))
    drawn = (random.random_sample((resamples, count)) * count).astype(numpy.int64)
    drawn += numpy.arange(resamples)[:, None] * count
    return numpy.bincount(drawn.ravel(), minlength=resamples * count).reshape(resamples, count)


def _weighted_median(ordered: Array, weights: Array) -> Array:
    """Of each row of weights: the mean of the lower and the upper median."""
    sums = numpy.cumsum(weights, axis=1)
    total = sums[:, -1:]
    lower = numpy.argmax(2 * sums >= total, axis=1)
    upper = numpy.argmax(2 * sums > total, axis=1)
    return (ordered[lower] + ordered[upper]) / 2


def _acceleration(without: list[float]) -> float:
    """How skewed the influence of single groups is."""
    if not without:
        return 0.0
    middle = fsum(without) / len(without)
    cubes = fsum((middle - each) ** 3 for each in without)
    squares = fsum((middle - each) ** 2 for each in without)
    return cubes / (6 * squares**1.5) if squares > 0 else 0.0


def _adjusted(z: float, bias: float, acceleration: float) -> float:
    shifted = bias + z
    return NORMAL.cdf(bias + shifted / max(0.1, 1 - acceleration * shifted))


def _quantile(ordered: list[float], share: float) -> float:
    place = min(max(share * (len(ordered) + 1) - 1, 0.0), len(ordered) - 1.0)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])

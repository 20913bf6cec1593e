"""How even the seats are: an index without the bias of few games, its interval, and a test."""

from collections.abc import Callable, Sequence
from math import fsum
from typing import NamedTuple

from ludoteca.arena.rating import PRIOR_GROUPS
from ludoteca.lab.statistics import TAIL, chi_square_cdf

PULL = 4
Points = Sequence[float]
"""What each seat got of a game, 1 in all."""


class Balance(NamedTuple):
    """How even the seats are.

    The index is 1 for a fair game and 0 where one seat always wins: 1 less the squared distances of the seats' shares
    from the fair share, on the scale where one seat that always wins has 1. The variance of the shares, which makes
    few games seem uneven, is taken off, so that the index of a fair game is 1 on average and may be above 1.
    """

    value: float
    low: float
    high: float
    chi_square: float
    """Divided by how much more the groups vary than independent games: Rao and Scott's correction."""
    p_value: float
    shares: tuple[float, ...]


def balance(groups: Sequence[Sequence[Points]]) -> Balance | None:
    """The balance of games in groups; None if there are less than two groups."""
    groups = [group for group in groups if group]
    if len(groups) < 2:
        return None
    games, seats = sum(map(len, groups)), len(groups[0][0])
    shares = tuple(fsum(points[seat] for group in groups for points in group) / games for seat in range(seats))
    distances = [share - 1 / seats for share in shares]
    squares = fsum(each**2 for each in distances)
    covariance, unbiased = _covariances(groups, shares, games)
    scale = seats / (seats - 1)
    value = 1 - scale * (squares - fsum(unbiased[seat][seat] for seat in range(seats)))
    average = fsum(covariance[seat][seat] for seat in range(seats)) / (seats - 1)
    statistic = squares / average
    p_value = 1 - chi_square_cdf(statistic, seats - 1)
    # Along the line from the fair shares to these; in a fair game all directions vary alike.
    along = _along(distances, covariance, squares) if squares > 0 else average
    # As if a few even games had been seen besides: Agresti and Coull's remedy for shares near 0 and 1.
    squares *= (games / (games + PULL)) ** 2
    along += 2 * PULL / games * max(0.0, average - along)
    least, most = noncentrality(squares / along, seats - 1)
    return Balance(value, max(0.0, 1 - scale * most * along), 1 - scale * least * along, statistic, p_value, shares)


def _covariances(
    groups: Sequence[Sequence[Points]], shares: Points, games: int
) -> tuple[list[list[float]], list[list[float]]]:
    """Those of the shares: drawn a little to those of fair games, and without bias."""
    seats, count = len(shares), len(groups)
    residuals = [[fsum(points[seat] - shares[seat] for points in group) for seat in range(seats)] for group in groups]
    prior = PRIOR_GROUPS * games / count
    drawn, unbiased = [], []
    for first in range(seats):
        sums = [fsum(each[first] * each[second] for each in residuals) for second in range(seats)]
        fair = [((first == second) - 1 / seats) / seats for second in range(seats)]
        weight = count / (count + PRIOR_GROUPS) / games**2
        drawn.append([(each + prior * even) * weight for each, even in zip(sums, fair, strict=True)])
        unbiased.append([each * count / (count - 1) / games**2 for each in sums])
    return drawn, unbiased


def _along(distances: Sequence[float], covariance: Sequence[Sequence[float]], squares: float) -> float:
    seats = range(len(distances))
    return fsum(distances[a] * covariance[a][b] * distances[b] for a in seats for b in seats) / squares


def noncentrality(statistic: float, freedom: int) -> tuple[float, float]:
    """The 95 % interval of the noncentrality of a chi-square that was seen."""

    def at(wanted: float) -> float:
        return _root(lambda centre: chi_square_cdf(statistic, freedom, centre) - wanted, statistic)

    return at(1 - TAIL), at(TAIL)


def _root(falling: Callable[[float], float], scale: float) -> float:
    """Where a falling function is 0, from 0 up; 0 if it is below from the start."""
    if falling(0.0) <= 0:
        return 0.0
    low, high = 0.0, scale + 10.0
    while falling(high) > 0:
        low, high = high, 2 * high
    for _ in range(36):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2

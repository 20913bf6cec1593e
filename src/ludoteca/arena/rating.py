"""What results say about strength.

Games of one opening with the seats rotated are not independent, so that they count as one group: with two players a
pair, whose results of 0, 1/2, 1, 3/2 or 2 points are what is called pentanomial statistics.
"""

from collections.abc import Iterable
from math import erf, log, log10, sqrt
from typing import NamedTuple

from ludoteca.core.ruling import LudotecaError

MAX_ELO = 1200.0
PRIOR_GROUPS = 2.5
"""As if so many groups of even games had been seen before: the spread of a few equal results is not nothing."""
CAUTIOUS_GROUPS = 12
"""The same for tests that look after every group: a spread that is small by luck must not stop them."""
EVEN_VARIANCE = 0.25
"""Of one game that either side wins."""


class Tally(NamedTuple):
    """The shares of points that a player got in groups of games, summed up."""

    groups: int = 0
    total: float = 0.0
    squares: float = 0.0
    size: int = 2
    """How many games a group has."""

    def add(self, share: float) -> "Tally":
        """The tally with one group more."""
        return Tally(self.groups + 1, self.total + share, self.squares + share * share, self.size)

    @property
    def share(self) -> float:
        return self.total / self.groups if self.groups else 0.5

    @property
    def variance(self) -> float:
        """Of the share of one group, drawn a little towards that of even games."""
        return self.variance_with(PRIOR_GROUPS)

    def variance_with(self, prior: float) -> float:
        """Of the share of one group, as if so many groups of even games had been seen before."""
        spread = max(0.0, self.squares - self.total * self.share)
        return (spread + prior * EVEN_VARIANCE / self.size) / (self.groups + prior)

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return sqrt(self.variance / self.groups) if self.groups else 0.5

    @property
    def design_effect(self) -> float:
        """How much more the share varies than that of independent games that are won or lost."""
        alone = self.share * (1 - self.share) * self.groups + PRIOR_GROUPS * EVEN_VARIANCE
        return self.variance * self.size * (self.groups + PRIOR_GROUPS) / alone


def tally(shares: Iterable[float], size: int = 2) -> Tally:
    """The tally of groups that had these shares of the points."""
    found = Tally(size=size)
    for share in shares:
        found = found.add(share)
    return found


class Rating(NamedTuple):
    """Elo difference, with the half width of its 95 % interval, and the chance that it is above 0."""

    elo: float
    margin: float
    likelihood: float


def elo_of(share: float) -> float:
    """The difference in Elo at which this share of the points is expected."""
    if share <= 0.001:
        return -MAX_ELO
    if share >= 0.999:
        return MAX_ELO
    return -400 * log10(1 / share - 1)


def share_of(elo: float) -> float:
    """The share of the points that is expected at a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def rate(groups: Tally) -> Rating:
    """From the view of the player whose groups these are."""
    if groups.groups == 0:
        return Rating(0.0, MAX_ELO, 0.5)
    low, high = interval(groups)
    likelihood = 0.5 + 0.5 * erf((groups.share - 0.5) / groups.error / sqrt(2))
    return Rating(elo_of(groups.share), (elo_of(high) - elo_of(low)) / 2, likelihood)


def interval(groups: Tally) -> tuple[float, float]:
    """The 95 % interval of a share of points: Wilson's, for as many independent games as the groups are worth."""
    games = groups.groups * groups.size / groups.design_effect
    return wilson(groups.share * games, games)


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share of wins."""
    if games <= 0:
        return 0.0, 1.0
    z = 1.96
    share = wins / games
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / 4 / games / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def log_likelihood_ratio(groups: Tally, low: float, high: float) -> float:
    """How much more likely the results are if the difference is `high` Elo than if it is `low`.

    The usual approximation by a normal distribution of the share of points, of which groups are the independent draws.
    """
    first, second = share_of(low), share_of(high)
    variance = groups.variance_with(CAUTIOUS_GROUPS)
    return (second - first) * (2 * groups.share - first - second) * groups.groups / (2 * variance)


def check_sprt(low: float, high: float) -> None:
    """LudotecaError unless a sequential test can be of these two differences in Elo."""
    if not -MAX_ELO <= low < high <= MAX_ELO:
        raise LudotecaError(
            f"a test is of two differences in Elo from {-MAX_ELO:g} to {MAX_ELO:g}, the lower first, "
            f"not {low:g} and {high:g}"
        )


def sprt_bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """Below the first the test says `low`, above the second `high`."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)

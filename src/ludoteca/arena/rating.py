"""What results say about strength."""

from math import erf, log, log10, sqrt
from typing import NamedTuple

MAX_ELO = 1200.0


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


def rate(wins: int, draws: int, losses: int) -> Rating:
    """From the view of the player who won `wins` games."""
    games = wins + draws + losses
    if games == 0:
        return Rating(0.0, MAX_ELO, 0.5)
    share = (wins + draws / 2) / games
    spread = wins * (1 - share) ** 2 + draws * (0.5 - share) ** 2 + losses * share**2
    error = sqrt(spread / games / games)
    low, high = elo_of(max(0.0, share - 1.96 * error)), elo_of(min(1.0, share + 1.96 * error))
    decided = wins + losses
    likelihood = 0.5 if decided == 0 else 0.5 + 0.5 * erf((wins - losses) / sqrt(2 * decided))
    return Rating(elo_of(share), (high - low) / 2, likelihood)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins."""
    if games == 0:
        return 0.0, 1.0
    z = 1.96
    share = wins / games
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / 4 / games / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def log_likelihood_ratio(wins: int, draws: int, losses: int, low: float, high: float) -> float:
    """How much more likely the results are if the difference is `high` Elo than if it is `low`.

    The usual approximation by a normal distribution of the share of points.
    """
    games = wins + draws + losses
    if games == 0:
        return 0.0
    # Half a game of each kind keeps the spread from being nothing.
    wins_, draws_, losses_ = wins + 0.5, draws + 0.5, losses + 0.5
    total = wins_ + draws_ + losses_
    share = (wins_ + draws_ / 2) / total
    spread = (wins_ * (1 - share) ** 2 + draws_ * (0.5 - share) ** 2 + losses_ * share**2) / total
    first, second = (1 / (1 + 10 ** (-elo / 400)) for elo in (low, high))
    return (second - first) * (2 * share - first - second) * total / (2 * spread)


def sprt_bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """Below the first the test says `low`, above the second `high`."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)

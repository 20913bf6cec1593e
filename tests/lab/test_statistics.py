"""Intervals and tests, tried on simulated experiments whose truth is known."""

from math import comb, exp
from random import Random

import pytest

pytest.importorskip("numpy")

from ludoteca.lab.balance import balance, noncentrality
from ludoteca.lab.bootstrap import Bootstrap
from ludoteca.lab.statistics import (
    chi_square,
    chi_square_cdf,
    gamma_share,
    holm,
    p_of_difference,
    share,
    share_above,
    share_apart,
    share_below,
    student,
)

EXPERIMENTS = 500


def test_known_values_of_distributions():
    assert gamma_share(0.5, 0.5) == pytest.approx(0.6826894921370859)
    assert gamma_share(3, 2.5) == pytest.approx(0.4561868841166703)
    assert gamma_share(10, 30) == pytest.approx(0.9999928764)
    assert gamma_share(2, 0) == 0
    assert chi_square_cdf(3.841458820694124, 1) == pytest.approx(0.95)
    assert chi_square_cdf(7.814727903251179, 3) == pytest.approx(0.95)
    assert chi_square_cdf(50.0, 3) == pytest.approx(1)
    # Noncentral: a normal variable of mean 1.5, squared.
    assert chi_square_cdf(4.0, 1, 2.25) == pytest.approx(0.6914624612740131 - 0.0002326290790355)
    assert chi_square_cdf(900.0, 1, 25.0**2) == pytest.approx(0.9999997133)
    assert student(10) == pytest.approx(2.228, abs=0.002)
    assert student(4) == pytest.approx(2.776, abs=0.01)
    low, high = noncentrality(25.0, 1)
    assert low == pytest.approx((5 - 1.96) ** 2, rel=1e-3) and high == pytest.approx((5 + 1.96) ** 2, rel=1e-3)
    assert noncentrality(0.5, 3)[0] == 0


def test_distributions_agree_with_scipy():
    stats = pytest.importorskip("scipy.stats")
    for freedom in (1, 2, 3, 5, 11):
        for x in (0.01, 0.7, 3.0, 11.0, 60.0):
            assert chi_square_cdf(x, freedom) == pytest.approx(stats.chi2.cdf(x, freedom), abs=1e-12)
            assert chi_square_cdf(x, freedom, 7.5) == pytest.approx(stats.ncx2.cdf(x, freedom, 7.5), abs=1e-9)
    assert p_of_difference(2.0, 1.0, 12) == pytest.approx(2 * stats.t.sf(2, 11), rel=0.01)


def test_goodness_of_fit_of_counts():
    statistic, p_value = chi_square([30, 20, 25, 25], [25] * 4)
    assert statistic == pytest.approx(2.0)
    assert p_value == pytest.approx(0.5724067, abs=1e-6)


def test_holm_corrects_for_all_that_was_asked():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.6, 0.7]) == [1.0, 1.0]


def test_what_never_happened_is_bounded():
    never = share([(0, 1)] * 1000)
    assert never.value == never.low == 0
    assert never.high == pytest.approx(0.0038, abs=0.0001)
    assert share([]) is None


@pytest.mark.parametrize("games", [200, 1000])
def test_shares_of_independent_games_are_held(games):
    """Exactly, for shares of 5 to 95 %: the chance of each number of hits is known."""
    intervals = [share([(float(index < hits), 1) for index in range(games)]).interval for hits in range(games + 1)]
    for truth in (percent / 100 for percent in range(5, 96)):
        found = 0.0
        for hits, (low, high) in enumerate(intervals):
            if low <= truth <= high:
                found += comb(games, hits) * truth**hits * (1 - truth) ** (games - hits)
        assert 0.93 <= found <= 0.97, truth


@pytest.mark.parametrize(("truth", "spread"), [(0.05, 0.04), (0.15, 0.14), (0.5, 0.14), (0.85, 0.14), (0.95, 0.04)])
def test_shares_of_games_in_groups_are_held(truth, spread):
    """Openings decide much: single games would give an interval that is too narrow."""
    random = Random(2)
    found = naive = 0
    for _ in range(800):
        groups = [_clustered(random, truth, spread) for _ in range(60)]
        low, high = share(groups).interval
        found += low <= truth <= high
        low, high = share([(hits / trials, 1) for hits, trials in groups for _ in range(4)]).interval
        naive += low <= truth <= high
    assert 0.93 <= found / 800 <= 0.97
    assert naive < 0.9 * 800


def _clustered(random: Random, truth: float, spread: float) -> tuple[float, float]:
    chance = truth + random.choice((-spread, spread))
    return sum(random.random() < chance for _ in range(4)), 4


def test_a_fair_share_raises_no_alarm_and_a_planted_one_does():
    random = Random(3)
    alarms = found = 0
    for _ in range(EXPERIMENTS):
        fair = [(random.random() < 0.25, 1) for _ in range(300)]
        alarms += share_apart(fair, 0.25) < 0.05
        # A seat that wins 33 % where 25 % is fair is found in 300 games with a power of 0.87.
        found += share_apart([(random.random() < 0.33, 1) for _ in range(300)], 0.25) < 0.05
    assert alarms <= 0.07 * EXPERIMENTS
    assert found >= 0.82 * EXPERIMENTS
    assert share_above([(60, 100)], 0.5) < 0.05 < share_above([(60, 100)], 0.6)
    assert share_below([(40, 100)], 0.5) < 0.05


@pytest.mark.parametrize(
    "chances", [(0.25,) * 4, (0.31, 0.25, 0.22, 0.22), (0.7, 0.1, 0.1, 0.1), (0.5, 0.5), (0.9, 0.1)]
)
def test_balance_has_no_bias_and_its_interval_holds_the_truth(chances):
    random = Random(4)
    seats = len(chances)
    truth = 1 - seats / (seats - 1) * sum((chance - 1 / seats) ** 2 for chance in chances)
    for games, experiments in ((30, 400), (200, 400)):
        values, covered, alarms = [], 0, 0
        for _ in range(experiments):
            winners = random.choices(range(seats), chances, k=games)
            found = balance([[[float(seat == winner) for seat in range(seats)]] for winner in winners])
            values.append(found.value)
            covered += found.low - 1e-12 <= truth <= found.high + 1e-12
            alarms += found.p_value < 0.05
        assert sum(values) / experiments == pytest.approx(truth, abs=0.02)
        # Of a fair game the interval leaves out one end alone, and holds the truth in 97.5 %.
        if games >= 200:
            assert 0.93 <= covered / experiments <= 0.97 + 0.02 * (truth == 1)
        if truth == 1:
            assert alarms <= 0.07 * experiments


def test_balance_of_games_in_groups_raises_no_alarm():
    """Each opening favours some seat in all its games; the game itself is fair."""
    random = Random(5)
    alarms = 0
    for _ in range(EXPERIMENTS):
        groups = []
        for _ in range(50):
            weights = [1.0, 1.0, 4.0]
            random.shuffle(weights)
            winners = random.choices(range(3), weights, k=3)
            groups.append([[float(seat == winner) for seat in range(3)] for winner in winners])
        alarms += balance(groups).p_value < 0.05
    assert alarms <= 0.07 * EXPERIMENTS


def _held(openings: int, games: int, spread: float, experiments: int, resamples: int) -> tuple[float, float, float]:
    """How often intervals of a mean, a median and a ratio hold the truth; skewed lengths are alike in an opening."""
    random = Random(6)
    groups = [opening for opening in range(openings) for _ in range(games)]
    held = [0, 0, 0]
    for number in range(experiments):
        luck = [random.gauss(0, spread) for _ in range(openings)]
        lengths = [exp(luck[opening] + random.gauss(0, spread)) for opening in groups]
        tries = [random.randrange(1, 20) for _ in groups]
        hits = [sum(random.random() < 0.1 for _ in range(count)) for count in tries]
        bootstrap = Bootstrap(groups, number, resamples)
        for place, (estimate, truth) in enumerate(
            (
                (bootstrap.mean(lengths), exp(spread**2)),
                (bootstrap.median(lengths), 1.0),
                (bootstrap.ratio(hits, tries), 0.1),
            )
        ):
            held[place] += estimate.low <= truth <= estimate.high
    return held[0] / experiments, held[1] / experiments, held[2] / experiments


def test_means_medians_and_ratios_are_held():
    assert all(0.93 <= each <= 0.97 for each in _held(200, 1, 0.4, experiments=1000, resamples=400))


@pytest.mark.deep
def test_means_medians_and_ratios_of_games_in_groups_are_held():
    assert all(0.93 <= each <= 0.97 for each in _held(100, 2, 0.4, experiments=2000, resamples=400))


def test_a_null_change_raises_no_alarm_and_a_planted_one_is_found():
    random = Random(7)
    experiments = 200
    alarms = found = 0
    for number in range(experiments):
        bootstrap = Bootstrap([opening for opening in range(60) for _ in range(2)], seed=number, resamples=400)
        openings = [random.gauss(30, 6) for _ in range(60) for _ in range(2)]
        before = [each + random.gauss(0, 4) for each in openings]
        same = [each + random.gauss(0, 4) for each in openings]
        ones = [1.0] * 120
        null = bootstrap.difference(before, ones, same, ones)
        # Pairing takes the spread of the openings away: two moves more, in 30, are found with a power of 0.97.
        planted = bootstrap.difference(before, ones, [each + 2 for each in same], ones)
        alarms += p_of_difference(null.value, null.error, bootstrap.count) < 0.05
        found += p_of_difference(planted.value, planted.error, bootstrap.count) < 0.05
        assert planted.value - null.value == pytest.approx(2)
    assert alarms <= 0.08 * experiments
    assert found >= 0.9 * experiments


@pytest.mark.parametrize("openings", [60, 200])
def test_paired_differences_are_held(openings):
    """Of means and of ratios, in games of two to an opening that share its luck."""
    random, experiments = Random(8), 1000
    games = 2 * openings
    ones, held = [1.0] * games, [0, 0]
    for number in range(experiments):
        bootstrap = Bootstrap([opening for opening in range(openings) for _ in range(2)], number, resamples=400)
        luck = [each for each in (random.gauss(30, 6) for _ in range(openings)) for _ in range(2)]
        lengths = [[each + shift + random.gauss(0, 4) for each in luck] for shift in (0, 2)]
        chances = [each for each in (random.uniform(0.1, 0.5) for _ in range(openings)) for _ in range(2)]
        tries = [[float(random.randrange(5, 20)) for _ in range(games)] for _ in range(2)]
        hits = [_hits(random, chances, tries[0]), _hits(random, [chance + 0.1 for chance in chances], tries[1])]
        mean = bootstrap.difference(lengths[0], ones, lengths[1], ones)
        ratio = bootstrap.difference(hits[0], tries[0], hits[1], tries[1])
        held[0] += mean.low <= 2 <= mean.high
        held[1] += ratio.low <= 0.1 <= ratio.high
    assert all(0.93 <= each / experiments <= 0.97 for each in held)


def test_a_difference_in_one_game_alone_may_be_none():
    """Resamples without that game are equal by both rules, and rounding makes no difference of its own."""
    random = Random(3)
    before, ones = [random.uniform(0, 100) for _ in range(24)], [1.0] * 24
    found = Bootstrap(range(24)).difference(before, ones, [*before[:-1], before[-1] + 1000], ones)
    assert found.value > 0 and found.low == 0


def _hits(random: Random, chances: list[float], tries: list[float]) -> list[float]:
    return [
        float(sum(random.random() < chance for _ in range(int(count))))
        for chance, count in zip(chances, tries, strict=True)
    ]


def test_the_bootstrap_is_the_same_every_time():
    values = [1.5, 2.25, 7.0, 3.0, 4.0, 4.5]
    groups = [0, 0, 1, 1, 2, 2]
    assert Bootstrap(groups).mean(values) == Bootstrap(groups).mean(values)
    assert Bootstrap(groups).mean([2.0] * 6).interval == (2.0, 2.0)
    assert Bootstrap(groups).ratio(values, [0.0] * 6) is None
    assert Bootstrap([0]).mean([1.0]) is None
    assert Bootstrap(groups).median([1.0, 2.0, 3.0, 4.0, 5.0, 60.0]).value == 3.5

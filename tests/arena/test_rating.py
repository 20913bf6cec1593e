"""What results prove, tried on simulated matches."""

from random import Random

import pytest

from ludoteca.arena.rating import (
    Tally,
    elo_of,
    interval,
    log_likelihood_ratio,
    rate,
    share_of,
    sprt_bounds,
    tally,
    wilson,
)

BIAS = 0.35
"""How much an opening helps the side that has it: in a pair both players have it once."""


def test_elo_and_its_margin():
    assert elo_of(0.5) == pytest.approx(0)
    assert elo_of(0.75) == pytest.approx(190.8, abs=0.1)
    assert share_of(elo_of(0.3)) == pytest.approx(0.3)
    even = rate(tally([1.0] * 50 + [0.5] * 25 + [0.0] * 50))
    assert even.elo == pytest.approx(0)
    assert even.likelihood == pytest.approx(0.5)
    assert rate(tally([0.6] * 49 + [0.5])).likelihood > 0.99
    assert rate(Tally()).likelihood == 0.5
    assert rate(tally([1.0] * 10)).elo > 1000


def test_intervals_hold_the_share():
    low, high = wilson(50, 100)
    assert low == pytest.approx(0.404, abs=0.002)
    assert high == pytest.approx(0.596, abs=0.002)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert interval(tally([0.0] * 5, size=2)) == pytest.approx(wilson(0, 10))


def test_log_likelihood_ratio_has_the_sign_of_the_evidence():
    low, high = sprt_bounds()
    assert low == pytest.approx(-high)
    assert log_likelihood_ratio(tally([0.75] * 100), 0, 50) > high
    assert log_likelihood_ratio(tally([0.25] * 100), 0, 50) < low
    assert log_likelihood_ratio(Tally(), 0, 50) == 0
    assert abs(log_likelihood_ratio(tally([1.0, 1.0]), 0, 20)) < high


def test_openings_that_decide_games_do_not_widen_the_interval():
    random = Random(1)
    pairs = [_pair(random, 0.55, BIAS) for _ in range(500)]
    unpaired = tally([points for pair in pairs for points in pair], size=1)
    paired = tally([sum(pair) / 2 for pair in pairs])
    assert paired.share == pytest.approx(unpaired.share)
    assert rate(paired).margin < 0.85 * rate(unpaired).margin


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
@pytest.mark.parametrize("bias", [0.0, 0.1])
def test_the_interval_of_pairs_holds_the_truth_in_95_percent(share, bias):
    random = Random(2)
    held = 0
    for _ in range(600):
        low, high = interval(tally(sum(_pair(random, share, bias)) / 2 for _ in range(100)))
        held += low <= share <= high
    assert 0.93 * 600 <= held <= 0.97 * 600


@pytest.mark.parametrize("bias", [0.0, BIAS])
def test_a_sequential_test_is_wrong_in_one_of_twenty_at_the_most(bias):
    low, high = 0, 60
    random = Random(3)
    matches = 300
    false_alarms = sum(_verdict(random, share_of(low), bias, low, high) == "high" for _ in range(matches))
    missed = sum(_verdict(random, share_of(high), bias, low, high) == "low" for _ in range(matches))
    # Three standard errors of a share of 0.05 are 0.038.
    assert false_alarms <= 0.088 * matches
    assert missed <= 0.088 * matches


def test_pairs_decide_sooner_where_openings_decide_games():
    random = Random(4)
    paired = unpaired = 0
    for _ in range(100):
        results = [_pair(random, share_of(60), BIAS) for _ in range(1500)]
        paired += 2 * _length([sum(pair) / 2 for pair in results], 2)
        unpaired += _length([points for pair in results for points in pair], 1)
    assert paired < 0.8 * unpaired


def _pair(random: Random, share: float, bias: float) -> tuple[float, float]:
    """Two games of one opening, which helps one of its sides."""
    help_ = random.choice((-bias, bias))
    return float(random.random() < share + help_), float(random.random() < share - help_)


def _verdict(random: Random, share: float, bias: float, low: float, high: float) -> str:
    found, (least, most) = Tally(), sprt_bounds()
    while True:
        found = found.add(sum(_pair(random, share, bias)) / 2)
        ratio = log_likelihood_ratio(found, low, high)
        if not least < ratio < most:
            return "high" if ratio >= most else "low"


def _length(shares: list[float], size: int) -> int:
    found, (least, most) = Tally(size=size), sprt_bounds()
    for share in shares:
        found = found.add(share)
        if not least < log_likelihood_ratio(found, 0, 60) < most:
            break
    return found.groups

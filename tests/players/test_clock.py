"""How long to think when a clock is running."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.players.clock import HORIZON, MARGIN, Allotment, Pace, share

seconds = st.floats(-10, 100_000)


@given(seconds, seconds, st.integers(-5, 200), st.floats(0, 5))
def test_no_more_is_given_than_there_is(remaining, increment, moves_to_go, margin):
    soft, hard = share(remaining, increment, moves_to_go, margin)
    assert 0 <= soft <= hard <= max(0, remaining - margin)


@pytest.mark.parametrize("increment", [0, 0.1, 5])
@pytest.mark.parametrize("start", [1, 60, 3600])
def test_the_time_is_used_and_lasts(start, increment):
    """Sixty moves that each take what is usual leave time for sixty more, but not most of it."""
    remaining = start
    for _ in range(60):
        soft, hard = share(remaining, increment)
        remaining -= min(1.3 * soft, hard) + MARGIN / 4
        assert remaining > 0
        remaining += increment
    assert share(remaining, increment).hard > 0.001 * start
    assert remaining < 0.6 * start + 20 * increment


def test_an_increment_is_used():
    assert share(60, 2).soft > share(60, 0).soft + 1
    assert share(0.1, 10).hard < 0.1
    assert share(60, 5).soft > 3


def test_what_is_left_before_the_next_control_is_used():
    assert share(10, 0, 1).hard == 10 - MARGIN
    assert share(10, 0, 1).soft > 6
    assert share(10, 0, 5).soft > share(10, 0, 20).soft > share(10).soft
    assert share(10, 0, 10_000) == share(10, 0, HORIZON) == share(10)


def test_sudden_death_with_little_time_left():
    assert share(MARGIN) == share(0) == share(-5) == Allotment(0, 0)
    assert 0 < share(0.1).hard < 0.02
    assert share(1.0).soft < 0.7 / HORIZON


def test_thinking_goes_on_while_the_best_move_changes():
    pace = Pace(Allotment(1.0, 4.0))
    assert not pace.is_enough(1.2, best=1)
    assert not pace.is_enough(1.3, best=2)
    assert pace.is_enough(1.4, best=2)
    assert Pace(Allotment(1.0, 1.1)).is_enough(1.2, best=1)


def test_thinking_ends_sooner_when_the_best_move_stays():
    pace = Pace(Allotment(1.0, 4.0))
    assert [pace.is_enough(0.8, best=1) for _ in range(6)] == [False] * 4 + [True] * 2


def test_a_fixed_time_is_used_up_however_sure_the_move_is():
    pace = Pace(Allotment(1.0, 1.0))
    assert not any(pace.is_enough(0.95, best=1) for _ in range(10))
    assert pace.is_enough(1.0, best=1)

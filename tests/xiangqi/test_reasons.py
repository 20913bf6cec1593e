"""X3.6: what the reason of a judged repetition names."""

import pytest

from tests.xiangqi.cycles import (
    BOTH_CHASE,
    BOTH_CHECK,
    CANNON_CHASES_PROTECTED_CART,
    CART_CHASES_CANNON,
    CART_FOLLOWS_PROTECTED_CANNON,
    HORSE_AND_CANNON_CHASE,
    HORSE_CHASES_PROTECTED_CART,
    PERPETUAL_CHECK,
    verdict,
)


def test_x3_6_the_reason_names_the_checks_and_the_cycle():
    reason = verdict(*PERPETUAL_CHECK).reason
    assert "f2e2 e10f10 e2f2 f10e10" in reason
    assert "Red" in reason
    assert "check" in reason
    assert "cart" in reason


@pytest.mark.parametrize(
    ("line", "hunters", "prey"),
    [
        (CART_CHASES_CANNON, ["cart"], "cannon"),
        (CANNON_CHASES_PROTECTED_CART, ["cannon"], "cart"),
        (HORSE_CHASES_PROTECTED_CART, ["horse"], "cart"),
        (HORSE_AND_CANNON_CHASE, ["horse", "cannon"], "cart"),
    ],
)
def test_x3_6_the_reason_names_the_chasing_and_the_chased_piece(line, hunters, prey):
    picture, moves = line
    reason = verdict(picture, moves).reason
    assert moves in reason
    assert f"Red chased the {prey}" in reason
    for hunter in hunters:
        assert f"by the {hunter}" in reason


def test_x3_6_the_reason_of_a_quiet_draw_names_the_cycle():
    picture, moves = CART_FOLLOWS_PROTECTED_CANNON
    assert moves in verdict(picture, moves).reason


def test_x3_6_the_reason_of_a_draw_by_checks_says_who_checked_with_what():
    picture, moves = BOTH_CHECK
    reason = verdict(picture, moves).reason
    assert moves in reason
    for word in ("Red", "Black", "cart", "cannon"):
        assert word in reason


def test_x3_6_the_reason_of_a_draw_by_chases_says_who_chased_what():
    picture, moves = BOTH_CHASE
    reason = verdict(picture, moves).reason
    assert moves in reason
    for word in ("Red", "Black", "cart", "horse", "cannon"):
        assert word in reason

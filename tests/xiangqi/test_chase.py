"""X3.2: what is a chase, and what is not."""

import pytest

from tests.xiangqi.cycles import (
    BOTH_CHASE,
    BOTH_CHECK,
    CANNON_CHASES_PROTECTED_CART,
    CART_CHASES_CANNON,
    CART_FOLLOWS_PROTECTED_CANNON,
    CHECK_AGAINST_CHASE,
    HORSE_AND_CANNON_CHASE,
    HORSE_CHASES_PROTECTED_CART,
    PERPETUAL_CHECK,
    verdict,
)
from tests.xiangqi.drawing import turned, turned_moves


def test_x3_2_chasing_an_unprotected_piece_loses():
    outcome = verdict(*CART_CHASES_CANNON)
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (1, (-1, 1), "X3.2")


def test_x3_2_following_a_protected_piece_is_no_chase():
    outcome = verdict(*CART_FOLLOWS_PROTECTED_CANNON)
    assert (outcome.winner, outcome.clause) == (None, "X3.3")


def test_x3_2_one_idle_move_in_the_cycle_is_no_chase():
    picture, _ = CART_CHASES_CANNON
    outcome = verdict(picture, "a7a8 i8i7 a8a9 i7i6 a9a7 i6i8")
    assert (outcome.winner, outcome.clause) == (None, "X3.3")


PROTECTED_BY_A_CART = """
    . . . . k r . . .
    . . . . . . . . .
    . . . . . c . . .
    R . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
"""


PROTECTED_BY_A_PINNED_CART = """
    . . . . k r . . R
    . . . . . . . . .
    . . . . . c . . .
    R . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
"""


def test_x3_2_a_pinned_protector_does_not_protect():
    moves = "a7a8 f8f7 a8a7 f7f8"
    free = verdict(PROTECTED_BY_A_CART, moves)
    assert (free.winner, free.clause) == (None, "X3.3")
    pinned = verdict(PROTECTED_BY_A_PINNED_CART, moves)
    assert (pinned.winner, pinned.clause) == (1, "X3.2")


PROTECTED_BY_THE_GENERAL = """
    . . . . . . . . .
    . . . k . . . . .
    . . . . . . . . R
    . . . c . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
"""


THE_OTHER_GENERAL_LOOKS_ON = """
    . . . . . . . . .
    . . . k . . . . .
    . . . . . . . . R
    . . . c . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
"""


def test_x3_2_a_general_that_may_not_recapture_does_not_protect():
    moves = "i8i7 d7d8 i7i8 d8d7"
    free = verdict(PROTECTED_BY_THE_GENERAL, moves)
    assert (free.winner, free.clause) == (None, "X3.3")
    faced = verdict(THE_OTHER_GENERAL_LOOKS_ON, moves)
    assert (faced.winner, faced.clause) == (1, "X3.2")


def test_x3_2_a_cart_attacked_by_a_cannon_is_chased_though_protected():
    outcome = verdict(*CANNON_CHASES_PROTECTED_CART)
    assert (outcome.winner, outcome.clause) == (1, "X3.2")


def test_x3_2_a_cannon_leaping_at_a_protected_horse_is_no_chase():
    outcome = verdict(
        """
        . . . . k . r . r
        . . . . . . . . .
        . . . . . . . . .
        . . p . . . . . n
        C . . . p . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        "a6a7 i7g6 a7a6 g6i7",
    )
    assert (outcome.winner, outcome.clause) == (None, "X3.3")


def test_x3_2_a_cannon_leaping_at_an_unprotected_horse_chases_it():
    outcome = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . p . . . . . n
        C . . . p . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        "a6a7 i7g6 a7a6 g6i7",
    )
    assert (outcome.winner, outcome.clause) == (1, "X3.2")


def test_x3_2_a_cart_attacked_by_a_horse_is_chased_though_protected():
    outcome = verdict(*HORSE_CHASES_PROTECTED_CART)
    assert (outcome.winner, outcome.clause) == (1, "X3.2")


def test_x3_2_a_horse_springing_at_a_protected_cannon_is_no_chase():
    outcome = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        r . . . . . c . .
        . . . . . . . . .
        . . . . . . N . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        "g4e5 g6h6 e5g4 h6g6",
    )
    assert (outcome.winner, outcome.clause) == (None, "X3.3")


def test_x3_2_a_pawn_attacks_without_chasing():
    outcome = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . c . . . . . .
        . . . P . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . K . . .
        """,
        "d6c6 c7d7 c6d6 d7c7",
    )
    assert (outcome.winner, outcome.clause) == (None, "X3.3")


def test_x3_2_a_general_attacks_without_chasing():
    outcome = verdict(
        """
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . c . . . . .
        . . . . K . . . .
        """,
        "e1d1 d2e2 d1e1 e2d2",
    )
    assert (outcome.winner, outcome.clause) == (None, "X3.3")


def test_x3_2_two_pieces_may_chase_one_between_them():
    outcome = verdict(*HORSE_AND_CANNON_CHASE)
    assert (outcome.winner, outcome.clause) == (1, "X3.2")


def test_x3_2_a_pawn_that_has_not_crossed_is_never_chased():
    outcome = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        C . N . . . p . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        "c7e6 e10f10 e6c7 f10e10",
    )
    assert (outcome.winner, outcome.clause) == (None, "X3.3")


def test_x3_2_a_pawn_across_the_river_is_chased_like_another_piece():
    outcome = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        C . N . . . p . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        "c5e4 e10f10 e4c5 f10e10",
    )
    assert (outcome.winner, outcome.clause) == (1, "X3.2")


def test_x3_2_cart_against_cart_is_an_exchange():
    outcome = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . r
        R . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        "a7a8 i8i7 a8a7 i7i8",
    )
    assert (outcome.winner, outcome.clause) == (None, "X3.3")


def test_x3_2_horse_against_horse_is_an_exchange_unless_one_is_hobbled():
    moves = "f3e5 g6h4 e5f3 h4g6"
    answered = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . n . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . N . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        moves,
    )
    assert (answered.winner, answered.clause) == (None, "X3.3")
    hobbled = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . P n . .
        . . . . . . . . .
        . . . . . . P . .
        . . . . . N . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        moves,
    )
    assert (hobbled.winner, hobbled.clause) == (1, "X3.2")


def test_x3_2_attacking_several_pieces_by_turns_is_no_chase():
    outcome = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . c
        . . . . . . . . .
        R . . . . . . . n
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        "a6a8 e10f10 a8a6 f10e10",
    )
    assert (outcome.winner, outcome.clause) == (None, "X3.3")


def test_x3_2_both_sides_chasing_is_a_draw():
    outcome = verdict(*BOTH_CHASE)
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.3")


@pytest.mark.parametrize(
    "line",
    [
        PERPETUAL_CHECK,
        CART_CHASES_CANNON,
        CART_FOLLOWS_PROTECTED_CANNON,
        CANNON_CHASES_PROTECTED_CART,
        HORSE_CHASES_PROTECTED_CART,
        HORSE_AND_CANNON_CHASE,
        BOTH_CHASE,
        BOTH_CHECK,
        CHECK_AGAINST_CHASE,
    ],
)
def test_x3_2_the_same_holds_with_the_sides_exchanged(line):
    picture, moves = line
    outcome = verdict(picture, moves)
    other = verdict(turned(picture), turned_moves(moves), "b")
    assert other.payoffs == outcome.payoffs[::-1]
    assert other.clause == outcome.clause

"""X3: repetition, checks and chases, and the other ends of a game."""

import pytest

from tests.xiangqi.drawing import GAME, draw, play, turned, turned_moves

# Red's cart checks the general from the file that the general has just entered.
PERPETUAL_CHECK = (
    """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . R . . .
    . . . K . . . . .
    """,
    "f2e2 e10f10 e2f2 f10e10",
)

# Red's cart follows a cannon that nothing protects.
CART_CHASES_CANNON = (
    """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . c
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

# The same, but a cart on i10 stands behind the cannon.
CART_FOLLOWS_PROTECTED_CANNON = (
    """
    . . . . k . . . r
    . . . . . . . . .
    . . . . . . . . c
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

# Red's cannon leaps at a cart that the cart on i10 protects.
CANNON_CHASES_PROTECTED_CART = (
    """
    . . . . k . . . r
    . . . . . . . . .
    . . . . . . . . .
    . . p . . . . . r
    C . . . p . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
    """,
    "a6a7 i7i6 a7a6 i6i7",
)

# Red's horse springs at a cart that the cart on a6 protects.
HORSE_CHASES_PROTECTED_CART = (
    """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    r . . . . . r . .
    . . . . . . . . .
    . . . . . . N . .
    . . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
    """,
    "g4e5 g6h6 e5g4 h6g6",
)

# Either move of the horse on c7 attacks the piece on g7: from e6 itself, from c7 as the cannon's screen.
HORSE_AND_CANNON_CHASE = (
    """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . .
    C . N . . . r . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
    """,
    "c7e6 e10f10 e6c7 f10e10",
)

# Each side's horse and cannon attack the other's cart in this way.
BOTH_CHASE = (
    """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . .
    C . N . . . r . .
    . . . . . . . . .
    . . . . . . . . .
    c . n . . . R . .
    . . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
    """,
    "c7e6 c4e5 e6c7 e5c4",
)

# Red's cannon opens and closes the file of its cart; Black's cart does the same for its cannon.
BOTH_CHECK = (
    """
    . . . . . . . . .
    . . . . c . . . .
    . . . . . k . . .
    . . . . . r . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . C . . . .
    . . . . . . . . .
    . . . . K . . . .
    . . . . . R . . .
    """,
    "e4f4 f7e7 f4e4 e7f7",
)

# Red's cart checks along ranks 9 and 10; each flight clears the rank on which a cannon aims at the cart.
CHECK_AGAINST_CHASE = (
    """
    . . . . k . . P c
    R . . . . . . P c
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
    """,
    "a9a10 e10e9 a10a9 e9e10",
)


def test_x3_1_a_position_seen_twice_goes_on():
    picture, moves = PERPETUAL_CHECK
    position = play(draw(picture), moves)
    assert position.outcome() is None
    assert position.legal_moves()


def test_x3_1_perpetual_check_loses_on_the_third_occurrence():
    outcome = verdict(*PERPETUAL_CHECK)
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (1, (-1, 1), "X3.1")


def test_x3_1_the_game_is_over_and_undo_reopens_it():
    picture, moves = PERPETUAL_CHECK
    position = play(draw(picture), f"{moves} {moves}")
    assert position.legal_moves() == []
    position.undo()
    assert position.outcome() is None
    assert "f10e10" in {position.move_text(move) for move in position.legal_moves()}


def test_x3_1_the_moves_before_the_first_occurrence_do_not_count():
    picture, moves = PERPETUAL_CHECK
    quiet_start = """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . R . . .
        . . . K . . . . .
        . . . . . . . . .
    """
    position = play(draw(quiet_start), "d2d1 e10e9 f3f2 e9e10")
    assert position.outcome() is None
    assert str(position).split()[0] == str(draw(picture)).split()[0]
    outcome = play(position, f"{moves} {moves}").outcome()
    assert (outcome.winner, outcome.clause) == (1, "X3.1")


def test_x3_1_one_quiet_move_in_the_cycle_is_no_perpetual_check():
    outcome = verdict(
        """
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        R . . . . . . . .
        . . . K . . . . .
        """,
        "a2e2 e10f10 e2a2 f10e10",
    )
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.3")


def test_x3_1_a_pawn_may_not_check_for_ever_either():
    outcome = verdict(
        """
        . . . k . . . . .
        . . . . P . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . K . . .
        """,
        "e9d9 d10e10 d9e9 e10d10",
    )
    assert (outcome.winner, outcome.clause) == (1, "X3.1")


def test_x3_1_both_sides_checking_is_a_draw():
    outcome = verdict(*BOTH_CHECK)
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.1")


def test_x3_1_the_side_to_move_is_part_of_the_position():
    position = draw("""
        . . . . k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        R . . K . . . . .
    """)
    # Three moves bring the cart home and two the general: the same pieces stand with either side to move.
    circle = "a1b1 e10f10 b1c1 f10e10 c1a1 e10f10 a1b1 f10e10 b1c1 e10f10 c1a1 f10e10 "
    for text in (2 * circle).split():
        assert position.outcome() is None
        position.push_text(text)
    assert position.outcome().clause == "X3.3"


def test_x3_1_a_parsed_position_begins_a_new_history():
    picture, moves = PERPETUAL_CHECK
    position = play(draw(picture), moves)
    again = GAME.parse(str(position))
    assert play(position, moves).outcome() is not None
    assert play(again, moves).outcome() is None
    assert play(again, moves).outcome() is not None


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


def test_x3_3_a_repetition_without_check_or_chase_is_a_draw():
    position = GAME.start()
    cycle = "b1c3 b10c8 c3b1 c8b10"
    play(position, cycle)
    assert position.outcome() is None
    play(position, cycle)
    outcome = position.outcome()
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.3")


def test_x3_3_check_outranks_chase():
    outcome = verdict(*CHECK_AGAINST_CHASE)
    assert (outcome.winner, outcome.payoffs) == (1, (-1, 1))
    assert outcome.clause in {"X3.1", "X3.3"}


def test_x3_3_without_the_checks_the_same_chase_loses():
    outcome = verdict(
        """
        . . . . r . . P c
        R . . . . . . P c
        . . . . . k . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . K . . . . .
        """,
        "a9a10 e10e9 a10a9 e9e10",
    )
    assert (outcome.winner, outcome.clause) == (0, "X3.2")


def test_x3_4_sixty_moves_each_without_a_capture_draw():
    position = draw("""
        . . b . k . . . .
        . . . . a . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . K . . . R
    """)
    # The cart walks to and fro over the board, so that no position comes twice.
    walk = ["i1"]
    for rank in range(2, 9):
        files = "ihgfedcba" if rank % 2 == 0 else "abcdefghi"
        walk += [f"{file}{rank}" for file in files]
    for turn in range(60):
        assert position.outcome() is None
        position.push_text(walk[turn] + walk[turn + 1])
        assert position.outcome() is None
        position.push_text("c10a8" if turn % 2 == 0 else "a8c10")
    outcome = position.outcome()
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.4")
    assert position.legal_moves() == []
    position.undo()
    assert position.outcome() is None


LONG_QUIET = """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    n . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    R . . . . . . . .
    . . . . . . . . .
    . . . K . . . . .
"""


def test_x3_4_the_count_is_read_with_the_position():
    position = draw(LONG_QUIET, quiet=118)
    position.push_text("a3b3")
    assert position.outcome() is None
    position.push_text("e10e9")
    assert position.outcome().clause == "X3.4"


def test_x3_4_a_capture_begins_the_count_anew():
    position = draw(LONG_QUIET, quiet=119)
    position.push_text("a3a6")
    assert position.outcome() is None
    assert str(position).split()[4] == "0"
    position.push_text("e10e9")
    assert position.outcome() is None
    assert str(position).split()[4] == "1"


def test_x3_5_without_a_piece_that_can_cross_the_river_the_game_is_drawn():
    position = draw("""
        . . b a k . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . p . . . . .
        . . B K . A . . .
    """)
    assert position.outcome() is None
    position.push_text("d1d2")
    outcome = position.outcome()
    assert (outcome.winner, outcome.payoffs, outcome.clause) == (None, (0, 0), "X3.5")
    assert position.legal_moves() == []
    position.undo()
    assert position.outcome() is None


@pytest.mark.parametrize("crosser", ["R", "N", "C", "P", "r", "n", "c", "p"])
def test_x3_5_a_single_piece_that_can_cross_keeps_the_game_open(crosser):
    picture = """
        . . . . k . . . .
        . . . . a . . . .
        . . . . . . . . .
        . . . . . . . . .
        x . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . A . . . .
        . . . . K . . . .
    """
    assert draw(picture.replace("x", ".")).outcome().clause == "X3.5"
    position = draw(picture.replace("x", crosser))
    assert position.outcome() is None
    assert position.legal_moves()


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


def verdict(picture, moves, side="w"):
    """The outcome once the cycle has brought its first position for the third time, and not before."""
    position = draw(picture, side)
    for text in 2 * moves.split():
        assert position.outcome() is None
        position.push_text(text)
    assert position.outcome() is not None
    return position.outcome()

"""Cycles of moves, each with the position that it begins from and comes back to."""

from ludoteca import Outcome
from tests.xiangqi.drawing import draw

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


def verdict(picture: str, moves: str, side: str = "w") -> Outcome:
    """The outcome once the cycle has brought its first position for the third time, and not before."""
    position = draw(picture, side)
    for text in 2 * moves.split():
        assert position.outcome() is None
        position.push_text(text)
    outcome: Outcome | None = position.outcome()
    assert outcome is not None
    return outcome

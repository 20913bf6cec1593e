"""Names of sides and pieces that can be told in other languages: Chinese has two names for most kinds, one a side."""

from ludoteca.core.message import Message, in_context

SIDES = (Message("Red"), Message("Black"))
PIECES = (
    in_context("Red", "general"),
    in_context("Red", "guard"),
    in_context("Red", "elephant"),
    in_context("Red", "horse"),
    in_context("Red", "cart"),
    in_context("Red", "cannon"),
    in_context("Red", "pawn"),
    in_context("Black", "general"),
    in_context("Black", "guard"),
    in_context("Black", "elephant"),
    in_context("Black", "horse"),
    in_context("Black", "cart"),
    in_context("Black", "cannon"),
    in_context("Black", "pawn"),
)
"""By the number of a piece: the side times KINDS, plus the kind."""


def coloured(piece: int) -> Message:
    """As `red cart`."""
    kind = PIECES[piece]
    return Message("red {kind}", kind=kind) if piece < len(PIECES) // 2 else Message("black {kind}", kind=kind)

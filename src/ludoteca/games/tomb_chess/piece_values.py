"""What units are worth to the machine, in hundredths of a pawn; no rule depends on it."""

from ludoteca.games.tomb_chess import board, layout

VALUE = (100, 300, 320, 400, 520, 260, 850, 0)
"""By kind, with the first range of the kind."""
RANGE_VALUE = (40, 0, 12, 18, 14, 0, 26, 0)
"""What each square of range is worth: for pawns above 1, for others below 12, where it is missing."""
MAX_PAWN_RANGE = 5
"""Longer ranges of pawns are not worth more."""
PAWN_COUNT_VALUE = (-20000, 0, 250, 420, 540, 630, 700, 750, 790, 820, 840, 855, 865)
"""T16.3: what so many pawns are worth besides, for without them all is lost."""
CENTRALITY_VALUE = (2, 6, 4, 2, 4, 3, 3, -6)
"""What each step to the middle is worth, by kind."""
KING_VALUE = 20000
"""A dead king; no other score comes near."""


def centrality(cell: int) -> int:
    """How near a cell is to the middle of the board, from 0 at the edge to 5."""
    file, rank = layout.file_of(cell) - 2, layout.row_of(cell) - 2
    return max(0, min(file, board.FILES - 1 - file, rank, board.RANKS - 1 - rank))

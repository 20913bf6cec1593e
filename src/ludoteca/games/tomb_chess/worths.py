"""What units are worth to the machine's opinions, in hundredths of a pawn; no rule depends on it."""

WORTH = (100, 300, 320, 400, 520, 260, 850, 0)
"""By kind, with the first range of the kind."""
RANGE_WORTH = (40, 0, 12, 18, 14, 0, 26, 0)
"""What each square of range is worth: for pawns above 1, for others below 12, where it is missing."""
MOST_PAWN_RANGE = 5
"""Longer ranges of pawns are not worth more."""
LIVES = (-20000, 0, 250, 420, 540, 630, 700, 750, 790, 820, 840, 855, 865)
"""T16.3: what so many pawns are worth besides, for without them all is lost."""
KING_WORTH = 20000
"""A dead king; no other opinion comes near."""

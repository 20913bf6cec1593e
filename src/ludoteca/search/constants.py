"""Numbers that the searches share."""

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
"""Kinds of score in the table."""
NO_MOVE = 0xFFFFFFFFFFFFFFFF
WIN = 30_000
"""The score of a won game; a win that is n plies away scores n less."""
SURE = 29_000
"""Scores above this, or below its opposite, are wins and losses that the search has seen to the end."""
INFINITE = 32_000
MOST_PLIES = 120
"""How far a search looks ahead at the most."""
MOST_SEATS = 8

"""Scores, and how far searches look. Not compiled: compiled code takes these from the `.pxd`."""

EXACT, LOWER_BOUND, UPPER_BOUND = 1, 2, 3
"""What a score in the table is."""
WIN = 30_000
"""The score of a won game; a win that is n plies away scores n less."""
PROVEN = 29_000
"""Scores above this, or below its opposite, are wins and losses that the search has seen to the end."""
INFINITE = 32_000
MAX_PLIES = 120
"""How far a search looks ahead at the most."""
MAX_SEATS = 8

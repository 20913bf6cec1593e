"""Numbers that games and searches share. Not compiled: compiled code takes them from the `.pxd`."""

NO_MOVE = 0xFFFFFFFFFFFFFFFF
SCORE_BIAS = 1 << 30
"""Added to the scores of moves, because an IntStack holds no negative numbers."""

NO_REPETITION, REPETITION_DRAWS, REPETITION_WINS, REPETITION_LOSES = range(4)
"""What the return of a position means to the seat to move."""

"""Tables that compiled code looks up: the board, the kinds of units, what they are worth, hash keys.

Plain code finds the same in `board` and `piece_values`.
"""

from ludoteca.games.tomb_chess import board, layout, piece_values

CELL = board.CELL
SQUARE = board.SQUARE
QUADRANT = board.QUADRANT
LAST_RANK = board.LAST_RANK
DELTA = board.DELTA
LEAP = board.LEAP
UNDER = board.UNDER
AROUND = sorted(board.DELTA)
"""The steps to the eight squares around one, in square order: a1, b1 … l12."""

FIRST_RANGE = board.FIRST_RANGE
IS_RANGED = [kind in board.RANGED for kind in range(board.KINDS)]
PROMOTIONS = board.PROMOTIONS
MOVEMENT_PER_RANGE = [
    layout.movement(0, 0, 1),
    0,
    layout.movement(0, 1, 0),
    layout.movement(1, 0, 0),
    layout.movement(0, 1, 0),
    0,
    layout.movement(1, 1, 0),
    0,
]
"""T2.1: what a kind's range is multiplied by, and what is added, to give its movement."""
FIXED_MOVEMENT = [
    0,
    layout.KNIGHT_LEAP,
    0,
    0,
    layout.KNIGHT_LEAP,
    layout.KNIGHT_LEAP,
    layout.KNIGHT_LEAP,
    layout.movement(0, 0, 1),
]

VALUE = piece_values.VALUE
RANGE_VALUE = piece_values.RANGE_VALUE
MAX_PAWN_RANGE_VALUED = piece_values.MAX_PAWN_RANGE
PAWN_COUNT_VALUE = piece_values.PAWN_COUNT_VALUE
CENTRALITY = [piece_values.centrality(cell) for cell in range(board.CELLS)]
CENTRALITY_VALUE = piece_values.CENTRALITY_VALUE
KING_VALUE = piece_values.KING_VALUE

UNIT_KEYS = board.UNIT_KEYS
RANGE_KEYS = board.RANGE_KEYS
LONG_RANGE_KEYS = board.LONG_RANGE_KEYS
STATE_KEYS = board.STATE_KEYS
WALL_KEYS = board.WALL_KEYS
GRAVE_KEYS = board.GRAVE_KEYS
OPEN_KEYS = board.OPEN_KEYS
SIDE_KEY = board.SIDE_KEY

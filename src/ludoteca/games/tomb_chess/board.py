"""The board of Tomb Chess: 144 squares, their ways and leaps, the kinds of units, and how a move is one number.

Inside, a square is a `cell` of a board of 16 by 16 that has two rows of edge on every side, so that no way and no leap
leaves it. Outside (notation, rulings, drawings) it is a number from 0, a1, to 143, l12.
"""

from random import Random

from ludoteca.core.geometry import rectangle

FILES = RANKS = 12
SQUARES = FILES * RANKS
SOUTH, NORTH = 0, 1
SIDE_NAMES = ("South", "North")
SIDE_LETTERS = "SN"

PAWN, KNIGHT, BISHOP, ROOK, DRAGON, JESTER, QUEEN, KING = range(8)
KINDS = 8
KIND_NAMES = ("pawn", "knight", "bishop", "rook", "dragon", "jester", "queen", "king")
LETTERS = "PNBRDJQKpnbrdjqk"
"""The letter of each code: a kind, plus 8 for North."""
PROMOTIONS = (KNIGHT, BISHOP, ROOK, QUEEN, DRAGON, JESTER)
"""T15.2: what a pawn may become on its last rank."""

FIRST_RANGE = (1, 3, 12, 12, 12, 3, 12, 1)
"""T2.3, T6.4: the range of a new unit, by kind; a leap counts 3."""
RANGED = (BISHOP, ROOK, DRAGON, QUEEN)
"""T6.1: the kinds whose line range shrinks with captures."""
LEAST_RANGE = 2
MOST_PAWN_RANGE = 99
"""T6.4 has no limit; no line is longer than 11 squares, and counting stops here."""
SET = (12, 2, 2, 2, 2, 2, 1, 1)
"""T1.2: how many units of each kind a side starts with."""
UNITS_OF_A_SIDE = sum(SET)

START = "rnbdjqkjdbnr/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNBDJQKJDBNR S - - - - 1"

GEOMETRY = rectangle(
    FILES,
    RANKS,
    {
        name: frozenset(rank * FILES + file for rank in range(low, low + 6) for file in range(left, left + 6))
        for name, left, low in (("a1-f6", 0, 0), ("g1-l6", 6, 0), ("a7-f12", 0, 6), ("g7-l12", 6, 6))
    },
)
"""T1.4: the regions are the quadrants."""

# Cells

CELLS = 256
WIDTH = 16
CELL = [(square // FILES + 2) * WIDTH + square % FILES + 2 for square in range(SQUARES)]
SQUARE = [0] * CELLS
QUADRANT = [0] * CELLS
LAST_RANK = [0] * CELLS
"""1 on South's last rank, 2 on North's: bit `side` is set where that side's pawns promote (T15.2)."""
for _square, _cell in enumerate(CELL):
    SQUARE[_cell] = _square
    QUADRANT[_cell] = (_square % FILES >= 6) + 2 * (_square // FILES >= 6)
    LAST_RANK[_cell] = 1 * (_square // FILES == RANKS - 1) + 2 * (_square // FILES == 0)

WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight ways, clockwise from north: even ones are straight, odd ones diagonal; two more is a turn to the right."""
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
DELTA = [y * WIDTH + x for x, y in WAYS]
LEAP = [y * WIDTH + x for x, y in LEAPS]


def under(leap: tuple[int, int]) -> list[tuple[int, int]]:
    """T3.2: the squares of the two paths of a leap, first two straight and one aside, then the other way round."""
    x, y = leap
    straight = (x // 2, 0) if abs(x) == 2 else (0, y // 2)
    aside = (0, y) if abs(x) == 2 else (x, 0)
    return [
        straight,
        (2 * straight[0], 2 * straight[1]),
        aside,
        (aside[0] + straight[0], aside[1] + straight[1]),
    ]


UNDER = [y * WIDTH + x for leap in LEAPS for x, y in under(leap)]
"""Four for each leap: the first path, then the second."""

# What a cell holds: 0, or a unit as its code and UNIT, its range from bit 5, and its states

EDGE = 1
"""Stands on the cells beyond the board."""
UNIT = 16
RANGE_SHIFT = 5
RESTING = 1 << 12
PARALYSIS_SHIFT = 13
PARALYSED = 3 << PARALYSIS_SHIFT
PUSHED = 1 << 15
JUST_PUSHED = 1 << 16
STATES = RESTING | PARALYSED | PUSHED

BLOCKED = 4
"""T3.4: what the walls hold on the square where the turn began; below it are the turns that a real wall stands."""


def new_unit(code: int, length: int = 0) -> int:
    """A unit without states, of its kind's first range unless told."""
    return UNIT | code | (length or FIRST_RANGE[code & 7]) << RANGE_SHIFT


# A move is one number: its form in bits 0 to 3, mind control in bit 4, what pawns become in bits 5 to 7, the first
# cell in bits 8 to 15, and then by form:
#   LEGS       target 16-23, push 24, second target 25-32 (0: none), push 33, square captured under a leap 34-36
#   BOUNCE     first way 16-18, bounces 19-22, a bit each for those to the right 23-33, number of the one that changes
#              the movement 34-37 (0: none), to what 38-41 (0-3 lines, 4-11 leaps), last stretch 42-45, push 46
#   SWAP, EXCHANGE   the other cell 16-23
#   ROTATION   side 16-18, quarters clockwise 19-20; the first cell is the south-west corner
# A range is 12 at the most and a stretch at least 1, so 11 bounces are the most; no number reaches 2**47.

LEGS, BOUNCE, BREATH, SWAP, ROTATION, EXCHANGE, RESPAWN = range(7)
FORMS = 7
MIND = 16
MOST_BOUNCES = 11
MOVE_LIMIT = 1 << 47

# What happens in a turn, told in order; the words are the verbs of its steps

TOLD = (
    "go",
    "bounce",
    "leap",
    "die",
    "explode",
    "pour",
    "open",
    "appear",
    "push",
    "swap",
    "turn",
    "carry",
    "carry-wall",
    "carry-grave",
    "promote",
    "range",
    "wall",
    "raze",
    "rest",
    "paralyse",
    "lock",
    "breathe",
    "exchange",
)
(
    GO,
    BOUNCED,
    LEAPT,
    DIED,
    EXPLODED,
    POURED,
    OPENED,
    APPEARED,
    PUSHES,
    SWAPPED,
    TURNED,
    CARRIED,
    CARRIED_WALL,
    CARRIED_GRAVE,
    PROMOTED,
    RANGE_IS,
    WALLED,
    RAZED,
    RESTS,
    STUNNED,
    LOCKED,
    BREATHED,
    EXCHANGED,
) = range(len(TOLD))

# Keys: a position's key is the XOR of those present (T16.5)

_random = Random(2002)


def _keys(count: int) -> list[int]:
    return [_random.getrandbits(64) for _ in range(count)]


UNIT_KEYS = _keys(16 * SQUARES)
RANGE_KEYS = _keys(16 * SQUARES)
LONG_RANGE_KEYS = _keys(8 * SQUARES)
"""For the upper bits of a range, which only pawns have."""
STATE_KEYS = _keys(16 * SQUARES)
WALL_KEYS = _keys(2 * SQUARES)
GRAVE_KEYS = _keys(16 * SQUARES)
OPEN_KEYS = _keys(SQUARES)
SIDE_KEY = _random.getrandbits(64)

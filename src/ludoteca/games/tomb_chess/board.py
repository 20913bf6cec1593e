"""The board of Tomb Chess: 144 squares, their directions and leaps, the kinds of units, and hash keys.

Inside, a square is a `cell` of a board of 16 by 16 that has two rows of edge on every side, so that no step and no leap
leaves it. Outside (notation, rulings, drawings) it is a number from 0, a1, to 143, l12.
"""

from random import Random

from ludoteca.core.geometry import rectangle
from ludoteca.games.tomb_chess.layout import BISHOP, DRAGON, JESTER, KNIGHT, QUEEN, ROOK, ROW

FILES = RANKS = 12
SQUARES = FILES * RANKS
SIDE_NAMES = ("South", "North")
SIDE_LETTERS = "SN"

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
CELL = [(square // FILES + 2) * ROW + square % FILES + 2 for square in range(SQUARES)]
SQUARE = [0] * CELLS
QUADRANT = [0] * CELLS
LAST_RANK = [0] * CELLS
"""1 on South's last rank, 2 on North's: bit `side` is set where that side's pawns promote (T15.2)."""
for _square, _cell in enumerate(CELL):
    SQUARE[_cell] = _square
    QUADRANT[_cell] = (_square % FILES >= 6) + 2 * (_square // FILES >= 6)
    LAST_RANK[_cell] = 1 * (_square // FILES == RANKS - 1) + 2 * (_square // FILES == 0)

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Clockwise from north: even ones are straight, odd ones diagonal; two more is a turn to the right."""
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
DELTA = [y * ROW + x for x, y in DIRECTIONS]
LEAP = [y * ROW + x for x, y in LEAPS]


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


UNDER = [y * ROW + x for leap in LEAPS for x, y in under(leap)]
"""Four for each leap: the first path, then the second."""

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

"""The board of Tomb Chess: squares are numbers in square order, a1, b1 … l12."""

from itertools import product

FILES = "abcdefghijkl"
SIZE = 12
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
EIGHT = STRAIGHT + DIAGONAL


def square_at(file, rank):
    """The square, or None outside the board."""
    return rank * SIZE + file if 0 <= file < SIZE and 0 <= rank < SIZE else None


def file_of(square):
    return square % SIZE


def rank_of(square):
    return square // SIZE


def moved(square, way):
    return square_at(file_of(square) + way[0], rank_of(square) + way[1])


def read_square(text):
    return square_at(FILES.index(text[0]), int(text[1:]) - 1)


def write_square(square):
    return f"{FILES[file_of(square)]}{rank_of(square) + 1}"


def on_board(squares):
    return [square for square in squares if square is not None]


def leaps_from(square):
    """T3.2: target of each knight leap, and the squares between on its two paths."""
    found = []
    for long, aside in product(STRAIGHT, STRAIGHT):
        if long[0] * aside[0] + long[1] * aside[1] == 0:
            target = moved(square, (2 * long[0] + aside[0], 2 * long[1] + aside[1]))
            if target is not None:
                straight_first = (moved(square, long), moved(square, (2 * long[0], 2 * long[1])))
                aside_first = (moved(square, aside), moved(square, (aside[0] + long[0], aside[1] + long[1])))
                found.append((target, straight_first, aside_first))
    return found


SQUARES = range(SIZE * SIZE)
NEXT = [{way: moved(square, way) for way in EIGHT} for square in SQUARES]
SIDES = [on_board(NEXT[square][way] for way in STRAIGHT) for square in SQUARES]
NEAR = [on_board(NEXT[square][way] for way in EIGHT) for square in SQUARES]
LEAPS = [leaps_from(square) for square in SQUARES]
QUADRANT = [2 * (rank_of(square) // 6) + file_of(square) // 6 for square in SQUARES]  # T1.4
LAST_RANK = {"S": 11, "N": 0}


def block_of(square):
    """The 3x3 around a square, the square included."""
    return [square, *NEAR[square]]


def passed_between(square, way):
    """T5.6: the two squares that a diagonal step passes between."""
    return NEXT[square][way[0], 0], NEXT[square][0, way[1]]


def ways_from(square):
    """Each square on a line through this one, and the way to it."""
    found = {}
    for way in EIGHT:
        at = NEXT[square][way]
        while at is not None:
            found[at] = way
            at = NEXT[at][way]
    return found


WAY_TO = [ways_from(square) for square in SQUARES]

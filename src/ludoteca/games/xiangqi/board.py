"""The board of Xiangqi: 90 points, the river, the palaces, and the ways that stepping pieces have (X1)."""

from random import Random

from ludoteca.core.geometry import DIAGONAL, OFF, ORTHOGONAL, rectangle
from ludoteca.games.xiangqi.layout import (
    ALWAYS_EMPTY,
    CANNON,
    CART,
    ELEPHANT,
    GENERAL,
    GUARD,
    HORSE,
    PAWN,
)

FILES = 9
RANKS = 10
POINTS = FILES * RANKS
RED, BLACK = 0, 1

KINDS = 7
KIND_NAMES = ("general", "guard", "elephant", "horse", "cart", "cannon", "pawn")
LETTERS = "KABNRCPkabnrcp"
"""The letter of each piece: a side's number times KINDS, plus the kind."""

SET = (1, 2, 2, 2, 2, 2, 5)
"""How many pieces of each kind a side has (X2.1)."""

VALUE = (3000, 200, 200, 400, 900, 450, 100)
"""Roughly what each kind is worth; a general more than all."""

SLOT_KIND = tuple(kind for kind, count in enumerate(SET) for _ in range(count))
"""Every piece of a side has a slot of its own for the whole game: one general, two guards and so on."""

QUIET_LIMIT = 120
"""X3.4: 60 moves of each side."""

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def palace(side: int) -> frozenset[int]:
    low = 0 if side == RED else RANKS - 3
    return frozenset(rank * FILES + file for rank in range(low, low + 3) for file in range(3, 6))


def own_bank(side: int) -> frozenset[int]:
    """The side's half of the board, up to the river."""
    half = range(POINTS // 2) if side == RED else range(POINTS // 2, POINTS)
    return frozenset(half)


PALACE = (palace(RED), palace(BLACK))
BANK = (own_bank(RED), own_bank(BLACK))
FORWARD = ((0, 1), (0, -1))

GEOMETRY = rectangle(
    FILES,
    RANKS,
    {
        "red palace": PALACE[RED],
        "black palace": PALACE[BLACK],
        "red bank": BANK[RED],
        "black bank": BANK[BLACK],
    },
)


def steps(kind: int, side: int, origin: int) -> list[tuple[int, int]]:
    """Each target of a stepping piece, with the point between that must be empty (X1.2, X1.5 to X1.8)."""
    if kind == GENERAL:
        reached = plain_steps(origin, ORTHOGONAL)
        return [way for way in reached if way[0] in PALACE[side]]
    if kind == GUARD:
        reached = plain_steps(origin, DIAGONAL)
        return [way for way in reached if way[0] in PALACE[side]]
    if kind == ELEPHANT:
        return [way for way in elephant_steps(origin) if way[0] in BANK[side]]
    if kind == HORSE:
        return horse_steps(origin)
    if kind == PAWN:
        sideways = () if origin in BANK[side] else ((1, 0), (-1, 0))
        return plain_steps(origin, (FORWARD[side], *sideways))
    return []


def plain_steps(origin: int, ways: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    targets = (GEOMETRY.step(origin, way) for way in ways)
    return sorted((target, ALWAYS_EMPTY) for target in targets if target != OFF)


def elephant_steps(origin: int) -> list[tuple[int, int]]:
    """X1.5: two points diagonally; the point between is the elephant's eye."""
    found = []
    for x, y in DIAGONAL:
        target = GEOMETRY.step(origin, (2 * x, 2 * y))
        if target != OFF:
            found.append((target, GEOMETRY.step(origin, (x, y))))
    return sorted(found)


def horse_steps(origin: int) -> list[tuple[int, int]]:
    """X1.6: one point straight, which is the horse's leg, then one diagonally outward."""
    found = []
    for x, y in ORTHOGONAL:
        for aside in (-1, 1):
            target = GEOMETRY.step(origin, (2 * x + aside * y, 2 * y + aside * x))
            if target != OFF:
                found.append((target, GEOMETRY.step(origin, (x, y))))
    return sorted(found)


def can_stand(kind: int, side: int, point: int) -> bool:
    """Whether a piece could have come to this point from where its kind starts."""
    if kind == PAWN:
        rank = point // FILES
        return rank >= 3 if side == RED else rank <= RANKS - 4
    return kind in (HORSE, CART, CANNON) or point in REACHABLE[kind, side]


def _reachable(kind: int, side: int, start: int) -> frozenset[int]:
    """All points that a piece can ever reach from its start on an empty board."""
    seen = {start}
    waiting = [start]
    while waiting:
        for target, _ in steps(kind, side, waiting.pop()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return frozenset(seen)


REACHABLE = {
    (kind, side): _reachable(kind, side, file if side == RED else POINTS - 1 - file)
    for kind, file in ((GENERAL, 4), (GUARD, 3), (ELEPHANT, 2))
    for side in (RED, BLACK)
}


def step_tables() -> tuple[list[int], list[tuple[int, int]]]:
    """All steps in one row, and where those of (piece, point) begin in it."""
    begins: list[int] = []
    ways: list[tuple[int, int]] = []
    for side in (RED, BLACK):
        for kind in range(KINDS):
            for origin in range(POINTS):
                begins.append(len(ways))
                ways += steps(kind, side, origin)
    begins.append(len(ways))
    return begins, ways


STEP_BEGINS, STEPS = step_tables()

_random = Random(1931)
PIECE_KEYS = [_random.getrandbits(64) for _ in range(2 * KINDS * POINTS)]
"""One key for each (piece, point); a position's key is the XOR of those present, and of SIDE_KEY for Black."""
SIDE_KEY = _random.getrandbits(64)

"""Ways out of a point: from which of its holes a piece can still leave when others stand in some of them.

The 15 holes of a point and its base are bits, from the tip on, row by row: 0, then 1 and 2, then 3 to 5 and so on.
"""

ROWS = 5
HOLES = 15
UNKNOWN = -1
ESCAPES = [UNKNOWN] * 32768
"""For each set of holes that are closed the set of those from which there is a way out, once it has been asked for."""


def _number(row: int, place: int) -> int:
    """The bit of a hole, or -1 outside of the point."""
    return row * (row + 1) // 2 + place if 0 <= row < ROWS and 0 <= place <= row else -1


BY_STEP = [
    _number(row + down, place + along)
    for row in range(ROWS)
    for place in range(row + 1)
    for down, along in ((0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1))
]
"""Six neighbours a hole, -1 where there is none."""
BY_HOP = [
    _number(row + 2 * down, place + 2 * along)
    for row in range(ROWS)
    for place in range(row + 1)
    for down, along in ((0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1))
]
FIRST_OPEN = 6
"""From this hole on a piece can leave at once: out of the base by a step, out of the row before it by a hop if not."""


def escapes_from(closed: int) -> int:
    """The holes from which a piece could walk or hop out of a point, all others but the closed holes being empty.

    Closed holes hold pieces that do not move, so they can be hopped over; pieces that do move are in nobody's way.
    """
    if ESCAPES[closed] == UNKNOWN:
        ESCAPES[closed] = _flood(closed)
    return ESCAPES[closed]


def _flood(closed: int) -> int:
    """From the holes near the middle back to those from which what is reached can be reached."""
    reached = 0
    for hole in range(FIRST_OPEN, HOLES):
        reached |= (1 << hole) & ~closed
    before = 0
    while reached != before:
        before = reached
        for hole in range(HOLES):
            if closed >> hole & 1 == 0 and _leads(hole, closed, reached):
                reached |= 1 << hole
    return reached


def _leads(hole: int, closed: int, reached: int) -> bool:
    """Whether a step, or a hop over a closed hole, leads from a hole to one that is reached."""
    for way in range(6 * hole, 6 * hole + 6):
        step = BY_STEP[way]
        hop = BY_HOP[way]
        if step >= 0 and reached >> step & 1:
            return True
        if hop >= 0 and reached >> hop & 1 and closed >> step & 1:
            return True
    return False

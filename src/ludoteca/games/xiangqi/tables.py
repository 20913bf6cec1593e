"""Tables of the board that compiled code looks up: steps, what lies along a line, hash keys.

A line is a rank or a file, a word with a bit for each of its points.
"""

from ludoteca.games.xiangqi import board, layout

KIND = [board.SLOT_KIND[slot % 16] for slot in range(32)]
CLAUSE = [108, 107, 105, 106, 104, 103, 102]
"""The clause of each kind's movement: X1.8 the general's, X1.7 the guard's, and so on."""
PIECE = [board.KINDS * (slot // 16) + board.SLOT_KIND[slot % 16] for slot in range(32)]
VALUE = [board.VALUE[board.SLOT_KIND[slot % 16]] for slot in range(32)] + [0]
"""What each slot is worth to a search that orders captures; the last is EMPTY."""
FILE = [point % 9 for point in range(90)] + [15, 15]
RANK = [point // 9 for point in range(90)] + [15, 15]
STEP_BEGINS = board.STEP_BEGINS
STEPS = [layout.step(target, between) for target, between in board.STEPS]
PIECE_KEYS = board.PIECE_KEYS
SIDE_KEY = board.SIDE_KEY

COUNT = [0] * 1024
"""How many bits a line has."""
LOWEST = [0] * 1024
"""The place of its lowest bit."""
BETWEEN = [0] * 256
"""The points between two places of a line, by start * 16 + end."""
REACH = [0] * 10240
"""What a cart reaches from a place, up to the first piece on either side, by place * 1024 + line."""
LEAP = [0] * 10240
"""What a cannon can leap onto: the second piece on either side."""
HORSE_LEG = [0] * 8280
"""The point that must be empty for a horse to go from one point to another, by origin * 90 + target, or NOWHERE."""


def _fill_lines() -> None:
    for bits in range(1, 1024):
        COUNT[bits] = COUNT[bits >> 1] + (bits & 1)
        LOWEST[bits] = 0 if bits & 1 else LOWEST[bits >> 1] + 1
    for start in range(10):
        for end in range(10):
            for place in range(10):
                if start < place < end or end < place < start:
                    BETWEEN[start * 16 + end] |= 1 << place
        for bits in range(1024):
            _fill_line(start, bits)


def _fill_line(start: int, bits: int) -> None:
    reach = 0
    leap = 0
    for step in range(-1, 2, 2):
        met = 0
        place = start + step
        while 0 <= place < 10 and met < 2:
            if met == 0:
                reach |= 1 << place
            if bits >> place & 1:
                met += 1
                if met == 2:
                    leap |= 1 << place
            place += step
    REACH[start * 1024 + bits] = reach
    LEAP[start * 1024 + bits] = leap


def _fill_horse_legs() -> None:
    for pair in range(92 * 90):
        HORSE_LEG[pair] = layout.NOWHERE
    for origin in range(90):
        begin = layout.HORSE * 90 + origin
        for index in range(STEP_BEGINS[begin], STEP_BEGINS[begin + 1]):
            HORSE_LEG[origin * 90 + layout.step_target(STEPS[index])] = layout.step_between(STEPS[index])


_fill_lines()
_fill_horse_legs()

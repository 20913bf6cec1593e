"""Tables of the star that compiled code looks up: lattices, steps and hops, areas, distances, hash keys.

Holes go by slots, seats by their place in a table of all seatings, six seats a seating.
"""

from ludoteca.games.chinese_checkers import board, layout

LATTICE = board.LATTICE
BIT = board.BIT
"""The place of each slot's bit in the word of its lattice."""
SLOT = [0] * 256
"""The slot of the lowest bit of a word, by `layout.slot_index`."""

NEIGHBOURS = board.NEIGHBOURS
WAY_BACK = [3, 4, 5, 0, 1, 2]
STEP_WAYS = [0] * 3072
"""The ways that a step may go on an empty board, by seat * SLOTS + slot."""
WAY_COUNT = [way.bit_count() for way in range(64)]
HOP_PAIRS = board.HOP_PAIRS
HOP_BEGINS = board.HOP_BEGINS

START = board.START
HOME = board.HOME
OPEN = board.OPEN
OPPOSITE = board.OPPOSITE
GOAL = board.GOAL
WHEN_HOME = board.WHEN_HOME
DISTANCE = board.DISTANCE
GATE_BITS = board.GATE_BITS

PIECE_KEYS = board.PIECE_KEYS
SEAT_KEYS = board.SEAT_KEYS


def _fill_tables() -> None:
    for slot in range(layout.HOLES):
        SLOT[layout.slot_index(LATTICE[slot], layout.bit(BIT[slot]))] = slot
        for seat in range(24):
            STEP_WAYS[seat * layout.SLOTS + slot] = _ways_on_empty_board(4 * seat, slot)


def _ways_on_empty_board(area: int, slot: int) -> int:
    """C3: a piece in its start may step within it and out of it, another one only to where it is open."""
    is_inside = layout.has_bit(START[area + LATTICE[slot]], BIT[slot])
    ways = 0
    for way in range(6):
        target = NEIGHBOURS[6 * slot + way]
        if target != layout.OUTSIDE:
            allowed = OPEN[area + LATTICE[target]]
            if is_inside:
                allowed |= START[area + LATTICE[target]]
            if layout.has_bit(allowed, BIT[target]):
                ways |= layout.way_bit(way)
    return ways


_fill_tables()

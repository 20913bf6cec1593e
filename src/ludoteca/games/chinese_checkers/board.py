"""The star of Chinese Checkers: 121 holes, six points, who sits where, and the four lattices of hops (C1).

Everything is computed from places. A hole's place has its x doubled, so that the holes of neighbouring rows, which
lie half a hole apart, have whole numbers too.
"""

from collections.abc import Callable
from functools import cache
from random import Random

from ludoteca.core.geometry import OFF, Geometry
from ludoteca.games.chinese_checkers import layout
from ludoteca.games.chinese_checkers.layout import HOLES, LATTICES, MAX_SEATS, OUTSIDE, SLOTS

ROWS = 17
CENTRE = (12, 8)
SIDE = 4
"""How many rows lie between the centre and each side of the hexagon."""
TIP = 8
"""How many rows lie between the centre and the tip of a point."""

WAYS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The six neighbours of a hole, as differences of places."""

POINTS = ("south", "southwest", "northwest", "north", "northeast", "southeast")
"""Clockwise, as play goes (C1.6)."""

SEATED = {2: (0, 3), 3: (0, 2, 4), 4: (0, 2, 3, 5), 6: (0, 1, 2, 3, 4, 5)}
"""The points at which the seats of a game sit, by the number of players (C1.5, C1.6)."""

PIECES = {2: 15, 3: 10, 4: 10, 6: 10}
"""How many pieces each player has (C1.3)."""

SEATING = {players: number for number, players in enumerate(SEATED)}
"""The number of each way to be seated, in tables."""


# The star


def towards(point: int, x: int, y: int) -> int:
    """How many rows a place lies from the centre in the direction of a point; below 0 on the other side."""
    east, north = x - CENTRE[0], y - CENTRE[1]
    forward = (-north, -(east + north) // 2, -(east - north) // 2)[point % 3]
    return forward if point < 3 else -forward


def is_in_triangle(point: int, x: int, y: int) -> bool:
    """Whether a place lies in the great triangle of which a point is a tip; the star is two such triangles."""
    return all(towards((point + side) % 6, x, y) <= SIDE for side in (1, 3, 5))


def is_hole(x: int, y: int) -> bool:
    return (x + y) % 2 == 0 and (is_in_triangle(0, x, y) or is_in_triangle(3, x, y))


@cache
def holes_of_point(point: int, has_base: bool) -> frozenset[int]:
    """The 10 holes of a point, or 15 with the row of five at its base (C1.4)."""
    depth = SIDE if has_base else SIDE + 1
    return frozenset(
        hole for hole, (x, y) in enumerate(PLACES) if is_in_triangle(point, x, y) and towards(point, x, y) >= depth
    )


def across(point: int) -> int:
    return (point + 3) % 6


PLACES = tuple((x, y) for y in range(ROWS) for x in range(2 * CENTRE[0] + 1) if is_hole(x, y))
ROW_HOLES = tuple(tuple(hole for hole in range(HOLES) if PLACES[hole][1] == y) for y in range(ROWS))
NAMES = tuple(f"{chr(ord('a') + y)}{number}" for y in range(ROWS) for number in range(1, len(ROW_HOLES[y]) + 1))

REGIONS = {
    **{f"{name} point": holes_of_point(point, False) for point, name in enumerate(POINTS)},
    **{f"{POINTS[point]} fifteen": holes_of_point(point, True) for point in SEATED[2]},
}

GEOMETRY = Geometry(NAMES, PLACES, REGIONS)


# Areas


def area(players: int, point: int) -> frozenset[int]:
    """The starting area at a point (C1.4)."""
    return holes_of_point(point, players == 2 and point in SEATED[2])


def start_of(players: int, seat: int) -> frozenset[int]:
    return area(players, SEATED[players][seat])


def home_of(players: int, seat: int) -> frozenset[int]:
    """C1.7: the point across."""
    return area(players, across(SEATED[players][seat]))


def open_to(players: int, seat: int) -> frozenset[int]:
    """C3.1, C3.2: where a piece may go once it has left its start: the middle and its home."""
    closed = [area(players, point) for point in range(6)]
    return frozenset(range(HOLES)).difference(*closed) | home_of(players, seat)


def opposite_of(players: int, seat: int) -> int:
    """The seat that starts in a seat's home area, or OFF."""
    point = across(SEATED[players][seat])
    return SEATED[players].index(point) if point in SEATED[players] else OFF


def distance(origin: int, target: int) -> int:
    """How many steps apart two holes are on an empty board without areas."""
    x, y = PLACES[origin]
    east, north = PLACES[target][0] - x, PLACES[target][1] - y
    return max(abs(east + north) // 2, abs(east - north) // 2, abs(north))


def tip_of(point: int) -> int:
    return next(hole for hole, (x, y) in enumerate(PLACES) if towards(point, x, y) == TIP)


# Lattices: a hop goes by two holes, so it never leaves the quarter of the holes in which it began

STRIDE = 7
"""How many bits apart two rows of a lattice lie in a word. No row is longer."""
AXES = ((4, 0), (-2, 2), (2, 2))
"""The three ways in which hops go forward, as differences of places; three more go back."""
SHIFTS = (1, STRIDE, STRIDE + 1)
"""By how many bits a hop in each of them goes."""


def lattice_of(hole: int) -> int:
    """0 for the 37 holes of the centre's lattice, 1 to 3 for those with 28 each."""
    row, slant = _row_and_slant(hole)
    return slant % 2 * 2 + row % 2


def _row_and_slant(hole: int) -> tuple[int, int]:
    """How far a hole lies from the centre in two of the three straight lines."""
    east, north = PLACES[hole][0] - CENTRE[0], PLACES[hole][1] - CENTRE[1]
    return north, (east + north) // 2


def bits() -> list[int]:
    """The bit of each hole in the word of its lattice: a hop in the same way goes by as many bits everywhere."""
    places = [STRIDE * (row // 2) + slant // 2 for row, slant in map(_row_and_slant, range(HOLES))]
    lowest = [min(places[hole] for hole in range(HOLES) if lattice_of(hole) == number) for number in range(LATTICES)]
    return [places[hole] - lowest[lattice_of(hole)] for hole in range(HOLES)]


HOLE = sorted(range(HOLES), key=lambda hole: (lattice_of(hole), hole))
"""Inside the rules holes go by slots: lattice after lattice, in the order of holes. This is the hole of each slot."""
SLOT = [HOLE.index(hole) for hole in range(HOLES)]
LATTICE = [lattice_of(hole) for hole in HOLE]
BIT = (lambda found: [found[hole] for hole in HOLE])(bits())


def move_of(origin: int, target: int) -> int:
    return layout.move(SLOT[origin], SLOT[target])


def holes_of(move: int) -> tuple[int, int]:
    """The first and last hole of a move that is not a pass."""
    return HOLE[layout.origin(move)], HOLE[layout.target(move)]


# Tables


def words_of(holes: frozenset[int]) -> list[int]:
    """A set of holes as a word a lattice."""
    found = [0] * LATTICES
    for hole in holes:
        slot = SLOT[hole]
        found[LATTICE[slot]] |= layout.bit(BIT[slot])
    return found


def holes_in(lattice: int, word: int) -> list[int]:
    """The holes of a lattice's word, in their order."""
    return [HOLE[slot] for slot in range(HOLES) if LATTICE[slot] == lattice and layout.has_bit(word, BIT[slot])]


def neighbour_table() -> list[int]:
    """Six slots a slot, one for each way."""
    found = [OUTSIDE] * (6 * SLOTS)
    for hole in range(HOLES):
        for number, way in enumerate(WAYS):
            neighbour = GEOMETRY.step(hole, way)
            if neighbour != OFF:
                found[6 * SLOT[hole] + number] = SLOT[neighbour]
    return found


def hop_tables() -> tuple[list[int], list[int]]:
    """The three hops forward over each slot: which of the 12 pairs of lattice and axis, and the bit it begins at."""
    pairs, begins = [0] * (3 * SLOTS), [0] * (3 * SLOTS)
    for hole in range(HOLES):
        for axis, (x, y) in enumerate(AXES):
            begin, end = GEOMETRY.step(hole, (-x // 2, -y // 2)), GEOMETRY.step(hole, (x // 2, y // 2))
            if OFF not in (begin, end):
                pairs[3 * SLOT[hole] + axis] = 3 * lattice_of(begin) + axis
                begins[3 * SLOT[hole] + axis] = layout.bit(BIT[SLOT[begin]])
    return pairs, begins


def area_table(areas: dict[tuple[int, int], frozenset[int]]) -> list[int]:
    """Four words for each seat of each seating, six seats a seating."""
    found = [0] * (LATTICES * MAX_SEATS * len(SEATING))
    for (players, seat), holes in areas.items():
        place = LATTICES * (SEATING[players] * MAX_SEATS + seat)
        found[place : place + LATTICES] = words_of(holes)
    return found


def distance_table() -> list[int]:
    """For each point and slot the distance to the point's tip."""
    found = [0] * (6 * SLOTS)
    for point in range(6):
        tip = tip_of(point)
        for hole in range(HOLES):
            found[point * SLOTS + SLOT[hole]] = distance(hole, tip)
    return found


def gate_table() -> list[int]:
    """For each point and slot its bit among the 15 holes of the point and its base, from the tip on; 0 elsewhere."""
    found = [0] * (6 * SLOTS)
    for point in range(6):
        tip = tip_of(point)
        holes = sorted(
            holes_of_point(point, True), key=lambda hole: (distance(hole, tip), towards((point + 1) % 6, *PLACES[hole]))
        )
        for number, hole in enumerate(holes):
            found[point * SLOTS + SLOT[hole]] = layout.bit(number)
    return found


def seat_table(usual: int, value: Callable[[int, int], int]) -> list[int]:
    """A number for each seat of each seating, six seats a seating."""
    found = [usual] * (MAX_SEATS * len(SEATING))
    for players, seat in SEATS:
        found[SEATING[players] * MAX_SEATS + seat] = value(players, seat)
    return found


def goal_of(players: int, seat: int) -> int:
    return across(SEATED[players][seat])


def distance_when_home(players: int, seat: int) -> int:
    """The distances to the tip of all holes of a home area together."""
    tip = tip_of(goal_of(players, seat))
    return sum(distance(hole, tip) for hole in home_of(players, seat))


SEATS = [(players, seat) for players in SEATED for seat in range(players)]
NEIGHBOURS = neighbour_table()
HOP_PAIRS, HOP_BEGINS = hop_tables()
START = area_table({seat: start_of(*seat) for seat in SEATS})
HOME = area_table({seat: home_of(*seat) for seat in SEATS})
OPEN = area_table({seat: open_to(*seat) for seat in SEATS})
OPPOSITE = seat_table(OFF, opposite_of)
GOAL = seat_table(0, goal_of)
WHEN_HOME = seat_table(0, distance_when_home)
DISTANCE = distance_table()
GATE_BITS = gate_table()

_random = Random(1892)
PIECE_KEYS = [_random.getrandbits(64) for _ in range(MAX_SEATS * SLOTS)]
"""One key for each (seat, slot)."""
SEAT_KEYS = [_random.getrandbits(64) for _ in range(MAX_SEATS)]
"""One for each seat to move."""

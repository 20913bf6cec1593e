"""The two boards of Exile and the four modes (E1).

Both boards come from the same code: 9x9 with an edge, 12x12 wrapped. A tile's number counts from a1 along the ranks,
so the order of the numbers is the tile order of the rules. Seats are numbered from 0 inside; texts show the digits of
the mode, which in a duel are 1 and 3.
"""

from dataclasses import dataclass
from random import Random

from ludoteca.core.geometry import OFF, Geometry, rectangle
from ludoteca.games.exile import layout
from ludoteca.games.exile.layout import MAX_SEATS, MAX_TILES, OUTSIDE, WORDS

BOUNDED, WRAPPED = 0, 1
SIZES = (9, 12)
INSETS = (1, 2)
"""E1.3: how far in from the corners the flags start."""

WAYS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
"""E1.6: the eight ways to a neighbour, in tile order."""

GEOMETRIES = (rectangle(9, 9), rectangle(12, 12, wraps=True))


@dataclass(frozen=True)
class Mode:
    """E1.1, E1.7, E7.1: a board, the digits of the seats that play, and how many flags win."""

    name: str
    board: int
    digits: str
    flags_to_win: int

    @property
    def seats(self) -> int:
        return len(self.digits)

    @property
    def geometry(self) -> Geometry:
        return GEOMETRIES[self.board]

    @property
    def has_edge_rule(self) -> bool:
        """E4.7: whether the edge rule is on unless somebody chooses otherwise."""
        return self.seats == 2 and self.board == BOUNDED


MODES = {
    mode.name: mode
    for mode in (
        Mode("classic", BOUNDED, "1234", 3),
        Mode("infinite", WRAPPED, "1234", 3),
        Mode("duel-classic", BOUNDED, "13", 2),
        Mode("duel-infinite", WRAPPED, "13", 2),
    )
}


# The ways between tiles


def neighbour(board: int, tile: int, way: int) -> int:
    """The next tile along a way, or OUTSIDE."""
    geometry = GEOMETRIES[board]
    found = geometry.step(tile, WAYS[way]) if tile < len(geometry) else OFF
    return OUTSIDE if found == OFF else found


def way_index(board: int, tile: int, way: int = 0) -> int:
    """Where the tables of ways have a way from a tile."""
    return (board * MAX_TILES + tile) * 8 + way


NEAR = [neighbour(board, tile, way) for board in (BOUNDED, WRAPPED) for tile in range(MAX_TILES) for way in range(8)]
"""Each tile's neighbours, by `way_index`."""


def near(board: int, tile: int, way: int) -> int:
    return NEAR[way_index(board, tile, way)]


def tile_behind(board: int, tile: int, way: int) -> int:
    """The neighbour's neighbour along a way, or OUTSIDE."""
    between = near(board, tile, way)
    return OUTSIDE if between == OUTSIDE else near(board, between, way)


FAR = [tile_behind(board, tile, way) for board in (BOUNDED, WRAPPED) for tile in range(MAX_TILES) for way in range(8)]
"""Where a jump lands that goes over the neighbour in NEAR."""


def ways_where(board: int, tile: int, tiles: set[int]) -> int:
    """The ways that lead from a tile to one of these."""
    begin = way_index(board, tile)
    return sum(layout.way_bit(way) for way, target in enumerate(NEAR[begin : begin + 8]) if target in tiles)


def is_edge(board: int, tile: int) -> bool:
    """E1.2: a wrapped board has no edge."""
    return WALL_WAYS[board * MAX_TILES + tile] != 0


WALL_WAYS = [ways_where(board, tile, {OUTSIDE}) for board in (BOUNDED, WRAPPED) for tile in range(MAX_TILES)]
"""The ways that lead over the edge."""
EDGES = [{tile for tile in range(MAX_TILES) if is_edge(board, tile)} for board in (BOUNDED, WRAPPED)]
EDGE_WAYS = [ways_where(board, tile, EDGES[board]) for board in (BOUNDED, WRAPPED) for tile in range(MAX_TILES)]
"""The ways that lead onto the edge."""
JUMP_WAYS = [
    sum(layout.way_bit(way) for way in range(8) if FAR[tile * 8 + way] != OUTSIDE) for tile in range(2 * MAX_TILES)
]
"""The ways in which there is a tile right behind the neighbour."""
ORDERED_WAYS = [way for tile in range(2 * MAX_TILES) for way in sorted(range(8), key=lambda way: FAR[tile * 8 + way])]
"""The eight ways from each tile, in the order of the tiles where jumps land: on the wrapped board not that of WAYS."""
LOWEST_WAY = [0, *((ways & -ways).bit_length() - 1 for ways in range(1, 256))]


def words_of(tiles: set[int]) -> list[int]:
    """A set of tiles, as `layout` has it."""
    found = [0] * WORDS
    for tile in tiles:
        found[layout.word_index(tile)] |= layout.tile_bit(tile)
    return found


def zone(board: int, tile: int) -> set[int]:
    """A tile and its neighbours."""
    begin = way_index(board, tile)
    return {tile, *NEAR[begin : begin + 8]} - {OUTSIDE}


ZONES = [word for board in (BOUNDED, WRAPPED) for tile in range(MAX_TILES) for word in words_of(zone(board, tile))]
"""The words of each tile's zone: (board * MAX_TILES + tile) * WORDS + word."""
WHOLE = [word for geometry in GEOMETRIES for word in words_of(set(range(len(geometry))))]


def neighbours(board: int, tile: int) -> list[int]:
    return sorted(zone(board, tile) - {tile})


def way_between(board: int, origin: int, target: int, distance: int) -> int:
    """The number of the way that leads so far from one tile to another, or -1."""
    table = NEAR if distance == 1 else FAR
    begin = way_index(board, origin)
    return table.index(target, begin, begin + 8) - begin if target in table[begin : begin + 8] else -1


def _distances(board: int) -> list[int]:
    """How many slides lead from each tile to each other if nothing is in the way."""
    size = SIZES[board]
    steps = [min(step, size - step) if board == WRAPPED else step for step in range(size)]
    apart = [[steps[abs(one - other)] for other in range(size)] for one in range(size)]
    unused = [0] * (MAX_TILES - size * size)
    found = []
    for up in apart:
        for across in apart:
            found += [x if x > y else y for y in up for x in across] + unused
    return found + unused * MAX_TILES


DISTANCES = _distances(BOUNDED) + _distances(WRAPPED)
"""(board * MAX_TILES + tile) * MAX_TILES + other."""


# Starts


def flag_starts(mode: Mode) -> list[int]:
    """E1.3, E1.5: the flags' tiles, clockwise from the south-west."""
    low, high = INSETS[mode.board], SIZES[mode.board] - 1 - INSETS[mode.board]
    corners = ((low, low), (low, high), (high, high), (high, low))
    return [mode.geometry.at(*corners["1234".index(digit)]) for digit in mode.digits]


def start_text(mode: Mode) -> str:
    """E1.4: four pieces around each flag."""
    size, geometry, flags = SIZES[mode.board], mode.geometry, flag_starts(mode)
    rows = [["."] * size for _ in range(size)]
    for digit, flag in zip(mode.digits, flags, strict=True):
        x, y = geometry.places[flag]
        for across, up in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            rows[y + up][x + across] = digit
    pieces = "/".join("".join(row) for row in reversed(rows))
    flag_text = ",".join(digit + geometry.names[flag] for digit, flag in zip(mode.digits, flags, strict=True))
    pools = ",".join("0+0" for _ in flags)
    return f"{mode.name} {pieces} 1 {flag_text} {pools} - 0 1 {mode.flags_to_win}"


# Keys: a position's key is the XOR of those that hold

_random = Random(1981)


def _keys(count: int) -> list[int]:
    return [_random.getrandbits(64) for _ in range(count)]


PIECE_KEYS = _keys(MAX_SEATS * MAX_TILES)
FLAG_KEYS = _keys(MAX_SEATS * MAX_TILES)
HOLDER_KEYS = _keys(MAX_SEATS * 5)
READY_KEYS = _keys(MAX_SEATS * 5)
WAITING_KEYS = _keys(MAX_SEATS * 5)
SEAT_KEYS = _keys(MAX_SEATS)
SPAWNED_KEYS = _keys(MAX_TILES + 1)

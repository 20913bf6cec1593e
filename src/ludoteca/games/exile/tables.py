"""Tables of the boards that compiled code looks up: the ways between tiles, sets of tiles, distances, hash keys.

Each has the rows of the bounded board and then those of the wrapped one.
"""

from ludoteca.games.exile import board, layout

SIZE = [len(geometry) for geometry in board.GEOMETRIES]
"""How many tiles a board has."""

NEAR = board.NEAR
FAR = board.FAR
WALL_WAYS = board.WALL_WAYS
EDGE_WAYS = board.EDGE_WAYS
JUMP_WAYS = board.JUMP_WAYS
ORDERED_WAYS = board.ORDERED_WAYS
LOWEST_WAY = board.LOWEST_WAY
DISTANCES = board.DISTANCES

ZONES = board.ZONES
WHOLE = board.WHOLE
LOWEST_TILE = [0] * 64
"""The place of a word's lowest bit, by `layout.lowest_index`."""

PIECE_KEYS = board.PIECE_KEYS
FLAG_KEYS = board.FLAG_KEYS
HOLDER_KEYS = board.HOLDER_KEYS
READY_KEYS = board.READY_KEYS
WAITING_KEYS = board.WAITING_KEYS
SEAT_KEYS = board.SEAT_KEYS
SPAWNED_KEYS = board.SPAWNED_KEYS


def _fill_lowest_tile() -> None:
    for place in range(64):
        LOWEST_TILE[layout.lowest_index(layout.tile_bit(place))] = place


_fill_lowest_tile()

"""The pieces on the board and in exile: slides, the corner rule, who waits and who is ready (E3.1, E5.1, E5.2, E6)."""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.exile import board
from ludoteca.games.exile.flags import Flags

OUTSIDE, EMPTY, WALL, ALL_WAYS = board.OUTSIDE, board.EMPTY, board.WALL, board.ALL_WAYS
SIZE = [len(geometry) for geometry in board.GEOMETRIES]
NEAR = board.NEAR
WALL_WAYS = board.WALL_WAYS
EDGE_WAYS = board.EDGE_WAYS
PIECE_KEYS = board.PIECE_KEYS
READY_KEYS = board.READY_KEYS
WAITING_KEYS = board.WAITING_KEYS


class Pieces:
    """`tiles` has four places a seat, of which the first `counts` are the tiles of its pieces in tile order.

    `closed` are the ways from each tile that a piece or the edge closes. `barred` are the tiles, and `barred_ways` the
    ways to them, that are closed to a piece with its own flag (E4.7).
    """

    board: int
    seats: int
    has_edge_rule: bool
    ways: int
    """Where the ways of this board begin in the tables."""
    key: int
    """Of the pieces on the board."""
    pool_key: int
    """Of the exiled."""

    def __init__(self, on_board: int, seats: int, has_edge_rule: bool) -> None:
        self.board = on_board
        self.has_edge_rule = has_edge_rule
        self.seats = seats
        self.ways = on_board * board.MOST_TILES * 8
        self.cells = [WALL] * 145
        self.closed = [0] * 145
        self.barred = [0] * 145
        self.barred_ways = [0] * 145
        self.tiles = [OUTSIDE] * 16
        self.old_tiles = [OUTSIDE] * 16
        self.counts = [0] * 4
        self.ready = [0] * 4
        self.waiting = [0] * 4
        self.key = 0
        self._clear()
        self._find_pool_key()

    def _clear(self) -> None:
        for tile in range(SIZE[self.board]):
            self.cells[tile] = EMPTY
            self.closed[tile] = WALL_WAYS[self.board * 144 + tile]
            if self.has_edge_rule:
                self.barred[tile] = WALL_WAYS[self.board * 144 + tile] != 0
                self.barred_ways[tile] = EDGE_WAYS[self.board * 144 + tile]

    # Setting up and looking on

    def seat_at(self, tile: int) -> int:
        """Whose piece is on a tile, or EMPTY."""
        return self.cells[tile]

    def is_barred(self, tile: int) -> bool:
        """E4.7: whether a piece that holds its own flag may not go there."""
        return self.barred[tile] != 0

    def tiles_of(self, seat: int) -> list[int]:
        return [self.tiles[seat * 4 + index] for index in range(self.counts[seat])]

    def ready_of(self, seat: int) -> int:
        return self.ready[seat]

    def waiting_of(self, seat: int) -> int:
        return self.waiting[seat]

    def add(self, seat: int, tile: int) -> None:
        """Set a piece up."""
        assert 0 <= tile < OUTSIDE
        assert self.counts[seat] < 4
        self.put(seat, tile)

    def remove(self, tile: int) -> None:
        assert 0 <= tile < OUTSIDE
        self.lift(tile)

    def fill_exile(self, seat: int, ready: int, waiting: int) -> None:
        self.ready[seat] = ready
        self.waiting[seat] = waiting
        self._find_pool_key()

    def copy(self) -> "Pieces":
        twin = Pieces(self.board, self.seats, self.has_edge_rule)
        twin.cells[:] = self.cells
        twin.closed[:] = self.closed
        twin.tiles[:] = self.tiles
        twin.counts[:] = self.counts
        twin.ready[:] = self.ready
        twin.waiting[:] = self.waiting
        twin.key = self.key
        twin.pool_key = self.pool_key
        return twin

    # Coming and going

    def put(self, seat: int, tile: int) -> None:
        self._set(tile, seat)
        self.key ^= PIECE_KEYS[seat * 144 + tile]
        place = seat * 4 + self.counts[seat]
        self.counts[seat] += 1
        while place > seat * 4 and self.tiles[place - 1] > tile:
            self.tiles[place] = self.tiles[place - 1]
            place -= 1
        self.tiles[place] = tile

    def lift(self, tile: int) -> None:
        seat = self.cells[tile]
        self._set(tile, EMPTY)
        self.key ^= PIECE_KEYS[seat * 144 + tile]
        self.counts[seat] -= 1
        last = seat * 4 + self.counts[seat]
        place = seat * 4
        while self.tiles[place] != tile:
            place += 1
        while place < last:
            self.tiles[place] = self.tiles[place + 1]
            place += 1
        self.tiles[last] = OUTSIDE

    def _set(self, tile: int, content: int) -> None:
        """A piece comes or goes: its neighbours have one more way closed, or one less."""
        self.cells[tile] = content
        for way in range(8):
            self.closed[NEAR[self.ways + tile * 8 + way]] ^= 128 >> way

    def shift(self, origin: int, target: int) -> None:
        seat = self.cells[origin]
        self._set(origin, EMPTY)
        self._set(target, seat)
        self.key ^= PIECE_KEYS[seat * 144 + origin] ^ PIECE_KEYS[seat * 144 + target]
        place = seat * 4
        last = place + self.counts[seat] - 1
        while self.tiles[place] != origin:
            place += 1
        while place > seat * 4 and self.tiles[place - 1] > target:
            self.tiles[place] = self.tiles[place - 1]
            place -= 1
        while place < last and self.tiles[place + 1] < target:
            self.tiles[place] = self.tiles[place + 1]
            place += 1
        self.tiles[place] = target

    def exile(self, tile: int) -> None:
        """E5.2: the turn in which a piece is exiled does not count, so it waits."""
        self.waiting[self.cells[tile]] += 1
        self.lift(tile)
        self._find_pool_key()

    def end_wait(self, seat: int) -> None:
        """E5.2: a seat has completed a turn."""
        if self.waiting[seat]:
            self.ready[seat] += self.waiting[seat]
            self.waiting[seat] = 0
            self._find_pool_key()

    def spawn(self, seat: int, tile: int) -> None:
        self.ready[seat] -= 1
        self.put(seat, tile)
        self._find_pool_key()

    # Slides

    def free_ways(self, tile: int, has_own_flag: bool) -> int:
        """E3.1, E4.7: the ways in which the piece on a tile may slide."""
        free = ALL_WAYS ^ self.closed[tile]
        return free & ~self.barred_ways[tile] if has_own_flag else free

    def find_cornered(self, flags: Flags, victims: list[int]) -> int:
        """E6: fill in the tiles of the pieces that are cornered; how many."""
        count = 0
        for seat in range(self.seats):
            for place in range(seat * 4, seat * 4 + self.counts[seat]):
                tile = self.tiles[place]
                has_own_flag = self.has_edge_rule and flags.has_own(seat, tile)
                if self.free_ways(tile, has_own_flag) == 0 and not self._has_friend(seat, tile):
                    victims[count] = tile
                    count += 1
        return count

    def find_cornered_beside(self, tile: int, victims: list[int]) -> int:
        """E6 without the edge rule: fill in the tiles of the cornered pieces beside a tile; how many."""
        count = 0
        if tile == OUTSIDE:
            return count
        for way in range(8):
            beside = NEAR[self.ways + tile * 8 + way]
            seat = self.cells[beside]
            if self.closed[beside] == ALL_WAYS and seat < EMPTY and not self._has_friend(seat, beside):
                victims[count] = beside
                count += 1
        return count

    def _has_friend(self, seat: int, tile: int) -> bool:
        """E6.1: whether a piece of a seat is adjacent."""
        way = 0
        while way < 8 and self.cells[NEAR[self.ways + tile * 8 + way]] != seat:
            way += 1
        return way < 8

    # Undo and keys

    def save(self, undos: IntStack) -> None:
        """Append all that moves change: three words."""
        undos.reserve(3)
        for begin in range(0, 16, 8):
            word = 0
            for place in range(begin, begin + 8):
                word = word << 8 | self.tiles[place]
            undos.at[undos.count] = word
            undos.count += 1
        word = 0
        for seat in range(4):
            word = word << 12 | self.counts[seat] << 8 | self.ready[seat] << 4 | self.waiting[seat]
        undos.at[undos.count] = word
        undos.count += 1

    def restore(self, undos: IntStack) -> None:
        """Take back what `save` appended. Pieces that stay where they are cost nothing."""
        word = undos.pop()
        for seat in range(3, -1, -1):
            self.waiting[seat] = word & 15
            self.ready[seat] = word >> 4 & 15
            self.counts[seat] = word >> 8 & 15
            word >>= 12
        for begin in range(8, -1, -8):
            word = undos.pop()
            for place in range(begin + 7, begin - 1, -1):
                self.old_tiles[place] = self.tiles[place]
                self.tiles[place] = word & 255
                word >>= 8
        for place in range(16):
            if self.old_tiles[place] != self.tiles[place] and self.old_tiles[place] != OUTSIDE:
                self._set(self.old_tiles[place], EMPTY)
                self.key ^= PIECE_KEYS[(place >> 2) * 144 + self.old_tiles[place]]
        for place in range(16):
            if self.old_tiles[place] != self.tiles[place] and self.tiles[place] != OUTSIDE:
                self._set(self.tiles[place], place >> 2)
                self.key ^= PIECE_KEYS[(place >> 2) * 144 + self.tiles[place]]
        self._find_pool_key()

    def _find_pool_key(self) -> None:
        self.pool_key = 0
        for seat in range(self.seats):
            self.pool_key ^= READY_KEYS[seat * 5 + self.ready[seat]] ^ WAITING_KEYS[seat * 5 + self.waiting[seat]]

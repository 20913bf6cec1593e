"""The flags, and the pieces on the board and in exile (E3.1, E4, E5.1, E5.2, E6)."""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.games.exile import layout, tables


class Flags:
    """A flag that is held is held by the piece on its tile; `holders` tells that piece's seat, or NOBODY (E4.6)."""

    count: int
    key: int

    def __init__(self, count: int) -> None:
        self.count = bounds.within(count, 0, layout.MAX_SEATS, "a number of flags")
        self.key = 0
        self.tiles = [0] * 4
        self.holders = [layout.NOBODY] * 4

    # Setting up and looking on

    def put(self, flag: int, tile: int, holder: int) -> None:
        self.tiles[self._flag(flag)] = bounds.within(tile, 0, layout.OUTSIDE - 1, "a tile")
        self.holders[flag] = bounds.within(holder, 0, layout.NOBODY, "a holder")
        self._compute_key()

    def _flag(self, flag: int) -> int:
        if flag < 0 or flag >= self.count:
            raise ValueError(f"there is no flag {flag}")
        return flag

    def tile_of(self, flag: int) -> int:
        return self.tiles[self._flag(flag)]

    def holder_of(self, flag: int) -> int:
        """The seat that controls a flag, or NOBODY."""
        return self.holders[self._flag(flag)]

    def flags_on(self, tile: int) -> list[int]:
        return [flag for flag in range(self.count) if self.tiles[flag] == tile]

    def taken_by(self, seat: int, tile: int) -> list[int]:
        """E4.1, E4.5: the flags on a tile that a seat's piece there holds, whether it wants to or not."""
        foreign = self.first_foreign(self._flag(seat), tile)
        return [flag for flag in self.flags_on(tile) if flag in (seat, foreign)]

    def controlled_by(self, seat: int) -> int:
        """E4.6: how many flags a seat's pieces hold."""
        controlled = 0
        for flag in range(self.count):
            if self.holders[flag] == seat:
                controlled += 1
        return controlled

    def has_own(self, seat: int, tile: int) -> bool:
        """Whether the seat's piece on a tile holds the seat's own flag."""
        return self.holders[seat] == seat and self.tiles[seat] == tile

    def copy(self) -> "Flags":
        copied = Flags(self.count)
        copied.tiles[:] = self.tiles
        copied.holders[:] = self.holders
        copied.key = self.key
        return copied

    # Carried, taken, dropped

    def carry(self, seat: int, origin: int, target: int) -> bool:
        """E4.1 to E4.3: a piece goes from one tile to another with its flags; whether any changed hands."""
        taken = self.first_foreign(seat, target)
        has_changed = taken != layout.NO_FLAG
        has_carried = False
        for flag in range(self.count):
            if self.tiles[flag] == origin and self.holders[flag] == seat:
                has_carried = True
                if taken != layout.NO_FLAG and flag != seat:
                    self.holders[flag] = layout.NOBODY
                else:
                    self.tiles[flag] = target
        if taken != layout.NO_FLAG:
            self.holders[taken] = seat
        if self.tiles[seat] == target and self.holders[seat] == layout.NOBODY:
            self.holders[seat] = seat
            has_changed = True
        if has_changed or has_carried:
            self._compute_key()
        return has_changed

    def settle(self, seat: int, move: int) -> bool:
        """E4.1 to E4.5: put all flags where a jump leaves them; whether any has another holder now.

        A jump that takes or drops flags and leaves all holders as they were has come back to a tile, so it has exiled
        an enemy (E3.4) and is not quiet anyway.
        """
        if not self.touches_flag(move):
            return False
        old_holders = [0] * 4
        origin = layout.tile(move)
        target = layout.target(move)
        for flag in range(self.count):
            old_holders[flag] = self.holders[flag]
            if self.holders[flag] == seat and self.tiles[flag] == origin:
                self.holders[flag] = layout.NOBODY
            self.tiles[flag] = layout.flag_target(move, flag)
        taken = self.first_foreign(seat, target)
        if taken != layout.NO_FLAG:
            self.holders[taken] = seat
        if self.tiles[seat] == target:
            self.holders[seat] = seat
        self._compute_key()
        for flag in range(self.count):
            if self.holders[flag] != old_holders[flag]:
                return True
        return False

    def touches_flag(self, move: int) -> bool:
        """Whether a jump ends where a flag is then, or moves one; a piece that lands on a flag always does."""
        for flag in range(self.count):
            tile = layout.flag_target(move, flag)
            if tile != self.tiles[flag] or tile == layout.target(move):
                return True
        return False

    def first_foreign(self, seat: int, tile: int) -> int:
        """E4.5: the foreign flag on a tile whose owner comes first clockwise from a seat, or NO_FLAG."""
        flag = seat
        for _ in range(1, self.count):
            flag = flag + 1 if flag + 1 < self.count else 0
            if self.tiles[flag] == tile:
                return flag
        return layout.NO_FLAG

    def release(self, tile: int) -> None:
        """E4.4: the piece on a tile is exiled; its flags stay."""
        for flag in range(self.count):
            if self.tiles[flag] == tile:
                self.holders[flag] = layout.NOBODY
                self._compute_key()

    # Undo and keys

    def packed(self) -> int:
        """All that moves change, as `layout` has it."""
        word = 0
        for flag in range(4):
            word |= layout.place_flag(flag, self.tiles[flag], self.holders[flag])
        return word

    def unpack(self, word: int) -> None:
        for flag in range(4):
            self.tiles[flag] = layout.flag_tile_at(word, flag)
            self.holders[flag] = layout.flag_holder_at(word, flag)
        self._compute_key()

    def _compute_key(self) -> None:
        self.key = 0
        for flag in range(self.count):
            self.key ^= (
                tables.FLAG_KEYS[flag * layout.MAX_TILES + self.tiles[flag]]
                ^ tables.HOLDER_KEYS[flag * 5 + self.holders[flag]]
            )


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
        self.board = bounds.within(on_board, 0, 1, "a board")
        self.has_edge_rule = has_edge_rule
        self.seats = bounds.within(seats, 1, layout.MAX_SEATS, "a number of seats")
        self.ways = on_board * layout.MAX_TILES * 8
        self.cells = [layout.WALL] * 145
        self.closed = [0] * 145
        self.barred = [0] * 145
        self.barred_ways = [0] * 145
        self.tiles = [layout.OUTSIDE] * 16
        self.old_tiles = [layout.OUTSIDE] * 16
        self.counts = [0] * 4
        self.ready = [0] * 4
        self.waiting = [0] * 4
        self.key = 0
        self._clear()
        self._compute_pool_key()

    def _clear(self) -> None:
        for tile in range(tables.SIZE[self.board]):
            self.cells[tile] = layout.EMPTY
            self.closed[tile] = tables.WALL_WAYS[self.board * layout.MAX_TILES + tile]
            if self.has_edge_rule:
                self.barred[tile] = tables.WALL_WAYS[self.board * layout.MAX_TILES + tile] != 0
                self.barred_ways[tile] = tables.EDGE_WAYS[self.board * layout.MAX_TILES + tile]

    # Setting up and looking on

    def seat_at(self, tile: int) -> int:
        """Whose piece is on a tile, or EMPTY; WALL on one that this board does not have."""
        if tile < 0 or tile >= layout.OUTSIDE:
            raise ValueError(f"there is no tile {tile}")
        return self.cells[tile]

    def place_at(self, tile: int) -> int:
        """The place of the piece on a tile."""
        place = self.cells[tile] * 4
        while self.tiles[place] != tile:
            place += 1
        return place

    def _seat(self, seat: int) -> int:
        if seat < 0 or seat >= self.seats:
            raise ValueError(f"there is no seat {seat}")
        return seat

    def tiles_of(self, seat: int) -> list[int]:
        return [self.tiles[seat * 4 + index] for index in range(self.counts[self._seat(seat)])]

    def ready_of(self, seat: int) -> int:
        return self.ready[self._seat(seat)]

    def waiting_of(self, seat: int) -> int:
        return self.waiting[self._seat(seat)]

    def add(self, seat: int, tile: int) -> None:
        """Set a piece up on an empty tile."""
        if self.seat_at(tile) != layout.EMPTY or self.counts[self._seat(seat)] == 4:
            raise ValueError(f"seat {seat} cannot have one more piece on tile {tile}")
        self.put(seat, tile)

    def remove(self, tile: int) -> None:
        self.lift(self.occupied(tile))

    def occupied(self, tile: int) -> int:
        """The tile, or ValueError if there is no piece on it."""
        if self.seat_at(bounds.within(tile, 0, layout.OUTSIDE - 1, "a tile")) >= layout.EMPTY:
            raise ValueError(f"there is no piece on tile {tile}")
        return tile

    def fill_exile(self, seat: int, ready: int, waiting: int) -> None:
        self.ready[self._seat(seat)] = bounds.within(ready, 0, 4, "a number of pieces")
        self.waiting[seat] = bounds.within(waiting, 0, 4, "a number of pieces")
        self._compute_pool_key()

    def copy(self) -> "Pieces":
        copied = Pieces(self.board, self.seats, self.has_edge_rule)
        copied.cells[:] = self.cells
        copied.closed[:] = self.closed
        copied.tiles[:] = self.tiles
        copied.counts[:] = self.counts
        copied.ready[:] = self.ready
        copied.waiting[:] = self.waiting
        copied.key = self.key
        copied.pool_key = self.pool_key
        return copied

    # Coming and going

    def put(self, seat: int, tile: int) -> None:
        self._set(tile, seat)
        self.key ^= tables.PIECE_KEYS[seat * layout.MAX_TILES + tile]
        place = seat * 4 + self.counts[seat]
        self.counts[seat] += 1
        while place > seat * 4 and self.tiles[place - 1] > tile:
            self.tiles[place] = self.tiles[place - 1]
            place -= 1
        self.tiles[place] = tile

    def lift(self, tile: int) -> None:
        seat = self.cells[tile]
        self._set(tile, layout.EMPTY)
        self.key ^= tables.PIECE_KEYS[seat * layout.MAX_TILES + tile]
        self.counts[seat] -= 1
        last = seat * 4 + self.counts[seat]
        place = seat * 4
        while self.tiles[place] != tile:
            place += 1
        while place < last:
            self.tiles[place] = self.tiles[place + 1]
            place += 1
        self.tiles[last] = layout.OUTSIDE

    def _set(self, tile: int, content: int) -> None:
        """A piece comes or goes: its neighbours have one more way closed, or one less."""
        self.cells[tile] = content
        for way in range(8):
            self.closed[tables.NEAR[self.ways + tile * 8 + way]] ^= layout.way_back(way)

    def shift(self, origin: int, target: int) -> None:
        seat = self.cells[origin]
        self._set(origin, layout.EMPTY)
        self._set(target, seat)
        self.key ^= (
            tables.PIECE_KEYS[seat * layout.MAX_TILES + origin] ^ tables.PIECE_KEYS[seat * layout.MAX_TILES + target]
        )
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

    def go(self, flags: Flags, origin: int, target: int) -> None:
        """`go_unchecked` for cold code."""
        if self.seat_at(target) != layout.EMPTY:
            raise ValueError(f"tile {target} is not empty")
        self.go_unchecked(flags, self.occupied(origin), target)

    def go_unchecked(self, flags: Flags, origin: int, target: int) -> bool:
        """E4.1 to E4.5: a piece goes from tile to tile with its flags; whether a flag changed hands."""
        has_changed = flags.carry(self.cells[origin], origin, target)
        self.shift(origin, target)
        return has_changed

    def exile(self, flags: Flags, tile: int) -> None:
        """`exile_unchecked` for cold code."""
        self.exile_unchecked(flags, self.occupied(tile))

    def exile_unchecked(self, flags: Flags, tile: int) -> None:
        """E4.4, E5.2: its flags stay on its tile, and it waits, for the turn in which it is exiled does not count."""
        flags.release(tile)
        self.waiting[self.cells[tile]] += 1
        self.lift(tile)
        self._compute_pool_key()

    def end_wait(self, seat: int) -> None:
        """E5.2: a seat has completed a turn."""
        if self.waiting[seat]:
            self.ready[seat] += self.waiting[seat]
            self.waiting[seat] = 0
            self._compute_pool_key()

    def spawn(self, seat: int, tile: int) -> None:
        self.ready[seat] -= 1
        self.put(seat, tile)
        self._compute_pool_key()

    # Slides

    def free_ways(self, tile: int, has_own_flag: bool) -> int:
        """E3.1, E4.7: the ways in which the piece on a tile may slide."""
        free = layout.ALL_WAYS ^ self.closed[tile]
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
        if tile == layout.OUTSIDE:
            return count
        for way in range(8):
            beside = tables.NEAR[self.ways + tile * 8 + way]
            seat = self.cells[beside]
            if self.closed[beside] == layout.ALL_WAYS and seat < layout.EMPTY and not self._has_friend(seat, beside):
                victims[count] = beside
                count += 1
        return count

    def _has_friend(self, seat: int, tile: int) -> bool:
        """E6.1: whether a piece of a seat is adjacent."""
        way = 0
        while way < 8 and self.cells[tables.NEAR[self.ways + tile * 8 + way]] != seat:
            way += 1
        return way < 8

    # Undo and keys

    def save(self, undos: IntStack) -> None:
        """Append all that moves change: three words."""
        undos.reserve(3)
        for begin in range(0, 16, 8):
            word = 0
            for index in range(8):
                word |= layout.place_tile(index, self.tiles[begin + index])
            undos.at[undos.count] = word
            undos.count += 1
        word = 0
        for seat in range(4):
            word |= layout.place_pool(seat, self.counts[seat], self.ready[seat], self.waiting[seat])
        undos.at[undos.count] = word
        undos.count += 1

    def restore(self, undos: IntStack) -> None:
        """Take back what `save` appended. Pieces that stay where they are cost nothing."""
        word = undos.pop()
        for seat in range(4):
            self.counts[seat] = layout.count_at(word, seat)
            self.ready[seat] = layout.ready_at(word, seat)
            self.waiting[seat] = layout.waiting_at(word, seat)
        for begin in range(8, -1, -8):
            word = undos.pop()
            for index in range(8):
                self.old_tiles[begin + index] = self.tiles[begin + index]
                self.tiles[begin + index] = layout.tile_at(word, index)
        for place in range(16):
            if self.old_tiles[place] != self.tiles[place] and self.old_tiles[place] != layout.OUTSIDE:
                self._set(self.old_tiles[place], layout.EMPTY)
                self.key ^= tables.PIECE_KEYS[layout.seat_of_place(place) * layout.MAX_TILES + self.old_tiles[place]]
        for place in range(16):
            if self.old_tiles[place] != self.tiles[place] and self.tiles[place] != layout.OUTSIDE:
                self._set(self.tiles[place], layout.seat_of_place(place))
                self.key ^= tables.PIECE_KEYS[layout.seat_of_place(place) * layout.MAX_TILES + self.tiles[place]]
        self._compute_pool_key()

    def _compute_pool_key(self) -> None:
        self.pool_key = 0
        for seat in range(self.seats):
            self.pool_key ^= (
                tables.READY_KEYS[seat * 5 + self.ready[seat]] ^ tables.WAITING_KEYS[seat * 5 + self.waiting[seat]]
            )

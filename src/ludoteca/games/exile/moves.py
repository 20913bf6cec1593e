"""Which spawns and slides there are (E3.1, E5.3 to E5.5, and E4.7 where it bars a tile)."""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.games.exile import layout, tables
from ludoteca.games.exile.pieces import Flags, Pieces

MAX_SLIDES = 32


class Spawning:
    """Which exiled pieces come back, and where.

    `tiles` are those spawned on in this turn, OUTSIDE where there are none. `open` is the set of tiles for a spawn:
    all but the neighbourhoods of enemies and of unoccupied flags, and the tiles of the seat's own pieces.
    """

    count: int

    def __init__(self) -> None:
        self.count = 0
        self.tiles = [layout.OUTSIDE] * 2
        self.open = [0] * 3

    def add(self, tile: int) -> None:
        """`note` for cold code."""
        if self.count == 2:
            raise ValueError("two pieces have been spawned in this turn, and two are the most (E5.3)")
        self.note(bounds.within(tile, 0, layout.OUTSIDE - 1, "a tile"))

    def note(self, tile: int) -> None:
        """A piece has been spawned on a tile."""
        self.tiles[self.count] = tile
        self.count += 1

    def clear(self) -> None:
        """The turn is over."""
        self.tiles[0] = layout.OUTSIDE
        self.tiles[1] = layout.OUTSIDE
        self.count = 0

    def is_fresh(self, tile: int) -> bool:
        """E2.4: whether the piece on a tile was spawned in this turn."""
        return self.tiles[0] == tile or self.tiles[1] == tile

    def spawned(self) -> list[int]:
        return [self.tiles[index] for index in range(self.count)]

    def copy(self) -> "Spawning":
        copied = Spawning()
        copied.count = self.count
        copied.tiles[:] = self.tiles
        return copied

    # Where

    def add_spawns(self, pieces: Pieces, flags: Flags, seat: int, found: IntStack) -> None:
        """Append every legal spawn, in tile order."""
        if not self.find_open(pieces, flags, seat):
            return
        found.reserve(layout.MAX_TILES)
        for word in range(layout.WORDS):
            bits = self.open[word]
            while bits:
                tile = word * 64 + tables.LOWEST_TILE[layout.lowest_index(bits)]
                bits &= bits - 1
                found.at[found.count] = layout.spawn(tile)
                found.count += 1

    def count_spawns(self, pieces: Pieces, flags: Flags, seat: int) -> int:
        if not self.find_open(pieces, flags, seat):
            return 0
        count = 0
        for word in range(layout.WORDS):
            bits = self.open[word]
            while bits:
                bits &= bits - 1
                count += 1
        return count

    def is_open(self, tile: int) -> bool:
        """Whether a tile was open when the open tiles were last found."""
        return layout.has_tile(self.open[layout.word_index(tile)], tile)

    def find_open(self, pieces: Pieces, flags: Flags, seat: int) -> bool:
        """Find the tiles for the next spawn of this turn; False when there can be none."""
        if pieces.ready[seat] == 0 or not self.may_spawn_again(pieces, flags, seat):
            return False
        self.find_unguarded(pieces, flags, seat)
        if self.count == 1:
            self._keep_second(pieces.board, flags.tiles[seat])
        return True

    def may_spawn_again(self, pieces: Pieces, flags: Flags, seat: int) -> bool:
        """E5.3: nothing was spawned yet, or one piece beside the seat's own flag."""
        if self.count == 0:
            return True
        return self.count == 1 and self.is_beside(pieces.board, self.tiles[0], flags.tiles[seat])

    def is_beside(self, on_board: int, tile: int, flag_tile: int) -> bool:
        """Whether a tile is adjacent to a flag's; they are known to differ."""
        word = (on_board * layout.MAX_TILES + flag_tile) * layout.WORDS + layout.word_index(tile)
        return layout.has_tile(tables.ZONES[word], tile)

    def unguarded_tiles(self, pieces: Pieces, flags: Flags, seat: int) -> list[int]:
        """E5.4: the tiles that neither a piece nor a flag forbids to a seat, in tile order."""
        self.find_unguarded(pieces, flags, bounds.within(seat, 0, pieces.seats - 1, "a seat"))
        return [tile for tile in range(layout.MAX_TILES) if self.is_open(tile)]

    def find_unguarded(self, pieces: Pieces, flags: Flags, seat: int) -> None:
        """Fill in `open` by E5.4."""
        begin = pieces.board * layout.MAX_TILES
        closed_low = 0
        closed_middle = 0
        closed_high = 0
        for other in range(pieces.seats):
            if other != seat:
                for place in range(other * 4, other * 4 + pieces.counts[other]):
                    row = (begin + pieces.tiles[place]) * layout.WORDS
                    closed_low |= tables.ZONES[row]
                    closed_middle |= tables.ZONES[row + 1]
                    closed_high |= tables.ZONES[row + 2]
        for flag in range(flags.count):
            if pieces.cells[flags.tiles[flag]] == layout.EMPTY:
                row = (begin + flags.tiles[flag]) * layout.WORDS
                closed_low |= tables.ZONES[row]
                closed_middle |= tables.ZONES[row + 1]
                closed_high |= tables.ZONES[row + 2]
        begin = pieces.board * layout.WORDS
        self.open[0] = tables.WHOLE[begin] & ~closed_low
        self.open[1] = tables.WHOLE[begin + 1] & ~closed_middle
        self.open[2] = tables.WHOLE[begin + 2] & ~closed_high
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            self._close(pieces.tiles[place])

    def _close(self, tile: int) -> None:
        self.open[layout.word_index(tile)] &= ~layout.tile_bit(tile)

    def _keep_second(self, on_board: int, flag_tile: int) -> None:
        """E5.3, E8: of the open tiles, those beside the seat's own flag and behind the first spawn in tile order."""
        for word in range(layout.WORDS):
            self.open[word] &= tables.ZONES[(on_board * layout.MAX_TILES + flag_tile) * layout.WORDS + word]
        first = self.tiles[0]
        for word in range(layout.word_index(first)):
            self.open[word] = 0
        self.open[layout.word_index(first)] &= ~(layout.tile_bit(first) - 1)

    # Undo and keys

    def packed(self) -> int:
        """All that moves change, as `layout` has it."""
        return layout.place_spawns(self.tiles[0], self.tiles[1])

    def unpack(self, word: int) -> None:
        self.tiles[0] = layout.first_spawn(word)
        self.tiles[1] = layout.second_spawn(word)
        self.count = (self.tiles[0] != layout.OUTSIDE) + (self.tiles[1] != layout.OUTSIDE)

    def hash(self) -> int:
        key = 0
        for index in range(self.count):
            key ^= tables.SPAWNED_KEYS[self.tiles[index]]
        return key


class Movement:
    """Finds slides."""

    def add_slides(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, found: IntStack) -> None:
        """Append every legal slide; pieces in tile order."""
        found.reserve(MAX_SLIDES)
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.count and spawning.is_fresh(origin):
                continue
            has_own_flag = pieces.has_edge_rule and flags.has_own(seat, origin)
            free = pieces.free_ways(origin, has_own_flag)
            while free:
                found.at[found.count] = layout.slide(origin, tables.LOWEST_WAY[free])
                found.count += 1
                free &= free - 1

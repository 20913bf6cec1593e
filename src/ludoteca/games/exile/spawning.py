"""Spawning: which exiled pieces come back, and where (E5.3 to E5.5).

The tiles that are open for a spawn are found as a set of bits in three words: all but the neighbourhoods of enemies
and of unoccupied flags, and the tiles of the seat's own pieces.
"""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.exile import board
from ludoteca.games.exile.flags import Flags
from ludoteca.games.exile.pieces import Pieces

OUTSIDE, EMPTY = board.OUTSIDE, board.EMPTY
ZONES = board.ZONES
WHOLE = board.WHOLE
SPAWNED_KEYS = board.SPAWNED_KEYS
SPAWN = board.spawn_move(0)
MASK = 0xFFFFFFFFFFFFFFFF
DE_BRUIJN = 0x03F79D71B4CB0A89
LOWEST = [0] * 64


def _fill_lowest() -> None:
    """The place of a single bit, found by what is left of a sequence that holds every six bits once."""
    for place in range(64):
        LOWEST[(DE_BRUIJN << place & MASK) >> 58] = place


_fill_lowest()


class Spawning:
    """`tiles` are those spawned on in this turn, OUTSIDE where there are none; `open` is the set of open tiles."""

    count: int

    def __init__(self) -> None:
        self.count = 0
        self.tiles = [OUTSIDE] * 2
        self.open = [0] * 3

    def note(self, tile: int) -> None:
        """A piece has been spawned on a tile."""
        self.tiles[self.count] = tile
        self.count += 1

    def clear(self) -> None:
        """The turn is over."""
        self.tiles[0] = OUTSIDE
        self.tiles[1] = OUTSIDE
        self.count = 0

    def is_fresh(self, tile: int) -> bool:
        """E2.4: whether the piece on a tile was spawned in this turn."""
        return self.tiles[0] == tile or self.tiles[1] == tile

    def spawned(self) -> list[int]:
        return [self.tiles[index] for index in range(self.count)]

    def copy(self) -> "Spawning":
        twin = Spawning()
        twin.count = self.count
        twin.tiles[:] = self.tiles
        return twin

    # Where

    def add_spawns(self, pieces: Pieces, flags: Flags, seat: int, found: IntStack) -> None:
        """Append every legal spawn, in tile order."""
        if not self.find_open(pieces, flags, seat):
            return
        found.reserve(144)
        for word in range(3):
            bits = self.open[word]
            while bits:
                lowest = bits & -bits
                bits ^= lowest
                tile = word * 64 + LOWEST[(lowest * DE_BRUIJN & MASK) >> 58]
                found.at[found.count] = SPAWN + tile
                found.count += 1

    def count_spawns(self, pieces: Pieces, flags: Flags, seat: int) -> int:
        if not self.find_open(pieces, flags, seat):
            return 0
        count = 0
        for word in range(3):
            bits = self.open[word]
            while bits:
                bits &= bits - 1
                count += 1
        return count

    def is_open(self, tile: int) -> bool:
        """Whether a tile was open when the open tiles were last found."""
        return self.open[tile >> 6] >> (tile & 63) & 1 != 0

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
        return ZONES[(on_board * 144 + flag_tile) * 3 + (tile >> 6)] >> (tile & 63) & 1 != 0

    def find_unguarded(self, pieces: Pieces, flags: Flags, seat: int) -> None:
        """E5.4: the tiles that neither a piece nor a flag forbids."""
        begin = pieces.board * 144
        closed_low = 0
        closed_middle = 0
        closed_high = 0
        for other in range(pieces.seats):
            if other != seat:
                for place in range(other * 4, other * 4 + pieces.counts[other]):
                    row = (begin + pieces.tiles[place]) * 3
                    closed_low |= ZONES[row]
                    closed_middle |= ZONES[row + 1]
                    closed_high |= ZONES[row + 2]
        for flag in range(flags.count):
            if pieces.cells[flags.tiles[flag]] == EMPTY:
                row = (begin + flags.tiles[flag]) * 3
                closed_low |= ZONES[row]
                closed_middle |= ZONES[row + 1]
                closed_high |= ZONES[row + 2]
        begin = pieces.board * 3
        self.open[0] = WHOLE[begin] & ~closed_low
        self.open[1] = WHOLE[begin + 1] & ~closed_middle
        self.open[2] = WHOLE[begin + 2] & ~closed_high
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            self._close(pieces.tiles[place])

    def _close(self, tile: int) -> None:
        one = 1
        self.open[tile >> 6] &= ~(one << (tile & 63))

    def _keep_second(self, on_board: int, flag_tile: int) -> None:
        """E5.3, E8: of the open tiles, those beside the seat's own flag and behind the first spawn in tile order."""
        for word in range(3):
            self.open[word] &= ZONES[(on_board * 144 + flag_tile) * 3 + word]
        first = self.tiles[0]
        for word in range(first >> 6):
            self.open[word] = 0
        one = 1
        self.open[first >> 6] &= ~((one << (first & 63)) - 1)

    # Undo and keys

    def packed(self) -> int:
        """All that moves change, in 16 bits."""
        return self.tiles[0] << 8 | self.tiles[1]

    def unpack(self, word: int) -> None:
        """From the lowest 16 bits of a word."""
        self.tiles[0] = word >> 8 & 255
        self.tiles[1] = word & 255
        self.count = (self.tiles[0] != OUTSIDE) + (self.tiles[1] != OUTSIDE)

    def hash(self) -> int:
        key = 0
        for index in range(self.count):
            key ^= SPAWNED_KEYS[self.tiles[index]]
        return key

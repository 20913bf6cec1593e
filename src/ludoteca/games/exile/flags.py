"""The flags: where they are and who controls them (E4)."""

from ludoteca.games.exile import board

NOBODY = board.NOBODY
NONE = 4
"""No flag at all; flags are numbered like the seats they belong to."""
FLAG_KEYS = board.FLAG_KEYS
HOLDER_KEYS = board.HOLDER_KEYS


class Flags:
    """A flag that is held is held by the piece on its tile; `holders` tells that piece's seat, or NOBODY (E4.6)."""

    count: int
    key: int

    def __init__(self, count: int) -> None:
        self.count = count
        self.key = 0
        self.tiles = [0] * 4
        self.holders = [NOBODY] * 4

    # Setting up and looking on

    def put(self, flag: int, tile: int, holder: int) -> None:
        self.tiles[flag] = tile
        self.holders[flag] = holder
        self._find_key()

    def tile_of(self, flag: int) -> int:
        return self.tiles[flag]

    def holder_of(self, flag: int) -> int:
        """The seat that controls a flag, or NOBODY."""
        return self.holders[flag]

    def flags_on(self, tile: int) -> list[int]:
        return [flag for flag in range(self.count) if self.tiles[flag] == tile]

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
        twin = Flags(self.count)
        twin.tiles[:] = self.tiles
        twin.holders[:] = self.holders
        twin.key = self.key
        return twin

    # Carried, taken, dropped

    def carry(self, seat: int, origin: int, target: int) -> bool:
        """E4.1 to E4.3: a piece goes from one tile to another with its flags; whether any changed hands."""
        taken = self.first_foreign(seat, target)
        has_changed = taken != NONE
        has_carried = False
        for flag in range(self.count):
            if self.tiles[flag] == origin and self.holders[flag] == seat:
                has_carried = True
                if taken != NONE and flag != seat:
                    self.holders[flag] = NOBODY
                else:
                    self.tiles[flag] = target
        if taken != NONE:
            self.holders[taken] = seat
        if self.tiles[seat] == target and self.holders[seat] == NOBODY:
            self.holders[seat] = seat
            has_changed = True
        if has_changed or has_carried:
            self._find_key()
        return has_changed

    def first_foreign(self, seat: int, tile: int) -> int:
        """E4.5: the foreign flag on a tile whose owner comes first clockwise from a seat, or NONE."""
        flag = seat
        for _ in range(1, self.count):
            flag = flag + 1 if flag + 1 < self.count else 0
            if self.tiles[flag] == tile:
                return flag
        return NONE

    def release(self, tile: int) -> None:
        """E4.4: the piece on a tile is exiled; its flags stay."""
        for flag in range(self.count):
            if self.tiles[flag] == tile:
                self.holders[flag] = NOBODY
                self._find_key()

    # Undo and keys

    def packed(self) -> int:
        """All that moves change, in 48 bits."""
        word = 0
        for flag in range(4):
            word = word << 12 | self.tiles[flag] << 4 | self.holders[flag]
        return word

    def unpack(self, word: int) -> None:
        for flag in range(3, -1, -1):
            self.holders[flag] = word & 15
            self.tiles[flag] = word >> 4 & 255
            word >>= 12
        self._find_key()

    def _find_key(self) -> None:
        self.key = 0
        for flag in range(self.count):
            self.key ^= FLAG_KEYS[flag * 144 + self.tiles[flag]] ^ HOLDER_KEYS[flag * 5 + self.holders[flag]]

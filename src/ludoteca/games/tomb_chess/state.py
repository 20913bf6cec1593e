"""All that lies on the board: units with their states, walls and graves. It knows no rule but how to keep count."""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.tomb_chess import board

MASK = 0xFFFFFFFFFFFFFFFF
EDGE, UNIT = board.EDGE, board.UNIT
PAWN, JESTER, KING, ROOK = board.PAWN, board.JESTER, board.KING, board.ROOK
NODES = 49
"""One more than all units: 0 ends a queue."""
MARKED = board.STATES | board.JUST_PUSHED
DEAD = 65536
"""Marks the dead among the words of a saved state."""
CELL = board.CELL
SQUARE = board.SQUARE
QUADRANT = board.QUADRANT
DELTA = board.DELTA
UNIT_KEYS = board.UNIT_KEYS
RANGE_KEYS = board.RANGE_KEYS
LONG_RANGE_KEYS = board.LONG_RANGE_KEYS
STATE_KEYS = board.STATE_KEYS
WALL_KEYS = board.WALL_KEYS
GRAVE_KEYS = board.GRAVE_KEYS
OPEN_KEYS = board.OPEN_KEYS
SIDE_KEY = board.SIDE_KEY


class State:
    """`units`, `walls`, `heads` (of the queues of the dead) and `opened` (graves) have an entry a cell.

    Kept up to date with them: `near`, how many walls share a side with a cell; `jesters`, how many jesters of a side
    stand beside it (South's in the first 256); `pieces`, those other than kings by side and quadrant; `pawns` and
    `kings` by side, a dead king being on cell 0; `marked`, how many units have states; `wall_cells`, of which there
    are `standing`. `tale` is what happened, in order, while `is_telling`.
    """

    to_move: int
    turn: int
    pusher: int

    def __init__(self) -> None:
        self.units = [EDGE] * 256
        for square in range(144):
            self.units[CELL[square]] = 0
        self.walls = [0] * 256
        self.near = [0] * 256
        self.jesters = [0] * 512
        self.heads = [0] * 256
        self.opened = [0] * 256
        self.nexts = [0] * 49
        self.codes = [0] * 49
        for node in range(1, NODES - 1):
            self.nexts[node] = node + 1
        self.spare = 1
        self.marked = 0
        self.pieces = [0] * 8
        self.pawns = [0] * 2
        self.kings = [0] * 2
        self.standing = 0
        self.wall_cells = [0] * 144
        self.to_move = 0
        self.turn = 1
        self.pusher = 0
        self.is_telling = 0
        self.tale = IntStack()

    def tell(self, verb: int, code: int, start: int, end: int) -> None:
        """Note what happens, if anybody wants to know: a verb, the code of a unit, and one or two cells."""
        if self.is_telling:
            self.tale.push(verb | (code & 15) << 8 | start << 16 | end << 24)

    def copy_from(self, other: "State") -> None:
        self.units[:] = other.units
        self.walls[:] = other.walls
        self.near[:] = other.near
        self.jesters[:] = other.jesters
        self.heads[:] = other.heads
        self.opened[:] = other.opened
        self.nexts[:] = other.nexts
        self.codes[:] = other.codes
        self.spare = other.spare
        self.marked = other.marked
        self.pieces[:] = other.pieces
        self.pawns[:] = other.pawns
        self.kings[:] = other.kings
        self.standing = other.standing
        self.wall_cells[:] = other.wall_cells
        self.to_move = other.to_move
        self.turn = other.turn
        self.pusher = other.pusher

    # Units

    def put(self, cell: int, unit: int) -> None:
        self.units[cell] = unit
        self._count(cell, unit, 1)

    def take(self, cell: int) -> int:
        unit = self.units[cell]
        self.units[cell] = 0
        self._count(cell, unit, -1)
        return unit

    def shift(self, origin: int, target: int) -> None:
        """Move a unit; the rook that pushed last is followed (T10.4)."""
        self.put(target, self.take(origin))
        if self.pusher == origin:
            self.pusher = target

    def _count(self, cell: int, unit: int, change: int) -> None:
        side = unit >> 3 & 1
        kind = unit & 7
        if unit & MARKED:
            self.marked += change
        if kind == PAWN:
            self.pawns[side] += change
        elif kind == KING:
            self.kings[side] = cell if change > 0 else 0
        else:
            self.pieces[side * 4 + QUADRANT[cell]] += change
            if kind == JESTER:
                for way in range(8):
                    self.jesters[side * 256 + cell + DELTA[way]] += change

    def mark(self, cell: int, unit: int) -> None:
        """Give a unit other states."""
        self.marked += (1 if unit & MARKED else 0) - (1 if self.units[cell] & MARKED else 0)
        self.units[cell] = unit

    def majorities(self, side: int) -> int:
        """T11.1: a bit for each quadrant where a side has more pieces than the other."""
        mask = 0
        for quadrant in range(4):
            if self.pieces[side * 4 + quadrant] > self.pieces[4 - side * 4 + quadrant]:
                mask |= 1 << quadrant
        return mask

    # Walls

    def raise_wall(self, cell: int, turns: int) -> None:
        self.walls[cell] = turns
        self.wall_cells[self.standing] = cell
        self.standing += 1
        for way in range(0, 8, 2):
            self.near[cell + DELTA[way]] += 1

    def raze_wall(self, cell: int) -> None:
        self.walls[cell] = 0
        self.standing -= 1
        place = 0
        while self.wall_cells[place] != cell:
            place += 1
        self.wall_cells[place] = self.wall_cells[self.standing]
        for way in range(0, 8, 2):
            self.near[cell + DELTA[way]] -= 1

    # Graves

    def bury(self, cell: int, code: int) -> None:
        """T8.1: the dead go last in the queue of the square where they died."""
        node = self.spare
        self.spare = self.nexts[node]
        self.nexts[node] = 0
        self.codes[node] = code
        self._append(cell, node)

    def _append(self, cell: int, node: int) -> None:
        last = self.heads[cell]
        if last == 0:
            self.heads[cell] = node
            return
        while self.nexts[last]:
            last = self.nexts[last]
        self.nexts[last] = node

    def pour(self, origin: int, target: int) -> None:
        """Empty one grave into another, behind those who lie there."""
        self._append(target, self.heads[origin])
        self.heads[origin] = 0
        self.opened[origin] = 0

    def exhume(self, cell: int) -> int:
        """Take the oldest out of a grave; its code."""
        node = self.heads[cell]
        self.heads[cell] = self.nexts[node]
        self.nexts[node] = self.spare
        self.spare = node
        return self.codes[node]

    def is_tomb(self, cell: int) -> bool:
        """A grave with somebody in it, no unit on it and no wall over it."""
        return self.heads[cell] != 0 and self.units[cell] == 0 and self.walls[cell] == 0

    # For cold code, which counts squares from 0 to 143

    def unit_on(self, square: int) -> int:
        """The unit on a square with its range and states, or 0."""
        return self.units[CELL[square]]

    def wall_on(self, square: int) -> int:
        """How many turns a wall still stands on a square; 0 if there is none."""
        return self.walls[CELL[square]]

    def grave_of(self, square: int) -> list[int]:
        """The codes of the dead of a square, oldest first."""
        found = []
        node = self.heads[CELL[square]]
        while node:
            found.append(self.codes[node])
            node = self.nexts[node]
        return found

    def is_open(self, square: int) -> bool:
        return self.opened[CELL[square]] != 0

    def open_grave(self, square: int) -> None:
        self.opened[CELL[square]] = 1

    def king_of(self, side: int) -> int:
        """The square of a side's king, or -1 when it is dead."""
        return SQUARE[self.kings[side]] if self.kings[side] else -1

    def pawns_of(self, side: int) -> int:
        return self.pawns[side]

    def pieces_of(self, side: int, quadrant: int) -> int:
        """T11.1: how many pieces other than kings a side has in a quadrant."""
        return self.pieces[side * 4 + quadrant]

    # Saving and hashing

    def save(self, words: IntStack) -> None:
        """Write everything behind what `words` hold, to be restored from there."""
        begin = words.count
        words.reserve(400)
        for square in range(144):
            cell = CELL[square]
            if self.units[cell]:
                words.push(cell | self.units[cell] << 8)
        middle = words.count
        for square in range(144):
            cell = CELL[square]
            if self.walls[cell] | self.heads[cell]:
                words.push(cell | self.walls[cell] << 8 | self.opened[cell] << 12)
                node = self.heads[cell]
                while node:
                    words.push(self.codes[node] | DEAD)
                    node = self.nexts[node]
        end = words.count
        words.push(self.turn)
        words.push(self.to_move | self.pusher << 1)
        words.push((end - middle) | (middle - begin) << 16)

    def restore(self, words: IntStack) -> None:
        """Take back what was saved last."""
        self.clear()
        sizes = words.pop()
        rest = words.pop()
        self.to_move = rest & 1
        self.pusher = rest >> 1
        self.turn = words.pop()
        middle = words.count - (sizes & 65535)
        begin = middle - (sizes >> 16)
        for index in range(begin, middle):
            self.put(words.at[index] & 255, words.at[index] >> 8)
        cell = 0
        for index in range(middle, words.count):
            word = words.at[index]
            if word & DEAD:
                self.bury(cell, word & 15)
            else:
                cell = word & 255
                self.opened[cell] = word >> 12 & 1
                if word >> 8 & 15:
                    self.raise_wall(cell, word >> 8 & 15)
        words.count = begin

    def clear(self) -> None:
        """An empty board."""
        for square in range(144):
            self.units[CELL[square]] = 0
        for cell in range(256):
            self.walls[cell] = 0
            self.near[cell] = 0
            self.heads[cell] = 0
            self.opened[cell] = 0
            self.jesters[cell] = 0
            self.jesters[cell + 256] = 0
        for node in range(1, NODES - 1):
            self.nexts[node] = node + 1
        self.nexts[NODES - 1] = 0
        self.spare = 1
        self.marked = 0
        for entry in range(8):
            self.pieces[entry] = 0
        for side in range(2):
            self.pawns[side] = 0
            self.kings[side] = 0
        self.standing = 0

    def hash(self) -> int:
        """T16.5: a key of units, ranges, states, walls, graves in order, and the side to move; not of the pusher."""
        key = SIDE_KEY if self.to_move else 0
        for square in range(144):
            cell = CELL[square]
            unit = self.units[cell]
            if unit:
                key ^= UNIT_KEYS[square * 16 + (unit & 15)] ^ STATE_KEYS[square * 16 + (unit >> 12 & 15)]
                key ^= RANGE_KEYS[square * 16 + (unit >> 5 & 15)] ^ LONG_RANGE_KEYS[square * 8 + (unit >> 9 & 7)]
            elif self.walls[cell]:
                key ^= WALL_KEYS[square * 2 + self.walls[cell] - 1]
            node = self.heads[cell]
            if node:
                if self.opened[cell]:
                    key ^= OPEN_KEYS[square]
                place = 0
                while node:
                    key ^= self._turned(GRAVE_KEYS[square * 16 + self.codes[node]], place)
                    place += 1
                    node = self.nexts[node]
        return key

    def _turned(self, key: int, places: int) -> int:
        """A key with its bits turned to the left, so that one table serves many places."""
        places &= 63
        if places == 0:
            return key
        return (key << places & MASK) | key >> (64 - places)

"""# Hex

Join your two edges of a slanted board of hexagons by a chain of your own stones.

## A1 The game

**A1.1** The board is a rhombus of 11 by 11 hexagons. Red has the northern and the southern edge, Blue the western and
the eastern one. The cells in the corners belong to both.

**A1.2** In turn, each player puts a stone on an empty cell. Red begins. Stones never move.

**A1.3** Instead of a first stone of their own, Blue may `swap`: Red's stone is taken away, and Blue has a stone on the
cell that mirrors it across the long diagonal.

**A1.4** Who joins their two edges by a chain of neighbouring stones wins. There are no draws.
"""

from ludoteca import EMPTY, Glyph, PlainPosition, Zone, boards, plain_game

SIZE = 11
NORTH = tuple(range(SIZE))
SOUTH = tuple(range(SIZE * (SIZE - 1), SIZE * SIZE))
WEST = tuple(range(0, SIZE * SIZE, SIZE))
EAST = tuple(range(SIZE - 1, SIZE * SIZE, SIZE))
EDGES = ((NORTH, frozenset(SOUTH)), (WEST, frozenset(EAST)))


class Hex(PlainPosition):
    board = boards.rhombus(SIZE, SIZE)
    pieces = (Glyph("R", "stone", 0, {}, "plain"), Glyph("B", "stone", 1, {}, "plain"))
    seat_names = ("Red", "Blue")
    words = ("swap",)
    zones = (Zone("edge", 0, NORTH + SOUTH), Zone("edge", 1, WEST + EAST))

    def set_up(self):
        self.cells = [EMPTY] * SIZE**2

    def moves(self):
        empty = [cell for cell, stone in enumerate(self.cells) if stone == EMPTY]
        return [*empty, "swap"] if self.to_move == 1 and len(empty) == SIZE**2 - 1 else empty

    def apply(self, move):
        if move == "swap":
            rank, file = divmod(self.cells.index("R"), SIZE)
            self.cells[rank * SIZE + file] = EMPTY
            self.cells[file * SIZE + rank] = "B"
        else:
            self.cells[move] = "RB"[self.to_move]

    def result(self):
        if self.cells.count(EMPTY) > SIZE**2 - SIZE:
            return None
        for seat in (1 - self.to_move, self.to_move):
            if self.is_joined(seat):
                return self.win(seat, "A1.4", f"{self.seat_names[seat]} has joined both edges")
        return None

    def is_joined(self, seat):
        cells, neighbours = self.cells, self.board.neighbours
        stone, (begin, end) = "RB"[seat], EDGES[seat]
        found = [cell for cell in begin if cells[cell] == stone]
        seen = set(found)
        while found:
            cell = found.pop()
            if cell in end:
                return True
            for there in neighbours[cell]:
                if cells[there] == stone and there not in seen:
                    seen.add(there)
                    found.append(there)
        return False

    def refusal(self, move):
        if move == "swap":
            return self.refuse("A1.3", "only Blue can swap, and only instead of a first stone")
        return self.refuse("A1.2", f"{self.board.names[move]} is not empty", move)


GAME = plain_game(Hex)

# cython: boundscheck=False, wraparound=False, cdivision=True
"""# Fast Hex

Hex as in the other example, compiled. Join your two edges of a slanted board of hexagons by a chain of your own stones.

## A1 The game

**A1.1** The board is a rhombus of 11 by 11 hexagons. Red has the northern and the southern edge, Blue the western and
the eastern one. The cells in the corners belong to both.

**A1.2** In turn, each player puts a stone on an empty cell. Red begins. Stones never move.

**A1.3** Instead of a first stone of their own, Blue may `swap`: Red's stone is taken away, and Blue has a stone on the
cell that mirrors it across the long diagonal.

**A1.4** Who joins their two edges by a chain of neighbouring stones wins. There are no draws.
"""

from random import Random

from ludoteca import Glyph, Zone, boards, plain_game
from ludoteca.core.plain import PlainPosition
from ludoteca.core.position import Position

SIZE = 11
CELLS = SIZE * SIZE
SWAP = CELLS
"""The number of the word: words come after the cells."""
NOBODY = -1
BOARD = boards.rhombus(SIZE, SIZE)
NORTH = tuple(range(SIZE))
SOUTH = tuple(range(CELLS - SIZE, CELLS))
WEST = tuple(range(0, CELLS, SIZE))
EAST = tuple(range(SIZE - 1, CELLS, SIZE))

# What compiled code looks up: C arrays there, and lists if this file is not compiled.
NEIGHBOURS = [there for around in BOARD.neighbours for there in (*around, *[CELLS] * (6 - len(around)))]
FIRST_EDGE = [cell in edge for edge in (NORTH, WEST) for cell in BOARD]
SECOND_EDGE = [cell in edge for edge in (SOUTH, EAST) for cell in BOARD]
_random = Random(1)
KEYS = [_random.getrandbits(64) for _ in range(2 * CELLS + 1)]


class FastHex(PlainPosition):
    has_twin = True
    board = BOARD
    pieces = (Glyph("R", "stone", 0, {}, "plain"), Glyph("B", "stone", 1, {}, "plain"))
    seat_names = ("Red", "Blue")
    words = ("swap",)
    zones = (Zone("edge", 0, NORTH + SOUTH), Zone("edge", 1, WEST + EAST))

    def __init__(self, seats):
        super().__init__(seats)
        self.owner = [NOBODY] * 121
        self.stones = 0
        self.winner = NOBODY
        self.zobrist = 0

    # For texts and pages: what the plain game has in its attributes

    def set_up(self):
        """The board is empty already."""

    def state(self):
        return {"cells": [".RB"[self.owner[cell] + 1] for cell in range(CELLS)]}

    def resume(self, state, to_move):
        cells = state["cells"]
        for cell in range(CELLS):
            if cells[cell] != ".":
                self._put(cell, "RB".index(cells[cell]))
        for cell in range(CELLS):
            if self.owner[cell] != NOBODY and self._joins(cell):
                self.winner = self.owner[cell]
        self.to_move = to_move
        self._is_over = self.winner != NOBODY

    def result(self):
        if self.winner == NOBODY:
            return None
        return self.win(self.winner, "A1.4", f"{self.seat_names[self.winner]} has joined both edges")

    def ending(self):
        return self.result()

    def refusal(self, move):
        if move == "swap":
            return self.refuse("A1.3", "only Blue can swap, and only instead of a first stone")
        return self.refuse("A1.2", f"{self.board.names[move]} is not empty", move)

    # The contract of compiled positions

    def legal_moves(self):
        return Position.legal_moves(self)

    def generate(self, found):
        if self.winner != NOBODY:
            return
        for cell in range(CELLS):
            if self.owner[cell] == NOBODY:
                found.push(cell)
        if self._may_swap():
            found.push(SWAP)

    def count_moves(self):
        if self.winner != NOBODY:
            return 0
        return CELLS - self.stones + self._may_swap()

    def is_well_formed(self, move):
        if self.winner != NOBODY or move < 0 or move > SWAP:
            return False
        if move == SWAP:
            return self._may_swap()
        return self.owner[move] == NOBODY

    def make(self, move):
        self.played.push(move)
        if move == SWAP:
            self._swap(1)
        else:
            self._put(move, self.to_move)
            if self._joins(move):
                self.winner = self.to_move
                self._is_over = True
        self.to_move = 1 - self.to_move

    def unmake(self):
        move = self.played.pop()
        self.to_move = 1 - self.to_move
        self.winner = NOBODY
        self._is_over = False
        if move == SWAP:
            self._swap(0)
        else:
            self._lift(move)

    def hash(self):
        return self.zobrist ^ KEYS[2 * CELLS] if self.to_move else self.zobrist

    def payoff(self, seat):
        return 1.0 if seat == self.winner else -1.0

    def copy_state(self):
        copied = FastHex(self.seats)
        for cell in range(CELLS):
            copied.owner[cell] = self.owner[cell]
        copied.stones = self.stones
        copied.winner = self.winner
        copied.zobrist = self.zobrist
        copied._is_over = self._is_over
        return copied

    # The rules

    def _may_swap(self):
        """A1.3"""
        return self.to_move == 1 and self.stones == 1

    def _swap(self, seat):
        """Give the only stone to a seat, on the mirrored cell."""
        cell = 0
        while self.owner[cell] == NOBODY:
            cell += 1
        self._lift(cell)
        self._put(cell % SIZE * SIZE + cell // SIZE, seat)

    def _put(self, cell, seat):
        self.owner[cell] = seat
        self.stones += 1
        self.zobrist ^= KEYS[seat * CELLS + cell]

    def _lift(self, cell):
        self.stones -= 1
        self.zobrist ^= KEYS[self.owner[cell] * CELLS + cell]
        self.owner[cell] = NOBODY

    def _joins(self, cell):
        """A1.4: whether the chain of a stone touches both edges of its owner."""
        seat = self.owner[cell]
        seen = [False] * 122
        waiting = [0] * 122
        waiting[0] = cell
        count = 1
        seen[cell] = True
        seen[CELLS] = True
        is_first, is_second = False, False
        while count:
            count -= 1
            cell = waiting[count]
            is_first = is_first or FIRST_EDGE[seat * CELLS + cell]
            is_second = is_second or SECOND_EDGE[seat * CELLS + cell]
            if is_first and is_second:
                return True
            for way in range(6 * cell, 6 * cell + 6):
                there = NEIGHBOURS[way]
                if not seen[there] and self.owner[there] == seat:
                    seen[there] = True
                    waiting[count] = there
                    count += 1
        return False


GAME = plain_game(FastHex)

"""T8 and T13.5: how units die, and how tombs and captured jesters explode."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.walls import Walls

UNIT, JESTER = board.UNIT, board.JESTER
DIED, EXPLODED, POURED, OPENED = board.DIED, board.EXPLODED, board.POURED, board.OPENED
AROUND = [-17, -16, -15, -1, 1, 15, 16, 17]
"""The eight squares around one, in square order: a1, b1 … l12."""


class Tombs:
    """`blasted` marks the squares of every 3x3 that exploded this turn, `blasts` counts them (T5: no walls there)."""

    def __init__(self, state: State, walls: Walls) -> None:
        self.state = state
        self.walls = walls
        self.blasted = [0] * 256
        self.blasts = 0

    def begin_turn(self) -> None:
        if self.blasts:
            for cell in range(256):
                self.blasted[cell] = 0
            self.blasts = 0

    def kill(self, cell: int) -> None:
        """T8.1: the unit on a square dies into the grave there. A dead rook is no longer the one that pushed."""
        unit = self.state.take(cell)
        if self.state.pusher == cell:
            self.state.pusher = 0
        self.state.bury(cell, unit & 15)
        self.state.tell(DIED, unit, cell, cell)

    def explode(self, centre: int) -> None:
        """T8.4 to T8.6: a tomb that was landed on; the unit is still there, or has just died into it."""
        self.state.tell(EXPLODED, 0, centre, centre)
        tombs = self._tombs_around(centre)
        self._clear(centre)
        for index in range(8):
            if tombs >> index & 1:
                cell = centre + AROUND[index]
                self.state.pour(cell, centre)
                self.state.tell(POURED, 0, cell, centre)
        self._open(centre)

    def _tombs_around(self, centre: int) -> int:
        """T8.5: a bit for each square around that is a tomb before the explosion."""
        tombs = 0
        for index in range(8):
            if self.state.is_tomb(centre + AROUND[index]):
                tombs |= 1 << index
        return tombs

    def blow_up_jester(self, centre: int) -> None:
        """T13.5: a jester that was captured here; it lies in the grave already, its capturer may stand on it."""
        self.state.tell(EXPLODED, JESTER, centre, centre)
        self._clear(centre)
        self._open(centre)
        for index in range(8):
            self._open(centre + AROUND[index])

    def _clear(self, centre: int) -> None:
        """All units in a 3x3 die, that in the middle first; walls there are gone."""
        self._strike(centre)
        for index in range(8):
            self._strike(centre + AROUND[index])
        self.blasts += 1

    def _strike(self, cell: int) -> None:
        self.blasted[cell] = 1
        self.walls.raze(cell)
        if self.state.units[cell] & UNIT:
            self.kill(cell)

    def _open(self, cell: int) -> None:
        if self.state.heads[cell] and not self.state.opened[cell]:
            self.state.opened[cell] = 1
            self.state.tell(OPENED, 0, cell, cell)

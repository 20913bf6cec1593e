"""T10: the rook's push. The rook stands on `end`, and its leg came there by `way`."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.tombs import Tombs
from ludoteca.games.tomb_chess.walls import Walls

EDGE, UNIT, BLOCKED, ROOK, KING = board.EDGE, board.UNIT, board.BLOCKED, board.ROOK, board.KING
JUST_PUSHED = board.JUST_PUSHED
PUSHES, LOCKED = board.PUSHES, board.LOCKED
QUADRANT = board.QUADRANT
DELTA = board.DELTA

A_WALL = 0
"""The length of a push that destroys the wall right ahead."""
IMMUNE, FRIEND, STUCK, HELD, NOTHING = -5, -4, -3, -2, -1
"""Why there is no push: a rook or king in the line, a friendly unit behind it, the square where the turn began, a unit
in its own majority quadrant, or nothing right ahead at all."""


class Pushes:
    def __init__(self, state: State, walls: Walls, tombs: Tombs) -> None:
        self.state = state
        self.walls = walls
        self.tombs = tombs

    def length(self, end: int, way: int, side: int) -> int:
        """How many enemy units the rook of a side may push, A_WALL for a wall, or below 0 why it may not.

        T10.1, T10.2 and T10.5; majorities are counted with the rook where it stands.
        """
        step = DELTA[way]
        cell = end + step
        if self.state.walls[cell] and self.state.walls[cell] != BLOCKED:
            return A_WALL
        count = 0
        homes = self.state.majorities(1 - side)
        while self.state.units[cell] & UNIT:
            unit = self.state.units[cell]
            if unit >> 3 & 1 == side:
                return FRIEND if count else NOTHING
            if unit & 7 == ROOK or unit & 7 == KING:
                return IMMUNE
            if homes >> QUADRANT[cell] & 1:
                return HELD
            count += 1
            cell += step
        if count == 0:
            return NOTHING
        return STUCK if self.state.walls[cell] == BLOCKED else count

    def push(self, end: int, way: int, side: int) -> bool:
        """T10.2 to T10.4, T8.7: push the line ahead as one, or the wall; whether any unit died."""
        count = self.length(end, way, side)
        step = DELTA[way]
        if count < 0:
            return False
        self.state.tell(PUSHES, ROOK + 8 * side, end, end + step)
        if count == A_WALL:
            self.walls.raze(end + step)
            return False
        front = end + step * count
        falls_off = self.state.units[front + step] == EDGE
        # A grave under a wall is no tomb: the wall breaks and the unit stands there.
        explodes = not falls_off and self.state.is_tomb(front + step)
        if falls_off:
            self.tombs.kill(front)
        else:
            self.walls.raze(front + step)
            self._move_on(front, step)
        for behind in range(1, count):
            self._move_on(front - step * behind, step)
        if explodes:
            self.tombs.explode(front + step)
        return falls_off or explodes

    def _move_on(self, cell: int, step: int) -> None:
        self.state.mark(cell, self.state.units[cell] | JUST_PUSHED)
        self.state.tell(LOCKED, self.state.units[cell], cell, cell + step)
        self.state.shift(cell, cell + step)

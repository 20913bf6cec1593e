"""T5: walls and how they stop legs. `lifts` is a mask of the quadrants whose walls T5.8 lifts for a movement."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.state import State

BLOCKED, JESTER = board.BLOCKED, board.JESTER
FRESH = 2
"""T5.3: the turns that a new wall stands."""
WALLED, RAZED = board.WALLED, board.RAZED
QUADRANT = board.QUADRANT
DELTA = board.DELTA
UNDER = board.UNDER


class Walls:
    def __init__(self, state: State) -> None:
        self.state = state

    # How walls stop legs

    def stops_beside(self, cell: int, lifts: int) -> bool:
        """T5.5: whether a line that enters this square stops there, for a wall shares a side with it."""
        if self.state.near[cell] == 0:
            return False
        return (
            self._counts(cell - 16, lifts)
            or self._counts(cell - 1, lifts)
            or self._counts(cell + 1, lifts)
            or self._counts(cell + 16, lifts)
        )

    def closes_between(self, cell: int, way: int, lifts: int) -> bool:
        """T5.6: whether a diagonal step from here would pass between two squares of which one is a wall."""
        if self.state.near[cell] == 0:
            return False
        return self._counts(cell + DELTA[way - 1], lifts) or self._counts(cell + DELTA[way + 1 & 7], lifts)

    def _counts(self, cell: int, lifts: int) -> bool:
        """A wall, but not the square where the turn began (T3.4), nor one that the perk lifts (T5.8)."""
        wall = self.state.walls[cell]
        return wall != 0 and wall != BLOCKED and lifts >> QUADRANT[cell] & 1 == 0

    def is_leap_open(self, origin: int, leap: int, lifts: int, kind: int) -> bool:
        """T5.4, T5.7: whether one of a leap's two paths is free; jesters leap over all walls."""
        if kind == JESTER:
            return True
        begin = origin
        under = leap * 4
        if self._is_free(begin + UNDER[under], lifts) and self._is_free(begin + UNDER[under + 1], lifts):
            return True
        return self._is_free(begin + UNDER[under + 2], lifts) and self._is_free(begin + UNDER[under + 3], lifts)

    def _is_free(self, cell: int, lifts: int) -> bool:
        """Whether a leap may go over a square; the one where the turn began counts like a wall (T3.4)."""
        return self.state.walls[cell] == 0 or lifts >> QUADRANT[cell] & 1 == 1

    # How they come and go

    def age(self) -> None:
        """T5.3: one turn less for every wall that stands."""
        index = self.state.standing - 1
        while index >= 0:
            # Backward, for a wall that goes is replaced by the last in the row.
            cell = self.state.wall_cells[index]
            if self.state.walls[cell] == 1:
                self.state.raze_wall(cell)
                self.state.tell(RAZED, 0, cell, cell)
            else:
                self.state.walls[cell] = self.state.walls[cell] - 1
            index -= 1

    def lay(self, cell: int) -> None:
        """T5.1: a square of a path becomes a wall, unless a unit stands on it."""
        if self.state.units[cell] == 0 and self.state.walls[cell] == 0:
            self.state.raise_wall(cell, FRESH)
            self.state.tell(WALLED, 0, cell, cell)

    def raze(self, cell: int) -> None:
        """A push or an explosion takes a wall away; not the square where the turn began, which is none."""
        wall = self.state.walls[cell]
        if wall != 0 and wall != BLOCKED:
            self.state.raze_wall(cell)
            self.state.tell(RAZED, 0, cell, cell)

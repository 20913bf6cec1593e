"""T5, T8, T10 and T13.5: walls and how they stop legs, tombs and how they explode, and the rook's push.

`lifted` is a set of the quadrants whose walls T5.8 lifts for a movement.
"""

from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.state import stored
from ludoteca.games.tomb_chess.state.state import State


class Walls:
    def __init__(self, state: State) -> None:
        self.state = state

    # How walls stop legs

    def stops_beside(self, cell: int, lifted: int) -> bool:
        """T5.5: whether a line that enters this square stops there, for a wall shares a side with it."""
        if self.state.walls_beside[cell] == 0:
            return False
        return (
            self._counts(cell - layout.ROW, lifted)
            or self._counts(cell - 1, lifted)
            or self._counts(cell + 1, lifted)
            or self._counts(cell + layout.ROW, lifted)
        )

    def closes_between(self, cell: int, direction: int, lifted: int) -> bool:
        """T5.6: whether a diagonal step from here would pass between two squares of which one is a wall."""
        if self.state.walls_beside[cell] == 0:
            return False
        one_side = cell + tables.DELTA[direction - 1]
        other_side = cell + tables.DELTA[layout.neighbour(direction)]
        return self._counts(one_side, lifted) or self._counts(other_side, lifted)

    def _counts(self, cell: int, lifted: int) -> bool:
        """A wall, but not the square where the turn began (T3.4), nor one that the perk lifts (T5.8)."""
        wall = self.state.walls[cell]
        return wall != 0 and wall != layout.BLOCKED and not layout.has_bit(lifted, tables.QUADRANT[cell])

    def is_leap_open(self, origin: int, leap: int, lifted: int, kind: int) -> bool:
        """T5.4, T5.7: whether one of a leap's two paths is free; jesters leap over all walls."""
        if kind == layout.JESTER:
            return True
        return self._is_path_free(origin, leap * 4, lifted) or self._is_path_free(origin, leap * 4 + 2, lifted)

    def _is_path_free(self, origin: int, path: int, lifted: int) -> bool:
        first = origin + tables.UNDER[path]
        second = origin + tables.UNDER[path + 1]
        return self._is_free(first, lifted) and self._is_free(second, lifted)

    def _is_free(self, cell: int, lifted: int) -> bool:
        """Whether a leap may go over a square; the one where the turn began counts like a wall (T3.4)."""
        return self.state.walls[cell] == 0 or layout.has_bit(lifted, tables.QUADRANT[cell])

    # How they come and go

    def age(self) -> None:
        """T5.3: one turn less for every wall that stands."""
        if self.state.wall_count:
            self.state.fire(503)
        index = self.state.wall_count - 1
        while index >= 0:
            # Backward, for a wall that goes is replaced by the last in the row.
            cell = self.state.wall_cells[index]
            if self.state.walls[cell] == 1:
                self._note_cover(cell)
                self.state.raze_wall(cell)
                self.state.log(stored.WALL_RAZED, 0, cell, cell)
            else:
                self.state.walls[cell] = self.state.walls[cell] - 1
            index -= 1

    def _note_cover(self, cell: int) -> None:
        """T8.2: a wall comes over a grave, or goes from it."""
        if self.state.graves[cell]:
            self.state.fire(802)

    def lay(self, cell: int) -> None:
        """T5.1: a square of a path becomes a wall, unless a unit stands on it."""
        if self.state.units[cell] == 0 and self.state.walls[cell] == 0:
            self.state.fire(501)
            self._note_cover(cell)
            self.state.raise_wall(cell, layout.NEW_WALL)
            self.state.log(stored.WALL_LAID, 0, cell, cell)

    def raze(self, cell: int) -> None:
        """A push or an explosion takes a wall away; not the square where the turn began, which is none."""
        wall = self.state.walls[cell]
        if wall != 0 and wall != layout.BLOCKED:
            self.state.raze_wall(cell)
            self.state.log(stored.WALL_RAZED, 0, cell, cell)


class Tombs:
    """`exploded` has the cells of every 3x3 that exploded this turn, where no walls are laid (T5.1)."""

    def __init__(self, state: State, walls: Walls) -> None:
        self.state = state
        self.walls = walls
        self.exploded = [0] * 256
        self.explosions = 0

    def begin_turn(self) -> None:
        if self.explosions:
            for cell in range(256):
                self.exploded[cell] = 0
            self.explosions = 0

    def kill(self, cell: int) -> None:
        """T8.1, T8.10: the unit on a square dies into the grave there. A dead rook is no longer the one that pushed."""
        unit = self.state.take(cell)
        if self.state.pusher == cell:
            self.state.pusher = 0
        if self.state.has_tombs:
            self.state.bury(cell, layout.code_of(unit))
            self.state.fire(801)
        self.state.log(stored.DIED, unit, cell, cell)

    def explode(self, centre: int) -> None:
        """T8.4 to T8.6: a tomb that was landed on; the unit is still there, or has just died into it."""
        self.state.log(stored.EXPLODED, 0, centre, centre)
        self.state.fire(804)
        tombs = self._tombs_around(centre)
        self._clear(centre)
        for index in range(8):
            if layout.has_bit(tombs, index):
                cell = centre + tables.AROUND[index]
                self.state.pour(cell, centre)
                self.state.fire(805)
                self.state.log(stored.POURED, 0, cell, centre)
        self._open(centre)

    def _tombs_around(self, centre: int) -> int:
        """T8.5: a bit for each square around that is a tomb before the explosion."""
        tombs = 0
        for index in range(8):
            if self.state.is_tomb(centre + tables.AROUND[index]):
                tombs |= layout.bit(index)
        return tombs

    def blow_up_jester(self, centre: int) -> None:
        """T13.5: a jester that was captured here; it lies in the grave already, its capturer may stand on it."""
        self.state.log(stored.EXPLODED, layout.JESTER, centre, centre)
        self.state.fire(1305)
        self._clear(centre)
        self._open(centre)
        for index in range(8):
            self._open(centre + tables.AROUND[index])

    def _clear(self, centre: int) -> None:
        """All units in a 3x3 die, that in the middle first; walls there are gone."""
        self._strike(centre)
        for index in range(8):
            self._strike(centre + tables.AROUND[index])
        self.explosions += 1

    def _strike(self, cell: int) -> None:
        self.exploded[cell] = 1
        self.walls.raze(cell)
        if layout.is_unit(self.state.units[cell]):
            if layout.kind(self.state.units[cell]) == layout.KING:
                self.state.fire(808)
            elif layout.kind(self.state.units[cell]) == layout.JESTER:
                self.state.fire(809)
            self.kill(cell)

    def _open(self, cell: int) -> None:
        if self.state.graves[cell] and not self.state.opened[cell]:
            self.state.opened[cell] = 1
            self.state.fire(806)
            self.state.log(stored.OPENED, 0, cell, cell)


class Pushes:
    """T10: the rook stands on `end`, and its leg came there by `direction`."""

    def __init__(self, state: State, walls: Walls, tombs: Tombs) -> None:
        self.state = state
        self.walls = walls
        self.tombs = tombs

    def length(self, end: int, direction: int, side: int) -> int:
        """How many enemy units the rook of a side may push, PUSHES_WALL, or below 0 why it may not.

        T10.1, T10.2 and T10.5; majorities are counted with the rook where it stands.
        """
        step = tables.DELTA[direction]
        cell = end + step
        count = 0
        majorities = self.state.majorities(1 - side)
        if self.state.walls[cell] and self.state.walls[cell] != layout.BLOCKED:
            is_closed = layout.has_bit(majorities, tables.QUADRANT[cell])
            return layout.IN_OWN_QUADRANT if is_closed else layout.PUSHES_WALL
        while layout.is_unit(self.state.units[cell]):
            unit = self.state.units[cell]
            if layout.side(unit) == side:
                return layout.FRIEND_BEHIND if count else layout.NOTHING_AHEAD
            if layout.kind(unit) == layout.ROOK or layout.kind(unit) == layout.KING:
                return layout.IMMUNE
            if layout.has_bit(majorities, tables.QUADRANT[cell]):
                return layout.IN_OWN_QUADRANT
            count += 1
            cell += step
        if count == 0:
            return layout.NOTHING_AHEAD
        return layout.ONTO_ORIGIN if self.state.walls[cell] == layout.BLOCKED else count

    def push(self, end: int, direction: int, side: int) -> bool:
        """T10.2 to T10.4, T8.7: push the line ahead as one, or the wall; whether any unit died."""
        count = self.length(end, direction, side)
        step = tables.DELTA[direction]
        if count < 0:
            return False
        self.state.log(stored.PUSHES, layout.code(layout.ROOK, side), end, end + step)
        self.state.fire_no_walls()
        if count == layout.PUSHES_WALL:
            self.state.fire(1003)
            self.walls.raze(end + step)
            return False
        self.state.fire(1001)
        if count > 1:
            self.state.fire(1002)
        front = end + step * count
        falls_off = self.state.units[front + step] == layout.EDGE
        # A grave under a wall is no tomb: the wall breaks and the unit stands there.
        explodes = not falls_off and self.state.is_tomb(front + step)
        if falls_off or self.state.walls[front + step]:
            self.state.fire(1003)
        if falls_off:
            if layout.kind(self.state.units[front]) == layout.JESTER:
                self.state.fire(809)
            self.tombs.kill(front)
        else:
            self.walls.raze(front + step)
            self._shift_pushed(front, step)
        for behind in range(1, count):
            self._shift_pushed(front - step * behind, step)
        if explodes:
            self.state.fire(807)
            self.tombs.explode(front + step)
        return falls_off or explodes

    def _shift_pushed(self, cell: int, step: int) -> None:
        self.state.mark(cell, layout.with_new_push(self.state.units[cell]))
        self.state.fire(1004)
        self.state.log(stored.WAS_PUSHED, self.state.units[cell], cell, cell + step)
        self.state.shift(cell, cell + step)

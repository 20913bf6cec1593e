"""A unit on its way in mid-turn: where lines end, and where a unit must stop (T3, T4.3, T7.5, T13.4).

The probe is a copy of the position on which the unit is lifted off and its first square blocked (T3.4).
"""

from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.moves.legality import Legality
from ludoteca.games.tomb_chess.state.state import State
from ludoteca.games.tomb_chess.turn.turn import Turn


class Midturn:
    """`movement` and `lifted` (T11.5) are those with which the unit began; `control` is CONTROL for a controlled unit.

    `cell` is where it stands now, or 0. `affected` has the kings whose safety its leaving may change, and
    `sensitivity_offset` is where the marks of Legality for its moves begin.

    The first `reached_count` of `reached` are the cells of units, enemies or friends, on which it could capture in a
    single move, were an enemy there, and `reached_ends` where it would stand then: there, or beyond by a knight's leap.
    """

    def __init__(self, legality: Legality) -> None:
        self.legality = legality
        self.probe = State()
        self.turn = Turn(self.probe)
        self.backup = State()
        self.origin = 0
        self.unit = 0
        self.kind = 0
        self.side = 0
        self.control = 0
        self.is_piece = 0
        self.movement = 0
        self.lifted = 0
        self.affected = 0
        self.sensitivity_offset = 0
        self.is_pusher = 0
        self.cell = 0
        self.depends_on_majority = 0
        self.checks_already = 0
        self.sensitive = [0] * 256
        self.bounce_ends = [0] * 256
        self.is_reached = [0] * 256
        self.reached = [0] * 96
        self.reached_ends = [0] * 96
        self.reached_count = 0

    def load(self) -> None:
        """Copy a new position."""
        self.probe.copy_from(self.legality.state)

    def begin(self, origin: int, control: int) -> None:
        """Lift a unit off its square, and look where it must stop."""
        self.begin_single(origin, control)
        self._prepare()

    def begin_single(self, origin: int, control: int) -> None:
        """Lift a unit off its square that will make no more than one plain leg."""
        unit = self.probe.units[origin]
        self.origin = origin
        self.unit = unit
        self.kind = layout.kind(unit)
        self.side = layout.side(unit)
        self.control = control
        self.is_piece = self._is_piece(self.kind)
        self.movement = self.legality.turn.attacks.movement(origin)
        self.lifted = self.legality.state.majorities(self.side)
        # By T5.9 no wall is left where the unit was, so its leaving may open a line.
        self.sensitivity_offset = 256 if control or not self.probe.has_walls else 0
        self.affected = self.affected_by_wall(origin) | self.affected_by(origin)
        if self.kind == layout.KING:
            self.affected = layout.BOTH_KINGS
        self.is_pusher = self.probe.pusher == origin
        self.probe.take(origin)
        self.probe.walls[origin] = layout.BLOCKED
        self.cell = 0
        for index in range(self.reached_count):
            self.is_reached[self.reached[index]] = 0
        self.reached_count = 0

    def reach(self, cell: int) -> None:
        """A leg or a bounce can lead to the unit on a cell."""
        if not self.is_reached[cell]:
            self.is_reached[cell] = 1
            self.reach_under(cell, cell)

    def reach_under(self, cell: int, end: int) -> None:
        """A knight's leap can lead over the unit on a cell (T14.1)."""
        self.reached[self.reached_count] = cell
        self.reached_ends[self.reached_count] = end
        self.reached_count += 1

    def finish(self) -> None:
        self.probe.walls[self.origin] = 0
        self.probe.put(self.origin, self.unit)
        if self.is_pusher:
            self.probe.pusher = self.origin

    def stand(self, cell: int) -> None:
        self.probe.put(cell, self.unit)
        self.cell = cell
        if self.is_pusher:
            self.probe.pusher = cell

    def take_off(self) -> None:
        self.probe.take(self.cell)
        self.cell = 0

    # Where it must stop

    def _prepare(self) -> None:
        """Whether the enemy king is in check with the unit off the board, and on which squares that depends."""
        self.turn.attacks.forget_dependencies()
        self.checks_already = self.turn.attacks.check(1 - self.side)
        self.depends_on_majority = self.turn.attacks.depends_on_majority
        for cell in range(256):
            self.sensitive[cell] = self.turn.attacks.dependencies[cell]
            self.bounce_ends[cell] = 0

    def gives_check(self, cell: int) -> bool:
        """T4.3: whether the enemy king is in check as the unit stands on a cell."""
        if (
            self.sensitive[cell]
            or self.depends_on_majority
            or (self.kind == layout.JESTER and self.legality.jester_sensitive[cell])
        ):
            return self.turn.attacks.check(1 - self.side) != 0
        return self.checks_already != 0

    def is_beside_enemy_jester(self, cell: int) -> bool:
        """T13.4: a jester beside the square holds the unit, unless it is mind-controlled."""
        return self.control == 0 and self.turn.attacks.is_beside_enemy_jester(cell)

    def ends_leg(self, cell: int) -> bool:
        """T4.3, of the unit that stands on a cell after its first leg: no second leg from here."""
        return self.is_beside_enemy_jester(cell) or self.gives_check(cell)

    def ends_bounce(self, cell: int) -> bool:
        """T7.5: the same of a bounce square; the unit has the movement that it began with."""
        if self.bounce_ends[cell] == 0:
            self.stand(cell)
            self.set_bouncer(cell)
            self.bounce_ends[cell] = 2 if self.ends_leg(cell) else 1
            self.set_bouncer(0)
            self.take_off()
        return self.bounce_ends[cell] == 2

    def set_bouncer(self, cell: int) -> None:
        """T7.5: take the unit on a cell for what it was when it began; 0 for no longer."""
        self.turn.attacks.bouncer = cell
        self.turn.attacks.bouncer_movement = self.movement
        self.turn.attacks.bouncer_lifted = self.lifted

    # Kings whose safety may change

    def affected_by(self, cell: int) -> int:
        """The kings to be looked at again when the unit comes to a cell, or goes from it."""
        if self.kind == layout.JESTER and self.legality.jester_sensitive[cell]:
            return layout.BOTH_KINGS
        return self.legality.sensitive[self.sensitivity_offset + cell]

    def affected_by_wall(self, cell: int) -> int:
        """The same when it leaves a wall there."""
        return self.legality.wall_sensitive[self.sensitivity_offset + cell]

    # Lines

    def line(self, cell: int, direction: int, reach: int, lifted: int) -> int:
        """T3.1, T5: a line from a cell; `lifted` counts for diagonal lines only."""
        count = 0
        step = tables.DELTA[direction]
        if not layout.is_diagonal(direction):
            lifted = 0
        while True:
            if (
                layout.is_diagonal(direction)
                and self.probe.walls_beside[cell]
                and self.turn.walls.closes_between(cell, direction, lifted)
            ):
                return count
            cell += step
            if self.probe.units[cell]:
                if self.probe.units[cell] == layout.EDGE:
                    return count | layout.EDGE_AHEAD
                return count | layout.UNIT_AHEAD | (layout.IN_REACH if count < reach else 0)
            if self.probe.walls[cell]:
                # T7.2: a diagonal line may bounce off a wall, though not off the square where the turn began (T3.4).
                is_head_on = layout.is_diagonal(direction) and self.probe.walls[cell] != layout.BLOCKED
                return count | layout.WALL_AHEAD if is_head_on else count
            if count >= reach:
                return count
            count += 1
            if self.probe.walls_beside[cell] and self.turn.walls.stops_beside(cell, lifted):
                return count

    def leg_line(self, cell: int, direction: int, movement: int, lifted: int) -> int:
        """The same for a leg with a movement: the wider of its lines and its steps (T3.3)."""
        steps = layout.step_range(movement)
        if not layout.is_diagonal(direction):
            straight = layout.straight_range(movement)
            return self.line(cell, direction, straight if straight > steps else steps, 0)
        diagonal = layout.diagonal_range(movement)
        if diagonal == 0:
            return self.line(cell, direction, steps, 0)
        by_line = self.line(cell, direction, diagonal, lifted)
        if steps == 0:
            return by_line
        by_steps = self.line(cell, direction, steps, 0)
        return by_line if layout.line_length(by_line) >= layout.line_length(by_steps) else by_steps

    def can_leap_to(self, origin: int, leap: int, target: int, lifted: int) -> bool:
        """T5.4: on the board, no wall on the target, and a path free of walls."""
        if self.probe.units[target] == layout.EDGE or self.probe.walls[target]:
            return False
        return self.turn.walls.is_leap_open(origin, leap, lifted, self.kind)

    def promotes_on(self, target: int, victim: int) -> bool:
        """T15.2: whether the unit is a pawn that its own side brings to its last rank; T15.1 goes first."""
        if self.kind != layout.PAWN or self.control or not layout.has_bit(tables.LAST_RANK[target], self.side):
            return False
        return victim == 0 or layout.kind(victim) == layout.PAWN or layout.kind(victim) == layout.KING

    # Majorities after a leg (T11.1)

    def is_enemy_majority(self, quadrant: int, target: int, victim: int, captured: int) -> bool:
        """Whether the enemy has the majority, the unit on `target` and what it captured on `captured` gone."""
        enemy = self.probe.pieces[4 - self.side * 4 + quadrant]
        own = self.probe.pieces[self.side * 4 + quadrant]
        if victim and self._is_piece(layout.kind(victim)) and tables.QUADRANT[captured] == quadrant:
            if layout.side(victim) == self.side:
                own -= 1
            else:
                enemy -= 1
        if self.is_piece:
            if self.cell and tables.QUADRANT[self.cell] == quadrant:
                own -= 1
            if tables.QUADRANT[target] == quadrant:
                own += 1
        return enemy > own

    def _is_piece(self, kind: int) -> bool:
        return kind != layout.PAWN and kind != layout.KING

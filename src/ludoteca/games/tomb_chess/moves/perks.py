"""What let a unit go its way: its own movement or a lent one (T2, T3.3), and walls that did not stop it (T5, T11.5).

Only asked when clauses are counted. A perk took part if the way would not have been there without it, by the predicates
that find the moves.
"""

from ludoteca.core.usage import Usage
from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.moves.midturn import Midturn
from ludoteca.games.tomb_chess.turn.attacks import Attacks

LEAP_RANGE = 3
"""T2.3: how many squares a leap counts."""


class Perks:
    def __init__(self, midturn: Midturn) -> None:
        self.midturn = midturn

    def note(self, usage: Usage, move: int) -> None:
        """Before a move."""
        move_type = layout.move_type(move)
        if move_type != layout.LEGS and move_type != layout.BOUNCE:
            return
        self.midturn.load()
        self.midturn.begin_single(layout.origin(move), layout.control(move))
        if move_type == layout.LEGS:
            self._note_legs(usage, move)
        else:
            self._note_bounce(usage, move)
        self.midturn.load()

    # Legs

    def _note_legs(self, usage: Usage, move: int) -> None:
        origin = layout.origin(move)
        target = layout.target(move)
        second = layout.second_target(move)
        movement = self.midturn.movement
        lifted = self.midturn.lifted
        self._note_leg(usage, self.midturn.legality.turn.attacks, origin, target, movement, lifted)
        if second == 0:
            return
        self.midturn.stand(target)
        if layout.first_push(move):
            self.midturn.turn.pushes.push(target, self.midturn.turn.direction_to(origin, target), self.midturn.side)
        movement = self.midturn.turn.attacks.movement(target)
        lifted = self.midturn.probe.majorities(self.midturn.side)
        if self._note_leg(usage, self.midturn.turn.attacks, target, second, movement, lifted):
            # T4.4: what it is lent where the second leg starts.
            usage.fire(404)

    def _note_leg(self, usage: Usage, attacks: Attacks, begin: int, end: int, movement: int, lifted: int) -> bool:
        """Whether the leg was made by a lent movement."""
        native = attacks.native(self.midturn.unit)
        is_native = self._leads(begin, end, native, lifted)
        if is_native:
            movement = native
            self._note_native(usage, self._is_step(begin, end))
        else:
            lent = self._lent_by_protector(attacks, begin)
            self._note_lender(usage, self._leads(begin, end, layout.merged(native, lent), lifted))
        if not self._leads(begin, end, movement, 0):
            self._note_lifted(usage)
        leap = self.midturn.turn.leap_to(begin, end)
        if leap != layout.NO_DIRECTION:
            self._note_leap(usage, begin, leap)
            self._note_short_leap(usage)
        return not is_native

    def _leads(self, begin: int, end: int, movement: int, lifted: int) -> bool:
        """Whether a leg with a movement comes from one cell to another, whatever may be captured there."""
        direction = self.midturn.turn.direction_to(begin, end)
        if direction == layout.NO_DIRECTION:
            leap = self.midturn.turn.leap_to(begin, end)
            return layout.has_leap(movement) and self.midturn.can_leap_to(begin, leap, end, lifted)
        line = self.midturn.leg_line(begin, direction, movement, lifted)
        reach = layout.line_length(line) + (1 if layout.is_in_reach(line) else 0)
        cell = begin
        while reach > 0 and cell != end:
            cell += tables.DELTA[direction]
            reach -= 1
        return cell == end

    def _is_step(self, begin: int, end: int) -> bool:
        for direction in range(8):
            if begin + tables.DELTA[direction] == end:
                return True
        return False

    def _note_native(self, usage: Usage, is_step: bool) -> None:
        """T2.1 a piece, T2.2 a pawn's step, T2.4 its longer line."""
        if self.midturn.kind != layout.PAWN:
            usage.fire(201)
        else:
            usage.fire(202 if is_step else 204)

    def _lent_by_protector(self, attacks: Attacks, cell: int) -> int:
        """T12.1: what the only protector of the unit lends it, or no movement."""
        if self.midturn.kind == layout.PAWN or self.midturn.kind == layout.KING:
            return 0
        protection = attacks.protection(cell, self.midturn.side)
        lender = attacks.state.units[layout.protector_cell(protection)]
        if layout.protector_count(protection) != 1 or layout.kind(lender) == layout.KING:
            return 0
        return attacks.native(lender)

    def _note_lender(self, usage: Usage, is_empowered: bool) -> None:
        """T3.3, and by which rule the movement was lent: T12.1, or T13.3 to a jester."""
        usage.fire(303)
        usage.fire(1201 if is_empowered else 1303)

    def _note_lifted(self, usage: Usage) -> None:
        """A majority lifted a wall."""
        usage.fire(508)
        usage.fire(1105)

    def _note_leap(self, usage: Usage, begin: int, leap: int) -> None:
        """T5.4: past a wall in one of the two paths; T5.7, T13.2: a jester's leap over walls in both."""
        is_open = self.midturn.turn.walls.is_leap_open(begin, leap, 0, layout.KNIGHT)
        if self.midturn.kind == layout.JESTER and not is_open:
            usage.fire(507)
            usage.fire(1302)
        if not is_open:
            return
        for under in range(leap * 4, leap * 4 + 4):
            wall = self.midturn.probe.walls[begin + tables.UNDER[under]]
            if wall != 0 and wall != layout.BLOCKED:
                usage.fire(504)

    def _note_short_leap(self, usage: Usage) -> None:
        """T6.3: a dragon or queen leaps, though its lines are shorter than a leap."""
        is_ranged = self.midturn.kind == layout.DRAGON or self.midturn.kind == layout.QUEEN
        if is_ranged and layout.range_of(self.midturn.unit) < LEAP_RANGE:
            usage.fire(603)

    # Bounces

    def _note_bounce(self, usage: Usage, move: int) -> None:
        native = self.midturn.turn.attacks.native(self.midturn.unit)
        if self._carries(move, native):
            self._note_native(usage, False)
        else:
            lent = self._lent_by_protector(self.midturn.legality.turn.attacks, layout.origin(move))
            self._note_lender(usage, self._carries(move, layout.merged(native, lent)))
        self._note_stretches(usage, move)

    def _carries(self, move: int, movement: int) -> bool:
        """T7.1, T7.4: whether the ranges of a movement are enough for a bounce."""
        cell = layout.origin(move)
        direction = layout.first_direction(move)
        used = 0
        for bounce in range(1, layout.bounces(move) + 1):
            length = self._stretch(cell, direction)
            used += length
            cell += length * tables.DELTA[direction]
            if not self._covers(movement, direction, used):
                return False
            before = direction
            direction = layout.direction_after(move, bounce, direction)
            if direction == layout.NO_DIRECTION:
                return layout.has_leap(movement) and self._covers(movement, before, used + LEAP_RANGE)
        return self._covers(movement, direction, used + layout.last_stretch(move))

    def _covers(self, movement: int, direction: int, used: int) -> bool:
        steps = layout.step_range(movement)
        return layout.line_range(movement, direction) >= used or (steps > 1 and steps >= used)

    def _stretch(self, cell: int, direction: int) -> int:
        """How many empty squares lie before the next obstacle."""
        length = 0
        while not self.midturn.probe.is_obstacle(cell + tables.DELTA[direction]):
            cell += tables.DELTA[direction]
            length += 1
        return length

    def _note_stretches(self, usage: Usage, move: int) -> None:
        """T7.2: a bounce off a wall; T5.8: stretches past walls that are lifted."""
        cell = layout.origin(move)
        direction = layout.first_direction(move)
        for bounce in range(1, layout.bounces(move) + 1):
            length = self._stretch(cell, direction)
            self._note_stretch(usage, cell, direction, length)
            cell += length * tables.DELTA[direction]
            if self.midturn.probe.walls[cell + tables.DELTA[direction]]:
                usage.fire(702)
            direction = layout.direction_after(move, bounce, direction)
        if direction != layout.NO_DIRECTION:
            self._note_stretch(usage, cell, direction, layout.last_stretch(move))
            return
        leap = layout.leap_of_option(layout.change_option(move))
        self._note_leap(usage, cell, leap)
        if not self.midturn.turn.walls.is_leap_open(cell, leap, 0, self.midturn.kind):
            self._note_lifted(usage)

    def _note_stretch(self, usage: Usage, cell: int, direction: int, length: int) -> None:
        line = self.midturn.line(cell, direction, layout.LONGEST_LINE, 0)
        if layout.line_length(line) + (1 if layout.is_in_reach(line) else 0) < length:
            self._note_lifted(usage)

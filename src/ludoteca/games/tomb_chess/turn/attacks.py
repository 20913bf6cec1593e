"""Who is active, what movement is lent, who guards, who attacks, and what is check: the notions of T12, T13 and T16.1.

Each question looks outward from the square that it is about. `dependencies` marks as READ every cell on which an answer
depended, and `depends_on_majority` tells whether it depended on a majority: so long as none of these change, neither
does the answer. With `marks_critical`, those among them are marked CRITICAL where even a unit that stops lines might
bring a check about: it may take one of two protectors from a unit, which is lent something then, or be attacked by what
it blocked for others.
"""

from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.state.state import State
from ludoteca.games.tomb_chess.state.terrain import Pushes, Walls

ATTACK, LAND = 0, 1
"""Two questions: who could capture on a square, and who could land on an empty one (jesters too)."""


class Attacks:
    """Questions about a state. After `check`, `threatened` is the cell of the king, jester or tomb in question.

    A unit that bounces stands on `bouncer`. It attacks with `bouncer_movement`, and walls are lifted for it
    in the quadrants `bouncer_lifted`, whatever it would have now (T7.5).
    """

    depends_on_majority: int
    bouncer: int
    bouncer_movement: int

    def __init__(self, state: State, walls: Walls, pushes: Pushes) -> None:
        self.state = state
        self.walls = walls
        self.pushes = pushes
        self.dependencies = [0] * 256
        self.mark = layout.READ
        self.marks_critical = 0
        self.depends_on_majority = 0
        self.bouncer = 0
        self.bouncer_movement = 0
        self.bouncer_lifted = 0
        self.threatened = 0
        self.checkers = [0] * 256

    def forget_dependencies(self) -> None:
        for cell in range(256):
            self.dependencies[cell] = 0
        self.depends_on_majority = 0

    # Active units and native movement

    def is_active(self, cell: int) -> bool:
        """Whether a unit may move: not if it rests, is paralysed, or stands beside an enemy jester."""
        return not layout.is_disabled(self.state.units[cell]) and not self.is_beside_enemy_jester(cell)

    def is_beside_enemy_jester(self, cell: int) -> bool:
        """T13.4: whether an enemy jester beside it paralyses the unit."""
        unit = self.state.units[cell]
        if layout.kind(unit) == layout.KING or layout.kind(unit) == layout.JESTER:
            return False
        return self.state.jesters_beside[(256 if layout.side(unit) == 0 else 0) + cell] != 0

    def native(self, unit: int) -> int:
        """T2: the movement of a unit's kind, as far as its range."""
        length = layout.range_of(unit)
        if length > layout.LONGEST_LINE:
            length = layout.LONGEST_LINE
        return length * tables.MOVEMENT_PER_RANGE[layout.kind(unit)] + tables.FIXED_MOVEMENT[layout.kind(unit)]

    # Looking outward

    def first_unit(self, target: int, direction: int, side: int) -> int:
        """A sighting of the first unit on a line from a square.

        NO_SIGHTING when there is none, or when its line to the square is stopped by walls, for a unit of `side` (T3.1,
        T5).
        """
        return self._first_unit(target, direction, side, layout.BY_MAJORITY)

    def _first_attacker(self, target: int, direction: int, side: int) -> int:
        """The same for attackers: the unit that bounces has the perk T5.8 where it had it when it began (T7.5)."""
        found = self._first_unit(target, direction, side, layout.BY_MAJORITY)
        if self.bouncer == 0 or not layout.is_diagonal(direction):
            return found
        by_bouncer = self._first_unit(target, direction, side, self.bouncer_lifted)
        if layout.sighted_cell(by_bouncer) == self.bouncer:
            return by_bouncer
        return layout.NO_SIGHTING if layout.sighted_cell(found) == self.bouncer else found

    def _first_unit(self, target: int, direction: int, side: int, lifted: int) -> int:
        step = tables.DELTA[direction]
        cell = target
        is_free = True
        distance = 1
        while True:
            if (
                layout.is_diagonal(direction)
                and self.state.walls_beside[cell]
                and self.walls.closes_between(cell, direction, 0)
            ):
                is_free = False
                if self.walls.closes_between(
                    cell, direction, self._lifted(side) if lifted == layout.BY_MAJORITY else lifted
                ):
                    return layout.NO_SIGHTING
            cell += step
            self.dependencies[cell] = self.dependencies[cell] | self.mark
            unit = self.state.units[cell]
            if unit:
                return layout.sighting(cell, distance, is_free) if layout.is_unit(unit) else layout.NO_SIGHTING
            if self.state.walls[cell]:
                return layout.NO_SIGHTING
            if self.state.walls_beside[cell] and self.walls.stops_beside(cell, 0):
                is_free = False
                if not layout.is_diagonal(direction):
                    return layout.NO_SIGHTING
                if self.walls.stops_beside(cell, self._lifted(side) if lifted == layout.BY_MAJORITY else lifted):
                    return layout.NO_SIGHTING
            distance += 1

    def _lifted(self, side: int) -> int:
        """T11.5: the quadrants whose walls are lifted for a side."""
        self.depends_on_majority = 1
        return self.state.majorities(side)

    def _reaches(self, movement: int, direction: int, found: int) -> bool:
        """Whether a movement carries the unit that was sighted to the square looked from."""
        distance = layout.sighted_distance(found)
        if layout.is_free_line(found) and distance <= layout.step_range(movement):
            return True
        if layout.is_diagonal(direction):
            return distance <= layout.diagonal_range(movement)
        return distance <= layout.straight_range(movement)

    def _is_leap_open(self, origin: int, leap: int, unit: int, lifted: int) -> bool:
        """T5.4: whether a unit can leap, the walls considered."""
        for under in range(leap * 4, leap * 4 + 4):
            self.dependencies[origin + tables.UNDER[under]] = (
                self.dependencies[origin + tables.UNDER[under]] | self.mark
            )
        if self.walls.is_leap_open(origin, leap, 0, layout.kind(unit)):
            return True
        if lifted == layout.BY_MAJORITY:
            lifted = self._lifted(layout.side(unit))
        self.depends_on_majority = 1
        return self.walls.is_leap_open(origin, leap, lifted, layout.kind(unit))

    # Protection (T12)

    def protection(self, cell: int, side: int) -> int:
        """How many pieces of a side protect a square, 2 standing for more, and the cell of the last."""
        guards = [0] * 16
        count = self.protectors(cell, side, 2, guards)
        if count == 2 and self.marks_critical and self.mark == layout.READ:
            self.mark = layout.READ | layout.CRITICAL
            self.protectors(cell, side, 2, guards)
            self.mark = layout.READ
        return layout.protection(count, guards[count - 1]) if count else 0

    def protectors(self, cell: int, side: int, most: int, guards: list[int]) -> int:
        """Fill in the cells of the pieces of a side that protect a square, up to so many; how many."""
        count = 0
        for direction in range(8):
            found = self.first_unit(cell, direction, side)
            if found and self._protects_by_line(found, direction, side):
                guards[count] = layout.sighted_cell(found)
                count += 1
                if count == most:
                    return count
        for leap in range(8):
            origin = cell - tables.LEAP[leap]
            self.dependencies[origin] = self.dependencies[origin] | self.mark
            if self._protects_by_leap(origin, leap, side):
                guards[count] = origin
                count += 1
                if count == most:
                    return count
        return count

    def _protects_by_line(self, found: int, direction: int, side: int) -> bool:
        unit = self.state.units[layout.sighted_cell(found)]
        if layout.side(unit) != side or layout.kind(unit) == layout.PAWN or layout.kind(unit) == layout.JESTER:
            return False
        return self._reaches(self.native(unit), direction, found) and self.is_active(layout.sighted_cell(found))

    def _protects_by_leap(self, origin: int, leap: int, side: int) -> bool:
        unit = self.state.units[origin]
        if not layout.is_unit_of_side(unit, side) or layout.kind(unit) == layout.JESTER:
            return False
        if not layout.has_leap(tables.FIXED_MOVEMENT[layout.kind(unit)]):
            return False
        return self.is_active(origin) and self._is_leap_open(origin, leap, unit, layout.BY_MAJORITY)

    def is_guarded(self, cell: int) -> bool:
        """T12.3: whether two or more pieces protect the unit on a square."""
        unit = self.state.units[cell]
        return layout.kind(unit) != layout.KING and layout.protector_count(self.protection(cell, layout.side(unit))) > 1

    def movement(self, cell: int) -> int:
        """T3.3: native movement and all that is lent: T12.1, and T13.3 for jesters."""
        if cell == self.bouncer:
            return self.bouncer_movement
        unit = self.state.units[cell]
        movement = self.native(unit)
        if layout.kind(unit) == layout.PAWN or layout.kind(unit) == layout.KING:
            return movement
        protection = self.protection(cell, layout.side(unit))
        if layout.protector_count(protection) == 1:
            lender = self.state.units[layout.protector_cell(protection)]
            if layout.kind(lender) != layout.KING:
                movement = layout.merged(movement, self.native(lender))
        if layout.kind(unit) == layout.JESTER and layout.protector_count(protection) < 2:
            movement = self._lent_by_attackers(cell, unit, movement)
        return movement

    def _lent_by_attackers(self, cell: int, unit: int, movement: int) -> int:
        """T13.3: a jester is lent the native movement of all that attack it."""
        attackers = [0] * 16
        before = self.mark
        if self.marks_critical:
            self.mark = layout.READ | layout.CRITICAL
        count = self._attackers(cell, 1 - (layout.side(unit)), ATTACK, 1, attackers)
        self.mark = before
        for index in range(count):
            movement = layout.merged(movement, self.native(self.state.units[attackers[index]]))
        return movement

    # Attacks

    def is_attacked(self, cell: int, side: int) -> bool:
        """Whether an active unit of a side attacks a square: by landing there, with one leg, without a bounce."""
        attackers = [0] * 16
        return self._attackers(cell, side, ATTACK, 0, attackers) != 0

    def attackers(self, cell: int, side: int, attackers: list[int]) -> int:
        """Fill in the cells of all units of a side that attack a square; how many."""
        return self._attackers(cell, side, ATTACK, 1, attackers)

    def can_land(self, cell: int, side: int) -> bool:
        attackers = [0] * 16
        return self._attackers(cell, side, LAND, 0, attackers) != 0

    def _attackers(self, cell: int, side: int, question: int, finds_all: int, attackers: list[int]) -> int:
        self.dependencies[cell] = self.dependencies[cell] | self.mark
        victim = self.state.units[cell]
        if layout.is_unit(victim) and self.is_guarded(cell):
            return 0
        count = 0
        for direction in range(8):
            found = self._first_attacker(cell, direction, side)
            if found == layout.NO_SIGHTING or layout.side(self.state.units[layout.sighted_cell(found)]) != side:
                continue
            if self._may_attack(layout.sighted_cell(found), cell, question) and self._attacks_by_line(found, direction):
                attackers[count] = layout.sighted_cell(found)
                count += 1
                if finds_all == 0:
                    return count
        for leap in range(8):
            origin = cell - tables.LEAP[leap]
            self.dependencies[origin] = self.dependencies[origin] | self.mark
            if not layout.is_unit_of_side(self.state.units[origin], side):
                continue
            if self._may_attack(origin, cell, question) and self._attacks_by_leap(origin, leap):
                attackers[count] = origin
                count += 1
                if finds_all == 0:
                    return count
        return count

    def _may_attack(self, origin: int, cell: int, question: int) -> bool:
        """Whether a unit may capture what is on the square, its path aside."""
        if question == ATTACK and layout.kind(self.state.units[origin]) == layout.JESTER:
            return False
        if layout.is_unit(self.state.units[cell]) and not self.may_take(origin, cell):
            return False
        return self.is_active(origin)

    def may_take(self, origin: int, cell: int) -> bool:
        """T12.5, T10.4: neither kind immunity nor the push lock forbids a unit to take another."""
        unit = self.state.units[origin]
        victim = self.state.units[cell]
        if layout.kind(unit) == layout.kind(victim) and layout.kind(unit) != layout.PAWN:
            return False
        return not (layout.is_pushed(unit) and cell == self.state.pusher and layout.kind(victim) == layout.ROOK)

    def _attacks_by_line(self, found: int, direction: int) -> bool:
        origin = layout.sighted_cell(found)
        unit = self.state.units[origin]
        if origin != self.bouncer and self._reaches(self.native(unit), direction, found):
            return True
        return self._reaches(self.movement(origin), direction, found)

    def _attacks_by_leap(self, origin: int, leap: int) -> bool:
        unit = self.state.units[origin]
        if layout.kind(unit) == layout.PAWN or layout.kind(unit) == layout.KING:
            return False
        if not self._is_leap_open(
            origin, leap, unit, self.bouncer_lifted if origin == self.bouncer else layout.BY_MAJORITY
        ):
            return False
        return layout.has_leap(tables.FIXED_MOVEMENT[layout.kind(unit)]) or layout.has_leap(self.movement(origin))

    # Check

    def check(self, side: int) -> int:
        """T16.1: the kind of check in which a side's king is, or NO_CHECK."""
        king = self.state.kings[side]
        if king == 0:
            return layout.NO_CHECK
        self.threatened = king
        if self.is_attacked(king, 1 - side):
            return layout.BY_ATTACK
        for direction in range(8):
            cell = king + tables.DELTA[direction]
            self.dependencies[cell] = self.dependencies[cell] | self.mark
            # Not if the explosion would kill the attacker's own king too.
            if self._is_beside(self.state.kings[1 - side], cell):
                continue
            self.threatened = cell
            if layout.is_unit_of_code(self.state.units[cell], layout.code(layout.JESTER, side)):
                if self.is_attacked(cell, 1 - side):
                    return layout.BY_JESTER
            elif self.state.is_tomb(cell) and self.can_explode(cell, 1 - side):
                return layout.BY_TOMB
        return layout.NO_CHECK

    def find_checkers(self, side: int) -> None:
        """Mark in `checkers` the cells of all units that give check to a side's king, in any sense of it."""
        for cell in range(256):
            self.checkers[cell] = 0
        king = self.state.kings[side]
        self._mark_checkers(king, 1 - side, ATTACK)
        for direction in range(8):
            cell = king + tables.DELTA[direction]
            if self._is_beside(self.state.kings[1 - side], cell):
                continue
            if layout.is_unit_of_code(self.state.units[cell], layout.code(layout.JESTER, side)):
                self._mark_checkers(cell, 1 - side, ATTACK)
            elif self.state.is_tomb(cell):
                self._mark_checkers(cell, 1 - side, LAND)
                for straight in range(0, 8, 2):
                    rook = self._pusher_by(cell, straight, 1 - side)
                    if rook:
                        self.checkers[rook] = 1

    def _mark_checkers(self, cell: int, side: int, question: int) -> None:
        found = [0] * 16
        count = self._attackers(cell, side, question, 1, found)
        for index in range(count):
            self.checkers[found[index]] = 1

    def _is_beside(self, king: int, cell: int) -> bool:
        """Whether a king stands in the 3x3 of a square; a dead one, on cell 0, does not."""
        across = layout.file_of(king) - layout.file_of(cell)
        along = layout.row_of(king) - layout.row_of(cell)
        return -1 <= across <= 1 and -1 <= along <= 1

    def can_explode(self, tomb: int, side: int) -> bool:
        """T8.4, T8.7: whether a unit of a side could land on a tomb with one leg, or push a unit onto it."""
        return self.can_land(tomb, side) or self.pusher_onto(tomb, side) != 0

    def pusher_onto(self, tomb: int, side: int) -> int:
        """The cell of a rook that could push a unit onto a tomb with one leg, or 0."""
        before = self.mark
        if self.marks_critical:
            self.mark = layout.READ | layout.CRITICAL
        rook = 0
        for direction in range(0, 8, 2):
            rook = self._pusher_by(tomb, direction, side)
            if rook:
                break
        self.mark = before
        return rook

    def _pusher_by(self, tomb: int, direction: int, side: int) -> int:
        step = tables.DELTA[direction]
        end = tomb - step
        count = 0
        self.dependencies[end] = self.dependencies[end] | self.mark
        while layout.is_unit(self.state.units[end]) and layout.side(self.state.units[end]) != side:
            end -= step
            count += 1
            self.dependencies[end] = self.dependencies[end] | self.mark
        # A rook that lands on a tomb dies before it can push.
        if count == 0 or self.state.units[end] or self.state.walls[end] or self.state.graves[end]:
            return 0
        found = self.first_unit(end, layout.opposite(direction), side)
        rook = layout.sighted_cell(found)
        if found == layout.NO_SIGHTING or not layout.is_unit_of_code(
            self.state.units[rook], layout.code(layout.ROOK, side)
        ):
            return 0
        if not self.is_active(rook):
            return 0
        if not self._attacks_by_line(found, layout.opposite(direction)):
            return 0
        self.depends_on_majority = 1
        self.state.shift(rook, end)
        length = self.pushes.length(end, direction, side)
        self.state.shift(end, rook)
        return rook if length == count else 0

    # For cold code

    def protectors_of(self, cell: int, side: int) -> list[int]:
        """The cells of all pieces of a side that protect a square."""
        found = [0] * 16
        count = self.protectors(cell, side, 16, found)
        return [found[index] for index in range(count)]

    def attackers_of(self, cell: int, side: int) -> list[int]:
        """The cells of all units of a side that attack a square."""
        found = [0] * 16
        count = self.attackers(cell, side, found)
        return [found[index] for index in range(count)]

    def exploders_of(self, tomb: int, side: int) -> list[int]:
        """The cells of all units of a side that could land on a tomb, or else of a rook that could push one onto it."""
        found = [0] * 16
        count = self._attackers(tomb, side, LAND, 1, found)
        if count == 0:
            rook = self.pusher_onto(tomb, side)
            return [rook] if rook else []
        return [found[index] for index in range(count)]

    def checkers_of(self, side: int) -> list[int]:
        """The cells of all units that give check to a side's king."""
        self.find_checkers(side)
        return [cell for cell in range(256) if self.checkers[cell]]

"""T3, T4, T10 and T14.1: single and double moves, with pushes and knight's leaps."""

from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.moves.legality import Legality
from ludoteca.games.tomb_chess.moves.midturn import Midturn


class Legs:
    def __init__(self, legality: Legality, midturn: Midturn) -> None:
        self.legality = legality
        self.midturn = midturn

    def add(self, legs: int) -> None:
        """Legs of the unit that has begun: ALL_LEGS, SINGLE_LEGS or LEGS_WITHOUT_PUSH; T4.9 leaves single ones."""
        if legs == layout.ALL_LEGS and not self.legality.state.has_double_moves:
            legs = layout.SINGLE_LEGS
        origin = self.midturn.origin
        for direction in range(8):
            self._add_lines(origin, direction, legs)
        if layout.has_leap(self.midturn.movement):
            for leap in range(8):
                self._add_leap(origin, leap, legs)

    # First legs

    def _add_lines(self, origin: int, direction: int, legs: int) -> None:
        """T3.1: every square of a line, and the enemy at its end."""
        line = self.midturn.leg_line(origin, direction, self.midturn.movement, self.midturn.lifted)
        affected = self.midturn.affected
        count = layout.line_length(line)
        passes_tomb = 0
        cell = origin
        for length in range(1, count + 1):
            cell += tables.DELTA[direction]
            self._add_first(cell, direction, affected, passes_tomb, length == count, legs)
            affected |= self.midturn.affected_by_wall(cell)
            if self.midturn.probe.graves[cell]:
                passes_tomb = 1
        if layout.is_in_reach(line):
            self.midturn.reach(cell + tables.DELTA[direction])
            self._add_capture(cell + tables.DELTA[direction], affected)

    def _add_leap(self, origin: int, leap: int, legs: int) -> None:
        """T3.2: a leap, with its capture on landing or under it (T14.1)."""
        target = origin + tables.LEAP[leap]
        if not self.midturn.can_leap_to(origin, leap, target, self.midturn.lifted):
            return
        if self.midturn.probe.units[target]:
            self.midturn.reach(target)
            self._add_capture(target, self.midturn.affected)
            return
        self._add_first(target, layout.NO_DIRECTION, self.midturn.affected, 0, 0, legs)
        if self.midturn.kind == layout.KNIGHT:
            for under in range(4):
                cell = origin + tables.UNDER[leap * 4 + under]
                if self._is_open_under(cell, target):
                    self.midturn.reach_under(cell, target)
                    if self.legality.can_capture(origin, cell):
                        self._add_leap_capture(target, 0, cell, under, self.midturn.affected)

    def _add_capture(self, target: int, affected: int) -> None:
        if not self.legality.can_capture(self.midturn.origin, target):
            return
        victim = self.midturn.probe.units[target]
        self._add_leg(self._single(target), target, victim, target, affected)

    def _single(self, target: int) -> int:
        return layout.with_target(layout.move(layout.LEGS, self.midturn.origin, self.midturn.control), target)

    def _add_first(self, target: int, direction: int, affected: int, passes_tomb: int, is_last: int, legs: int) -> None:
        """A first leg that captures nothing: alone, with a push, and with all second legs (T4.1, T4.3)."""
        has_grave = self.midturn.probe.graves[target]
        move = self._single(target)
        self._add_leg(move, target, 0, 0, affected)
        if legs == layout.LEGS_WITHOUT_PUSH or has_grave:
            return
        is_single = legs == layout.SINGLE_LEGS or (
            self.legality.wanted_kind == layout.TACTICAL
            and self.midturn.kind != layout.KNIGHT
            and self.midturn.kind != layout.BISHOP
        )
        if is_single and (self.midturn.kind != layout.ROOK or not is_last or layout.is_diagonal(direction)):
            return
        self.midturn.stand(target)
        if self.midturn.kind != layout.KING or not self.midturn.turn.attacks.check(self.midturn.side):
            ends = passes_tomb != 0 or self.midturn.is_beside_enemy_jester(target)
            if not ends and not is_single and not self.midturn.gives_check(target):
                self._add_seconds(move, target, affected | self.midturn.affected_by_wall(target))
            if is_last and not layout.is_diagonal(direction) and self.midturn.kind == layout.ROOK:
                self._add_first_push(move, target, direction, ends or is_single)
        self.midturn.take_off()

    def _add_first_push(self, move: int, target: int, direction: int, ends: int) -> None:
        """T10, T4.6: a push after the first leg; a second leg may follow if nothing dies."""
        length = self.midturn.turn.pushes.length(target, direction, self.midturn.side)
        if length < 0:
            return
        self.legality.add_if_legal(layout.with_first_push(move), layout.BOTH_KINGS, target, length > 0)
        if ends:
            return
        self.midturn.backup.copy_from(self.midturn.probe)
        if not self.midturn.turn.pushes.push(target, direction, self.midturn.side) and not (
            self.midturn.turn.attacks.check(1 - self.midturn.side)
        ):
            self._add_seconds(layout.with_first_push(move), target, layout.BOTH_KINGS)
        self.midturn.probe.copy_from(self.midturn.backup)

    # Second legs

    def _add_seconds(self, move: int, middle: int, affected: int) -> None:
        """T4.1, T4.2, T4.4: from where the unit stands now, with what it is lent there."""
        movement = self.midturn.turn.attacks.movement(middle)
        lifted = self.midturn.probe.majorities(self.midturn.side)
        closed = 0
        for quadrant in range(4):
            # T4.7: the same for every square of a quadrant.
            if self.midturn.is_enemy_majority(quadrant, self._cell_in(quadrant), 0, 0):
                closed |= layout.bit(quadrant)
        for direction in range(8):
            self._add_second_lines(
                move, middle, direction, self.midturn.leg_line(middle, direction, movement, lifted), affected, closed
            )
        if layout.has_leap(movement):
            for leap in range(8):
                self._add_second_leap(move, middle, leap, lifted, affected, closed)

    def _cell_in(self, quadrant: int) -> int:
        return 34 + quadrant % 2 * 6 + quadrant // 2 * 6 * layout.ROW

    def _add_second_lines(self, move: int, middle: int, direction: int, line: int, affected: int, closed: int) -> None:
        count = layout.line_length(line)
        cell = middle
        for length in range(1, count + 1):
            cell += tables.DELTA[direction]
            if not layout.has_bit(closed, tables.QUADRANT[cell]):
                self._add_second(move, cell, affected)
                if length == count and not layout.is_diagonal(direction) and self.midturn.kind == layout.ROOK:
                    self._add_second_push(move, middle, cell, direction)
            affected |= self.midturn.affected_by_wall(cell)
        if layout.is_in_reach(line):
            self._add_second_capture(move, middle, cell + tables.DELTA[direction], affected)

    def _add_second_leap(self, move: int, middle: int, leap: int, lifted: int, affected: int, closed: int) -> None:
        target = middle + tables.LEAP[leap]
        if not self.midturn.can_leap_to(middle, leap, target, lifted):
            return
        if self.midturn.probe.units[target]:
            self._add_second_capture(move, middle, target, affected)
            return
        if not layout.has_bit(closed, tables.QUADRANT[target]):
            self._add_second(move, target, affected)
        if self.midturn.kind == layout.KNIGHT:
            for under in range(4):
                cell = middle + tables.UNDER[leap * 4 + under]
                if self._is_open_under(cell, target) and self._can_capture_from(middle, cell):
                    victim = self.midturn.probe.units[cell]
                    if not self.midturn.is_enemy_majority(tables.QUADRANT[target], target, victim, cell):
                        self._add_leap_capture(target, move, cell, under, affected)

    def _add_second(self, move: int, target: int, affected: int) -> None:
        if self.midturn.kind == layout.KING:
            # T4.8
            middle = self.midturn.cell
            self.midturn.take_off()
            self.midturn.stand(target)
            is_checked = self.midturn.turn.attacks.check(self.midturn.side) != layout.NO_CHECK
            self.midturn.take_off()
            self.midturn.stand(middle)
            if is_checked:
                return
        self._add_leg(layout.with_second_target(move, target), target, 0, 0, affected)

    def _add_second_capture(self, move: int, middle: int, target: int, affected: int) -> None:
        """T4.2: knights and bishops may capture with the second leg."""
        if self.midturn.kind != layout.KNIGHT and self.midturn.kind != layout.BISHOP:
            return
        if not self._can_capture_from(middle, target):
            return
        victim = self.midturn.probe.units[target]
        if not self.midturn.is_enemy_majority(tables.QUADRANT[target], target, victim, target):
            self._add_leg(layout.with_second_target(move, target), target, victim, target, affected)

    def _can_capture_from(self, middle: int, target: int) -> bool:
        """As `Legality.can_capture`, with the guards of mid-turn (T4.4)."""
        if layout.side(self.midturn.probe.units[target]) == self.midturn.side:
            return False
        return self.midturn.turn.attacks.may_take(middle, target) and not self.midturn.turn.attacks.is_guarded(target)

    def _add_second_push(self, move: int, middle: int, target: int, direction: int) -> None:
        if self.midturn.probe.graves[target]:
            return
        self.midturn.take_off()
        self.midturn.stand(target)
        length = self.midturn.turn.pushes.length(target, direction, self.midturn.side)
        self.midturn.take_off()
        self.midturn.stand(middle)
        if length >= 0:
            self.legality.add_if_legal(
                layout.with_second_push(layout.with_second_target(move, target)),
                layout.BOTH_KINGS,
                target,
                length > 0,
            )

    # Knight's leap (T14.1)

    def _is_open_under(self, cell: int, target: int) -> bool:
        """Whether a knight that leaps to `target` could capture an enemy on a square under it: no king, and T11.2."""
        victim = self.midturn.probe.units[cell]
        if not layout.is_unit(victim) or layout.kind(victim) == layout.KING:
            return False
        return not self.midturn.is_enemy_majority(tables.QUADRANT[cell], target, victim, cell)

    def _add_leap_capture(self, target: int, move: int, cell: int, under: int, affected: int) -> None:
        if move:
            move = layout.with_second_target(move, target)
        else:
            move = self._single(target)
        victim = self.midturn.probe.units[cell]
        self._add_leg(
            layout.with_leap_capture(move, under + 1),
            target,
            victim,
            cell,
            affected | self.legality.sensitive[256 + cell],
        )

    # Every leg ends here

    def _add_leg(self, move: int, target: int, victim: int, captured: int, affected: int) -> None:
        """Offer a move that ends on a target, once for each kind that a pawn may become (T15.2)."""
        affected |= self.midturn.affected_by(target)
        if victim or tables.QUADRANT[target] != tables.QUADRANT[self.midturn.origin]:
            affected |= self.legality.majority_sensitive
        if victim and (layout.kind(victim) == layout.JESTER or layout.kind(victim) == layout.KING):
            affected = layout.BOTH_KINGS
        if self.midturn.probe.graves[target] and (victim == 0 or captured != target):
            affected = layout.BOTH_KINGS
        if self.midturn.promotes_on(target, victim):
            for choice in range(6):
                kind = tables.PROMOTIONS[choice]
                self.legality.add_if_legal(
                    layout.with_promotion(move, kind),
                    layout.BOTH_KINGS if kind == layout.JESTER else affected | self.legality.majority_sensitive,
                    target,
                    True,
                )
        else:
            # Explosions and king's checks are tactical, though nobody is captured.
            is_step_of_king = self.midturn.kind == layout.KING and layout.second_target(move) == 0
            is_tactical = captured != 0 or self.midturn.probe.graves[target] != 0 or is_step_of_king
            self.legality.add_if_legal(move, affected, target, is_tactical)

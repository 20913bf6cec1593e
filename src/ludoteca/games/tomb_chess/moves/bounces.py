"""T7: lines that turn at the edge, at units and at walls, and may change their movement once."""

from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.moves.legality import Legality
from ludoteca.games.tomb_chess.moves.midturn import Midturn

LEAP_COST = 3
"""T7.4: what a leap takes off the range."""


class Bounces:
    """A stretch is of a pawn's line or of another (`is_pawn_line`): T5.8 is not for pawns, and their lines change from
    straight to diagonal only with the movement (T7.4). `pawn_range` is that of a pawn's line, or 0 where it does not
    bounce (T7.1). A jester may be lent both, so that two ways of moving have the same path, which is one move:
    `first_found` is how many moves were found before those of the unit.
    """

    def __init__(self, legality: Legality, midturn: Midturn) -> None:
        self.legality = legality
        self.midturn = midturn
        self.pawn_range = 0
        self.first_found = 0

    def add(self) -> None:
        """All bounce moves of the unit that has begun; none by T7.9."""
        if not self.legality.state.has_bounces:
            return
        move = layout.move(layout.BOUNCE, self.midturn.origin, self.midturn.control)
        steps = layout.step_range(self.midturn.movement)
        self.pawn_range = steps if steps > 1 else 0
        self.first_found = self.legality.found.count
        for direction in range(8):
            first = layout.with_first_direction(move, direction)
            self._stretch(self.midturn.origin, direction, 0, 0, first, 0, 0, self.midturn.affected)
            if self.pawn_range:
                self._stretch(self.midturn.origin, direction, 1, 0, first, 0, 0, self.midturn.affected)

    def range_of(self, direction: int, is_pawn_line: int) -> int:
        """T7.1: how far the lines of a direction's type run."""
        return self.pawn_range if is_pawn_line else layout.line_range(self.midturn.movement, direction)

    def _stretch(
        self,
        cell: int,
        direction: int,
        is_pawn_line: int,
        used: int,
        move: int,
        bounces: int,
        is_changed: int,
        affected: int,
    ) -> None:
        """T7.1: one stretch, all squares where it may end, and how it goes on from its last."""
        reach = self.range_of(direction, is_pawn_line) - used
        if reach <= 0:
            return
        line = self.midturn.line(cell, direction, reach, 0 if is_pawn_line else self.midturn.lifted)
        count = layout.line_length(line)
        for length in range(1, count + 1):
            cell += tables.DELTA[direction]
            if bounces:
                self._add_end(layout.with_last_stretch(move, length), cell, direction, 0, affected, length == count)
            affected |= self.midturn.affected_by_wall(cell)
        if bounces and layout.is_in_reach(line):
            target = cell + tables.DELTA[direction]
            self.midturn.reach(target)
            if self.legality.can_capture(self.midturn.origin, target):
                victim = self.midturn.probe.units[target]
                self._add_end(layout.with_last_stretch(move, count + 1), target, direction, victim, affected, 0)
        if count and layout.has_obstacle(line) and bounces < layout.MAX_BOUNCES:
            self._bounce(
                cell,
                direction,
                is_pawn_line,
                used + count,
                layout.with_one_more_bounce(move),
                bounces + 1,
                is_changed,
                affected,
            )

    def _bounce(
        self,
        cell: int,
        direction: int,
        is_pawn_line: int,
        used: int,
        move: int,
        bounces: int,
        is_changed: int,
        affected: int,
    ) -> None:
        """T7.1, T7.4: go on from a bounce square: to the left, to the right, or with another movement."""
        reach = self.range_of(direction, is_pawn_line)
        has_turn = reach > used
        has_line = is_changed == 0 and self.range_of(layout.neighbour(direction), 0) > used
        has_pawn_line = is_changed == 0 and is_pawn_line == 0 and self.pawn_range > used
        has_leap = is_changed == 0 and layout.has_leap(self.midturn.movement) and reach >= used + LEAP_COST
        if not (has_turn or has_line or has_pawn_line or has_leap):
            return
        if (is_changed and self.touches_tomb(cell)) or self.midturn.ends_bounce(cell):
            return
        if has_turn:
            left = layout.turned_left(direction)
            right = layout.turned_right(direction)
            self._stretch(cell, left, is_pawn_line, used, move, bounces, is_changed, affected)
            move_to_right = layout.with_right_turn(move, bounces)
            self._stretch(cell, right, is_pawn_line, used, move_to_right, bounces, is_changed, affected)
        for option in range(layout.LINE_OPTIONS):
            turned = layout.direction_of_option(option, direction)
            changed = layout.with_change(move, bounces, option)
            if has_line:
                self._stretch(cell, turned, 0, used, changed, bounces, 1, affected)
            if has_pawn_line:
                self._stretch(cell, turned, 1, used, changed, bounces, 1, affected)
        if has_leap:
            for leap in range(8):
                self._leap(cell, leap, layout.with_change(move, bounces, layout.LINE_OPTIONS + leap), affected)

    def touches_tomb(self, cell: int) -> bool:
        """T7.7: whether a tomb is in the 3x3 of a square."""
        touches = self.midturn.probe.is_tomb(cell)
        for index in range(8):
            touches = touches or self.midturn.probe.is_tomb(cell + tables.AROUND[index])
        return touches

    def _leap(self, cell: int, leap: int, move: int, affected: int) -> None:
        """T7.4: a change to the knight leap, which ends the move."""
        target = cell + tables.LEAP[leap]
        if not self.midturn.can_leap_to(cell, leap, target, self.midturn.lifted):
            return
        victim = self.midturn.probe.units[target]
        if victim:
            self.midturn.reach(target)
        if victim == 0 or self.legality.can_capture(self.midturn.origin, target):
            self._add_end(move, target, 1, victim, affected, 0)

    def _add_end(self, move: int, target: int, direction: int, victim: int, affected: int, is_last: int) -> None:
        if self.pawn_range and self.midturn.kind == layout.JESTER and self._is_found(move):
            return
        has_grave = self.midturn.probe.graves[target] != 0
        affected |= self.midturn.affected_by(target)
        if victim or tables.QUADRANT[target] != tables.QUADRANT[self.midturn.origin]:
            affected |= self.legality.majority_sensitive
        if layout.kind(victim) == layout.JESTER or layout.kind(victim) == layout.KING or (has_grave and victim == 0):
            affected = layout.BOTH_KINGS
        if self.midturn.promotes_on(target, victim):
            for choice in range(6):
                promoted = layout.with_promotion(move, tables.PROMOTIONS[choice])
                self.legality.add_if_legal(promoted, layout.BOTH_KINGS, target, True)
            return
        self.legality.add_if_legal(move, affected, target, victim != 0 or has_grave)
        if is_last and not layout.is_diagonal(direction) and self.midturn.kind == layout.ROOK and not has_grave:
            self._add_push(move, target, direction)

    def _is_found(self, move: int) -> bool:
        for index in range(self.first_found, self.legality.found.count):
            if self.legality.found.at[index] == move:
                return True
        return False

    def _add_push(self, move: int, target: int, direction: int) -> None:
        """T10.1: a last stretch that is straight may push."""
        self.midturn.stand(target)
        length = self.midturn.turn.pushes.length(target, direction, self.midturn.side)
        self.midturn.take_off()
        if length >= 0:
            self.legality.add_if_legal(layout.with_last_push(move), layout.BOTH_KINGS, target, length > 0)

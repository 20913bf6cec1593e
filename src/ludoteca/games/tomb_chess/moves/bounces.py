"""T7: lines that turn at the edge and at units, and may change their movement once."""

from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.moves.legality import Legality
from ludoteca.games.tomb_chess.moves.midturn import Midturn

LEAP_COST = 3
"""T7.4: what a leap takes off the range."""


class Bounces:
    def __init__(self, legality: Legality, midturn: Midturn) -> None:
        self.legality = legality
        self.midturn = midturn

    def add(self) -> None:
        """All bounce moves of the unit that has begun."""
        move = layout.move(layout.BOUNCE, self.midturn.origin, self.midturn.control)
        for direction in range(8):
            self._stretch(
                self.midturn.origin,
                direction,
                0,
                layout.with_first_direction(move, direction),
                0,
                0,
                self.midturn.affected,
            )

    def range_of(self, direction: int) -> int:
        """T7.1: how far the lines of a direction's type run, steps of pawns and kings not counted."""
        return layout.line_range(self.midturn.movement, direction)

    def _stretch(
        self, cell: int, direction: int, used: int, move: int, bounces: int, is_changed: int, affected: int
    ) -> None:
        """T7.1: one stretch, all squares where it may end, and how it goes on from its last."""
        reach = self.range_of(direction) - used
        if reach <= 0:
            return
        line = self.midturn.line(cell, direction, reach, self.midturn.lifted)
        count = layout.line_length(line)
        for length in range(1, count + 1):
            cell += tables.DELTA[direction]
            if bounces:
                self._add_end(layout.with_last_stretch(move, length), cell, direction, 0, affected, length == count)
            affected |= self.midturn.affected_by_wall(cell)
        if (
            bounces
            and layout.is_in_reach(line)
            and self.legality.can_capture(self.midturn.origin, cell + tables.DELTA[direction])
        ):
            victim = self.midturn.probe.units[cell + tables.DELTA[direction]]
            self._add_end(
                layout.with_last_stretch(move, count + 1),
                cell + tables.DELTA[direction],
                direction,
                victim,
                affected,
                0,
            )
        if count and layout.has_obstacle(line) and bounces < layout.MOST_BOUNCES:
            self._bounce(
                cell, direction, used + count, layout.with_one_more_bounce(move), bounces + 1, is_changed, affected
            )

    def _bounce(
        self, cell: int, direction: int, used: int, move: int, bounces: int, is_changed: int, affected: int
    ) -> None:
        """T7.1, T7.4: go on from a bounce square: to the left, to the right, or with another movement."""
        has_turn = self.range_of(direction) > used
        has_line = is_changed == 0 and self.range_of(layout.neighbour(direction)) > used
        has_leap = (
            is_changed == 0 and layout.has_leap(self.midturn.movement) and self.range_of(direction) >= used + LEAP_COST
        )
        if not (has_turn or has_line or has_leap):
            return
        if (is_changed and self.touches_tomb(cell)) or self.midturn.ends_bounce(cell):
            return
        if has_turn:
            self._stretch(cell, layout.turned_left(direction), used, move, bounces, is_changed, affected)
            self._stretch(
                cell,
                layout.turned_right(direction),
                used,
                layout.with_right_turn(move, bounces),
                bounces,
                is_changed,
                affected,
            )
        if has_line:
            for option in range(layout.LINE_OPTIONS):
                turned = layout.direction_of_option(option, direction)
                self._stretch(cell, turned, used, layout.with_change(move, bounces, option), bounces, 1, affected)
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
        if victim == 0 or self.legality.can_capture(self.midturn.origin, target):
            self._add_end(move, target, 1, victim, affected, 0)

    def _add_end(self, move: int, target: int, direction: int, victim: int, affected: int, is_last: int) -> None:
        affected |= self.midturn.affected_by(target)
        if victim or tables.QUADRANT[target] != tables.QUADRANT[self.midturn.origin]:
            affected |= self.legality.majority_sensitive
        if victim:
            if layout.kind(victim) == layout.JESTER or layout.kind(victim) == layout.KING:
                affected = layout.BOTH_KINGS
        elif self.midturn.probe.graves[target]:
            affected = layout.BOTH_KINGS
        self.legality.add_if_legal(move, affected, target if victim or self.midturn.probe.graves[target] else 0)
        if (
            is_last
            and not layout.is_diagonal(direction)
            and self.midturn.kind == layout.ROOK
            and self.midturn.probe.graves[target] == 0
        ):
            self._add_push(move, target, direction)

    def _add_push(self, move: int, target: int, direction: int) -> None:
        """T10.1: a last stretch that is straight may push."""
        self.midturn.stand(target)
        length = self.midturn.turn.pushes.length(target, direction, self.midturn.side)
        self.midturn.take_off()
        if length < 0:
            return
        struck = target + tables.DELTA[direction] if length and self.legality.respawned == 0 else 0
        for distance in range(1, length + 1):
            if target + tables.DELTA[direction] * distance == self.legality.respawned:
                struck = self.legality.respawned
        self.legality.add_if_legal(layout.with_last_push(move), layout.BOTH_KINGS, struck)

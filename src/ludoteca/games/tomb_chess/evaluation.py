"""What units, positions and moves are worth to a search; no rule is here.

A position: units by kind and range, pawns left, quadrants, disabled units, centrality and the king's safety.

A move: what it wins, and what it leaves to the enemy. A tactical move is tried on a copy. A quiet one is valued by maps
that are drawn once a position, by native movement: which squares the enemy attacks and with what at the least, how many
own units attack them, and from where the king is seen.
"""

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.moves.legality import Legality
from ludoteca.games.tomb_chess.position import TombChessPosition
from ludoteca.games.tomb_chess.state.state import State

QUADRANT_VALUE = 30
REST_LOSS, PARALYSIS_LOSS, JESTER_LOSS = 20, 60, 40
"""What a unit loses that rests, is paralysed, or stands beside an enemy jester."""
SHELTER, TOMB_NEAR_KING, JESTER_NEAR_KING = 12, 60, 40
UNKNOWN = -100000
CHECK_BONUS, REST_COST, ROTATION_COST, SWAP_COST = 25, 15, 25, 20
"""What is added to the value of checks, and taken off that of moves that seldom help."""


def unit_value(unit: int) -> int:
    """Of a unit with its range, wherever it stands; kings count nothing."""
    kind = layout.kind(unit)
    length = layout.range_of(unit)
    if kind == layout.PAWN:
        if length > tables.MAX_PAWN_RANGE_VALUED:
            length = tables.MAX_PAWN_RANGE_VALUED
        return tables.VALUE[kind] + tables.RANGE_VALUE[kind] * (length - 1)
    return tables.VALUE[kind] - tables.RANGE_VALUE[kind] * (layout.LONGEST_LINE - length)


def pawn_count_value(pawns: int) -> int:
    """T16.3: what having so many pawns is worth besides."""
    return tables.PAWN_COUNT_VALUE[pawns] if pawns < 12 else tables.PAWN_COUNT_VALUE[12]


class TombChessEvaluator(Evaluator):
    state: State

    def attach(self, position: Position) -> None:
        assert isinstance(position, TombChessPosition)
        self.state = position.state

    def evaluate(self, seat: int) -> int:
        loser = self._loser()
        if loser >= 0:
            return -tables.KING_VALUE if seat == loser else tables.KING_VALUE
        total = self._standing(seat) - self._standing(1 - seat)
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.state.units[cell]
            if unit:
                total += self._unit_value(cell, unit) if layout.side(unit) == seat else -self._unit_value(cell, unit)
        return total

    def _loser(self) -> int:
        """T16.1, T16.3, T16.4: the side that has lost its king or its pawns, or -1."""
        last = 1 - self.state.to_move
        if self.state.kings[0] == 0 or self.state.kings[1] == 0:
            return 0 if self.state.kings[0] == 0 else 1
        if self.state.pawns[last] == 0:
            return last
        return 1 - last if self.state.pawns[1 - last] == 0 else -1

    def _standing(self, side: int) -> int:
        """T16.3, T11: lives, quadrants and the king."""
        total = pawn_count_value(self.state.pawns[side])
        for quadrant in range(4):
            if self.state.pieces[side * 4 + quadrant] > self.state.pieces[4 - side * 4 + quadrant]:
                total += QUADRANT_VALUE
        return total + self._safety(side)

    def _unit_value(self, cell: int, unit: int) -> int:
        kind = layout.kind(unit)
        value = unit_value(unit) + tables.CENTRALITY_VALUE[kind] * tables.CENTRALITY[cell]
        if layout.paralysis(unit):
            value -= PARALYSIS_LOSS
        elif layout.is_resting(unit):
            value -= REST_LOSS
        if (
            kind != layout.KING
            and kind != layout.JESTER
            and self.state.jesters_beside[(256 if layout.side(unit) == 0 else 0) + cell]
        ):
            value -= JESTER_LOSS
        return value

    def _safety(self, side: int) -> int:
        """Friends around the king are a shelter; tombs and jesters there are dangers."""
        king = self.state.kings[side]
        safety = 0
        for direction in range(8):
            cell = king + tables.DELTA[direction]
            unit = self.state.units[cell]
            if layout.is_unit(unit):
                if layout.side(unit) == side:
                    safety += SHELTER
                    if layout.kind(unit) == layout.JESTER:
                        safety -= JESTER_NEAR_KING
            elif self.state.is_tomb(cell):
                safety -= TOMB_NEAR_KING
        return safety


class MoveValue:
    """`danger` is the least value of an enemy that attacks a cell, 0 for none; `support` counts own units that do.

    `checks` has for a cell from which the enemy king is seen the least movement that attacks it, 0 for none.
    After `order_score`, `is_tactical` tells whether the move was tried.
    """

    def __init__(self, legality: Legality) -> None:
        self.legality = legality
        self.state = self.legality.state
        self.attacks = self.legality.turn.attacks
        self.danger = [0] * 256
        self.support = [0] * 256
        self.checks = [0] * 256
        self.known = [0] * 256
        self.is_tactical = 0
        self.known_origin = 0
        self.balance = 0

    # The position before the move

    def prepare(self) -> None:
        """Get ready to value the moves of a position."""
        for cell in range(256):
            self.danger[cell] = 0
            self.support[cell] = 0
            self.checks[cell] = 0
        self.known_origin = 0
        self.balance = self.material(self.state, self.state.to_move)
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.state.units[cell]
            if unit and layout.kind(unit) != layout.JESTER and self.attacks.is_active(cell):
                self._map_attacks(cell, unit)
        self._map_checks(self.state.kings[1 - self.state.to_move])

    def _map_attacks(self, origin: int, unit: int) -> None:
        movement = self.attacks.native(unit)
        value = unit_value(unit) if layout.kind(unit) != layout.KING else tables.VALUE[layout.QUEEN]
        is_own = layout.side(unit) == self.state.to_move
        steps = layout.step_range(movement)
        for direction in range(8):
            reach = layout.line_range(movement, direction)
            if steps > reach:
                reach = steps
            cell = origin
            while reach > 0:
                reach -= 1
                cell += tables.DELTA[direction]
                if self.state.units[cell] == layout.EDGE or self.state.walls[cell]:
                    break
                self._mark(cell, value, is_own)
                if self.state.units[cell] or self.state.walls_beside[cell]:
                    break
        if layout.has_leap(movement):
            for leap in range(8):
                self._mark(origin + tables.LEAP[leap], value, is_own)

    def _mark(self, cell: int, value: int, is_own: bool) -> None:
        if is_own:
            self.support[cell] = self.support[cell] + 1
        elif self.danger[cell] == 0 or value < self.danger[cell]:
            self.danger[cell] = value

    def _map_checks(self, king: int) -> None:
        """The least movement for each cell on a line to the king, or a leap away from it."""
        if king == 0:
            return
        for direction in range(8):
            cell = king + tables.DELTA[direction]
            reach = 1
            while self.state.units[cell] == 0 and self.state.walls[cell] == 0:
                self.checks[cell] = (
                    layout.movement(0, reach, 0) if layout.is_diagonal(direction) else layout.movement(reach, 0, 0)
                )
                cell += tables.DELTA[direction]
                reach += 1
        for leap in range(8):
            if self.checks[king + tables.LEAP[leap]] == 0:
                self.checks[king + tables.LEAP[leap]] = layout.KNIGHT_LEAP

    def _is_check(self, end: int, unit: int) -> bool:
        least = self.checks[end]
        if least == 0 or layout.kind(unit) == layout.JESTER or layout.kind(unit) == layout.KING:
            return False
        movement = self.attacks.native(unit)
        if least == layout.KNIGHT_LEAP:
            return layout.has_leap(movement)
        steps = layout.step_range(movement)
        if layout.straight_range(least):
            return least <= layout.straight_range(movement) or least <= steps
        least = layout.diagonal_range(least)
        return least <= layout.diagonal_range(movement) or least <= steps

    def material(self, state: State, side: int) -> int:
        """All units of a side less those of the other."""
        total = pawn_count_value(state.pawns[side]) - pawn_count_value(state.pawns[1 - side])
        # T16.4: a king's death counts before the loss of the last pawn.
        if state.kings[side] == 0:
            total -= 2 * tables.KING_VALUE
        if state.kings[1 - side] == 0:
            total += 2 * tables.KING_VALUE
        for square in range(144):
            unit = state.units[tables.CELL[square]]
            if unit and layout.kind(unit) != layout.KING:
                total += unit_value(unit) if layout.side(unit) == side else -unit_value(unit)
        return total

    # The move

    def gain(self, move: int) -> int:
        """The material that it wins at once."""
        side = self.state.to_move
        self.legality.trial.copy_from(self.state)
        self.legality.trial_turn.carry_out(move)
        return self.material(self.legality.trial, side) - self.material(self.state, side)

    def order_score(self, move: int) -> int:
        """What it wins less what it may lose; of the position that was surveyed last."""
        move_type = layout.move_type(move)
        origin = layout.origin(move)
        self.is_tactical = 0
        if move_type == layout.LEGS:
            second = layout.second_target(move)
            end = second if second else layout.target(move)
            is_king = layout.kind(self.state.units[origin]) == layout.KING
            if layout.promotion(move) or layout.first_push(move) or layout.second_push(move):
                return self._value_by_trial(move)
            if layout.leap_capture(move) or (is_king and second == 0):
                return self._value_by_trial(move)
        elif move_type == layout.BOUNCE:
            second = 0
            end = self.end_of(move)
            if layout.last_push(move):
                return self._value_by_trial(move)
        elif move_type == layout.ROTATION:
            return -ROTATION_COST
        elif move_type == layout.SWAP:
            return self._swap_value(origin, layout.target(move))
        else:
            return self._value_by_trial(move)
        if self.state.units[end] or self.state.graves[end]:
            return self._value_by_one_trial(move, origin, end)
        if layout.control(move):
            return self._control_value(origin, end)
        return self._quiet_value(origin, end) - (REST_COST if second else 0)

    def end_of(self, move: int) -> int:
        """The square where a bounce ends."""
        direction = layout.first_direction(move)
        cell = layout.origin(move)
        for bounce in range(1, layout.bounces(move) + 1):
            while not self.state.is_obstacle(cell + tables.DELTA[direction]):
                cell += tables.DELTA[direction]
            direction = layout.direction_after(move, bounce, direction)
            if direction == layout.NO_DIRECTION:
                return cell + tables.LEAP[layout.leap_of_option(layout.change_option(move))]
        return cell + tables.DELTA[direction] * layout.last_stretch(move)

    # Tactical moves

    def _value_by_one_trial(self, move: int, origin: int, end: int) -> int:
        """Paths of one unit to one square win about the same."""
        self.is_tactical = 1
        if origin != self.known_origin:
            for cell in range(256):
                self.known[cell] = UNKNOWN
            self.known_origin = origin
        if self.known[end] == UNKNOWN:
            self.known[end] = self._value_by_trial(move)
        return self.known[end]

    def _value_by_trial(self, move: int) -> int:
        """By the material that is left, and whether the unit could be captured where it ends."""
        self.is_tactical = 1
        side = self.state.to_move
        self.legality.trial.copy_from(self.state)
        self.legality.trial_turn.carry_out(move)
        gain = self.material(self.legality.trial, side) - self.balance
        end = self.legality.trial_turn.cell
        unit = self.legality.trial.units[end]
        if layout.is_unit_of_side(unit, side) and layout.kind(unit) != layout.KING:
            if self.legality.trial_turn.attacks.is_attacked(end, 1 - side):
                gain -= unit_value(unit)
        return gain

    # Quiet moves

    def _quiet_value(self, origin: int, end: int) -> int:
        unit = self.state.units[origin]
        score = tables.CENTRALITY_VALUE[layout.kind(unit)] * (tables.CENTRALITY[end] - tables.CENTRALITY[origin])
        if layout.kind(unit) == layout.KING:
            return score - REST_COST
        if self._is_check(end, unit):
            score += CHECK_BONUS
        value = unit_value(unit)
        score += self._risk(origin, value, self.support[origin])
        return score - self._risk(end, value, self.support[end] - 1)

    def _risk(self, cell: int, value: int, supporters: int) -> int:
        """What may be lost when a unit stands on a square; two supporters guard it (T12.3)."""
        if self.danger[cell] == 0 or supporters > 1:
            return 0
        if supporters > 0:
            return value - self.danger[cell] if value > self.danger[cell] else 0
        return value

    def _swap_value(self, origin: int, target: int) -> int:
        other = self.state.units[target]
        if layout.side(other) != self.state.to_move:
            return -SWAP_COST
        value = unit_value(self.state.units[origin])
        return self._risk(origin, value, self.support[origin]) // 2 - SWAP_COST

    def _control_value(self, origin: int, end: int) -> int:
        """An enemy unit that is made to step where it can be captured."""
        return unit_value(self.state.units[origin]) // 4 if self.support[end] else 0

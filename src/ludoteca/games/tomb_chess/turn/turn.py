"""A turn carried out: everything that a move does, in the order in which the clauses say that it happens.

The legs; capture, range and promotion; a captured jester's explosion; a tomb's explosion; a push; king's check; states
count down; old walls age and new ones are laid. Nothing here asks whether the move is legal.
"""

from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.state import stored
from ludoteca.games.tomb_chess.state.state import State
from ludoteca.games.tomb_chess.state.terrain import Pushes, Tombs, Walls
from ludoteca.games.tomb_chess.turn.attacks import Attacks
from ludoteca.games.tomb_chess.turn.effects import AbilityEffects, Captures


class Turn:
    """The move being made; `cell` is where its unit stands, and `path` the squares that it leaves behind.

    Afterwards `is_kings_check` tells of T14.8, and `is_still_checked` that the king is in check even so.
    """

    is_kings_check: int
    is_still_checked: int

    def __init__(self, state: State) -> None:
        self.state = state
        self.walls = Walls(state)
        self.tombs = Tombs(state, self.walls)
        self.pushes = Pushes(state, self.walls, self.tombs)
        self.attacks = Attacks(state, self.walls, self.pushes)
        self.captures = Captures(state)
        self.effects = AbilityEffects(state, self.tombs, self.attacks, self.captures)
        self.path = [0] * 64
        self.path_length = 0
        self.crossed_tombs = [0] * 64
        self.crossed_count = 0
        self.cell = 0
        self.direction = layout.NO_DIRECTION
        self.lands_on_tomb = 0
        self.has_pushed = 0
        self.is_paralysed = 0
        self.is_double = 0
        self.is_still_checked = 0
        self.is_kings_check = 0

    def carry_out(self, move: int) -> None:
        """Make a move and end the turn."""
        move_type = layout.move_type(move)
        origin = layout.origin(move)
        self._begin(origin)
        if layout.control(move):
            self.state.fire(1403)
            self.state.fire(1404)
        if move_type == layout.LEGS:
            self._make_legs(move, origin)
        elif move_type == layout.BOUNCE:
            self._make_bounce(move, origin)
        elif move_type == layout.BREATH:
            self.effects.breathe(origin)
        elif move_type == layout.SWAP:
            self.effects.swap(origin, layout.target(move), layout.promotion(move))
        elif move_type == layout.ROTATION:
            self.effects.rotate(origin, layout.size(move), layout.quarters(move))
        elif move_type == layout.EXCHANGE:
            self.effects.exchange(origin, layout.target(move))
        elif move_type == layout.RESPAWN:
            self.effects.respawn(origin)
        self._end()

    def pass_turn(self) -> None:
        """End a turn in which nothing happens."""
        self._begin(0)
        self._end()

    def _begin(self, origin: int) -> None:
        self.tombs.begin_turn()
        self.path_length = 0
        self.crossed_count = 0
        self.cell = origin
        self.direction = layout.NO_DIRECTION
        self.lands_on_tomb = 0
        self.has_pushed = 0
        self.is_paralysed = 0
        self.is_double = 0
        self.is_still_checked = 0
        self.is_kings_check = 0
        if self.state.pusher and not layout.is_unit_of_kind(self.state.units[self.state.pusher], layout.ROOK):
            self.state.pusher = 0

    # Legs (T3, T4)

    def _make_legs(self, move: int, origin: int) -> None:
        target = layout.target(move)
        second = layout.second_target(move)
        under = layout.leap_capture(move)
        self._note_rest(origin)
        self._add_to_path(origin)
        if second == 0:
            self._arrive(target, under, layout.promotion(move))
            if layout.first_push(move):
                self._push()
            self._kings_check()
            return
        self.state.fire(401)
        if layout.first_push(move) or layout.second_push(move):
            self.state.fire(406)
        self._arrive(target, 0, 0)
        if layout.first_push(move):
            self._push()
        self.is_double = 1
        self._add_to_path(self.cell)
        self._arrive(second, under, layout.promotion(move))
        if layout.second_push(move):
            self._push()

    def _note_rest(self, origin: int) -> None:
        """T4.5: a resting unit moves, as a last resort."""
        if layout.is_resting(self.state.units[origin]):
            self.state.fire(405)

    def _add_to_path(self, cell: int) -> None:
        self.path[self.path_length] = cell
        self.path_length += 1

    def _arrive(self, target: int, under: int, promotion: int) -> None:
        """One leg and what follows from it, up to the explosions; `under` numbers the square captured under a leap."""
        origin = self.cell
        self._travel(target)
        captured = target
        if under:
            self.state.fire(1401)
            captured = origin + tables.UNDER[self.leap_to(origin, target) * 4 + under - 1]
        self._settle(target, captured, promotion, 0)

    def _travel(self, target: int) -> None:
        """Go over the squares of a line, or leap: T5.1, T5.2, T8.3."""
        unit = self.state.units[self.cell]
        self.direction = self.direction_to(self.cell, target)
        if self.direction == layout.NO_DIRECTION:
            self.state.log(stored.LEAPT, unit, self.cell, target)
            self.state.fire(302)
            self.state.fire_no_walls()
            return
        self.state.log(stored.WENT, unit, self.cell, target)
        self.state.fire(301)
        cell = self.cell + tables.DELTA[self.direction]
        while cell != target:
            self._add_to_path(cell)
            self._cross(cell)
            cell += tables.DELTA[self.direction]

    def _cross(self, cell: int) -> None:
        """T8.3, T7.6: remember a tomb that the line passes over."""
        if self.state.is_tomb(cell):
            self.crossed_tombs[self.crossed_count] = cell
            self.crossed_count += 1

    def _settle(self, target: int, captured: int, promotion: int, is_changed: int) -> None:
        """The unit stands on its target: capture, range, promotion, then explosions."""
        victim = self.state.units[captured]
        self.lands_on_tomb = self.state.is_tomb(target)
        if layout.is_unit(victim):
            self.tombs.kill(captured)
        self.state.shift(self.cell, target)
        if self.cell == self.path[0]:
            # T3.4: blocked until the turn ends.
            self.state.walls[self.cell] = layout.BLOCKED
        self.cell = target
        if layout.is_unit(victim):
            if self.is_double:
                self.state.fire(402)
            self.captures.reward(target, victim, captured)
        self._paralyse(is_changed)
        if promotion:
            self.state.fire(1502)
            self.captures.become(target, promotion)
        if layout.is_unit_of_kind(victim, layout.JESTER):
            self.tombs.blow_up_jester(captured)
        if self.lands_on_tomb:
            self.tombs.explode(target)

    def _paralyse(self, is_changed: int) -> None:
        """T8.3, T7.7, T11.3: paralysis for a tomb crossed, or touched at the end after a change of movement."""
        majorities = self.state.majorities(layout.side(self.state.units[self.cell]))
        for index in range(self.crossed_count):
            if not layout.has_bit(majorities, tables.QUADRANT[self.crossed_tombs[index]]):
                self.is_paralysed = 1
                self.state.fire(803)
            else:
                self.state.fire(1103)
        if self.lands_on_tomb and layout.has_bit(majorities, tables.QUADRANT[self.cell]):
            self.state.fire(1103)
        if is_changed:
            for index in range(8):
                cell = self.cell + tables.AROUND[index]
                if not self.state.is_tomb(cell):
                    continue
                self.state.fire(707)
                if layout.has_bit(majorities, tables.QUADRANT[cell]):
                    self.state.fire(1103)
                else:
                    self.is_paralysed = 1

    def _push(self) -> None:
        self.has_pushed = 1
        self.pushes.push(self.cell, self.direction, layout.side(self.state.units[self.cell]))

    def _kings_check(self) -> None:
        """T14.8: a king that steps into check kills all who give it."""
        king = self.state.units[self.cell]
        side = layout.side(king)
        if not layout.is_unit_of_kind(king, layout.KING) or self.attacks.check(side) == layout.NO_CHECK:
            return
        self.is_kings_check = 1
        self.state.fire(1408)
        self.attacks.find_checkers(side)
        for square in range(144):
            if self.attacks.checkers[tables.CELL[square]]:
                self.tombs.kill(tables.CELL[square])
        self.is_still_checked = self.attacks.check(side) != layout.NO_CHECK

    # Bounces (T7)

    def _make_bounce(self, move: int, origin: int) -> None:
        self.state.fire(701)
        self.state.fire(301)
        if layout.change(move):
            self.state.fire(704)
        self._note_rest(origin)
        self._add_to_path(origin)
        direction = layout.first_direction(move)
        cell = origin
        unit = self.state.units[origin]
        for bounce in range(1, layout.bounces(move) + 1):
            before = cell
            cell = self._to_obstacle(cell, direction)
            self.state.log(stored.WENT, unit, before, cell)
            self.state.log(stored.BOUNCED, unit, cell, cell)
            if self.state.is_tomb(cell):
                self.state.fire(706)
            direction = layout.direction_after(move, bounce, direction)
        before = cell
        if direction != layout.NO_DIRECTION:
            for _ in range(1, layout.last_stretch(move)):
                cell += tables.DELTA[direction]
                self._add_to_path(cell)
                self._cross(cell)
            cell += tables.DELTA[direction]
            self.direction = direction
            self.state.log(stored.WENT, unit, before, cell)
        else:
            cell += tables.LEAP[layout.leap_of_option(layout.change_option(move))]
            self.state.log(stored.LEAPT, unit, before, cell)
            self.state.fire(302)
        if layout.is_unit(self.state.units[cell]):
            self.state.fire(705)
        self._settle(cell, cell, layout.promotion(move), layout.change(move))
        if layout.last_push(move):
            self._push()

    def _to_obstacle(self, cell: int, direction: int) -> int:
        """A stretch up to the last empty square, each square of it on the path."""
        step = tables.DELTA[direction]
        while not self.state.is_obstacle(cell + step):
            cell += step
            self._add_to_path(cell)
            self._cross(cell)
        return cell

    # The end of the turn

    def _end(self) -> None:
        side = self.state.to_move
        is_any_pushed = self._count_down(side)
        self._give_states()
        self.walls.age()
        self._lay_walls()
        if self.has_pushed:
            self.state.pusher = self.cell
        elif not is_any_pushed:
            self.state.pusher = 0
        self.state.to_move = 1 - side
        self.state.turn += side

    def _count_down(self, side: int) -> bool:
        """T4.5, T8.3, T10.4: the states of the side whose turn ends, but for new ones; whether any unit is pushed."""
        is_any_pushed = False
        left = self.state.stateful
        for square in range(144):
            if left == 0:
                break
            cell = tables.CELL[square]
            unit = self.state.units[cell]
            if not layout.has_state(unit):
                continue
            left -= 1
            if layout.side(unit) == side:
                unit = layout.after_turn_of_side(unit)
            unit = layout.after_turn(unit)
            is_any_pushed = is_any_pushed or layout.is_pushed(unit)
            self.state.mark(cell, unit)
        return is_any_pushed

    def _give_states(self) -> None:
        """T4.5, T8.3: a unit that lives rests after a double move, and is paralysed by tombs, unless it is a king."""
        if self.path_length == 0:
            return
        unit = self.state.units[self.cell]
        if not layout.is_unit(unit):
            return
        if self.is_double:
            unit = layout.with_rest(unit)
            self.state.fire(405)
            self.state.log(stored.RESTS, unit, self.cell, self.cell)
        if self.is_paralysed and layout.kind(unit) != layout.KING:
            unit = layout.with_paralysis(unit, 2)
            self.state.log(stored.PARALYSES, unit, self.cell, 2)
        self.state.mark(self.cell, unit)

    def _lay_walls(self) -> None:
        """T5.1, T5.9: the path becomes walls, but not inside a 3x3 that exploded this turn."""
        if self.path_length:
            self.state.walls[self.path[0]] = 0
        if not self.state.has_walls:
            return
        for index in range(self.path_length):
            if self.tombs.explosions == 0 or self.tombs.exploded[self.path[index]] == 0:
                self.walls.lay(self.path[index])

    # Geometry

    def direction_to(self, origin: int, target: int) -> int:
        """The direction of the line from one cell to another, or NO_DIRECTION."""
        across = layout.file_of(target) - layout.file_of(origin)
        along = layout.row_of(target) - layout.row_of(origin)
        if across != 0 and along != 0 and across != along and across != -along:
            return layout.NO_DIRECTION
        if across > 0:
            return 1 if along > 0 else 3 if along < 0 else 2
        if across < 0:
            return 7 if along > 0 else 5 if along < 0 else 6
        return 0 if along > 0 else 4

    def leap_to(self, origin: int, target: int) -> int:
        """The number of the leap from one cell to another, or NO_DIRECTION."""
        for leap in range(8):
            if origin + tables.LEAP[leap] == target:
                return leap
        return layout.NO_DIRECTION


class WellFormed:
    """Whether a number can be a move at all: cheap, and not a test of legality."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn

    def is_well_formed(self, move: int) -> bool:
        """Whether `carry_out` can take the number without harm."""
        move_type = layout.move_type(move)
        origin = layout.origin(move)
        target = layout.target(move)
        if move < 0 or move_type >= layout.MOVE_TYPES or self.turn.state.units[origin] == layout.EDGE:
            return False
        unit = self.turn.state.units[origin]
        if move_type == layout.ROTATION:
            return self._is_block(origin, layout.size(move)) and layout.quarters(move) != 0
        if move_type == layout.RESPAWN:
            return self.turn.state.is_tomb(origin)
        side = 1 - self.turn.state.to_move if layout.control(move) else self.turn.state.to_move
        if not layout.is_unit_of_side(unit, side):
            return False
        if move_type == layout.LEGS:
            return self._are_legs(move, origin, target)
        if move_type == layout.BOUNCE:
            return self._is_bounce(move, origin)
        if move_type == layout.BREATH:
            return layout.kind(unit) == layout.DRAGON
        other = self.turn.state.units[target]
        if not layout.is_unit(other) or target == origin or layout.kind(other) == layout.KING:
            return False
        return move_type == layout.SWAP or (
            layout.kind(unit) == layout.KING and layout.side(unit) == layout.side(other)
        )

    def _is_block(self, corner: int, size: int) -> bool:
        """T14.6: a block of 2, 3 or 4 squares a side, none of them on the edge."""
        if size < 2 or size > 4:
            return False
        file = layout.file_of(corner)
        row = layout.row_of(corner)
        return file > 2 and row > 2 and file + size < 14 and row + size < 14

    def _are_legs(self, move: int, origin: int, target: int) -> bool:
        second = layout.second_target(move)
        last = target
        begin = origin
        if self.turn.state.units[target] == layout.EDGE or target == origin:
            return False
        if second:
            if not self._is_leg(origin, target, layout.first_push(move), 0):
                return False
            last = second
            begin = target
            if self.turn.state.units[second] == layout.EDGE or second in (origin, target):
                return False
        if layout.promotion(move) and layout.kind(self.turn.state.units[origin]) != layout.PAWN:
            return False
        push = layout.second_push(move) if second else layout.first_push(move)
        return self._is_leg(begin, last, push, layout.leap_capture(move))

    def _is_leg(self, origin: int, target: int, push: int, under: int) -> bool:
        direction = self.turn.direction_to(origin, target)
        if direction == layout.NO_DIRECTION:
            return push == 0 and under <= 4 and self.turn.leap_to(origin, target) != layout.NO_DIRECTION
        return under == 0 and (push == 0 or not layout.is_diagonal(direction))

    def _is_bounce(self, move: int, origin: int) -> bool:
        direction = layout.first_direction(move)
        bounces = layout.bounces(move)
        option = layout.change_option(move)
        length = layout.last_stretch(move)
        used = 0
        cell = origin
        if bounces < 1 or bounces > layout.MAX_BOUNCES or layout.change(move) > bounces or option >= layout.OPTIONS:
            return False
        if layout.promotion(move) and layout.kind(self.turn.state.units[origin]) != layout.PAWN:
            return False
        for bounce in range(1, bounces + 1):
            before = used
            while not self.turn.state.is_obstacle(cell + tables.DELTA[direction]):
                cell += tables.DELTA[direction]
                used += 1
            if used == before or used > layout.LONGEST_LINE:
                return False
            direction = layout.direction_after(move, bounce, direction)
            if direction == layout.NO_DIRECTION:
                cell += tables.LEAP[layout.leap_of_option(option)]
                return bounce == bounces and length == 0 and self.turn.state.units[cell] != layout.EDGE
        for _ in range(length):
            cell += tables.DELTA[direction]
            if self.turn.state.units[cell] == layout.EDGE:
                return False
        if length == 0 or cell == origin or used + length > layout.LONGEST_LINE:
            return False
        return layout.last_push(move) == 0 or not layout.is_diagonal(direction)

"""T3 to T6, T10, T14.1, T15.2: why a leg, a double move, a push, a knight's leap or a promotion is refused."""

from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import board, layout
from ludoteca.games.tomb_chess.board import KIND_NAMES
from ludoteca.games.tomb_chess.explain.base import RefusalBase
from ludoteca.games.tomb_chess.explain.words import all_on, beside, between, movement_words, name, the, verb
from ludoteca.games.tomb_chess.moves import parts
from ludoteca.games.tomb_chess.moves.parts import direction_between, leap_between

NATIVE_LINES = ((layout.ROOK, layout.QUEEN), (layout.BISHOP, layout.DRAGON, layout.QUEEN))
"""The kinds with straight lines of their own, and those with diagonal ones (T2.1)."""

IMMUNE_TO_PUSHES = (layout.ROOK, layout.KING)
"""T10.2."""


def has_leg(movement: int, begin: int, end: int) -> bool:
    """T2.1, T2.2: whether a movement has such a leap, or lines in that direction, however far they run."""
    if leap_between(begin, end) >= 0:
        return layout.has_leap(movement)
    direction = direction_between(begin, end)
    return direction >= 0 and leg_range(movement, direction) > 0


def leg_range(movement: int, direction: int) -> int:
    """How far a leg may go in a direction: the wider of lines and steps."""
    return max(layout.line_range(movement, direction), layout.step_range(movement))


class LegRefusal(RefusalBase):
    # Legs and double moves (T3, T4)

    def _legs_refusal(self) -> Ruling | None:
        request, queries = self.request, self.queries
        is_single = len(request.targets) == 1
        first = request.targets[0]
        ruling = self._leg_refusal(request.origin, first, queries.begun_movement(), queries.begun_lifted(), False)
        if ruling:
            return ruling
        direction = direction_between(request.origin, first)
        victim = queries.unit_now(first)
        if is_single:
            return self._end_refusal(request.origin, first, direction, victim, request.pushes[0])
        ruling = self._second_leg_at_all_refusal(first, direction, victim)
        if ruling:
            return ruling
        queries.stand(first)
        try:
            return self._from_middle_refusal(first, direction)
        finally:
            queries.take_off()

    def _second_leg_at_all_refusal(self, first: int, direction: int, victim: int) -> Ruling | None:
        """T4.1, T4.3: captures and tombs end the turn with the first leg."""
        if victim:
            return Ruling("T4.3", f"the first leg captures {self.the(first)}, and that ends the turn", (first,))
        if self.queries.is_tomb_now(first):
            return Ruling("T4.3", f"the first leg lands on the tomb on {name(first)}, and that ends the turn", (first,))
        passed = [
            square
            for square in between(self.request.origin, first)
            if direction >= 0 and self.queries.is_tomb_now(square)
        ]
        if passed:
            message = f"the first leg passes over {all_on('tomb', passed)}, and that ends the double move"
            return Ruling("T4.3", message, tuple(passed))
        return None

    def _from_middle_refusal(self, first: int, direction: int) -> Ruling | None:
        """The unit stands between its legs."""
        request, queries = self.request, self.queries
        ruling = self._step_into_check_refusal(first)
        if ruling:
            return ruling
        if queries.is_beside_enemy_jester_now(first):
            jesters = queries.jesters_beside_now(first)
            message = f"the first leg ends beside {self.all(jesters)}, so there is no second leg"
            return Ruling("T13.4", message, (first, *jesters))
        if request.pushes[0]:
            ruling = self._push_refusal(first, direction)
            if ruling:
                return ruling
            if queries.push(first, direction, self.side):
                return Ruling("T4.6", "the first push kills, and that ends the turn", (first,))
        kind, threatened = queries.check_given()
        if kind:
            checkers = queries.checkers_now(1 - self.side)
            check = f"{verb(checkers, 'gives', 'give')} check {self._check_words(kind, threatened)}"
            message = f"after the first leg {self.all_now(checkers)} {check}, and that ends the turn"
            return Ruling("T4.3", message, (first, threatened, *checkers))
        second = request.targets[1]
        ruling = self._leg_refusal(first, second, queries.movement_now(first), queries.lifted_now(self.side), True)
        if ruling:
            return ruling
        victim = queries.unit_now(second)
        if victim and self.kind not in (layout.KNIGHT, layout.BISHOP):
            message = (
                f"the second leg may not capture, as it would {self.the_now(second)}; only knights and bishops may"
            )
            return Ruling("T4.2", message, (second,))
        captured = request.captured if request.captured >= 0 else second if victim else -1
        quadrant = board.QUADRANT[board.CELL[second]]
        if queries.is_enemy_majority(quadrant, second, captured):
            message = f"a double move may not end on {name(second)}: the enemy has the majority in that quadrant"
            return Ruling("T4.7", message, (second,))
        if self.kind == layout.KING:
            queries.take_off()
            queries.stand(second)
            ruling = self._step_into_check_refusal(second)
            queries.take_off()
            queries.stand(first)
            if ruling:
                return ruling
        return self._end_refusal(first, second, direction_between(first, second), victim, request.pushes[1])

    def _step_into_check_refusal(self, square: int) -> Ruling | None:
        """T4.8, of the king that stands on a square after a leg of its double move."""
        checkers = self.queries.checkers_now(self.side) if self.kind == layout.KING else []
        if not checkers:
            return None
        who = f"{self.all_now(checkers)} {verb(checkers, 'gives', 'give')} check there"
        return Ruling(
            "T4.8", f"a king's double move may not step into check on {name(square)}: {who}", (square, *checkers)
        )

    def _leg_refusal(self, begin: int, end: int, movement: int, lifted: int, is_second: bool) -> Ruling | None:
        """T3, T5, T6: one leg, up to what stands on its last square."""
        if not has_leg(movement, begin, end):
            if is_second and has_leg(self.queries.begun_movement(), begin, end):
                return self._no_longer_lent(begin, movement)
            return self._wrong_direction(begin, movement)
        direction, leap = direction_between(begin, end), leap_between(begin, end)
        if leap >= 0:
            return self._leap_refusal(begin, end, leap, lifted, is_second)
        reach = leg_range(movement, direction)
        distance = parts.distance(begin, end)
        if distance > reach:
            return self._beyond_range(begin, direction, reach)
        line = self.queries.line(begin, direction, movement, lifted)
        entered = layout.line_length(line)
        if distance <= entered:
            return None
        if distance == entered + 1 and layout.is_in_reach(line):
            return self._capture_refusal(begin, end, is_second)
        return self._stopped(begin, direction, entered, lifted if layout.diagonal_range(movement) else 0)

    def _leap_refusal(self, begin: int, end: int, leap: int, lifted: int, is_second: bool) -> Ruling | None:
        if not self.queries.can_leap(begin, leap, end, lifted):
            if self.queries.wall_now(end):
                return self._walled(end)
            under = parts.squares_under(begin, leap)
            walls = [square for square in under if self.queries.wall_now(square)]
            message = f"both paths of the leap to {name(end)} are closed by {all_on('wall', walls)}"
            return Ruling("T5.4", message, tuple(walls))
        return self._capture_refusal(begin, end, is_second) if self.queries.unit_now(end) else None

    def _no_longer_lent(self, begin: int, movement: int) -> Ruling:
        """T4.4: the unit could move like that where its turn began."""
        origin = self.request.origin
        lost = f"on {name(begin)} the {KIND_NAMES[self.kind]} is not lent what it was lent on {name(origin)}"
        return Ruling("T4.4", f"{lost}; there it moves {movement_words(movement)}", (begin, origin))

    def _wrong_direction(self, begin: int, movement: int) -> Ruling:
        """T2.1, T2.2: the unit does not move like that."""
        if self.kind == layout.PAWN:
            reach = layout.range_of(self.unit)
            how = "one square" if reach == 1 else f"up to {reach} squares"
            return Ruling("T2.2", f"a pawn goes {how} in any of the eight directions", (begin,))
        return Ruling("T2.1", f"{the(self.unit, begin)} moves {movement_words(movement)}", (begin,))

    def _walled(self, square: int) -> Ruling:
        if self.queries.wall_now(square) == layout.BLOCKED:
            return Ruling("T3.4", f"{name(square)}, where the turn began, counts as occupied until it ends", (square,))
        return Ruling("T5.4", f"there is a wall on {name(square)}", (square,))

    def _stopped(self, begin: int, direction: int, entered: int, lifted: int) -> Ruling:
        """Why a line goes no further than so many squares, though its range is longer."""
        queries = self.queries
        lifted = lifted if layout.is_diagonal(direction) else 0
        last = parts.step(begin, board.DIRECTIONS[direction], entered)
        ahead = parts.step(last, board.DIRECTIONS[direction])
        if entered and queries.stops_beside(last, lifted):
            walls = [square for square in beside(last) if queries.wall_now(square) in (1, 2)]
            return Ruling("T5.5", f"the line stops on {name(last)} beside {all_on('wall', walls)}", (last, *walls))
        if queries.closes_between(last, direction, lifted):
            sides = [parts.step(last, board.DIRECTIONS[turned % 8]) for turned in (direction - 1, direction + 1)]
            walls = [square for square in sides if square >= 0 and queries.wall_now(square) in (1, 2)]
            message = f"the diagonal step from {name(last)} would pass {all_on('wall', walls)}"
            return Ruling("T5.6", message, (last, *walls))
        if queries.wall_now(ahead):
            return self._walled(ahead)
        return Ruling("T3.1", f"the way is blocked by {self.the_now(ahead)}", (ahead,))

    def _beyond_range(self, begin: int, direction: int, reach: int) -> Ruling:
        who = the(self.unit, begin)
        if self.kind == layout.PAWN:
            why = "one, and one more for each pawn that it captured"
            return Ruling("T6.4", f"the range of {who} is {reach}: {why}", (begin,))
        if self.kind == layout.KING:
            return Ruling("T2.1", "a king goes one square", (begin,))
        own = layout.range_of(self.unit) if self.kind in NATIVE_LINES[layout.is_diagonal(direction)] else 0
        if reach == own and own < board.FIRST_RANGE[self.kind]:
            return Ruling("T6.1", f"the range of {who} is {reach} now, after its captures", (begin,))
        if reach != own:
            return Ruling("T3.3", f"the movement lent to {who} runs {reach} squares", (begin,))
        return Ruling("T2.3", f"the range of {who} is {reach}", (begin,))

    def _capture_refusal(self, begin: int, end: int, is_second: bool) -> Ruling | None:
        """T3.5, T13.1, T12.5, T10.4, T12.3."""
        victim = self.queries.unit_now(end)
        whom = self.the_now(end)
        if layout.side(victim) == self.side:
            return Ruling("T3.5", f"{whom} is a friend; no unit captures its own side", (end,))
        if self.kind == layout.JESTER:
            return Ruling("T13.1", f"jesters cannot capture, and {whom} is there", (end,))
        origin = self.request.origin
        engages = self.queries.may_take_now(begin, end) if is_second else self.queries.may_take(origin, end)
        return self._taking_refusal(end, engages, is_second)

    def _taking_refusal(self, end: int, engages: bool, is_second: bool) -> Ruling | None:
        """T12.5, T10.4, T12.3, of an enemy."""
        victim, whom = self.queries.unit_now(end), self.the_now(end)
        if not engages:
            if layout.kind(victim) == self.kind:
                plural = f"{KIND_NAMES[self.kind]}s"
                return Ruling("T12.5", f"kind immunity: {plural} do nothing to {plural}, such as {whom}", (end,))
            message = f"{self.the(self.request.origin)} was pushed by {whom} and may not take it this turn"
            return Ruling("T10.4", message, (self.request.origin, end))
        if layout.kind(victim) == layout.KING:
            return None
        guards = self.queries.guards_now(end) if is_second else self.queries.guards(end)
        if len(guards) > 1:
            return Ruling("T12.3", f"{whom} is guarded by {self.all(guards)}", (end, *guards))
        return None

    def _end_refusal(self, begin: int, end: int, direction: int, victim: int, pushes: bool) -> Ruling | None:
        """What is asked for besides the last leg: a push, a capture under a leap, a promotion."""
        if pushes:
            if victim:
                return Ruling("T10.1", "a leg that captures does not push", (end,))
            if not self.queries.unit_now(end):
                self.queries.stand(end)
                ruling = self._push_refusal(end, direction)
                self.queries.take_off()
            else:
                ruling = self._push_refusal(end, direction)
            if ruling:
                return ruling
        if self.request.captured >= 0:
            ruling = self._leap_capture_refusal(begin, end, victim)
            if ruling:
                return ruling
        is_due = (
            self.kind == layout.PAWN
            and not self.request.is_control
            and layout.has_bit(board.LAST_RANK[board.CELL[end]], self.side)
        )
        return self._promotion_refusal(
            bool(is_due) and (not victim or layout.kind(victim) in (layout.PAWN, layout.KING)), end
        )

    def _promotion_refusal(self, is_due: bool, square: int) -> Ruling | None:
        if is_due and not self.request.promotion:
            return Ruling("T15.2", f"a pawn promotes on {name(square)}: add =N, =B, =R, =Q, =D or =J", (square,))
        if self.request.promotion and not is_due:
            return Ruling("T15.2", "no pawn of yours comes to its last rank with this move", (square,))
        return None

    # Push and knight's leap (T10, T14.1)

    def _push_refusal(self, end: int, direction: int) -> Ruling | None:
        """The rook stands on the square."""
        if self.kind != layout.ROOK:
            return Ruling("T10.1", f"only rooks push, not {self.the(self.request.origin)}", (self.request.origin,))
        if direction < 0 or layout.is_diagonal(direction):
            return Ruling("T10.1", "a rook pushes after a straight leg only", (end,))
        if self.state.grave_of(end):
            return Ruling("T8.4", f"the rook dies on the tomb on {name(end)} before it can push", (end,))
        length = self.queries.push_length(end, direction, self.side)
        if length >= 0:
            return None
        line = [parts.step(end, board.DIRECTIONS[direction])]
        while line[-1] >= 0 and self.queries.unit_now(line[-1]):
            line.append(parts.step(line[-1], board.DIRECTIONS[direction]))
        units = [square for square in line if square >= 0 and self.queries.unit_now(square)]
        if length == layout.NOTHING_AHEAD and not units:
            return Ruling("T10.1", f"there is nothing to push right before {name(end)}", (end,))
        if length == layout.IN_OWN_QUADRANT:
            if not units:
                return Ruling("T10.5", f"the wall on {name(line[0])} lies where the enemy has the majority", (line[0],))
            message = f"{self.all_now(units)} cannot be pushed: a unit stands in its own majority quadrant"
            return Ruling("T10.5", message, tuple(units))
        if length == layout.ONTO_ORIGIN:
            return Ruling("T3.4", "nothing is pushed onto the square where the turn began", (self.request.origin,))
        if length == layout.IMMUNE:
            held = [square for square in units if layout.kind(self.queries.unit_now(square)) in IMMUNE_TO_PUSHES]
            why = "rooks and kings are immune"
        else:
            held = [square for square in units if layout.side(self.queries.unit_now(square)) == self.side]
            why = "a rook does not push its own side"
        return Ruling("T10.2", f"{self.the_now(held[0])} cannot be pushed: {why}", tuple(units))

    def _leap_capture_refusal(self, begin: int, end: int, victim: int) -> Ruling | None:
        captured, queries = self.request.captured, self.queries
        leap = leap_between(begin, end)
        if self.kind != layout.KNIGHT:
            return Ruling("T14.1", f"only knights capture under a leap, not {self.the(self.request.origin)}", (begin,))
        if captured not in parts.squares_under(begin, leap):
            return Ruling("T14.1", f"{name(captured)} is under neither path of a leap to {name(end)}", (captured,))
        if victim:
            return Ruling("T14.1", f"a knight's leap lands on an empty square; {self.the_now(end)} is there", (end,))
        unit = queries.unit_now(captured)
        if not unit or layout.side(unit) == self.side:
            return Ruling("T14.1", f"there is no enemy on {name(captured)} to capture", (captured,))
        if layout.kind(unit) == layout.KING:
            return Ruling("T14.1", "a knight's leap never captures a king", (captured,))
        is_second = begin != self.request.origin
        engages = queries.may_take_now(begin, captured) if is_second else queries.may_take(begin, captured)
        ruling = self._taking_refusal(captured, engages, is_second)
        if ruling:
            return ruling
        if queries.is_enemy_majority(board.QUADRANT[board.CELL[captured]], end, captured):
            message = (
                f"{self.the_now(captured)} stands in its own majority quadrant, where knight's leaps capture nothing"
            )
            return Ruling("T11.2", message, (captured,))
        return None

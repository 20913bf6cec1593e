"""T3 to T6, T10, T14.1, T15.2: why a leg, a double move, a push, a knight's leap or a promotion is refused."""

from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import board, paths
from ludoteca.games.tomb_chess.board import BISHOP, DRAGON, JESTER, KIND_NAMES, KING, KNIGHT, PAWN, QUEEN, ROOK
from ludoteca.games.tomb_chess.case import (
    DIAGONAL,
    LEAPS,
    STEPS,
    STRAIGHT,
    Case,
    beside,
    between,
    movement_words,
    name,
    names,
)
from ludoteca.games.tomb_chess.paths import leap_between, way_between

NATIVE_LINES = ((ROOK, QUEEN), (BISHOP, DRAGON, QUEEN))
"""The kinds with straight lines of their own, and those with diagonal ones (T2.1)."""


class LegCase(Case):
    # Legs and double moves (T3, T4)

    def _refuse_legs(self) -> Ruling | None:
        wish, ask = self.wish, self.ask
        is_single = len(wish.stops) == 1
        first = wish.stops[0]
        ruling = self._refuse_leg(wish.origin, first, ask.begun_movement(), ask.begun_lifts(), False)
        if ruling:
            return ruling
        way = way_between(wish.origin, first)
        victim = ask.unit_now(first)
        if is_single:
            return self._refuse_end(wish.origin, first, way, victim, wish.pushes[0])
        ruling = self._refuse_second_leg_at_all(first, way, victim)
        if ruling:
            return ruling
        ask.stand(first)
        try:
            return self._refuse_from_middle(first, way)
        finally:
            ask.lift()

    def _refuse_second_leg_at_all(self, first: int, way: int, victim: int) -> Ruling | None:
        """T4.1, T4.3: captures and tombs end the turn with the first leg."""
        if victim:
            return Ruling("T4.3", f"the first leg captures {self.the(first)}, and that ends the turn", (first,))
        if self.ask.is_tomb_now(first):
            return Ruling("T4.3", f"the first leg lands on the tomb on {name(first)}, and that ends the turn", (first,))
        passed = [square for square in between(self.wish.origin, first) if way >= 0 and self.ask.is_tomb_now(square)]
        if passed:
            message = f"the first leg passes over the tomb on {names(passed)}, and that ends the double move"
            return Ruling("T4.3", message, tuple(passed))
        return None

    def _refuse_from_middle(self, first: int, way: int) -> Ruling | None:
        """The unit stands between its legs."""
        wish, ask = self.wish, self.ask
        if self.kind == KING:
            attackers = ask.attackers_now(first, 1 - self.side)
            if attackers:
                message = f"a king's double move may not step onto {name(first)}, which {self.all(attackers)} attacks"
                return Ruling("T4.8", message, (first, *attackers))
        if ask.is_spellbound_now(first):
            jesters = ask.jesters_beside_now(first)
            message = f"the first leg ends beside {self.all(jesters)}, so there is no second leg"
            return Ruling("T13.4", message, (first, *jesters))
        if wish.pushes[0]:
            ruling = self._refuse_push(first, way)
            if ruling:
                return ruling
            if ask.push(first, way, self.side):
                return Ruling("T4.6", "the first push kills, and that ends the turn", (first,))
        kind, culprit = ask.gives_check(first)
        if kind:
            message = (
                f"the first leg leaves the enemy king in check ({self._check_words(kind, culprit)}); the turn ends"
            )
            return Ruling("T4.3", message, (first, culprit))
        second = wish.stops[1]
        ruling = self._refuse_leg(first, second, ask.movement_now(first), ask.lifts_now(self.side), True)
        if ruling:
            return ruling
        victim = ask.unit_now(second)
        if victim and self.kind not in (KNIGHT, BISHOP):
            message = (
                f"the second leg may not capture, as it would {self.the_now(second)}; only knights and bishops may"
            )
            return Ruling("T4.2", message, (second,))
        captured = wish.over if wish.over >= 0 else second if victim else -1
        quadrant = board.QUADRANT[board.CELL[second]]
        if ask.is_held_by_enemy(quadrant, second, captured):
            message = f"a double move may not end on {name(second)}: the enemy has the majority in that quadrant"
            return Ruling("T4.7", message, (second,))
        if self.kind == KING:
            ask.lift()
            ask.stand(second)
            attackers = ask.attackers_now(second, 1 - self.side)
            ask.lift()
            ask.stand(first)
            if attackers:
                message = f"a king's double move may not step onto {name(second)}, which {self.all(attackers)} attacks"
                return Ruling("T4.8", message, (second, *attackers))
        return self._refuse_end(first, second, way_between(first, second), victim, wish.pushes[1])

    def _refuse_leg(self, begin: int, end: int, movement: int, lifts: int, is_second: bool) -> Ruling | None:
        """T3, T5, T6: one leg, up to what stands on its last square."""
        way, leap = way_between(begin, end), leap_between(begin, end)
        if leap >= 0:
            return self._refuse_leap(begin, end, leap, movement, lifts, is_second)
        if way < 0:
            return self._wrong_way(begin)
        reach = max(movement >> (DIAGONAL if way & 1 else STRAIGHT) & 15, movement >> STEPS & 15)
        if reach == 0:
            return self._wrong_way(begin)
        line = self.ask.line(begin, way, movement, lifts)
        distance = paths.distance(begin, end)
        if distance <= line % 100:
            return None
        if distance == line % 100 + 1 and line >= 100:
            return self._refuse_capture(begin, end, is_second)
        return self._stopped(begin, way, line % 100, reach, lifts if movement >> DIAGONAL & 15 else 0)

    def _refuse_leap(
        self, begin: int, end: int, leap: int, movement: int, lifts: int, is_second: bool
    ) -> Ruling | None:
        if not movement & LEAPS:
            return self._wrong_way(begin)
        if not self.ask.can_leap(begin, leap, end, lifts):
            if self.ask.wall_now(end):
                return self._walled(end)
            under = [paths.step(begin, way) for way in board.under(board.LEAPS[leap])]
            walls = [square for square in under if self.ask.wall_now(square)]
            message = f"both paths of the leap to {name(end)} are closed by walls on {names(walls)}"
            return Ruling("T5.4", message, tuple(walls))
        return self._refuse_capture(begin, end, is_second) if self.ask.unit_now(end) else None

    def _wrong_way(self, begin: int) -> Ruling:
        """T2.1, T2.2: the unit does not move like that."""
        if self.kind == PAWN:
            reach = self.unit >> 5 & 127
            how = "one square" if reach == 1 else f"up to {reach} squares"
            return Ruling("T2.2", f"a pawn goes {how} in any of the eight directions", (begin,))
        movement = self.ask.begun_movement() if begin == self.wish.origin else self.ask.movement_now(begin)
        return Ruling("T2.1", f"{self.the(self.wish.origin)} moves {movement_words(movement)}", (begin,))

    def _walled(self, square: int) -> Ruling:
        if self.ask.wall_now(square) == board.BLOCKED:
            return Ruling("T3.4", f"{name(square)}, where the turn began, counts as occupied until it ends", (square,))
        return Ruling("T5.4", f"there is a wall on {name(square)}", (square,))

    def _stopped(self, begin: int, way: int, entered: int, reach: int, lifts: int) -> Ruling:
        """Why a line goes no further than so many squares."""
        ask = self.ask
        lifts = lifts if way & 1 else 0
        last = paths.step(begin, board.WAYS[way], entered)
        ahead = paths.step(last, board.WAYS[way])
        if entered and ask.stops_beside(last, lifts):
            walls = [square for square in beside(last) if ask.wall_now(square) in (1, 2)]
            return Ruling("T5.5", f"the line stops on {name(last)} beside the wall on {names(walls)}", (last, *walls))
        if ask.closes_between(last, way, lifts):
            sides = [paths.step(last, board.WAYS[turned % 8]) for turned in (way - 1, way + 1)]
            walls = [square for square in sides if square >= 0 and ask.wall_now(square) in (1, 2)]
            message = f"the diagonal step from {name(last)} would pass the wall on {names(walls)}"
            return Ruling("T5.6", message, (last, *walls))
        if entered < reach and ahead >= 0:
            if ask.wall_now(ahead):
                return self._walled(ahead)
            return Ruling("T3.1", f"the way is blocked by {self.the_now(ahead)}", (ahead,))
        return self._beyond_range(begin, way, reach)

    def _beyond_range(self, begin: int, way: int, reach: int) -> Ruling:
        who = self.the(self.wish.origin)
        if self.kind == PAWN:
            why = "one, and one more for each pawn that it captured"
            return Ruling("T6.4", f"the range of {who} is {reach}: {why}", (begin,))
        if self.kind == KING:
            return Ruling("T2.1", "a king goes one square", (begin,))
        own = self.unit >> 5 & 127 if self.kind in NATIVE_LINES[way & 1] else 0
        if reach == own and own < board.FIRST_RANGE[self.kind]:
            return Ruling("T6.1", f"the range of {who} is {reach} now, after its captures", (begin,))
        if reach != own:
            return Ruling("T3.3", f"the movement lent to {who} runs {reach} squares", (begin,))
        return Ruling("T2.3", f"the range of {who} is {reach}", (begin,))

    def _refuse_capture(self, begin: int, end: int, is_second: bool) -> Ruling | None:
        """T3.5, T13.1, T12.5, T10.4, T12.3."""
        victim = self.ask.unit_now(end)
        whom = self.the_now(end)
        if victim >> 3 & 1 == self.side:
            return Ruling("T3.5", f"{whom} is a friend; no unit captures its own side", (end,))
        if self.kind == JESTER:
            return Ruling("T13.1", f"jesters cannot capture, and {whom} is there", (end,))
        origin = self.wish.origin
        engages = self.ask.may_engage_now(begin, end) if is_second else self.ask.may_engage(origin, end)
        return self._refuse_taking(end, engages, is_second)

    def _refuse_taking(self, end: int, engages: bool, is_second: bool) -> Ruling | None:
        """T12.5, T10.4, T12.3, of an enemy."""
        victim, whom = self.ask.unit_now(end), self.the_now(end)
        if not engages:
            if victim & 7 == self.kind:
                plural = f"{KIND_NAMES[self.kind]}s"
                return Ruling("T12.5", f"kind immunity: {plural} do nothing to {plural}, such as {whom}", (end,))
            message = f"{self.the(self.wish.origin)} was pushed by {whom} and may not take it this turn"
            return Ruling("T10.4", message, (self.wish.origin, end))
        if victim & 7 == KING:
            return None
        guards = self.ask.guards_now(end) if is_second else self.ask.guards(end)
        if len(guards) > 1:
            return Ruling("T12.3", f"{whom} is guarded by {self.all(guards)}", (end, *guards))
        return None

    def _refuse_end(self, begin: int, end: int, way: int, victim: int, pushes: bool) -> Ruling | None:
        """What is wished besides the last leg: a push, a capture under a leap, a promotion."""
        if pushes:
            if victim:
                return Ruling("T10.1", "a leg that captures does not push", (end,))
            if not self.ask.unit_now(end):
                self.ask.stand(end)
                ruling = self._refuse_push(end, way)
                self.ask.lift()
            else:
                ruling = self._refuse_push(end, way)
            if ruling:
                return ruling
        if self.wish.over >= 0:
            ruling = self._refuse_leap_capture(begin, end, victim)
            if ruling:
                return ruling
        is_due = self.kind == PAWN and not self.wish.is_mind and board.LAST_RANK[board.CELL[end]] >> self.side & 1
        return self._refuse_promotion(bool(is_due) and (not victim or victim & 7 in (PAWN, KING)), end)

    def _refuse_promotion(self, is_due: bool, square: int) -> Ruling | None:
        if is_due and not self.wish.promotion:
            return Ruling("T15.2", f"a pawn promotes on {name(square)}: add =N, =B, =R, =Q, =D or =J", (square,))
        if self.wish.promotion and not is_due:
            return Ruling("T15.2", "no pawn of yours comes to its last rank with this move", (square,))
        return None

    # Push and knight's leap (T10, T14.1)

    def _refuse_push(self, end: int, way: int) -> Ruling | None:
        """The rook stands on the square."""
        if self.kind != ROOK:
            return Ruling("T10.1", f"only rooks push, not {self.the(self.wish.origin)}", (self.wish.origin,))
        if way < 0 or way & 1:
            return Ruling("T10.1", "a rook pushes after a straight leg only", (end,))
        if self.state.grave_of(end):
            return Ruling("T8.4", f"the rook dies on the tomb on {name(end)} before it can push", (end,))
        length = self.ask.push_length(end, way, self.side)
        if length >= 0:
            return None
        line = [paths.step(end, board.WAYS[way])]
        while line[-1] >= 0 and self.ask.unit_now(line[-1]):
            line.append(paths.step(line[-1], board.WAYS[way]))
        units = [square for square in line if square >= 0 and self.ask.unit_now(square)]
        if length == -1:
            return Ruling("T10.1", f"there is nothing to push right before {name(end)}", (end,))
        if length == -2:
            message = f"{self.all_now(units)} cannot be pushed: a unit stands in its own majority quadrant"
            return Ruling("T10.5", message, tuple(units))
        if length == -3:
            return Ruling("T3.4", "nothing is pushed onto the square where the turn began", (self.wish.origin,))
        reason = "behind a friendly unit" if length == -4 else "with a rook or a king, which are immune, in the line"
        return Ruling("T10.2", f"no push of {self.all_now(units)}, {reason}", tuple(units))

    def _refuse_leap_capture(self, begin: int, end: int, victim: int) -> Ruling | None:
        over, ask = self.wish.over, self.ask
        leap = leap_between(begin, end)
        if self.kind != KNIGHT:
            return Ruling("T14.1", f"only knights capture under a leap, not {self.the(self.wish.origin)}", (begin,))
        if leap < 0 or over not in [paths.step(begin, way) for way in board.under(board.LEAPS[leap])]:
            return Ruling("T14.1", f"{name(over)} is under neither path of a leap to {name(end)}", (over,))
        if victim:
            return Ruling("T14.1", f"a knight's leap lands on an empty square; {self.the_now(end)} is there", (end,))
        unit = ask.unit_now(over)
        if not unit or unit >> 3 & 1 == self.side:
            return Ruling("T14.1", f"there is no enemy on {name(over)} to capture", (over,))
        if unit & 7 == KING:
            return Ruling("T14.1", "a knight's leap never captures a king", (over,))
        is_second = begin != self.wish.origin
        engages = ask.may_engage_now(begin, over) if is_second else ask.may_engage(begin, over)
        ruling = self._refuse_taking(over, engages, is_second)
        if ruling:
            return ruling
        if ask.is_held_by_enemy(board.QUADRANT[board.CELL[over]], end, over):
            message = f"{self.the_now(over)} stands in its own majority quadrant, where knight's leaps capture nothing"
            return Ruling("T11.2", message, (over,))
        return None

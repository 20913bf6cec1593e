"""Why a move is refused and why the game is over, by clause.

Nothing here decides what is legal: a wish is taken through the predicates that find the moves (see `inquiry`), in the
order of the turn, and only the first that fails is put into words.
"""

from collections.abc import Callable

from ludoteca.core.outcome import Outcome, drawn, won_by
from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import board, paths
from ludoteca.games.tomb_chess.board import (
    BISHOP,
    BOUNCE,
    BREATH,
    DRAGON,
    EXCHANGE,
    GEOMETRY,
    JESTER,
    KIND_NAMES,
    KING,
    KNIGHT,
    LEGS,
    PAWN,
    QUEEN,
    RESPAWN,
    ROOK,
    ROTATION,
    SIDE_NAMES,
    SWAP,
)
from ludoteca.games.tomb_chess.inquiry import Inquiry
from ludoteca.games.tomb_chess.paths import Wish, leap_between, way_between
from ludoteca.games.tomb_chess.position import TombChessPosition

STRAIGHT, DIAGONAL, STEPS, LEAPS = 0, 4, 8, 4096
"""Where a movement keeps its ranges, and its leap (see `sight`)."""
BY_ATTACK, BY_JESTER, BY_TOMB = 1, 2, 3
NATIVE_LINES = ((ROOK, QUEEN), (BISHOP, DRAGON, QUEEN))
"""The kinds with straight lines of their own, and those with diagonal ones (T2.1)."""


def refusal(position: TombChessPosition, wish: Wish) -> Ruling:
    """Why the side to move may not do what it wishes."""
    ended = judge(position)
    if ended:
        return Ruling(ended.clause, f"the game is over: {ended.reason}")
    case = Case(position, wish)
    ruling = case.before() or case.on_the_way() or case.after()
    # Only a text that could be written otherwise comes here, such as a promotion that is not due.
    return ruling or Ruling("T18", "this is not how that move is written", (wish.origin,))


class Case:
    """One wish, looked at from the first clause that concerns it to the last."""

    def __init__(self, position: TombChessPosition, wish: Wish) -> None:
        self.position = position
        self.state = position.state
        self.ask = Inquiry(position.moves)
        self.wish = wish
        self.side = 1 - position.to_move if wish.is_mind else position.to_move
        self.unit = self.state.unit_on(wish.origin)
        self.kind = self.unit & 7

    # Before the move: whose it is, and whether the unit may move at all

    def before(self) -> Ruling | None:
        if self.wish.form == ROTATION:
            return self._refuse_rotation()
        if self.wish.form == RESPAWN:
            return self._refuse_respawn()
        origin = self.wish.origin
        if not self.unit:
            return Ruling("T1.3", f"there is no unit on {name(origin)}", (origin,))
        if self.unit >> 3 & 1 != self.side:
            if self.wish.is_mind:
                return Ruling("T14.3", f"{self.the(origin)} is your own; mind control is of enemy units", (origin,))
            return Ruling("T1.3", f"it is {SIDE_NAMES[self.side]}'s turn; {self.the(origin)} is not yours", (origin,))
        if self.wish.is_mind:
            return self._refuse_control()
        return self._refuse_rest()

    def _refuse_rest(self) -> Ruling | None:
        """T4.5, T8.3, T13.4."""
        origin = self.wish.origin
        if self.kind == KING:
            return None
        turns = self.unit >> board.PARALYSIS_SHIFT & 3
        if turns:
            spell = f"{turns} turns" if turns > 1 else "this turn"
            return Ruling("T8.3", f"{self.the(origin)} passed a tomb and is paralysed for {spell}", (origin,))
        jesters = self.ask.jesters_beside(origin)
        if jesters:
            return Ruling(
                "T13.4",
                f"{self.the(origin)} is paralysed by {self.all(jesters)} beside it",
                (*jesters, origin),
            )
        if self.unit & board.RESTING and not self._is_last_resort():
            return Ruling("T4.5", f"{self.the(origin)} rests after its double move", (origin,))
        return None

    def _is_last_resort(self) -> bool:
        """T4.5: only resting units can move, and the wish is a plain single leg."""
        movers = {
            move >> 8 & 255 for move in self.position.legal_moves() if move & 15 == LEGS and not move & board.MIND
        }
        is_resort = any(self.state.unit_on(board.SQUARE[cell]) & board.RESTING for cell in movers)
        wish = self.wish
        is_plain = wish.form == LEGS and len(wish.stops) == 1 and wish.over < 0 and not wish.pushes[0]
        return is_resort and is_plain

    def _refuse_control(self) -> Ruling | None:
        """T14.3, T14.4."""
        origin = self.wish.origin
        who = self.the(origin)
        if self.kind in (KING, JESTER):
            return Ruling("T14.3", f"{who} cannot be controlled: no {KIND_NAMES[self.kind]} can", (origin,))
        if not self.ask.can_be_controlled(origin):
            state = "rests" if self.unit & board.RESTING else "is paralysed by a tomb"
            return Ruling("T14.4", f"{who} {state}, and mind control does not change that", (origin,))
        if self.ask.can_control(origin):
            return None
        attackers = self.ask.attackers(origin, self.position.to_move)
        if attackers:
            message = f"{self.all(attackers)} would be attacked on {name(origin)} after capturing {who}"
            return Ruling("T14.3", message, (*attackers, origin))
        guards = self.ask.guards(origin)
        if len(guards) > 1:
            return Ruling("T12.3", f"{who} is guarded by {self.all(guards)}, so nobody attacks it", (origin, *guards))
        return Ruling("T14.3", f"none of your units attacks {who}", (origin,))

    # On the way: by form

    def on_the_way(self) -> Ruling | None:
        form = self.wish.form
        if form == LEGS:
            return self._on_a_journey(self._refuse_legs)
        if form == BOUNCE:
            return self._on_a_journey(self._refuse_bounce)
        if form == BREATH:
            return self._refuse_breath()
        if form == SWAP:
            return self._on_a_journey(self._refuse_swap)
        if form == EXCHANGE:
            return self._refuse_exchange()
        return None

    def _on_a_journey(self, refuse: Callable[[], Ruling | None]) -> Ruling | None:
        self.ask.depart(self.wish.origin, board.MIND if self.wish.is_mind else 0)
        try:
            return refuse()
        finally:
            self.ask.come_back()
            self.ask.reopen()

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

    # Bounces (T7)

    def _refuse_bounce(self) -> Ruling | None:
        """Stretch by stretch."""
        wish, ask = self.wish, self.ask
        movement = ask.begun_movement()
        if self.kind in (PAWN, KING):
            return Ruling("T7.1", f"the lines of {KIND_NAMES[self.kind]}s do not bounce", (wish.origin,))
        squares = (wish.origin, *wish.stops)
        used, change, before = 0, 0, -1
        for number, (begin, end) in enumerate(zip(squares, squares[1:], strict=False)):
            way, leap = way_between(begin, end), leap_between(begin, end)
            is_last = number == len(wish.stops) - 1
            if leap >= 0:
                return self._refuse_bounce_leap(begin, end, leap, movement, used, before, change, is_last)
            if way < 0:
                return Ruling("T7.1", f"{name(begin)} to {name(end)} is no straight stretch", (begin, end))
            if number:
                ruling = self._refuse_turn(begin, before, way, change)
                if ruling:
                    return ruling
                change += way & 1 != before & 1
            reach = movement >> (DIAGONAL if way & 1 else STRAIGHT) & 15
            if reach == 0:
                return self._wrong_way(wish.origin)
            ruling = self._refuse_stretch(begin, end, way, reach, used, is_last)
            if ruling:
                return ruling
            used += paths.distance(begin, end)
            if is_last:
                victim = ask.unit_now(end)
                return self._refuse_end(begin, end, way, victim, wish.pushes[0])
            ruling = self._refuse_bounce_square(end, change)
            if ruling:
                return ruling
            before = way
        return None

    def _refuse_stretch(self, begin: int, end: int, way: int, reach: int, used: int, is_last: bool) -> Ruling | None:
        line = self.ask.stretch(begin, way, reach - used, self.ask.begun_lifts()) if reach > used else 0
        entered, distance = line % 100, paths.distance(begin, end)
        if is_last and distance == entered + 1 and line // 100 % 2:
            return self._refuse_capture(self.wish.origin, end, False)
        if distance > entered:
            if entered >= reach - used:
                message = f"the stretches together would be {used + distance} squares; the range is {reach}"
                return Ruling("T7.1", message, (begin, end))
            return self._stopped(begin, way, entered, reach - used, self.ask.begun_lifts())
        if is_last:
            return None
        if distance < entered or line < 200:
            if distance == entered and self.ask.stops_beside(end, self.ask.begun_lifts() if way & 1 else 0):
                return Ruling("T7.2", f"beside a wall the line stops on {name(end)} and does not bounce", (end,))
            return Ruling("T7.1", f"on {name(end)} there is neither edge nor unit ahead to bounce off", (end,))
        return None

    def _refuse_turn(self, square: int, before: int, way: int, change: int) -> Ruling | None:
        """T7.1, T7.4."""
        if way & 1 == before & 1:
            if (way - before) % 8 not in (2, 6):
                return Ruling("T7.1", f"a bounce turns by 90 degrees; on {name(square)} it does not", (square,))
            return None
        if change:
            return Ruling("T7.4", "the movement may change only once in a move", (square,))
        return None

    def _refuse_bounce_leap(
        self,
        begin: int,
        end: int,
        leap: int,
        movement: int,
        used: int,
        before: int,
        change: int,
        is_last: bool,
    ) -> Ruling | None:
        if before < 0:
            return Ruling("T7.1", "a bounce move begins with a line", (begin,))
        if not is_last:
            return Ruling("T7.4", f"the leap to {name(end)} ends the move", (end,))
        if change:
            return Ruling("T7.4", "the movement may change only once in a move", (begin,))
        reach = movement >> (DIAGONAL if before & 1 else STRAIGHT) & 15
        if movement & LEAPS and used + 3 > reach:
            return Ruling("T7.4", f"a leap costs 3, and {used} of the range of {reach} are used", (begin,))
        ruling = self._refuse_leap(begin, end, leap, movement, self.ask.begun_lifts(), False)
        if not ruling and self.wish.pushes[0]:
            return Ruling("T10.1", "a rook pushes after a straight leg only", (end,))
        return ruling

    def _refuse_bounce_square(self, square: int, change: int) -> Ruling | None:
        """T7.5, T7.7: the move ends on some bounce squares."""
        ask = self.ask
        if change and ask.touches_tomb(square):
            tombs = [near for near in (square, *around(square)) if ask.is_tomb_now(near)]
            message = f"after the change of movement the move ends on {name(square)}, near the tomb on {names(tombs)}"
            return Ruling("T7.7", message, (square, *tombs))
        if not ask.ends_bounce(square):
            return None
        ask.stand(square)
        jesters = ask.jesters_beside_now(square) if ask.is_spellbound_now(square) else []
        ask.lift()
        if jesters:
            message = f"the move ends on {name(square)} beside {self.all(jesters)}"
            return Ruling("T13.4", message, (square, *jesters))
        message = f"the enemy king is in check once the unit is on {name(square)}, and the move ends there"
        return Ruling("T7.5", message, (square,))

    # Abilities (T14)

    def _refuse_breath(self) -> Ruling | None:
        origin = self.wish.origin
        if self.kind != DRAGON:
            return Ruling("T14.2", f"only dragons breathe, not {self.the(origin)}", (origin,))
        if any(self.ask.can_be_breathed_on(origin, square) for square in around(origin)):
            return None
        enemies = [square for square in around(origin) if self.unit_is(square, 1 - self.side)]
        if not enemies:
            return Ruling("T14.2", f"there is no enemy beside {self.the(origin)}", (origin,))
        message = (
            f"nothing beside {self.the(origin)} can be captured: {self.all(enemies)} are kings, dragons or guarded"
        )
        return Ruling("T14.2", message, tuple(enemies))

    def _refuse_swap(self) -> Ruling | None:
        """T14.5."""
        origin, target = self.wish.origin, self.wish.stops[0]
        if self.kind in (PAWN, JESTER, KING):
            return Ruling("T14.5", f"{KIND_NAMES[self.kind]}s do not swap", (origin,))
        other = self.ask.unit_now(target)
        if target == origin or not other:
            return Ruling("T14.5", f"there is no other unit on {name(target)} to swap with", (target,))
        if other & 7 == KING:
            return Ruling("T14.9", "kings are immune to swap shot", (target,))
        if other & 7 == self.kind:
            plural = f"{KIND_NAMES[self.kind]}s"
            return Ruling("T12.5", f"kind immunity: {plural} do nothing to {plural}, friend or foe", (target,))
        ruling = self._refuse_leg(origin, target, self.ask.begun_movement(), self.ask.begun_lifts(), False)
        if ruling and ruling.clause != "T3.5":
            return ruling
        to_move = self.position.to_move
        is_due = other & 15 == PAWN | to_move << 3 and board.LAST_RANK[board.CELL[origin]] >> to_move & 1
        return self._refuse_promotion(bool(is_due), origin)

    def _refuse_exchange(self) -> Ruling | None:
        """T14.7."""
        origin, target = self.wish.origin, self.wish.stops[0]
        if self.kind != KING:
            return Ruling("T14.7", f"only kings exchange, not {self.the(origin)}", (origin,))
        if target == origin or not self.unit_is(target, self.side):
            return Ruling("T14.7", f"there is no other unit of yours on {name(target)}", (target,))
        attackers = self.ask.attackers(target, 1 - self.side)
        if attackers:
            message = f"{self.the(target)} is attacked by {self.all(attackers)}"
            return Ruling("T14.7", message, (target, *attackers))
        return None

    def _refuse_rotation(self) -> Ruling | None:
        """T14.6."""
        corner, size = self.wish.origin, self.wish.size
        file, rank = corner % board.FILES, corner // board.FILES
        if not (0 < file < board.FILES - size and 0 < rank < board.RANKS - size):
            return Ruling("T14.6", "no square of the block may be on the board's edge", (corner,))
        excess = self.ask.excess(corner, size)
        if excess <= 0:
            message = (
                f"you need more units than the enemy in the block; you have {-excess} fewer"
                if excess
                else ("you need more units than the enemy in the block; there are as many")
            )
            return Ruling("T14.6", message, (corner,))
        if not self.ask.rotation_changes(corner, size, self.wish.quarters):
            return Ruling("T14.6", "this rotation changes nothing", (corner,))
        return None

    def _refuse_respawn(self) -> Ruling | None:
        """T9."""
        square, state = self.wish.origin, self.state
        dead = state.grave_of(square)
        if not dead:
            return Ruling("T9.1", f"nobody lies in a grave on {name(square)}", (square,))
        if state.unit_on(square) or state.wall_on(square):
            what = "a wall" if state.wall_on(square) else self.the(square)
            return Ruling("T8.2", f"the grave on {name(square)} is no tomb while {what} is on it", (square,))
        if not state.is_open(square):
            return Ruling("T8.6", f"the tomb on {name(square)} is not open: it has not exploded", (square,))
        if dead[0] >> 3 != self.side:
            message = f"the oldest in the tomb on {name(square)} is the enemy's {KIND_NAMES[dead[0] & 7]}"
            return Ruling("T9.1", message, (square,))
        return None if self.ask.is_peaceful(square) else self._unpeaceful(square)

    def _unpeaceful(self, square: int) -> Ruling:
        enemy = 1 - self.side
        attackers = self.ask.attackers(square, enemy)
        if attackers:
            return Ruling("T9.2", f"{name(square)} is attacked by {self.all(attackers)}", (square, *attackers))
        jesters = [near for near in around(square) if self.state.unit_on(near) & 31 == 16 | JESTER | enemy << 3]
        if jesters:
            return Ruling("T9.2", f"{self.all(jesters)} is beside {name(square)}", (square, *jesters))
        for near in around(square):
            landers = self.ask.landers_after(near, enemy) if self.state.is_tomb(board.CELL[near]) else []
            if landers:
                message = f"{self.all(landers)} could land on the tomb on {name(near)} beside it"
                return Ruling("T9.2", message, (square, near, *landers))
        return Ruling(
            "T9.2",
            f"the enemy could capture or push the unit on {name(square)} with its next move",
            (square,),
        )

    # After the move (T16.1)

    def after(self) -> Ruling | None:
        move = paths.encode(self.wish)
        if move < 0 or not self.position.is_readable(move) or self.ask.is_legal(move):
            return None
        own = self.position.to_move
        if self.ask.king_after(own) < 0:
            return Ruling("T8.8", "the move would kill your own king", (self.state.king_of(own),))
        if self.ask.is_kings_check():
            king = self.ask.king_after(own)
            if self.ask.is_checked():
                return Ruling("T14.8", f"a king in check may not step onto {name(king)}, which is attacked", (king,))
            if self.ask.is_foul():
                return Ruling("T14.8", f"the king would still be attacked on {name(king)} after king's check", (king,))
        sides = (own, 1 - own) if self.wish.is_mind else (own,)
        for side in sides:
            if self.ask.king_after(side) < 0:
                return Ruling("T14.4", "mind control may not kill a king", (self.state.king_of(side),))
            kind, culprit = self.ask.check_after(side)
            if kind:
                return self._left_in_check(side, kind, culprit)
        return None

    def _left_in_check(self, side: int, kind: int, culprit: int) -> Ruling:
        king = self.ask.king_after(side)
        whose = "your king" if side == self.position.to_move else "the enemy's king, by mind control,"
        if kind == BY_TOMB:
            enemies = self.ask.landers_after(culprit, 1 - side)
            how = f"{self.all_after(enemies)} could explode the tomb on {name(culprit)} beside it"
        else:
            enemies = self.ask.attackers_after(culprit, 1 - side)
            how = f"{self.all_after(enemies)} attacks " + (
                "it" if kind == BY_ATTACK else f"the jester on {name(culprit)} beside it"
            )
        clause = "T16.1" if side == self.position.to_move else "T14.4"
        return Ruling(clause, f"{whose} on {name(king)} would be in check: {how}", (king, culprit, *enemies))

    # Words

    def _check_words(self, kind: int, culprit: int) -> str:
        if kind == BY_ATTACK:
            return f"on {name(culprit)}"
        return f"by the {'jester' if kind == BY_JESTER else 'tomb'} on {name(culprit)} beside it"

    def unit_is(self, square: int, side: int) -> bool:
        unit = self.state.unit_on(square)
        return unit != 0 and unit >> 3 & 1 == side

    def the(self, square: int) -> str:
        return the(self.state.unit_on(square), square)

    def the_now(self, square: int) -> str:
        return the(self.ask.unit_now(square), square)

    def all(self, squares: list[int]) -> str:
        return " and ".join(the(self.state.unit_on(square) or self.ask.unit_now(square), square) for square in squares)

    def all_now(self, squares: list[int]) -> str:
        return " and ".join(self.the_now(square) for square in squares)

    def all_after(self, squares: list[int]) -> str:
        return " and ".join(the(self.ask.unit_after(square), square) for square in squares)


def name(square: int) -> str:
    return GEOMETRY.names[square] if square >= 0 else "no square"


def names(squares: list[int]) -> str:
    return " and ".join(name(square) for square in squares)


def the(unit: int, square: int) -> str:
    return f"the {KIND_NAMES[unit & 7]} on {name(square)}"


def around(square: int) -> list[int]:
    return [near for way in board.WAYS if (near := GEOMETRY.step(square, way)) >= 0]


def beside(square: int) -> list[int]:
    return [near for way in board.WAYS[::2] if (near := GEOMETRY.step(square, way)) >= 0]


def between(begin: int, end: int) -> list[int]:
    """The squares that a line passes over."""
    way = way_between(begin, end)
    if way < 0:
        return []
    return [paths.step(begin, board.WAYS[way], count) for count in range(1, paths.distance(begin, end))]


def movement_words(movement: int) -> str:
    """`straight up to 12 squares, or by knight leap`."""
    told = []
    for shift, word in ((STRAIGHT, "straight"), (DIAGONAL, "diagonally"), (STEPS, "in any direction")):
        reach = movement >> shift & 15
        if reach:
            told.append(f"{word} up to {reach} square{'s' * (reach > 1)}")
    if movement & LEAPS:
        told.append("by knight leap")
    return " or ".join(told)


# The end (T16)


def judge(position: TombChessPosition) -> Outcome | None:
    """The outcome of a game, or None while it goes on."""
    loser = position.loser()
    if loser >= 0:
        if position.state.king_of(loser) < 0:
            return won_by(1 - loser, 2, "T16.1", f"{SIDE_NAMES[loser]}'s king is dead")
        if not position.state.pawns_of(1 - loser):
            # T16.4
            reason = f"neither side has a pawn left, and {SIDE_NAMES[loser]} moved last"
            return won_by(1 - loser, 2, "T16.3", reason)
        return won_by(1 - loser, 2, "T16.3", f"{SIDE_NAMES[loser]} has no pawn left on the board")
    if position.is_stuck():
        return won_by(1 - position.to_move, 2, "T16.2", f"{SIDE_NAMES[position.to_move]} has no legal move")
    if position.occurrences() >= 3:
        return drawn(2, "T16.5", "the position has come for the third time")
    if position.is_worn_out():
        return drawn(2, "T16.7", f"turn {position.limit} has been played")
    return None

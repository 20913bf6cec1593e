"""T3, T4, T10 and T14.1: single and double moves, with pushes and knight's leaps."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.journey import Journey
from ludoteca.games.tomb_chess.judge import Judge

UNIT, MIND = board.UNIT, board.MIND
PAWN, KNIGHT, BISHOP, ROOK, JESTER, KING = (
    board.PAWN,
    board.KNIGHT,
    board.BISHOP,
    board.ROOK,
    board.JESTER,
    board.KING,
)
LEGS = board.LEGS
ALL, PLAIN, BRIEF = 0, 1, 2
"""Which legs: all; the last resort of T4.5; single ones without pushes."""
LOUD = 1
UNIT_AHEAD, IN_REACH = 16, 64
LEAPS = 4096
BOTH = 3
NO_WAY = 8
FIRST_PUSH, SECOND_PUSH, SECOND, OVER = 1 << 24, 1 << 33, 1 << 25, 1 << 34
"""Bits of a move, and what its fields are multiplied by."""
DELTA = board.DELTA
LEAP = board.LEAP
UNDER = board.UNDER
QUADRANT = board.QUADRANT
LAST_RANK = board.LAST_RANK
PROMOTIONS = list(board.PROMOTIONS)


class Legs:
    def __init__(self, judge: Judge, journey: Journey) -> None:
        self.judge = judge
        self.journey = journey

    def add(self, is_plain: int) -> None:
        """Legs of the unit that has departed: ALL, PLAIN or BRIEF ones."""
        origin = self.journey.origin
        for way in range(8):
            self._add_lines(origin, way, is_plain)
        if self.journey.movement & LEAPS:
            for leap in range(8):
                self._add_leap(origin, leap, is_plain)

    # First legs

    def _add_lines(self, origin: int, way: int, is_plain: int) -> None:
        """T3.1: every square of a line, and the enemy at its end."""
        line = self.journey.leg_line(origin, way, self.journey.movement, self.journey.lifts)
        concerns = self.journey.concerns
        count = line & 15
        passes = 0
        cell = origin
        for length in range(1, count + 1):
            cell += DELTA[way]
            self._add_first(cell, way, concerns, passes, length == count, is_plain)
            concerns |= self.journey.wall_concern(cell)
            if self.journey.probe.heads[cell]:
                passes = 1
        if line & IN_REACH:
            self._add_capture(cell + DELTA[way], concerns)

    def _add_leap(self, origin: int, leap: int, is_plain: int) -> None:
        """T3.2: a leap, with its capture on landing or under it (T14.1)."""
        target = origin + LEAP[leap]
        if not self.journey.can_leap_to(origin, leap, target, self.journey.lifts):
            return
        if self.journey.probe.units[target]:
            self._add_capture(target, self.journey.concerns)
            return
        self._add_first(target, NO_WAY, self.journey.concerns, 0, 0, is_plain)
        if self.journey.kind == KNIGHT and is_plain != PLAIN:
            for under in range(4):
                cell = origin + UNDER[leap * 4 + under]
                if self._can_take_under(cell, target, 0):
                    self._offer_leap(target, 0, cell, under, self.journey.concerns)

    def _add_capture(self, target: int, concerns: int) -> None:
        if not self.judge.can_capture(self.journey.origin, target):
            return
        victim = self.journey.probe.units[target]
        self._offer(self._single(target), target, victim, target, concerns)

    def _single(self, target: int) -> int:
        return LEGS | self.journey.flags | self.journey.origin << 8 | target << 16

    def _add_first(self, target: int, way: int, concerns: int, passes: int, is_last: int, is_plain: int) -> None:
        """A first leg that captures nothing: alone, with a push, and with all second legs (T4.1, T4.3)."""
        is_tomb = self.journey.probe.heads[target]
        move = self._single(target)
        self._offer(move, target, 0, 0, concerns)
        if is_plain or is_tomb:
            return
        is_brief = self.judge.wish == LOUD and self.journey.kind != KNIGHT and self.journey.kind != BISHOP
        if is_brief and (self.journey.kind != ROOK or not is_last or way & 1):
            return
        self.journey.stand(target)
        if self.journey.kind != KING or not self.journey.turn.sight.is_attacked(target, 1 - self.journey.side):
            ends = passes != 0 or self.journey.is_spellbound(target)
            if not ends and not is_brief and not self.journey.gives_check(target):
                self._add_seconds(move, target, concerns | self.journey.wall_concern(target))
            if is_last and way & 1 == 0 and self.journey.kind == ROOK:
                self._add_first_push(move, target, way, ends or is_brief)
        self.journey.lift()

    def _add_first_push(self, move: int, target: int, way: int, ends: int) -> None:
        """T10, T4.6: a push after the first leg; a second leg may follow if nothing dies."""
        length = self.journey.turn.pushes.length(target, way, self.journey.side)
        if length < 0:
            return
        self.judge.offer(move | FIRST_PUSH, BOTH, self._struck(target, way, length))
        if ends:
            return
        self.journey.spare.copy_from(self.journey.probe)
        if not self.journey.turn.pushes.push(target, way, self.journey.side) and not (
            self.journey.turn.sight.check(1 - self.journey.side)
        ):
            self._add_seconds(move | FIRST_PUSH, target, BOTH)
        self.journey.probe.copy_from(self.journey.spare)

    def _struck(self, end: int, way: int, length: int) -> int:
        """The prey, if it stands in the line that is pushed; without a prey, the first unit in the line."""
        if self.judge.prey == 0:
            return end + DELTA[way] if length else 0
        for distance in range(1, length + 1):
            if end + DELTA[way] * distance == self.judge.prey:
                return self.judge.prey
        return 0

    # Second legs

    def _add_seconds(self, move: int, middle: int, concerns: int) -> None:
        """T4.1, T4.2, T4.4: from where the unit stands now, with what it is lent there."""
        movement = self.journey.turn.sight.movement(middle)
        lifts = self.journey.probe.majorities(self.journey.side)
        shut = 0
        for quadrant in range(4):
            # T4.7: the same for every square of a quadrant.
            if self.journey.is_held_by_enemy(quadrant, self._cell_in(quadrant), 0, 0):
                shut |= 1 << quadrant
        for way in range(8):
            self._add_second_lines(
                move, middle, way, self.journey.leg_line(middle, way, movement, lifts), concerns, shut
            )
        if movement & LEAPS:
            for leap in range(8):
                self._add_second_leap(move, middle, leap, lifts, concerns, shut)

    def _cell_in(self, quadrant: int) -> int:
        return 34 + (quadrant & 1) * 6 + (quadrant >> 1) * 96

    def _add_second_lines(self, move: int, middle: int, way: int, line: int, concerns: int, shut: int) -> None:
        count = line & 15
        cell = middle
        for length in range(1, count + 1):
            cell += DELTA[way]
            if shut >> QUADRANT[cell] & 1 == 0:
                self._add_second(move, cell, concerns)
                if length == count and way & 1 == 0 and self.journey.kind == ROOK:
                    self._add_second_push(move, middle, cell, way)
            concerns |= self.journey.wall_concern(cell)
        if line & IN_REACH:
            self._add_second_capture(move, middle, cell + DELTA[way], concerns)

    def _add_second_leap(self, move: int, middle: int, leap: int, lifts: int, concerns: int, shut: int) -> None:
        target = middle + LEAP[leap]
        if not self.journey.can_leap_to(middle, leap, target, lifts):
            return
        if self.journey.probe.units[target]:
            self._add_second_capture(move, middle, target, concerns)
            return
        if shut >> QUADRANT[target] & 1 == 0:
            self._add_second(move, target, concerns)
        if self.journey.kind == KNIGHT:
            for under in range(4):
                cell = middle + UNDER[leap * 4 + under]
                if self._can_take_under(cell, target, middle):
                    victim = self.journey.probe.units[cell]
                    if not self.journey.is_held_by_enemy(QUADRANT[target], target, victim, cell):
                        self._offer_leap(target, move, cell, under, concerns)

    def _add_second(self, move: int, target: int, concerns: int) -> None:
        if self.journey.kind == KING:
            # T4.8
            middle = self.journey.at
            self.journey.lift()
            self.journey.stand(target)
            is_attacked = self.journey.turn.sight.is_attacked(target, 1 - self.journey.side)
            self.journey.lift()
            self.journey.stand(middle)
            if is_attacked:
                return
        self._offer(move | target * SECOND, target, 0, 0, concerns)

    def _add_second_capture(self, move: int, middle: int, target: int, concerns: int) -> None:
        """T4.2: knights and bishops may capture with the second leg."""
        if self.journey.kind != KNIGHT and self.journey.kind != BISHOP:
            return
        if not self._can_capture_from(middle, target):
            return
        victim = self.journey.probe.units[target]
        if not self.journey.is_held_by_enemy(QUADRANT[target], target, victim, target):
            self._offer(move | target * SECOND, target, victim, target, concerns)

    def _can_capture_from(self, middle: int, target: int) -> bool:
        """As `Judge.can_capture`, with the guards of mid-turn (T4.4)."""
        if self.journey.probe.units[target] >> 3 & 1 == self.journey.side:
            return False
        return self.journey.turn.sight.may_engage(middle, target) and not self.journey.turn.sight.is_guarded(target)

    def _add_second_push(self, move: int, middle: int, target: int, way: int) -> None:
        if self.journey.probe.heads[target]:
            return
        self.journey.lift()
        self.journey.stand(target)
        length = self.journey.turn.pushes.length(target, way, self.journey.side)
        self.journey.lift()
        self.journey.stand(middle)
        if length >= 0:
            self.judge.offer(move | target * SECOND | SECOND_PUSH, BOTH, self._struck(target, way, length))

    # Knight's leap (T14.1)

    def _can_take_under(self, cell: int, target: int, middle: int) -> bool:
        """Whether a knight that leaps to `target` may capture the unit on a square under it."""
        victim = self.journey.probe.units[cell]
        if victim & UNIT == 0 or victim >> 3 & 1 == self.journey.side or victim & 7 == KING:
            return False
        if middle:
            if not self._can_capture_from(middle, cell):
                return False
        elif not self.judge.can_capture(self.journey.origin, cell):
            return False
        # T11.2
        return not self.journey.is_held_by_enemy(QUADRANT[cell], target, victim, cell)

    def _offer_leap(self, target: int, move: int, cell: int, under: int, concerns: int) -> None:
        if move:
            move |= target * SECOND
        else:
            move = self._single(target)
        victim = self.journey.probe.units[cell]
        self._offer(move | (under + 1) * OVER, target, victim, cell, concerns | self.judge.hot[256 + cell])

    # Every leg ends here

    def _offer(self, move: int, target: int, victim: int, captured: int, concerns: int) -> None:
        """Offer a move that ends on a target, once for each kind that a pawn may become (T15.2)."""
        concerns |= self.journey.concern(target)
        if victim or QUADRANT[target] != QUADRANT[self.journey.origin]:
            concerns |= self.judge.asks
        if victim and (victim & 7 == JESTER or victim & 7 == KING):
            concerns = BOTH
        if self.journey.probe.heads[target] and (victim == 0 or captured != target):
            concerns = BOTH
        if (
            self.journey.kind == PAWN
            and self.journey.flags == 0
            and LAST_RANK[target] >> self.journey.side & 1
            and (victim == 0 or victim & 7 == PAWN or victim & 7 == KING)
        ):
            for choice in range(6):
                kind = PROMOTIONS[choice]
                self.judge.offer(
                    move | kind << 5,
                    BOTH if kind == JESTER else concerns | self.judge.asks,
                    captured if captured else target,
                )
        elif captured == 0 and (self.journey.probe.heads[target] or (self.journey.kind == KING and move < SECOND)):
            # Explosions and king's checks are loud, though nobody is captured.
            self.judge.offer(move, concerns, target)
        else:
            self.judge.offer(move, concerns, captured)

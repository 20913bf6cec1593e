"""T7: lines that turn at the edge and at units, and may change their movement once."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.journey import Journey
from ludoteca.games.tomb_chess.judge import Judge

UNIT, KNIGHT, ROOK, JESTER, KING, BOUNCE = (
    board.UNIT,
    board.KNIGHT,
    board.ROOK,
    board.JESTER,
    board.KING,
    board.BOUNCE,
)
UNIT_AHEAD, EDGE_AHEAD, IN_REACH = 16, 32, 64
LEAPS = 4096
BOTH = 3
MOST_BOUNCES = board.MOST_BOUNCES
LEAP_COSTS = 3
FIRST_WAY, ONE_BOUNCE, RIGHT, CHANGE, OPTION, LENGTH, PUSH = (
    1 << 16,
    1 << 19,
    1 << 22,
    1 << 34,
    1 << 38,
    1 << 42,
    1 << 46,
)
"""What the fields of a move are multiplied by; RIGHT is shifted by the number of the bounce."""
DELTA = board.DELTA
LEAP = board.LEAP
QUADRANT = board.QUADRANT
AROUND = [-17, -16, -15, -1, 1, 15, 16, 17]


class Bounces:
    def __init__(self, judge: Judge, journey: Journey) -> None:
        self.judge = judge
        self.journey = journey

    def add(self) -> None:
        """All bounce moves of the unit that has departed."""
        move = BOUNCE | self.journey.flags | self.journey.origin << 8
        for way in range(8):
            self._stretch(self.journey.origin, way, 0, move | way * FIRST_WAY, 0, 0, self.journey.concerns)

    def range_of(self, way: int) -> int:
        """T7.1: how far the lines of a way's type run, steps of pawns and kings not counted."""
        return self.journey.movement >> 4 & 15 if way & 1 else self.journey.movement & 15

    def _stretch(self, cell: int, way: int, used: int, move: int, bounces: int, is_changed: int, concerns: int) -> None:
        """T7.1: one stretch, all squares where it may end, and how it goes on from its last."""
        reach = self.range_of(way) - used
        if reach <= 0:
            return
        line = self.journey.line(cell, way, reach, self.journey.lifts)
        count = line & 15
        for length in range(1, count + 1):
            cell += DELTA[way]
            if bounces:
                self._offer_end(move | length * LENGTH, cell, way, 0, concerns, length == count)
            concerns |= self.journey.wall_concern(cell)
        if bounces and line & IN_REACH and self.judge.can_capture(self.journey.origin, cell + DELTA[way]):
            victim = self.journey.probe.units[cell + DELTA[way]]
            self._offer_end(move | (count + 1) * LENGTH, cell + DELTA[way], way, victim, concerns, 0)
        if count and line & (UNIT_AHEAD | EDGE_AHEAD) and bounces < MOST_BOUNCES:
            self._bounce(cell, way, used + count, move + ONE_BOUNCE, bounces + 1, is_changed, concerns)

    def _bounce(self, cell: int, way: int, used: int, move: int, bounces: int, is_changed: int, concerns: int) -> None:
        """T7.1, T7.4: go on from a bounce square: to the left, to the right, or with another movement."""
        other = way + 1 & 7
        has_turn = self.range_of(way) > used
        has_line = is_changed == 0 and self.range_of(other) > used
        has_leap = is_changed == 0 and self.journey.movement & LEAPS and self.range_of(way) >= used + LEAP_COSTS
        if not (has_turn or has_line or has_leap):
            return
        if (is_changed and self.touches_tomb(cell)) or self.journey.ends_bounce(cell):
            return
        if has_turn:
            self._stretch(cell, way - 2 & 7, used, move, bounces, is_changed, concerns)
            self._stretch(cell, way + 2 & 7, used, move | RIGHT << bounces, bounces, is_changed, concerns)
        move |= bounces * CHANGE
        if has_line:
            for option in range(4):
                turned = 2 * option + (other & 1)
                self._stretch(cell, turned, used, move | option * OPTION, bounces, 1, concerns)
        if has_leap:
            for leap in range(8):
                self._leap(cell, leap, move | (4 + leap) * OPTION, concerns)

    def touches_tomb(self, cell: int) -> bool:
        """T7.7: whether a tomb is in the 3x3 of a square."""
        touches = self.journey.probe.is_tomb(cell)
        for index in range(8):
            touches = touches or self.journey.probe.is_tomb(cell + AROUND[index])
        return touches

    def _leap(self, cell: int, leap: int, move: int, concerns: int) -> None:
        """T7.4: a change to the knight leap, which ends the move."""
        target = cell + LEAP[leap]
        if not self.journey.can_leap_to(cell, leap, target, self.journey.lifts):
            return
        victim = self.journey.probe.units[target]
        if victim == 0 or self.judge.can_capture(self.journey.origin, target):
            self._offer_end(move, target, 1, victim, concerns, 0)

    def _offer_end(self, move: int, target: int, way: int, victim: int, concerns: int, is_last: int) -> None:
        concerns |= self.journey.concern(target)
        if victim or QUADRANT[target] != QUADRANT[self.journey.origin]:
            concerns |= self.judge.asks
        if victim:
            if victim & 7 == JESTER or victim & 7 == KING:
                concerns = BOTH
        elif self.journey.probe.heads[target]:
            concerns = BOTH
        self.judge.offer(move, concerns, target if victim or self.journey.probe.heads[target] else 0)
        if is_last and way & 1 == 0 and self.journey.kind == ROOK and self.journey.probe.heads[target] == 0:
            self._offer_push(move, target, way)

    def _offer_push(self, move: int, target: int, way: int) -> None:
        """T10.1: a last stretch that is straight may push."""
        self.journey.stand(target)
        length = self.journey.turn.pushes.length(target, way, self.journey.side)
        self.journey.lift()
        if length < 0:
            return
        struck = target + DELTA[way] if length and self.judge.prey == 0 else 0
        for distance in range(1, length + 1):
            if target + DELTA[way] * distance == self.judge.prey:
                struck = self.judge.prey
        self.judge.offer(move | PUSH, BOTH, struck)

"""T14.2, T14.3, T14.5 and T14.7: breath, mind control, swap shot and king's exchange."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.journey import Journey
from ludoteca.games.tomb_chess.judge import Judge

UNIT, BLOCKED, RESTING, PARALYSED = board.UNIT, board.BLOCKED, board.RESTING, board.PARALYSED
PAWN, DRAGON, JESTER, KING = board.PAWN, board.DRAGON, board.JESTER, board.KING
BREATH, SWAP, EXCHANGE = board.BREATH, board.SWAP, board.EXCHANGE
IN_REACH, LEAPS, BOTH = 64, 4096, 3
CELL = board.CELL
DELTA = board.DELTA
LEAP = board.LEAP
QUADRANT = board.QUADRANT
LAST_RANK = board.LAST_RANK
FIRST_RANGE = list(board.FIRST_RANGE)
PROMOTIONS = list(board.PROMOTIONS)
AROUND = [-17, -16, -15, -1, 1, 15, 16, 17]


class Abilities:
    def __init__(self, judge: Judge, journey: Journey) -> None:
        self.judge = judge
        self.journey = journey

    # Dragon's breath (T14.2)

    def add_breath(self) -> None:
        if self.journey.kind != DRAGON:
            return
        dragon = self.journey.origin
        victims = 0
        struck = 0 if self.judge.prey else dragon
        for index in range(8):
            if self.judge.here.deeds.can_be_breathed_on(dragon, dragon + AROUND[index]):
                victims += 1
                if dragon + AROUND[index] == self.judge.prey:
                    struck = self.judge.prey
        if victims:
            self.judge.offer(BREATH | self.journey.flags | dragon << 8, BOTH, struck)

    # Swap shot (T14.5)

    def add_swaps(self) -> None:
        """For the unit that has departed: what it attacks, and friends that it would attack were they enemies."""
        if self.journey.kind == PAWN or self.journey.kind == JESTER or self.journey.kind == KING or self.judge.prey:
            return
        origin = self.journey.origin
        for way in range(8):
            line = self.journey.leg_line(origin, way, self.journey.movement, self.journey.lifts)
            if line & IN_REACH:
                self._add_swap(origin, origin + DELTA[way] * ((line & 15) + 1))
        if self.journey.movement & LEAPS:
            for leap in range(8):
                target = origin + LEAP[leap]
                if self.journey.probe.units[target] & UNIT and self.journey.can_leap_to(
                    origin, leap, target, self.journey.lifts
                ):
                    self._add_swap(origin, target)

    def can_swap(self, origin: int, target: int) -> bool:
        """T14.5, T12.5, its reach aside: no king, not its own kind, no guarded enemy."""
        other = self.judge.now.units[target]
        if other & 7 == KING:
            return False
        if other >> 3 & 1 == self.judge.now.units[origin] >> 3 & 1:
            return self.judge.here.sight.may_engage(origin, target)
        return self.judge.can_capture(origin, target)

    def _add_swap(self, origin: int, target: int) -> None:
        if not self.can_swap(origin, target):
            return
        other = self.judge.now.units[target]
        concerns = self.judge.hot[256 + origin] | self.judge.hot[256 + target]
        if QUADRANT[origin] != QUADRANT[target]:
            concerns |= self.judge.asks
        if other & 7 == JESTER:
            concerns = BOTH
        move = SWAP | self.journey.flags | origin << 8 | target << 16
        side = self.judge.now.to_move
        if other & 15 == PAWN | side << 3 and LAST_RANK[origin] >> side & 1:
            for choice in range(6):
                self.judge.offer(move | PROMOTIONS[choice] << 5, BOTH, 0)
        else:
            self.judge.offer(move, concerns, 0)

    # King's exchange (T14.7)

    def add_exchanges(self) -> None:
        side = self.judge.now.to_move
        king = self.judge.now.kings[side]
        for square in range(144):
            cell = CELL[square]
            unit = self.judge.now.units[cell]
            if unit & UNIT == 0 or unit >> 3 & 1 != side or cell == king:
                continue
            if not self.judge.here.sight.is_attacked(cell, 1 - side):
                self.judge.offer(EXCHANGE | king << 8 | cell << 16, BOTH, 0)

    # Mind control (T14.3, T14.4)

    def can_control(self, target: int) -> bool:
        """Whether some unit of the side to move can make the enemy unit on a square move."""
        if not self.can_be_controlled(target):
            return False
        strikers = [0] * 16
        count = self.judge.here.sight.attackers(target, self.judge.now.to_move, strikers)
        is_safe = False
        for index in range(count):
            is_safe = is_safe or not self.is_recaptured(strikers[index], target)
        return is_safe

    def can_be_controlled(self, target: int) -> bool:
        """T14.3, T14.4: no king, no jester, and neither resting nor paralysed by a tomb."""
        unit = self.judge.now.units[target]
        return unit & 7 != KING and unit & 7 != JESTER and unit & (RESTING | PARALYSED) == 0

    def is_recaptured(self, origin: int, target: int) -> bool:
        """T14.3: whether a unit that captured another would be attacked there."""
        pusher = self.journey.probe.pusher
        unit = self.journey.probe.take(origin)
        victim = self.journey.probe.take(target)
        capturer = unit
        if unit & 7 == PAWN and victim & 7 != PAWN:
            capturer = UNIT | victim & 7 | unit & 8 | FIRST_RANGE[victim & 7] << 5
        self.journey.probe.walls[origin] = BLOCKED
        self.journey.probe.put(target, capturer)
        if pusher == origin:
            self.journey.probe.pusher = target
        elif pusher == target:
            self.journey.probe.pusher = 0
        is_attacked = self.journey.turn.sight.is_attacked(target, victim >> 3 & 1)
        self.journey.probe.take(target)
        self.journey.probe.walls[origin] = 0
        self.journey.probe.put(target, victim)
        self.journey.probe.put(origin, unit)
        self.journey.probe.pusher = pusher
        return is_attacked

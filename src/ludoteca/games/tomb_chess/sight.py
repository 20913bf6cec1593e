"""Who is active, what is lent, who guards, who attacks, and what is check: the notions of T12, T13 and T16.1.

Each question looks outward from the square that it is about. `seen` marks with READ every cell on which an answer
depended, and `asked` whether it depended on a majority: so long as none of these change, neither does the answer.
A `careful` sight marks as CRUX those among them where even a unit that stops lines might bring a check about: it may
take one of two protectors from a unit, which is lent something then, or be attacked by what it blocked for others.
A movement is one number: the range of straight lines in bits 0 to 3, of diagonal lines in bits 4 to 7, of the lines
of pawns and kings in bits 8 to 11, which neither bounce nor know T5.8, and LEAPS when it has the knight leap.
"""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.pushes import Pushes
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.walls import Walls

EDGE, UNIT, RESTING, PARALYSED, PUSHED = board.EDGE, board.UNIT, board.RESTING, board.PARALYSED, board.PUSHED
PAWN, KNIGHT, ROOK, JESTER, KING = board.PAWN, board.KNIGHT, board.ROOK, board.JESTER, board.KING
LEAPS = 4096
ATTACK, LAND = 0, 1
"""Two questions: who could capture on a square, and who could land on an empty one (jesters too)."""
FULL = 4096
"""In what `look` tells: the line is free without the perk T5.8."""
READ, CRUX = 1, 2
UNKNOWN = -1
BY_ATTACK, BY_JESTER, BY_TOMB = 1, 2, 3
"""The three kinds of check."""

DELTA = board.DELTA
LEAP = board.LEAP
UNDER = board.UNDER
QUADRANT = board.QUADRANT
LENGTHS = [256, 0, 16, 1, 16, 0, 17, 0]
"""T2.1: what a kind's range is multiplied by, and what is added, to give its movement."""
ADDED = [0, LEAPS, 0, 0, LEAPS, LEAPS, LEAPS, 256]


class Sight:
    """The view of a state. A unit on `held` strikes with the movement `held_movement` and with walls lifted for it in
    the quadrants `held_lifts`, whatever it would have now (T7.5)."""

    asked: int
    held: int
    held_movement: int

    def __init__(self, state: State, walls: Walls, pushes: Pushes) -> None:
        self.state = state
        self.walls = walls
        self.pushes = pushes
        self.seen = [0] * 256
        self.mark = READ
        self.is_careful = 0
        self.asked = 0
        self.held = 0
        self.held_movement = 0
        self.held_lifts = 0
        self.culprit = 0

    def forget(self) -> None:
        for cell in range(256):
            self.seen[cell] = 0
        self.asked = 0

    # Active units and native movement

    def is_active(self, cell: int) -> bool:
        """Whether a unit may move: kings always, others unless resting, paralysed, or beside an enemy jester."""
        unit = self.state.units[cell]
        if unit & 7 == KING:
            return True
        if unit & (RESTING | PARALYSED):
            return False
        return not self.is_spellbound(cell)

    def is_spellbound(self, cell: int) -> bool:
        """T13.4: whether an enemy jester beside it paralyses the unit."""
        unit = self.state.units[cell]
        if unit & 7 == KING or unit & 7 == JESTER:
            return False
        return self.state.jesters[(256 if unit >> 3 & 1 == 0 else 0) + cell] != 0

    def native(self, unit: int) -> int:
        """T2: the movement of a unit's kind, as far as its range."""
        length = unit >> 5 & 127
        if length > 12:
            length = 12
        return length * LENGTHS[unit & 7] + ADDED[unit & 7]

    def wider(self, one: int, other: int) -> int:
        """T3.3, T7.1: both movements, each with the greater of its ranges."""
        straight = one & 15 if one & 15 > other & 15 else other & 15
        diagonal = one & 240 if one & 240 > other & 240 else other & 240
        steps = one & 3840 if one & 3840 > other & 3840 else other & 3840
        return straight | diagonal | steps | ((one | other) & LEAPS)

    # Looking outward

    def look(self, target: int, way: int, side: int) -> int:
        """The first unit on a line from a square, as its cell, its distance from bit 8, and FULL.

        0 when there is none, or when its line to the square is stopped by walls, for a unit of `side` (T3.1, T5).
        """
        return self._look(target, way, side, UNKNOWN)

    def _look_for_striker(self, target: int, way: int, side: int) -> int:
        """The same; the held unit has the perk T5.8 where it had it when it began (T7.5)."""
        found = self._look(target, way, side, UNKNOWN)
        if self.held == 0 or way & 1 == 0:
            return found
        by_held = self._look(target, way, side, self.held_lifts)
        if by_held & 255 == self.held:
            return by_held
        return 0 if found & 255 == self.held else found

    def _look(self, target: int, way: int, side: int, lifts: int) -> int:
        step = DELTA[way]
        cell = target
        free = FULL
        distance = 1
        while True:
            if way & 1 and self.state.near[cell] and self.walls.closes_between(cell, way, 0):
                free = 0
                if self.walls.closes_between(cell, way, self._lifts(side) if lifts == UNKNOWN else lifts):
                    return 0
            cell += step
            self.seen[cell] = self.seen[cell] | self.mark
            unit = self.state.units[cell]
            if unit:
                return cell | distance << 8 | free if unit & UNIT else 0
            if self.state.walls[cell]:
                return 0
            if self.state.near[cell] and self.walls.stops_beside(cell, 0):
                free = 0
                if way & 1 == 0:
                    return 0
                if self.walls.stops_beside(cell, self._lifts(side) if lifts == UNKNOWN else lifts):
                    return 0
            distance += 1

    def _lifts(self, side: int) -> int:
        """T11.5: the quadrants whose walls are lifted for a side."""
        self.asked = 1
        return self.state.majorities(side)

    def _reaches(self, movement: int, way: int, found: int) -> bool:
        """Whether a movement carries the unit that `look` found to the square looked from."""
        distance = found >> 8 & 15
        if found & FULL and distance <= movement >> 8 & 15:
            return True
        if way & 1:
            return distance <= movement >> 4 & 15
        return distance <= movement & 15

    def _is_leap_open(self, origin: int, leap: int, unit: int, lifts: int) -> bool:
        """T5.4: whether a unit can leap, the walls considered."""
        for under in range(leap * 4, leap * 4 + 4):
            self.seen[origin + UNDER[under]] = self.seen[origin + UNDER[under]] | self.mark
        if self.walls.is_leap_open(origin, leap, 0, unit & 7):
            return True
        if lifts == UNKNOWN:
            lifts = self._lifts(unit >> 3 & 1)
        self.asked = 1
        return self.walls.is_leap_open(origin, leap, lifts, unit & 7)

    # Protection (T12)

    def protection(self, cell: int, side: int) -> int:
        """How many pieces of a side protect a square, 2 standing for more, from bit 8; and the cell of the last."""
        guards = [0] * 16
        count = self.protectors(cell, side, 2, guards)
        if count == 2 and self.is_careful and self.mark == READ:
            self.mark = READ | CRUX
            self.protectors(cell, side, 2, guards)
            self.mark = READ
        return count << 8 | guards[count - 1] if count else 0

    def protectors(self, cell: int, side: int, most: int, guards: list[int]) -> int:
        """Fill in the cells of the pieces of a side that protect a square, up to so many; how many."""
        count = 0
        for way in range(8):
            found = self.look(cell, way, side)
            if found and self._protects_by_line(found, way, side):
                guards[count] = found & 255
                count += 1
                if count == most:
                    return count
        for leap in range(8):
            origin = cell - LEAP[leap]
            self.seen[origin] = self.seen[origin] | self.mark
            if self._protects_by_leap(origin, leap, side):
                guards[count] = origin
                count += 1
                if count == most:
                    return count
        return count

    def _protects_by_line(self, found: int, way: int, side: int) -> bool:
        unit = self.state.units[found & 255]
        if unit >> 3 & 1 != side or unit & 7 == PAWN or unit & 7 == JESTER:
            return False
        return self._reaches(self.native(unit), way, found) and self.is_active(found & 255)

    def _protects_by_leap(self, origin: int, leap: int, side: int) -> bool:
        unit = self.state.units[origin]
        if unit & UNIT == 0 or unit >> 3 & 1 != side or unit & 7 == JESTER or ADDED[unit & 7] & LEAPS == 0:
            return False
        return self.is_active(origin) and self._is_leap_open(origin, leap, unit, UNKNOWN)

    def is_guarded(self, cell: int) -> bool:
        """T12.3: whether two or more pieces protect the unit on a square."""
        unit = self.state.units[cell]
        return unit & 7 != KING and self.protection(cell, unit >> 3 & 1) >= 512

    def movement(self, cell: int) -> int:
        """T3.3: native movement and all that is lent: T12.1, and T13.3 for jesters."""
        if cell == self.held:
            return self.held_movement
        unit = self.state.units[cell]
        movement = self.native(unit)
        if unit & 7 == PAWN or unit & 7 == KING:
            return movement
        protection = self.protection(cell, unit >> 3 & 1)
        if protection >> 8 == 1:
            lender = self.state.units[protection & 255]
            if lender & 7 != KING:
                movement = self.wider(movement, self.native(lender))
        if unit & 7 == JESTER and protection < 512:
            movement = self._steal(cell, unit, movement)
        return movement

    def _steal(self, cell: int, unit: int, movement: int) -> int:
        """T13.3: a jester is lent the native movement of all that attack it."""
        thieves = [0] * 16
        before = self.mark
        if self.is_careful:
            self.mark = READ | CRUX
        count = self._strikers(cell, 1 - (unit >> 3 & 1), ATTACK, 1, thieves)
        self.mark = before
        for index in range(count):
            movement = self.wider(movement, self.native(self.state.units[thieves[index]]))
        return movement

    # Attacks

    def is_attacked(self, cell: int, side: int) -> bool:
        """Whether an active unit of a side attacks a square: by landing there, with one leg, without a bounce."""
        strikers = [0] * 16
        return self._strikers(cell, side, ATTACK, 0, strikers) != 0

    def attackers(self, cell: int, side: int, strikers: list[int]) -> int:
        """Fill in the cells of all units of a side that attack a square; how many."""
        return self._strikers(cell, side, ATTACK, 1, strikers)

    def landers(self, cell: int, side: int, strikers: list[int]) -> int:
        """The same of all that could land on an empty square with one leg."""
        return self._strikers(cell, side, LAND, 1, strikers)

    def can_land(self, cell: int, side: int) -> bool:
        strikers = [0] * 16
        return self._strikers(cell, side, LAND, 0, strikers) != 0

    def _strikers(self, cell: int, side: int, question: int, all_of_them: int, strikers: list[int]) -> int:
        self.seen[cell] = self.seen[cell] | self.mark
        victim = self.state.units[cell]
        if victim & UNIT and self.is_guarded(cell):
            return 0
        count = 0
        for way in range(8):
            found = self._look_for_striker(cell, way, side)
            if found == 0 or self.state.units[found & 255] >> 3 & 1 != side:
                continue
            if self._may_strike(found & 255, cell, question) and self._strikes_by_line(found, way):
                strikers[count] = found & 255
                count += 1
                if all_of_them == 0:
                    return count
        for leap in range(8):
            origin = cell - LEAP[leap]
            self.seen[origin] = self.seen[origin] | self.mark
            if self.state.units[origin] & UNIT == 0 or self.state.units[origin] >> 3 & 1 != side:
                continue
            if self._may_strike(origin, cell, question) and self._strikes_by_leap(origin, leap):
                strikers[count] = origin
                count += 1
                if all_of_them == 0:
                    return count
        return count

    def _may_strike(self, origin: int, cell: int, question: int) -> bool:
        """Whether a unit may capture what is on the square, its way aside."""
        if question == ATTACK and self.state.units[origin] & 7 == JESTER:
            return False
        if self.state.units[cell] & UNIT and not self.may_engage(origin, cell):
            return False
        return self.is_active(origin)

    def may_engage(self, origin: int, cell: int) -> bool:
        """T12.5, T10.4: neither kind immunity nor the push lock forbids a unit to take another."""
        unit = self.state.units[origin]
        victim = self.state.units[cell]
        if unit & 7 == victim & 7 and unit & 7 != PAWN:
            return False
        return not (unit & PUSHED and cell == self.state.pusher and victim & 7 == ROOK)

    def _strikes_by_line(self, found: int, way: int) -> bool:
        origin = found & 255
        unit = self.state.units[origin]
        if origin != self.held and self._reaches(self.native(unit), way, found):
            return True
        if unit & 7 == PAWN or unit & 7 == KING:
            return False
        return self._reaches(self.movement(origin), way, found)

    def _strikes_by_leap(self, origin: int, leap: int) -> bool:
        unit = self.state.units[origin]
        if unit & 7 == PAWN or unit & 7 == KING:
            return False
        if not self._is_leap_open(origin, leap, unit, self.held_lifts if origin == self.held else UNKNOWN):
            return False
        return ADDED[unit & 7] & LEAPS != 0 or self.movement(origin) & LEAPS != 0

    # Check

    def check(self, side: int) -> int:
        """T16.1: whether a side's king is in check, and how; `culprit` is the king's, jester's or tomb's cell.

        BY_ATTACK on the king; BY_JESTER: on a jester of its side beside it; BY_TOMB: on a tomb beside it.
        """
        king = self.state.kings[side]
        if king == 0:
            return 0
        self.culprit = king
        if self.is_attacked(king, 1 - side):
            return BY_ATTACK
        for way in range(8):
            cell = king + DELTA[way]
            self.seen[cell] = self.seen[cell] | self.mark
            # Not if the explosion would kill the attacker's own king too.
            if self._is_beside(self.state.kings[1 - side], cell):
                continue
            self.culprit = cell
            if self.state.units[cell] & 31 == UNIT | JESTER | side << 3:
                if self.is_attacked(cell, 1 - side):
                    return BY_JESTER
            elif self.state.is_tomb(cell) and self.can_explode(cell, 1 - side):
                return BY_TOMB
        return 0

    def _is_beside(self, king: int, cell: int) -> bool:
        """Whether a king stands in the 3x3 of a square; a dead one, on cell 0, does not."""
        across = (king & 15) - (cell & 15)
        along = (king >> 4) - (cell >> 4)
        return -1 <= across <= 1 and -1 <= along <= 1

    def can_explode(self, tomb: int, side: int) -> bool:
        """T8.4, T8.7: whether a unit of a side could land on a tomb with one leg, or push a unit onto it."""
        return self.can_land(tomb, side) or self.pusher_onto(tomb, side) != 0

    def pusher_onto(self, tomb: int, side: int) -> int:
        """The cell of a rook that could push a unit onto a tomb with one leg, or 0."""
        before = self.mark
        if self.is_careful:
            self.mark = READ | CRUX
        rook = 0
        for way in range(0, 8, 2):
            rook = self._pusher_by(tomb, way, side)
            if rook:
                break
        self.mark = before
        return rook

    def _pusher_by(self, tomb: int, way: int, side: int) -> int:
        step = DELTA[way]
        end = tomb - step
        count = 0
        self.seen[end] = self.seen[end] | self.mark
        while self.state.units[end] & UNIT and self.state.units[end] >> 3 & 1 != side:
            end -= step
            count += 1
            self.seen[end] = self.seen[end] | self.mark
        # A rook that lands on a tomb dies before it can push.
        if count == 0 or self.state.units[end] or self.state.walls[end] or self.state.heads[end]:
            return 0
        found = self.look(end, way ^ 4, side)
        rook = found & 255
        if found == 0 or self.state.units[rook] & 15 != ROOK | side << 3 or not self.is_active(rook):
            return 0
        if not self._strikes_by_line(found, way ^ 4):
            return 0
        self.asked = 1
        self.state.shift(rook, end)
        length = self.pushes.length(end, way, side)
        self.state.shift(end, rook)
        return rook if length == count else 0

"""A unit on its way in mid-turn: where lines end, and where a unit must stop (T3, T4.3, T7.5, T13.4).

The probe is a copy of the position on which the unit is lifted off and its first square blocked (T3.4).
"""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.judge import Judge
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.turns import Turn

UNIT, EDGE, BLOCKED = board.UNIT, board.EDGE, board.BLOCKED
PAWN, JESTER, KING = board.PAWN, board.JESTER, board.KING
MIND = board.MIND
UNIT_AHEAD, EDGE_AHEAD, IN_REACH = 16, 32, 64
"""What a line tells besides its length: what is on the next square, and whether the range would reach it."""
BOTH = 3
DELTA = board.DELTA
QUADRANT = board.QUADRANT


class Journey:
    """`movement` and `lifts` (T11.5) are those with which the unit began; `flags` is MIND for a controlled unit.

    `book` is where the judge's marks for its moves begin, `concerns` what leaving its square means to him.
    """

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.probe = State()
        self.turn = Turn(self.probe)
        self.spare = State()
        self.origin = 0
        self.unit = 0
        self.kind = 0
        self.side = 0
        self.flags = 0
        self.is_piece = 0
        self.movement = 0
        self.lifts = 0
        self.concerns = 0
        self.book = 0
        self.is_pusher = 0
        self.at = 0
        self.is_wary = 0
        self.checks_already = 0
        self.hot = [0] * 256
        self.stops = [0] * 256

    def open(self) -> None:
        """Begin with a new position."""
        self.probe.copy_from(self.judge.now)

    def depart(self, origin: int, flags: int) -> None:
        """Lift a unit off its square, and look where it must stop."""
        self.depart_blindly(origin, flags)
        self._survey()

    def depart_blindly(self, origin: int, flags: int) -> None:
        """Lift a unit off its square that will make no more than one plain leg."""
        unit = self.probe.units[origin]
        self.origin = origin
        self.unit = unit
        self.kind = unit & 7
        self.side = unit >> 3 & 1
        self.flags = flags
        self.is_piece = self.kind != PAWN and self.kind != KING
        self.movement = self.judge.here.sight.movement(origin)
        self.lifts = self.judge.now.majorities(self.side)
        self.book = 256 if flags else 0
        self.concerns = self.wall_concern(origin) | self.concern(origin)
        if self.kind == KING:
            self.concerns = BOTH
        self.is_pusher = self.probe.pusher == origin
        self.probe.take(origin)
        self.probe.walls[origin] = BLOCKED
        self.at = 0

    def come_back(self) -> None:
        self.probe.walls[self.origin] = 0
        self.probe.put(self.origin, self.unit)
        if self.is_pusher:
            self.probe.pusher = self.origin

    def stand(self, cell: int) -> None:
        self.probe.put(cell, self.unit)
        self.at = cell
        if self.is_pusher:
            self.probe.pusher = cell

    def lift(self) -> None:
        self.probe.take(self.at)
        self.at = 0

    # Where it must stop

    def _survey(self) -> None:
        """Does the enemy king stand in check with the unit off the board, and on which squares does that rest?"""
        self.turn.sight.forget()
        self.checks_already = self.turn.sight.check(1 - self.side)
        self.is_wary = self.turn.sight.asked
        for cell in range(256):
            self.hot[cell] = self.turn.sight.seen[cell]
            self.stops[cell] = 0

    def gives_check(self, cell: int) -> bool:
        """T4.3: whether the enemy king is in check as the unit stands on a cell."""
        if self.hot[cell] or self.is_wary or (self.kind == JESTER and self.judge.near_foe[cell]):
            return self.turn.sight.check(1 - self.side) != 0
        return self.checks_already != 0

    def is_spellbound(self, cell: int) -> bool:
        """T13.4: a jester beside the square holds the unit, unless it is mind-controlled."""
        return self.flags == 0 and self.turn.sight.is_spellbound(cell)

    def ends_leg(self, cell: int) -> bool:
        """T4.3, of the unit that stands on a cell after its first leg: no second leg from here."""
        return self.is_spellbound(cell) or self.gives_check(cell)

    def ends_bounce(self, cell: int) -> bool:
        """T7.5: the same of a bounce square; the unit has the movement that it began with."""
        if self.stops[cell] == 0:
            self.stand(cell)
            self.hold(cell)
            self.stops[cell] = 2 if self.ends_leg(cell) else 1
            self.hold(0)
            self.lift()
        return self.stops[cell] == 2

    def hold(self, cell: int) -> None:
        """T7.5: look at the unit on a cell as it was when it began; 0 for no longer."""
        self.turn.sight.held = cell
        self.turn.sight.held_movement = self.movement
        self.turn.sight.held_lifts = self.lifts

    # Whom it concerns

    def concern(self, cell: int) -> int:
        """The kings to be judged anew when the unit comes to a cell, or goes from it."""
        if self.kind == JESTER and self.judge.near_foe[cell]:
            return BOTH
        return self.judge.hot[self.book + cell]

    def wall_concern(self, cell: int) -> int:
        """The same when it leaves a wall there."""
        return self.judge.hot_wall[self.book + cell]

    # Lines

    def line(self, cell: int, way: int, reach: int, lifts: int) -> int:
        """T3.1, T5: how many empty squares a line may enter, with what is ahead of the last.

        Nothing is said to be ahead where a wall stops the line; `lifts` counts for diagonal lines only.
        """
        count = 0
        step = DELTA[way]
        if way & 1 == 0:
            lifts = 0
        while True:
            if way & 1 and self.probe.near[cell] and self.turn.walls.closes_between(cell, way, lifts):
                return count
            cell += step
            if self.probe.units[cell]:
                if self.probe.units[cell] == EDGE:
                    return count | EDGE_AHEAD
                return count | UNIT_AHEAD | (IN_REACH if count < reach else 0)
            if count >= reach or self.probe.walls[cell]:
                return count
            count += 1
            if self.probe.near[cell] and self.turn.walls.stops_beside(cell, lifts):
                return count

    def leg_line(self, cell: int, way: int, movement: int, lifts: int) -> int:
        """The same for a leg with a movement: the wider of its lines and its steps (T3.3)."""
        steps = movement >> 8 & 15
        if way & 1 == 0:
            straight = movement & 15
            return self.line(cell, way, straight if straight > steps else steps, 0)
        diagonal = movement >> 4 & 15
        if diagonal == 0:
            return self.line(cell, way, steps, 0)
        by_line = self.line(cell, way, diagonal, lifts)
        if steps == 0:
            return by_line
        by_steps = self.line(cell, way, steps, 0)
        return by_line if by_line & 15 >= by_steps & 15 else by_steps

    def can_leap_to(self, origin: int, leap: int, target: int, lifts: int) -> bool:
        """T5.4: on the board, no wall on the target, and a path free of walls."""
        if self.probe.units[target] == EDGE or self.probe.walls[target]:
            return False
        return self.turn.walls.is_leap_open(origin, leap, lifts, self.kind)

    # Majorities after a leg (T11.1)

    def is_held_by_enemy(self, quadrant: int, target: int, victim: int, captured: int) -> bool:
        """Whether the enemy has the majority, the unit on `target` and what it captured on `captured` gone."""
        enemy = self.probe.pieces[4 - self.side * 4 + quadrant]
        if victim & UNIT and victim & 7 != PAWN and victim & 7 != KING and QUADRANT[captured] == quadrant:
            enemy -= 1
        own = self.probe.pieces[self.side * 4 + quadrant]
        if self.is_piece:
            if self.at and QUADRANT[self.at] == quadrant:
                own -= 1
            if QUADRANT[target] == quadrant:
                own += 1
        return enemy > own

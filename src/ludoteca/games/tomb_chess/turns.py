"""A turn carried out: everything that a move does, in the order in which the clauses say that it happens.

The legs; capture, range and promotion; a captured jester's explosion; a tomb's explosion; a push; king's check; states
count down; old walls age and new ones are laid. Nothing here asks whether the move is legal.
"""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.deeds import Deeds
from ludoteca.games.tomb_chess.gains import Gains
from ludoteca.games.tomb_chess.pushes import Pushes
from ludoteca.games.tomb_chess.sight import Sight
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.tombs import Tombs
from ludoteca.games.tomb_chess.walls import Walls

UNIT, BLOCKED, ROOK, JESTER, KING = board.UNIT, board.BLOCKED, board.ROOK, board.JESTER, board.KING
RESTING, PARALYSED, PARALYSIS_SHIFT = board.RESTING, board.PARALYSED, board.PARALYSIS_SHIFT
PUSHED, JUST_PUSHED, STATES = board.PUSHED, board.JUST_PUSHED, board.STATES
LEGS, BOUNCE, BREATH, SWAP, ROTATION, EXCHANGE, RESPAWN = (
    board.LEGS,
    board.BOUNCE,
    board.BREATH,
    board.SWAP,
    board.ROTATION,
    board.EXCHANGE,
    board.RESPAWN,
)
GO, BOUNCED, LEAPT, RESTS, STUNNED = board.GO, board.BOUNCED, board.LEAPT, board.RESTS, board.STUNNED
NO_WAY = 8
CELL = board.CELL
QUADRANT = board.QUADRANT
DELTA = board.DELTA
LEAP = board.LEAP
UNDER = board.UNDER
AROUND = [-17, -16, -15, -1, 1, 15, 16, 17]


class Turn:
    """The move being made. Afterwards `is_kings_check` tells of T14.8, `is_foul` that the king is attacked still."""

    is_kings_check: int
    is_foul: int

    def __init__(self, state: State) -> None:
        self.state = state
        self.walls = Walls(state)
        self.tombs = Tombs(state, self.walls)
        self.pushes = Pushes(state, self.walls, self.tombs)
        self.sight = Sight(state, self.walls, self.pushes)
        self.gains = Gains(state)
        self.deeds = Deeds(state, self.tombs, self.sight, self.gains)
        self.path = [0] * 64
        self.steps = 0
        self.crossed = [0] * 64
        self.crossings = 0
        self.cell = 0
        self.way = NO_WAY
        self.is_on_tomb = 0
        self.has_pushed = 0
        self.is_stunned = 0
        self.is_double = 0
        self.is_foul = 0
        self.is_kings_check = 0

    def carry_out(self, move: int) -> None:
        """Make a move and end the turn."""
        form = move & 15
        origin = move >> 8 & 255
        self._begin(origin)
        if form == LEGS:
            self._make_legs(move, origin)
        elif form == BOUNCE:
            self._make_bounce(move, origin)
        elif form == BREATH:
            self.deeds.breathe(origin)
        elif form == SWAP:
            self.deeds.swap(origin, move >> 16 & 255, move >> 5 & 7)
        elif form == ROTATION:
            self.deeds.rotate(origin, move >> 16 & 7, move >> 19 & 3)
        elif form == EXCHANGE:
            self.deeds.exchange(origin, move >> 16 & 255)
        elif form == RESPAWN:
            self.deeds.respawn(origin)
        self._end(origin)

    def pass_turn(self) -> None:
        """End a turn in which nothing happens."""
        self._begin(0)
        self._end(0)

    def _begin(self, origin: int) -> None:
        self.tombs.begin_turn()
        self.steps = 0
        self.crossings = 0
        self.cell = origin
        self.way = NO_WAY
        self.is_on_tomb = 0
        self.has_pushed = 0
        self.is_stunned = 0
        self.is_double = 0
        self.is_foul = 0
        self.is_kings_check = 0
        if self.state.pusher and self.state.units[self.state.pusher] & (UNIT | 7) != UNIT | ROOK:
            self.state.pusher = 0

    # Legs (T3, T4)

    def _make_legs(self, move: int, origin: int) -> None:
        target = move >> 16 & 255
        second = move >> 25 & 255
        over = move >> 34 & 7
        self._add_to_path(origin)
        if second == 0:
            self._arrive(target, over, move >> 5 & 7)
            if move >> 24 & 1:
                self._push()
            self._kings_check()
            return
        self._arrive(target, 0, 0)
        if move >> 24 & 1:
            self._push()
        self.is_double = 1
        self._add_to_path(self.cell)
        self._arrive(second, over, move >> 5 & 7)
        if move >> 33 & 1:
            self._push()

    def _add_to_path(self, cell: int) -> None:
        self.path[self.steps] = cell
        self.steps += 1

    def _arrive(self, target: int, over: int, promotion: int) -> None:
        """One leg and what follows from it, up to the explosions; `over` numbers the square captured under a leap."""
        origin = self.cell
        self._travel(target)
        captured = target
        if over:
            captured = origin + UNDER[self.leap_to(origin, target) * 4 + over - 1]
        self._settle(target, captured, promotion, 0)

    def _travel(self, target: int) -> None:
        """Go over the squares of a line, or leap: T5.1, T5.2, T8.3."""
        unit = self.state.units[self.cell]
        self.way = self.way_to(self.cell, target)
        if self.way == NO_WAY:
            self.state.tell(LEAPT, unit, self.cell, target)
            return
        self.state.tell(GO, unit, self.cell, target)
        cell = self.cell + DELTA[self.way]
        while cell != target:
            self._add_to_path(cell)
            self._cross(cell)
            cell += DELTA[self.way]

    def _cross(self, cell: int) -> None:
        """T8.3, T7.6: remember a tomb that the line passes over."""
        if self.state.is_tomb(cell):
            self.crossed[self.crossings] = cell
            self.crossings += 1

    def _settle(self, target: int, captured: int, promotion: int, touches: int) -> None:
        """The unit stands on its target: capture, range, promotion, then explosions."""
        victim = self.state.units[captured]
        self.is_on_tomb = self.state.is_tomb(target)
        if victim & UNIT:
            self.tombs.kill(captured)
        self.state.shift(self.cell, target)
        if self.cell == self.path[0]:
            # T3.4: blocked until the turn ends.
            self.state.walls[self.cell] = BLOCKED
        self.cell = target
        if victim & UNIT:
            self.gains.gain(target, victim, captured)
        self._stun(touches)
        if promotion:
            self.gains.become(target, promotion)
        if victim & (UNIT | 7) == UNIT | JESTER:
            self.tombs.blow_up_jester(captured)
        if self.is_on_tomb:
            self.tombs.explode(target)

    def _stun(self, touches: int) -> None:
        """T8.3, T7.7, T11.3: paralysis for a tomb crossed, or touched at the end after a change of movement."""
        homes = self.state.majorities(self.state.units[self.cell] >> 3 & 1)
        for index in range(self.crossings):
            if homes >> QUADRANT[self.crossed[index]] & 1 == 0:
                self.is_stunned = 1
        if touches:
            for index in range(8):
                cell = self.cell + AROUND[index]
                if self.state.is_tomb(cell) and homes >> QUADRANT[cell] & 1 == 0:
                    self.is_stunned = 1

    def _push(self) -> None:
        self.has_pushed = 1
        self.pushes.push(self.cell, self.way, self.state.units[self.cell] >> 3 & 1)

    def _kings_check(self) -> None:
        """T14.8: a king that steps onto an attacked square kills those who attack it there."""
        king = self.state.units[self.cell]
        if king & (UNIT | 7) != UNIT | KING:
            return
        strikers = [0] * 16
        enemy = 1 - (king >> 3 & 1)
        count = self.sight.attackers(self.cell, enemy, strikers)
        if count == 0:
            return
        self.is_kings_check = 1
        for index in range(count):
            self.tombs.kill(strikers[index])
        self.is_foul = self.sight.is_attacked(self.cell, enemy)

    # Bounces (T7)

    def _make_bounce(self, move: int, origin: int) -> None:
        self._add_to_path(origin)
        way = move >> 16 & 7
        bounces = move >> 19 & 15
        change = move >> 34 & 15
        option = move >> 38 & 15
        cell = origin
        unit = self.state.units[origin]
        leap = NO_WAY
        for bounce in range(1, bounces + 1):
            before = cell
            cell = self._to_obstacle(cell, way)
            self.state.tell(GO, unit, before, cell)
            self.state.tell(BOUNCED, unit, cell, cell)
            if bounce != change:
                way = way + 2 & 7 if move >> (22 + bounce) & 1 else way - 2 & 7
            elif option < 4:
                way = 2 * option + 1 - (way & 1)
            else:
                leap = option - 4
        if leap == NO_WAY:
            before = cell
            for _ in range(1, move >> 42 & 15):
                cell += DELTA[way]
                self._add_to_path(cell)
                self._cross(cell)
            cell += DELTA[way]
            self.way = way
            self.state.tell(GO, unit, before, cell)
        else:
            self.state.tell(LEAPT, unit, cell, cell + LEAP[leap])
            cell += LEAP[leap]
        self._settle(cell, cell, 0, change)
        if move >> 46 & 1:
            self._push()

    def _to_obstacle(self, cell: int, way: int) -> int:
        """A stretch up to the last empty square, each square of it on the path."""
        step = DELTA[way]
        while self.state.units[cell + step] == 0:
            cell += step
            self._add_to_path(cell)
            self._cross(cell)
        return cell

    # The end of the turn

    def _end(self, origin: int) -> None:
        side = self.state.to_move
        marked = self._count_down(side)
        self._give_states()
        self.walls.age()
        self._lay_walls()
        if self.has_pushed:
            self.state.pusher = self.cell
        elif marked == 0:
            self.state.pusher = 0
        self.state.to_move = 1 - side
        self.state.turn += side

    def _count_down(self, side: int) -> int:
        """T4.5, T8.3, T10.4: the states of the side whose turn ends, but for new ones; is any unit marked as pushed?"""
        pushed = 0
        left = self.state.marked
        for square in range(144):
            if left == 0:
                break
            cell = CELL[square]
            unit = self.state.units[cell]
            if unit & (STATES | JUST_PUSHED) == 0:
                continue
            left -= 1
            if unit >> 3 & 1 == side:
                unit = unit & ~(RESTING | PUSHED)
                if unit & PARALYSED:
                    unit -= 1 << PARALYSIS_SHIFT
            if unit & JUST_PUSHED:
                unit = unit & ~JUST_PUSHED | PUSHED
            pushed |= unit & PUSHED
            self.state.mark(cell, unit)
        return pushed

    def _give_states(self) -> None:
        """T4.5, T8.3: a unit that lives rests after a double move, and is paralysed by tombs; kings never."""
        if self.steps == 0:
            return
        unit = self.state.units[self.cell]
        if unit & UNIT == 0 or unit & 7 == KING:
            return
        if self.is_double:
            unit = unit | RESTING
            self.state.tell(RESTS, unit, self.cell, self.cell)
        if self.is_stunned:
            unit = unit & ~PARALYSED | 2 << PARALYSIS_SHIFT
            self.state.tell(STUNNED, unit, self.cell, 2)
        self.state.mark(self.cell, unit)

    def _lay_walls(self) -> None:
        """T5.1: the path becomes walls, but not inside a 3x3 that exploded this turn."""
        if self.steps:
            self.state.walls[self.path[0]] = 0
        for index in range(self.steps):
            if self.tombs.blasts == 0 or self.tombs.blasted[self.path[index]] == 0:
                self.walls.lay(self.path[index])

    # Geometry

    def way_to(self, origin: int, target: int) -> int:
        """The way of the line from one cell to another, or NO_WAY."""
        across = (target & 15) - (origin & 15)
        along = (target >> 4) - (origin >> 4)
        if across != 0 and along != 0 and across != along and across != -along:
            return NO_WAY
        if across > 0:
            return 1 if along > 0 else 3 if along < 0 else 2
        if across < 0:
            return 7 if along > 0 else 5 if along < 0 else 6
        return 0 if along > 0 else 4

    def leap_to(self, origin: int, target: int) -> int:
        """The number of the leap from one cell to another, or NO_WAY."""
        for leap in range(8):
            if origin + LEAP[leap] == target:
                return leap
        return NO_WAY

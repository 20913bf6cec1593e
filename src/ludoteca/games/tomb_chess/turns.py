"""A turn carried out: everything that a move does, in the order in which the clauses say that it happens.

The legs; capture, range and promotion; a captured jester's explosion; a tomb's explosion; a push; king's check; states
count down; old walls age and new ones are laid. Nothing here asks whether the move is legal.
"""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.pushes import Pushes
from ludoteca.games.tomb_chess.sight import Sight
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.tombs import Tombs
from ludoteca.games.tomb_chess.walls import Walls

UNIT, EDGE, BLOCKED = board.UNIT, board.EDGE, board.BLOCKED
PAWN, BISHOP, ROOK, DRAGON, JESTER, QUEEN, KING = (
    board.PAWN,
    board.BISHOP,
    board.ROOK,
    board.DRAGON,
    board.JESTER,
    board.QUEEN,
    board.KING,
)
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
MOST_PAWN_RANGE, LEAST_RANGE = board.MOST_PAWN_RANGE, board.LEAST_RANGE
CARRIED, CARRIED_WALL, CARRIED_GRAVE = board.CARRIED, board.CARRIED_WALL, board.CARRIED_GRAVE
GO, BOUNCED, LEAPT, APPEARED, SWAPPED, TURNED = (
    board.GO,
    board.BOUNCED,
    board.LEAPT,
    board.APPEARED,
    board.SWAPPED,
    board.TURNED,
)
PROMOTED, RANGE_IS, RESTS, STUNNED, BREATHED, EXCHANGED = (
    board.PROMOTED,
    board.RANGE_IS,
    board.RESTS,
    board.STUNNED,
    board.BREATHED,
    board.EXCHANGED,
)
NO_WAY = 8
FORMS, MIND, MOST_BOUNCES = board.FORMS, board.MIND, board.MOST_BOUNCES
FIRST_RANGE = list(board.FIRST_RANGE)
RANGED = [1 if kind in board.RANGED else 0 for kind in range(8)]
CELL = board.CELL
QUADRANT = board.QUADRANT
LAST_RANK = board.LAST_RANK
DELTA = board.DELTA
LEAP = board.LEAP
UNDER = board.UNDER
AROUND = [-17, -16, -15, -1, 1, 15, 16, 17]


class Turn:
    """The move being made. Afterwards `is_kings_check` tells of T14.8, and `is_foul` that the king is attacked still."""

    is_kings_check: int
    is_foul: int

    def __init__(self, state: State) -> None:
        self.state = state
        self.walls = Walls(state)
        self.tombs = Tombs(state, self.walls)
        self.pushes = Pushes(state, self.walls, self.tombs)
        self.sight = Sight(state, self.walls, self.pushes)
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
            self._breathe(origin)
        elif form == SWAP:
            self._swap(origin, move >> 16 & 255, move >> 5 & 7)
        elif form == ROTATION:
            self._rotate(origin, move >> 16 & 7, move >> 19 & 3)
        elif form == EXCHANGE:
            self._exchange(origin, move >> 16 & 255)
        elif form == RESPAWN:
            self._respawn(origin)
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
            captured = origin + UNDER[self._leap_to(origin, target) * 4 + over - 1]
        self._settle(target, captured, promotion, 0)

    def _travel(self, target: int) -> None:
        """Go over the squares of a line, or leap: T5.1, T5.2, T8.3."""
        unit = self.state.units[self.cell]
        self.way = self._way_to(self.cell, target)
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
            self._gain(victim, captured)
        self._stun(touches)
        if promotion:
            self._become(target, promotion)
        if victim & (UNIT | 7) == UNIT | JESTER:
            self.tombs.blow_up_jester(captured)
        if self.is_on_tomb:
            self.tombs.explode(target)

    def _gain(self, victim: int, captured: int) -> None:
        """T6.1, T6.2, T6.4, T15.1: what a capture does to the capturer."""
        unit = self.state.units[self.cell]
        kind = unit & 7
        if kind == PAWN:
            if victim & 7 == PAWN:
                if unit >> 5 & 127 < MOST_PAWN_RANGE:
                    self._set_range(self.cell, (unit >> 5 & 127) + 1)
            elif victim & 7 != KING:
                self._become(self.cell, victim & 7)
        elif RANGED[kind]:
            has_majority = self.state.majorities(unit >> 3 & 1) >> QUADRANT[captured] & 1
            length = (unit >> 5 & 127) - (1 if has_majority else 2)
            self._set_range(self.cell, length if length > LEAST_RANGE else LEAST_RANGE)

    def _set_range(self, cell: int, length: int) -> None:
        unit = self.state.units[cell]
        if unit >> 5 & 127 != length:
            self.state.units[cell] = unit & ~(127 << 5) | length << 5
            self.state.tell(RANGE_IS, unit, cell, length)

    def _become(self, cell: int, kind: int) -> None:
        """T15: a pawn turns into a new unit of a kind; its states stay."""
        pawn = self.state.take(cell)
        unit = UNIT | kind | pawn & 8 | FIRST_RANGE[kind] << 5 | pawn & (STATES | JUST_PUSHED)
        self.state.put(cell, unit)
        self.state.tell(PROMOTED, unit, cell, cell)

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
            for step in range(1, move >> 42 & 15):
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

    # Abilities (T14) and respawn (T9)

    def _breathe(self, dragon: int) -> None:
        """T14.2, T6.1, T6.2; then each jester among the captured explodes."""
        unit = self.state.units[dragon]
        self.state.tell(BREATHED, unit, dragon, dragon)
        jesters = 0
        victims = 0
        for index in range(8):
            if self.can_be_breathed_on(dragon, dragon + AROUND[index]):
                victims |= 1 << index
        for index in range(8):
            if victims >> index & 1:
                cell = dragon + AROUND[index]
                if self.state.units[cell] & 7 == JESTER:
                    jesters |= 1 << index
                self.tombs.kill(cell)
        self._gain(UNIT | QUEEN, dragon)
        for index in range(8):
            if jesters >> index & 1:
                self.tombs.blow_up_jester(dragon + AROUND[index])

    def can_be_breathed_on(self, dragon: int, cell: int) -> bool:
        """T14.2: an enemy, but no king, no dragon and nobody who is guarded or locked."""
        unit = self.state.units[dragon]
        victim = self.state.units[cell]
        if victim & UNIT == 0 or victim >> 3 & 1 == unit >> 3 & 1 or victim & 7 == KING:
            return False
        return self.sight.may_engage(dragon, cell) and not self.sight.is_guarded(cell)

    def _swap(self, one: int, other: int, promotion: int) -> None:
        """T14.5, T15.2."""
        self.state.tell(SWAPPED, self.state.units[one], one, other)
        pusher = self.state.pusher
        unit = self.state.take(one)
        self.state.put(one, self.state.take(other))
        self.state.put(other, unit)
        if pusher == one:
            self.state.pusher = other
        elif pusher == other:
            self.state.pusher = one
        if promotion:
            if self.is_promoting(one):
                self._become(one, promotion)
            if self.is_promoting(other):
                self._become(other, promotion)

    def is_promoting(self, cell: int) -> bool:
        """T15.2: whether a pawn of the side whose turn it is stands on its last rank."""
        unit = self.state.units[cell]
        if unit & (UNIT | 7) != UNIT | PAWN or unit >> 3 & 1 != self.state.to_move:
            return False
        return LAST_RANK[cell] >> self.state.to_move & 1 == 1

    def _exchange(self, king: int, target: int) -> None:
        """T14.7."""
        self.state.tell(EXCHANGED, self.state.units[king], king, target)
        self.tombs.kill(target)
        self.state.shift(king, target)

    def _respawn(self, cell: int) -> None:
        """T9.1, T9.3, T6.5."""
        code = self.state.exhume(cell)
        self.state.opened[cell] = 0
        self.state.put(cell, UNIT | code | FIRST_RANGE[code & 7] << 5)
        self.state.tell(APPEARED, code, cell, cell)

    def _rotate(self, corner: int, size: int, quarters: int) -> None:
        """T14.6: units with their states, walls and graves turn with the squares."""
        self.state.tell(TURNED, quarters, corner, size)
        units = [0] * 16
        walls = [0] * 16
        heads = [0] * 16
        opened = [0] * 16
        pusher = self.state.pusher
        for place in range(size * size):
            cell = corner + place // size * 16 + place % size
            units[place] = self.state.take(cell) if self.state.units[cell] else 0
            walls[place] = self.state.walls[cell]
            if walls[place]:
                self.state.raze_wall(cell)
            heads[place] = self.state.heads[cell]
            opened[place] = self.state.opened[cell]
        for place in range(size * size):
            origin = corner + place // size * 16 + place % size
            cell = self.turned(corner, size, quarters, place)
            if units[place]:
                self.state.put(cell, units[place])
                self.state.tell(CARRIED, units[place], origin, cell)
            if walls[place]:
                self.state.raise_wall(cell, walls[place])
                self.state.tell(CARRIED_WALL, 0, origin, cell)
            if heads[place]:
                self.state.tell(CARRIED_GRAVE, 0, origin, cell)
            self.state.heads[cell] = heads[place]
            self.state.opened[cell] = opened[place]
            if origin == pusher:
                self.state.pusher = cell

    def turned(self, corner: int, size: int, quarters: int, place: int) -> int:
        """Where a rotation brings the square number `place` of a block, counted from its corner, row by row."""
        x = place % size
        y = place // size
        last = size - 1
        if quarters == 1:
            return corner + (last - x) * 16 + y
        if quarters == 2:
            return corner + (last - y) * 16 + last - x
        if quarters == 3:
            return corner + x * 16 + last - y
        return corner + y * 16 + x

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
        """T4.5, T8.3, T10.4: the states of the side whose turn ends, but for those new this turn; is any unit marked?"""
        pushed = 0
        left = self.state.marked
        square = 0
        while left:
            cell = CELL[square]
            square += 1
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

    def is_sane(self, move: int) -> bool:
        """Whether `carry_out` can take the number without harm."""
        form = move & 15
        origin = move >> 8 & 255
        target = move >> 16 & 255
        if move < 0 or form >= FORMS or self.state.units[origin] == EDGE:
            return False
        unit = self.state.units[origin]
        if form == ROTATION:
            return self._is_block(origin, move >> 16 & 7) and move >> 19 & 3 != 0
        if form == RESPAWN:
            return self.state.is_tomb(origin)
        if unit & UNIT == 0 or unit >> 3 & 1 == self.state.to_move ^ (1 if move & MIND == 0 else 0):
            return False
        if form == LEGS:
            return self._are_legs(move, origin, target)
        if form == BOUNCE:
            return self._is_bounce(move, origin)
        if form == BREATH:
            return unit & 7 == DRAGON
        other = self.state.units[target]
        if other & UNIT == 0 or target == origin or other & 7 == KING:
            return False
        return form == SWAP or (unit & 7 == KING and unit >> 3 & 1 == other >> 3 & 1)

    def _is_block(self, corner: int, size: int) -> bool:
        """T14.6: a block of 2, 3 or 4 squares a side, none of them on the edge."""
        if size < 2 or size > 4:
            return False
        return corner & 15 > 2 and corner >> 4 > 2 and (corner & 15) + size < 14 and (corner >> 4) + size < 14

    def _are_legs(self, move: int, origin: int, target: int) -> bool:
        second = move >> 25 & 255
        last = target
        begin = origin
        if self.state.units[target] == EDGE or target == origin:
            return False
        if second:
            if not self._is_leg(origin, target, move >> 24 & 1, 0):
                return False
            last = second
            begin = target
            if self.state.units[second] == EDGE or second == origin or second == target:
                return False
        if move >> 5 & 7 and self.state.units[origin] & 7 != PAWN:
            return False
        return self._is_leg(begin, last, move >> (33 if second else 24) & 1, move >> 34 & 7)

    def _is_leg(self, origin: int, target: int, push: int, over: int) -> bool:
        way = self._way_to(origin, target)
        if way == NO_WAY:
            return push == 0 and over <= 4 and self._leap_to(origin, target) != NO_WAY
        return over == 0 and (push == 0 or way & 1 == 0)

    def _is_bounce(self, move: int, origin: int) -> bool:
        way = move >> 16 & 7
        bounces = move >> 19 & 15
        change = move >> 34 & 15
        option = move >> 38 & 15
        length = move >> 42 & 15
        used = 0
        cell = origin
        if bounces < 1 or bounces > MOST_BOUNCES or change > bounces or option > 11:
            return False
        for bounce in range(1, bounces + 1):
            before = used
            while self.state.units[cell + DELTA[way]] == 0:
                cell += DELTA[way]
                used += 1
            if used == before or used > 12:
                return False
            if bounce != change:
                way = way + 2 & 7 if move >> (22 + bounce) & 1 else way - 2 & 7
            elif option < 4:
                way = 2 * option + 1 - (way & 1)
            else:
                return bounce == bounces and length == 0 and self.state.units[cell + LEAP[option - 4]] != EDGE
        for step in range(length):
            cell += DELTA[way]
            if self.state.units[cell] == EDGE:
                return False
        return length > 0 and cell != origin and used + length <= 12 and (move >> 46 & 1 == 0 or way & 1 == 0)

    def _way_to(self, origin: int, target: int) -> int:
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

    def _leap_to(self, origin: int, target: int) -> int:
        """The number of the leap from one cell to another, or NO_WAY."""
        for leap in range(8):
            if origin + LEAP[leap] == target:
                return leap
        return NO_WAY

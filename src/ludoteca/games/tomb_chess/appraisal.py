"""What a move looks like before it is made: what it wins, and what it leaves to the enemy. No rule is here.

A loud move is tried on a copy. A quiet one is judged by maps that are drawn once a position, by native movement: which
squares the enemy attacks and with what at the least, how many own units attack them, and from where the king is seen.
"""

from ludoteca.games.tomb_chess import board, worths
from ludoteca.games.tomb_chess.judge import Judge
from ludoteca.games.tomb_chess.state import State

UNIT, EDGE, MIND = board.UNIT, board.EDGE, board.MIND
PAWN, JESTER, KING = board.PAWN, board.JESTER, board.KING
LEGS, BOUNCE, BREATH, SWAP, ROTATION, EXCHANGE, RESPAWN = (
    board.LEGS,
    board.BOUNCE,
    board.BREATH,
    board.SWAP,
    board.ROTATION,
    board.EXCHANGE,
    board.RESPAWN,
)
LEAPS = 4096
UNKNOWN = -100000
CHECK_BONUS, REST_COST, ROTATION_COST, SWAP_COST = 25, 15, 25, 20
"""What is added to the promise of checks, and taken off that of moves that seldom help."""
WORTH = list(worths.WORTH)
RANGE_WORTH = list(worths.RANGE_WORTH)
LIVES = list(worths.LIVES)
GROUND = list(worths.GROUND)
GROUND_WORTH = list(worths.GROUND_WORTH)
MOST_PAWN_RANGE = worths.MOST_PAWN_RANGE
KING_WORTH = worths.KING_WORTH
CELL = board.CELL
DELTA = board.DELTA
LEAP = board.LEAP


class Appraisal:
    """`danger` is the least worth of an enemy that attacks a cell, 0 for none; `support` counts own units that do.

    `checks` has for a cell from which the enemy king is seen the least movement that attacks it, 0 for none.
    After `promise`, `is_loud` tells whether the move was tried.
    """

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.now = self.judge.now
        self.sight = self.judge.here.sight
        self.danger = [0] * 256
        self.support = [0] * 256
        self.checks = [0] * 256
        self.known = [0] * 256
        self.is_loud = 0
        self.known_origin = 0
        self.balance = 0

    # The position before the move

    def survey(self) -> None:
        """Get ready to appraise the moves of a position."""
        for cell in range(256):
            self.danger[cell] = 0
            self.support[cell] = 0
            self.checks[cell] = 0
        self.known_origin = 0
        self.balance = self.material(self.now, self.now.to_move)
        for square in range(144):
            cell = CELL[square]
            unit = self.now.units[cell]
            if unit and unit & 7 != JESTER and self.sight.is_active(cell):
                self._draw(cell, unit)
        self._draw_checks(self.now.kings[1 - self.now.to_move])

    def _draw(self, origin: int, unit: int) -> None:
        movement = self.sight.native(unit)
        worth = self.worth(unit) if unit & 7 != KING else WORTH[6]
        is_own = unit >> 3 & 1 == self.now.to_move
        steps = movement >> 8 & 15
        for way in range(8):
            reach = movement >> 4 & 15 if way & 1 else movement & 15
            if steps > reach:
                reach = steps
            cell = origin
            while reach > 0:
                reach -= 1
                cell += DELTA[way]
                if self.now.units[cell] == EDGE or self.now.walls[cell]:
                    break
                self._mark(cell, worth, is_own)
                if self.now.units[cell] or self.now.near[cell]:
                    break
        if movement & LEAPS:
            for leap in range(8):
                self._mark(origin + LEAP[leap], worth, is_own)

    def _mark(self, cell: int, worth: int, is_own: bool) -> None:
        if is_own:
            self.support[cell] = self.support[cell] + 1
        elif self.danger[cell] == 0 or worth < self.danger[cell]:
            self.danger[cell] = worth

    def _draw_checks(self, king: int) -> None:
        """As a movement is a number, a straight line of 4 squares is 4 and a diagonal one 64 (see Sight)."""
        if king == 0:
            return
        for way in range(8):
            unit_of_range = 16 if way & 1 else 1
            cell = king + DELTA[way]
            reach = 1
            while self.now.units[cell] == 0 and self.now.walls[cell] == 0:
                self.checks[cell] = reach * unit_of_range
                cell += DELTA[way]
                reach += 1
        for leap in range(8):
            if self.checks[king + LEAP[leap]] == 0:
                self.checks[king + LEAP[leap]] = LEAPS

    def _is_check(self, end: int, unit: int) -> bool:
        least = self.checks[end]
        if least == 0 or unit & 7 == JESTER or unit & 7 == KING:
            return False
        movement = self.sight.native(unit)
        if least == LEAPS:
            return movement & LEAPS != 0
        steps = movement >> 8 & 15
        if least < 16:
            return least <= movement & 15 or least <= steps
        return least >> 4 <= movement >> 4 & 15 or least >> 4 <= steps

    def worth(self, unit: int) -> int:
        """Of a unit that is no king, with its range."""
        kind = unit & 7
        length = unit >> 5 & 127
        if kind == PAWN:
            if length > MOST_PAWN_RANGE:
                length = MOST_PAWN_RANGE
            return WORTH[kind] + RANGE_WORTH[kind] * (length - 1)
        return WORTH[kind] - RANGE_WORTH[kind] * (12 - length)

    def material(self, state: State, side: int) -> int:
        """All units of a side less those of the other."""
        total = self._lives(state.pawns[side]) - self._lives(state.pawns[1 - side])
        # T16.4: a king's death counts before the loss of the last pawn.
        if state.kings[side] == 0:
            total -= 2 * KING_WORTH
        if state.kings[1 - side] == 0:
            total += 2 * KING_WORTH
        for square in range(144):
            unit = state.units[CELL[square]]
            if unit and unit & 7 != KING:
                total += self.worth(unit) if unit >> 3 & 1 == side else -self.worth(unit)
        return total

    def _lives(self, pawns: int) -> int:
        return LIVES[pawns] if pawns < 12 else LIVES[12]

    # The move

    def gain(self, move: int) -> int:
        """The material that it wins at once."""
        side = self.now.to_move
        self.judge.trial.copy_from(self.now)
        self.judge.ahead.carry_out(move)
        return self.material(self.judge.trial, side) - self.material(self.now, side)

    def order_score(self, move: int) -> int:
        """What it wins less what it may lose; of the position that was surveyed last."""
        form = move & 15
        origin = move >> 8 & 255
        self.is_loud = 0
        if form == LEGS:
            second = move >> 25 & 255
            end = second if second else move >> 16 & 255
            is_king = self.now.units[origin] & 7 == KING
            if move >> 5 & 7 or move >> 33 & 15 or move >> 24 & 1 or (is_king and second == 0):
                return self._tried(move)
        elif form == BOUNCE:
            second = 0
            end = self.end_of(move)
            if move >> 46 & 1:
                return self._tried(move)
        elif form == ROTATION:
            return -ROTATION_COST
        elif form == SWAP:
            return self._swapped(origin, move >> 16 & 255)
        else:
            return self._tried(move)
        if self.now.units[end] or self.now.heads[end]:
            return self._tried_once(move, origin, end)
        if move & MIND:
            return self._lured(origin, end)
        return self._moved(origin, end) - (REST_COST if second else 0)

    def end_of(self, move: int) -> int:
        """The square where a bounce ends."""
        way = move >> 16 & 7
        bounces = move >> 19 & 15
        change = move >> 34 & 15
        option = move >> 38 & 15
        cell = move >> 8 & 255
        for bounce in range(1, bounces + 1):
            while self.now.units[cell + DELTA[way]] == 0:
                cell += DELTA[way]
            if bounce != change:
                way = way + 2 & 7 if move >> (22 + bounce) & 1 else way - 2 & 7
            elif option < 4:
                way = 2 * option + 1 - (way & 1)
            else:
                return cell + LEAP[option - 4]
        return cell + DELTA[way] * (move >> 42 & 15)

    # Loud moves

    def _tried_once(self, move: int, origin: int, end: int) -> int:
        """Paths of one unit to one square win about the same."""
        self.is_loud = 1
        if origin != self.known_origin:
            for cell in range(256):
                self.known[cell] = UNKNOWN
            self.known_origin = origin
        if self.known[end] == UNKNOWN:
            self.known[end] = self._tried(move)
        return self.known[end]

    def _tried(self, move: int) -> int:
        """By the material that is left, and whether the unit could be captured where it ends."""
        self.is_loud = 1
        side = self.now.to_move
        self.judge.trial.copy_from(self.now)
        self.judge.ahead.carry_out(move)
        gain = self.material(self.judge.trial, side) - self.balance
        end = self.judge.ahead.cell
        unit = self.judge.trial.units[end]
        if unit & UNIT and unit >> 3 & 1 == side and unit & 7 != KING:
            if self.judge.ahead.sight.is_attacked(end, 1 - side):
                gain -= self.worth(unit)
        return gain

    # Quiet moves

    def _moved(self, origin: int, end: int) -> int:
        unit = self.now.units[origin]
        promise = GROUND_WORTH[unit & 7] * (GROUND[end] - GROUND[origin])
        if unit & 7 == KING:
            return promise - REST_COST
        if self._is_check(end, unit):
            promise += CHECK_BONUS
        worth = self.worth(unit)
        promise += self._risk(origin, worth, self.support[origin])
        return promise - self._risk(end, worth, self.support[end] - 1)

    def _risk(self, cell: int, worth: int, supporters: int) -> int:
        """What may be lost when a unit stands on a square; two supporters guard it (T12.3)."""
        if self.danger[cell] == 0 or supporters > 1:
            return 0
        if supporters > 0:
            return worth - self.danger[cell] if worth > self.danger[cell] else 0
        return worth

    def _swapped(self, origin: int, target: int) -> int:
        other = self.now.units[target]
        if other >> 3 & 1 != self.now.to_move:
            return -SWAP_COST
        worth = self.worth(self.now.units[origin])
        return self._risk(origin, worth, self.support[origin]) // 2 - SWAP_COST

    def _lured(self, origin: int, end: int) -> int:
        """An enemy unit that is made to step where it can be captured."""
        return self.worth(self.now.units[origin]) // 4 if self.support[end] else 0

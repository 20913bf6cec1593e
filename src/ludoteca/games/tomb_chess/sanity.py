"""Whether a number can be a move at all: cheap, and not a test of legality."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.turns import Turn

UNIT, EDGE, MIND, FORMS, MOST_BOUNCES = board.UNIT, board.EDGE, board.MIND, board.FORMS, board.MOST_BOUNCES
PAWN, DRAGON, KING = board.PAWN, board.DRAGON, board.KING
LEGS, BOUNCE, BREATH, SWAP, ROTATION, RESPAWN = (
    board.LEGS,
    board.BOUNCE,
    board.BREATH,
    board.SWAP,
    board.ROTATION,
    board.RESPAWN,
)
NO_WAY = 8
LONGEST = 12
"""The greatest range of a line, so the length of the longest bounce."""
DELTA = board.DELTA
LEAP = board.LEAP


class Sanity:
    def __init__(self, turn: Turn) -> None:
        self.turn = turn

    def is_well_formed(self, move: int) -> bool:
        """Whether `carry_out` can take the number without harm."""
        form = move & 15
        origin = move >> 8 & 255
        target = move >> 16 & 255
        if move < 0 or form >= FORMS or self.turn.state.units[origin] == EDGE:
            return False
        unit = self.turn.state.units[origin]
        if form == ROTATION:
            return self._is_block(origin, move >> 16 & 7) and move >> 19 & 3 != 0
        if form == RESPAWN:
            return self.turn.state.is_tomb(origin)
        if unit & UNIT == 0 or unit >> 3 & 1 == self.turn.state.to_move ^ (1 if move & MIND == 0 else 0):
            return False
        if form == LEGS:
            return self._are_legs(move, origin, target)
        if form == BOUNCE:
            return self._is_bounce(move, origin)
        if form == BREATH:
            return unit & 7 == DRAGON
        other = self.turn.state.units[target]
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
        if self.turn.state.units[target] == EDGE or target == origin:
            return False
        if second:
            if not self._is_leg(origin, target, move >> 24 & 1, 0):
                return False
            last = second
            begin = target
            if self.turn.state.units[second] == EDGE or second in (origin, target):
                return False
        if move >> 5 & 7 and self.turn.state.units[origin] & 7 != PAWN:
            return False
        return self._is_leg(begin, last, move >> (33 if second else 24) & 1, move >> 34 & 7)

    def _is_leg(self, origin: int, target: int, push: int, over: int) -> bool:
        way = self.turn.way_to(origin, target)
        if way == NO_WAY:
            return push == 0 and over <= 4 and self.turn.leap_to(origin, target) != NO_WAY
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
            while self.turn.state.units[cell + DELTA[way]] == 0:
                cell += DELTA[way]
                used += 1
            if used == before or used > LONGEST:
                return False
            if bounce != change:
                way = way + 2 & 7 if move >> (22 + bounce) & 1 else way - 2 & 7
            elif option < 4:
                way = 2 * option + 1 - (way & 1)
            else:
                return bounce == bounces and length == 0 and self.turn.state.units[cell + LEAP[option - 4]] != EDGE
        for _ in range(length):
            cell += DELTA[way]
            if self.turn.state.units[cell] == EDGE:
                return False
        return length > 0 and cell != origin and used + length <= LONGEST and (move >> 46 & 1 == 0 or way & 1 == 0)

"""T9 and T14: respawn, breath, swap shot, exchange and rotation, carried out."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.gains import Gains
from ludoteca.games.tomb_chess.sight import Sight
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.tombs import Tombs

UNIT, JESTER, QUEEN, KING = board.UNIT, board.JESTER, board.QUEEN, board.KING
CARRIED, CARRIED_WALL, CARRIED_GRAVE = board.CARRIED, board.CARRIED_WALL, board.CARRIED_GRAVE
APPEARED, SWAPPED, TURNED, BREATHED, EXCHANGED = (
    board.APPEARED,
    board.SWAPPED,
    board.TURNED,
    board.BREATHED,
    board.EXCHANGED,
)
FIRST_RANGE = list(board.FIRST_RANGE)
AROUND = [-17, -16, -15, -1, 1, 15, 16, 17]


class Deeds:
    def __init__(self, state: State, tombs: Tombs, sight: Sight, gains: Gains) -> None:
        self.state = state
        self.tombs = tombs
        self.sight = sight
        self.gains = gains

    def breathe(self, dragon: int) -> None:
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
        self.gains.gain(dragon, UNIT | QUEEN, dragon)
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

    def swap(self, one: int, other: int, promotion: int) -> None:
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
            if self.gains.is_promoting(one):
                self.gains.become(one, promotion)
            if self.gains.is_promoting(other):
                self.gains.become(other, promotion)

    def exchange(self, king: int, target: int) -> None:
        """T14.7."""
        self.state.tell(EXCHANGED, self.state.units[king], king, target)
        self.tombs.kill(target)
        self.state.shift(king, target)

    def respawn(self, cell: int) -> None:
        """T9.1, T9.3, T6.5."""
        code = self.state.exhume(cell)
        self.state.opened[cell] = 0
        self.state.put(cell, UNIT | code | FIRST_RANGE[code & 7] << 5)
        self.state.tell(APPEARED, code, cell, cell)

    def rotate(self, corner: int, size: int, quarters: int) -> None:
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

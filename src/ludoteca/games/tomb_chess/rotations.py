"""T14.6: blocks of squares that turn."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.judge import Judge

UNIT, JESTER, KING, ROTATION = board.UNIT, board.JESTER, board.KING, board.ROTATION
JUST_PUSHED = board.JUST_PUSHED
BOTH = 3
QUADRANT = board.QUADRANT


class Rotations:
    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def add(self) -> None:
        """Every rotation of every block that the side to move may turn."""
        for size in range(2, 5):
            for row in range(3, 14 - size):
                for file in range(3, 14 - size):
                    corner = row * 16 + file
                    if self.excess(corner, size) > 0:
                        self._add_block(corner, size)

    def excess(self, corner: int, size: int) -> int:
        """How many more units than the enemy the side to move has in a block."""
        excess = 0
        for place in range(size * size):
            unit = self.judge.now.units[corner + place // size * 16 + place % size]
            if unit:
                excess += 1 if unit >> 3 & 1 == self.judge.now.to_move else -1
        return excess

    def _add_block(self, corner: int, size: int) -> None:
        concerns = self._concerns(corner, size)
        for quarters in range(1, 4):
            if self.changes(corner, size, quarters):
                self.judge.offer(ROTATION | corner << 8 | size << 16 | quarters << 19, concerns, 0)

    def _concerns(self, corner: int, size: int) -> int:
        concerns = 0
        has_jester = 0
        has_foe = 0
        has_wall = 0
        beside = 0
        for place in range(size * size):
            cell = corner + place // size * 16 + place % size
            concerns |= self.judge.hot[256 + cell]
            has_foe |= self.judge.near_foe[cell]
            unit = self.judge.now.units[cell]
            if unit:
                if unit & 7 == KING:
                    return BOTH
                if unit & 7 == JESTER:
                    has_jester = 1
                if unit >> 3 & 1 != self.judge.now.to_move:
                    has_foe = 1
            beside |= self.judge.hot_wall[256 + cell]
            if self.judge.now.walls[cell]:
                has_wall = 1
        if has_jester and has_foe:
            return BOTH
        if has_wall:
            concerns |= beside
        if QUADRANT[corner] != QUADRANT[corner + (size - 1) * 17]:
            concerns |= self.judge.asks
        return concerns

    def changes(self, corner: int, size: int, quarters: int) -> bool:
        """Whether anything would not be as it was."""
        for place in range(size * size):
            origin = corner + place // size * 16 + place % size
            target = self.judge.here.deeds.turned(corner, size, quarters, place)
            if self.judge.now.units[origin] != self.judge.now.units[target]:
                return True
            if self.judge.now.walls[origin] != self.judge.now.walls[target]:
                return True
            if self._are_different_graves(origin, target):
                return True
        return False

    def _are_different_graves(self, one: int, other: int) -> bool:
        if self.judge.now.opened[one] != self.judge.now.opened[other]:
            return True
        first = self.judge.now.heads[one]
        second = self.judge.now.heads[other]
        while first and second:
            if self.judge.now.codes[first] != self.judge.now.codes[second]:
                return True
            first = self.judge.now.nexts[first]
            second = self.judge.now.nexts[second]
        return first != second

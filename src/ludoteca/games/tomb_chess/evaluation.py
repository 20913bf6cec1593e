"""A first opinion of Tomb Chess positions: material by kind and range, lives, quadrants, sleepers and the king."""

from ludoteca.core.evaluator import Evaluator
from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.position import TombChessPosition
from ludoteca.games.tomb_chess.state import State

UNIT, PAWN, JESTER, KING = board.UNIT, board.PAWN, board.JESTER, board.KING
RESTING, PARALYSED = board.RESTING, board.PARALYSED
WORTH = [100, 300, 300, 400, 550, 250, 850, 0]
RANGE_WORTH = [40, 0, 15, 20, 15, 0, 30, 0]
"""What each square of range is worth: for pawns above 1, for others below 12, where it is missing."""
LIVES = [0, 300, 550, 700, 800, 850]
"""T16.3: what the first pawns are worth besides, for without them all is lost."""
QUADRANT_WORTH = 40
SLEEP = [0, 20, 60, 60]
"""What a unit loses that rests, or is paralysed for so many turns."""
HELD = 40
"""What a unit loses beside an enemy jester."""
SHELTER, TOMB_NEAR_KING, JESTER_NEAR_KING = 12, 60, 30
CELL = board.CELL
DELTA = board.DELTA


class TombChessEvaluator(Evaluator):
    state: State

    def watch(self, position: TombChessPosition) -> None:
        self.state = position.state

    def opinion(self, seat: int) -> int:
        return self._strength(seat) - self._strength(1 - seat)

    def _strength(self, side: int) -> int:
        total = LIVES[self.state.pawns[side] if self.state.pawns[side] < 5 else 5]
        for square in range(144):
            cell = CELL[square]
            unit = self.state.units[cell]
            if unit & UNIT and unit >> 3 & 1 == side:
                total += self._worth(cell, unit, side)
        for quadrant in range(4):
            if self.state.majorities(side) >> quadrant & 1:
                total += QUADRANT_WORTH
        return total + self._safety(side)

    def _worth(self, cell: int, unit: int, side: int) -> int:
        kind = unit & 7
        length = unit >> 5 & 127
        worth = WORTH[kind]
        if kind == PAWN:
            worth += RANGE_WORTH[kind] * ((length if length < 5 else 5) - 1)
        elif RANGE_WORTH[kind]:
            worth -= RANGE_WORTH[kind] * (12 - length)
        if unit & PARALYSED:
            worth -= SLEEP[2]
        elif unit & RESTING:
            worth -= SLEEP[1]
        if kind != KING and kind != JESTER and self.state.jesters[256 - side * 256 + cell]:
            worth -= HELD
        return worth

    def _safety(self, side: int) -> int:
        """Friends around the king are a shelter; tombs and jesters there are dangers."""
        king = self.state.kings[side]
        if king == 0:
            return 0
        safety = 0
        for way in range(8):
            cell = king + DELTA[way]
            unit = self.state.units[cell]
            if self.state.is_tomb(cell):
                safety -= TOMB_NEAR_KING
            elif unit & UNIT and unit >> 3 & 1 == side:
                safety += SHELTER
                if unit & 7 == JESTER:
                    safety -= JESTER_NEAR_KING
        return safety

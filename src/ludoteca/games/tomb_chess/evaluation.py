"""The evaluation of Tomb Chess: material by kind and range, lives, quadrants, sleepers, ground and the king."""

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.games.tomb_chess import board, worths
from ludoteca.games.tomb_chess.position import TombChessPosition
from ludoteca.games.tomb_chess.state import State

UNIT, PAWN, JESTER, KING = board.UNIT, board.PAWN, board.JESTER, board.KING
RESTING, PARALYSED = board.RESTING, board.PARALYSED
WORTH = list(worths.WORTH)
RANGE_WORTH = list(worths.RANGE_WORTH)
MOST_PAWN_RANGE = worths.MOST_PAWN_RANGE
LIVES = list(worths.LIVES)
OVER = worths.KING_WORTH
QUADRANT_WORTH = 30
REST, PARALYSIS = 20, 60
"""What a unit loses that rests, or is paralysed."""
HELD = 40
"""What a unit loses beside an enemy jester."""
SHELTER, TOMB_NEAR_KING, JESTER_NEAR_KING = 12, 60, 40
CELL = board.CELL
DELTA = board.DELTA
GROUND = list(worths.GROUND)
GROUND_WORTH = list(worths.GROUND_WORTH)


class TombChessEvaluator(Evaluator):
    state: State

    def attach(self, position: Position) -> None:
        assert isinstance(position, TombChessPosition)
        self.state = position.state

    def evaluate(self, seat: int) -> int:
        loser = self._loser()
        if loser >= 0:
            return -OVER if seat == loser else OVER
        total = self._standing(seat) - self._standing(1 - seat)
        for square in range(144):
            cell = CELL[square]
            unit = self.state.units[cell]
            if unit:
                total += self._worth(cell, unit) if unit >> 3 & 1 == seat else -self._worth(cell, unit)
        return total

    def _loser(self) -> int:
        """T16.1, T16.3, T16.4: the side that has lost its king or its pawns, or -1."""
        last = 1 - self.state.to_move
        if self.state.kings[0] == 0 or self.state.kings[1] == 0:
            return 0 if self.state.kings[0] == 0 else 1
        if self.state.pawns[last] == 0:
            return last
        return 1 - last if self.state.pawns[1 - last] == 0 else -1

    def _standing(self, side: int) -> int:
        """T16.3, T11: lives, quadrants and the king."""
        pawns = self.state.pawns[side]
        total = LIVES[pawns] if pawns < 12 else LIVES[12]
        for quadrant in range(4):
            if self.state.pieces[side * 4 + quadrant] > self.state.pieces[4 - side * 4 + quadrant]:
                total += QUADRANT_WORTH
        return total + self._safety(side)

    def _worth(self, cell: int, unit: int) -> int:
        kind = unit & 7
        length = unit >> 5 & 127
        worth = WORTH[kind] + GROUND_WORTH[kind] * GROUND[cell]
        if kind == PAWN:
            worth += RANGE_WORTH[kind] * ((length if length < MOST_PAWN_RANGE else MOST_PAWN_RANGE) - 1)
        else:
            worth -= RANGE_WORTH[kind] * (12 - length)
        if unit & PARALYSED:
            worth -= PARALYSIS
        elif unit & RESTING:
            worth -= REST
        if kind != KING and kind != JESTER and self.state.jesters[(256 if unit >> 3 & 1 == 0 else 0) + cell]:
            worth -= HELD
        return worth

    def _safety(self, side: int) -> int:
        """Friends around the king are a shelter; tombs and jesters there are dangers."""
        king = self.state.kings[side]
        safety = 0
        for way in range(8):
            cell = king + DELTA[way]
            unit = self.state.units[cell]
            if unit & UNIT:
                if unit >> 3 & 1 == side:
                    safety += SHELTER
                    if unit & 7 == JESTER:
                        safety -= JESTER_NEAR_KING
            elif self.state.is_tomb(cell):
                safety -= TOMB_NEAR_KING
        return safety

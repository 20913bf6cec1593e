"""A first opinion of Xiangqi positions: material, and pawns that have crossed the river."""

from ludoteca.core.evaluator import Evaluator
from ludoteca.games.xiangqi import board
from ludoteca.games.xiangqi.position import XiangqiPosition

NOWHERE = board.NOWHERE
PAWN = board.PAWN
KIND = [board.SLOT_KIND[slot] for slot in range(16)]
WORTH = [0, 200, 200, 400, 900, 450, 100]
CROSSED = 100
"""What a pawn gains by crossing the river."""


class XiangqiEvaluator(Evaluator):
    def watch(self, position: XiangqiPosition) -> None:
        self.pieces = position.pieces

    def opinion(self, seat: int) -> int:
        return self._material(seat) - self._material(1 - seat)

    def _material(self, side: int) -> int:
        total = 0
        for slot in range(16):
            point = self.pieces.points[side * 16 + slot]
            if point != NOWHERE:
                total += WORTH[KIND[slot]]
                if KIND[slot] == PAWN and (point >= 45) != (side == 1):
                    total += CROSSED
        return total

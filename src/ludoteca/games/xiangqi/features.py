"""Xiangqi for a learned evaluation: each piece by whose it is, its kind and its point.

A side sees the board from its own bank and, if its general is to the right of the middle, mirrored.
"""

from typing import Any

from ludoteca.core.features import Features
from ludoteca.core.position import Position
from ludoteca.games.xiangqi import board, layout
from ludoteca.games.xiangqi.position import XiangqiPosition

BUCKETS = 8
TURN = 2 * board.KINDS * board.POINTS
NAMES = (
    *(
        f"{whose} {kind} {point}"
        for whose in ("own", "enemy")
        for kind in board.KIND_NAMES
        for point in board.GEOMETRY.names
    ),
    "own turn",
    "enemy turn",
)
DESCRIPTION = "mirrored if the own general is on the files f to i; buckets by pieces left, four each"


# A point as it is seen is POINT_FACTOR * point + RANK_FACTOR * rank + SHIFT, by the side times 2, plus 1 if mirrored:
# arithmetic, because the compiler does it for many pieces at once.
POINT_FACTOR = [1, -1, -1, 1]
RANK_FACTOR = [0, 18, 0, -18]
SHIFT = [0, 8, 89, 81]
PIECE_BEGINS = [
    board.POINTS * (board.SLOT_KIND[slot % 16] + (0 if slot // 16 == side else board.KINDS))
    for side in (0, 1)
    for slot in range(32)
]
"""Where the features of a piece begin, by who looks times 32 and its slot."""
NONE = len(NAMES)


class XiangqiFeatures(Features):
    position: XiangqiPosition

    def __init__(self) -> None:
        super().__init__(NAMES, 33, 2, BUCKETS, "", DESCRIPTION, ((32, 0, TURN), (1, TURN, NONE)))

    def attach(self, position: Position) -> None:
        self.refuse_others(position, isinstance(position, XiangqiPosition))
        assert isinstance(position, XiangqiPosition)
        self.position = position
        self.pieces = position.pieces

    def features(self, seat: int, out: Any) -> None:
        points = self.pieces.points
        pieces = seat * 32
        none = NONE
        # A side sees its own right half as the files f to i.
        file = points[seat * 16] % 9
        view = 2 * seat + (file < 4 if seat else file > 4)
        point_factor = POINT_FACTOR[view]
        rank_factor = RANK_FACTOR[view]
        shift = SHIFT[view]
        for slot in range(32):
            # 57 / 512 is a ninth, near enough for points.
            seen = point_factor * points[slot] + rank_factor * (points[slot] * 57 >> 9) + shift
            seen += PIECE_BEGINS[pieces + slot]
            out[slot] = none if points[slot] == layout.NOWHERE else seen
        out[32] = TURN if self.position.to_move == seat else TURN + 1

    def bucket(self) -> int:
        points = self.pieces.points
        count = 0
        for slot in range(32):
            count += points[slot] != layout.NOWHERE
        return (count - 1) // 4

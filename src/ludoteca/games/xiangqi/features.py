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


def _seen(side: int, is_mirrored: int, point: int) -> int:
    """A point as a side counts it from its own left corner, or from its right one."""
    seen = board.POINTS - 1 - point if side else point
    rank, file = divmod(seen, board.FILES)
    return rank * board.FILES + (board.FILES - 1 - file if is_mirrored else file)


def _feature(side: int, is_mirrored: int, piece: int, point: int) -> int:
    owner, kind = divmod(piece, board.KINDS)
    if point >= board.POINTS:
        return len(NAMES)
    return (kind if owner == side else board.KINDS + kind) * board.POINTS + _seen(side, is_mirrored, point)


FEATURE = [
    _feature(side, is_mirrored, piece, point)
    for side in (0, 1)
    for is_mirrored in (0, 1)
    for piece in range(2 * board.KINDS)
    for point in range(92)
]
"""By who looks, whether it is mirrored, the piece, and its point; of a captured piece, none."""
PIECE_BEGINS = [92 * (slot // 16 * board.KINDS + board.SLOT_KIND[slot % 16]) for slot in range(32)]
VIEW_BEGINS = [
    92 * 2 * board.KINDS * (2 * side + (_seen(side, 0, point % board.POINTS) % board.FILES > board.FILES // 2))
    for side in (0, 1)
    for point in range(92)
]
"""Where the features of a view begin, by the side times 92 and the point of its general."""


class XiangqiFeatures(Features):
    position: XiangqiPosition

    def __init__(self) -> None:
        super().__init__(NAMES, 33, 2, BUCKETS, "", DESCRIPTION)

    def attach(self, position: Position) -> None:
        assert isinstance(position, XiangqiPosition)
        self.position = position
        self.pieces = position.pieces

    def features(self, seat: int, out: Any) -> None:
        points = self.pieces.points
        begin = VIEW_BEGINS[seat * 92 + points[seat * 16]]
        for slot in range(32):
            out[slot] = FEATURE[begin + PIECE_BEGINS[slot] + points[slot]]
        out[32] = TURN if self.position.to_move == seat else TURN + 1

    def bucket(self) -> int:
        count = 0
        for slot in range(32):
            count += self.pieces.points[slot] != layout.NOWHERE
        return (count - 1) // 4

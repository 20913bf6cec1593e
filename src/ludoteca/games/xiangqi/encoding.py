"""Xiangqi as a network sees it: the board turned so that the side to move is at the bottom."""

from typing import Any

from ludoteca.core.encoding import END, RECENT, Encoding
from ludoteca.core.int_stack import IntStack
from ludoteca.core.plane import Plane
from ludoteca.core.position import Position
from ludoteca.games.xiangqi import board, layout, tables
from ludoteca.games.xiangqi.position import XiangqiPosition

QUIET = 2 * board.KINDS
SEEN = QUIET + 1
LEFT = QUIET + 2
REACHED = QUIET + 3
PLANES = (
    *(Plane(f"own {name}", "1 where one stands") for name in board.KIND_NAMES),
    *(Plane(f"enemy {name}", "1 where one stands") for name in board.KIND_NAMES),
    Plane(
        "quiet plies",
        "everywhere: plies without a capture, at most 255; 120 are a draw, if no other limit was chosen (X3.4)",
    ),
    Plane("seen", "everywhere: how often this position was there before, since the last capture (X3.1)"),
    Plane("left", f"how many plies ago, up to {RECENT}, a piece last left the point; 0 if none did"),
    Plane("reached", f"how many plies ago, up to {RECENT}, a piece last came to the point; 0 if none did"),
)
SIZE = len(PLANES) * board.POINTS
PICKS = (*range(board.POINTS), END)
FEATURES = ("origin", "target", "kind", "captured kind, from 1; 0 if none")
RECENT_PLIES = RECENT
PLACE = [
    board.POINTS * (board.SLOT_KIND[slot % 16] if slot // 16 == side else board.KINDS + board.SLOT_KIND[slot % 16])
    for side in (0, 1)
    for slot in range(32)
]
"""Where the plane of a slot begins, by the side to move times 32 and the slot."""


class XiangqiEncoding(Encoding):
    position: XiangqiPosition

    def __init__(self) -> None:
        super().__init__()
        self.planes = PLANES
        self.shape = (len(PLANES), board.RANKS, board.FILES)
        self.size = SIZE
        self.flat_size = board.POINTS * board.POINTS
        self.picks = PICKS
        self.features = FEATURES

    def attach(self, position: Position) -> None:
        assert isinstance(position, XiangqiPosition)
        self.position = position
        self.pieces = position.pieces

    def prefetch(self) -> None:
        self.position.prefetch()

    def encode(self, out: Any, begin: int) -> None:
        side = self.position.to_move
        for index in range(begin, begin + SIZE):
            out[index] = 0
        for slot in range(32):
            point = self.pieces.points[slot]
            if point != layout.NOWHERE:
                out[begin + PLACE[side * 32 + slot] + _seen_by(side, point)] = 1
        self._fill(out, begin + QUIET * 90, self.position.quiet)
        self._fill(out, begin + SEEN * 90, self.position.times_seen())
        self._mark_recent(out, begin, side)

    def _fill(self, out: Any, begin: int, number: int) -> None:
        if number:
            number = min(number, 255)
            for index in range(begin, begin + 90):
                out[index] = number

    def _mark_recent(self, out: Any, begin: int, side: int) -> None:
        """The last plies, the oldest first, so that the last one to leave or reach a point is what stays."""
        count = self.position.played.count
        for back in range(min(RECENT_PLIES, count), 0, -1):
            move = self.position.played.at[count - back]
            out[begin + LEFT * 90 + _seen_by(side, layout.origin(move))] = back
            out[begin + REACHED * 90 + _seen_by(side, layout.target(move))] = back

    def flat(self, move: int) -> int:
        """The point that it leaves times 90, and the point that it goes to."""
        side = self.position.to_move
        return _seen_by(side, layout.origin(move)) * 90 + _seen_by(side, layout.target(move))

    def mark_flat(self, found: IntStack, out: Any, begin: int, number: int) -> None:
        # As `flat`: 89 less a point is how Black counts it.
        if self.position.to_move:
            for index in range(found.count):
                move = found.at[index]
                out[begin + 8099 - layout.origin(move) * 90 - layout.target(move)] = number
        else:
            for index in range(found.count):
                move = found.at[index]
                out[begin + layout.origin(move) * 90 + layout.target(move)] = number

    def pick(self, move: int, out: Any) -> int:
        side = self.position.to_move
        out[0] = _seen_by(side, layout.origin(move))
        out[1] = _seen_by(side, layout.target(move))
        return 2

    def describe(self, move: int, out: Any, begin: int) -> None:
        side = self.position.to_move
        captured = self.pieces.slots[layout.target(move)]
        out[begin] = _seen_by(side, layout.origin(move))
        out[begin + 1] = _seen_by(side, layout.target(move))
        out[begin + 2] = tables.KIND[self.pieces.slots[layout.origin(move)]]
        out[begin + 3] = 0 if captured == layout.EMPTY else tables.KIND[captured] + 1


def _seen_by(side: int, point: int) -> int:
    """A point as a side counts it from its own left corner."""
    return 89 - point if side else point

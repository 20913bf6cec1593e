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
ALWAYS_CHECKED = QUIET + 2
ALWAYS_CHASED = QUIET + 3
LEFT = QUIET + 4
PLANES = (
    *(Plane(f"own {name}", "1 where one stands") for name in board.KIND_NAMES),
    *(Plane(f"enemy {name}", "1 where one stands") for name in board.KIND_NAMES),
    Plane(
        "quiet plies",
        "everywhere: plies without a capture, at most 255; 120 are a draw, if no other limit was chosen (X3.4)",
    ),
    Plane("seen", "everywhere: how often this position was there before, since the last capture (X3.1)"),
    Plane("always checked", "1 on a general that every enemy move has checked since this position first came (X3.1)"),
    Plane("always chased", "1 on a piece that every enemy move has chased since this position first came (X3.2)"),
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
"""Where the plane of a slot begins, by the side that looks times 32 and the slot."""
SEEN_POINT = [*range(board.POINTS), 0, 0, *reversed(range(board.POINTS)), 0, 0]
"""Each point as a side counts it from its own left corner, by the side times 92; of a captured piece, any."""


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

    def encode(self, out: Any, begin: int, seat: int) -> None:
        points = self.pieces.points
        for index in range(begin, begin + SIZE):
            out[index] = 0
        for slot in range(32):
            # To write for captured pieces too, without effect, is faster than to ask.
            place = begin + PLACE[seat * 32 + slot] + SEEN_POINT[seat * 92 + points[slot]]
            out[place] |= points[slot] != layout.NOWHERE
        self._fill(out, begin + QUIET * 90, self.position.quiet)
        seen = self.position.times_seen()
        if seen:
            self._fill(out, begin + SEEN * 90, seen)
            if self.position.has_repetition:
                self._mark_blame(out, begin, seat)
        self._mark_recent(out, begin, seat)

    def _fill(self, out: Any, begin: int, number: int) -> None:
        if number:
            number = min(number, 255)
            for index in range(begin, begin + 90):
                out[index] = number

    def _mark_blame(self, out: Any, begin: int, seat: int) -> None:
        """What would be judged if the position came for the third time (X3.1, X3.2)."""
        self.position.weigh_repetition()
        for side in range(2):
            first = 16 - side * 16
            general = SEEN_POINT[seat * 92 + self.pieces.points[first]]
            out[begin + ALWAYS_CHECKED * 90 + general] = self.position.repetition.always_checks[side]
            for victim in range(16):
                if self.position.repetition.chased[side] >> victim & 1:
                    point = self.pieces.points[first + victim]
                    out[begin + ALWAYS_CHASED * 90 + SEEN_POINT[seat * 92 + point]] = 1

    def _mark_recent(self, out: Any, begin: int, seat: int) -> None:
        """The last plies, the oldest first, so that the last one to leave or reach a point is what stays."""
        played = self.position.played.at
        count = self.position.played.count
        left = begin + LEFT * 90
        view = seat * 92
        for back in range(min(RECENT_PLIES, count), 0, -1):
            move = played[count - back]
            out[left + SEEN_POINT[view + layout.origin(move)]] = back
            out[left + 90 + SEEN_POINT[view + layout.target(move)]] = back

    def flat(self, move: int) -> int:
        """The point that it leaves times 90, and the point that it goes to."""
        side = self.position.to_move
        return _seen_by(side, layout.origin(move)) * 90 + _seen_by(side, layout.target(move))

    def mark_flat(self, found: IntStack, out: Any, begin: int, number: int) -> None:
        # As `flat`: 89 less a point is how Black counts it.
        moves = found.at
        count = found.count
        if self.position.to_move:
            for index in range(count):
                out[begin + 8099 - layout.origin(moves[index]) * 90 - layout.target(moves[index])] = number
        else:
            for index in range(count):
                out[begin + layout.origin(moves[index]) * 90 + layout.target(moves[index])] = number

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

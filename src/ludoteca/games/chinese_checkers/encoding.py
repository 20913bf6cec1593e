"""Chinese Checkers as a network sees it: the star turned so that the seat to move is in the south.

The holes are laid out on a square grid, row by row from the south, each row shifted by half a hole against the next:
the six neighbours of a hole are those to the left and right, above and below, above left and below right.
"""

from collections.abc import Mapping
from typing import Any

from ludoteca.core.encoding import END, RECENT, Encoding, turned_cells
from ludoteca.core.int_stack import IntStack
from ludoteca.core.option import Value
from ludoteca.core.plane import Plane
from ludoteca.core.position import Position
from ludoteca.games.chinese_checkers import board, layout, tables
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

WIDTH = 17
AREA = WIDTH * WIDTH
SCALE = (0.5, 0.75**0.5)
RECENT_PLIES = RECENT
PICKS = (*range(layout.HOLES), "pass", END)
FLAT_PASS = layout.HOLES * layout.HOLES
FEATURES = ("origin", "target", "1 if a pass", "rows forward, from 100", "1 if a step")


def planes(players: int) -> tuple[Plane, ...]:
    others = (f"pieces of the {_nth(number)} seat after" for number in range(1, players))
    return (
        Plane("holes", "1 where there is a hole"),
        Plane("own pieces", "1 where one stands"),
        *(Plane(name, "1 where one stands") for name in others),
        Plane("round", "everywhere: the round modulo 256; the option round_limit ends the game (C4.3)"),
        Plane("round high", "everywhere: the round divided by 256, at most 255"),
        Plane("seen", "everywhere: how often this position was there before (C4.2)"),
        Plane("left", f"how many plies ago, up to {RECENT}, a piece last left the hole; 0 if none did"),
        Plane("reached", f"how many plies ago, up to {RECENT}, a piece last came to the hole; 0 if none did"),
    )


def _nth(number: int) -> str:
    return ("", "first", "second", "third", "fourth", "fifth")[number]


def grid_place(hole: int) -> int:
    """Where a hole is on the grid."""
    x, y = board.PLACES[hole]
    east, north = x - board.CENTRE[0], y - board.CENTRE[1]
    return (north + WIDTH // 2) * WIDTH + (east - north) // 2 + WIDTH // 2


def _seen_holes() -> list[int]:
    """The hole in whose place a slot appears, by the point where the seat sits times 128 and the slot."""
    found = [0] * (6 * layout.SLOTS)
    for point in range(6):
        turned = turned_cells(board.GEOMETRY, SCALE, 60 * point)
        for hole in range(layout.HOLES):
            found[point * layout.SLOTS + board.SLOT[hole]] = turned[hole]
    return found


SEEN_HOLE = _seen_holes()
GRID = [grid_place(hole) for hole in range(layout.HOLES)]
"""By hole."""
IS_HOLE = [1 if place in GRID else 0 for place in range(AREA)]
POINT_OF = board.seat_table(0, lambda players, seat: board.SEATED[players][seat])
"""Where each seat sits."""
PLANES = {players: planes(players) for players in board.SEATED}


class ChineseCheckersEncoding(Encoding):
    position: ChineseCheckersPosition

    def __init__(self, options: Mapping[str, Value]) -> None:
        super().__init__()
        players = int(options["players"] or 0)
        self.planes = PLANES[players]
        self.shape = (len(self.planes), WIDTH, WIDTH)
        self.size = len(self.planes) * AREA
        self.flat_size = FLAT_PASS + 1
        self.picks = PICKS
        self.features = FEATURES

    def attach(self, position: Position) -> None:
        assert isinstance(position, ChineseCheckersPosition)
        self.position = position
        self.pieces = position.pieces

    def encode(self, out: Any, begin: int, seat: int) -> None:
        seats = self.position.seats
        view = self._view(seat)
        for index in range(AREA):
            out[begin + index] = IS_HOLE[index]
        for index in range(AREA, self.size):
            out[begin + index] = 0
        for after in range(seats):
            self._mark_pieces((seat + after) % seats, view, out, begin + (1 + after) * AREA)
        number = self.position.round
        self._fill(out, begin + (seats + 1) * AREA, number & 255)
        self._fill(out, begin + (seats + 2) * AREA, min(number >> 8, 255))
        self._fill(out, begin + (seats + 3) * AREA, min(self.position.times_seen(), 255))
        self._mark_recent(out, begin + (seats + 4) * AREA, view)

    def _view(self, seat: int) -> int:
        """Where the holes seen by a seat begin among all that are seen."""
        return layout.SLOTS * POINT_OF[self.pieces.seating + seat]

    def _mark_pieces(self, seat: int, view: int, out: Any, begin: int) -> None:
        for lattice in range(4):
            own = self.pieces.own[4 * seat + lattice]
            while own:
                out[begin + GRID[SEEN_HOLE[view + tables.SLOT[layout.slot_index(lattice, own)]]]] = 1
                own &= own - 1

    def _fill(self, out: Any, begin: int, number: int) -> None:
        if number:
            for index in range(AREA):
                out[begin + index] = number

    def _mark_recent(self, out: Any, begin: int, view: int) -> None:
        """The last plies, the oldest first, so that the last one to leave or reach a hole is what stays."""
        count = self.position.played.count
        for back in range(min(RECENT_PLIES, count), 0, -1):
            move = self.position.played.at[count - back]
            if move != layout.PASS:
                out[begin + GRID[SEEN_HOLE[view + layout.origin(move)]]] = back
                out[begin + AREA + GRID[SEEN_HOLE[view + layout.target(move)]]] = back

    def flat(self, move: int) -> int:
        """The hole that it leaves times 121, and the hole that it goes to; a pass is the last number."""
        if move == layout.PASS:
            return FLAT_PASS
        view = self._view(self.position.to_move)
        return SEEN_HOLE[view + layout.origin(move)] * layout.HOLES + SEEN_HOLE[view + layout.target(move)]

    def mark_flat(self, found: IntStack, out: Any, begin: int, number: int) -> None:
        view = self._view(self.position.to_move)
        for index in range(found.count):
            move = found.at[index]
            if move == layout.PASS:
                out[begin + FLAT_PASS] = number
            else:
                origin = SEEN_HOLE[view + layout.origin(move)]
                out[begin + origin * layout.HOLES + SEEN_HOLE[view + layout.target(move)]] = number

    def pick(self, move: int, out: Any) -> int:
        if move == layout.PASS:
            out[0] = layout.HOLES
            return 1
        view = self._view(self.position.to_move)
        out[0] = SEEN_HOLE[view + layout.origin(move)]
        out[1] = SEEN_HOLE[view + layout.target(move)]
        return 2

    def describe(self, move: int, out: Any, begin: int) -> None:
        if move == layout.PASS:
            out[begin] = 0
            out[begin + 1] = 0
            out[begin + 2] = 1
            out[begin + 3] = 100
            out[begin + 4] = 0
            return
        view = self._view(self.position.to_move)
        origin = SEEN_HOLE[view + layout.origin(move)]
        target = SEEN_HOLE[view + layout.target(move)]
        out[begin] = origin
        out[begin + 1] = target
        out[begin + 2] = 0
        out[begin + 3] = 100 + GRID[target] // WIDTH - GRID[origin] // WIDTH
        # A step leaves the lattice, a hop never does.
        out[begin + 4] = 1 if tables.LATTICE[layout.origin(move)] != tables.LATTICE[layout.target(move)] else 0

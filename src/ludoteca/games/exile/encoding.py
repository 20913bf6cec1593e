"""Exile as a network sees it: the board turned so that the corner of the seat to move is on the left below."""

from collections.abc import Mapping
from typing import Any

from ludoteca.core.encoding import END, MAX_PICKS, RECENT, Encoding, turned_cells
from ludoteca.core.option import Value
from ludoteca.core.plane import Plane
from ludoteca.core.position import Position
from ludoteca.games.exile import board, layout, tables
from ludoteca.games.exile.board import MODES, SIZES, Mode
from ludoteca.games.exile.position import ExilePosition

MOST_TILES = MAX_PICKS
RECENT_PLIES = RECENT
FEATURES = (
    "0 pass, 1 spawn, 2 slide, 3 jump",
    "origin",
    "target",
    "how many enemies it exiles",
    *(f"tile from 1 of the flag of seat {seat} after a jump, counted from the seat to move" for seat in range(4)),
)


def planes(mode: Mode) -> tuple[Plane, ...]:
    whose = ("own", "first seat after's", "second seat after's", "third seat after's")[: mode.seats]
    return (
        *(Plane(f"{owner} pieces", "1 where one stands") for owner in whose),
        *(Plane(f"{owner} flag", "1 where it stands, 2 if the piece there holds it") for owner in whose),
        *(Plane(f"{owner} ready pieces", "everywhere: how many can spawn (E5.2)") for owner in whose),
        *(
            Plane(f"{owner} waiting pieces", "everywhere: how many are in exile and cannot spawn yet")
            for owner in whose
        ),
        Plane("spawned", "1 on the tiles spawned on in this turn (E2.4)"),
        Plane("quiet turns", "everywhere: the turns of E7.4 modulo 256"),
        Plane("quiet turns high", "everywhere: the same divided by 256, at most 255"),
        Plane("round", "everywhere: the round modulo 256 (E7.3)"),
        Plane("round high", "everywhere: the same divided by 256, at most 255"),
        Plane("flags to win", "everywhere: how many flags win (E7.1)"),
        Plane("seen", "everywhere: how often this position has started a turn before (E7.3)"),
        Plane("left", f"how many moves ago, up to {RECENT}, a piece last left the tile; 0 if none did"),
        Plane("reached", f"how many moves ago, up to {RECENT}, a piece last came to the tile; 0 if none did"),
    )


def _seen_tiles() -> list[int]:
    """The tile in whose place another appears, by board, quarters of a turn and tile."""
    found = []
    for geometry in board.GEOMETRIES:
        unused = [0] * (layout.MAX_TILES - len(geometry))
        for quarters in range(4):
            found += turned_cells(geometry, (1.0, 1.0), 90 * quarters) + unused
    return found


SEEN_TILE = _seen_tiles()
PLANES = {name: planes(mode) for name, mode in MODES.items()}


class ExileEncoding(Encoding):
    position: ExilePosition

    def __init__(self, options: Mapping[str, Value]) -> None:
        super().__init__()
        mode = MODES[str(options["mode"])]
        side = SIZES[mode.board]
        self.planes = PLANES[mode.name]
        self.shape = (len(self.planes), side, side)
        self.area = side * side
        self.size = len(self.planes) * self.area
        self.picks = (*range(self.area), "spawn", "pass", END)
        self.features = FEATURES

    def attach(self, position: Position) -> None:
        assert isinstance(position, ExilePosition)
        self.position = position
        self.pieces = position.pieces

    def encode(self, out: Any, begin: int, seat: int) -> None:
        seats = self.position.seats
        view = self._view(seat)
        for index in range(self.size):
            out[begin + index] = 0
        for after in range(seats):
            self._show_seat(self._seat_after(seat, after), after, view, out, begin)
        last = begin + 4 * seats * self.area
        for index in range(self.position.spawning.count):
            out[last + SEEN_TILE[view + self.position.spawning.tiles[index]]] = 1
        self._fill(out, last + self.area, self.position.quiet & 255)
        self._fill(out, last + 2 * self.area, min(self.position.quiet >> 8, 255))
        self._fill(out, last + 3 * self.area, self.position.number & 255)
        self._fill(out, last + 4 * self.area, min(self.position.number >> 8, 255))
        self._fill(out, last + 5 * self.area, self.position.flags_to_win)
        self._fill(out, last + 6 * self.area, min(self.position.times_seen(), 255))
        self._mark_recent(out, last + 7 * self.area, view)

    def _view(self, seat: int) -> int:
        """Where the tiles seen by a seat begin among all that are seen."""
        # Seats sit in the corners, those of a duel across from each other.
        quarters = seat if self.position.seats == 4 else 2 * seat
        return (4 * self.pieces.board + quarters) * layout.MAX_TILES

    def _seat_after(self, seat: int, after: int) -> int:
        return (seat + after) % self.position.seats

    def _show_seat(self, seat: int, after: int, view: int, out: Any, begin: int) -> None:
        seats = self.position.seats
        for place in range(4 * seat, 4 * seat + self.pieces.counts[seat]):
            out[begin + after * self.area + SEEN_TILE[view + self.pieces.tiles[place]]] = 1
        held = 1 if self.position.flags.holders[seat] == layout.NOBODY else 2
        out[begin + (seats + after) * self.area + SEEN_TILE[view + self.position.flags.tiles[seat]]] = held
        self._fill(out, begin + (2 * seats + after) * self.area, self.pieces.ready[seat])
        self._fill(out, begin + (3 * seats + after) * self.area, self.pieces.waiting[seat])

    def _fill(self, out: Any, begin: int, number: int) -> None:
        if number:
            for index in range(self.area):
                out[begin + index] = number

    def _mark_recent(self, out: Any, begin: int, view: int) -> None:
        """The last moves, the oldest first, so that the last one to leave or reach a tile is what stays."""
        count = self.position.played.count
        for back in range(min(RECENT_PLIES, count), 0, -1):
            move = self.position.played.at[count - back]
            if move == layout.PASS:
                continue
            if not layout.is_spawn(move):
                out[begin + SEEN_TILE[view + layout.tile(move)]] = back
            out[begin + self.area + SEEN_TILE[view + self._target(move)]] = back

    def _target(self, move: int) -> int:
        if layout.is_spawn(move):
            return layout.tile(move)
        if layout.is_slide(move):
            return tables.NEAR[self.pieces.ways + layout.tile(move) * 8 + layout.slide_way(move)]
        return layout.target(move)

    def pick(self, move: int, out: Any) -> int:
        if move == layout.PASS:
            out[0] = self.area + 1
            return 1
        view = self._view(self.position.to_move)
        if layout.is_spawn(move):
            out[0] = self.area
            out[1] = SEEN_TILE[view + layout.tile(move)]
            return 2
        count = self.position.write_path(move, out, MOST_TILES)
        for index in range(count):
            out[index] = SEEN_TILE[view + out[index]]
        return count

    def describe(self, move: int, out: Any, begin: int) -> None:
        view = self._view(self.position.to_move)
        for index in range(8):
            out[begin + index] = 0
        if move == layout.PASS:
            return
        out[begin] = 1 if layout.is_spawn(move) else 2 if layout.is_slide(move) else 3
        out[begin + 1] = SEEN_TILE[view + layout.tile(move)]
        out[begin + 2] = SEEN_TILE[view + self._target(move)]
        if layout.is_jump(move):
            for index in range(12):
                if layout.is_exiled(move, index):
                    out[begin + 3] += 1
            for index in range(self.position.seats):
                owner = self._seat_after(self.position.to_move, index)
                out[begin + 4 + index] = 1 + SEEN_TILE[view + layout.flag_target(move, owner)]

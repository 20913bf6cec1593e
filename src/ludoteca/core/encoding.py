"""What a network sees: positions as planes of bytes, moves as numbers of a fixed space."""

import math
from collections.abc import Sequence
from typing import Any

from ludoteca.core import bounds
from ludoteca.core.geometry import Geometry
from ludoteca.core.int_stack import IntStack
from ludoteca.core.plane import Plane
from ludoteca.core.position import Position

END = "end"
"""The pick that ends a move whose picks could go on: the last one of the space."""
MAX_PICKS = 255
"""More picks of a move are not told; no legal move is known that has so many."""
RECENT = 8
"""So many of the last plies are shown where they matter to repetition."""


class Encoding:
    """Writes the position that it is attached to as bytes, and its moves as the seat to move counts the board.

    A batch calls `attach` once a lane, because a compiled encoding has to know its own kind of position, and the others
    without the interpreter's lock while the position changes.

    Attributes:
        planes: What each plane tells.
        shape: Of a position: how many planes, and the size of each.
        size: How many bytes a position has.
        flat_size: How many numbers `flat` may give; 0 if no fixed space holds the moves.
        picks: What each number that `pick` writes stands for: a cell, a word, or END.
        features: What each byte of a move's features tells.
    """

    planes: tuple[Plane, ...]
    shape: tuple[int, ...]
    size: int
    flat_size: int

    def __init__(self) -> None:
        self.planes = ()
        self.shape = ()
        self.size = 0
        self.flat_size = 0
        self.picks: tuple[int | str, ...] = ()
        self.features: tuple[str, ...] = ()

    # For callers that have one position

    def observe(self, position: Position, seat: int | None = None) -> bytes:
        """All planes of a position, as a seat sees it; as the seat to move does unless told otherwise."""
        out = bytearray(self.size)
        self.attach(position)
        viewer = position.to_move if seat is None else bounds.within(seat, 0, position.seats - 1, "a seat")
        self.encode(out, 0, viewer)
        return bytes(out)

    def flat_of(self, position: Position, move: int) -> int:
        """The number of a legal move in the flat space."""
        self._check(position, move)
        return self.flat(move)

    def picks_of(self, position: Position, move: int) -> list[int]:
        """The numbers of the picks of a legal move."""
        picks = [0] * 256
        self._check(position, move)
        count = self.pick(move, picks)
        return [picks[index] for index in range(count)]

    def _check(self, position: Position, move: int) -> None:
        if not position.allows(move):
            raise ValueError(f"{bounds.shown(move)} is not a legal move in this position")
        self.attach(position)

    # For each game to implement

    def attach(self, position: Position) -> None:
        """Encode this position from now on."""

    def prefetch(self) -> None:
        """Bring what the next move will touch into the cache; a game whose lanes are many may implement it."""

    def encode(self, out: Any, begin: int, seat: int) -> None:
        """Write all planes to `out`, from the byte `begin`, as a seat sees the position."""

    def flat(self, move: int) -> int:
        """The number of a legal move in the flat space."""
        return 0

    def mark_flat(self, found: IntStack, out: Any, begin: int, number: int) -> None:
        """Write a number for each of the moves found to its place in a flat mask, from the byte `begin`."""
        for index in range(found.count):
            out[begin + self.flat(found.at[index])] = number

    def pick(self, move: int, out: Any) -> int:
        """Write the picks of a legal move to `out`; how many there are."""
        return 0

    def describe(self, move: int, out: Any, begin: int) -> None:
        """Write the features of a legal move to `out`, from the byte `begin`."""


def turned_cells(geometry: Geometry, scale: tuple[float, float], turn: int) -> list[int]:
    """For each cell, the one in whose place it appears to a seat that sits `turn` degrees clockwise from the south."""
    xs, ys = zip(*geometry.places, strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    found = []
    for x, y in geometry.places:
        east, north = (x - middle[0]) * scale[0], (y - middle[1]) * scale[1]
        seen_east, seen_north = east * cosine - north * sine, east * sine + north * cosine
        found.append(geometry.at(round(seen_east / scale[0] + middle[0]), round(seen_north / scale[1] + middle[1])))
    if sorted(found) != list(range(len(geometry))):
        raise ValueError(f"the board does not look the same from {turn} degrees")
    return found


def names_of(planes: Sequence[Plane]) -> list[str]:
    """The names of planes, in their order."""
    return [plane.name for plane in planes]

"""Cells with names and coordinates, and the ways between them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

OFF = -1
"""The cell beyond the board."""

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The ways to the north, east, south and west."""
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
"""The ways between these."""


@dataclass(frozen=True)
class Geometry:
    """The cells of a board.

    Attributes:
        names: The name of each cell.
        places: The place of each cell, x to the east and y to the north.
        regions: Sets of cells, by their names.
        period: The size of a wrapped board in each direction; None for other boards.
    """

    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    regions: Mapping[str, frozenset[int]] = field(default_factory=dict)
    period: tuple[int, int] | None = None

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def _by_place(self) -> dict[tuple[int, int], int]:
        return {place: cell for cell, place in enumerate(self.places)}

    def __len__(self) -> int:
        return len(self.names)

    def cell(self, name: str) -> int:
        """The cell with this name, or OFF."""
        return self._by_name.get(name, OFF)

    def at(self, x: int, y: int) -> int:
        """The cell at this place, or OFF."""
        if self.period:
            x, y = x % self.period[0], y % self.period[1]
        return self._by_place.get((x, y), OFF)

    def step(self, cell: int, way: tuple[int, int]) -> int:
        """The cell that lies one `way` from here, or OFF."""
        x, y = self.places[cell]
        return self.at(x + way[0], y + way[1])

    def ray(self, cell: int, way: tuple[int, int]) -> Iterator[int]:
        """The cells passed going on and on, without end on a wrapped board."""
        ahead = self.step(cell, way)
        while ahead != OFF:
            yield ahead
            ahead = self.step(ahead, way)


def rectangle(
    files: int, ranks: int, regions: Mapping[str, frozenset[int]] | None = None, wraps: bool = False
) -> Geometry:
    """A board of lettered files and numbered ranks; a1 is cell 0, b1 cell 1."""
    places = tuple((x, y) for y in range(ranks) for x in range(files))
    names = tuple(f"{chr(ord('a') + x)}{y + 1}" for x, y in places)
    return Geometry(names, places, regions or {}, (files, ranks) if wraps else None)

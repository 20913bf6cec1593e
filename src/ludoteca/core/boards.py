"""Boards by one call: squares, points and lines, hexagons, a star, a torus, or any list of cells."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ludoteca.core.geometry import DIAGONAL, OFF, ORTHOGONAL, Geometry, rectangle
from ludoteca.core.look import Label, Line

Way = tuple[int, int]
"""A direction: how far it goes along x, to the east, and along y, to the north."""
Regions = Mapping[str, frozenset[int]]

HEXAGONAL: tuple[Way, ...] = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
"""The ways to the six neighbours, in places whose x counts halves of a cell."""
HEXAGON_SCALE = (0.5, 0.75**0.5)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
STYLES = ("squares", "points", "holes", "hexagons")


class Board:
    """The cells of a game, which are numbers from 0 up; `for cell in board` goes through them.

    Attributes:
        geometry: Names, places and regions.
        style: How pages draw the cells: `squares`, `points`, `holes` or `hexagons`.
        ways: The directions from a cell to its neighbours.
        lines: Lines to draw between cells.
        labels: Texts to draw beside cells.
        scale: How far apart neighbouring places are along x and along y.

    Examples:
        >>> board = boards.squares(8, 8)
        >>> board.names[0], board.cell("b1"), len(board)
        ('a1', 1, 64)
        >>> [board.names[cell] for cell in board.neighbours[0]]
        ['a2', 'b1']
        >>> [board.names[cell] for cell in board.ray(board.cell("f1"), (1, 1))]
        ['g2', 'h3']
    """

    def __init__(
        self,
        geometry: Geometry,
        style: str,
        ways: tuple[Way, ...] = (),
        lines: tuple[Line, ...] = (),
        labels: tuple[Label, ...] = (),
        scale: tuple[float, float] = (1.0, 1.0),
    ) -> None:
        if style not in STYLES:
            raise ValueError(f"the style of a board is {', '.join(STYLES)}, not {style!r}")
        self.geometry = geometry
        self.style = style
        self.ways = ways
        self.lines = lines
        self.labels = labels
        self.scale = scale

    def __len__(self) -> int:
        return len(self.geometry)

    def __iter__(self) -> Iterator[int]:
        """All cells."""
        return iter(range(len(self.geometry)))

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each cell."""
        return self.geometry.names

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row from west to east, the northernmost row first."""
        places = self.geometry.places
        heights = sorted({y for _, y in places}, reverse=True)
        return tuple(
            tuple(sorted((cell for cell in self if places[cell][1] == y), key=lambda cell: places[cell]))
            for y in heights
        )

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, those one way off, and those at the other end of a line."""
        beside = [[there for way in self.ways if (there := self.geometry.step(cell, way)) != OFF] for cell in self]
        for line in self.lines:
            for here, there in ((line.start, line.end), (line.end, line.start)):
                if there not in beside[here]:
                    beside[here].append(there)
        return tuple(map(tuple, beside))

    def cell(self, name: str) -> int:
        """The cell with this name, or OFF."""
        return self.geometry.cell(name)

    def step(self, cell: int, way: Way) -> int:
        """The cell that lies one `way` from here, or OFF."""
        return self.geometry.step(cell, way)

    def ray(self, cell: int, way: Way) -> Iterator[int]:
        """The cells passed going on and on to the edge; without end on a torus."""
        return self.geometry.ray(cell, way)


def squares(files: int, ranks: int, has_diagonals: bool = False, regions: Regions | None = None) -> Board:
    """A chequered board; a1 is the cell 0 in the south-west, b1 the cell 1. Ways are straight, or diagonal too."""
    return Board(rectangle(files, ranks, regions), "squares", _ways(has_diagonals))


def torus(files: int, ranks: int, has_diagonals: bool = False) -> Board:
    """A chequered board whose edges are joined: beyond the last file comes the first."""
    return Board(rectangle(files, ranks, wraps=True), "squares", _ways(has_diagonals))


def points(files: int, ranks: int, has_diagonals: bool = False, regions: Regions | None = None) -> Board:
    """The crossings of lines, as for Go; a1 is the cell 0 in the south-west."""
    geometry = rectangle(files, ranks, regions)
    joined = [(cell, geometry.step(cell, way)) for cell in range(len(geometry)) for way in ((1, 0), (0, 1))]
    lines = tuple(Line(start, end) for start, end in joined if end != OFF)
    return Board(geometry, "points", _ways(has_diagonals), lines)


def rhombus(files: int, ranks: int) -> Board:
    """Hexagons in a slanted rectangle, as for Hex; a1 is the cell 0 in the north-west, b1 beside it to the east."""
    places = tuple((2 * file + rank, ranks - 1 - rank) for rank in range(ranks) for file in range(files))
    names = tuple(f"{LETTERS[file]}{rank + 1}" for rank in range(ranks) for file in range(files))
    labels = [Label(LETTERS[file], 2 * file - 1, ranks) for file in range(files)]
    labels += [Label(str(rank + 1), rank - 2, ranks - 1 - rank) for rank in range(ranks)]
    return Board(Geometry(names, places), "hexagons", HEXAGONAL, labels=tuple(labels), scale=HEXAGON_SCALE)


def hexagon(side: int) -> Board:
    """Hexagons in a hexagon with so many on each side; rows have letters from the south, a1 is the cell 0."""
    reach = side - 1
    rows = [range(abs(y) - 2 * reach, 2 * reach - abs(y) + 1, 2) for y in range(-reach, reach + 1)]
    return _lettered_rows(rows, "hexagons")


def star(side: int) -> Board:
    """A six-pointed star, as for Chinese Checkers: a hexagon with so many holes on each side, and six points."""
    reach = side - 1
    rows = []
    for y in range(-2 * reach, 2 * reach + 1):
        # Two triangles: one points to the north, one to the south.
        half = max(2 * reach - y if y >= -reach else -1, 2 * reach + y if y <= reach else -1)
        rows.append(range(-half, half + 1, 2))
    return _lettered_rows(rows, "holes")


def cells(
    names: Sequence[str],
    places: Sequence[Way],
    ways: tuple[Way, ...] = (),
    style: str = "",
    joined: Sequence[tuple[str, str]] = (),
) -> Board:
    """Any cells: each with its name and its place, x to the east and y to the north.

    Cells that are `joined` are neighbours, with a line between them. Then the style is `points`, else `holes`, unless
    another is given.

    Examples:
        >>> triangle = boards.cells("abc", [(0, 0), (2, 0), (1, 2)], joined=[("a", "b"), ("b", "c"), ("c", "a")])
        >>> triangle.neighbours[0]
        (1, 2)
    """
    for kind, given in (("name", names), ("place", places)):
        if len(set(given)) != len(given):
            raise ValueError(f"two cells have the same {kind}")
    geometry = Geometry(tuple(names), tuple(places))
    for name in (name for pair in joined for name in pair):
        if geometry.cell(name) == OFF:
            raise ValueError(f"there is no cell {name!r} to be joined")
    lines = tuple(Line(geometry.cell(one), geometry.cell(other)) for one, other in joined)
    return Board(geometry, style or ("points" if joined else "holes"), ways, lines)


def _lettered_rows(rows: Sequence[range], style: str) -> Board:
    """Rows from the south, each the x of its cells, in halves of a cell."""
    places = tuple((x, y) for y, row in enumerate(rows) for x in row)
    names = tuple(f"{LETTERS[y]}{number}" for y, row in enumerate(rows) for number in range(1, len(row) + 1))
    labels = []
    for y, row in enumerate(rows):
        labels += [Label(LETTERS[y], row[0] - 2, y), Label(f"{LETTERS[y]}{len(row)}", row[-1] + 3, y)]
    return Board(Geometry(names, places), style, HEXAGONAL, labels=tuple(labels), scale=HEXAGON_SCALE)


def _ways(has_diagonals: bool) -> tuple[Way, ...]:
    return ORTHOGONAL + DIAGONAL if has_diagonals else ORTHOGONAL

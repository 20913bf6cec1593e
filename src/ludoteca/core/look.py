"""How a game looks: what is given to a page or a terminal so that it can draw without knowing the game."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ludoteca.core.geometry import Geometry

CELL_NAME = re.compile(r"[a-z][0-9]+")


class Step(NamedTuple):
    """One thing that happens in a move.

    `verb` is a word such as "go", "die" or "appear"; `unit` names the glyph it happens to; `cells` are the cells it
    goes by, first to last, or the one where it happens.
    """

    verb: str
    unit: str
    cells: tuple[int, ...]


class Glyph(NamedTuple):
    """A unit as it is drawn: one character, its name in words, the seat it belongs to (or None), other faces."""

    text: str
    name: str
    seat: int | None
    faces: Mapping[str, str]


class Seat(NamedTuple):
    """A seat's name and its colour, as red, green and blue from 0 to 255."""

    name: str
    colour: tuple[int, int, int]


class Line(NamedTuple):
    """A line drawn on the board, from cell to cell."""

    start: int
    end: int


class Label(NamedTuple):
    """Words on the board, at a place between the cells."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Sheet:
    """What never changes during a game."""

    geometry: Geometry
    style: str
    """`squares`: pieces inside coloured cells; `points`: pieces on the crossings of lines; `holes`: round cells."""
    glyphs: Mapping[str, Glyph]
    seats: tuple[Seat, ...]
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    columns: int = 0
    """How wide a cell is at a terminal, if not as usual for its style: marks may need room."""


class Mark(NamedTuple):
    """Something shown on a cell besides its unit, such as a check, a wall or a number.

    Without text it colours the cell. Text is written beside the unit in a seat's colour, or in a colour of its own
    where it says: `before` or `after` the unit, or in the `middle` of a cell that has none. Words tell it to who
    listens or asks.
    """

    kind: str
    cell: int
    text: str = ""
    seat: int | None = None
    where: str = ""
    colour: tuple[int, int, int] | None = None
    words: str = ""


class Pool(NamedTuple):
    """Units of a seat that are off the board, and what they are there, such as captured."""

    name: str
    seat: int
    units: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """What a position shows: units on cells and off the board, marks, and lines of words for beside the board."""

    units: Mapping[int, str]
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    pools: tuple[Pool, ...] = ()


class Pick(NamedTuple):
    """How a move is picked on the board: the cells in order, and words for what they do not tell."""

    cells: tuple[int, ...]
    words: str = ""


def named_cells(position: Any, move: int) -> Pick:
    """The cells that a move's text names; for a text without two of them also the text."""
    text = position.move_text(move)
    geometry = position.game.look.sheet(position.options).geometry
    cells = tuple(geometry.cell(name) for name in CELL_NAME.findall(text))
    return Pick(cells, "" if len(cells) > 1 else text)


def joined_names(position: Any, cells: tuple[int, ...]) -> str:
    """Cells as a move's text: their names in a row. Of one cell: a move that leads nowhere."""
    names = position.game.look.sheet(position.options).geometry.names
    return "".join(names[cell] for cell in (cells if len(cells) > 1 else cells * 2))


@dataclass(frozen=True)
class Look:
    """A game's sheet and views. The sheet may depend on options such as the number of players."""

    sheet: Callable[[Any], Sheet]
    view: Callable[[Any], View]
    faces: tuple[str, ...] = field(default=("text",))
    """The sets of glyphs to choose from; the first is the usual one."""
    pick: Callable[[Any, int], Pick] = named_cells
    wish: Callable[[Any, tuple[int, ...]], str] = joined_names
    """The text of the move that picking these cells most likely means, legal or not."""

"""How a game looks: what is given to a page or a terminal so that it can draw without knowing the game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ludoteca.core.geometry import Geometry
from ludoteca.core.option import Value
from ludoteca.core.ruling import Ruling

OwnPosition = Any
"""The game's own kind of Position: what the functions of its record take and give."""


class Step(NamedTuple):
    """One thing that happens in a move.

    `verb` is a word such as "go", "die" or "appear"; `unit` names the glyph it happens to; `cells` are the cells it
    goes by, first to last, or the one where it happens.
    """

    verb: str
    unit: str
    cells: tuple[int, ...]


class Glyph(NamedTuple):
    """A unit as it is drawn: one character, its name in words, the seat it belongs to (or None), other faces.

    `picture` names a drawing for a page: `horse`, `tower`, `flag`; `plain` is a token with nothing on it.
    """

    text: str
    name: str
    seat: int | None
    faces: Mapping[str, str]
    picture: str = ""


class Seat(NamedTuple):
    """A seat's name and its colour, as red, green and blue from 0 to 255.

    `turn` tells where it sits, in degrees clockwise from the south: a page turns the board back by so much. `shape`
    tells which of its outlines a page gives to the seat's tokens, if not the one of its number.
    """

    name: str
    colour: tuple[int, int, int]
    turn: int = 0
    shape: int | None = None


class Line(NamedTuple):
    """A line drawn on the board, from cell to cell."""

    start: int
    end: int


class Label(NamedTuple):
    """Words on the board, at a place between the cells."""

    text: str
    x: float
    y: float


class Zone(NamedTuple):
    """Cells that mean something to a seat, such as its goal."""

    name: str
    seat: int
    cells: tuple[int, ...]


class Mark(NamedTuple):
    """Something shown on a cell besides its unit, such as a check, a wall or a number.

    Without text it colours the cell. Text is written beside the unit in a seat's colour, or in a colour of its own
    where it says: `before` or `after` the unit, or in the `middle` of a cell that has none; `page` is for pages alone.

    On a page a mark is drawn as its `shape` with its `amount`, and `words` tell what it means. The shapes are `number`,
    `dots`, `sleep`, `lock`, `block` (fills the cell), `stone` (a tomb), `buried`, `pennant` and `none`.
    """

    kind: str
    cell: int
    text: str = ""
    seat: int | None = None
    where: str = ""
    colour: tuple[int, int, int] | None = None
    shape: str = ""
    amount: int = 0
    words: str = ""


@dataclass(frozen=True)
class Sheet:
    """What never changes during a game."""

    geometry: Geometry
    style: str
    """`squares`: pieces inside coloured cells; `points`: pieces on the crossings of lines; `holes`: round cells;
    `hexagons`: cells side by side. The cells of the last two are named by labels."""
    glyphs: Mapping[str, Glyph]
    seats: tuple[Seat, ...]
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    columns: int = 0
    """How wide a cell is at a terminal, if not as usual for its style: marks may need room."""
    scale: tuple[float, float] = (1.0, 1.0)
    """How far apart neighbouring places are along x and along y, for pages that can draw between the squares."""
    zones: tuple[Zone, ...] = ()
    legend: tuple[Mark, ...] = ()
    """A mark of each kind that needs words, with what it means; on no cell."""


class Pool(NamedTuple):
    """Units of a seat that are off the board: captured, waiting, dead."""

    name: str
    seat: int
    units: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """What a position shows: the unit on each cell, marks, lines of words for beside the board, and pools."""

    units: Mapping[int, str]
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    pools: tuple[Pool, ...] = ()


Picks = tuple[int | str, ...]
"""How a move is picked by hand: cells to click, and words to choose where cells alone do not tell."""


@dataclass(frozen=True)
class Look:
    """A game's sheet and views. The sheet may depend on options such as the number of players."""

    sheet: Callable[[Mapping[str, Value]], Sheet]
    view: Callable[[OwnPosition], View]
    picks: Callable[[OwnPosition, int], Picks]
    """The picks of a move; no two legal moves of a position have the same."""
    text_of_picks: Callable[[OwnPosition, Picks], str | Ruling]
    """The move text that any picks mean, legal or not; of the picks of a legal move, that move's. Or, of picks that no
    text can tell, why there is no such move."""
    faces: tuple[str, ...] = field(default=("text",))
    """The sets of glyphs to choose from; the first is the usual one."""
    clauses: Mapping[str, str] = field(default_factory=dict)
    """The clause behind each word that can be picked."""

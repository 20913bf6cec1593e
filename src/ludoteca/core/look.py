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

    Attributes:
        verb: A word such as `go`, `die` or `appear`.
        unit: The name of the glyph that it happens to.
        cells: The cells that it goes by, first to last, or the one where it happens.
    """

    verb: str
    unit: str
    cells: tuple[int, ...]


class Glyph(NamedTuple):
    """A unit as it is drawn.

    Attributes:
        text: One character: the unit in position texts, and at a terminal.
        name: Its name in words.
        seat: The seat that it belongs to, or None.
        faces: Other characters for it, by the name of the set that they belong to.
        picture: A drawing for the page, such as `horse`, `tower` or `flag`; `plain` is a token with nothing on it.
    """

    text: str
    name: str
    seat: int | None
    faces: Mapping[str, str]
    picture: str = ""


class Seat(NamedTuple):
    """How a seat looks.

    Attributes:
        name: Its name.
        colour: Red, green and blue, from 0 to 255.
        turn: Where it sits, in degrees clockwise from the south: a page turns the board back by so much.
        shape: Which of its outlines a page gives to the seat's tokens, if not the one of its number.
    """

    name: str
    colour: tuple[int, int, int]
    turn: int = 0
    shape: int | None = None


class Line(NamedTuple):
    """A line drawn on the board, from the cell `start` to the cell `end`."""

    start: int
    end: int


class Label(NamedTuple):
    """A `text` on the board, at the place `x`, `y` between the cells."""

    text: str
    x: float
    y: float


class Edges(NamedTuple):
    """What stands along the edges of the board as the first seat sees it: a character for each file or rank.

    Attributes:
        below: From west to east.
        above: From west to east.
        left: From south to north.
    """

    below: str
    above: str = ""
    left: str = ""


class Zone(NamedTuple):
    """Cells that mean something to a seat, drawn in its colour.

    Attributes:
        name: What they are, such as `goal`.
        seat: Whose they are.
        cells: Their numbers.
    """

    name: str
    seat: int
    cells: tuple[int, ...]


class Mark(NamedTuple):
    """Something shown on a cell besides its unit, such as a check, a wall or a number.

    Attributes:
        kind: What it is, in a word.
        cell: Where it is.
        text: At a terminal, what is written beside the unit; without it, the mark colours the cell.
        seat: The seat whose colour it has.
        where: `before` or `after` the unit, or in the `middle` of a cell that has none; `page` is for pages alone.
        colour: A colour of its own.
        shape: How a page draws it: `number`, `dots`, `sleep`, `lock`, `block` (fills the cell), `stone` (a tomb),
            `buried`, `pennant`, `count` (a large number) or `none`. In a legend also what a page adds by
            itself: `shield`, `ring` and `area` of a note, and a `tint` such as of the last move.
        amount: How many, for shapes that count.
        words: What it means.
        is_usual: Whether every such unit begins with it, so that a page may leave it out.
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
    is_usual: bool = False


@dataclass(frozen=True)
class Sheet:
    """What never changes during a game."""

    geometry: Geometry
    """The cells."""
    style: str
    """`squares`: pieces inside coloured cells; `points`: pieces on the crossings of lines; `holes`: round cells;
    `hexagons`: cells side by side. The cells of the last two are named by labels."""
    glyphs: Mapping[str, Glyph]
    """The units by their names."""
    seats: tuple[Seat, ...]
    """The seats, in their order."""
    lines: tuple[Line, ...] = ()
    """Lines between cells."""
    labels: tuple[Label, ...] = ()
    """Texts between cells."""
    edges: Mapping[str, Edges] = field(default_factory=dict)
    """By notation, what a page writes along the edges of the board in place of the files and ranks of the names."""
    columns: int = 0
    """How wide a cell is at a terminal, if not as usual for its style: marks may need room."""
    scale: tuple[float, float] = (1.0, 1.0)
    """How far apart neighbouring places are along x and along y, for pages that can draw between the squares."""
    zones: tuple[Zone, ...] = ()
    """Cells in the colour of a seat."""
    corners: tuple[int, ...] = ()
    """Points on lines whose corners are marked, because units start there."""
    legend: tuple[Mark, ...] = ()
    """A mark of each kind that needs words, with what it means; on no cell."""


class Pool(NamedTuple):
    """Units that are off the board.

    Attributes:
        name: What they are, such as captured, waiting or dead.
        seat: Whose they are.
        units: The names of their glyphs.
    """

    name: str
    seat: int
    units: tuple[str, ...]


class Goal(NamedTuple):
    """How far a seat is on its way to win.

    Attributes:
        seat: Whose goal it is.
        name: What is counted, such as `flags`.
        units: The names of the glyphs that count so far.
        needed: How many are needed.
    """

    seat: int
    name: str
    units: tuple[str, ...]
    needed: int


@dataclass(frozen=True)
class View:
    """What a position shows.

    Attributes:
        units: The name of the glyph on each cell that has one.
        marks: What else is shown on cells.
        notes: Lines of words for beside the board.
        pools: Units off the board.
        prompt: A sentence that tells the seat to move what to decide, where a turn has several decisions.
        goals: How far each seat is, where that can be counted.
    """

    units: Mapping[int, str]
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    pools: tuple[Pool, ...] = ()
    prompt: str = ""
    goals: tuple[Goal, ...] = ()


class Note(NamedTuple):
    """What a clause means for a cell right now.

    Attributes:
        clause: The clause.
        words: What it means, as the end of a sentence about the unit: `moves as a queen, too: lent by e2`.
        cell: The cell that it is about, or None if it is about the whole of `cells`.
        cells: The cells that bring it about, or for which it holds. A page marks them.
        shape: How a page marks them: `shield` on `cell`, `area` for all `cells`; otherwise each of `cells` gets a ring.
        seat: The seat in whose colour an area is.
    """

    clause: str
    words: str
    cell: int | None = None
    cells: tuple[int, ...] = ()
    shape: str = ""
    seat: int | None = None


class Sign(NamedTuple):
    """A sign in the texts of moves.

    Attributes:
        sign: The sign: no such character stands in the name of a cell.
        example: A move with it.
        words: What it means.
        clause: The clause that it stands for.
    """

    sign: str
    example: str
    words: str
    clause: str


def no_notes(position: OwnPosition, cell: int) -> tuple[Note, ...]:
    """The notes of a game that has none."""
    return ()


Picks = tuple[int | str, ...]
"""How a move is picked by hand: cells to click, and words to choose where cells alone do not tell."""


@dataclass(frozen=True)
class Look:
    """A game's sheet and views. The sheet may depend on options such as the number of players."""

    sheet: Callable[[Mapping[str, Value]], Sheet]
    """The sheet of a game with these options."""
    view: Callable[[OwnPosition], View]
    """What a position shows."""
    picks: Callable[[OwnPosition, int], Picks]
    """The picks of a move; no two legal moves of a position have the same."""
    text_of_picks: Callable[[OwnPosition, Picks], str | Ruling]
    """The move text that any picks mean, legal or not; of the picks of a legal move, that move's. Or, of picks that no
    text can tell, why there is no such move."""
    faces: tuple[str, ...] = field(default=("text",))
    """The sets of glyphs to choose from; the first is the usual one."""
    asks_for_face: bool = False
    """Whether a page asks at the first visit which of the sets to show, because players differ about it."""
    clauses: Mapping[str, str] = field(default_factory=dict)
    """The clause behind each word that can be picked, where it has one."""
    words: tuple[str, ...] = ()
    """Words that can be picked and have no clause of their own."""
    blocks: tuple[str, ...] = ()
    """The words after which two cells are picked as the corners of a block, not as a way."""
    signs: tuple[Sign, ...] = ()
    """What the signs in the texts of moves mean, where the names of cells do not tell all."""
    notes: Callable[[OwnPosition, int], tuple[Note, ...]] = no_notes
    """What a page tells when the unit on a cell is picked: what it may do now and by which clause, and what else on the
    board matters to it. The rules' own predicates answer; nothing is decided again."""

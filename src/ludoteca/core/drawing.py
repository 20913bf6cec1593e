"""A picture of a position as SVG: the board, its units and marks, and arrows."""

import math
from collections.abc import Callable, Iterable
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from ludoteca.core.board_drawing import BLUE, BOARD_NAME, HALF, LINE, BoardDrawing
from ludoteca.core.geometry import OFF
from ludoteca.core.look import Glyph, Mark, Seat, Sheet, View
from ludoteca.core.pictures import OUTLINES, PICTURES, PLAIN
from ludoteca.core.svg import CELL_SIZE, SANS, Point, element, mixed, moved, number, path, rgb, text
from ludoteca.core.variations import Arrow

if TYPE_CHECKING:
    from ludoteca.core.position import Position

PAPER, TOKEN_EDGE, BADGE_INK, STONE, GREEN = "#fffaf0", "#3b2c16", "#20160a", "#7d7f8c", "#178a3a"
PAGE, WALL, MORTAR, LAST, CHECK = "#faf7f1", "#7a5636", "#c9a883", "#f3d34a", "#e0452b"
ARROWS = {"green": GREEN, "red": CHECK, "blue": BLUE, "yellow": "#d49c00"}
JOINTS = "M-46 -15h92M-46 15h92M-15 -46v31M20 -46v31M0 -15v30M-30 -15v30M32 -15v30M-15 15v31M20 15v31"
UNDER = ("block", "stone")
"""The shapes of marks that units stand on."""
PICTURE_FACE = "pictures"


def draw_position(
    position: "Position",
    move: int | None = None,
    arrows: Iterable[Arrow | tuple[str, ...]] = (),
    seat: int = 0,
    face: str = "",
) -> str:
    """The picture of a position, with an arrow for a legal move, and other arrows by the names of cells."""
    sheet, view = position.game.look.sheet(position.options), position.game.look.view(position)
    if not 0 <= seat < position.seats:
        raise ValueError(f"there are seats 0 to {position.seats - 1}, not {seat}")
    drawing = Drawing(sheet, seat, face_of(position, sheet, face))
    ways = [(path_cells(position, move), "blue")] if move is not None else []
    ways += [_way_of(sheet, Arrow(*arrow)) for arrow in arrows]
    outcome = position.outcome()
    state = outcome.reason if outcome else f"{sheet.seats[position.to_move].name} to move"
    return drawing.whole(view, ways, f"{position.game.title}: {state}")


def path_cells(position: "Position", move: int) -> tuple[int, ...]:
    """The way of a move, for an arrow: its steps as long as each goes on where the last ended, or the cells to pick.

    Of a block that turns, once around it.
    """
    way: tuple[int, ...] = ()
    for step in position.steps(move):
        if step.verb == "turn":
            size = math.isqrt(len(step.cells))
            return tuple(step.cells[corner] for corner in (0, size * (size - 1), -1, size - 1, 0))
        if step.verb == "control":
            continue
        if step.unit and len(step.cells) > 1 and (not way or step.cells[0] == way[-1]):
            way += step.cells[1:] if way else step.cells
    return way or tuple(pick for pick in position.game.look.picks(position, move) if isinstance(pick, int))


def face_of(position: "Position", sheet: Sheet, face: str) -> str:
    """The face to draw with: the one that is asked for, or pictures where there are any."""
    faces = position.game.look.faces
    has_pictures = any(glyph.picture for glyph in sheet.glyphs.values())
    if face and face not in (*faces, PICTURE_FACE):
        raise ValueError(f"{position.game.title} has no face {face!r}; there are: {PICTURE_FACE}, {', '.join(faces)}")
    return face or (PICTURE_FACE if has_pictures else faces[0])


def _way_of(sheet: Sheet, arrow: Arrow) -> tuple[tuple[int, ...], str]:
    cells = (sheet.geometry.cell(arrow.start), sheet.geometry.cell(arrow.end))
    if OFF in cells:
        raise ValueError(f"there is no cell {arrow.start if cells[0] == OFF else arrow.end!r}")
    if arrow.colour not in ARROWS:
        raise ValueError(f"an arrow is {', '.join(ARROWS)}, not {arrow.colour!r}")
    return tuple(dict.fromkeys(cells)), arrow.colour


class Drawing:
    def __init__(self, sheet: Sheet, seat: int, face: str) -> None:
        self.sheet = sheet
        self.face = face
        self.board = BoardDrawing(sheet, sheet.seats[seat].turn)
        self.has_badges = any(mark.shape == "number" for mark in sheet.legend)

    def whole(self, view: View, ways: list[tuple[tuple[int, ...], str]], title: str) -> str:
        return self.framed(title, *self.on_board(view, self.token), *self._arrows(ways))

    def framed(self, title: str, *parts: str, **attributes: str) -> str:
        """The board, with whatever is on it."""
        left, top, width, height = self.board.box
        ground = element("rect", x=left, y=top, width=width, height=height, fill=PAGE)
        box = " ".join(map(number, self.board.box))
        size = {"width": round(0.6 * width), "height": round(0.6 * height)}
        inside = (element("title", escape(title)), ground, self.board.background(), *parts)
        return element(
            "svg", *inside, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img", **size, **attributes
        )

    def on_board(self, view: View, token: Callable[[str], str]) -> list[str]:
        """What a position has on the board; `token` draws a unit."""
        marks = [mark for mark in view.marks if mark.shape]
        return [
            *(self._tint(mark) for mark in view.marks if not mark.shape and not mark.text),
            *(self._mark(mark) for mark in marks if mark.shape in UNDER),
            *(self._ghost(view, cell, point) for cell, point in self.board.wrapped_copies() if cell in view.units),
            *(moved(self.board.centres[cell], token(unit)) for cell, unit in view.units.items()),
            *self._marks_above([mark for mark in marks if mark.shape not in UNDER]),
        ]

    def _arrows(self, ways: list[tuple[tuple[int, ...], str]]) -> Iterable[str]:
        return (self._arrow(cells, ARROWS[colour]) for cells, colour in ways if cells)

    # Units

    def token(self, unit: str) -> str:
        """A unit as a token: the outline of its seat with the unit's picture or character on it."""
        glyph = self.sheet.glyphs.get(unit) or Glyph(unit, unit, None, {})
        seat = self._seat(glyph.seat)
        colour = rgb(seat.colour) if seat else LINE
        if glyph.picture == "flag":
            drawn = _banner(colour)
        elif glyph.picture == PLAIN:
            drawn = self._plain(glyph, colour)
        else:
            drawn = self._with_figure(glyph, colour)
        return element("g", drawn, transform="translate(-6 -6) scale(0.85)") if self.has_badges else drawn

    def _seat(self, seat: int | None) -> Seat | None:
        return None if seat is None else self.sheet.seats[seat]

    def _outline(self, glyph: Glyph) -> str:
        seat = self._seat(glyph.seat)
        shape = glyph.seat if seat is None or seat.shape is None else seat.shape
        return OUTLINES[(shape or 0) % len(OUTLINES)]

    def _plain(self, glyph: Glyph, colour: str) -> str:
        """A token without a picture; on a board with holes a marble, with the outline of its seat in it."""
        if self.sheet.style == "holes":
            drawn = (
                path(OUTLINES[0], fill=colour, stroke=mixed(colour, "#000000", 0.6), stroke_width=3)
                + path(self._outline(glyph), fill=PAPER, transform="scale(0.5)")
                + element("ellipse", cx=-12, cy=-23, rx=15, ry=8, fill="#ffffff", opacity=0.3)
            )
        else:
            width = 3 if self.sheet.style == "hexagons" else 4
            drawn = path(self._outline(glyph), fill=colour, stroke=PAPER, stroke_width=width)
        return drawn if self.face == PICTURE_FACE else drawn + self._character(glyph, PAPER)

    def _with_figure(self, glyph: Glyph, colour: str) -> str:
        is_solid = (glyph.seat or 0) % 2 == 1
        ground, ink = (colour, PAPER) if is_solid else (PAPER, colour)
        is_points = self.sheet.style == "points"
        outline = self._outline(glyph)
        width = 5 if is_points else 4 if is_solid else 6
        parts = [path(outline, fill=TOKEN_EDGE, opacity=0.4, transform="translate(0 5)")] if is_points else []
        parts.append(path(outline, fill=ground, stroke=ink, stroke_width=width, stroke_linejoin="round"))
        if self.face == PICTURE_FACE and glyph.picture in PICTURES:
            parts.append(path(PICTURES[glyph.picture], fill=ink, fill_rule="evenodd"))
        else:
            parts.append(self._character(glyph, ink))
        return "".join(parts)

    def _character(self, glyph: Glyph, ink: str) -> str:
        return text(glyph.faces.get(self.face, glyph.text), (0, 2), 56, ink, font_weight=700)

    def _ghost(self, view: View, cell: int, point: Point) -> str:
        return element("g", moved(point, self.token(view.units[cell])), opacity=0.35)

    # Marks

    def _tint(self, mark: Mark) -> str:
        is_squares = self.sheet.style == "squares"
        radius = HALF if is_squares else 0.48 * CELL_SIZE
        if mark.kind == "earlier":
            seat = self._seat(mark.seat)
            colour = rgb(seat.colour) if seat else LINE
            return self.board.cell_shape(mark.cell, radius, fill=colour, fill_opacity=0.16)
        if mark.kind not in ("last", "check"):
            return ""
        colour = LAST if mark.kind == "last" else CHECK
        edge: dict[str, str | float] = {} if is_squares else {"stroke": colour, "stroke_width": 8}
        return self.board.cell_shape(mark.cell, radius, fill=colour, opacity=0.55 if is_squares else 0.75, **edge)

    def _marks_above(self, marks: list[Mark]) -> Iterable[str]:
        flags: dict[int, int] = {}
        for mark in marks:
            if mark.shape == "pennant":
                corner = flags.setdefault(mark.cell, 0)
                flags[mark.cell] += 1
                yield moved(self.board.centres[mark.cell], self._pennant(mark, corner))
            else:
                yield self._mark(mark)

    def _pennant(self, mark: Mark, corner: int) -> str:
        """A small flag in the next free corner of the cell."""
        seat = self._seat(mark.seat)
        at = ((34, -32), (-24, -32), (34, 26), (-24, 26))[corner % 4]
        return moved(at, _banner(rgb(seat.colour) if seat else LINE), scale=0.7)

    def _mark(self, mark: Mark) -> str:
        drawn = {
            "number": lambda: _badge(33, 33, str(mark.amount)),
            "sleep": lambda: _badge(34, -4, "z"),
            "lock": lambda: _badge(-8, 33, "×"),
            "count": lambda: self._count(mark),
            "buried": lambda: path("M-46 46v-16a9 9 0 0 1 18 0v16z", fill=STONE, stroke=PAPER, stroke_width=3),
            "dots": lambda: "".join(
                element("circle", cx=38, cy=-38 + 21 * dot, r=10, fill=GREEN, stroke=PAPER, stroke_width=3)
                for dot in range(mark.amount)
            ),
            "block": lambda: _block(mark.amount),
            "stone": lambda: _stone(mark.amount, mark.kind.startswith("open")),
        }
        return moved(self.board.centres[mark.cell], drawn[mark.shape]()) if mark.shape in drawn else ""

    def _count(self, mark: Mark) -> str:
        """How much a cell holds, in the colour of its seat."""
        seat = self._seat(mark.seat)
        colour = rgb(seat.colour) if seat else TOKEN_EDGE
        ring = element("circle", r=36, fill=PAPER, stroke=colour, stroke_width=6) if mark.amount else ""
        colour = colour if mark.amount else BOARD_NAME
        return ring + text(str(mark.amount), (0, 2), 38, colour, font_family=SANS, font_weight=700)

    # Arrows

    def _arrow(self, cells: tuple[int, ...], colour: str) -> str:
        """An arrow through the centres of cells; a single cell gets a ring instead."""
        points = self.points_along(cells)
        if len(points) < 2:
            return self.board.cell_shape(cells[0], 0.46 * CELL_SIZE, fill="none", stroke=colour, stroke_width=8)
        (before_x, before_y), (end_x, end_y) = points[-2:]
        angle = math.atan2(end_y - before_y, end_x - before_x)
        points[-1] = (end_x - 26 * math.cos(angle), end_y - 26 * math.sin(angle))
        (x, y), second = points[:2]
        start = math.atan2(second[1] - y, second[0] - x)
        # The picture on the first token stays visible.
        points[0] = (x + 34 * math.cos(start), y + 34 * math.sin(start))
        line = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        turned = f"translate({number(end_x)} {number(end_y)}) rotate({number(math.degrees(angle))})"
        style: dict[str, str | float] = {"stroke_width": 13, "stroke_linecap": "round", "stroke_linejoin": "round"}
        return element(
            "g",
            path(f"M{line}", fill="none", stroke=colour, **style),
            path("M4 0L-34 20L-26 0L-34 -20z", fill=colour, transform=turned),
            opacity=0.85,
        )

    def points_along(self, cells: tuple[int, ...]) -> list[Point]:
        """The centres of cells along a way. On a board that wraps, a step over the seam leads off the edge."""
        places, period = self.sheet.geometry.places, self.sheet.geometry.period
        x, y = places[cells[0]]
        points = [self.board.point_at(x, y)]
        for before, after in pairwise(cells):
            east, north = (places[after][axis] - places[before][axis] for axis in (0, 1))
            if period:
                east, north = _shortest(east, period[0]), _shortest(north, period[1])
            x, y = x + east, y + north
            points.append(self.board.point_at(x, y))
        return points


def _shortest(offset: int, size: int) -> int:
    return (offset + size // 2) % size - size // 2


def _banner(colour: str) -> str:
    edge = path(PICTURES["flag"], fill="none", stroke=PAPER, stroke_width=4)
    return edge + path(PICTURES["flag"], fill=colour, fill_rule="evenodd")


def _badge(x: float, y: float, words: str) -> str:
    width = 40 if len(words) > 1 else 28
    middle = math.copysign(min(abs(x), 48 - width / 2), x)
    frame = element(
        "rect",
        x=middle - width / 2,
        y=y - 14,
        width=width,
        height=28,
        rx=12,
        fill=PAPER,
        stroke=TOKEN_EDGE,
        stroke_width=2,
    )
    return frame + text(words, (middle, y + 1), 26, BADGE_INK, font_family=SANS, font_weight=700)


def _block(amount: int) -> str:
    bricks = element("rect", x=-46, y=-46, width=92, height=92, rx=6, fill=WALL)
    joints = path(JOINTS, fill="none", stroke=MORTAR, stroke_width=4)
    if not amount:
        return bricks + joints
    return bricks + joints + element("circle", r=24, fill=TOKEN_EDGE) + _amount(amount, 2)


def _stone(amount: int, is_open: bool) -> str:
    edge, width = (GREEN, 8) if is_open else (TOKEN_EDGE, 3)
    slab = path("M-30 40v-48a30 30 0 0 1 60 0v48z", fill=STONE, stroke=edge, stroke_width=width)
    soil = path("M-38 40h76", fill="none", stroke=TOKEN_EDGE, stroke_width=8, stroke_linecap="round")
    cross = path("M-4 -28h8v8h8v7h-8v14h-8v-14h-8v-7h8z", fill="#ffffff", opacity=0.75)
    return slab + soil + cross + (_amount(amount, 22) if amount else "")


def _amount(amount: int, y: float) -> str:
    return text(str(amount), (0, y), 32, "#ffffff", font_family=SANS, font_weight=700)

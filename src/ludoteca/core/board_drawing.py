"""Draws what never changes on a board: squares, lines or holes, labels and coordinates."""

import math
import re
from collections.abc import Iterable
from functools import cached_property

from ludoteca.core.look import Sheet
from ludoteca.core.svg import CELL_SIZE, SANS, Point, element, mixed, number, path, rgb, text

SQUARE_LIGHT, SQUARE_DARK, PLANK, LINE = "#f2e4c9", "#d9bd92", "#ecd0a0", "#6b4a24"
HOLE, HOLE_EDGE, BOARD_NAME, BLUE = "#d8bf95", "#8a6a3c", "#5f4a2c", "#1f6fb2"
"""The colours of a wooden board on a light page."""
HALF = CELL_SIZE / 2
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class BoardDrawing:
    """The board of a sheet, turned so that a seat is at the bottom."""

    def __init__(self, sheet: Sheet, turn: int = 0) -> None:
        self.sheet = sheet
        self.angle = math.radians(turn)
        self.centres = [self.point_at(*place) for place in sheet.geometry.places]
        self.has_own_labels = sheet.style in ("holes", "hexagons")
        self.has_coordinates = not (self.has_own_labels and sheet.labels)

    def point_at(self, x: float, y: float) -> Point:
        """The point in the drawing where a place of the sheet lies."""
        east, south = x * self.sheet.scale[0] * CELL_SIZE, -y * self.sheet.scale[1] * CELL_SIZE
        cosine, sine = math.cos(self.angle), math.sin(self.angle)
        return round(east * cosine + south * sine, 2), round(south * cosine - east * sine, 2)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the whole drawing."""
        labels = [self.point_at(label.x, label.y) for label in self.sheet.labels]
        rim = 12 if self.has_own_labels else 6
        margin = HALF + rim + (CELL_SIZE if self.sheet.geometry.period else 0)
        left, top, right, bottom = _bounds([*self.centres, *labels], margin)
        coordinates = 0.42 * CELL_SIZE if self.has_coordinates else 0.0
        return left - coordinates, top, right - left + coordinates, bottom - top + coordinates

    def background(self) -> str:
        drawn = {"squares": self._squares, "points": self._lines, "holes": self._body}
        parts = [drawn[self.sheet.style]()] if self.sheet.style in drawn else []
        if self.has_own_labels:
            parts.append(self._holes())
        parts += [self._label(label.text, self.point_at(label.x, label.y)) for label in self.sheet.labels]
        if self.has_coordinates:
            parts.append(self._coordinates())
        return "".join(parts)

    def cell_shape(self, cell: int, radius: float, **attributes: str | float) -> str:
        """The outline of a cell: a square or a circle."""
        x, y = self.centres[cell]
        if self.sheet.style != "squares":
            return element("circle", cx=x, cy=y, r=radius, **attributes)
        return element("rect", x=x - radius, y=y - radius, width=2 * radius, height=2 * radius, **attributes)

    def wrapped_copies(self) -> Iterable[tuple[int, Point]]:
        """The copies of cells that show beyond the edges of a wrapped board, and where."""
        if not self.sheet.geometry.period:
            return
        width, height = self.sheet.geometry.period
        for cell, (x, y) in enumerate(self.sheet.geometry.places):
            for east in (-width, 0, width):
                for north in (-height, 0, height):
                    is_near = -1 <= x + east <= width and -1 <= y + north <= height
                    if (east or north) and is_near:
                        yield cell, self.point_at(x + east, y + north)

    def _squares(self) -> str:
        parts = [self.cell_shape(cell, HALF, fill=self._square_colour(cell)) for cell in range(len(self.centres))]
        for cell, (x, y) in self.wrapped_copies():
            square = {"x": x - HALF, "y": y - HALF, "width": CELL_SIZE, "height": CELL_SIZE}
            parts.append(element("rect", **square, fill=self._square_colour(cell), opacity=0.35))
        if self.sheet.geometry.period:
            parts.append(self._frame(fill="none", stroke=BLUE, stroke_width=5, stroke_dasharray="20 14"))
        return "".join([*parts, *(self._region(set(cells)) for cells in self.sheet.geometry.regions.values())])

    def _square_colour(self, cell: int) -> str:
        x, y = self.sheet.geometry.places[cell]
        return SQUARE_LIGHT if (x + y) % 2 else SQUARE_DARK

    def _frame(self, **attributes: str | float) -> str:
        left, top, right, bottom = _bounds(self.centres, HALF)
        return element("rect", x=left, y=top, width=right - left, height=bottom - top, **attributes)

    def _region(self, cells: set[int]) -> str:
        """A line along the border of a region of squares."""
        cell_at = {centre: cell for cell, centre in enumerate(self.centres)}
        outline = ""
        for cell in sorted(cells):
            x, y = self.centres[cell]
            for east, south in SIDES:
                neighbour = cell_at.get((x + east * CELL_SIZE, y + south * CELL_SIZE))
                if neighbour is not None and neighbour not in cells:
                    middle_x, middle_y = x + east * HALF, y + south * HALF
                    start = (middle_x - south * HALF, middle_y - east * HALF)
                    outline += _segment(start, (middle_x + south * HALF, middle_y + east * HALF))
        return path(outline, fill="none", stroke=LINE, stroke_width=5, opacity=0.55) if outline else ""

    def _lines(self) -> str:
        lines = "".join(_segment(self.centres[line.start], self.centres[line.end]) for line in self.sheet.lines)
        corners = "".join(map(self._corners_of, self.sheet.corners))
        return (
            self._frame(rx=10, fill=PLANK, stroke=LINE, stroke_width=3)
            + path(lines, fill="none", stroke=LINE, stroke_width=2.5)
            + path(corners, fill="none", stroke=LINE, stroke_width=2)
        )

    def _corners_of(self, cell: int) -> str:
        """Small angles in the four corners of a point; at the edge of the board, in two."""
        x, y = self.centres[cell]
        across = [each for each, _ in self.centres]
        gap, size = 9, 15
        return "".join(
            f"M{number(x + east * gap)} {number(y + south * (gap + size))}v{-south * size}h{east * size}"
            for east in (1, -1)
            for south in (1, -1)
            if min(across) < x + east * gap < max(across)
        )

    def _body(self) -> str:
        """The body of a board with holes, wide around them, and the corners of the seats in their colours."""
        whole = self._ways_between(range(len(self.centres)))
        drawn = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        parts = [
            path(whole, stroke=LINE, stroke_width=122, **drawn),
            path(whole, stroke=PLANK, stroke_width=112, **drawn),
        ]
        for zone in self.sheet.zones:
            colour = mixed(rgb(self.sheet.seats[zone.seat].colour), PLANK, 0.24)
            parts.append(path(self._ways_between(zone.cells), stroke=colour, stroke_width=92, **drawn))
        return "".join(parts)

    def _ways_between(self, cells: Iterable[int]) -> str:
        """Lines between neighbouring cells; drawn wide, they make one shape."""
        points = [self.centres[cell] for cell in cells]
        near = 1.1 * CELL_SIZE
        return "".join(
            _segment(one, other)
            for index, one in enumerate(points)
            for other in points[index:]
            if math.dist(one, other) < near
        )

    def _holes(self) -> str:
        homes = {cell: zone.seat for zone in self.sheet.zones for cell in zone.cells}
        is_hexagons = self.sheet.style == "hexagons"
        parts = []
        for cell, (x, y) in enumerate(self.centres):
            style: dict[str, str | float] = {"fill": HOLE, "stroke": HOLE_EDGE, "stroke_width": 3 if is_hexagons else 2}
            if cell in homes:
                colour = rgb(self.sheet.seats[homes[cell]].colour)
                width = 6 if is_hexagons else 3
                style = {"fill": mixed(colour, HOLE, 0.16), "stroke": colour, "stroke_width": width}
            if is_hexagons:
                parts.append(element("polygon", points=_hexagon_around(x, y), **style))
            else:
                parts.append(element("circle", cx=x, cy=y, r=0.17 * CELL_SIZE, **style))
        return "".join(parts)

    def _label(self, words: str, at: Point) -> str:
        if self.has_own_labels:
            return text(words, at, 28, BOARD_NAME, font_family=SANS, opacity=0.8)
        return text(words, at, 50, LINE, opacity=0.75)

    def _coordinates(self) -> str:
        """Letters and numbers along the lower and the left edge, however the board is turned."""
        margin = CELL_SIZE if self.sheet.geometry.period else 0
        lowest = max(y for _, y in self.centres) + margin + 0.74 * CELL_SIZE
        leftmost = min(x for x, _ in self.centres) - margin - 0.72 * CELL_SIZE
        columns = [text(words, (x, lowest), 30, BOARD_NAME, font_family=SANS) for x, words in self.names_along(0)]
        rows = [text(words, (leftmost, y), 30, BOARD_NAME, font_family=SANS) for y, words in self.names_along(1)]
        return "".join(columns + rows)

    def names_along(self, axis: int) -> list[tuple[float, str]]:
        """The part of the names that all cells of a column or row share, letters or numbers, and that others do not."""
        groups: dict[float, list[str]] = {}
        for centre, name in zip(self.centres, self.sheet.geometry.names, strict=True):
            groups.setdefault(centre[axis], []).append(name)
        for rest in (r"\d+$", r"^\D+"):
            parts = {at: {re.sub(rest, "", name) for name in names} - {""} for at, names in groups.items()}
            shared = [(at, min(words)) for at, words in parts.items() if len(words) == 1]
            if len({words for _, words in shared}) > 1:
                return shared
        return []


def _bounds(points: Iterable[Point], margin: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the box around points."""
    across, down = zip(*points, strict=True)
    return min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin


def _segment(start: Point, end: Point) -> str:
    return f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"


def _hexagon_around(x: float, y: float) -> str:
    """The corners of a hexagon as wide as a cell, with one to the north."""
    long = CELL_SIZE / math.sqrt(3)
    corners = [(0, -long), (HALF, -long / 2), (HALF, long / 2), (0, long), (-HALF, long / 2), (-HALF, -long / 2)]
    return " ".join(f"{number(x + east)},{number(y + south)}" for east, south in corners)

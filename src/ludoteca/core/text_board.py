"""A board drawn in characters, for terminals and logs."""

import unicodedata
from collections.abc import Callable

from ludoteca.core.look import Mark, Sheet, View

SCALE = {"points": (4, 2), "squares": (3, 1), "holes": (1, 1), "hexagons": (1, 1)}
WOOD, INK = (224, 190, 140), (140, 105, 65)
HIGHLIGHT, ALARM = (200, 215, 120), (245, 140, 110)


class Canvas:
    """Characters with colours, written anywhere and read line by line."""

    def __init__(self, width: int, height: int) -> None:
        self.characters = [[" "] * width for _ in range(height)]
        self.inks: dict[tuple[int, int], tuple[tuple[int, int, int], bool]] = {}
        self.papers: dict[tuple[int, int], tuple[int, int, int]] = {}

    def write(
        self, column: int, row: int, text: str, ink: tuple[int, int, int] | None = None, bold: bool = False
    ) -> None:
        for character in text:
            self.characters[row][column] = character
            if ink:
                self.inks[column, row] = (ink, bold)
            column += 1
            if _width(character) == 2:
                self.characters[row][column] = ""
                column += 1

    def lines(self, in_colour: bool) -> list[str]:
        if not in_colour:
            return ["".join(row).rstrip() for row in self.characters]
        return [self._coloured(row, line) for row, line in enumerate(self.characters)]

    def _coloured(self, row: int, line: list[str]) -> str:
        text = _paper(WOOD)
        for column, character in enumerate(line):
            ink, bold = self.inks.get((column, row), (INK, False))
            paper = self.papers.get((column, row), WOOD)
            text += f"{_paper(paper)}\x1b[{1 if bold else 22};38;2;{ink[0]};{ink[1]};{ink[2]}m{character}"
        return text + "\x1b[0m"


def _width(text: str) -> int:
    """How many columns a text takes."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _paper(colour: tuple[int, int, int]) -> str:
    return f"\x1b[48;2;{colour[0]};{colour[1]};{colour[2]}m"


def draw(sheet: Sheet, view: View, in_colour: bool = False, face: str = "text", is_flipped: bool = False) -> list[str]:
    """The lines of a board, north at the top unless it is flipped."""
    across, down = SCALE[sheet.style]
    across = sheet.columns or across
    places = sheet.geometry.places
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    low, high = min(y for _, y in places), max(y for _, y in places)
    margin = 5
    canvas = Canvas((right - left) * across + 2 * margin + 1, (high - low) * down + 3)

    def spot(x: float, y: float) -> tuple[int, int]:
        along, up = (right - x, y - low) if is_flipped else (x - left, high - y)
        return margin + round(along * across), 1 + round(up * down)

    for line in sheet.lines:
        _draw_line(canvas, spot(*places[line.start]), spot(*places[line.end]))
    for label in sheet.labels:
        column, row = spot(label.x, label.y)
        canvas.write(column - _width(label.text) // 2, row, label.text)
    if sheet.style not in ("holes", "hexagons") or not sheet.labels:
        _draw_names(canvas, sheet, spot, across)
    for cell, place in enumerate(places):
        column, row = spot(*place)
        unit = view.units.get(cell)
        if unit is not None:
            glyph = sheet.glyphs[unit]
            ink = INK if glyph.seat is None else sheet.seats[glyph.seat].colour
            canvas.write(column, row, glyph.faces.get(face, glyph.text), ink, bold=True)
        elif not sheet.lines:
            canvas.write(column, row, "·")
    if sheet.geometry.period:
        _draw_openings(canvas, sheet, spot)
    for mark in view.marks:
        if mark.where == "page":
            continue
        column, row = spot(*places[mark.cell])
        if mark.text:
            _write_mark(canvas, sheet, column, row, mark)
            continue
        for beside in (-1, 0, 1):
            canvas.papers[column + beside, row] = ALARM if mark.kind == "check" else HIGHLIGHT
    return canvas.lines(in_colour)


def _draw_openings(canvas: Canvas, sheet: Sheet, spot: Callable[[float, float], tuple[int, int]]) -> None:
    """On a wrapped board every rank and file goes on beyond the edge."""
    for x, y in sheet.geometry.places:
        column, row = spot(x, y)
        canvas.write(column, 0, "↕")
        canvas.write(3, row, "↔")
        canvas.write(len(canvas.characters[row]) - 3, row, "↔")


def _write_beside(canvas: Canvas, column: int, row: int, text: str, ink: tuple[int, int, int]) -> None:
    """A mark's text to the right of a unit, or else to the left; a third finds no room."""
    for place in (column + 1, column - len(text)):
        if canvas.characters[row][place] == " ":
            canvas.write(place, row, text, ink, bold=True)
            return


def _write_mark(canvas: Canvas, sheet: Sheet, column: int, row: int, mark: Mark) -> None:
    """A mark's text where it says, or beside the unit."""
    ink = mark.colour or (INK if mark.seat is None else sheet.seats[mark.seat].colour)
    if not mark.where:
        _write_beside(canvas, column, row, mark.text, ink)
        return
    shift = {"before": -_width(mark.text), "after": 1, "middle": -(_width(mark.text) - 1) // 2}
    canvas.write(column + shift[mark.where], row, mark.text, ink)


NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
JOINTS = dict(enumerate(" ╵╶└╷│┌├╴┘─┴┐┤┬┼"))
"""The stroke for each sum of the ways in which lines leave a spot."""


def _draw_line(canvas: Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    (left, top), (right, bottom) = sorted((start, end))
    length = max(right - left, abs(bottom - top))
    for part in range(length + 1):
        column = left + round((right - left) * part / length)
        row = top + round((bottom - top) * part / length)
        if top == bottom:
            _add_joint(canvas, column, row, (WEST if part else 0) | (EAST if part < length else 0))
        elif left == right:
            _add_joint(canvas, column, row, (NORTH if part else 0) | (SOUTH if part < length else 0))
        elif canvas.characters[row][column] == " ":
            canvas.write(column, row, "╲" if bottom > top else "╱")


def _add_joint(canvas: Canvas, column: int, row: int, ways: int) -> None:
    there = canvas.characters[row][column]
    before = next((known for known, stroke in JOINTS.items() if stroke == there), 0)
    canvas.write(column, row, JOINTS[before | ways])


def _draw_names(canvas: Canvas, sheet: Sheet, spot: Callable[[float, float], tuple[int, int]], across: int) -> None:
    """The letters of the files below, the numbers of the ranks on the left, where all cells of one agree."""
    files: dict[int, set[str]] = {}
    ranks: dict[int, set[str]] = {}
    for name, (x, y) in zip(sheet.geometry.names, sheet.geometry.places, strict=True):
        column, row = spot(x, y)
        letter = name.rstrip("0123456789")
        files.setdefault(column, set()).add(letter)
        ranks.setdefault(row, set()).add(name[len(letter) :])
    for column, letters in files.items():
        if len(letters) == 1 and len(min(letters)) <= across:
            canvas.write(column, len(canvas.characters) - 1, min(letters))
    for row, numbers in ranks.items():
        if len(numbers - {""}) == 1:
            canvas.write(1, row, max(numbers).rjust(2))

"""A number on each cell of the board, in figures and as a shade."""

from html import escape

from ludoteca.core.board_drawing import BoardDrawing
from ludoteca.core.look import Sheet
from ludoteca.core.svg import CELL_SIZE, Point, element, number
from ludoteca.lab.analysis import Chart, Series
from ludoteca.lab.figures import figure
from ludoteca.lab.report.drawing import framed

GAP = 60
HEAD = 60
"""Room for the name of a series above its board."""
UNIT = 60
"""Room below the boards for what their figures are."""
USUAL_WIDTH, LARGEST_LETTERS = 1100, 1.4
"""Wider boards are drawn smaller, so their letters are larger, as far as cells have room for them."""


def board_chart(chart: Chart, sheet: Sheet) -> str:
    """A board for each series, side by side as far as two are."""
    board = BoardDrawing(sheet)
    letters = _letters(board)
    left, top, width, height = _box(board, letters)
    names = {name: cell for cell, name in enumerate(sheet.geometry.names)}
    has_names = len(chart.series) > 1
    tall = height + (HEAD if has_names else 0)
    columns = min(2, len(chart.series))
    parts = []
    for index, series in enumerate(chart.series):
        row, column = divmod(index, columns)
        shift = f"translate({number(column * (width + GAP))} {number(row * tall + (tall - height))})"
        inside = _cells(board, chart, series, names, letters)
        if has_names:
            inside.append(
                element(
                    "text", escape(series.name), x=left + width / 2, y=top - 14, text_anchor="middle", class_="name"
                )
            )
        parts.append(element("g", *inside, transform=shift, style=f"--letters: {letters}"))
    down = -(-len(chart.series) // columns) * tall
    across = columns * width + (columns - 1) * GAP
    if chart.y_title:
        words = f"{chart.y_title}, in %" if chart.unit == "share" else chart.y_title
        middle = {"x": left + across / 2, "y": top + down + UNIT / 2}
        style = {"class_": "coordinate", "style": f"--letters: {letters}"}
        parts.append(element("text", escape(words), **middle, text_anchor="middle", **style))
        down += UNIT
    return framed(chart, _in_words(chart), down, *parts, left=left, top=top, width=across)


def _letters(board: BoardDrawing) -> float:
    """How many times as large as usual the letters are."""
    return round(min(LARGEST_LETTERS, max(1.0, board.box[2] / USUAL_WIDTH)), 2)


def _box(board: BoardDrawing, letters: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of a board with its coordinates."""
    left, top, width, height = board.box
    right, bottom = left + width, top + height
    for (x, y), words in _coordinates(board):
        reach = 12 * letters * len(words)
        left, right = min(left, x - reach), max(right, x + reach)
        bottom = max(bottom, y + 20)
    return left, top, right - left, bottom - top


def _cells(board: BoardDrawing, chart: Chart, series: Series, names: dict[str, int], letters: float) -> list[str]:
    values = {names[label]: value for label, value in zip(chart.labels, series.y, strict=False) if label in names}
    largest = max(map(abs, values.values()), default=0.0) or 1.0
    parts = [board.cell_shape(cell, CELL_SIZE / 2 - 2, class_="cell") for cell in range(len(board.centres))]
    for cell, value in values.items():
        name = board.sheet.geometry.names[cell]
        shade = board.cell_shape(cell, CELL_SIZE / 2 - 2, class_="heat", fill_opacity=round(abs(value) / largest, 3))
        x, y = board.centres[cell]
        told = element(
            "text", escape(_short(value, chart)), x=x, y=y + 11 * letters, text_anchor="middle", class_="value"
        )
        parts.append(element("g", element("title", escape(f"{name}: {figure(value, chart.unit)}")), shade, told))
    for (x, y), words in _coordinates(board):
        place = {"x": x, "y": y + 10 * letters}
        parts.append(element("text", escape(words), **place, text_anchor="middle", class_="coordinate"))
    return parts


def _coordinates(board: BoardDrawing) -> list[tuple[Point, str]]:
    """The labels of a board that has its own, where columns may have no name; else the names of columns and rows."""
    if not board.has_coordinates:
        return [(board.point_at(label.x, label.y), label.text) for label in board.sheet.labels]
    return [
        (_place_of_coordinate(board, axis, at), words) for axis in (0, 1) for at, words in _names_along(board, axis)
    ]


def _names_along(board: BoardDrawing, axis: int) -> list[tuple[float, str]]:
    """The names of columns or rows; on a slanting board there may be none."""
    found = board.names_along(axis)
    words = [name for _, name in found]
    return [(at, name) for at, name in found if words.count(name) == 1]


def _place_of_coordinate(board: BoardDrawing, axis: int, at: float) -> tuple[float, float]:
    lowest = max(y for _, y in board.centres) + 0.72 * CELL_SIZE
    leftmost = min(x for x, _ in board.centres) - 0.72 * CELL_SIZE
    return (at, lowest) if axis == 0 else (leftmost, at)


def _short(value: float, chart: Chart) -> str:
    """A number that fits into a cell."""
    scaled = 100 * value if chart.unit == "share" else value
    if scaled == 0:
        return "0"
    return f"{scaled:.0f}" if abs(scaled) >= 9.5 else f"{scaled:.1f}"


def _in_words(chart: Chart) -> str:
    series = chart.series[0]
    ranked = sorted(zip(chart.labels, series.y, strict=False), key=lambda pair: (-pair[1], pair[0]))
    most = ", ".join(f"{label} {figure(value, chart.unit)}" for label, value in ranked[:5])
    least = ", ".join(f"{label} {figure(value, chart.unit)}" for label, value in ranked[-3:])
    return f"The board with a number on each cell. Most: {most}. Least: {least}. The table below has all numbers."

"""Charts as SVG without colours of their own: a style has them for both themes, and shapes tell what they tell."""

from collections.abc import Sequence
from html import escape

from ludoteca.core.look import Sheet
from ludoteca.core.svg import element
from ludoteca.lab.analysis import Chart, Series
from ludoteca.lab.figures import figure, with_interval
from ludoteca.lab.report.board_chart import board_chart
from ludoteca.lab.report.drawing import WIDTH, framed, shortened, ticks, words_at
from ludoteca.lab.report.line_chart import line_chart

MAX_BARS = 48
"""More rows than these stand in the table alone."""
ROW, BAR = 26, 15
VALUES_FROM = 284
"""Where the column of values begins, if they are no longer than usual."""
LETTER = 7.6
"""How wide a letter is at most, on average."""


def draw(chart: Chart, sheet: Sheet) -> str:
    """A chart as SVG; empty if it has nothing to show."""
    if not any(series.y for series in chart.series):
        return ""
    if chart.kind == "lines":
        return line_chart(chart)
    if chart.kind == "board":
        return board_chart(chart, sheet)
    return bar_chart(chart)


def bar_chart(chart: Chart) -> str:
    """A row for each label and series: its bar with an interval as a thin line, and the value in figures."""
    count = min(len(chart.labels), MAX_BARS)
    scale = _Scale(chart, count)
    parts, y = [], 8.0
    rows: list[tuple[float, float]] = []
    for index in range(count):
        label = chart.labels[index]
        y += 20 if scale.is_stacked else 0
        begin = y
        if scale.is_stacked:
            parts.append(words_at(shortened(label, 56), scale.left, y - 4))
        else:
            parts.append(words_at(label, scale.left - 8, y + ROW / 2, "end"))
        for number, series in enumerate(chart.series):
            if index < len(series.y):
                parts.append(_bar(scale, series, number, index, y, chart))
                y += ROW
        rows.append((begin + 2, y))
        y += 4 if len(chart.series) > 1 else 0
    bottom = y
    parts = [
        *_axis(scale, chart, rows if scale.is_stacked else [(4, bottom)], bottom),
        *parts,
        *_reference(scale, chart, bottom),
    ]
    bottom += 20
    if chart.y_title:
        parts.append(words_at(chart.y_title, (scale.left + scale.values_from) / 2, bottom + 6, "middle", "soft"))
        bottom += 20
    if len(chart.series) > 1:
        legend, bottom = _legend(chart, bottom)
        parts += legend
    left_out = len(chart.labels) - count
    if left_out:
        parts.append(words_at(f"{left_out} more rows are in the table.", 4, bottom + 8, kind="soft"))
        bottom += 20
    return framed(chart, _in_words(chart, count), bottom + 4, *parts)


class _Scale:
    """Where values lie, and how much room labels get."""

    def __init__(self, chart: Chart, count: int) -> None:
        bounds = [0.0] + ([chart.reference] if chart.reference is not None else [])
        for series in chart.series:
            bounds += [*series.y[:count], *series.low[:count], *series.high[:count]]
        self.ticks = ticks(min(bounds), max(bounds), 4)
        told = [len(_told(series, index, chart)) for series in chart.series for index in range(len(series.y[:count]))]
        self.values_from = min(VALUES_FROM, round(WIDTH - 4 - LETTER * max(told, default=0), 2))
        longest = max((len(label) for label in chart.labels[:count]), default=0)
        self.is_stacked = longest > 13
        self.left = 12.0 if self.is_stacked else 14 + LETTER * longest
        self.unit = (self.values_from - 12 - self.left) / (self.ticks[-1] - self.ticks[0])

    def x(self, value: float) -> float:
        return round(self.left + (value - self.ticks[0]) * self.unit, 2)


def _interval(series: Series, index: int) -> tuple[float, float] | None:
    return (series.low[index], series.high[index]) if index < len(series.low) else None


def _told(series: Series, index: int, chart: Chart) -> str:
    """A value in figures, as it stands beside its bar."""
    return with_interval(series.y[index], chart.unit, _interval(series, index))


def _bar(scale: _Scale, series: Series, number: int, index: int, y: float, chart: Chart) -> str:
    value, middle = series.y[index], y + ROW / 2
    zero, end = scale.x(0), scale.x(value)
    interval, told = _interval(series, index), _told(series, index, chart)
    parts = [
        element("title", escape(f"{chart.labels[index]}{', ' + series.name if series.name else ''}: {told}")),
        element(
            "rect", x=min(zero, end), y=middle - BAR / 2, width=abs(end - zero), height=BAR, class_=f"bar s{number}"
        ),
    ]
    if interval:
        low, high = map(scale.x, interval)
        outline = f"M{low} {middle}H{high}M{low} {middle - 4}v8M{high} {middle - 4}v8"
        parts.append(element("path", d=outline, class_="interval"))
    parts.append(words_at(told, scale.values_from, middle))
    return element("g", *parts)


def _axis(scale: _Scale, chart: Chart, rows: Sequence[tuple[float, float]], bottom: float) -> list[str]:
    """Lines beside the bars, not through the labels between them."""
    parts = []
    for tick in scale.ticks:
        x = scale.x(tick)
        parts.append(
            element("path", d="".join(f"M{x} {top}V{end}" for top, end in rows), class_="zero" if tick == 0 else "grid")
        )
        parts.append(words_at(figure(tick, chart.unit), x, bottom + 10, "middle", "soft"))
    return parts


def _reference(scale: _Scale, chart: Chart, bottom: float) -> list[str]:
    if chart.reference is None:
        return []
    return [element("path", d=f"M{scale.x(chart.reference)} 0V{bottom}", class_="reference")]


def _legend(chart: Chart, y: float) -> tuple[list[str], float]:
    parts, x = [], 12.0
    for number, series in enumerate(chart.series):
        width = 34 + 7 * len(series.name)
        if x + width > WIDTH and x > 12:
            x, y = 12.0, y + 20
        parts.append(element("rect", x=x, y=y + 2, width=BAR, height=12, class_=f"bar s{number}"))
        parts.append(words_at(series.name, x + 21, y + 8))
        x += width
    return parts, y + 22


def _in_words(chart: Chart, count: int) -> str:
    """The chart for those who do not see it; its table has all of it."""
    told = [
        f"{chart.labels[index]}{' ' + series.name if series.name else ''} {figure(series.y[index], chart.unit)}"
        for index in range(min(count, 12))
        for series in chart.series
        if index < len(series.y)
    ]
    fair = "" if chart.reference is None else f" The dashed line is at {figure(chart.reference, chart.unit)}."
    return f"Bars: {'; '.join(told)}.{fair} The table below has all numbers."

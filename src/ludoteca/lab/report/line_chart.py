"""Lines over numbers, with the band of each interval around them."""

from ludoteca.core.svg import element
from ludoteca.lab.analysis import Chart, Series
from ludoteca.lab.figures import figure
from ludoteca.lab.report.drawing import WIDTH, framed, ticks, words_at

LEFT, RIGHT, TOP, BOTTOM = 62.0, WIDTH - 26.0, 12.0, 232.0
MARKS = ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M-4 -4h8v8h-8z", "M0 -5L5 4H-5z", "M0 -5L5 0L0 5L-5 0z")
"""A circle, a square, a triangle and a diamond: lines can be told apart without their colours."""
MAX_MARKS = 8


def line_chart(chart: Chart) -> str:
    axes = _Axes(chart)
    parts = [*_grid(axes, chart)]
    parts += [_band(axes, series, number) for number, series in enumerate(chart.series) if series.low]
    for number, series in enumerate(chart.series):
        parts += _line(axes, series, number)
    if chart.reference is not None:
        y = axes.y(chart.reference)
        parts.append(element("path", d=f"M{LEFT} {y}H{RIGHT}", class_="reference"))
    bottom = BOTTOM + 38
    if chart.x_title:
        parts.append(words_at(chart.x_title, (LEFT + RIGHT) / 2, BOTTOM + 34, "middle", "soft"))
        bottom += 12
    if chart.y_title:
        parts.append(
            element(
                "g",
                words_at(chart.y_title, 0, 0, "middle", "soft"),
                transform=f"translate(10 {(TOP + BOTTOM) / 2:g}) rotate(-90)",
            )
        )
    if len(chart.series) > 1:
        legend, bottom = _legend(chart, bottom)
        parts += legend
    return framed(chart, _in_words(chart), bottom, *parts)


class _Axes:
    def __init__(self, chart: Chart) -> None:
        across = [x for series in chart.series for x in series.x]
        up = [value for series in chart.series for value in (*series.y, *series.low, *series.high)]
        up += [] if chart.reference is None else [chart.reference]
        self.first, self.last = min(across), max(across)
        lowest = 0.0 if chart.unit != "number" or 0 <= min(up) < 0.5 * max(up) else min(up)
        self.ticks = ticks(min(lowest, min(up)), max(up))

    def x(self, value: float) -> float:
        width = (self.last - self.first) or 1.0
        return round(LEFT + (value - self.first) / width * (RIGHT - LEFT), 2)

    def y(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return round(BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP), 2)


def _grid(axes: _Axes, chart: Chart) -> list[str]:
    parts = []
    for tick in axes.ticks:
        y = axes.y(tick)
        parts.append(element("path", d=f"M{LEFT} {y}H{RIGHT}", class_="zero" if tick == 0 else "grid"))
        parts.append(words_at(figure(tick, chart.unit), LEFT - 6, y, "end", "soft"))
    inside = [tick for tick in ticks(axes.first, axes.last) if axes.first <= tick <= axes.last]
    parts += [words_at(figure(tick, chart.x_unit), axes.x(tick), BOTTOM + 14, "middle", "soft") for tick in inside]
    return parts


def _band(axes: _Axes, series: Series, number: int) -> str:
    upper = [f"{axes.x(x)} {axes.y(y)}" for x, y in zip(series.x, series.high, strict=True)]
    lower = [f"{axes.x(x)} {axes.y(y)}" for x, y in zip(series.x, series.low, strict=True)]
    return element("path", d=f"M{'L'.join(upper + lower[::-1])}z", class_=f"band s{number}")


def _line(axes: _Axes, series: Series, number: int) -> list[str]:
    points = [(axes.x(x), axes.y(y)) for x, y in zip(series.x, series.y, strict=True)]
    outline = "L".join(f"{x} {y}" for x, y in points)
    every = max(1, -(-len(points) // MAX_MARKS))
    return [
        element("path", d=f"M{outline}", class_=f"line s{number}"),
        *(_mark(x, y, number) for x, y in points[::every]),
    ]


def _mark(x: float, y: float, number: int) -> str:
    return element("path", d=MARKS[number % len(MARKS)], transform=f"translate({x} {y})", class_=f"dot s{number}")


def _legend(chart: Chart, y: float) -> tuple[list[str], float]:
    parts, x = [], 12.0
    for number, series in enumerate(chart.series):
        width = 50 + 7 * len(series.name)
        if x + width > WIDTH and x > 12:
            x, y = 12.0, y + 20
        parts.append(element("path", d=f"M{x} {y + 4}h28", class_=f"line s{number}"))
        parts.append(_mark(x + 14, y + 4, number))
        parts.append(words_at(series.name, x + 34, y + 4))
        x += width
    return parts, y + 20


def _in_words(chart: Chart) -> str:
    told = []
    for series in chart.series:
        first, last, least, most = (
            figure(value, chart.unit) for value in (series.y[0], series.y[-1], min(series.y), max(series.y))
        )
        told.append(f"{series.name or 'The line'} goes from {first} to {last}, between {least} and {most}")
    return f"Lines over {chart.x_title or 'numbers'}: {'; '.join(told)}. The table below has all numbers."

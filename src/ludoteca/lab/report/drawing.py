"""What the drawn charts share: a frame with words for screen readers, and round numbers along the axes."""

import math
from html import escape

from ludoteca.core.svg import element
from ludoteca.lab.analysis import Chart

WIDTH = 440
"""Of every chart, in the units of its drawing, which are about a pixel on a large screen."""
TALL = 1300
"""A chart of this height would have to be made too small to read on a sheet of paper."""
MIDDLE = 4.5
"""How far below the middle of a line of text its baseline lies."""


def framed(
    chart: Chart, words: str, height: float, *parts: str, left: float = 0, top: float = 0, width: float = WIDTH
) -> str:
    """A drawing with its title, and its contents in words."""
    title, description = f"title-{chart.name}", f"words-{chart.name}"
    inside = (
        element("title", escape(chart.title), id=title),
        element("desc", escape(words), id=description),
        *parts,
    )
    box = f"{left:g} {top:g} {width:g} {height:g}"
    return element(
        "svg",
        *inside,
        class_=f"chart of-{chart.kind}{' tall' if chart.kind == 'bars' and height > TALL else ''}",
        viewBox=box,
        role="img",
        aria_labelledby=f"{title} {description}",
    )


def words_at(words: str, x: float, y: float, anchor: str = "start", kind: str = "") -> str:
    """A text whose middle line is at y."""
    more = {"class_": kind} if kind else {}
    return element("text", escape(words), x=x, y=y + MIDDLE, text_anchor=anchor, **more)


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers from below `low` to above `high`."""
    span = high - low if high > low else max(abs(high), 1.0)
    rough = span / wanted
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(step * number, 12) for number in range(first, max(last, first + 1) + 1)]


def shortened(words: str, length: int) -> str:
    """The beginning of a text, up to the end of a word."""
    if len(words) <= length:
        return words
    kept = words[:length]
    return f"{kept[: kept.rfind(' ')] if ' ' in kept else kept[:-1]}…"

"""Numbers as people read them."""

import math

from ludoteca.lab.analysis import Cell, Unit

NOTHING = "–"
SPACE = "\u00a0"
"""Does not break a line."""
SIGNS: dict[Unit, str] = {"share": f"{SPACE}%", "points": f"{SPACE}points"}
"""What stands behind a number of hundredths."""


def figure(value: float | None, unit: Unit, interval: tuple[float, float] | None = None) -> str:
    """A value with as many digits as its interval makes sense of."""
    if value is None or not math.isfinite(value):
        return NOTHING
    if unit in SIGNS:
        return f"{_rounded(100 * value, _width(interval, 100))}{SIGNS[unit]}"
    return _rounded(value, _width(interval, 1))


def interval_words(interval: tuple[float, float] | None, unit: Unit) -> str:
    """An interval as `27 to 35 %`."""
    if interval is None:
        return ""
    low, high = (figure(bound, unit, interval) for bound in interval)
    return f"{low.removesuffix(SIGNS.get(unit, ''))} to {high}"


def with_interval(value: float | None, unit: Unit, interval: tuple[float, float] | None) -> str:
    """A value with its interval, as `31 % (27 to 35)`."""
    told = figure(value, unit, interval)
    return f"{told} ({interval_words(interval, unit).removesuffix(SIGNS.get(unit, ''))})" if interval else told


def counted_words(count: int, word: str) -> str:
    """So many of something, as `1 game` or `24 games`."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def chance_words(p_value: float) -> str:
    """How likely something is by chance, as `2 of 100`."""
    if p_value < 0.001:
        return "fewer than 1 of 1,000"
    return f"{100 * p_value:.1g} of 100" if p_value < 0.095 else f"{100 * p_value:.0f} of 100"


def cell_text(cell: Cell, unit: Unit) -> str:
    """What stands in a cell of a table."""
    if cell is None:
        return NOTHING
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int):
        return f"{cell:,}"
    return figure(cell, unit)


def _width(interval: tuple[float, float] | None, scale: float) -> float | None:
    return None if interval is None else scale * (interval[1] - interval[0])


def _rounded(value: float, width: float | None) -> str:
    """With so many decimals that half the interval has one digit or more; with three digits where there is none."""
    size = (abs(value) / 50 if value else 1.0) if width is None or width <= 0 else width / 2
    if abs(value) >= 1e7:
        return f"{value:.3g}".replace("e+0", "e").replace("e+", "e").replace("e", " x 10^")
    decimals = max(0, min(3, math.ceil(-math.log10(size))))
    told = f"{value:,.{decimals}f}"
    if width is None and "." in told:
        told = told.rstrip("0").rstrip(".")
    return "0" if float(told.replace(",", "")) == 0 and decimals == 0 else told

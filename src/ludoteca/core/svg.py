"""SVG as text: elements with attributes, made of nothing but themselves, so that every viewer shows them alike."""

from html import escape

CELL_SIZE = 100
"""The width of a cell in the units of a drawing; everything else is measured by it."""
SERIF = "Noto Serif CJK SC, Noto Serif SC, Songti SC, Source Han Serif SC, Georgia, serif"
SANS = "system-ui, Noto Sans, DejaVu Sans, sans-serif"
MIDDLE = 0.35
"""How far below the middle of a character its baseline lies, in parts of its size."""

Point = tuple[float, float]


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; underscores in the names of attributes are hyphens."""
    words = [name]
    for key, value in attributes.items():
        shown = number(value) if isinstance(value, int | float) else escape(value)
        words.append(f'{key.strip("_").replace("_", "-")}="{shown}"')
    return f"<{' '.join(words)}>{''.join(inside)}</{name}>" if inside else f"<{' '.join(words)}/>"


def number(value: float) -> str:
    """A number with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def text(words: str, at: Point, size: float, fill: str, **attributes: str | float) -> str:
    """Words with their middle at a point."""
    x, y = at
    usual: dict[str, str | float] = {"font_family": SERIF, "text_anchor": "middle"}
    return element(
        "text", escape(words), x=x, y=y + MIDDLE * size, font_size=size, fill=fill, **{**usual, **attributes}
    )


def path(outline: str, **attributes: str | float) -> str:
    return element("path", d=outline, **attributes)


def moved(at: Point, *inside: str, scale: float = 1.0) -> str:
    """Elements around the origin, drawn around a point."""
    shrunk = "" if scale == 1.0 else f" scale({number(scale)})"
    return element("g", *inside, transform=f"translate({number(at[0])} {number(at[1])}){shrunk}")


def rgb(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def mixed(colour: str, other: str, share: float) -> str:
    """So much of one colour, and the rest of another."""
    pairs = [(int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(share * one + (1 - share) * two):02x}" for one, two in pairs)

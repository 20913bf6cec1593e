"""A record that replays by itself, as one SVG."""

from collections.abc import Iterable
from zlib import crc32

from ludoteca.core.drawing import Drawing, face_of
from ludoteca.core.position import Position
from ludoteca.core.svg import element

PAUSE = "this.animationsPaused() ? this.unpauseAnimations() : this.pauseAnimations()"
LAST = 3
"""So many times as long as the others the last position stays."""


def animate(positions: Iterable[Position], seconds: float = 1.0, seat: int = 0, face: str = "") -> str:
    """An SVG that shows positions of a game one after the other, again and again; a click stops it or lets it go on."""
    shown = list(positions)
    if not shown:
        raise ValueError("there is no position to show")
    if not seconds > 0:
        raise ValueError(f"a position is shown for some seconds, not {seconds}")
    first = shown[0]
    if not 0 <= seat < first.seats:
        raise ValueError(f"there are seats 0 to {first.seats - 1}, not {seat}")
    sheet = first.game.look.sheet(first.options)
    drawing = Drawing(sheet, seat, face_of(first, sheet, face))
    tokens: dict[str, str] = {}

    def token(unit: str) -> str:
        if unit not in tokens:
            tokens[unit] = drawing.token(unit)
        return element("use", href=f"#{_name(tokens[unit])}")

    frames = [drawing.on_board(first.game.look.view(position), token) for position in shown]
    length = seconds * (len(frames) - 1 + LAST)
    groups = [
        element(
            "g", _visible(number, len(frames), seconds, length), *frame, visibility="hidden" if number else "visible"
        )
        for number, frame in enumerate(frames)
    ]
    # Named by what they are: several records on one page may share them.
    known = element("defs", *(element("g", drawn, id=_name(drawn)) for drawn in tokens.values()))
    return drawing.framed(f"{first.game.title}: {len(frames) - 1} moves", known, *groups, onclick=PAUSE)


def _name(drawn: str) -> str:
    return f"unit-{crc32(drawn.encode()):08x}"


def _visible(number: int, count: int, seconds: float, length: float) -> str:
    if count == 1:
        return ""
    begin, end = number * seconds / length, (number + 1) * seconds / length
    times, values = ["0"], ["hidden"]
    if number == 0:
        values = ["visible"]
    else:
        times.append(f"{begin:.5f}")
        values.append("visible")
    if number < count - 1:
        times.append(f"{end:.5f}")
        values.append("hidden")
    return element(
        "animate",
        attributeName="visibility",
        calcMode="discrete",
        values=";".join(values),
        keyTimes=";".join(times),
        dur=f"{length:g}s",
        repeatCount="indefinite",
    )

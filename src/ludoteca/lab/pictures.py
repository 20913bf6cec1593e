"""What an environment shows of a position, by its render mode."""

import io
from typing import Any

import numpy

from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.core.text_board import draw

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")


def check_render_mode(mode: str | None) -> str | None:
    """The mode, or ValueError if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render_mode {mode!r}; there are: {', '.join(RENDER_MODES)}")
    return mode


def render(position: Position, mode: str | None) -> Any:
    """The position as text, as pixels, as SVG, or printed; nothing without a mode."""
    if mode == "ansi":
        return as_text(position)
    if mode == "svg":
        return position.svg()
    if mode == "rgb_array":
        return as_pixels(position)
    if mode == "human":
        print(as_text(position), flush=True)
    return None


def as_text(position: Position) -> str:
    """The board in characters, with the notes beside it and how the game has ended."""
    look = position.game.look
    sheet, view = look.sheet(position.options), look.view(position)
    lines = [*draw(sheet, view, face=look.faces[0]), *view.notes, view.prompt]
    outcome = position.outcome()
    if outcome:
        winner = "Drawn" if outcome.winner is None else f"{sheet.seats[outcome.winner].name} wins"
        lines.append(f"{winner} by {outcome.clause}: {outcome.reason}.")
    return "\n".join(filter(None, lines))


def as_pixels(position: Position) -> Any:
    """Bytes: height by width by red, green and blue."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise LudotecaError(f"render_mode rgb_array needs the package {error.name}") from error
    picture = bytes(resvg_py.svg_to_bytes(svg_string=position.svg()))
    return numpy.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))

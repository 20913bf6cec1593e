"""Checks of what pages and terminals draw."""

from collections.abc import Mapping
from random import Random
from typing import Any

from ludoteca.core.position import Position
from ludoteca.core.text_board import draw
from ludoteca.testing.requirements import everything, require, require_same, sample


def check_view(position: Position, random: Random) -> None:
    """A view shows units that the sheet has, on cells that the board has, and can be drawn."""
    look = position.game.look
    sheet, view = look.sheet(position.options), look.view(position)
    require(len(sheet.seats) == position.seats, f"the sheet has {len(sheet.seats)} seats, the game {position.seats}")
    for cell, unit in view.units.items():
        require(0 <= cell < len(sheet.geometry), f"{unit} stands on {cell}, which is not a cell")
        _require_glyph(unit, sheet.glyphs, f"{unit!r} stands on {sheet.geometry.names[cell]}")
    for pool in view.pools:
        require(0 <= pool.seat < position.seats, f"the pool {pool.name} is of seat {pool.seat}")
        for unit in pool.units:
            _require_glyph(unit, sheet.glyphs, f"{unit!r} is in the pool {pool.name}")
    for face in look.faces:
        for is_flipped in (False, True):
            require(bool(draw(sheet, view, True, face, is_flipped)), f"nothing is drawn with the face {face}")
            plain = draw(sheet, view, False, face, is_flipped)
            require(not any("\x1b" in line for line in plain), "a drawing without colours has control characters")


def _require_glyph(unit: str, glyphs: Mapping[str, Any], where: str) -> None:
    require(unit in glyphs, f"{where}, but the pieces are {', '.join(map(repr, glyphs)) or 'none'}")


def check_steps(position: Position, random: Random) -> None:
    """The steps of a move tell of units and cells that can be drawn, and change nothing."""
    sheet = position.game.look.sheet(position.options)
    before = everything(position)
    for move in sample(before.legal_moves, random):
        text, steps = position.move_text(move), position.steps(move)
        require(isinstance(steps, tuple), f"the steps of {text} are {steps!r}, not a tuple")
        for step in steps:
            require(bool(step.verb), f"a step of {text} has no verb: {step}")
            if step.unit:
                _require_glyph(step.unit, sheet.glyphs, f"a step of {text} is of {step.unit!r}")
            on_board = all(0 <= cell < len(sheet.geometry) for cell in step.cells)
            require(on_board, f"a step of {text} leaves the board: {step}")
    require_same(everything(position), before, "after steps() was asked")

"""Sheets, views and steps as plain data for the pages' scripts; docs/protocol.md has the fields."""

from collections.abc import Mapping
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.look import Mark, Sheet, View
from ludoteca.core.option import Value
from ludoteca.core.pictures import OUTLINES, PICTURES
from ludoteca.core.position import Position


def sheet_data(game: Game, options: Mapping[str, Value]) -> dict[str, Any]:
    """What never changes during a game."""
    sheet: Sheet = game.look.sheet(options)
    geometry = sheet.geometry
    return {
        "game": game.name,
        "title": game.title,
        "summary": game.summary,
        "options": options,
        "style": sheet.style,
        "names": geometry.names,
        "places": geometry.places,
        "period": geometry.period,
        "regions": {name: sorted(cells) for name, cells in geometry.regions.items()},
        "lines": sheet.lines,
        "labels": [label._asdict() for label in sheet.labels],
        "edges": {notation: edges._asdict() for notation, edges in sheet.edges.items()},
        "glyphs": {unit: glyph._asdict() for unit, glyph in sheet.glyphs.items()},
        "pictures": PICTURES,
        "outlines": OUTLINES,
        "seats": [
            {
                "title": seat.name,
                "colour": seat.colour,
                "turn": seat.turn,
                "shape": number if seat.shape is None else seat.shape,
            }
            for number, seat in enumerate(sheet.seats)
        ],
        "legend": [mark_data(mark) for mark in sheet.legend],
        "scale": sheet.scale,
        "corners": sheet.corners,
        "zones": [zone._asdict() for zone in sheet.zones],
        "clauses": {
            word: {"clause": clause, "words": game.rules[clause]} for word, clause in game.look.clauses.items()
        },
        "blocks": game.look.blocks,
        "signs": [sign._asdict() for sign in game.look.signs],
        "faces": game.look.faces,
        "asks_for_face": game.look.asks_for_face,
        "notations": game.notations,
    }


def view_data(position: Position) -> dict[str, Any]:
    """What a position shows."""
    shown: View = position.game.look.view(position)
    return {
        "units": list(shown.units.items()),
        "marks": [mark_data(mark) for mark in shown.marks],
        "notes": shown.notes,
        "pools": [pool._asdict() for pool in shown.pools],
    }


def steps_data(position: Position, move: int) -> list[dict[str, Any]]:
    """What happens in a move that is about to be played."""
    return [
        {"verb": step.verb, "cells": step.cells} | ({"unit": step.unit} if step.unit else {})
        for step in position.steps(move)
    ]


def mark_data(mark: Mark) -> dict[str, Any]:
    """A mark without what is as usual."""
    usual = Mark._field_defaults
    return {name: value for name, value in mark._asdict().items() if name not in usual or value != usual[name]}

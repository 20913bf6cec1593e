"""Writes a report: an HTML file and its numbers as JSON, whole or not at all."""

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludoteca.core.look_data import sheet_data
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.lab.analysis import RULES, WEIGHTS, Analysis, Example
from ludoteca.lab.report.page import page
from ludoteca.lab.report.replay import Replay, fitting

FORMAT = 1
"""The version of the JSON."""
UNUSED = ("summary", "signs", "blocks", "notations", "asks_for_face")
"""What boards in a report have no use for."""


def html_of(analysis: Analysis, start: Position, last_position: Callable[[Example], Position]) -> str:
    """The report as HTML. `last_position` gives the end of an example's game, with its history."""
    plies: dict[str, list[int]] = {}
    examples: dict[str, Example] = {}
    for example in _by_need(analysis):
        examples.setdefault(example.key, example)
        plies.setdefault(example.key, []).append(example.ply)
    sheets = [_sheet(start)]
    games = fitting((_replay(example, last_position(example), sheets), plies[key]) for key, example in examples.items())
    return page(analysis, start.game.rules, start.game.look.sheet(start.options), sheets, games)


def _replay(example: Example, last: Position, sheets: list[dict[str, Any]]) -> Replay:
    """The game of an example; its board joins the others if it is a new one."""
    moves = last.moves_played()
    start = last.copy()
    for _ in moves:
        start.undo()
    sheet = _sheet(start) if example.is_changed or example.part == RULES else sheets[0]
    if sheet not in sheets:
        sheets.append(sheet)
    return Replay(example.key, start, moves, sheets.index(sheet))


def json_of(analysis: Analysis) -> str:
    """The same numbers for programs; docs/report.md has the fields. What the games cannot tell is null."""
    data = {"format": FORMAT, **asdict(analysis)}
    return json.dumps(_finite(data), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def write_whole(texts: Mapping[Path, str]) -> None:
    """Write files, none of them before all are ready to take their places."""
    parts = {path: path.with_name(f".{path.name}.{os.getpid()}.part") for path in texts}
    try:
        for path, text in texts.items():
            parts[path].write_text(text, encoding="utf-8", newline="\n")
        for path, part in parts.items():
            part.replace(path)
    except OSError as error:
        raise LudotecaError(f"{error.filename2 or error.filename} cannot be written: {error.strerror}") from error
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def check_places(*paths: Path) -> None:
    """LudotecaError if a file cannot be written there, before hours of work."""
    for path in paths:
        if path.is_dir():
            raise LudotecaError(f"{path} is a folder; name a file")
        if not path.parent.is_dir():
            raise LudotecaError(f"there is no folder {path.parent}")
        if not os.access(path.parent, os.W_OK):
            raise LudotecaError(f"{path} cannot be written: {path.parent} is not yours to write")
    if len({path.resolve() for path in paths}) < len(paths):
        raise LudotecaError("the HTML and the JSON need a file each")


def _by_need(analysis: Analysis) -> Iterator[Example]:
    """The first example of every finding, then the second ones, and so on: what matters most gets its room first."""
    most = max((len(finding.examples) for finding in analysis.findings), default=0)
    findings = sorted(analysis.findings, key=lambda finding: WEIGHTS.index(finding.weight))
    for place in range(most):
        for finding in findings:
            yield from finding.examples[place : place + 1]


def _sheet(start: Position) -> dict[str, Any]:
    data = sheet_data(start.game, start.options)
    used = {glyph["picture"] for glyph in data["glyphs"].values()} | {"flag"}
    data["pictures"] = {name: drawn for name, drawn in data["pictures"].items() if name in used}
    data["clauses"] = {word: {**clause, "words": ""} for word, clause in data["clauses"].items()}
    return {name: value for name, value in data.items() if name not in UNUSED}


def _finite(value: Any) -> Any:
    """Data in which numbers that are none are None."""
    if isinstance(value, Mapping):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value

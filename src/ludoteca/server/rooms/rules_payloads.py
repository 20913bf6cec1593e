"""What is sent about a game's rules, as docs/protocol.md has it: chapters, clauses, and examples to be drawn."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from ludoteca.core.examples import Example
from ludoteca.core.game import Game
from ludoteca.core.geometry import Geometry
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.core.rules import Clause
from ludoteca.games import GAMES
from ludoteca.server.rooms import house_rules
from ludoteca.server.rooms.game_payloads import StepPayload, ViewPayload, steps_payload, view_payload


@lru_cache
def rules_payload(name: str) -> dict[str, Any]:
    """The chapters of a game's rules, and the house rules. Slow the first time: every example is set up and judged."""
    game = GAMES[name]
    rules, examples = game.rules, example_payloads(game)
    chapters = []
    for number, title in rules.chapters.items():
        clauses = [
            clause_payload(clause, examples)
            for clause in rules.clauses.values()
            if clause.number.partition(".")[0] == number and clause.number != number
        ]
        chapters.append({**clause_payload(rules.clauses[number], examples), "title": title, "clauses": clauses})
    house = clause_payload(Clause("H", "chapter", "", ""), {})
    house_clauses = [clause_payload(clause, {}) for clause in house_rules.clauses()]
    house_chapter = {**house, "title": house_rules.TITLE, "clauses": house_clauses}
    return {"introduction": rules.introduction, "chapters": chapters, "house": house_chapter}


def clause_payload(clause: Clause, examples: "Mapping[str, list[ExamplePayload]]") -> dict[str, Any]:
    return {**clause._asdict(), "examples": examples.get(clause.number, [])}


# Examples


class ExampleRuling(Struct):
    clause: str
    message: str
    cells: tuple[int, ...]


class ExamplePayload(Struct, omit_defaults=True):
    """EXAMPLE: `steps` of a legal move; `attempt` and `ruling` of a refused one; or what a unit `reaches`."""

    caption: str
    view: ViewPayload
    options: Mapping[str, Value] = {}
    """Those that are not as usual."""
    marks: list[int] = []
    move: str = ""
    steps: list[StepPayload] = []
    attempt: list[int] = []
    ruling: ExampleRuling | None = None
    origin: int | None = None
    reaches: list[int] = []


def example_payloads(game: Game) -> dict[str, list[ExamplePayload]]:
    """The examples of each clause that has any."""
    found: dict[str, list[ExamplePayload]] = defaultdict(list)
    for example in game.examples:
        found[example.clause].append(example_payload(game, example))
    return found


def example_payload(game: Game, example: Example) -> ExamplePayload:
    position = game.parse(example.position, **example.options)
    geometry: Geometry = game.look.sheet(position.options).geometry
    usual = game.choose({})
    payload = ExamplePayload(
        example.caption,
        view_payload(position),
        {name: value for name, value in position.options.items() if value != usual[name]},
        [geometry.cell(name) for name in example.marks],
    )
    if example.move:
        payload.move = example.move
        payload.steps = steps_payload(position, position.parse_move(example.move))
    elif example.refused:
        payload.move = example.refused
        payload.attempt = cells_in(geometry, example.refused)
        payload.ruling = _ruling(position, example.refused)
    else:
        payload.origin = geometry.cell(example.origin)
        payload.reaches = [geometry.cell(name) for name in example.reaches]
    return payload


def cells_in(geometry: Geometry, text: str) -> list[int]:
    """The cells by which a move goes, as its text names them; one behind an x is captured on the way."""
    names = "|".join(sorted(geometry.names, key=len, reverse=True))
    return [geometry.cell(name) for name in re.findall(f"(?<!x)({names})", text)]


def _ruling(position: Position, text: str) -> ExampleRuling:
    ruling = position.explain(text)
    assert ruling is not None, f"{text} is legal in {position}"
    return ExampleRuling(ruling.clause, ruling.message, ruling.cells)

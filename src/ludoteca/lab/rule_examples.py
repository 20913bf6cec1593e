"""Examples of the rules, for clauses of which no game can be shown."""

from ludoteca.core import examples
from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.lab.analysis import RULES, Example


def rule_example(game: Game, clause: str, is_refusal: bool = False) -> Example | None:
    """The example of a clause that shows best what it does, or what it forbids; None if the rules have none of it."""
    found = [(number, each) for number, each in enumerate(game.examples) if each.clause == clause]
    if not found:
        return None
    number, best = min(found, key=lambda each: not _shows(each[1], is_refusal))
    refused = f" {best.refused} is refused." if best.refused else ""
    return Example(number, 1 if best.move else 0, best.caption + refused, part=RULES)


def _shows(example: examples.Example, is_refusal: bool) -> bool:
    return example.by == example.clause if is_refusal else bool(example.move)


def rule_position(game: Game, number: int) -> Position:
    """The position of the example with a number, after its move if it has one."""
    example = game.examples[number]
    position = game.parse(example.position, **example.options)
    if example.move:
        position.push_text(example.move)
    return position

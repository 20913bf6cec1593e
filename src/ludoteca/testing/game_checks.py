"""Checks of a game's record: its rules page and its options."""

import re

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.ruling import InvalidOption
from ludoteca.testing.requirements import raises, require


def check_rules(game: Game) -> None:
    """The rules page has a title, a summary and numbered clauses, and refers only to clauses that are there."""
    named = re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game.name)
    require(bool(named), f"the name of the game is {game.name!r}: small letters, digits and hyphens are needed")
    require(bool(game.title and game.summary), "the game needs a title and a summary")
    rules = game.rules
    chapters = list(rules.chapters)
    require(len(chapters) > 1, "the rules page has no chapter with numbered clauses")
    for number, clause in rules.clauses.items():
        require(bool(clause.text) or clause.mark == "chapter", f"the clause {number} has no text")
    letter = chapters[0][0]
    missing = sorted(set(re.findall(rf"\b{letter}\d+(?:\.\d+)?\b", rules.page)) - set(rules))
    require(not missing, f"the rules page refers to {', '.join(missing)}, which it does not have")
    last = chapters[-1]
    has_notation = "notation" in rules.chapters[last].lower() and bool(rules[last])
    require(has_notation, f"the last chapter, {last}, is not about notation")
    for word, number in game.look.clauses.items():
        require(number in rules, f"the word {word} has the clause {number}, which the rules do not have")


def check_options(game: Game) -> None:
    """Options take their usual value and refuse what they do not know."""
    wrong: list[tuple[str, Value]] = [
        ("no_such_option", 1),
        *((option.name, "no such value") for option in game.options),
    ]
    for name, value in wrong:
        refused = raises(InvalidOption, lambda given={name: value}: game.start(**given))  # type: ignore[misc]
        require(refused, f"the option {name}={value!r} is not refused")
    for option in game.options:
        usual = option.default
        require(option.read(usual) == usual, f"the option {option.name} refuses its usual value, {usual!r}")

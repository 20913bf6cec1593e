"""Checks of a game's record: its rules page and its options."""

import re

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.ruling import InvalidOption
from ludoteca.testing.requirements import raises, require

NOT_BOLD = re.compile(r"[_*]?([A-Z]\d+\.\d+)\b")
"""The number of a clause at the beginning of a line, without the two stars before it."""


def check_rules(game: Game) -> None:
    """The rules page has a title, a summary and numbered clauses, and refers only to clauses that are there."""
    named = re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game.name)
    require(bool(named), f"the name of the game is {game.name!r}: small letters, digits and hyphens are needed")
    require(bool(game.title and game.summary), "the game needs a title and a summary")
    rules = game.rules
    first = rules.page.strip().partition("\n")[0]
    has_title = first.startswith("#") or first != game.title
    require(has_title, f"the rules page has no title: its first line should be like `# Chess`, not {first!r}")
    chapters = list(rules.chapters)
    require(len(chapters) > 1, "the rules page has no chapter with numbered clauses")
    for number, clause in rules.clauses.items():
        require(bool(clause.text) or clause.mark == "chapter", f"the clause {number} has no text")
    begun = [found[1] for line in rules.page.splitlines() if (found := NOT_BOLD.match(line))]
    plain = [number for number in begun if number not in rules]
    require(
        not plain,
        f"the numbers of the clauses {', '.join(plain)} are not bold: write them like **{(plain or [''])[0]}**",
    )
    letter = chapters[0][0]
    missing = sorted(set(re.findall(rf"\b{letter}\d+(?:\.\d+)?\b", rules.page)) - set(rules))
    require(not missing, f"the rules page refers to {', '.join(missing)}, which it does not have")
    last = chapters[-1]
    has_notation = "notation" in rules.chapters[last].lower() and bool(rules[last])
    require(has_notation, f"the last chapter, {last}, is not about notation")
    for word, number in game.look.clauses.items():
        require(number in rules, f"the word {word} has the clause {number}, which the rules do not have")


def check_pieces(game: Game) -> None:
    """If pieces are letters, there is one for each seat."""
    position = game.start()
    pieces = getattr(position, "pieces", ())
    if isinstance(pieces, str) and pieces and not any(option.name == "players" for option in game.options):
        named = f"pieces = {pieces!r} has {len(pieces)} letters, but seat_names has {position.seats} names"
        require(len(pieces) == position.seats, f"{named}: one letter for each seat; a Glyph can be nobody's")


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

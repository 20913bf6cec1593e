"""Checks of a game's record: its rules page and its options."""

import re

from ludoteca.core.game import Game, module_named
from ludoteca.core.option import Value
from ludoteca.core.pictures import PICTURES, PLAIN
from ludoteca.core.ruling import InvalidOption
from ludoteca.testing.requirements import raises, require

NOT_BOLD = re.compile(r"[_*]?([A-Z]\d+\.\d+)\b")
"""The number of a clause at the beginning of a line, without the two stars before it."""
LEAST_CONTRAST = 3.0


def check_rules(game: Game) -> None:
    """The rules page has a title, a summary and numbered clauses; it and the file name only clauses that it has."""
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
    _check_source(game, letter)


def _check_source(game: Game, letter: str) -> None:
    file = module_named(game.module).__file__
    if not file or not file.endswith(".py"):
        return
    with open(file, encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            for clause in re.findall(rf"""["']({letter}\d+\.\d+)["']""", line):
                require(clause in game.rules, f"line {number} names the clause {clause}, which the rules do not have")


def check_pieces(game: Game) -> None:
    """If pieces are letters, each seat has one; pictures are known, and pieces and colours can be told apart."""
    position = game.start()
    pieces = getattr(position, "pieces", ())
    if isinstance(pieces, str) and pieces and not any(option.name == "players" for option in game.options):
        named = f"pieces = {pieces!r} has {len(pieces)} letters, but seat_names has {position.seats} names"
        require(len(pieces) == position.seats, f"{named}: one letter for each seat; a Glyph can be nobody's")
    sheet = game.look.sheet(position.options)
    for glyph in sheet.glyphs.values():
        known = ", ".join((PLAIN, *PICTURES))
        is_known = glyph.picture in ("", PLAIN, *PICTURES)
        require(is_known, f"the {glyph.name} has the picture {glyph.picture!r}; there are: {known}")
    plain: dict[int | None, str] = {}
    for glyph in sheet.glyphs.values():
        if glyph.picture == PLAIN:
            first = plain.setdefault(glyph.seat, glyph.text)
            alike = f"the pieces {first!r} and {glyph.text!r} look alike: both are plain and have the same seat"
            require(first == glyph.text, f"{alike}; give each the seat of its colour, or a picture")
    for seat in sheet.seats:
        is_seen = contrast_with_white(seat.colour) >= LEAST_CONTRAST
        require(is_seen, f"the colour {seat.colour} of {seat.name} is too light to be seen on white: take a darker one")


def contrast_with_white(colour: tuple[int, int, int]) -> float:
    """By the accessibility guidelines of the web: from 1, which is white, to 21, which is black."""
    linear = [part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


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

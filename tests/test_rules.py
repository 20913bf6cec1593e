"""What is read from a rules page."""

import ludoteca
from ludoteca.core.rules import Clause, Rules

PAGE = """# Game

**Goal.** One
line.

## Units

| Name | Clause |
| --- | --- |
| Jump | G1.1 |

## G1 Moves

Own text.

**G1.1** (seed) A **jump** goes
over:

- a wall;
- a unit.

    a picture

## G2 Notation

Text.
"""


def test_an_introduction_has_headings_and_tables():
    table = "| Name | Clause |\n| --- | --- |\n| Jump | G1.1 |"
    assert Rules(PAGE).introduction == ("**Goal.** One line.", "## Units", table)


def test_clauses_and_chapters_have_their_texts_in_one_line():
    rules = Rules(PAGE)
    assert rules.chapters == {"G1": "Moves", "G2": "Notation"}
    assert rules["G1"] == "Own text."
    assert rules.clauses["G1.1"] == Clause("G1.1", "seed", "A **jump** goes over: - a wall; - a unit.", "a picture")
    assert rules["G1.1"] == "A jump goes over: - a wall; - a unit."


def test_tomb_chess_has_a_card_for_each_kind_of_unit():
    game = ludoteca.game("tomb-chess")
    kinds = {glyph.name for glyph in game.look.sheet({}).glyphs.values()}
    cards = {part.partition("**")[2].partition("**")[0].lower() for part in game.rules.introduction}
    assert kinds <= cards


def test_the_summary_is_what_begins_with_a_term():
    page = (
        "# Game\n\n**Goal.** Win.\n\nThe marks tell.\n\n**Turn.** Move.\n\n## Units\n\n**Pawn** goes.\n\n## X1 Board\n"
    )
    assert Rules(page).summary == ("**Goal.** Win.", "**Turn.** Move.")
    assert Rules("# Game\n\nWin.\n\n## X1 Board\n").summary == ("Win.",)

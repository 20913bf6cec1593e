"""What is sent about rules: clauses with their examples."""

import ludoteca
from ludoteca.core.examples import Example
from ludoteca.server.rooms.rules_payloads import cells_in, example_payload, rules_payload

XIANGQI, EXILE = ludoteca.game("xiangqi"), ludoteca.game("exile")
HOBBLED = "3k5/9/9/9/9/9/9/9/9/1NB1K4 w - - 0 1"
DUEL = "duel-classic .......3./......3.3/.......3./........./........./........./.1......./1.1....../.1......."


def test_every_example_is_with_its_clause():
    for name in ludoteca.GAMES:
        examples = ludoteca.game(name).examples
        chapters = rules_payload(name)["chapters"]
        clauses = [clause for chapter in chapters for clause in (chapter, *chapter["clauses"])]
        sent = [(clause["number"], each.caption) for clause in clauses for each in clause["examples"]]
        assert sorted(sent) == sorted((example.clause, example.caption) for example in examples)


def test_a_legal_move_has_its_steps():
    payload = example_payload(XIANGQI, Example("X1.6", "a", HOBBLED, marks=("c1",), move="b1c3"))
    assert [(step.verb, step.cells) for step in payload.steps] == [("go", (1, 20))]
    assert payload.marks == [2] and payload.options == {}
    assert (1, "N") in payload.view.units


def test_a_refused_move_has_its_cells_and_its_ruling():
    payload = example_payload(XIANGQI, Example("X1.6", "a", HOBBLED, refused="b1d2", by="X1.6"))
    assert payload.attempt == [1, 12] and payload.steps == []
    assert payload.ruling.clause == "X1.6" and payload.ruling.cells == (2,)


def test_what_a_unit_reaches_is_sent_as_cells():
    payload = example_payload(XIANGQI, Example("X1.6", "a", HOBBLED, origin="b1", reaches=("a3", "c3")))
    assert payload.origin == 1 and payload.reaches == [18, 20]


def test_options_that_the_position_shows_are_sent():
    example = Example("E3.2", "a", f"{DUEL} 1 1b2,3h8 0+0,0+0 - 0 1 2", move="b1d3")
    assert example_payload(EXILE, example).options["mode"] == "duel-classic"


def test_the_cells_of_a_text_are_those_that_it_goes_by():
    geometry = ludoteca.game("tomb-chess").look.sheet({}).geometry
    names = {
        "a1-a11": ["a1", "a11"],
        "f1-j5*l3": ["f1", "j5", "l3"],
        "b1-c3xb2": ["b1", "c3"],
        "~e7-e6": ["e7", "e6"],
        "rot:b2:3:90": ["b2"],
        "pass": [],
    }
    for text, named in names.items():
        assert [geometry.names[cell] for cell in cells_in(geometry, text)] == named

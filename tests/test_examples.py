"""The drawn examples of every game show what they say."""

from typing import Any

import pytest

import ludoteca
from ludoteca.core.examples import Example, examples_beside, read_examples

FEWEST = {"tomb-chess": 60, "exile": 15, "chinese-checkers": 10, "xiangqi": 20}
EXAMPLES = [(name, example) for name in ludoteca.GAMES for example in ludoteca.game(name).examples]


def example_name(value: Any) -> str:
    if isinstance(value, Example):
        return f"{value.clause}-{value.move or value.refused or value.origin}"
    return str(value)


def parse(name: str, example: Example) -> Any:
    return ludoteca.game(name).parse(example.position, **example.options)


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=example_name)
def test_an_example_shows_what_it_says(name, example):
    position = parse(name, example)
    if example.move:
        assert position.explain(example.move) is None
        position.push_text(example.move)
        assert example.after in ("", str(position))
    elif example.refused:
        ruling = position.explain(example.refused)
        assert ruling is not None, f"{example.refused} is legal"
        assert ruling.clause == example.by, str(ruling)
    else:
        assert sorted(example.reaches) == sorted(reached(position, example.origin))


def reached(position: Any, origin: str) -> set[str]:
    """The cells to which the unit on a cell can go in a move of two picks, both of them cells."""
    look = position.game.look
    names = look.sheet(position.options).geometry.names
    picks = [look.picks(position, move) for move in position.legal_moves()]
    pairs = [pick for pick in picks if len(pick) == 2 and all(isinstance(cell, int) for cell in pick)]
    return {names[second] for first, second in pairs if names[first] == origin}


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=example_name)
def test_an_example_names_what_there_is(name, example):
    game = ludoteca.game(name)
    names = game.look.sheet(parse(name, example).options).geometry.names
    assert {example.clause, example.by or example.clause} <= set(game.rules)
    assert {*example.marks, *example.reaches, example.origin or names[0]} <= set(names)
    assert example.caption.endswith((".", "!", "?")) and "\n" not in example.caption and "  " not in example.caption


@pytest.mark.parametrize("name", FEWEST)
def test_a_game_has_enough_examples(name):
    examples = ludoteca.game(name).examples
    assert len(examples) >= FEWEST[name]
    assert len({(each.position, each.move, each.refused, each.origin) for each in examples}) == len(examples)


def test_examples_are_read_in_order():
    page = """
        [[example]]
        clause = "X1.6"
        caption = "The horse is hobbled."
        position = "a"
        refused = "b1d2"
        [[example]]
        clause = "X1.6"
        caption = "It is free."
        position = "b"
        options = { mode = "duel" }
        marks = ["c1"]
        from = "b1"
        reaches = ["c3", "a3"]
        """
    hobbled, free = read_examples(page)
    assert hobbled == Example("X1.6", "The horse is hobbled.", "a", refused="b1d2", by="X1.6")
    assert free == Example(
        "X1.6", "It is free.", "b", {"mode": "duel"}, marks=("c1",), origin="b1", reaches=("c3", "a3")
    )


@pytest.mark.parametrize(
    "fields",
    [
        "",
        'move = "a"\nrefused = "b"',
        'from = "a1"',
        'move = "a"\nreaches = []',
        'move = "a"\ncolour = "red"',
    ],
)
def test_an_example_that_is_not_one_of_the_three_is_refused(fields):
    with pytest.raises(ValueError, match=r"an example of X1\.6"):
        read_examples(f'[[example]]\nclause = "X1.6"\nposition = "p"\ncaption = "c"\n{fields}')


def test_a_game_without_examples_has_none(tmp_path):
    assert examples_beside(str(tmp_path / "game.py")) == ()

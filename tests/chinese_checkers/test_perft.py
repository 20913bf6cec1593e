"""Counts of the ways to play on: a table, and the slow rules beside it."""

from pathlib import Path

import pytest

from ludoteca.search.perft import perft
from tests.chinese_checkers.drawing import GAME
from tests.chinese_checkers.reference import Reference, count
from tests.perft_data import counts
from tests.play import IS_COMPILED

TABLE = Path(__file__).parent / "perft.txt"
BY_BOTH = [line for line in TABLE.read_text().splitlines() if line.startswith("position")]


@pytest.mark.parametrize("line", counts(TABLE))
def test_perft_agrees_with_the_table(line):
    position = GAME.parse(line.position)
    assert perft(position, line.depth) == line.leaves
    assert str(position) == line.position


def test_the_table_has_the_start_of_every_size():
    starts = {str(GAME.start(players=players)) for players in (2, 3, 4, 6)}
    assert starts <= {line.removeprefix("position ") for line in BY_BOTH}


@pytest.mark.parametrize("line", BY_BOTH)
def test_perft_agrees_with_the_slow_rules(line):
    text, depth = line.removeprefix("position "), 3 if IS_COMPILED else 2
    assert perft(GAME.parse(text), depth) == count(Reference(text), depth)

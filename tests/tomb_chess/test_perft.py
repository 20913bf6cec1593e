"""Counts of the ways to play on, as data."""

from pathlib import Path
from random import Random

import pytest

from ludoteca.search.perft import perft
from tests.perft_data import counts
from tests.play import IS_COMPILED
from tests.tomb_chess.drawing import GAME, moves

TABLE = Path(__file__).parent / "perft.txt"
FIRST_MOVES = Path(__file__).parent / "first_moves.txt"


@pytest.mark.parametrize("count", counts(TABLE))
def test_perft_agrees_with_the_counts(count):
    position = GAME.parse(count.position)
    assert perft(position, count.depth) == count.leaves
    assert str(position) == count.position


def first_moves() -> dict[str, int]:
    lines = FIRST_MOVES.read_text(encoding="utf-8").splitlines()[1:]
    return {text: int(count) for text, count in (line.split() for line in lines)}


def test_every_first_move_and_the_answers_to_it():
    told = first_moves()
    position = GAME.start()
    assert moves(position) == set(told)
    for text in sorted(told) if IS_COMPILED else Random(1).sample(sorted(told), 40):
        position.push_text(text)
        assert len(position.legal_moves()) == told[text], text
        position.undo()

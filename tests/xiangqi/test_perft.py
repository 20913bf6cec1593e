"""Published counts of the ways to play on."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca.search.perft import divide, perft
from tests.perft_data import counts

TABLE = Path(__file__).parent / "perft.txt"


@pytest.mark.parametrize("count", counts(TABLE))
def test_perft_agrees_with_published_counts(count):
    position = ludoteca.game("xiangqi").parse(count.position)
    assert perft(position, count.depth) == count.leaves
    assert str(position) == count.position


def test_divide_tells_the_count_of_each_first_move():
    position = ludoteca.game("xiangqi").start()
    told = divide(position, 2)
    assert len(told) == 44
    assert sum(told.values()) == perft(position, 2) == 1920
    assert told["h3h10"] == 41


def test_perft_of_depth_0_is_1_and_below_an_error():
    position = ludoteca.game("xiangqi").start()
    assert perft(position, 0) == 1
    with pytest.raises(ValueError, match="depth"):
        perft(position, -1)

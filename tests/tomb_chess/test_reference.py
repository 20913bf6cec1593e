"""The rules against the same rules written slowly: whole games, and positions where much happens at once."""

from random import Random

import pytest

from tests.play import IS_COMPILED
from tests.tomb_chess.comparison import crowded, game


@pytest.mark.parametrize("seed", range(2 if IS_COMPILED else 1))
def test_whole_games_agree(seed):
    for position, found in game(Random(f"games {seed}"), 20 if IS_COMPILED else 6):
        assert not found, position


@pytest.mark.parametrize("seed", range(40 if IS_COMPILED else 6))
def test_crowded_positions_agree(seed):
    random = Random(f"crowded {seed}")
    for position, found in game(random, 2, crowded(random)):
        assert not found, position

"""Mates in one to four moves: a plain search of all moves proves each, and the machine finds and plays it."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca.search.alphabeta import AlphaBeta
from ludoteca.search.scores import WIN
from ludoteca.search.think import Limits, Thinker
from ludoteca.search.transposition import TranspositionTable
from tests.play import IS_COMPILED

XIANGQI = ludoteca.game("xiangqi")
LINES = (Path(__file__).parent / "mates.txt").read_text(encoding="utf-8").splitlines()
MATES = [(int(line[0]), line[2:]) for line in LINES if not line.startswith("#")]
LONGEST = 4 if IS_COMPILED else 1
"""A plain search of seven plies would take hours without a compiler."""
NODES = 1_500_000
"""Within these each mate is seen; in most positions a hundredth of them will do."""
SLOWER = {3: 2, 4: 4}
AFFORDABLE = [mate for mate in MATES if mate[0] <= LONGEST]


def score(text, is_full_width, depth=0, nodes=0):
    search = AlphaBeta(XIANGQI.parse(text), XIANGQI.evaluator(), TranspositionTable(8), is_full_width=is_full_width)
    search.set_limits(depth, nodes)
    search.run()
    return search.score


@pytest.mark.parametrize(("moves", "text"), AFFORDABLE)
def test_a_plain_search_proves_the_mate_and_no_shorter_one(moves, text):
    assert score(text, is_full_width=True, depth=2 * moves - 1) == WIN - (2 * moves - 1)


@pytest.mark.parametrize(("moves", "text"), AFFORDABLE)
def test_the_mate_is_found(moves, text):
    """A slower mate will do for the longer ones, where it is seen first."""
    plies = WIN - score(text, is_full_width=False, nodes=NODES)
    assert plies <= 2 * moves - 1 + SLOWER.get(moves, 0)


@pytest.mark.parametrize(("moves", "text"), AFFORDABLE)
def test_the_mate_is_played_against_the_best_defence(moves, text):
    position = XIANGQI.parse(text)
    winner = position.to_move
    thinker = Thinker(XIANGQI.evaluator, 8)
    for _ in range(2 * moves + 7):
        if position.outcome() is None:
            position.play(thinker.think(position, Limits(nodes=NODES)).best)
    assert position.outcome().winner == winner
    assert position.outcome().clause == "X2.4"

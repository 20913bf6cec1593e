"""Monte Carlo tree search, for any game."""

import pytest

import ludoteca
from ludoteca.search.mcts import Mcts
from ludoteca.search.think import Limits, sample
from tests.play import IS_COMPILED, everything, variant_name, variants

TRIES = 300 if IS_COMPILED else 20


@pytest.mark.parametrize("variant", variants(), ids=variant_name)
def test_it_plays_every_game_with_an_evaluator(variant):
    name, options = variant
    position = ludoteca.game(name).start(**options)
    before = everything(position)
    search = Mcts(position, ludoteca.game(name).evaluator())
    search.set_limits(TRIES, 3)
    search.run()
    assert everything(position) == before
    ranked = search.ranked_moves()
    assert {move for move, _, _ in ranked} == set(position.legal_moves())
    assert sum(visits for _, visits, _ in ranked) == search.tries == TRIES
    assert all(-1 <= mean <= 1 for _, _, mean in ranked)


def test_it_needs_no_evaluator_to_find_a_win():
    """The count of quiet plies keeps the random games short."""
    position = ludoteca.game("xiangqi").parse("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 116 1")
    search = sample(position, Limits(nodes=600))
    position.play(search.best_move())
    assert position.outcome().winner == 0


def test_the_same_seed_and_tries_give_the_same_answer():
    position = ludoteca.game("xiangqi").start()
    evaluator = position.game.evaluator()
    answers = [sample(position, Limits(nodes=TRIES), evaluator, seed=5).ranked_moves() for _ in range(2)]
    assert answers[0] == answers[1]


def test_time_is_kept():
    search = sample(ludoteca.game("xiangqi").start(), Limits(seconds=0.1), ludoteca.game("xiangqi").evaluator())
    assert search.tries > 0
    with pytest.raises(ValueError, match="over"):
        sample(ludoteca.game("xiangqi").parse("1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1"), Limits(nodes=1))

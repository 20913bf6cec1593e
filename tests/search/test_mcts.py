"""Monte Carlo tree search, for any game."""

import threading
import time

import pytest

import ludoteca
from ludoteca.core.evaluator import NoEvaluator
from ludoteca.search.mcts import Mcts
from ludoteca.search.scores import WIN
from ludoteca.search.think import Limits, Thinker, sample
from tests.play import IS_COMPILED, everything, variant_name, variants
from tests.search.wins import IN_ONE_MOVE, IN_TWO_MOVES, named

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


@pytest.mark.parametrize("has_evaluator", [True, False])
@pytest.mark.parametrize("name", list(IN_ONE_MOVE))
def test_a_win_in_one_move_is_taken(name, has_evaluator):
    position = named(name, IN_ONE_MOVE[name])
    seat = position.to_move
    search = sample(position, Limits(nodes=1), position.game.evaluator() if has_evaluator else None)
    best = search.best_move()
    assert search.is_proven()
    assert search.seat_scores(best)[seat] == WIN - 1
    position.play(best)
    assert position.outcome().winner == seat


@pytest.mark.parametrize("has_evaluator", [True, False])
@pytest.mark.parametrize("name", list(IN_TWO_MOVES))
def test_a_win_by_two_moves_of_one_turn_is_taken(name, has_evaluator):
    position = named(name, IN_TWO_MOVES[name])
    seat = position.to_move
    for _ in range(2):
        assert position.to_move == seat
        evaluator = position.game.evaluator() if has_evaluator else None
        position.play(sample(position, Limits(nodes=1), evaluator).best_move())
    assert position.outcome().winner == seat


def test_a_mate_in_two_turns_is_proved():
    """Sure, not only likely."""
    position = ludoteca.game("xiangqi").parse("2ba1ab2/5k3/9/2r6/6p1p/p8/1R7/B8/4K4/4C1BN1 w - - 0 1")
    search = sample(position, Limits(nodes=20_000 if IS_COMPILED else 3000), position.game.evaluator())
    assert search.is_proven()
    assert search.seat_scores(search.best_move()) == [WIN - 3, 3 - WIN]
    assert len(search.line(search.best_move())) >= 1


def test_memory_is_bounded():
    position = ludoteca.game("xiangqi").start()
    search = Mcts(position, position.game.evaluator())
    search.set_limits(20 * TRIES, nodes=500)
    search.run()
    assert search.tries == 20 * TRIES
    assert search.size() <= 500 + 200


def test_thousands_of_moves_do_not_starve_it():
    """More moves than tries: some are tried several times, and those first that look best."""
    position = ludoteca.game("tomb-chess").start()
    search = Mcts(position, position.game.evaluator())
    search.set_limits(40)
    search.run()
    assert len(position.legal_moves()) > 40
    assert search.ranked_moves()[0][1] > 1


def test_it_stops_in_the_middle_of_a_random_game():
    position = ludoteca.game("tomb-chess").start()
    search = Mcts(position)
    worker = threading.Thread(target=search.run)
    worker.start()
    time.sleep(0.3)
    begin = time.monotonic()
    search.stop()
    worker.join(30)
    assert time.monotonic() - begin < (0.5 if IS_COMPILED else 20)
    assert search.best_move() in position.legal_moves()


def test_a_game_without_an_evaluator_has_an_opponent():
    position = ludoteca.game("exile").start(mode="duel-classic")
    thinker = Thinker(NoEvaluator, 1, search="mcts", threads=2)
    report = thinker.think(position, Limits(nodes=TRIES), lines=3)
    assert len(report.lines) == 3
    assert report.best in position.legal_moves()
    assert TRIES <= report.nodes <= 2 * TRIES


def test_a_depth_ends_it():
    position = ludoteca.game("chinese-checkers").start(players=3)
    report = Thinker(position.game.evaluator, 1, search="mcts").think(position, Limits(depth=2))
    assert report.depth == 2

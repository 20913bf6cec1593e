"""Reviews of games: what was lost where, and what was better."""

import random

import pytest

import ludoteca
from ludoteca.arena.review import Assessment, accuracy_of, positions_of, review, review_of, shares_of_payoffs
from ludoteca.players import make_player
from ludoteca.search.think import Limits

LIMITS = Limits(nodes=3000)
BOTH_MATE_NEXT = "3k5/R8/1R7/9/9/9/9/7r1/r8/4K4 w - - 0 1"


def played(game, moves, start=""):
    position = game.parse(start) if start else game.start()
    for move in moves:
        position.push_text(move)
    return position


def test_a_missed_mate_is_a_blunder_with_the_better_line_and_the_answer():
    found = review(played(ludoteca.game("xiangqi"), ["a9a8", "h3h1"], BOTH_MATE_NEXT), LIMITS)
    blunder, mate = found.moves
    assert found.first_shares == (1.0, 0.0)
    assert (blunder.mark, blunder.better, blunder.answer) == ("blunder", ("b8b10",), ("h3h1",))
    assert blunder.loss == 1.0 and blunder.shares == (0.0, 1.0)
    assert (mate.mark, mate.better, mate.answer, mate.shares) == ("", (), (), (0.0, 1.0))
    assert found.accuracies == (0.0, 100.0)


def test_who_plays_well_is_accurate_and_who_plays_at_random_is_not():
    game = ludoteca.game("xiangqi")
    position = game.start()
    players = [make_player("engine:6", game, 60, 1), make_player("random", game, 60, 1)]
    while not position.is_over() and len(position.moves_played()) < 40:
        position.play(players[position.to_move].choose(position))
    found = review(position, LIMITS)
    good, bad = found.accuracies
    assert good > bad
    assert any(move.mark for move in found.moves if move.seat == 1)
    assert len(found.moves) == len(position.moves_played())


@pytest.mark.parametrize(
    ("name", "options"), [("chinese-checkers", {"players": 3}), ("exile", {}), ("tomb-chess", {}), ("tic-tac-toe", {})]
)
def test_every_kind_of_game_is_reviewed_for_each_seat(name, options):
    if name not in ludoteca.GAMES:
        pytest.skip("the examples are not installed")
    position = ludoteca.game(name).start(**options)
    chance = random.Random(1)
    for _ in range(6):
        position.play(chance.choice(position.legal_moves()))
    text = str(position)
    left: list[int] = []
    found = review(position, Limits(nodes=200), left.append)
    assert left == [6, 5, 4, 3, 2, 1, 0]
    assert str(position) == text
    assert len(found.accuracies) == position.seats
    for move in found.moves:
        assert sum(move.shares) == pytest.approx(1.0)
        assert bool(move.mark) == bool(move.better)


def test_a_review_of_hasty_assessments_is_a_review():
    position = played(ludoteca.game("xiangqi"), ["h3e3", "h10g8"])
    positions = positions_of(position)
    best = positions[0].parse_move("h3e3")
    found = review_of(
        positions, [Assessment((0.6, 0.4), (best,)), Assessment((0.2, 0.8), ()), Assessment((0.33, 0.67), ())]
    )
    # A move that was the best cannot have given anything away: the search had not looked far enough.
    assert [move.loss for move in found.moves] == pytest.approx([0.0, 0.13])
    assert [move.mark for move in found.moves] == ["", "mistake"]


def test_among_many_seats_a_smaller_loss_weighs_as_much():
    position = ludoteca.game("chinese-checkers").start(players=6)
    position.play(position.legal_moves()[0])
    positions = positions_of(position)
    even = (1 / 6,) * 6
    found = review_of(positions, [Assessment(even), Assessment((1 / 6 - 0.02, 1 / 6 + 0.02, *even[2:]))])
    assert found.moves[0].mark == "inaccuracy"
    assert found.accuracies[1:] == (None,) * 5


def test_forced_moves_do_not_count_for_accuracy():
    game = ludoteca.game("xiangqi")
    # The king on d10 is in check by the cart on d1 and has one move.
    position = game.parse("3k5/9/9/9/9/9/9/9/9/3R1K3 b - - 0 1")
    assert len(position.legal_moves()) == 1
    position.play(position.legal_moves()[0])
    assert review(position, LIMITS).accuracies == (None, None)


def test_the_end_of_a_game_is_worth_its_payoffs():
    assert shares_of_payoffs((1.0, -1.0)) == (1.0, 0.0)
    assert shares_of_payoffs((0.0, 0.0, 0.0, 0.0)) == (0.25,) * 4


def test_accuracy_is_100_for_nothing_lost_and_never_below_0():
    assert accuracy_of(0.0) == 100.0 and accuracy_of(1.0) == 0.0
    assert 40 < accuracy_of(0.2) < 45

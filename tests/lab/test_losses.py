"""What losses of units mean, in games that were made by hand."""

import math

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

from ludoteca.lab.course import course_of
from ludoteca.lab.metrics import losses
from tests.lab.findings_of import findings_of
from tests.lab.made_games import ahead, made_facts, made_game, made_study


def test_who_loses_most_and_first_is_told_from_the_units_on_the_board():
    """Seat 0 loses a unit in seat 1's first move, seat 1 two in seat 0's second; seat 0 gives one of its own up."""
    units = ((16, 16), (16, 16), (15, 16), (14, 14), (14, 14))
    game, facts = made_game(scores=[None] * 4), made_facts()._replace(units=units)
    assert losses.losses_of(game, facts) == (1, 2)
    assert losses.first_to_lose(game, facts) == 0
    assert losses.first_to_lose(game, made_facts()) is None
    study = made_study([game, made_game(1, [None] * 4, opening=1)], [facts, made_facts(1)])
    assert losses.most_losing(study) == [1, None]
    assert losses.wins_of(study, losses.most_losing(study)) == ([False, False], [True, False])
    assert losses.most_losing_wins(study).value == 0


def test_what_a_loss_changes_is_seen_by_the_seat_that_suffers_it():
    """Seat 1 is taken a unit by seat 0's second move, and sees itself behind on its next turn."""
    game = made_game(scores=[(0, 0), (0, 0), (0, 0), ahead(0), (0, 0), ahead(0)])
    facts = made_facts(length=6)._replace(units=((16, 16),) * 3 + ((16, 15),) * 4)
    found = losses.rounds_of(game, facts, course_of(game))
    share = 1 / (1 + math.exp(-2))
    assert (found.with_loss, found.without_loss) == (1, 3)
    assert found.change_with == pytest.approx(0.5 - share)
    assert found.change_without == pytest.approx(0)


def test_losses_in_a_random_opening_are_nobodys():
    """The first move, a random one, takes a unit of seat 1; the players' moves take one of seat 0."""
    units = ((16, 15), (16, 15), (15, 15), (15, 15))
    game = made_game(scores=[None, (0, 0), (0, 0), ahead(1)])._replace(opening_plies=1)
    facts = made_facts()._replace(units=units, captures=(0, 1, 0))
    assert losses.losses_of(game, facts) == (0, 0)
    game = game._replace(seats=(0, 0, 1, 0))
    assert losses.losses_of(game, facts) == (1, 0) and losses.first_to_lose(game, facts) == 0
    assert losses.rounds_of(game, facts, course_of(game)).with_loss == 1


def test_losses_that_hurt_are_found_to_hurt():
    units = ((16, 16), (16, 15)) + ((16, 15),) * 3
    games = [made_game(number, [None] * 4) for number in range(40)]
    facts = [made_facts(number)._replace(units=units, captures=(1, 0, 0, 0)) for number in range(40)]
    told = findings_of(made_study(games, facts))["most_lost_wins"]
    assert told.weight == "remark" and "losses hurt" in told.sentence
    others = [game._replace(payoffs=(-1.0, 1.0)) for game in games]
    told = findings_of(made_study(others, facts))["most_lost_wins"]
    assert told.weight == "remark" and "do not hurt" in told.sentence


def test_a_game_without_losses_has_no_such_chapter():
    study = made_study([made_game(number, [None] * 4) for number in range(2)])
    assert losses.chapter(study, [course_of(game) for game in study.games]) is None

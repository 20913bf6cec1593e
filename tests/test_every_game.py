"""What holds for every game, over the registry, with random play."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.core.rules import Rules
from ludoteca.games import FOLDERS
from ludoteca.testing import CHECKS, GAME_CHECKS, text_checks
from tests.play import IS_COMPILED, after, variant_name, variants, walk

seeds = st.integers(0, 2**32)
plies = st.integers(0, 120 if IS_COMPILED else 40)
WITH_TESTS_OF_THEIR_OWN = ("outcome", "any text", "any number", "machine")
every_game = pytest.mark.parametrize("variant", variants(), ids=variant_name)
every_name = pytest.mark.parametrize("name", list(ludoteca.GAMES))


@pytest.mark.parametrize("check", [name for name in CHECKS if name not in WITH_TESTS_OF_THEIR_OWN])
@every_game
@given(seed=seeds, plies=plies)
def test_the_contract(variant, check, seed, plies):
    CHECKS[check](after(variant, seed, plies), Random(seed))


@every_game
@given(seed=seeds)
def test_an_outcome_comes_when_no_move_is_left_and_fits_the_seats(variant, seed):
    for position in walk(variant, seed, 400 if IS_COMPILED else 40):
        CHECKS["outcome"](position, Random(seed))


@every_game
@given(seed=seeds, plies=plies, numbers=st.lists(st.integers(-(2**63), 2**63 - 1), max_size=20))
def test_a_number_that_is_no_move_does_no_harm(variant, seed, plies, numbers):
    text_checks.check_numbers(after(variant, seed, plies), numbers)


@every_game
@given(text=st.text(max_size=60), seed=seeds, plies=plies)
def test_any_text_is_answered(variant, text, seed, plies):
    text_checks.check_text(after(variant, seed, plies), text, Random(seed))


@every_game
@given(text=st.text(max_size=30), seed=seeds)
def test_any_record_is_answered(variant, text, seed):
    text_checks.check_record_text(after(variant, seed, 12), text, Random(seed))


@pytest.mark.parametrize("check", GAME_CHECKS)
@every_name
def test_the_record_of_the_game(name, check):
    GAME_CHECKS[check](ludoteca.game(name))


@every_name
def test_clauses_are_marked_by_where_they_come_from(name):
    marks = {"seed", "ruling", "house", "seed + ruling", "chapter"}
    assert {clause.mark for clause in ludoteca.game(name).rules.clauses.values()} <= marks


@pytest.mark.parametrize("name", FOLDERS)
def test_the_rules_page_begins_with_a_summary(name):
    introduction = ludoteca.game(name).rules.introduction
    summary = ("**Goal.** ", "**Your turn.** ", "**Pieces.** ", "**Three things that surprise.** ")
    assert [part for part in introduction if part.startswith(summary)] == list(introduction[: len(summary)])


@every_name
def test_an_evaluator_is_fair_at_the_start(name):
    position = ludoteca.game(name).start()
    scores = [position.game.evaluator().score(position, seat) for seat in range(position.seats)]
    assert max(scores) - min(scores) <= 100


def test_terms_of_the_rules_are_plain_text():
    rules = Rules("# A game\n\n## A1 Moves\n\n**A1.1** (seed) A **leg** is one *step*: `a1*b2`.\n")
    assert rules["A1.1"] == "A leg is one step: `a1*b2`."
    assert rules.clauses["A1.1"].text == "A **leg** is one *step*: `a1*b2`."

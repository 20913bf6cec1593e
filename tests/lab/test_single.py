"""One game with numbered actions, as the adapters use it, is the same as a lane of a batch."""

import pickle
from copy import deepcopy
from random import Random

import numpy
import pytest

from ludoteca.lab import Batch
from ludoteca.lab.single import Single
from ludoteca.lab.space import Space, fixed_space
from tests.lab.cases import CASES, any_action, case_name
from tests.play import IS_COMPILED


def spaces(name, settings):
    options = {key: value for key, value in settings.items() if key != "actions"}
    return Space(name, settings.get("actions"), options)


def begun(name, settings):
    space = spaces(name, settings)
    return Single(space, space.game.start(**space.options))


@pytest.mark.parametrize(("name", "settings"), CASES, ids=case_name)
def test_a_single_game_is_like_a_lane_of_a_batch(name, settings):
    random = Random(1)
    single = begun(name, settings)
    batch = Batch(name, 1, observations=True, mask=True, restart=False, **settings)
    for _ in range(400 if IS_COMPILED else 40):
        if single.is_over():
            break
        assert (single.mask() == batch.mask[0]).all()
        assert (single.observation() == batch.observations[0]).all()
        assert single.legal_actions() == numpy.flatnonzero(batch.mask[0]).tolist()
        action = any_action(single, random)
        single.act(action)
        batch.act([action])
        assert str(single.position) == batch.texts()[0]
    assert single.is_over() == bool(batch.terminated[0])


@pytest.mark.parametrize(("name", "settings"), CASES, ids=case_name)
def test_copies_and_pickles_have_the_same_future(name, settings):
    random = Random(2)
    single = begun(name, settings)
    for _ in range(7):
        single.act(any_action(single, random))
    others = [single.copy(), deepcopy(single), pickle.loads(pickle.dumps(single))]
    for _ in range(15):
        if single.is_over():
            break
        action = any_action(single, random)
        for each in (single, *others):
            assert each.allows(action)
            each.act(action)
        assert {str(each.position) for each in (single, *others)} == {str(single.position)}
        assert all((each.observation() == single.observation()).all() for each in others)


@pytest.mark.parametrize(("name", "settings"), CASES, ids=case_name)
def test_legal_actions_have_texts_of_their_own(name, settings):
    random = Random(3)
    single = begun(name, settings)
    for _ in range(6):
        actions = single.legal_actions()
        assert len({single.action_text(action) for action in actions}) == len(actions)
        single.act(random.choice(actions))


@pytest.mark.parametrize("action", [-1, 8_099, 1 << 40])
def test_an_action_that_is_not_legal_changes_nothing(action):
    single = begun("xiangqi", {})
    before = str(single.position), single.legal_actions()
    with pytest.raises(ValueError, match=f"action {action} is not legal here"):
        single.act(action)
    assert (str(single.position), single.legal_actions()) == before


def test_a_game_that_is_over_takes_no_action():
    space = Space("xiangqi")
    single = Single(space, space.game.parse("R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1"))
    assert single.is_over() and single.legal_actions() == [] and not single.mask().any()
    with pytest.raises(ValueError, match="the game is over"):
        single.act(0)


def test_spaces_that_do_not_exist_are_refused():
    with pytest.raises(ValueError, match="actions"):
        Space("xiangqi", "clicks")
    with pytest.raises(ValueError, match="mask"):
        fixed_space("xiangqi", "index")

"""PettingZoo's own tests of environments, and what they leave out."""

import pickle
from copy import deepcopy
from random import Random

import numpy
import pytest

pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from ludoteca.lab.pettingzoo import env, parallel_env, raw_env
from tests.lab.cases import CASES, case_name
from tests.play import IS_COMPILED

CYCLES = 100 if IS_COMPILED else 10

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


@pytest.mark.parametrize(("name", "settings"), CASES, ids=case_name)
def test_it_passes_their_tests(name, settings):
    api_test(env(name, **settings), num_cycles=CYCLES)
    api_test(raw_env(name, **settings), num_cycles=CYCLES)
    seed_test(lambda: env(name, **settings), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "settings"), CASES, ids=case_name)
def test_the_parallel_one_passes_their_tests(name, settings):
    parallel_api_test(parallel_env(name, **settings), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel_env(name, **settings), num_cycles=CYCLES)


def test_it_passes_their_test_of_pictures(capsys):
    render_test(lambda render_mode: env("xiangqi", render_mode=render_mode), {"svg": lambda drawn: "<svg" in drawn})
    assert "┼" in capsys.readouterr().out


def test_the_last_position_is_shown():
    environment = raw_env("chinese-checkers", render_mode="ansi", max_moves=3)
    environment.reset()
    shown = [environment.render()]
    while environment.agents:
        seen, _, terminated, truncated, _ = environment.last()
        environment.step(None if terminated or truncated else seen["action_mask"].argmax())
        shown.append(environment.render())
    assert len(set(shown)) == 4 and shown[-1] == shown[-2] == shown[3]


@pytest.mark.parametrize("make", [raw_env, env])
def test_a_copy_in_mid_game_has_the_same_future(make):
    random = Random(1)
    environment = make("exile", mode="infinite")
    environment.reset()
    play(environment, random, 9)
    others = [deepcopy(environment), pickle.loads(pickle.dumps(environment))]
    after = random.getstate()
    ends = []
    for each in (environment, *others):
        random.setstate(after)
        ends.append(play(each, random, 12))
    assert ends[0] == ends[1] == ends[2]


def play(environment, random, count):
    told = []
    for _ in range(count):
        seen, reward, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            break
        told.append((environment.agent_selection, reward, seen["observation"].tobytes()))
        environment.step(random.choice(seen["action_mask"].nonzero()[0]))
    return told


def test_the_end_of_a_game_names_its_clause_and_pays_all_agents():
    random = Random(1)
    environment = raw_env("chinese-checkers", players=3, round_limit=2)
    environment.reset()
    play(environment, random, 100)
    assert all(environment.terminations.values())
    assert environment.rewards == {f"player_{seat}": 0.0 for seat in range(3)}
    assert {info["clause"] for info in environment.infos.values()} == {"C4.3"}


def test_only_the_agent_to_move_has_legal_actions():
    environment = raw_env("exile", mode="infinite")
    environment.reset(seed=3, options={"of nobody": 1})
    masks = {agent: environment.observe(agent)["action_mask"].any() for agent in environment.agents}
    assert masks == {agent: agent == environment.agent_selection for agent in environment.agents}


def test_every_agent_sees_the_position_from_its_own_seat():
    environment = raw_env("exile", mode="infinite")
    environment.reset()
    play(environment, Random(2), 5)
    position = environment.single.position
    for seat, agent in enumerate(environment.agents):
        seen = environment.observe(agent)["observation"]
        assert seen.tobytes()[: environment.space.encoding.size] == environment.space.encoding.observe(position, seat)
    assert (environment.observe("player_0")["observation"] != environment.observe("player_2")["observation"]).any()


@pytest.mark.parametrize(("action", "error"), [(8100, AssertionError), (-1, AssertionError), (None, AssertionError)])
def test_an_action_out_of_bounds_is_refused_wrapped(action, error):
    wrapped = env("xiangqi")
    wrapped.reset()
    with pytest.raises(error, match="not in action space"):
        wrapped.step(action)
    assert wrapped.agent_selection == "player_0" and not any(wrapped.terminations.values())


def test_the_picks_of_a_move_are_shown_to_its_own_agent():
    environment = raw_env("xiangqi", actions="picks")
    environment.reset()
    environment.step(environment.last()[0]["action_mask"].argmax())
    assert environment.observe("player_0")["observation"][-2:].any()
    assert not environment.observe("player_1")["observation"][-2:].any()


def test_one_agent_may_have_several_decisions_in_a_row():
    environment = raw_env("xiangqi", actions="picks")
    environment.reset()
    environment.step(environment.last()[0]["action_mask"].argmax())
    assert environment.agent_selection == "player_0"
    assert environment.observe("player_0")["observation"][-1].any() or environment.single.picked
    environment.step(environment.last()[0]["action_mask"].argmax())
    assert environment.agent_selection == "player_1"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"render_mode": "film"}, "there is no render_mode 'film'"),
        ({"actions": "clicks"}, "actions"),
        ({"max_moves": 0}, "max_moves is a number from 1"),
    ],
)
def test_settings_that_do_not_exist_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        raw_env("xiangqi", **settings)


def test_an_illegal_action_changes_nothing_bare_and_loses_wrapped():
    bare, wrapped = raw_env("xiangqi"), env("xiangqi")
    bare.reset()
    with pytest.raises(ValueError, match="not legal"):
        bare.step(0)
    assert bare.agent_selection == "player_0" and not any(bare.terminations.values())
    wrapped.reset()
    wrapped.step(0)
    assert all(wrapped.terminations.values()) and wrapped.rewards["player_0"] == -1


def test_pixels_are_those_of_the_picture():
    environment = raw_env("xiangqi", render_mode="rgb_array")
    environment.reset()
    drawn = environment.render()
    assert drawn.dtype == numpy.uint8 and len(numpy.unique(drawn.reshape(-1, 3), axis=0)) > 10

"""OpenSpiel's own tests of games, and what they leave out."""

import pickle
from random import Random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import sample_some_states
from open_spiel.python.rl_environment import Environment
from open_spiel.python.tests import games_sim_test

import ludoteca.lab.openspiel  # noqa: F401  Registers the games.
from tests.lab.cases import CASES, case_name
from tests.play import IS_COMPILED


def load(name, settings):
    return pyspiel.load_game(f"ludoteca_{name.replace('-', '_')}", settings)


@pytest.mark.parametrize(("name", "settings"), CASES, ids=case_name)
def test_it_passes_their_random_games_with_serialisation(name, settings):
    if not IS_COMPILED and name == "xiangqi":
        pytest.skip("a game of hundreds of moves is serialised at each")
    pyspiel.random_sim_test(load(name, settings), num_sims=2 if IS_COMPILED else 1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "settings"), CASES, ids=case_name)
def test_it_passes_their_games_with_pickles(name, settings):
    games_sim_test.GamesSimTest().sim_game(load(name, settings))


@pytest.mark.parametrize(("name", "settings"), CASES, ids=case_name)
def test_it_passes_their_test_of_the_interface(name, settings):
    tests = api_test.EnforceAPIOnPartialTreeBase()
    tests.game, tests.game_name = load(name, settings), name
    tests.game_type = tests.game.get_type()
    tests.some_states = sample_some_states.sample_some_states(tests.game, max_states=40 if IS_COMPILED else 4)
    for test in dir(tests):
        if test.startswith("test_"):
            getattr(tests, test)()


def test_players_are_as_many_as_play():
    game = load("chinese-checkers", {"players": 6})
    assert game.num_players() == 6
    assert (game.get_type().min_num_players, game.get_type().max_num_players) == (2, 6)
    assert load("exile", {"mode": "infinite"}).num_players() == 4


def test_a_turn_of_several_decisions_is_several_actions_of_one_player():
    state = load("xiangqi", {"actions": "picks"}).new_initial_state()
    players = []
    for _ in range(4):
        players.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
    assert players == [0, 0, 1, 1]
    assert state.history_str().count(",") == 3


def test_answers_are_the_same_by_way_of_the_compiled_half():
    random = Random(1)
    state = load("chinese-checkers", {"round_limit": 5}).new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions == pyspiel.State.legal_actions(state) == sorted(actions)
        assert state.legal_actions(1 - state.current_player()) == []
        for player in (0, 1):
            assert state.legal_actions_mask(player) == pyspiel.State.legal_actions_mask(state, player)
            assert state.observation_tensor(player) == pyspiel.State.observation_tensor(state, player)
        assert state.rewards() == pyspiel.State.rewards(state)
        state.apply_action(random.choice(actions))
    assert state.rewards() == state.returns() == pyspiel.State.rewards(state)


def test_every_player_sees_the_position_from_its_own_seat():
    state = load("xiangqi", {}).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    encoding = state.single.space.encoding
    for player in (0, 1):
        shown = [float(byte) for byte in encoding.observe(state.single.position, player)]
        assert state.observation_tensor(player) == shown
    assert state.observation_tensor() == state.observation_tensor(state.current_player())
    assert state.observation_tensor(0) != state.observation_tensor(1)


def test_a_state_may_begin_at_a_position_text():
    game = load("xiangqi", {})
    text = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"
    state = game.new_initial_state(text)
    state.apply_action(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()


def test_their_learning_environment_plays_it():
    environment = Environment("ludoteca_chinese_checkers", players=3, round_limit=2)
    step = environment.reset()
    made = 0
    while not step.last():
        player = step.current_player()
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([step.observations["legal_actions"][player][0]])
        made += 1
    assert made == 6 and step.rewards == [0.0] * 3


def test_options_that_do_not_exist_are_refused():
    with pytest.raises(Exception, match="players takes 2 or 3 or 4 or 6"):
        load("chinese-checkers", {"players": 5})

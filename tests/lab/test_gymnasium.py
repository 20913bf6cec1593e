"""Gymnasium's own tests of environments, and what they leave out."""

from random import Random

import numpy
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import ludoteca.lab  # noqa: F401  Registers the games.
from ludoteca.core.ruling import LudotecaError
from tests.play import IS_COMPILED

IDS = ["Xiangqi", "ChineseCheckers", "Exile", *(["TombChess"] if IS_COMPILED else [])]


def choose(mask, random):
    return int(random.choice(mask.nonzero()[0]))


def play(environment, seed=1, most=10_000):
    random = Random(seed)
    seen, told = environment.reset(seed=seed)
    for _ in range(most):
        seen, reward, terminated, truncated, told = environment.step(choose(seen["action_mask"], random))
        if terminated or truncated:
            return reward, terminated, truncated, told
    return None


@pytest.mark.parametrize("name", IDS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_passes_their_test(name):
    check_env(gymnasium.make(f"ludoteca/{name}-v0", render_mode="ansi").unwrapped)


@pytest.mark.parametrize(
    "settings",
    [{"opponent": "greedy"}, {"opponent": "greedy", "seat": 1}, {"opponent": ["random", "greedy"], "seat": None}],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_passes_their_test_against_any_opponents(settings):
    environment = gymnasium.make("ludoteca/ChineseCheckers-v0", players=3, round_limit=6, **settings)
    check_env(environment.unwrapped, skip_render_check=True)


def test_a_game_ends_by_a_clause():
    environment = gymnasium.make("ludoteca/ChineseCheckers-v0", players=3, round_limit=4)
    reward, terminated, truncated, told = play(environment)
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert told["clause"] == "C4.3"


def test_the_seat_sees_the_end_from_its_own_side():
    environment = gymnasium.make("ludoteca/ChineseCheckers-v0", round_limit=1, seat=1)
    seen, _ = environment.reset(seed=1)
    seen, _, terminated, _, _ = environment.step(seen["action_mask"].argmax())
    encoding, position = environment.unwrapped.space.encoding, environment.unwrapped.single.position
    assert terminated and position.to_move == 0
    assert seen["observation"].tobytes() == encoding.observe(position, 1) != encoding.observe(position, 0)


def test_a_level_of_the_machine_wins_against_random_play():
    environment = gymnasium.make("ludoteca/Xiangqi-v0", opponent="engine:3", seconds=0.05)
    reward, terminated, _, told = play(environment, most=200)
    assert terminated and reward == -1 and told["clause"].startswith("X")


def test_seats_and_opponents_rotate_as_in_a_match():
    environment = gymnasium.make("ludoteca/ChineseCheckers-v0", opponent=["random", "greedy"], seat=None).unwrapped
    sat = []
    for number in range(4):
        environment.reset(seed=1 if number == 0 else None)
        sat.append((environment.seat, [player.name for player in environment.players.values()]))
    assert sat == [(0, ["random"]), (1, ["greedy"]), (0, ["random"]), (1, ["greedy"])]


def test_an_illegal_action_loses():
    environment = gymnasium.make("ludoteca/Xiangqi-v0").unwrapped
    environment.reset(seed=1)
    seen, reward, terminated, _, told = environment.step(0)
    assert (reward, terminated, told["illegal"]) == (-1.0, True, 0) and not seen["action_mask"].any()
    with pytest.raises(ValueError, match="the game is over"):
        environment.step(0)


def test_a_game_is_cut():
    _, terminated, truncated, _ = play(gymnasium.make("ludoteca/Xiangqi-v0", max_moves=5))
    assert (terminated, truncated) == (False, True)


def test_settings_that_do_not_exist_are_refused():
    for settings in ({"seat": 2}, {"render_mode": "film"}, {"max_moves": 0}, {"opponent": ()}, {"actions": "index"}):
        with pytest.raises(ValueError, match=r"seat|render_mode|max_moves|opponent|mask"):
            gymnasium.make("ludoteca/Xiangqi-v0", **settings)
    with pytest.raises(LudotecaError, match="there is no player"):
        gymnasium.make("ludoteca/Xiangqi-v0", opponent="nobody")


# Many at once


def test_a_vector_is_a_batch_that_restarts_in_the_same_step():
    vector = gymnasium.make_vec("ludoteca/ChineseCheckers-v0", num_envs=3, players=3, round_limit=2)
    assert vector.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    random = Random(1)
    seen, told = vector.reset(seed=1)
    assert vector.observation_space.contains(seen)
    for step in range(1, 7):
        assert told["to_move"].tolist() == [(step - 1) % 3] * 3
        actions = numpy.array([choose(mask, random) for mask in seen["action_mask"]])
        assert vector.action_space.contains(actions)
        before = seen
        seen, rewards, terminated, truncated, told = vector.step(actions)
        assert not numpy.shares_memory(before["observation"], seen["observation"])
        assert rewards.shape == (3,) and not truncated.any()
        assert terminated.all() == (step == 6)
    assert told["_final_obs"].all() and told["clause"].tolist() == ["C4.3"] * 3
    assert vector.single_observation_space.contains(told["final_obs"][0])
    assert told["to_move"].tolist() == [0, 0, 0]


def test_a_reward_is_that_of_the_seat_that_has_acted():
    vector = gymnasium.make_vec("ludoteca/Xiangqi-v0", num_envs=1)
    vector.reset()
    batch = vector.unwrapped.batch
    batch.load(["3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"])
    number = batch.position(0).legal_moves().index(batch.position(0).parse_move("b8b10"))
    flats = sorted(numpy.flatnonzero(batch.mask[0]))
    for action in flats:
        trial = batch.clone()
        trial.act([action])
        if trial.terminated[0]:
            _, rewards, terminated, _, told = vector.step([action])
            assert rewards.tolist() == [1.0] and terminated.tolist() == [True]
            assert told["rewards"].tolist() == [[1.0, -1.0]]
            return
    pytest.fail(f"move {number} mates, but no action does")


def test_arrays_are_not_copied_unless_asked_for():
    vector = gymnasium.make_vec("ludoteca/Xiangqi-v0", num_envs=2, copy=False)
    seen, _ = vector.reset()
    assert numpy.shares_memory(seen["observation"], vector.unwrapped.batch.observations)


def test_a_batch_has_no_opponents_but_other_vectors_have():
    with pytest.raises(ValueError, match="vectorization_mode"):
        gymnasium.make_vec("ludoteca/Xiangqi-v0", num_envs=2, opponent="greedy")
    vector = gymnasium.make_vec("ludoteca/Xiangqi-v0", num_envs=2, vectorization_mode="sync", opponent="greedy")
    seen, _ = vector.reset(seed=1)
    vector.step([choose(mask, Random(1)) for mask in seen["action_mask"]])

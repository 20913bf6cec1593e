"""A batch does in many lanes what single positions do."""

import copy
import pickle
import time
from typing import Any

import numpy
import pytest

import ludoteca
from ludoteca.games import FOLDERS
from ludoteca.lab import Batch
from tests.lab.following import Follower
from tests.play import IS_COMPILED, variant_name, variants

affordable_variants = [variant for variant in variants() if IS_COMPILED or not variant[1]]
every_variant = pytest.mark.parametrize("variant", affordable_variants, ids=variant_name)
every_game = pytest.mark.parametrize("name", list(ludoteca.GAMES))
LANES = 4
STEPS = {"tomb-chess": 12 if IS_COMPILED else 1}
USUAL_STEPS = 500 if IS_COMPILED else 6
"""In each of four lanes."""


def steps_of(name):
    return STEPS.get(name, USUAL_STEPS)


def fresh(name, lanes=LANES, **settings):
    game = ludoteca.game(name)
    return Batch(name, lanes, seed=1, observations=bool(game.encoding(game.choose({})).shape), **settings)


def play(batch, steps):
    for _ in range(steps):
        batch.step(batch.random_choices())
    return batch


def state(batch):
    """All that a batch shows."""
    shown = [
        batch.moves,
        batch.offsets,
        batch.to_move,
        batch.rewards,
        batch.terminated,
        batch.truncated,
        batch.observations,
    ]
    return [array.tolist() for array in shown], batch.clauses.tolist(), batch.texts()


@every_variant
def test_every_lane_is_a_game_of_its_own(variant):
    follower = Follower(variant, LANES, observations=True)
    for _ in range(steps_of(variant[0]) // (1 if not variant[1] else 5) + 1):
        follower.check()
        follower.step()


@pytest.mark.deep
@pytest.mark.parametrize("name", FOLDERS)
def test_every_lane_is_a_game_of_its_own_for_long(name):
    follower = Follower((name, {}), 64, observations=True)
    for _ in range(20_000 // 64 if name == "tomb-chess" else 1_000_000 // 64):
        follower.check()
        follower.step()
    assert follower.ended or name == "tomb-chess"


@pytest.mark.parametrize("name", ["xiangqi", "tic-tac-toe", "hex"])
def test_games_end_and_begin_anew(name):
    if not IS_COMPILED and name == "xiangqi":
        pytest.skip("a game takes long")
    follower = Follower((name, {}), LANES, observations=True)
    while follower.ended < 8:
        follower.step()
        follower.check()


@every_game
def test_the_number_of_threads_changes_nothing(name):
    one, three = fresh(name, 5), fresh(name, 5, threads=3)
    for _ in range(min(steps_of(name), 60)):
        play(one, 1)
        play(three, 1)
        assert state(one) == state(three)


def test_threads_that_are_more_than_cores_and_late_do_all_lanes_once():
    lanes, steps = (67, 400) if IS_COMPILED else (5, 4)
    one, many = (Batch("chinese-checkers", lanes, seed=9, mask=True, threads=threads) for threads in (1, 9))
    for step in range(steps):
        play(one, 1)
        play(many, 1)
        if step % 50 == 0:
            # Long enough for the threads to fall asleep.
            time.sleep(0.002)
            assert one.lengths() == many.lengths() and (one.mask == many.mask).all()
    assert one.texts() == many.texts()


@every_game
def test_copies_have_the_same_future(name):
    batch = play(fresh(name), min(steps_of(name), 40))
    copies = [batch.clone(), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    before = state(batch)
    for copied in copies:
        assert state(copied) == before
        play(copied, min(steps_of(name), 20))
    assert state(batch) == before
    play(batch, min(steps_of(name), 20))
    for copied in copies:
        assert state(copied) == state(batch)


def test_a_copy_is_told_of_games_that_have_just_ended():
    batch = fresh("tic-tac-toe", 16)
    while not batch.terminated.any():
        play(batch, 1)
    copied = pickle.loads(pickle.dumps(batch))
    assert state(copied) == state(batch)
    play(batch, 1)
    play(copied, 1)
    assert state(copied) == state(batch)


def test_the_seed_decides_about_random_choices_and_nothing_else():
    one, same, other = (Batch("xiangqi", 8, seed=seed) for seed in (1, 1, 2))
    assert one.texts() == other.texts()
    assert play(one, 10).texts() == play(same, 10).texts() != play(other, 10).texts()


def test_a_lane_chooses_as_it_would_in_a_larger_batch():
    small, large = play(Batch("xiangqi", 2, seed=5), 10), play(Batch("xiangqi", 9, seed=5), 10)
    assert small.texts() == large.texts()[:2]


def test_arrays_stay_where_they_are_and_are_aligned():
    batch = Batch("chinese-checkers", 33, seed=1, observations=True, mask=True)
    names = (
        "moves",
        "offsets",
        "to_move",
        "rewards",
        "terminated",
        "truncated",
        "observations",
        "mask",
        "final_observations",
        "features",
    )
    before = {name: getattr(batch, name).ctypes.data for name in names}
    play(batch, 300 if IS_COMPILED else 5)
    batch.load(batch.texts())
    batch.restart([3])
    assert {name: getattr(batch, name).ctypes.data for name in names} == before
    assert all(address % 64 == 0 for address in before.values())


def test_arrays_go_without_a_copy_to_dlpack():
    batch = Batch("xiangqi", 4, observations=True, mask=True)
    for array in (batch.observations, batch.mask, batch.moves, batch.to_move, batch.rewards):
        other = numpy.from_dlpack(array)
        assert other.ctypes.data == array.ctypes.data


def test_two_buffers_leave_the_last_step_to_its_reader():
    one, two = (Batch("xiangqi", 4, seed=3, observations=True, mask=True, buffers=count) for count in (1, 2))
    for _ in range(30):
        kept_observations, kept_mask = two.observations, two.mask
        before = kept_observations.copy(), kept_mask.copy()
        play(one, 1)
        play(two, 1)
        assert (kept_observations == before[0]).all() and (kept_mask == before[1]).all()
        assert (two.observations == one.observations).all() and (two.mask == one.mask).all()


def test_more_moves_than_there_is_room_for_get_an_array_of_their_own():
    batch = Batch("tomb-chess", 1, seed=1)
    play(batch, 4 if IS_COMPILED else 1)
    position = batch.position(0)
    assert batch.moves.tolist() == position.legal_moves()


def test_games_are_cut_after_max_moves():
    batch = Batch("xiangqi", 3, seed=1, max_moves=10, observations=True)
    start = batch.texts()
    play(batch, 9)
    assert not batch.truncated.any()
    play(batch, 1)
    assert batch.truncated.all() and not batch.terminated.any() and not batch.rewards.any()
    assert batch.texts() == start and batch.lengths() == [0, 0, 0]
    assert (batch.final_observations != batch.observations).any()
    play(batch, 1)
    assert not batch.truncated.any()


def test_loaded_games_go_on_and_are_followed_by_usual_ones():
    text = "3k5/9/9/9/4R4/9/9/9/9/4K4 b - - 0 9"
    game = ludoteca.game("xiangqi")
    batch = Batch("xiangqi", 3, observations=True, mask=True)
    start = batch.texts()
    play(batch, 5)
    middle = batch.texts()
    batch.load([text], lanes=[1])
    assert batch.texts() == [middle[0], str(game.parse(text)), middle[2]]
    assert batch.moves[batch.offsets[1] : batch.offsets[2]].tolist() == game.parse(text).legal_moves()
    assert batch.mask[1].sum() == len(game.parse(text).legal_moves())
    mate = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 9"
    position = game.parse(mate)
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        if after.is_over():
            batch.load([mate], lanes=[0])
            choices = [0, 0, 0]
            choices[0] = position.legal_moves().index(move)
            batch.step(choices)
            assert batch.terminated.tolist() == [True, False, False]
            assert batch.clauses[0] == after.outcome().clause and batch.texts()[0] == start[0]
            assert batch.mask[0].sum() == 44
            break
    else:
        pytest.fail("the position has a mate in one")


def test_without_restart_a_game_that_is_over_stays():
    batch = Batch("tic-tac-toe", 2, seed=4, restart=False, observations=True, mask=True)
    while not batch.terminated.any():
        play(batch, 1)
    over = int(batch.terminated.argmax())
    text, clause = batch.texts()[over], batch.clauses[over]
    assert clause and not batch.mask[over].any() and batch.offsets[over] == batch.offsets[over + 1]
    for _ in range(9):
        play(batch, 1)
    assert batch.texts()[over] == text and not batch.terminated[over] and not batch.clauses[over]
    batch.restart([over])
    assert batch.texts()[over] != text and batch.mask[over].any()


def test_an_error_in_a_plain_game_is_raised():
    batch = Batch("tic-tac-toe", 2)
    kind: Any = type(batch.position(0))
    usual = kind.apply

    def fail(self, move):
        raise ZeroDivisionError("on purpose")

    kind.apply = fail
    try:
        with pytest.raises(ZeroDivisionError, match="on purpose"):
            play(batch, 1)
    finally:
        kind.apply = usual

"""Bad input to a batch: one clear error, and nothing has changed."""

import subprocess
import sys

import numpy
import pytest

import ludoteca
from ludoteca.lab import Batch
from tests.lab.test_batch import play


@pytest.mark.parametrize(
    ("choices", "error", "said"),
    [
        ([0, 44, 0], ValueError, "lane 1 has 44 legal moves and none by 44: a choice is 0 to 43"),
        ([0, 0, -1], ValueError, "lane 2 has 44 legal moves"),
        ([0, 0], ValueError, "3 lanes"),
        ([[0, 0, 0]], ValueError, "shape"),
        (0, ValueError, "shape"),
        ([[0], [1, 2], 3], ValueError, "different lengths"),
        ([], TypeError, "integers"),
        ([0.0, 1.0, 2.0], TypeError, "float64"),
        ([True, False, True], TypeError, "bool"),
        (["a", "b", "c"], TypeError, "integers"),
        (None, TypeError, "integers"),
        ([0, 0, 1 << 64], TypeError, "integers"),
        (numpy.array([0, 0, (1 << 64) - 1], numpy.uint64), ValueError, "lane 2 has no choice 18446"),
    ],
)
def test_bad_choices_change_nothing(choices, error, said):
    batch = Batch("xiangqi", 3, seed=1, observations=True, mask=True)
    before = batch.texts(), batch.observations.copy(), batch.mask.copy(), batch.moves.copy()
    with pytest.raises(error, match=said):
        batch.step(choices)
    assert batch.texts() == before[0] and (batch.observations == before[1]).all()
    assert (batch.mask == before[2]).all() and (batch.moves == before[3]).all()
    play(batch, 2)


@pytest.mark.parametrize("actions", ["flat", "picks"])
@pytest.mark.parametrize("number", [-2, -1, 8100, 91, 1 << 40, 12])
def test_bad_actions_change_nothing(actions, number):
    batch = Batch("xiangqi", 3, seed=1, mask=True, actions=actions)
    assert number >= batch.action_count or number < 0 or not batch.mask[1][number]
    good = batch.random_actions().copy()
    before = batch.texts(), batch.mask.copy()
    bad = good.copy()
    bad[1] = number
    with pytest.raises(ValueError, match="lane 1 has 44 legal moves and none by"):
        batch.act(bad)
    assert batch.texts() == before[0] and (batch.mask == before[1]).all()
    assert [batch.picked(lane) for lane in range(3)] == [[], [], []]
    batch.act(good)


@pytest.mark.parametrize("dtype", [numpy.int8, numpy.uint8, numpy.int32, numpy.uint64, numpy.int64])
def test_any_integers_are_choices(dtype):
    batch = Batch("xiangqi", 3)
    batch.step(numpy.array([0, 43, 7], dtype))
    batch.step((0, 1, 2))
    assert batch.lengths() == [2, 2, 2]


def test_a_lane_that_is_over_takes_minus_one():
    batch = Batch("tic-tac-toe", 2, seed=4, restart=False)
    while not batch.terminated.any():
        play(batch, 1)
    over = int(batch.terminated.argmax())
    choices = [0, 0]
    with pytest.raises(ValueError, match=f"lane {over} is over"):
        batch.step(choices)
    choices[over] = -1
    if batch.offsets[2]:
        batch.step(choices)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"game": "go"}, ludoteca.UnknownGame, "there is no game 'go'"),
        ({"game": 7}, TypeError, "name"),
        ({"lanes": 0}, ValueError, "a number of lanes"),
        ({"lanes": 1 << 40}, ValueError, "a number of lanes"),
        ({"lanes": 2.5}, TypeError, "whole number"),
        ({"lanes": True}, TypeError, "whole number"),
        ({"seed": "x"}, TypeError, "a seed"),
        ({"threads": 0}, ValueError, "a number of threads"),
        ({"max_moves": 0}, ValueError, "max_moves"),
        ({"buffers": 3}, ValueError, "buffers"),
        ({"actions": "cells"}, ValueError, "index, picks, flat"),
        ({"actions": "index", "mask": True}, ValueError, "no mask of indices"),
        ({"players": 3}, ludoteca.InvalidOption, "xiangqi has no option 'players'"),
        ({"game": "chinese-checkers", "players": 5}, ludoteca.InvalidOption, "players"),
        ({"game": "exile", "actions": "flat"}, ValueError, "exile has no flat actions"),
    ],
)
def test_a_batch_that_cannot_be(arguments, error, said):
    with pytest.raises(error, match=said):
        Batch(**{"game": "xiangqi", "lanes": 2, **arguments})


@pytest.mark.parametrize(
    ("texts", "lanes", "error", "said"),
    [
        (["nonsense"] * 2, None, ludoteca.InvalidPosition, "lane 0"),
        ([None, None], None, ludoteca.InvalidPosition, "lane 0"),
        (["a"], None, ValueError, "2 lanes"),
        ("ab", None, TypeError, "texts are given as a list"),
        (None, None, TypeError, "texts are given as a list"),
        (["a"], 1, TypeError, "lanes are given as a list"),
        (["a", "b"], [0, 0], ValueError, "once"),
        (["a"], [2], ValueError, "a lane"),
        (["3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 9"], [1], ludoteca.InvalidPosition, "lane 1: the game is over"),
    ],
)
def test_bad_texts_change_nothing(texts, lanes, error, said):
    batch = play(Batch("xiangqi", 2, seed=2), 3)
    before = batch.texts()
    with pytest.raises(error, match=said):
        batch.load(texts, lanes)
    assert batch.texts() == before


def test_one_bad_text_of_several_changes_nothing():
    batch = play(Batch("xiangqi", 2, seed=2), 3)
    before = batch.texts()
    with pytest.raises(ludoteca.InvalidPosition, match="lane 1"):
        batch.load([before[1], "nonsense"])
    assert batch.texts() == before


def test_what_was_not_asked_for_is_not_there():
    batch = Batch("xiangqi", 1)
    for name in ("observations", "final_observations", "mask"):
        with pytest.raises(AttributeError, match="make it with"):
            getattr(batch, name)


def test_the_package_itself_does_not_import_numpy():
    program = "import sys, ludoteca; ludoteca.game('xiangqi').start(); print('numpy' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"

"""Tests and tuning of the settings of alpha-beta."""

import json
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from ludoteca.arena.executor import InlineExecutor, PoolExecutor
from ludoteca.core.ruling import LudotecaError
from ludoteca.lab import tuning
from ludoteca.lab.tuning import Games, Pair, Tuning, judge_change, play_pair, tunables
from ludoteca.search.settings import SearchSettings
from ludoteca.search.think import Limits
from tests.play import IS_COMPILED

TOOL = Path(__file__).parents[2] / "tools" / "tune_search.py"
GAMES = Games("xiangqi", 12, 1)
WRONG = {"futility_margin": float("nan"), "reduction_factor": 1024}
NAMES = ["futility_margin", "reduction_factor"]
compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="hundreds of searches")


def tool(words):
    return runpy.run_path(str(TOOL))["main"](words)


@pytest.fixture
def dice(monkeypatch):
    """Results that depend on the pair alone, as those of games do, in no time."""
    monkeypatch.setattr(tuning, "play_pair", lambda games, pair: Random(repr(pair)).choice((0.0, 0.25, 0.5, 0.75, 1.0)))


def begin(path, rounds=4):
    return Tuning(GAMES, tunables(NAMES), rounds, path)


def test_the_same_settings_share_the_points():
    assert play_pair(GAMES, Pair({}, {}, 3)) == 0.5


@compiled_only
def test_a_change_that_plays_badly_is_found_out():
    """Whoever takes every position for won as soon as it looks a little better does not look at answers."""
    careless = {"reverse_margin": 0, "reverse_depth": 60, "futility_base": -5000, "futility_depth": 60}
    *_, last = judge_change(GAMES._replace(nodes=1000), careless, {}, 60, InlineExecutor(), (-150.0, 0.0))
    assert last.verdict == "does not" and last.rating.elo < -50


def test_time_limits_the_moves_of_a_test_instead_of_nodes(capsys):
    assert Games("tic-tac-toe", 5, 1, 0.002).limits == Limits(seconds=0.002)
    assert tool(["test", "null_base=4", "--game", "tic-tac-toe", "--movetime", "2", "--games", "2"]) == 0
    assert capsys.readouterr().out.startswith("2 games: 50.0%")


@compiled_only
def test_workers_do_not_matter(tmp_path, monkeypatch):
    monkeypatch.setattr(tuning, "PAIRS_A_ROUND", 3)
    for name, executor in (("one", InlineExecutor()), ("two", PoolExecutor(2))):
        with executor:
            list(begin(tmp_path / name, rounds=2).run(executor))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_what_was_broken_off_goes_on(tmp_path, dice):
    list(begin(tmp_path / "whole").run(InlineExecutor()))
    for _ in range(4):
        next(begin(tmp_path / "parts").run(InlineExecutor()))
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()
    assert list(begin(tmp_path / "parts").run(InlineExecutor())) == []


def test_settings_move_towards_what_wins(tmp_path, monkeypatch):
    """Where the larger margin always wins, it grows; where nothing matters, nothing moves."""

    def larger_wins(games, pair):
        return float(pair.first["futility_margin"] > pair.second["futility_margin"])

    monkeypatch.setattr(tuning, "play_pair", larger_wins)
    tuned = begin(tmp_path / "file", rounds=20)
    list(tuned.run(InlineExecutor()))
    usual = SearchSettings()
    assert tuned.found()["futility_margin"] > 1.3 * usual.futility_margin
    monkeypatch.setattr(tuning, "play_pair", lambda games, pair: 0.5)
    even = begin(tmp_path / "even")
    list(even.run(InlineExecutor()))
    assert even.found()["reduction_factor"] == usual.reduction_factor


def test_settings_stay_within_their_limits(tmp_path, monkeypatch):
    monkeypatch.setattr(
        tuning, "play_pair", lambda games, pair: float(pair.first["futility_margin"] > pair.second["futility_margin"])
    )
    tuned = begin(tmp_path / "file", rounds=300)
    list(tuned.run(InlineExecutor()))
    assert tuned.found()["futility_margin"] == 2 * SearchSettings().futility_margin


def test_killed_it_goes_on_to_the_same_bytes(tmp_path):
    command = [sys.executable, str(TOOL), "tune", *NAMES, "--game", "tic-tac-toe", "--nodes", "5", "--rounds", "30"]
    subprocess.run([*command, "--out", str(tmp_path / "whole")], check=True, capture_output=True)
    killed = tmp_path / "killed"
    running = subprocess.Popen([*command, "--out", str(killed)], stdout=subprocess.DEVNULL)
    limit = time.monotonic() + 60
    while not (killed.exists() and json.loads(killed.read_text())["round"]) and time.monotonic() < limit:
        time.sleep(0.001)
    running.send_signal(signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    assert 0 < json.loads(killed.read_text())["round"] < 30
    subprocess.run([*command, "--out", str(killed)], check=True, capture_output=True)
    assert killed.read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize(
    "content",
    ["", "{}", "[1]", '{"plan": {}, "round": 1, "values": {}}', json.dumps({"plan": {}, "round": 1, "values": WRONG})],
)
def test_a_file_that_is_no_tuning_is_refused(tmp_path, content):
    (tmp_path / "file").write_text(content)
    with pytest.raises(LudotecaError, match="not a tuning"):
        begin(tmp_path / "file")


def test_a_place_that_cannot_be_written_is_told_before_games_are_played(tmp_path):
    with pytest.raises(LudotecaError, match="cannot be written: No such"):
        begin(tmp_path / "nowhere" / "file")
    with pytest.raises(LudotecaError, match="not a tuning"):
        begin(tmp_path)


def test_a_tuning_of_something_else_is_refused(tmp_path, dice):
    next(begin(tmp_path / "file").run(InlineExecutor()))
    with pytest.raises(LudotecaError, match="other settings"):
        begin(tmp_path / "file", rounds=9)


@pytest.mark.parametrize("name", ["nothing", "__init__"])
def test_what_is_no_setting_is_refused(name):
    with pytest.raises(LudotecaError, match="no setting"):
        tunables([name])
    with pytest.raises(ValueError, match="no setting"):
        SearchSettings(nothing=3)


@pytest.mark.parametrize("window", [0, -1, 2**31 - 1])
def test_a_window_that_never_opens_is_refused(window):
    with pytest.raises(ValueError, match="the window of alpha-beta"):
        SearchSettings(window=window)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["test", "window=30", "--nodes", "-1"], "from 1 up"),
        (["test", "window=30", "--nodes", "0"], "from 1 up"),
        (["test", "window=30", "--workers", "0"], "from 1 up"),
        (["test", "window=30", "--games", "1"], "in pairs"),
        (["test", "window=30", "--game", "exile"], "exile has 4"),
        (["test", "window=30", "--game", "nothing"], "no game"),
        (["test", "window=30 window"], "NAME=NUMBER"),
        (["test", "__class__=30"], "NAME=NUMBER"),
        (["depth", "window=0"], "the window of alpha-beta is a number from 1"),
        (["depth", "--depth", "-3"], "from 1 up"),
        (["tune", "window", "--rounds", "0", "--out", "file"], "from 1 up"),
        (["tune", "window", "--game", "exile", "--out", "file"], "exile has 4"),
    ],
)
def test_what_the_tool_cannot_do_is_told_in_a_line(words, said, capsys):
    try:
        code = tool(words)
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_the_tool_ends_when_it_is_interrupted(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(tuning, "play_pair", interrupt)
    assert tool(["tune", *NAMES, "--out", str(tmp_path / "file")]) == 130


def test_a_tuning_that_has_ended_tells_what_it_found(tmp_path, dice, capsys):
    words = ["tune", *NAMES, "--rounds", "2", "--out", str(tmp_path / "file")]
    assert tool(words) == 0
    told = capsys.readouterr().out.splitlines()
    assert tool(words) == 0
    assert capsys.readouterr().out.splitlines() == told[-1:]

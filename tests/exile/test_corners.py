"""What `tools/exile_corners.py` counts."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")


import ludoteca
from ludoteca.arena.executor import InlineExecutor
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus
from tests.play import IS_COMPILED

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from exile_corners import Held, corners_of, flags_of, longest_stay, main

PIECES = "1......../........./........./........./....3..../........./........./........./2........"
HELD = f"classic {PIECES} 1 1a9*,2b8,3e5*,4a1* 0+3,0+3,0+3,4+0 - 0 1 3"


def test_flags_are_held_by_the_piece_on_their_tile():
    start = ludoteca.game("exile").start()
    assert flags_of(start) == (None,) * 4
    first, second, third, fourth = flags_of(ludoteca.game("exile").parse(HELD))
    assert (first, second) == (Held("a9", 0), None)
    assert (third, fourth) == (Held("e5", 2), Held("a1", 1))
    assert first.is_in_corner and fourth.is_in_corner and not third.is_in_corner


def test_the_longest_stay_is_in_one_corner_by_one_seat():
    corner, middle = Held("a1", 0), Held("e5", 0)
    assert longest_stay([corner, corner, middle, corner, None, corner, corner, corner]) == 3
    assert longest_stay([corner, Held("a9", 0), Held("a9", 1)]) == 1
    assert longest_stay([middle, None]) == 0


def test_the_figures_of_a_corpus_are_told(tmp_path, capsys):
    plies, games = (120, 4) if IS_COMPILED else (20, 2)
    plan = SelfPlayPlan.checked("exile", {}, ("engine:1",), games, 1, max_moves=plies)
    for _ in play_corpus(plan, tmp_path, InlineExecutor()):
        pass
    found = [corners_of(game) for game in Corpus(tmp_path)]
    assert all(0 <= each.held_in_corners <= each.held and each.lost_in_corners <= each.lost for each in found)
    assert main([str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "held flags that are in a corner: " in told and "the longest of all: " in told


def test_other_games_are_refused(tmp_path, capsys):
    plan = SelfPlayPlan.checked("tic-tac-toe", {}, ("random",), 2, 1)
    for _ in play_corpus(plan, tmp_path, InlineExecutor()):
        pass
    with pytest.raises(SystemExit):
        main([str(tmp_path)])
    assert "no games of exile" in capsys.readouterr().err

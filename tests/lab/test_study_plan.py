"""Which games a report plays, and that no game is told as evidence twice."""

import pytest

pytest.importorskip("numpy")

import ludoteca
from ludoteca.arena.executor import InlineExecutor
from ludoteca.lab.analyse import analyse
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.study_plan import LEVELS, plans_of_report

NAME = "tic-tac-toe"


def plans(*players: str) -> dict[str, SelfPlayPlan]:
    return plans_of_report(ludoteca.game(NAME), {}, players, 60, 1)


def test_a_set_of_those_who_play_the_main_games_is_not_played_again():
    assert plans().keys() == plans("engine:7").keys()
    assert plans("engine:5").keys() - plans().keys() == {"strength-7"}
    assert plans("engine:5").keys() - plans("engine:6", "engine:7").keys() == {"skill-6-7"}
    assert len(plans()) == 1 + 1 + len(LEVELS) - 1 + 2


def test_no_set_can_have_the_games_of_another_one():
    found = plans("engine:5")
    assert len({plan.seed for plan in found.values()}) == len(found)
    assert found["games"].seed == 1
    assert plans("engine:5") == found
    beginnings = [found[name].opening(0).moves_played() for name in ("games", "skill-1-2", "skill-2-3", "strength-1")]
    assert len({tuple(moves) for moves in beginnings}) > 1


def test_the_first_seat_at_the_level_of_the_main_games_is_told_once(tmp_path):
    analysis = analyse(ludoteca.game(NAME), {}, ("engine:1",), 12, 1, InlineExecutor(), tmp_path).analysis
    assert not (tmp_path / "strength-1").exists()
    names = [finding.name for finding in analysis.findings]
    assert "seat_share.1" in names and "first_seat.engine:1" not in names and "first_seat.engine:4" in names
    measures = {measure.name: measure for chapter in analysis.chapters for measure in chapter.measures}
    assert measures["first_seat.engine:1"].interval == measures["seat_share.1"].interval
    (skill,) = (chapter for chapter in analysis.chapters if chapter.title == "Skill")
    assert skill.text.endswith("The games of level 1 are those that this report is about, and no further evidence.")
    assert "level 4 are" not in skill.text

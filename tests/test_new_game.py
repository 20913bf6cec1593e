"""`ludoteca new-game`: a package that works as it is written, and refusals that lose nothing."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ludoteca
from ludoteca.cli import main
from ludoteca.new_game import write_package


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    return tmp_path


def test_a_package_is_written_that_passes_its_own_tests(here, capsys):
    assert main(["new-game", "nim-like"]) == 0
    assert "pip install -e ./nim-like && ludoteca play nim-like" in capsys.readouterr().out
    folder = here / "nim-like"
    assert sorted(file.name for file in folder.iterdir()) == [
        "README.md",
        "nim_like.py",
        "pyproject.toml",
        "test_nim_like.py",
    ]
    assert not any("$" in file.read_text() for file in folder.iterdir())
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(Path(ludoteca.__file__).parents[1])}
    tested = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert "3 passed" in tested.stdout


def test_the_package_announces_the_game_under_its_name(here):
    folder = write_package("four-in-a-row", here)
    project = tomllib.loads((folder / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["ludoteca.games"] == {"four-in-a-row": "four_in_a_row:GAME"}
    assert project["tool"]["setuptools"]["py-modules"] == ["four_in_a_row"]
    assert f"ludoteca>={ludoteca.__version__}" in project["project"]["dependencies"]
    game = ludoteca.GAMES.add_file(str(folder / "four_in_a_row.py"))
    assert (game.name, game.title) == ("four-in-a-row", "Four in a row")
    assert game.start().explain("a1-a2").clause == "A1.2"


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Nim", "made of small letters, digits and single hyphens"),
        ("../nim", "made of small letters"),
        ("nim--like", "made of small letters"),
        ("7-wonders", "made of small letters"),
        ("", "made of small letters"),
        ("n" * 41, "at most 40 characters"),
        ("xiangqi", "there is a game xiangqi already"),
        ("json", "json means something else in Python"),
        ("while", "while means something else in Python"),
        ("ludoteca", "ludoteca means something else in Python"),
    ],
)
def test_a_bad_name_is_refused_in_one_line(here, capsys, name, complaint):
    assert main(["new-game", name]) == 2
    complained = capsys.readouterr().err
    assert complaint in complained
    assert len(complained.splitlines()) == 1
    assert list(here.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(here, capsys):
    (here / "mine").mkdir()
    (here / "mine" / "notes.txt").write_text("years of work")
    (here / "file").write_text("more work")
    for name in ("mine", "file"):
        assert main(["new-game", name]) == 2
        assert f"{name} is there already, and nothing was changed" in capsys.readouterr().err
    assert (here / "mine" / "notes.txt").read_text() == "years of work"
    assert len(list((here / "mine").iterdir())) == 1
    assert (here / "file").read_text() == "more work"


def test_a_folder_that_cannot_be_written_is_told(here):
    (here / "file").write_text("")
    with pytest.raises(ludoteca.LudotecaError, match="cannot be made: Not a directory"):
        write_package("mine", here / "file")

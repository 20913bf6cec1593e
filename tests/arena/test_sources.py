"""Games of others are told apart by what they are made of, here and where workers play them."""

import os
import shutil
from pathlib import Path

import pytest

import ludoteca
from ludoteca.arena.executor import PoolExecutor
from ludoteca.arena.fingerprint import source_digest
from ludoteca.arena.match import Match, Plan
from ludoteca.core.game import Game, load
from ludoteca.games import FOLDERS, GAMES
from tests.play import EXAMPLES_FOLDER


@pytest.fixture
def file(tmp_path, monkeypatch) -> Path:
    """A file with a game."""
    monkeypatch.setenv("LUDOTECA_GAMES", os.environ.get("LUDOTECA_GAMES", ""))
    path: Path = tmp_path / "mytoe.py"
    path.write_text((EXAMPLES_FOLDER / "tictactoe.py").read_text())
    return path


def copied(file: Path, name: str) -> Path:
    folder = file.parent / name
    folder.mkdir()
    return Path(shutil.copy(file, folder))


def test_our_games_have_no_digest():
    assert [source_digest(ludoteca.game(name)) for name in FOLDERS] == [""] * len(FOLDERS)


def test_the_digest_is_of_the_source_and_the_networks_wherever_they_are(file):
    same, edited, learned, described, beside = (
        copied(file, name) for name in ("same", "edited", "learned", "described", "beside")
    )
    edited.write_text(f"{edited.read_text()}\n# Another line.\n")
    (learned.parent / "mytoe.network.bin").write_bytes(b"network")
    (described.parent / "rules.md").write_text("# Rules in other words")
    (beside.parent / "hex.py").write_text("GAME = None")
    digest = source_digest(load(str(file)))
    assert len(digest) == 16
    for each in (same, described, beside):
        assert source_digest(load(str(each))) == digest
    for each in (edited, learned):
        assert source_digest(load(str(each))) != digest


def packed(folder: Path, name: str, board: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game of an installed package, which has another module."""
    games = folder / name / "games"
    games.mkdir(parents=True)
    (folder / name / "__init__.py").touch()
    (folder / name / "board.py").write_text(board)
    (games / "__init__.py").touch()
    (games / "toe.py").write_text((EXAMPLES_FOLDER / "tictactoe.py").read_text())
    monkeypatch.syspath_prepend(str(folder))
    return load(f"{name}.games.toe")


def test_the_digest_of_a_game_in_a_package_is_of_the_whole_package(tmp_path, monkeypatch):
    boards = {"first_toe": "SIZE = 3", "second_toe": "SIZE = 3", "third_toe": "SIZE = 4"}
    first, second, third = (
        source_digest(packed(tmp_path / name, name, board, monkeypatch)) for name, board in boards.items()
    )
    assert first == second != third


def test_a_worker_with_another_source_refuses_to_play(file):
    game = GAMES.add_file(str(file))
    match = Match(Plan(game, {}, ("random", "random"), 2, opening_plies=0))
    source_digest(game)
    file.write_text(f"{file.read_text()}\n# Another line.\n")
    with (
        PoolExecutor(1) as executor,
        pytest.raises(ludoteca.LudotecaError, match=f"another source of {game.name} than who gives it work"),
    ):
        list(match.run(executor))

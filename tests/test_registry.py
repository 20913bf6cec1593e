"""Where games come from: this package, entry points of others, and files."""

import importlib.metadata
import multiprocessing
import pickle
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import ludoteca
from ludoteca.games import FOLDERS, Registry
from tests.play import ARE_INSTALLED, EXAMPLES, EXAMPLES_FOLDER

HEX = str(EXAMPLES_FOLDER / "hex.py")


@pytest.fixture
def registry(monkeypatch):
    """A registry that knows no files, and these entry points."""
    monkeypatch.setenv("LUDOTECA_GAMES", "")

    def registry(**points):
        announced = [EntryPoint(name.replace("_", "-"), value, "ludoteca.games") for name, value in points.items()]
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: announced)
        return Registry()

    return registry


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """A module that another package would have: Hex under another name."""
    source = Path(HEX).read_text().replace("plain_game(Hex)", 'plain_game(Hex, "rhombus")')
    (tmp_path / "rhombus_game.py").write_text(source)
    (tmp_path / "broken_game.py").write_text("import no_such_module\n")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_the_examples_are_there_like_the_four():
    assert set(ludoteca.GAMES) == {*FOLDERS, *EXAMPLES}
    for name in EXAMPLES:
        assert ludoteca.game(name).name == name
        assert ludoteca.game(name).module.startswith("ludoteca_examples.") == ARE_INSTALLED


def test_every_example_is_announced():
    """A file that the package does not announce would be tested in no run of `make test`."""
    project = tomllib.loads(Path(HEX).with_name("pyproject.toml").read_text())["project"]
    modules = [value.split(":")[0] for value in project["entry-points"]["ludoteca.games"].values()]
    assert sorted(modules) == sorted(f"ludoteca_examples.{path.stem}" for path in Path(HEX).parent.glob("*.py"))


def test_a_path_is_not_a_name(tmp_path, monkeypatch):
    """Names come from visitors and records: a path there must not make a file run."""
    file = tmp_path / "harm.py"
    file.write_text(f"open({str(tmp_path / 'done')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    for name in (str(file), "harm.py", "./harm.py"):
        assert name not in ludoteca.GAMES
        with pytest.raises(ludoteca.UnknownGame):
            ludoteca.game(name)
        with pytest.raises(ludoteca.LudotecaError):
            ludoteca.read_record(f"ludoteca record 1\ngame: {name}\nrules: 1\n\nresult: -\n")
    assert not (tmp_path / "done").exists()


def test_an_installed_game_is_there(registry, plugin):
    games = registry(rhombus="rhombus_game:GAME")
    assert list(games) == [*FOLDERS, "rhombus"]
    assert len(games) == len(FOLDERS) + 1
    assert "rhombus" in games
    position = games["rhombus"].start()
    assert len(position.legal_moves()) == 121
    assert str(pickle.loads(pickle.dumps(position))) == str(position)


def test_a_broken_plugin_is_named_in_one_line_and_hides_nothing(registry, plugin, caplog):
    games = registry(
        broken="broken_game:GAME", rhombus="rhombus_game:GAME", renamed="rhombus_game:GAME", exile="x:GAME"
    )
    assert list(games) == [*FOLDERS, "rhombus"] == list(games)
    assert [message.partition(" of ")[0] for message in caplog.messages] == [
        "the game exile",
        "the game broken",
        "the game renamed",
    ]
    assert all(len(message.splitlines()) == 1 for message in caplog.messages)
    with pytest.raises(ludoteca.UnknownGame, match="broken_game:GAME cannot be loaded: ModuleNotFoundError: No module"):
        games["broken"]


def test_entry_points_are_looked_up_only_when_they_are_asked_for(registry):
    games = registry()
    assert "xiangqi" in games
    assert games["xiangqi"].name == "xiangqi"
    assert "_announced" not in vars(games)
    assert "chess" not in games
    assert "_announced" in vars(games)


def test_importing_the_package_imports_no_game_and_no_metadata():
    program = "import sys, ludoteca; print(*sys.modules)"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    slow = {"importlib.metadata", "logging", "ludoteca.core.plain_game", "ludoteca.games.xiangqi"}
    assert not slow & set(printed.split())


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (None, "there is no file"),
        ("GAME = (", r"SyntaxError: .* \(line 1\)"),
        ("\nimport no_such_module", r"ModuleNotFoundError: .* \(line 2\)"),
        ("x = 1", "it has no GAME; its last line is"),
        ("from ludoteca.games.exile import GAME", "holds a game named exile, and that name is taken"),
    ],
)
def test_a_file_without_a_game_is_refused_in_one_line(registry, tmp_path, source, message):
    file = tmp_path / "mine.py"
    if source is not None:
        file.write_text(source)
    with pytest.raises(ludoteca.UnknownGame, match=message) as refused:
        registry().add_file(str(file))
    assert len(str(refused.value).splitlines()) == 1


def test_a_file_is_known_by_its_name_and_to_other_processes(registry):
    games = registry()
    assert "hex" not in games
    position = games.add_file(HEX).start()
    assert "hex" in games
    program = "import ludoteca; print(*ludoteca.GAMES)"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.split()[: len(FOLDERS) + 1] == [*FOLDERS, "hex"]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(str, (position,)) == str(position)

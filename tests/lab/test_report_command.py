"""`ludoteca report`: from the command to the files, and what it answers to bad input."""

import json
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from ludoteca.cli import main
from ludoteca.cli.parser import build_parser
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.study_plan import command_words

EXAMPLE = Path(__file__).parents[2] / "examples" / "tictactoe.py"
SMALL = ("tic-tac-toe", "random", "--games", "12", "--workers", "1")


def report(*words: str) -> int:
    return main(["report", *words])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Empty, and the one in which commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_report_is_written_and_says_how_it_was_made(folder, capsys):
    assert report(*SMALL, "--out", "a.html", "--json", "a.json", "--corpus", "kept") == 0
    assert "a.html and a.json" in capsys.readouterr().out
    data = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert data["command"] == "ludoteca report tic-tac-toe random --games 12 --seed 1"
    text = Path("a.html").read_text(encoding="utf-8")
    assert data["command"] in text
    assert str(folder) not in text and "kept" not in text
    assert sorted(path.name for path in folder.iterdir()) == ["a.html", "a.json", "kept"]
    for finding in data["findings"]:
        is_about_nothing = finding["name"].startswith(("dead_clause", "idle_refusal", "unmarked_clauses"))
        assert finding["examples"] or finding["weight"] in ("unknown", "fine") or is_about_nothing


def test_games_that_are_kept_and_more_workers_give_the_same_bytes(folder):
    assert report(*SMALL, "--out", "a.html", "--json", "a.json", "--corpus", "kept") == 0
    assert report(*SMALL, "--out", "b.html", "--json", "b.json", "--corpus", "kept") == 0
    assert report(*SMALL[:-1], "2", "--out", "c.html", "--json", "c.json") == 0
    assert report(*SMALL[:-1], "4", "--out", "d.html", "--json", "d.json") == 0
    for kind in ("html", "json"):
        texts = {(folder / f"{name}.{kind}").read_bytes() for name in "abcd"}
        assert len(texts) == 1


def test_the_page_is_called_like_the_game(folder):
    assert report(*SMALL) == 0
    assert [path.name for path in folder.iterdir()] == ["tic-tac-toe.html"]


@pytest.mark.parametrize("command", ["report", "match"])
def test_commands_on_the_page_have_the_options_of_the_game(command):
    plan = SelfPlayPlan.checked(
        "chinese-checkers", {"players": 3, "round_limit": None}, ("engine:1", "engine:2"), 590, 1
    )
    words = command_words(command, plan)
    parsed = build_parser(words[1:]).parse_args(words[1:])
    assert (parsed.game, parsed.games, parsed.seed) == ("chinese-checkers", 590, 1)
    assert words[-4:] == ["--players", "3", "--round-limit", "off"]


def test_another_seed_gives_another_report(folder):
    assert report(*SMALL, "--out", "a.html") == 0
    assert report(*SMALL, "--seed", "2", "--out", "b.html") == 0
    assert (folder / "a.html").read_bytes() != (folder / "b.html").read_bytes()


def test_a_file_with_a_game_is_reported_on(folder):
    copied = Path("sub/mytoe.py")
    copied.parent.mkdir()
    copied.write_text(EXAMPLE.read_text(encoding="utf-8").replace('"tictactoe"', '"mytoe"'), encoding="utf-8")
    assert report(str(copied), *SMALL[1:], "--out", "a.html") == 0
    text = (folder / "a.html").read_text(encoding="utf-8")
    assert "Tic-tac-toe" in text
    assert "ludoteca report mytoe.py random --games 12 --seed 1" in text


def test_rules_are_compared_with_others(folder):
    words = ("kalah", "random", "--games", "8", "--workers", "1", "--compare", "game=tic-tac-toe")
    assert report(*words, "--json", "a.json") == 0
    data = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert data["command"] == "ludoteca report kalah random --games 8 --seed 1 --compare game=tic-tac-toe"
    assert "game=tic-tac-toe" in data["chapters"][0]["title"]
    shown = json.loads(
        Path("kalah-compared.html").read_text(encoding="utf-8").split('id="examples">')[1].split("</script>")[0]
    )
    boards = {key: shown["sheets"][game["sheet"]]["game"] for key, game in shown["games"].items()}
    assert boards and all(name == ("tic-tac-toe" if "changed" in key else "kalah") for key, name in boards.items())
    assert any("changed" in key for key in boards)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("no-such-game", "--out", "a.html"), "no-such-game"),
        (("tic-tac-toe", "--out", "missing/a.html"), "there is no folder missing"),
        (("tic-tac-toe", "--out", "."), "is a folder"),
        (("tic-tac-toe", "--out", "a.html", "--json", "a.html"), "a file each"),
        (("tic-tac-toe", "nobody", "--out", "a.html"), "nobody"),
        (("tic-tac-toe", "--games", "0", "--out", "a.html"), "from 1 up"),
        (("tic-tac-toe", "--workers", "0", "--out", "a.html"), "from 1 up"),
        (("tic-tac-toe", "--games", "99999999999"), "too large"),
        ((".", "--games", "4"), "a game is a file whose name ends in .py"),
        ((str(EXAMPLE), "random", "--out", str(EXAMPLE)), "holds the game"),
        (("--out", "a.html"), "required: GAME (see"),
        (("exile", "--players", "3", "--out", "a.html"), "exile has no option players; there are: mode, "),
        (("tic-tac-toe", "--gmaes", "3", "--out", "a.html"), "see ludoteca report --help"),
        (("tic-tac-toe", "--games", "many", "--out", "a.html"), "many"),
        (("tic-tac-toe", "--position", "?", "--out", "a.html"), ""),
        (("tic-tac-toe", "--compare", "colour", "--out", "a.html"), "NAME=VALUE"),
        (("tic-tac-toe", "--compare", "colour=red", "--out", "a.html"), "colour"),
        (("xiangqi", "--compare", "quiet_limit=120", "--compare", "quiet_limit=3", "--out", "a.html"), "once"),
        (("exile", "--compare", "mode=classic", "--out", "a.html"), "changes nothing"),
        (("exile", "random", "--games", "1", "--compare", "game=kalah", "--out", "a.html"), "seats"),
    ],
)
def test_bad_input_is_answered_in_one_line_and_writes_nothing(folder, capsys, words, told):
    assert report(*words) == 2
    answer = capsys.readouterr().err.strip()
    assert answer.startswith("ludoteca: ")
    assert told in answer and len(answer.splitlines()) == 1
    assert list(folder.iterdir()) == []


def test_a_report_that_fails_leaves_the_old_one_as_it_was(folder):
    (folder / "a.html").write_text("old", encoding="utf-8")
    assert report("tic-tac-toe", "nobody", "--out", "a.html") == 2
    assert (folder / "a.html").read_text(encoding="utf-8") == "old"

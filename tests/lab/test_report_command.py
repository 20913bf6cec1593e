"""`ludoteca report`: from the command to the files, and what it answers to bad input."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from ludoteca.cli import main
from ludoteca.cli.parser import build_parser
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.study_plan import command_words
from tests.play import IS_COMPILED

EXAMPLE = Path(__file__).parents[2] / "examples" / "tictactoe.py"
SMALL = ("tic-tac-toe", "random", "--games", "12", "--workers", "1")


def without_tags(text: str) -> str:
    return re.sub(r"</?span[^>]*>", "", text)


def report(*words: str) -> int:
    return main(["report", *words])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Empty, and the one in which commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_report_is_written_and_says_how_it_was_made(folder, capsys):
    assert report(*SMALL, "--out", "a.html", "--json", "a.json", "--corpus", "my-corpus") == 0
    assert "a.html and a.json" in capsys.readouterr().out
    data = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert data["command"] == "ludoteca report tic-tac-toe random --games 12 --seed 1"
    text = Path("a.html").read_text(encoding="utf-8")
    assert data["command"] in without_tags(text)
    assert str(folder) not in text and "my-corpus" not in text
    assert sorted(path.name for path in folder.iterdir()) == ["a.html", "a.json", "my-corpus"]
    for finding in data["findings"]:
        assert finding["examples"] or "no drawn example" in finding["sentence"]


def test_games_that_are_kept_and_more_workers_give_the_same_bytes(folder):
    assert report(*SMALL, "--out", "a.html", "--json", "a.json", "--corpus", "kept") == 0
    assert report(*SMALL, "--out", "b.html", "--json", "b.json", "--corpus", "kept") == 0
    assert report(*SMALL[:-1], "2", "--out", "c.html", "--json", "c.json") == 0
    assert report(*SMALL[:-1], "4", "--out", "d.html", "--json", "d.json") == 0
    for kind in ("html", "json"):
        texts = {(folder / f"{name}.{kind}").read_bytes() for name in "abcd"}
        assert len(texts) == 1


@pytest.mark.skipif(not IS_COMPILED, reason="slow uncompiled; the compiled tests have it")
def test_sets_about_skill_and_changed_rules_are_the_same_by_any_number_of_workers(folder):
    options = ("--mode", "duel-classic", "--round-limit", "6")
    words = ("exile", "engine:1", "--games", "18", *options, "--compare", "round_limit=4")
    texts = {}
    for workers in ("1", "2", "4"):
        places = ("--out", f"{workers}.html", "--json", f"{workers}.json", "--corpus", "a" if workers < "4" else "b")
        assert report(*words, "--workers", workers, *places) == 0
        texts[workers] = [Path(f"{workers}.{kind}").read_bytes() for kind in ("html", "json")]
        # The second run plays only what the first has not kept: its comparison, and one set.
        if workers == "1":
            shutil.rmtree("a/skill-4-5")
            (changed,) = Path("a").glob("changed-*")
            next(changed.glob("*.parquet")).unlink()
    assert texts["1"] == texts["2"] == texts["4"]
    findings = json.loads(texts["1"][1])["findings"]
    assert {"compare", "skill"} <= {finding["name"].partition(".")[0] for finding in findings}
    assert {"games", "rules"} <= {each["part"] for finding in findings for each in finding["examples"]}


def test_a_comparison_tells_its_progress_as_other_sets_do(folder, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert report(*SMALL, "--compare", "position=.../..O/X.. 1") == 0
    told = capsys.readouterr().err
    assert "12/12 games (part 2 of 2: by the changed rules, at most)" in told
    assert " s left of this part" in told


def test_another_first_position_is_compared(folder):
    begun = ".../..O/X.. 1"
    assert report(*SMALL, "--compare", f"position={begun}", "--json", "a.json") == 0
    data = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert shlex.split(data["command"])[-2:] == ["--compare", f"position={begun}"]
    assert data["facts"]["compared with"] == "another first position"
    (turns,) = (row for row in data["chapters"][0]["tables"]["Numbers"]["rows"] if row[0] == "Turns")
    # Two cells fewer are free.
    assert turns[2] < turns[1]


def test_the_page_is_called_like_the_game(folder, capsys):
    assert report(*SMALL) == 0
    assert [path.name for path in folder.iterdir()] == ["tic-tac-toe.html"]
    assert "replaced" not in capsys.readouterr().out
    assert report(*SMALL) == 0
    assert "tic-tac-toe.html was there before and has been replaced" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["report", "match"])
def test_commands_on_the_page_have_the_options_of_the_game(command):
    plan = SelfPlayPlan.checked(
        "chinese-checkers", {"players": 3, "round_limit": None}, ("engine:1", "engine:2"), 590, 1
    )
    words = command_words(command, plan)
    parsed = build_parser(words[1:]).parse_args(words[1:])
    assert (parsed.game, parsed.games, parsed.seed) == ("chinese-checkers", 590, 1)
    assert words[-4:] == ["--players", "3", "--round-limit", "off"]


@pytest.mark.parametrize(
    "words",
    [
        ("report", "exile", "--games", "4", "engine:2"),
        ("report", "--games", "4", "exile", "engine:2", "--seed", "3"),
        ("report", "exile", "engine:2", "--games", "4", "engine:3"),
        ("match", "exile", "engine:2", "--games", "4", "engine:3"),
        ("selfplay", "exile", "--out", "kept", "--games", "4", "engine:2", "--seed", "3", "engine:3"),
    ],
)
def test_players_may_stand_before_and_behind_options(words):
    parsed = build_parser(list(words)).parse_args(words)
    assert parsed.players == [word for word in words if word.startswith("engine:")]
    assert (parsed.game, parsed.games) == ("exile", 4)


def test_another_seed_gives_another_report(folder):
    assert report(*SMALL, "--out", "a.html") == 0
    assert report(*SMALL, "--seed", "2", "--out", "b.html") == 0
    assert (folder / "a.html").read_bytes() != (folder / "b.html").read_bytes()


def test_a_file_with_a_game_is_reported_on(folder):
    copied = Path("sub/mytoe.py")
    copied.parent.mkdir()
    copied.write_text(EXAMPLE.read_text(encoding="utf-8").replace("# Tic-tac-toe", "# My toe"), encoding="utf-8")
    assert report(str(copied), *SMALL[1:], "--out", "a.html") == 0
    text = (folder / "a.html").read_text(encoding="utf-8")
    assert "My toe" in text
    text = without_tags(text)
    assert "ludoteca report mytoe.py random --games 12 --seed 1" in text
    assert "The same command, in the folder of mytoe.py, gives the same report" in text
    assert "in the folder of mytoe.py: ludoteca report mytoe.py random --games " in text
    assert re.search(r"--out mytoe-random-\d+-games.html", text)


def test_the_page_of_a_copy_does_not_take_the_place_of_the_page_of_the_original(folder, capsys):
    text = EXAMPLE.read_text(encoding="utf-8").replace("# Tic-tac-toe", "# Twice toe")
    for name in ("mine.py", "edited.py"):
        Path(name).write_text(text, encoding="utf-8")
        assert report(name, *SMALL[1:]) == 0
    assert {path.name for path in folder.glob("*.html")} == {"mine.html", "edited.html"}
    assert "replaced" not in capsys.readouterr().out


def test_rules_are_compared_with_others(folder):
    words = ("kalah", "random", "--games", "8", "--workers", "1", "--compare", "game=hex")
    assert report(*words, "--json", "a.json") == 0
    data = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert data["command"] == "ludoteca report kalah random --games 8 --seed 1 --compare game=hex"
    assert "game=hex" in data["chapters"][0]["title"]
    shown = json.loads(
        Path("kalah-compared.html").read_text(encoding="utf-8").split('id="examples">')[1].split("</script>")[0]
    )
    boards = {key: shown["sheets"][game["sheet"]]["game"] for key, game in shown["games"].items()}
    assert boards and all(name == ("hex" if "changed" in key else "kalah") for key, name in boards.items())
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
        (("tic-tac-toe", "--gmaes", "3", "random", "--out", "a.html"), "see ludoteca report --help"),
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

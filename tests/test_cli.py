"""The command line, as a user types it."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ludoteca
from ludoteca.cli import main
from ludoteca.core.option import Choice, Switch
from ludoteca.core.record import split_records
from tests.play import EXAMPLES_FOLDER

START = str(ludoteca.game("xiangqi").start())


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command line: exit code, what it printed, what it complained of. Files that it adds are forgotten."""
    monkeypatch.setenv("LUDOTECA_GAMES", os.environ.get("LUDOTECA_GAMES", ""))

    def run(*words, standard_input=""):
        monkeypatch.setattr("sys.stdin", iter(standard_input.splitlines(keepends=True)))
        code = main(words)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_games_lists_every_game(run):
    code, out, _ = run("games")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(ludoteca.GAMES)
    code, out, _ = run("games", "--json")
    assert [told["name"] for told in json.loads(out)] == list(ludoteca.GAMES)


def test_perft_counts(run):
    assert run("perft", "xiangqi", "2") == (0, "1920\n", "")
    assert run("perft", "xiangqi", "0") == (0, "1\n", "")
    assert run("perft", "xiangqi", "1", "--position", f"{START}") == (0, "44\n", "")
    _, out, _ = run("perft", "xiangqi", "2", "--divide")
    assert out.splitlines()[-1] == "total 1920"
    assert "h3h10 41" in out.splitlines()
    _, out, _ = run("perft", "xiangqi", "2", "--divide", "--json")
    assert json.loads(out)["perft"] == 1920


def test_legal_prints_sorted_moves(run):
    code, out, _ = run("legal", "xiangqi")
    assert code == 0
    assert len(out.splitlines()) == 44
    assert out.splitlines() == sorted(out.splitlines())
    code, out, _ = run("legal", "xiangqi", "--json")
    assert len(json.loads(out)) == 44


def test_apply_prints_the_position(run):
    code, out, _ = run("apply", "xiangqi", "h3e3", "H9-G7", "H2+3")
    assert code == 0
    assert out == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2\n"
    assert run("apply", "xiangqi") == (0, START + "\n", "")
    code, out, _ = run("apply", "xiangqi", "h3e3", "--json")
    assert json.loads(out)["outcome"] is None


def test_import_prints_all_games_of_a_file(run, tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text('[Red "Hu"]\n\n1. C2.5 H8+7\n\n[Red "Yang"]\n1. C8.5 *\n')
    code, out, _ = run("import", "xiangqi", str(file))
    assert code == 0
    assert [ludoteca.read_record(text).headers["red"] for text in split_records(out)] == ["Hu", "Yang"]
    file.write_text(out)
    assert run("import", "xiangqi", str(file))[1] == out
    file.write_text(out.replace("b3e3", "b3e4"))
    code, _, complaint = run("import", "xiangqi", str(file))
    assert code == 2 and complaint.startswith("ludoteca: game 2: move 1, b3e4")


def test_import_prints_a_record(run, tmp_path):
    file = tmp_path / "game.pgn"
    file.write_bytes("1. 炮二平五 马8进7".encode("gb18030"))
    assert run("import", "xiangqi", str(file)) == (
        0,
        "ludoteca record 1\ngame: xiangqi\nrules: 1\n\n1. h3e3 h10g8\n\nresult: -\n",
        "",
    )
    file.write_text("1. C2.5 H8+6")
    assert run("import", "xiangqi", str(file)) == (
        2,
        "",
        "ludoteca: line 1, move 2, 'H8+6': X1.6: the horse on h10 is hobbled by the elephant on g10\n",
    )
    code, out, complaint = run("import", "xiangqi", str(tmp_path / "none"))
    assert (code, out) == (2, "") and "cannot be read: No such file" in complaint


def test_explain_names_the_clause(run):
    assert run("explain", "xiangqi", "h3e3") == (0, "legal\n", "")
    code, out, _ = run("explain", "xiangqi", "b1d2")
    assert code == 0
    assert out.startswith("X1.6: ")
    code, out, _ = run("explain", "xiangqi", "b1d2", "--json")
    told = json.loads(out)
    assert told["clause"] == "X1.6"
    assert told["cells"] == ["c1"]


def test_positions_are_read_from_standard_input_one_a_line(run):
    lines = f"{START}\n\n4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1\n"
    code, out, _ = run("perft", "xiangqi", "1", "--position", "-", standard_input=lines)
    assert code == 0
    assert out.split() == ["44", "1"]
    code, out, _ = run("legal", "xiangqi", "--position", "-", standard_input=lines)
    assert code == 0
    assert out.endswith("\n\ne10f10\n")
    code, _, err = run("legal", "xiangqi", "--position", "-", standard_input=f"{START}\nrubbish w\n")
    assert code == 2
    assert "line 2" in err


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
def test_options_of_a_game_are_given_as_words(run, name):
    for option in ludoteca.game(name).options:
        flag = f"--{option.name.replace('_', '-')}"
        values = [[str(value)] for value in option.values] if isinstance(option, Choice) else [["on"], ["off"]]
        for words in values + ([[]] if isinstance(option, Switch) else []):
            code, out, err = run("apply", name, flag, *words)
            assert (code, err) == (0, "")
            started = ludoteca.game(name).start(**{option.name: words[0] if words else "on"})
            assert out == f"{started}\n"
        code, _, err = run("apply", name, flag, "nonsense")
        assert code == 2
        assert option.name in err


def test_bench_measures_a_game(run, monkeypatch):
    monkeypatch.setattr("ludoteca.cli.commands.BENCH_SECONDS", 0.01)
    code, out, _ = run("bench", "xiangqi", "--json")
    assert code == 0
    speeds = json.loads(out)
    assert speeds["perft_leaves_per_second"] > 0
    monkeypatch.setattr("ludoteca.cli.commands.measure", lambda *_: speeds)
    assert "legal_moves()" in run("bench", "xiangqi")[1]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["dance"],
        ["legal"],
        ["legal", "chess"],
        ["legal", "xiangqi", "--position", "rubbish"],
        ["legal", "xiangqi", "--players", "3"],
        ["perft", "xiangqi"],
        ["perft", "xiangqi", "-1"],
        ["perft", "xiangqi", "many"],
        ["perft", "xiangqi", "٣"],
        ["apply", "xiangqi", "h3h10h3"],
        ["apply", "xiangqi", "b1d2"],
        ["explain", "xiangqi"],
        ["play", "chess"],
        ["play", "chess", "--terminal"],
        ["play", "xiangqi", "--machine", "2=engine:1"],
        ["serve", "--port", "many"],
        ["serve", "--port", "70000"],
        ["serve", "--limit", "cats=3"],
        ["serve", "--port", "0", "--database", "nonsense"],
        ["games", "--colour"],
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, words):
    code, out, err = run(*words)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("ludoteca: ")


def test_an_unknown_game_is_answered_with_those_there_are(run):
    _, _, err = run("legal", "chess")
    for name in ludoteca.GAMES:
        assert name in err


def test_it_runs_as_a_module_and_survives_a_closed_pipe():
    command = [sys.executable, "-m", "ludoteca", "legal", "xiangqi"]
    assert len(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()) == 44
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_terminal_without_the_characters_shows_what_it_can():
    program = "from ludoteca.cli import main; main(['play', 'xiangqi', '--terminal'])"
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [sys.executable, "-c", program], input=b"h3e3\nquit\n", capture_output=True, env=environment, check=True
    )
    assert done.stderr == b""
    assert b"R???N???B" in done.stdout


words = st.one_of(
    st.sampled_from(
        [
            "games",
            "legal",
            "apply",
            "explain",
            "perft",
            "xiangqi",
            "h3e3",
            "1",
            "--json",
            "--position",
            "--divide",
            START,
        ]
    ),
    st.text(max_size=12).filter(lambda word: "\0" not in word),
)


@given(arguments=st.lists(words, max_size=5))
def test_whatever_is_typed_the_answer_is_an_exit_code(arguments):
    assume(not {"play", "bench"} & set(arguments))
    with (
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()) as err,
        patch("sys.stdin", io.StringIO(START)),
    ):
        code: object
        try:
            code = main(arguments)
        except SystemExit as asked_for_help:
            code = asked_for_help.code
    assert code in (0, 2)
    assert (code == 2) == bool(err.getvalue())
    assert code == 0 or len(err.getvalue().splitlines()) == 1


def test_a_game_is_also_the_path_of_its_file(run):
    hexagons = str(EXAMPLES_FOLDER / "hex.py")
    assert run("perft", hexagons, "2") == (0, "14641\n", "")
    assert run("explain", hexagons, "swap")[1].startswith("A1.3: ")
    code, out, _ = run("match", str(EXAMPLES_FOLDER / "tictactoe.py"), "random", "engine:3", "--games", "2", "--json")
    assert (code, json.loads(out)["games"]) == (0, 2)


def test_a_path_without_a_game_is_answered_in_one_line(run, tmp_path):
    code, out, error = run("legal", str(tmp_path / "nothing.py"))
    assert (code, out) == (2, "")
    assert "there is no file" in error
    assert len(error.splitlines()) == 1
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    code, out, error = run("legal", str(tmp_path / "broken.py"))
    assert (code, out) == (2, "")
    assert "ModuleNotFoundError" in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["match", "xiangqi", "engine:9", "random"], "there is no player 'engine:9'"),
        (["match", "xiangqi", "random"], "a match of xiangqi needs 2 players, not 1"),
        (["explain", "xiangqi", "a1", "a2"], "explain takes one move, not 2"),
    ],
)
def test_a_slip_is_told_in_one_line(words, message, capsys):
    assert main(words) == 2
    told = capsys.readouterr()
    assert message in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


def test_a_file_whose_name_was_meant_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "morris.py").write_text("")
    assert main(["legal", "morris"]) == 2
    assert "there is no game 'morris', but a file: write ./morris.py" in capsys.readouterr().err

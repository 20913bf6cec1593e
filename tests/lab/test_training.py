"""`ludoteca train`: networks that learn, the same bytes again, and clear words for bad input."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

numpy = pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import ludoteca
from ludoteca.arena.executor import InlineExecutor, make_executor
from ludoteca.arena.match import Match, Plan
from ludoteca.cli import main
from ludoteca.core.network import Network
from ludoteca.lab.training.command import TRIED_EPOCHS, Told, train
from ludoteca.lab.training.files import locked
from ludoteca.lab.training.learning import TrainingSettings, targets
from ludoteca.lab.training.match import Verdict
from ludoteca.lab.training.plan import TrainingPlan
from ludoteca.lab.training.samples import VALIDATION, features_of, read_samples
from ludoteca.players import make_player
from ludoteca.players.networks import know_network
from tests.lab.training_cases import made_corpus, made_network
from tests.play import EXAMPLES_FOLDER


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Path:
    return made_corpus(tmp_path_factory.mktemp("corpus"))


# The match


def match_of_networks(folder: Path) -> Match:
    names = tuple(know_network(made_network("tic-tac-toe", seed).to_bytes()) + "?nodes=20" for seed in (1, 2))
    return Match(Plan(ludoteca.game("tic-tac-toe"), {}, names, 8, 0.0, 2, 5), folder, (0.0, 30.0))


def test_a_match_goes_on_and_does_not_depend_on_workers(tmp_path):
    first = match_of_networks(tmp_path / "first")
    list(first.run(InlineExecutor()))
    with make_executor(2) as executor:
        for _ in match_of_networks(tmp_path / "second").run(executor):
            break
        second = match_of_networks(tmp_path / "second")
        assert len(second.played) == 1
        list(second.run(executor))
    assert Verdict.of(second) == Verdict.of(first)
    assert Verdict.of(first).games == 8
    names = sorted(path.name for path in (tmp_path / "first").iterdir())
    assert len(names) == 8
    for name in names:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()


def test_a_limit_of_a_player_is_checked():
    game = ludoteca.game("xiangqi")
    limited = make_player("hand?nodes=50", game)
    limited.choose(game.start())
    assert limited.last_report.nodes <= 60
    for name in ("hand?nodes=no", "hand?depth=3", "hand:3", "network:"):
        with pytest.raises(ludoteca.LudotecaError):
            make_player(name, game)
    with pytest.raises(ludoteca.LudotecaError, match="cannot be read"):
        make_player("network:no-such-file", game)
    with pytest.raises(ludoteca.LudotecaError, match="it is for tic-tac-toe"):
        make_player(know_network(made_network("tic-tac-toe").to_bytes()), game)


# The command

WORDS = ["--games", "50", "--nodes", "25", "--opening", "2", "--hidden", "32", "--epochs", "30", "--batch", "32"]
WORDS += ["--rate", "0.01", "--match-games", "6", "--workers", "1"]


def files(folder: Path) -> dict[str, bytes]:
    """All that a training gives, but for checkpoints, whose archive has the time in it, and games by time."""
    kept = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in (".bin", ".npy", ".svg")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


@pytest.fixture(scope="module")
def command_result(tmp_path_factory) -> tuple[Path, dict[str, Any]]:
    out = tmp_path_factory.mktemp("command") / "out"
    words = [sys.executable, "-m", "ludoteca", "train", str(EXAMPLES_FOLDER / "tictactoe.py"), *WORDS]
    done = subprocess.run([*words, "--json", "--out", str(out)], check=True, capture_output=True, text=True)
    return out, json.loads(done.stdout)


def test_what_is_said_of_training_reaches_its_plan(monkeypatch, tmp_path):
    plans: list[TrainingPlan] = []

    def note_plan(plan: TrainingPlan, *rest: Any) -> list[Any]:
        plans.append(plan)
        return []

    monkeypatch.setattr("ludoteca.lab.training.command.train", note_plan)
    said: dict[str, Any] = {
        "games": 11,
        "nodes": 12,
        "imitate": 13,
        "rounds": 14,
        "hidden": 64,
        "epochs": 15,
        "minutes": 0.5,
    }
    said |= {"batch": 16, "rate": 0.25, "blend": 0.75, "decay": 0.5, "scale": 17, "seed": 18, "match_games": 20}
    said |= {"max_moves": 21, "against": "hand"}
    words = [word for name, value in said.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    words += ["--opening", "3", "--movetime", "22", "--sprt", "1", "2"]
    assert main(["train", "xiangqi", *words, "--workers", "1", "--out", str(tmp_path / "out")]) == 0
    expected = {**said, "opening_plies": 3, "milliseconds": 22, "sprt": (1.0, 2.0)}
    assert {name: getattr(plans[0], name) for name in expected} == expected


def test_a_plain_game_gets_a_network(command_result):
    out, told = command_result
    (only,) = told["rounds"]
    assert only["number"] == 1
    assert only["opponent"] == "hand"
    assert only["verdict"]["games"] <= 6
    network = Network.load(out / "round-01" / "network.bin", features_of(ludoteca.game("tic-tac-toe"), {}))
    assert network.made["plan"]["game"] == "tic-tac-toe"
    assert (out / "network.bin").exists() == only["is_kept"]
    drawn = (out / "round-01" / "losses.svg").read_text()
    assert drawn.startswith("<svg xmlns=")
    assert "validation" in drawn


def test_a_tiny_game_improves_by_training(command_result):
    out, told = command_result
    records = read_samples(out / "round-01" / "samples", VALIDATION)
    settings = TrainingSettings(**json.loads((out / "round-01" / "settings.json").read_text()))
    wanted = targets(records, settings)
    without = numpy.mean((wanted - wanted.mean()) ** 2)
    assert told["rounds"][0]["validation_loss"] < 0.8 * without


def test_done_it_says_the_same_again(command_result, capsys, monkeypatch):
    monkeypatch.setenv("LUDOTECA_GAMES", os.environ.get("LUDOTECA_GAMES", ""))
    out, told = command_result
    before = files(out)
    assert main(["train", str(EXAMPLES_FOLDER / "tictactoe.py"), *WORDS, "--json", "--out", str(out)]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert files(out) == before


def test_without_a_number_epochs_are_tried_as_long_as_that_helps(tmp_path, capsys):
    words = [word for word in WORDS if word not in ("--epochs", "30")]
    assert main(["train", str(EXAMPLES_FOLDER / "tictactoe.py"), *words, "--json", "--out", str(tmp_path / "out")]) == 0
    (told,) = json.loads(capsys.readouterr().out)["rounds"]
    losses = {}
    for path in (tmp_path / "out" / "round-01").glob("checkpoint-*.npz"):
        with numpy.load(path) as kept:
            epochs = int(path.stem.partition("-")[2])
            losses[epochs] = json.loads(kept["told"].tobytes())[2][-1][2]
    assert sorted(losses) == list(TRIED_EPOCHS[: len(losses)])
    assert losses[told["epochs"]] == told["validation_loss"] == min(losses.values())
    assert told["epochs"] == TRIED_EPOCHS[-1] or sorted(losses)[-2] == told["epochs"]


def test_training_goes_on_from_a_network(command_result, tmp_path, capsys):
    """One step at a rate of next to nothing leaves the network as it was."""
    begin = command_result[0] / "round-01" / "network.bin"
    words = [
        "train",
        str(EXAMPLES_FOLDER / "tictactoe.py"),
        "--begin",
        str(begin),
        "--rate",
        "0.000001",
        "--epochs",
        "1",
    ]
    words += ["--games", "20", "--nodes", "25", "--opening", "2", "--match-games", "2", "--workers", "1"]
    out = tmp_path / "out"
    assert main([*words, "--out", str(out)]) == 0
    old, new = Network.load(begin), Network.load(out / "round-01" / "network.bin")
    assert (new.inputs, new.input_bias, new.outputs, new.scale) == (old.inputs, old.input_bias, old.outputs, old.scale)
    assert main([*words, "--hidden", "64", "--out", str(tmp_path / "other")]) == 2
    assert "has a hidden layer of 32 units" in capsys.readouterr().err


@pytest.mark.parametrize("until", ["plan.json", "round-01/samples/sources.json", "round-01/checkpoint-30.npz"])
def test_killed_it_goes_on_to_the_same_bytes(until, command_result, tmp_path):
    out = tmp_path / "out"
    words = ["-m", "ludoteca", "train", str(EXAMPLES_FOLDER / "tictactoe.py"), *WORDS, "--out", str(out)]
    running = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    limit = time.monotonic() + 120
    while not (out / until).exists() and running.poll() is None and time.monotonic() < limit:
        time.sleep(0.005)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    assert (out / until).exists()
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    expected = files(command_result[0])
    found = files(out)
    assert found["round-01/network.bin"] == expected["round-01/network.bin"]
    assert found["round-01/samples/training.npy"] == expected["round-01/samples/training.npy"]


def test_it_goes_on_from_another_working_directory(corpus, tmp_path, monkeypatch, capsys):
    """And in another place, where the games of others stayed where they were."""
    (tmp_path / "first").mkdir()
    monkeypatch.chdir(tmp_path / "first")
    settings: dict[str, Any] = {"games": 20, "nodes": 25, "opening_plies": 2, "hidden": 32, "epochs": 1}
    plan = TrainingPlan.checked(
        ludoteca.game("tic-tac-toe"), {}, corpora=(os.path.relpath(corpus),), match_games=2, **settings
    )
    for told in train(plan, Path("out"), InlineExecutor()):
        if isinstance(told, Told) and told.what == "files of games read":
            break
    (tmp_path / "first").rename(tmp_path / "second")
    monkeypatch.chdir(tmp_path)
    words = [
        "--games",
        "20",
        "--nodes",
        "25",
        "--opening",
        "2",
        "--hidden",
        "32",
        "--epochs",
        "1",
        "--match-games",
        "2",
    ]
    words += ["--corpus", os.path.relpath(corpus), "--workers", "1", "--out", "second/out"]
    assert main(["train", "tic-tac-toe", *words]) == 0, capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hidden", "30"], "a multiple of 32"),
        (["--against", "me"], "old or hand"),
        (["--blend", "2"], "from 0 to 1"),
        (["--rate", "0"], "a learning rate"),
        (["--decay", "-1"], "a decay"),
        (["--sprt", "5", "5"], "the lower"),
        (["--sprt", "nan", "1"], "the lower"),
        (["--sprt", "0", "inf"], "the lower"),
        (["--sprt", "0", "1201"], "from -1200 to 1200"),
        (["--games", "0"], "nothing to learn from"),
        (["--corpus", "no-such-folder"], "is not a corpus"),
        (["--match-games", "1"], "from 2 up"),
        (["--minutes", "nan"], "minutes of training"),
        (["--minutes", "inf"], "minutes of training"),
        (["--minutes", "-1"], "minutes of training"),
        (["--scale", "10001"], "a scale is"),
    ],
)
def test_bad_input_is_told_in_a_line(words, said, tmp_path, capsys):
    assert main(["train", "tic-tac-toe", "--out", str(tmp_path / "out"), *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


SETTINGS = {"hidden": 32, "batch": 32, "rate": 0.01, "blend": 0.2, "decay": 0.1, "seed": 1, "seats": 2}


def again(out: Path) -> int:
    return main(["train", str(EXAMPLES_FOLDER / "tictactoe.py"), *WORDS, "--out", str(out)])


def damage(path: Path, content: str | bytes | None) -> None:
    """A file is removed, cut to half its length, or has another content."""
    if content is None:
        path.unlink()
    elif content == "half":
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
    else:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("settings.json", "{}x"),
        ("settings.json", '{"hidden": 1, "x": 2}'),
        ("settings.json", json.dumps({**SETTINGS, "epochs": 30, "scale": 400, "batch": 0})),
        ("settings.json", json.dumps({**SETTINGS, "epochs": "3", "scale": 400})),
        ("settings.json", json.dumps({**SETTINGS, "epochs": 0, "scale": 400})),
        ("settings.json", json.dumps({**SETTINGS, "epochs": 30, "scale": 0})),
        ("checkpoint-30.npz", "half"),
        ("checkpoint-30.npz", ""),
        ("samples/sources.json", "x"),
        ("samples/sources.json", "[]"),
        ("samples/sources.json", '[["file", "first", 3]]'),
        ("samples/training.npy", "half"),
        ("samples/training.npy", ""),
        ("samples/validation.npy", b"\x93NUMPY"),
        ("result.json", "{}"),
        ("result.json", "[]"),
        ("result.json", "null"),
        ("result.json", "\x00"),
    ],
)
def test_what_is_damaged_is_told(name, content, command_result, tmp_path, capsys):
    out = tmp_path / "out"
    shutil.copytree(command_result[0], out)
    if name != "result.json":
        (out / "round-01" / "result.json").unlink()
    damage(out / "round-01" / name, content)
    assert again(out) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert f"{name} is not" in told
    assert "remove it" in told
    (out / "round-01" / name).unlink()
    assert again(out) == 0
    assert files(out) == files(command_result[0])


@pytest.mark.parametrize("name", ["training.npy", "validation.npy"])
def test_samples_that_are_missing_are_read_again(name, command_result, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(command_result[0], out)
    (out / "round-01" / "result.json").unlink()
    (out / "round-01" / "samples" / name).unlink()
    assert again(out) == 0
    assert files(out) == files(command_result[0])


def test_a_damaged_part_of_the_samples_is_told(command_result, tmp_path, capsys):
    out = tmp_path / "out"
    shutil.copytree(command_result[0], out)
    (out / "round-01" / "result.json").unlink()
    (out / "round-01" / "samples" / "training.npy").unlink()
    parts = out / "round-01" / "samples" / "parts"
    parts.mkdir()
    ((name, *_), *_) = json.loads((out / "round-01" / "samples" / "sources.json").read_text())
    part = parts / f"{Path(name).stem}.npz"
    part.write_text("junk")
    assert again(out) == 2
    assert f"{part} is not samples" in capsys.readouterr().err
    part.unlink()
    assert again(out) == 0
    assert files(out) == files(command_result[0])


@pytest.mark.parametrize("content", [None, "half", ""])
def test_a_damaged_network_that_was_kept_is_told(content, command_result, tmp_path, capsys):
    out = tmp_path / "out"
    shutil.copytree(command_result[0], out)
    result = out / "round-01" / "result.json"
    told = json.loads(result.read_text())
    result.write_text(json.dumps({**told, "is_kept": True}))
    damage(out / "round-01" / "network.bin", content)
    assert again(out) == 2
    assert f"network.bin is not a network; remove {result}" in capsys.readouterr().err
    result.unlink()
    assert again(out) == 0
    assert files(out) == files(command_result[0])


def test_only_one_run_works_in_a_folder(command_result, tmp_path, capsys):
    out = tmp_path / "out"
    shutil.copytree(command_result[0], out)
    with locked(out):
        assert again(out) == 2
    assert "another run is at work" in capsys.readouterr().err
    assert again(out) == 0


def test_of_two_runs_that_begin_together_one_is_told_so(tmp_path):
    words = [sys.executable, "-m", "ludoteca", "train", str(EXAMPLES_FOLDER / "tictactoe.py"), *WORDS]
    runs = [
        subprocess.Popen([*words, "--out", str(tmp_path / "out")], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    told = [run.communicate()[1].decode() for run in runs]
    assert not any("Traceback" in each for each in told), told
    assert sorted(run.returncode for run in runs) in ([0, 2], [0, 0])
    assert all("another run is at work" in each for run, each in zip(runs, told, strict=True) if run.returncode)


def test_a_corpus_without_games_is_told(corpus, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    shutil.copy(corpus / "plan.json", tmp_path / "empty")
    words = ["train", str(EXAMPLES_FOLDER / "tictactoe.py"), *WORDS, "--games", "0", "--out", str(tmp_path / "out")]
    assert main([*words, "--corpus", str(tmp_path / "empty")]) == 2
    assert "no games to learn from" in capsys.readouterr().err


def test_a_corpus_of_another_game_is_refused(corpus, tmp_path, capsys):
    assert main(["train", "xiangqi", "--out", str(tmp_path / "out"), "--corpus", str(corpus)]) == 2
    assert "games of tic-tac-toe" in capsys.readouterr().err


def test_a_game_that_was_edited_or_has_a_network_now_is_told(command_result, tmp_path, capsys):
    shutil.copytree(command_result[0], tmp_path / "out")
    shutil.copytree(command_result[0], tmp_path / "junk")
    path = tmp_path / "out" / "plan.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "source": "0"}))
    assert again(tmp_path / "out") == 2
    assert "differs in the source of tic-tac-toe (its code, or a network beside it, has" in capsys.readouterr().err
    (tmp_path / "junk" / "plan.json").write_bytes(b"\xff")
    assert again(tmp_path / "junk") == 2
    assert "is not the plan of a training" in capsys.readouterr().err


def test_a_folder_of_another_plan_is_refused(command_result, tmp_path, capsys):
    out, _ = command_result
    assert main(["train", "tic-tac-toe", "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert "another plan, which differs in" in told
    assert "games, nodes, " in told
    (tmp_path / "other").write_text("x")
    assert main(["train", "tic-tac-toe", "--out", str(tmp_path)]) == 2
    assert "other things" in capsys.readouterr().err

"""Self-play: the same plan gives the same bytes, however it is played."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")

import ludoteca
from ludoteca.arena.executor import Executor, InlineExecutor, PoolExecutor, make_executor
from ludoteca.cli import main
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.plan import SelfPlayPlan, Unit
from ludoteca.lab.selfplay import Shard, play_corpus, play_game, play_unit
from tests.networks import random_network
from tests.play import EXAMPLES, EXAMPLES_FOLDER, IS_COMPILED

SHORT = 60 if IS_COMPILED else 10
PLAN = SelfPlayPlan.checked("exile", {}, ("engine:1", "random"), 8, 7, max_moves=SHORT)


def played(plan: SelfPlayPlan, folder: Path, executor: Executor, **settings: Any) -> dict[str, bytes]:
    """The files of a corpus after it was played."""
    for _ in play_corpus(plan, folder, executor, **settings):
        pass
    return files(folder)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> dict[str, bytes]:
    return played(PLAN, tmp_path_factory.mktemp("whole"), InlineExecutor())


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_bytes_do_not_depend_on_the_number_of_workers(workers, whole, tmp_path):
    with make_executor(workers) as executor:
        assert played(PLAN, tmp_path, executor) == whole


def test_another_process_with_another_order_of_hashes_plays_the_same(whole, tmp_path):
    words = ["selfplay", "exile", "engine:1", "random", "--games", "8", "--seed", "7", "--max-moves", str(SHORT)]
    command = [sys.executable, "-m", "ludoteca", *words, "--workers", "1", "--out", str(tmp_path / "out")]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": "99"})
    assert files(tmp_path / "out") == whole


def test_another_seed_plays_other_games(whole, tmp_path):
    other = SelfPlayPlan.checked("exile", {}, PLAN.players, 8, 8, max_moves=SHORT)
    assert not set(whole) & set(played(other, tmp_path, InlineExecutor())) - {"plan.json"}


def test_a_killed_worker_changes_nothing(whole, tmp_path):
    with PoolExecutor(2) as executor:
        killed = 0
        for done in play_corpus(PLAN, tmp_path, executor):
            if done.played and not killed:
                victim = active_children()[0]
                victim.kill()
                killed += 1
    assert killed
    assert files(tmp_path) == whole


def test_broken_off_it_goes_on(whole, tmp_path):
    for done in play_corpus(PLAN, tmp_path, InlineExecutor()):
        if done.played:
            break
    assert len(Corpus(tmp_path)) == 2
    assert Corpus(tmp_path).missing == 6
    reports = list(play_corpus(PLAN, tmp_path, InlineExecutor()))
    assert reports[0] == (2, 8, 0)
    assert reports[-1] == (8, 8, 6)
    assert files(tmp_path) == whole
    assert list(play_corpus(PLAN, tmp_path, InlineExecutor())) == [(8, 8, 0)]


def test_a_damaged_file_is_played_again(whole, tmp_path):
    played(PLAN, tmp_path, InlineExecutor())
    damaged = sorted(tmp_path.glob("*.parquet"))[1]
    damaged.write_bytes(damaged.read_bytes()[:-20])
    assert played(PLAN, tmp_path, InlineExecutor()) == whole


@pytest.mark.parametrize("shards", [1, 2, 3, 7])
def test_shards_are_everything_exactly_once(shards, whole, tmp_path):
    sizes = []
    for number in range(shards):
        reports = list(play_corpus(PLAN, tmp_path, InlineExecutor(), Shard(number, shards)))
        assert reports[0].done == 0
        sizes.append(reports[-1].played)
    assert sum(sizes) == PLAN.games
    assert files(tmp_path) == whole


@pytest.mark.parametrize("games", [1, 7, 31, 32, 1000, 9999])
@pytest.mark.parametrize("players", [("engine:4",), ("engine:1", "engine:2", "random")])
def test_units_are_whole_openings_and_cover_all_games(games, players):
    units = SelfPlayPlan.checked("chinese-checkers", {"players": 3}, players, games, 1).units()
    assert [number for unit in units for number in range(unit.first, unit.last + 1)] == list(range(games))
    assert all(unit.first % len(players) == 0 for unit in units)


def test_each_opening_is_played_in_every_rotation(whole, tmp_path):
    played(PLAN, tmp_path, InlineExecutor())
    games = list(Corpus(tmp_path))
    assert [game.opening for game in games] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [game.player_of_seat for game in games] == [(0, 1, 0, 1), (1, 0, 1, 0)] * 4
    openings = [game.moves[: game.opening_plies] for game in games]
    assert openings[0] == openings[1] != openings[2]
    assert all(game.opening_plies == 6 for game in games)


def cases() -> Iterator[tuple[str, dict[str, Any], tuple[str, ...], dict[str, Any]]]:
    yield "chinese-checkers", {"players": 3}, ("engine:1", "random", "greedy"), {}
    yield "chinese-checkers", {"players": 6}, ("engine:1", "random"), {}
    yield "exile", {"mode": "infinite"}, ("engine:1",), {}
    yield "exile", {"mode": "duel-classic", "round_limit": 2}, ("random",), {}
    yield "xiangqi", {}, ("mcts", "search:alphabeta"), {"nodes": 20, "opening_plies": 0}
    yield "xiangqi", {}, ("engine", "engine:8"), {"nodes": 30, "opening_plies": 0}
    yield "xiangqi", {}, ("random",), {"opening_plies": 0, "start": "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"}
    if IS_COMPILED:
        yield "tomb-chess", {"turn_limit": 3}, ("engine:1", "random"), {}
    for name in EXAMPLES:
        yield name, {}, ("random",), {}
    yield "tic-tac-toe", {}, ("engine:3", "mcts"), {"nodes": 15}


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: f"{case[0]} {case[2]}")
def test_games_are_replayed_as_they_were_played(case, tmp_path):
    name, options, players, settings = case
    plan = SelfPlayPlan.checked(name, options, players, 2, 3, **{"max_moves": SHORT, **settings})
    played(plan, tmp_path, InlineExecutor())
    for game in Corpus(tmp_path):
        assert game == play_game(plan, game.number, plan.opening(game.number))
        positions = list(game.positions())
        assert [position.to_move for position in positions[:-1]] == list(game.seats)
        assert [len(position.legal_moves()) for position in positions[:-1]] == list(game.counts)
        last = positions[-1]
        assert game.is_cut == (not last.is_over())
        outcome = last.outcome()
        assert (game.payoffs, game.clause) == ((outcome.payoffs, outcome.clause) if outcome else ((), ""))
        assert game.is_cut is False or len(game.moves) == plan.max_moves
        record = ludoteca.read_record(str(game.record()))
        assert str(record.replay()) == str(last)
        assert record.headers["seat1"] == players[game.player_of_seat[0]]
        searched = [number for number, scores in enumerate(game.scores) if scores is not None]
        assert all(len(game.scores[number]) == last.seats and game.nodes[number] >= 0 for number in searched)
        assert not any(game.nodes[: game.opening_plies])


def test_scores_are_those_of_the_search_before_the_move():
    text = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
    plan = SelfPlayPlan.checked("xiangqi", {}, ("engine", "random"), 1, 1, opening_plies=0, nodes=2000, start=text)
    game = play_game(plan, 0, plan.opening(0))
    assert all(scores is not None for scores in game.scores[::2])
    assert all(scores is None for scores in game.scores[1::2])
    assert game.nodes[0] > 0 == game.nodes[1]
    assert game.payoffs == (1.0, -1.0)
    assert game.scores[-1] == (29_999, -29_999)


def test_a_unit_is_a_pure_function():
    assert play_unit(PLAN, Unit(2, 3)) == play_unit(PLAN, Unit(2, 3))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["xiangqi", "genius"], "there is no player"),
        (["xiangqi", "engine"], "needs a limit"),
        (["xiangqi", "mcts"], "needs a limit"),
        (["xiangqi", "uci:stockfish"], "thinks by time"),
        (["xiangqi", "random", "random", "random"], "1 to 2 players"),
        (["xiangqi", "random", "--games", "0"], "number of games"),
        (["xiangqi", "random", "--max-moves", "0"], "longest game"),
        (["xiangqi", "random", "--max-moves", "3", "--opening", "4"], "length of the opening"),
        (["xiangqi", "random", "--position", "nonsense"], ""),
        (["xiangqi", "random", "--shard", "3/2"], "of 2 shards"),
        (["xiangqi", "random", "--shard", "0/2"], "of 2 shards"),
        (["xiangqi", "random", "--shard", "half"], "such as 1/4"),
        (["exile", "random", "--mode", "outer-space"], ""),
        (["draughts", "random"], "there is no game"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_in_one_line(words, told, tmp_path, capsys):
    folder = tmp_path / "out"
    assert main(["selfplay", *words, "--out", str(folder), "--workers", "1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert not folder.exists()


def test_selfplay_at_the_command_line(whole, tmp_path, capsys):
    words = ["selfplay", "exile", "engine:1", "random", "--games", "8", "--seed", "7", "--max-moves", str(SHORT)]
    words += ["--out", str(tmp_path / "out"), "--workers", "1"]
    assert main([*words, "--shard", "2/2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "games": 4,
        "played": 4,
        "missing": 4,
        "folder": str(tmp_path / "out"),
    }
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("8 games are in")
    assert files(tmp_path / "out") == whole
    assert main([*words[:3], *words[4:]]) == 2
    assert "another plan" in capsys.readouterr().err
    assert files(tmp_path / "out") == whole


def test_a_game_whose_file_was_edited_does_not_go_on_with_its_old_games(tmp_path):
    file = tmp_path / "mytoe.py"
    file.write_text((EXAMPLES_FOLDER / "tictactoe.py").read_text())
    words = ["random", "--games", "4", "--seed", "1"]
    commands = (
        ["selfplay", str(file), *words, "--workers", "1", "--out", str(tmp_path / "games")],
        ["report", str(file), *words, "--workers", "1", "--corpus", str(tmp_path), "--out", str(tmp_path / "a.html")],
    )

    def run(command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "ludoteca", *command], capture_output=True, text=True)

    assert run(commands[0]).returncode == 0
    assert run(commands[0]).returncode == 0
    file.write_text(f"{file.read_text()}\n# Another line.\n")
    for command in commands:
        done = run(command)
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert "holds the games of another plan, which differs in" in line
        assert "source" in line


def test_a_plan_by_another_source_is_not_played(tmp_path):
    plan = replace(SelfPlayPlan.checked("tic-tac-toe", {}, ("random",), 2, 1), source="0" * 16)
    with pytest.raises(ludoteca.LudotecaError, match="another source of tic-tac-toe"):
        next(play_corpus(plan, tmp_path / "games", InlineExecutor()))
    assert list(tmp_path.iterdir()) == []


def test_plans_of_our_games_are_those_of_before_sources():
    assert "source" not in json.loads(PLAN.to_json())
    assert json.loads(SelfPlayPlan.checked("tic-tac-toe", {}, ("random",), 2, 1).to_json())["source"]


def test_a_folder_with_other_things_is_left_alone(tmp_path, capsys):
    (tmp_path / "diary.txt").write_text("dear diary")
    assert main(["selfplay", "xiangqi", "random", "--out", str(tmp_path)]) == 2
    assert "other things" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_interrupted_it_leaves_nobody_behind_and_goes_on(how, tmp_path):
    words = ["selfplay", "xiangqi", "random", "--seed", "1", "--games", "600", "--max-moves", "40", "--opening", "0"]
    command = [sys.executable, "-m", "ludoteca", *words, "--out", str(tmp_path / "out"), "--workers", "2"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    while not list(tmp_path.glob("out/*.parquet")):
        assert run.poll() is None
        time.sleep(0.02)
    os.killpg(run.pid, how) if how == signal.SIGINT else run.kill()
    # Its workers have inherited its output: that ends when the last of them has.
    _, told = run.communicate(timeout=30)
    assert b"Traceback" not in told
    assert run.returncode == (130 if how == signal.SIGINT else -signal.SIGKILL)
    corpus = Corpus(tmp_path / "out")
    assert 0 < len(corpus) < 600
    first = corpus.files[0]
    assert play_unit(corpus.plan, first.unit) == first.path.read_bytes()


def test_another_network_in_the_same_file_is_another_plan(tmp_path):
    features = ludoteca.game("exile").features({"mode": "duel-classic"})

    def plan(seed: int) -> SelfPlayPlan:
        random_network("exile", features, seed=seed).save(tmp_path / "one.bin")
        player = f"network:{tmp_path / 'one.bin'}"
        options = {"mode": "duel-classic"}
        return SelfPlayPlan.checked("exile", options, (player, "random"), 2, 1, nodes=5, max_moves=10)

    first = plan(1)
    one = played(first, tmp_path / "one", InlineExecutor())
    (tmp_path / "one.bin").unlink()
    with PoolExecutor(1) as executor:
        assert played(first, tmp_path / "two", executor) == one
    with pytest.raises(ludoteca.LudotecaError, match="differs in players"):
        played(plan(2), tmp_path / "one", InlineExecutor())

"""Matches, and what they prove."""

import json
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludoteca
from ludoteca.arena.executor import InlineExecutor, PoolExecutor, Result, Unit
from ludoteca.arena.match import Match, Plan, Played, opening, rotation
from ludoteca.arena.rating import tally
from ludoteca.cli import main
from ludoteca.players import external
from ludoteca.players.networks import name_by_content
from tests.networks import random_network
from tests.play import IS_COMPILED

XIANGQI = ludoteca.game("xiangqi")
PLAN = Plan(XIANGQI, {}, ("random", "greedy"), 4 if IS_COMPILED else 2, opening_plies=4, seed=3)


def test_players_take_every_seat_by_turns():
    assert [rotation(PLAN, 2, number) for number in range(3)] == [(0, 1), (1, 0), (0, 1)]
    three = PLAN._replace(players=("a", "b", "c"))
    assert [rotation(three, 3, number) for number in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert rotation(PLAN, 6, 1) == (1, 0, 1, 0, 1, 0)


def test_openings_vary_and_are_played_from_both_sides():
    assert str(opening(PLAN, 0)) == str(opening(PLAN, 1))
    assert str(opening(PLAN, 0)) != str(opening(PLAN, 2))
    assert str(opening(PLAN, 0)) != str(opening(PLAN._replace(seed=4), 0))


def test_a_match_is_the_same_from_the_same_seed_on_any_number_of_processes():
    one, two = Match(PLAN), Match(PLAN)
    list(one.run())
    with PoolExecutor(2) as executor:
        list(two.run(executor))
    assert sorted(one.played) == sorted(two.played)
    assert sum(standing.wins for standing in one.standings()) <= PLAN.games


def test_a_match_goes_on_where_it_stopped(tmp_path):
    broken = Match(PLAN, tmp_path)
    for _ in broken.run():
        break
    again = Match(PLAN, tmp_path)
    assert len(again.played) == 1
    list(again.run())
    assert len(again.played) == PLAN.games
    whole = Match(PLAN)
    list(whole.run())
    assert sorted(again.played) == sorted(whole.played)
    changes: dict[str, Any] = {
        "seed": 9,
        "seconds": 0.2,
        "opening_plies": 5,
        "players": ("greedy", "random"),
        "games": 1,
    }
    for name, value in changes.items():
        with pytest.raises(ludoteca.LudotecaError, match="another match"):
            Match(PLAN._replace(**{name: value}), tmp_path)
    assert len(Match(PLAN._replace(games=100), tmp_path).played) == PLAN.games


def test_games_of_older_rules_are_not_mixed_with_new_ones(tmp_path):
    plan = Plan(ludoteca.game("exile"), {"mode": "duel-classic", "round_limit": 2}, ("random", "random"), 1)
    list(Match(plan, tmp_path).run())
    (kept,) = tmp_path.glob("*.txt")
    kept.write_text(kept.read_text().replace("rules: 2\n", ""))
    with pytest.raises(ludoteca.LudotecaError, match="version 1 of the rules, and the present ones are version 2"):
        Match(plan, tmp_path)


def test_the_greedy_player_beats_the_random_one():
    match = Match(PLAN._replace(games=6 if IS_COMPILED else 2))
    list(match.run())
    assert match.standings()[1].wins > match.standings()[0].wins


def test_a_sequential_test_stops_a_match_early():
    match = Match(PLAN._replace(players=("greedy", "random"), games=40), sprt=(-400, 0))
    list(match.run())
    assert match.verdict == "high"
    assert len(match.played) < 40


class ShuffledExecutor(InlineExecutor):
    """Games end in another order than they begin in, as those of several workers do."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def completed(self, function: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[tuple[int, Result]]:
        for number in Random(self.seed).sample(range(len(units)), len(units)):
            yield number, function(units[number])


def won_by_the_first_at_the_start_alone(plan: Plan, number: int) -> Played:
    """A game without moves: the first player wins the first games, and none later."""
    player_of_seat = rotation(plan, 2, number)
    winner = player_of_seat.index(0 if number < 40 else 1)
    return Played(number, player_of_seat, tuple(1.0 if seat == winner else -1.0 for seat in (0, 1)), "", "")


@pytest.mark.parametrize("seed", range(4))
def test_a_sequential_test_ends_at_the_same_game_whichever_ends_first(seed, monkeypatch):
    monkeypatch.setattr("ludoteca.arena.match.play_game", won_by_the_first_at_the_start_alone)
    plan = PLAN._replace(games=200)
    here, there = Match(plan, sprt=(0, 60)), Match(plan, sprt=(0, 60))
    list(here.run())
    list(there.run(ShuffledExecutor(seed)))
    assert here.verdict == there.verdict == "high"
    assert here.played == there.played
    assert here.rating() == there.rating()
    assert here.standings() == there.standings()


def test_a_sequential_test_goes_on_to_the_same_games(tmp_path):
    plan = PLAN._replace(players=("greedy", "random"), games=40)
    whole = Match(plan, sprt=(-400, 0))
    list(whole.run())
    for _ in Match(plan, tmp_path, (-400, 0)).run(ShuffledExecutor(1)):
        if len(list(tmp_path.iterdir())) >= len(whole.played) // 2:
            break
    again = Match(plan, tmp_path, (-400, 0))
    list(again.run())
    assert again.played == whole.played
    assert list(Match(plan, tmp_path, (-400, 0)).run()) == []


def test_pairs_count_when_both_games_are_there():
    match = Match(PLAN)
    match.played = [
        Played(number, rotation(PLAN, 2, number), payoffs, "", "")
        for number, payoffs in enumerate([(1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, -1.0)])
    ]
    first, second = match.standings()
    assert first.pairs == (0, 0, 1, 1, 0)
    assert second.pairs == (0, 1, 1, 0, 0)
    assert (first.wins, first.draws, first.losses, first.share) == (3, 1, 1, 0.7)
    assert match.seats()[0].pairs == (0, 1, 0, 0, 1)
    assert match.groups(0) == tally([0.5, 0.75])


def test_match_at_the_command_line(capsys, tmp_path):
    words = ["match", "xiangqi", "greedy", "random", "--games", "2", "--jobs", "1", "--records", str(tmp_path / "kept")]
    assert main(words) == 0
    assert "Elo" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 2
    assert len(list((tmp_path / "kept").iterdir())) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["xiangqi", "random"],
        ["xiangqi", "random", "random", "random"],
        ["xiangqi", "random", "genius", "--games", "1"],
        ["xiangqi", "random", "greedy", "--sprt", "5", "0"],
        ["xiangqi", "random", "greedy", "--sprt", "nan", "1"],
        ["xiangqi", "random", "greedy", "--sprt", "0", "inf"],
        ["xiangqi", "random", "greedy", "--games", "many"],
    ],
)
def test_a_match_that_cannot_be_is_refused_in_one_line(words, capsys):
    assert main(["match", *words, "--jobs", "1"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_match_that_is_killed_leaves_nobody_behind_and_goes_on(tmp_path):
    words = ["match", "exile", "random", "random", "--mode", "duel-classic", "--records", str(tmp_path), "--jobs", "2"]
    command = [sys.executable, "-m", "ludoteca", *words, "--games", "100000"]
    match = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while not list(tmp_path.glob("*.txt")):
        time.sleep(0.05)
    match.kill()
    # Its workers have inherited its output: that ends when the last of them has.
    match.communicate(timeout=30)
    games = 2 + max(int(path.stem) for path in tmp_path.glob("*.txt"))
    assert main([*words, "--games", str(games)]) == 0
    assert len(list(tmp_path.glob("*.txt"))) == games


def test_an_interrupted_match_tells_what_it_has_and_the_same_command_counts_all_games(tmp_path, capsys):
    kept, options = tmp_path / "kept", ["--mode", "duel-classic", "--round-limit", "20"]
    words = ["match", "exile", "random", "random", *options, "--records", str(kept), "--games", "1000", "--json"]
    command = [sys.executable, "-m", "ludoteca", *words, "--jobs", "1"]
    match = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while len(list(kept.glob("*.txt"))) < 2:
        time.sleep(0.01)
    match.send_signal(signal.SIGINT)
    out, _ = match.communicate(timeout=60)
    assert match.returncode == 130
    told = json.loads(out)["games"]
    # The last game may be on the disk and not yet in the table, but no game in the table alone.
    assert 0 < told < 1000
    assert len(list(kept.glob("*.txt"))) - told in (0, 1)
    if IS_COMPILED:
        assert main([*words, "--jobs", "1"]) == 0
        standings = json.loads(capsys.readouterr().out)["players"]
        assert [each["games"] for each in standings] == [1000, 1000]


# Networks


NETWORK_PLAN = Plan(ludoteca.game("tic-tac-toe"), {}, ("network:FILE?nodes=20", "random"), 4, 0.0, 2, 5)


def network_plan(folder: Path, seed: int = 1) -> Plan:
    """A plan of the network in a file, which is written anew."""
    features = ludoteca.game("tic-tac-toe").features({})
    random_network("tic-tac-toe", features, seed=seed).save(folder / "one.bin")
    return NETWORK_PLAN._replace(players=(f"network:{folder / 'one.bin'}?nodes=20", "random"))


def test_another_network_in_the_same_file_is_another_match(tmp_path):
    list(Match(network_plan(tmp_path), tmp_path / "kept").run())
    assert len(Match(network_plan(tmp_path), tmp_path / "kept").played) == 4
    with pytest.raises(ludoteca.LudotecaError, match="another match"):
        Match(network_plan(tmp_path, seed=2), tmp_path / "kept")


def test_workers_are_given_the_networks_and_need_no_files(tmp_path):
    here, there = (Match(network_plan(tmp_path)) for _ in range(2))
    (tmp_path / "one.bin").unlink()
    list(here.run())
    with PoolExecutor(1) as executor:
        list(there.run(executor))
    assert sorted(there.played) == sorted(here.played)
    with pytest.raises(ludoteca.LudotecaError, match=r"one\.bin cannot be read"):
        Match(NETWORK_PLAN._replace(players=(f"network:{tmp_path / 'one.bin'}?nodes=20", "random")))


def test_a_name_by_content_asks_for_that_network(tmp_path):
    name = Match(network_plan(tmp_path)).plan.players[0]
    path, digest = name.removeprefix("network:").removesuffix("?nodes=20").split("@")
    assert (path, len(digest)) == (str(tmp_path / "one.bin"), 16)
    assert name_by_content(name, "tic-tac-toe") == name
    with pytest.raises(ludoteca.LudotecaError, match="another network than the one that is asked for"):
        name_by_content(f"network:{path}@{'0' * 16}", "tic-tac-toe")


# Kept games that are none


@pytest.mark.parametrize("damage", ["a name", "bytes", "a folder", "a text", "half a record"])
def test_what_is_no_record_is_told_by_its_name(tmp_path, damage):
    list(Match(PLAN._replace(games=1), tmp_path).run())
    (kept,) = tmp_path.glob("*.txt")
    if damage == "a name":
        kept.rename(tmp_path / "1 copy.txt")
    elif damage == "bytes":
        kept.write_bytes(b"\xff\xfe")
    elif damage == "a folder":
        (tmp_path / "00002.txt").mkdir()
    else:
        kept.write_text("rubbish" if damage == "a text" else kept.read_text()[:100])
    with pytest.raises(ludoteca.LudotecaError, match=r"\.txt is not the record of a game of this match: .*; remove it"):
        Match(PLAN, tmp_path)


# Engines that fail

ENGINE = """
import os, sys, time
{at_start}
moves = 0
for line in sys.stdin:
    words = line.split()
    word = words[0] if words else ""
    if word == "uci": print("option name UCI_Variant type combo\\nuciok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "position": told = words
    elif word == "go":
        if moves < {moves}: print("bestmove", "h3e3" if len(told) < 9 else "i10i9", flush=True)
        else: {fault}
        moves += 1
    elif word == "quit": break
"""


def failing(folder: Path, fault: str, moves: int = 1, at_start: str = "") -> str:
    """An engine that plays so many moves and then does something else."""
    program = folder / "engine.py"
    program.write_text(ENGINE.format(fault=fault, moves=moves, at_start=at_start))
    return f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(program))}"


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ("print('bestmove (none)', flush=True)", "played no move"),
        ("print('nobestmove', flush=True)", "played no move"),
        ("print('bestmove e1e9', flush=True)", "played 'e1e9': X"),
        ("print('bestmove \\x00\\xff rubbish', flush=True)", "played "),
        ("sys.exit(7)", "has ended with exit code 7"),
        ("time.sleep(600)", "did not say 'bestmove'"),
        ("[print('rubbish') for _ in iter(int, 1)]", "did not say 'bestmove'"),
        ("(os.close(1), time.sleep(600))", "has closed its input or output"),
    ],
)
def test_an_engine_that_fails_loses_that_game_and_the_match_goes_on(tmp_path, monkeypatch, fault, what):
    monkeypatch.setattr(external, "PATIENCE", 2.0)
    name = failing(tmp_path, fault)
    plan = Plan(XIANGQI, {}, (name, "random"), 2, 0.01, opening_plies=0, seed=3)
    match = Match(plan, tmp_path / "kept")
    assert len(list(match.run())) == 2
    assert [standing.wins for standing in match.standings()] == [0, 2]
    faults = match.faults()
    assert [each["game"] for each in faults] == [1, 2]
    for each in faults:
        assert each["player"] == name
        assert each["moves"] == 1
        assert what in each["what"]
    again = Match(plan, tmp_path / "kept")
    assert sorted(again.played) == sorted(match.played)
    record = ludoteca.read_record(match.played[0].record)
    assert record.result.startswith("-1 1 M1 uci:")


def test_moves_that_take_too_long_are_counted_and_told(tmp_path, capsys):
    name = failing(tmp_path, "(time.sleep(0.3), sys.exit(1))", moves=1)
    (tmp_path / "engine.py").write_text(
        (tmp_path / "engine.py").read_text().replace("if moves <", "time.sleep(0.3)\n        if moves <")
    )
    plan = Plan(XIANGQI, {}, (name, "random"), 2, 0.01, opening_plies=0, seed=3)
    match = Match(plan, tmp_path / "kept")
    list(match.run())
    assert [standing.late for standing in match.standings()] == [2, 0]
    assert [standing.late for standing in Match(plan, tmp_path / "kept").standings()] == [2, 0]
    words = ["match", "xiangqi", name, "random", "--opening", "0", "--games", "2", "--movetime", "10", "--seed", "3"]
    assert main([*words, "--records", str(tmp_path / "kept"), "--jobs", "1"]) == 0
    assert "took more than its time for 2 moves" in capsys.readouterr().out


def test_an_engine_that_failed_once_is_started_anew_for_the_next_game(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    (tmp_path / "engine.py").write_text(
        "import pathlib, sys\n"
        f"mark = pathlib.Path({str(tmp_path / 'mark')!r})\n"
        "if not mark.exists(): mark.touch(); sys.exit(3)\n"
        "from ludoteca.cli import uci\n"
        "uci()\n"
    )
    name = f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'engine.py'))}"
    plan = Plan(ludoteca.game("exile"), {"mode": "duel-classic", "round_limit": 2}, (name, "random"), 3, 0.01)
    match = Match(plan)
    list(match.run())
    assert [game.clause == "M1" for game in match.played] == [True, False, False]
    assert [(each["game"], each["moves"]) for each in match.faults()] == [(1, 0)]
    assert "exit code 3" in match.faults()[0]["what"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_faults_are_told_at_the_command_line(tmp_path, capsys, jobs):
    words = ["match", "xiangqi", "random", failing(tmp_path, "sys.exit(1)"), "--opening", "0", "--games", "2"]
    assert main([*words, "--jobs", jobs, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["players"][0]["wins"] == 2
    assert [(each["game"], each["seat"], each["player"]) for each in told["faults"]] == [
        (1, 2, words[3]),
        (2, 1, words[3]),
    ]
    assert main([*words, "--jobs", jobs]) == 0
    assert "game 2 was lost by a fault after 1 moves: uci:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("moves", "at_start", "what"),
    [(1, "sys.exit(2)", "exit code 2"), (0, "", "exit code 9"), (1, "os.close(1); time.sleep(600)", "closed its")],
)
def test_an_engine_that_never_gets_to_move_ends_the_match(tmp_path, capsys, moves, at_start, what):
    name = failing(tmp_path, "sys.exit(9)", moves, at_start)
    words = ["match", "xiangqi", "random", name, "--opening", "0", "--games", "50", "--records", str(tmp_path / "kept")]
    assert main([*words, "--jobs", "1"]) == 2
    captured = capsys.readouterr()
    (line,) = captured.err.splitlines()
    assert "3 games in a row" in line
    assert what in line
    assert not captured.out
    # Games that were not played are not kept: the match goes on when the engine works.
    assert not list((tmp_path / "kept").iterdir())


def test_a_program_that_is_not_there_ends_the_match_and_nothing_is_lost(tmp_path, capsys):
    kept = tmp_path / "kept"
    program = tmp_path / "engine.py"
    failing(tmp_path, "sys.exit(9)")
    words = ["match", "xiangqi", "random", f"uci:{program}", "--opening", "0", "--records", str(kept), "--jobs", "1"]
    program.write_text(f"#!{sys.executable}\n{program.read_text()}")
    program.chmod(0o755)
    assert main([*words, "--games", "2"]) == 0
    program.unlink()
    capsys.readouterr()
    assert main([*words, "--games", "4", "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"ludoteca: there is no program '{program}'\n"
    assert json.loads(captured.out)["games"] == len(list(kept.iterdir())) == 2

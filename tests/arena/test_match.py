"""Matches, and what they prove."""

import json
import subprocess
import sys
import time

import pytest

import ludoteca
from ludoteca.arena.match import Match, Plan, Played, opening, rotation
from ludoteca.arena.rating import tally
from ludoteca.cli import main
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
    list(one.run(jobs=1))
    list(two.run(jobs=2))
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
    with pytest.raises(ludoteca.LudotecaError, match="another match"):
        Match(PLAN._replace(seed=9), tmp_path)


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
    match = Match(PLAN._replace(players=("greedy", "random"), games=40))
    list(match.run(sprt=(-400, 0)))
    assert match.verdict((-400, 0)) == "high"
    assert len(match.played) < 40


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

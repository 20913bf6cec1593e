"""Tests and tunes the settings of alpha-beta (search/settings.py) by games against itself.

    python tools/tune_search.py depth ["name=value ..." ...]             how many nodes a depth of Xiangqi takes
    python tools/tune_search.py test "name=value ..." ["name=value ..."] whether a change gains, against another or none
    python tools/tune_search.py tune name name ... --out FILE            SPSA; broken off, the same command goes on

The same seed gives the same result for any number of workers, unless a test limits moves by time.
"""

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

import ludoteca
from ludoteca.arena.executor import make_executor
from ludoteca.cli.lab_parser import from_one
from ludoteca.core.ruling import LudotecaError
from ludoteca.lab.tuning import Games, Tuning, judge_change, tunables
from ludoteca.search.settings import SearchSettings
from ludoteca.search.think import Limits, Thinker

MIDDLEGAMES = Path(__file__).parent.parent / "benchmarks/xiangqi_middlegames.txt"


def changes(text: str) -> dict[str, int]:
    """`name=value name=value` as numbers by name."""
    try:
        found = {name: int(value) for name, value in (word.split("=") for word in text.split())}
        SearchSettings(**found)
    except (ValueError, OverflowError, TypeError, AttributeError) as error:
        raise LudotecaError(f"changes are NAME=NUMBER, separated by spaces, not {text!r}: {error}") from error
    return found


def tell_depths(given: argparse.Namespace) -> None:
    game = ludoteca.game("xiangqi")
    lines = MIDDLEGAMES.read_text(encoding="utf-8").splitlines()
    texts = [line for line in lines if line and not line.startswith("#")]
    for change in given.changes or [""]:
        nodes = []
        for text in texts:
            thinker = Thinker(game.evaluator, 16, settings=SearchSettings(**changes(change)))
            nodes.append(thinker.think(game.parse(text), Limits(depth=given.depth)).nodes)
        told = f"median {statistics.median(nodes):,.0f}, mean {statistics.mean(nodes):,.0f}"
        print(f"nodes to depth {given.depth}: {told}   {change}", flush=True)


def run_test(given: argparse.Namespace) -> None:
    if given.games < 2:
        raise LudotecaError(f"games are played in pairs: at least 2 are wanted, not {given.games}")
    seconds = given.movetime / 1000 if given.movetime else None
    games = Games.checked(given.game, given.nodes, given.seed, seconds)
    change, base = changes(given.change), changes(given.base)
    with make_executor(given.workers, given.ray) as executor:
        for number, standing in enumerate(judge_change(games, change, base, given.games // 2, executor), 1):
            if number % 25 == 0 or standing.verdict or number == given.games // 2:
                told = f"{standing.tally.share:.1%}, Elo {standing.rating.elo:+.0f} +- {standing.rating.margin:.0f}"
                ratio = f"log likelihood ratio {standing.likelihood_ratio:+.2f} {standing.verdict}"
                print(f"{2 * number} games: {told}, {ratio}", flush=True)


def run_tuning(given: argparse.Namespace) -> None:
    games = Games.checked(given.game, given.nodes, given.seed)
    tuning = Tuning(games, tunables(given.names), given.rounds, given.out)
    if tuning.round == tuning.rounds:
        tell_round(tuning)
    with make_executor(given.workers, given.ray) as executor:
        for state in tuning.run(executor):
            tell_round(state)


def tell_round(state: Tuning) -> None:
    told = " ".join(f"{name}={value}" for name, value in state.found().items())
    print(f"round {state.round} of {state.rounds}: {told}", flush=True)


def main(words: Sequence[str] | None = None) -> int:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--game", default="xiangqi")
    shared.add_argument("--nodes", type=from_one, default=5000, help="for each move")
    shared.add_argument("--seed", type=int, default=1)
    shared.add_argument("--workers", type=from_one, default=1)
    shared.add_argument("--ray", help="the address of a Ray cluster to work on")
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = arguments.add_subparsers(required=True)
    depth = commands.add_parser("depth")
    depth.add_argument("changes", nargs="*")
    depth.add_argument("--depth", type=from_one, default=12)
    depth.set_defaults(run=tell_depths)
    test = commands.add_parser("test", parents=[shared])
    test.add_argument("change")
    test.add_argument("base", nargs="?", default="")
    test.add_argument("--movetime", type=from_one, metavar="MS", help="limit moves by time, not nodes")
    test.add_argument("--games", type=from_one, default=2000, help="at the most")
    test.set_defaults(run=run_test)
    tune = commands.add_parser("tune", parents=[shared])
    tune.add_argument("names", nargs="+")
    tune.add_argument("--rounds", type=from_one, default=500)
    tune.add_argument("--out", type=Path, required=True)
    tune.set_defaults(run=run_tuning)
    given = arguments.parse_args(words)
    try:
        given.run(given)
    except LudotecaError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The words of the lab's commands."""

import argparse
import os
from collections.abc import Callable

from ludoteca.cli.lab_commands import run_selfplay
from ludoteca.cli.report_command import run_report
from ludoteca.cli.train_command import run_train
from ludoteca.server.admin.command_line import Run

PLAYERS = "random, greedy, engine:1 to 7; with --nodes also engine, engine:8, mcts, search:NAME, network:FILE, hand"


def add_lab_commands(
    command: Callable[[str, Run, str], argparse.ArgumentParser], about_a_game: Callable[[argparse.ArgumentParser], None]
) -> None:
    playing = command("selfplay", run_selfplay, "let players play games, and keep them as a corpus for research")
    about_a_game(playing)
    playing.add_argument("players", metavar="PLAYER", nargs="+", help=PLAYERS)
    playing.add_argument("--games", type=whole, default=100, help="how many (usual: 100)")
    playing.add_argument("--seed", type=whole, default=1, help="the same seed gives the same bytes (usual: 1)")
    playing.add_argument("--out", metavar="FOLDER", required=True, help="where the corpus is kept, or goes on")
    playing.add_argument("--nodes", type=whole, default=0, help="for a move of players without a limit of their own")
    playing.add_argument("--opening", type=whole, metavar="PLIES", help="random moves before the game (usual: 6)")
    playing.add_argument("--max-moves", type=whole, metavar="MOVES", help="cut longer games (usual: 1000)")
    playing.add_argument("--position", metavar="P", default="", help="begin from a position text")
    playing.add_argument("--shard", metavar="I/N", default="1/1", help="only the I-th of N parts, for batch systems")
    add_work_options(playing)
    playing.add_argument("--json", action="store_true")

    telling = command("report", run_report, "is this game any good? play it, measure it, and say so on one page")
    about_a_game(telling)
    telling.add_argument(
        "players", metavar="PLAYER", nargs="*", default=[], help=f"{PLAYERS} (usual: a level that is no beginner)"
    )
    telling.add_argument("--games", type=from_one, default=100, help="how many (usual: 100)")
    telling.add_argument("--seed", type=whole, default=1, help="the same seed gives the same bytes (usual: 1)")
    telling.add_argument(
        "--out", metavar="FILE.html", help="the page (usual: named after the game or its file; -compared if rules are)"
    )
    telling.add_argument("--json", metavar="FILE.json", help="the same numbers, for programs")
    telling.add_argument("--corpus", metavar="FOLDER", help="keep the games there, and use those that are there")
    telling.add_argument(
        "--compare",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="compare with other rules: an option, position=TEXT or game=NAME; several are changed together",
    )
    telling.add_argument("--nodes", type=whole, default=0, help="for a move of players without a limit of their own")
    telling.add_argument("--position", metavar="P", default="", help="begin from a position text")
    add_work_options(telling)

    training = command("train", run_train, "make a network that evaluates a game, from games of the machine")
    about_a_game(training)
    training.add_argument("--out", metavar="FOLDER", required=True, help="where all is kept, or goes on")
    training.add_argument("--games", type=whole, help="of self-play in a round (usual: 10000; with --corpus none)")
    training.add_argument("--nodes", type=whole, help="for a move of self-play and of the match (usual: by the game)")
    training.add_argument("--corpus", metavar="FOLDER", action="append", default=[], help="learn from these games too")
    training.add_argument("--imitate", type=whole, metavar="N", help="positions near each, by the evaluator (usual: 0)")
    training.add_argument("--rounds", type=whole, help="the network that was kept plays the next games (usual: 1)")
    training.add_argument("--hidden", type=whole, help="units of the hidden layer, by 32 (usual: 256)")
    training.add_argument("--epochs", type=whole, help="how often each position is learned (usual: as it is best)")
    training.add_argument("--minutes", type=float, help="learn about so long in a round, instead of --epochs")
    training.add_argument("--begin", metavar="FILE", help="begin with the weights of a network, and go on from there")
    training.add_argument("--batch", type=whole, help="positions of a step (usual: 2048)")
    training.add_argument("--rate", type=float, help="the learning rate (usual: 0.001)")
    training.add_argument("--blend", type=float, help="how much results count, and not scores (usual: 0.2)")
    training.add_argument("--decay", type=float, help="of weights: more of it for fewer games (usual: 0.1)")
    training.add_argument("--scale", type=whole, help="the score of 73 %% of the points (usual: as it fits the games)")
    training.add_argument("--opening", type=whole, metavar="PLIES", help="random moves before a game (usual: 8)")
    training.add_argument("--max-moves", type=whole, metavar="MOVES", help="cut longer games of self-play (usual: 250)")
    training.add_argument("--against", metavar="OLD", help="whom to beat: old (the game's network) or hand (none)")
    training.add_argument("--match-games", type=whole, metavar="N", help="at most so many (usual: 1000)")
    training.add_argument("--movetime", type=whole, metavar="MS", help="limit moves of the match by time, not nodes")
    training.add_argument("--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"), help="Elo to test (usual: 0 30)")
    training.add_argument("--seed", type=whole, default=1, help="the same seed gives the same bytes (usual: 1)")
    add_work_options(training)
    training.add_argument("--json", action="store_true")


def add_work_options(parser: argparse.ArgumentParser) -> None:
    """Where the work is done; the result does not depend on it."""
    parser.add_argument(
        "--workers", type=from_one, default=os.cpu_count() or 1, help="processes of this machine (usual: one a core)"
    )
    add_ray_option(parser)


def add_ray_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ray", metavar="ADDRESS", help="work on a Ray cluster instead: auto, HOST:PORT or local")


def from_one(text: str) -> int:
    """A number from 1 up."""
    if not (text.isascii() and text.isdigit() and text.strip("0")):
        raise argparse.ArgumentTypeError(f"a number from 1 up is wanted, not {text[:20]!r}")
    if len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text[:20]} is too large a number")
    return int(text)


def whole(text: str) -> int:
    """A number from 0 up."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"a number from 0 up is wanted, not {text[:20]!r}")
    return int(text)

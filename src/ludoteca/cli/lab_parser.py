"""The words of the lab's commands."""

import argparse
import os
from collections.abc import Callable

from ludoteca.cli.lab_commands import run_selfplay
from ludoteca.cli.report_command import run_report
from ludoteca.server.admin.command_line import Run

PLAYERS = "random, greedy, engine:1 to 7; with --nodes also engine, engine:8, mcts, search:NAME"


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
    telling.add_argument("players", metavar="PLAYER", nargs="*", help=f"{PLAYERS} (usual: a level that is no beginner)")
    telling.add_argument("--games", type=whole, default=100, help="how many (usual: 100)")
    telling.add_argument("--seed", type=whole, default=1, help="the same seed gives the same bytes (usual: 1)")
    telling.add_argument("--out", metavar="FILE.html", required=True, help="the page to write")
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


def add_work_options(parser: argparse.ArgumentParser) -> None:
    """Where the work is done; the result does not depend on it."""
    parser.add_argument(
        "--workers", type=whole, default=os.cpu_count() or 1, help="processes of this machine (usual: one a core)"
    )
    add_ray_option(parser)


def add_ray_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ray", metavar="ADDRESS", help="work on a Ray cluster instead: auto, HOST:PORT or local")


def whole(text: str) -> int:
    """A number from 0 up."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"a number from 0 up is wanted, not {text[:20]!r}")
    return int(text)

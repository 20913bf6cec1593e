"""The words of the command line."""

import argparse
import os
from typing import Any, NoReturn

from ludoteca import GAMES, __version__
from ludoteca.cli.commands import (
    run_apply,
    run_bench,
    run_check,
    run_explain,
    run_games,
    run_import,
    run_learn,
    run_legal,
    run_match,
    run_new_game,
    run_perft,
    run_play,
    run_puzzles,
    run_serve,
    run_uci,
)
from ludoteca.cli.lab_parser import add_lab_commands, add_ray_option
from ludoteca.core.game import Game
from ludoteca.core.option import Option, Switch, Value
from ludoteca.core.ruling import LudotecaError
from ludoteca.players.by_name import LEVELS_IN_WORDS
from ludoteca.server.admin.command_line import Run, add_commands

LEVELS_HELP = f"levels are {LEVELS_IN_WORDS}; engine:5,variety varies its moves"


class OneLineParser(argparse.ArgumentParser):
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """A command answers for its own words, and does not leave it to the whole parser."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown and self.is_command and isinstance(getattr(found, "players", None), list):
            unknown = _players_behind_options(found, unknown)
        if unknown and self.is_command:
            self.error(_unknown_in_words(found, unknown))
        return found, unknown

    @property
    def is_command(self) -> bool:
        return " " in self.prog

    def error(self, message: str) -> NoReturn:
        raise LudotecaError(f"{message} (see {self.prog} --help)")


def _players_behind_options(found: argparse.Namespace, unknown: list[str]) -> list[str]:
    """Players may stand behind options, too, where argparse does not look for them; what is left is unknown."""
    if any(word.startswith("-") for word in unknown):
        return unknown
    found.players = [*found.players, *unknown]
    return []


def _unknown_in_words(found: argparse.Namespace, unknown: list[str]) -> str:
    name, game = unknown[0], getattr(found, "game", None)
    if not name.startswith("--") or not game or game not in GAMES or not found.options:
        return f"unrecognized arguments: {' '.join(unknown)}"
    options = ", ".join(option.replace("_", "-") for option in found.options)
    return f"{game} has no option {name.removeprefix('--').partition('=')[0]}; there are: {options}"


def build_parser(words: list[str]) -> argparse.ArgumentParser:
    parser = OneLineParser(prog="ludoteca", description="Board games by the clauses of their rules.")
    parser.add_argument("--version", action="version", version=f"ludoteca {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    named = next((GAMES[word] for word in map(_game_if_file, words) if word in GAMES), None)

    def command(name: str, run: Run, about: str) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
        added.set_defaults(run=run, options=())
        return added

    def about_a_game(added: argparse.ArgumentParser, is_optional: bool = False, has_options: bool = True) -> None:
        added.add_argument(
            "game",
            metavar="GAME",
            nargs="?" if is_optional else None,
            type=_game_name,
            help=f"{', '.join(GAMES)}, or the path of a file that holds one",
        )
        if has_options:
            added.epilog = "A game has options of its own: name it before --help, and they are listed, too."
            _add_options(added, named)

    listing = command("games", run_games, "the games there are")
    listing.add_argument("--json", action="store_true")

    serving = command("serve", run_serve, "serve games to browsers")
    _add_server_options(serving, 8000)

    playing = command("play", run_play, "play in the browser, or at this terminal")
    about_a_game(playing, is_optional=True)
    _add_server_options(playing, 0)
    playing.add_argument("--terminal", action="store_true", help="play here; the options below are for this alone")
    playing.add_argument("--position", metavar="P", default="", help="begin from a position text")
    playing.add_argument(
        "--machine",
        metavar="SEAT=PLAYER",
        action="append",
        default=[],
        help=f"who has a seat: 2=engine:3, 1=uci:PROGRAM; {LEVELS_HELP}",
    )

    learning = command("learn", run_learn, "learn a game by lessons in the browser")
    about_a_game(learning)
    _add_server_options(learning, 0)
    learning.add_argument("--check", action="store_true", help="only play the solutions of all lessons and puzzles")

    counting = command("perft", run_perft, "count the ways to play on for DEPTH moves")
    about_a_game(counting)
    counting.add_argument("depth", metavar="DEPTH", type=_depth)
    counting.add_argument("--divide", action="store_true", help="a count for each first move")

    listing = command("legal", run_legal, "the legal moves, sorted, one a line")
    about_a_game(listing)

    applying = command("apply", run_apply, "play moves and print the position")
    about_a_game(applying)
    applying.add_argument("moves", metavar="MOVE", nargs="*")

    explaining = command("explain", run_explain, "why a move is legal or not, by clause")
    about_a_game(explaining)
    explaining.add_argument("moves", metavar="MOVE", nargs="+")

    importing = command("import", run_import, "read a game as other programs write it, and print its record")
    about_a_game(importing, has_options=False)
    importing.add_argument("file", metavar="FILE", help="moves, a position or a file like PGN; - reads standard input")

    for added in (counting, listing, applying, explaining):
        added.add_argument("--position", metavar="P", default="", help="a position text; - reads them, one a line")
        added.add_argument("--json", action="store_true")

    matching = command("match", run_match, "let players play each other, and tell who is stronger")
    about_a_game(matching)
    matching.add_argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help=(
            "random, greedy, mcts, engine, engine:1 to 8, search:NAME, network:FILE, hand (the evaluator written by "
            f"hand), uci:PROGRAM, ucci:PROGRAM; {LEVELS_HELP}"
        ),
    )
    matching.add_argument("--games", type=_count, default=20)
    matching.add_argument("--movetime", type=_count, default=100, metavar="MS", help="thinking time for a move")
    matching.add_argument("--opening", type=_count, default=6, metavar="PLIES", help="random moves before the game")
    matching.add_argument("--seed", type=_count, default=1)
    matching.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, help="games at the same time")
    add_ray_option(matching)
    matching.add_argument(
        "--records", metavar="FOLDER", help="keep the games there; the same command goes on with those that are there"
    )
    matching.add_argument("--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"), help="stop when one Elo is proved")
    matching.add_argument("--json", action="store_true")

    writing = command("new-game", run_new_game, "write a package for a game of your own into ./NAME")
    writing.add_argument("name", metavar="NAME", help="small letters, digits and hyphens, such as four-in-a-row")

    checking = command("check", run_check, "does a game keep the contract that all games keep? exit code 1 if not")
    about_a_game(checking, has_options=False)
    checking.add_argument("--games", type=_count, default=10, help="random games (usual: 10)")
    checking.add_argument("--seconds", type=_count, default=10, help="begin no new game after so long (usual: 10)")
    checking.add_argument("--seed", type=_count, default=1)
    checking.add_argument("--endless", action="store_true", help="it is no fault if no random game ends")
    checking.add_argument("--json", action="store_true")

    finding = command(
        "puzzles", run_puzzles, "find puzzles in the machine's games against itself, and print them as lessons"
    )
    about_a_game(finding)
    finding.add_argument("--count", type=_count, default=10)
    finding.add_argument("--seed", type=_count, default=1)
    finding.add_argument(
        "--margin", type=_count, default=150, help="by what score a best move is better than the second"
    )

    add_lab_commands(command, about_a_game)

    add_commands(command)

    command("uci", run_uci, "be an engine for other programs, by UCI or UCCI")

    timing = command("bench", run_bench, "how fast the rules run here")
    about_a_game(timing, is_optional=True)
    timing.add_argument("--json", action="store_true")
    return parser


def _add_options(parser: argparse.ArgumentParser, named: Game | None) -> None:
    options = named.options if named else ()
    parser.set_defaults(options=tuple(option.name for option in options))
    for option in options:
        parser.add_argument(
            f"--{option.name.replace('_', '-')}",
            dest=f"option_{option.name}",
            metavar="VALUE",
            nargs="?" if isinstance(option, Switch) else None,
            const="on" if isinstance(option, Switch) else None,
            help=f"{option.summary} (usual: {_usual_word(option)})",
        )


def _usual_word(option: Option) -> Value:
    """The default as it is written at the command line."""
    if isinstance(option, Switch) and option.default is not None:
        return "on" if option.default else "off"
    return "off" if option.default is None else option.default


def _add_server_options(parser: argparse.ArgumentParser, port: int) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (usual: 127.0.0.1)")
    usual = str(port) if port else "any free one"
    parser.add_argument("--port", type=_count, default=port, help=f"the port to listen at (usual: {usual})")
    parser.add_argument("--database", metavar="URL", default="", help="sqlite:///FILE or postgresql://HOST/NAME")
    parser.add_argument(
        "--origin", metavar="URL", action="append", default=[], help="another address under which the page is reached"
    )
    parser.add_argument("--cores", type=_count, default=0, help="how many machines think at a time")
    parser.add_argument("--workers", type=_count, default=1, help="how many processes serve the port (usual: 1)")
    parser.add_argument("--shared", action="store_true", help="other servers use the same database")
    parser.add_argument("--behind-proxy", action="store_true", help="believe what a proxy on this machine forwards")
    parser.add_argument(
        "--limit", metavar="NAME=VALUE", action="append", default=[], help="another limit, such as live_rooms=5000"
    )
    parser.add_argument("--log", choices=("text", "json"), default="text", help="lines of key=value, or of JSON")
    parser.add_argument("--access-log", action="store_true", help="log each request")
    parser.add_argument(
        "--metrics", metavar="NETWORK", action="append", default=[], help="who else may read /metrics: 10.0.0.0/8"
    )


def _game_name(text: str) -> str:
    """The name of a game, also of one that is given as the path of a file."""
    if text not in GAMES and os.path.isfile(f"{text}.py"):
        raise argparse.ArgumentTypeError(f"there is no game {text!r}, but a file: write ./{text}.py")
    if text not in GAMES and not text.endswith(".py") and os.path.exists(text):
        raise argparse.ArgumentTypeError(f"{text} is no game: a game is a file whose name ends in .py")
    try:
        return GAMES.add_file(text).name if text.endswith(".py") else text
    except LudotecaError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _game_if_file(word: str) -> str:
    """The name of the game in a file; any other word as it is."""
    return GAMES.add_file(word).name if word.endswith(".py") and os.path.isfile(word) else word


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise argparse.ArgumentTypeError(f"a depth is a number from 0 up, not {text[:20]!r}")
    return int(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise argparse.ArgumentTypeError(f"a number from 0 up is wanted, not {text[:20]!r}")
    return int(text)

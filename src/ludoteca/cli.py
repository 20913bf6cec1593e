"""The command line. Bad input is answered in one line with exit code 2."""

import argparse
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from ludoteca import GAMES, __version__, game
from ludoteca.core.game import Game
from ludoteca.core.lessons import check_lessons
from ludoteca.core.option import Switch
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.search.perft import divide, perft
from ludoteca.search.speed import measure
from ludoteca.server.admin.command_line import Run, add_commands, with_addresses

BENCH_SECONDS = 0.5
"""CPU time spent on each figure of `bench`."""


def main(arguments: Sequence[str] | None = None) -> int:
    words = with_addresses(list(sys.argv[1:] if arguments is None else arguments))
    _never_fail_to_print()
    parsed = argparse.Namespace()
    try:
        parsed = _parser(words).parse_args(words)
        code: int = parsed.run(parsed) or 0
        sys.stdout.flush()
    except LudotecaError as error:
        print("ludoteca:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has gone; nothing more can be said, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except Exception as error:
        told = _told_by_game(error, getattr(parsed, "game", None))
        if not told:
            raise
        print("ludoteca:", told, file=sys.stderr)
        return 2
    return code


def _told_by_game(error: Exception, name: str | None) -> str:
    """What a game in plain Python raises, in one line; nothing if it is not the game that raises it."""
    from ludoteca.testing.checking import in_words, is_raised_by

    if not name or name not in GAMES or not is_raised_by(error, GAMES[name]):
        return ""
    return f"{name}: {in_words(error, GAMES[name])} (ludoteca check tells more)"


def uci() -> int:
    """A command without arguments, for programs that take no other as an engine."""
    return main(["uci"])


def _never_fail_to_print() -> None:
    """Characters that this terminal does not have are shown as question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


# The words


class OneLineParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise LudotecaError(f"{message} (see {self.prog} --help)")


def _parser(words: list[str]) -> argparse.ArgumentParser:
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
            _add_options(added, named)

    listing = command("games", _games, "the games there are")
    listing.add_argument("--json", action="store_true")

    serving = command("serve", _serve, "serve games to browsers")
    _add_server_options(serving, 8000)

    playing = command("play", _play, "play in the browser, or at this terminal")
    about_a_game(playing, is_optional=True)
    _add_server_options(playing, 0)
    playing.add_argument("--terminal", action="store_true", help="play here; the options below are for this alone")
    playing.add_argument("--position", metavar="P", default="", help="begin from a position text")
    playing.add_argument(
        "--machine",
        metavar="SEAT=PLAYER",
        action="append",
        default=[],
        help="who has a seat: 2=engine:3, 1=uci:PROGRAM",
    )

    learning = command("learn", _learn, "learn a game by lessons in the browser")
    about_a_game(learning)
    _add_server_options(learning, 0)
    learning.add_argument("--check", action="store_true", help="only play the solutions of all lessons and puzzles")

    counting = command("perft", _perft, "count the ways to play on for DEPTH moves")
    about_a_game(counting)
    counting.add_argument("depth", metavar="DEPTH", type=_depth)
    counting.add_argument("--divide", action="store_true", help="a count for each first move")

    listing = command("legal", _legal, "the legal moves, sorted, one a line")
    about_a_game(listing)

    applying = command("apply", _apply, "play moves and print the position")
    about_a_game(applying)
    applying.add_argument("moves", metavar="MOVE", nargs="*")

    explaining = command("explain", _explain, "why a move is legal or not, by clause")
    about_a_game(explaining)
    explaining.add_argument("moves", metavar="MOVE", nargs="+")

    for added in (counting, listing, applying, explaining):
        added.add_argument("--position", metavar="P", default="", help="a position text; - reads them, one a line")
        added.add_argument("--json", action="store_true")

    matching = command("match", _match, "let players play each other, and tell who is stronger")
    about_a_game(matching)
    matching.add_argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help="random, greedy, mcts, engine, engine:1 to 8, search:NAME, uci:PROGRAM, ucci:PROGRAM",
    )
    matching.add_argument("--games", type=_count, default=20)
    matching.add_argument("--movetime", type=_count, default=100, metavar="MS", help="thinking time for a move")
    matching.add_argument("--opening", type=_count, default=6, metavar="PLIES", help="random moves before the game")
    matching.add_argument("--seed", type=_count, default=1)
    matching.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, help="games at the same time")
    matching.add_argument(
        "--records", metavar="FOLDER", help="keep the games there, and go on with those that are there"
    )
    matching.add_argument("--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"), help="stop when one Elo is proved")
    matching.add_argument("--json", action="store_true")

    writing = command("new-game", _new_game, "write a package for a game of your own into ./NAME")
    writing.add_argument("name", metavar="NAME", help="small letters, digits and hyphens, such as four-in-a-row")

    checking = command("check", _check, "does a game keep the contract that all games keep? exit code 1 if not")
    about_a_game(checking, has_options=False)
    checking.add_argument("--games", type=_count, default=10, help="random games (usual: 10)")
    checking.add_argument("--seconds", type=_count, default=10, help="begin no new game after so long (usual: 10)")
    checking.add_argument("--seed", type=_count, default=1)
    checking.add_argument("--endless", action="store_true", help="it is no fault if no random game ends")
    checking.add_argument("--json", action="store_true")

    finding = command(
        "puzzles", _puzzles, "find puzzles in the machine's games against itself, and print them as lessons"
    )
    about_a_game(finding)
    finding.add_argument("--count", type=_count, default=10)
    finding.add_argument("--seed", type=_count, default=1)
    finding.add_argument(
        "--margin", type=_count, default=150, help="by what score a best move is better than the second"
    )

    add_commands(command)

    command("uci", _uci, "be an engine for other programs, by UCI or UCCI")

    timing = command("bench", _bench, "how fast the rules run here")
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
            help=f"{option.summary} (usual: {'off' if option.default is None else option.default})",
        )


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


def _chosen(parsed: argparse.Namespace) -> dict[str, Any]:
    """The options of the game that were given."""
    given = {name: getattr(parsed, f"option_{name}") for name in parsed.options}
    return {name: value for name, value in given.items() if value is not None}


def _positions(parsed: argparse.Namespace) -> Iterator[Position]:
    """The start, the position that was given, or those on standard input."""
    chosen_game, options = game(parsed.game), _chosen(parsed)
    if not parsed.position:
        yield chosen_game.start(**options)
    elif parsed.position != "-":
        yield chosen_game.parse(parsed.position, **options)
    else:
        for number, line in enumerate(_lines_of_input(), 1):
            try:
                yield chosen_game.parse(line, **options)
            except LudotecaError as error:
                raise LudotecaError(f"line {number}: {error}") from error


def _lines_of_input() -> Iterator[str]:
    try:
        for line in sys.stdin:
            if line.strip():
                yield line
    except UnicodeDecodeError as error:
        raise LudotecaError("standard input is not text") from error


def _print(value: Any, as_json: bool, *lines: str) -> None:
    """A JSON value on one line for programs, or lines for people."""
    if as_json:
        print(json.dumps(value, ensure_ascii=False))
    else:
        for line in lines:
            print(line)


# The commands


def _games(parsed: argparse.Namespace) -> None:
    payload = [{"name": name, "title": GAMES[name].title, "summary": GAMES[name].summary} for name in GAMES]
    _print(payload, parsed.json, *(f"{each['name']:18}{each['summary']}" for each in payload))


def _serve(parsed: argparse.Namespace) -> None:
    _serve_pages(parsed, None)


def _play(parsed: argparse.Namespace) -> None:
    is_at_terminal = parsed.terminal or parsed.machine or parsed.position or _chosen(parsed)
    if not is_at_terminal:
        if parsed.game:
            game(parsed.game)
        _serve_pages(parsed, f"/new/{parsed.game}" if parsed.game else "/")
        return
    if not parsed.terminal:
        raise LudotecaError("positions, machines and options are chosen on the page, or here with --terminal")
    _play_at_terminal(parsed)


def _learn(parsed: argparse.Namespace) -> None:
    taught = game(parsed.game)
    check_lessons(taught, (*taught.lessons, *taught.puzzles), is_thorough=parsed.check)
    if not taught.lessons:
        raise LudotecaError(f"{taught.name} has no lessons")
    if parsed.check:
        counts = f"{len(taught.lessons)} lessons and {len(taught.puzzles)} puzzles"
        print(f"{taught.name}: the solutions of {counts} are as they should be")
    else:
        _serve_pages(parsed, f"/learn/{taught.name}")


def _serve_pages(parsed: argparse.Namespace, page: str | None) -> None:
    try:
        from ludoteca.server.limits import read_limits, read_networks
        from ludoteca.server.serve import ServeOptions, serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("ludoteca"):
            raise
        raise LudotecaError(
            f"the browser game needs more packages ({error.name} is missing): pip install 'ludoteca[server]', "
            "or play with --terminal"
        ) from None
    serve(
        ServeOptions(
            parsed.host,
            parsed.port,
            parsed.database,
            tuple(parsed.origin),
            parsed.cores,
            parsed.shared,
            parsed.behind_proxy,
            read_limits(parsed.limit),
            parsed.log,
            parsed.access_log,
            read_networks(parsed.metrics),
            parsed.workers or 1,
        ),
        page,
    )


def _play_at_terminal(parsed: argparse.Namespace) -> None:
    from ludoteca import terminal

    machines = {}
    for word in parsed.machine:
        number, _, name = word.partition("=")
        if not (number.isascii() and number.isdigit() and len(number) < 3):
            raise LudotecaError(f"--machine takes SEAT=PLAYER, such as 2=engine:3, not {word!r}")
        machines[int(number) - 1] = name or "engine"
    terminal.play(game(parsed.game or next(iter(GAMES))), _chosen(parsed), parsed.position, machines)


def _perft(parsed: argparse.Namespace) -> None:
    for position in _positions(parsed):
        if parsed.divide and parsed.depth > 0:
            counts = dict(sorted(divide(position, parsed.depth).items()))
            total = sum(counts.values())
            lines = [f"{text} {count}" for text, count in counts.items()]
            _print({"perft": total, "divide": counts}, parsed.json, *lines, f"total {total}")
        else:
            total = perft(position, parsed.depth)
            _print({"perft": total}, parsed.json, str(total))


def _legal(parsed: argparse.Namespace) -> None:
    for number, position in enumerate(_positions(parsed)):
        texts = sorted(position.move_text(move) for move in position.legal_moves())
        if number and not parsed.json:
            print()
        _print(texts, parsed.json, *texts)


def _apply(parsed: argparse.Namespace) -> None:
    for position in _positions(parsed):
        for text in parsed.moves:
            position.push_text(text)
        outcome = position.outcome()
        _print({"position": str(position), "outcome": outcome and outcome._asdict()}, parsed.json, str(position))


def _explain(parsed: argparse.Namespace) -> None:
    if len(parsed.moves) > 1:
        raise LudotecaError(
            f"explain takes one move, not {len(parsed.moves)}; apply plays moves, and --position takes what it prints"
        )
    for position in _positions(parsed):
        ruling = position.explain(parsed.moves[0])
        if ruling is None:
            _print({"legal": True}, parsed.json, "legal")
        else:
            names = position.game.look.sheet(position.options).geometry.names
            payload = {
                "legal": False,
                "clause": ruling.clause,
                "message": ruling.message,
                "cells": [names[cell] for cell in ruling.cells],
            }
            _print(payload, parsed.json, str(ruling))


def _match(parsed: argparse.Namespace) -> None:
    from pathlib import Path

    from ludoteca.arena.match import Match, Plan, progress

    chosen = game(parsed.game)
    seats = chosen.start(**_chosen(parsed)).seats
    if not 2 <= len(parsed.players) <= seats:
        wanted = "2" if seats == 2 else f"2 to {seats}"
        raise LudotecaError(f"a match of {parsed.game} needs {wanted} players, not {len(parsed.players)}")
    if parsed.sprt and (len(parsed.players) != 2 or parsed.sprt[0] >= parsed.sprt[1]):
        raise LudotecaError("--sprt is for two players, and its first Elo is the lower")
    plan = Plan(
        chosen,
        _chosen(parsed),
        tuple(parsed.players),
        parsed.games,
        parsed.movetime / 1000,
        parsed.opening,
        parsed.seed,
    )
    match = Match(plan, Path(parsed.records) if parsed.records else None)
    is_watched = sys.stderr.isatty()
    is_whole = False
    try:
        for _ in match.run(parsed.jobs, tuple(parsed.sprt) if parsed.sprt else None):
            if is_watched:
                print(f"\r{progress(len(match.played), plan.games)}", end="", file=sys.stderr, flush=True)
        is_whole = True
    finally:
        if is_watched:
            print(file=sys.stderr)
        if is_whole or match.played:
            _tell_match(match, parsed)


def _tell_match(match: Any, parsed: argparse.Namespace) -> None:
    """The table of a match, whole or broken off."""
    players, seats = match.standings(), match.seats()
    payload: dict[str, Any] = {
        "games": len(match.played),
        "players": [standing._asdict() for standing in players],
        "seats": [standing._asdict() for standing in seats],
    }
    lines = [f"{'':24}{'games':>6}{'won':>6}{'drawn':>7}{'lost':>6}{'share':>8}   95 %"]
    for standing in [*players, *seats]:
        low, high = standing.interval
        lines.append(
            f"{standing.player:24}{standing.games:>6}{standing.wins:>6}{standing.draws:>7}{standing.losses:>6}"
            f"{standing.share:>8.1%}   {low:.1%} to {high:.1%}"
        )
    if len(players) == 2:
        rating = match.rating()
        payload["rating"] = rating._asdict()
        elo, sure = f"{round(rating.elo):+d} ± {rating.margin:.0f}", f"{rating.likelihood:.1%}"
        lines.append(f"Elo {elo}; {sure} likely to be the stronger")
        if parsed.sprt:
            payload["sprt"] = match.verdict(tuple(parsed.sprt))
            lines.append(f"SPRT {parsed.sprt[0]:g} against {parsed.sprt[1]:g}: {payload['sprt'] or 'not sure yet'}")
    _print(payload, parsed.json, *lines)


def _puzzles(parsed: argparse.Namespace) -> None:
    from ludoteca.arena.puzzles import find_puzzles
    from ludoteca.core.lessons import write_lesson

    def tell_game(number: int) -> None:
        if sys.stderr.isatty():
            print(f"\rgame {number}", end="", file=sys.stderr, flush=True)

    found = 0
    puzzles = find_puzzles(game(parsed.game), _chosen(parsed), parsed.count, parsed.seed, parsed.margin, tell_game)
    for puzzle in puzzles:
        print(write_lesson(puzzle), flush=True)
        found += 1
    if found < parsed.count:
        print(f"ludoteca: {found} puzzles were found, not {parsed.count}", file=sys.stderr)


def _new_game(parsed: argparse.Namespace) -> None:
    from pathlib import Path

    from ludoteca.new_game import write_package

    folder = write_package(parsed.name, Path())
    print(f"{folder} is written, and {folder}/README.md tells how to go on. To play the game as it is now:")
    print(f"pip install -e ./{folder} && ludoteca play {parsed.name}")


def _check(parsed: argparse.Namespace) -> int:
    from dataclasses import asdict

    from ludoteca.testing import find_faults

    report = find_faults(
        game(parsed.game), parsed.seed, parsed.games, seconds=parsed.seconds, may_be_endless=parsed.endless
    )
    _print(asdict(report), parsed.json, str(report))
    return 1 if report.faults else 0


def _uci(parsed: argparse.Namespace) -> None:
    from ludoteca.players.uci.loop import converse, read_lines, writer

    is_binary = hasattr(sys.stdin, "buffer")
    converse(read_lines(sys.stdin.buffer) if is_binary else sys.stdin, writer(sys.stdout))


def _bench(parsed: argparse.Namespace) -> None:
    names = [parsed.game] if parsed.game else list(GAMES)
    for name in names:
        speeds = measure(game(name), _chosen(parsed), BENCH_SECONDS)
        line = (
            f"{name:18}perft {speeds['perft_leaves_per_second'] / 1e6:.1f} million leaves/s, "
            f"legal_moves() {speeds['legal_moves_microseconds']:.2f} us, "
            f"random games {speeds['random_moves_per_second'] / 1e6:.2f} million moves/s"
        )
        _print({"game": name, **speeds}, parsed.json, line)


if __name__ == "__main__":
    sys.exit(main())

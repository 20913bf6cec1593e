"""What each command does."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, redirect_stdout
from typing import Any

from ludoteca import GAMES, game
from ludoteca.core.lessons import check_lessons
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.search.perft import divide, perft
from ludoteca.search.speed import measure

BENCH_SECONDS = 0.5
"""CPU time spent on each figure of `bench`."""


def run_games(parsed: argparse.Namespace) -> None:
    payload = [{"name": name, "title": GAMES[name].title, "summary": GAMES[name].summary} for name in GAMES]
    _print(payload, parsed.json, *(f"{each['name']:18}{each['summary']}" for each in payload))


def run_serve(parsed: argparse.Namespace) -> None:
    _serve_pages(parsed, None)


def run_play(parsed: argparse.Namespace) -> None:
    is_at_terminal = parsed.terminal or parsed.machine or parsed.position or chosen_options(parsed)
    if not is_at_terminal:
        if parsed.game:
            game(parsed.game)
        _serve_pages(parsed, f"/new/{parsed.game}" if parsed.game else "/")
        return
    if not parsed.terminal:
        raise LudotecaError("positions, machines and options are chosen on the page, or here with --terminal")
    _play_at_terminal(parsed)


def run_learn(parsed: argparse.Namespace) -> None:
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
    terminal.play(game(parsed.game or next(iter(GAMES))), chosen_options(parsed), parsed.position, machines)


def run_perft(parsed: argparse.Namespace) -> None:
    for position in _positions(parsed):
        if parsed.divide and parsed.depth > 0:
            counts = dict(sorted(divide(position, parsed.depth).items()))
            total = sum(counts.values())
            lines = [f"{text} {count}" for text, count in counts.items()]
            _print({"perft": total, "divide": counts}, parsed.json, *lines, f"total {total}")
        else:
            total = perft(position, parsed.depth)
            _print({"perft": total}, parsed.json, str(total))


def run_legal(parsed: argparse.Namespace) -> None:
    for number, position in enumerate(_positions(parsed)):
        texts = sorted(position.move_text(move) for move in position.legal_moves())
        if number and not parsed.json:
            print()
        _print(texts, parsed.json, *texts)


def run_apply(parsed: argparse.Namespace) -> None:
    for position in _positions(parsed):
        for text in parsed.moves:
            position.push_text(text)
        outcome = position.outcome()
        _print({"position": str(position), "outcome": outcome and outcome._asdict()}, parsed.json, str(position))


def run_explain(parsed: argparse.Namespace) -> None:
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


def run_import(parsed: argparse.Namespace) -> None:
    from pathlib import Path

    from ludoteca.core.game_files import split_games
    from ludoteca.core.imports import decode_game_text, read_game_text

    try:
        data = sys.stdin.buffer.read() if parsed.file == "-" else Path(parsed.file).read_bytes()
    except OSError as error:
        raise LudotecaError(f"{parsed.file} cannot be read: {error.strerror or error}") from error
    found = split_games(decode_game_text(data))
    for number, each in enumerate(found, 1):
        try:
            record = read_game_text(game(parsed.game), each.text)
        except LudotecaError as error:
            raise LudotecaError(f"game {number}: {error}" if len(found) > 1 else str(error)) from error
        print(record, end="\n" * (number < len(found)))


def run_match(parsed: argparse.Namespace) -> None:
    from pathlib import Path

    from ludoteca.arena.executor import make_executor
    from ludoteca.arena.match import Match, Plan, progress

    chosen = game(parsed.game)
    seats = chosen.start(**chosen_options(parsed)).seats
    if not 2 <= len(parsed.players) <= seats:
        wanted = "2" if seats == 2 else f"2 to {seats}"
        raise LudotecaError(f"a match of {parsed.game} needs {wanted} players, not {len(parsed.players)}")
    if parsed.sprt and len(parsed.players) != 2:
        raise LudotecaError("--sprt is for two players")
    plan = Plan(
        chosen,
        chosen_options(parsed),
        tuple(parsed.players),
        parsed.games,
        parsed.movetime / 1000,
        parsed.opening,
        parsed.seed,
    )
    sprt = tuple(parsed.sprt) if parsed.sprt else None
    match = Match(plan, Path(parsed.records) if parsed.records else None, sprt)
    is_watched = sys.stderr.isatty()
    is_whole = False
    try:
        with results_alone(), make_executor(parsed.jobs, parsed.ray) as executor:
            for played in match.run(executor):
                if is_watched:
                    if played.fault:
                        print(f"\rgame {played.number + 1}: {played.fault.what}", file=sys.stderr)
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
        "faults": match.faults(),
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
        lines.append(f"Elo of {players[0].player}: {elo}; {sure} likely to be the stronger")
        lines.append(f"pairs with 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, players[0].pairs))}")
        if parsed.sprt:
            payload["sprt"] = match.verdict
            lines.append(f"SPRT {parsed.sprt[0]:g} against {parsed.sprt[1]:g}: {payload['sprt'] or 'not sure yet'}")
    for standing in players:
        if standing.late:
            lines.append(f"{standing.player} took more than its time for {standing.late} moves")
    for fault in payload["faults"]:
        lines.append(f"game {fault['game']} was lost by a fault after {fault['moves']} moves: {fault['what']}")
    _print(payload, parsed.json, *lines)


def run_puzzles(parsed: argparse.Namespace) -> None:
    from ludoteca.arena.puzzles import find_puzzles
    from ludoteca.core.lessons import write_lesson

    def tell_game(number: int) -> None:
        if sys.stderr.isatty():
            print(f"\rgame {number}", end="", file=sys.stderr, flush=True)

    found = 0
    puzzles = find_puzzles(
        game(parsed.game), chosen_options(parsed), parsed.count, parsed.seed, parsed.margin, tell_game
    )
    for puzzle in puzzles:
        print(write_lesson(puzzle), flush=True)
        found += 1
    if found < parsed.count:
        print(f"ludoteca: {found} puzzles were found, not {parsed.count}", file=sys.stderr)


def run_new_game(parsed: argparse.Namespace) -> None:
    from pathlib import Path

    from ludoteca.new_game import write_package

    folder = write_package(parsed.name, Path())
    print(f"{folder} is written, and {folder}/README.md tells how to go on. To play the game as it is now:")
    print(f"pip install -e ./{folder} && ludoteca play {parsed.name}")


def run_check(parsed: argparse.Namespace) -> int:
    from dataclasses import asdict

    from ludoteca.testing import find_faults

    report = find_faults(
        game(parsed.game), parsed.seed, parsed.games, seconds=parsed.seconds, may_be_endless=parsed.endless
    )
    _print(asdict(report), parsed.json, str(report))
    return 1 if report.faults else 0


def run_uci(parsed: argparse.Namespace) -> None:
    from ludoteca.players.uci.loop import converse, read_lines, writer

    is_binary = hasattr(sys.stdin, "buffer")
    converse(read_lines(sys.stdin.buffer) if is_binary else sys.stdin, writer(sys.stdout))


def run_bench(parsed: argparse.Namespace) -> None:
    names = [parsed.game] if parsed.game else list(GAMES)
    for name in names:
        speeds = measure(game(name), chosen_options(parsed), BENCH_SECONDS)
        line = (
            f"{name:18}perft {_large(speeds['perft_leaves_per_second'])} leaves/s, "
            f"legal_moves() {speeds['legal_moves_microseconds']:.2f} us, "
            f"random games {_large(speeds['random_moves_per_second'])} moves/s"
        )
        _print({"game": name, **speeds}, parsed.json, line)


def _large(number: float) -> str:
    return f"{number / 1e6:.2f} million" if number >= 1e5 else f"{number:,.0f}"


# What commands share


def results_alone() -> AbstractContextManager[object]:
    """Keep standard output for results: Ray tells there of nodes that died."""
    return redirect_stdout(sys.stderr)


def chosen_options(parsed: argparse.Namespace) -> dict[str, Any]:
    """The options of the game that were given."""
    given = {name: getattr(parsed, f"option_{name}") for name in parsed.options}
    return {name: value for name, value in given.items() if value is not None}


def _positions(parsed: argparse.Namespace) -> Iterator[Position]:
    """The start, the position that was given, or those on standard input."""
    chosen_game, options = game(parsed.game), chosen_options(parsed)
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

"""How far the machine's levels are apart: each against the one below, in every game, as Elo with 95 % intervals.

    python tools/ladder.py --games 60 --movetime 100 --jobs 2

Finished games are kept in the folder; the same command goes on where it stopped, and tells all of them. The table is
that of docs/strength.md.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.arena.executor import make_executor
from ludoteca.arena.match import Match, Plan, progress
from ludoteca.arena.rating import elo_of, interval
from ludoteca.cli.lab_parser import from_one
from ludoteca.core.ruling import LudotecaError
from ludoteca.players.engine import FULL

LADDERS: dict[str, tuple[str, dict[str, Any]]] = {
    "xiangqi": ("xiangqi", {}),
    "chinese-checkers": ("chinese-checkers", {"players": 2}),
    "exile": ("exile", {}),
    "exile-duel": ("exile", {"mode": "duel-classic"}),
    "tomb-chess": ("tomb-chess", {}),
}
"""The games that are measured, by the name of their column, with their options."""


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure the levels of the machine, each against the one below.")
    parser.add_argument("ladders", metavar="GAME", nargs="*", help=f"{', '.join(LADDERS)} (usual: all)")
    parser.add_argument("--games", type=from_one, default=60, help="games of each pair of levels (usual: 60)")
    parser.add_argument(
        "--movetime", type=from_one, default=100, metavar="MS", help="of level 8 for a move (usual: 100)"
    )
    parser.add_argument("--levels", type=int, nargs="+", default=range(2, FULL + 1), help="the upper ones of the pairs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=from_one, default=os.cpu_count() or 1, help="games at the same time")
    parser.add_argument("--folder", type=Path, default=Path("build/ladder"), help="where games are kept")
    parsed = parser.parse_args(words)
    if unknown := set(parsed.ladders) - set(LADDERS):
        parser.error(f"there is no ladder of {', '.join(sorted(unknown))}; there are: {', '.join(LADDERS)}")
    if bad := [level for level in parsed.levels if not 2 <= level <= FULL]:
        parser.error(f"the upper level of a pair is 2 to {FULL}, not {bad[0]}")
    if parsed.games < 2:
        parser.error(f"levels play in pairs of games: at least 2 are wanted, not {parsed.games}")
    names = parsed.ladders or list(LADDERS)
    rows: dict[int, list[str]] = {}
    code = 0
    try:
        # All games of a level before the next: a ladder that is interrupted has whole rows.
        for level in parsed.levels:
            rows[level] = []
            for name in names:
                rows[level].append(_measure(name, level, parsed))
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on", file=sys.stderr)
        code = 130
    except LudotecaError as error:
        print(f"ladder: {error}", file=sys.stderr)
        return 2
    print(f"| level | {' | '.join(names)} |")
    print("| --- " * (1 + len(names)) + "|")
    for level, row in rows.items():
        print(f"| {level} | {' | '.join(row + [''] * (len(names) - len(row)))} |")
    return code


def _measure(name: str, level: int, parsed: argparse.Namespace) -> str:
    """What a level is worth above the one below, after all their games."""
    game, options = LADDERS[name]
    players = (f"engine:{level}", f"engine:{level - 1}")
    plan = Plan(ludoteca.game(game), options, players, parsed.games, parsed.movetime / 1000, seed=parsed.seed)
    match = Match(plan, parsed.folder / name / f"{level}-{level - 1}")
    with make_executor(parsed.jobs) as executor:
        for _ in match.run(executor):
            line = f"{name} {level}-{level - 1} {progress(len(match.played), plan.games)}"
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
    first = match.standings()[0]
    print(f"\r{name} {level}-{level - 1}: {first.wins} won, {first.draws} drawn, {first.losses} lost", file=sys.stderr)
    low, high = interval(match.groups(0))
    if first.wins == first.games:
        return f"all won (above {round(elo_of(low)):+d})"
    return f"{round(elo_of(first.share)):+d} ({round(elo_of(low)):+d} to {round(elo_of(high)):+d})"


if __name__ == "__main__":
    sys.exit(main())

"""`python -m benchmarks.first_depth [--beside FOLDER]`: what the first depth of Tomb Chess costs, in CPU milliseconds.

With a folder that holds another version of the package (`pip install --target FOLDER .`), that one is measured by turns
with this one, and the ratio is told: the machine may be busy.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import ludoteca
from ludoteca.search.think import Limits, Thinker

POSITIONS = Path(__file__).with_suffix(".txt")
RUNS = 3


def costs() -> list[float]:
    """Milliseconds of each position."""
    game = ludoteca.game("tomb-chess")
    lines = POSITIONS.read_text(encoding="utf-8").splitlines()
    found = []
    for position in (game.parse(line) for line in lines if not line.startswith("#")):
        thinker = Thinker(game.evaluator, 1)
        begin = time.process_time()
        thinker.think(position, Limits(nodes=10**9, depth=1))
        found.append(1000 * (time.process_time() - begin))
    return found


def costs_of(folder: str) -> list[float]:
    """The same, by the package in a folder, or by the one that is installed."""
    place = {"PYTHONPATH": folder} if folder else {}
    command = [sys.executable, "-m", "benchmarks.first_depth", "--costs"]
    printed = subprocess.run(command, env={**os.environ, **place}, capture_output=True, text=True, check=True).stdout
    found: list[float] = json.loads(printed)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--beside", metavar="FOLDER", default="")
    parser.add_argument("--costs", action="store_true", help="print the numbers alone, of one run")
    parsed = parser.parse_args()
    if parsed.costs:
        print(json.dumps(costs()))
        return
    folders = ["", parsed.beside] if parsed.beside else [""]
    runs = [[costs_of(folder) for folder in folders] for _ in range(RUNS)]
    best = [[min(each) for each in zip(*columns, strict=True)] for columns in zip(*runs, strict=True)]
    for folder, found in zip(folders, best, strict=True):
        name = folder or "this version"
        print(f"{name:24} median {statistics.median(found):6.2f} ms, largest {max(found):6.2f} ms")
    if parsed.beside:
        print(f"{'ratio of the sums':24} {sum(best[0]) / sum(best[1]):.2f}")


if __name__ == "__main__":
    main()

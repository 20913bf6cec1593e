"""Makes the reports of docs/reports: `python tools/reports.py [--games N] [GAME...]`.

Each command stands here as it is run; its games are kept in build/reports, so that an interrupted run goes on.
"""

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
REPORTS = ROOT / "docs" / "reports"
GAMES = ROOT / "build" / "reports"
COMMANDS = {
    "xiangqi": ("xiangqi",),
    "chinese-checkers": ("chinese-checkers", "--players", "3"),
    "exile": ("exile",),
    "tomb-chess": ("tomb-chess",),
}
"""What follows `ludoteca report`, by the name of the file."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="GAME", nargs="*", help=", ".join(COMMANDS))
    parser.add_argument("--games", default="200", help="how many for each (usual: 200)")
    parser.add_argument("--seed", default="1")
    parsed = parser.parse_args()
    unknown = [name for name in parsed.names if name not in COMMANDS]
    if unknown:
        parser.error(f"there is no report of {unknown[0]}; there are: {', '.join(COMMANDS)}")
    REPORTS.mkdir(exist_ok=True)
    for name in parsed.names or COMMANDS:
        words = ["report", *COMMANDS[name], "--games", parsed.games, "--seed", parsed.seed]
        places = ["--out", str(REPORTS / f"{name}.html"), "--json", str(REPORTS / f"{name}.json")]
        kept = ["--corpus", str(GAMES / f"{name}-{parsed.games}-{parsed.seed}")]
        print("ludoteca", *words, flush=True)
        done = subprocess.run([sys.executable, "-m", "ludoteca", *words, *places, *kept], check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Makes the reports of docs/reports: `python tools/reports.py [GAME...]`.

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
    "xiangqi": ("xiangqi", "--games", "400"),
    "chinese-checkers": ("chinese-checkers", "--players", "3", "--games", "600"),
    "exile": ("exile", "--games", "400"),
    "tomb-chess": ("tomb-chess", "--games", "640"),
}
"""What follows `ludoteca report`, by the name of the file."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="GAME", nargs="*", help=", ".join(COMMANDS))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", default="2")
    parsed = parser.parse_args()
    unknown = [name for name in parsed.names if name not in COMMANDS]
    if unknown:
        parser.error(f"there is no report of {unknown[0]}; there are: {', '.join(COMMANDS)}")
    REPORTS.mkdir(exist_ok=True)
    for name in parsed.names or COMMANDS:
        words = ["report", *COMMANDS[name], "--seed", parsed.seed]
        places = ["--out", str(REPORTS / f"{name}.html"), "--json", str(REPORTS / f"{name}.json")]
        kept = ["--corpus", str(GAMES / f"{name}-{COMMANDS[name][-1]}-{parsed.seed}"), "--workers", parsed.workers]
        print("ludoteca", *words, flush=True)
        done = subprocess.run([sys.executable, "-m", "ludoteca", *words, *places, *kept], check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())

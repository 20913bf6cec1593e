"""`python -m benchmarks`: one table of all games, written as JSON too."""

import json
import subprocess
import sys
from pathlib import Path

import ludoteca.core.position
from benchmarks import chinese_checkers, exile, search, tomb_chess, xiangqi
from benchmarks.measure import Row, shorter

TABLES = (xiangqi, search, chinese_checkers, exile, tomb_chess)
TABLE = Path("build/bench.json")


def import_rows() -> list[Row]:
    """The package and all of its games, in a fresh interpreter, beside the interpreter alone."""
    seconds = {}
    for program in ("pass", "import ludoteca", "import ludoteca; [ludoteca.game(name) for name in ludoteca.GAMES]"):
        code = f"import time; a = time.process_time(); {program}; print(time.process_time() - a)"
        times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(7)]
        seconds[program] = min(times)
    package, games = list(seconds.values())[1:]
    return [
        shorter("package", "import ludoteca", 1000 * package, "ms", "target", 60.0),
        shorter("package", "import every game", 1000 * games, "ms", "target", 60.0),
    ]


def main() -> int:
    if ludoteca.core.position.__file__.endswith(".py"):
        print("the core is not compiled: install the package first", file=sys.stderr)
        return 2
    rows = import_rows() + [row for table in TABLES for row in table.rows()]
    print(f"{'game':18}{'figure':28}{'ours':>16}  {'peer':18}{'theirs':>16}{'ratio':>8}")
    for row in rows:
        theirs = "missing" if row.theirs is None else f"{row.theirs:,.1f}"
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}" if row.ratio >= 1 else f"{row.ratio:.3f}"
        print(f"{row.game:18}{row.figure:28}{row.ours:>16,.1f}  {row.peer:18}{theirs:>16}{ratio:>8}  {row.unit}")
    missing = sorted({row.peer for row in rows if row.theirs is None})
    print(f"Missing peers: {', '.join(missing) or 'none'}. CPU time; a ratio above 1 means that ours is better.")
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(json.dumps([row._asdict() for row in rows], indent=1) + "\n")
    print(f"Written to {TABLE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Fails when Cython has a warning or a performance hint about a compiled module.

A hint means that code meant for C falls back to Python objects or takes the interpreter's lock. The C that is generated
here is what the build takes next.
"""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from setup import compiled


def main() -> int:
    said = io.StringIO()
    # In this process alone: what other processes print cannot be read here.
    with redirect_stderr(said), redirect_stdout(io.StringIO()):
        modules = compiled(force=True, processes=0)
    faults = [line for line in said.getvalue().splitlines() if "warning" in line or "hint" in line]
    for fault in faults:
        print(fault)
    print(f"{len(modules)} compiled modules, {len(faults)} performance hints or warnings")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

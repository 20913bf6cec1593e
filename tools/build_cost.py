"""What a build from scratch costs: CPU seconds, compiled modules, megabytes of generated C, size of the wheel.

`python tools/build_cost.py [FOLDER]` builds a wheel of the source tree in FOLDER, by default this one, as `make play`
does, in a copy that has nothing compiled yet. The environment must have pip, setuptools and Cython.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

SKIPPED = shutil.ignore_patterns(".git", ".venv", "build", "dist", "*.so", "__pycache__", "*.egg-info")


def main() -> int:
    tree = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    with TemporaryDirectory() as scratch:
        copy = Path(scratch) / "tree"
        shutil.copytree(tree, copy, ignore=SKIPPED)
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            "dist",
            ".",
        ]
        before, begin = os.times(), time.monotonic()
        subprocess.run(command, cwd=copy, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after, end = os.times(), time.monotonic()
        cpu = after.children_user - before.children_user + after.children_system - before.children_system
        sources = list((copy / "build" / "c").rglob("*.c"))
        size = sum(source.stat().st_size for source in sources)
        wheel = next((copy / "dist").glob("*.whl"))
        print(f"CPU seconds       {cpu:.0f}")
        print(f"seconds           {end - begin:.0f}")
        print(f"compiled modules  {len(sources)}")
        print(f"generated C       {size / 1e6:.1f} MB")
        print(f"wheel             {wheel.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

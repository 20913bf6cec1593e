"""Fails unless a wheel is complete and works in a clean environment, outside the source tree.

The Python that runs this builds the clean environment; it needs Cython and setuptools itself, to read setup.py.
"""

import os
import re
import subprocess
import sys
import venv
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen
from zipfile import ZipFile

sys.path.insert(0, str(Path(__file__).parent.parent))
from setup import SOURCE, twins

NOT_SHIPPED = {".c", ".json", ".po", ".pot", ".pyc", ".pyd", ".pyx", ".so", ".ts"}
"""Suffixes of the files that only a build or the checks need."""

PATIENCE = 60
"""Seconds in which a command ends and the server answers on a machine that is busy."""

READ_EVERY_RULE_BOOK = "import ludoteca; print(*(len(game.rules.clauses) > 10 for game in ludoteca.GAMES.values()))"
PRINT_METADATA_VERSION = "import importlib.metadata; print(importlib.metadata.version('ludoteca'))"
PRINT_FILES_OF_MODULES = """
import importlib, sys
print(*(importlib.import_module(name).__file__ for name in sys.argv[1:]), sep="\\n")
"""


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: check_wheel.py WHEEL", file=sys.stderr)
        return 2
    wheel = Path(sys.argv[1]).resolve()
    os.chdir(Path(__file__).parent.parent)
    compiled = [extension.name for extension in twins()]
    check_contents(wheel, compiled)
    with TemporaryDirectory() as scratch:
        environment = CleanEnvironment(Path(scratch).resolve())
        environment.install(str(wheel))
        check_compiled_modules(environment, compiled)
        check_commands(environment)
        environment.install(f"{wheel}[server]")
        check_server(environment)
    print(f"{wheel.name}: complete, {len(compiled)} compiled modules, works in a clean environment")
    return 0


def check(is_true: bool, complaint: str) -> None:
    if not is_true:
        sys.exit(f"the wheel is not right: {complaint}")


def check_contents(wheel: Path, compiled: list[str]) -> None:
    """The wheel has every module and data file of the source, every compiled module as a library, and nothing else."""
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith("ludoteca/")}
    wanted = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.glob("ludoteca/**/*")
        if path.is_file() and path.suffix not in NOT_SHIPPED
    }
    for module in compiled:
        libraries = {module.replace(".", "/") + suffix for suffix in EXTENSION_SUFFIXES}
        check(bool(libraries & names), f"{module} is not compiled for this Python")
        wanted |= libraries & names
    check(not wanted - names, f"missing: {', '.join(sorted(wanted - names))}")
    check(not names - wanted, f"not in the source: {', '.join(sorted(names - wanted))}")


class CleanEnvironment:
    """A fresh virtual environment, and an empty folder to run its commands in."""

    def __init__(self, scratch: Path) -> None:
        self.folder = scratch / "environment"
        venv.create(self.folder, with_pip=True)
        self.programs = self.folder / ("Scripts" if os.name == "nt" else "bin")
        self.empty = scratch / "empty"
        self.empty.mkdir()
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def install(self, requirement: str) -> None:
        self.run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement, seconds=600)

    def run(self, program: str, *words: str, seconds: float = PATIENCE) -> str:
        process = self.start(program, *words)
        said, complaints = process.communicate(timeout=seconds)
        check(process.returncode == 0, f"{program} {' '.join(words)}: exit code {process.returncode}\n{complaints}")
        return said

    def start(self, program: str, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [str(self.programs / program), *words],
            cwd=self.empty,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )


def check_compiled_modules(environment: CleanEnvironment, compiled: list[str]) -> None:
    for file in environment.run("python", "-c", PRINT_FILES_OF_MODULES, *compiled).splitlines():
        check(file.endswith(tuple(EXTENSION_SUFFIXES)), f"{file} is imported instead of its compiled twin")
        check(environment.folder in Path(file).resolve().parents, f"{file} is not in the clean environment")


def check_commands(environment: CleanEnvironment) -> None:
    version = environment.run("python", "-c", PRINT_METADATA_VERSION).strip()
    check(environment.run("ludoteca", "--version").split() == ["ludoteca", version], f"--version is not {version}")
    listed = environment.run("ludoteca", "games")
    games = [book.parent.name.replace("_", "-") for book in SOURCE.glob("ludoteca/games/*/rules.md")]
    for game in games:
        check(game in listed, f"`games` does not list {game}")
        check(bool(environment.run("ludoteca", "legal", game)), f"`legal {game}` finds no move")
    check(environment.run("python", "-c", READ_EVERY_RULE_BOOK).split() == ["True"] * len(games), "rules are missing")
    check(len(environment.run("ludoteca", "legal", "xiangqi").splitlines()) == 44, "Xiangqi begins with 44 moves")
    check("X1.6" in environment.run("ludoteca", "explain", "xiangqi", "b1d2"), "`explain` does not name the clause")
    check("79666" in environment.run("ludoteca", "perft", "xiangqi", "3"), "perft 3 of Xiangqi is 79666")


def check_server(environment: CleanEnvironment) -> None:
    """The server migrates an empty database, is healthy, and has its pages, scripts and style sheets."""
    server = environment.start("ludoteca", "serve", "--port", "0", "--database", "sqlite:///games.db")
    try:
        assert server.stdout and server.stderr
        address = re.search(r"http://\S+", server.stdout.readline())
        check(address is not None, f"`serve` does not start: {server.stderr.read() if address is None else ''}")
        assert address
        urlopen(f"{address[0]}/api/health", timeout=PATIENCE).close()
        with urlopen(address[0], timeout=PATIENCE) as answer:
            page = answer.read().decode()
        linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        check(bool(linked), "the lobby has neither scripts nor style sheets")
        for path in linked:
            urlopen(f"{address[0]}{path}", timeout=PATIENCE).close()
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


if __name__ == "__main__":
    sys.exit(main())

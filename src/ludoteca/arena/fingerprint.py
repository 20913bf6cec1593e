"""Whether two machines would play the same games: the version of the package, what fixed searches find, and for games
of others what they are made of.

Workers compare theirs with that of who gives them work, so that a cluster of mixed versions is an error and not a
corpus that nobody can make again.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ludoteca.core.game import Game, module_named
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import FOLDERS, GAMES
from ludoteca.search.think import Limits, Thinker

NODES = 60
PLIES = 4
SEARCHES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("xiangqi", {}, "alphabeta"),
    ("xiangqi", {}, "mcts"),
    ("chinese-checkers", {"players": 3}, "paranoid"),
    ("exile", {}, "brs"),
    ("tomb-chess", {}, "selective"),
)
"""One of each kind of search, and all games."""
DECISIVE = (".py", ".pyx", ".pxd", ".bin")
"""The files of a game that decide how it is played: its source and its networks, and no rules page."""


@lru_cache
def fingerprint() -> str:
    """Versions and the signature of the searches, as words that can be compared and shown."""
    return f"ludoteca {_own_version()}, pyarrow {_version_of('pyarrow')}, searches {search_signature()}"


def check_fingerprint(expected: str) -> None:
    """Refuse to work for a machine that would get other results."""
    if expected != fingerprint():
        raise LudotecaError(
            f"a worker has {fingerprint()}, but the work is from one with {expected}: install the same on all machines"
        )


def source_digest(game: Game) -> str:
    """A hash of what a game of others is made of; nothing for ours, which versions and the signature tell apart."""
    return "" if game.module in FOLDERS.values() else _digest_of_module(game.module)


def check_sources(expected: Mapping[str, str]) -> None:
    """Refuse to work for a machine on which one of these games, by name, has another digest."""
    for name, digest in expected.items():
        if digest != source_digest(GAMES[name]):
            raise LudotecaError(
                f"a worker has another source of {name} than who gives it work: install the same on all machines"
            )


@lru_cache
def _digest_of_module(name: str) -> str:
    file = getattr(module_named(name), "__file__", None)
    digest = hashlib.sha256()
    for path in _files_of_module(name, Path(file)) if file else ():
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def _files_of_module(name: str, file: Path) -> list[Path]:
    """Those that decide: of a module in a package all of the package, else the file and what is named after it."""
    stem = file.name.partition(".")[0]
    depth = 0 if name.endswith(".py") else name.count(".") + (stem == "__init__")
    found: Iterable[Path] = file.parents[depth - 1].rglob("*") if depth else file.parent.glob(f"{stem}.*")
    return sorted(path for path in found if path.suffix in DECISIVE)


@lru_cache
def search_signature() -> str:
    """What small fixed searches find and how many nodes they visit, as eight hexadecimal digits."""
    found = []
    for name, options, kind in SEARCHES:
        position = GAMES[name].start(**options)
        for ply in range(PLIES):
            moves = position.legal_moves()
            position.play(moves[37 * (ply + 1) % len(moves)])
        report = Thinker(position.game.evaluator, 1, search=kind).think(position, Limits(nodes=NODES))
        found.append((name, kind, position.key, report.nodes, report.depth, report.lines))
    return hashlib.sha256(repr(found).encode()).hexdigest()[:8]


def _own_version() -> str:
    from ludoteca import __version__  # The package imports the games first.

    return __version__


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"

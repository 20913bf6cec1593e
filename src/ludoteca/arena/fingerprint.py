"""Whether two machines would play the same games: the version of the package, and what fixed searches find.

Workers compare theirs with that of who gives them work, so that a cluster of mixed versions is an error and not a
corpus that nobody can make again.
"""

import hashlib
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
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

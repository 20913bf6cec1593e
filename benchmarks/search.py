"""The search of Xiangqi: as many nodes of the same positions as Fairy-Stockfish, and two threads beside one."""

import tempfile
from pathlib import Path

import ludoteca
from benchmarks.measure import Row, child_seconds, fairy_stockfish, faster, rate
from ludoteca.search.think import Limits, Thinker

POSITIONS = (
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 1",
    "2bak4/4a4/4b1n2/p3p1R1p/9/2P3r2/P3P3P/2N1B4/9/3AKAB2 w - - 0 1",
    "3akab2/9/2n1b4/p3p3p/2p6/4P1R2/P1r5P/2N1C4/4A4/2B1KAB2 b - - 0 1",
)
NODES = 1_000_000
MEGABYTES = 16
SECONDS = 2.0


def rows() -> list[Row]:
    one, two = (_nodes_in_time(threads) for threads in (1, 2))
    return [
        faster("xiangqi", "search, one thread", rate(_search), "nodes/s", "Fairy-Stockfish", _their_rate()),
        faster("xiangqi", "search, two threads", two, "nodes/s", "one thread", one),
    ]


def _search() -> int:
    game = ludoteca.game("xiangqi")
    reports = (Thinker(game.evaluator, MEGABYTES).think(game.parse(text), Limits(nodes=NODES)) for text in POSITIONS)
    return sum(report.nodes for report in reports)


def _nodes_in_time(threads: int) -> float:
    """By the clock, for that is what threads are for."""
    game = ludoteca.game("xiangqi")
    nodes = sum(
        Thinker(game.evaluator, MEGABYTES, threads).think(game.parse(text), Limits(SECONDS)).nodes for text in POSITIONS
    )
    return nodes / (SECONDS * len(POSITIONS))


def _their_rate() -> float | None:
    engine = fairy_stockfish()
    if engine is None:
        return None
    with tempfile.NamedTemporaryFile("w", suffix=".fen") as file:
        Path(file.name).write_text("\n".join(POSITIONS) + "\n")
        bench = f"bench {MEGABYTES} 1 {NODES} {file.name} nodes"
        seconds, _ = child_seconds([engine], f"setoption name UCI_Variant value xiangqi\n{bench}\nquit\n")
    return NODES * len(POSITIONS) / seconds

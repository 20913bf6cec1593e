"""Xiangqi beside Fairy-Stockfish, pyffish and OpenSpiel."""

import time

import ludoteca
from benchmarks.measure import (
    Row,
    child_seconds,
    core_moves,
    driven_moves,
    fairy_stockfish,
    faster,
    open_spiel_steps,
    rate,
    shorter,
)
from ludoteca.search.perft import perft
from ludoteca.search.playout import Playout

DEPTH = 5
LEAVES = 133_312_995


def rows() -> list[Row]:
    game = ludoteca.game("xiangqi")
    start = game.start()
    spiel = open_spiel_steps("xiangqi")
    playout = Playout()
    return [
        faster("xiangqi", f"perft {DEPTH}", _our_perft(), "leaves/s", "Fairy-Stockfish", _their_perft()),
        shorter("xiangqi", "legal_moves()", _microseconds(start), "us", "pyffish", _their_microseconds(str(start))),
        faster(
            "xiangqi", "random games from Python", rate(lambda: driven_moves(game.start)), "moves/s", "OpenSpiel", spiel
        ),
        faster(
            "xiangqi",
            "random games in the core",
            rate(lambda: core_moves(playout, start)),
            "moves/s",
            "OpenSpiel",
            spiel,
        ),
    ]


def _our_perft() -> float:
    begin = time.process_time()
    assert perft(ludoteca.game("xiangqi").start(), DEPTH) == LEAVES
    return LEAVES / (time.process_time() - begin)


def _their_perft() -> float | None:
    engine = fairy_stockfish()
    if engine is None:
        return None
    seconds, printed = child_seconds(
        [engine], f"setoption name UCI_Variant value xiangqi\nposition startpos\ngo perft {DEPTH}\nquit\n"
    )
    assert str(LEAVES) in printed
    return LEAVES / seconds


def _microseconds(start: ludoteca.Position) -> float:
    return 1e6 / rate(lambda: len([start.legal_moves() for _ in range(100)]))


def _their_microseconds(fen: str) -> float | None:
    try:
        import pyffish
    except ImportError:
        return None
    return 1e6 / rate(lambda: len([pyffish.legal_moves("xiangqi", fen, []) for _ in range(10)]))

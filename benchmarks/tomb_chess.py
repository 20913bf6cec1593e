"""Tomb Chess beside our own Xiangqi: what a legal move costs, over positions from random play."""

import time
from random import Random

import ludoteca
from benchmarks.measure import Row, faster, shorter

POSITIONS = 120


def rows() -> list[Row]:
    tomb, tomb_positions, counts = _cost("tomb-chess")
    xiangqi, _, _ = _cost("xiangqi")
    median = sorted(counts)[len(counts) // 2]
    return [
        shorter("tomb-chess", "a legal move", 1e9 * tomb, "ns", "our Xiangqi", 1e9 * xiangqi),
        faster("tomb-chess", f"positions, median {median} moves", tomb_positions, "positions/s", "target", 300.0),
    ]


def _cost(name: str) -> tuple[float, float, list[int]]:
    """Seconds of CPU time for each legal move found, and positions a second."""
    random = Random(4)
    position = ludoteca.game(name).start()
    seconds = 0.0
    counts: list[int] = []
    while len(counts) < POSITIONS:
        repeats = 1 if name == "tomb-chess" else 50
        begin = time.process_time()
        for _ in range(repeats):
            moves = position.legal_moves()
        seconds += (time.process_time() - begin) / repeats
        if not moves or len(position.moves_played()) > 100:
            position = ludoteca.game(name).start()
            continue
        counts.append(len(moves))
        position.play(random.choice(moves))
    return seconds / sum(counts), len(counts) / seconds, counts

"""Tomb Chess beside our own Xiangqi: what a legal move costs, over positions from random play."""

import time
from random import Random
from statistics import median

import ludoteca
from benchmarks.measure import Row, faster, shorter

POSITIONS = 120
PASSES = 5


def rows() -> list[Row]:
    tomb, xiangqi = _positions("tomb-chess"), _positions("xiangqi")
    tomb_costs, xiangqi_costs = [], []
    # By turns, so that a busy moment of the machine meets both; each pass goes once over all positions.
    for _ in range(PASSES):
        tomb_costs.append(_seconds(tomb, 1))
        xiangqi_costs.append(_seconds(xiangqi, 200))
    counts = [len(position.legal_moves()) for position in tomb]
    ours = median(tomb_costs) / sum(counts)
    theirs = median(xiangqi_costs) / sum(len(position.legal_moves()) for position in xiangqi)
    figure = f"positions, median {median(counts):.0f} moves"
    return [
        shorter("tomb-chess", "a legal move", 1e9 * ours, "ns", "our Xiangqi", 1e9 * theirs),
        faster("tomb-chess", figure, POSITIONS / median(tomb_costs), "positions/s", "target", 300.0),
    ]


def _positions(name: str) -> list[ludoteca.Position]:
    """Positions met in random games of up to 100 plies."""
    random = Random(4)
    found: list[ludoteca.Position] = []
    position = ludoteca.game(name).start()
    while len(found) < POSITIONS:
        moves = position.legal_moves()
        if not moves or len(position.moves_played()) > 100:
            position = ludoteca.game(name).start()
            continue
        found.append(position.copy())
        position.play(random.choice(moves))
    return found


def _seconds(positions: list[ludoteca.Position], passes: int) -> float:
    """CPU time of finding all moves of all positions once."""
    begin = time.process_time()
    for _ in range(passes):
        for position in positions:
            position.legal_moves()
    return (time.process_time() - begin) / passes

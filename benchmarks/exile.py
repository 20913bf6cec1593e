"""Exile beside our own Xiangqi: a decision may cost no more than a move there."""

from functools import partial
from statistics import median

import ludoteca
from benchmarks.measure import Row, core_moves, faster, rate
from ludoteca.search.playout import Playout

MODES = ("classic", "infinite", "duel-classic", "duel-infinite")


def rows() -> list[Row]:
    playout = Playout()
    xiangqi = ludoteca.game("xiangqi").start()
    found = []
    for mode in MODES:
        start = ludoteca.game("exile").start(mode=mode)
        ours, theirs = [], []
        # By turns, so that a busy moment of the machine meets both.
        for _ in range(5):
            ours.append(rate(partial(core_moves, playout, start), 0.4))
            theirs.append(rate(partial(core_moves, playout, xiangqi), 0.4))
        figure = f"{mode}, in the core"
        found.append(faster("exile", figure, median(ours), "decisions/s", "our Xiangqi", median(theirs)))
    return found

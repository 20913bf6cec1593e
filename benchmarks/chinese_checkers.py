"""Chinese Checkers beside OpenSpiel.

A move of ours is a whole turn, with all jumps of a chain; a step of OpenSpiel's is one jump, or the end of a chain.
"""

import ludoteca
from benchmarks.measure import Row, core_moves, driven_moves, faster, open_spiel_steps, rate
from ludoteca.search.playout import Playout

SIZES = (2, 6)


def rows() -> list[Row]:
    return [row for players in SIZES for row in _rows_of(players)]


def _rows_of(players: int) -> list[Row]:
    game = ludoteca.game("chinese-checkers")
    start = game.start(players=players)
    spiel = open_spiel_steps("chinese_checkers", {"players": players})
    playout = Playout()
    from_python = rate(lambda: driven_moves(lambda: game.start(players=players)))
    in_core = rate(lambda: core_moves(playout, start))
    return [
        faster("chinese-checkers", f"{players} players, from Python", from_python, "moves/s", "OpenSpiel", spiel),
        faster("chinese-checkers", f"{players} players, in the core", in_core, "moves/s", "OpenSpiel", spiel),
    ]

"""`python -m benchmarks.alone`: how many turns ten pieces, alone on the star, need from their start to their home.

The best that is possible is 27. Each line is one beam search from the start, wider than the one before.
"""

import sys
import time

import ludoteca.core.position
from ludoteca.games.chinese_checkers import board
from ludoteca.games.chinese_checkers.pieces import Pieces
from ludoteca.games.chinese_checkers.race import NARROWEST, WIDER, WIDEST, Race

PLAYERS = 6
"""With ten pieces each."""


def main() -> int:
    if ludoteca.core.position.__file__.endswith(".py"):
        print("the core is not compiled: install the package first", file=sys.stderr)
        return 2
    pieces = Pieces(PLAYERS)
    for hole in board.start_of(PLAYERS, 0):
        pieces.put(0, hole)
    moves: list[int] = []
    print(f"{'width':>6}{'turns':>7}{'nodes':>12}{'CPU seconds':>13}")
    width = NARROWEST
    while width <= WIDEST:
        race = Race(pieces, 0)
        begin = time.process_time()
        race.restart(width)
        while race.advance():
            pass
        moves = race.plan() or moves
        print(f"{width:>6}{len(moves):>7}{race.nodes:>12,}{time.process_time() - begin:>13.3f}")
        width *= WIDER
    print(*(board.NAMES[origin] + board.NAMES[target] for origin, target in map(board.holes_of, moves)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m benchmarks.signature`: the nodes that every search visits on fixed positions, and their sum.

The sum is the signature of the searches: it changes when a search, an evaluation or the order of moves changes, and
stays when code was only moved. A commit that changes it ends with the line `Bench: <sum>`.
"""

from typing import Any

import ludoteca
from ludoteca.search.think import Limits, Thinker

POSITIONS: tuple[tuple[str, dict[str, Any], str, int, Limits], ...] = (
    ("xiangqi", {}, "alphabeta", 0, Limits(depth=11)),
    ("xiangqi", {}, "alphabeta", 24, Limits(depth=11)),
    ("xiangqi", {}, "mcts", 10, Limits(depth=7)),
    ("chinese-checkers", {"players": 2}, "alphabeta", 20, Limits(depth=8)),
    ("chinese-checkers", {"players": 3}, "paranoid", 12, Limits(depth=7)),
    ("chinese-checkers", {"players": 6}, "maxn", 12, Limits(depth=3)),
    ("exile", {}, "brs", 16, Limits(depth=5)),
    ("exile", {"mode": "infinite"}, "paranoid", 16, Limits(depth=5)),
    ("exile", {"mode": "duel-classic"}, "alphabeta", 10, Limits(depth=7)),
    ("exile", {}, "mcts", 8, Limits(depth=5)),
    ("tomb-chess", {}, "selective", 0, Limits(depth=4)),
    ("tomb-chess", {}, "selective", 12, Limits(depth=3)),
)
"""Game, options, search, plies played before (each time another move of the list, by its place), and limits."""


def main() -> None:
    total = 0
    for name, options, search, plies, limits in POSITIONS:
        game = ludoteca.game(name)
        position = game.start(**options)
        for ply in range(plies):
            moves = position.legal_moves()
            position.play(moves[37 * (ply + 1) % len(moves)])
        nodes = Thinker(game.evaluator, 16, search=search).think(position, limits).nodes
        print(f"{nodes:12,}  {name} {search} {' '.join(f'{key}={value}' for key, value in options.items())}")
        total += nodes
    print(f"Bench: {total}")


if __name__ == "__main__":
    main()

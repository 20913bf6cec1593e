"""Openings: random moves, the same for every rotation of the players, from which no side is far ahead."""

from random import Random

from ludoteca.core.position import Position
from ludoteca.search.think import Limits, Thinker

FAIR = 100
"""An opening of two seats is fair if a short search does not see more than this for either."""
TRIES = 40


def rotation(players: int, seats: int, number: int) -> tuple[int, ...]:
    """Who sits where in a game, by place among the players: they take the seats in order, turned by one a game.

    Fewer players than seats share them by turns.
    """
    return tuple((seat + number) % players for seat in range(seats))


def random_opening(start: Position, plies: int, seed: str) -> Position:
    """The position after so many random moves, or the start itself if no fair one is found."""
    random = Random(seed)
    for _ in range(TRIES if plies else 0):
        position = start.copy()
        for _ in range(plies):
            moves = position.legal_moves()
            if moves:
                position.play(random.choice(moves))
        if not position.is_over() and _is_fair(position):
            return position
    return start


def _is_fair(position: Position) -> bool:
    # Without an evaluator a search judges by random games: slow, and no proof.
    if position.seats != 2 or not position.game.has_evaluator:
        return True
    report = Thinker(position.game.evaluator, 1).think(position, Limits(nodes=2000))
    return abs(report.lines[0].scores[0]) <= FAIR

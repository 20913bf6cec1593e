"""Checks of the searches on a game."""

from random import Random

from ludoteca.core.position import Position
from ludoteca.search import scores
from ludoteca.search.playout import Playout
from ludoteca.search.think import Limits, Thinker
from ludoteca.testing.requirements import PLAYOUT_PLIES, affordable, everything, require, require_same

THINKING = Limits(seconds=10, nodes=20)


def check_playout(position: Position, random: Random) -> None:
    """Random games inside the searches are legal games, and leave nothing behind."""
    before = everything(position)
    played = position.copy()
    made = Playout(random.randrange(1 << 32)).run(played, affordable(position, PLAYOUT_PLIES))
    added = played.moves_played()[len(before.moves_played) :]
    require(len(added) == made, f"a random game tells of {made} moves, but {len(added)} were played")
    again = position.copy()
    for move in added:
        require(move in again.legal_moves(), f"a random game plays {move}, which is not legal in {again}")
        again.play(move)
    require_same(everything(again), everything(played), "after a random game")
    require_same(everything(position), before, "after a random game on a copy")


def check_machine(position: Position, random: Random) -> None:
    """The machine evaluates a position and finds a legal move, and leaves the position as it was."""
    game, before = position.game, everything(position)
    if game.has_evaluator:
        for seat in range(position.seats):
            score = game.evaluator().score(position, seat)
            require(abs(score) < scores.PROVEN, f"evaluate({seat}) is {score}, which means a proven win to a search")
        require_same(everything(position), before, "after the position was evaluated")
    if before.legal_moves:
        best = Thinker(game.evaluator, megabytes=1).think(position, THINKING).best
        require(best in before.legal_moves, f"the machine chooses {best}, which is not legal")
        require_same(everything(position), before, "after the machine has thought")

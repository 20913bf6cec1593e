"""Players by name: `random`, `greedy`, `mcts`, `engine`, `engine:3`, `search:paranoid`, `uci:PROGRAM`."""

from ludoteca.core.game import Game
from ludoteca.core.ruling import LudotecaError
from ludoteca.players.engine import FULL, EnginePlayer
from ludoteca.players.external import UciPlayer
from ludoteca.players.player import GreedyPlayer, Player, RandomPlayer, SamplingPlayer, SearchingPlayer
from ludoteca.search.think import SEARCHES

KINDS = f"random, greedy, mcts, engine, engine:1 to engine:8, search:NAME of {', '.join(SEARCHES)}, uci:PROGRAM"


def seat(name: str, game: Game, seconds: float = 1.0, seed: int = 0, threads: int = 1) -> Player:
    """The player that a name means, for a game."""
    kind, _, detail = name.partition(":")
    if kind == "random" and not detail:
        return RandomPlayer(seed)
    if kind == "greedy" and not detail:
        return GreedyPlayer(game, seed)
    if kind == "mcts" and not detail:
        return SamplingPlayer(seconds, seed)
    if kind == "search" and detail in SEARCHES:
        return SearchingPlayer(game, detail, seconds)
    if kind == "engine" and (not detail or detail in map(str, range(1, FULL + 1))):
        return EnginePlayer(game, int(detail or FULL), seconds, threads, seed)
    if kind == "uci" and detail:
        return UciPlayer(detail.split(), game.name, seconds)
    raise LudotecaError(f"there is no player {name!r}; there are: {KINDS}")

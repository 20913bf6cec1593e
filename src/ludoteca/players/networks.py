"""Players that search with an evaluator of their own: a learned network, or what the game's author wrote by hand."""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache

from ludoteca.core.evaluator import Evaluator, EvaluatorOfOptions
from ludoteca.core.game import Game
from ludoteca.core.network import Network, NetworkEvaluator
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.players.player import SearchingPlayer
from ludoteca.search.think import Thinker

MEGABYTES = 16
"""Of the memory of a search: enough for the short ones of self-play and tests, and quickly cleared."""
_KNOWN: dict[str, bytes] = {}


def know_network(content: bytes) -> str:
    """Make the network in a file's content known to this process; the name of the player that uses it.

    The name tells the content, and no path: games played with it can be told from others, wherever they were played.
    """
    digest = hashlib.sha256(content).hexdigest()[:16]
    _KNOWN[digest] = content
    return f"network:{digest}"


class EvaluatingPlayer(SearchingPlayer):
    """The search that serves the game best, at full strength, with an evaluator that need not be the game's."""

    def __init__(
        self, name: str, game: Game, evaluator: Callable[[], Evaluator], seconds: float | None = 1.0, nodes: int = 0
    ) -> None:
        self.evaluator = evaluator
        super().__init__(game, "", seconds, nodes)
        self.name = name

    def choose(self, position: Position) -> int:
        self.thinker.search = position.game.search_for(position.seats, self.evaluator)
        return super().choose(position)

    def new_game(self) -> None:
        self.thinker = Thinker(self.evaluator, MEGABYTES)


def make_network_player(source: str, game: Game, seconds: float | None, nodes: int) -> EvaluatingPlayer:
    """The player of a network: by the path of its file, or one that `know_network` has named."""
    network = load_network(source, game.name)
    if not game.features:
        raise LudotecaError(f"{game.name} has no features, so that no network can see it")

    def choose(options: Mapping[str, Value]) -> Evaluator:
        return NetworkEvaluator(network, game.features(options))  # type: ignore[misc]

    return EvaluatingPlayer(f"network:{source}", game, lambda: EvaluatorOfOptions(choose), seconds, nodes)


def make_hand_player(game: Game, seconds: float | None, nodes: int) -> EvaluatingPlayer:
    """The player with the evaluator that came with the rules, whether the game has a network or not."""
    return EvaluatingPlayer("hand", game, game.hand_evaluator, seconds, nodes)


@lru_cache(maxsize=8)
def load_network(source: str, game: str) -> Network:
    """The network in the file with a path, or one that `know_network` has named."""
    if source in _KNOWN:
        return Network.from_bytes(_KNOWN[source], game=game)
    return Network.load(source, game=game)

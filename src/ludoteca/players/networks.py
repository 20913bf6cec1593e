"""Players that search with an evaluator of their own: a learned network, or what the game's author wrote by hand."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from ludoteca.core.evaluator import Evaluator, EvaluatorOfOptions
from ludoteca.core.game import Game
from ludoteca.core.network import Network, NetworkEvaluator
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.players.player import SearchingPlayer, megabytes_for
from ludoteca.search.think import Thinker

PREFIX = "network:"
DIGEST = re.compile(r"(?:(?P<path>.*)@)?(?P<digest>[0-9a-f]{16})")
"""How a network is named by its content, where it was found standing before."""
_KNOWN: dict[str, bytes] = {}


def know_network(content: bytes) -> str:
    """Make the network in a file's content known to this process; the name of the player that uses it.

    The name tells the content, and no path: games played with it can be told from others, wherever they were played.
    """
    digest = hashlib.sha256(content).hexdigest()[:16]
    _KNOWN[digest] = content
    return PREFIX + digest


def name_by_content(name: str, game: str) -> str:
    """The name of a player that tells the content of its network, too: `network:FILE` becomes `network:FILE@DIGEST`.

    So another network in the same file is another player, and workers that have no such file can be given it. Names
    of other players stay as they are.
    """
    if not name.startswith(PREFIX):
        return name
    source, mark, limit = name.removeprefix(PREFIX).partition("?")
    network = load_network(source, game)
    if not DIGEST.fullmatch(source):
        source += "@" + know_network(network.to_bytes()).removeprefix(PREFIX)
    return PREFIX + source + mark + limit


def contents_of(names: Iterable[str]) -> tuple[bytes, ...]:
    """The networks of all players that are named by content, as this process knows them."""
    sources = (name.removeprefix(PREFIX).partition("?")[0] for name in names if name.startswith(PREFIX))
    found = (DIGEST.fullmatch(source) for source in sources)
    return tuple(_KNOWN[each["digest"]] for each in found if each and each["digest"] in _KNOWN)


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
        self.thinker = Thinker(self.evaluator, megabytes_for(self.limits.nodes))


def make_network_player(source: str, game: Game, seconds: float | None, nodes: int) -> EvaluatingPlayer:
    """The player of a network: by the path of its file, or by its content."""
    network = load_network(source, game.name)
    if not game.features:
        raise LudotecaError(f"{game.name} has no features, so that no network can see it")

    def choose(options: Mapping[str, Value]) -> Evaluator:
        return NetworkEvaluator(network, game.features(options))  # type: ignore[misc]

    return EvaluatingPlayer(f"network:{source}", game, lambda: EvaluatorOfOptions(choose), seconds, nodes)


def make_hand_player(game: Game, seconds: float | None, nodes: int) -> EvaluatingPlayer:
    """The player with the evaluator that came with the rules, whether the game has a network or not."""
    return EvaluatingPlayer("hand", game, game.hand_evaluator, seconds, nodes)


def load_network(source: str, game: str) -> Network:
    """The network in the file with a path; of one named by its content also one that this process knows."""
    named = DIGEST.fullmatch(source)
    if not named:
        return Network.load(source, game=game)
    if named["digest"] not in _KNOWN:
        _know_file(named["path"] or source, named["digest"])
    return _known_network(named["digest"], game)


@lru_cache(maxsize=8)
def _known_network(digest: str, game: str) -> Network:
    return Network.from_bytes(_KNOWN[digest], game=game)


def _know_file(path: str, digest: str) -> None:
    """Make the network in a file known, if it is still the one that is asked for."""
    if know_network(Network.load(path).to_bytes()) != PREFIX + digest:
        raise LudotecaError(f"{path} is another network than the one that is asked for ({digest})")

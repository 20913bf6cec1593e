"""Players by name: `random`, `greedy`, `mcts`, `engine`, `engine:3`, `search:paranoid`, `network:FILE`, `hand`,
`uci:PROGRAM`, `ucci:PROGRAM`.

`engine:3,variety` chooses among moves that are about as good, so that its games differ. A program may have arguments
and options: `uci:PROGRAM ARGUMENT?Hash=64&Skill Level=3`. `network` and `hand` may have a limit of their own:
`hand?nodes=2000`.
"""

import shlex

from ludoteca.core.game import Game
from ludoteca.core.ruling import LudotecaError
from ludoteca.players.engine import FULL, LEVEL_NAMES, EnginePlayer
from ludoteca.players.external import UcciPlayer, UciPlayer
from ludoteca.players.networks import make_hand_player, make_network_player
from ludoteca.players.player import GreedyPlayer, Player, RandomPlayer, SamplingPlayer, SearchingPlayer
from ludoteca.search.think import SEARCHES

PROTOCOLS = {"uci": UciPlayer, "ucci": UcciPlayer}
KINDS = (
    f"random, greedy, mcts, engine, engine:1 to engine:{FULL}, engine:1,variety, search:NAME of {', '.join(SEARCHES)}, "
    "network:FILE, hand, uci:PROGRAM, ucci:PROGRAM"
)
LEVELS_IN_WORDS = ", ".join(f"{level} {name}" for level, name in LEVEL_NAMES.items())
VARIETY = ",variety"


def make_player(name: str, game: Game, seconds: float = 1.0, seed: int = 0, threads: int = 1) -> Player:
    """The player that a name means, for a game."""
    kind, _, detail = name.partition(":")
    if kind in PROTOCOLS:
        command, options = _program(detail)
        if command:
            return PROTOCOLS[kind](command, game, seconds, options)
    own, nodes = _own_limit(name)
    return _make_own(own, game, None if nodes else seconds, seed, threads, nodes)


def make_repeatable_player(name: str, game: Game, nodes: int, seed: int = 0) -> Player:
    """The player that a name means, its thinking limited by nodes alone: it does the same on any machine.

    Levels below the highest have a number of nodes of their own.
    """
    kind = name.partition(":")[0]
    if kind in PROTOCOLS:
        raise LudotecaError(f"{name} thinks by time, so its games cannot be repeated; `match` plays them")
    own, limit = _own_limit(name)
    is_unlimited = kind in ("mcts", "search", "network") or own == "hand"
    if max(limit, nodes) < 1 and (is_unlimited or own.removesuffix(VARIETY) in ("engine", f"engine:{FULL}")):
        raise LudotecaError(f"{name} needs a limit that is the same on any machine: a number of nodes for a move")
    return _make_own(own, game, None, seed, 1, limit or nodes)


def _make_own(name: str, game: Game, seconds: float | None, seed: int, threads: int, nodes: int) -> Player:
    kind, _, detail = name.partition(":")
    if kind == "random" and not detail:
        return RandomPlayer(seed)
    if kind == "greedy" and not detail:
        return GreedyPlayer(game, seed)
    if kind == "mcts" and not detail:
        return SamplingPlayer(seconds, seed, nodes)
    if kind == "search" and detail in SEARCHES:
        return SearchingPlayer(game, detail, seconds, nodes)
    level = detail.removesuffix(VARIETY)
    if kind == "engine" and (not detail or level in map(str, LEVEL_NAMES)):
        return EnginePlayer(game, int(level or FULL), seconds, threads, seed, nodes, level != detail)
    if kind == "network" and detail:
        return make_network_player(detail, game, seconds, nodes)
    if kind == "hand" and not detail:
        return make_hand_player(game, seconds, nodes)
    raise LudotecaError(f"there is no player {name!r}; there are: {KINDS}")


def _own_limit(name: str) -> tuple[str, int]:
    """A name without its limit of nodes, and the limit; 0 if it has none."""
    own, _, limit = name.partition("?")
    if not limit or not own.startswith(("network:", "hand")):
        return name, 0
    option, _, nodes = limit.partition("=")
    if option != "nodes" or not (nodes.isascii() and nodes.isdigit() and 0 < int(nodes) < 10**9):
        raise LudotecaError(f"the limit of a player is nodes=NUMBER, not {limit[:40]!r}")
    return own, int(nodes)


def _program(detail: str) -> tuple[list[str], dict[str, str]]:
    """`PROGRAM ARGUMENTS?NAME=VALUE&NAME=VALUE` as words and options; no words if it cannot be read."""
    command, _, settings = detail.partition("?")
    options = {}
    for setting in filter(None, settings.split("&")):
        name, equals, value = setting.partition("=")
        if not equals or not name.strip() or any(len(each.splitlines()) > 1 for each in (name, value)):
            raise LudotecaError(f"an option of an engine is NAME=VALUE, not {setting[:40]!r}")
        options[name.strip()] = value.strip()
    try:
        return shlex.split(command), options
    except ValueError:
        return [], {}

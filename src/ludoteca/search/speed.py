"""How fast the rules of a game run."""

import time
from collections.abc import Callable, Mapping

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.search.perft import MAX_DEPTH, perft
from ludoteca.search.playout import Playout

PLIES_AT_A_TIME = 20


def measure(game: Game, options: Mapping[str, Value], seconds: float) -> dict[str, float]:
    """Speeds of a game's rules from its start, with so much CPU time for each figure."""
    position = game.start(**options)
    leaves, leaf_time = _repeat(lambda: _deepening(position, seconds / 10), seconds)
    calls, call_time = _time_legal_moves(position, seconds)
    moves, move_time = _repeat(RandomGames(position).play_on, seconds)
    return {
        "perft_leaves_per_second": leaves / leaf_time,
        "legal_moves_microseconds": 1e6 * call_time / calls,
        "random_moves_per_second": moves / move_time,
    }


def _time_legal_moves(first: Position, seconds: float) -> tuple[int, float]:
    """How often legal moves were asked for, and how long it took: each time after a move, for a game may keep them."""
    move = first.legal_moves()[0]
    position = first.copy()

    def call(is_asking: bool) -> int:
        for _ in range(100):
            position.play(move)
            if is_asking:
                position.legal_moves()
            position.undo()
        return 100

    calls, whole = _repeat(lambda: call(True), seconds)
    played, playing = _repeat(lambda: call(False), seconds)
    return calls, max(whole - calls * playing / played, 0.0)


class RandomGames:
    """Random games from a position, one after the other, some plies at a time: one game can be long or endless."""

    def __init__(self, first: Position) -> None:
        self.first = first
        self.position = first.copy()
        self.playout = Playout()

    def play_on(self) -> int:
        made = self.playout.run(self.position, PLIES_AT_A_TIME)
        if made < PLIES_AT_A_TIME:
            self.position = self.first.copy()
        return made


def _deepening(position: Position, seconds: float) -> int:
    """The leaves of perft at depth 1, 2 and so on, until that takes so long or no game lasts longer."""
    begin = time.process_time()
    total = 0
    for depth in range(1, MAX_DEPTH + 1):
        leaves = perft(position, depth)
        total += leaves
        if not leaves or time.process_time() - begin > seconds:
            break
    return total


def _repeat(work: Callable[[], int], seconds: float) -> tuple[int, float]:
    begin = time.process_time()
    done = 0
    while (spent := time.process_time() - begin) < seconds:
        done += work()
    return done, spent

"""Searches against brute force: the same score, by the plain definition of each search."""

import pytest

from ludoteca.search.alphabeta import AlphaBeta
from ludoteca.search.multiplayer import Multiplayer
from ludoteca.search.scores import PROVEN, WIN
from ludoteca.search.selective import Selective
from ludoteca.search.transposition import TranspositionTable
from tests.play import IS_COMPILED, after

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="thousands of moves, each of them to be judged")
GAMES = [
    ("xiangqi", {}, 30),
    ("chinese-checkers", {"players": 2}, 30),
    ("chinese-checkers", {"players": 3}, 30),
    ("chinese-checkers", {"players": 4}, 40),
    ("chinese-checkers", {"players": 6}, 60),
    ("exile", {"mode": "classic"}, 40),
    ("exile", {"mode": "infinite"}, 40),
    ("exile", {"mode": "duel-classic"}, 40),
    ("exile", {"mode": "duel-infinite"}, 40),
    ("tomb-chess", {}, 10),
]
LEAVES = 60_000 if IS_COMPILED else 300


class Definition:
    """What a search would find that tried every move; `evaluate(seat)` is asked where the depth ends."""

    def __init__(self, position, root):
        self.position = position
        self.root = root
        self.evaluator = position.game.evaluator()
        self.evaluator.attach(position)

    def score(self, seat, ply):
        """The score of a seat in a position that is not searched further."""
        outcome = self.position.outcome()
        if outcome is None:
            return max(1 - PROVEN, min(PROVEN - 1, self.evaluator.score(self.position, seat)))
        payoff = outcome.payoffs[seat]
        return (payoff > 0) * (WIN - ply) + (payoff < 0) * (ply - WIN)

    def children(self, moves=None):
        for move in moves or self.position.legal_moves():
            self.position.play(move)
            yield move
            self.position.undo()

    def value(self, depth):
        """The score of the seat to move."""
        raise NotImplementedError


class Paranoid(Definition):
    def value(self, depth, ply=0):
        moves = self.position.legal_moves()
        if depth <= 0 or not moves:
            return self.score(self.root, ply)
        choose = max if self.position.to_move == self.root else min
        return choose(self.value(depth - 1, ply + 1) for _ in self.children())


class Negamax(Paranoid):
    """As Paranoid with two seats, but who is to move is asked: a network may say otherwise of the other."""

    def score(self, seat, ply):
        mover = self.position.to_move
        return super().score(mover, ply) if mover == seat else -super().score(mover, ply)


class MaxN(Definition):
    def value(self, depth):
        return self.vector(depth, 0)[self.root]

    def vector(self, depth, ply):
        if depth <= 0 or not self.position.legal_moves():
            return [self.score(seat, ply) for seat in range(self.position.seats)]
        seat = self.position.to_move
        found = [self.vector(depth - 1, ply + 1) for _ in self.children()]
        return min(found, key=lambda scores: (-scores[seat], scores[self.root], scores))


class BestReply(Definition):
    """Every move of an opponent makes it the one who replies, but for the one that looks best before it is made.

    Moves are made at no cost of depth by who may not reply, and by who leaves it to the next opponent.
    """

    def value(self, depth, ply=0, replier=None):
        moves = self.position.legal_moves()
        seat = self.position.to_move
        if depth <= 0 or not moves:
            return self.score(self.root, ply)
        if seat == self.root:
            return max(self.value(depth - 1, ply + 1) for _ in self.children())
        if replier not in (None, seat):
            (only,) = [self.after(depth, ply, replier) for _ in self.children([self.special(moves)])]
            return only
        special = None if replier == seat else self.special(moves)
        found = []
        for move in self.children():
            if move != special:
                found.append(self.after(depth - 1, ply, seat))
            else:
                is_left = self.position.to_move not in (seat, self.root)
                found.append(self.after(depth if is_left else depth - 1, ply, replier))
        return min(found)

    def after(self, depth, ply, replier):
        return self.value(depth, ply + 1, None if self.position.to_move == self.root else replier)

    def special(self, moves):
        """The first of those that look best."""
        return max(moves, key=self.position.game.tactics_of(self.position).order_score_of)


def multiplayer(style):
    def search(position, depth):
        found = Multiplayer(
            position.copy(), position.game.evaluator(), TranspositionTable(1), style, is_full_width=True
        )
        found.set_limits(depth, 0)
        found.run()
        return found.score

    return search


def two_seats(kind):
    def search(position, depth):
        found = kind(position.copy(), position.game.evaluator(), TranspositionTable(1), is_full_width=True)
        found.set_limits(depth, 0)
        found.run()
        return found.score

    return search


SEARCHES = {
    "alphabeta": (two_seats(AlphaBeta), Negamax),
    "selective": (two_seats(Selective), Negamax),
    "paranoid": (multiplayer("paranoid"), Paranoid),
    "maxn": (multiplayer("maxn"), MaxN),
    "brs": (multiplayer("brs"), BestReply),
}


def affordable_depth(position):
    """As many plies as brute force can try; each has about as many moves as the first."""
    depth, leaves = 0, 1
    replies = position.seats - 1 if position.seats > 2 else 1
    while leaves * len(position.legal_moves()) * replies <= LEAVES and depth < 4:
        leaves *= len(position.legal_moves())
        depth += 1
    return max(depth, 1)


def is_for(search, options):
    """Whether a search is meant for the seats of a game."""
    seats = options.get("players", 4 if options.get("mode") in ("classic", "infinite") else 2)
    return seats == 2 or search not in ("alphabeta", "selective")


CASES = [
    pytest.param(*game, search, marks=compiled_only if game[0] == "tomb-chess" else ())
    for game in GAMES
    for search in SEARCHES
    if is_for(search, game[1])
]


@pytest.mark.parametrize(("name", "options", "plies", "search"), CASES, ids=str)
def test_the_score_is_that_of_brute_force(name, options, plies, search):
    find, definition = SEARCHES[search]
    for seed in range(1 if name == "tomb-chess" else 3):
        position = after((name, options), seed, plies)
        for depth in range(1, affordable_depth(position) + 1):
            expected = definition(position.copy(), position.to_move).value(depth)
            assert find(position, depth) == expected, (str(position), depth)

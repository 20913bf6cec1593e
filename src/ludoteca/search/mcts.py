"""Monte Carlo tree search: for any number of seats and any game, with or without an evaluator.

Each try walks down the tree by the moves that look best or are little known, adds a node, plays on at random to the end
or a little way, and tells the result to all moves on its way. A node's total is kept for the seat that made its move.
"""

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.search import constants
from ludoteca.search.release import Task

NO_MOVE = constants.NO_MOVE
MASK = 0xFFFFFFFFFFFFFFFF
UNIT = 1000.0
"""Payoffs from -1 to 1 are kept as whole numbers from 0 to twice this."""
LONGEST_PATH = 400
MOST_SEATS = 8


class Mcts(Task):
    """One search of one position. What it found so far can be read while it runs."""

    def __init__(self, position: Position, evaluator: Evaluator | None = None, seed: int = 1) -> None:
        if position.seats > MOST_SEATS:
            raise ValueError(f"a search is for up to {MOST_SEATS} seats, not {position.seats}")
        self.position = position
        self.evaluator = evaluator or Evaluator()
        self.has_evaluator = evaluator is not None
        if evaluator is not None:
            evaluator.watch(position)
        self.seats = position.seats
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK or 1
        self.found = Words()
        self.moves = Words()
        self.movers = Words()
        self.visits = Words()
        self.totals = Words()
        self.firsts = Words()
        self.counts = Words()
        self.path = [0] * 401
        self.payoffs = [0.0] * 8
        self.is_stopped = False
        self.try_limit = 0
        self.rollout_plies = 0
        self.boldness = 0.7
        self.scale = 400.0
        self.tries = 0
        self._add_node(NO_MOVE, 0)

    def set_limits(self, tries: int, rollout_plies: int = 0) -> None:
        """Limits of 0 are none; after `rollout_plies` random moves the evaluator is asked, if there is one."""
        self.try_limit = tries
        self.rollout_plies = rollout_plies

    def stop(self) -> None:
        self.is_stopped = True

    def work(self) -> None:
        self._work()

    def _work(self) -> None:
        while not self.is_stopped and (self.try_limit == 0 or self.tries < self.try_limit):
            self._try_once()
            self.tries += 1

    # One try

    def _try_once(self) -> None:
        node = 0
        depth = 0
        self.path[0] = 0
        while self.counts.at[node] > 0 and depth < LONGEST_PATH:
            node = self._most_promising(node)
            depth += 1
            self.path[depth] = node
            self.position.make(self.moves.at[node])
        if depth < LONGEST_PATH and (depth == 0 or self.visits.at[node] > 0) and self._expand(node):
            node = self.firsts.at[node] + self._below(self.counts.at[node])
            depth += 1
            self.path[depth] = node
            self.position.make(self.moves.at[node])
        self._roll_out()
        for index in range(depth + 1):
            node = self.path[index]
            self.visits.at[node] += 1
            self.totals.at[node] += self._worth(self.movers.at[node])
        while depth > 0:
            self.position.unmake()
            depth -= 1

    def _worth(self, seat: int) -> int:
        worth: int = int((self.payoffs[seat] + 1.0) * UNIT)
        return worth

    def _most_promising(self, node: int) -> int:
        """Upper confidence bound: a good share of wins, or few tries so far."""
        first: int = self.firsts.at[node]
        best = first
        best_bound = -1.0
        known = self._doublings(self.visits.at[node])
        for child in range(first, first + self.counts.at[node]):
            if self.visits.at[child] == 0:
                return child
            share = self.totals.at[child] / (2.0 * UNIT * self.visits.at[child])
            bound = share + self.boldness * (known / self.visits.at[child]) ** 0.5
            if bound > best_bound:
                best_bound = bound
                best = child
        return best

    def _doublings(self, visits: int) -> float:
        """About the logarithm of a number."""
        doublings = 1.0
        while visits > 1:
            visits >>= 1
            doublings += 0.7
        return doublings

    def _expand(self, node: int) -> bool:
        """Add a child for each legal move; False if the game is over."""
        self.found.clear()
        self.position.generate(self.found)
        if self.found.count == 0:
            return False
        self.firsts.at[node] = self.moves.count
        self.counts.at[node] = self.found.count
        for index in range(self.found.count):
            self._add_node(self.found.at[index], self.position.to_move)
        return True

    def _add_node(self, move: int, mover: int) -> None:
        self.moves.push(move)
        self.movers.push(mover)
        self.visits.push(0)
        self.totals.push(0)
        self.firsts.push(0)
        self.counts.push(0)

    def _roll_out(self) -> None:
        """Play on at random, note what it brought to each seat, and take it all back."""
        made = 0
        is_over = False
        while not (self.has_evaluator and made >= self.rollout_plies):
            self.found.clear()
            self.position.generate(self.found)
            if self.found.count == 0:
                is_over = True
                break
            self.position.make(self.found.at[self._below(self.found.count)])
            made += 1
        if not is_over and self.position.count_moves() == 0:
            is_over = True
        for seat in range(self.seats):
            if is_over:
                self.payoffs[seat] = self.position.payoff(seat)
            else:
                opinion = self.evaluator.opinion(seat)
                self.payoffs[seat] = opinion / (self.scale + abs(opinion))
        while made > 0:
            self.position.unmake()
            made -= 1

    def _below(self, count: int) -> int:
        """A random number from 0 to count - 1, by a xorshift generator."""
        self.state ^= self.state << 13 & MASK
        self.state ^= self.state >> 7
        self.state ^= self.state << 17 & MASK
        return (self.state >> 33) % count

    # What was found

    def best_move(self) -> int:
        """The move that was tried most."""
        return self.ranked_moves()[0][0]

    def ranked_moves(self) -> list[tuple[int, int, float]]:
        """Each move of the root with its tries and its mean payoff, most tried first."""
        return self._ranked_moves()

    def _ranked_moves(self) -> list[tuple[int, int, float]]:
        told = []
        for child in range(self.firsts.at[0], self.firsts.at[0] + self.counts.at[0]):
            visits = self.visits.at[child]
            mean = self.totals.at[child] / (UNIT * visits) - 1.0 if visits else 0.0
            told.append((self.moves.at[child], visits, mean))
        told.sort(key=_by_tries)
        return told


def _by_tries(each: tuple[int, int, float]) -> int:
    return -each[1]

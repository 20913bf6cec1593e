"""Monte Carlo tree search: for any number of seats and any game, with or without an evaluator.

Each try walks down the tree by the moves that look best or are little known, adds the moves of one more position, and
adds the result to all moves on its way: the evaluation or, without an evaluator, the end of a random game. What is
proven is kept: a move that wins is never tried again, one that loses is avoided (the MCTS solver).
"""

from ludoteca.core import bounds, constants
from ludoteca.core.evaluator import Evaluator, NoEvaluator
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.search import node as layout
from ludoteca.search import scores, xorshift
from ludoteca.search.nogil import Job
from ludoteca.search.tree import Tree
from ludoteca.search.xorshift import seeded

MAX_PATH = 400
MAX_NODES = 500_000
"""The tree grows no further than this, and neither does its memory: about 32 MB."""
MAX_TRIES = 2**62
FIRST_WIDTH, TRIES_A_MOVE = 12, 4
"""Progressive widening: start with FIRST_WIDTH moves, add one every TRIES_A_MOVE visits."""
MAX_EVALUATED = 96
"""Of how many moves of a position the evaluator is asked, those first that look best before they are made."""
MAX_TESTED = 400
"""Only with so many moves at the root are they tested for leaving nobody a move."""
EXPLORATION, PRIOR_VISITS = 0.25, 2.0
"""With an evaluator: the exploration constant, and how many visits a prior is worth."""
ROLLOUT_EXPLORATION = 0.7


class Mcts(Job):
    """One search of one position. What it found so far can be read while it runs."""

    def __init__(self, position: Position, evaluator: Evaluator | None = None, seed: int = 1) -> None:
        self.position = position
        self.evaluator = evaluator or NoEvaluator()
        self.has_evaluator = evaluator is not None
        self.evaluator.score(position, position.to_move)  # Attaches it, and fails here if it is not complete.
        self.tactics = position.game.tactics_of(position)
        self.seats = position.seats
        self.state = seeded(seed)
        self.found = IntStack()
        self.order = IntStack()
        self.tree = Tree(position.seats)
        self.path = [0] * 401
        self.payoffs = [0.0] * 8
        self.is_stopped = False
        self.try_limit = 0
        self.depth_limit = 0
        self.node_limit = MAX_NODES
        self.rollout_plies = 0
        self.tries = 0
        self.selective_depth = 0
        self.tree.add(constants.NO_MOVE, 0, 0, layout.UNPROVEN)

    def set_limits(self, tries: int, rollout_plies: int = 0, nodes: int = MAX_NODES, depth: int = 0) -> None:
        """Limits of 0 are none; after `rollout_plies` random moves the evaluator is asked, if there is one.

        The tree has at most about `nodes` nodes. With a depth, the search ends when the tree is so deep, or full.
        """
        self.try_limit = bounds.within(tries, 0, MAX_TRIES, "a number of tries")
        self.rollout_plies = bounds.within(rollout_plies, 0, bounds.MOST, "a number of plies")
        self.node_limit = bounds.within(nodes, 0, MAX_NODES, "a number of nodes")
        self.depth_limit = bounds.within(depth, 0, bounds.MOST, "a depth")

    def stop(self) -> None:
        self.is_stopped = True

    def work(self) -> None:
        if not self._expand(0):
            return
        self._look_for_wins()
        while not self._is_done():
            if self._try_once():
                self.tries += 1

    def _is_done(self) -> bool:
        if self.is_stopped or self.position.missing or self.tree.proofs.at[0] != layout.UNPROVEN:
            return True
        if self.depth_limit and (self.selective_depth >= self.depth_limit or self.tree.moves.count >= self.node_limit):
            return True
        return self.try_limit > 0 and self.tries >= self.try_limit

    # The root

    def _look_for_wins(self) -> None:
        """Wins in one turn are found before anything is tried, and so are moves that leave no move to anybody."""
        seat = self.position.to_move
        first: int = self.tree.firsts.at[0]
        count: int = self.tree.counts.at[0]
        for child in range(first, first + count):
            if self.is_stopped:
                return
            if self.tree.proofs.at[child] != layout.UNPROVEN:
                continue
            self.position.make(self.tree.moves.at[child])
            plies = 0
            if self.position.to_move == seat:
                plies = self._plies_to_win(seat, 2)
            if plies:
                self.tree.proofs.at[child] = layout.won_by(seat) + plies * layout.ONE_PLY
            elif count <= MAX_TESTED and self.position.count_moves() == 0:
                self.tree.proofs.at[child] = self._outcome()
            self.position.unmake()
        self.tree.prove(0, seat)

    def _plies_to_win(self, seat: int, depth: int) -> int:
        """In how many moves of one turn a seat can end the game for itself, or 0."""
        begin = self.found.count
        plies = 0
        self.position.generate(self.found)
        for index in range(begin, self.found.count):
            self.position.make(self.found.at[index])
            if self.tactics.has_ended():
                if self.position.payoff(seat) > 0.0:
                    plies = 1
            elif depth > 1 and self.position.to_move == seat:
                plies = self._plies_to_win(seat, depth - 1)
                if plies:
                    plies += 1
            self.position.unmake()
            if plies or self.is_stopped:
                break
        self.found.count = begin
        return plies

    # One try

    def _try_once(self) -> bool:
        """False if it was broken off."""
        node = 0
        depth = 0
        self.path[0] = 0
        while self.tree.counts.at[node] > 0 and self.tree.proofs.at[node] == layout.UNPROVEN and depth < MAX_PATH:
            node = self._choose(node)
            depth += 1
            self.path[depth] = node
            self.position.make(self.tree.moves.at[node])
        is_open = self.tree.proofs.at[node] == layout.UNPROVEN and depth < MAX_PATH
        if (
            is_open
            and (self.has_evaluator or self.tree.visits.at[node] > 0)
            and self.tree.moves.count < self.node_limit
        ):
            if self._expand(node):
                if self.tree.proofs.at[node] == layout.UNPROVEN:
                    node = self._choose(node)
                    depth += 1
                    self.path[depth] = node
                    self.position.make(self.tree.moves.at[node])
            elif not self.is_stopped:
                self.tree.proofs.at[node] = self._outcome()
        is_whole = True
        if self.tree.proofs.at[node] != layout.UNPROVEN:
            self._take_proof(self.tree.proofs.at[node])
        else:
            is_whole = self._roll_out()
        if depth > self.selective_depth:
            self.selective_depth = depth
        if is_whole:
            self._back_up(depth)
        for index in range(depth):
            self.position.unmake()
        if self.tree.proofs.at[node] != layout.UNPROVEN:
            self._prove_path(depth)
        return is_whole

    def _back_up(self, depth: int) -> None:
        for index in range(depth + 1):
            node = self.path[index]
            self.tree.add_visit(node, layout.worth(self.payoffs[self.tree.movers.at[node]]))
        if depth > 0:
            for seat in range(self.seats):
                self.tree.add_root_total(self.path[1], seat, layout.worth(self.payoffs[seat]))

    def _choose(self, node: int) -> int:
        """Upper confidence bound: a good share of wins, or few tries so far; what is lost comes last."""
        first: int = self.tree.firsts.at[node]
        width: int = FIRST_WIDTH + self.tree.visits.at[node] // TRIES_A_MOVE
        if width > self.tree.counts.at[node]:
            width = self.tree.counts.at[node]
        mover: int = self.tree.movers.at[first]
        best = first
        best_bound = -2.0
        known = self._doublings(self.tree.visits.at[node])
        for child in range(first, first + width):
            visits: int = self.tree.visits.at[child]
            proof: int = self.tree.proofs.at[child]
            if proof != layout.UNPROVEN:
                if layout.winner(proof) == mover:
                    return child
                bound = 0.5 if layout.is_drawn(proof) else -1.0
            elif self.has_evaluator:
                bound = layout.share(
                    self.tree.totals.at[child] + PRIOR_VISITS * self.tree.priors.at[child], visits + PRIOR_VISITS
                )
                bound += EXPLORATION * (known / (visits + 1.0)) ** 0.5
            elif visits == 0:
                return child
            else:
                bound = layout.share(self.tree.totals.at[child], visits) + ROLLOUT_EXPLORATION * (known / visits) ** 0.5
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

    # Growing

    def _expand(self, node: int) -> bool:
        """Add a child for each legal move, those first that look best; False if there is none, or no time."""
        begin = self.found.count
        self.position.generate(self.found)
        if self.found.count == begin:
            return False
        self._sort_found(begin)
        seat = self.position.to_move
        first = self.tree.moves.count
        proven = layout.UNPROVEN
        for index in range(begin, self.found.count):
            if self.is_stopped and node > 0:
                break
            self.position.make(self.found.at[index])
            proof = self._outcome() if self.tactics.has_ended() else layout.UNPROVEN
            prior = 0
            if self.has_evaluator and proof == layout.UNPROVEN and index - begin < MAX_EVALUATED:
                prior = layout.worth(layout.payoff_of_score(self.evaluator.evaluate(seat)))
            self.position.unmake()
            self.tree.add(self.found.at[index], seat, prior, proof)
            if proof == layout.won_by(seat):
                proven = proof + layout.ONE_PLY
        if self.is_stopped and node > 0:
            # What was added is not linked to, and is not missed.
            self.found.count = begin
            return False
        self.tree.sort_children(first, MAX_EVALUATED)
        if node == 0:
            for index in range((self.tree.moves.count - first) * scores.MAX_SEATS):
                self.tree.root_totals.push(0)
        if proven:
            self.tree.proofs.at[node] = proven
        self.tree.firsts.at[node] = first
        self.tree.counts.at[node] = self.tree.moves.count - first
        self.found.count = begin
        return True

    def _sort_found(self, begin: int) -> None:
        """By order score if there is an evaluator, else at random."""
        self.order.clear()
        for index in range(begin, self.found.count):
            if self.has_evaluator:
                self.order.push(self.tactics.order_score(self.found.at[index]) + 1000000)
            else:
                self.order.push(self._below(1000000))
        self._sort_by_order(begin)

    def _sort_by_order(self, begin: int) -> None:
        """Highest first; equals stay in their order. Shell's sort, with the last steps by ones."""
        count = self.order.count
        # The place breaks ties, so that the sort may be any.
        for index in range(count):
            self.order.at[index] = self.order.at[index] * 65536 + (65535 - min(index, 65535))
        gap = 1
        while gap < count // 3:
            gap = 3 * gap + 1
        while gap > 0:
            for index in range(gap, count):
                rank = self.order.at[index]
                move = self.found.at[begin + index]
                place = index
                while place >= gap and self.order.at[place - gap] < rank:
                    self.order.at[place] = self.order.at[place - gap]
                    self.found.at[begin + place] = self.found.at[begin + place - gap]
                    place -= gap
                self.order.at[place] = rank
                self.found.at[begin + place] = move
            gap //= 3

    # Proofs

    def _outcome(self) -> int:
        """Of a finished game."""
        for seat in range(self.seats):
            if self.position.payoff(seat) > 0.0:
                return layout.won_by(seat)
        return layout.DRAWN

    def _take_proof(self, proof: int) -> None:
        winner = layout.winner(proof)
        for seat in range(self.seats):
            if winner < 0:
                self.payoffs[seat] = 0.0
            else:
                self.payoffs[seat] = 1.0 if seat == winner else -1.0 / (self.seats - 1)

    def _prove_path(self, depth: int) -> None:
        """The end of the path is proven: go up as far as that proves more."""
        while depth > 0:
            depth -= 1
            node = self.path[depth]
            if self.tree.proofs.at[node] == layout.UNPROVEN:
                self.tree.prove(node, self.tree.movers.at[self.tree.firsts.at[node]])
            if self.tree.proofs.at[node] == layout.UNPROVEN:
                return

    # Playing on

    def _roll_out(self) -> bool:
        """Play on at random, note what it brought to each seat, and take it all back; False if it was broken off."""
        made = 0
        is_over = False
        while not (self.has_evaluator and made >= self.rollout_plies):
            begin = self.found.count
            self.position.generate(self.found)
            if self.found.count == begin:
                is_over = True
                break
            move = self.found.at[begin + self._below(self.found.count - begin)]
            self.found.count = begin
            self.position.make(move)
            made += 1
            if self.is_stopped:
                break
        is_whole = is_over or self.has_evaluator
        if is_whole:
            self._take_payoffs(is_over or self.tactics.has_ended())
        while made > 0:
            self.position.unmake()
            made -= 1
        return is_whole

    def _take_payoffs(self, is_over: bool) -> None:
        for seat in range(self.seats):
            if is_over:
                self.payoffs[seat] = self.position.payoff(seat)
            else:
                self.payoffs[seat] = layout.payoff_of_score(self.evaluator.evaluate(seat))

    def _below(self, count: int) -> int:
        """A random number from 0 to count - 1."""
        self.state = xorshift.following(self.state)
        return xorshift.below(self.state, count)

    # What was found

    def best_move(self) -> int:
        """The move that was visited most, unless one is proven to win or it is proven to lose."""
        return self.ranked_moves()[0][0]

    def size(self) -> int:
        """How many nodes the tree has."""
        return self.tree.moves.count

    def is_proven(self) -> bool:
        """Whether it is known how the game ends."""
        return self.tree.is_proven()

    def ranked_moves(self) -> list[tuple[int, int, float]]:
        """Each move of the root with its tries and its mean payoff, the best first."""
        return self.tree.ranked_moves()

    def line(self, move: int) -> list[int]:
        """A move of the root, and what is expected after it."""
        return self.tree.line(self._child_of(move))

    def seat_scores(self, move: int) -> list[int]:
        """What a move of the root is worth to each seat, in the units of an evaluator."""
        return self.tree.seat_scores(self._child_of(move))

    def _child_of(self, move: int) -> int:
        child = self.tree.child_of(move) if 0 <= move < 1 << 63 else 0
        if child == 0:
            raise ValueError(f"{bounds.shown(move)} is not a move that was searched")
        return child

"""Monte Carlo tree search: for any number of seats and any game, with or without an evaluator.

Each try walks down the tree by the moves that look best or are little known, adds the moves of one more position, and
tells all moves on its way what came of it: the evaluator's opinion or, without one, the end of a random game. What is
sure is kept as sure: a move that wins is never tried again, one that loses is avoided (the solver of MCTS).

A node is a move and the position after it; its total is kept for the seat that made the move.
"""

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.search import constants
from ludoteca.search.release import Task

NO_MOVE = constants.NO_MOVE
WIN, SURE = constants.WIN, constants.SURE
MOST_SEATS = constants.MOST_SEATS
MASK = 0xFFFFFFFFFFFFFFFF
UNIT = 1000000.0
"""Payoffs from -1 to 1 are kept as whole numbers from 0 to twice this."""
SCALE = 400.0
"""The opinion that counts as half a win."""
LONGEST_PATH = 400
MOST_NODES = 500_000
"""The tree grows no further than this, and neither does its memory: about 32 MB."""
FIRST_WIDTH, TRIES_A_MOVE = 12, 4
"""So many moves of a position are tried at first, and one more for each of so many tries."""
MOST_JUDGED = 96
"""Of how many moves of a position the evaluator is asked, those first that look best before they are made."""
MOST_STUCK = 400
"""At the root it is looked for moves that leave no move to anybody, if there are not too many moves."""
BOLDNESS, TRUST = 0.25, 2.0
"""With an evaluator: how much is tried that is little known, and how many tries a first opinion is worth."""
PURE_BOLDNESS = 0.7
UNKNOWN, DRAWN, WON_BY = 0, 1, 2
"""What is sure of a node: nothing, a draw, or that seat n wins (2 + n); and in the higher bits, in how many plies."""
PLIES_UNIT = 256


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
        self.order = Words()
        self.moves = Words()
        self.movers = Words()
        self.visits = Words()
        self.totals = Words()
        self.priors = Words()
        self.proofs = Words()
        self.firsts = Words()
        self.counts = Words()
        self.root_totals = Words()
        self.path = [0] * 401
        self.payoffs = [0.0] * 8
        self.is_stopped = False
        self.try_limit = 0
        self.depth_limit = 0
        self.node_limit = MOST_NODES
        self.rollout_plies = 0
        self.tries = 0
        self.deepest = 0
        self._add_node(NO_MOVE, 0, 0, UNKNOWN)

    def set_limits(self, tries: int, rollout_plies: int = 0, nodes: int = MOST_NODES, depth: int = 0) -> None:
        """Limits of 0 are none; after `rollout_plies` random moves the evaluator is asked, if there is one.

        The tree has at most about `nodes` nodes. With a depth, the search ends when the tree is so deep, or full.
        """
        self.try_limit = tries
        self.rollout_plies = rollout_plies
        self.node_limit = nodes
        self.depth_limit = depth

    def stop(self) -> None:
        self.is_stopped = True

    def work(self) -> None:
        self._work()

    def _work(self) -> None:
        if not self._expand(0):
            return
        self._look_for_wins()
        while not self._is_done():
            if self._try_once():
                self.tries += 1

    def _is_done(self) -> bool:
        if self.is_stopped or self.proofs.at[0] != UNKNOWN:
            return True
        if self.depth_limit and (self.deepest >= self.depth_limit or self.moves.count >= self.node_limit):
            return True
        return self.try_limit > 0 and self.tries >= self.try_limit

    # The root

    def _look_for_wins(self) -> None:
        """Wins in one turn are found before anything is tried, and so are moves that leave no move to anybody."""
        seat = self.position.to_move
        first: int = self.firsts.at[0]
        count: int = self.counts.at[0]
        for child in range(first, first + count):
            if self.is_stopped:
                return
            if self.proofs.at[child] != UNKNOWN:
                continue
            self.position.make(self.moves.at[child])
            plies = 0
            if self.position.to_move == seat:
                plies = self._plies_to_win(seat, 2)
            if plies:
                self.proofs.at[child] = WON_BY + seat + plies * PLIES_UNIT
            elif count <= MOST_STUCK and self.position.count_moves() == 0:
                self.proofs.at[child] = self._outcome()
            self.position.unmake()
        self._prove(0, seat)

    def _plies_to_win(self, seat: int, depth: int) -> int:
        """In how many moves of one turn a seat can end the game for itself, or 0."""
        begin = self.found.count
        plies = 0
        self.position.generate(self.found)
        for index in range(begin, self.found.count):
            self.position.make(self.found.at[index])
            if self.position.has_ended():
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
        while self.counts.at[node] > 0 and self.proofs.at[node] == UNKNOWN and depth < LONGEST_PATH:
            node = self._choose(node)
            depth += 1
            self.path[depth] = node
            self.position.make(self.moves.at[node])
        is_open = self.proofs.at[node] == UNKNOWN and depth < LONGEST_PATH
        if is_open and (self.has_evaluator or self.visits.at[node] > 0) and self.moves.count < self.node_limit:
            if self._expand(node):
                if self.proofs.at[node] == UNKNOWN:
                    node = self._choose(node)
                    depth += 1
                    self.path[depth] = node
                    self.position.make(self.moves.at[node])
            elif not self.is_stopped:
                self.proofs.at[node] = self._outcome()
        is_whole = True
        if self.proofs.at[node] != UNKNOWN:
            self._take_proof(self.proofs.at[node])
        else:
            is_whole = self._roll_out()
        if depth > self.deepest:
            self.deepest = depth
        if is_whole:
            self._back_up(depth)
        for index in range(depth):
            self.position.unmake()
        if self.proofs.at[node] != UNKNOWN:
            self._prove_path(depth)
        return is_whole

    def _back_up(self, depth: int) -> None:
        for index in range(depth + 1):
            node = self.path[index]
            self.visits.at[node] += 1
            self.totals.at[node] += self._worth(self.payoffs[self.movers.at[node]])
        if depth > 0:
            begin = (self.path[1] - self.firsts.at[0]) * MOST_SEATS
            for seat in range(self.seats):
                self.root_totals.at[begin + seat] += self._worth(self.payoffs[seat])

    def _worth(self, payoff: float) -> int:
        worth: int = int((payoff + 1.0) * UNIT)
        return worth

    def _choose(self, node: int) -> int:
        """Upper confidence bound: a good share of wins, or few tries so far; what is lost comes last."""
        first: int = self.firsts.at[node]
        width: int = FIRST_WIDTH + self.visits.at[node] // TRIES_A_MOVE
        if width > self.counts.at[node]:
            width = self.counts.at[node]
        mover: int = self.movers.at[first]
        best = first
        best_bound = -2.0
        known = self._doublings(self.visits.at[node])
        for child in range(first, first + width):
            visits: int = self.visits.at[child]
            proof: int = self.proofs.at[child]
            if proof != UNKNOWN:
                if proof & 255 == WON_BY + mover:
                    return child
                bound = 0.5 if proof & 255 == DRAWN else -1.0
            elif self.has_evaluator:
                bound = self.totals.at[child] / (2.0 * UNIT) + TRUST * self.priors.at[child] / (2.0 * UNIT)
                bound = bound / (visits + TRUST) + BOLDNESS * (known / (visits + 1.0)) ** 0.5
            elif visits == 0:
                return child
            else:
                bound = self.totals.at[child] / (2.0 * UNIT * visits) + PURE_BOLDNESS * (known / visits) ** 0.5
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
        first = self.moves.count
        sure = UNKNOWN
        for index in range(begin, self.found.count):
            if self.is_stopped and node > 0:
                break
            self.position.make(self.found.at[index])
            proof = self._outcome() if self.position.has_ended() else UNKNOWN
            prior = 0
            if self.has_evaluator and proof == UNKNOWN and index - begin < MOST_JUDGED:
                prior = self._worth(self._payoff_like(self.evaluator.opinion(seat)))
            self.position.unmake()
            self._add_node(self.found.at[index], seat, prior, proof)
            if proof == WON_BY + seat:
                sure = proof + PLIES_UNIT
        if self.is_stopped and node > 0:
            # What was added is not linked to, and is not missed.
            self.found.count = begin
            return False
        self._sort_children(first)
        if node == 0:
            for index in range((self.moves.count - first) * MOST_SEATS):
                self.root_totals.push(0)
        if sure:
            self.proofs.at[node] = sure
        self.firsts.at[node] = first
        self.counts.at[node] = self.moves.count - first
        self.found.count = begin
        return True

    def _sort_found(self, begin: int) -> None:
        """By promise if there is an evaluator, else at random."""
        self.order.clear()
        for index in range(begin, self.found.count):
            if self.has_evaluator:
                self.order.push(self.position.promise(self.found.at[index]) + 1000000)
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

    def _sort_children(self, first: int) -> None:
        """The best first opinions first; wins before them. The children have no children yet."""
        for index in range(first + 1, min(self.moves.count, first + MOST_JUDGED)):
            move = self.moves.at[index]
            prior = self.priors.at[index]
            proof = self.proofs.at[index]
            place = index
            while place > first and self.priors.at[place - 1] < prior:
                self.moves.at[place] = self.moves.at[place - 1]
                self.priors.at[place] = self.priors.at[place - 1]
                self.proofs.at[place] = self.proofs.at[place - 1]
                place -= 1
            self.moves.at[place] = move
            self.priors.at[place] = prior
            self.proofs.at[place] = proof

    def _add_node(self, move: int, mover: int, prior: int, proof: int) -> None:
        self.moves.push(move)
        self.movers.push(mover)
        self.visits.push(0)
        self.totals.push(0)
        self.priors.push(prior)
        self.proofs.push(proof)
        self.firsts.push(0)
        self.counts.push(0)

    # What is sure

    def _outcome(self) -> int:
        """Of a finished game."""
        for seat in range(self.seats):
            if self.position.payoff(seat) > 0.0:
                return WON_BY + seat
        return DRAWN

    def _take_proof(self, proof: int) -> None:
        winner = (proof & 255) - WON_BY
        for seat in range(self.seats):
            if winner < 0:
                self.payoffs[seat] = 0.0
            else:
                self.payoffs[seat] = 1.0 if seat == winner else -1.0 / (self.seats - 1)

    def _prove_path(self, depth: int) -> None:
        """The end of the path has become sure: go up as far as that makes more sure."""
        while depth > 0:
            depth -= 1
            node = self.path[depth]
            if self.proofs.at[node] == UNKNOWN:
                self._prove(node, self.movers.at[self.firsts.at[node]])
            if self.proofs.at[node] == UNKNOWN:
                return

    def _prove(self, node: int, seat: int) -> None:
        """Sure if the seat to move has a sure win, or if all moves are sure; by the quickest win, the slowest loss.

        If all moves lose, but not all to the same seat, nobody can say who wins.
        """
        first: int = self.firsts.at[node]
        won = UNKNOWN
        drawn = UNKNOWN
        lost = UNKNOWN
        is_all_sure = True
        is_one_winner = True
        for child in range(first, first + self.counts.at[node]):
            proof: int = self.proofs.at[child]
            if proof == UNKNOWN:
                is_all_sure = False
            elif proof & 255 == WON_BY + seat:
                if won == UNKNOWN or proof < won:
                    won = proof
            elif proof & 255 == DRAWN:
                drawn = max(drawn, proof)
            else:
                if lost != UNKNOWN and lost & 255 != proof & 255:
                    is_one_winner = False
                if lost == UNKNOWN or proof // PLIES_UNIT > lost // PLIES_UNIT:
                    lost = proof
        if won != UNKNOWN:
            self.proofs.at[node] = won + PLIES_UNIT
        elif is_all_sure and drawn != UNKNOWN:
            self.proofs.at[node] = drawn + PLIES_UNIT
        elif is_all_sure and is_one_winner:
            self.proofs.at[node] = lost + PLIES_UNIT

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
            self._take_payoffs(is_over or self.position.has_ended())
        while made > 0:
            self.position.unmake()
            made -= 1
        return is_whole

    def _take_payoffs(self, is_over: bool) -> None:
        for seat in range(self.seats):
            if is_over:
                self.payoffs[seat] = self.position.payoff(seat)
            else:
                self.payoffs[seat] = self._payoff_like(self.evaluator.opinion(seat))

    def _payoff_like(self, opinion: int) -> float:
        """An opinion as a payoff between -1 and 1."""
        return opinion / (SCALE + abs(opinion))

    def _below(self, count: int) -> int:
        """A random number from 0 to count - 1, by a xorshift generator."""
        self.state ^= self.state << 13 & MASK
        self.state ^= self.state >> 7
        self.state ^= self.state << 17 & MASK
        return (self.state >> 33) % count

    # What was found

    def best_move(self) -> int:
        """The move that was tried most, if none is sure to win and it is not sure to lose."""
        return self.ranked_moves()[0][0]

    def size(self) -> int:
        """How many nodes the tree has."""
        return self.moves.count

    def is_sure(self) -> bool:
        """Whether it is known how the game ends."""
        return self._is_sure()

    def ranked_moves(self) -> list[tuple[int, int, float]]:
        """Each move of the root with its tries and its mean payoff, the best first."""
        return self._ranked_moves()

    def line(self, move: int) -> list[int]:
        """A move of the root, and what is expected after it."""
        return self._line(move)

    def scores(self, move: int) -> list[int]:
        """What a move of the root is worth to each seat, in the units of an evaluator."""
        return self._scores(move)

    def _is_sure(self) -> bool:
        proof: int = self.proofs.at[0]
        return proof != UNKNOWN

    def _ranked_moves(self) -> list[tuple[int, int, float]]:
        told = []
        for child in self._ranked(0):
            told.append((self.moves.at[child], self.visits.at[child], self._mean(child)))
        return told

    def _mean(self, child: int) -> float:
        if self.visits.at[child] == 0:
            return 0.0
        mean: float = self.totals.at[child] / (UNIT * self.visits.at[child]) - 1.0
        return mean

    def _ranked(self, node: int) -> list[int]:
        """The children of a node, the best first."""
        first: int = self.firsts.at[node]
        keyed = []
        for child in range(first, first + self.counts.at[node]):
            proof: int = self.proofs.at[child]
            sure = 0
            if proof != UNKNOWN and proof & 255 == WON_BY + self.movers.at[child]:
                sure = PLIES_UNIT - proof // PLIES_UNIT
            elif proof != UNKNOWN and proof & 255 != DRAWN:
                sure = proof // PLIES_UNIT - PLIES_UNIT
            # Whole numbers of C that are never negative must not be negated.
            visits: int = self.visits.at[child]
            prior: int = self.priors.at[child]
            keyed.append((-sure, -visits, -prior, child))
        keyed.sort()
        return [each[3] for each in keyed]

    def _line(self, move: int) -> list[int]:
        child = self._child_of(move)
        found = [move]
        while self.counts.at[child] > 0:
            child = self._ranked(child)[0]
            if self.visits.at[child] == 0 and self.proofs.at[child] == UNKNOWN:
                break
            found.append(self.moves.at[child])
        return found

    def _child_of(self, move: int) -> int:
        child: int = self.firsts.at[0]
        while self.moves.at[child] != move:
            child += 1
        return child

    def _scores(self, move: int) -> list[int]:
        child = self._child_of(move)
        proof = self.proofs.at[child]
        found = []
        for seat in range(self.seats):
            if proof != UNKNOWN:
                sure = WIN - 1 - proof // PLIES_UNIT
                found.append(0 if proof & 255 == DRAWN else sure if proof & 255 == WON_BY + seat else -sure)
            elif self.visits.at[child] == 0:
                found.append(0)
            else:
                total = self.root_totals.at[(child - self.firsts.at[0]) * MOST_SEATS + seat]
                payoff = total / (UNIT * self.visits.at[child]) - 1.0
                found.append(int(max(1.0 - SURE, min(SURE - 1.0, SCALE * payoff / (1.0001 - abs(payoff))))))
        return found

"""The tree of a Monte Carlo search: nodes in rows of numbers, what is proven of them, and what they say of the root.

A node is a move and the position after it; its total is kept for the seat that made the move.
"""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.search import node as layout
from ludoteca.search import scores


class Tree:
    """`firsts` and `counts` are where the children of a node begin, and how many there are."""

    def __init__(self, seats: int) -> None:
        self.seats = bounds.within(seats, 1, scores.MAX_SEATS, "a number of seats")
        self.moves = IntStack()
        self.movers = IntStack()
        self.visits = IntStack()
        self.totals = IntStack()
        self.priors = IntStack()
        self.proofs = IntStack()
        self.firsts = IntStack()
        self.counts = IntStack()
        self.root_totals = IntStack()

    def add(self, move: int, mover: int, prior: int, proof: int) -> None:
        self.moves.push(move)
        self.movers.push(mover)
        self.visits.push(0)
        self.totals.push(0)
        self.priors.push(prior)
        self.proofs.push(proof)
        self.firsts.push(0)
        self.counts.push(0)

    def add_visit(self, node: int, worth: int) -> None:
        self.visits.at[node] = self.visits.at[node] + 1
        self.totals.at[node] = self.totals.at[node] + worth

    def add_root_total(self, child: int, seat: int, worth: int) -> None:
        """The totals of the root's children are kept for every seat."""
        index = (child - self.firsts.at[0]) * scores.MAX_SEATS + seat
        self.root_totals.at[index] = self.root_totals.at[index] + worth

    def sort_children(self, first: int, evaluated: int) -> None:
        """The best priors first, of those that were evaluated; the children have no children yet."""
        for index in range(first + 1, min(self.moves.count, first + evaluated)):
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

    def prove(self, node: int, seat: int) -> None:
        """Proven if the seat to move has a proven win, or if all moves are; by the quickest win, the slowest loss.

        If all moves lose, but not all to the same seat, nobody can say who wins.
        """
        first: int = self.firsts.at[node]
        won = layout.UNPROVEN
        drawn = layout.UNPROVEN
        lost = layout.UNPROVEN
        is_all_proven = True
        is_one_winner = True
        for child in range(first, first + self.counts.at[node]):
            proof: int = self.proofs.at[child]
            if proof == layout.UNPROVEN:
                is_all_proven = False
            elif layout.winner(proof) == seat:
                if won == layout.UNPROVEN or proof < won:
                    won = proof
            elif layout.is_drawn(proof):
                drawn = max(drawn, proof)
            else:
                if lost != layout.UNPROVEN and layout.winner(lost) != layout.winner(proof):
                    is_one_winner = False
                if lost == layout.UNPROVEN or layout.plies(proof) > layout.plies(lost):
                    lost = proof
        if won != layout.UNPROVEN:
            self.proofs.at[node] = won + layout.ONE_PLY
        elif is_all_proven and drawn != layout.UNPROVEN:
            self.proofs.at[node] = drawn + layout.ONE_PLY
        elif is_all_proven and is_one_winner:
            self.proofs.at[node] = lost + layout.ONE_PLY

    def is_proven(self) -> bool:
        proof: int = self.proofs.at[0]
        return proof != layout.UNPROVEN

    def ranked_moves(self) -> list[tuple[int, int, float]]:
        moves = []
        for child in self.ranked(0):
            moves.append((self.moves.at[child], self.visits.at[child], self._mean(child)))
        return moves

    def _mean(self, child: int) -> float:
        if self.visits.at[child] == 0:
            return 0.0
        return 2.0 * layout.share(self.totals.at[child], self.visits.at[child]) - 1.0

    def ranked(self, node: int) -> list[int]:
        """The children of a node, the best first."""
        first: int = self.firsts.at[node]
        keyed = []
        for child in range(first, first + self.counts.at[node]):
            proof: int = self.proofs.at[child]
            proven = 0
            if proof != layout.UNPROVEN and layout.winner(proof) == self.movers.at[child]:
                proven = 256 - layout.plies(proof)
            elif proof != layout.UNPROVEN and not layout.is_drawn(proof):
                proven = layout.plies(proof) - 256
            # Whole numbers of C that are never negative must not be negated.
            visits: int = self.visits.at[child]
            prior: int = self.priors.at[child]
            keyed.append((-proven, -visits, -prior, child))
        keyed.sort()
        return [each[3] for each in keyed]

    def line(self, child: int) -> list[int]:
        """The move of a node, and what is expected after it."""
        found = [self.moves.at[child]]
        while self.counts.at[child] > 0:
            child = self.ranked(child)[0]
            if self.visits.at[child] == 0 and self.proofs.at[child] == layout.UNPROVEN:
                break
            found.append(self.moves.at[child])
        return found

    def child_of(self, move: int) -> int:
        """The root's child for a move; 0, the root itself, if there is none."""
        first: int = self.firsts.at[0]
        for child in range(first, first + self.counts.at[0]):
            if self.moves.at[child] == move:
                return child
        return 0

    def seat_scores(self, child: int) -> list[int]:
        """What a child of the root is worth to each seat."""
        proof = self.proofs.at[child]
        found = []
        for seat in range(self.seats):
            if proof != layout.UNPROVEN:
                win = scores.WIN - 1 - layout.plies(proof)
                found.append(0 if layout.is_drawn(proof) else win if layout.winner(proof) == seat else -win)
            elif self.visits.at[child] == 0:
                found.append(0)
            else:
                total = self.root_totals.at[(child - self.firsts.at[0]) * scores.MAX_SEATS + seat]
                score = layout.score_of_payoff(2.0 * layout.share(total, self.visits.at[child]) - 1.0)
                found.append(int(max(1.0 - scores.PROVEN, min(scores.PROVEN - 1.0, score))))
        return found

"""What all iterative deepening searches share: limits, the best line so far, and scores in the table."""

from ludoteca.core import bounds, constants
from ludoteca.core.evaluator import Evaluator
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.search import entry, scores
from ludoteca.search.nogil import Job
from ludoteca.search.transposition import TranspositionTable

MAX_NODES = 2**62


class Deepening(Job):
    """One thread's search of one position. What it found so far can be read while it runs.

    A full-width search tries every move to the full depth and no further: slow, and exact.
    """

    def __init__(
        self, position: Position, evaluator: Evaluator, table: TranspositionTable, is_full_width: bool
    ) -> None:
        self.position = position
        self.evaluator = evaluator
        self.evaluator.score(position, position.to_move)  # Attaches it, and fails here if it is not complete.
        self.tactics = position.game.tactics_of(position)
        self.root = position.to_move
        self.table = table
        self.is_full_width = is_full_width
        self.found = IntStack()
        self.excluded_roots = IntStack()
        self.line = [constants.NO_MOVE] * 14400
        self.line_length = [0] * 128
        self.best_line = [constants.NO_MOVE] * 128
        self.best_line_length = 0
        self.nodes = 0
        self.selective_depth = 0
        self.is_stopped = False
        self.node_limit = 0
        self.depth_limit = scores.MAX_PLIES - 1
        self.first_depth = 1
        self.depth = 0
        self.score = 0
        self.best_move = constants.NO_MOVE

    def stop(self) -> None:
        """Ask the search to end; it does so at the next node."""
        self.is_stopped = True

    def principal_line(self) -> list[int]:
        """The moves that the search expects."""
        return [self.best_line[index] for index in range(self.best_line_length)]

    def seat_scores(self) -> list[int]:
        """What the position is worth to each seat, if the expected moves are played."""
        return [self.score if seat == self.root else -self.score for seat in range(self.position.seats)]

    def set_limits(self, depth: int, nodes: int, first_depth: int = 1) -> None:
        """Limits of 0 are none."""
        bounds.within(depth, 0, bounds.MOST, "a depth")
        bounds.within(first_depth, 1, bounds.MOST, "a first depth")
        self.node_limit = bounds.within(nodes, 0, MAX_NODES, "a number of nodes")
        self.depth_limit = min(depth or scores.MAX_PLIES - 1, scores.MAX_PLIES - 1)
        self.first_depth = min(first_depth, self.depth_limit)

    def exclude(self, moves: list[int]) -> None:
        """Leave some moves of the root out, to find the next best ones."""
        self.excluded_roots.clear()
        for move in moves:
            # A number that cannot be a move excludes nothing.
            if 0 <= move < 1 << 63:
                self.excluded_roots.push(move)

    def count_node(self) -> None:
        self.nodes += 1
        if self.position.missing or (self.node_limit and self.nodes >= self.node_limit):
            self.is_stopped = True

    def is_excluded_root(self, move: int) -> bool:
        return is_in(move, self.excluded_roots)

    # Lines

    def update_line(self, ply: int, move: int) -> None:
        """The best line from here is this move and the best line after it."""
        self.line[ply * scores.MAX_PLIES + ply] = move
        for index in range(ply + 1, self.line_length[ply + 1]):
            self.line[ply * scores.MAX_PLIES + index] = self.line[(ply + 1) * scores.MAX_PLIES + index]
        self.line_length[ply] = max(self.line_length[ply + 1], ply + 1)

    def keep_best_line(self, score: int) -> None:
        """The root's line is the best so far, if it has one."""
        self.score = score
        self.best_line_length = self.line_length[0]
        for index in range(self.best_line_length):
            self.best_line[index] = self.line[index]
        if self.best_line_length > 0:
            self.best_move = self.line[0]

    def raise_alpha(self, alpha: int, score: int, move: int, ply: int) -> int:
        """Alpha after the score of a move, which begins the best line if it is above alpha."""
        if score <= alpha:
            return alpha
        self.update_line(ply, move)
        return score

    # Scores

    def final_score(self, ply: int) -> int:
        """The score of a finished game for the seat to move: the sooner it is won the better, the later it is lost."""
        payoff = self.position.payoff(self.position.to_move)
        if payoff > 0.0:
            return scores.WIN - ply
        if payoff < 0.0:
            return ply - scores.WIN
        return 0

    def repetition_score(self, result: int, ply: int) -> int:
        """The score of a repetition for the seat to move."""
        if result == constants.REPETITION_DRAWS:
            return 0
        return scores.PROVEN - 1 - ply if result == constants.REPETITION_WINS else ply + 1 - scores.PROVEN

    # The table: a proven score counts plies from the position where it is seen, not from the root

    def store_node(
        self, key: int, alpha: int, beta: int, score: int, static_score: int, depth: int, ply: int, is_quiescence: bool
    ) -> None:
        """Store a node's result; its window is that before the first move. Quiescence gives bounds only."""
        move = constants.NO_MOVE
        bound = scores.UPPER_BOUND
        if score > alpha:
            move = self.line[ply * scores.MAX_PLIES + ply]
            if score >= beta:
                bound = scores.LOWER_BOUND
            elif not is_quiescence:
                bound = scores.EXACT
        self.store(key, move, score, static_score, depth, bound, ply)

    def store(self, key: int, move: int, score: int, static_score: int, depth: int, bound: int, ply: int) -> None:
        if score >= scores.PROVEN:
            score += ply
        elif score <= -scores.PROVEN:
            score -= ply
        self.table.store(key, move, score, static_score, max(depth, 0), bound)

    def table_score(self, stored: int, ply: int) -> int:
        """The score of an entry, as it counts at a ply."""
        score = entry.score(stored)
        if score >= scores.PROVEN:
            return score - ply
        return score + ply if score <= -scores.PROVEN else score

    def causes_cutoff(self, stored: int, score: int, alpha: int, beta: int) -> bool:
        """Whether the score of an entry answers a search between alpha and beta."""
        bound = entry.bound(stored)
        return (
            bound == scores.EXACT
            or (bound == scores.LOWER_BOUND and score >= beta)
            or (bound == scores.UPPER_BOUND and score <= alpha)
        )


def is_in(move: int, moves: IntStack) -> bool:
    for index in range(moves.count):
        if moves.at[index] == move:
            return True
    return False

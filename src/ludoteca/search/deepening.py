"""What all searches share that look deeper and deeper: limits, the answer so far, lines, and scores in the table."""

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.search import constants
from ludoteca.search.release import Task
from ludoteca.search.table import Table

NO_MOVE = constants.NO_MOVE
WIN, SURE = constants.WIN, constants.SURE
MOST_PLIES = constants.MOST_PLIES


class Deepening(Task):
    """One thread's search of one position. What it found so far can be read while it runs.

    A plain search tries every move to the full depth and no further: slow, and sure.
    """

    def __init__(self, position: Position, evaluator: Evaluator, table: Table, is_plain: bool) -> None:
        self.position = position
        self.evaluator = evaluator
        self.root = position.to_move
        self.table = table
        self.is_plain = is_plain
        evaluator.watch(position)
        self.found = Words()
        self.excluded = Words()
        self.line = [NO_MOVE] * 14400
        self.line_length = [0] * 128
        self.answer = [NO_MOVE] * 128
        self.answer_length = 0
        self.nodes = 0
        self.deepest = 0
        self.is_stopped = False
        self.node_limit = 0
        self.depth_limit = MOST_PLIES - 1
        self.first_depth = 1
        self.depth = 0
        self.score = 0
        self.best = NO_MOVE

    def stop(self) -> None:
        """Ask the search to end; it does so at the next node."""
        self.is_stopped = True

    def principal_line(self) -> list[int]:
        """The moves that the search expects."""
        return [self.answer[index] for index in range(self.answer_length)]

    def scores(self) -> list[int]:
        """What the position is worth to each seat, if the expected moves are played."""
        return [self.score if seat == self.root else -self.score for seat in range(self.position.seats)]

    def set_limits(self, depth: int, nodes: int, first_depth: int = 1) -> None:
        """Limits of 0 are none."""
        self.depth_limit = min(depth or MOST_PLIES - 1, MOST_PLIES - 1)
        self.node_limit = nodes
        self.first_depth = min(first_depth, self.depth_limit)

    def exclude(self, moves: list[int]) -> None:
        """Leave some moves of the root out, to find the next best ones."""
        self.excluded.clear()
        for move in moves:
            self.excluded.push(move)

    def count_node(self) -> None:
        self.nodes += 1
        if self.node_limit and self.nodes >= self.node_limit:
            self.is_stopped = True

    def is_excluded(self, move: int) -> bool:
        is_excluded = False
        for index in range(self.excluded.count):
            is_excluded = is_excluded or self.excluded.at[index] == move
        return is_excluded

    # Lines

    def keep_line(self, ply: int, move: int) -> None:
        """The best line from here is this move and the best line after it."""
        self.line[ply * MOST_PLIES + ply] = move
        for index in range(ply + 1, self.line_length[ply + 1]):
            self.line[ply * MOST_PLIES + index] = self.line[(ply + 1) * MOST_PLIES + index]
        self.line_length[ply] = max(self.line_length[ply + 1], ply + 1)

    def keep_answer(self, score: int) -> None:
        """The root's line is the answer so far, if it has one."""
        self.score = score
        self.answer_length = self.line_length[0]
        for index in range(self.answer_length):
            self.answer[index] = self.line[index]
        if self.answer_length > 0:
            self.best = self.line[0]

    # Scores

    def ended(self, ply: int) -> int:
        """A finished game, for the seat to move: the sooner it is won the better, the later it is lost."""
        payoff = self.position.payoff(self.position.to_move)
        if payoff > 0.0:
            return WIN - ply
        if payoff < 0.0:
            return ply - WIN
        return 0

    def recurred(self, recurrence: int, ply: int) -> int:
        """A position that came back is a draw, or else won or lost for the seat to move."""
        if recurrence == 1:
            return 0
        return SURE - 1 - ply if recurrence == 2 else ply + 1 - SURE

    def to_table(self, score: int, ply: int) -> int:
        """In the table, a win is told from the position where it is seen, not from the root."""
        if score >= SURE:
            return score + ply
        return score - ply if score <= -SURE else score

    def from_table(self, score: int, ply: int) -> int:
        if score >= SURE:
            return score - ply
        return score + ply if score <= -SURE else score

"""Max^n, for three seats and more: each seat plays for itself, and a position has a score for each seat.

Also what the other styles of search for many seats share with it: scores, the order of moves, keys in the table.
"""

from ludoteca.core import constants
from ludoteca.core.evaluator import Evaluator
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.search import ordering, scores, styles
from ludoteca.search.deepening import Deepening
from ludoteca.search.ordering import MoveHistory
from ludoteca.search.transposition import TranspositionTable

CONTEMPT = 150
"""By how much a draw is worse than nothing to the root's seat, which is too modest when all are against it."""
MASK = 0xFFFFFFFFFFFFFFFF
CONTEXT_UNIT = 0x9E3779B97F4A7C15
"""A score in the table is for one seat, in one style, with one seat having replied: each has keys of its own."""


class MaxN(Deepening):
    """Up to eight seats. `vectors` has a score for each seat at each ply."""

    def __init__(
        self, position: Position, evaluator: Evaluator, table: TranspositionTable, style: str, is_full_width: bool
    ) -> None:
        if position.seats > scores.MAX_SEATS:
            raise ValueError(f"a search is for up to {scores.MAX_SEATS} seats, not {position.seats}")
        super().__init__(position, evaluator, table, is_full_width)
        self.style = styles.BY_NAME[style]
        self.seats = position.seats
        self.ranks = IntStack()
        self.history = MoveHistory()
        self.vectors = [0] * 1024
        self.is_first_turn = [False] * 128
        self.best_scores = [0] * 8

    def seat_scores(self) -> list[int]:
        """What the position is worth to each seat, if the expected moves are played."""
        return [self.best_scores[seat] for seat in range(self.seats)]

    def search_vector(self, depth: int, ply: int) -> None:
        """Find the score of each seat, each playing for itself; they stand at the ply's place in `vectors`."""
        self.line_length[ply] = ply
        self.count_node()
        if self.is_stopped and self.best_move != constants.NO_MOVE:
            return
        if ply > self.selective_depth:
            self.selective_depth = ply
        seat = self.position.to_move
        self.is_first_turn[ply] = ply == 0 or (self.is_first_turn[ply - 1] and seat == self.root)
        if ply > 0:
            if self.tactics.has_ended():
                self.fill_scores(ply, True)
                return
            if not self.is_full_width and self.tactics.repetition_result(ply):
                self._fill_repetition(ply, self.tactics.repetition_result(ply))
                return
            if ply >= scores.MAX_PLIES - 1 or (depth <= 0 and not self.is_mid_turn(ply)):
                is_over = (self.is_full_width or self.is_first_turn[ply - 1]) and self.position.count_moves() == 0
                self.fill_scores(ply, is_over)
                return
        hit = [0] * 2
        key = self.position.hash() ^ self.table_context(styles.NOBODY)
        table_move = hit[0] if self.table.find(key, hit) else constants.NO_MOVE
        if ply == 0 and self.best_move != constants.NO_MOVE:
            table_move = self.best_move
        begin = self.found.count
        self.position.generate(self.found)
        end = self.found.count
        if begin == end:
            self.fill_scores(ply, True)
            return
        self.rank_moves(begin, end, table_move, ply)
        best_move = constants.NO_MOVE
        for index in range(begin, end):
            move = ordering.pick_next(self.found, self.ranks, index, end)
            if ply == 0 and self.is_excluded_root(move):
                continue
            self.position.make(move)
            self.search_vector(depth - 1, ply + 1)
            self.position.unmake()
            if self.is_stopped and self.best_move != constants.NO_MOVE:
                break
            if best_move == constants.NO_MOVE or self._is_preferred(seat, ply):
                best_move = move
                self.update_line(ply, move)
                for other in range(self.seats):
                    self.vectors[ply * scores.MAX_SEATS + other] = self.vectors[(ply + 1) * scores.MAX_SEATS + other]
                # Nothing is better than a win at once, and only one vector has it.
                if self.vectors[ply * scores.MAX_SEATS + seat] >= scores.WIN - ply - 1:
                    break
        self.found.count = begin
        self.ranks.count = begin
        if best_move != constants.NO_MOVE and not (self.is_stopped and self.best_move != constants.NO_MOVE):
            self.reward(0, 0, best_move, self.tactics.gain(best_move) <= 0, depth, ply, seat)
            if ply > 0 or self.excluded_roots.count == 0:
                self.store(key, best_move, 0, 0, depth, scores.EXACT, ply)

    def _is_preferred(self, seat: int, ply: int) -> bool:
        """Whether a seat likes the scores of the next ply better than those of this one.

        Of equals for itself it takes what is worst for the root's seat, and then for the others in their order, so
        that the order of moves does not matter.
        """
        new = (ply + 1) * scores.MAX_SEATS
        old = ply * scores.MAX_SEATS
        if self.vectors[new + seat] != self.vectors[old + seat]:
            return self.vectors[new + seat] > self.vectors[old + seat]
        if self.vectors[new + self.root] != self.vectors[old + self.root]:
            return self.vectors[new + self.root] < self.vectors[old + self.root]
        for other in range(self.seats):
            if self.vectors[new + other] != self.vectors[old + other]:
                return self.vectors[new + other] < self.vectors[old + other]
        return False

    def fill_scores(self, ply: int, is_over: bool) -> None:
        """The scores of a position that is not searched further."""
        for seat in range(self.seats):
            score = self.seat_final_score(seat, ply) if is_over else self.seat_score(seat)
            self.vectors[ply * scores.MAX_SEATS + seat] = score

    def _fill_repetition(self, ply: int, repetition: int) -> None:
        for seat in range(self.seats):
            is_better = (seat == self.position.to_move) == (repetition == constants.REPETITION_WINS)
            score = (
                0
                if repetition == constants.REPETITION_DRAWS
                else scores.PROVEN - 1 - ply
                if is_better
                else ply + 1 - scores.PROVEN
            )
            self.vectors[ply * scores.MAX_SEATS + seat] = score

    # Scores

    def seat_score(self, seat: int) -> int:
        return max(1 - scores.PROVEN, min(scores.PROVEN - 1, self.evaluator.evaluate(seat)))

    def seat_final_score(self, seat: int, ply: int) -> int:
        payoff = self.position.payoff(seat)
        if payoff > 0.0:
            return scores.WIN - ply
        if payoff < 0.0:
            return ply - scores.WIN
        return self.draw_score() if seat == self.root else 0

    def draw_score(self) -> int:
        """A draw, to the root's seat."""
        return 0 if self.is_full_width or self.style == styles.MAX_N else -CONTEMPT

    def is_mid_turn(self, ply: int) -> bool:
        """Whether the root's seat is still in its first turn, which is searched to its end: it may win the game."""
        return not self.is_full_width and ply <= 3 and self.is_first_turn[ply]

    def table_context(self, replier: int) -> int:
        return (self.style * 256 + self.root * 16 + replier + 1) * CONTEXT_UNIT & MASK

    # The order of moves

    def rank_moves(self, begin: int, end: int, table_move: int, ply: int) -> None:
        seat = self.position.to_move
        self.ranks.count = begin
        self.ranks.reserve(end - begin)
        for index in range(begin, end):
            move = self.found.at[index]
            if move == table_move:
                rank = 10000000
            else:
                gain = self.tactics.gain(move)
                if gain > 0:
                    rank = 1000000 + gain * 16 if self.tactics.static_exchange(move) >= 0 else gain - 500000
                elif move == self.history.killers[2 * ply]:
                    rank = 900000
                elif move == self.history.killers[2 * ply + 1]:
                    rank = 800000
                else:
                    rank = self.history.score(seat, move) + 16 * self.tactics.order_score(move)
            self.ranks.at[index] = rank + constants.SCORE_BIAS
        self.ranks.count = end

    def reward(self, index: int, begin: int, move: int, is_quiet: bool, depth: int, ply: int, seat: int) -> None:
        """A quiet move that refuted the position is tried earlier next time, those tried before it later."""
        if not is_quiet:
            return
        self.history.note_refutation(self.position, move, ply)
        bonus = min(depth * depth * 8 + 16 * depth, 1200)
        self.history.add_bonus(seat, move, bonus)
        for other in range(begin, index):
            if self.tactics.gain(self.found.at[other]) <= 0:
                self.history.add_bonus(seat, self.found.at[other], -bonus)

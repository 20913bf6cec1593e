"""Search for three seats and more, in three styles on one frame; two seats are no special case.

- Paranoid: all others play together against the seat that is to move at the root. Alpha-beta prunes as with two sides.
- Best reply (BRS+): between two turns of that seat only one of the others answers with any move it likes; the rest
  make the move that looks best before it is made, so that every position in the tree can come up in a game.
- Max^n: each seat plays for itself, and a position has a score for each seat.

In the first two a move costs one ply of depth, but for those that others make beside the one reply. A move does not
always pass the turn, so a score changes its sign only where the side does.
"""

from math import log

from ludoteca.core import constants
from ludoteca.core.evaluator import Evaluator
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.search import entry, ordering, scores
from ludoteca.search.deepening import Deepening
from ludoteca.search.ordering import MoveHistory
from ludoteca.search.transposition import TranspositionTable

STYLES = {"paranoid": 0, "brs": 1, "maxn": 2}
PARANOID, BEST_REPLY, MAX_N = 0, 1, 2
NOBODY = 8
"""Who has answered the root's seat when nobody has yet."""
CONTEMPT = 150
"""By how much a draw is worse than nothing to the root's seat, which is too modest when all are against it."""
QUIESCENCE_PLIES = 6
"""How far tactical moves are followed beyond the depth."""
MASK = 0xFFFFFFFFFFFFFFFF
CONTEXT_UNIT = 0x9E3779B97F4A7C15
"""A score in the table is for one seat, in one style, with one seat having replied: each has keys of its own."""

REDUCTION = [0] * 4096


def _fill_reductions() -> None:
    for depth in range(1, 64):
        for number in range(1, 64):
            REDUCTION[depth * 64 + number] = int(0.4 + log(depth) * log(number) / 2.0)


_fill_reductions()


class Multiplayer(Deepening):
    """Up to eight seats.

    A full-width search gives the score of the style's definition at each depth: the table orders moves but is not
    believed, nothing is reduced, and positions are evaluated exactly where the depth ends.
    """

    def __init__(
        self,
        position: Position,
        evaluator: Evaluator,
        table: TranspositionTable,
        style: str = "paranoid",
        is_full_width: bool = False,
    ) -> None:
        if position.seats > scores.MAX_SEATS:
            raise ValueError(f"a search is for up to {scores.MAX_SEATS} seats, not {position.seats}")
        super().__init__(position, evaluator, table, is_full_width)
        self.style = STYLES[style]
        self.seats = position.seats
        self.ranks = IntStack()
        self.history = MoveHistory()
        self.vectors = [0] * 1024
        self.is_first_turn = [False] * 128
        self.best_scores = [0] * 8

    # The root

    def seat_scores(self) -> list[int]:
        """What the position is worth to each seat, if the expected moves are played."""
        return [self.best_scores[seat] for seat in range(self.seats)]

    def work(self) -> None:
        depth = self.first_depth
        while depth <= self.depth_limit:
            self.line_length[0] = 0
            if self.style == MAX_N:
                self._search_vector(depth, 0)
                score = self.vectors[self.root]
            else:
                score = self._search(-scores.INFINITE, scores.INFINITE, depth, 0, NOBODY)
            is_cut_short = self.is_stopped and self.best_move != constants.NO_MOVE
            # The best move of the last depth was tried first, so a line that was found since is as good or better.
            if self.line_length[0] > 0:
                self._keep_scores(score)
            if is_cut_short:
                return
            self.score = score
            self.depth = depth
            if self.is_stopped or self.line_length[0] == 0:
                return
            if score <= -scores.PROVEN and self._try_next_style():
                depth = 1
                continue
            if abs(score) >= scores.WIN - depth:
                return
            depth += 1

    def _try_next_style(self) -> bool:
        """Who is lost if all others play together tries what helps if they do not: true if there is such a style."""
        if self.is_full_width or self.seats == 2 or self.style == MAX_N:
            return False
        self.style = BEST_REPLY if self.style == PARANOID else MAX_N
        return True

    def _keep_scores(self, score: int) -> None:
        """The line that was found, and the scores at its end; that of the root's seat is the search's."""
        self.keep_best_line(score)
        if self.style == MAX_N:
            for seat in range(self.seats):
                self.best_scores[seat] = self.vectors[seat]
            return
        for index in range(self.best_line_length):
            self.position.make(self.best_line[index])
        self._fill_scores(self.best_line_length, self.position.count_moves() == 0)
        for index in range(self.best_line_length):
            self.position.unmake()
        for seat in range(self.seats):
            self.best_scores[seat] = self.vectors[self.best_line_length * scores.MAX_SEATS + seat]
        self.best_scores[self.root] = score

    # Paranoid and best reply

    def _search(self, alpha: int, beta: int, depth: int, ply: int, replier: int) -> int:
        """The score for the side to move, the root's seat or all others, exact if between alpha and beta.

        `replier` is the seat that has answered since the root's seat moved, in the style of best replies.
        """
        self.line_length[ply] = ply
        self.count_node()
        if self.is_stopped and self.best_move != constants.NO_MOVE:
            return 0
        if ply > self.deepest:
            self.deepest = ply
        seat = self.position.to_move
        self.is_first_turn[ply] = ply == 0 or (self.is_first_turn[ply - 1] and seat == self.root)
        is_principal = beta - alpha > 1

        # 1. Ends
        if ply > 0:
            if self.tactics.has_ended():
                return self._end_score(ply)
            if not self.is_full_width:
                repetition = self.tactics.repetition_result(ply)
                if repetition:
                    return self._repetition_score(repetition, ply)
            if ply >= scores.MAX_PLIES - 1:
                return self._evaluate()
            if depth <= 0 and not self._is_mid_turn(ply):
                return self._leaf(alpha, beta, ply)
            alpha = max(alpha, -scores.WIN + ply)
            beta = min(beta, scores.WIN - ply)
            if alpha >= beta:
                return alpha

        # 2. A seat that may not choose
        if replier != NOBODY and replier != seat and seat != self.root:
            return self._search_forced(alpha, beta, depth, ply, replier)

        # 3. What the table knows
        known = [0] * 2
        key = self.position.hash() ^ self._context(replier)
        table_move = constants.NO_MOVE
        if self.table.find(key, known):
            table_move = known[0]
            score = self.table_score(known[1], ply)
            if (
                not self.is_full_width
                and not is_principal
                and ply > 0
                and entry.depth(known[1]) >= depth
                and self.settles(known[1], score, alpha, beta)
            ):
                return score
        if ply == 0 and self.best_move != constants.NO_MOVE:
            table_move = self.best_move

        # 4. The moves in their order
        begin = self.found.count
        self.position.generate(self.found)
        end = self.found.count
        if begin == end:
            return self._end_score(ply)
        special = constants.NO_MOVE
        if self.style == BEST_REPLY and seat != self.root and replier == NOBODY:
            special = self._best_looking(begin, end)
        self._rank_moves(begin, end, table_move, ply)
        is_checked = not self.is_full_width and self.tactics.is_checked()
        best_score = -scores.INFINITE
        best_move = constants.NO_MOVE
        bound = scores.UPPER_BOUND
        tried = 0
        for index in range(begin, end):
            move = ordering.pick_next(self.found, self.ranks, index, end)
            if ply == 0 and self.is_excluded(move):
                continue
            is_quiet = self.tactics.gain(move) <= 0
            tried += 1
            if (
                not self.is_full_width
                and not is_principal
                and not is_checked
                and is_quiet
                and depth <= 4
                and best_score > -scores.PROVEN
                and tried > 4 + 3 * depth * depth
            ):
                continue

            # 5. Make the move, with less depth if it comes late
            self.position.make(move)
            next_replier = self._replier_after(replier, seat, move == special)
            next_depth = depth - 1
            if move == special and self.position.to_move != self.root and self.position.to_move != seat:
                next_depth = depth
            if tried == 1 or self.is_full_width:
                score = self._child(alpha, beta, next_depth, ply, seat, next_replier)
            else:
                reduction = 0
                if depth >= 3 and is_quiet and tried > 2 and not is_checked:
                    reduction = REDUCTION[min(depth, 63) * 64 + min(tried, 63)] - is_principal
                    reduction = max(0, min(reduction, next_depth - 1))
                score = self._child(alpha, alpha + 1, next_depth - reduction, ply, seat, next_replier)
                if score > alpha and reduction > 0:
                    score = self._child(alpha, alpha + 1, next_depth, ply, seat, next_replier)
                if alpha < score < beta:
                    score = self._child(alpha, beta, next_depth, ply, seat, next_replier)
            self.position.unmake()
            if self.is_stopped and self.best_move != constants.NO_MOVE:
                self.found.count = begin
                self.ranks.count = begin
                return max(best_score, -scores.WIN)

            # 6. What it brought
            if score > best_score:
                best_score = score
                if score > alpha:
                    best_move = move
                    self.update_line(ply, move)
                    if score >= beta:
                        bound = scores.LOWER_BOUND
                        self._reward(index, begin, move, is_quiet, depth, ply, seat)
                        break
                    bound = scores.EXACT
                    alpha = score
        self.found.count = begin
        self.ranks.count = begin
        if ply > 0 or self.excluded.count == 0:
            self.store(key, best_move, best_score, 0, depth, bound, ply)
        return best_score

    def _child(self, alpha: int, beta: int, depth: int, ply: int, seat: int, replier: int) -> int:
        """The score of the position after a move, for the side of the seat that made it."""
        if (self.position.to_move == self.root) != (seat == self.root):
            return -self._search(-beta, -alpha, depth, ply + 1, replier)
        return self._search(alpha, beta, depth, ply + 1, replier)

    def _search_forced(self, alpha: int, beta: int, depth: int, ply: int, replier: int) -> int:
        """Another seat has replied: this one makes the move that looks best, at no cost of depth."""
        begin = self.found.count
        self.position.generate(self.found)
        if self.found.count == begin:
            return self._end_score(ply)
        move = self._best_looking(begin, self.found.count)
        self.found.count = begin
        seat = self.position.to_move
        self.position.make(move)
        score = self._child(alpha, beta, depth, ply, seat, self._replier_after(replier, seat, True))
        self.position.unmake()
        self.update_line(ply, move)
        return score

    def _replier_after(self, replier: int, seat: int, is_special: bool) -> int:
        """Who has answered once a seat has made a move."""
        if self.style != BEST_REPLY or self.position.to_move == self.root:
            return NOBODY
        return replier if is_special or seat == self.root else seat

    def _best_looking(self, begin: int, end: int) -> int:
        """The move that looks best before it is made; the first of several."""
        best: int = self.found.at[begin]
        best_rank = self.tactics.order_score(best)
        for index in range(begin + 1, end):
            rank = self.tactics.order_score(self.found.at[index])
            if rank > best_rank:
                best_rank = rank
                best = self.found.at[index]
        return best

    def _leaf(self, alpha: int, beta: int, ply: int) -> int:
        """The depth ends here; a win in the first turn is seen whatever the rules look at to find it."""
        if (self.is_full_width or self.is_first_turn[ply - 1]) and self.position.count_moves() == 0:
            return self._end_score(ply)
        if self.is_full_width:
            return self._evaluate()
        return self._quiesce(alpha, beta, ply, QUIESCENCE_PLIES)

    def _quiesce(self, alpha: int, beta: int, ply: int, plies: int) -> int:
        """Follow tactical moves for some plies, until the position is quiet."""
        self.line_length[ply] = ply
        if self.node_limit and self.nodes >= self.node_limit:
            self.is_stopped = True
        if self.tactics.has_ended():
            return self._end_score(ply)
        best_score = self._evaluate()
        if best_score >= beta or plies == 0 or ply >= scores.MAX_PLIES - 1:
            return best_score
        alpha = max(alpha, best_score)
        seat = self.position.to_move
        begin = self.found.count
        self.tactics.add_tactical_moves(self.found)
        end = self.found.count
        self._rank_moves(begin, end, constants.NO_MOVE, ply)
        for index in range(begin, end):
            move = ordering.pick_next(self.found, self.ranks, index, end)
            if self.tactics.static_exchange(move) < 0:
                continue
            self.nodes += 1
            self.position.make(move)
            if (self.position.to_move == self.root) != (seat == self.root):
                score = -self._quiesce(-beta, -alpha, ply + 1, plies - 1)
            else:
                score = self._quiesce(alpha, beta, ply + 1, plies - 1)
            self.position.unmake()
            if score > best_score:
                best_score = score
                if score > alpha:
                    self.update_line(ply, move)
                    alpha = score
            if score >= beta or (self.is_stopped and self.best_move != constants.NO_MOVE):
                break
        self.found.count = begin
        self.ranks.count = begin
        return best_score

    # Max^n

    def _search_vector(self, depth: int, ply: int) -> None:
        """Find the score of each seat, each playing for itself; they stand at the ply's place in `vectors`."""
        self.line_length[ply] = ply
        self.count_node()
        if self.is_stopped and self.best_move != constants.NO_MOVE:
            return
        if ply > self.deepest:
            self.deepest = ply
        seat = self.position.to_move
        self.is_first_turn[ply] = ply == 0 or (self.is_first_turn[ply - 1] and seat == self.root)
        if ply > 0:
            if self.tactics.has_ended():
                self._fill_scores(ply, True)
                return
            if not self.is_full_width and self.tactics.repetition_result(ply):
                self._fill_repetition(ply, self.tactics.repetition_result(ply))
                return
            if ply >= scores.MAX_PLIES - 1 or (depth <= 0 and not self._is_mid_turn(ply)):
                is_over = (self.is_full_width or self.is_first_turn[ply - 1]) and self.position.count_moves() == 0
                self._fill_scores(ply, is_over)
                return
        known = [0] * 2
        key = self.position.hash() ^ self._context(NOBODY)
        table_move = known[0] if self.table.find(key, known) else constants.NO_MOVE
        if ply == 0 and self.best_move != constants.NO_MOVE:
            table_move = self.best_move
        begin = self.found.count
        self.position.generate(self.found)
        end = self.found.count
        if begin == end:
            self._fill_scores(ply, True)
            return
        self._rank_moves(begin, end, table_move, ply)
        best_move = constants.NO_MOVE
        for index in range(begin, end):
            move = ordering.pick_next(self.found, self.ranks, index, end)
            if ply == 0 and self.is_excluded(move):
                continue
            self.position.make(move)
            self._search_vector(depth - 1, ply + 1)
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
            self._reward(0, 0, best_move, self.tactics.gain(best_move) <= 0, depth, ply, seat)
            if ply > 0 or self.excluded.count == 0:
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

    def _fill_scores(self, ply: int, is_over: bool) -> None:
        """The scores of a position that is not searched further."""
        for seat in range(self.seats):
            score = self._seat_final_score(seat, ply) if is_over else self._score_of_seat(seat)
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

    def _evaluate(self) -> int:
        """For the side to move."""
        score = self._score_of_seat(self.root)
        return score if self.position.to_move == self.root else -score

    def _score_of_seat(self, seat: int) -> int:
        return max(1 - scores.PROVEN, min(scores.PROVEN - 1, self.evaluator.evaluate(seat)))

    def _end_score(self, ply: int) -> int:
        """A finished game, for the side to move: the sooner it is won the better, the later it is lost."""
        score = self._seat_final_score(self.root, ply)
        return score if self.position.to_move == self.root else -score

    def _seat_final_score(self, seat: int, ply: int) -> int:
        payoff = self.position.payoff(seat)
        if payoff > 0.0:
            return scores.WIN - ply
        if payoff < 0.0:
            return ply - scores.WIN
        return self._drawn() if seat == self.root else 0

    def _drawn(self) -> int:
        """A draw, to the root's seat."""
        return 0 if self.is_full_width or self.style == MAX_N else -CONTEMPT

    def _repetition_score(self, repetition: int, ply: int) -> int:
        if repetition == constants.REPETITION_DRAWS:
            return self._drawn() if self.position.to_move == self.root else -self._drawn()
        return scores.PROVEN - 1 - ply if repetition == constants.REPETITION_WINS else ply + 1 - scores.PROVEN

    def _context(self, replier: int) -> int:
        return (self.style * 256 + self.root * 16 + replier + 1) * CONTEXT_UNIT & MASK

    def _is_mid_turn(self, ply: int) -> bool:
        """Whether the root's seat is still in its first turn, which is searched to its end: it may win the game."""
        return not self.is_full_width and ply <= 3 and self.is_first_turn[ply]

    # The order of moves

    def _rank_moves(self, begin: int, end: int, table_move: int, ply: int) -> None:
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

    def _reward(self, index: int, begin: int, move: int, is_quiet: bool, depth: int, ply: int, seat: int) -> None:
        """A quiet move that refuted the position is tried earlier next time, those tried before it later."""
        if not is_quiet:
            return
        self.history.note_refutation(self.position, move, ply)
        bonus = min(depth * depth * 8 + 16 * depth, 1200)
        self.history.add_bonus(seat, move, bonus)
        for other in range(begin, index):
            if self.tactics.gain(self.found.at[other]) <= 0:
                self.history.add_bonus(seat, self.found.at[other], -bonus)

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
from ludoteca.core.position import Position
from ludoteca.search import entry, ordering, scores, styles
from ludoteca.search.maxn import MaxN
from ludoteca.search.transposition import TranspositionTable

QUIESCENCE_PLIES = 6
"""How far tactical moves are followed beyond the depth."""
REDUCTION = [0] * 4096


def _fill_reductions() -> None:
    for depth in range(1, 64):
        for number in range(1, 64):
            REDUCTION[depth * 64 + number] = int(0.4 + log(depth) * log(number) / 2.0)


_fill_reductions()


class Multiplayer(MaxN):
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
        super().__init__(position, evaluator, table, style, is_full_width)

    # The root

    def work(self) -> None:
        depth = self.first_depth
        while depth <= self.depth_limit:
            self.line_length[0] = 0
            if self.style == styles.MAX_N:
                self.search_vector(depth, 0)
                score = self.vectors[self.root]
            else:
                score = self._search(-scores.INFINITE, scores.INFINITE, depth, 0, styles.NOBODY)
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
        if self.is_full_width or self.seats == 2 or self.style == styles.MAX_N:
            return False
        self.style = styles.BEST_REPLY if self.style == styles.PARANOID else styles.MAX_N
        return True

    def _keep_scores(self, score: int) -> None:
        """The line that was found, and the scores at its end; that of the root's seat is the search's."""
        self.keep_best_line(score)
        if self.style == styles.MAX_N:
            for seat in range(self.seats):
                self.best_scores[seat] = self.vectors[seat]
            return
        for index in range(self.best_line_length):
            self.position.make(self.best_line[index])
        self.fill_scores(self.best_line_length, self.position.count_moves() == 0)
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
        if ply > self.selective_depth:
            self.selective_depth = ply
        seat = self.position.to_move
        self.is_first_turn[ply] = ply == 0 or (self.is_first_turn[ply - 1] and seat == self.root)
        is_pv_node = beta - alpha > 1

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
            if depth <= 0 and not self.is_mid_turn(ply):
                return self._leaf(alpha, beta, ply)
            alpha = max(alpha, -scores.WIN + ply)
            beta = min(beta, scores.WIN - ply)
            if alpha >= beta:
                return alpha

        # 2. A seat that may not choose
        if replier != styles.NOBODY and replier != seat and seat != self.root:
            return self._search_forced(alpha, beta, depth, ply, replier)

        # 3. What the table knows
        hit = [0] * 2
        key = self.position.hash() ^ self.table_context(replier)
        table_move = constants.NO_MOVE
        if self.table.find(key, hit):
            table_move = hit[0]
            score = self.table_score(hit[1], ply)
            if (
                not self.is_full_width
                and not is_pv_node
                and ply > 0
                and entry.depth(hit[1]) >= depth
                and self.causes_cutoff(hit[1], score, alpha, beta)
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
        if self.style == styles.BEST_REPLY and seat != self.root and replier == styles.NOBODY:
            special = self._best_looking(begin, end)
        self.rank_moves(begin, end, table_move, ply)
        is_checked = not self.is_full_width and self.tactics.is_checked()
        first_alpha = alpha
        best_score = -scores.INFINITE
        tried = 0
        for index in range(begin, end):
            move = ordering.pick_next(self.found, self.ranks, index, end)
            if ply == 0 and self.is_excluded_root(move):
                continue
            is_quiet = self.tactics.gain(move) <= 0
            tried += 1
            if (
                not self.is_full_width
                and not is_pv_node
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
                    reduction = REDUCTION[min(depth, 63) * 64 + min(tried, 63)] - is_pv_node
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
            best_score = max(best_score, score)
            alpha = self.raise_alpha(alpha, score, move, ply)
            if score >= beta:
                self.reward(index, begin, move, is_quiet, depth, ply, seat)
                break
        self.found.count = begin
        self.ranks.count = begin
        if ply > 0 or self.excluded_roots.count == 0:
            self.store_node(key, first_alpha, beta, best_score, 0, depth, ply, False)
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
        if self.style != styles.BEST_REPLY or self.position.to_move == self.root:
            return styles.NOBODY
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
        self.rank_moves(begin, end, constants.NO_MOVE, ply)
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
            best_score = max(best_score, score)
            alpha = self.raise_alpha(alpha, score, move, ply)
            if score >= beta or (self.is_stopped and self.best_move != constants.NO_MOVE):
                break
        self.found.count = begin
        self.ranks.count = begin
        return best_score

    # Scores

    def _evaluate(self) -> int:
        """For the side to move."""
        score = self.seat_score(self.root)
        return score if self.position.to_move == self.root else -score

    def _end_score(self, ply: int) -> int:
        """A finished game, for the side to move: the sooner it is won the better, the later it is lost."""
        score = self.seat_final_score(self.root, ply)
        return score if self.position.to_move == self.root else -score

    def _repetition_score(self, repetition: int, ply: int) -> int:
        if repetition == constants.REPETITION_DRAWS:
            return self.draw_score() if self.position.to_move == self.root else -self.draw_score()
        return scores.PROVEN - 1 - ply if repetition == constants.REPETITION_WINS else ply + 1 - scores.PROVEN

"""Alpha-beta for two seats and thousands of moves a position, where finding the moves costs more than anything else.

At the root every move is tried. The best by its evaluation is an answer before the search begins, and a search that is
asked to stop first finishes its first depth, or `LEAST_NODES` of it. Below the root come first the moves that were good
elsewhere, each tested for legality; if none refutes the position the game is asked for its best-looking moves, more of
them the more depth is left. Beyond the depth only tactical moves are followed. A move does not always pass the turn, so
a score changes its sign only when the seat to move has changed.
"""

from ludoteca.core import constants
from ludoteca.core.evaluator import Evaluator
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.search import deepening, entry, ordering, scores
from ludoteca.search.deepening import Deepening
from ludoteca.search.ordering import MoveHistory
from ludoteca.search.transposition import TranspositionTable

EARLY = 4
"""How many answers are tried before any are looked for: the table's, two killers, and the usual one to the last."""
FIRST_CHOICES = 20
"""How many moves may lose at once before one that does is the answer of the first depth."""
LEAST_NODES = 1000
"""No search is stopped from outside before it has seen so many nodes or finished its first depth."""
DECIDED = 15000
"""Evaluators give such scores to finished games only."""
QUIESCENCE_PLIES = 8
"""How far tactical moves are followed."""


class Selective(Deepening):
    def __init__(
        self, position: Position, evaluator: Evaluator, table: TranspositionTable, is_full_width: bool = False
    ) -> None:
        super().__init__(position, evaluator, table, is_full_width)
        self.ranks = IntStack()
        self.roots = IntStack()
        self.root_scores = IntStack()
        self.safe = IntStack()
        self.fatal = IntStack()
        self.unquiet = IntStack()
        self.is_stop_wanted = False
        self.history = MoveHistory()
        self.root_depth = 0

    def stop(self) -> None:
        """Ask the search to end: it does so at the next node, but not without a first depth (see `LEAST_NODES`)."""
        self.is_stop_wanted = True
        if self.depth > 0 or self.first_depth > 1:
            self.is_stopped = True

    # The root

    def work(self) -> None:
        self._find_roots()
        if self.roots.count == 0:
            return
        for depth in range(self.first_depth, self.depth_limit + 1):
            self.root_depth = depth
            self._sort_roots()
            self._search_root(depth)
            if depth == 1:
                self._avoid_loss()
            if self.is_stopped:
                return
            self.depth = depth
            if self.is_stop_wanted or abs(self.score) >= scores.WIN - depth:
                return

    def _find_roots(self) -> None:
        """All moves, with the evaluations of the positions that they lead to.

        `unquiet` gets the moves after which the other seat is in check, or the same seat goes on.
        """
        seat = self.position.to_move
        self.position.generate(self.found)
        for index in range(self.found.count):
            move = self.found.at[index]
            if self.is_excluded_root(move):
                continue
            self.position.make(move)
            self.roots.push(move)
            self.root_scores.push(self.evaluator.evaluate(seat) + constants.SCORE_BIAS)
            if self.position.to_move == seat or self.tactics.is_checked():
                self.unquiet.push(move)
            self.position.unmake()
        self.found.clear()
        if self.roots.count:
            self._sort_roots()
            self._choose(0)

    def _choose(self, index: int) -> None:
        """Answer with a move of the root, whatever comes after it."""
        self.best_move = self.roots.at[index]
        self.score = self.root_scores.at[index] - constants.SCORE_BIAS
        self.best_line[0] = self.best_move
        self.best_line_length = 1

    def _avoid_loss(self) -> None:
        """Give up the best move of the first depth if it loses at once, for the next that does not.

        The first depth does not ask this of each move that is the best for a while: to ask takes as long as the depth.
        """
        if not self._is_fatal(self.best_move):
            return
        self._sort_roots()
        for index in range(min(self.roots.count, FIRST_CHOICES)):
            if not self._is_fatal(self.roots.at[index]):
                self._choose(index)
                return

    def _is_fatal(self, move: int) -> bool:
        seat = self.position.to_move
        self.position.make(move)
        is_lost = self._loses_at_once(move, seat)
        self.position.unmake()
        return is_lost

    def _sort_roots(self) -> None:
        """Highest scores first; those alike stay in their order."""
        gap = self.roots.count
        while gap > 1:
            gap = (gap * 5 + 1) // 11 if gap > 4 else 1
            for index in range(gap, self.roots.count):
                move = self.roots.at[index]
                score = self.root_scores.at[index]
                place = index
                while place >= gap and self.root_scores.at[place - gap] < score:
                    self.roots.at[place] = self.roots.at[place - gap]
                    self.root_scores.at[place] = self.root_scores.at[place - gap]
                    place -= gap
                self.roots.at[place] = move
                self.root_scores.at[place] = score

    def _search_root(self, depth: int) -> None:
        """Every move; the answer is kept at once when a better one is found."""
        seat = self.position.to_move
        alpha = -scores.INFINITE
        for index in range(self.roots.count):
            move = self.roots.at[index]
            if deepening.is_in(move, self.fatal) and alpha > -scores.WIN:
                continue
            if self.is_stop_wanted and self.nodes >= LEAST_NODES:
                self.is_stopped = True
                return
            if depth == 1 and self._falls_short_at_once(index, alpha):
                continue
            self.position.make(move)
            passes_turn = self.position.to_move != seat
            if index == 0:
                score = self._child(-scores.INFINITE, scores.INFINITE, depth - 1, 0, passes_turn)
            else:
                reduction = 0
                if depth >= 3 and not self.is_full_width:
                    reduction = 1 if index >= 10 else 0
                    if depth >= 4 and index >= 40:
                        reduction = 2
                score = self._child(alpha, alpha + 1, depth - 1 - reduction, 0, passes_turn)
                if score > alpha and reduction and not self.is_stopped:
                    score = self._child(alpha, alpha + 1, depth - 1, 0, passes_turn)
                if score > alpha and not self.is_stopped:
                    score = self._child(alpha, scores.INFINITE, depth - 1, 0, passes_turn)
            if depth > 1 and score > alpha and score > -scores.PROVEN and not self.is_stopped:
                if self._loses_at_once(move, seat):
                    score = 2 - scores.WIN
            self.position.unmake()
            if self.is_stopped:
                return
            # What fell short stays behind the best, for its score is only a bound.
            self.root_scores.at[index] = (score if score > alpha else min(score, alpha - 1)) + constants.SCORE_BIAS
            if score > alpha:
                alpha = score
                self.update_line(0, move)
                self.keep_best_line(score)

    def _falls_short_at_once(self, index: int, alpha: int) -> bool:
        """Whether the other seat need not answer a move at all to keep the score at alpha: no need to make it."""
        score = self.root_scores.at[index] - constants.SCORE_BIAS
        if self.is_full_width or score > alpha or deepening.is_in(self.roots.at[index], self.unquiet):
            return False
        self.root_scores.at[index] = min(score, alpha - 1) + constants.SCORE_BIAS
        return True

    def _loses_at_once(self, move: int, seat: int) -> bool:
        """Whether any answer at all ends the game in the other's favour; asked of a move that is made, once a move."""
        if self.is_full_width or deepening.is_in(move, self.safe):
            return False
        if deepening.is_in(move, self.fatal):
            return True
        if self.position.to_move == seat or self.evaluator.evaluate(seat) >= DECIDED:
            return False
        begin = self.found.count
        self.position.generate(self.found)
        end = self.found.count
        is_lost = False
        for index in range(begin, end):
            self.position.make(self.found.at[index])
            if self.evaluator.evaluate(seat) <= -DECIDED:
                is_lost = True
            self.position.unmake()
            if is_lost:
                break
        self.found.count = begin
        if is_lost:
            self.fatal.push(move)
        else:
            self.safe.push(move)
        return is_lost

    # A node

    def _child(self, alpha: int, beta: int, depth: int, ply: int, passes_turn: bool) -> int:
        """The score of the position after a move, for the seat that made it."""
        if passes_turn:
            return -self._search(-beta, -alpha, depth, ply + 1)
        return self._search(alpha, beta, depth, ply + 1)

    def _search(self, alpha: int, beta: int, depth: int, ply: int) -> int:
        """The score of the position for the seat to move, exact if between alpha and beta."""
        if self.is_full_width:
            return self._search_full_width(alpha, beta, depth, ply)
        is_checked = self.tactics.is_checked()
        if depth <= 0:
            if not is_checked or ply > 2 * self.root_depth:
                return self._quiesce(alpha, beta, QUIESCENCE_PLIES, ply)
            depth = 1
        is_pv_node = beta - alpha > 1
        self.line_length[ply] = ply
        self.count_node()
        if self.is_stopped:
            return 0

        # 1. A position that comes back, and wins that cannot be bettered
        repetition = self.tactics.repetition_result(ply)
        if repetition:
            return self.repetition_score(repetition, ply)
        seat = self.position.to_move
        if ply >= scores.MAX_PLIES - 1:
            return self.evaluator.evaluate(seat)
        alpha = max(alpha, -scores.WIN + ply)
        beta = min(beta, scores.WIN - ply)
        if alpha >= beta:
            return alpha

        # 2. What the table knows
        hit = [0] * 2
        key = self.position.hash()
        table_move = constants.NO_MOVE
        is_hit = self.table.find(key, hit)
        if is_hit:
            table_move = hit[0]
            score = self.table_score(hit[1], ply)
            if not is_pv_node and entry.depth(hit[1]) >= depth and self.causes_cutoff(hit[1], score, alpha, beta):
                return score

        # 3. Pruning before any move is tried
        static_score = entry.static_score(hit[1]) if is_hit else self.evaluator.evaluate(seat)
        if abs(static_score) >= DECIDED:
            return self.final_score(ply)
        is_futile = False
        if not is_pv_node and not is_checked and abs(beta) < scores.PROVEN:
            if depth <= 3 and static_score - 90 * depth >= beta:
                return static_score
            if depth == 1 and static_score + 400 <= alpha:
                return self._quiesce(alpha, beta, QUIESCENCE_PLIES, ply)
            if depth >= 2 and static_score >= beta and self.tactics.allows_null():
                self.tactics.make_null()
                score = -self._search(-beta, -beta + 1, depth - 3, ply + 1)
                self.tactics.unmake_null()
                if self.is_stopped:
                    return 0
                if score >= beta:
                    return beta if score >= scores.PROVEN else score
            is_futile = depth == 1 and static_score + 120 <= alpha

        # 4. The moves: first those that were good elsewhere, then those that look best
        first_alpha = alpha
        best_score = static_score if is_futile else -scores.INFINITE
        begin = self.found.count
        index = begin
        end = begin
        tried = 0
        early = 0
        tested = [constants.NO_MOVE] * 4
        while True:
            if early < EARLY:
                move = self._early_move(early, table_move, ply)
                tested[early] = move
                early += 1
                if move == constants.NO_MOVE or self._is_among(move, tested, early - 1):
                    continue
                if not self.tactics.is_known_legal(move):
                    tested[early - 1] = constants.NO_MOVE
                    continue
                gain = 0
            else:
                if early == EARLY:
                    early += 1
                    self.tactics.add_best_moves(
                        self.found, self.ranks, 0 if is_futile else self._width(depth, is_pv_node)
                    )
                    end = self.found.count
                    if begin == end and tried == 0 and not is_futile:
                        return self.final_score(ply)
                    self._add_history(begin, end, seat)
                if index == end:
                    break
                move = ordering.pick_next(self.found, self.ranks, index, end)
                gain = self.ranks.at[index] - constants.SCORE_BIAS
                index += 1
                if self._is_among(move, tested, EARLY):
                    continue
            tried += 1

            # 5. Make it, with less depth if it comes late
            self.position.make(move)
            passes_turn = self.position.to_move != seat
            if tried == 1:
                score = self._child(alpha, beta, depth - 1, ply, passes_turn)
            else:
                reduction = 0
                if depth >= 2 and tried > 4 and gain < 60 and not is_checked:
                    reduction = 1 if tried <= 12 or depth == 2 else 2
                score = self._child(alpha, alpha + 1, depth - 1 - reduction, ply, passes_turn)
                if score > alpha and reduction > 0:
                    score = self._child(alpha, alpha + 1, depth - 1, ply, passes_turn)
                if alpha < score < beta:
                    score = self._child(alpha, beta, depth - 1, ply, passes_turn)
            self.position.unmake()
            if self.is_stopped:
                self.found.count = begin
                self.ranks.count = begin
                return 0

            # 6. What it brought
            best_score = max(best_score, score)
            alpha = self.raise_alpha(alpha, score, move, ply)
            if score >= beta:
                self._reward(move, depth, ply, seat)
                break
        self.found.count = begin
        self.ranks.count = begin
        self.store_node(key, first_alpha, beta, best_score, static_score, depth, ply, False)
        return best_score

    def _width(self, depth: int, is_pv_node: bool) -> int:
        """How many moves are tried that seem to win nothing."""
        width = 10 if depth == 1 else 24 if depth == 2 else 36
        return 2 * width if is_pv_node and depth > 1 else width

    def _quiesce(self, alpha: int, beta: int, plies: int, ply: int) -> int:
        """Follow tactical moves until the position is quiet."""
        self.count_node()
        if self.is_stopped:
            return 0
        self.line_length[ply] = ply
        if ply > self.selective_depth:
            self.selective_depth = ply
        seat = self.position.to_move
        hit = [0] * 2
        key = self.position.hash()
        is_hit = self.table.find(key, hit)
        if is_hit:
            score = self.table_score(hit[1], ply)
            if self.causes_cutoff(hit[1], score, alpha, beta):
                return score
        static_score = entry.static_score(hit[1]) if is_hit else self.evaluator.evaluate(seat)
        if abs(static_score) >= DECIDED:
            return self.final_score(ply)
        best_score = static_score
        if best_score >= beta or plies == 0 or ply >= scores.MAX_PLIES - 1:
            return best_score
        alpha = max(alpha, best_score)
        first_alpha = alpha
        begin = self.found.count
        self.tactics.add_best_moves(self.found, self.ranks, -1)
        end = self.found.count
        for index in range(begin, end):
            move = ordering.pick_next(self.found, self.ranks, index, end)
            gain = self.ranks.at[index] - constants.SCORE_BIAS
            if static_score + gain + 150 <= alpha:
                break
            self.position.make(move)
            if self.position.to_move != seat:
                score = -self._quiesce(-beta, -alpha, plies - 1, ply + 1)
            else:
                score = self._quiesce(alpha, beta, plies - 1, ply + 1)
            self.position.unmake()
            if self.is_stopped:
                break
            best_score = max(best_score, score)
            alpha = self.raise_alpha(alpha, score, move, ply)
            if score >= beta:
                break
        self.found.count = begin
        self.ranks.count = begin
        if not self.is_stopped:
            self.store_node(key, first_alpha, beta, best_score, static_score, 0, ply, True)
        return best_score

    def _search_full_width(self, alpha: int, beta: int, depth: int, ply: int) -> int:
        self.count_node()
        if self.is_stopped:
            return 0
        self.line_length[ply] = ply
        repetition = self.tactics.repetition_result(ply)
        if repetition:
            return self.repetition_score(repetition, ply)
        begin = self.found.count
        self.position.generate(self.found)
        end = self.found.count
        seat = self.position.to_move
        if begin == end:
            return self.final_score(ply)
        best_score = -scores.INFINITE
        if depth <= 0 or ply >= scores.MAX_PLIES - 1:
            self.found.count = begin
            return self.evaluator.evaluate(seat)
        for index in range(begin, end):
            move = self.found.at[index]
            self.position.make(move)
            score = self._child(alpha, beta, depth - 1, ply, self.position.to_move != seat)
            self.position.unmake()
            best_score = max(best_score, score)
            alpha = self.raise_alpha(alpha, score, move, ply)
            if best_score >= beta or self.is_stopped:
                break
        self.found.count = begin
        return best_score

    # The order of moves

    def _early_move(self, number: int, table_move: int, ply: int) -> int:
        if number == 0:
            return table_move
        if number < 3:
            return self.history.killers[2 * ply + number - 1]
        return self.history.counter_move(self.position)

    def _is_among(self, move: int, tested: list[int], count: int) -> bool:
        is_among = False
        for index in range(count):
            is_among = is_among or tested[index] == move
        return is_among

    def _add_history(self, begin: int, end: int, seat: int) -> None:
        """Moves that seem to win nothing are tried in the order of what they did elsewhere, too."""
        for index in range(begin, end):
            if self.ranks.at[index] <= constants.SCORE_BIAS:
                learned = self.history.score(seat, self.found.at[index]) + ordering.HISTORY_LIMIT
                self.ranks.at[index] = self.ranks.at[index] + learned // 100

    def _reward(self, move: int, depth: int, ply: int, seat: int) -> None:
        """A move that refuted the position is tried earlier next time."""
        self.history.note_refutation(self.position, move, ply)
        self.history.add_bonus(seat, move, min(depth * depth * 64, 2048))

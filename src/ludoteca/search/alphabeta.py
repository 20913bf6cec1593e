"""Alpha-beta for two seats: the principal variation search that chess programs use, for any game here.

A move does not always pass the turn, so a score changes its sign only when the seat to move has changed.
"""

from math import log

from ludoteca.core import constants
from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.search import entry, ordering, scores
from ludoteca.search.deepening import Deepening
from ludoteca.search.ordering import Ordering
from ludoteca.search.settings import SearchSettings
from ludoteca.search.transposition import TranspositionTable

LATENESS = [0] * 4096
"""How late a move comes, in parts of 1,024, by depth * 64 + number: both count by their logarithms."""
LAST_PLIES = 6
"""How far a search that must stop and has no best move yet follows tactical moves: in some games they never run out."""


def _fill_lateness() -> None:
    for depth in range(1, 64):
        for number in range(1, 64):
            LATENESS[depth * 64 + number] = int(1024 * log(depth) * log(number))


_fill_lateness()


class AlphaBeta(Deepening):
    def __init__(
        self,
        position: Position,
        evaluator: Evaluator,
        table: TranspositionTable,
        ordering: Ordering | None = None,
        is_full_width: bool = False,
        settings: SearchSettings | None = None,
    ) -> None:
        super().__init__(position, evaluator, table, is_full_width)
        self.ordering = ordering or Ordering()
        self.ordering.history.clear_killers()
        self.settings = settings or SearchSettings()
        self.static_scores = [0] * 128
        self.excluded_moves = [constants.NO_MOVE] * 128

    # The root

    def work(self) -> None:
        self._deepen()

    def _deepen(self) -> None:
        """Search deeper and deeper, with a window around the last score."""
        for depth in range(self.first_depth, self.depth_limit + 1):
            window = self.settings.window
            alpha = -scores.INFINITE
            beta = scores.INFINITE
            if depth >= 4 and abs(self.score) < scores.PROVEN:
                alpha = max(self.score - window, -scores.INFINITE)
                beta = min(self.score + window, scores.INFINITE)
            while True:
                score = self._search(alpha, beta, depth, 0, False, self.tactics.is_checked())
                if self.is_stopped:
                    break
                if score <= alpha:
                    beta = (alpha + beta) // 2 if alpha + beta >= 0 else -((-alpha - beta) // 2)
                    alpha = max(score - window, -scores.INFINITE)
                elif score >= beta:
                    beta = min(score + window, scores.INFINITE)
                else:
                    break
                window *= 2
                if window > 800:
                    alpha = -scores.INFINITE
                    beta = scores.INFINITE
            if self.is_stopped and self.best_move != constants.NO_MOVE:
                return
            self.keep_best_line(score)
            self.depth = depth
            if self.is_stopped or abs(score) >= scores.WIN - depth or self.line_length[0] == 0:
                return

    # A node

    def _search(self, alpha: int, beta: int, depth: int, ply: int, is_cut_node: bool, is_checked: bool) -> int:
        """The score of the position for the seat to move, exact if between alpha and beta."""
        is_pv_node = beta - alpha > 1
        self.line_length[ply] = ply
        if depth <= 0 and ply > 0:
            return self._quiesce(alpha, beta, ply, is_checked, True)
        self.count_node()
        if self.is_stopped and self.best_move != constants.NO_MOVE:
            return 0

        # 1. Repetition, and mate distance pruning
        excluded_move = self.excluded_moves[ply]
        if ply > 0 and excluded_move == constants.NO_MOVE:
            repetition = constants.NO_REPETITION if self.is_full_width else self.tactics.repetition_result(ply)
            if repetition:
                return self.repetition_score(repetition, ply)
            if ply >= scores.MAX_PLIES - 1:
                return self.evaluator.evaluate(self.position.to_move)
            alpha = max(alpha, -scores.WIN + ply)
            beta = min(beta, scores.WIN - ply)
            if alpha >= beta:
                return alpha

        # 2. The table
        hit = [0] * 2
        key = self.position.hash()
        table_move = constants.NO_MOVE
        table_score = -scores.INFINITE
        table_depth = -1
        table_bound = 0
        is_hit = excluded_move == constants.NO_MOVE and self.table.find(key, hit)
        if is_hit:
            table_move = hit[0]
            table_score = self.table_score(hit[1], ply)
            table_depth = entry.depth(hit[1])
            table_bound = entry.bound(hit[1])
            if (
                not is_pv_node
                and not self.is_full_width
                and ply > 0
                and table_depth >= depth
                and self.causes_cutoff(hit[1], table_score, alpha, beta)
            ):
                return table_score

        # 3. The static evaluation
        seat = self.position.to_move
        static_score = -scores.INFINITE
        is_improving = False
        if is_checked:
            self.static_scores[ply] = -scores.INFINITE
        elif excluded_move != constants.NO_MOVE:
            static_score = self.static_scores[ply]
        else:
            static_score = entry.static_score(hit[1]) if is_hit else self.evaluator.evaluate(seat)
            self.static_scores[ply] = static_score
            is_improving = (
                ply >= 2
                and self.static_scores[ply - 2] != -scores.INFINITE
                and static_score > self.static_scores[ply - 2]
            )
            if is_hit and (
                table_bound == (scores.LOWER_BOUND if table_score > static_score else scores.UPPER_BOUND)
                or table_bound == scores.EXACT
            ):
                static_score = table_score

        # 4. Pruning before any move is tried: reverse futility, razoring, null move, ProbCut;
        #    then internal iterative reduction
        if (
            not is_pv_node
            and not is_checked
            and not self.is_full_width
            and excluded_move == constants.NO_MOVE
            and abs(beta) < scores.PROVEN
        ):
            if (
                depth <= self.settings.reverse_depth
                and static_score - self.settings.reverse_margin * (depth - is_improving) >= beta
                and static_score < scores.PROVEN
            ):
                return static_score
            if depth <= 2 and static_score + self.settings.razor_margin * depth <= alpha:
                score = self._quiesce(alpha, beta, ply, False, False)
                if score <= alpha:
                    return score
            if depth >= 3 and static_score >= beta and ply > 0 and self.tactics.allows_null():
                reduced = depth - self.settings.null_base - (depth * self.settings.null_factor >> 10)
                reduced -= min(2, (static_score - beta) // max(1, self.settings.null_margin))
                self.ordering.note_move(self.tactics, constants.NO_MOVE, ply)
                self.tactics.make_null()
                score = -self._search(-beta, -beta + 1, reduced, ply + 1, not is_cut_node, False)
                self.tactics.unmake_null()
                if self.is_stopped and self.best_move != constants.NO_MOVE:
                    return 0
                if score >= beta:
                    return beta if score >= scores.PROVEN else score
            probcut_beta = beta + self.settings.probcut_margin
            if depth >= 5 and (table_depth < depth - 3 or table_score >= probcut_beta):
                score = self._probcut(probcut_beta, depth - 4, ply, static_score)
                if self.is_stopped and self.best_move != constants.NO_MOVE:
                    return 0
                if score != -scores.INFINITE:
                    return score
        if table_move == constants.NO_MOVE and depth >= 4 and (is_pv_node or is_cut_node) and not self.is_full_width:
            depth -= 1

        # 5. The moves in their order; the table's before all others are generated
        begin = self.found.count
        end = begin
        has_all = False
        if table_move != constants.NO_MOVE and self.tactics.is_known_legal(table_move):
            self.ordering.put_first(self.found, table_move)
            end += 1
        first_alpha = alpha
        best_score = -scores.INFINITE
        tried = 0
        quiets = 0
        is_late = False
        index = begin - 1
        while True:
            index += 1
            if index == end:
                if has_all:
                    break
                has_all = True
                self.position.generate(self.found)
                self.ordering.rank(self.position, self.tactics, self.found, index, table_move, index > begin, ply)
                end = self.found.count
                if begin == end:
                    return self.final_score(ply)
                if index == end:
                    break
            move = self.found.at[index] if is_late else ordering.pick_next(self.found, self.ordering.ranks, index, end)
            if move == excluded_move or (ply == 0 and self.is_excluded_root(move)):
                continue
            gain = self.tactics.gain(move)
            is_quiet = gain <= 0
            quiet_score = 0
            tried += 1

            # 6. Pruning of single moves: late moves, futility, history, static exchange
            if is_quiet:
                quiet_score = self.ordering.quiet_score(index)
            may_prune = (
                not is_pv_node
                and not is_checked
                and best_score > -scores.PROVEN
                and tried > 1
                and not self.is_full_width
            )
            if may_prune and not self.tactics.gives_check(move):
                if is_quiet:
                    if depth <= self.settings.late_depth and quiets >= (self.settings.late_base + depth * depth) // (
                        1 if is_improving else 2
                    ):
                        is_late = True
                        continue
                    futility = self.settings.futility_base + self.settings.futility_margin * depth
                    if depth <= self.settings.futility_depth and static_score + futility <= alpha:
                        continue
                    if depth <= self.settings.history_depth and quiet_score < -self.settings.history_margin * depth:
                        continue
                    least = -self.settings.quiet_exchange * depth * depth
                    if depth <= self.settings.exchange_depth and self.tactics.static_exchange(move) < least:
                        continue
                elif depth <= self.settings.exchange_depth and self.ordering.is_losing(index):
                    if self.tactics.static_exchange(move) < -self.settings.capture_exchange * depth:
                        continue
            if is_quiet:
                quiets += 1

            # 7. Singular extension: a move that all others fall short of is searched more deeply, twice so if by far;
            #    one of several good ones, less deeply
            extension = 0
            if (
                move == table_move
                and depth >= self.settings.singular_depth
                and ply > 0
                and excluded_move == constants.NO_MOVE
                and table_bound != scores.UPPER_BOUND
                and table_depth >= depth - 3
                and abs(table_score) < scores.PROVEN
                and not self.is_full_width
            ):
                singular_beta = table_score - self.settings.singular_margin * depth
                self.excluded_moves[ply] = move
                score = self._search(singular_beta - 1, singular_beta, (depth - 1) // 2, ply, is_cut_node, is_checked)
                self.excluded_moves[ply] = constants.NO_MOVE
                self.line_length[ply] = ply
                if self.is_stopped and self.best_move != constants.NO_MOVE:
                    self.found.count = begin
                    return 0
                if score < singular_beta:
                    extension = 1
                    is_far_ahead = score < singular_beta - self.settings.double_margin
                    if is_far_ahead and not is_pv_node and ply < 2 * self.depth:
                        extension = 2
                elif singular_beta >= beta:
                    self.found.count = begin
                    return singular_beta
                elif table_score >= beta or is_cut_node:
                    extension = -1

            # 8. Make the move; late move reductions
            self.ordering.note_move(self.tactics, move, ply)
            self.position.make(move)
            self.table.prefetch(self.position.hash())
            passes_turn = self.position.to_move != seat
            gives_check = self.tactics.is_checked()
            if gives_check and extension == 0 and not self.is_full_width:
                extension = is_pv_node or not is_quiet or depth <= self.settings.check_depth
            next_depth = depth - 1 + extension
            if tried == 1:
                score = self._child(
                    alpha, beta, next_depth, ply, passes_turn, not is_pv_node and not is_cut_node, gives_check
                )
            else:
                reduction = 0
                if (
                    depth >= 3
                    and tried > 2
                    and (is_quiet or self.ordering.is_losing(index))
                    and not is_checked
                    and not gives_check
                    and not self.is_full_width
                ):
                    reduction = self._reduction(depth, tried, quiet_score, is_improving, is_cut_node, is_pv_node)
                    reduction = max(0, min(reduction, next_depth - 1))
                score = self._child(alpha, alpha + 1, next_depth - reduction, ply, passes_turn, True, gives_check)
                if score > alpha and reduction > 0:
                    score = self._child(alpha, alpha + 1, next_depth, ply, passes_turn, not is_cut_node, gives_check)
                if alpha < score < beta:
                    score = self._child(alpha, beta, next_depth, ply, passes_turn, False, gives_check)
            self.position.unmake()
            if self.is_stopped and self.best_move != constants.NO_MOVE:
                self.found.count = begin
                return 0

            # 9. The result
            best_score = max(best_score, score)
            is_better = score > alpha
            alpha = self.raise_alpha(alpha, score, move, ply)
            # What is found in a depth that will be broken off counts, too, once there is a whole one.
            if ply == 0 and is_better and self.depth > 0:
                self.keep_best_line(score)
            if score >= beta:
                if is_quiet:
                    self.ordering.reward(self.position, self.tactics, self.found, begin, index, depth, ply)
                break
        self.found.count = begin
        if excluded_move == constants.NO_MOVE and (ply > 0 or self.excluded_roots.count == 0):
            static_score = static_score if is_checked else self.static_scores[ply]
            self.store_node(key, first_alpha, beta, best_score, static_score, depth, ply, False)
        return best_score

    def _reduction(
        self, depth: int, number: int, quiet_score: int, is_improving: bool, is_cut_node: bool, is_pv_node: bool
    ) -> int:
        """By how much less a late move is searched; the settings count in parts of 1,024."""
        lateness = LATENESS[min(depth, 63) * 64 + min(number, 63)]
        reduction = self.settings.reduction_base + (lateness * self.settings.reduction_factor >> 10)
        if not is_improving:
            reduction += self.settings.reduction_improving
        if is_cut_node:
            reduction += self.settings.reduction_cut
        if is_pv_node:
            reduction -= self.settings.reduction_pv
        history = max(1, self.settings.reduction_history)
        reduction -= 1024 * quiet_score // history if quiet_score >= 0 else -(1024 * -quiet_score // history)
        return max(0, reduction) >> 10

    def _child(
        self, alpha: int, beta: int, depth: int, ply: int, passes_turn: bool, is_cut_node: bool, is_checked: bool
    ) -> int:
        """The score of the position after a move, for the seat that made it."""
        if passes_turn:
            return -self._search(-beta, -alpha, depth, ply + 1, is_cut_node, is_checked)
        return self._search(alpha, beta, depth, ply + 1, is_cut_node, is_checked)

    def _probcut(self, probcut_beta: int, depth: int, ply: int, static_score: int) -> int:
        """A good capture whose shallow search is far above beta will do; else -scores.INFINITE."""
        seat = self.position.to_move
        begin = self.found.count
        self.tactics.add_tactical_moves(self.found)
        end = self.found.count
        self.ordering.rank(self.position, self.tactics, self.found, begin, constants.NO_MOVE, False, ply)
        answer = -scores.INFINITE
        for index in range(begin, end):
            move = ordering.pick_next(self.found, self.ordering.ranks, index, end)
            if (
                self.tactics.gain(move) + static_score < probcut_beta
                or self.tactics.static_exchange(move) + static_score < probcut_beta
            ):
                continue
            self.ordering.note_move(self.tactics, move, ply)
            self.position.make(move)
            self.table.prefetch(self.position.hash())
            passes_turn = self.position.to_move != seat
            gives_check = self.tactics.is_checked()
            score = self._child(probcut_beta - 1, probcut_beta, 0, ply, passes_turn, True, gives_check)
            if score >= probcut_beta:
                score = self._child(probcut_beta - 1, probcut_beta, depth, ply, passes_turn, True, gives_check)
            self.position.unmake()
            if self.is_stopped and self.best_move != constants.NO_MOVE:
                break
            if score >= probcut_beta:
                answer = score
                break
        self.found.count = begin
        return answer

    def _quiesce(self, alpha: int, beta: int, ply: int, is_checked: bool, tries_checks: bool) -> int:
        """Follow tactical moves, first checks too, until the position is quiet enough to be evaluated."""
        self.count_node()
        if self.is_stopped and self.best_move != constants.NO_MOVE:
            return 0
        self.line_length[ply] = ply
        if ply > self.selective_depth:
            self.selective_depth = ply
        if ply >= scores.MAX_PLIES - 1 or self.is_full_width or (self.is_stopped and ply > LAST_PLIES):
            return self._leaf_score(ply)
        repetition = self.tactics.repetition_result(ply)
        if repetition:
            return self.repetition_score(repetition, ply)
        seat = self.position.to_move

        hit = [0] * 2
        key = self.position.hash()
        table_move = constants.NO_MOVE
        is_hit = self.table.find(key, hit)
        if is_hit:
            table_move = hit[0]
            score = self.table_score(hit[1], ply)
            if beta - alpha == 1 and self.causes_cutoff(hit[1], score, alpha, beta):
                return score

        best_score = -scores.INFINITE
        static_score = -scores.INFINITE
        begin = self.found.count
        if is_checked:
            self.position.generate(self.found)
            if self.found.count == begin:
                return self.final_score(ply)
        else:
            static_score = entry.static_score(hit[1]) if is_hit else self.evaluator.evaluate(seat)
            best_score = static_score
            if best_score >= beta:
                return best_score
            alpha = max(alpha, best_score)
            if tries_checks:
                self.tactics.add_forcing_moves(self.found)
            else:
                self.tactics.add_tactical_moves(self.found)
        end = self.found.count
        self.ordering.rank(self.position, self.tactics, self.found, begin, table_move, False, ply)
        first_alpha = alpha
        for index in range(begin, end):
            move = ordering.pick_next(self.found, self.ordering.ranks, index, end)
            if not is_checked:
                if self.ordering.is_losing(index):
                    break
                gain = self.tactics.gain(move)
                if gain <= 0 and self.tactics.static_exchange(move) < 0:
                    continue
                if gain > 0 and best_score > -scores.PROVEN and static_score + gain + 120 <= alpha:
                    continue
            self.ordering.note_move(self.tactics, move, ply)
            self.position.make(move)
            self.table.prefetch(self.position.hash())
            gives_check = self.tactics.is_checked()
            if self.position.to_move != seat:
                score = -self._quiesce(-beta, -alpha, ply + 1, gives_check, False)
            else:
                score = self._quiesce(alpha, beta, ply + 1, gives_check, False)
            self.position.unmake()
            if self.is_stopped and self.best_move != constants.NO_MOVE:
                self.found.count = begin
                return 0
            best_score = max(best_score, score)
            alpha = self.raise_alpha(alpha, score, move, ply)
            if score >= beta:
                break
        self.found.count = begin
        self.store_node(key, first_alpha, beta, best_score, static_score, 0, ply, True)
        return best_score

    def _leaf_score(self, ply: int) -> int:
        """The score of the end of the game if this is one, else the static evaluation."""
        if self.position.count_moves() == 0:
            return self.final_score(ply)
        return self.evaluator.evaluate(self.position.to_move)

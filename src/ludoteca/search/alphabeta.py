"""Alpha-beta for two seats: the principal variation search that chess programs use, for any game here.

A move does not always pass the turn, so a score changes its sign only when the seat to move has changed.
"""

from math import log

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.search import constants
from ludoteca.search.deepening import Deepening
from ludoteca.search.ordering import Ordering, pick
from ludoteca.search.table import Table, bound_of, depth_of, opinion_of, score_of

EXACT, AT_LEAST, AT_MOST = constants.EXACT, constants.AT_LEAST, constants.AT_MOST
NO_MOVE = constants.NO_MOVE
WIN, SURE, INFINITE = constants.WIN, constants.SURE, constants.INFINITE
MOST_PLIES = constants.MOST_PLIES
REDUCTION = [0] * 4096


def _fill_reductions() -> None:
    for depth in range(1, 64):
        for number in range(1, 64):
            REDUCTION[depth * 64 + number] = int(0.6 + log(depth) * log(number) / 2.1)


_fill_reductions()


class AlphaBeta(Deepening):
    def __init__(
        self,
        position: Position,
        evaluator: Evaluator,
        table: Table,
        ordering: Ordering | None = None,
        is_plain: bool = False,
    ) -> None:
        super().__init__(position, evaluator, table, is_plain)
        self.ordering = ordering or Ordering()
        self.ordering.begin()
        self.opinions = [0] * 128
        self.omitted = [NO_MOVE] * 128

    # The root

    def work(self) -> None:
        self._deepen()

    def _deepen(self) -> None:
        """Search deeper and deeper, with a window around the last score."""
        for depth in range(self.first_depth, self.depth_limit + 1):
            window = 24
            alpha = -INFINITE
            beta = INFINITE
            if depth >= 4 and abs(self.score) < SURE:
                alpha = max(self.score - window, -INFINITE)
                beta = min(self.score + window, INFINITE)
            while True:
                score = self._search(alpha, beta, depth, 0, False, self.position.is_checked())
                if self.is_stopped:
                    break
                if score <= alpha:
                    beta = (alpha + beta) // 2 if alpha + beta >= 0 else -((-alpha - beta) // 2)
                    alpha = max(score - window, -INFINITE)
                elif score >= beta:
                    beta = min(score + window, INFINITE)
                else:
                    break
                window *= 2
                if window > 800:
                    alpha = -INFINITE
                    beta = INFINITE
            if self.is_stopped and self.best != NO_MOVE:
                return
            self.keep_answer(score)
            self.depth = depth
            if self.is_stopped or abs(score) >= WIN - depth or self.line_length[0] == 0:
                return

    # A node

    def _search(self, alpha: int, beta: int, depth: int, ply: int, is_cut: bool, is_checked: bool) -> int:
        """The score of the position for the seat to move, exact if between alpha and beta."""
        is_principal = beta - alpha > 1
        self.line_length[ply] = ply
        if depth <= 0 and ply > 0:
            return self._quiesce(alpha, beta, ply, is_checked)
        self.count_node()
        if self.is_stopped and self.best != NO_MOVE:
            return 0

        # 1. A position that comes back, and wins that cannot be bettered
        omitted = self.omitted[ply]
        if ply > 0 and omitted == NO_MOVE:
            recurrence = 0 if self.is_plain else self.position.recurrence(ply)
            if recurrence:
                return self.recurred(recurrence, ply)
            if ply >= MOST_PLIES - 1:
                return self.evaluator.opinion(self.position.to_move)
            alpha = max(alpha, -WIN + ply)
            beta = min(beta, WIN - ply)
            if alpha >= beta:
                return alpha

        # 2. What the table knows
        entry = [0] * 2
        key = self.position.hash()
        table_move = NO_MOVE
        table_score = -INFINITE
        table_depth = -1
        table_bound = 0
        is_known = omitted == NO_MOVE and self.table.find(key, entry)
        if is_known:
            table_move = entry[0]
            table_score = self.from_table(score_of(entry[1]), ply)
            table_depth = depth_of(entry[1])
            table_bound = bound_of(entry[1])
            if (
                not is_principal
                and not self.is_plain
                and ply > 0
                and table_depth >= depth
                and (
                    table_bound == EXACT
                    or (table_bound == AT_LEAST and table_score >= beta)
                    or (table_bound == AT_MOST and table_score <= alpha)
                )
            ):
                return table_score

        # 3. A first opinion
        seat = self.position.to_move
        opinion = -INFINITE
        is_improving = False
        if is_checked:
            self.opinions[ply] = -INFINITE
        elif omitted != NO_MOVE:
            opinion = self.opinions[ply]
        else:
            opinion = opinion_of(entry[1]) if is_known else self.evaluator.opinion(seat)
            self.opinions[ply] = opinion
            is_improving = ply >= 2 and self.opinions[ply - 2] != -INFINITE and opinion > self.opinions[ply - 2]
            if is_known and (table_bound == (AT_LEAST if table_score > opinion else AT_MOST) or table_bound == EXACT):
                opinion = table_score

        # 4. Pruning before any move is tried
        if not is_principal and not is_checked and not self.is_plain and omitted == NO_MOVE and abs(beta) < SURE:
            if depth <= 7 and opinion - 70 * (depth - is_improving) >= beta and opinion < SURE:
                return opinion
            if depth <= 2 and opinion + 220 * depth <= alpha:
                score = self._quiesce(alpha, beta, ply, False)
                if score <= alpha:
                    return score
            if depth >= 3 and opinion >= beta and ply > 0 and self.position.can_skip():
                reduced = depth - 3 - depth // 4 - min(2, (opinion - beta) // 150)
                self.ordering.note(self.position, NO_MOVE, ply)
                self.position.skip()
                score = -self._search(-beta, -beta + 1, reduced, ply + 1, not is_cut, False)
                self.position.unskip()
                if self.is_stopped and self.best != NO_MOVE:
                    return 0
                if score >= beta:
                    return beta if score >= SURE else score
            if depth >= 5 and (table_depth < depth - 3 or table_score >= beta + 160):
                score = self._probe_cut(beta + 160, depth - 4, ply, opinion)
                if self.is_stopped and self.best != NO_MOVE:
                    return 0
                if score != -INFINITE:
                    return score
        if table_move == NO_MOVE and depth >= 4 and (is_principal or is_cut) and not self.is_plain:
            depth -= 1

        # 5. The moves, most promising first; the table's before all others are found
        begin = self.found.count
        end = begin
        has_all = False
        if table_move != NO_MOVE and self.position.is_legal(table_move):
            self.ordering.put_first(self.found, table_move)
            end += 1
        best_score = -INFINITE
        best_move = NO_MOVE
        bound = AT_MOST
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
                self.ordering.rank(self.position, self.found, index, table_move, index > begin, ply)
                end = self.found.count
                if begin == end:
                    return self.ended(ply)
                if index == end:
                    break
            move = self.found.at[index] if is_late else pick(self.found, self.ordering.ranks, index, end)
            if move == omitted or (ply == 0 and self.is_excluded(move)):
                continue
            gain = self.position.gain(move)
            is_quiet = gain <= 0
            standing = 0
            tried += 1

            # 6. Pruning of single moves
            if is_quiet:
                standing = self.ordering.standing(index)
            may_prune = not is_principal and not is_checked and best_score > -SURE and tried > 1 and not self.is_plain
            if may_prune and not self.position.gives_check(move):
                if is_quiet:
                    if depth <= 7 and quiets >= (3 + depth * depth) // (1 if is_improving else 2):
                        is_late = True
                        continue
                    if depth <= 5 and opinion + 90 + 80 * depth <= alpha:
                        continue
                    if depth <= 4 and standing < -2500 * depth:
                        continue
                    if depth <= 6 and self.position.exchange(move) < -18 * depth * depth:
                        continue
                elif depth <= 6 and self.ordering.is_losing(index) and self.position.exchange(move) < -60 * depth:
                    continue
            if is_quiet:
                quiets += 1

            # 7. A move that all others fall short of is looked at more deeply
            extension = 0
            if (
                move == table_move
                and depth >= 7
                and ply > 0
                and omitted == NO_MOVE
                and table_bound != AT_MOST
                and table_depth >= depth - 3
                and abs(table_score) < SURE
                and not self.is_plain
            ):
                lowered = table_score - 2 * depth
                self.omitted[ply] = move
                score = self._search(lowered - 1, lowered, (depth - 1) // 2, ply, is_cut, is_checked)
                self.omitted[ply] = NO_MOVE
                self.line_length[ply] = ply
                if self.is_stopped and self.best != NO_MOVE:
                    self.found.count = begin
                    return 0
                if score < lowered:
                    extension = 1
                elif lowered >= beta:
                    self.found.count = begin
                    return lowered

            # 8. Make the move, with less depth if it comes late
            self.ordering.note(self.position, move, ply)
            self.position.make(move)
            self.table.expect(self.position.hash())
            turns = self.position.to_move != seat
            gives_check = self.position.is_checked()
            if gives_check and extension == 0 and (is_principal or not is_quiet or depth <= 6) and not self.is_plain:
                extension = 1
            next_depth = depth - 1 + extension
            if tried == 1:
                score = self._child(alpha, beta, next_depth, ply, turns, not is_principal and not is_cut, gives_check)
            else:
                reduction = 0
                if depth >= 3 and tried > 2 and is_quiet and not is_checked and not gives_check and not self.is_plain:
                    reduction = REDUCTION[min(depth, 63) * 64 + min(tried, 63)]
                    reduction += (not is_improving) + is_cut - is_principal
                    reduction -= standing // 5000 if standing >= 0 else -(-standing // 5000)
                    reduction = max(0, min(reduction, next_depth - 1))
                score = self._child(alpha, alpha + 1, next_depth - reduction, ply, turns, True, gives_check)
                if score > alpha and reduction > 0:
                    score = self._child(alpha, alpha + 1, next_depth, ply, turns, not is_cut, gives_check)
                if alpha < score < beta:
                    score = self._child(alpha, beta, next_depth, ply, turns, False, gives_check)
            self.position.unmake()
            if self.is_stopped and self.best != NO_MOVE:
                self.found.count = begin
                return 0

            # 9. What it brought
            if score > best_score:
                best_score = score
                if score > alpha:
                    best_move = move
                    self.keep_line(ply, move)
                    if score >= beta:
                        bound = AT_LEAST
                        if is_quiet:
                            self.ordering.reward(self.position, self.found, begin, index, depth, ply)
                        break
                    bound = EXACT
                    alpha = score
        self.found.count = begin
        if omitted == NO_MOVE and (ply > 0 or self.excluded.count == 0):
            stored = opinion if is_checked else self.opinions[ply]
            self.table.store(key, best_move, self.to_table(best_score, ply), stored, max(depth, 0), bound)
        return best_score

    def _child(self, alpha: int, beta: int, depth: int, ply: int, turns: bool, is_cut: bool, is_checked: bool) -> int:
        """The score of the position after a move, for the seat that made it."""
        if turns:
            return -self._search(-beta, -alpha, depth, ply + 1, is_cut, is_checked)
        return self._search(alpha, beta, depth, ply + 1, is_cut, is_checked)

    def _probe_cut(self, raised: int, depth: int, ply: int, opinion: int) -> int:
        """A good capture whose shallow search is far above beta will do; else -INFINITE."""
        seat = self.position.to_move
        begin = self.found.count
        self.position.add_loud_moves(self.found)
        end = self.found.count
        self.ordering.rank(self.position, self.found, begin, NO_MOVE, False, ply)
        answer = -INFINITE
        for index in range(begin, end):
            move = pick(self.found, self.ordering.ranks, index, end)
            if self.position.gain(move) + opinion < raised or self.position.exchange(move) + opinion < raised:
                continue
            self.ordering.note(self.position, move, ply)
            self.position.make(move)
            self.table.expect(self.position.hash())
            turns = self.position.to_move != seat
            gives_check = self.position.is_checked()
            score = self._child(raised - 1, raised, 0, ply, turns, True, gives_check)
            if score >= raised:
                score = self._child(raised - 1, raised, depth, ply, turns, True, gives_check)
            self.position.unmake()
            if self.is_stopped and self.best != NO_MOVE:
                break
            if score >= raised:
                answer = score
                break
        self.found.count = begin
        return answer

    def _quiesce(self, alpha: int, beta: int, ply: int, is_checked: bool) -> int:
        """Follow loud moves until the position is quiet enough for an opinion."""
        self.count_node()
        if self.is_stopped and self.best != NO_MOVE:
            return 0
        self.line_length[ply] = ply
        if ply > self.deepest:
            self.deepest = ply
        if ply >= MOST_PLIES - 1 or self.is_plain:
            return self._judged(ply)
        recurrence = self.position.recurrence(ply)
        if recurrence:
            return self.recurred(recurrence, ply)
        seat = self.position.to_move

        entry = [0] * 2
        key = self.position.hash()
        table_move = NO_MOVE
        is_known = self.table.find(key, entry)
        if is_known:
            table_move = entry[0]
            score = self.from_table(score_of(entry[1]), ply)
            kind = bound_of(entry[1])
            if beta - alpha == 1 and (
                kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha)
            ):
                return score

        best_score = -INFINITE
        opinion = -INFINITE
        begin = self.found.count
        if is_checked:
            self.position.generate(self.found)
            if self.found.count == begin:
                return self.ended(ply)
        else:
            opinion = opinion_of(entry[1]) if is_known else self.evaluator.opinion(seat)
            best_score = opinion
            if best_score >= beta:
                return best_score
            alpha = max(alpha, best_score)
            self.position.add_loud_moves(self.found)
        end = self.found.count
        self.ordering.rank(self.position, self.found, begin, table_move, False, ply)
        best_move = NO_MOVE
        bound = AT_MOST
        for index in range(begin, end):
            move = pick(self.found, self.ordering.ranks, index, end)
            if not is_checked:
                if self.ordering.is_losing(index):
                    break
                if best_score > -SURE and opinion + self.position.gain(move) + 120 <= alpha:
                    continue
            self.ordering.note(self.position, move, ply)
            self.position.make(move)
            self.table.expect(self.position.hash())
            gives_check = self.position.is_checked()
            if self.position.to_move != seat:
                score = -self._quiesce(-beta, -alpha, ply + 1, gives_check)
            else:
                score = self._quiesce(alpha, beta, ply + 1, gives_check)
            self.position.unmake()
            if self.is_stopped and self.best != NO_MOVE:
                self.found.count = begin
                return 0
            if score > best_score:
                best_score = score
                if score > alpha:
                    best_move = move
                    self.keep_line(ply, move)
                    if score >= beta:
                        bound = AT_LEAST
                        break
                    alpha = score
        self.found.count = begin
        self.table.store(key, best_move, self.to_table(best_score, ply), opinion, 0, bound)
        return best_score

    def _judged(self, ply: int) -> int:
        """The end of the game if this is one, else an opinion."""
        if self.position.count_moves() == 0:
            return self.ended(ply)
        return self.evaluator.opinion(self.position.to_move)

    # Scores

"""Alpha-beta for two seats: the principal variation search that chess programs use, for any game here.

A move does not always pass the turn, so a score changes its sign only when the seat to move has changed.
"""

from math import log

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.search import constants
from ludoteca.search.release import Task
from ludoteca.search.table import Table, bound_of, depth_of, opinion_of, score_of

EXACT, AT_LEAST, AT_MOST = constants.EXACT, constants.AT_LEAST, constants.AT_MOST
NO_MOVE = constants.NO_MOVE
WIN, SURE, INFINITE = constants.WIN, constants.SURE, constants.INFINITE
MOST_PLIES = constants.MOST_PLIES
HISTORY_SIZE = 16384
HISTORY_LIMIT = 8192
BIAS = 1 << 30
"""Added to a move's rank, so that ranks in `Words` are not negative."""

REDUCTION = [0] * 4096


def _fill_reductions() -> None:
    for depth in range(1, 64):
        for number in range(1, 64):
            REDUCTION[depth * 64 + number] = int(0.6 + log(depth) * log(number) / 2.1)


_fill_reductions()


class AlphaBeta(Task):
    """One thread's search of one position. What it found so far can be read while it runs."""

    def __init__(self, position: Position, evaluator: Evaluator, table: Table) -> None:
        self.position = position
        self.evaluator = evaluator
        self.table = table
        evaluator.watch(position)
        self.found = Words()
        self.ranks = Words()
        self.excluded = Words()
        self.history = [0] * 32768
        self.killers = [NO_MOVE] * 256
        self.answers = [NO_MOVE] * 16384
        self.opinions = [0] * 128
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

    # The root

    def work(self) -> None:
        self._deepen()

    def stop(self) -> None:
        """Ask the search to end; it does so at the next node."""
        self.is_stopped = True

    def principal_line(self) -> list[int]:
        """The moves that the search expects, by the last finished depth."""
        return [self.answer[index] for index in range(self.answer_length)]

    def set_limits(self, depth: int, nodes: int, first_depth: int = 1) -> None:
        """Limits of 0 are none."""
        self.depth_limit = min(depth or MOST_PLIES - 1, MOST_PLIES - 1)
        self.node_limit = nodes
        self.first_depth = first_depth

    def exclude(self, moves: list[int]) -> None:
        """Leave some moves of the root out, to find the next best ones."""
        self.excluded.clear()
        for move in moves:
            self.excluded.push(move)

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
                score = self._search(alpha, beta, depth, 0, False)
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
            self._keep_answer(depth, score)
            if self.is_stopped or abs(score) >= WIN - depth or self.line_length[0] == 0:
                return

    def _keep_answer(self, depth: int, score: int) -> None:
        """What a finished depth has found."""
        self.score = score
        self.answer_length = self.line_length[0]
        for index in range(self.answer_length):
            self.answer[index] = self.line[index]
        if self.answer_length > 0:
            self.best = self.line[0]
        self.depth = depth

    # A node

    def _search(self, alpha: int, beta: int, depth: int, ply: int, is_cut: bool) -> int:
        """The score of the position for the seat to move, exact if between alpha and beta."""
        is_principal = beta - alpha > 1
        self.line_length[ply] = ply
        if depth <= 0:
            return self._quiesce(alpha, beta, ply)
        self.nodes += 1
        if self.node_limit and self.nodes >= self.node_limit:
            self.is_stopped = True
        if self.is_stopped and self.best != NO_MOVE:
            return 0

        # 1. A position that comes back, and wins that cannot be bettered
        if ply > 0:
            recurrence = self.position.recurrence(ply)
            if recurrence:
                return self._recurred(recurrence, ply)
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
        is_known = self.table.find(key, entry)
        if is_known:
            table_move = entry[0]
            table_score = self._from_table(score_of(entry[1]), ply)
            table_depth = depth_of(entry[1])
            table_bound = bound_of(entry[1])
            if (
                not is_principal
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
        is_checked = self.position.is_checked()
        opinion = -INFINITE
        is_improving = False
        if not is_checked:
            opinion = opinion_of(entry[1]) if is_known else self.evaluator.opinion(seat)
            self.opinions[ply] = opinion
            is_improving = ply >= 2 and self.opinions[ply - 2] != -INFINITE and opinion > self.opinions[ply - 2]
            if is_known and (table_bound == (AT_LEAST if table_score > opinion else AT_MOST) or table_bound == EXACT):
                opinion = table_score
        else:
            self.opinions[ply] = -INFINITE

        # 4. Pruning before any move is tried
        if not is_principal and not is_checked and abs(beta) < SURE:
            if depth <= 7 and opinion - 70 * (depth - is_improving) >= beta and opinion < SURE:
                return opinion
            if depth <= 2 and opinion + 220 * depth <= alpha:
                score = self._quiesce(alpha, beta, ply)
                if score <= alpha:
                    return score
            if depth >= 3 and opinion >= beta and ply > 0 and self.position.can_skip():
                reduced = depth - 3 - depth // 4 - min(2, (opinion - beta) // 150)
                self.position.skip()
                score = -self._search(-beta, -beta + 1, reduced, ply + 1, not is_cut)
                self.position.unskip()
                if self.is_stopped and self.best != NO_MOVE:
                    return 0
                if score >= beta:
                    return beta if score >= SURE else score
        if table_move == NO_MOVE and depth >= 4 and (is_principal or is_cut):
            depth -= 1

        # 5. The moves, most promising first
        begin = self.found.count
        self.position.generate(self.found)
        end = self.found.count
        if begin == end:
            return self._ended(ply)
        self._rank_moves(begin, end, table_move, ply)
        best_score = -INFINITE
        best_move = NO_MOVE
        bound = AT_MOST
        tried = 0
        quiets = 0
        for index in range(begin, end):
            move = self._pick(index, end)
            if ply == 0 and self._is_excluded(move):
                continue
            gain = self.position.gain(move)
            is_quiet = gain <= 0
            tried += 1

            # 6. Pruning of single moves
            if not is_principal and not is_checked and best_score > -SURE and tried > 1:
                if is_quiet:
                    if depth <= 6 and quiets >= (3 + depth * depth) // (1 if is_improving else 2):
                        continue
                    if depth <= 5 and opinion + 90 + 80 * depth <= alpha:
                        continue
                elif depth <= 5 and self.position.exchange(move) < -50 * depth:
                    continue
            if is_quiet:
                quiets += 1

            # 7. Make the move, with less depth if it comes late
            self.position.make(move)
            turns = self.position.to_move != seat
            gives_check = self.position.is_checked()
            next_depth = depth - 1 + (1 if gives_check and (is_principal or not is_quiet or depth <= 6) else 0)
            if tried == 1:
                score = self._child(alpha, beta, next_depth, ply, turns, not is_principal and not is_cut)
            else:
                reduction = 0
                if depth >= 3 and is_quiet and tried > 2 and not is_checked and not gives_check:
                    reduction = REDUCTION[min(depth, 63) * 64 + min(tried, 63)]
                    reduction += (not is_improving) + (is_cut) - is_principal
                    rank = self.history[seat * HISTORY_SIZE + self._slot(move)]
                    reduction -= rank // 2500 if rank >= 0 else -(-rank // 2500)
                    reduction = max(0, min(reduction, next_depth - 1))
                score = self._child(alpha, alpha + 1, next_depth - reduction, ply, turns, True)
                if score > alpha and reduction > 0:
                    score = self._child(alpha, alpha + 1, next_depth, ply, turns, not is_cut)
                if alpha < score < beta:
                    score = self._child(alpha, beta, next_depth, ply, turns, False)
            self.position.unmake()
            if self.is_stopped and self.best != NO_MOVE:
                self.found.count = begin
                self.ranks.count = begin
                return 0

            # 8. What it brought
            if score > best_score:
                best_score = score
                if score > alpha:
                    best_move = move
                    self._keep_line(ply, move)
                    if score >= beta:
                        bound = AT_LEAST
                        self._reward(index, begin, move, is_quiet, depth, ply, seat)
                        break
                    bound = EXACT
                    alpha = score
        self.found.count = begin
        self.ranks.count = begin
        if ply > 0 or self.excluded.count == 0:
            stored = opinion if is_checked else self.opinions[ply]
            self.table.store(key, best_move, self._to_table(best_score, ply), stored, max(depth, 0), bound)
        return best_score

    def _child(self, alpha: int, beta: int, depth: int, ply: int, turns: bool, is_cut: bool) -> int:
        """The score of the position after a move, for the seat that made it."""
        if turns:
            return -self._search(-beta, -alpha, depth, ply + 1, is_cut)
        return self._search(alpha, beta, depth, ply + 1, is_cut)

    def _quiesce(self, alpha: int, beta: int, ply: int) -> int:
        """Follow loud moves until the position is quiet enough for an opinion."""
        self.nodes += 1
        if self.node_limit and self.nodes >= self.node_limit:
            self.is_stopped = True
        if self.is_stopped and self.best != NO_MOVE:
            return 0
        self.line_length[ply] = ply
        if ply > self.deepest:
            self.deepest = ply
        recurrence = self.position.recurrence(ply)
        if recurrence:
            return self._recurred(recurrence, ply)
        if ply >= MOST_PLIES - 1:
            return self.evaluator.opinion(self.position.to_move)

        entry = [0] * 2
        key = self.position.hash()
        table_move = NO_MOVE
        if self.table.find(key, entry):
            table_move = entry[0]
            score = self._from_table(score_of(entry[1]), ply)
            kind = bound_of(entry[1])
            if beta - alpha == 1 and (
                kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha)
            ):
                return score

        seat = self.position.to_move
        is_checked = self.position.is_checked()
        best_score = -INFINITE
        opinion = -INFINITE
        begin = self.found.count
        if is_checked:
            self.position.generate(self.found)
            if self.found.count == begin:
                return self._ended(ply)
        else:
            opinion = self.evaluator.opinion(seat)
            best_score = opinion
            if best_score >= beta:
                return best_score
            alpha = max(alpha, best_score)
            self.position.add_loud_moves(self.found)
        end = self.found.count
        self._rank_moves(begin, end, table_move, ply)
        best_move = NO_MOVE
        bound = AT_MOST
        for index in range(begin, end):
            move = self._pick(index, end)
            if not is_checked:
                gain = self.position.gain(move)
                if best_score > -SURE and opinion + gain + 120 <= alpha:
                    continue
                if self.position.exchange(move) < 0:
                    continue
            self.position.make(move)
            if self.position.to_move != seat:
                score = -self._quiesce(-beta, -alpha, ply + 1)
            else:
                score = self._quiesce(alpha, beta, ply + 1)
            self.position.unmake()
            if self.is_stopped and self.best != NO_MOVE:
                self.found.count = begin
                self.ranks.count = begin
                return 0
            if score > best_score:
                best_score = score
                if score > alpha:
                    best_move = move
                    self._keep_line(ply, move)
                    if score >= beta:
                        bound = AT_LEAST
                        break
                    alpha = score
        self.found.count = begin
        self.ranks.count = begin
        self.table.store(key, best_move, self._to_table(best_score, ply), opinion, 0, bound)
        return best_score

    # Scores

    def _ended(self, ply: int) -> int:
        """A finished game: the sooner it is won the better, the later it is lost."""
        payoff = self.position.payoff(self.position.to_move)
        if payoff > 0.0:
            return WIN - ply
        if payoff < 0.0:
            return ply - WIN
        return 0

    def _recurred(self, recurrence: int, ply: int) -> int:
        if recurrence == 1:
            return 0
        return SURE - 1 - ply if recurrence == 2 else ply + 1 - SURE

    def _to_table(self, score: int, ply: int) -> int:
        """In the table, a win is told from the position where it is seen, not from the root."""
        if score >= SURE:
            return score + ply
        return score - ply if score <= -SURE else score

    def _from_table(self, score: int, ply: int) -> int:
        if score >= SURE:
            return score - ply
        return score + ply if score <= -SURE else score

    # The order of moves

    def _rank_moves(self, begin: int, end: int, table_move: int, ply: int) -> None:
        seat = self.position.to_move
        self.ranks.count = begin
        self.ranks.reserve(end - begin)
        last = self._last_slot()
        for index in range(begin, end):
            move = self.found.at[index]
            if move == table_move:
                rank = 1000000
            else:
                gain = self.position.gain(move)
                if gain > 0:
                    rank = 100000 + gain * 16 if self.position.exchange(move) >= 0 else gain - 50000
                elif move == self.killers[2 * ply]:
                    rank = 90000
                elif move == self.killers[2 * ply + 1]:
                    rank = 80000
                elif move == self.answers[last]:
                    rank = 70000
                else:
                    rank = self.history[seat * HISTORY_SIZE + self._slot(move)] + 64 * self.position.promise(move)
            self.ranks.at[index] = rank + BIAS
        self.ranks.count = end

    def _pick(self, index: int, end: int) -> int:
        """Bring the best of the moves that are left to the front of them."""
        best = index
        for other in range(index + 1, end):
            if self.ranks.at[other] > self.ranks.at[best]:
                best = other
        move: int = self.found.at[best]
        rank: int = self.ranks.at[best]
        self.found.at[best] = self.found.at[index]
        self.ranks.at[best] = self.ranks.at[index]
        self.found.at[index] = move
        self.ranks.at[index] = rank
        return move

    def _slot(self, move: int) -> int:
        """Where a move's history is kept; moves of small games have a place each."""
        return (move ^ move >> 14 ^ move >> 28 ^ move >> 42) & 16383

    def _last_slot(self) -> int:
        if self.position.played.count == 0:
            return 0
        return self._slot(self.position.played.at[self.position.played.count - 1])

    def _reward(self, index: int, begin: int, move: int, is_quiet: bool, depth: int, ply: int, seat: int) -> None:
        """A quiet move that refuted the position is tried earlier next time, those tried before it later."""
        if not is_quiet:
            return
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.answers[self._last_slot()] = move
        bonus = min(depth * depth * 8 + 16 * depth, 1200)
        self._shift_history(seat, move, bonus)
        for other in range(begin, index):
            if self.position.gain(self.found.at[other]) <= 0:
                self._shift_history(seat, self.found.at[other], -bonus)

    def _shift_history(self, seat: int, move: int, bonus: int) -> None:
        """Towards the limit, the less the nearer it is."""
        slot = seat * HISTORY_SIZE + self._slot(move)
        before = self.history[slot]
        drag = before * abs(bonus)
        self.history[slot] = before + bonus - (drag // HISTORY_LIMIT if drag >= 0 else -(-drag // HISTORY_LIMIT))

    def _keep_line(self, ply: int, move: int) -> None:
        """The best line from here is this move and the best line after it."""
        self.line[ply * MOST_PLIES + ply] = move
        for index in range(ply + 1, self.line_length[ply + 1]):
            self.line[ply * MOST_PLIES + index] = self.line[(ply + 1) * MOST_PLIES + index]
        self.line_length[ply] = max(self.line_length[ply + 1], ply + 1)

    def _is_excluded(self, move: int) -> bool:
        is_excluded = False
        for index in range(self.excluded.count):
            is_excluded = is_excluded or self.excluded.at[index] == move
        return is_excluded

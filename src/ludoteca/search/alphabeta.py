"""Alpha-beta for two seats: the principal variation search that chess programs use, for any game here.

A move does not always pass the turn, so a score changes its sign only when the seat to move has changed.
"""

from math import log

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.search import constants
from ludoteca.search.ordering import Ordering
from ludoteca.search.release import Task
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


class AlphaBeta(Task):
    """One thread's search of one position. What it found so far can be read while it runs.

    A plain search tries every move to the full depth and no further: slow, and sure.
    """

    def __init__(
        self,
        position: Position,
        evaluator: Evaluator,
        table: Table,
        ordering: Ordering | None = None,
        is_plain: bool = False,
    ) -> None:
        self.position = position
        self.evaluator = evaluator
        self.table = table
        self.ordering = ordering or Ordering()
        self.ordering.begin()
        evaluator.watch(position)
        self.found = Words()
        self.excluded = Words()
        self.is_plain = is_plain
        self.opinions = [0] * 128
        self.omitted = [NO_MOVE] * 128
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

    def _search(self, alpha: int, beta: int, depth: int, ply: int, is_cut: bool, is_checked: bool) -> int:
        """The score of the position for the seat to move, exact if between alpha and beta."""
        is_principal = beta - alpha > 1
        self.line_length[ply] = ply
        if depth <= 0 and ply > 0:
            return self._quiesce(alpha, beta, ply, is_checked)
        self._count_node()
        if self.is_stopped and self.best != NO_MOVE:
            return 0

        # 1. A position that comes back, and wins that cannot be bettered
        omitted = self.omitted[ply]
        if ply > 0 and omitted == NO_MOVE:
            recurrence = 0 if self.is_plain else self.position.recurrence(ply)
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
        is_known = omitted == NO_MOVE and self.table.find(key, entry)
        if is_known:
            table_move = entry[0]
            table_score = self._from_table(score_of(entry[1]), ply)
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
                    return self._ended(ply)
                if index == end:
                    break
            move = self.found.at[index] if is_late else self.ordering.pick(self.found, index, end)
            if move == omitted or (ply == 0 and self._is_excluded(move)):
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
                    self._keep_line(ply, move)
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
            self.table.store(key, best_move, self._to_table(best_score, ply), stored, max(depth, 0), bound)
        return best_score

    def _child(self, alpha: int, beta: int, depth: int, ply: int, turns: bool, is_cut: bool, is_checked: bool) -> int:
        """The score of the position after a move, for the seat that made it."""
        if turns:
            return -self._search(-beta, -alpha, depth, ply + 1, is_cut, is_checked)
        return self._search(alpha, beta, depth, ply + 1, is_cut, is_checked)

    def _count_node(self) -> None:
        self.nodes += 1
        if self.node_limit and self.nodes >= self.node_limit:
            self.is_stopped = True

    def _probe_cut(self, raised: int, depth: int, ply: int, opinion: int) -> int:
        """A good capture whose shallow search is far above beta will do; else -INFINITE."""
        seat = self.position.to_move
        begin = self.found.count
        self.position.add_loud_moves(self.found)
        end = self.found.count
        self.ordering.rank(self.position, self.found, begin, NO_MOVE, False, ply)
        answer = -INFINITE
        for index in range(begin, end):
            move = self.ordering.pick(self.found, index, end)
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
        self._count_node()
        if self.is_stopped and self.best != NO_MOVE:
            return 0
        self.line_length[ply] = ply
        if ply > self.deepest:
            self.deepest = ply
        if ply >= MOST_PLIES - 1 or self.is_plain:
            return self._judged(ply)
        recurrence = self.position.recurrence(ply)
        if recurrence:
            return self._recurred(recurrence, ply)
        seat = self.position.to_move

        entry = [0] * 2
        key = self.position.hash()
        table_move = NO_MOVE
        is_known = self.table.find(key, entry)
        if is_known:
            table_move = entry[0]
            score = self._from_table(score_of(entry[1]), ply)
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
                return self._ended(ply)
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
            move = self.ordering.pick(self.found, index, end)
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
                    self._keep_line(ply, move)
                    if score >= beta:
                        bound = AT_LEAST
                        break
                    alpha = score
        self.found.count = begin
        self.table.store(key, best_move, self._to_table(best_score, ply), opinion, 0, bound)
        return best_score

    def _judged(self, ply: int) -> int:
        """The end of the game if this is one, else an opinion."""
        if self.position.count_moves() == 0:
            return self._ended(ply)
        return self.evaluator.opinion(self.position.to_move)

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

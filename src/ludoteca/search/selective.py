"""Alpha-beta for two seats and thousands of moves a position, where finding the moves costs more than anything else.

At the root every move is tried. Below it the answers that were good elsewhere come first, each tested for itself; if
none refutes the position the game is asked for its promising moves, more of them the more depth is left. Beyond the
depth only loud moves are followed. A move does not always pass the turn, so a score changes its sign only when the seat
to move has changed.
"""

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.search import constants
from ludoteca.search.deepening import Deepening
from ludoteca.search.ordering import pick, slot_of
from ludoteca.search.table import Table, bound_of, depth_of, opinion_of, score_of

EXACT, AT_LEAST, AT_MOST = constants.EXACT, constants.AT_LEAST, constants.AT_MOST
NO_MOVE = constants.NO_MOVE
WIN, SURE, INFINITE = constants.WIN, constants.SURE, constants.INFINITE
MOST_PLIES = constants.MOST_PLIES
PROMISE = 1 << 30
"""What promises are raised by, as `Position` says; here also what the scores of the root's moves are raised by."""
HISTORY_SIZE = 16384
HISTORY_LIMIT = 8192
EARLY = 4
"""How many answers are tried before any are looked for: the table's, two killers, and the usual one to the last."""
FIRST_CHOICES = 20
"""How many moves may lose at once before the search begins with one that does."""
DECIDED = 15000
"""Evaluators have such opinions of finished games only."""
QUIET_PLIES = 8
"""How far loud moves are followed."""


class Selective(Deepening):
    def __init__(self, position: Position, evaluator: Evaluator, table: Table, is_plain: bool = False) -> None:
        super().__init__(position, evaluator, table, is_plain)
        self.promises = Words()
        self.roots = Words()
        self.root_scores = Words()
        self.safe = Words()
        self.fatal = Words()
        self.history = [0] * 32768
        self.killers = [NO_MOVE] * 256
        self.answers = [NO_MOVE] * 16384
        self.root_depth = 0

    def work(self) -> None:
        self._deepen()

    # The root

    def _deepen(self) -> None:
        self._find_roots()
        if self.roots.count == 0:
            return
        for depth in range(self.first_depth, self.depth_limit + 1):
            self.root_depth = depth
            self._sort_roots()
            self._search_root(depth)
            if self.is_stopped:
                return
            self.depth = depth
            if abs(self.score) >= WIN - depth:
                return

    def _find_roots(self) -> None:
        """All moves, with the opinions of the positions that they lead to."""
        seat = self.position.to_move
        self.position.generate(self.found)
        for index in range(self.found.count):
            move = self.found.at[index]
            if self.is_stopped and self.roots.count:
                break
            if self._is_in(move, self.excluded):
                continue
            self.position.make(move)
            self.roots.push(move)
            self.root_scores.push(self.evaluator.opinion(seat) + PROMISE)
            self.position.unmake()
        self.found.clear()
        if self.roots.count:
            self._sort_roots()
            self._choose_first(seat)

    def _choose_first(self, seat: int) -> None:
        """Have an answer before the search: the first move by opinion that does not lose at once."""
        choice = 0
        for index in range(min(self.roots.count, FIRST_CHOICES)):
            choice = index
            self.position.make(self.roots.at[index])
            is_lost = self._loses_at_once(self.roots.at[index], seat)
            self.position.unmake()
            if not is_lost or self.is_stopped:
                break
        self.best = self.roots.at[choice]
        self.score = self.root_scores.at[choice] - PROMISE
        self.answer[0] = self.best
        self.answer_length = 1

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
        alpha = -INFINITE
        for index in range(self.roots.count):
            move = self.roots.at[index]
            if self._is_in(move, self.fatal) and alpha > -WIN:
                continue
            self.position.make(move)
            turns = self.position.to_move != seat
            if index == 0:
                score = self._child(-INFINITE, INFINITE, depth - 1, 0, turns)
            else:
                reduction = 0
                if depth >= 3 and not self.is_plain:
                    reduction = 1 if index >= 10 else 0
                    if depth >= 4 and index >= 40:
                        reduction = 2
                score = self._child(alpha, alpha + 1, depth - 1 - reduction, 0, turns)
                if score > alpha and reduction and not self.is_stopped:
                    score = self._child(alpha, alpha + 1, depth - 1, 0, turns)
                if score > alpha and not self.is_stopped:
                    score = self._child(alpha, INFINITE, depth - 1, 0, turns)
            if score > alpha and score > -SURE and not self.is_stopped and self._loses_at_once(move, seat):
                score = 2 - WIN
            self.position.unmake()
            if self.is_stopped:
                return
            # What fell short stays behind the best, for its score is only a bound.
            self.root_scores.at[index] = (score if score > alpha else min(score, alpha - 1)) + PROMISE
            if score > alpha:
                alpha = score
                self.keep_line(0, move)
                self.keep_answer(score)

    def _loses_at_once(self, move: int, seat: int) -> bool:
        """Whether any answer at all ends the game in the other's favour; asked of a move that is made, once a move."""
        if self.is_plain or self._is_in(move, self.safe):
            return False
        if self.position.to_move == seat or self.evaluator.opinion(seat) >= DECIDED:
            return False
        begin = self.found.count
        self.position.generate(self.found)
        end = self.found.count
        is_lost = False
        for index in range(begin, end):
            self.position.make(self.found.at[index])
            if self.evaluator.opinion(seat) <= -DECIDED:
                is_lost = True
            self.position.unmake()
            if is_lost or self.is_stopped:
                break
        self.found.count = begin
        if is_lost:
            self.fatal.push(move)
        elif not self.is_stopped:
            self.safe.push(move)
        return is_lost

    # A node

    def _child(self, alpha: int, beta: int, depth: int, ply: int, turns: bool) -> int:
        """The score of the position after a move, for the seat that made it."""
        if turns:
            return -self._search(-beta, -alpha, depth, ply + 1)
        return self._search(alpha, beta, depth, ply + 1)

    def _search(self, alpha: int, beta: int, depth: int, ply: int) -> int:
        """The score of the position for the seat to move, exact if between alpha and beta."""
        if self.is_plain:
            return self._search_plainly(alpha, beta, depth, ply)
        is_checked = self.position.is_checked()
        if depth <= 0:
            if not is_checked or ply > 2 * self.root_depth:
                return self._quiesce(alpha, beta, QUIET_PLIES, ply)
            depth = 1
        is_principal = beta - alpha > 1
        self.line_length[ply] = ply
        self.count_node()
        if self.is_stopped:
            return 0

        # 1. A position that comes back, and wins that cannot be bettered
        recurrence = self.position.recurrence(ply)
        if recurrence:
            return self.recurred(recurrence, ply)
        seat = self.position.to_move
        if ply >= MOST_PLIES - 1:
            return self.evaluator.opinion(seat)
        alpha = max(alpha, -WIN + ply)
        beta = min(beta, WIN - ply)
        if alpha >= beta:
            return alpha

        # 2. What the table knows
        entry = [0] * 2
        key = self.position.hash()
        table_move = NO_MOVE
        is_known = self.table.find(key, entry)
        if is_known:
            table_move = entry[0]
            score = self.from_table(score_of(entry[1]), ply)
            bound = bound_of(entry[1])
            if not is_principal and depth_of(entry[1]) >= depth:
                if bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha):
                    return score

        # 3. Pruning before any move is tried
        opinion = opinion_of(entry[1]) if is_known else self.evaluator.opinion(seat)
        if abs(opinion) >= DECIDED:
            return self.ended(ply)
        is_futile = False
        if not is_principal and not is_checked and abs(beta) < SURE:
            if depth <= 3 and opinion - 90 * depth >= beta:
                return opinion
            if depth == 1 and opinion + 400 <= alpha:
                return self._quiesce(alpha, beta, QUIET_PLIES, ply)
            if depth >= 2 and opinion >= beta and self.position.can_skip():
                self.position.skip()
                score = -self._search(-beta, -beta + 1, depth - 3, ply + 1)
                self.position.unskip()
                if self.is_stopped:
                    return 0
                if score >= beta:
                    return beta if score >= SURE else score
            is_futile = depth == 1 and opinion + 120 <= alpha

        # 4. The moves: first good answers of elsewhere, then promising ones
        best_score = opinion if is_futile else -INFINITE
        best_move = NO_MOVE
        bound = AT_MOST
        begin = self.found.count
        index = begin
        end = begin
        tried = 0
        early = 0
        tested = [NO_MOVE] * 4
        while True:
            if early < EARLY:
                move = self._early_answer(early, table_move, ply)
                tested[early] = move
                early += 1
                if move == NO_MOVE or self._is_among(move, tested, early - 1):
                    continue
                if not self.position.is_legal(move):
                    tested[early - 1] = NO_MOVE
                    continue
                promise = 0
            else:
                if early == EARLY:
                    early += 1
                    self.position.add_promising_moves(
                        self.found, self.promises, 0 if is_futile else self._width(depth, is_principal)
                    )
                    end = self.found.count
                    if begin == end and tried == 0 and not is_futile:
                        return self.ended(ply)
                    self._add_history(begin, end, seat)
                if index == end:
                    break
                move = pick(self.found, self.promises, index, end)
                promise = self.promises.at[index] - PROMISE
                index += 1
                if self._is_among(move, tested, EARLY):
                    continue
            tried += 1

            # 5. Make it, with less depth if it comes late
            self.position.make(move)
            turns = self.position.to_move != seat
            if tried == 1:
                score = self._child(alpha, beta, depth - 1, ply, turns)
            else:
                reduction = 0
                if depth >= 2 and tried > 4 and promise < 60 and not is_checked:
                    reduction = 1 if tried <= 12 or depth == 2 else 2
                score = self._child(alpha, alpha + 1, depth - 1 - reduction, ply, turns)
                if score > alpha and reduction > 0:
                    score = self._child(alpha, alpha + 1, depth - 1, ply, turns)
                if alpha < score < beta:
                    score = self._child(alpha, beta, depth - 1, ply, turns)
            self.position.unmake()
            if self.is_stopped:
                self.found.count = begin
                self.promises.count = begin
                return 0

            # 6. What it brought
            if score > best_score:
                best_score = score
                if score > alpha:
                    best_move = move
                    self.keep_line(ply, move)
                    if score >= beta:
                        bound = AT_LEAST
                        self._reward(move, depth, ply, seat)
                        break
                    bound = EXACT
                    alpha = score
        self.found.count = begin
        self.promises.count = begin
        self.table.store(key, best_move, self.to_table(best_score, ply), opinion, depth, bound)
        return best_score

    def _width(self, depth: int, is_principal: bool) -> int:
        """How many moves are tried that seem to win nothing."""
        width = 10 if depth == 1 else 24 if depth == 2 else 36
        return 2 * width if is_principal and depth > 1 else width

    def _quiesce(self, alpha: int, beta: int, plies: int, ply: int) -> int:
        """Follow loud moves until the position is quiet enough for an opinion."""
        self.count_node()
        if self.is_stopped:
            return 0
        self.line_length[ply] = ply
        if ply > self.deepest:
            self.deepest = ply
        seat = self.position.to_move
        entry = [0] * 2
        key = self.position.hash()
        is_known = self.table.find(key, entry)
        if is_known:
            score = self.from_table(score_of(entry[1]), ply)
            kind = bound_of(entry[1])
            if kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha):
                return score
        opinion = opinion_of(entry[1]) if is_known else self.evaluator.opinion(seat)
        if abs(opinion) >= DECIDED:
            return self.ended(ply)
        best_score = opinion
        if best_score >= beta or plies == 0 or ply >= MOST_PLIES - 1:
            return best_score
        bound = AT_MOST
        best_move = NO_MOVE
        alpha = max(alpha, best_score)
        begin = self.found.count
        self.position.add_promising_moves(self.found, self.promises, -1)
        end = self.found.count
        for index in range(begin, end):
            move = pick(self.found, self.promises, index, end)
            promise = self.promises.at[index] - PROMISE
            if opinion + promise + 150 <= alpha:
                break
            self.position.make(move)
            if self.position.to_move != seat:
                score = -self._quiesce(-beta, -alpha, plies - 1, ply + 1)
            else:
                score = self._quiesce(alpha, beta, plies - 1, ply + 1)
            self.position.unmake()
            if self.is_stopped:
                break
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
        self.promises.count = begin
        if not self.is_stopped:
            self.table.store(key, best_move, self.to_table(best_score, ply), opinion, 0, bound)
        return best_score

    def _search_plainly(self, alpha: int, beta: int, depth: int, ply: int) -> int:
        self.count_node()
        if self.is_stopped:
            return 0
        self.line_length[ply] = ply
        recurrence = self.position.recurrence(ply)
        if recurrence:
            return self.recurred(recurrence, ply)
        begin = self.found.count
        self.position.generate(self.found)
        end = self.found.count
        seat = self.position.to_move
        if begin == end:
            return self.ended(ply)
        best_score = -INFINITE
        if depth <= 0 or ply >= MOST_PLIES - 1:
            self.found.count = begin
            return self.evaluator.opinion(seat)
        for index in range(begin, end):
            move = self.found.at[index]
            self.position.make(move)
            score = self._child(max(alpha, best_score), beta, depth - 1, ply, self.position.to_move != seat)
            self.position.unmake()
            if score > best_score:
                best_score = score
                if score > alpha:
                    self.keep_line(ply, move)
            if best_score >= beta or self.is_stopped:
                break
        self.found.count = begin
        return best_score

    # Scores

    # The order of moves

    def _early_answer(self, number: int, table_move: int, ply: int) -> int:
        if number == 0:
            return table_move
        if number < 3:
            return self.killers[2 * ply + number - 1]
        return self.answers[self._last_slot()]

    def _is_among(self, move: int, tested: list[int], count: int) -> bool:
        is_among = False
        for index in range(count):
            is_among = is_among or tested[index] == move
        return is_among

    def _add_history(self, begin: int, end: int, seat: int) -> None:
        """Moves that seem to win nothing are tried in the order of what they did elsewhere, too."""
        for index in range(begin, end):
            if self.promises.at[index] <= PROMISE:
                rank = self.history[seat * HISTORY_SIZE + slot_of(self.found.at[index])] + HISTORY_LIMIT
                self.promises.at[index] += rank // 100

    def _last_slot(self) -> int:
        if self.position.played.count == 0:
            return 0
        return slot_of(self.position.played.at[self.position.played.count - 1])

    def _reward(self, move: int, depth: int, ply: int, seat: int) -> None:
        """A move that refuted the position is tried earlier next time."""
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.answers[self._last_slot()] = move
        slot = seat * HISTORY_SIZE + slot_of(move)
        bonus = min(depth * depth * 64, 2048)
        self.history[slot] += bonus - self.history[slot] * bonus // HISTORY_LIMIT

    def _is_in(self, move: int, moves: Words) -> bool:
        is_in = False
        for index in range(moves.count):
            is_in = is_in or moves.at[index] == move
        return is_in

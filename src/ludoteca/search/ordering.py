"""The order in which moves are tried: what a search has learned of them, and the ranks that follow from it."""

from ludoteca.core import constants
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.core.tactics import Tactics
from ludoteca.search.nogil import Memory
from ludoteca.search.zeros import zeros

HISTORY_LIMIT = 8192
"""No entry of a history grows beyond this."""
BUTTERFLY_SIZE = 16384
HISTORY_INDICES = 1024
"""The range of `Tactics.history_index` that a continuation history has entries for; the last is the null move."""
NULL_INDEX = 1023
TABLE_RANK, CAPTURE_RANK, LOSING_PENALTY = 1_000_000, 100_000, 50_000
KILLER_RANK, SECOND_KILLER_RANK, COUNTER_RANK = 90_000, 80_000, 70_000
ORDER_SCORE_WEIGHT = 64
"""The rank of a quiet move for each point of its order score."""


class MoveHistory:
    """`killers` has the last two moves that refuted a position of a ply, `counter_moves` the last to refute a move."""

    def __init__(self) -> None:
        self.butterfly = [0] * 131072
        self.killers = [constants.NO_MOVE] * 256
        self.counter_moves = [constants.NO_MOVE] * 16384

    def clear_killers(self) -> None:
        """They belong to the positions of one search."""
        for index in range(256):
            self.killers[index] = constants.NO_MOVE

    def score(self, seat: int, move: int) -> int:
        """How often a seat's move refuted a position, less how often it did not."""
        return self.butterfly[seat * BUTTERFLY_SIZE + move_index(move)]

    def add_bonus(self, seat: int, move: int, bonus: int) -> None:
        index = seat * BUTTERFLY_SIZE + move_index(move)
        self.butterfly[index] = with_bonus(self.butterfly[index], bonus)

    def note_refutation(self, position: Position, move: int, ply: int) -> None:
        """A move refuted a position: it is the first killer of its ply, and the counter of the last move."""
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.counter_moves[last_move_index(position)] = move

    def counter_move(self, position: Position) -> int:
        """What refuted the last move elsewhere."""
        return self.counter_moves[last_move_index(position)]


class Ordering:
    """The order of moves in alpha-beta: what one thread knows of them, kept from one search of a game to the next.

    The continuation histories are by two moves: the second is a reply to the first in `counter_move_history`, and the
    next move of the same seat in `follow_up_history`.
    """

    def __init__(self) -> None:
        self.ranks = IntStack()
        self.history = MoveHistory()
        self.counter_move_history = Memory(zeros(4 * HISTORY_INDICES * HISTORY_INDICES))
        self.follow_up_history = Memory(zeros(4 * HISTORY_INDICES * HISTORY_INDICES))
        self.history_indices = [NULL_INDEX] * 130

    def note_move(self, tactics: Tactics, move: int, ply: int) -> None:
        """A move is about to be made at a ply; `history_indices` begins two plies before the root."""
        self.history_indices[ply + 2] = (
            NULL_INDEX if move == constants.NO_MOVE else tactics.history_index(move) & NULL_INDEX
        )

    def put_first(self, found: IntStack, move: int) -> None:
        """Append a move that is tried before the others are generated."""
        self.ranks.count = found.count
        self.ranks.push(TABLE_RANK + constants.SCORE_BIAS)
        found.push(move)

    def rank(
        self,
        position: Position,
        tactics: Tactics,
        found: IntStack,
        begin: int,
        table_move: int,
        is_tried: bool,
        ply: int,
    ) -> None:
        """Rank each move from `begin` on; the table's is first, or leaves the list if it has been tried."""
        counter = self.history.counter_move(position)
        if is_tried:
            for index in range(begin, found.count):
                if found.at[index] == table_move:
                    found.at[index] = found.at[found.count - 1]
                    found.count -= 1
                    break
        end = found.count
        self.ranks.count = begin
        self.ranks.reserve(end - begin)
        for index in range(begin, end):
            move = found.at[index]
            if move == table_move:
                rank = TABLE_RANK
            else:
                gain = tactics.gain(move)
                if gain > 0:
                    rank = CAPTURE_RANK + gain * 16 if tactics.static_exchange(move) >= 0 else gain - LOSING_PENALTY
                elif move == self.history.killers[2 * ply]:
                    rank = KILLER_RANK
                elif move == self.history.killers[2 * ply + 1]:
                    rank = SECOND_KILLER_RANK
                elif move == counter:
                    rank = COUNTER_RANK
                else:
                    rank = self._history_score(position.to_move, tactics, move, ply)
                    rank += ORDER_SCORE_WEIGHT * tactics.order_score(move)
            self.ranks.at[index] = rank + constants.SCORE_BIAS
        self.ranks.count = end

    def quiet_score(self, index: int) -> int:
        """How well a ranked quiet move has done so far; killers and counter moves have done well."""
        rank: int = self.ranks.at[index]
        score: int = max(-3 * HISTORY_LIMIT, min(rank - constants.SCORE_BIAS, HISTORY_LIMIT))
        return score

    def is_losing(self, index: int) -> bool:
        """Whether a ranked move is a capture that costs more than it wins."""
        is_losing: bool = self.ranks.at[index] < constants.SCORE_BIAS - LOSING_PENALTY // 2
        return is_losing

    def _history_score(self, seat: int, tactics: Tactics, move: int, ply: int) -> int:
        """How well a quiet move has done: anywhere, as a reply to the last move, after one's own last."""
        index = tactics.history_index(move) & NULL_INDEX
        score: int = self.history.score(seat, move)
        score += self.counter_move_history.shorts[continuation(seat, self.history_indices[ply + 1], index)]
        score += self.follow_up_history.shorts[continuation(seat, self.history_indices[ply], index)]
        return score

    def reward(
        self, position: Position, tactics: Tactics, found: IntStack, begin: int, index: int, depth: int, ply: int
    ) -> None:
        """A quiet move that refuted the position is tried earlier next time, those tried before it later."""
        move: int = found.at[index]
        self.history.note_refutation(position, move, ply)
        bonus = min(depth * depth * 8 + 16 * depth, 1200)
        self._add_bonus(position.to_move, tactics, move, bonus, ply)
        for other in range(begin, index):
            if tactics.gain(found.at[other]) <= 0:
                self._add_bonus(position.to_move, tactics, found.at[other], -bonus, ply)

    def _add_bonus(self, seat: int, tactics: Tactics, move: int, bonus: int, ply: int) -> None:
        index = tactics.history_index(move) & NULL_INDEX
        self.history.add_bonus(seat, move, bonus)
        reply = continuation(seat, self.history_indices[ply + 1], index)
        self.counter_move_history.shorts[reply] = with_bonus(self.counter_move_history.shorts[reply], bonus)
        follow_up = continuation(seat, self.history_indices[ply], index)
        self.follow_up_history.shorts[follow_up] = with_bonus(self.follow_up_history.shorts[follow_up], bonus)


def continuation(seat: int, previous: int, index: int) -> int:
    """The place in a continuation history of one move after another, by their history indices."""
    return (seat * HISTORY_INDICES + previous) * HISTORY_INDICES + index


def move_index(move: int) -> int:
    """The index of a move in a history; moves of small games have one each."""
    return (move ^ move >> 14 ^ move >> 28 ^ move >> 42) & 16383


def last_move_index(position: Position) -> int:
    if position.played.count == 0:
        return 0
    return move_index(position.played.at[position.played.count - 1])


def with_bonus(entry: int, bonus: int) -> int:
    """An entry of a history after a bonus, of which it takes the less the nearer it is to the limit ("gravity")."""
    drag = entry * abs(bonus)
    return entry + bonus - (drag // HISTORY_LIMIT if drag >= 0 else -(-drag // HISTORY_LIMIT))


def pick_next(found: IntStack, ranks: IntStack, index: int, end: int) -> int:
    """Bring the move of the highest rank from `index` on to the front; selection sort, one step at a time."""
    best = index
    rank: int = ranks.at[index]
    for other in range(index + 1, end):
        if ranks.at[other] > rank:
            rank = ranks.at[other]
            best = other
    move: int = found.at[best]
    found.at[best] = found.at[index]
    ranks.at[best] = ranks.at[index]
    found.at[index] = move
    ranks.at[index] = rank
    return move

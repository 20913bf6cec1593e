"""Which moves to try first: what a search has learned of them, in this position and in others.

A `Habit` number says what a move is like, so that a search can learn what tends to follow on what.
"""

from array import array
from typing import Any

from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.search import constants

NO_MOVE = constants.NO_MOVE
HISTORY_SIZE = 16384
HABITS = 1024
LIMIT = 8192
"""No entry of a history grows beyond this."""
FIRST, GOOD, LOSING = 1_000_000, 100_000, 50_000
"""Ranks of the table's move, of captures that pay, and what those lose that do not."""
PROMISE = 64
"""What a unit of what a quiet move promises is worth in ranks."""
BIAS = 1 << 30
"""Added to a move's rank, so that ranks in `Words` are not negative."""


class Ordering:
    """What one thread knows of moves; kept from one search of a game to the next."""

    answering: Any
    following: Any

    def __init__(self) -> None:
        self.ranks = Words()
        self.history = [0] * 32768
        self.answering = array("h", bytes(4 * HABITS * HABITS))
        self.following = array("h", bytes(4 * HABITS * HABITS))
        self.killers = [NO_MOVE] * 256
        self.answers = [NO_MOVE] * 16384
        self.habits = [HABITS - 1] * 130

    def begin(self) -> None:
        """Forget what belongs to one position alone."""
        for index in range(256):
            self.killers[index] = NO_MOVE

    def note(self, position: Position, move: int, ply: int) -> None:
        """A move is about to be made at a ply; `habits` begins two plies before the root."""
        self.habits[ply + 2] = HABITS - 1 if move == NO_MOVE else position.habit(move) & (HABITS - 1)

    def put_first(self, found: Words, move: int) -> None:
        """A move that is tried before the others are found."""
        self.ranks.count = found.count
        self.ranks.push(BIAS + FIRST)
        found.push(move)

    def rank(self, position: Position, found: Words, begin: int, table_move: int, is_tried: bool, ply: int) -> None:
        """Give each move from `begin` on its rank; the table's is first, or leaves the list if it has been tried."""
        last = self._last(position)
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
                rank = FIRST
            else:
                gain = position.gain(move)
                if gain > 0:
                    rank = GOOD + gain * 16 if position.exchange(move) >= 0 else gain - LOSING
                elif move == self.killers[2 * ply]:
                    rank = 90000
                elif move == self.killers[2 * ply + 1]:
                    rank = 80000
                elif move == self.answers[last]:
                    rank = 70000
                else:
                    rank = self._standing(position, move, ply) + PROMISE * position.promise(move)
            self.ranks.at[index] = rank + BIAS
        self.ranks.count = end

    def standing(self, index: int) -> int:
        """How well a quiet move that has its rank has done so far; killers and answers have done well."""
        rank: int = self.ranks.at[index]
        return max(-3 * LIMIT, min(rank - BIAS, LIMIT))

    def is_losing(self, index: int) -> bool:
        """Whether a move that has its rank is a capture that costs more than it wins."""
        is_losing: bool = self.ranks.at[index] < BIAS - LOSING // 2
        return is_losing

    def _standing(self, position: Position, move: int, ply: int) -> int:
        """How well a quiet move has done so far: anywhere, as an answer to the last move, after one's own last."""
        seat = position.to_move & 1
        habit = position.habit(move) & (HABITS - 1)
        standing: int = self.history[seat * HISTORY_SIZE + slot_of(move)]
        standing += self.answering[(seat * HABITS + self.habits[ply + 1]) * HABITS + habit]
        standing += self.following[(seat * HABITS + self.habits[ply]) * HABITS + habit]
        return standing

    def reward(self, position: Position, found: Words, begin: int, index: int, depth: int, ply: int) -> None:
        """A quiet move that refuted the position is tried earlier next time, those tried before it later."""
        move: int = found.at[index]
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.answers[self._last(position)] = move
        bonus = min(depth * depth * 8 + 16 * depth, 1200)
        self._shift(position, move, bonus, ply)
        for other in range(begin, index):
            if position.gain(found.at[other]) <= 0:
                self._shift(position, found.at[other], -bonus, ply)

    def _shift(self, position: Position, move: int, bonus: int, ply: int) -> None:
        seat = position.to_move & 1
        habit = position.habit(move) & (HABITS - 1)
        slot = seat * HISTORY_SIZE + slot_of(move)
        self.history[slot] += self._part(self.history[slot], bonus)
        slot = (seat * HABITS + self.habits[ply + 1]) * HABITS + habit
        self.answering[slot] += self._part(self.answering[slot], bonus)
        slot = (seat * HABITS + self.habits[ply]) * HABITS + habit
        self.following[slot] += self._part(self.following[slot], bonus)

    def _part(self, before: int, bonus: int) -> int:
        """Towards the limit, the less the nearer it is."""
        drag = before * abs(bonus)
        return bonus - (drag // LIMIT if drag >= 0 else -(-drag // LIMIT))

    def _last(self, position: Position) -> int:
        if position.played.count == 0:
            return 0
        return slot_of(position.played.at[position.played.count - 1])


def slot_of(move: int) -> int:
    """Where a move's history is kept; moves of small games have a place each."""
    return (move ^ move >> 14 ^ move >> 28 ^ move >> 42) & 16383


def pick(found: Words, ranks: Words, index: int, end: int) -> int:
    """Bring the move of the highest rank that is left to the front of those that are."""
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

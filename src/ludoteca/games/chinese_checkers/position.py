"""A game of Chinese Checkers under way: the pieces, the round, and how the game ends (C2.1, C2.6, C4)."""

from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.games.chinese_checkers import board
from ludoteca.games.chinese_checkers.pieces import Pieces
from ludoteca.games.chinese_checkers.repetition import Repetition

PASS = board.PASS
NOBODY = -1
SEAT_KEYS = board.SEAT_KEYS
NUMBERS = list(range(PASS + 1))

GOES_ON, ALL_HOME, REPEATED, LONG, BLOCKED_HOME = 0, 1, 2, 3, 4
"""How a game ended: the number of the clause in C4."""


class ChineseCheckersPosition(Position):
    """`round_limit` is 0 if there is none; `ended` is the number of the clause in C4 that ended the game, or 0."""

    round: int
    ended: int
    winner: int

    def __init__(self, pieces: Pieces, to_move: int, round_number: int, round_limit: int, anti_blocking: bool) -> None:
        super().__init__(pieces.players)
        self.pieces = pieces
        self.to_move = to_move
        self.round = round_number
        self.round_limit = round_limit
        self.anti_blocking = anti_blocking
        self.found = IntStack()
        self.repetition = Repetition()
        self.repetition.note(self.hash())
        self.winner = NOBODY
        self.ended = self._first_ending()

    def legal_moves(self) -> list[int]:
        """As everywhere, but of numbers that are there already: to make so many takes longer than to find them."""
        self.found.clear()
        self.generate(self.found)
        return [NUMBERS[self.found.at[index]] for index in range(self.found.count)]

    # Moves

    def generate(self, found: IntStack) -> None:
        """C2.6: pass if there is nothing else to do."""
        if self.ended:
            return
        begin = found.count
        self.pieces.add_moves(self.to_move, found)
        if found.count == begin:
            found.push(PASS)

    def count_moves(self) -> int:
        if self.ended:
            return 0
        return max(1, self.pieces.count_moves(self.to_move))

    def is_well_formed(self, move: int) -> bool:
        if self.ended or move < 0 or move > PASS:
            return False
        return move == PASS or self.pieces.can_shift(self.to_move, move >> 7, move & 127)

    def make(self, move: int) -> None:
        mover = self.to_move
        self.played.push(move)
        if move != PASS:
            self.pieces.shift(mover, move >> 7, move & 127)
        self.to_move = mover + 1
        if self.to_move == self.seats:
            self.to_move = 0
            self.round += 1
        self.ended = self._ending(mover, self.repetition.note(self.hash()))

    def unmake(self) -> None:
        move = self.played.pop()
        self.repetition.forget()
        if self.to_move == 0:
            self.to_move = self.seats
            self.round -= 1
        self.to_move -= 1
        if move != PASS:
            self.pieces.shift(self.to_move, move & 127, move >> 7)
        self.ended = GOES_ON
        self.winner = NOBODY

    def hash(self) -> int:
        return self.pieces.hash ^ SEAT_KEYS[self.to_move]

    # Ends

    def _ending(self, mover: int, seen: int) -> int:
        """C4.5: the clause in C4 that ends the game after a player's turn, or 0.

        Nobody's turn brings another player home: pieces only ever leave the area that is someone else's home.
        """
        if self._has_won(mover):
            self.winner = mover
            return ALL_HOME if self.pieces.is_home(mover) else BLOCKED_HOME
        if seen >= 2:
            return REPEATED
        if self.round_limit and self.round > self.round_limit:
            return LONG
        return GOES_ON

    def _has_won(self, seat: int) -> bool:
        """C4.1, C4.4"""
        return self.pieces.is_home(seat) or (self.anti_blocking and self.pieces.is_home_but_for_blockers(seat))

    def _first_ending(self) -> int:
        """The same for a position that no move led to: whoever has won, the last to have moved if there are two."""
        last = (self.to_move + self.seats - 1) % self.seats
        for back in range(self.seats):
            seat = (last + self.seats - back) % self.seats
            if self._has_won(seat):
                return self._ending(seat, 0)
        return self._ending(last, 0)

    def payoff(self, seat: int) -> float:
        if self.winner == NOBODY:
            return 0.0
        return 1.0 if seat == self.winner else -1.0 / (self.seats - 1)

    def copy_state(self) -> "ChineseCheckersPosition":
        copied = ChineseCheckersPosition(
            self.pieces.copy(), self.to_move, self.round, self.round_limit, self.anti_blocking
        )
        copied.repetition = self.repetition.copy()
        copied.ended = self.ended
        copied.winner = self.winner
        return copied

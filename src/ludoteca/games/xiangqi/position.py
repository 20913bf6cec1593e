"""A game of Xiangqi under way: the pieces, the history, and how the game ends (X2.4, X3)."""

from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.games.xiangqi.pieces import Pieces

EMPTY = 32
MOST_QUIET_PLIES = 120
"""X3.4: 60 moves of each side."""


class XiangqiPosition(Position):
    quiet: int
    number: int

    def __init__(self, pieces: Pieces, to_move: int, quiet: int, number: int) -> None:
        super().__init__(2)
        self.pieces = pieces
        self.to_move = to_move
        self.quiet = quiet
        self.number = number
        self.undos = Words()
        self.keys = Words()

    # The contract of Position; the twin leaves these out, for they are declared there

    def generate(self, found: Words) -> None:
        if not self._is_drawn():
            self.pieces.add_moves(self.to_move, found)

    def count_moves(self) -> int:
        return 0 if self._is_drawn() else self.pieces.count_moves(self.to_move)

    def is_sane(self, move: int) -> bool:
        return self._is_sane(move)

    def make(self, move: int) -> None:
        self._make(move)

    def unmake(self) -> None:
        self._unmake()

    def hash(self) -> int:
        return self._hash()

    def payoff(self, seat: int) -> float:
        return self._payoff(seat)

    def twin(self) -> Position:
        return self._twin()

    # Moves

    def _is_sane(self, move: int) -> bool:
        if move < 0 or move >= 90 * 128 or move & 127 >= 90:
            return False
        return self.pieces.slots[move >> 7] >> 4 == self.to_move

    def _make(self, move: int) -> None:
        self.played.push(move)
        self.keys.push(self._hash())
        captured = self.pieces.make(move >> 7, move & 127)
        self.undos.push(captured * 65536 + self.quiet)
        self.quiet = self.quiet + 1 if captured == EMPTY else 0
        self.number += self.to_move
        self.to_move = 1 - self.to_move

    def _unmake(self) -> None:
        move = self.played.pop()
        undo = self.undos.pop()
        self.keys.pop()
        self.pieces.unmake(move >> 7, move & 127, undo >> 16)
        self.quiet = undo & 65535
        self.to_move = 1 - self.to_move
        self.number -= self.to_move

    def _hash(self) -> int:
        return self.pieces.hash

    # Ends

    def _is_drawn(self) -> bool:
        """Whether the game has ended, whatever moves there are."""
        return self.quiet >= MOST_QUIET_PLIES or self.pieces.crossers == 0 or self.cycle_length() > 0

    def cycle_length(self) -> int:
        """X3.1: on the third occurrence of a position, how many plies ago the first one was; else 0."""
        seen = 1
        now = self.keys.count
        key = self._hash()
        for back in range(4, min(self.quiet, now) + 1, 2):
            if self.keys.at[now - back] == key:
                seen += 1
                if seen == 3:
                    return back
        return 0

    def _payoff(self, seat: int) -> float:
        return 0.0

    # For cold code

    def _twin(self) -> "XiangqiPosition":
        twin = XiangqiPosition(self.pieces.copy(), self.to_move, self.quiet, self.number)
        twin.undos = self.undos.copy()
        twin.keys = self.keys.copy()
        return twin

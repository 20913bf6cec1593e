"""A game of Xiangqi under way: the pieces, the history, and how the game ends (X2.4, X3)."""

from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.games.xiangqi import board
from ludoteca.games.xiangqi.pieces import Pieces
from ludoteca.games.xiangqi.repetition import Repetition

EMPTY = 32
NOWHERE = board.NOWHERE
MOST_QUIET_PLIES = board.MOST_QUIET_PLIES
SIDE_KEY = board.SIDE_KEY
WORTH = [board.WORTH[board.SLOT_KIND[slot % 16]] for slot in range(32)] + [0]
"""What each slot is worth to a search that orders captures; the last is EMPTY."""
KIND = [board.SLOT_KIND[slot % 16] for slot in range(32)]


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
        self.repetition = Repetition()

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

    def twin(self) -> "XiangqiPosition":
        return self._twin()

    def is_legal(self, move: int) -> bool:
        return self._is_legal(move)

    def is_checked(self) -> bool:
        return self.pieces.is_attacked(self.to_move)

    def gives_check(self, move: int) -> bool:
        return self.pieces.would_check(move >> 7, move & 127)

    def add_loud_moves(self, found: Words) -> None:
        self.pieces.add_captures(self.to_move, found)

    def gain(self, move: int) -> int:
        return WORTH[self.pieces.slots[move & 127]]

    def exchange(self, move: int) -> int:
        return self._exchange(move)

    def promise(self, move: int) -> int:
        return 0

    def habit(self, move: int) -> int:
        return KIND[self.pieces.slots[move >> 7]] * 90 + (move & 127)

    def can_skip(self) -> bool:
        return self.pieces.count_major(self.to_move) > 1

    def skip(self) -> None:
        self._skip()

    def unskip(self) -> None:
        self._unskip()

    def recurrence(self, plies: int) -> int:
        return self._recurrence(plies)

    # For searches

    def _is_legal(self, move: int) -> bool:
        if not self._is_sane(move) or self._is_drawn() or not self.pieces.can_reach(move >> 7, move & 127):
            return False
        return self.pieces.is_safe_after(self.to_move, move >> 7, move & 127)

    def _exchange(self, move: int) -> int:
        """Both sides capture on the target, least first, as long as it pays; a gain that is sure is not looked into."""
        won = WORTH[self.pieces.slots[move & 127]]
        if won >= WORTH[self.pieces.slots[move >> 7]]:
            return won
        return won - self.pieces.recapture(move >> 7, move & 127)

    def _skip(self) -> None:
        self.played.push(0)
        self.keys.push(self._hash())
        self.undos.push(EMPTY * 65536 + self.quiet)
        # No repetition is looked for beyond a skipped turn.
        self.quiet = 0
        self.to_move = 1 - self.to_move

    def _unskip(self) -> None:
        self.played.pop()
        self.keys.pop()
        self.quiet = self.undos.pop() & 65535
        self.to_move = 1 - self.to_move

    def _recurrence(self, plies: int) -> int:
        """The first return of a position within a search is judged like the third in a game."""
        now = self.keys.count
        key = self._hash()
        for back in range(4, min(self.quiet, now, plies) + 1, 2):
            if self.keys.at[now - back] == key:
                loser = self.repetition.judge(self.pieces, self.played, self.undos, back)
                if loser < 0:
                    return 1
                return 3 if loser == self.to_move else 2
        return 0

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
        return self.pieces.hash ^ SIDE_KEY if self.to_move else self.pieces.hash

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
        loser = self._loser()
        if loser < 0:
            return 0.0
        return -1.0 if seat == loser else 1.0

    def _loser(self) -> int:
        """Of a finished game; -1 in a draw. Having no legal move (X2.4) counts before all draws."""
        if self.pieces.count_moves(self.to_move) == 0:
            return self.to_move
        return self._judge_cycle()

    def _judge_cycle(self) -> int:
        """X3.1 to X3.3: the side that is to blame for the repetition, or -1."""
        length = self.cycle_length()
        if length == 0:
            return -1
        return self.repetition.judge(self.pieces, self.played, self.undos, length)

    # For cold code

    def is_stuck(self) -> bool:
        """X2.4: the side to move has no legal move, the draws aside."""
        return self.pieces.count_moves(self.to_move) == 0

    def is_in_check(self, side: int) -> bool:
        return self.pieces.is_attacked(side)

    def has_crossers(self) -> bool:
        """X3.5: whether any piece can cross the river."""
        return self.pieces.crossers > 0

    def judged_cycle(self) -> tuple[int, Repetition]:
        """How many plies the cycle has, 0 if there is none, and the judgement of it."""
        self._judge_cycle()
        return self.cycle_length(), self.repetition

    def can_reach(self, origin: int, target: int) -> bool:
        """X1: whether the piece on a point can go to another, its general's safety aside."""
        return self.pieces.can_reach(origin, target)

    def checkers_after(self, origin: int, target: int) -> list[int]:
        """X2.3: the enemy pieces that would attack the mover's general after a move."""
        side = self.pieces.slots[origin] >> 4
        captured = self.pieces.try_move(origin, target)
        found = self.checkers(side)
        self.pieces.take_back(origin, target, captured)
        return found

    def checkers(self, side: int) -> list[int]:
        """The points of the pieces that check a side's general; the other general too, along an open file."""
        general = self.pieces.points[side * 16]
        found = []
        for slot in range(16 - side * 16, 32 - side * 16):
            point = self.pieces.points[slot]
            if point != NOWHERE and self.pieces.can_reach(point, general):
                found.append(point)
        enemy_general = self.pieces.points[16 - side * 16]
        if self.pieces.screens(general, enemy_general) == 0:
            found.append(enemy_general)
        return found

    def _twin(self) -> "XiangqiPosition":
        twin = XiangqiPosition(self.pieces.copy(), self.to_move, self.quiet, self.number)
        twin.undos = self.undos.copy()
        twin.keys = self.keys.copy()
        return twin

"""A game of Chinese Checkers under way: the pieces, the round, and how the game ends (C2.1, C2.6, C4)."""

from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.games.chinese_checkers import board
from ludoteca.games.chinese_checkers.pieces import Pieces
from ludoteca.games.chinese_checkers.repetition import Repetition

PASS = board.PASS
NOBODY = -1
SEAT_KEYS = board.SEAT_KEYS
GOAL = board.GOAL
DISTANCE = board.DISTANCE
HOLE_NEARER = 24
"""What a move promises for each hole that it leads nearer to the tip of the home."""
FEW = 4
"""So few holes away from home, all pieces together, a player may have to wait for others."""
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
        self.found = Words()
        self.repetition = Repetition()
        self.repetition.note(self._hash())
        self.winner = NOBODY
        self.ended = self._judge_first()

    def legal_moves(self) -> list[int]:
        """As everywhere, but of numbers that are there already: to make so many takes longer than to find them."""
        return self._legal_moves()

    # The contract of Position; the twin leaves these out, for they are declared there

    def generate(self, found: Words) -> None:
        self._generate(found)

    def count_moves(self) -> int:
        return self._count_moves()

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

    def has_ended(self) -> bool:
        return self.ended != GOES_ON

    def promise(self, move: int) -> int:
        return self._promise(move)

    def can_skip(self) -> bool:
        return self._can_skip()

    def skip(self) -> None:
        self._skip()

    def unskip(self) -> None:
        self._unskip()

    def recurrence(self, plies: int) -> int:
        return self._recurrence(plies)

    def twin(self) -> "ChineseCheckersPosition":
        return self._twin()

    # Moves

    def _legal_moves(self) -> list[int]:
        self.found.clear()
        self._generate(self.found)
        return [NUMBERS[self.found.at[index]] for index in range(self.found.count)]

    def _generate(self, found: Words) -> None:
        """C2.6: pass if there is nothing else to do."""
        if self.ended:
            return
        begin = found.count
        self.pieces.add_moves(self.to_move, found)
        if found.count == begin:
            found.push(PASS)

    def _count_moves(self) -> int:
        if self.ended:
            return 0
        return max(1, self.pieces.count_moves(self.to_move))

    def _is_sane(self, move: int) -> bool:
        if self.ended or move < 0 or move > PASS:
            return False
        return move == PASS or self.pieces.can_shift(self.to_move, move >> 7, move & 127)

    def _make(self, move: int) -> None:
        mover = self.to_move
        self.played.push(move)
        if move != PASS:
            self.pieces.shift(mover, move >> 7, move & 127)
        self.to_move = mover + 1
        if self.to_move == self.seats:
            self.to_move = 0
            self.round += 1
        self.ended = self._judge(mover, self.repetition.note(self._hash()))

    def _unmake(self) -> None:
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

    def _hash(self) -> int:
        return self.pieces.hash ^ SEAT_KEYS[self.to_move]

    # Ends

    def _judge(self, mover: int, seen: int) -> int:
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

    def _judge_first(self) -> int:
        """The same for a position that no move led to: whoever has won, the last to have moved if there are two."""
        last = (self.to_move + self.seats - 1) % self.seats
        for back in range(self.seats):
            seat = (last + self.seats - back) % self.seats
            if self._has_won(seat):
                return self._judge(seat, 0)
        return self._judge(last, 0)

    def _payoff(self, seat: int) -> float:
        if self.winner == NOBODY:
            return 0.0
        return 1.0 if seat == self.winner else -1.0 / (self.seats - 1)

    # For searches

    def _promise(self, move: int) -> int:
        """Forward first, and far before near."""
        if move == PASS:
            return 0
        goal = 128 * GOAL[self.pieces.seating + self.to_move]
        return HOLE_NEARER * (DISTANCE[goal + (move >> 7)] - DISTANCE[goal + (move & 127)])

    def _can_skip(self) -> bool:
        """A turn is hardly ever unwelcome, but for a player who is home with all pieces but one."""
        return self.ended == GOES_ON and self.pieces.to_go(self.to_move) > FEW

    def _skip(self) -> None:
        self.to_move += 1
        if self.to_move == self.seats:
            self.to_move = 0
            self.round += 1

    def _unskip(self) -> None:
        if self.to_move == 0:
            self.to_move = self.seats
            self.round -= 1
        self.to_move -= 1

    def _recurrence(self, plies: int) -> int:
        """C4.2: what comes back once could come back again."""
        return 1 if self.ended == GOES_ON and self.repetition.is_back(plies) else 0

    def _twin(self) -> "ChineseCheckersPosition":
        twin = ChineseCheckersPosition(
            self.pieces.copy(), self.to_move, self.round, self.round_limit, self.anti_blocking
        )
        twin.repetition = self.repetition.copy()
        twin.ended = self.ended
        twin.winner = self.winner
        return twin

"""A game of Chinese Checkers under way: the pieces, the round, and how the game ends (C2.1, C2.6, C4)."""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.core.usage import Usage
from ludoteca.games.chinese_checkers import layout, tables
from ludoteca.games.chinese_checkers.pieces import Pieces

NUMBERS = list(range(layout.PASS + 1))
"""Every move that there can be."""


class ChineseCheckersPosition(Position):
    """`round_limit` is 0 if there is none; `ended` tells how the game stands."""

    round: int
    ended: int
    winner: int

    def __init__(self, pieces: Pieces, to_move: int, round_number: int, round_limit: int, anti_blocking: bool) -> None:
        super().__init__(pieces.players)
        self.pieces = pieces
        self.to_move = bounds.within(to_move, 0, pieces.players - 1, "a seat")
        self.round = round_number
        self.round_limit = round_limit
        self.anti_blocking = anti_blocking
        self.found = IntStack()
        self.repetition = Repetition()
        self.repetition.note(self.hash())
        self.winner = layout.NOBODY
        self.ended = self._first_ending()

    def legal_moves(self) -> list[int]:
        """As everywhere, but of numbers that are there already: to make so many takes longer than to find them."""
        self.found.clear()
        self.generate(self.found)
        return [NUMBERS[self.found.at[index]] for index in range(self.found.count)]

    # Moves

    def generate(self, found: IntStack) -> None:
        """C2.6: pass if there is nothing else to do."""
        if self.ended != layout.NOT_OVER:
            return
        begin = found.count
        self.pieces.add_moves(self.to_move, found)
        if found.count == begin:
            found.push(layout.PASS)

    def count_moves(self) -> int:
        if self.ended != layout.NOT_OVER:
            return 0
        return max(1, self.pieces.count_moves(self.to_move))

    def is_well_formed(self, move: int) -> bool:
        if self.ended != layout.NOT_OVER or move < 0 or move > layout.PASS:
            return False
        return move == layout.PASS or self.pieces.can_shift(self.to_move, layout.origin(move), layout.target(move))

    def make(self, move: int) -> None:
        mover = self.to_move
        if self.usage is not None:
            self._note_clauses(self.usage, move)
        self.played.push(move)
        if move != layout.PASS:
            self.pieces.shift(mover, layout.origin(move), layout.target(move))
        self.to_move = mover + 1
        if self.to_move == self.seats:
            self.to_move = 0
            self.round += 1
        self.ended = self._ending(mover, self.repetition.note(self.hash()))

    def _note_clauses(self, usage: Usage, move: int) -> None:
        """Before a move: C2.6 that it is a pass, or how its piece goes. C4 ends games; the others only forbid."""
        usage.begin_move()
        if move == layout.PASS:
            usage.fire(206)
        else:
            self.pieces.note_clauses(usage, self.to_move, layout.origin(move), layout.target(move))

    def unmake(self) -> None:
        move = self.played.pop()
        self.repetition.forget()
        if self.to_move == 0:
            self.to_move = self.seats
            self.round -= 1
        self.to_move -= 1
        if move != layout.PASS:
            self.pieces.shift(self.to_move, layout.target(move), layout.origin(move))
        self.ended = layout.NOT_OVER
        self.winner = layout.NOBODY

    def hash(self) -> int:
        return self.pieces.hash ^ tables.SEAT_KEYS[self.to_move]

    def times_seen(self) -> int:
        """How often the position was there before."""
        return self.repetition.times_seen()

    # Ends

    def _ending(self, mover: int, seen: int) -> int:
        """C4.5: the clause in C4 that ends the game after a player's turn, or NOT_OVER.

        Nobody's turn brings another player home: pieces only ever leave the area that is someone else's home.
        """
        if self._has_won(mover):
            self.winner = mover
            return layout.ALL_HOME if self.pieces.is_home(mover) else layout.BLOCKED_HOME
        if seen >= 2:
            return layout.REPEATED
        if self.round_limit and self.round > self.round_limit:
            return layout.OUT_OF_ROUNDS
        return layout.NOT_OVER

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
        if self.winner == layout.NOBODY:
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


class Repetition:
    """C4.2: the keys of all positions of a game, each linked to the one before it that ends in the same bits."""

    def __init__(self) -> None:
        self.keys = IntStack()
        self.links = IntStack()
        self.last = [0] * 1024

    def note(self, key: int) -> int:
        """Add a position; how often it has been there before."""
        bucket = layout.bucket(key)
        link = self.last[bucket]
        self.links.push(link)
        self.keys.push(key)
        # One more than the place in `keys`, for 0 is the end of the links.
        self.last[bucket] = self.keys.count
        seen = 0
        while link:
            if self.keys.at[link - 1] == key:
                seen += 1
            link = self.links.at[link - 1]
        return seen

    def forget(self) -> None:
        """Take the last position away."""
        key = self.keys.pop()
        self.last[layout.bucket(key)] = self.links.pop()

    def times_seen(self) -> int:
        """How often the last position has been there before."""
        last = self.keys.count - 1
        link = self.links.at[last]
        seen = 0
        while link:
            if self.keys.at[link - 1] == self.keys.at[last]:
                seen += 1
            link = self.links.at[link - 1]
        return seen

    def is_back(self, plies: int) -> bool:
        """Whether the last position was there before, within the last so many plies."""
        last = self.keys.count - 1
        key = self.keys.at[last]
        link = self.links.at[last]
        while link and link - 1 + plies >= last:
            if self.keys.at[link - 1] == key:
                return True
            link = self.links.at[link - 1]
        return False

    def copy(self) -> "Repetition":
        copied = Repetition()
        copied.keys = self.keys.copy()
        copied.links = self.links.copy()
        copied.last[:] = self.last
        return copied

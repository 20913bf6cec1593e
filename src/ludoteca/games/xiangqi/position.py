"""A game of Xiangqi under way: the pieces, the history, and how the game ends (X2.4, X3)."""

from ludoteca.core import bounds, cache
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.core.usage import Usage
from ludoteca.games.xiangqi import board, layout, tables
from ludoteca.games.xiangqi.pieces import Pieces
from ludoteca.games.xiangqi.repetition import Repetition


class XiangqiPosition(Position):
    """`has_repetition` is whether X3.1 to X3.3 hold, `quiet_limit` how many quiet plies are a draw (X3.4), or 0."""

    quiet: int
    number: int
    quiet_limit: int

    def __init__(
        self, pieces: Pieces, to_move: int, quiet: int, number: int, has_repetition: bool, quiet_limit: int
    ) -> None:
        super().__init__(2)
        self.pieces = pieces
        self.to_move = bounds.within(to_move, 0, 1, "a side")
        self.quiet = quiet
        self.number = number
        self.has_repetition = has_repetition
        self.quiet_limit = quiet_limit
        self.undos = IntStack()
        self.keys = IntStack()
        self.repetition = Repetition()

    # Moves

    def generate(self, found: IntStack) -> None:
        if not self._is_drawn():
            self.pieces.add_moves(self.to_move, found)

    def count_moves(self) -> int:
        return 0 if self._is_drawn() else self.pieces.count_moves(self.to_move)

    def is_legal(self, move: int) -> bool:
        if not self.is_well_formed(move) or self._is_drawn():
            return False
        origin = layout.origin(move)
        target = layout.target(move)
        return self.pieces.can_reach(origin, target) and self.pieces.is_safe_after(self.to_move, origin, target)

    def is_well_formed(self, move: int) -> bool:
        if move < 0 or move >= layout.MOVE_LIMIT or layout.target(move) >= layout.NOWHERE:
            return False
        origin = layout.origin(move)
        return layout.side(self.pieces.slots[origin]) == self.to_move and origin != layout.target(move)

    def make(self, move: int) -> None:
        if self.usage is not None:
            self._note_clauses(self.usage, layout.origin(move), layout.target(move))
        self.played.push(move)
        self.keys.push(self.hash())
        captured = self.pieces.make(layout.origin(move), layout.target(move))
        self.undos.push(layout.undo(captured, self.quiet))
        self.quiet = self.quiet + 1 if captured == layout.EMPTY else 0
        self.number += self.to_move
        self.to_move = 1 - self.to_move

    def _note_clauses(self, usage: Usage, origin: int, target: int) -> None:
        """Before a move: X1.2 to X1.8 how its piece goes, X1.1 that it captures, X2.3 that it answers a check.

        X2.2 only forbids, and X2.4 and X3 end games.
        """
        usage.begin_move()
        usage.fire(tables.CLAUSE[tables.KIND[self.pieces.slots[origin]]])
        if self.pieces.slots[target] != layout.EMPTY:
            usage.fire(101)
        if self.pieces.is_in_check(self.to_move):
            usage.fire(203)

    def unmake(self) -> None:
        move = self.played.pop()
        undo = self.undos.pop()
        self.keys.pop()
        self.pieces.unmake(layout.origin(move), layout.target(move), layout.captured(undo))
        self.quiet = layout.quiet(undo)
        self.to_move = 1 - self.to_move
        self.number -= self.to_move

    def hash(self) -> int:
        return self.pieces.hash ^ tables.SIDE_KEY if self.to_move else self.pieces.hash

    def copy_state(self) -> "XiangqiPosition":
        copied = XiangqiPosition(
            self.pieces.copy(), self.to_move, self.quiet, self.number, self.has_repetition, self.quiet_limit
        )
        copied.undos = self.undos.copy()
        copied.keys = self.keys.copy()
        return copied

    def prefetch(self) -> None:
        """Bring what the next move touches into the cache."""
        for line in range(0, 256, 64):
            cache.prefetch(self.pieces.slots, line)
        cache.prefetch(self.played.at, 8 * self.played.count)
        # Repetitions are looked for back to the last capture, eight keys a line.
        for back in range(0, min(self.quiet, self.keys.count) + 1, 8):
            cache.prefetch(self.keys.at, 8 * (self.keys.count - back))
        cache.prefetch(self.undos.at, 8 * self.undos.count)

    # Ends

    def _is_drawn(self) -> bool:
        """Whether the game has ended, whatever moves there are."""
        return self._is_past_limit() or self.pieces.crossing_pieces == 0 or self.cycle_length() > 0

    def _is_past_limit(self) -> bool:
        """X3.4: too many plies without a capture."""
        return self.quiet >= self.quiet_limit and self.quiet_limit > 0

    def cycle_length(self) -> int:
        """X3.1: on the third occurrence of a position, how many plies ago the first one was; else 0."""
        if not self.has_repetition:
            return 0
        seen = 1
        now = self.keys.count
        key = self.hash()
        for back in range(4, min(self.quiet, now) + 1, 2):
            if self.keys.at[now - back] == key:
                seen += 1
                if seen == 3:
                    return back
        return 0

    def times_seen(self) -> int:
        """How often the position was there before, since the last capture."""
        seen = 0
        now = self.keys.count
        key = self.hash()
        for back in range(4, min(self.quiet, now) + 1, 2):
            if self.keys.at[now - back] == key:
                seen += 1
        return seen

    def first_seen(self) -> int:
        """How many plies ago the position came for the first time since the last capture; 0 if it is new."""
        now = self.keys.count
        key = self.hash()
        for back in range(min(self.quiet, now) & ~1, 3, -2):
            if self.keys.at[now - back] == key:
                return back
        return 0

    def weigh_repetition(self) -> None:
        """Let `repetition` tell who gave check and chased with each move since the position came for the first time."""
        self.repetition.weigh(self.pieces, self.played, self.undos, self.first_seen())

    def payoff(self, seat: int) -> float:
        loser = self._loser()
        if loser < 0:
            return 0.0
        return -1.0 if seat == loser else 1.0

    def _loser(self) -> int:
        """Of a finished game; -1 in a draw. Having no legal move (X2.4) counts before all draws."""
        if self.pieces.count_moves(self.to_move) == 0:
            return self.to_move
        length = self.cycle_length()
        return self.loser_of_cycle(length) if length else -1

    def loser_of_cycle(self, length: int) -> int:
        """X3.1 to X3.3: the side that is to blame for the repetition of the last `length` plies, or -1."""
        return self.repetition.find_loser(self.pieces, self.played, self.undos, length)

    # For cold code

    def is_stuck(self) -> bool:
        """X2.4: the side to move has no legal move, the draws aside."""
        return self.pieces.count_moves(self.to_move) == 0

    def is_past_limit(self) -> bool:
        return self._is_past_limit()

    def is_in_check(self, side: int) -> bool:
        return self.pieces.is_attacked(bounds.within(side, 0, 1, "a side"))

    def cycle(self) -> tuple[int, Repetition]:
        """How many plies the cycle has that ended the game, 0 if there is none, and who is to blame for it."""
        length = self.cycle_length()
        if length:
            self.loser_of_cycle(length)
        return length, self.repetition

    def can_reach(self, origin: int, target: int) -> bool:
        """X1: whether the piece on a point can go to another, its general's safety aside."""
        return self.pieces.can_reach(self._occupied(origin), _point(target))

    def checkers_after(self, origin: int, target: int) -> list[int]:
        """X2.3: the enemy pieces that would attack the mover's general after a move."""
        return self._checkers_after(self._occupied(origin), _point(target))

    def _occupied(self, point: int) -> int:
        if self.pieces.piece_at(_point(point)) < 0:
            raise ValueError(f"there is no piece on point {point}")
        return point

    def _checkers_after(self, origin: int, target: int) -> list[int]:
        side = layout.side(self.pieces.slots[origin])
        captured = self.pieces.try_move(origin, target)
        found = self._checkers(side)
        self.pieces.take_back(origin, target, captured)
        return found

    def checkers(self, side: int) -> list[int]:
        """The points of the pieces that check a side's general; the other general too, along an open file."""
        return self._checkers(bounds.within(side, 0, 1, "a side"))

    def _checkers(self, side: int) -> list[int]:
        general = self.pieces.points[side * 16]
        found = []
        for slot in range(16 - side * 16, 32 - side * 16):
            point = self.pieces.points[slot]
            if point != layout.NOWHERE and self.pieces.can_reach(point, general):
                found.append(point)
        if self.pieces.faces_general(side):
            found.append(self.pieces.points[16 - side * 16])
        return found


def _point(number: int) -> int:
    return bounds.within(number, 0, board.POINTS - 1, "a point")

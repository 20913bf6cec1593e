"""T16.1: whether a move leaves a king in check or dead.

The definition is plain: make the move on a copy and look. To look at every copy would be slow, so the judge first
looks at the position as it would be if the turn were passed, and notes on which squares that answer rests. A move
that changes none of them does not change the answer. And a leg of one's own only ever blocks: units and walls come to
stand where there were none, and nothing goes without leaving a wall or a unit in its place. So where there was no check
it can bring one about on few squares only, the crux (see Sight).
"""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.turns import Turn

UNIT, PAWN, JESTER, KING, MIND = board.UNIT, board.PAWN, board.JESTER, board.KING, board.MIND
KNIGHT = board.KNIGHT
OWN, ENEMY, BOTH = 1, 2, 3
"""Bits for the king of the side to move and the other."""
READ, CRUX = 1, 2
LOUD = 1
CELL = board.CELL
DELTA = board.DELTA


class Judge:
    """`hot` has a bit for each king that is concerned when a leg of one's own comes to a cell, and from 256 on when
    anything happens there; `hot_wall` the same when a wall is laid there, and `asks` when majorities change.
    With a `prey` it only looks for a `taker`, the cell of a unit that can capture or push the one there, kings aside
    (T9.2).
    For searches it takes less than all: with `wish` only LOUD moves or only QUIET ones, or the one that is `wanted`.
    """

    def __init__(self, now: State) -> None:
        self.now = now
        self.here = Turn(now)
        self.trial = State()
        self.ahead = Turn(self.trial)
        self.found = IntStack()
        self.hot = [0] * 512
        self.hot_wall = [0] * 512
        self.guards = [0] * 256
        self.near_foe = [0] * 256
        self.asks = 0
        self.unsafe = 0
        self.is_checked = 0
        self.is_lazy = 1
        self.prey = 0
        self.taker = 0
        self.is_choosy = 0
        self.wish = 0
        self.wanted = 0

    # The position before the move

    def survey(self) -> None:
        """Get ready to judge the moves of a position."""
        self.prey = 0
        self.forget_guards()
        self.is_checked = self.here.sight.check(self.now.to_move) != 0
        self.trial.copy_from(self.now)
        self.ahead.pass_turn()
        for cell in range(512):
            self.hot[cell] = 0
        self.asks = 0
        self.unsafe = 0
        self._survey_king(self.now.to_move, OWN)
        self._survey_king(1 - self.now.to_move, ENEMY)
        for cell in range(17, 495):
            # A wall matters on its square and to lines that enter the squares beside it (T5.5, T5.6).
            self.hot_wall[cell] = (
                self.hot[cell] | self.hot[cell - 1] | self.hot[cell + 1] | self.hot[cell - 16] | self.hot[cell + 16]
            )

    def forget_guards(self) -> None:
        for cell in range(256):
            self.guards[cell] = 0
        self._find_foes()

    def _find_foes(self) -> None:
        """The squares where a jester that comes or goes matters to kings: beside an enemy, or beside its own king."""
        for cell in range(256):
            self.near_foe[cell] = 0
        for square in range(144):
            cell = CELL[square]
            unit = self.now.units[cell]
            if unit and (unit >> 3 & 1 != self.now.to_move or unit & 7 == KING):
                for way in range(8):
                    self.near_foe[cell + DELTA[way]] = 1

    def _survey_king(self, side: int, bit: int) -> None:
        self.ahead.sight.forget()
        self.ahead.sight.is_careful = 1
        crux = CRUX
        if self.ahead.sight.check(side):
            self.unsafe |= bit
            crux = READ
        self.ahead.sight.is_careful = 0
        if self.ahead.sight.asked:
            self.asks |= bit
        for cell in range(256):
            if self.ahead.sight.seen[cell] & crux:
                self.hot[cell] = self.hot[cell] | bit
            if self.ahead.sight.seen[cell]:
                self.hot[256 + cell] = self.hot[256 + cell] | bit

    def can_capture(self, origin: int, target: int) -> bool:
        """T3.5, T12.3, T12.5, T13.1, T10.4: whether a unit may capture another, with the guards of now."""
        unit = self.now.units[origin]
        victim = self.now.units[target]
        if unit >> 3 & 1 == victim >> 3 & 1 or unit & 7 == JESTER:
            return False
        return self.here.sight.may_engage(origin, target) and not self.is_guarded(target)

    def is_guarded(self, cell: int) -> bool:
        """T12.3 in the position before the move; asked once a unit."""
        if self.guards[cell] == 0:
            self.guards[cell] = 2 if self.here.sight.is_guarded(cell) else 1
        return self.guards[cell] == 2

    # The move

    def offer(self, move: int, concerns: int, struck: int) -> None:
        """Add a move if it is legal. `concerns` has the bits of kings whose safety it may change; `struck` is the cell
        of a unit that it captures or pushes, or else any cell if it is loud."""
        if self.prey:
            if struck == self.prey and self.taker == 0:
                self.taker = move >> 8 & 255
            return
        if self.is_choosy and not self._is_wished(move, struck):
            return
        kings = BOTH if move & MIND else OWN
        if concerns & kings == 0 and self.is_lazy:
            if self.unsafe & kings:
                return
        elif not self.is_legal(move):
            return
        self.found.push(move)

    def choose(self, wish: int, wanted: int) -> None:
        """Take only the moves of a wish, or only one; 0 and 0 take all again."""
        self.wish = wish
        self.wanted = wanted
        self.is_choosy = 1 if wish or wanted else 0

    def _is_wished(self, move: int, struck: int) -> bool:
        if self.wanted:
            return move == self.wanted
        return (struck != 0) == (self.wish == LOUD)

    def is_legal(self, move: int) -> bool:
        """T16.1, T14.4, T14.8: by the definition, on a copy."""
        side = self.now.to_move
        self.trial.copy_from(self.now)
        self.ahead.carry_out(move)
        if self.ahead.is_foul or (self.ahead.is_kings_check and self.is_checked):
            return False
        if self.trial.kings[side] == 0 or self.ahead.sight.check(side):
            return False
        if move & MIND:
            return self.trial.kings[1 - side] != 0 and self.ahead.sight.check(1 - side) == 0
        return True

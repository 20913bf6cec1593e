"""What searches ask of Chinese Checkers beyond the rules."""

from ludoteca.core import constants
from ludoteca.core.position import Position
from ludoteca.core.tactics import Tactics
from ludoteca.games.chinese_checkers import board
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

PASS = board.PASS
GOES_ON = 0
GOAL = board.GOAL
DISTANCE = board.DISTANCE
HOLE_NEARER = 24
"""The order score of a move for each hole that it leads nearer to the tip of the home."""
FEW = 4
"""So few holes away from home, all pieces together, a player may have to wait for others."""


class ChineseCheckersTactics(Tactics):
    position: ChineseCheckersPosition

    def attach(self, position: Position) -> None:
        assert isinstance(position, ChineseCheckersPosition)
        self.attached = position
        self.position = position

    def has_ended(self) -> bool:
        return self.position.ended != GOES_ON

    def order_score(self, move: int) -> int:
        """Forward first, and far before near."""
        if move == PASS:
            return 0
        goal = 128 * GOAL[self.position.pieces.seating + self.position.to_move]
        return HOLE_NEARER * (DISTANCE[goal + (move >> 7)] - DISTANCE[goal + (move & 127)])

    def allows_null(self) -> bool:
        """A turn is hardly ever unwelcome, but for a player who is home with all pieces but one."""
        return self.position.ended == GOES_ON and self.position.pieces.to_go(self.position.to_move) > FEW

    def make_null(self) -> None:
        self.position.to_move += 1
        if self.position.to_move == self.position.seats:
            self.position.to_move = 0
            self.position.round += 1

    def unmake_null(self) -> None:
        if self.position.to_move == 0:
            self.position.to_move = self.position.seats
            self.position.round -= 1
        self.position.to_move -= 1

    def repetition_result(self, plies: int) -> int:
        """C4.2: what comes back once could come back again."""
        if self.position.ended == GOES_ON and self.position.repetition.is_back(plies):
            return constants.REPETITION_DRAWS
        return constants.NO_REPETITION

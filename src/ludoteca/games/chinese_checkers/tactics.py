"""What searches ask of Chinese Checkers beyond the rules."""

from ludoteca.core import constants
from ludoteca.core.position import Position
from ludoteca.core.tactics import Tactics
from ludoteca.games.chinese_checkers import layout, tables
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

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
        return self.position.ended != layout.NOT_OVER

    def order_score(self, move: int) -> int:
        """Forward first, and far before near."""
        if move == layout.PASS:
            return 0
        goal = layout.SLOTS * tables.GOAL[self.position.pieces.seating + self.position.to_move]
        return HOLE_NEARER * (tables.DISTANCE[goal + layout.origin(move)] - tables.DISTANCE[goal + layout.target(move)])

    def allows_null(self) -> bool:
        """A turn is hardly ever unwelcome, but for a player who is home with all pieces but one."""
        return self.position.ended == layout.NOT_OVER and self.position.pieces.to_go(self.position.to_move) > FEW

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
        if self.position.ended == layout.NOT_OVER and self.position.repetition.is_back(plies):
            return constants.REPETITION_DRAWS
        return constants.NO_REPETITION

"""A first opinion of Exile positions: flags held, how near one's pieces are to the others, pieces on the board."""

from ludoteca.core.evaluator import Evaluator
from ludoteca.games.exile import board
from ludoteca.games.exile.position import ExilePosition

SIZE = [board.SIZES[0], board.SIZES[1]]
HELD = 300
PIECE = 100
READY, WAITING = 60, 40
NEAR_FLAG = 6
"""What each tile nearer to a flag that one does not hold is worth."""
FAR_OFF = 8


class ExileEvaluator(Evaluator):
    """A seat's assets, less the mean of the others'."""

    def watch(self, position: ExilePosition) -> None:
        self.pieces = position.pieces
        self.flags = position.flags

    def opinion(self, seat: int) -> int:
        return self._opinion(seat)

    def _opinion(self, seat: int) -> int:
        others = 0
        for other in range(self.pieces.seats):
            if other != seat:
                others += self._assets(other)
        return self._assets(seat) - others // (self.pieces.seats - 1)

    def _assets(self, seat: int) -> int:
        total = PIECE * self.pieces.counts[seat]
        total += READY * self.pieces.ready[seat] + WAITING * self.pieces.waiting[seat]
        for flag in range(self.flags.count):
            if self.flags.holders[flag] == seat:
                total += HELD
            else:
                total += NEAR_FLAG * (FAR_OFF - self._distance_to(seat, self.flags.tiles[flag]))
        return total

    def _distance_to(self, seat: int, tile: int) -> int:
        """From the nearest piece of a seat, in slides, up to FAR_OFF."""
        nearest = FAR_OFF
        for place in range(seat * 4, seat * 4 + self.pieces.counts[seat]):
            nearest = min(nearest, self._distance(self.pieces.tiles[place], tile))
        return nearest

    def _distance(self, tile: int, other: int) -> int:
        size = SIZE[self.pieces.board]
        across = abs(tile % size - other % size)
        up = abs(tile // size - other // size)
        if self.pieces.board == 1:
            across = min(across, size - across)
            up = min(up, size - up)
        return max(across, up)

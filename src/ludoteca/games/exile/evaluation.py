"""The evaluation of Exile: the race for the flags that are missing, what is held and how safe, who is in exile.

All seats are scored at once, and the scores kept until the position changes, for a search of many seats asks for each.
"""

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.games.exile import layout, tables
from ludoteca.games.exile.position import ExilePosition

PIECE, READY, WAITING, HELD, STEP, GUARDED, EXPOSED, EXPOSED_FLAG, CHASED, LAST_FLAG = range(10)
WEIGHTS = {
    PIECE: 100,
    READY: 140,
    WAITING: 130,
    HELD: 250,
    STEP: 12,
    GUARDED: 2,
    EXPOSED: 15,
    EXPOSED_FLAG: 60,
    CHASED: 6,
    LAST_FLAG: 100,
}
"""HELD: a flag; STEP: a slide nearer to one that is wanted; GUARDED: slides more when an enemy holds it.

EXPOSED: a piece that can be jumped, EXPOSED_FLAG: a flag that it holds; CHASED: an enemy a slide nearer to a carrier;
LAST_FLAG: only one flag is missing and within reach.
A piece in exile is worth more than one on the board: it comes back where it is needed (E5.4).
"""
FOREIGN_FLAG, OWN_FLAG = 1, 2
FAR_OFF = 9
CHASE = 4


class ExileEvaluator(Evaluator):
    """A seat's score, less the mean of the others'."""

    def __init__(self) -> None:
        self.weights = [0] * 16
        self.scores = [0] * 4
        self.carriers = [0] * 16
        self.key = 0
        self.is_fresh = False
        for place, weight in WEIGHTS.items():
            self.weights[place] = weight

    def attach(self, position: Position) -> None:
        assert isinstance(position, ExilePosition)
        self.position = position
        self.pieces = position.pieces
        self.flags = position.flags
        self.is_fresh = False

    def evaluate(self, seat: int) -> int:
        key = self.position.hash()
        if not self.is_fresh or key != self.key:
            self.key = key
            self.is_fresh = True
            self._score_seats()
        others = 0
        for other in range(self.pieces.seats):
            if other != seat:
                others += self.scores[other]
        # Whole numbers above 0 are divided alike in Python and in C.
        mean = (others + 600000) // (self.pieces.seats - 1) - 600000 // (self.pieces.seats - 1)
        return self.scores[seat] - mean

    def _score_seats(self) -> None:
        self._note_carriers()
        for seat in range(self.pieces.seats):
            score = self.weights[PIECE] * self.pieces.counts[seat]
            score += self.weights[READY] * self.pieces.ready[seat] + self.weights[WAITING] * self.pieces.waiting[seat]
            self.scores[seat] = score + self._race(seat) - self._danger(seat)

    def _note_carriers(self) -> None:
        """For each piece, which flags it holds: FOREIGN_FLAG, OWN_FLAG or both."""
        for place in range(16):
            self.carriers[place] = 0
        for flag in range(self.flags.count):
            seat = self.flags.holders[flag]
            if seat != layout.NOBODY:
                for place in range(seat * 4, seat * 4 + self.pieces.counts[seat]):
                    if self.pieces.tiles[place] == self.flags.tiles[flag]:
                        self.carriers[place] |= OWN_FLAG if flag == seat else FOREIGN_FLAG

    def _race(self, seat: int) -> int:
        """E7.1: flags that are held, and the way to the nearest of those that are missing for a win."""
        steps = [0] * 4
        count = 0
        held = 0
        for flag in range(self.flags.count):
            if self.flags.holders[flag] == seat:
                held += 1
            else:
                way = self._way_to(seat, flag)
                # Shortest first
                place = count
                while place > 0 and steps[place - 1] > way:
                    steps[place] = steps[place - 1]
                    place -= 1
                steps[place] = way
                count += 1
        score = self.weights[HELD] * held
        missing = self.position.flags_to_win - held
        for index in range(min(missing, count)):
            score += self.weights[STEP] * (FAR_OFF - steps[index])
        if missing == 1 and count > 0 and steps[0] <= 2:
            score += self.weights[LAST_FLAG] if steps[0] == 1 else self.weights[LAST_FLAG] // 2
        return score

    def _way_to(self, seat: int, flag: int) -> int:
        """How many slides a piece of a seat is from a flag that it could take; E4.2: not one that has a foreign one."""
        row = (self.pieces.board * layout.MAX_TILES + self.flags.tiles[flag]) * layout.MAX_TILES
        nearest = FAR_OFF
        for place in range(seat * 4, seat * 4 + self.pieces.counts[seat]):
            if flag == seat or self.carriers[place] & FOREIGN_FLAG == 0:
                nearest = min(nearest, tables.DISTANCES[row + self.pieces.tiles[place]])
        if self.flags.holders[flag] != layout.NOBODY:
            nearest += self.weights[GUARDED]
        return min(nearest, FAR_OFF)

    def _danger(self, seat: int) -> int:
        """E3.5: pieces that can be jumped now; less if the seat moves first. And enemies near its flags."""
        danger = 0
        for place in range(seat * 4, seat * 4 + self.pieces.counts[seat]):
            tile = self.pieces.tiles[place]
            carrier = self.carriers[place]
            if self._can_be_jumped(seat, tile):
                danger += self.weights[EXPOSED]
                if carrier:
                    danger += self.weights[EXPOSED_FLAG] * (2 if carrier == OWN_FLAG | FOREIGN_FLAG else 1)
            if carrier:
                near = self._nearest_enemy(seat, tile)
                if near < CHASE:
                    danger += self.weights[CHASED] * (CHASE - near)
        return danger // 3 if self.position.to_move == seat else danger

    def _can_be_jumped(self, seat: int, tile: int) -> bool:
        """Whether an enemy is beside a tile and the tile opposite is empty."""
        ways = self.pieces.ways + tile * 8
        for way in range(4):
            near = self.pieces.cells[tables.NEAR[ways + way]]
            opposite = self.pieces.cells[tables.NEAR[ways + 7 - way]]
            if near == layout.EMPTY and opposite < layout.EMPTY and opposite != seat:
                return True
            if opposite == layout.EMPTY and near < layout.EMPTY and near != seat:
                return True
        return False

    def _nearest_enemy(self, seat: int, tile: int) -> int:
        row = (self.pieces.board * layout.MAX_TILES + tile) * layout.MAX_TILES
        nearest = FAR_OFF
        for other in range(self.pieces.seats):
            if other != seat:
                for place in range(other * 4, other * 4 + self.pieces.counts[other]):
                    nearest = min(nearest, tables.DISTANCES[row + self.pieces.tiles[place]])
        return nearest

"""T6 and T15: what captures and last ranks do to a unit."""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.state import State

UNIT, PAWN, KING = board.UNIT, board.PAWN, board.KING
STATES, JUST_PUSHED = board.STATES, board.JUST_PUSHED
MOST_PAWN_RANGE, LEAST_RANGE = board.MOST_PAWN_RANGE, board.LEAST_RANGE
PROMOTED, RANGE_IS = board.PROMOTED, board.RANGE_IS
FIRST_RANGE = list(board.FIRST_RANGE)
RANGED = [1 if kind in board.RANGED else 0 for kind in range(8)]
QUADRANT = board.QUADRANT
LAST_RANK = board.LAST_RANK


class Gains:
    def __init__(self, state: State) -> None:
        self.state = state

    def gain(self, cell: int, victim: int, captured: int) -> None:
        """T6.1, T6.2, T6.4, T15.1: what a capture does to the capturer."""
        unit = self.state.units[cell]
        kind = unit & 7
        if kind == PAWN:
            if victim & 7 == PAWN:
                if unit >> 5 & 127 < MOST_PAWN_RANGE:
                    self._set_range(cell, (unit >> 5 & 127) + 1)
            elif victim & 7 != KING:
                self.become(cell, victim & 7)
        elif RANGED[kind]:
            has_majority = self.state.majorities(unit >> 3 & 1) >> QUADRANT[captured] & 1
            length = (unit >> 5 & 127) - (1 if has_majority else 2)
            self._set_range(cell, length if length > LEAST_RANGE else LEAST_RANGE)

    def _set_range(self, cell: int, length: int) -> None:
        unit = self.state.units[cell]
        if unit >> 5 & 127 != length:
            self.state.units[cell] = unit & ~(127 << 5) | length << 5
            self.state.tell(RANGE_IS, unit, cell, length)

    def become(self, cell: int, kind: int) -> None:
        """T15: a pawn turns into a new unit of a kind; its states stay."""
        pawn = self.state.take(cell)
        unit = UNIT | kind | pawn & 8 | FIRST_RANGE[kind] << 5 | pawn & (STATES | JUST_PUSHED)
        self.state.put(cell, unit)
        self.state.tell(PROMOTED, unit, cell, cell)

    def is_promoting(self, cell: int) -> bool:
        """T15.2: whether a pawn of the side whose turn it is stands on its last rank."""
        unit = self.state.units[cell]
        if unit & (UNIT | 7) != UNIT | PAWN or unit >> 3 & 1 != self.state.to_move:
            return False
        return LAST_RANK[cell] >> self.state.to_move & 1 == 1

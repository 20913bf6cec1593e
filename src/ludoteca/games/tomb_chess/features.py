"""Tomb Chess for a learned evaluation: units, their ranges and states, walls, graves, quadrants, pawns left.

A network tells how far a position is from what the evaluation written by hand says: games are too slow to learn all of
it anew.

North sees the board with its ranks reversed, for the kings begin on the same file. A square has three slots: the unit
on it, its condition, and the terrain.
"""

from typing import Any

from ludoteca.core.features import Features
from ludoteca.core.position import Position
from ludoteca.games.tomb_chess import board, layout, tables
from ludoteca.games.tomb_chess.evaluation import TombChessEvaluator
from ludoteca.games.tomb_chess.position import TombChessPosition
from ludoteca.games.tomb_chess.state.state import State

RANGES = 13
LONGEST_RANGE = RANGES - 1
"""A longer range, which only a pawn may have, counts as this."""
MOST_DEAD = 12
LEAD = 4
LEADS = 2 * LEAD + 1
"""A lead in a quadrant is told up to this, for either side."""
MOST_PAWNS = 12
STATE_NAMES = ("ready", "resting", "paralysed", "pushed")
RESTING, PARALYSED, PUSHED = 1, 2, 3
NEAR_JESTER = 4
"""Added to the state of a unit beside an enemy jester."""
STATES = 8
TERRAIN_NAMES = ("wall of one turn", "wall of two turns", "closed tomb", "open tomb", "grave under a unit")
WALLS, TOMBS, COVERED = 0, 2, 4
UNITS_OF_A_SIDE = 24

CODES = tuple(f"{whose} {name}" for whose in ("own", "enemy") for name in board.KIND_NAMES)
PLACES = board.GEOMETRY.names
NAMES = (
    tuple(f"{code} {place}" for code in CODES for place in PLACES),
    tuple(
        f"{code}, range {length}, {state}{jester}"
        for code in CODES
        for length in range(RANGES)
        for jester in ("", ", beside an enemy jester")
        for state in STATE_NAMES
    ),
    tuple(f"{terrain} {place}" for terrain in TERRAIN_NAMES for place in PLACES),
    tuple(f"dead {code} {number}" for code in CODES for number in range(1, MOST_DEAD + 1)),
    tuple(f"quadrant {quadrant}, lead {lead - LEAD}" for quadrant in range(4) for lead in range(LEADS)),
    tuple(f"{whose} pawns {number}" for whose in ("own", "enemy") for number in range(MOST_PAWNS + 1)),
    tuple(f"last pusher {place}" for place in PLACES),
    ("own turn", "enemy turn"),
)
MOST = (2 * UNITS_OF_A_SIDE, 2 * UNITS_OF_A_SIDE, board.SQUARES, len(CODES), 4, 2, 1, 1)
BEGINS = [sum(map(len, NAMES[:number])) for number in range(len(NAMES) + 1)]
_, CONDITIONS, TERRAIN, DEAD, QUADRANTS, PAWNS, PUSHER, TURN, _ = BEGINS
SLOTS = 3 * board.SQUARES + sum(MOST[3:])
GROUPS = tuple(zip(MOST, BEGINS, BEGINS[1:], strict=False))
ALL_NAMES = sum(NAMES, ())
BUCKETS = 4
DESCRIPTION = "buckets by units left but the kings, twelve each; added to the evaluation written by hand"


class TombChessFeatures(Features):
    state: State

    def __init__(self) -> None:
        super().__init__(ALL_NAMES, SLOTS, 2, BUCKETS, "", DESCRIPTION, GROUPS)
        self.evaluator = TombChessEvaluator()

    def attach(self, position: Position) -> None:
        self.refuse_others(position, isinstance(position, TombChessPosition))
        assert isinstance(position, TombChessPosition)
        self.state = position.state
        self.evaluator.attach(position)

    def features(self, seat: int, out: Any) -> None:
        dead = [0] * 16
        for code in range(16):
            dead[code] = 0
        for square in range(144):
            cell = tables.CELL[square]
            place = _seen_by(seat, square)
            out[square] = self.count
            out[144 + square] = self.count
            out[288 + square] = self.count
            if self.state.units[cell]:
                # The kind of an own unit; 8 more for an enemy.
                code = layout.code_of(self.state.units[cell]) ^ seat << 3
                out[square] = code * 144 + place
                out[144 + square] = CONDITIONS + code * RANGES * STATES + self._condition(cell, self.state.units[cell])
            if self.state.walls[cell] or self.state.graves[cell]:
                out[288 + square] = TERRAIN + self._terrain(cell) * 144 + place
                node = self.state.graves[cell]
                while node:
                    dead[self.state.node_code[node] ^ seat << 3] += 1
                    node = self.state.next_node[node]
        for code in range(16):
            out[432 + code] = self.count
            if dead[code]:
                out[432 + code] = DEAD + code * MOST_DEAD + min(dead[code], MOST_DEAD) - 1
        for quadrant in range(4):
            seen = quadrant ^ seat << 1
            lead = self.state.pieces[seat * 4 + quadrant] - self.state.pieces[4 - seat * 4 + quadrant]
            out[448 + quadrant] = QUADRANTS + seen * LEADS + max(-LEAD, min(LEAD, lead)) + LEAD
        out[452] = PAWNS + min(self.state.pawns[seat], MOST_PAWNS)
        out[453] = PAWNS + MOST_PAWNS + 1 + min(self.state.pawns[1 - seat], MOST_PAWNS)
        out[454] = self.count
        if self.state.pusher:
            out[454] = PUSHER + _seen_by(seat, tables.SQUARE[self.state.pusher])
        out[455] = TURN if self.state.to_move == seat else TURN + 1

    def _condition(self, cell: int, unit: int) -> int:
        """The range of a unit and its state, as one number."""
        state = 0
        if layout.paralysis(unit):
            state = PARALYSED
        elif layout.is_resting(unit):
            state = RESTING
        elif layout.is_pushed(unit):
            state = PUSHED
        if self.state.jesters_beside[(256 if layout.side(unit) == 0 else 0) + cell]:
            state += NEAR_JESTER
        return min(layout.range_of(unit), LONGEST_RANGE) * STATES + state

    def _terrain(self, cell: int) -> int:
        """What is on a square besides units: a wall hides a grave."""
        if self.state.walls[cell]:
            return WALLS + self.state.walls[cell] - 1
        if self.state.units[cell]:
            return COVERED
        return TOMBS + 1 if self.state.opened[cell] else TOMBS

    def bucket(self) -> int:
        count = self.state.pawns[0] + self.state.pawns[1]
        for entry in range(8):
            count += self.state.pieces[entry]
        return min(count // 12, 3)

    def by_hand(self, seat: int) -> int:
        return self.evaluator.evaluate(seat)


def _seen_by(side: int, square: int) -> int:
    """A square as a side counts it from its own first rank."""
    return 132 - square + 2 * (square % 12) if side else square

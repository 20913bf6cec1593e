"""What enemy pieces cost that have not left a seat's home yet: without them out of it there is no win (C4.1).

Whoever is nearly home but for such pieces must not lock them in, and should build them ways out.
"""

from ludoteca.core import bounds
from ludoteca.games.chinese_checkers import board, layout, tables
from ludoteca.games.chinese_checkers.pieces import Pieces
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

LOCKED = 400
"""What an enemy piece in the home costs that cannot get out."""
SHUT = 120
"""One that could get out but has no move outwards, for a player who is nearly there; the less the more it has."""
NEAR = 5
"""So near to the tip of its home a piece is as good as there, for it may have to wait."""
NEARLY = 16
"""From how many holes on, all pieces that are not so near together, a player is nearly home."""
SIDE = board.SIDE
OUT = 3
"""How many holes to leave a point for good is worth."""


class Blockers:
    def attach(self, position: ChineseCheckersPosition) -> None:
        """Look at this position from now on."""
        self.position = position
        self.pieces: Pieces = position.pieces

    def cost(self, seat: int) -> int:
        """What they cost a seat, in hundredths of a good turn."""
        opposite = tables.OPPOSITE[self.pieces.seating + seat]
        if opposite < 0 or self.position.anti_blocking or not self._are_there(seat, opposite):
            return 0
        goal = layout.SLOTS * tables.GOAL[self.pieces.seating + seat]
        away = 0
        gate = 0
        for lattice in range(4):
            own = self.pieces.own[4 * seat + lattice]
            while own:
                slot = goal + tables.SLOT[layout.slot_index(lattice, own)]
                away += max(0, tables.DISTANCE[slot] - NEAR)
                gate |= tables.GATE_BITS[slot]
                own &= own - 1
        return self._cost(seat, opposite, goal, gate, away) if gate else 0

    def _are_there(self, seat: int, opposite: int) -> bool:
        """Whether the opposite seat has any piece in this one's home."""
        for lattice in range(4):
            if self.pieces.own[4 * opposite + lattice] & tables.HOME[4 * (self.pieces.seating + seat) + lattice]:
                return True
        return False

    def _cost(self, seat: int, opposite: int, goal: int, gate: int, away: int) -> int:
        locked = 0
        shut = 0
        escapes = _escapes(gate)
        for lattice in range(4):
            theirs = self.pieces.own[4 * opposite + lattice] & tables.HOME[4 * (self.pieces.seating + seat) + lattice]
            if theirs:
                self.pieces.survey(opposite, lattice)
            while theirs:
                slot = tables.SLOT[layout.slot_index(lattice, theirs)]
                if tables.GATE_BITS[goal + slot] & escapes == 0:
                    locked += 1
                elif away < NEARLY:
                    shut += 4 * SHUT // (4 + self._outlets(opposite, goal, lattice, slot))
                theirs &= theirs - 1
        cost = LOCKED * locked
        if away < NEARLY:
            cost += shut * (NEARLY - away) // NEARLY
        return cost

    def _outlets(self, seat: int, goal: int, lattice: int, slot: int) -> int:
        """How far the moves of a piece lead away from the tip of the point where it stands, and more if out of it."""
        here = tables.DISTANCE[goal + slot]
        outlets = 0
        ways = self.pieces.step_ways(seat, slot)
        for way in range(6):
            if layout.has_way(ways, way):
                there = tables.DISTANCE[goal + tables.NEIGHBOURS[6 * slot + way]]
                outlets += max(0, there - here) + (OUT if there > SIDE else 0)
        chain = self.pieces.chain(lattice, layout.bit(tables.BIT[slot]))
        while chain:
            there = tables.DISTANCE[goal + tables.SLOT[layout.slot_index(lattice, chain)]]
            outlets += max(0, min(there, SIDE + 1) - here) + (OUT if there > SIDE else 0)
            chain &= chain - 1
        return outlets


# Ways out of a point: from which of its holes a piece can still leave when others stand in some of them

GATE_ROWS = 5
GATE_HOLES = 15
"""The holes of a point and its base are bits, from the tip on, row by row: 0, then 1 and 2, then 3 to 5 and so on."""
UNKNOWN = -1
ESCAPES = [UNKNOWN] * 32768
"""For each set of holes that are closed the set of those from which there is a way out, once it has been asked for."""


def _gate_bit(row: int, place: int) -> int:
    """The bit of a hole, or -1 outside of the point."""
    return row * (row + 1) // 2 + place if 0 <= row < GATE_ROWS and 0 <= place <= row else -1


BY_STEP = [
    _gate_bit(row + down, place + along)
    for row in range(GATE_ROWS)
    for place in range(row + 1)
    for down, along in ((0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1))
]
"""Six neighbours a hole, -1 where there is none."""
BY_HOP = [
    _gate_bit(row + 2 * down, place + 2 * along)
    for row in range(GATE_ROWS)
    for place in range(row + 1)
    for down, along in ((0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1))
]
FIRST_OPEN = 6
"""From this hole on a piece can leave at once: out of the base by a step, out of the row before it by a hop if not."""


def escapes_from(closed: int) -> int:
    """The holes from which a piece could walk or hop out of a point, all others but the closed holes being empty.

    Closed holes hold pieces that do not move, so they can be hopped over; pieces that do move are in nobody's way.
    """
    return _escapes(bounds.within(closed, 0, (1 << GATE_HOLES) - 1, "a set of closed holes"))


def _escapes(closed: int) -> int:
    if ESCAPES[closed] == UNKNOWN:
        ESCAPES[closed] = _flood(closed)
    return ESCAPES[closed]


def _flood(closed: int) -> int:
    """From the holes near the middle back to those from which what is reached can be reached."""
    reached = 0
    for hole in range(FIRST_OPEN, GATE_HOLES):
        reached |= layout.bit(hole) & ~closed
    before = 0
    while reached != before:
        before = reached
        for hole in range(GATE_HOLES):
            if not layout.has_bit(closed, hole) and _leads(hole, closed, reached):
                reached |= layout.bit(hole)
    return reached


def _leads(hole: int, closed: int, reached: int) -> bool:
    """Whether a step, or a hop over a closed hole, leads from a hole to one that is reached."""
    for way in range(6 * hole, 6 * hole + 6):
        step = BY_STEP[way]
        hop = BY_HOP[way]
        if step >= 0 and layout.has_bit(reached, step):
            return True
        if hop >= 0 and layout.has_bit(reached, hop) and layout.has_bit(closed, step):
            return True
    return False

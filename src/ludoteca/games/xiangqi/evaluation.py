"""The evaluation of Xiangqi: a sum of weights, one for each feature, between middle game and end game.

Features: each piece where it stands, how far carts, horses and cannons can move and what they could capture, what
storms a palace, what is left of a general's guards and elephants against the enemy's attackers, and who aims at a
general. `weights.py` has the weights; `tools/tune_xiangqi.py` finds them from games.
"""

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import Position
from ludoteca.games.xiangqi import layout, tables, weights
from ludoteca.games.xiangqi.position import XiangqiPosition

PHASE = [0, 0, 0, 1, 2, 1, 0]
FULL_PHASE = 16
"""All carts, horses and cannons are there."""

MIDDLE = weights.MIDDLE
END = weights.END

PLACES = 50
CART_MOBILITY = 7 * PLACES
HORSE_MOBILITY = CART_MOBILITY + 18
CANNON_MOBILITY = HORSE_MOBILITY + 9
GUARDS = CANNON_MOBILITY + 18
ELEPHANTS = GUARDS + 27
AIMED = ELEPHANTS + 27
TEMPO = AIMED + 12
STORMED = TEMPO + 1
STORMERS = STORMED + 13
THREATS = STORMERS + 7
FEATURES = THREATS + 21
"""Where the weights of each chapter begin: by kind and place, by mobility, by what is left of the defence."""

PLACE = [0] * 180


def _fill_places() -> None:
    """Files are alike left and right; each side sees the board from its own end."""
    for point in range(90):
        file = point % 9 if point % 9 < 5 else 8 - point % 9
        PLACE[point] = point // 9 * 5 + file
        PLACE[90 + point] = (9 - point // 9) * 5 + file


_fill_places()


class XiangqiEvaluator(Evaluator):
    def __init__(self) -> None:
        self.middle = 0
        self.end = 0
        self.reached = 0
        self.stormed = 0
        self.aimed_at = 0
        self.is_tracing = False
        self.counts = [0] * 503

    def attach(self, position: Position) -> None:
        assert isinstance(position, XiangqiPosition)
        self.position = position
        self.pieces = position.pieces

    def evaluate(self, seat: int) -> int:
        return self._evaluate(seat)

    def _evaluate(self, seat: int) -> int:
        self.middle = 0
        self.end = 0
        phase = 0
        for side in range(2):
            sign = 1 if side == seat else -1
            for slot in range(16):
                point = self.pieces.points[side * 16 + slot]
                if point != layout.NOWHERE:
                    phase += PHASE[tables.KIND[slot]]
                    self._add(tables.KIND[slot] * PLACES + PLACE[side * 90 + point], sign)
            self._add_mobility(side, sign)
            self._add_defence(side, sign)
        self._add(TEMPO, 1 if seat == self.position.to_move else -1)
        blend = self.middle * phase + self.end * (FULL_PHASE - phase)
        return blend // FULL_PHASE if blend >= 0 else -(-blend // FULL_PHASE)

    def _add_mobility(self, side: int, sign: int) -> None:
        """How far carts, horses and cannons reach, how many points of the palace, and what they could capture."""
        stormed = 0
        stormers = 0
        for slot in range(side * 16 + layout.FIRST_HORSE, side * 16 + layout.FIRST_PAWN):
            if self.pieces.points[slot] == layout.NOWHERE:
                continue
            self._look_around(slot)
            threats = THREATS
            if tables.KIND[slot] == layout.HORSE:
                self._add(HORSE_MOBILITY + self.reached, sign)
            elif tables.KIND[slot] == layout.CART:
                self._add(CART_MOBILITY + self.reached, sign)
                threats += 7
            else:
                self._add(CANNON_MOBILITY + self.reached, sign)
                threats += 14
            if self.stormed:
                stormed += self.stormed
                stormers += 1
            aimed_at = self.aimed_at
            while aimed_at:
                if aimed_at & 1:
                    self._add(threats, sign)
                aimed_at >>= 1
                threats += 1
        self._add(STORMED + min(stormed, 12), sign)
        self._add(STORMERS + stormers, sign)

    def _look_around(self, slot: int) -> None:
        """Note what a cart, a horse or a cannon reaches, its general's safety aside.

        `reached` counts the points, `stormed` those in the enemy's palace, and `aimed_at` has a bit for each kind of
        piece that it could capture.
        """
        side = layout.side(slot)
        origin = self.pieces.points[slot]
        palace = 7 if side else 896
        self.aimed_at = 0
        if tables.KIND[slot] == layout.CART or tables.KIND[slot] == layout.CANNON:
            along_file = self.pieces.file_targets(side, slot, origin)
            along_rank = self.pieces.rank_targets(side, slot, origin)
            self.reached = tables.COUNT[along_file] + tables.COUNT[along_rank]
            self.stormed = 0
            if 3 <= tables.FILE[origin] <= 5:
                self.stormed = tables.COUNT[along_file & palace]
            if palace >> tables.RANK[origin] & 1:
                self.stormed += tables.COUNT[along_rank & 56]
            along_file &= self.pieces.files[9 - side * 9 + tables.FILE[origin]]
            along_rank &= self.pieces.ranks[10 - side * 10 + tables.RANK[origin]]
            while along_file:
                self.aimed_at |= (
                    1 << tables.KIND[self.pieces.slots[tables.LOWEST[along_file] * 9 + tables.FILE[origin]]]
                )
                along_file &= along_file - 1
            while along_rank:
                self.aimed_at |= (
                    1 << tables.KIND[self.pieces.slots[tables.RANK[origin] * 9 + tables.LOWEST[along_rank]]]
                )
                along_rank &= along_rank - 1
            return
        begin = tables.PIECE[slot] * 90 + origin
        self.reached = 0
        self.stormed = 0
        for index in range(tables.STEP_BEGINS[begin], tables.STEP_BEGINS[begin + 1]):
            target = layout.step_target(tables.STEPS[index])
            if (
                layout.side(self.pieces.slots[target]) != side
                and self.pieces.slots[layout.step_between(tables.STEPS[index])] == layout.EMPTY
            ):
                self.reached += 1
                if palace >> tables.RANK[target] & 1 and 3 <= tables.FILE[target] <= 5:
                    self.stormed += 1
                if self.pieces.slots[target] != layout.EMPTY:
                    self.aimed_at |= 1 << tables.KIND[self.pieces.slots[target]]

    def _add_defence(self, side: int, sign: int) -> None:
        """Guards and elephants that are left, against the carts, horses and cannons that the enemy has left."""
        enemy = 16 - side * 16
        guards = self._alive(side * 16 + 1)
        elephants = self._alive(side * 16 + 3)
        for pair in range(3):
            attackers = self._alive(enemy + layout.FIRST_HORSE + 2 * pair)
            self._add(GUARDS + pair * 9 + guards * 3 + attackers, sign)
            self._add(ELEPHANTS + pair * 9 + elephants * 3 + attackers, sign)
        general = self.pieces.points[side * 16]
        for slot in range(enemy + layout.FIRST_CANNON, enemy + layout.FIRST_PAWN):
            screens = self.pieces.screens(general, self.pieces.points[slot])
            if screens < 4:
                self._add(AIMED + screens, sign)
        for slot in range(enemy + layout.FIRST_CART, enemy + layout.FIRST_CANNON):
            screens = self.pieces.screens(general, self.pieces.points[slot])
            if screens < 4:
                self._add(AIMED + 4 + screens, sign)
        screens = self.pieces.screens(general, self.pieces.points[enemy])
        if screens < 4:
            self._add(AIMED + 8 + screens, sign)

    def _alive(self, first: int) -> int:
        """How many of two slots are on the board."""
        return (self.pieces.points[first] != layout.NOWHERE) + (self.pieces.points[first + 1] != layout.NOWHERE)

    def _add(self, feature: int, sign: int) -> None:
        self.middle += MIDDLE[feature] * sign
        self.end += END[feature] * sign
        if self.is_tracing:
            self.counts[feature] += sign

    def trace(self, position: XiangqiPosition) -> tuple[list[int], int]:
        """The features of Red, less those of Black; and the phase from 0, the end, to FULL_PHASE."""
        self.attach(position)
        for feature in range(FEATURES):
            self.counts[feature] = 0
        self.is_tracing = True
        self.evaluate(0)
        self.is_tracing = False
        pieces = [position.pieces.point_of(slot) != layout.NOWHERE for slot in range(32)]
        phase = sum(PHASE[tables.KIND[slot % 16]] for slot in range(32) if pieces[slot])
        return [self.counts[feature] for feature in range(FEATURES)], phase

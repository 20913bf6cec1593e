"""T14.2, T14.3 and T14.5 to T14.7: breath, mind control, swap shot, rotation and king's exchange."""

from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.moves.legality import Legality
from ludoteca.games.tomb_chess.moves.midturn import Midturn


class Abilities:
    def __init__(self, legality: Legality, midturn: Midturn) -> None:
        self.legality = legality
        self.midturn = midturn
        self.is_controlled = [0] * 256

    # Dragon's breath (T14.2)

    def add_breath(self) -> None:
        if self.midturn.kind != layout.DRAGON:
            return
        dragon = self.midturn.origin
        victims = 0
        for index in range(8):
            if self.legality.turn.effects.can_be_breathed_on(dragon, dragon + tables.AROUND[index]):
                victims += 1
        if victims:
            move = layout.move(layout.BREATH, dragon, self.midturn.control)
            self.legality.add_if_legal(move, layout.BOTH_KINGS, dragon, True)

    # Swap shot (T14.5)

    def add_swaps(self) -> None:
        """For the unit whose legs and bounces were added: with whom it could capture in a single move."""
        if self.midturn.kind == layout.PAWN or self.midturn.kind == layout.JESTER or self.midturn.kind == layout.KING:
            return
        for index in range(self.midturn.reached_count):
            if self._is_first(index):
                self._add_swap(self.midturn.origin, self.midturn.reached[index])

    def _is_first(self, index: int) -> bool:
        """Whether a unit was not reached in another way before."""
        for before in range(index):
            if self.midturn.reached[before] == self.midturn.reached[index]:
                return False
        return True

    def can_swap(self, origin: int, target: int) -> bool:
        """T14.5, T12.5, its reach aside: no king, not its own kind, no guarded enemy."""
        other = self.legality.state.units[target]
        if layout.kind(other) == layout.KING:
            return False
        if layout.side(other) == layout.side(self.legality.state.units[origin]):
            return self.legality.turn.attacks.may_take(origin, target)
        return self.legality.can_capture(origin, target)

    def _add_swap(self, origin: int, target: int) -> None:
        if not self.can_swap(origin, target):
            return
        other = self.legality.state.units[target]
        affected = self.legality.sensitive[256 + origin] | self.legality.sensitive[256 + target]
        if tables.QUADRANT[origin] != tables.QUADRANT[target]:
            affected |= self.legality.majority_sensitive
        if layout.kind(other) == layout.JESTER:
            affected = layout.BOTH_KINGS
        move = layout.with_target(layout.move(layout.SWAP, origin, self.midturn.control), target)
        side = self.legality.state.to_move
        if layout.code_of(other) == layout.code(layout.PAWN, side) and layout.has_bit(tables.LAST_RANK[origin], side):
            for choice in range(6):
                promoted = layout.with_promotion(move, tables.PROMOTIONS[choice])
                self.legality.add_if_legal(promoted, layout.BOTH_KINGS, target, False)
        else:
            self.legality.add_if_legal(move, affected, target, False)

    # King's exchange (T14.7)

    def add_exchanges(self) -> None:
        side = self.legality.state.to_move
        king = self.legality.state.kings[side]
        if not self.legality.turn.attacks.is_active(king):
            return
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.legality.state.units[cell]
            if not layout.is_unit_of_side(unit, side) or cell == king:
                continue
            if not self.legality.turn.attacks.is_attacked(cell, 1 - side):
                move = layout.with_target(layout.move(layout.EXCHANGE, king, 0), cell)
                self.legality.add_if_legal(move, layout.BOTH_KINGS, cell, False)

    # Mind control (T14.3, T14.4)

    def note_controlled(self) -> None:
        """Note whom the unit whose legs and bounces were added can make move; nobody by T14.11."""
        if not self.legality.state.has_mind_control or self.midturn.kind == layout.JESTER or self.midturn.control:
            return
        for index in range(self.midturn.reached_count):
            target = self.midturn.reached[index]
            if self.is_controlled[target] == 0 and self._controls(target, self.midturn.reached_ends[index]):
                self.is_controlled[target] = 1

    def forget_controlled(self) -> None:
        for cell in range(256):
            self.is_controlled[cell] = 0

    def can_be_controlled(self, target: int) -> bool:
        """T14.3, T14.4: no king, no jester, and neither resting nor paralysed by a tomb."""
        unit = self.legality.state.units[target]
        return layout.kind(unit) != layout.KING and layout.kind(unit) != layout.JESTER and not layout.is_disabled(unit)

    def _controls(self, target: int, end: int) -> bool:
        """T14.3: whether the unit that has begun may capture another, lives on `end` and is not attacked there."""
        if not self.can_be_controlled(target) or not self.legality.can_capture(self.midturn.origin, target):
            return False
        return not self.midturn.probe.is_tomb(end) and not self._is_recaptured(target, end)

    def _is_recaptured(self, target: int, end: int) -> bool:
        pusher = self.midturn.probe.pusher
        unit = self.midturn.unit
        victim = self.midturn.probe.take(target)
        if layout.kind(unit) == layout.PAWN and layout.kind(victim) != layout.PAWN:
            kind = layout.kind(victim)
            unit = layout.unit(layout.code(kind, layout.side(unit)), tables.FIRST_RANGE[kind])
        self.midturn.probe.put(end, unit)
        if self.midturn.is_pusher:
            self.midturn.probe.pusher = end
        elif pusher == target:
            self.midturn.probe.pusher = 0
        is_attacked = self.midturn.turn.attacks.is_attacked(end, layout.side(victim))
        self.midturn.probe.take(end)
        self.midturn.probe.put(target, victim)
        self.midturn.probe.pusher = pusher
        return is_attacked


class Rotations:
    """T14.6: blocks of squares that turn."""

    def __init__(self, legality: Legality) -> None:
        self.legality = legality

    def add(self) -> None:
        """Every rotation of every block that the side to move may turn; none by T14.10."""
        if not self.legality.state.has_rotations:
            return
        for size in range(2, 5):
            for row in range(3, 14 - size):
                for file in range(3, 14 - size):
                    corner = row * layout.ROW + file
                    if self.excess(corner, size) > 0:
                        self._add_block(corner, size)

    def excess(self, corner: int, size: int) -> int:
        """How many more units than the enemy the side to move has in a block."""
        excess = 0
        for place in range(size * size):
            unit = self.legality.state.units[corner + place // size * layout.ROW + place % size]
            if unit:
                excess += 1 if layout.side(unit) == self.legality.state.to_move else -1
        return excess

    def _add_block(self, corner: int, size: int) -> None:
        affected = self._affected(corner, size)
        for quarters in range(1, 4):
            if self.changes(corner, size, quarters):
                move = layout.with_rotation(layout.move(layout.ROTATION, corner, 0), size, quarters)
                self.legality.add_if_legal(move, affected, 0, False)

    def _affected(self, corner: int, size: int) -> int:
        affected = 0
        has_jester = 0
        has_foe = 0
        has_wall = 0
        beside = 0
        for place in range(size * size):
            cell = corner + place // size * layout.ROW + place % size
            affected |= self.legality.sensitive[256 + cell]
            has_foe |= self.legality.jester_sensitive[cell]
            unit = self.legality.state.units[cell]
            if unit:
                if layout.kind(unit) == layout.KING:
                    return layout.BOTH_KINGS
                if layout.kind(unit) == layout.JESTER:
                    has_jester = 1
                if layout.side(unit) != self.legality.state.to_move:
                    has_foe = 1
            beside |= self.legality.wall_sensitive[256 + cell]
            if self.legality.state.walls[cell]:
                has_wall = 1
        if has_jester and has_foe:
            return layout.BOTH_KINGS
        if has_wall:
            affected |= beside
        if tables.QUADRANT[corner] != tables.QUADRANT[corner + (size - 1) * (layout.ROW + 1)]:
            affected |= self.legality.majority_sensitive
        return affected

    def changes(self, corner: int, size: int, quarters: int) -> bool:
        """Whether anything would not be as it was."""
        for place in range(size * size):
            origin = corner + place // size * layout.ROW + place % size
            target = self.legality.turn.effects.turned(corner, size, quarters, place)
            if self.legality.state.units[origin] != self.legality.state.units[target]:
                return True
            if self.legality.state.walls[origin] != self.legality.state.walls[target]:
                return True
            if self._are_different_graves(origin, target):
                return True
        return False

    def _are_different_graves(self, one: int, other: int) -> bool:
        if self.legality.state.opened[one] != self.legality.state.opened[other]:
            return True
        first = self.legality.state.graves[one]
        second = self.legality.state.graves[other]
        while first and second:
            if self.legality.state.node_code[first] != self.legality.state.node_code[second]:
                return True
            first = self.legality.state.next_node[first]
            second = self.legality.state.next_node[second]
        return first != second

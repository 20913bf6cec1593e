"""T6, T9, T14 and T15: what captures, last ranks and abilities do to units."""

from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.state import stored
from ludoteca.games.tomb_chess.state.state import State
from ludoteca.games.tomb_chess.state.terrain import Tombs
from ludoteca.games.tomb_chess.turn.attacks import Attacks


class Captures:
    """T6 and T15: range and promotion."""

    def __init__(self, state: State) -> None:
        self.state = state

    def reward(self, cell: int, victim: int, captured: int) -> None:
        """T6.1, T6.2, T6.4, T15.1: what a capture does to the capturer."""
        unit = self.state.units[cell]
        kind = layout.kind(unit)
        if kind == layout.PAWN:
            if layout.kind(victim) == layout.PAWN:
                if layout.range_of(unit) < layout.MAX_PAWN_RANGE:
                    self._set_range(cell, layout.range_of(unit) + 1)
                    self.state.fire(604)
            elif layout.kind(victim) != layout.KING:
                self.state.fire(1501)
                self.become(cell, layout.kind(victim))
        elif tables.IS_RANGED[kind]:
            has_majority = layout.has_bit(self.state.majorities(layout.side(unit)), tables.QUADRANT[captured])
            length = layout.range_of(unit) - (1 if has_majority else 2)
            if layout.range_of(unit) > layout.LEAST_RANGE:
                self.state.fire(602 if has_majority else 601)
                if has_majority:
                    self.state.fire(1104)
            self._set_range(cell, length if length > layout.LEAST_RANGE else layout.LEAST_RANGE)

    def _set_range(self, cell: int, length: int) -> None:
        unit = self.state.units[cell]
        if layout.range_of(unit) != length:
            self.state.units[cell] = layout.with_range(unit, length)
            self.state.log(stored.RANGE_CHANGED, unit, cell, length)

    def become(self, cell: int, kind: int) -> None:
        """T15: a pawn turns into a new unit of a kind; its states stay."""
        pawn = self.state.take(cell)
        unit = layout.unit(layout.code(kind, layout.side(pawn)), tables.FIRST_RANGE[kind])
        unit = layout.with_states_of(unit, pawn)
        self.state.put(cell, unit)
        self.state.log(stored.PROMOTED, unit, cell, cell)

    def is_promoting(self, cell: int) -> bool:
        """T15.2: whether a pawn of the side whose turn it is stands on its last rank."""
        unit = self.state.units[cell]
        if not layout.is_unit_of_code(unit, layout.code(layout.PAWN, self.state.to_move)):
            return False
        return layout.has_bit(tables.LAST_RANK[cell], self.state.to_move)


class AbilityEffects:
    """T9 and T14: respawn, breath, swap shot, exchange and rotation, carried out."""

    def __init__(self, state: State, tombs: Tombs, attacks: Attacks, captures: Captures) -> None:
        self.state = state
        self.tombs = tombs
        self.attacks = attacks
        self.captures = captures

    def breathe(self, dragon: int) -> None:
        """T14.2, T6.1, T6.2; then each jester among the captured explodes."""
        unit = self.state.units[dragon]
        self.state.log(stored.BREATHED, unit, dragon, dragon)
        self.state.fire(1402)
        jesters = 0
        victims = 0
        for index in range(8):
            if self.can_be_breathed_on(dragon, dragon + tables.AROUND[index]):
                victims |= layout.bit(index)
        for index in range(8):
            if layout.has_bit(victims, index):
                cell = dragon + tables.AROUND[index]
                if layout.kind(self.state.units[cell]) == layout.JESTER:
                    jesters |= layout.bit(index)
                self.tombs.kill(cell)
        self.captures.reward(dragon, layout.QUEEN, dragon)
        for index in range(8):
            if layout.has_bit(jesters, index):
                self.tombs.blow_up_jester(dragon + tables.AROUND[index])

    def can_be_breathed_on(self, dragon: int, cell: int) -> bool:
        """T14.2: an enemy, but no king, no dragon and nobody who is guarded, nor the rook that pushed it."""
        unit = self.state.units[dragon]
        victim = self.state.units[cell]
        if not layout.is_unit_of_side(victim, 1 - layout.side(unit)) or layout.kind(victim) == layout.KING:
            return False
        return self.attacks.may_take(dragon, cell) and not self.attacks.is_guarded(cell)

    def swap(self, one: int, other: int, promotion: int) -> None:
        """T14.5, T15.2."""
        self.state.log(stored.SWAPPED, self.state.units[one], one, other)
        self.state.fire(1405)
        self.state.fire_no_walls()
        pusher = self.state.pusher
        unit = self.state.take(one)
        self.state.put(one, self.state.take(other))
        self.state.put(other, unit)
        if pusher == one:
            self.state.pusher = other
        elif pusher == other:
            self.state.pusher = one
        if promotion:
            self.state.fire(1502)
            if self.captures.is_promoting(one):
                self.captures.become(one, promotion)
            if self.captures.is_promoting(other):
                self.captures.become(other, promotion)

    def exchange(self, king: int, target: int) -> None:
        """T14.7."""
        self.state.log(stored.EXCHANGED, self.state.units[king], king, target)
        self.state.fire(1407)
        self.state.fire_no_walls()
        self.tombs.kill(target)
        self.state.shift(king, target)

    def respawn(self, cell: int) -> None:
        """T9.1, T9.3, T6.5."""
        code = self.state.exhume(cell)
        self.state.opened[cell] = 0
        self.state.put(cell, layout.unit(code, tables.FIRST_RANGE[layout.kind(code)]))
        self.state.log(stored.APPEARED, code, cell, cell)
        self.state.fire(901)
        self.state.fire(605)
        self.state.fire_no_walls()
        if self.state.graves[cell]:
            self.state.fire(903)

    def rotate(self, corner: int, size: int, quarters: int) -> None:
        """T14.6: units with their states, walls and graves turn with the squares."""
        self.state.log(stored.TURNED, quarters, corner, size)
        self.state.fire(1406)
        self.state.fire_no_walls()
        units = [0] * 16
        walls = [0] * 16
        graves = [0] * 16
        opened = [0] * 16
        pusher = self.state.pusher
        for place in range(size * size):
            cell = corner + place // size * layout.ROW + place % size
            units[place] = self.state.take(cell) if self.state.units[cell] else 0
            walls[place] = self.state.walls[cell]
            if walls[place]:
                self.state.raze_wall(cell)
            graves[place] = self.state.graves[cell]
            opened[place] = self.state.opened[cell]
        for place in range(size * size):
            origin = corner + place // size * layout.ROW + place % size
            cell = self.turned(corner, size, quarters, place)
            if units[place]:
                if layout.kind(units[place]) == layout.KING:
                    self.state.fire(1409)
                self.state.put(cell, units[place])
                self.state.log(stored.CARRIED, units[place], origin, cell)
            if walls[place]:
                self.state.raise_wall(cell, walls[place])
                self.state.log(stored.CARRIED_WALL, 0, origin, cell)
            if graves[place]:
                self.state.log(stored.CARRIED_GRAVE, 0, origin, cell)
            self.state.graves[cell] = graves[place]
            self.state.opened[cell] = opened[place]
            if origin == pusher:
                self.state.pusher = cell

    def turned(self, corner: int, size: int, quarters: int, place: int) -> int:
        """Where a rotation brings the square number `place` of a block, counted from its corner, row by row."""
        x = place % size
        y = place // size
        last = size - 1
        if quarters == 1:
            return corner + (last - x) * layout.ROW + y
        if quarters == 2:
            return corner + (last - y) * layout.ROW + last - x
        if quarters == 3:
            return corner + x * layout.ROW + last - y
        return corner + y * layout.ROW + x

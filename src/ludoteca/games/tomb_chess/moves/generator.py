"""All legal moves of a position, chapter by chapter, and the respawns (T9) that depend on all of the enemy's.

For searches also some of them: the tactical ones (captures, pushes, explosions, promotions, king's checks), or one.
"""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.moves.abilities import Abilities, Rotations
from ludoteca.games.tomb_chess.moves.bounces import Bounces
from ludoteca.games.tomb_chess.moves.legality import Legality
from ludoteca.games.tomb_chess.moves.legs import Legs
from ludoteca.games.tomb_chess.moves.midturn import Midturn
from ludoteca.games.tomb_chess.state.state import State


class Generator:
    """The moves of a state. `enemy_generator` finds the enemy's answers to a respawn; it has none of its own."""

    enemy_generator: "Generator"

    def __init__(self, state: State, has_enemy_generator: bool = True) -> None:
        self.state = state
        self.legality = Legality(state)
        self.midturn = Midturn(self.legality)
        self.legs = Legs(self.legality, self.midturn)
        self.bounces = Bounces(self.legality, self.midturn)
        self.abilities = Abilities(self.legality, self.midturn)
        self.rotations = Rotations(self.legality)
        if has_enemy_generator:
            self.enemy_generator = Generator(State(), False)

    def generate(self) -> None:
        """Fill `legality.found` with every legal move; the ends of the game are not looked at."""
        self._prepare()
        self._add_units()
        self.abilities.add_exchanges()
        self._add_respawns()
        self.rotations.add()
        self._add_controlled()
        if self.legality.found.count == 0:
            self._add_last_resort()

    def _add_units(self) -> None:
        """The moves of every active unit of the side to move."""
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.state.units[cell]
            if layout.is_unit_of_side(unit, self.state.to_move) and self.legality.turn.attacks.is_active(cell):
                self._add_unit(cell, 0)

    def _add_unit(self, cell: int, control: int) -> None:
        self.midturn.begin(cell, control)
        self.legs.add(layout.ALL_LEGS)
        self.bounces.add()
        self.abilities.add_breath()
        self.abilities.add_swaps()
        self.midturn.finish()

    def _add_controlled(self) -> None:
        """T14.3, T14.4: the moves of enemy units that can be controlled."""
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.state.units[cell]
            if layout.is_unit_of_side(unit, 1 - self.state.to_move) and self.abilities.can_control(cell):
                self._add_unit(cell, layout.CONTROL)

    def _add_last_resort(self) -> None:
        """T4.5: resting units move when nobody else can."""
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.state.units[cell]
            if (
                not layout.is_unit_of_side(unit, self.state.to_move)
                or not layout.is_resting(unit)
                or layout.paralysis(unit)
            ):
                continue
            if not self.legality.turn.attacks.is_beside_enemy_jester(cell):
                self.midturn.begin(cell, 0)
                self.legs.add(layout.PLAIN_LEGS)
                self.midturn.finish()

    # Some of the moves

    def generate_tactical(self, is_thorough: int) -> None:
        """Fill `legality.found` with tactical moves: all, or those of single legs, breath, and all that kill a king."""
        self._prepare()
        self.legality.filter(layout.TACTICAL, 0)
        is_exposed = self._is_king_exposed()
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.state.units[cell]
            if not layout.is_unit_of_side(unit, self.state.to_move) or not self.legality.turn.attacks.is_active(cell):
                continue
            if is_thorough:
                self._add_tactical_of(cell)
            else:
                if is_exposed and (layout.kind(unit) == layout.KNIGHT or layout.kind(unit) == layout.ROOK):
                    self.midturn.begin(cell, 0)
                    self.legs.add(layout.ALL_LEGS)
                else:
                    self.midturn.begin_single(cell, 0)
                    self.legs.add(layout.SINGLE_LEGS)
                self.abilities.add_breath()
                self.midturn.finish()
        self.legality.filter(layout.ALL_MOVES, 0)

    def _prepare(self) -> None:
        self.legality.found.clear()
        self.legality.prepare()
        self.midturn.load()

    def _is_king_exposed(self) -> bool:
        """Whether the enemy king might be killed by a knight's leap over its jester (T14.1), or a push onto a tomb."""
        enemy = 1 - self.state.to_move
        king = self.state.kings[enemy]
        is_exposed = self.state.jesters_beside[enemy * 256 + king] != 0
        for direction in range(8):
            is_exposed = is_exposed or self.state.is_tomb(king + tables.DELTA[direction])
        return is_exposed

    def _add_tactical_of(self, cell: int) -> None:
        self.midturn.begin(cell, 0)
        self.legs.add(layout.ALL_LEGS)
        self.bounces.add()
        self.abilities.add_breath()
        self.midturn.finish()

    def generate_simple(self) -> None:
        """All tactical moves, quiet single legs, and in check king's exchanges; if there are none, all moves."""
        self._prepare()
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.state.units[cell]
            if layout.is_unit_of_side(unit, self.state.to_move) and self.legality.turn.attacks.is_active(cell):
                self.legality.filter(layout.TACTICAL, 0)
                self._add_tactical_of(cell)
                self.legality.filter(layout.QUIET, 0)
                self.midturn.begin_single(cell, 0)
                self.legs.add(layout.SINGLE_LEGS)
                self.midturn.finish()
        self.legality.filter(layout.ALL_MOVES, 0)
        if self.legality.checked_if_passed & layout.OWN_KING:
            self.abilities.add_exchanges()
        if self.legality.found.count == 0:
            self.generate()

    def contains(self, move: int) -> bool:
        """Whether a well-formed move is legal, the last resort of T4.5 aside."""
        move_type = layout.move_type(move)
        cell = layout.origin(move)
        self._prepare()
        self.legality.filter(layout.ALL_MOVES, move)
        if move_type == layout.ROTATION:
            self.rotations.add()
        elif move_type == layout.EXCHANGE:
            self.abilities.add_exchanges()
        elif move_type == layout.RESPAWN:
            self._add_respawns()
        elif self.abilities.can_control(cell) if layout.control(move) else self.legality.turn.attacks.is_active(cell):
            self._add_of_type(move_type, cell, move)
        self.legality.filter(layout.ALL_MOVES, 0)
        return self.legality.found.count != 0

    def _add_of_type(self, move_type: int, cell: int, move: int) -> None:
        """The moves of one type of a unit."""
        if move_type == layout.LEGS and layout.is_plain_leg(move):
            self.midturn.begin_single(cell, layout.control(move))
            self.legs.add(layout.SINGLE_LEGS)
        else:
            self.midturn.begin(cell, layout.control(move))
            if move_type == layout.LEGS:
                self.legs.add(layout.ALL_LEGS)
            elif move_type == layout.BOUNCE:
                self.bounces.add()
            elif move_type == layout.BREATH:
                self.abilities.add_breath()
            else:
                self.abilities.add_swaps()
        self.midturn.finish()

    # Respawn (T9)

    def _add_respawns(self) -> None:
        for square in range(144):
            cell = tables.CELL[square]
            if self.state.graves[cell] and self.state.opened[cell] and self.state.is_tomb(cell):
                is_own = layout.side(self.state.node_code[self.state.graves[cell]]) == self.state.to_move
                if is_own and self.is_safe_respawn(cell):
                    self.legality.add_if_legal(layout.move(layout.RESPAWN, cell, 0), layout.BOTH_KINGS, 0)

    def is_safe_respawn(self, cell: int) -> bool:
        """T9.2: whether the enemy could do nothing to a unit that came back here."""
        enemy = 1 - self.state.to_move
        if self.legality.turn.attacks.is_attacked(cell, enemy) or self.state.jesters_beside[enemy * 256 + cell]:
            return False
        self.legality.trial.copy_from(self.state)
        self.legality.trial_turn.carry_out(layout.move(layout.RESPAWN, cell, 0))
        for direction in range(8):
            if self.legality.trial.is_tomb(
                cell + tables.DELTA[direction]
            ) and self.legality.trial_turn.attacks.can_land(cell + tables.DELTA[direction], enemy):
                return False
        self.enemy_generator.state.copy_from(self.legality.trial)
        return not self.enemy_generator.can_attack(cell)

    def can_attack(self, cell: int) -> bool:
        """Whether the side to move could capture or push the unit on a cell, its king's safety aside."""
        self.legality.forget_guards()
        self.legality.respawned = cell
        self.legality.respawn_attacker = 0
        self.midturn.load()
        self._add_units()
        self.legality.respawned = 0
        return self.legality.respawn_attacker != 0

    def append_to(self, found: IntStack) -> None:
        """Append what was generated last."""
        count = self.legality.found.count
        found.reserve(count)
        for index in range(count):
            found.at[found.count + index] = self.legality.found.at[index]
        found.count += count

    def count(self) -> int:
        return self.legality.found.count

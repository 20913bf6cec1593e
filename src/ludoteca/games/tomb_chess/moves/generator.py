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

NO_SUCH_MOVE = -1


class Generator:
    """The moves of a state. `enemy_generator` finds the enemy's answers to a respawn; it is made when it is needed.

    `is_last_resort` tells whether only resting units could move when all moves were generated last (T4.5).
    """

    enemy_generator: "Generator"

    def __init__(self, state: State) -> None:
        self.state = state
        self.legality = Legality(state)
        self.midturn = Midturn(self.legality)
        self.legs = Legs(self.legality, self.midturn)
        self.bounces = Bounces(self.legality, self.midturn)
        self.abilities = Abilities(self.legality, self.midturn)
        self.rotations = Rotations(self.legality)
        self.has_enemy_generator = 0
        self.is_last_resort = 0

    def generate(self) -> None:
        """Fill `legality.found` with every legal move; the ends of the game are not looked at."""
        self._prepare()
        self._add_units()
        self.abilities.add_exchanges()
        self._add_respawns()
        self.rotations.add()
        self._add_controlled()
        self.is_last_resort = 1 if self.legality.found.count == 0 else 0
        if self.is_last_resort:
            self._add_last_resort()

    def _add_units(self) -> None:
        """The moves of every active unit of the side to move, and whom they can control."""
        self.abilities.forget_controlled()
        for square in range(144):
            cell = tables.CELL[square]
            if self.is_own_active(cell):
                self._add_unit(cell, 0)

    def is_own_active(self, cell: int) -> bool:
        is_own = layout.is_unit_of_side(self.state.units[cell], self.state.to_move)
        return is_own and self.legality.turn.attacks.is_active(cell)

    def _add_unit(self, cell: int, control: int) -> None:
        self.midturn.begin(cell, control)
        self.legs.add(layout.ALL_LEGS)
        self.bounces.add()
        self.abilities.add_breath()
        self.abilities.add_swaps()
        self.abilities.note_controlled()
        self.midturn.finish()

    def _add_controlled(self) -> None:
        """T14.3, T14.4: the moves of enemy units that can be controlled."""
        for square in range(144):
            cell = tables.CELL[square]
            if self.abilities.is_controlled[cell]:
                self._add_unit(cell, layout.CONTROL)

    def can_control(self, target: int) -> bool:
        """T14.3: whether some unit of the side to move can make the enemy unit on a square move."""
        for square in range(144):
            if self.controls(tables.CELL[square], target):
                return True
        return False

    def controls(self, cell: int, target: int) -> bool:
        """T14.3: whether this unit of the side to move can make the enemy unit on a square move."""
        if not self.is_own_active(cell) or not self.abilities.can_be_controlled(target):
            return False
        self.abilities.forget_controlled()
        self.midturn.begin(cell, 0)
        self._find_reached()
        self.abilities.note_controlled()
        self.midturn.finish()
        return self.abilities.is_controlled[target] != 0

    def could_capture(self, origin: int, target: int) -> bool:
        """Whether a unit could capture another in a single move: with a leg, a bounce or a knight's leap."""
        self.midturn.begin(origin, 0)
        is_reached = self.reaches(target)
        self.midturn.finish()
        return is_reached and self.legality.can_capture(origin, target)

    def reaches(self, target: int) -> bool:
        """Whether a single move of the unit that has begun could capture on a square, were it an enemy there."""
        self._find_reached()
        for index in range(self.midturn.reached_count):
            if self.midturn.reached[index] == target:
                return True
        return False

    def _find_reached(self) -> None:
        """Whom the unit that has begun could capture in a single move; no move is kept."""
        wanted = self.legality.wanted_move
        self.legality.filter(layout.ALL_MOVES, NO_SUCH_MOVE)
        self.legs.add(layout.LEGS_WITHOUT_PUSH)
        self.bounces.add()
        self.legality.filter(layout.ALL_MOVES, wanted)

    def _add_last_resort(self) -> None:
        """T4.5: resting units make a single move when nobody else can move."""
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
                self.legs.add(layout.SINGLE_LEGS)
                self.bounces.add()
                self.midturn.finish()

    def has_only_last_resort(self) -> bool:
        self.generate()
        return self.is_last_resort != 0

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
                    self.legs.add(layout.LEGS_WITHOUT_PUSH)
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
                self.legs.add(layout.LEGS_WITHOUT_PUSH)
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
        elif self.can_control(cell) if layout.control(move) else self.legality.turn.attacks.is_active(cell):
            self._add_of_type(move_type, cell, move)
        self.legality.filter(layout.ALL_MOVES, 0)
        return self.legality.found.count != 0

    def _add_of_type(self, move_type: int, cell: int, move: int) -> None:
        """The moves of one type of a unit."""
        if move_type == layout.LEGS and layout.is_plain_leg(move):
            self.midturn.begin_single(cell, layout.control(move))
            self.legs.add(layout.LEGS_WITHOUT_PUSH)
        else:
            self.midturn.begin(cell, layout.control(move))
            if move_type == layout.LEGS:
                self.legs.add(layout.ALL_LEGS)
            elif move_type == layout.BOUNCE:
                self.bounces.add()
            elif move_type == layout.BREATH:
                self.abilities.add_breath()
            else:
                self._find_reached()
                self.abilities.add_swaps()
        self.midturn.finish()

    # Respawn (T9)

    def _add_respawns(self) -> None:
        for square in range(144):
            cell = tables.CELL[square]
            if self.state.graves[cell] and self.state.opened[cell] and self.state.is_tomb(cell):
                is_own = layout.side(self.state.node_code[self.state.graves[cell]]) == self.state.to_move
                if is_own and self.find_spoiler(cell) == 0:
                    self.legality.add_if_legal(layout.move(layout.RESPAWN, cell, 0), layout.BOTH_KINGS, cell, False)

    def find_spoiler(self, cell: int) -> int:
        """T9.2: a move of the enemy that would do something to a unit that came back here, or 0."""
        if not self.has_enemy_generator:
            self._make_enemy_generator()
        self.legality.trial.copy_from(self.state)
        self.legality.trial_turn.carry_out(layout.move(layout.RESPAWN, cell, 0))
        self.enemy_generator.state.copy_from(self.legality.trial)
        return self.enemy_generator.spoiler_of(cell)

    def _make_enemy_generator(self) -> None:
        self.enemy_generator = Generator(State())
        self.has_enemy_generator = 1

    def spoiler_of(self, cell: int) -> int:
        """A legal move, respawns aside, that does something to the enemy unit that came back on a cell, or 0."""
        self.midturn.load()
        self.legality.look_for_spoiler(cell)
        self._add_units()
        self.abilities.add_exchanges()
        self.rotations.add()
        self._add_controlled()
        spoiler = self.legality.spoiler
        if spoiler == 0:
            self._add_last_resort()
            spoiler = self.legality.spoiler
            self.legality.respawned = 0
            if spoiler:
                self.generate()
                if not self.is_last_resort:
                    spoiler = 0
        self.legality.respawned = 0
        return spoiler

    def append_to(self, found: IntStack) -> None:
        """Append what was generated last."""
        count = self.legality.found.count
        found.reserve(count)
        for index in range(count):
            found.at[found.count + index] = self.legality.found.at[index]
        found.count += count

    def count(self) -> int:
        return self.legality.found.count

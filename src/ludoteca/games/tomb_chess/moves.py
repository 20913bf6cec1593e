"""All legal moves of a position, chapter by chapter, and the respawns (T9) that depend on all of the enemy's.

For searches also some of them: the loud ones (captures, pushes, explosions, promotions, king's checks), or one.
"""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.abilities import Abilities
from ludoteca.games.tomb_chess.bounces import Bounces
from ludoteca.games.tomb_chess.journey import Journey
from ludoteca.games.tomb_chess.judge import Judge
from ludoteca.games.tomb_chess.legs import Legs
from ludoteca.games.tomb_chess.rotations import Rotations
from ludoteca.games.tomb_chess.state import State

UNIT, RESTING, PARALYSED, MIND = board.UNIT, board.RESTING, board.PARALYSED, board.MIND
KNIGHT, ROOK, KING = board.KNIGHT, board.ROOK, board.KING
LEGS, BOUNCE, BREATH, SWAP, ROTATION, EXCHANGE, RESPAWN = (
    board.LEGS,
    board.BOUNCE,
    board.BREATH,
    board.SWAP,
    board.ROTATION,
    board.EXCHANGE,
    board.RESPAWN,
)
ALL, PLAIN, BRIEF = 0, 1, 2
"""Which legs are looked for."""
LOUD, QUIET = 1, 2
OWN = 1
FANCY = 1 << 24 | 511 << 25 | 7 << 34
"""The bits of a move of legs that is more than one leg: a push, a second leg, a square captured under a leap."""
BOTH = 3
CELL = board.CELL
DELTA = board.DELTA


class Moves:
    """The moves of a state. The `hunter` looks for the enemy's answers to a respawn, and has none of its own."""

    hunter: "Moves"

    def __init__(self, now: State, has_hunter: bool = True) -> None:
        self.now = now
        self.judge = Judge(now)
        self.journey = Journey(self.judge)
        self.legs = Legs(self.judge, self.journey)
        self.bounces = Bounces(self.judge, self.journey)
        self.abilities = Abilities(self.judge, self.journey)
        self.rotations = Rotations(self.judge)
        if has_hunter:
            self.hunter = Moves(State(), False)

    def generate(self) -> None:
        """Fill `judge.found` with every legal move; the ends of the game are not looked at."""
        self._begin()
        self._add_units()
        self.abilities.add_exchanges()
        self._add_respawns()
        self.rotations.add()
        self._add_minds()
        if self.judge.found.count == 0:
            self._add_last_resort()

    def _add_units(self) -> None:
        """The moves of every active unit of the side to move."""
        for square in range(144):
            cell = CELL[square]
            unit = self.now.units[cell]
            if unit & UNIT and unit >> 3 & 1 == self.now.to_move and self.judge.here.sight.is_active(cell):
                self._add_unit(cell, 0)

    def _add_unit(self, cell: int, flags: int) -> None:
        self.journey.depart(cell, flags)
        self.legs.add(ALL)
        self.bounces.add()
        self.abilities.add_breath()
        self.abilities.add_swaps()
        self.journey.come_back()

    def _add_minds(self) -> None:
        """T14.3, T14.4: the moves of enemy units that can be controlled."""
        for square in range(144):
            cell = CELL[square]
            unit = self.now.units[cell]
            if unit & UNIT and unit >> 3 & 1 != self.now.to_move and self.abilities.can_control(cell):
                self._add_unit(cell, MIND)

    def _add_last_resort(self) -> None:
        """T4.5: resting units move when nobody else can."""
        for square in range(144):
            cell = CELL[square]
            unit = self.now.units[cell]
            if unit & UNIT == 0 or unit >> 3 & 1 != self.now.to_move or unit & RESTING == 0 or unit & PARALYSED:
                continue
            if not self.judge.here.sight.is_spellbound(cell):
                self.journey.depart(cell, 0)
                self.legs.add(PLAIN)
                self.journey.come_back()

    # Some of the moves

    def find_loud(self, is_thorough: int) -> None:
        """Fill `judge.found` with loud moves: all, or those of single legs, breath, and all that kill a king."""
        self._begin()
        self.judge.choose(LOUD, 0)
        is_exposed = self._is_king_exposed()
        for square in range(144):
            cell = CELL[square]
            unit = self.now.units[cell]
            if unit & UNIT == 0 or unit >> 3 & 1 != self.now.to_move or not self.judge.here.sight.is_active(cell):
                continue
            if is_thorough:
                self._add_raids(cell)
            else:
                if is_exposed and (unit & 7 == KNIGHT or unit & 7 == ROOK):
                    self.journey.depart(cell, 0)
                    self.legs.add(ALL)
                else:
                    self.journey.depart_blindly(cell, 0)
                    self.legs.add(BRIEF)
                self.abilities.add_breath()
                self.journey.come_back()
        self.judge.choose(0, 0)

    def _begin(self) -> None:
        self.judge.found.clear()
        self.judge.survey()
        self.journey.open()

    def _is_king_exposed(self) -> bool:
        """Whether the enemy king might be killed by a knight's leap over its jester (T14.1), or a push onto a tomb."""
        enemy = 1 - self.now.to_move
        king = self.now.kings[enemy]
        is_exposed = self.now.jesters[enemy * 256 + king] != 0
        for way in range(8):
            is_exposed = is_exposed or self.now.is_tomb(king + DELTA[way])
        return is_exposed

    def _add_raids(self, cell: int) -> None:
        self.journey.depart(cell, 0)
        self.legs.add(ALL)
        self.bounces.add()
        self.abilities.add_breath()
        self.journey.come_back()

    def find_simple(self) -> None:
        """All loud moves, quiet ones of single legs, and in check king's exchanges; if there are none, all moves."""
        self._begin()
        for square in range(144):
            cell = CELL[square]
            unit = self.now.units[cell]
            if unit & UNIT and unit >> 3 & 1 == self.now.to_move and self.judge.here.sight.is_active(cell):
                self.judge.choose(LOUD, 0)
                self._add_raids(cell)
                self.judge.choose(QUIET, 0)
                self.journey.depart_blindly(cell, 0)
                self.legs.add(BRIEF)
                self.journey.come_back()
        self.judge.choose(0, 0)
        if self.judge.unsafe & OWN:
            self.abilities.add_exchanges()
        if self.judge.found.count == 0:
            self.generate()

    def has(self, move: int) -> bool:
        """Whether a sane move is legal, the last resort of T4.5 aside."""
        form = move & 15
        cell = move >> 8 & 255
        self._begin()
        self.judge.choose(0, move)
        if form == ROTATION:
            self.rotations.add()
        elif form == EXCHANGE:
            self.abilities.add_exchanges()
        elif form == RESPAWN:
            self._add_respawns()
        elif self.abilities.can_control(cell) if move & MIND else self.judge.here.sight.is_active(cell):
            self._add_form(form, cell, move)
        self.judge.choose(0, 0)
        return self.judge.found.count != 0

    def _add_form(self, form: int, cell: int, move: int) -> None:
        """The moves of one form of a unit."""
        if form == LEGS and move & FANCY == 0:
            self.journey.depart_blindly(cell, move & MIND)
            self.legs.add(BRIEF)
        else:
            self.journey.depart(cell, move & MIND)
            if form == LEGS:
                self.legs.add(ALL)
            elif form == BOUNCE:
                self.bounces.add()
            elif form == BREATH:
                self.abilities.add_breath()
            else:
                self.abilities.add_swaps()
        self.journey.come_back()

    # Respawn (T9)

    def _add_respawns(self) -> None:
        for square in range(144):
            cell = CELL[square]
            if self.now.heads[cell] and self.now.opened[cell] and self.now.is_tomb(cell):
                is_own = self.now.codes[self.now.heads[cell]] >> 3 == self.now.to_move
                if is_own and self.is_peaceful(cell):
                    self.judge.offer(RESPAWN | cell << 8, BOTH, 0)

    def is_peaceful(self, cell: int) -> bool:
        """T9.2: whether the enemy could do nothing to a unit that came back here."""
        enemy = 1 - self.now.to_move
        if self.judge.here.sight.is_attacked(cell, enemy) or self.now.jesters[enemy * 256 + cell]:
            return False
        self.judge.trial.copy_from(self.now)
        self.judge.ahead.carry_out(RESPAWN | cell << 8)
        for way in range(8):
            if self.judge.trial.is_tomb(cell + DELTA[way]) and self.judge.ahead.sight.can_land(
                cell + DELTA[way], enemy
            ):
                return False
        self.hunter.now.copy_from(self.judge.trial)
        return not self.hunter.hunt(cell)

    def hunt(self, prey: int) -> bool:
        """Whether the side to move could capture or push the unit on a cell, its king's safety aside."""
        self.judge.forget_guards()
        self.judge.prey = prey
        self.judge.taker = 0
        self.journey.open()
        self._add_units()
        self.judge.prey = 0
        return self.judge.taker != 0

    def copy_found(self, found: IntStack) -> None:
        """Append what `generate` found."""
        count = self.judge.found.count
        found.reserve(count)
        for index in range(count):
            found.at[found.count + index] = self.judge.found.at[index]
        found.count += count

    def count(self) -> int:
        return self.judge.found.count

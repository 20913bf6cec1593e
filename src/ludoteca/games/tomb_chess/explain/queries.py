"""The questions that explanations ask of the rules, in squares from 0 to 143.

Every answer comes from the predicates that find the moves. A unit is followed through its request on the probe of
Midturn, as it is when moves are generated: `begin`, `stand`, `push`, `take_off` and at the end `finish`.
"""

from ludoteca.core import bounds
from ludoteca.games.tomb_chess import board, layout
from ludoteca.games.tomb_chess.board import CELL, SQUARE
from ludoteca.games.tomb_chess.moves.generator import Generator
from ludoteca.games.tomb_chess.state.state import State
from ludoteca.games.tomb_chess.turn.turn import Turn, WellFormed


def enemy_jesters_beside(state: State, square: int) -> list[int]:
    """T13.4: the enemy jesters that hold the unit on a square."""
    unit = state.unit_on(square)
    if layout.kind(unit) in (layout.KING, layout.JESTER):
        return []
    jester = layout.code(layout.JESTER, 1 - layout.side(unit))
    around = [board.GEOMETRY.step(square, direction) for direction in board.DIRECTIONS]
    return [beside for beside in around if beside >= 0 and layout.is_unit_of_code(state.unit_on(beside), jester)]


class Queries:
    def __init__(self, generator: Generator) -> None:
        self.generator = generator
        self.well_formed = WellFormed(self.generator.legality.turn)
        self.generator.midturn.load()
        self.generator.legality.prepare()

    # The position before the move

    def jesters_beside(self, square: int) -> list[int]:
        """T13.4: the enemy jesters that hold the unit on a square."""
        return self._jesters(square, False)

    def jesters_beside_now(self, square: int) -> list[int]:
        """The same in mid-turn."""
        return self._jesters(square, True)

    def _jesters(self, square: int, is_now: bool) -> list[int]:
        return enemy_jesters_beside(self.generator.midturn.probe if is_now else self.generator.state, square)

    def native(self, square: int) -> int:
        """T2: the movement of the kind of the unit on a square."""
        return self.generator.legality.turn.attacks.native(self.generator.state.unit_on(square))

    def movement(self, square: int) -> int:
        """T3.3: the movement of the unit on a square, with all that it is lent."""
        return self.generator.legality.turn.attacks.movement(CELL[square])

    def majorities(self, side: int) -> list[int]:
        """T11.1: the quadrants in which a side has the majority."""
        found = self.generator.state.majorities(_side(side))
        return [quadrant for quadrant in range(4) if layout.has_bit(found, quadrant)]

    def may_take(self, origin: int, target: int) -> bool:
        return self.generator.legality.turn.attacks.may_take(CELL[origin], CELL[target])

    def guards(self, square: int) -> list[int]:
        """T12.3: the pieces that protect the unit on a square before the move."""
        return self._guards(self.generator.state, self.generator.legality.turn, square)

    def guards_now(self, square: int) -> list[int]:
        """The same in mid-turn."""
        return self._guards(self.generator.midturn.probe, self.generator.midturn.turn, square)

    def _guards(self, state: State, turn: Turn, square: int) -> list[int]:
        return _squares(turn.attacks.protectors_of(CELL[square], layout.side(state.unit_on(square))))

    def attackers(self, square: int, side: int) -> list[int]:
        """The units of a side that attack a square before the move."""
        return _squares(self.generator.legality.turn.attacks.attackers_of(CELL[square], _side(side)))

    def attackers_now(self, square: int, side: int) -> list[int]:
        """The same in mid-turn."""
        return _squares(self.generator.midturn.turn.attacks.attackers_of(CELL[square], _side(side)))

    def attackers_after(self, square: int, side: int) -> list[int]:
        """The same in the position after the move that was tested last."""
        return _squares(self.generator.legality.trial_turn.attacks.attackers_of(CELL[square], _side(side)))

    def exploders_after(self, square: int, side: int) -> list[int]:
        """The units of a side that could land on a tomb, or the rook that could push a unit onto it."""
        return _squares(self.generator.legality.trial_turn.attacks.exploders_of(CELL[square], _side(side)))

    def is_checked(self) -> bool:
        """Whether the side to move is in check before the move."""
        return self.generator.legality.is_checked != 0

    def is_last_resort(self) -> bool:
        """T4.5: whether only resting units can move."""
        return self.generator.has_only_last_resort()

    def can_be_controlled(self, square: int) -> bool:
        return self.generator.abilities.can_be_controlled(CELL[square])

    def can_control(self, square: int) -> bool:
        """T14.3: whether some unit can make the enemy on a square move."""
        return self.generator.can_control(CELL[square])

    def controllers(self, square: int) -> list[int]:
        """T14.3: the units that can make the enemy on a square move."""
        return [unit for unit in range(board.SQUARES) if self.generator.controls(CELL[unit], CELL[square])]

    def can_be_breathed_on(self, dragon: int, square: int) -> bool:
        return self.generator.legality.turn.effects.can_be_breathed_on(CELL[dragon], CELL[square])

    def excess(self, corner: int, size: int) -> int:
        return self.generator.rotations.excess(CELL[corner], _size(corner, size))

    def rotation_changes(self, corner: int, size: int, quarters: int) -> bool:
        return self.generator.rotations.changes(
            CELL[corner], _size(corner, size), bounds.within(quarters, 1, 3, "a turn")
        )

    def find_spoiler(self, square: int) -> int:
        """T9.2: a move of the enemy that would do something to a unit that came back on a square, or 0."""
        return self.generator.find_spoiler(CELL[square])

    def capturers(self, square: int) -> list[int]:
        """The units of the side to move that could capture the enemy on a square in a single move."""
        own = (unit for unit in range(board.SQUARES) if self.generator.is_own_active(CELL[unit]))
        return [unit for unit in own if self.generator.could_capture(CELL[unit], CELL[square])]

    def reaches_from(self, unit: int, square: int) -> bool:
        """Whether a unit could capture in a single move on a square, were an enemy of another kind there."""
        self.begin(unit, 0)
        is_reached = self.generator.is_own_active(CELL[unit]) and self.reaches(square)
        self.finish()
        return is_reached

    def reaches(self, square: int) -> bool:
        """T14.5: whether the unit that has begun could capture in a single move on a square, were an enemy there."""
        self._check_begun()
        return self.generator.reaches(CELL[square])

    # In mid-turn

    def begin(self, origin: int, control: int) -> None:
        self.generator.midturn.begin(CELL[origin], control)

    def _check_begun(self) -> None:
        if self.generator.midturn.origin == 0:
            raise ValueError("no unit has begun its turn")

    def finish(self) -> None:
        self._check_begun()
        self.generator.midturn.finish()

    def stand(self, square: int) -> None:
        self._check_begun()
        self.generator.midturn.stand(CELL[square])

    def take_off(self) -> None:
        self.generator.midturn.take_off()

    def begun_movement(self) -> int:
        return self.generator.midturn.movement

    def begun_lifted(self) -> int:
        return self.generator.midturn.lifted

    def movement_now(self, square: int) -> int:
        return self.generator.midturn.turn.attacks.movement(CELL[square])

    def lifted_now(self, side: int) -> int:
        return self.generator.midturn.probe.majorities(_side(side))

    def unit_now(self, square: int) -> int:
        return self.generator.midturn.probe.unit_on(square)

    def wall_now(self, square: int) -> int:
        """A wall, or BLOCKED for the square where the turn began (T3.4)."""
        return self.generator.midturn.probe.wall_on(square)

    def is_tomb_now(self, square: int) -> bool:
        return self.generator.midturn.probe.is_tomb(CELL[square])

    def line(self, square: int, direction: int, movement: int, lifted: int) -> int:
        """The line of a leg (see `layout`)."""
        return self.generator.midturn.leg_line(CELL[square], _direction(direction), movement, lifted)

    def stretch(self, square: int, direction: int, reach: int, lifted: int) -> int:
        """The line of a stretch of a bounce."""
        return self.generator.midturn.line(CELL[square], _direction(direction), reach, lifted)

    def closes_between(self, square: int, direction: int, lifted: int) -> bool:
        return layout.is_diagonal(direction) and self.generator.midturn.turn.walls.closes_between(
            CELL[square], _direction(direction), lifted
        )

    def stops_beside(self, square: int, lifted: int) -> bool:
        return self.generator.midturn.turn.walls.stops_beside(CELL[square], lifted)

    def can_leap(self, square: int, leap: int, target: int, lifted: int) -> bool:
        return self.generator.midturn.can_leap_to(CELL[square], _direction(leap), CELL[target], lifted)

    def may_take_now(self, origin: int, target: int) -> bool:
        return self.generator.midturn.turn.attacks.may_take(CELL[origin], CELL[target])

    def is_beside_enemy_jester_now(self, square: int) -> bool:
        return self.generator.midturn.is_beside_enemy_jester(CELL[square])

    def check_given(self) -> tuple[int, int]:
        """T4.3: the kind of check that the unit gives where it stands now, and the square that is attacked."""
        kind = self.generator.midturn.turn.attacks.check(1 - self.generator.midturn.side)
        return kind, SQUARE[self.generator.midturn.turn.attacks.threatened]

    def checkers_now(self, side: int) -> list[int]:
        """The units that give check to a side's king in mid-turn."""
        return _squares(self.generator.midturn.turn.attacks.checkers_of(_side(side)))

    def ends_bounce(self, square: int) -> bool:
        self._check_begun()
        return self.generator.midturn.ends_bounce(CELL[square])

    def check_of_bounce(self, square: int) -> tuple[int, int, list[int]]:
        """T7.5: the check in which a unit on a bounce square leaves the enemy king: kind, square attacked, checkers."""
        self._check_begun()
        midturn = self.generator.midturn
        attacks = midturn.turn.attacks
        midturn.stand(CELL[square])
        midturn.set_bouncer(CELL[square])
        kind = attacks.check(1 - midturn.side)
        threatened = attacks.threatened
        if kind == layout.BY_TOMB:
            checkers = _squares(attacks.exploders_of(threatened, midturn.side))
        else:
            checkers = _squares(attacks.attackers_of(threatened, midturn.side))
        midturn.set_bouncer(0)
        midturn.take_off()
        return kind, SQUARE[threatened], checkers

    def touches_tomb(self, square: int) -> bool:
        return self.generator.bounces.touches_tomb(CELL[square])

    def push_length(self, square: int, direction: int, side: int) -> int:
        return self.generator.midturn.turn.pushes.length(CELL[square], _direction(direction), _side(side))

    def push(self, square: int, direction: int, side: int) -> bool:
        """Push on the probe; whether a unit died. Only `reload` takes it back."""
        return self.generator.midturn.turn.pushes.push(CELL[square], _direction(direction), _side(side))

    def reload(self) -> None:
        self.generator.midturn.load()

    def is_enemy_majority(self, quadrant: int, target: int, captured: int) -> bool:
        """T11.1 after a leg to a target, with a capture there or elsewhere (-1: none)."""
        cell = CELL[captured] if captured >= 0 else 0
        victim = self.unit_now(captured) if captured >= 0 else 0
        bounds.within(quadrant, 0, 3, "a quadrant")
        return self.generator.midturn.is_enemy_majority(quadrant, CELL[target], victim, cell)

    # After the move

    def is_legal(self, move: int) -> bool:
        return self.well_formed.is_well_formed(move) and self.generator.legality.is_legal(move)

    def is_still_checked(self) -> bool:
        """T14.8: whether the king was still in check after king's check."""
        return self.generator.legality.trial_turn.is_still_checked != 0

    def is_kings_check(self) -> bool:
        return self.generator.legality.trial_turn.is_kings_check != 0

    def king_after(self, side: int) -> int:
        return self.generator.legality.trial.king_of(side)

    def unit_after(self, square: int) -> int:
        return self.generator.legality.trial.unit_on(square)

    def check_after(self, side: int) -> tuple[int, int]:
        """The kind of check in which the move leaves a side, and the square that is attacked."""
        kind = self.generator.legality.trial_turn.attacks.check(_side(side))
        return kind, SQUARE[self.generator.legality.trial_turn.attacks.threatened]


def _squares(cells: list[int]) -> list[int]:
    return [SQUARE[cell] for cell in cells]


def _side(number: int) -> int:
    return bounds.within(number, 0, 1, "a side")


def _direction(number: int) -> int:
    return bounds.within(number, 0, 7, "a direction")


def _size(corner: int, number: int) -> int:
    """The size of a block that does not go over the edge."""
    most = board.FILES - max(corner % board.FILES, corner // board.FILES)
    return bounds.within(number, 1, most, "the size of a block")

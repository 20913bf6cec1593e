"""The questions that explanations ask of the rules, in squares from 0 to 143.

Every answer comes from the predicates that find the moves. A unit is followed through its request on the probe of
Midturn, as it is when moves are generated: `begin`, `stand`, `push`, `lift` and at the end `finish`.
"""

from ludoteca.games.tomb_chess import board, layout, tables
from ludoteca.games.tomb_chess.moves.generator import Generator


class Queries:
    def __init__(self, generator: Generator) -> None:
        self.generator = generator
        self.generator.midturn.load()
        self.generator.legality.prepare()

    # The position before the move

    def is_active(self, square: int) -> bool:
        return self.generator.legality.turn.attacks.is_active(tables.CELL[square])

    def jesters_beside(self, square: int) -> list[int]:
        """T13.4: the enemy jesters that hold the unit on a square."""
        return self._jesters(square, False)

    def jesters_beside_now(self, square: int) -> list[int]:
        """The same in mid-turn."""
        return self._jesters(square, True)

    def _jesters(self, square: int, is_now: bool) -> list[int]:
        state = self.generator.midturn.probe if is_now else self.generator.state
        unit = state.unit_on(square)
        if layout.kind(unit) in (layout.KING, layout.JESTER):
            return []
        jester = layout.code(layout.JESTER, 1 - layout.side(unit))
        around = [board.GEOMETRY.step(square, way) for way in board.WAYS]
        return [square for square in around if square >= 0 and layout.is_unit_of_code(state.unit_on(square), jester)]

    def may_take(self, origin: int, target: int) -> bool:
        return self.generator.legality.turn.attacks.may_take(tables.CELL[origin], tables.CELL[target])

    def guards(self, square: int) -> list[int]:
        """T12.3: the pieces that protect the unit on a square before the move."""
        return self._guards_of(tables.CELL[square], 0)

    def guards_now(self, square: int) -> list[int]:
        """The same in mid-turn."""
        return self._guards_of(tables.CELL[square], 1)

    def _guards_of(self, cell: int, is_now: int) -> list[int]:
        guards = [0] * 16
        if is_now:
            side = layout.side(self.generator.midturn.probe.units[cell])
            count = self.generator.midturn.turn.attacks.protectors(cell, side, 16, guards)
        else:
            side = layout.side(self.generator.state.units[cell])
            count = self.generator.legality.turn.attacks.protectors(cell, side, 16, guards)
        return [tables.SQUARE[guards[index]] for index in range(count)]

    def attackers(self, square: int, side: int) -> list[int]:
        """The units of a side that attack a square before the move."""
        return self._attackers_of(tables.CELL[square], side, 0)

    def attackers_now(self, square: int, side: int) -> list[int]:
        """The same in mid-turn."""
        return self._attackers_of(tables.CELL[square], side, 1)

    def attackers_after(self, square: int, side: int) -> list[int]:
        """The same in the position after the move that was tested last."""
        return self._attackers_of(tables.CELL[square], side, 2)

    def _attackers_of(self, cell: int, side: int, when: int) -> list[int]:
        attackers = [0] * 16
        if when == 0:
            count = self.generator.legality.turn.attacks.attackers(cell, side, attackers)
        elif when == 1:
            count = self.generator.midturn.turn.attacks.attackers(cell, side, attackers)
        else:
            count = self.generator.legality.trial_turn.attacks.attackers(cell, side, attackers)
        return [tables.SQUARE[attackers[index]] for index in range(count)]

    def landers_after(self, square: int, side: int) -> list[int]:
        """The units of a side that could land on a tomb, or the rook that could push a unit onto it."""
        return self._landers_of(tables.CELL[square], side)

    def _landers_of(self, cell: int, side: int) -> list[int]:
        attackers = [0] * 16
        count = self.generator.legality.trial_turn.attacks.landers(cell, side, attackers)
        if count == 0:
            rook = self.generator.legality.trial_turn.attacks.pusher_onto(cell, side)
            return [tables.SQUARE[rook]] if rook else []
        return [tables.SQUARE[attackers[index]] for index in range(count)]

    def is_checked(self) -> bool:
        """Whether the side to move is in check before the move."""
        return self.generator.legality.is_checked != 0

    def can_be_controlled(self, square: int) -> bool:
        return self.generator.abilities.can_be_controlled(tables.CELL[square])

    def can_control(self, square: int) -> bool:
        return self.generator.abilities.can_control(tables.CELL[square])

    def can_be_breathed_on(self, dragon: int, square: int) -> bool:
        return self.generator.legality.turn.effects.can_be_breathed_on(tables.CELL[dragon], tables.CELL[square])

    def excess(self, corner: int, size: int) -> int:
        return self.generator.rotations.excess(tables.CELL[corner], size)

    def rotation_changes(self, corner: int, size: int, quarters: int) -> bool:
        return self.generator.rotations.changes(tables.CELL[corner], size, quarters)

    def is_peaceful(self, square: int) -> bool:
        return self.generator.is_peaceful(tables.CELL[square])

    def respawn_attacker(self) -> int:
        """Who could capture or push the unit when `is_peaceful` said no, for no other reason of T9.2."""
        return tables.SQUARE[self.generator.enemy_generator.legality.respawn_attacker]

    # On the way

    def begin(self, origin: int, mind: int) -> None:
        self.generator.midturn.begin(tables.CELL[origin], mind)

    def finish(self) -> None:
        self.generator.midturn.finish()

    def stand(self, square: int) -> None:
        self.generator.midturn.stand(tables.CELL[square])

    def lift(self) -> None:
        self.generator.midturn.lift()

    def begun_movement(self) -> int:
        return self.generator.midturn.movement

    def begun_lifted(self) -> int:
        return self.generator.midturn.lifted

    def movement_now(self, square: int) -> int:
        return self.generator.midturn.turn.attacks.movement(tables.CELL[square])

    def lifted_now(self, side: int) -> int:
        return self.generator.midturn.probe.majorities(side)

    def unit_now(self, square: int) -> int:
        return self.generator.midturn.probe.units[tables.CELL[square]]

    def wall_now(self, square: int) -> int:
        """A wall, or BLOCKED for the square where the turn began (T3.4)."""
        return self.generator.midturn.probe.walls[tables.CELL[square]]

    def is_tomb_now(self, square: int) -> bool:
        return self.generator.midturn.probe.is_tomb(tables.CELL[square])

    def line(self, square: int, way: int, movement: int, lifted: int) -> int:
        """The line of a leg (see `layout`)."""
        return self.generator.midturn.leg_line(tables.CELL[square], way, movement, lifted)

    def stretch(self, square: int, way: int, reach: int, lifted: int) -> int:
        """The line of a stretch of a bounce."""
        return self.generator.midturn.line(tables.CELL[square], way, reach, lifted)

    def closes_between(self, square: int, way: int, lifted: int) -> bool:
        return layout.is_diagonal(way) and self.generator.midturn.turn.walls.closes_between(
            tables.CELL[square], way, lifted
        )

    def stops_beside(self, square: int, lifted: int) -> bool:
        return self.generator.midturn.turn.walls.stops_beside(tables.CELL[square], lifted)

    def can_leap(self, square: int, leap: int, target: int, lifted: int) -> bool:
        return self.generator.midturn.can_leap_to(tables.CELL[square], leap, tables.CELL[target], lifted)

    def may_take_now(self, origin: int, target: int) -> bool:
        return self.generator.midturn.turn.attacks.may_take(tables.CELL[origin], tables.CELL[target])

    def is_beside_enemy_jester_now(self, square: int) -> bool:
        return self.generator.midturn.is_beside_enemy_jester(tables.CELL[square])

    def gives_check(self, square: int) -> tuple[int, int]:
        """T4.3: of the unit that stands there, the kind of check it leaves, and the square that is attacked."""
        kind = self.generator.midturn.turn.attacks.check(1 - self.generator.midturn.side)
        return kind, tables.SQUARE[self.generator.midturn.turn.attacks.threatened]

    def ends_bounce(self, square: int) -> bool:
        return self.generator.midturn.ends_bounce(tables.CELL[square])

    def check_of_bounce(self, square: int) -> tuple[int, int, list[int]]:
        """T7.5: the check in which a unit on a bounce square leaves the enemy king: kind, square attacked, checkers."""
        return self._check_of_bounce(tables.CELL[square])

    def _check_of_bounce(self, cell: int) -> tuple[int, int, list[int]]:
        attackers = [0] * 16
        side = self.generator.midturn.side
        self.generator.midturn.stand(cell)
        self.generator.midturn.hold(cell)
        kind = self.generator.midturn.turn.attacks.check(1 - side)
        threatened = self.generator.midturn.turn.attacks.threatened
        if kind == layout.BY_TOMB:
            count = self.generator.midturn.turn.attacks.landers(threatened, side, attackers)
            if count == 0:
                attackers[0] = self.generator.midturn.turn.attacks.pusher_onto(threatened, side)
                count = 1
        else:
            count = self.generator.midturn.turn.attacks.attackers(threatened, side, attackers)
        self.generator.midturn.hold(0)
        self.generator.midturn.lift()
        return kind, tables.SQUARE[threatened], [tables.SQUARE[attackers[index]] for index in range(count)]

    def touches_tomb(self, square: int) -> bool:
        return self.generator.bounces.touches_tomb(tables.CELL[square])

    def push_length(self, square: int, way: int, side: int) -> int:
        return self.generator.midturn.turn.pushes.length(tables.CELL[square], way, side)

    def push(self, square: int, way: int, side: int) -> bool:
        """Push on the probe; whether a unit died. Only `reload` takes it back."""
        return self.generator.midturn.turn.pushes.push(tables.CELL[square], way, side)

    def reload(self) -> None:
        self.generator.midturn.load()

    def is_held_by_enemy(self, quadrant: int, target: int, captured: int) -> bool:
        """T11.1 after a leg to a target, with a capture there or elsewhere (-1: none)."""
        cell = tables.CELL[captured] if captured >= 0 else 0
        victim = self.generator.midturn.probe.units[cell] if captured >= 0 else 0
        return self.generator.midturn.is_held_by_enemy(quadrant, tables.CELL[target], victim, cell)

    # After the move

    def is_legal(self, move: int) -> bool:
        return self.generator.legality.is_legal(move)

    def is_still_attacked(self) -> bool:
        """T14.8: whether the king was still attacked after its check."""
        return self.generator.legality.trial_turn.is_still_attacked != 0

    def is_kings_check(self) -> bool:
        return self.generator.legality.trial_turn.is_kings_check != 0

    def king_after(self, side: int) -> int:
        return self.generator.legality.trial.king_of(side)

    def unit_after(self, square: int) -> int:
        return self.generator.legality.trial.units[tables.CELL[square]]

    def check_after(self, side: int) -> tuple[int, int]:
        """The kind of check in which the move leaves a side, and the square that is attacked."""
        kind = self.generator.legality.trial_turn.attacks.check(side)
        return kind, tables.SQUARE[self.generator.legality.trial_turn.attacks.threatened]

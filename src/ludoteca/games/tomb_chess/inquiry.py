"""The questions that explanations ask of the rules, in squares from 0 to 143.

Every answer comes from the predicates that find the moves. A unit is followed through its wish on the journey's probe,
as it is when moves are found: `depart`, `stand`, `push`, `lift` and at the end `come_back`.
"""

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.moves import Moves

CELL = board.CELL
SQUARE = board.SQUARE
UNIT_AHEAD, EDGE_AHEAD, IN_REACH = 16, 32, 64
BY_TOMB = 3


class Inquiry:
    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.moves.journey.open()
        self.moves.judge.survey()

    # The position before the move

    def is_active(self, square: int) -> bool:
        return self.moves.judge.here.sight.is_active(CELL[square])

    def jesters_beside(self, square: int) -> list[int]:
        """T13.4: the enemy jesters that hold the unit on a square."""
        return self._jesters(square, False)

    def jesters_beside_now(self, square: int) -> list[int]:
        """The same in mid-turn."""
        return self._jesters(square, True)

    def _jesters(self, square: int, is_now: bool) -> list[int]:
        state = self.moves.journey.probe if is_now else self.moves.now
        unit = state.unit_on(square)
        if unit & 7 in (board.KING, board.JESTER):
            return []
        holder = board.UNIT | board.JESTER | (8 if unit & 8 == 0 else 0)
        near = [board.GEOMETRY.step(square, way) for way in board.WAYS]
        return [square for square in near if square >= 0 and state.unit_on(square) & 31 == holder]

    def may_engage(self, origin: int, target: int) -> bool:
        return self.moves.judge.here.sight.may_engage(CELL[origin], CELL[target])

    def guards(self, square: int) -> list[int]:
        """T12.3: the pieces that protect the unit on a square before the move."""
        return self._guards_of(CELL[square], 0)

    def guards_now(self, square: int) -> list[int]:
        """The same in mid-turn."""
        return self._guards_of(CELL[square], 1)

    def _guards_of(self, cell: int, is_now: int) -> list[int]:
        guards = [0] * 16
        if is_now:
            side = self.moves.journey.probe.units[cell] >> 3 & 1
            count = self.moves.journey.turn.sight.protectors(cell, side, 16, guards)
        else:
            side = self.moves.now.units[cell] >> 3 & 1
            count = self.moves.judge.here.sight.protectors(cell, side, 16, guards)
        return [SQUARE[guards[index]] for index in range(count)]

    def attackers(self, square: int, side: int) -> list[int]:
        """The units of a side that attack a square before the move."""
        return self._attackers_of(CELL[square], side, 0)

    def attackers_now(self, square: int, side: int) -> list[int]:
        """The same in mid-turn."""
        return self._attackers_of(CELL[square], side, 1)

    def attackers_after(self, square: int, side: int) -> list[int]:
        """The same in the position after the move that was judged last."""
        return self._attackers_of(CELL[square], side, 2)

    def _attackers_of(self, cell: int, side: int, when: int) -> list[int]:
        strikers = [0] * 16
        if when == 0:
            count = self.moves.judge.here.sight.attackers(cell, side, strikers)
        elif when == 1:
            count = self.moves.journey.turn.sight.attackers(cell, side, strikers)
        else:
            count = self.moves.judge.ahead.sight.attackers(cell, side, strikers)
        return [SQUARE[strikers[index]] for index in range(count)]

    def landers_after(self, square: int, side: int) -> list[int]:
        """The units of a side that could land on a tomb, or the rook that could push a unit onto it."""
        return self._landers_of(CELL[square], side)

    def _landers_of(self, cell: int, side: int) -> list[int]:
        strikers = [0] * 16
        count = self.moves.judge.ahead.sight.landers(cell, side, strikers)
        if count == 0:
            rook = self.moves.judge.ahead.sight.pusher_onto(cell, side)
            return [SQUARE[rook]] if rook else []
        return [SQUARE[strikers[index]] for index in range(count)]

    def is_checked(self) -> bool:
        """Whether the side to move is in check before the move."""
        return self.moves.judge.is_checked != 0

    def can_be_controlled(self, square: int) -> bool:
        return self.moves.abilities.can_be_controlled(CELL[square])

    def can_control(self, square: int) -> bool:
        return self.moves.abilities.can_control(CELL[square])

    def recapturers(self, origin: int, target: int) -> bool:
        """T14.3: whether a unit that captured another would be attacked there."""
        return self.moves.abilities.is_recaptured(CELL[origin], CELL[target])

    def can_be_breathed_on(self, dragon: int, square: int) -> bool:
        return self.moves.judge.here.deeds.can_be_breathed_on(CELL[dragon], CELL[square])

    def excess(self, corner: int, size: int) -> int:
        return self.moves.rotations.excess(CELL[corner], size)

    def rotation_changes(self, corner: int, size: int, quarters: int) -> bool:
        return self.moves.rotations.changes(CELL[corner], size, quarters)

    def is_peaceful(self, square: int) -> bool:
        return self.moves.is_peaceful(CELL[square])

    def taker(self) -> int:
        """Who could capture or push the unit when `is_peaceful` said no, for no other reason of T9.2."""
        return SQUARE[self.moves.hunter.judge.taker]

    # On the way

    def depart(self, origin: int, flags: int) -> None:
        self.moves.journey.depart(CELL[origin], flags)

    def come_back(self) -> None:
        self.moves.journey.come_back()

    def stand(self, square: int) -> None:
        self.moves.journey.stand(CELL[square])

    def lift(self) -> None:
        self.moves.journey.lift()

    def begun_movement(self) -> int:
        return self.moves.journey.movement

    def begun_lifts(self) -> int:
        return self.moves.journey.lifts

    def movement_now(self, square: int) -> int:
        return self.moves.journey.turn.sight.movement(CELL[square])

    def lifts_now(self, side: int) -> int:
        return self.moves.journey.probe.majorities(side)

    def unit_now(self, square: int) -> int:
        return self.moves.journey.probe.units[CELL[square]]

    def wall_now(self, square: int) -> int:
        """A wall, or board.BLOCKED for the square where the turn began (T3.4)."""
        return self.moves.journey.probe.walls[CELL[square]]

    def is_tomb_now(self, square: int) -> bool:
        return self.moves.journey.probe.is_tomb(CELL[square])

    def line(self, square: int, way: int, movement: int, lifts: int) -> int:
        """How many empty squares a leg may enter; 100 more if it may capture on the next."""
        line = self.moves.journey.leg_line(CELL[square], way, movement, lifts)
        return (line & 15) + (100 if line & IN_REACH else 0)

    def stretch(self, square: int, way: int, reach: int, lifts: int) -> int:
        """The same for a stretch of a bounce; 200 more if there is something to bounce off."""
        line = self.moves.journey.line(CELL[square], way, reach, lifts)
        obstacle = 200 if line & (UNIT_AHEAD | EDGE_AHEAD) else 0
        return (line & 15) + (100 if line & IN_REACH else 0) + obstacle

    def closes_between(self, square: int, way: int, lifts: int) -> bool:
        return way & 1 == 1 and self.moves.journey.turn.walls.closes_between(CELL[square], way, lifts)

    def stops_beside(self, square: int, lifts: int) -> bool:
        return self.moves.journey.turn.walls.stops_beside(CELL[square], lifts)

    def can_leap(self, square: int, leap: int, target: int, lifts: int) -> bool:
        return self.moves.journey.can_leap_to(CELL[square], leap, CELL[target], lifts)

    def may_engage_now(self, origin: int, target: int) -> bool:
        return self.moves.journey.turn.sight.may_engage(CELL[origin], CELL[target])

    def is_spellbound_now(self, square: int) -> bool:
        return self.moves.journey.is_spellbound(CELL[square])

    def gives_check(self, square: int) -> tuple[int, int]:
        """T4.3: of the unit that stands there, the kind of check it leaves, and the square to blame."""
        kind = self.moves.journey.turn.sight.check(1 - self.moves.journey.side)
        return kind, SQUARE[self.moves.journey.turn.sight.culprit]

    def ends_bounce(self, square: int) -> bool:
        return self.moves.journey.ends_bounce(CELL[square])

    def check_of_bounce(self, square: int) -> tuple[int, int, list[int]]:
        """T7.5: the check in which a unit on a bounce square leaves the enemy king: kind, square to blame, checkers."""
        return self._check_of_bounce(CELL[square])

    def _check_of_bounce(self, cell: int) -> tuple[int, int, list[int]]:
        strikers = [0] * 16
        side = self.moves.journey.side
        self.moves.journey.stand(cell)
        self.moves.journey.hold(cell)
        kind = self.moves.journey.turn.sight.check(1 - side)
        culprit = self.moves.journey.turn.sight.culprit
        if kind == BY_TOMB:
            count = self.moves.journey.turn.sight.landers(culprit, side, strikers)
            if count == 0:
                strikers[0] = self.moves.journey.turn.sight.pusher_onto(culprit, side)
                count = 1
        else:
            count = self.moves.journey.turn.sight.attackers(culprit, side, strikers)
        self.moves.journey.hold(0)
        self.moves.journey.lift()
        return kind, SQUARE[culprit], [SQUARE[strikers[index]] for index in range(count)]

    def touches_tomb(self, square: int) -> bool:
        return self.moves.bounces.touches_tomb(CELL[square])

    def push_length(self, square: int, way: int, side: int) -> int:
        return self.moves.journey.turn.pushes.length(CELL[square], way, side)

    def push(self, square: int, way: int, side: int) -> bool:
        """Push on the probe; whether a unit died. There is no coming back but `reopen`."""
        return self.moves.journey.turn.pushes.push(CELL[square], way, side)

    def reopen(self) -> None:
        self.moves.journey.open()

    def is_held_by_enemy(self, quadrant: int, target: int, captured: int) -> bool:
        """T11.1 after a leg to a target, with a capture there or elsewhere (-1: none)."""
        cell = CELL[captured] if captured >= 0 else 0
        victim = self.moves.journey.probe.units[cell] if captured >= 0 else 0
        return self.moves.journey.is_held_by_enemy(quadrant, CELL[target], victim, cell)

    # After the move

    def is_legal(self, move: int) -> bool:
        return self.moves.judge.is_legal(move)

    def is_foul(self) -> bool:
        """T14.8: whether the king was still attacked after its check."""
        return self.moves.judge.ahead.is_foul != 0

    def is_kings_check(self) -> bool:
        return self.moves.judge.ahead.is_kings_check != 0

    def king_after(self, side: int) -> int:
        return self.moves.judge.trial.king_of(side)

    def unit_after(self, square: int) -> int:
        return self.moves.judge.trial.units[CELL[square]]

    def check_after(self, side: int) -> tuple[int, int]:
        """The kind of check in which the move leaves a side, and the square to blame."""
        kind = self.moves.judge.ahead.sight.check(side)
        return kind, SQUARE[self.moves.judge.ahead.sight.culprit]

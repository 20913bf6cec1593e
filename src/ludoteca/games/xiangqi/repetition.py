"""X3.1 to X3.3: who is to blame when a position comes back for the third time."""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.games.xiangqi import layout, tables
from ludoteca.games.xiangqi.pieces import Pieces

NO_LOSER = -1


class Repetition:
    """The moves of a cycle, replayed and weighed by the Asian rules.

    `always_checks` and `chased` have an entry a side: whether each of its moves gave check, and the enemy pieces (a
    bit a slot) that each of its moves chased. `new_threats` has every threat that a move made, as `layout` packs it.
    """

    loser: int
    new_threats: IntStack

    def __init__(self) -> None:
        self.loser = NO_LOSER
        self.always_checks = [0] * 2
        self.chased = [0] * 2
        self.before = [0] * 16
        self.after = [0] * 16
        self.new_threats = IntStack()

    def find_loser(self, pieces: Pieces, played: IntStack, undos: IntStack, length: int) -> int:
        """The side that loses by the last `length` moves, or NO_LOSER; `pieces` comes back as it was."""
        self.weigh(pieces, played, undos, length)
        self.loser = self._loser()
        return self.loser

    def weigh(self, pieces: Pieces, played: IntStack, undos: IntStack, length: int) -> None:
        """Who gave check and chased with each of the last `length` moves; `pieces` comes back as it was."""
        last = played.count
        for ply in range(last - 1, last - length - 1, -1):
            pieces.unmake(layout.origin(played.at[ply]), layout.target(played.at[ply]), layout.captured(undos.at[ply]))
        self.new_threats.clear()
        for side in range(2):
            self.always_checks[side] = 1
            self.chased[side] = 65535
        for ply in range(last - length, last):
            if self.always_checks[0] | self.always_checks[1] | self.chased[0] | self.chased[1]:
                self._replay_move(
                    pieces, layout.origin(played.at[ply]), layout.target(played.at[ply]), ply - last + length
                )
            else:
                # Nobody is to blame, whatever follows.
                pieces.make(layout.origin(played.at[ply]), layout.target(played.at[ply]))

    def _loser(self) -> int:
        if self.always_checks[0] != self.always_checks[1]:
            return 0 if self.always_checks[0] else 1
        if self.always_checks[0]:
            return NO_LOSER
        if (self.chased[0] != 0) != (self.chased[1] != 0):
            return 0 if self.chased[0] else 1
        return NO_LOSER

    def _replay_move(self, pieces: Pieces, origin: int, target: int, ply: int) -> None:
        """Make one move of the cycle: does it check, and which threats does it make by a new attack?

        What was aimed at before the move is no new attack, even if a check or a pin forbade the capture then.
        """
        side = layout.side(pieces.slots[origin])
        self._find_aims(pieces, side, self.before)
        pieces.make(origin, target)
        self._find_threats(pieces, side, self.after)
        if not pieces.is_attacked(1 - side):
            self.always_checks[side] = 0
        victims = 0
        for attacker in range(16):
            fresh = self.after[attacker] & ~self.before[attacker]
            victims |= fresh
            for victim in range(16):
                if fresh >> victim & 1:
                    self.new_threats.push(layout.threat(ply, side * 16 + attacker, 16 - side * 16 + victim))
        self.chased[side] &= victims

    def _find_aims(self, pieces: Pieces, side: int, aims: list[int]) -> None:
        """For each piece of a side, the enemy pieces that it could capture, its general's safety aside."""
        for attacker in range(16):
            aims[attacker] = 0
            for victim in range(16):
                if self._is_aim(pieces, side * 16 + attacker, 16 - side * 16 + victim):
                    aims[attacker] |= 1 << victim

    def _find_threats(self, pieces: Pieces, side: int, threats: list[int]) -> None:
        """For each piece of a side, the enemy pieces that it could capture for nothing."""
        for attacker in range(16):
            threats[attacker] = 0
            for victim in range(16):
                if self._is_threat(pieces, side * 16 + attacker, 16 - side * 16 + victim):
                    threats[attacker] |= 1 << victim

    def _is_aim(self, pieces: Pieces, attacker: int, victim: int) -> bool:
        origin = pieces.points[attacker]
        target = pieces.points[victim]
        if origin == layout.NOWHERE or target == layout.NOWHERE:
            return False
        return self._can_be_chase(attacker, victim, target) and pieces.can_reach(origin, target)

    def _is_threat(self, pieces: Pieces, attacker: int, victim: int) -> bool:
        """X3.2, for one attacker and one victim."""
        origin = pieces.points[attacker]
        target = pieces.points[victim]
        if not self._is_aim(pieces, attacker, victim) or not pieces.is_safe_after(
            layout.side(attacker), origin, target
        ):
            return False
        if tables.KIND[attacker] == tables.KIND[victim] and self._can_capture(pieces, target, origin):
            return False
        if tables.KIND[victim] == layout.CART and (
            tables.KIND[attacker] == layout.HORSE or tables.KIND[attacker] == layout.CANNON
        ):
            return True
        return not self._is_protected(pieces, origin, target)

    def _can_be_chase(self, attacker: int, victim: int, target: int) -> bool:
        """Generals and pawns do not chase; generals and pawns on their own bank are not chased."""
        if (
            tables.KIND[attacker] == layout.GENERAL
            or tables.KIND[attacker] == layout.PAWN
            or tables.KIND[victim] == layout.GENERAL
        ):
            return False
        if tables.KIND[victim] != layout.PAWN:
            return True
        is_on_red_bank = target < 45
        return is_on_red_bank if layout.side(victim) else not is_on_red_bank

    def _is_protected(self, pieces: Pieces, origin: int, target: int) -> bool:
        """Whether what captures on `target` could be captured there in turn."""
        defenders = layout.side(pieces.slots[target]) * 16
        captured = pieces.try_move(origin, target)
        is_protected = False
        for slot in range(defenders, defenders + 16):
            point = pieces.points[slot]
            if point != layout.NOWHERE and self._can_capture(pieces, point, target):
                is_protected = True
                break
        pieces.take_back(origin, target, captured)
        return is_protected

    def _can_capture(self, pieces: Pieces, origin: int, target: int) -> bool:
        side = layout.side(pieces.slots[origin])
        return pieces.can_reach(origin, target) and pieces.is_safe_after(side, origin, target)

    def chased_slots(self, side: int) -> list[int]:
        """The slots of the enemy pieces that every move of a side chased."""
        victims = self.chased[bounds.within(side, 0, 1, "a side")]
        return [16 - side * 16 + slot for slot in range(16) if victims >> slot & 1]

    def checks_always(self, side: int) -> bool:
        return self.always_checks[bounds.within(side, 0, 1, "a side")] != 0

    def chasers(self, victim: int) -> list[tuple[int, int]]:
        """Ply in the cycle and slot of each attacker that newly threatened the victim."""
        return [
            (layout.threat_ply(threat), layout.threat_attacker(threat))
            for threat in self.new_threats.as_list()
            if layout.threat_victim(threat) == victim
        ]

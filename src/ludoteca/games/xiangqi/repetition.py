"""X3.1 to X3.3: who is to blame when a position comes back for the third time."""

from ludoteca.core.words import Words
from ludoteca.games.xiangqi import board
from ludoteca.games.xiangqi.pieces import Pieces

NOBODY = -1
GENERAL, HORSE, CART, CANNON, PAWN = board.GENERAL, board.HORSE, board.CART, board.CANNON, board.PAWN
NOWHERE = board.NOWHERE
KIND = [board.SLOT_KIND[slot % 16] for slot in range(32)]


class Repetition:
    """The moves of a cycle, replayed and judged by the Asian rules.

    `always_checks` and `chased` have an entry a side: whether each of its moves gave check, and the enemy pieces (a
    bit a slot) that each of its moves chased. `new_threats` tells every threat a move made: the ply in the cycle,
    the attacker's slot and the victim's, as ply * 1024 + attacker * 32 + victim.
    """

    loser: int
    new_threats: Words

    def __init__(self) -> None:
        self.loser = NOBODY
        self.always_checks = [0] * 2
        self.chased = [0] * 2
        self.before = [0] * 16
        self.after = [0] * 16
        self.new_threats = Words()

    def judge(self, pieces: Pieces, played: Words, undos: Words, length: int) -> int:
        """The side that loses by the last `length` moves, or NOBODY; `pieces` comes back as it was."""
        last = played.count
        for ply in range(last - 1, last - length - 1, -1):
            pieces.unmake(played.at[ply] >> 7, played.at[ply] & 127, undos.at[ply] >> 16)
        self.new_threats.clear()
        for side in range(2):
            self.always_checks[side] = 1
            self.chased[side] = 65535
        for ply in range(last - length, last):
            self._weigh_move(pieces, played.at[ply] >> 7, played.at[ply] & 127, ply - last + length)
        self.loser = self._find_loser()
        return self.loser

    def _find_loser(self) -> int:
        if self.always_checks[0] != self.always_checks[1]:
            return 0 if self.always_checks[0] else 1
        if self.always_checks[0]:
            return NOBODY
        if (self.chased[0] != 0) != (self.chased[1] != 0):
            return 0 if self.chased[0] else 1
        return NOBODY

    def _weigh_move(self, pieces: Pieces, origin: int, target: int, ply: int) -> None:
        """Make one move of the cycle: does it check, and which threats does it make by a new attack?

        What was aimed at before the move is no new attack, even if a check or a pin forbade the capture then.
        """
        side = pieces.slots[origin] >> 4
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
                    self.new_threats.push(ply * 1024 + (side * 16 + attacker) * 32 + (16 - side * 16) + victim)
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
        if origin == NOWHERE or target == NOWHERE:
            return False
        return self._can_be_chase(attacker, victim, target) and pieces.can_reach(origin, target)

    def _is_threat(self, pieces: Pieces, attacker: int, victim: int) -> bool:
        """X3.2, for one attacker and one victim."""
        origin = pieces.points[attacker]
        target = pieces.points[victim]
        if not self._is_aim(pieces, attacker, victim) or not pieces.is_safe_after(attacker >> 4, origin, target):
            return False
        if KIND[attacker] == KIND[victim] and self._can_capture(pieces, target, origin):
            return False
        if KIND[victim] == CART and (KIND[attacker] == HORSE or KIND[attacker] == CANNON):
            return True
        return not self._is_protected(pieces, origin, target)

    def _can_be_chase(self, attacker: int, victim: int, target: int) -> bool:
        """Generals and pawns do not chase; generals and pawns on their own bank are not chased."""
        if KIND[attacker] == GENERAL or KIND[attacker] == PAWN or KIND[victim] == GENERAL:
            return False
        if KIND[victim] != PAWN:
            return True
        is_on_red_bank = target < 45
        return is_on_red_bank if victim >> 4 else not is_on_red_bank

    def _is_protected(self, pieces: Pieces, origin: int, target: int) -> bool:
        """Whether what captures on `target` could be captured there in turn."""
        defenders = pieces.slots[target] & 16
        captured = pieces.try_move(origin, target)
        is_protected = False
        for slot in range(defenders, defenders + 16):
            point = pieces.points[slot]
            if point != NOWHERE and self._can_capture(pieces, point, target):
                is_protected = True
                break
        pieces.take_back(origin, target, captured)
        return is_protected

    def _can_capture(self, pieces: Pieces, origin: int, target: int) -> bool:
        side = pieces.slots[origin] >> 4
        return pieces.can_reach(origin, target) and pieces.is_safe_after(side, origin, target)

    def chased_slots(self, side: int) -> list[int]:
        """The slots of the enemy pieces that every move of a side chased."""
        victims = self.chased[side]
        return [16 - side * 16 + slot for slot in range(16) if victims >> slot & 1]

    def checks_always(self, side: int) -> bool:
        return self.always_checks[side] != 0

    def chasers(self, victim: int) -> list[tuple[int, int]]:
        """Ply in the cycle and slot of each attacker that newly threatened the victim."""
        told = self.new_threats.as_list()
        return [(threat >> 10, threat >> 5 & 31) for threat in told if threat & 31 == victim]

"""The pieces on the board: how they move, capture and check (X1, X2.2, X2.3).

Each rank and each file is a word with a bit for every piece on it, one word a side. What a cart or a cannon reaches
along such a line is looked up in a table, and so are all steps, with the point between that must be empty.
"""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.games.xiangqi import layout, tables

MAX_MOVES = 160
"""No side has so many: 2 carts and 2 cannons have 17 each, 2 horses 8, 2 elephants and guards 4, 5 pawns 3, 4."""


class Pieces:
    """Where every piece is. Sides are 0 for Red and 1 for Black; `has_flying_general` is whether X2.2 holds."""

    hash: int
    has_flying_general: bool

    def __init__(self, has_flying_general: bool = True) -> None:
        self.has_flying_general = has_flying_general
        self.slots = [layout.EMPTY] * 92
        self.slots[layout.NOWHERE] = layout.NOBODY
        self.points = [layout.NOWHERE] * 32
        self.ranks = [0] * 20
        self.files = [0] * 18
        self.hash = 0
        self.crossing_pieces = 0
        self.pinned = 0
        self.is_checked = 0
        self.analysed_side = layout.NOBODY
        self.analysed_hash = 0
        self.closed_rank = 0
        self.closed_file = 0
        self.general_rank = 0
        self.general_file = 0
        self.check_number = 0
        self.evasion_points = [0] * 92

    # Setting up and looking on

    def put(self, piece: int, point: int) -> bool:
        """Set a piece up on an empty point; False when the side has no more of its kind."""
        if self.piece_at(point) >= 0:
            raise ValueError(f"there is a piece on point {point}")
        for slot in range(32):
            if tables.PIECE[slot] == piece and self.points[slot] == layout.NOWHERE:
                self.slots[point] = slot
                self.points[slot] = point
                self._flip_bits(layout.side(slot), point)
                self.hash ^= tables.PIECE_KEYS[piece * 90 + point]
                self.crossing_pieces += self._can_cross(slot)
                return True
        return False

    def piece_at(self, point: int) -> int:
        """The piece on a point, as an index of LETTERS, or -1."""
        if point < 0 or point >= layout.NOWHERE:
            raise ValueError(f"there is no point {point}")
        slot = self.slots[point]
        return -1 if slot == layout.EMPTY else tables.PIECE[slot]

    def copy(self) -> "Pieces":
        copied = Pieces(self.has_flying_general)
        copied.slots[:] = self.slots
        copied.points[:] = self.points
        copied.ranks[:] = self.ranks
        copied.files[:] = self.files
        copied.hash = self.hash
        copied.crossing_pieces = self.crossing_pieces
        return copied

    def _can_cross(self, slot: int) -> int:
        """X3.5: carts, horses, cannons and pawns can cross the river."""
        return 1 if layout.index_in_side(slot) >= layout.FIRST_HORSE else 0

    # Moving

    def make(self, origin: int, target: int) -> int:
        """Move a piece; what stood on the target, or layout.EMPTY."""
        slot = self.slots[origin]
        captured = self.slots[target]
        if captured != layout.EMPTY:
            self._flip_bits(layout.side(captured), target)
            self.points[captured] = layout.NOWHERE
            self.hash ^= tables.PIECE_KEYS[tables.PIECE[captured] * 90 + target]
            self.crossing_pieces -= self._can_cross(captured)
        self._shift(slot, origin, target)
        self.hash ^= (
            tables.PIECE_KEYS[tables.PIECE[slot] * 90 + origin] ^ tables.PIECE_KEYS[tables.PIECE[slot] * 90 + target]
        )
        return captured

    def unmake(self, origin: int, target: int, captured: int) -> None:
        slot = self.slots[target]
        self._shift(slot, target, origin)
        self.hash ^= (
            tables.PIECE_KEYS[tables.PIECE[slot] * 90 + origin] ^ tables.PIECE_KEYS[tables.PIECE[slot] * 90 + target]
        )
        if captured != layout.EMPTY:
            self._put_back(captured, target)
            self.hash ^= tables.PIECE_KEYS[tables.PIECE[captured] * 90 + target]
            self.crossing_pieces += self._can_cross(captured)

    def _shift(self, slot: int, origin: int, target: int) -> None:
        self.slots[origin] = layout.EMPTY
        self.slots[target] = slot
        self.points[slot] = target
        self._flip_bits(layout.side(slot), origin)
        self._flip_bits(layout.side(slot), target)

    def _put_back(self, captured: int, point: int) -> None:
        self.slots[point] = captured
        self.points[captured] = point
        self._flip_bits(layout.side(captured), point)

    def _flip_bits(self, side: int, point: int) -> None:
        self.ranks[side * 10 + tables.RANK[point]] ^= 1 << tables.FILE[point]
        self.files[side * 9 + tables.FILE[point]] ^= 1 << tables.RANK[point]

    def try_move(self, origin: int, target: int) -> int:
        """Move without keeping the hash; `take_back` with the answer undoes it."""
        captured = self.slots[target]
        if captured != layout.EMPTY:
            self._flip_bits(layout.side(captured), target)
            self.points[captured] = layout.NOWHERE
        self._shift(self.slots[origin], origin, target)
        return captured

    def take_back(self, origin: int, target: int, captured: int) -> None:
        self._shift(self.slots[target], target, origin)
        if captured != layout.EMPTY:
            self._put_back(captured, target)

    # Legal moves

    def add_moves(self, side: int, found: IntStack) -> None:
        """Append every legal move of a side."""
        self._find_checks_and_pins(side)
        found.reserve(MAX_MOVES)
        for rank in range(10):
            bits = self.ranks[side * 10 + rank]
            while bits:
                origin = rank * 9 + tables.LOWEST[bits]
                bits &= bits - 1
                slot = self.slots[origin]
                if tables.KIND[slot] == layout.CART or tables.KIND[slot] == layout.CANNON:
                    self._add_line_moves(side, slot, origin, found)
                else:
                    self._add_steps(side, slot, origin, found)

    def _add_steps(self, side: int, slot: int, origin: int, found: IntStack) -> None:
        """X1.2, X1.5 to X1.8: to a point that holds no friend, past a point that is empty."""
        is_free = self._is_free(slot)
        begin = tables.PIECE[slot] * 90 + origin
        for index in range(tables.STEP_BEGINS[begin], tables.STEP_BEGINS[begin + 1]):
            target = layout.step_target(tables.STEPS[index])
            if (
                layout.side(self.slots[target]) == side
                or self.slots[layout.step_between(tables.STEPS[index])] != layout.EMPTY
            ):
                continue
            if is_free or self._is_allowed(side, slot, origin, target):
                self._append(found, origin, target)

    def _add_line_moves(self, side: int, slot: int, origin: int, found: IntStack) -> None:
        """X1.3, X1.4: along the rank and the file."""
        is_free = self._is_free(slot)
        along_file = self.file_targets(side, slot, origin)
        along_rank = self.rank_targets(side, slot, origin)
        while along_file:
            target = tables.LOWEST[along_file] * 9 + tables.FILE[origin]
            along_file &= along_file - 1
            if is_free or self._is_allowed(side, slot, origin, target):
                self._append(found, origin, target)
        while along_rank:
            target = tables.RANK[origin] * 9 + tables.LOWEST[along_rank]
            along_rank &= along_rank - 1
            if is_free or self._is_allowed(side, slot, origin, target):
                self._append(found, origin, target)

    def _append(self, found: IntStack, origin: int, target: int) -> None:
        found.at[found.count] = layout.move(origin, target)
        found.count += 1

    def rank_targets(self, side: int, slot: int, origin: int) -> int:
        """The files on its rank that a cart or cannon reaches."""
        rank = tables.RANK[origin]
        own = self.ranks[side * 10 + rank]
        enemy = self.ranks[10 - side * 10 + rank]
        return self._line_targets(slot, tables.FILE[origin], own, enemy) & 511

    def file_targets(self, side: int, slot: int, origin: int) -> int:
        """The ranks on its file that a cart or cannon reaches."""
        file = tables.FILE[origin]
        own = self.files[side * 9 + file]
        enemy = self.files[9 - side * 9 + file]
        return self._line_targets(slot, tables.RANK[origin], own, enemy)

    def _line_targets(self, slot: int, place: int, own: int, enemy: int) -> int:
        line = place * 1024 + (own | enemy)
        if tables.KIND[slot] == layout.CART:
            return tables.REACH[line] & ~own
        return tables.REACH[line] & ~(own | enemy) | tables.LEAP[line] & enemy

    def count_moves(self, side: int) -> int:
        """How many moves `add_moves` would find."""
        self._find_checks_and_pins(side)
        count = 0
        for slot in range(side * 16, side * 16 + 16):
            origin = self.points[slot]
            if origin == layout.NOWHERE:
                continue
            if tables.KIND[slot] == layout.CART or tables.KIND[slot] == layout.CANNON:
                count += self._count_line_moves(side, slot, origin)
            else:
                count += self._count_steps(side, slot, origin)
        return count

    def _count_steps(self, side: int, slot: int, origin: int) -> int:
        is_free = self._is_free(slot)
        begin = tables.PIECE[slot] * 90 + origin
        count = 0
        for index in range(tables.STEP_BEGINS[begin], tables.STEP_BEGINS[begin + 1]):
            target = layout.step_target(tables.STEPS[index])
            if (
                layout.side(self.slots[target]) != side
                and self.slots[layout.step_between(tables.STEPS[index])] == layout.EMPTY
            ):
                count += is_free or self._is_allowed(side, slot, origin, target)
        return count

    def _count_line_moves(self, side: int, slot: int, origin: int) -> int:
        along_file = self.file_targets(side, slot, origin)
        along_rank = self.rank_targets(side, slot, origin)
        if self._is_free(slot):
            return tables.COUNT[along_file] + tables.COUNT[along_rank]
        count = 0
        while along_file:
            count += self._is_allowed(side, slot, origin, tables.LOWEST[along_file] * 9 + tables.FILE[origin])
            along_file &= along_file - 1
        while along_rank:
            count += self._is_allowed(side, slot, origin, tables.RANK[origin] * 9 + tables.LOWEST[along_rank])
            along_rank &= along_rank - 1
        return count

    # The general's safety (X2.2, X2.3)

    def is_safe_after(self, side: int, origin: int, target: int) -> bool:
        """X2.3: whether a move leaves its own side's general unattacked."""
        captured = self.try_move(origin, target)
        is_safe = not self.is_attacked(side)
        self.take_back(origin, target, captured)
        return is_safe

    def is_attacked(self, side: int) -> bool:
        """X2.2, X2.3: whether the side's general is in check."""
        general = self.points[side * 16]
        enemy = 16 - side * 16
        # Whoever plays an illegal move may lose the general by the next.
        if general == layout.NOWHERE:
            return False
        if self._is_attacked_by_pawn(side, general) or self.faces_general(side):
            return True
        for pair in range(2):
            if self.screens(general, self.points[enemy + layout.FIRST_CART + pair]) == 0:
                return True
            if self.screens(general, self.points[enemy + layout.FIRST_CANNON + pair]) == 1:
                return True
            if (
                self.slots[tables.HORSE_LEG[self.points[enemy + layout.FIRST_HORSE + pair] * 90 + general]]
                == layout.EMPTY
            ):
                return True
        return False

    def is_in_check(self, side: int) -> bool:
        """The same, from what was found when this side's moves were last generated, if nothing has changed since."""
        if self.analysed_side == side and self.analysed_hash == self.hash:
            return self.is_checked != 0
        return self.is_attacked(side)

    def faces_general(self, side: int) -> bool:
        """X2.2: whether the other general attacks the side's along an open file."""
        general = self.points[side * 16]
        # The flag last: it is seldom asked then.
        return (
            general != layout.NOWHERE
            and self.screens(general, self.points[16 - side * 16]) == 0
            and self.has_flying_general
        )

    def would_check(self, origin: int, target: int) -> bool:
        """Whether a move checks the enemy general; one that only frees a horse's leg is not seen."""
        slot = self.slots[origin]
        side = layout.side(slot)
        general = self.points[16 - side * 16]
        if (
            tables.FILE[target] == tables.FILE[general]
            or tables.RANK[target] == tables.RANK[general]
            or tables.FILE[origin] == tables.FILE[general]
            or tables.RANK[origin] == tables.RANK[general]
        ):
            captured = self.try_move(origin, target)
            is_check = self.is_attacked(1 - side)
            self.take_back(origin, target, captured)
            return is_check
        if layout.index_in_side(slot) < layout.FIRST_HORSE or layout.index_in_side(slot) >= layout.FIRST_CART:
            return False
        leg = tables.HORSE_LEG[target * 90 + general]
        return self.slots[leg] == layout.EMPTY or leg == origin

    def _is_attacked_by_pawn(self, side: int, general: int) -> bool:
        """X1.2: from the left, from the right, or from the front."""
        front = general + 9 - side * 18
        return (
            self._is_enemy_pawn(side, general - 1)
            or self._is_enemy_pawn(side, general + 1)
            or self._is_enemy_pawn(side, front)
        )

    def _is_enemy_pawn(self, side: int, point: int) -> bool:
        return self.slots[point] >= 16 - side * 16 + layout.FIRST_PAWN and self.slots[point] < 32 - side * 16

    def screens(self, general: int, point: int) -> int:
        """How many pieces stand between two points of one line; 15 if they share no line."""
        if tables.FILE[general] == tables.FILE[point]:
            return tables.COUNT[self._between_on_file(general, point)]
        if tables.RANK[general] == tables.RANK[point]:
            return tables.COUNT[self._between_on_rank(general, point)]
        return 15

    def _between_on_file(self, general: int, point: int) -> int:
        file = tables.FILE[general]
        return tables.BETWEEN[tables.RANK[general] * 16 + tables.RANK[point]] & (
            self.files[file] | self.files[9 + file]
        )

    def _between_on_rank(self, general: int, point: int) -> int:
        rank = tables.RANK[general]
        return tables.BETWEEN[tables.FILE[general] * 16 + tables.FILE[point]] & (
            self.ranks[rank] | self.ranks[10 + rank]
        )

    def _is_free(self, slot: int) -> bool:
        """Whether no move of a piece can expose its general, so that none needs a look."""
        return (
            self.is_checked | self.closed_rank | self.closed_file | self.pinned >> layout.index_in_side(slot) & 1
        ) == 0

    def _is_allowed(self, side: int, slot: int, origin: int, target: int) -> bool:
        """X2.3: whether a move leaves the general unattacked, by the checks and pins and a trial if need be."""
        if self.pinned >> layout.index_in_side(slot) & 1 == 0:
            if not self.is_checked:
                return not self._is_closed(target)
            if self.evasion_points[target] != self.check_number:
                return False
        return self.is_safe_after(side, origin, target)

    def _is_closed(self, target: int) -> bool:
        """Whether a piece on this empty point would be the screen of a cannon that aims at the general."""
        if tables.RANK[target] == self.general_rank and self.closed_rank >> tables.FILE[target] & 1:
            return True
        return tables.FILE[target] == self.general_file and (self.closed_file >> tables.RANK[target] & 1) != 0

    def _find_checks_and_pins(self, side: int) -> None:
        """Find checks, and what stands between the general and those who would check it.

        `pinned` has a bit for each own piece that may expose the general by moving or end a check by it, the general
        among them; `closed_rank` and `closed_file` hold the points on the general's lines that no piece may enter.
        In check, `evasion_points` marks the points where another piece may end it, with the number of the check.
        """
        general = self.points[side * 16]
        enemy = 16 - side * 16
        self.general_rank = tables.RANK[general]
        self.general_file = tables.FILE[general]
        self.pinned = 1
        self.closed_rank = 0
        self.closed_file = 0
        self.is_checked = 0
        self.analysed_side = side
        self.analysed_hash = self.hash
        if general == layout.NOWHERE:
            return
        if self._is_attacked_by_pawn(side, general):
            self._find_pawn_checks(side, general)
        if self.has_flying_general:
            self._find_line_checks_and_pins(side, general, self.points[enemy], 0)
        for pair in range(2):
            self._find_line_checks_and_pins(side, general, self.points[enemy + layout.FIRST_CART + pair], 0)
            self._find_line_checks_and_pins(side, general, self.points[enemy + layout.FIRST_CANNON + pair], 1)
            self._find_horse_checks_and_pins(side, general, self.points[enemy + layout.FIRST_HORSE + pair])

    def _find_pawn_checks(self, side: int, general: int) -> None:
        for slot in range(16 - side * 16 + layout.FIRST_PAWN, 32 - side * 16):
            if self.points[slot] != layout.NOWHERE and self.can_reach(self.points[slot], general):
                self._note_check(self.points[slot])

    def _find_line_checks_and_pins(self, side: int, general: int, point: int, leaps: int) -> None:
        """A cart or general checks when nothing is between, a cannon (`leaps` is 1) over one screen."""
        if tables.FILE[point] == self.general_file:
            path = tables.BETWEEN[self.general_rank * 16 + tables.RANK[point]]
            between = self._between_on_file(general, point)
            if tables.COUNT[between] == leaps:
                self._note_check(point)
                self._mark_evasions(path, 9, self.general_file)
            if between and tables.COUNT[between] <= leaps + 1:
                while between:
                    self._pin(side, tables.LOWEST[between] * 9 + self.general_file)
                    between &= between - 1
            elif leaps and between == 0:
                self.closed_file |= path
        elif tables.RANK[point] == self.general_rank:
            path = tables.BETWEEN[self.general_file * 16 + tables.FILE[point]]
            between = self._between_on_rank(general, point)
            if tables.COUNT[between] == leaps:
                self._note_check(point)
                self._mark_evasions(path, 1, self.general_rank * 9)
            if between and tables.COUNT[between] <= leaps + 1:
                while between:
                    self._pin(side, self.general_rank * 9 + tables.LOWEST[between])
                    between &= between - 1
            elif leaps and between == 0:
                self.closed_rank |= path

    def _find_horse_checks_and_pins(self, side: int, general: int, point: int) -> None:
        """A horse checks when its leg is free; an own piece on the leg is pinned."""
        leg = tables.HORSE_LEG[point * 90 + general]
        if leg != layout.NOWHERE:
            if self.slots[leg] == layout.EMPTY:
                self._note_check(point)
                self.evasion_points[leg] = self.check_number
            else:
                self._pin(side, leg)

    def _note_check(self, checker: int) -> None:
        """Begin the evasions of a check: a piece may capture the checker. With several checks the last one counts."""
        self.is_checked = 1
        self.check_number += 1
        self.evasion_points[checker] = self.check_number

    def _mark_evasions(self, path: int, stride: int, first: int) -> None:
        """A piece may step onto the path of a check."""
        while path:
            self.evasion_points[tables.LOWEST[path] * stride + first] = self.check_number
            path &= path - 1

    def _pin(self, side: int, point: int) -> None:
        if layout.side(self.slots[point]) == side:
            self.pinned |= 1 << layout.index_in_side(self.slots[point])

    # One move at a time, for explanations and repetitions

    def can_reach(self, origin: int, target: int) -> bool:
        """Whether the piece on a point can go to another by its own movement, its general's safety aside."""
        slot = self.slots[origin]
        if layout.side(self.slots[target]) == layout.side(slot):
            return False
        if tables.KIND[slot] == layout.CART:
            return self.screens(origin, target) == 0
        if tables.KIND[slot] == layout.CANNON:
            return self.screens(origin, target) == (self.slots[target] != layout.EMPTY)
        begin = tables.PIECE[slot] * 90 + origin
        for index in range(tables.STEP_BEGINS[begin], tables.STEP_BEGINS[begin + 1]):
            if layout.step_target(tables.STEPS[index]) == target:
                return self.slots[layout.step_between(tables.STEPS[index])] == layout.EMPTY
        return False

    def recapture(self, origin: int, target: int) -> int:
        """What the other side wins by capturing back after a move, if both go on with the least piece while it pays."""
        side = layout.side(self.slots[origin])
        captured = self.try_move(origin, target)
        best = 0
        attacker = self._least_valuable_attacker(1 - side, target)
        if attacker != layout.EMPTY:
            best = max(0, tables.VALUE[self.slots[target]] - self.recapture(self.points[attacker], target))
        self.take_back(origin, target, captured)
        return best

    def _least_valuable_attacker(self, side: int, target: int) -> int:
        """The least valuable piece that can capture on a point, its general's safety aside, or layout.EMPTY."""
        first = side * 16
        is_at_home = tables.RANK[target] < 5 if side == 0 else tables.RANK[target] >= 5
        attacker = self._attacking_pawn(side, target, is_at_home)
        if attacker != layout.EMPTY:
            return attacker
        if is_at_home:
            for slot in range(first + 1, first + layout.FIRST_HORSE):
                if self.points[slot] != layout.NOWHERE and self.can_reach(self.points[slot], target):
                    return slot
        for slot in range(first + layout.FIRST_HORSE, first + layout.FIRST_CART):
            if self.slots[tables.HORSE_LEG[self.points[slot] * 90 + target]] == layout.EMPTY:
                return slot
        for slot in range(first + layout.FIRST_CANNON, first + layout.FIRST_PAWN):
            if self.screens(target, self.points[slot]) == 1:
                return slot
        for slot in range(first + layout.FIRST_CART, first + layout.FIRST_CANNON):
            if self.screens(target, self.points[slot]) == 0:
                return slot
        if is_at_home and self.points[first] != layout.NOWHERE and self.can_reach(self.points[first], target):
            return first
        return layout.EMPTY

    def _attacking_pawn(self, side: int, target: int, is_at_home: bool) -> int:
        """X1.2: from behind, or beyond the river from beside."""
        behind = target - 9 + side * 18
        if 0 <= behind < 90 and self._is_enemy_pawn(1 - side, behind):
            return self.slots[behind]
        if not is_at_home:
            if tables.FILE[target] > 0 and self._is_enemy_pawn(1 - side, target - 1):
                return self.slots[target - 1]
            if tables.FILE[target] < 8 and self._is_enemy_pawn(1 - side, target + 1):
                return self.slots[target + 1]
        return layout.EMPTY

    def point_of(self, slot: int) -> int:
        if slot < 0 or slot >= layout.EMPTY:
            raise ValueError(f"there is no slot {slot}")
        return self.points[slot]

    def general_of(self, side: int) -> int:
        return self.points[16 * bounds.within(side, 0, 1, "a side")]

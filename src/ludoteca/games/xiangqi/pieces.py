"""The pieces on the board: how they move, capture and check (X1, X2.2, X2.3).

Each rank and each file is a word with a bit for every piece on it, one word a side. What a cart or a cannon reaches
along such a line is looked up in a table, and so are all steps, with the point between that must be empty.
"""

from ludoteca.core.words import Words
from ludoteca.games.xiangqi import board

EMPTY = 32
"""What a point holds when no piece is on it; pieces are slots from 0 to 31, Black's from 16."""
NOBODY = 63
"""What stands NOWHERE: neither a piece nor empty, so that a leg or an eye off the board is never free."""
NOWHERE = board.NOWHERE
MOST_MOVES = 160
"""No side has so many: 2 carts and 2 cannons have 17 each, 2 horses 8, 2 elephants and guards 4, 5 pawns 3, 4."""

RED_PAWN, RED_CART, RED_CANNON, RED_HORSE = 11, 7, 9, 5
"""The first slot of some kinds."""
CART, CANNON = board.CART, board.CANNON

KIND = [board.SLOT_KIND[slot % 16] for slot in range(32)]
PIECE = [board.KINDS * (slot // 16) + board.SLOT_KIND[slot % 16] for slot in range(32)]
FILE = [point % 9 for point in range(90)] + [15, 15]
RANK = [point // 9 for point in range(90)] + [15, 15]
STEP_BEGINS = board.STEP_BEGINS
STEP_WAYS = [target + 256 * between for target, between in board.STEP_WAYS]
PIECE_KEYS = board.PIECE_KEYS
WORTH = [board.WORTH[board.SLOT_KIND[slot % 16]] for slot in range(32)]

COUNT = [0] * 1024
LOWEST = [0] * 1024
BETWEEN = [0] * 256
REACH = [0] * 10240
LEAP = [0] * 10240
HORSE_LEG = [0] * 8280


def _fill_tables() -> None:
    for bits in range(1, 1024):
        COUNT[bits] = COUNT[bits >> 1] + (bits & 1)
        LOWEST[bits] = 0 if bits & 1 else LOWEST[bits >> 1] + 1
    for start in range(10):
        for end in range(10):
            for place in range(10):
                if start < place < end or end < place < start:
                    BETWEEN[start * 16 + end] |= 1 << place
        for bits in range(1024):
            _fill_line(start, bits)


def _fill_line(start: int, bits: int) -> None:
    """What a cart on `start` reaches along a line with these pieces, and what a cannon can leap onto."""
    reach = 0
    leap = 0
    for step in range(-1, 2, 2):
        met = 0
        place = start + step
        while 0 <= place < 10 and met < 2:
            if met == 0:
                reach |= 1 << place
            if bits >> place & 1:
                met += 1
                if met == 2:
                    leap |= 1 << place
            place += step
    REACH[start * 1024 + bits] = reach
    LEAP[start * 1024 + bits] = leap


def _fill_horse_legs() -> None:
    for point in range(92 * 90):
        HORSE_LEG[point] = NOWHERE
    for origin in range(90):
        for way in range(STEP_BEGINS[3 * 90 + origin], STEP_BEGINS[3 * 90 + origin + 1]):
            HORSE_LEG[origin * 90 + (STEP_WAYS[way] & 255)] = STEP_WAYS[way] >> 8


_fill_tables()
_fill_horse_legs()


class Pieces:
    """Where every piece is. Sides are 0 for Red and 1 for Black."""

    hash: int

    def __init__(self) -> None:
        self.slots = [EMPTY] * 92
        self.slots[NOWHERE] = NOBODY
        self.points = [NOWHERE] * 32
        self.ranks = [0] * 20
        self.files = [0] * 18
        self.hash = 0
        self.crossers = 0
        self.pinned = 0
        self.is_checked = 0
        self.closed_rank = 0
        self.closed_file = 0
        self.general_rank = 0
        self.general_file = 0
        self.check_number = 0
        self.answers = [0] * 92
        self.reached = 0
        self.stormed = 0
        self.aimed_at = 0

    # Setting up and looking on

    def put(self, piece: int, point: int) -> bool:
        """Set a piece up; False when the side has no more of its kind."""
        for slot in range(32):
            if PIECE[slot] == piece and self.points[slot] == NOWHERE:
                self.slots[point] = slot
                self.points[slot] = point
                self._flip_bits(slot >> 4, point)
                self.hash ^= PIECE_KEYS[piece * 90 + point]
                self.crossers += self._can_cross(slot)
                return True
        return False

    def piece_at(self, point: int) -> int:
        """The piece on a point, as an index of LETTERS, or -1."""
        slot = self.slots[point]
        return -1 if slot == EMPTY else PIECE[slot]

    def copy(self) -> "Pieces":
        twin = Pieces()
        twin.slots[:] = self.slots
        twin.points[:] = self.points
        twin.ranks[:] = self.ranks
        twin.files[:] = self.files
        twin.hash = self.hash
        twin.crossers = self.crossers
        return twin

    def _can_cross(self, slot: int) -> int:
        """X3.5: carts, horses, cannons and pawns can cross the river."""
        return 1 if slot & 15 >= RED_HORSE else 0

    # Moving

    def make(self, origin: int, target: int) -> int:
        """Move a piece; what stood on the target, or EMPTY."""
        slot = self.slots[origin]
        captured = self.slots[target]
        if captured != EMPTY:
            self._flip_bits(captured >> 4, target)
            self.points[captured] = NOWHERE
            self.hash ^= PIECE_KEYS[PIECE[captured] * 90 + target]
            self.crossers -= self._can_cross(captured)
        self._shift(slot, origin, target)
        self.hash ^= PIECE_KEYS[PIECE[slot] * 90 + origin] ^ PIECE_KEYS[PIECE[slot] * 90 + target]
        return captured

    def unmake(self, origin: int, target: int, captured: int) -> None:
        slot = self.slots[target]
        self._shift(slot, target, origin)
        self.hash ^= PIECE_KEYS[PIECE[slot] * 90 + origin] ^ PIECE_KEYS[PIECE[slot] * 90 + target]
        if captured != EMPTY:
            self._put_back(captured, target)
            self.hash ^= PIECE_KEYS[PIECE[captured] * 90 + target]
            self.crossers += self._can_cross(captured)

    def _shift(self, slot: int, origin: int, target: int) -> None:
        self.slots[origin] = EMPTY
        self.slots[target] = slot
        self.points[slot] = target
        self._flip_bits(slot >> 4, origin)
        self._flip_bits(slot >> 4, target)

    def _put_back(self, captured: int, point: int) -> None:
        self.slots[point] = captured
        self.points[captured] = point
        self._flip_bits(captured >> 4, point)

    def _flip_bits(self, side: int, point: int) -> None:
        self.ranks[side * 10 + RANK[point]] ^= 1 << FILE[point]
        self.files[side * 9 + FILE[point]] ^= 1 << RANK[point]

    def try_move(self, origin: int, target: int) -> int:
        """Move without keeping the hash; `take_back` with the answer undoes it."""
        captured = self.slots[target]
        if captured != EMPTY:
            self._flip_bits(captured >> 4, target)
            self.points[captured] = NOWHERE
        self._shift(self.slots[origin], origin, target)
        return captured

    def take_back(self, origin: int, target: int, captured: int) -> None:
        self._shift(self.slots[target], target, origin)
        if captured != EMPTY:
            self._put_back(captured, target)

    # Legal moves

    def add_moves(self, side: int, found: Words) -> None:
        """Append every legal move of a side: origin * 128 + target."""
        self._survey(side)
        found.reserve(MOST_MOVES)
        for rank in range(10):
            bits = self.ranks[side * 10 + rank]
            while bits:
                origin = rank * 9 + LOWEST[bits]
                bits &= bits - 1
                slot = self.slots[origin]
                if KIND[slot] == CART or KIND[slot] == CANNON:
                    self._add_line_moves(side, slot, origin, found)
                else:
                    self._add_steps(side, slot, origin, found)

    def _add_steps(self, side: int, slot: int, origin: int, found: Words) -> None:
        """X1.2, X1.5 to X1.8: to a point that holds no friend, past a point that is empty."""
        is_free = self._is_free(slot)
        begin = PIECE[slot] * 90 + origin
        for way in range(STEP_BEGINS[begin], STEP_BEGINS[begin + 1]):
            target = STEP_WAYS[way] & 255
            if self.slots[target] >> 4 == side or self.slots[STEP_WAYS[way] >> 8] != EMPTY:
                continue
            if is_free or self._is_allowed(side, slot, origin, target):
                self._append(found, origin, target)

    def _add_line_moves(self, side: int, slot: int, origin: int, found: Words) -> None:
        """X1.3, X1.4: along the rank and the file."""
        is_free = self._is_free(slot)
        along_file = self._file_targets(side, slot, origin)
        along_rank = self._rank_targets(side, slot, origin)
        while along_file:
            target = LOWEST[along_file] * 9 + FILE[origin]
            along_file &= along_file - 1
            if is_free or self._is_allowed(side, slot, origin, target):
                self._append(found, origin, target)
        while along_rank:
            target = RANK[origin] * 9 + LOWEST[along_rank]
            along_rank &= along_rank - 1
            if is_free or self._is_allowed(side, slot, origin, target):
                self._append(found, origin, target)

    def _append(self, found: Words, origin: int, target: int) -> None:
        found.at[found.count] = origin * 128 + target
        found.count += 1

    def _rank_targets(self, side: int, slot: int, origin: int) -> int:
        """The files on its rank that a cart or cannon reaches."""
        rank = RANK[origin]
        own = self.ranks[side * 10 + rank]
        enemy = self.ranks[10 - side * 10 + rank]
        return self._line_targets(slot, FILE[origin], own, enemy) & 511

    def _file_targets(self, side: int, slot: int, origin: int) -> int:
        """The ranks on its file that a cart or cannon reaches."""
        file = FILE[origin]
        own = self.files[side * 9 + file]
        enemy = self.files[9 - side * 9 + file]
        return self._line_targets(slot, RANK[origin], own, enemy)

    def _line_targets(self, slot: int, place: int, own: int, enemy: int) -> int:
        line = place * 1024 + (own | enemy)
        if KIND[slot] == CART:
            return REACH[line] & ~own
        return REACH[line] & ~(own | enemy) | LEAP[line] & enemy

    def add_captures(self, side: int, found: Words) -> None:
        """Append every legal move of a side that captures something."""
        begin = found.count
        self.add_moves(side, found)
        end = begin
        for index in range(begin, found.count):
            if self.slots[found.at[index] & 127] != EMPTY:
                found.at[end] = found.at[index]
                end += 1
        found.count = end

    def count_moves(self, side: int) -> int:
        """How many moves `add_moves` would find."""
        self._survey(side)
        count = 0
        for slot in range(side * 16, side * 16 + 16):
            origin = self.points[slot]
            if origin == NOWHERE:
                continue
            if KIND[slot] == CART or KIND[slot] == CANNON:
                count += self._count_line_moves(side, slot, origin)
            else:
                count += self._count_steps(side, slot, origin)
        return count

    def _count_steps(self, side: int, slot: int, origin: int) -> int:
        is_free = self._is_free(slot)
        begin = PIECE[slot] * 90 + origin
        count = 0
        for way in range(STEP_BEGINS[begin], STEP_BEGINS[begin + 1]):
            target = STEP_WAYS[way] & 255
            if self.slots[target] >> 4 != side and self.slots[STEP_WAYS[way] >> 8] == EMPTY:
                count += is_free or self._is_allowed(side, slot, origin, target)
        return count

    def _count_line_moves(self, side: int, slot: int, origin: int) -> int:
        along_file = self._file_targets(side, slot, origin)
        along_rank = self._rank_targets(side, slot, origin)
        if self._is_free(slot):
            return COUNT[along_file] + COUNT[along_rank]
        count = 0
        while along_file:
            count += self._is_allowed(side, slot, origin, LOWEST[along_file] * 9 + FILE[origin])
            along_file &= along_file - 1
        while along_rank:
            count += self._is_allowed(side, slot, origin, RANK[origin] * 9 + LOWEST[along_rank])
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
        if self._is_attacked_by_pawn(side, general) or self.screens(general, self.points[enemy]) == 0:
            return True
        for pair in range(2):
            if self.screens(general, self.points[enemy + RED_CART + pair]) == 0:
                return True
            if self.screens(general, self.points[enemy + RED_CANNON + pair]) == 1:
                return True
            if self.slots[HORSE_LEG[self.points[enemy + RED_HORSE + pair] * 90 + general]] == EMPTY:
                return True
        return False

    def would_check(self, origin: int, target: int) -> bool:
        """Whether a move checks the enemy general; one that only frees a horse's leg is not seen."""
        slot = self.slots[origin]
        side = slot >> 4
        general = self.points[16 - side * 16]
        if (
            FILE[target] == FILE[general]
            or RANK[target] == RANK[general]
            or FILE[origin] == FILE[general]
            or RANK[origin] == RANK[general]
        ):
            captured = self.try_move(origin, target)
            is_check = self.is_attacked(1 - side)
            self.take_back(origin, target, captured)
            return is_check
        if slot & 15 < RED_HORSE or slot & 15 >= RED_CART:
            return False
        leg = HORSE_LEG[target * 90 + general]
        return self.slots[leg] == EMPTY or leg == origin

    def count_major(self, side: int) -> int:
        """How many carts, horses and cannons a side has."""
        count = 0
        for slot in range(side * 16 + RED_HORSE, side * 16 + RED_PAWN):
            count += self.points[slot] != NOWHERE
        return count

    def _is_attacked_by_pawn(self, side: int, general: int) -> bool:
        """X1.2: from the left, from the right, or from the front."""
        front = general + 9 - side * 18
        return (
            self._is_enemy_pawn(side, general - 1)
            or self._is_enemy_pawn(side, general + 1)
            or self._is_enemy_pawn(side, front)
        )

    def _is_enemy_pawn(self, side: int, point: int) -> bool:
        return self.slots[point] >= 16 - side * 16 + RED_PAWN and self.slots[point] < 32 - side * 16

    def screens(self, general: int, point: int) -> int:
        """How many pieces stand between two points of one line; 15 if they share no line."""
        if FILE[general] == FILE[point]:
            return COUNT[self._between_on_file(general, point)]
        if RANK[general] == RANK[point]:
            return COUNT[self._between_on_rank(general, point)]
        return 15

    def _between_on_file(self, general: int, point: int) -> int:
        file = FILE[general]
        return BETWEEN[RANK[general] * 16 + RANK[point]] & (self.files[file] | self.files[9 + file])

    def _between_on_rank(self, general: int, point: int) -> int:
        rank = RANK[general]
        return BETWEEN[FILE[general] * 16 + FILE[point]] & (self.ranks[rank] | self.ranks[10 + rank])

    def _is_free(self, slot: int) -> bool:
        """Whether no move of a piece can expose its general, so that none needs a look."""
        return (self.is_checked | self.closed_rank | self.closed_file | self.pinned >> (slot & 15) & 1) == 0

    def _is_allowed(self, side: int, slot: int, origin: int, target: int) -> bool:
        """X2.3: whether a move leaves the general unattacked, by what the survey found and a trial if need be."""
        if self.pinned >> (slot & 15) & 1 == 0:
            if not self.is_checked:
                return not self._is_closed(target)
            if self.answers[target] != self.check_number:
                return False
        return self.is_safe_after(side, origin, target)

    def _is_closed(self, target: int) -> bool:
        """Whether a piece on this empty point would be the screen of a cannon that aims at the general."""
        if RANK[target] == self.general_rank and self.closed_rank >> FILE[target] & 1:
            return True
        return FILE[target] == self.general_file and (self.closed_file >> RANK[target] & 1) != 0

    def _survey(self, side: int) -> None:
        """Find checks, and what stands between the general and those who would check it.

        `pinned` has a bit for each own piece that may expose the general by moving or end a check by it, the general
        among them; `closed_rank` and `closed_file` hold the points on the general's lines that no piece may enter.
        In check, `answers` marks the points where another piece may end it, with the number of the check.
        """
        general = self.points[side * 16]
        enemy = 16 - side * 16
        self.general_rank = RANK[general]
        self.general_file = FILE[general]
        self.pinned = 1
        self.closed_rank = 0
        self.closed_file = 0
        self.is_checked = 0
        if self._is_attacked_by_pawn(side, general):
            self._survey_pawns(side, general)
        self._survey_lines(side, general, self.points[enemy], 0)
        for pair in range(2):
            self._survey_lines(side, general, self.points[enemy + RED_CART + pair], 0)
            self._survey_lines(side, general, self.points[enemy + RED_CANNON + pair], 1)
            self._survey_horse(side, general, self.points[enemy + RED_HORSE + pair])

    def _survey_pawns(self, side: int, general: int) -> None:
        for slot in range(16 - side * 16 + RED_PAWN, 32 - side * 16):
            if self.points[slot] != NOWHERE and self.can_reach(self.points[slot], general):
                self._note_check(self.points[slot])

    def _survey_lines(self, side: int, general: int, point: int, leaps: int) -> None:
        """A cart or general checks when nothing is between, a cannon (`leaps` is 1) over one screen."""
        if FILE[point] == self.general_file:
            path = BETWEEN[self.general_rank * 16 + RANK[point]]
            between = self._between_on_file(general, point)
            if COUNT[between] == leaps:
                self._note_check(point)
                self._note_answers(path, 9, self.general_file)
            if between and COUNT[between] <= leaps + 1:
                while between:
                    self._pin(side, LOWEST[between] * 9 + self.general_file)
                    between &= between - 1
            elif leaps and between == 0:
                self.closed_file |= path
        elif RANK[point] == self.general_rank:
            path = BETWEEN[self.general_file * 16 + FILE[point]]
            between = self._between_on_rank(general, point)
            if COUNT[between] == leaps:
                self._note_check(point)
                self._note_answers(path, 1, self.general_rank * 9)
            if between and COUNT[between] <= leaps + 1:
                while between:
                    self._pin(side, self.general_rank * 9 + LOWEST[between])
                    between &= between - 1
            elif leaps and between == 0:
                self.closed_rank |= path

    def _survey_horse(self, side: int, general: int, point: int) -> None:
        """A horse checks when its leg is free; an own piece on the leg is pinned."""
        leg = HORSE_LEG[point * 90 + general]
        if leg != NOWHERE:
            if self.slots[leg] == EMPTY:
                self._note_check(point)
                self.answers[leg] = self.check_number
            else:
                self._pin(side, leg)

    def _note_check(self, checker: int) -> None:
        """Begin the answers to a check: whoever captures the checker. With several checks the last one counts."""
        self.is_checked = 1
        self.check_number += 1
        self.answers[checker] = self.check_number

    def _note_answers(self, path: int, stride: int, first: int) -> None:
        """Whoever steps onto the path of a check."""
        while path:
            self.answers[LOWEST[path] * stride + first] = self.check_number
            path &= path - 1

    def _pin(self, side: int, point: int) -> None:
        if self.slots[point] >> 4 == side:
            self.pinned |= 1 << (self.slots[point] & 15)

    # One wish at a time, for explanations and for the judgement of repetitions

    def can_reach(self, origin: int, target: int) -> bool:
        """Whether the piece on a point can go to another by its own movement, its general's safety aside."""
        slot = self.slots[origin]
        if self.slots[target] >> 4 == slot >> 4:
            return False
        if KIND[slot] == CART:
            return self.screens(origin, target) == 0
        if KIND[slot] == CANNON:
            return self.screens(origin, target) == (self.slots[target] != EMPTY)
        begin = PIECE[slot] * 90 + origin
        for way in range(STEP_BEGINS[begin], STEP_BEGINS[begin + 1]):
            if STEP_WAYS[way] & 255 == target:
                return self.slots[STEP_WAYS[way] >> 8] == EMPTY
        return False

    def recapture(self, origin: int, target: int) -> int:
        """What the other side wins by capturing back after a move, if both go on with the least piece while it pays."""
        side = self.slots[origin] >> 4
        captured = self.try_move(origin, target)
        best = 0
        taker = self._least_captor(1 - side, target)
        if taker != EMPTY:
            best = max(0, WORTH[self.slots[target]] - self.recapture(self.points[taker], target))
        self.take_back(origin, target, captured)
        return best

    def _least_captor(self, side: int, target: int) -> int:
        """The least piece of a side that can capture on a point, its general's safety aside, or EMPTY."""
        first = side * 16
        is_at_home = RANK[target] < 5 if side == 0 else RANK[target] >= 5
        captor = self._captor_pawn(side, target, is_at_home)
        if captor != EMPTY:
            return captor
        if is_at_home:
            for slot in range(first + 1, first + RED_HORSE):
                if self.points[slot] != NOWHERE and self.can_reach(self.points[slot], target):
                    return slot
        for slot in range(first + RED_HORSE, first + RED_CART):
            if self.slots[HORSE_LEG[self.points[slot] * 90 + target]] == EMPTY:
                return slot
        for slot in range(first + RED_CANNON, first + RED_PAWN):
            if self.screens(target, self.points[slot]) == 1:
                return slot
        for slot in range(first + RED_CART, first + RED_CANNON):
            if self.screens(target, self.points[slot]) == 0:
                return slot
        if is_at_home and self.points[first] != NOWHERE and self.can_reach(self.points[first], target):
            return first
        return EMPTY

    def _captor_pawn(self, side: int, target: int, is_at_home: bool) -> int:
        """X1.2: from behind, or beyond the river from beside."""
        behind = target - 9 + side * 18
        if 0 <= behind < 90 and self._is_enemy_pawn(1 - side, behind):
            return self.slots[behind]
        if not is_at_home:
            if FILE[target] > 0 and self._is_enemy_pawn(1 - side, target - 1):
                return self.slots[target - 1]
            if FILE[target] < 8 and self._is_enemy_pawn(1 - side, target + 1):
                return self.slots[target + 1]
        return EMPTY

    def look_around(self, slot: int) -> None:
        """Note what a cart, a horse or a cannon reaches, its general's safety aside.

        `reached` counts the points, `stormed` those in the enemy's palace, and `aimed_at` has a bit for each kind of
        piece that it could capture.
        """
        side = slot >> 4
        origin = self.points[slot]
        palace = 7 if side else 896
        self.aimed_at = 0
        if KIND[slot] == CART or KIND[slot] == CANNON:
            along_file = self._file_targets(side, slot, origin)
            along_rank = self._rank_targets(side, slot, origin)
            self.reached = COUNT[along_file] + COUNT[along_rank]
            self.stormed = 0
            if 3 <= FILE[origin] <= 5:
                self.stormed = COUNT[along_file & palace]
            if palace >> RANK[origin] & 1:
                self.stormed += COUNT[along_rank & 56]
            along_file &= self.files[9 - side * 9 + FILE[origin]]
            along_rank &= self.ranks[10 - side * 10 + RANK[origin]]
            while along_file:
                self.aimed_at |= 1 << KIND[self.slots[LOWEST[along_file] * 9 + FILE[origin]]]
                along_file &= along_file - 1
            while along_rank:
                self.aimed_at |= 1 << KIND[self.slots[RANK[origin] * 9 + LOWEST[along_rank]]]
                along_rank &= along_rank - 1
            return
        begin = PIECE[slot] * 90 + origin
        self.reached = 0
        self.stormed = 0
        for way in range(STEP_BEGINS[begin], STEP_BEGINS[begin + 1]):
            target = STEP_WAYS[way] & 255
            if self.slots[target] >> 4 != side and self.slots[STEP_WAYS[way] >> 8] == EMPTY:
                self.reached += 1
                if palace >> RANK[target] & 1 and 3 <= FILE[target] <= 5:
                    self.stormed += 1
                if self.slots[target] != EMPTY:
                    self.aimed_at |= 1 << KIND[self.slots[target]]

    def point_of(self, slot: int) -> int:
        return self.points[slot]

    def general_of(self, side: int) -> int:
        return self.points[side * 16]

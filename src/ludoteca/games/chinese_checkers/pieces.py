"""The pieces in their holes: how they step and hop, and where they may not go (C2, C3).

A hop never leaves its lattice of at most 37 holes, so a set of holes that a chain reaches is one word. In it a hop
goes by 1, 7 or 8 bits, forward or back, and all holes of a set hop at once. A step always leaves the lattice. So no
hole is reached both by a step and by a chain, and no chain comes beside its first hole, where it might hop over the
piece that is no longer there.
"""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.chinese_checkers import board

WORD = 0xFFFFFFFFFFFFFFFF
ONE = 1
MOST_MOVES = 1024
"""No side has so many: 15 pieces, each with 6 steps and at most 36 other holes of its lattice."""

LATTICE = board.LATTICE
BIT = board.BIT
NEIGHBOURS = board.NEIGHBOURS
BACK = [3, 4, 5, 0, 1, 2]
"""The way back of each way."""
HOP_PAIRS = board.HOP_PAIRS
HOP_BEGINS = board.HOP_BEGINS
START = board.START
HOME = board.HOME
OPEN = board.OPEN
OPPOSITE = board.OPPOSITE
GOAL = board.GOAL
WHEN_HOME = board.WHEN_HOME
DISTANCE = board.DISTANCE
PIECE_KEYS = board.PIECE_KEYS

SPREAD = 0x03F79D71B4CB0A89
"""Every 6 bits in a row of this number are different ones, so they tell by how far it was shifted."""
LOWEST = [0] * 256
"""The slot of a lattice's bit, by lattice and by the first 6 bits of SPREAD shifted by that bit."""
STEP_WAYS = [0] * 3072
"""For each seat of each layout and each slot the ways that a step may go on an empty board, a bit a way."""
STEPS = [way.bit_count() for way in range(64)]
"""How many ways there are in six bits."""
PAIRS, FOURS, BYTES, EACH_BYTE = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101


def _fill_tables() -> None:
    for slot in range(121):
        LOWEST[64 * LATTICE[slot] + (((SPREAD << BIT[slot]) & WORD) >> 58)] = slot
        for place in range(24):
            STEP_WAYS[128 * place + slot] = _ways_on_empty_board(4 * place, slot)


def _ways_on_empty_board(area: int, slot: int) -> int:
    """C3: a piece in its start may step within it and out of it, another one only to where it is open."""
    is_inside = START[area + LATTICE[slot]] >> BIT[slot] & 1
    ways = 0
    for way in range(6):
        target = NEIGHBOURS[6 * slot + way]
        if target < 121:
            allowed = OPEN[area + LATTICE[target]]
            if is_inside:
                allowed |= START[area + LATTICE[target]]
            if allowed >> BIT[target] & 1:
                ways |= 1 << way
    return ways


_fill_tables()


def lowest_slot(lattice: int, holes: int) -> int:
    """The slot of the lowest bit that is set."""
    return LOWEST[64 * lattice + ((((holes & -holes) * SPREAD) & WORD) >> 58)]


def count_bits(bits: int) -> int:
    """How many bits are set: summed up in pairs, fours and bytes, then all bytes at once."""
    bits = bits - ((bits >> 1) & PAIRS)
    bits = (bits & FOURS) + ((bits >> 2) & FOURS)
    bits = (bits + (bits >> 4)) & BYTES
    return ((bits * EACH_BYTE) & WORD) >> 56


def _both_ways(holes: int, east: int, northwest: int, northeast: int) -> int:
    """Where hops lead from some holes, given where those begin that go forward along each axis."""
    return (
        (holes & east) << 1
        | holes >> 1 & east
        | (holes & northwest) << 7
        | holes >> 7 & northwest
        | (holes & northeast) << 8
        | holes >> 8 & northeast
    )


class Pieces:
    """`own` has a word for each lattice and seat, `taken` one for each lattice.

    `over` has a word for each lattice and axis: where hops over a piece begin that go forward along it, whether both
    ends are empty or not. `beside` has six bits for each slot: the ways in which a piece stands beside it.
    """

    players: int
    hash: int

    def __init__(self, players: int) -> None:
        self.players = players
        self.seating = board.MOST_SEATS * board.LAYOUT[players]
        self.own = [0] * 24
        self.taken = [0] * 4
        self.over = [0] * 12
        self.beside = [0] * 128
        self.hash = 0
        self.start = 0
        self.free = 0
        self.east = 0
        self.northwest = 0
        self.northeast = 0

    def put(self, seat: int, hole: int) -> None:
        """Put a piece into an empty hole."""
        self.flip(seat, board.SLOT[hole])

    def copy(self) -> "Pieces":
        twin = Pieces(self.players)
        twin.own[:] = self.own
        twin.taken[:] = self.taken
        twin.over[:] = self.over
        twin.beside[:] = self.beside
        twin.hash = self.hash
        return twin

    # Changes

    def shift(self, seat: int, origin: int, target: int) -> None:
        """Move a piece from slot to slot."""
        self.flip(seat, origin)
        self.flip(seat, target)

    def flip(self, seat: int, slot: int) -> None:
        """Put a piece into an empty slot, or lift it out of its own."""
        lattice = LATTICE[slot]
        bit = ONE << BIT[slot]
        self.own[4 * seat + lattice] ^= bit
        self.taken[lattice] ^= bit
        self.hash ^= PIECE_KEYS[seat * 128 + slot]
        for axis in range(3):
            self.over[HOP_PAIRS[3 * slot + axis]] ^= HOP_BEGINS[3 * slot + axis]
        for way in range(6):
            self.beside[NEIGHBOURS[6 * slot + way]] ^= 1 << BACK[way]

    # Moves

    def add_moves(self, seat: int, found: IntStack) -> None:
        """Append every step and every chain; nothing for a player who has to pass."""
        found.reserve(MOST_MOVES)
        for lattice in range(4):
            self.survey(seat, lattice)
            pieces = self.own[4 * seat + lattice]
            while pieces:
                slot = lowest_slot(lattice, pieces)
                self._add_steps(found, slot, self.step_ways(seat, slot))
                chain = self.chain(lattice, pieces & -pieces)
                pieces &= pieces - 1
                if chain:
                    self._add_hops(found, slot, lattice, chain)

    def _add_steps(self, found: IntStack, slot: int, ways: int) -> None:
        """Every neighbour is written, but only those in `ways` are counted: faster than to choose among them."""
        count = found.count
        for way in range(6):
            found.at[count] = slot * 128 + NEIGHBOURS[6 * slot + way]
            count += ways >> way & 1
        found.count = count

    def _add_hops(self, found: IntStack, slot: int, lattice: int, chain: int) -> None:
        count = found.count
        while chain:
            found.at[count] = slot * 128 + lowest_slot(lattice, chain)
            chain &= chain - 1
            count += 1
        found.count = count

    def count_moves(self, seat: int) -> int:
        count = 0
        for lattice in range(4):
            self.survey(seat, lattice)
            pieces = self.own[4 * seat + lattice]
            while pieces:
                count += STEPS[self.step_ways(seat, lowest_slot(lattice, pieces))]
                count += count_bits(self.chain(lattice, pieces & -pieces))
                pieces &= pieces - 1
        return count

    def step_ways(self, seat: int, slot: int) -> int:
        """C2.2, C3: the ways in which a piece may step, a bit a way."""
        return STEP_WAYS[(self.seating + seat) * 128 + slot] & ~self.beside[slot]

    def survey(self, seat: int, lattice: int) -> None:
        """What all chains of a seat on a lattice have in common."""
        area = 4 * (self.seating + seat) + lattice
        self.start = START[area]
        self.free = OPEN[area] & ~self.taken[lattice]
        self.east = self.over[3 * lattice] & self.free & self.free >> 1
        self.northwest = self.over[3 * lattice + 1] & self.free & self.free >> 7
        self.northeast = self.over[3 * lattice + 2] & self.free & self.free >> 8

    def chain(self, lattice: int, begins: int) -> int:
        """C2.3, C2.4, C3.3: the holes of a surveyed lattice that its piece there can reach by hops."""
        if self.start & begins:
            return self._chain_from_start(lattice, begins)
        reached = self.free & self._hop(lattice, begins)
        return self._go_on(reached) if reached else 0

    def _chain_from_start(self, lattice: int, begins: int) -> int:
        """C3.2: within its start until a hop has left it."""
        free = self.start & ~self.taken[lattice]
        inside = 0
        fresh = free & self._hop(lattice, begins)
        while fresh != inside:
            inside = fresh
            fresh |= free & self._hop(lattice, inside)
        return inside | self._go_on(self.free & self._hop(lattice, begins | inside))

    def _hop(self, lattice: int, holes: int) -> int:
        """Where hops over a piece lead from some holes, into empty holes or not."""
        return _both_ways(holes, self.over[3 * lattice], self.over[3 * lattice + 1], self.over[3 * lattice + 2])

    def _go_on(self, reached: int) -> int:
        """All that is reached by more hops outside of the start."""
        before = 0
        while reached != before:
            before = reached
            reached |= _both_ways(reached, self.east, self.northwest, self.northeast)
        return reached

    def can_shift(self, seat: int, origin: int, target: int) -> bool:
        """Whether a seat has a piece in one slot and the other is an empty hole."""
        if origin >= 121 or target >= 121 or self.taken[LATTICE[target]] >> BIT[target] & 1:
            return False
        return (self.own[4 * seat + LATTICE[origin]] >> BIT[origin] & 1) != 0

    # For cold code, by holes

    def seat_at(self, hole: int) -> int:
        """Whose piece is in a hole; -1 if it is empty."""
        slot = board.SLOT[hole]
        for seat in range(self.players):
            if self.own[4 * seat + LATTICE[slot]] >> BIT[slot] & 1:
                return seat
        return -1

    def steps_from(self, origin: int) -> list[int]:
        """C2.2: where the piece in a hole may step."""
        slot = board.SLOT[origin]
        ways = self.step_ways(self.seat_at(origin), slot)
        return sorted(board.HOLE[NEIGHBOURS[6 * slot + way]] for way in range(6) if ways >> way & 1)

    def chain_from(self, origin: int) -> list[int]:
        """C2.4: where the piece in a hole may stop on a chain of jumps."""
        slot = board.SLOT[origin]
        self.survey(self.seat_at(origin), LATTICE[slot])
        return board.holes_in(LATTICE[slot], self.chain(LATTICE[slot], ONE << BIT[slot]))

    def jumps_from(self, seat: int, hole: int, is_bound: bool) -> list[int]:
        """C2.3: where a seat's chain may go on from a hole; everywhere if it is not bound by C3."""
        slot = board.SLOT[hole]
        area = 4 * (self.seating + seat) + LATTICE[slot]
        here = ONE << BIT[slot]
        allowed = OPEN[area] | START[area] if START[area] & here else OPEN[area]
        ends = self._hop(LATTICE[slot], here) & ~self.taken[LATTICE[slot]]
        return board.holes_in(LATTICE[slot], ends & allowed if is_bound else ends)

    # For evaluators

    def to_go(self, seat: int) -> int:
        """How many holes all pieces of a seat together are away from its home."""
        goal = 128 * GOAL[self.seating + seat]
        total = -WHEN_HOME[self.seating + seat]
        for lattice in range(4):
            pieces = self.own[4 * seat + lattice]
            while pieces:
                total += DISTANCE[goal + lowest_slot(lattice, pieces)]
                pieces &= pieces - 1
        return total

    def farthest(self, seat: int) -> int:
        """How many holes the last piece of a seat is away from the tip of its home."""
        goal = 128 * GOAL[self.seating + seat]
        found = 0
        for lattice in range(4):
            pieces = self.own[4 * seat + lattice]
            while pieces:
                found = max(found, DISTANCE[goal + lowest_slot(lattice, pieces)])
                pieces &= pieces - 1
        return found

    def open_jumps(self, seat: int) -> int:
        """How many holes nearer to its home the best chain of each piece of a seat leads now, all together."""
        goal = 128 * GOAL[self.seating + seat]
        total = 0
        for lattice in range(4):
            self.survey(seat, lattice)
            pieces = self.own[4 * seat + lattice]
            while pieces:
                away = DISTANCE[goal + lowest_slot(lattice, pieces)]
                nearest = away
                chain = self.chain(lattice, pieces & -pieces)
                while chain:
                    nearest = min(nearest, DISTANCE[goal + lowest_slot(lattice, chain)])
                    chain &= chain - 1
                total += away - nearest
                pieces &= pieces - 1
        return total

    # Ends

    def is_home(self, seat: int) -> bool:
        """C4.1: all pieces of a seat are in its home area."""
        away = 0
        for lattice in range(4):
            away |= self.own[4 * seat + lattice] & ~HOME[4 * (self.seating + seat) + lattice]
        return away == 0

    def is_home_but_for_blockers(self, seat: int) -> bool:
        """C4.4: the home area is full of own pieces, half of them at least, and of pieces that started there.

        A piece that left its starting area never comes back, so one that is there has never left it.
        """
        opposite = OPPOSITE[self.seating + seat]
        if opposite < 0:
            return False
        own_count = 0
        hole_count = 0
        for lattice in range(4):
            home = HOME[4 * (self.seating + seat) + lattice]
            own = self.own[4 * seat + lattice] & home
            if own | (self.own[4 * opposite + lattice] & home) != home:
                return False
            own_count += count_bits(own)
            hole_count += count_bits(home)
        return 2 * own_count >= hole_count

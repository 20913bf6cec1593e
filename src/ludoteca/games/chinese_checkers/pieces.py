"""The pieces in their holes: how they step and hop, and where they may not go (C2, C3).

A hop never leaves its lattice of at most 37 holes, so a set of holes that a chain reaches is one word. In it a hop
goes by 1, 7 or 8 bits, forward or back, and all holes of a set hop at once. A step always leaves the lattice. So no
hole is reached both by a step and by a chain, and no chain comes beside its first hole, where it might hop over the
piece that is no longer there.
"""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.core.usage import Usage
from ludoteca.games.chinese_checkers import board, layout, tables

MAX_MOVES = 1024
"""No side has so many: 15 pieces, each with 6 steps and at most 36 other holes of its lattice."""


class Pieces:
    """`own` has a word for each lattice and seat, `taken` one for each lattice.

    `over` has a word for each lattice and axis: where hops over a piece begin that go forward along it, whether both
    ends are empty or not. `beside` has six bits for each slot: the ways in which a piece stands beside it.
    """

    players: int
    hash: int

    def __init__(self, players: int) -> None:
        self.players = players
        self.seating = layout.MAX_SEATS * board.SEATING[players]
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
        if self.seat_at(hole) != layout.NOBODY:
            raise ValueError(f"there is a piece in hole {hole}")
        self.flip(self._seat(seat), board.SLOT[hole])

    def _seat(self, seat: int) -> int:
        return bounds.within(seat, 0, self.players - 1, "a seat")

    def copy(self) -> "Pieces":
        copied = Pieces(self.players)
        copied.own[:] = self.own
        copied.taken[:] = self.taken
        copied.over[:] = self.over
        copied.beside[:] = self.beside
        copied.hash = self.hash
        return copied

    # Changes

    def shift(self, seat: int, origin: int, target: int) -> None:
        """Move a piece from slot to slot."""
        self.flip(seat, origin)
        self.flip(seat, target)

    def flip(self, seat: int, slot: int) -> None:
        """Put a piece into an empty slot, or lift it out of its own."""
        lattice = tables.LATTICE[slot]
        bit = layout.bit(tables.BIT[slot])
        self.own[4 * seat + lattice] ^= bit
        self.taken[lattice] ^= bit
        self.hash ^= tables.PIECE_KEYS[seat * layout.SLOTS + slot]
        for axis in range(3):
            self.over[tables.HOP_PAIRS[3 * slot + axis]] ^= tables.HOP_BEGINS[3 * slot + axis]
        for way in range(6):
            self.beside[tables.NEIGHBOURS[6 * slot + way]] ^= layout.way_bit(tables.WAY_BACK[way])

    def note_clauses(self, usage: Usage, seat: int, origin: int, target: int) -> None:
        """Before a move: C2.2 a step, C2.3 a jump, C2.4 a chain that one jump cannot replace, C3.2 a move within the
        start, C3.4 one out of the home.
        """
        area = 4 * (self.seating + seat) + tables.LATTICE[origin]
        end_area = 4 * (self.seating + seat) + tables.LATTICE[target]
        if area != end_area:
            usage.fire(202)
        else:
            usage.fire(203)
            if not layout.has_bit(
                self._hop(tables.LATTICE[origin], layout.bit(tables.BIT[origin])), tables.BIT[target]
            ):
                usage.fire(204)
        if layout.has_bit(tables.START[area], tables.BIT[origin]):
            if layout.has_bit(tables.START[end_area], tables.BIT[target]):
                usage.fire(302)
        elif layout.has_bit(tables.HOME[area], tables.BIT[origin]):
            if not layout.has_bit(tables.HOME[end_area], tables.BIT[target]):
                usage.fire(304)

    # Moves

    def add_moves(self, seat: int, found: IntStack) -> None:
        """Append every step and every chain; nothing for a player who has to pass."""
        found.reserve(MAX_MOVES)
        for lattice in range(4):
            self.survey(seat, lattice)
            pieces = self.own[4 * seat + lattice]
            while pieces:
                slot = tables.SLOT[layout.slot_index(lattice, pieces)]
                self._add_steps(found, slot, self.step_ways(seat, slot))
                chain = self.chain(lattice, pieces & -pieces)
                pieces &= pieces - 1
                if chain:
                    self._add_hops(found, slot, lattice, chain)

    def _add_steps(self, found: IntStack, slot: int, ways: int) -> None:
        """Every neighbour is written, but only those in `ways` are counted: faster than to choose among them."""
        count = found.count
        for way in range(6):
            found.at[count] = layout.move(slot, tables.NEIGHBOURS[6 * slot + way])
            count += layout.has_way(ways, way)
        found.count = count

    def _add_hops(self, found: IntStack, slot: int, lattice: int, chain: int) -> None:
        count = found.count
        while chain:
            found.at[count] = layout.move(slot, tables.SLOT[layout.slot_index(lattice, chain)])
            chain &= chain - 1
            count += 1
        found.count = count

    def count_moves(self, seat: int) -> int:
        count = 0
        for lattice in range(4):
            self.survey(seat, lattice)
            pieces = self.own[4 * seat + lattice]
            while pieces:
                count += tables.WAY_COUNT[self.step_ways(seat, tables.SLOT[layout.slot_index(lattice, pieces)])]
                count += layout.count_bits(self.chain(lattice, pieces & -pieces))
                pieces &= pieces - 1
        return count

    def step_ways(self, seat: int, slot: int) -> int:
        """C2.2, C3: the ways in which a piece may step, a bit a way."""
        return tables.STEP_WAYS[(self.seating + seat) * layout.SLOTS + slot] & ~self.beside[slot]

    def survey(self, seat: int, lattice: int) -> None:
        """What all chains of a seat on a lattice have in common."""
        area = 4 * (self.seating + seat) + lattice
        self.start = tables.START[area]
        self.free = tables.OPEN[area] & ~self.taken[lattice]
        self.east = self.over[3 * lattice] & self.free & layout.begins_east(self.free)
        self.northwest = self.over[3 * lattice + 1] & self.free & layout.begins_northwest(self.free)
        self.northeast = self.over[3 * lattice + 2] & self.free & layout.begins_northeast(self.free)

    def chain(self, lattice: int, begins: int) -> int:
        """C2.3, C2.4, C3.3: the holes of a surveyed lattice that its piece there can reach by hops."""
        if self.start & begins:
            return self._chain_from_start(lattice, begins)
        reached = self.free & self._hop(lattice, begins)
        return self._extend(reached) if reached else 0

    def _chain_from_start(self, lattice: int, begins: int) -> int:
        """C3.2: within its start until a hop has left it."""
        free = self.start & ~self.taken[lattice]
        inside = 0
        fresh = free & self._hop(lattice, begins)
        while fresh != inside:
            inside = fresh
            fresh |= free & self._hop(lattice, inside)
        return inside | self._extend(self.free & self._hop(lattice, begins | inside))

    def _hop(self, lattice: int, holes: int) -> int:
        """Where hops over a piece lead from some holes, into empty holes or not."""
        return layout.hop(holes, self.over[3 * lattice], self.over[3 * lattice + 1], self.over[3 * lattice + 2])

    def _extend(self, reached: int) -> int:
        """All that is reached by more hops outside of the start."""
        before = 0
        while reached != before:
            before = reached
            reached |= layout.hop(reached, self.east, self.northwest, self.northeast)
        return reached

    def can_shift(self, seat: int, origin: int, target: int) -> bool:
        """Whether a seat has a piece in one slot and the other is an empty hole."""
        if origin >= layout.HOLES or target >= layout.HOLES:
            return False
        if layout.has_bit(self.taken[tables.LATTICE[target]], tables.BIT[target]):
            return False
        return layout.has_bit(self.own[4 * seat + tables.LATTICE[origin]], tables.BIT[origin])

    # For cold code, by holes

    def seat_at(self, hole: int) -> int:
        """Whose piece is in a hole, or NOBODY."""
        if hole < 0 or hole >= layout.HOLES:
            raise ValueError(f"there is no hole {hole}")
        slot = board.SLOT[hole]
        for seat in range(self.players):
            if layout.has_bit(self.own[4 * seat + tables.LATTICE[slot]], tables.BIT[slot]):
                return seat
        return layout.NOBODY

    def steps_from(self, origin: int) -> list[int]:
        """C2.2: where the piece in a hole may step."""
        seat = self._seat(self.seat_at(origin))
        slot = board.SLOT[origin]
        ways = self.step_ways(seat, slot)
        return sorted(board.HOLE[tables.NEIGHBOURS[6 * slot + way]] for way in range(6) if layout.has_way(ways, way))

    def chain_from(self, origin: int) -> list[int]:
        """C2.4: where the piece in a hole may stop on a chain of jumps."""
        seat = self._seat(self.seat_at(origin))
        slot = board.SLOT[origin]
        self.survey(seat, tables.LATTICE[slot])
        return board.holes_in(tables.LATTICE[slot], self.chain(tables.LATTICE[slot], layout.bit(tables.BIT[slot])))

    def jumps_from(self, seat: int, hole: int, is_bound: bool) -> list[int]:
        """C2.3: where a seat's chain may go on from a hole; everywhere if it is not bound by C3."""
        slot = board.SLOT[bounds.within(hole, 0, layout.HOLES - 1, "a hole")]
        area = 4 * (self.seating + self._seat(seat)) + tables.LATTICE[slot]
        here = layout.bit(tables.BIT[slot])
        allowed = tables.OPEN[area] | tables.START[area] if tables.START[area] & here else tables.OPEN[area]
        ends = self._hop(tables.LATTICE[slot], here) & ~self.taken[tables.LATTICE[slot]]
        return board.holes_in(tables.LATTICE[slot], ends & allowed if is_bound else ends)

    def seats_at_home(self) -> list[int]:
        """C4.1: the seats whose pieces are all in their home areas."""
        return [seat for seat in range(self.players) if self.is_home(seat)]

    # For evaluators

    def to_go(self, seat: int) -> int:
        """How many holes all pieces of a seat together are away from its home."""
        goal = layout.SLOTS * tables.GOAL[self.seating + seat]
        total = -tables.WHEN_HOME[self.seating + seat]
        for lattice in range(4):
            pieces = self.own[4 * seat + lattice]
            while pieces:
                total += tables.DISTANCE[goal + tables.SLOT[layout.slot_index(lattice, pieces)]]
                pieces &= pieces - 1
        return total

    def farthest(self, seat: int) -> int:
        """How many holes the last piece of a seat is away from the tip of its home."""
        self._seat(seat)
        goal = layout.SLOTS * tables.GOAL[self.seating + seat]
        found = 0
        for lattice in range(4):
            pieces = self.own[4 * seat + lattice]
            while pieces:
                found = max(found, tables.DISTANCE[goal + tables.SLOT[layout.slot_index(lattice, pieces)]])
                pieces &= pieces - 1
        return found

    # Ends

    def is_home(self, seat: int) -> bool:
        """C4.1: all pieces of a seat are in its home area."""
        away = 0
        for lattice in range(4):
            away |= self.own[4 * seat + lattice] & ~tables.HOME[4 * (self.seating + seat) + lattice]
        return away == 0

    def is_home_but_for_blockers(self, seat: int) -> bool:
        """C4.4: the home area is full of own pieces, half of them at least, and of pieces that started there.

        A piece that left its starting area never comes back, so one that is there has never left it.
        """
        opposite = tables.OPPOSITE[self.seating + seat]
        if opposite < 0:
            return False
        own_count = 0
        hole_count = 0
        for lattice in range(4):
            home = tables.HOME[4 * (self.seating + seat) + lattice]
            own = self.own[4 * seat + lattice] & home
            if own | (self.own[4 * opposite + lattice] & home) != home:
                return False
            own_count += layout.count_bits(own)
            hole_count += layout.count_bits(home)
        return 2 * own_count >= hole_count

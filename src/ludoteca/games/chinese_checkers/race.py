"""A race that nobody can help or hinder any more: the fewest turns home, planned by a beam search for one seat alone.

From all placings of the pieces after so many turns the best are expanded by every move; the first that is home ends
the search, and a wider beam then looks for a shorter way. A plan is always playable, and not always the shortest.
"""

from time import monotonic

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.games.chinese_checkers import board, layout, tables
from ludoteca.games.chinese_checkers.pieces import Pieces
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

NO_PARENT = 0xFFFFFFFF
LONGEST = 120
"""No plan has more turns."""
WIDEST = 8192
NARROWEST = 8
WIDER = 4
"""How many times wider each beam is than the one before."""
COSTS = 8192
"""All costs are below this."""
ROOM = 128
"""Places for children in the table of those seen, for each placing of a level."""
TRIES = 8


def _costs() -> list[int]:
    """What a piece costs in each slot, for each goal: the way to the tip, more for the last ones, less on the line."""
    found = [0] * (6 * layout.SLOTS)
    for point in range(6):
        for slot in range(layout.HOLES):
            away = board.DISTANCE[point * layout.SLOTS + slot]
            x, y = board.PLACES[board.HOLE[slot]]
            aside = abs(board.towards((point + 1) % 6, x, y) - board.towards((point + 5) % 6, x, y))
            found[point * layout.SLOTS + slot] = 16 * away + away * away // 2 + 2 * aside
    return found


COST = _costs()


def plan_home(position: ChineseCheckersPosition, seconds: float) -> int | None:
    """The first move of the shortest way home that is found in time, for a seat that is alone; else None."""
    if position.ended or not is_alone(position.pieces, position.to_move):
        return None
    moves = plan(position.pieces, position.to_move, seconds)
    return moves[0] if moves else None


def is_alone(pieces: Pieces, seat: int) -> bool:
    """Whether no other seat can come in the way of a seat that goes on towards its home, nor help it.

    All that a seat still needs lies as near to the tip of its home as its last piece. If the same of every other seat
    lies elsewhere, and all of them only go forward, they do not meet.
    """
    players = pieces.players
    tip = board.tip_of(board.goal_of(players, seat))
    mine = pieces.farthest(seat)
    for other in range(players):
        if other != seat:
            apart = board.distance(tip, board.tip_of(board.goal_of(players, other)))
            if mine + pieces.farthest(other) >= apart:
                return False
    return True


def plan(pieces: Pieces, seat: int, seconds: float = 0.0, widest: int = WIDEST) -> list[int] | None:
    """The moves of the shortest way home that is found; without a limit the same for the same pieces."""
    begin = monotonic()
    race = Race(pieces, seat)
    width = NARROWEST
    while width <= widest:
        started = monotonic()
        race.restart(width)
        while race.advance():
            if seconds and monotonic() - begin > seconds and race.plan():
                return race.plan()
        now = monotonic()
        # A wider beam than there is time for finds nothing.
        if seconds and now - begin + WIDER * (now - started) > seconds:
            break
        width *= WIDER
    return race.plan()


class Race:
    """The way home of one seat's pieces, all others standing still: `restart`, then `advance` turn by turn."""

    def __init__(self, pieces: Pieces, seat: int) -> None:
        self.pieces = pieces.copy()
        self.seat = bounds.within(seat, 0, pieces.players - 1, "a seat")
        self.goal = layout.SLOTS * tables.GOAL[self.pieces.seating + seat]
        self.nodes = 0
        self.width = 0
        self.begin = 0
        self.turns = 0
        self.boards = IntStack()
        self.costs = IntStack()
        self.parents = IntStack()
        self.moves = IntStack()
        self.found = IntStack()
        self.child_costs = IntStack()
        self.child_parents = IntStack()
        self.child_moves = IntStack()
        self.seen = IntStack()
        self.counts = [0] * 8192
        self.best = [0] * 128
        self.best_length = LONGEST + 1

    def plan(self) -> list[int] | None:
        """The moves of the shortest way that was found."""
        if self.best_length > LONGEST:
            return None
        return [self.best[index] for index in range(self.best_length)]

    def restart(self, width: int) -> None:
        """Begin again with a beam of some width; what was found so far is to be bettered."""
        self.width = bounds.within(width, NARROWEST, WIDEST, "a width")
        self.begin = 0
        self.turns = 0
        self._set_first_level()

    def advance(self) -> bool:
        """One turn further; False at the end of the beam."""
        end = self.costs.count
        if self.begin == end or self.turns + 1 >= self.best_length:
            return False
        self._forget_seen()
        self.child_costs.clear()
        self.child_parents.clear()
        self.child_moves.clear()
        for index in range(self.begin, end):
            if self._expand(index):
                return False
        self.begin = end
        self.turns += 1
        self._keep_best()
        return True

    def _forget_seen(self) -> None:
        self.seen.clear()
        self.seen.reserve(self.width * ROOM)
        for index in range(self.width * ROOM):
            self.seen.at[index] = 0

    def _set_first_level(self) -> None:
        """The placing from which all begins."""
        self.boards.clear()
        self.costs.clear()
        self.parents.clear()
        self.moves.clear()
        cost = 0
        for lattice in range(4):
            own = self.pieces.own[4 * self.seat + lattice]
            self.boards.push(own)
            while own:
                cost += COST[self.goal + tables.SLOT[layout.slot_index(lattice, own)]]
                own &= own - 1
        self.costs.push(cost)
        self.parents.push(NO_PARENT)
        self.moves.push(0)

    def _expand(self, index: int) -> bool:
        """Note all children of a placing that are new; whether one of them is home."""
        self._place(index)
        missing = self._missing()
        self.found.clear()
        self.pieces.add_moves(self.seat, self.found)
        cost = self.costs.at[index]
        for number in range(self.found.count):
            move = self.found.at[number]
            origin = layout.origin(move)
            target = layout.target(move)
            self.nodes += 1
            still_missing = missing - self._is_away(origin) + self._is_away(target)
            if still_missing == 0:
                self._keep_plan(index, move, self.turns + 1)
                self._place(0)
                return True
            # Every piece that is not home needs a turn at least.
            if self.turns + 1 + still_missing >= self.best_length:
                continue
            keys = layout.SLOTS * self.seat
            key = self.pieces.hash ^ tables.PIECE_KEYS[keys + origin] ^ tables.PIECE_KEYS[keys + target]
            if self._is_new(key):
                self.child_costs.push(cost + COST[self.goal + target] - COST[self.goal + origin])
                self.child_parents.push(index)
                self.child_moves.push(move)
        self._place(0)
        return False

    def _place(self, index: int) -> None:
        """Set the pieces as a placing has them."""
        for lattice in range(4):
            change = self.pieces.own[4 * self.seat + lattice] ^ self.boards.at[4 * index + lattice]
            while change:
                self.pieces.flip(self.seat, tables.SLOT[layout.slot_index(lattice, change)])
                change &= change - 1

    def _missing(self) -> int:
        """How many pieces are not home."""
        missing = 0
        for lattice in range(4):
            home = tables.HOME[4 * (self.pieces.seating + self.seat) + lattice]
            missing += layout.count_bits(self.pieces.own[4 * self.seat + lattice] & ~home)
        return missing

    def _is_away(self, slot: int) -> int:
        home = tables.HOME[4 * (self.pieces.seating + self.seat) + tables.LATTICE[slot]]
        return 0 if layout.has_bit(home, tables.BIT[slot]) else 1

    def _is_new(self, key: int) -> bool:
        """Whether a child has not been seen on this level; a full table forgets."""
        mask = self.width * ROOM - 1
        place = key & mask
        for _ in range(TRIES):
            if self.seen.at[place] == 0:
                self.seen.at[place] = key
                return True
            if self.seen.at[place] == key:
                return False
            place = (place + 1) & mask
        return True

    def _keep_best(self) -> None:
        """The children that cost least are the next level; of equal ones the first."""
        for cost in range(COSTS):
            self.counts[cost] = 0
        for child in range(self.child_costs.count):
            self.counts[self.child_costs.at[child]] += 1
        dearest = 0
        room = self.width
        while dearest < COSTS and self.counts[dearest] <= room:
            room -= self.counts[dearest]
            dearest += 1
        for child in range(self.child_costs.count):
            cost = self.child_costs.at[child]
            if cost < dearest or (cost == dearest and room > 0):
                if cost == dearest:
                    room -= 1
                self._add_placing(self.child_parents.at[child], self.child_moves.at[child], cost)

    def _add_placing(self, parent: int, move: int, cost: int) -> None:
        for lattice in range(4):
            own = self.boards.at[4 * parent + lattice]
            if tables.LATTICE[layout.origin(move)] == lattice:
                own ^= layout.bit(tables.BIT[layout.origin(move)])
            if tables.LATTICE[layout.target(move)] == lattice:
                own ^= layout.bit(tables.BIT[layout.target(move)])
            self.boards.push(own)
        self.costs.push(cost)
        self.parents.push(parent)
        self.moves.push(move)

    def _keep_plan(self, parent: int, move: int, turns: int) -> None:
        """The moves that led home, from the last to the first."""
        self.best_length = turns
        self.best[turns - 1] = move
        while parent > 0:
            turns -= 1
            self.best[turns - 1] = self.moves.at[parent]
            parent = self.parents.at[parent]

"""All that lies on the board: units with their states, walls and graves. It knows no rule but how to keep count."""

from collections.abc import Mapping

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.core.option import Value
from ludoteca.core.usage import Usage
from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.state import stored

MASK = 0xFFFFFFFFFFFFFFFF
NODES = 49
"""One more than all units: 0 ends a queue of the dead."""


class State:
    """`units`, `walls`, `graves` (the first node of a queue of the dead, or 0) and `opened` (graves) are by cell.

    Kept up to date with them: `walls_beside`, how many walls share a side with a cell; `jesters_beside`, how many
    jesters of a side stand beside it (South's in the first 256); `pieces`, how many pieces other than kings, by side
    and quadrant; `pawns`, how many, and `kings`, on which cell (0: dead), by side; `stateful`, how many units have
    states; `wall_cells`, of which the first `wall_count` count. While `is_logging`, `events` gets what
    happens, in order; while `is_counting`, `usage` gets the clauses by which it does. `has_double_moves` and the like
    tell which rules the game is played with (T4.9, T5.9, T7.9, T8.10, T14.10, T14.11).
    """

    to_move: int
    turn: int
    pusher: int
    has_double_moves: bool
    has_bounces: bool
    has_walls: bool
    has_tombs: bool
    has_rotations: bool
    has_mind_control: bool

    def __init__(self) -> None:
        self.units = [layout.EDGE] * 256
        for square in range(144):
            self.units[tables.CELL[square]] = 0
        self.walls = [0] * 256
        self.walls_beside = [0] * 256
        self.jesters_beside = [0] * 512
        self.graves = [0] * 256
        self.opened = [0] * 256
        self.next_node = [0] * 49
        self.node_code = [0] * 49
        for node in range(1, NODES - 1):
            self.next_node[node] = node + 1
        self.free_node = 1
        self.stateful = 0
        self.pieces = [0] * 8
        self.pawns = [0] * 2
        self.kings = [0] * 2
        self.wall_count = 0
        self.wall_cells = [0] * 144
        self.to_move = 0
        self.turn = 1
        self.pusher = 0
        self.is_logging = 0
        self.has_double_moves = True
        self.has_bounces = True
        self.has_walls = True
        self.has_tombs = True
        self.has_rotations = True
        self.has_mind_control = True
        self.events = IntStack()
        self.is_counting = 0
        self.usage: Usage | None = None

    def log(self, verb: int, unit: int, start: int, end: int) -> None:
        """Note an event: a verb, a unit or its code, and one or two cells."""
        if self.is_logging:
            self.events.push(stored.event(verb, unit, start, end))

    def fire(self, clause: int) -> None:
        """Note that a clause takes part in the move, if that is counted; trials of moves are not."""
        if self.is_counting and self.usage is not None:
            self.usage.fire(clause)

    def fire_no_walls(self) -> None:
        """T5.2: what happens leaves no walls, where there are walls at all (T5.9)."""
        if self.has_walls:
            self.fire(502)

    def copy_from(self, other: "State") -> None:
        self.units[:] = other.units
        self.walls[:] = other.walls
        self.walls_beside[:] = other.walls_beside
        self.jesters_beside[:] = other.jesters_beside
        self.graves[:] = other.graves
        self.opened[:] = other.opened
        self.next_node[:] = other.next_node
        self.node_code[:] = other.node_code
        self.free_node = other.free_node
        self.stateful = other.stateful
        self.pieces[:] = other.pieces
        self.pawns[:] = other.pawns
        self.kings[:] = other.kings
        self.wall_count = other.wall_count
        self.wall_cells[:] = other.wall_cells
        self.to_move = other.to_move
        self.turn = other.turn
        self.pusher = other.pusher
        self.has_double_moves = other.has_double_moves
        self.has_bounces = other.has_bounces
        self.has_walls = other.has_walls
        self.has_tombs = other.has_tombs
        self.has_rotations = other.has_rotations
        self.has_mind_control = other.has_mind_control

    # Units

    def put(self, cell: int, unit: int) -> None:
        self.units[cell] = unit
        self._count(cell, unit, 1)

    def take(self, cell: int) -> int:
        unit = self.units[cell]
        self.units[cell] = 0
        self._count(cell, unit, -1)
        return unit

    def shift(self, origin: int, target: int) -> None:
        """Move a unit; the rook that pushed last is followed (T10.4)."""
        self.put(target, self.take(origin))
        if self.pusher == origin:
            self.pusher = target

    def _count(self, cell: int, unit: int, change: int) -> None:
        side = layout.side(unit)
        kind = layout.kind(unit)
        if layout.has_state(unit):
            self.stateful += change
        if kind == layout.PAWN:
            self.pawns[side] += change
        elif kind == layout.KING:
            self.kings[side] = cell if change > 0 else 0
        else:
            self.pieces[side * 4 + tables.QUADRANT[cell]] += change
            if kind == layout.JESTER:
                for direction in range(8):
                    self.jesters_beside[side * 256 + cell + tables.DELTA[direction]] += change

    def mark(self, cell: int, unit: int) -> None:
        """Replace a unit by itself with other states."""
        self.stateful += (1 if layout.has_state(unit) else 0) - (1 if layout.has_state(self.units[cell]) else 0)
        self.units[cell] = unit

    def majorities(self, side: int) -> int:
        """T11.1: a bit for each quadrant where a side has more pieces than the other."""
        mask = 0
        for quadrant in range(4):
            if self.pieces[side * 4 + quadrant] > self.pieces[4 - side * 4 + quadrant]:
                mask |= layout.bit(quadrant)
        return mask

    # Walls

    def raise_wall(self, cell: int, turns: int) -> None:
        self.walls[cell] = turns
        self.wall_cells[self.wall_count] = cell
        self.wall_count += 1
        for direction in range(0, 8, 2):
            self.walls_beside[cell + tables.DELTA[direction]] += 1

    def raze_wall(self, cell: int) -> None:
        self.walls[cell] = 0
        self.wall_count -= 1
        place = 0
        while self.wall_cells[place] != cell:
            place += 1
        self.wall_cells[place] = self.wall_cells[self.wall_count]
        for direction in range(0, 8, 2):
            self.walls_beside[cell + tables.DELTA[direction]] -= 1

    # Graves

    def bury(self, cell: int, code: int) -> None:
        """T8.1: the dead go last in the queue of the square where they died."""
        node = self.free_node
        self.free_node = self.next_node[node]
        self.next_node[node] = 0
        self.node_code[node] = code
        self._append(cell, node)

    def _append(self, cell: int, node: int) -> None:
        last = self.graves[cell]
        if last == 0:
            self.graves[cell] = node
            return
        while self.next_node[last]:
            last = self.next_node[last]
        self.next_node[last] = node

    def pour(self, origin: int, target: int) -> None:
        """Empty one grave into another, behind those who lie there."""
        self._append(target, self.graves[origin])
        self.graves[origin] = 0
        self.opened[origin] = 0

    def exhume(self, cell: int) -> int:
        """Take the oldest out of a grave; its code."""
        node = self.graves[cell]
        self.graves[cell] = self.next_node[node]
        self.next_node[node] = self.free_node
        self.free_node = node
        return self.node_code[node]

    def is_tomb(self, cell: int) -> bool:
        """A grave with somebody in it, no unit on it and no wall over it."""
        return self.graves[cell] != 0 and self.units[cell] == 0 and self.walls[cell] == 0

    def is_obstacle(self, cell: int) -> bool:
        """T7.1, T7.2: something that a bounce turns before: the edge, a unit or a wall."""
        return self.units[cell] != 0 or self.walls[cell] != 0

    # For cold code, which counts squares from 0 to 143

    def _cell(self, square: int) -> int:
        if square < 0 or square >= 144:
            raise ValueError(f"there is no square {square}")
        return tables.CELL[square]

    def set_up(self, units: dict[int, int], to_move: int, turn: int) -> None:
        """An empty board gets its units, by square."""
        for square, unit in units.items():
            self.put(self._cell(square), unit)
        self.to_move = bounds.within(to_move, 0, 1, "a side")
        self.turn = turn

    def switch_rules(self, options: Mapping[str, Value]) -> None:
        """Play with the rules that options have switched on, and without the others."""
        self.has_double_moves = bool(options["double_moves"])
        self.has_bounces = bool(options["bounces"])
        self.has_walls = bool(options["walls"])
        self.has_tombs = bool(options["tombs"])
        self.has_rotations = bool(options["rotations"])
        self.has_mind_control = bool(options["mind_control"])

    def set_pusher(self, square: int) -> None:
        """T10.4: the rook that pushed last stands or died on a square."""
        self.pusher = self._cell(square)

    def add_wall(self, square: int, turns: int) -> None:
        """A wall on a square that has none."""
        if self.walls[self._cell(square)]:
            raise ValueError(f"there is a wall on square {square}")
        self.raise_wall(self._cell(square), bounds.within(turns, 1, 2, "the age of a wall"))

    def add_dead(self, square: int, code: int) -> None:
        """T8.1: one more in the grave of a square, behind those who lie there."""
        if self.free_node == 0:
            raise ValueError("there are more dead than units")
        self.bury(self._cell(square), bounds.within(code, 0, 15, "a code"))

    def unit_on(self, square: int) -> int:
        """The unit on a square with its range and states, or 0."""
        return self.units[self._cell(square)]

    def wall_on(self, square: int) -> int:
        """How many turns a wall still stands on a square; 0 if there is none."""
        return self.walls[self._cell(square)]

    def grave_of(self, square: int) -> list[int]:
        """The codes of the dead of a square, oldest first."""
        found = []
        node = self.graves[self._cell(square)]
        while node:
            found.append(self.node_code[node])
            node = self.next_node[node]
        return found

    def is_open(self, square: int) -> bool:
        return self.opened[self._cell(square)] != 0

    def open_grave(self, square: int) -> None:
        self.opened[self._cell(square)] = 1

    def king_of(self, side: int) -> int:
        """The square of a side's king, or -1 when it is dead."""
        king = self.kings[bounds.within(side, 0, 1, "a side")]
        return tables.SQUARE[king] if king else -1

    def pawns_of(self, side: int) -> int:
        return self.pawns[bounds.within(side, 0, 1, "a side")]

    # Saving and hashing

    def save(self, words: IntStack) -> None:
        """Write everything behind what `words` hold, to be restored from there."""
        begin = words.count
        words.reserve(400)
        for square in range(144):
            cell = tables.CELL[square]
            if self.units[cell]:
                words.push(stored.saved_unit(cell, self.units[cell]))
        middle = words.count
        for square in range(144):
            cell = tables.CELL[square]
            if self.walls[cell] | self.graves[cell]:
                words.push(stored.saved_terrain(cell, self.walls[cell], self.opened[cell]))
                node = self.graves[cell]
                while node:
                    words.push(stored.saved_dead(self.node_code[node]))
                    node = self.next_node[node]
        end = words.count
        words.push(self.turn)
        words.push(stored.saved_pusher(self.pusher, self.to_move))
        words.push(stored.saved_sizes(middle - begin, end - middle))

    def restore(self, words: IntStack) -> None:
        """Take back what was saved last."""
        self.clear()
        sizes = words.pop()
        word = words.pop()
        self.to_move = stored.to_move_of_word(word)
        self.pusher = stored.pusher_of_word(word)
        self.turn = words.pop()
        middle = words.count - stored.terrain_words(sizes)
        begin = middle - stored.unit_words(sizes)
        for index in range(begin, middle):
            word = words.at[index]
            self.put(stored.saved_cell(word), stored.unit_of_word(word))
        cell = 0
        for index in range(middle, words.count):
            word = words.at[index]
            if stored.is_dead(word):
                self.bury(cell, stored.code_of_word(word))
            else:
                cell = stored.saved_cell(word)
                self.opened[cell] = stored.opened_of_word(word)
                if stored.wall_of_word(word):
                    self.raise_wall(cell, stored.wall_of_word(word))
        words.count = begin

    def clear(self) -> None:
        """An empty board."""
        for square in range(144):
            self.units[tables.CELL[square]] = 0
        for cell in range(256):
            self.walls[cell] = 0
            self.walls_beside[cell] = 0
            self.graves[cell] = 0
            self.opened[cell] = 0
            self.jesters_beside[cell] = 0
            self.jesters_beside[cell + 256] = 0
        for node in range(1, NODES - 1):
            self.next_node[node] = node + 1
        self.next_node[NODES - 1] = 0
        self.free_node = 1
        self.stateful = 0
        for entry in range(8):
            self.pieces[entry] = 0
        for side in range(2):
            self.pawns[side] = 0
            self.kings[side] = 0
        self.wall_count = 0

    def hash(self) -> int:
        """T16.5: a key of units, ranges, states, walls, graves in order, and the side to move; not of the pusher."""
        key = tables.SIDE_KEY if self.to_move else 0
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.units[cell]
            if unit:
                key ^= tables.UNIT_KEYS[square * 16 + layout.code_of(unit)]
                key ^= tables.STATE_KEYS[square * 16 + layout.states(unit)]
                key ^= tables.RANGE_KEYS[square * 16 + layout.short_range(unit)]
                key ^= tables.LONG_RANGE_KEYS[square * 8 + layout.long_range(unit)]
            elif self.walls[cell]:
                key ^= tables.WALL_KEYS[square * 2 + self.walls[cell] - 1]
            node = self.graves[cell]
            if node:
                if self.opened[cell]:
                    key ^= tables.OPEN_KEYS[square]
                place = 0
                while node:
                    key ^= self._rotated(tables.GRAVE_KEYS[square * 16 + self.node_code[node]], place)
                    place += 1
                    node = self.next_node[node]
        return key

    def _rotated(self, key: int, places: int) -> int:
        """A key with its bits rotated to the left, so that one table serves many places."""
        places &= 63
        if places == 0:
            return key
        return (key << places & MASK) | key >> (64 - places)

"""Which jumps there are, and the path of each (E3.2 to E3.6, and E4.7 where it bars a tile)."""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.exile import layout, tables
from ludoteca.games.exile.moves import Spawning
from ludoteca.games.exile.pieces import Flags, Pieces


class Jumps:
    """A breadth-first search over the hops of a turn. Each node is a path that can be walked.

    `moves` has what a node's path leads to, `parents` the node without the last hop (a root is its own), `stood` a key
    of the tiles that the piece has stood on since the last exile, `ways` those in which to look for a next hop. Nodes
    that end on one tile are chained: `last_ends` has the newest for each tile, if `stamps` has the present stamp there,
    and `earlier` the one before (the oldest is its own). What follows a path depends on its move and those tiles alone,
    so one node is kept for both. It is the shortest, then the first in tile order, for nodes are found in that order
    (E3.6).
    """

    seat: int
    stamp: int
    may_merge: bool
    before: int
    """A jump that tells only where the flags are before it."""
    returned: int
    """Where the last piece stands that has come back to its first tile, or OUTSIDE."""
    key: int
    """Of the position whose jumps these are, or 0 while that is not known."""

    def __init__(self) -> None:
        self.moves = IntStack()
        self.parents = IntStack()
        self.stood = IntStack()
        self.ways = IntStack()
        self.earlier = IntStack()
        self.last_ends = [0] * 145
        self.stamps = [0] * 145
        self.stamp = 0
        self.seat = 0
        self.may_merge = False
        self.before = layout.NO_JUMP
        self.returned = layout.OUTSIDE
        self.key = 0

    def add_jumps(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, found: IntStack) -> bool:
        """Append every jump in the order of the paths; whether two of them may still be one move (E3.6).

        That is only told for positions in which no piece was cornered before.
        """
        self.start(flags, seat)
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            tile = pieces.tiles[place]
            if spawning.count and spawning.is_fresh(tile):
                continue
            ways = self._first_ways(pieces, tile)
            if ways:
                self.stand(tile, ways)
        node = 0
        while node < self.moves.count:
            self._add_hops(pieces, node, found)
            node += 1
        return self.may_merge

    def start(self, flags: Flags, seat: int) -> None:
        """Forget all paths."""
        self.seat = seat
        self.before = layout.NO_JUMP
        for flag in range(flags.count):
            self.before = layout.put_flag(self.before, flag, flags.tiles[flag])
        self.key = 0
        self.may_merge = False
        self.returned = layout.OUTSIDE
        self.moves.clear()
        self.parents.clear()
        self.stood.clear()
        self.ways.clear()
        self.earlier.clear()
        self.stamp += 1
        if self.stamp == 256:
            self.stamp = 1
            for tile in range(145):
                self.stamps[tile] = 0

    def _first_ways(self, pieces: Pieces, tile: int) -> int:
        """E3.2: the ways in which a piece can hop from where it is, the edge rule aside."""
        ways = pieces.closed[tile] & tables.JUMP_WAYS[pieces.board * layout.MAX_TILES + tile]
        left = ways
        while left:
            way = tables.LOWEST_WAY[left]
            left &= left - 1
            if pieces.cells[tables.FAR[pieces.ways + tile * 8 + way]] != layout.EMPTY:
                ways ^= layout.way_bit(way)
        return ways

    def stand(self, tile: int, ways: int) -> None:
        """Add a path that has not begun."""
        self._push(self.moves.count, layout.stand(self.before, tile), tables.PIECE_KEYS[tile], ways)

    def _push(self, parent: int, move: int, stood: int, ways: int) -> None:
        node = self.moves.count
        end = layout.target(move)
        self.moves.push(move)
        self.parents.push(parent)
        self.stood.push(stood)
        self.ways.push(ways)
        self.earlier.push(self.last_ends[end] if self.stamps[end] == self.stamp else node)
        self.last_ends[end] = node
        self.stamps[end] = self.stamp

    def _add_hops(self, pieces: Pieces, node: int, found: IntStack) -> None:
        """E3.3: one more hop, in the order of the tiles where it lands."""
        ways = self.ways.at[node]
        row = (pieces.board * layout.MAX_TILES + layout.target(self.moves.at[node])) * 8
        index = 0
        while ways:
            way = tables.ORDERED_WAYS[row + index]
            index += 1
            if layout.has_way(ways, way):
                ways ^= layout.way_bit(way)
                if self.landing(pieces, node, way) != layout.OUTSIDE:
                    self._add_hop(pieces, node, way, found)

    def landing(self, pieces: Pieces, node: int, way: int) -> int:
        """Where one more hop lands, or OUTSIDE when it is not possible.

        Hops go by an even number of tiles along each axis (12 is even, so on the wrapped board too). A tile that is
        landed on is thus never one that is jumped over in the same turn, and only the first tile of a path is
        emptied for landing on.
        """
        move = self.moves.at[node]
        tile = layout.target(move)
        over = tables.NEAR[pieces.ways + tile * 8 + way]
        target = tables.FAR[pieces.ways + tile * 8 + way]
        # E3.2
        if pieces.cells[over] >= layout.EMPTY:
            return layout.OUTSIDE
        if pieces.cells[target] != layout.EMPTY and target != layout.tile(move):
            return layout.OUTSIDE
        if self.is_gone(pieces, node, over) or self.has_stood(node, target):
            return layout.OUTSIDE
        # E4.7
        if pieces.barred[target] and layout.flag_target(move, self.seat) == tile:
            return layout.OUTSIDE
        return target

    def is_gone(self, pieces: Pieces, node: int, tile: int) -> bool:
        """E3.5: whether the piece on a tile has been exiled by a hop of a path."""
        if pieces.cells[tile] == self.seat:
            return False
        return layout.is_exiled(self.moves.at[node], layout.enemy_index(self.seat, pieces.place_at(tile)))

    def has_stood(self, node: int, tile: int) -> bool:
        """E3.4: whether a piece has stood on a tile since its path began or last exiled an enemy."""
        at = node
        while layout.target(self.moves.at[at]) != tile:
            before = self.parents.at[at]
            if before == at or layout.exiled(self.moves.at[before]) != layout.exiled(self.moves.at[at]):
                return False
            at = before
        return True

    def _add_hop(self, pieces: Pieces, node: int, way: int, found: IntStack) -> None:
        """Add a path, unless there is one already that can go on alike; and its move if it is the first there."""
        move = self._move_after(pieces, node, way)
        target = layout.target(move)
        stood = tables.PIECE_KEYS[target]
        if layout.exiled(move) == layout.exiled(self.moves.at[node]):
            stood ^= self.stood.at[node]
        is_new = True
        has_rival = False
        if self.stamps[target] == self.stamp:
            other = self.last_ends[target]
            before = self.earlier.at[other]
            while True:
                if self.moves.at[other] == move:
                    is_new = False
                    if self.stood.at[other] == stood:
                        return
                elif layout.tile(self.moves.at[other]) == layout.tile(move):
                    has_rival = True
                if before == other:
                    break
                other = before
                before = self.earlier.at[other]
        self._push(node, move, stood, self._ways_on(pieces, target, way))
        if is_new:
            found.push(move)
            if not self.may_merge:
                self.may_merge = self._is_return_of_another(move) or (
                    has_rival and (pieces.has_edge_rule or self._may_corner(pieces, target))
                )

    def _ways_on(self, pieces: Pieces, tile: int, way: int) -> int:
        """Where there may be a piece to jump after a hop.

        Not back: a friend that was jumped last leads where the piece has just stood, and an enemy is gone.
        """
        ways = pieces.closed[tile] & tables.JUMP_WAYS[pieces.board * layout.MAX_TILES + tile]
        return ways & ~layout.way_back(way)

    def _move_after(self, pieces: Pieces, node: int, way: int) -> int:
        """E3.5, E4.1 to E4.5: what a path leads to with one more hop."""
        move = self.moves.at[node]
        tile = layout.target(move)
        target = tables.FAR[pieces.ways + tile * 8 + way]
        over = tables.NEAR[pieces.ways + tile * 8 + way]
        if pieces.cells[over] != self.seat:
            move = layout.add_exiled(move, layout.enemy_index(self.seat, pieces.place_at(over)))
        held = layout.NO_FLAG
        is_taking = False
        flag = self.seat
        for _ in range(1, pieces.seats):
            flag = flag + 1 if flag + 1 < pieces.seats else 0
            if layout.flag_target(move, flag) == target:
                is_taking = True
            elif held == layout.NO_FLAG and layout.flag_target(move, flag) == tile:
                held = flag
        # E4.3: a foreign flag stays behind where another is taken.
        if held != layout.NO_FLAG and not is_taking:
            move = layout.put_flag(move, held, target)
        if layout.flag_target(move, self.seat) == tile:
            move = layout.put_flag(move, self.seat, target)
        return layout.land(move, target)

    def _is_return_of_another(self, move: int) -> bool:
        """E3.6: whether a piece has come back to where it was, as another has: who went may not matter."""
        origin = layout.tile(move)
        if origin != layout.target(move):
            return False
        is_another = self.returned != layout.OUTSIDE and self.returned != origin
        self.returned = origin
        return is_another

    def _may_corner(self, pieces: Pieces, target: int) -> bool:
        """E3.6: whether a piece on a tile could close the last way of another beside it.

        Without that and without the edge rule, jumps that differ lead to different positions, but for those of pieces
        that come back. Those of two pieces do, for the other would have to be exiled where it stands. Those to two
        tiles do, for the piece itself is never cornered: what it jumped last is a friend or left an empty tile; and
        under the edge rule its flag tells the tile. What remains is a piece that one path jumps and that is cornered
        after the other.
        """
        way = 0
        while (
            way < 8
            and pieces.closed[tables.NEAR[pieces.ways + target * 8 + way]] | layout.way_back(way) != layout.ALL_WAYS
        ):
            way += 1
        return way < 8

    def find(self, move: int) -> int:
        """The node of the first path to a jump, or -1."""
        for node in range(self.moves.count):
            if self.moves.at[node] == move and self.parents.at[node] != node:
                return node
        return -1

    # For cold code

    def walk(self, pieces: Pieces, flags: Flags, seat: int, origin: int, ways: list[int]) -> int:
        """Walk a path as far as it can be walked; how many hops. The last node is then the path so far."""
        self.start(flags, seat)
        self.stand(origin, 0)
        done = 0
        for way in ways:
            if self.landing(pieces, done, way) == layout.OUTSIDE:
                break
            move = self._move_after(pieces, done, way)
            self._push(done, move, 0, 0)
            done += 1
        return done

    def path_at(self, node: int) -> list[int]:
        """The tiles of a node's path, first to last."""
        tiles = [layout.target(self.moves.at[node])]
        while self.parents.at[node] != node:
            node = self.parents.at[node]
            tiles.append(layout.target(self.moves.at[node]))
        return tiles[::-1]

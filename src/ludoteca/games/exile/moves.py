"""Which spawns, slides and jumps there are (E3, E5.3 to E5.5, and E4.7 where it bars a tile)."""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.exile import layout, tables
from ludoteca.games.exile.pieces import Flags, Pieces

MAX_SLIDES = 32


class Spawning:
    """Which exiled pieces come back, and where.

    `tiles` are those spawned on in this turn, OUTSIDE where there are none. `open` is the set of tiles for a spawn:
    all but the neighbourhoods of enemies and of unoccupied flags, and the tiles of the seat's own pieces.
    """

    count: int

    def __init__(self) -> None:
        self.count = 0
        self.tiles = [layout.OUTSIDE] * 2
        self.open = [0] * 3

    def note(self, tile: int) -> None:
        """A piece has been spawned on a tile."""
        self.tiles[self.count] = tile
        self.count += 1

    def clear(self) -> None:
        """The turn is over."""
        self.tiles[0] = layout.OUTSIDE
        self.tiles[1] = layout.OUTSIDE
        self.count = 0

    def is_fresh(self, tile: int) -> bool:
        """E2.4: whether the piece on a tile was spawned in this turn."""
        return self.tiles[0] == tile or self.tiles[1] == tile

    def spawned(self) -> list[int]:
        return [self.tiles[index] for index in range(self.count)]

    def copy(self) -> "Spawning":
        copied = Spawning()
        copied.count = self.count
        copied.tiles[:] = self.tiles
        return copied

    # Where

    def add_spawns(self, pieces: Pieces, flags: Flags, seat: int, found: IntStack) -> None:
        """Append every legal spawn, in tile order."""
        if not self.find_open(pieces, flags, seat):
            return
        found.reserve(layout.MAX_TILES)
        for word in range(layout.WORDS):
            bits = self.open[word]
            while bits:
                tile = word * 64 + tables.LOWEST_TILE[layout.lowest_index(bits)]
                bits &= bits - 1
                found.at[found.count] = layout.spawn(tile)
                found.count += 1

    def count_spawns(self, pieces: Pieces, flags: Flags, seat: int) -> int:
        if not self.find_open(pieces, flags, seat):
            return 0
        count = 0
        for word in range(layout.WORDS):
            bits = self.open[word]
            while bits:
                bits &= bits - 1
                count += 1
        return count

    def is_open(self, tile: int) -> bool:
        """Whether a tile was open when the open tiles were last found."""
        return layout.has_tile(self.open[layout.word_index(tile)], tile)

    def find_open(self, pieces: Pieces, flags: Flags, seat: int) -> bool:
        """Find the tiles for the next spawn of this turn; False when there can be none."""
        if pieces.ready[seat] == 0 or not self.may_spawn_again(pieces, flags, seat):
            return False
        self.find_unguarded(pieces, flags, seat)
        if self.count == 1:
            self._keep_second(pieces.board, flags.tiles[seat])
        return True

    def may_spawn_again(self, pieces: Pieces, flags: Flags, seat: int) -> bool:
        """E5.3: nothing was spawned yet, or one piece beside the seat's own flag."""
        if self.count == 0:
            return True
        return self.count == 1 and self.is_beside(pieces.board, self.tiles[0], flags.tiles[seat])

    def is_beside(self, on_board: int, tile: int, flag_tile: int) -> bool:
        """Whether a tile is adjacent to a flag's; they are known to differ."""
        word = (on_board * layout.MAX_TILES + flag_tile) * layout.WORDS + layout.word_index(tile)
        return layout.has_tile(tables.ZONES[word], tile)

    def find_unguarded(self, pieces: Pieces, flags: Flags, seat: int) -> None:
        """E5.4: the tiles that neither a piece nor a flag forbids."""
        begin = pieces.board * layout.MAX_TILES
        closed_low = 0
        closed_middle = 0
        closed_high = 0
        for other in range(pieces.seats):
            if other != seat:
                for place in range(other * 4, other * 4 + pieces.counts[other]):
                    row = (begin + pieces.tiles[place]) * layout.WORDS
                    closed_low |= tables.ZONES[row]
                    closed_middle |= tables.ZONES[row + 1]
                    closed_high |= tables.ZONES[row + 2]
        for flag in range(flags.count):
            if pieces.cells[flags.tiles[flag]] == layout.EMPTY:
                row = (begin + flags.tiles[flag]) * layout.WORDS
                closed_low |= tables.ZONES[row]
                closed_middle |= tables.ZONES[row + 1]
                closed_high |= tables.ZONES[row + 2]
        begin = pieces.board * layout.WORDS
        self.open[0] = tables.WHOLE[begin] & ~closed_low
        self.open[1] = tables.WHOLE[begin + 1] & ~closed_middle
        self.open[2] = tables.WHOLE[begin + 2] & ~closed_high
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            self._close(pieces.tiles[place])

    def _close(self, tile: int) -> None:
        self.open[layout.word_index(tile)] &= ~layout.tile_bit(tile)

    def _keep_second(self, on_board: int, flag_tile: int) -> None:
        """E5.3, E8: of the open tiles, those beside the seat's own flag and behind the first spawn in tile order."""
        for word in range(layout.WORDS):
            self.open[word] &= tables.ZONES[(on_board * layout.MAX_TILES + flag_tile) * layout.WORDS + word]
        first = self.tiles[0]
        for word in range(layout.word_index(first)):
            self.open[word] = 0
        self.open[layout.word_index(first)] &= ~(layout.tile_bit(first) - 1)

    # Undo and keys

    def packed(self) -> int:
        """All that moves change, as `layout` has it."""
        return layout.place_spawns(self.tiles[0], self.tiles[1])

    def unpack(self, word: int) -> None:
        self.tiles[0] = layout.first_spawn(word)
        self.tiles[1] = layout.second_spawn(word)
        self.count = (self.tiles[0] != layout.OUTSIDE) + (self.tiles[1] != layout.OUTSIDE)

    def hash(self) -> int:
        key = 0
        for index in range(self.count):
            key ^= tables.SPAWNED_KEYS[self.tiles[index]]
        return key


class Movement:
    """Finds slides, and the paths of jumps by walking them on the board, which is left as it was.

    `ends` marks the tiles where a path of a piece has ended, with a stamp for each piece. `signatures` has a word for
    each path: first tile, last tile, and who is exiled.
    """

    stamp: int
    may_repeat: bool
    has_common_end: bool
    seat: int
    origin: int
    own_flag: int

    def __init__(self) -> None:
        self.ends = [0] * 145
        self.stamp = 0
        self.may_repeat = False
        self.has_common_end = False
        self.signatures = IntStack()
        self.seat = 0
        self.origin = 0
        self.own_flag = 0

    # Slides

    def add_slides(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, found: IntStack) -> None:
        """Append every legal slide; pieces in tile order."""
        found.reserve(MAX_SLIDES)
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.count and spawning.is_fresh(origin):
                continue
            has_own_flag = pieces.has_edge_rule and flags.has_own(seat, origin)
            free = pieces.free_ways(origin, has_own_flag)
            while free:
                found.at[found.count] = layout.slide(origin, tables.LOWEST_WAY[free])
                found.count += 1
                free &= free - 1

    # Jumps

    def add_jumps(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, found: IntStack) -> bool:
        """Append every path; whether two of them may be one move (E3.6), if no piece was cornered before."""
        self.may_repeat = False
        self.has_common_end = False
        begin = found.count
        self.seat = seat
        self.own_flag = flags.tiles[seat]
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.count and spawning.is_fresh(origin):
                continue
            ways = pieces.closed[origin] & tables.JUMP_WAYS[pieces.board * layout.MAX_TILES + origin]
            if ways == 0:
                continue
            self.origin = origin
            self._new_stamp()
            pieces.cells[origin] = layout.STOOD
            has_own_flag = pieces.has_edge_rule and flags.has_own(seat, origin)
            self._add_paths(pieces, origin, ways, layout.NO_HOPS, has_own_flag, found)
            pieces.cells[origin] = seat
        return self.may_repeat or (self.has_common_end and self._has_equal_signatures(pieces, begin, found))

    def _new_stamp(self) -> None:
        """Forget all ends, by another stamp than theirs."""
        self.stamp += 1
        if self.stamp == 256:
            self.stamp = 1
            for tile in range(145):
                self.ends[tile] = 0

    def _add_paths(self, pieces: Pieces, tile: int, ways: int, hops: int, has_own_flag: bool, found: IntStack) -> None:
        """E3.3: one more hop from a tile, and from where it lands again.

        `ways` are those in which there may be a piece to jump over.
        """
        while ways:
            way = tables.LOWEST_WAY[ways]
            ways &= ways - 1
            target = self.landing(pieces, tile, way, has_own_flag)
            if target == layout.OUTSIDE:
                continue
            over = tables.NEAR[pieces.ways + tile * 8 + way]
            jumped = pieces.cells[over]
            if jumped != self.seat:
                pieces.cells[over] = layout.EMPTY
            if found.count == found.capacity:
                found.reserve(1)
            found.at[found.count] = layout.jump(self.origin, layout.add_hop(hops, way))
            found.count += 1
            self._note_end(pieces, target)
            pieces.cells[target] = layout.STOOD
            # The way back leads where the piece has stood. A walk only takes pieces away, so the ways that were open
            # before it have none to jump over.
            onward = (
                pieces.closed[target]
                & tables.JUMP_WAYS[pieces.board * layout.MAX_TILES + target]
                & ~layout.way_back(way)
            )
            if onward:
                # A flag of one's own that lies on the way is taken (E4.1), and from there on bars the edge (E4.7).
                holds_own = has_own_flag or target == self.own_flag
                self._add_paths(pieces, target, onward, layout.add_hop(hops, way), holds_own, found)
            pieces.cells[target] = layout.EMPTY
            pieces.cells[over] = jumped

    def _note_end(self, pieces: Pieces, target: int) -> None:
        """E3.6: two paths can only be one move if they are of one piece, end on one tile and exile the same pieces.

        One piece, for the other would have to be exiled where it stands, and by E6 nobody is cornered when a turn
        starts. One tile, for the piece itself is never cornered after a jump: what it jumped is a friend or left an
        empty tile; and under the edge rule the flag that it holds tells the tile. The same pieces, unless E6 exiles
        what the other path jumped: a piece beside the last tile with no other way open, or any under the edge rule.
        """
        if self.ends[target] != self.stamp:
            self.ends[target] = self.stamp
            return
        self.has_common_end = True
        if pieces.has_edge_rule or self._may_corner(pieces, target):
            self.may_repeat = True

    def _may_corner(self, pieces: Pieces, target: int) -> bool:
        """Whether a piece on a tile could close the last way of another beside it."""
        way = 0
        while (
            way < 8
            and pieces.closed[tables.NEAR[pieces.ways + target * 8 + way]] | layout.way_back(way) != layout.ALL_WAYS
        ):
            way += 1
        return way < 8

    def _has_equal_signatures(self, pieces: Pieces, begin: int, found: IntStack) -> bool:
        self.signatures.clear()
        for index in range(begin, found.count):
            signature = self._signature(pieces, found.at[index])
            for other in range(self.signatures.count):
                if self.signatures.at[other] == signature:
                    return True
            self.signatures.push(signature)
        return False

    def _signature(self, pieces: Pieces, move: int) -> int:
        """A word that two paths have in common if they are of one piece, to one tile, and exile the same."""
        exiled = 0
        tile = layout.tile(move)
        hops = layout.hops(move)
        for following in range(layout.hop_count(hops) - 1, -1, -1):
            way = pieces.ways + tile * 8 + layout.hop_way(hops, following)
            if pieces.cells[tables.NEAR[way]] != self.seat:
                exiled ^= tables.PIECE_KEYS[pieces.cells[tables.NEAR[way]] * layout.MAX_TILES + tables.NEAR[way]]
            tile = tables.FAR[way]
        return layout.path_signature(exiled, layout.tile(move), tile)

    def landing(self, pieces: Pieces, tile: int, way: int, has_own_flag: bool) -> int:
        """E3.2, E3.4, E4.7: where a hop from a tile lands, or OUTSIDE when it is not possible."""
        target = tables.FAR[pieces.ways + tile * 8 + way]
        if (
            pieces.cells[tables.NEAR[pieces.ways + tile * 8 + way]] >= layout.EMPTY
            or pieces.cells[target] != layout.EMPTY
        ):
            return layout.OUTSIDE
        return layout.OUTSIDE if has_own_flag and pieces.barred[target] else target

    # Paths that are given

    def hops_possible(self, pieces: Pieces, flags: Flags, seat: int, origin: int, hops: int) -> int:
        """How many hops of a path are legal before the first that is not."""
        overs = [0] * 20
        jumped = [0] * 20
        targets = [0] * 20
        count = layout.hop_count(hops)
        done = 0
        tile = origin
        has_own_flag = flags.has_own(seat, origin)
        pieces.cells[origin] = layout.STOOD
        while done < count:
            way = layout.hop_way(hops, count - 1 - done)
            targets[done] = self.landing(pieces, tile, way, has_own_flag)
            if targets[done] == layout.OUTSIDE:
                break
            overs[done] = tables.NEAR[pieces.ways + tile * 8 + way]
            jumped[done] = pieces.cells[overs[done]]
            if jumped[done] != seat:
                pieces.cells[overs[done]] = layout.EMPTY
            tile = targets[done]
            pieces.cells[tile] = layout.STOOD
            has_own_flag = has_own_flag or tile == flags.tiles[seat]
            done += 1
        for hop in range(done - 1, -1, -1):
            pieces.cells[targets[hop]] = layout.EMPTY
            pieces.cells[overs[hop]] = jumped[hop]
        pieces.cells[origin] = seat
        return done

    # One move

    def comes_first(self, on_board: int, move: int, other: int) -> bool:
        """E3.6: of two paths that are one move, whether the first of them is the one to write."""
        hops = layout.hops(move)
        other_hops = layout.hops(other)
        count = layout.hop_count(hops)
        if count != layout.hop_count(other_hops):
            return count < layout.hop_count(other_hops)
        begin = on_board * layout.MAX_TILES
        tile = layout.tile(move)
        other_tile = layout.tile(other)
        following = count - 1
        while tile == other_tile and following >= 0:
            tile = tables.FAR[(begin + tile) * 8 + layout.hop_way(hops, following)]
            other_tile = tables.FAR[(begin + other_tile) * 8 + layout.hop_way(other_hops, following)]
            following -= 1
        return tile < other_tile

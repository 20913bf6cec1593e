"""Slides and jumps: which there are (E3, and E4.7 where it bars a tile)."""

from ludoteca.core.words import Words
from ludoteca.games.exile import board
from ludoteca.games.exile.flags import Flags
from ludoteca.games.exile.pieces import Pieces
from ludoteca.games.exile.spawning import Spawning

OUTSIDE, EMPTY = board.OUTSIDE, board.EMPTY
NEAR = board.NEAR
FAR = board.FAR
LOWEST_WAY = board.LOWEST_WAY
WALL_WAYS = board.WALL_WAYS
SLIDE = board.slide_move(0, 0)
MOST_SLIDES = 32


class Movement:
    """Finds paths by walking them on the board, which is left as it was.

    `stood` marks the tiles that the walking piece has stood on, `ends` those where a path of this piece has
    ended, with a stamp for each piece.
    """

    stamp: int
    may_repeat: bool

    def __init__(self) -> None:
        self.stood = [0] * 145
        self.ends = [0] * 145
        self.stamp = 0
        self.may_repeat = False

    # Slides

    def add_slides(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, found: Words) -> None:
        """Append every legal slide; pieces in tile order."""
        found.reserve(MOST_SLIDES)
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.is_fresh(origin):
                continue
            has_own_flag = flags.has_own(seat, origin)
            free = pieces.free_ways(origin, has_own_flag)
            while free:
                found.at[found.count] = SLIDE + LOWEST_WAY[free] * 256 + origin
                found.count += 1
                free &= free - 1

    def count_slides(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int) -> int:
        count = 0
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.is_fresh(origin):
                continue
            has_own_flag = flags.has_own(seat, origin)
            free = pieces.free_ways(origin, has_own_flag)
            while free:
                count += 1
                free &= free - 1
        return count

    # Jumps

    def add_jumps(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, found: Words) -> bool:
        """Append every path; whether two paths of a piece end on one tile, so that they may be one move (E3.6)."""
        self.may_repeat = False
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if pieces.closed[origin] == WALL_WAYS[pieces.board * 144 + origin] or spawning.is_fresh(origin):
                continue
            self._new_stamp()
            self._lift(pieces, origin)
            self._add_paths(pieces, seat, origin, 1, flags.has_own(seat, origin), flags.tiles[seat], origin, found)
            self._put_down(pieces, seat, origin)
        return self.may_repeat

    def _new_stamp(self) -> None:
        """Forget all ends, by another stamp than theirs."""
        self.stamp += 1
        if self.stamp == 256:
            self.stamp = 1
            for tile in range(145):
                self.ends[tile] = 0

    def _add_paths(
        self,
        pieces: Pieces,
        seat: int,
        tile: int,
        code: int,
        has_own_flag: bool,
        own_flag: int,
        origin: int,
        found: Words,
    ) -> None:
        """E3.3: one more hop from a tile, and from where it lands again."""
        # A walk only takes pieces away, so a way that was open before it has none to jump over.
        ways = pieces.closed[tile]
        while ways:
            way = LOWEST_WAY[ways]
            ways &= ways - 1
            target = self.landing(pieces, tile, way, has_own_flag)
            if target == OUTSIDE:
                continue
            found.push((code * 8 + way) * 256 + origin)
            if self.ends[target] == self.stamp:
                self.may_repeat = True
            self.ends[target] = self.stamp
            over = NEAR[pieces.ways + tile * 8 + way]
            jumped = pieces.cells[over]
            if jumped != seat:
                pieces.cells[over] = EMPTY
            self.stood[target] = 1
            # A flag of one's own that lies on the way is taken (E4.1), and from there on bars the edge (E4.7).
            self._add_paths(
                pieces, seat, target, code * 8 + way, has_own_flag or target == own_flag, own_flag, origin, found
            )
            self.stood[target] = 0
            pieces.cells[over] = jumped

    def landing(self, pieces: Pieces, tile: int, way: int, has_own_flag: bool) -> int:
        """E3.2, E3.4, E4.7: where a hop from a tile lands, or OUTSIDE when it is not possible."""
        target = FAR[pieces.ways + tile * 8 + way]
        if pieces.cells[NEAR[pieces.ways + tile * 8 + way]] >= EMPTY or pieces.cells[target] != EMPTY:
            return OUTSIDE
        if self.stood[target] or (has_own_flag and pieces.barred[target]):
            return OUTSIDE
        return target

    # Paths that are given

    def hops_in(self, code: int) -> int:
        """How many hops a code tells, or 0 if it is not a jump's."""
        hops = 0
        while code > 7:
            code >>= 3
            hops += 1
        return hops if code == 1 else 0

    def hops_possible(self, pieces: Pieces, flags: Flags, seat: int, origin: int, code: int) -> int:
        """How many hops of a path are legal before the first that is not."""
        overs = [0] * 20
        jumped = [0] * 20
        targets = [0] * 20
        hops = self.hops_in(code)
        done = 0
        tile = origin
        has_own_flag = flags.has_own(seat, origin)
        self._lift(pieces, origin)
        while done < hops:
            way = code >> 3 * (hops - 1 - done) & 7
            targets[done] = self.landing(pieces, tile, way, has_own_flag)
            if targets[done] == OUTSIDE:
                break
            overs[done] = NEAR[pieces.ways + tile * 8 + way]
            jumped[done] = pieces.cells[overs[done]]
            if jumped[done] != seat:
                pieces.cells[overs[done]] = EMPTY
            tile = targets[done]
            self.stood[tile] = 1
            has_own_flag = has_own_flag or tile == flags.tiles[seat]
            done += 1
        for hop in range(done - 1, -1, -1):
            self.stood[targets[hop]] = 0
            pieces.cells[overs[hop]] = jumped[hop]
        self._put_down(pieces, seat, origin)
        return done

    def _lift(self, pieces: Pieces, origin: int) -> None:
        pieces.cells[origin] = EMPTY
        self.stood[origin] = 1

    def _put_down(self, pieces: Pieces, seat: int, origin: int) -> None:
        self.stood[origin] = 0
        pieces.cells[origin] = seat

    # One move

    def comes_first(self, on_board: int, move: int, other: int) -> bool:
        """E3.6: of two paths that are one move, whether it is told by the first of them."""
        hops = self.hops_in(move >> 8)
        other_hops = self.hops_in(other >> 8)
        if hops != other_hops:
            return hops < other_hops
        tile = move & 255
        other_tile = other & 255
        hop = hops - 1
        while tile == other_tile and hop >= 0:
            tile = FAR[(on_board * 144 + tile) * 8 + (move >> (8 + 3 * hop) & 7)]
            other_tile = FAR[(on_board * 144 + other_tile) * 8 + (other >> (8 + 3 * hop) & 7)]
            hop -= 1
        return tile < other_tile

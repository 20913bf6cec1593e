"""Slides and jumps: which there are (E3, and E4.7 where it bars a tile)."""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.exile import board
from ludoteca.games.exile.flags import Flags
from ludoteca.games.exile.pieces import Pieces
from ludoteca.games.exile.spawning import Spawning

OUTSIDE, EMPTY, ALL_WAYS = board.OUTSIDE, board.EMPTY, board.ALL_WAYS
NEAR = board.NEAR
FAR = board.FAR
STOOD = board.WALL
"""What a tile holds during a walk once the piece has stood there: it can neither be jumped nor landed on (E3.4)."""
LOWEST_WAY = board.LOWEST_WAY
JUMP_WAYS = board.JUMP_WAYS
PIECE_KEYS = board.PIECE_KEYS
SIGN_MASK = 0xFFFFFFFFFFFF0000
SLIDE = board.slide_move(0, 0)
MOST_SLIDES = 32


class Movement:
    """Finds paths by walking them on the board, which is left as it was.

    `ends` marks the tiles where a path of a piece has ended, with a stamp for each piece. `signs` has a word for each
    path: last tile, first tile, and who is exiled.
    """

    stamp: int
    may_repeat: bool
    has_met: bool
    seat: int
    origin: int
    own_flag: int

    def __init__(self) -> None:
        self.ends = [0] * 145
        self.stamp = 0
        self.may_repeat = False
        self.has_met = False
        self.signs = IntStack()
        self.seat = 0
        self.origin = 0
        self.own_flag = 0

    # Slides

    def add_slides(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, found: IntStack) -> None:
        """Append every legal slide; pieces in tile order."""
        found.reserve(MOST_SLIDES)
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.count and spawning.is_fresh(origin):
                continue
            has_own_flag = pieces.has_edge_rule and flags.has_own(seat, origin)
            free = pieces.free_ways(origin, has_own_flag)
            while free:
                found.at[found.count] = SLIDE + LOWEST_WAY[free] * 256 + origin
                found.count += 1
                free &= free - 1

    def count_slides(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int) -> int:
        count = 0
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.count and spawning.is_fresh(origin):
                continue
            has_own_flag = pieces.has_edge_rule and flags.has_own(seat, origin)
            free = pieces.free_ways(origin, has_own_flag)
            while free:
                count += 1
                free &= free - 1
        return count

    # Jumps

    def add_jumps(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, found: IntStack) -> bool:
        """Append every path; whether two of them may be one move (E3.6), if no piece was cornered before."""
        self.may_repeat = False
        self.has_met = False
        begin = found.count
        self.seat = seat
        self.own_flag = flags.tiles[seat]
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.count and spawning.is_fresh(origin):
                continue
            ways = pieces.closed[origin] & JUMP_WAYS[pieces.board * 144 + origin]
            if ways == 0:
                continue
            self.origin = origin
            self._new_stamp()
            pieces.cells[origin] = STOOD
            has_own_flag = pieces.has_edge_rule and flags.has_own(seat, origin)
            self._add_paths(pieces, origin, ways, 1, has_own_flag, found)
            pieces.cells[origin] = seat
        return self.may_repeat or (self.has_met and self._has_equal_signs(pieces, begin, found))

    def _new_stamp(self) -> None:
        """Forget all ends, by another stamp than theirs."""
        self.stamp += 1
        if self.stamp == 256:
            self.stamp = 1
            for tile in range(145):
                self.ends[tile] = 0

    def _add_paths(self, pieces: Pieces, tile: int, ways: int, code: int, has_own_flag: bool, found: IntStack) -> None:
        """E3.3: one more hop from a tile, and from where it lands again.

        `ways` are those in which there may be a piece to jump over.
        """
        while ways:
            way = LOWEST_WAY[ways]
            ways &= ways - 1
            target = self.landing(pieces, tile, way, has_own_flag)
            if target == OUTSIDE:
                continue
            over = NEAR[pieces.ways + tile * 8 + way]
            jumped = pieces.cells[over]
            if jumped != self.seat:
                pieces.cells[over] = EMPTY
            if found.count == found.capacity:
                found.reserve(1)
            found.at[found.count] = (code * 8 + way) * 256 + self.origin
            found.count += 1
            self._note_end(pieces, target)
            pieces.cells[target] = STOOD
            # The way back leads where the piece has stood. A walk only takes pieces away, so the ways that were open
            # before it have none to jump over.
            onward = pieces.closed[target] & JUMP_WAYS[pieces.board * 144 + target] & ~(128 >> way)
            if onward:
                # A flag of one's own that lies on the way is taken (E4.1), and from there on bars the edge (E4.7).
                holds_own = has_own_flag or target == self.own_flag
                self._add_paths(pieces, target, onward, code * 8 + way, holds_own, found)
            pieces.cells[target] = EMPTY
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
        self.has_met = True
        if pieces.has_edge_rule or self._may_corner(pieces, target):
            self.may_repeat = True

    def _may_corner(self, pieces: Pieces, target: int) -> bool:
        """Whether a piece on a tile could close the last way of another beside it."""
        way = 0
        while way < 8 and pieces.closed[NEAR[pieces.ways + target * 8 + way]] | 128 >> way != ALL_WAYS:
            way += 1
        return way < 8

    def _has_equal_signs(self, pieces: Pieces, begin: int, found: IntStack) -> bool:
        self.signs.clear()
        for index in range(begin, found.count):
            sign = self._sign(pieces, found.at[index])
            for other in range(self.signs.count):
                if self.signs.at[other] == sign:
                    return True
            self.signs.push(sign)
        return False

    def _sign(self, pieces: Pieces, move: int) -> int:
        """A word that two paths have in common if they are of one piece, to one tile, and exile the same."""
        exiled = 0
        tile = move & 255
        for hop in range(self.hops_in(move >> 8) - 1, -1, -1):
            way = pieces.ways + tile * 8 + (move >> (8 + 3 * hop) & 7)
            if pieces.cells[NEAR[way]] != self.seat:
                exiled ^= PIECE_KEYS[pieces.cells[NEAR[way]] * 144 + NEAR[way]]
            tile = FAR[way]
        return (exiled & SIGN_MASK) | (move & 255) << 8 | tile

    def landing(self, pieces: Pieces, tile: int, way: int, has_own_flag: bool) -> int:
        """E3.2, E3.4, E4.7: where a hop from a tile lands, or OUTSIDE when it is not possible."""
        target = FAR[pieces.ways + tile * 8 + way]
        if pieces.cells[NEAR[pieces.ways + tile * 8 + way]] >= EMPTY or pieces.cells[target] != EMPTY:
            return OUTSIDE
        return OUTSIDE if has_own_flag and pieces.barred[target] else target

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
        pieces.cells[origin] = STOOD
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
            pieces.cells[tile] = STOOD
            has_own_flag = has_own_flag or tile == flags.tiles[seat]
            done += 1
        for hop in range(done - 1, -1, -1):
            pieces.cells[targets[hop]] = EMPTY
            pieces.cells[overs[hop]] = jumped[hop]
        pieces.cells[origin] = seat
        return done

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

"""Slides and jumps: which there are (E3, and E4.7 where it bars a tile)."""

from ludoteca.core.words import Words
from ludoteca.games.exile import board
from ludoteca.games.exile.flags import Flags
from ludoteca.games.exile.pieces import Pieces
from ludoteca.games.exile.spawning import Spawning

OUTSIDE, EMPTY = board.OUTSIDE, board.EMPTY
NEAR = board.NEAR
FAR = board.FAR
SLIDE = board.slide_move(0, 0)
MOST_SLIDES = 32


class Movement:
    """Finds paths by walking them on the board, which is left as it was.

    `stood` marks the tiles that the walking piece has stood on, `ends` those where a path of this piece has ended.
    """

    may_repeat: bool

    def __init__(self) -> None:
        self.stood = [0] * 145
        self.ends = [0] * 145
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
            for way in range(8):
                if pieces.can_slide(origin, way, has_own_flag):
                    found.at[found.count] = SLIDE + way * 256 + origin
                    found.count += 1

    def count_slides(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int) -> int:
        count = 0
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.is_fresh(origin):
                continue
            has_own_flag = flags.has_own(seat, origin)
            for way in range(8):
                count += pieces.can_slide(origin, way, has_own_flag)
        return count

    # Jumps

    def add_jumps(self, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, found: Words) -> bool:
        """Append every path; whether two paths of a piece end on one tile, so that they may be one move (E3.6)."""
        self.may_repeat = False
        for place in range(seat * 4, seat * 4 + pieces.counts[seat]):
            origin = pieces.tiles[place]
            if spawning.is_fresh(origin) or not self._has_neighbour(pieces, origin):
                continue
            begin = found.count
            self._lift(pieces, origin)
            self._add_paths(pieces, seat, origin, 1, flags.has_own(seat, origin), flags.tiles[seat], origin, found)
            self._put_down(pieces, seat, origin)
            self._watch_ends(pieces.board, origin, begin, found)
        return self.may_repeat

    def _has_neighbour(self, pieces: Pieces, origin: int) -> bool:
        for way in range(8):
            if pieces.cells[NEAR[pieces.ways + origin * 8 + way]] < EMPTY:
                return True
        return False

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
        for way in range(8):
            target = self.landing(pieces, tile, way, has_own_flag)
            if target == OUTSIDE:
                continue
            found.push((code * 8 + way) * 256 + origin)
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

    def _watch_ends(self, on_board: int, origin: int, begin: int, found: Words) -> None:
        for index in range(begin, found.count):
            end = self.end_of(on_board, origin, found.at[index] >> 8)
            if self.ends[end]:
                self.may_repeat = True
            self.ends[end] = 1
        for index in range(begin, found.count):
            self.ends[self.end_of(on_board, origin, found.at[index] >> 8)] = 0

    # Paths that are given

    def hops_in(self, code: int) -> int:
        """How many hops a code tells, or 0 if it is not a jump's."""
        hops = 0
        while code > 7:
            code >>= 3
            hops += 1
        return hops if code == 1 else 0

    def end_of(self, on_board: int, origin: int, code: int) -> int:
        """The last tile of a path."""
        hops = self.hops_in(code)
        tile = origin
        for hop in range(hops - 1, -1, -1):
            tile = FAR[(on_board * 144 + tile) * 8 + (code >> 3 * hop & 7)]
        return tile

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

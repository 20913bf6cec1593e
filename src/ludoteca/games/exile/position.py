"""A game of Exile under way: the course of a turn, the history, and how the game ends (E2, E6, E7)."""

from typing import Any

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.core.usage import Usage
from ludoteca.games.exile import clauses, layout, tables
from ludoteca.games.exile.jumps import Jumps
from ludoteca.games.exile.moves import Movement, Spawning
from ludoteca.games.exile.pieces import Flags, Pieces


class ExilePosition(Position):
    """`quiet` counts turns (E7.4); `number` is the round; `ended` tells how the game stands, by a constant of `layout`.

    A limit of 0 is no limit.
    """

    quiet: int
    number: int
    ended: int
    winner: int
    """Of a finished game; -1 in a draw."""

    def __init__(
        self,
        mode: str,
        pieces: Pieces,
        flags: Flags,
        spawning: Spawning,
        to_move: int,
        quiet: int,
        number: int,
        flags_to_win: int,
        has_repetition: bool,
        round_limit: int,
        quiet_limit: int,
    ) -> None:
        super().__init__(pieces.seats)
        self.mode = mode
        self.pieces = pieces
        self.flags = flags
        self.spawning = spawning
        self.movement = Movement()
        self.jumps = Jumps()
        self.to_move = bounds.within(to_move, 0, pieces.seats - 1, "a seat")
        self.quiet = quiet
        self.number = number
        self.flags_to_win = flags_to_win
        self.has_repetition = has_repetition
        self.round_limit = round_limit
        self.quiet_limit = quiet_limit
        self.ended = layout.NOT_OVER
        self.winner = -1
        self.is_quiet_turn = True
        self.position_key = 0
        self.undos = IntStack()
        self.keys = IntStack()
        self.counted = IntStack()
        self.scratch = IntStack()
        self.key_counts = [0] * 2048

    # Moves

    def generate(self, found: IntStack) -> None:
        """E2.1, E2.2: spawns, slides, jumps, and the pass."""
        if self.ended != layout.NOT_OVER:
            return
        self.spawning.add_spawns(self.pieces, self.flags, self.to_move, found)
        self.add_slides(found)
        self.add_jumps(found)
        found.push(layout.PASS)

    def count_moves(self) -> int:
        if self.ended != layout.NOT_OVER:
            return 0
        self.counted.clear()
        self.add_slides(self.counted)
        self.add_jumps(self.counted)
        return self.spawning.count_spawns(self.pieces, self.flags, self.to_move) + self.counted.count + 1

    def add_slides(self, found: IntStack) -> None:
        self.movement.add_slides(self.pieces, self.flags, self.spawning, self.to_move, found)

    def add_jumps(self, found: IntStack) -> None:
        begin = found.count
        may_merge = self.jumps.add_jumps(self.pieces, self.flags, self.spawning, self.to_move, found)
        self.jumps.key = self.position_key
        if found.count - begin < 2:
            return
        if may_merge or self._is_first_turn():
            self._merge_jumps(begin, found)

    def _merge_jumps(self, begin: int, found: IntStack) -> None:
        """E3.6: of the jumps that lead to the same position after the corner rule keep the first."""
        kept = 0
        self.scratch.clear()
        for index in range(begin, found.count):
            move = found.at[index]
            key = self._key_after(move)
            same = 0
            while same < kept and self.scratch.at[same] != key:
                same += 1
            if same == kept:
                self.scratch.push(key)
                found.at[begin + kept] = move
                kept += 1
        found.count = begin + kept

    def _key_after(self, move: int) -> int:
        """The key of the board and the exiles as a jump and the end of its turn leave them."""
        self._save()
        self._resolve_turn_end(self._jump(move), None)
        key = self._board_key()
        self._restore()
        return key

    def is_well_formed(self, move: int) -> bool:
        tile = layout.tile(move)
        if move < 0 or tile >= layout.OUTSIDE or self.ended != layout.NOT_OVER:
            return False
        if move == layout.PASS:
            return True
        if layout.is_spawn(move):
            may_spawn = self.spawning.count < 2 and self.pieces.ready[self.to_move] > 0
            return may_spawn and self.pieces.cells[tile] == layout.EMPTY
        if self.pieces.cells[tile] != self.to_move:
            return False
        if layout.is_slide(move):
            return layout.has_way(self.pieces.free_ways(tile, False), layout.slide_way(move))
        return layout.is_jump(move) and self._find_jump(move) >= 0

    def _find_jump(self, move: int) -> int:
        """The node of a jump, or -1."""
        if self.jumps.key != self.position_key:
            self.counted.clear()
            self.add_jumps(self.counted)
        return self.jumps.find(move)

    def make(self, move: int) -> None:
        tile = layout.tile(move)
        if self.usage is not None:
            self._note_clauses(self.usage, move)
        self.played.push(move)
        self._save()
        if layout.is_spawn(move):
            self.pieces.spawn(self.to_move, tile)
            self.spawning.note(tile)
            self.position_key = self._compute_key()
            return
        self.is_quiet_turn = True
        last = layout.OUTSIDE
        if layout.is_slide(move):
            last = tables.NEAR[self.pieces.ways + tile * 8 + layout.slide_way(move)]
            self._go(tile, last)
        elif move != layout.PASS:
            last = self._jump(move)
        self._resolve_turn_end(last, self.usage)
        self._start_next_turn()

    def _note_clauses(self, usage: Usage, move: int) -> None:
        usage.begin_move()
        tile = layout.tile(move)
        if layout.is_slide(move):
            target = tables.NEAR[self.pieces.ways + tile * 8 + layout.slide_way(move)]
            clauses.note_slide(usage, self.pieces, self.flags, self.to_move, tile, target)
        elif layout.is_spawn(move):
            clauses.note_spawn(usage, self.pieces, self.flags, self.spawning, self.to_move, tile)
        elif move == layout.PASS:
            clauses.note_pass(usage, self.pieces, self.to_move)
        else:
            clauses.note_jump(usage, self.pieces, self.flags, self.spawning, self.jumps, self._find_jump(move))

    def _jump(self, move: int) -> int:
        """Make a jump; the tile where it ends."""
        victims = [0] * 16
        count = 0
        enemy = 0
        left = layout.exiled(move)
        while left:
            if left & 1:
                victims[count] = self.pieces.tiles[layout.enemy_place(self.to_move, enemy)]
                count += 1
            left >>= 1
            enemy += 1
        for index in range(count):
            self._exile(victims[index])
        if self.flags.settle(self.to_move, move):
            self.is_quiet_turn = False
        self.pieces.shift(layout.tile(move), layout.target(move))
        return layout.target(move)

    def _go(self, origin: int, target: int) -> None:
        if self.pieces.go_unchecked(self.flags, origin, target):
            self.is_quiet_turn = False

    def _exile(self, tile: int) -> None:
        self.pieces.exile_unchecked(self.flags, tile)
        self.is_quiet_turn = False

    def _resolve_turn_end(self, last: int, usage: Usage | None) -> None:
        """The end of a turn: the waiting become ready (E5.2), then the cornered are exiled, all at once (E6.2).

        `last` is the tile where the movement ended, or OUTSIDE. When nobody was cornered before, as E6 leaves it, and
        without the edge rule, only pieces beside that tile can be: a piece that lost its friend can slide to where
        the friend was, and one beside a spawned piece has that for a friend.
        """
        victims = [0] * 16
        if self.pieces.has_edge_rule or self._is_first_turn():
            count = self.pieces.find_cornered(self.flags, victims)
        else:
            count = self.pieces.find_cornered_beside(last, victims)
        if usage is not None and (count or self.pieces.waiting[self.to_move]):
            clauses.note_turn_end(usage, self.pieces, self.flags, self.to_move, victims, count)
        self.pieces.end_wait(self.to_move)
        for index in range(count):
            self._exile(victims[index])

    def _is_first_turn(self) -> bool:
        """Whether no turn has ended yet, so that a position that was set up may have cornered pieces."""
        return self.keys.count < 2

    def _start_next_turn(self) -> None:
        """The next seat becomes the one to move; then the ends are looked for (E7.5)."""
        self.quiet = self.quiet + 1 if self.is_quiet_turn else 0
        self.spawning.clear()
        self.to_move += 1
        if self.to_move == self.seats:
            self.to_move = 0
            self.number += 1
        self.position_key = self._compute_key()
        self._note_turn()

    def unmake(self) -> None:
        move = self.played.pop()
        if not layout.is_spawn(move):
            self._forget_turn()
        self._restore()

    def _save(self) -> None:
        """Append all that a move changes: six words."""
        self.pieces.save(self.undos)
        self.undos.reserve(3)
        last = self.undos.count
        self.undos.at[last] = self.flags.packed() | self.spawning.packed()
        self.undos.at[last + 1] = layout.counters(self.quiet, self.number, self.to_move)
        self.undos.at[last + 2] = self.position_key
        self.undos.count = last + 3

    def _restore(self) -> None:
        self.undos.count -= 3
        last = self.undos.count
        self.flags.unpack(self.undos.at[last])
        self.spawning.unpack(self.undos.at[last])
        counters = self.undos.at[last + 1]
        self.to_move = layout.seat_to_move(counters)
        self.quiet = layout.quiet_turns(counters)
        self.number = layout.round_number(counters)
        self.position_key = self.undos.at[last + 2]
        self.pieces.restore(self.undos)
        # A move was made from here, so the game was not over.
        self.ended = layout.NOT_OVER
        self.winner = -1

    def hash(self) -> int:
        return self.position_key

    def _board_key(self) -> int:
        return self.pieces.key ^ self.pieces.pool_key ^ self.flags.key

    def _compute_key(self) -> int:
        return self._board_key() ^ self.spawning.hash() ^ tables.SEAT_KEYS[self.to_move]

    # Ends

    def begin(self) -> None:
        """Start the history; once, when everything is set up."""
        self.position_key = self._compute_key()
        # A turn that is under way has not ended anything (E7.5).
        if self.spawning.count == 0:
            self._note_turn()

    def _note_turn(self) -> None:
        """Note that a turn starts with this position, and whether the game has ended."""
        self.keys.push(self.position_key)
        self.key_counts[layout.key_index(self.position_key)] += 1
        self.ended = self._ending()
        if self.ended == layout.WON:
            self.winner = self._last_to_move()

    def _forget_turn(self) -> None:
        self.key_counts[layout.key_index(self.keys.pop())] -= 1

    def _ending(self) -> int:
        """E7.5: the ends, in their order."""
        if self.flags.controlled_by(self._last_to_move()) >= self.flags_to_win:
            return layout.WON
        if self.has_repetition and self._is_third_time():
            return layout.REPEATED
        if self.round_limit and self.number > self.round_limit:
            return layout.OUT_OF_ROUNDS
        if self.quiet_limit and self.quiet >= self.quiet_limit:
            return layout.QUIET
        return layout.NOT_OVER

    def _last_to_move(self) -> int:
        """The seat whose turn was before."""
        return self.to_move - 1 if self.to_move else self.seats - 1

    def _is_third_time(self) -> bool:
        """E7.3. `key_counts` says at once when a key cannot have been there twice."""
        if self.key_counts[layout.key_index(self.position_key)] < 3:
            return False
        times = 0
        turn = self.keys.count - 1
        while turn >= 0:
            if self.keys.at[turn] == self.position_key:
                times += 1
            turn -= self.seats
        return times >= 3

    def times_seen(self) -> int:
        """How often the position has started a turn before; 0 in the middle of a turn."""
        if self.spawning.count or self.key_counts[layout.key_index(self.position_key)] < 2:
            return 0
        times = 0
        turn = self.keys.count - 1 - self.seats
        while turn >= 0:
            if self.keys.at[turn] == self.position_key:
                times += 1
            turn -= self.seats
        return times

    def write_path(self, move: int, tiles: Any, most: int) -> int:
        """Write the tiles of a slide's or a jump's path, at most so many; how many there are."""
        tiles[0] = layout.tile(move)
        if layout.is_slide(move):
            tiles[1] = tables.NEAR[self.pieces.ways + layout.tile(move) * 8 + layout.slide_way(move)]
            return 2
        node = self._find_jump(move)
        count = 1
        back = node
        while back >= 0 and self.jumps.parents.at[back] != back:
            count += 1
            back = self.jumps.parents.at[back]
        for place in range(count - 1, 0, -1):
            if place < most:
                tiles[place] = layout.target(self.jumps.moves.at[node])
            node = self.jumps.parents.at[node]
        return min(count, most)

    def has_returned(self, plies: int) -> bool:
        """Whether a position of the last so many plies, at the start of a turn, is there again."""
        if not self.has_repetition or self.spawning.count or self.key_counts[layout.key_index(self.position_key)] < 2:
            return False
        back = self.seats
        while back <= plies and back < self.keys.count:
            if self.keys.at[self.keys.count - 1 - back] == self.position_key:
                return True
            back += self.seats
        return False

    def payoff(self, seat: int) -> float:
        if self.winner < 0:
            return 0.0
        return 1.0 if seat == self.winner else -1.0 / (self.seats - 1)

    # For cold code

    def open_tiles(self) -> list[int]:
        """The tiles on which the seat to move may spawn now."""
        if not self.spawning.find_open(self.pieces, self.flags, self.to_move):
            return []
        return [tile for tile in range(layout.MAX_TILES) if self.spawning.is_open(tile)]

    def cornered_tiles(self) -> list[int]:
        """E6.1: the pieces that would be exiled if the turn ended now."""
        victims = [0] * 16
        count = self.pieces.find_cornered(self.flags, victims)
        return sorted([victims[index] for index in range(count)])

    def may_spawn_again(self) -> bool:
        """E5.3: whether this turn may have one more spawn, if there is a piece and a tile for it."""
        return self.spawning.may_spawn_again(self.pieces, self.flags, self.to_move)

    def slide_ways(self, tile: int) -> int:
        """E3.1, E4.7: the ways in which a piece of the seat to move may slide from a tile."""
        self.pieces.occupied(tile)
        return self.pieces.free_ways(tile, self.flags.has_own(self.to_move, tile))

    def walk(self, origin: int, ways: list[int]) -> int:
        """Walk a path as far as it can be walked; how many hops. Of these hops the next three methods tell."""
        self.pieces.occupied(origin)
        for way in ways:
            bounds.within(way, 0, 7, "a way")
        return self.jumps.walk(self.pieces, self.flags, self.to_move, origin, ways)

    def jump_after(self, hops: int) -> int:
        """The jump that the first hops of the walked path are."""
        return self.jumps.moves.at[self._hops(hops)]  # type: ignore[no-any-return]

    def is_gone(self, hops: int, tile: int) -> bool:
        """E3.5: whether the first hops of the walked path have exiled the piece on a tile."""
        return self.jumps.is_gone(self.pieces, self._hops(hops), self.pieces.occupied(tile))

    def has_stood(self, hops: int, tile: int) -> bool:
        """E3.4: whether the piece has stood on a tile in the first hops of the walked path since it last exiled."""
        return self.jumps.has_stood(self._hops(hops), bounds.within(tile, 0, layout.OUTSIDE - 1, "a tile"))

    def _hops(self, hops: int) -> int:
        return bounds.within(hops, 0, self.jumps.moves.count - 1, "a number of hops")

    def same_jump(self, move: int) -> int:
        """E3.6: the legal jump that leads to the same position as a path that can be walked."""
        if self.allows(move):
            return move
        if not self.accepts(move) or not layout.is_jump(move):
            raise ValueError(f"{bounds.shown(move)} is no jump in this position")
        key = self._key_after(move)
        for other in self.legal_moves():
            if layout.is_jump(other) and self._key_after(other) == key:
                return other
        raise AssertionError("every path that can be walked is a move")

    def path(self, move: int) -> list[int]:
        """The tiles that the piece of a slide or a jump stands on, first to last; none if it is no jump here."""
        if not self.accepts(move):
            return []
        if layout.is_slide(move):
            return [layout.tile(move), tables.NEAR[self.pieces.ways + layout.tile(move) * 8 + layout.slide_way(move)]]
        node = self._find_jump(move)
        return [] if node < 0 else self.jumps.path_at(node)

    def copy_state(self) -> "ExilePosition":
        copied = ExilePosition(
            self.mode,
            self.pieces.copy(),
            self.flags.copy(),
            self.spawning.copy(),
            self.to_move,
            self.quiet,
            self.number,
            self.flags_to_win,
            self.has_repetition,
            self.round_limit,
            self.quiet_limit,
        )
        copied.ended = self.ended
        copied.winner = self.winner
        copied.position_key = self.position_key
        copied.undos = self.undos.copy()
        copied.keys = self.keys.copy()
        copied.key_counts[:] = self.key_counts
        return copied

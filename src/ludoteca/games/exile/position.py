"""A game of Exile under way: the course of a turn, the history, and how the game ends (E2, E6, E7)."""

from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.games.exile import board
from ludoteca.games.exile.flags import Flags
from ludoteca.games.exile.movement import Movement
from ludoteca.games.exile.pieces import Pieces
from ludoteca.games.exile.spawning import Spawning

OUTSIDE, EMPTY = board.OUTSIDE, board.EMPTY
PASS, SPAWN_CODE, SLIDE_CODE = board.PASS, board.SPAWN_CODE, board.SLIDE_CODE
NOT_OVER, WON, REPEATED, OUT_OF_ROUNDS, QUIET = range(5)
NEAR = board.NEAR
FAR = board.FAR
SEAT_KEYS = board.SEAT_KEYS
LOW_WORD = 0xFFFFFFFF


class ExilePosition(Position):
    """`quiet` counts turns (E7.4); `number` is the round; `ended` tells how the game stands, as board.py numbers it.

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
        self.to_move = to_move
        self.quiet = quiet
        self.number = number
        self.flags_to_win = flags_to_win
        self.has_repetition = has_repetition
        self.round_limit = round_limit
        self.quiet_limit = quiet_limit
        self.ended = NOT_OVER
        self.winner = -1
        self.has_stirred = False
        self.code = 0
        self.undos = IntStack()
        self.keys = IntStack()
        self.paths = IntStack()
        self.scratch = IntStack()
        self.met = [0] * 2048

    # Moves

    def generate(self, found: IntStack) -> None:
        """E2.1, E2.2: spawns, slides, jumps, and the pass."""
        if self.ended != NOT_OVER:
            return
        self.spawning.add_spawns(self.pieces, self.flags, self.to_move, found)
        self.add_slides(found)
        self.add_jumps(found)
        found.push(PASS)

    def count_moves(self) -> int:
        if self.ended != NOT_OVER:
            return 0
        self.paths.clear()
        self.add_jumps(self.paths)
        spawns = self.spawning.count_spawns(self.pieces, self.flags, self.to_move)
        slides = self.movement.count_slides(self.pieces, self.flags, self.spawning, self.to_move)
        return spawns + slides + self.paths.count + 1

    def add_slides(self, found: IntStack) -> None:
        self.movement.add_slides(self.pieces, self.flags, self.spawning, self.to_move, found)

    def add_jumps(self, found: IntStack) -> None:
        begin = found.count
        may_repeat = self.movement.add_jumps(self.pieces, self.flags, self.spawning, self.to_move, found)
        if found.count - begin < 2:
            return
        if may_repeat or self._is_first_turn():
            self._merge_paths(begin, found)

    def _merge_paths(self, begin: int, found: IntStack) -> None:
        """E3.6: of the paths that lead to the same position keep one."""
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
            elif self.movement.comes_first(self.pieces.board, move, found.at[begin + same]):
                found.at[begin + same] = move
        found.count = begin + kept

    def _key_after(self, move: int) -> int:
        """The key of the board and the exiles as a jump and the end of its turn leave them."""
        self._save()
        self._settle(self._jump(move & 255, move >> 8))
        key = self._board_key()
        self._restore()
        return key

    def is_well_formed(self, move: int) -> bool:
        tile = move & 255
        code = move >> 8
        if move < 0 or tile >= OUTSIDE or self.ended != NOT_OVER:
            return False
        if move == PASS:
            return True
        if code == SPAWN_CODE:
            is_open = self.spawning.count < 2 and self.pieces.ready[self.to_move] > 0
            return is_open and self.pieces.cells[tile] == EMPTY
        if self.pieces.cells[tile] != self.to_move:
            return False
        if SLIDE_CODE <= code < SLIDE_CODE + 8:
            return self.pieces.free_ways(tile, False) >> (code - SLIDE_CODE) & 1 != 0
        hops = self.movement.hops_in(code)
        return hops > 0 and self.movement.hops_possible(self.pieces, self.flags, self.to_move, tile, code) == hops

    def make(self, move: int) -> None:
        tile = move & 255
        code = move >> 8
        self.played.push(move)
        self._save()
        if code == SPAWN_CODE:
            self.pieces.spawn(self.to_move, tile)
            self.spawning.note(tile)
            self.code = self._fresh_code()
            return
        self.has_stirred = False
        last = OUTSIDE
        if SLIDE_CODE <= code < SLIDE_CODE + 8:
            last = NEAR[self.pieces.ways + tile * 8 + code - SLIDE_CODE]
            self._go(tile, last)
        elif code:
            last = self._jump(tile, code)
        self._settle(last)
        self._hand_over()

    def _jump(self, origin: int, code: int) -> int:
        """Hop by hop; the last tile."""
        tile = origin
        for hop in range(self.movement.hops_in(code) - 1, -1, -1):
            way = self.pieces.ways + tile * 8 + (code >> 3 * hop & 7)
            self._go(tile, FAR[way])
            # E3.5: a jumped enemy goes before the next hop.
            if self.pieces.cells[NEAR[way]] != self.to_move:
                self._banish(NEAR[way])
            tile = FAR[way]
        return tile

    def _go(self, origin: int, target: int) -> None:
        """A piece goes from tile to tile, with its flags (E4.1 to E4.5)."""
        if self.flags.carry(self.to_move, origin, target):
            self.has_stirred = True
        self.pieces.shift(origin, target)

    def _banish(self, tile: int) -> None:
        """The piece on a tile is exiled; its flags stay there (E4.4)."""
        self.flags.release(tile)
        self.pieces.exile(tile)
        self.has_stirred = True

    def _settle(self, last: int) -> None:
        """The end of a turn: the waiting become ready (E5.2), then the cornered are exiled, all at once (E6.2).

        `last` is the tile where the movement ended, or OUTSIDE. When nobody was cornered before, as E6 leaves it, and
        without the edge rule, only pieces beside that tile can be: a piece that lost its friend can slide to where
        the friend was, and one beside a spawned piece has that for a friend.
        """
        victims = [0] * 16
        self.pieces.end_wait(self.to_move)
        if self.pieces.has_edge_rule or self._is_first_turn():
            count = self.pieces.find_cornered(self.flags, victims)
        else:
            count = self.pieces.find_cornered_beside(last, victims)
        for index in range(count):
            self._banish(victims[index])

    def _is_first_turn(self) -> bool:
        """Whether no turn has ended yet, so that a position that was set up may have cornered pieces."""
        return self.keys.count < 2

    def _hand_over(self) -> None:
        """The next seat becomes the one to move; then the ends are judged (E7.5)."""
        self.quiet = 0 if self.has_stirred else self.quiet + 1
        self.spawning.clear()
        self.to_move += 1
        if self.to_move == self.seats:
            self.to_move = 0
            self.number += 1
        self.code = self._fresh_code()
        self._start_turn()

    def unmake(self) -> None:
        move = self.played.pop()
        if move >> 8 != SPAWN_CODE:
            self._forget_turn()
        self._restore()

    def _save(self) -> None:
        """Append all that a move changes: six words."""
        self.pieces.save(self.undos)
        self.undos.reserve(3)
        last = self.undos.count
        counters = self.quiet
        self.undos.at[last] = self.flags.packed() << 16 | self.spawning.packed()
        self.undos.at[last + 1] = (counters << 32 | self.number) << 2 | self.to_move
        self.undos.at[last + 2] = self.code
        self.undos.count = last + 3

    def _restore(self) -> None:
        self.undos.count -= 3
        last = self.undos.count
        self.flags.unpack(self.undos.at[last] >> 16)
        self.spawning.unpack(self.undos.at[last])
        counters = self.undos.at[last + 1]
        self.to_move = counters & 3
        self.quiet = counters >> 34
        self.number = counters >> 2 & LOW_WORD
        self.code = self.undos.at[last + 2]
        self.pieces.restore(self.undos)
        # A move was made from here, so the game was not over.
        self.ended = NOT_OVER
        self.winner = -1

    def hash(self) -> int:
        return self.code

    def _board_key(self) -> int:
        return self.pieces.key ^ self.pieces.pool_key ^ self.flags.key

    def _fresh_code(self) -> int:
        return self._board_key() ^ self.spawning.hash() ^ SEAT_KEYS[self.to_move]

    # Ends

    def begin(self) -> None:
        """Start the history; once, when everything is set up."""
        self.code = self._fresh_code()
        # A turn that is under way has not ended anything (E7.5).
        if self.spawning.count == 0:
            self._start_turn()

    def _start_turn(self) -> None:
        """Note that a turn starts with this position, and whether the game has ended."""
        self.keys.push(self.code)
        self.met[self.code & 2047] += 1
        self.ended = self._ending()
        if self.ended == WON:
            self.winner = self._last_to_move()
        elif self.ended == QUIET:
            self.winner = self.richest()

    def _forget_turn(self) -> None:
        self.met[self.keys.pop() & 2047] -= 1

    def _ending(self) -> int:
        """E7.5: the ends, in their order."""
        if self.flags.controlled_by(self._last_to_move()) >= self.flags_to_win:
            return WON
        if self.has_repetition and self._is_third_time():
            return REPEATED
        if self.round_limit and self.number > self.round_limit:
            return OUT_OF_ROUNDS
        if self.quiet_limit and self.quiet >= self.quiet_limit:
            return QUIET
        return NOT_OVER

    def _last_to_move(self) -> int:
        """The seat whose turn was before."""
        return self.to_move - 1 if self.to_move else self.seats - 1

    def _is_third_time(self) -> bool:
        """E7.3. `met` counts keys by their last bits: it says at once when a key cannot have been there twice."""
        if self.met[self.code & 2047] < 3:
            return False
        times = 0
        turn = self.keys.count - 1
        while turn >= 0:
            if self.keys.at[turn] == self.code:
                times += 1
            turn -= self.seats
        return times >= 3

    def has_returned(self, plies: int) -> bool:
        """Whether a position of the last so many plies, at the start of a turn, is there again."""
        if not self.has_repetition or self.spawning.count or self.met[self.code & 2047] < 2:
            return False
        back = self.seats
        while back <= plies and back < self.keys.count:
            if self.keys.at[self.keys.count - 1 - back] == self.code:
                return True
            back += self.seats
        return False

    def payoff(self, seat: int) -> float:
        if self.winner < 0:
            return 0.0
        return 1.0 if seat == self.winner else -1.0 / (self.seats - 1)

    def richest(self) -> int:
        """E7.4: the seat that controls most flags, or -1 if several do."""
        richest = -1
        most = -1
        for seat in range(self.seats):
            controlled = self.flags.controlled_by(seat)
            if controlled == most:
                richest = -1
            elif controlled > most:
                most = controlled
                richest = seat
        return richest

    # For cold code

    def go(self, origin: int, target: int) -> None:
        self._go(origin, target)

    def banish(self, tile: int) -> None:
        self._banish(tile)

    def open_tiles(self) -> list[int]:
        """The tiles on which the seat to move may spawn now."""
        if not self.spawning.find_open(self.pieces, self.flags, self.to_move):
            return []
        return [tile for tile in range(OUTSIDE) if self.spawning.is_open(tile)]

    def hops_possible(self, move: int) -> int:
        """How many hops of a jump are legal before the first that is not."""
        return self.movement.hops_possible(self.pieces, self.flags, self.to_move, move & 255, move >> 8)

    def cornered_tiles(self) -> list[int]:
        """E6.1: the pieces that would be exiled if the turn ended now."""
        victims = [0] * 16
        count = self.pieces.find_cornered(self.flags, victims)
        return sorted([victims[index] for index in range(count)])

    def key_after(self, move: int) -> int:
        """What two jumps have in common that are one move (E3.6)."""
        return self._key_after(move)

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
        copied.code = self.code
        copied.undos = self.undos.copy()
        copied.keys = self.keys.copy()
        copied.met[:] = self.met
        return copied

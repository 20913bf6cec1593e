"""What searches ask of Exile beyond the rules: what a move wins at once, how good it looks, what threatens."""

from ludoteca.core import constants
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.core.tactics import Tactics
from ludoteca.games.exile import layout, tables
from ludoteca.games.exile.position import ExilePosition

EXILED, FREED, TAKEN, OWN_TAKEN = 60, 150, 250, 150
"""What it wins to exile a piece, to free a flag that it held, to take a foreign flag, and to take one's own."""
NEARER = 12
SPAWNED = 40


class ExileTactics(Tactics):
    position: ExilePosition

    def attach(self, position: Position) -> None:
        assert isinstance(position, ExilePosition)
        self.attached = position
        self.position = position
        self.pieces = position.pieces
        self.flags = position.flags

    def has_ended(self) -> bool:
        return self.position.ended != layout.NOT_OVER

    def gain(self, move: int) -> int:
        """Enemies that are exiled, and flags that are freed or taken."""
        if move == layout.PASS or layout.is_spawn(move):
            return 0
        seat = self.position.to_move
        tile = layout.tile(move)
        has_foreign = self._has_foreign(seat, tile)
        if layout.is_slide(move):
            return self._taken(seat, tables.NEAR[self.pieces.ways + tile * 8 + layout.slide_way(move)], has_foreign)
        gain = self._taken_by_jump(seat, move, has_foreign)
        for enemy in range(layout.MAX_ENEMIES):
            if layout.is_exiled(move, enemy):
                gain += EXILED + self._freed(self.pieces.tiles[layout.enemy_place(seat, enemy)])
        return gain

    def _has_foreign(self, seat: int, tile: int) -> bool:
        for flag in range(self.flags.count):
            if flag != seat and self.flags.holders[flag] == seat and self.flags.tiles[flag] == tile:
                return True
        return False

    def _freed(self, tile: int) -> int:
        freed = 0
        for flag in range(self.flags.count):
            if self.flags.tiles[flag] == tile and self.flags.holders[flag] != layout.NOBODY:
                freed += FREED
        return freed

    def _taken(self, seat: int, tile: int, has_foreign: bool) -> int:
        """E4.3: who has a foreign flag drops it for another, and wins nothing by it."""
        taken = 0
        for flag in range(self.flags.count):
            if self.flags.tiles[flag] == tile and self.flags.holders[flag] != seat:
                if flag == seat:
                    taken += OWN_TAKEN
                elif not has_foreign:
                    taken += TAKEN
        return taken

    def _taken_by_jump(self, seat: int, move: int, has_foreign: bool) -> int:
        """The same for the flags that the piece has when its jump ends."""
        taken = 0
        for flag in range(self.flags.count):
            if layout.flag_target(move, flag) == layout.target(move) and self.flags.holders[flag] != seat:
                if flag == seat:
                    taken += OWN_TAKEN
                elif not has_foreign:
                    taken += TAKEN
        return taken

    def order_score(self, move: int) -> int:
        """The gain, and how much nearer the piece comes to the nearest flag that it could take."""
        if move == layout.PASS:
            return 0
        seat = self.position.to_move
        tile = layout.tile(move)
        if layout.is_spawn(move):
            return SPAWNED - NEARER * min(4, self._to_nearest(seat, tile, False))
        target = self._last_tile(move)
        has_foreign = self._has_foreign(seat, tile)
        nearer = self._to_nearest(seat, tile, has_foreign) - self._to_nearest(seat, target, has_foreign)
        return self.gain(move) + NEARER * nearer

    def _last_tile(self, move: int) -> int:
        """Where the piece of a slide or a jump ends up."""
        tile = layout.tile(move)
        if layout.is_slide(move):
            return tables.NEAR[self.pieces.ways + tile * 8 + layout.slide_way(move)]
        return layout.target(move)

    def _to_nearest(self, seat: int, tile: int, has_foreign: bool) -> int:
        row = (self.pieces.board * layout.MAX_TILES + tile) * layout.MAX_TILES
        nearest = 12
        for flag in range(self.flags.count):
            if self.flags.holders[flag] != seat and (flag == seat or not has_foreign):
                nearest = min(nearest, tables.DISTANCES[row + self.flags.tiles[flag]])
        return nearest

    def is_checked(self) -> bool:
        """Whether another seat lacks one flag, and a slide or a single hop of it takes one."""
        last_missing = self.position.flags_to_win - 1
        for other in range(self.pieces.seats):
            if (
                other != self.position.to_move
                and self.flags.controlled_by(other) == last_missing
                and self._can_take(other)
            ):
                return True
        return False

    def _can_take(self, seat: int) -> bool:
        for flag in range(self.flags.count):
            if self.flags.holders[flag] != seat and self.pieces.cells[self.flags.tiles[flag]] == layout.EMPTY:
                if self._can_reach(seat, flag):
                    return True
        return False

    def _can_reach(self, seat: int, flag: int) -> bool:
        ways = self.pieces.ways + self.flags.tiles[flag] * 8
        for way in range(8):
            near = tables.NEAR[ways + way]
            if self.pieces.cells[near] == seat and (flag == seat or not self._has_foreign(seat, near)):
                return True
            far = tables.FAR[ways + way]
            if self.pieces.cells[near] < layout.EMPTY and self.pieces.cells[far] == seat:
                if flag == seat or not self._has_foreign(seat, far):
                    return True
        return False

    def add_tactical_moves(self, found: IntStack) -> None:
        """Moves that exile an enemy or take a flag."""
        if self.position.ended != layout.NOT_OVER:
            return
        begin = found.count
        kept = begin
        self.position.add_slides(found)
        self.position.add_jumps(found)
        for index in range(begin, found.count):
            if self.gain(found.at[index]) > 0:
                found.at[kept] = found.at[index]
                kept += 1
        found.count = kept

    def allows_null(self) -> bool:
        # E7.2: a pass is always legal.
        return self.position.spawning.count == 0

    def make_null(self) -> None:
        self.position.make(layout.PASS)

    def unmake_null(self) -> None:
        self.position.unmake()

    def repetition_result(self, plies: int) -> int:
        """E7.3: within a search the first return of a position counts as a draw."""
        if self.position.has_returned(plies):
            return constants.REPETITION_DRAWS
        return constants.NO_REPETITION

"""One game of a batch, and the arrays that all games of the batch write to."""

from typing import Any

from ludoteca.core.encoding import Encoding
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.lab.memory import Memory
from ludoteca.search import xorshift

GOES_ON = 0
IS_OVER = 1
IS_CUT = 2
"""What `ended` tells of a lane after a step: its game goes on, is over, or has had as many moves as it may have."""


class Table:
    """The memory of the arrays of a batch, each with an entry a lane.

    Attributes:
        lanes: How many games there are.
        seats: How many play each.
        max_moves: After how many moves a game is cut; 0 if never.
        has_observations: Whether observations are written.
        has_flat_mask: Whether the mask of the flat space is written.
        has_pick_mask: Whether the mask of picks is written.
        is_whole: Whether a mask is cleared as a whole, because it is another one than in the step before.
        size: How many bytes an observation has.
        width: How many bytes a mask has.
    """

    def __init__(self, lanes: int, seats: int, arrays: dict[str, Any]) -> None:
        self.lanes = lanes
        self.seats = seats
        self.max_moves = 0
        self.has_observations = False
        self.has_flat_mask = False
        self.has_pick_mask = False
        self.is_whole = False
        self.size = 0
        self.width = 0
        self.failed = 0
        self.choices = Memory(arrays["choices"])
        self.counts = Memory(arrays["counts"])
        self.offsets = Memory(arrays["offsets"])
        self.to_move = Memory(arrays["to_move"])
        self.ended = Memory(arrays["ended"])
        self.observations: Any = None
        self.final_observations: Any = None
        self.mask: Any = None

    def write_to(self, observations: Any, final_observations: Any, mask: Any) -> None:
        """Write to these arrays from now on; None where nothing is to be written."""
        self.observations = None if observations is None else Memory(observations)
        self.final_observations = None if final_observations is None else Memory(final_observations)
        self.mask = None if mask is None else Memory(mask)

    def bad_choice(self) -> int:
        """The first lane whose choice is none of its moves, or -1."""
        return self._bad_choice()

    def _bad_choice(self) -> int:
        for lane in range(self.lanes):
            if self.choices.int64[lane] < 0 or self.choices.int64[lane] >= self.counts.int64[lane]:
                # A lane that is over has no move to choose.
                if self.counts.int64[lane] != 0 or self.choices.int64[lane] != -1:
                    return lane
        return -1

    def settle(self) -> int:
        """Sum up after the lanes have moved: the offsets, and how many games have ended."""
        return self._settle()

    def _settle(self) -> int:
        total = 0
        ended = 0
        for lane in range(self.lanes):
            self.offsets.int64[lane] = total
            total += self.counts.int64[lane]
            if self.ended.uint8[lane]:
                ended += 1
        self.offsets.int64[self.lanes] = total
        return ended

    def take_failure(self) -> bool:
        """Whether a game in plain Python has failed since this was asked last."""
        failed = self.failed
        self.failed = 0
        return failed != 0


class Lane:
    """One game of a batch.

    Attributes:
        number: Which lane it is.
        position: The position.
        length: How many moves the game has had.
        is_from_start: Whether it began as all games do, so that to take its moves back begins the next one.
    """

    number: int

    def __init__(self, number: int, position: Position, encoding: Encoding, state: int) -> None:
        self.number = number
        self.encoding = encoding
        self.found = IntStack()
        self.state = state
        self.length = 0
        self.is_from_start = True
        self.depth = 0
        self.pick = [0] * 16
        self.position = position
        encoding.attach(position)

    def take(self, position: Position, is_from_start: bool) -> None:
        """Go on with another position."""
        self.position = position
        self.encoding.attach(position)
        self.is_from_start = is_from_start
        self.length = 0

    def advance(self, table: Table) -> None:
        """Make the move that was chosen."""
        if self.found.count == 0:
            table.ended.uint8[self.number] = GOES_ON
            return
        if table.has_flat_mask and not table.is_whole:
            self._clear_flat_mask(table)
        self.position.make(self.found.at[table.choices.int64[self.number]])
        self.length += 1
        self.refresh(table)

    def refresh(self, table: Table) -> None:
        """Find the legal moves and write to the arrays; of a game that has ended, its last observation alone."""
        self.found.clear()
        self.position.generate(self.found)
        table.counts.int64[self.number] = self.found.count
        table.to_move.int32[self.number] = self.position.to_move
        if self.position.missing:
            table.failed = 1
        if self.found.count == 0:
            table.ended.uint8[self.number] = IS_OVER
        elif table.max_moves and self.length >= table.max_moves:
            table.ended.uint8[self.number] = IS_CUT
            table.counts.int64[self.number] = 0
            self.found.clear()
        else:
            table.ended.uint8[self.number] = GOES_ON
            if table.has_observations:
                self.encoding.encode(table.observations.uint8, self.number * table.size)
            if table.has_flat_mask:
                self._write_flat_mask(table)
            return
        if table.has_observations:
            self.encoding.encode(table.final_observations.uint8, self.number * table.size)

    def _write_flat_mask(self, table: Table) -> None:
        row = self.number * table.width
        if table.is_whole:
            table.mask.clear(row, table.width)
        for index in range(self.found.count):
            table.mask.uint8[row + self.encoding.flat(self.found.at[index])] = 1

    def _clear_flat_mask(self, table: Table) -> None:
        row = self.number * table.width
        for index in range(self.found.count):
            table.mask.uint8[row + self.encoding.flat(self.found.at[index])] = 0

    def choose_any(self, table: Table) -> None:
        """Choose a random move, by the lane's own generator; -1 where there is none."""
        if self.found.count == 0:
            table.choices.int64[self.number] = -1
            return
        self.state = xorshift.following(self.state)
        table.choices.int64[self.number] = xorshift.below(self.state, self.found.count)

    def rewind(self) -> None:
        """Take all moves back."""
        self._rewind()
        self.length = 0

    def _rewind(self) -> None:
        while self.position.played.count:
            self.position.unmake()

    def gather(self, table: Table, moves: Memory) -> None:
        """Copy the legal moves to where they belong among those of all lanes."""
        moves.copy_words(table.offsets.int64[self.number], self.found.at, self.found.count)

    def kept(self) -> tuple[int, int, bool]:
        """What a copy of the lane needs besides the position."""
        return self.state, self.length, self.is_from_start

    def resume(self, position: Position, kept: tuple[int, int, bool]) -> None:
        """Go on as the lane that was kept."""
        self.take(position, kept[2])
        self.state = kept[0]
        self.length = kept[1]

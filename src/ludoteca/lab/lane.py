"""One game of a batch, and the arrays that all games of the batch write to."""

from typing import Any

from ludoteca.core import cache
from ludoteca.core.encoding import Encoding
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.lab import layout
from ludoteca.lab.memory import Memory
from ludoteca.search import xorshift


class BatchArrays:
    """The memory of the arrays of a batch, each with an entry a lane.

    Attributes:
        lanes: How many games there are.
        seats: How many play each.
        max_moves: After how many moves a game is cut; 0 if never.
        has_observations: Whether observations are written.
        has_flat_mask: Whether the mask of the flat space is written.
        has_pick_mask: Whether the mask of picks is written.
        has_picks: Whether moves are picked.
        keeps_ended: Whether a game that has ended stays until it is told to begin anew.
        is_whole: Whether a mask is cleared as a whole, because it is another one than in the step before.
        size: How many bytes an observation has, those of the picks included.
        board_size: How many bytes of them show the position.
        width: How many actions there are.
    """

    def __init__(self, lanes: int, seats: int, arrays: dict[str, Any]) -> None:
        self.lanes = lanes
        self.seats = seats
        self.max_moves = 0
        self.has_observations = False
        self.has_flat_mask = False
        self.has_pick_mask = False
        self.has_picks = False
        self.keeps_ended = False
        self.is_whole = False
        self.size = 0
        self.board_size = 0
        self.width = 0
        self.feature_count = 0
        self.failed = 0
        self.choices = Memory(arrays["choices"])
        self.counts = Memory(arrays["counts"])
        self.offsets = Memory(arrays["offsets"])
        self.to_move = Memory(arrays["to_move"])
        self.ended = Memory(arrays["ended"])
        self.rewards = Memory(arrays["rewards"])
        self.terminated = Memory(arrays["terminated"])
        self.truncated = Memory(arrays["truncated"])
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
        self.left = IntStack()
        self.depth = 0
        self.picked = [0] * 256
        self.picks = [0] * 256
        self.position = position
        encoding.attach(position)

    def take(self, position: Position, is_from_start: bool) -> None:
        """Go on with another position."""
        self.position = position
        self.encoding.attach(position)
        self.is_from_start = is_from_start
        self.length = 0

    def advance(self, arrays: BatchArrays) -> None:
        """Make the move that was chosen, if there is one."""
        if arrays.ended.uint8[self.number]:
            self._forget_end(arrays)
        if arrays.choices.int64[self.number] < 0:
            if arrays.is_whole:
                self._show(arrays)
            elif arrays.choices.int64[self.number] == layout.STAYS:
                self._show_picks(arrays)
            return
        if arrays.has_flat_mask and not arrays.is_whole:
            self.encoding.mark_flat(self.found, arrays.mask.uint8, self.number * arrays.width, 0)
        self.position.make(self.found.at[arrays.choices.int64[self.number]])
        self.length += 1
        self.refresh(arrays)

    def refresh(self, arrays: BatchArrays) -> None:
        """Find the legal moves, and write to the arrays."""
        self.found.clear()
        self.position.generate(self.found)
        if self.position.missing:
            arrays.failed = 1
        if self.found.count == 0:
            self._end(arrays, layout.IS_OVER)
        elif arrays.max_moves and self.length >= arrays.max_moves:
            self.found.clear()
            self._end(arrays, layout.IS_CUT)
        arrays.counts.int64[self.number] = self.found.count
        arrays.to_move.int32[self.number] = self.position.to_move
        if arrays.has_picks:
            self._begin_picks()
        if self.found.count or arrays.keeps_ended:
            self._show(arrays)

    def _end(self, arrays: BatchArrays, how: int) -> None:
        arrays.ended.uint8[self.number] = how
        if how == layout.IS_CUT:
            arrays.truncated.uint8[self.number] = 1
        else:
            arrays.terminated.uint8[self.number] = 1
            for seat in range(arrays.seats):
                arrays.rewards.float64[self.number * arrays.seats + seat] = self.position.payoff(seat)
        if arrays.has_observations:
            self.encoding.encode(arrays.final_observations.uint8, self.number * arrays.size, self.position.to_move)

    def _forget_end(self, arrays: BatchArrays) -> None:
        arrays.ended.uint8[self.number] = layout.GOES_ON
        arrays.terminated.uint8[self.number] = 0
        arrays.truncated.uint8[self.number] = 0
        for seat in range(arrays.seats):
            arrays.rewards.float64[self.number * arrays.seats + seat] = 0.0

    def forget_end(self, arrays: BatchArrays) -> None:
        """The game that has ended is no longer told of."""
        self._forget_end(arrays)

    def _show(self, arrays: BatchArrays) -> None:
        if arrays.has_observations:
            self.encoding.encode(arrays.observations.uint8, self.number * arrays.size, self.position.to_move)
        if arrays.has_flat_mask:
            self._write_flat_mask(arrays)
        if arrays.has_picks:
            self._show_picks(arrays)

    def _write_flat_mask(self, arrays: BatchArrays) -> None:
        row = self.number * arrays.width
        if arrays.is_whole:
            arrays.mask.clear(row, arrays.width)
        self.encoding.mark_flat(self.found, arrays.mask.uint8, row, 1)

    # Actions

    def find_flat(self, action: int) -> int:
        """The index of the legal move with a number in the flat space, or -1."""
        for index in range(self.found.count):
            if self.encoding.flat(self.found.at[index]) == action:
                return index
        return -1

    def _begin_picks(self) -> None:
        """All legal moves can still be picked."""
        self.depth = 0
        self.left.clear()
        for index in range(self.found.count):
            self.left.push(index)

    def can_pick(self, action: int, end: int) -> bool:
        """Whether an action is the next pick of a move that is left; `end` is the number of END."""
        for index in range(self.left.count):
            if self._next_pick(index, end) == action:
                return True
        return False

    def _next_pick(self, index: int, end: int) -> int:
        count = self.encoding.pick(self.found.at[self.left.at[index]], self.picks)
        return self.picks[self.depth] if self.depth < count else end

    def take_pick(self, action: int, end: int) -> int:
        """Narrow the moves that are left; the index of the move if it is picked to its end, else STAYS."""
        kept = 0
        chosen = layout.STAYS
        goes_on = False
        for index in range(self.left.count):
            if self._next_pick(index, end) == action:
                self.left.at[kept] = self.left.at[index]
                kept += 1
        self.left.count = kept
        self.picked[self.depth] = action
        self.depth += 1
        if action == end:
            return self.left.at[0]  # type: ignore[no-any-return]
        for index in range(kept):
            if self._next_pick(index, end) == end:
                chosen = self.left.at[index]
            else:
                goes_on = True
        return layout.STAYS if goes_on else chosen

    def _show_picks(self, arrays: BatchArrays) -> None:
        """Write the mask of the next picks, and the picks made so far."""
        if arrays.has_pick_mask:
            row = self.number * arrays.width
            arrays.mask.clear(row, arrays.width)
            for index in range(self.left.count):
                arrays.mask.uint8[row + self._next_pick(index, arrays.width - 1)] = 1
        if arrays.has_observations:
            row = self.number * arrays.size + arrays.board_size
            arrays.observations.clear(row, arrays.size - arrays.board_size)
            for index in range(self.depth):
                arrays.observations.uint8[row + self.picked[index]] = index + 1

    def any_action(self, arrays: BatchArrays) -> int:
        """A random action of the batch's space, by the lane's own generator; -1 where there is none."""
        if self.found.count == 0:
            return -1
        self.state = xorshift.following(self.state)
        if arrays.has_picks:
            return self._next_pick(xorshift.below(self.state, self.left.count), arrays.width - 1)
        if arrays.width:
            return self.encoding.flat(self.found.at[xorshift.below(self.state, self.found.count)])
        return xorshift.below(self.state, self.found.count)

    def choose_any(self, arrays: BatchArrays) -> None:
        """Choose a random move, by the lane's own generator; -1 where there is none."""
        if self.found.count == 0:
            arrays.choices.int64[self.number] = -1
            return
        self.state = xorshift.following(self.state)
        arrays.choices.int64[self.number] = xorshift.below(self.state, self.found.count)

    def prefetch(self) -> None:
        """Bring what the next move touches into the cache."""
        for line in range(0, 320, 64):
            cache.prefetch(self.found.at, line)
        self.encoding.prefetch()

    def gather(self, arrays: BatchArrays, moves: Memory) -> None:
        """Copy the legal moves to where they belong among those of all lanes."""
        moves.copy_words(arrays.offsets.int64[self.number], self.found.at, self.found.count)

    def describe(self, arrays: BatchArrays, features: Memory) -> None:
        """Write the features of the legal moves to where they belong among those of all lanes."""
        begin = arrays.offsets.int64[self.number] * arrays.feature_count
        for index in range(self.found.count):
            self.encoding.describe(self.found.at[index], features.uint8, begin + index * arrays.feature_count)

    def kept(self) -> tuple[int, int, bool, list[int]]:
        """What a copy of the lane needs besides the position."""
        return self.state, self.length, self.is_from_start, self.picks_made()

    def resume(self, position: Position, kept: tuple[int, int, bool, list[int]]) -> None:
        """Go on as the lane that was kept; its picks are to be made again."""
        self.take(position, kept[2])
        self.state = kept[0]
        self.length = kept[1]

    def pick_again(self, arrays: BatchArrays, picks: list[int]) -> None:
        """Make the picks that were kept."""
        for action in picks:
            self.take_pick(action, arrays.width - 1)
        if picks:
            self._show_picks(arrays)

    def picks_made(self) -> list[int]:
        """The picks of the move that is not yet picked to its end."""
        return [self.picked[index] for index in range(self.depth)]


def rewind(position: Position) -> Position:
    """Take all moves back."""
    _rewind(position)
    return position


def _rewind(position: Position) -> None:
    while position.played.count:
        position.unmake()

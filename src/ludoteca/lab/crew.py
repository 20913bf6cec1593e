"""The lanes of a batch, and the threads that advance them.

This is the interpreted form, in which one lane moves after the other; `crew.pyx` is compiled instead.
"""

from collections.abc import Iterable, Iterator

from ludoteca.lab.lane import BatchArrays, Lane
from ludoteca.lab.memory import Memory


class Lanes:
    """The lanes of a batch."""

    def __init__(self, lanes: Iterable[Lane]) -> None:
        self.kept = list(lanes)
        self.count = len(self.kept)

    def __iter__(self) -> Iterator[Lane]:
        return iter(self.kept)

    def __getitem__(self, index: int) -> Lane:
        return self.kept[index]

    def refresh(self, arrays: BatchArrays, numbers: Iterable[int]) -> None:
        """Find the moves of some lanes anew."""
        for number in numbers:
            self.kept[number].refresh(arrays)

    def ended(self, arrays: BatchArrays) -> list[int]:
        """The lanes whose games have just ended."""
        return [index for index in range(self.count) if arrays.ended.uint8[index]]

    def choose_any(self, arrays: BatchArrays) -> None:
        """Choose a random move in each lane."""
        for lane in self.kept:
            lane.choose_any(arrays)

    def any_actions(self, arrays: BatchArrays, actions: Memory) -> None:
        """Choose a random action in each lane."""
        for lane in self.kept:
            actions.int64[lane.number] = lane.any_action(arrays)

    def find_flat(self, arrays: BatchArrays, actions: Memory) -> int:
        """Choose the moves of flat actions; the first lane that has none with its number, or -1."""
        bad = -1
        for index in range(self.count - 1, -1, -1):
            arrays.choices.int64[index] = self.kept[index].find_flat(actions.int64[index])
            if arrays.choices.int64[index] < 0 and (actions.int64[index] != -1 or arrays.counts.int64[index] != 0):
                bad = index
        return bad

    def take_picks(self, arrays: BatchArrays, actions: Memory) -> int:
        """Take a pick in each lane; if a lane has none with its number, the first such lane, and nothing is taken."""
        end = arrays.width - 1
        for lane in self.kept:
            if actions.int64[lane.number] == -1 and arrays.counts.int64[lane.number] == 0:
                continue
            if not lane.can_pick(actions.int64[lane.number], end):
                return lane.number
        for lane in self.kept:
            if arrays.counts.int64[lane.number] == 0:
                arrays.choices.int64[lane.number] = -1
            else:
                arrays.choices.int64[lane.number] = lane.take_pick(actions.int64[lane.number], end)
        return -1

    def describe(self, arrays: BatchArrays, features: Memory) -> None:
        """Write the features of the legal moves of all lanes."""
        for lane in self.kept:
            lane.describe(arrays, features)

    def gather(self, arrays: BatchArrays, moves: Memory) -> None:
        """Copy the legal moves of all lanes, one lane after the other."""
        for lane in self.kept:
            lane.gather(arrays, moves)


class Crew:
    """Threads that advance lanes; here the one that calls `finish` does it all."""

    def __init__(self, lanes: Lanes, arrays: BatchArrays, count: int) -> None:
        self.lanes = lanes
        self.arrays = arrays
        self.count = count

    def begin(self) -> None:
        """Let the other threads begin to make the chosen moves; `finish` must follow."""

    def finish(self) -> None:
        """Help to make the chosen moves in all lanes, until they are made."""
        for lane in self.lanes:
            lane.advance(self.arrays)

    def serve(self, number: int) -> None:
        """Work until `stop`, as one of the other threads."""

    def stop(self) -> None:
        """Let the other threads end."""

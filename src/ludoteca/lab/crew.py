"""The lanes of a batch, and the threads that advance them.

This is the interpreted form, in which one lane moves after the other; `crew.pyx` is compiled instead.
"""

from collections.abc import Iterable, Iterator

from ludoteca.lab.lane import Lane, Table
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

    def refresh(self, table: Table, numbers: Iterable[int]) -> None:
        """Find the moves of some lanes anew."""
        for number in numbers:
            self.kept[number].refresh(table)

    def choose_any(self, table: Table) -> None:
        """Choose a random move in each lane."""
        for lane in self.kept:
            lane.choose_any(table)

    def gather(self, table: Table, moves: Memory) -> None:
        """Copy the legal moves of all lanes, one lane after the other."""
        for lane in self.kept:
            lane.gather(table, moves)


class Worker:
    """A thread that advances some of the lanes whenever it is told to; here it only knows which."""

    def __init__(self, lanes: Lanes, table: Table, begin: int, end: int) -> None:
        self.begin = begin
        self.end = end

    def serve(self) -> None:
        """Work until `stop`."""

    def stop(self) -> None:
        """Let the thread end."""


def advance(lanes: Lanes, table: Table, end: int, workers: list[Worker]) -> None:
    """Make the chosen moves: the lanes before `end` here, the others by the workers."""
    for begin, finish in [(0, end), *((worker.begin, worker.end) for worker in workers)]:
        for index in range(begin, finish):
            lanes.kept[index].advance(table)

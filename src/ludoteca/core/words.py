"""A growing row of 64-bit numbers that compiled code may use without the interpreter's lock."""

from array import array
from typing import Any


class Words:
    """Moves found, moves played, keys seen: `at[0]` to `at[count - 1]`."""

    at: Any
    room: int
    count: int

    def __init__(self) -> None:
        self.room = 64
        self.count = 0
        self.at = array("Q", bytes(8 * 64))

    def reserve(self, more: int) -> None:
        """Make sure that `more` numbers can be written behind the last."""
        if self.count + more > self.room:
            self._grow(2 * (self.count + more))

    def push(self, word: int) -> None:
        if self.count == self.room:
            self._grow(2 * self.count)
        self.at[self.count] = word
        self.count += 1

    def pop(self) -> int:
        self.count -= 1
        word: int = self.at[self.count]
        return word

    def clear(self) -> None:
        self.count = 0

    def _grow(self, room: int) -> None:
        grown = array("Q", bytes(8 * room))
        for index in range(self.count):
            grown[index] = self.at[index]
        self.at = grown
        self.room = room

    def copy(self) -> "Words":
        twin = Words()
        self._copy_to(twin)
        return twin

    def _copy_to(self, twin: "Words") -> None:
        twin.reserve(self.count)
        for index in range(self.count):
            twin.at[index] = self.at[index]
        twin.count = self.count

    def as_list(self, start: int = 0) -> list[int]:
        return self._as_list(start)

    def _as_list(self, start: int) -> list[int]:
        return [self.at[index] for index in range(start, self.count)]

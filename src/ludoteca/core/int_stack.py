"""A stack of 64-bit numbers that compiled code uses without the interpreter's lock.

This is the interpreted form; `int_stack.pyx`, with memory of its own, is compiled instead.
"""

from array import array
from typing import Any

FIRST_CAPACITY = 64


class IntStack:
    """Moves found, moves played, keys seen.

    Attributes:
        at: The numbers: `at[0]` to `at[count - 1]`.
        capacity: How many there is room for.
        count: How many there are.
    """

    at: Any
    capacity: int
    count: int

    def __init__(self) -> None:
        self.capacity = FIRST_CAPACITY
        self.count = 0
        self.at = array("Q", bytes(8 * FIRST_CAPACITY))

    def reserve(self, more: int) -> None:
        """Make sure that `more` numbers can be written behind the last."""
        if self.count + more > self.capacity:
            self.capacity = 2 * (self.count + more)
            self.at.frombytes(bytes(8 * (self.capacity - len(self.at))))

    def push(self, number: int) -> None:
        """Put a number on top."""
        self.reserve(1)
        self.at[self.count] = number
        self.count += 1

    def pop(self) -> int:
        """Take the number on top; not from an empty stack."""
        self.count -= 1
        number: int = self.at[self.count]
        return number

    def clear(self) -> None:
        """Take all numbers away."""
        self.count = 0

    def copy(self) -> "IntStack":
        """A stack with the same numbers."""
        copied = IntStack()
        copied.reserve(self.count)
        copied.at[: self.count] = self.at[: self.count]
        copied.count = self.count
        return copied

    def as_list(self) -> list[int]:
        """The numbers, oldest first."""
        return list(self.at[: self.count])

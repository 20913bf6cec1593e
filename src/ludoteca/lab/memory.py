"""The memory of an array, for code that runs without the interpreter's lock.

This is the interpreted form; `memory.pyx` is compiled instead.
"""

from typing import Any


class Memory:
    """The memory of an array, as numbers of several kinds. Nothing is checked."""

    def __init__(self, array: Any) -> None:
        whole = memoryview(array).cast("B")
        self.uint8 = whole
        if len(whole) % 4 == 0:
            self.int32 = whole.cast("i")
            self.float32 = whole.cast("f")
        if len(whole) % 8 == 0:
            self.int64 = whole.cast("q")
            self.uint64 = whole.cast("Q")
            self.float64 = whole.cast("d")

    def copy_words(self, place: int, words: Any, count: int) -> None:
        """Copy numbers of 64 bits, from the number `place` on."""
        self.uint64[place : place + count] = words[:count]

    def clear(self, place: int, count: int) -> None:
        """Set bytes to 0, from the byte `place` on."""
        self.uint8[place : place + count] = bytes(count)

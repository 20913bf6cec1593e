"""What plain Python cannot express. This is the interpreted form; `nogil.pyx` is compiled instead."""

from typing import Any


class Job:
    """Work that needs no interpreter."""

    def work(self) -> None:
        """For a search to implement."""
        raise NotImplementedError

    def run(self) -> None:
        """Do the work without the interpreter's lock."""
        self.work()


class Memory:
    """The memory of a buffer, as unsigned numbers of 64 bits and as signed numbers of 16 bits."""

    words: Any
    shorts: Any

    def __init__(self, buffer: Any) -> None:
        self.words = memoryview(buffer).cast("B").cast("Q")
        self.shorts = memoryview(buffer).cast("B").cast("h")

    def prefetch(self, index: int) -> None:
        """Bring a word into the cache."""

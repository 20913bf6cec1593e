"""What a search remembers of positions it has seen: fixed memory, shared by threads without locks."""

import contextlib
import mmap
from typing import Any

from ludoteca.search import constants
from ludoteca.search.release import Fetcher

NO_MOVE = constants.NO_MOVE
OPINION_UNIT, DEPTH_UNIT, BOUND_UNIT, AGE_UNIT = 1 << 16, 1 << 32, 1 << 40, 1 << 42
"""Where each fact stands in its word; the score stands first."""

WORDS = 3
"""An entry is key XOR move XOR facts, the move, the facts: what two threads wrote at once reads as nothing."""
PAIR = 8
"""Two entries and two words of nothing, so that both fit into one line of the cache."""


class Table(Fetcher):
    """Position key to best move, score, depth and kind of score."""

    at: Any

    def __init__(self, megabytes: int = 16) -> None:
        pairs = 512
        while pairs * 2 * PAIR * 8 <= megabytes * 1024 * 1024:
            pairs *= 2
        self.last = pairs - 1
        self.age = 0
        memory = mmap.mmap(-1, pairs * PAIR * 8)
        if hasattr(mmap, "MADV_HUGEPAGE"):
            # A kernel may be built without them.
            with contextlib.suppress(OSError):
                memory.madvise(mmap.MADV_HUGEPAGE)
        self.at = memoryview(memory).cast("Q")

    def new_search(self) -> None:
        """What was there before may be replaced first."""
        self.age = (self.age + 1) & 63

    def clear(self) -> None:
        for index in range((self.last + 1) * PAIR):
            self.at[index] = 0

    def expect(self, key: int) -> None:
        """The position will be asked for soon."""
        self.fetch(self.at, (key & self.last) * PAIR)

    def find(self, key: int, found: list[int]) -> bool:
        """Whether the position is known; `found` then holds the move and the facts."""
        for probe in range(2):
            slot = (key & self.last) * PAIR + probe * WORDS
            found[0] = self.at[slot + 1]
            found[1] = self.at[slot + 2]
            if self.at[slot] ^ found[0] ^ found[1] == key and found[1] != 0:
                return True
        return False

    def store(self, key: int, move: int, score: int, opinion: int, depth: int, bound: int) -> None:
        """Remember a position in the better of two places; depth is at least 0."""
        best = (key & self.last) * PAIR
        best_worth = 1000
        for probe in range(2):
            slot = (key & self.last) * PAIR + probe * WORDS
            facts = self.at[slot + 2]
            if facts == 0 or self.at[slot] ^ self.at[slot + 1] ^ facts == key:
                best = slot
                if facts != 0 and move == NO_MOVE:
                    move = self.at[slot + 1]
                break
            worth = (facts >> 32 & 255) + (256 if facts >> 42 & 63 == self.age else 0)
            if worth < best_worth:
                best = slot
                best_worth = worth
        facts = (
            (score + 32768)
            + (opinion + 32768) * OPINION_UNIT
            + depth * DEPTH_UNIT
            + bound * BOUND_UNIT
            + self.age * AGE_UNIT
        )
        self.at[best] = key ^ move ^ facts
        self.at[best + 1] = move
        self.at[best + 2] = facts

    def fullness(self) -> int:
        """How many of a thousand entries are of this search."""
        used = 0
        for pair in range(500):
            for probe in range(2):
                facts = self.at[pair * PAIR + probe * WORDS + 2]
                if facts != 0 and facts >> 42 & 63 == self.age:
                    used += 1
        return used


def score_of(facts: int) -> int:
    return (facts & 65535) - 32768


def opinion_of(facts: int) -> int:
    return (facts >> 16 & 65535) - 32768


def depth_of(facts: int) -> int:
    return facts >> 32 & 255


def bound_of(facts: int) -> int:
    return facts >> 40 & 3

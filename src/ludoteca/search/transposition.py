"""The transposition table: what a search remembers of positions. Fixed memory, shared by threads without locks."""

from ludoteca.core import bounds, constants
from ludoteca.search import entry
from ludoteca.search.nogil import Memory
from ludoteca.search.zeros import zeros

SLOT_WORDS = 3
"""A slot is key XOR move XOR entry, the move, the entry: what two threads wrote at once reads as nothing."""
BUCKET_WORDS = 8
"""Two slots and two unused words, so that a bucket fits into one line of the cache."""

MAX_MEGABYTES = 1 << 20


class TranspositionTable:
    """Position key to best move and entry (see `entry`)."""

    def __init__(self, megabytes: int = 16) -> None:
        bounds.within(megabytes, 0, MAX_MEGABYTES, "a number of megabytes")
        buckets = 512
        while buckets * 2 * BUCKET_WORDS * 8 <= megabytes * 1024 * 1024:
            buckets *= 2
        self.last_bucket = buckets - 1
        self.age = 0
        try:
            self.memory = Memory(zeros(buckets * BUCKET_WORDS * 8))
        except OSError as error:
            raise MemoryError(f"there is no memory for {megabytes} MB") from error

    def new_search(self) -> None:
        """What was stored before may be replaced first."""
        self.age = (self.age + 1) & entry.LAST_AGE

    def clear(self) -> None:
        for index in range((self.last_bucket + 1) * BUCKET_WORDS):
            self.memory.words[index] = 0

    def prefetch(self, key: int) -> None:
        """The position will be asked for soon."""
        self.memory.prefetch((key & self.last_bucket) * BUCKET_WORDS)

    def find(self, key: int, found: list[int]) -> bool:
        """Whether the position is in the table; `found` then holds the move and the entry."""
        for probe in range(2):
            slot = (key & self.last_bucket) * BUCKET_WORDS + probe * SLOT_WORDS
            found[0] = self.memory.words[slot + 1]
            found[1] = self.memory.words[slot + 2]
            if self.memory.words[slot] ^ found[0] ^ found[1] == key and found[1] != 0:
                return True
        return False

    def store(self, key: int, move: int, score: int, static_score: int, depth: int, bound: int) -> None:
        """Remember a position in the better of two slots; depth is at least 0."""
        best = (key & self.last_bucket) * BUCKET_WORDS
        best_worth = 1000
        for probe in range(2):
            slot = (key & self.last_bucket) * BUCKET_WORDS + probe * SLOT_WORDS
            old = self.memory.words[slot + 2]
            if old == 0 or self.memory.words[slot] ^ self.memory.words[slot + 1] ^ old == key:
                best = slot
                if old != 0 and move == constants.NO_MOVE:
                    move = self.memory.words[slot + 1]
                break
            worth = entry.depth(old) + (256 if entry.age(old) == self.age else 0)
            if worth < best_worth:
                best = slot
                best_worth = worth
        new = entry.pack(score, static_score, depth, bound, self.age)
        self.memory.words[best] = key ^ move ^ new
        self.memory.words[best + 1] = move
        self.memory.words[best + 2] = new

    def fullness(self) -> int:
        """How many of a thousand slots are of this search."""
        used = 0
        for bucket in range(500):
            for probe in range(2):
                stored = self.memory.words[bucket * BUCKET_WORDS + probe * SLOT_WORDS + 2]
                if stored != 0 and entry.age(stored) == self.age:
                    used += 1
        return used

"""C4.2: how often the pieces have stood as they do, with the same player to move."""

from ludoteca.core.int_stack import IntStack

BUCKETS = 1024


class Repetition:
    """The keys of all positions of a game, each linked to the one before it that ends in the same bits."""

    def __init__(self) -> None:
        self.keys = IntStack()
        self.links = IntStack()
        self.last = [0] * 1024

    def note(self, key: int) -> int:
        """Add a position; how often it has been there before."""
        bucket = key & (BUCKETS - 1)
        link = self.last[bucket]
        self.links.push(link)
        self.keys.push(key)
        # One more than the place in `keys`, for 0 is the end of the links.
        self.last[bucket] = self.keys.count
        seen = 0
        while link:
            if self.keys.at[link - 1] == key:
                seen += 1
            link = self.links.at[link - 1]
        return seen

    def forget(self) -> None:
        """Take the last position away."""
        key = self.keys.pop()
        self.last[key & (BUCKETS - 1)] = self.links.pop()

    def is_back(self, plies: int) -> bool:
        """Whether the last position was there before, within the last so many plies."""
        last = self.keys.count - 1
        key = self.keys.at[last]
        link = self.links.at[last]
        while link and link - 1 + plies >= last:
            if self.keys.at[link - 1] == key:
                return True
            link = self.links.at[link - 1]
        return False

    def copy(self) -> "Repetition":
        twin = Repetition()
        twin.keys = self.keys.copy()
        twin.links = self.links.copy()
        twin.last[:] = self.last
        return twin

"""Random games inside the compiled core."""

from ludoteca.core.position import Position
from ludoteca.core.words import Words

MASK = 0xFFFFFFFFFFFFFFFF


class Playout:
    """Plays random legal moves. The same seed plays the same games."""

    def __init__(self, seed: int = 1) -> None:
        # A state of 0 would stay 0.
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK or 1
        self.found = Words()

    def run(self, position: Position, limit: int = 100_000) -> int:
        """Play on until the game is over or `limit` moves are made; how many were made."""
        return self._run(position, limit)

    def _run(self, position: Position, limit: int) -> int:
        made = 0
        while made < limit:
            self.found.clear()
            position.generate(self.found)
            if self.found.count == 0:
                break
            position.make(self.found.at[self._below(self.found.count)])
            made += 1
        return made

    def _below(self, count: int) -> int:
        """A random number from 0 to count - 1, by a xorshift generator."""
        self.state ^= self.state << 13 & MASK
        self.state ^= self.state >> 7
        self.state ^= self.state << 17 & MASK
        return (self.state >> 33) % count

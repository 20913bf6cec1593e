"""Random games inside the compiled core."""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.search import xorshift
from ludoteca.search.xorshift import seeded


class Playout:
    """Plays random legal moves. The same seed plays the same games."""

    def __init__(self, seed: int = 1) -> None:
        self.state = seeded(seed)
        self.found = IntStack()

    def run(self, position: Position, limit: int = 100_000) -> int:
        """Play on until the game is over or `limit` moves are made; how many were made."""
        made = self._run(position, bounds.within(limit, 0, bounds.MOST, "a limit"))
        position.check_complete()
        return made

    def _run(self, position: Position, limit: int) -> int:
        made = 0
        while made < limit:
            self.found.clear()
            position.generate(self.found)
            if self.found.count == 0:
                break
            self.state = xorshift.following(self.state)
            position.make(self.found.at[xorshift.below(self.state, self.found.count)])
            made += 1
        return made

"""Which clauses took part in the moves that were made, noted beside the rules themselves.

A clause takes part in a move when it gave the move its right or its effect: how the piece goes, a capture, a push. One
that only forbids is found by trying what it forbids, and one that ends a game is named by its outcome.
"""

from collections.abc import Iterable

LIMIT = 4000
"""Compiled rules know a clause by its number, 100 times the chapter and the clause within it: X1.6 is 106."""


class Usage:
    """Counts the moves in which each clause took part, of the position that it is attached to.

    Searches make moves too: attach it to the position of the game itself, and let them search a copy.

    Examples:
        >>> position = ludoteca.game("xiangqi").start()
        >>> usage = Usage(position.game.usage_clauses)
        >>> position.attach_usage(usage)
        >>> _ = position.push_text("h3h10")
        >>> usage.take()
        ('X1.1', 'X1.3')
        >>> usage.take()
        ()
        >>> usage.moves, usage.counts()["X1.3"], usage.counts()["X1.6"]
        (1, 1, 0)
    """

    clauses: tuple[str, ...]
    """The clauses that are counted."""
    moves: int
    """How many moves were made."""

    def __init__(self, clauses: Iterable[str]) -> None:
        self.clauses = tuple(clauses)
        self.moves = 0
        self.numbers: dict[str, int] = {}
        self.is_declared = [0] * 4000
        self.latest = [0] * 4000
        self.counted = [0] * 4000
        self.taken = [0] * 4000
        for clause in self.clauses:
            self._declare(clause)

    def _declare(self, clause: str) -> None:
        chapter, _, within = clause[1:].partition(".")
        if not (chapter.isdecimal() and within.isdecimal()):
            raise ValueError(f"{clause!r} is not a clause, such as X1.6")
        number = (100 * int(chapter) + int(within)) % LIMIT
        while self.is_declared[number]:
            number = (number + 1) % LIMIT
        self.is_declared[number] = 1
        self.numbers[clause] = number

    # For the rules

    def begin_move(self) -> None:
        """From now on clauses take part in one more move."""
        self.moves += 1

    def fire(self, number: int) -> None:
        """Note that a clause takes part in the move; twice is once."""
        if self.latest[number] != self.moves:
            self.latest[number] = self.moves
            self.counted[number] += 1

    def fire_clause(self, clause: str) -> None:
        """The same by the clause's name; ValueError if it is not among `clauses`."""
        if clause not in self.numbers:
            raise ValueError(f"{clause} is not counted: there are {', '.join(self.clauses) or 'none'}")
        self.fire(self.numbers[clause])

    # For those who count

    def take(self) -> tuple[str, ...]:
        """The clauses that took part in moves since the last time this was asked, in the order of `clauses`."""
        self._refuse_undeclared()
        found = []
        for clause in self.clauses:
            number = self.numbers[clause]
            if self.counted[number] != self.taken[number]:
                self.taken[number] = self.counted[number]
                found.append(clause)
        return tuple(found)

    def counts(self) -> dict[str, int]:
        """In how many moves each clause took part."""
        self._refuse_undeclared()
        return {clause: self.counted[self.numbers[clause]] for clause in self.clauses}

    def _refuse_undeclared(self) -> None:
        for number in range(LIMIT):
            if self.counted[number] and not self.is_declared[number]:
                chapter, within = divmod(number, 100)
                raise ValueError(f"clause {chapter}.{within} took part in a move, but usage_clauses does not have it")

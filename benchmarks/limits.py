"""What figures are to reach: a benchmark tells each limit beside its figure, and fails if one is missed."""

from collections.abc import Iterable
from typing import NamedTuple


class Limit(NamedTuple):
    """A figure, and the least or the most that it is to be."""

    words: str
    found: float
    limit: float
    is_least: bool = True
    form: str = ",.2f"

    @property
    def is_kept(self) -> bool:
        return self.found >= self.limit if self.is_least else self.found <= self.limit

    def __str__(self) -> str:
        bound = "at least" if self.is_least else "at most"
        return f"{self.words}: {self.found:{self.form}} ({bound} {self.limit:{self.form}})"


def exit_code(limits: Iterable[Limit]) -> int:
    """1 if a limit is missed, after a line for each that is."""
    missed = [each for each in limits if not each.is_kept]
    for each in missed:
        print(f"missed: {each}", flush=True)
    return 1 if missed else 0

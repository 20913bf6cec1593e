"""What plain Python cannot say: `release.pyx` and its twin are compiled instead of this."""

from typing import Any


class Task:
    """Work that needs no interpreter."""

    def work(self) -> None:
        """For a search to fill in."""

    def run(self) -> None:
        """Do the work without the interpreter's lock."""
        self.work()


class Fetcher:
    """Memory that is asked for ahead of time."""

    def fetch(self, words: Any, index: int) -> None:
        """Bring a word into the cache."""

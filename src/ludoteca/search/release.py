"""Work that runs without the interpreter's lock once compiled; `release.pyx` is what is compiled."""


class Task:
    """Work that needs no interpreter."""

    def work(self) -> None:
        """For a search to fill in."""

    def run(self) -> None:
        """Do the work without the interpreter's lock."""
        self.work()

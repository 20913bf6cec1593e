"""The clock of a room. It depends on stored events alone, so that every server that reads them has the same."""

from msgspec import Struct

from ludoteca.server.events import Timing


class Moment(Struct, frozen=True):
    """Seconds since 1970, and when nothing could be stored: no clock ran then."""

    now: float
    outages: tuple[tuple[float, float], ...] = ()

    def seconds_since(self, begin: float) -> float:
        """Without outages."""
        lost = sum(max(0.0, min(self.now, end) - max(begin, start)) for start, end in self.outages)
        return max(0.0, self.now - begin - lost)


class Clock:
    """Milliseconds left for each seat. The running one has been thinking `since` a time in seconds since 1970."""

    def __init__(self, timing: Timing, seats: int) -> None:
        self.increment = 1000 * timing.increment
        self.left = [1000 * timing.base] * seats
        self.running: int | None = None
        self.since = 0.0

    def spent(self, moment: Moment) -> int:
        """Milliseconds that the running seat has used since it was last charged."""
        if self.running is None:
            return 0
        return min(self.left[self.running], round(1000 * moment.seconds_since(self.since)))

    def charge(self, spent: int, at: float) -> None:
        """Subtract what an event cost from the running seat, and measure from its time on."""
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - spent)
        self.since = at

    def add_increment(self, seat: int) -> None:
        self.left[seat] += self.increment

    def seconds_to_flag(self, moment: Moment) -> float | None:
        """In which the running seat runs out of time, or None if no clock runs."""
        return None if self.running is None else (self.left[self.running] - self.spent(moment)) / 1000

    def seconds_left(self, moment: Moment) -> list[float]:
        """Seconds left for each seat."""
        spent = self.spent(moment)
        return [(left - spent if seat == self.running else left) / 1000 for seat, left in enumerate(self.left)]

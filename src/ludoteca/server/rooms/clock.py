"""The clock of a room. It depends on stored events only, and on how long the running seat has been thinking."""

from ludoteca.server.events import Timing


class Clock:
    """Milliseconds left for each seat. `now` is in seconds, from any source that never goes back."""

    def __init__(self, timing: Timing, seats: int) -> None:
        self.increment = 1000 * timing.increment
        self.left = [1000 * timing.base] * seats
        self.running: int | None = None
        self.since = 0.0

    def spent(self, now: float) -> int:
        """Milliseconds that the running seat has used since it was last charged."""
        if self.running is None:
            return 0
        return min(self.left[self.running], max(0, round(1000 * (now - self.since))))

    def charge(self, spent: int, now: float) -> None:
        """Subtract what an event cost from the running seat, and measure from now on."""
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - spent)
        self.since = now

    def add_increment(self, seat: int) -> None:
        self.left[seat] += self.increment

    def deadline(self) -> float | None:
        """When the running seat runs out of time, or None if no clock runs."""
        return None if self.running is None else self.since + self.left[self.running] / 1000

    def seconds_left(self, now: float) -> list[float]:
        """Seconds left for each seat."""
        spent = self.spent(now)
        return [(left - spent if seat == self.running else left) / 1000 for seat, left in enumerate(self.left)]

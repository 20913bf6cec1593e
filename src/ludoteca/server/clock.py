"""Time for each seat. What it shows depends on stored events alone, and on how long the present thought has lasted."""

from ludoteca.server.events import Timing


class Clock:
    """Milliseconds left for each seat. `now` is in seconds, from any source that never goes back."""

    def __init__(self, timing: Timing, seats: int) -> None:
        self.increment = 1000 * timing.increment
        self.left = [1000 * timing.base] * seats
        self.running: int | None = None
        self.since = 0.0

    def spent(self, now: float) -> int:
        """What the running seat has used since it was last charged."""
        if self.running is None:
            return 0
        return min(self.left[self.running], max(0, round(1000 * (now - self.since))))

    def charge(self, spent: int, now: float) -> None:
        """Take what an event cost from who was thinking; the next thought begins now."""
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - spent)
        self.since = now

    def add_increment(self, seat: int) -> None:
        self.left[seat] += self.increment

    def deadline(self) -> float | None:
        """When the running seat is out of time, if nothing happens before."""
        return None if self.running is None else self.since + self.left[self.running] / 1000

    def showing(self, now: float) -> list[float]:
        """Seconds left for each seat."""
        spent = self.spent(now)
        return [(left - spent if seat == self.running else left) / 1000 for seat, left in enumerate(self.left)]

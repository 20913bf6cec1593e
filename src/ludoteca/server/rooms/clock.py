"""The clock of a room. It depends on stored events alone, so that every server that reads them has the same."""

from msgspec import Struct

from ludoteca.server.events import Timing


class Moment(Struct, frozen=True):
    """Seconds since 1970, and when nothing could be stored: no clock ran then."""

    now: float
    outages: tuple[tuple[float, float], ...] = ()

    def seconds_since(self, begin: float) -> float:
        """Without outages."""
        lost = 0.0
        for start, end in reversed(self.outages):
            if end <= begin:
                break  # They are in order, so all others ended even earlier.
            lost += max(0.0, min(self.now, end) - max(begin, start))
        return max(0.0, self.now - begin - lost)


class Clock:
    """Milliseconds left for each seat. The running one has been thinking `since` a time in seconds since 1970."""

    def __init__(self, timing: Timing, seats: int) -> None:
        self.base = 1000 * timing.base
        self.increment = 1000 * timing.increment
        self.is_per_move = timing.is_per_move
        self.left = [self.base] * seats
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

    def start(self, seat: int, at: float) -> None:
        """Let the clock of another seat run."""
        self.running = seat
        self.since = at
        self.renew()

    def add_increment(self, seat: int) -> None:
        self.left[seat] += self.increment

    def renew(self) -> None:
        """Give the next move all of its time, if each has a time of its own."""
        if self.is_per_move:
            self.left = [self.base] * len(self.left)

    def seconds_to_flag(self, moment: Moment) -> float | None:
        """In which the running seat runs out of time, or None if no clock runs."""
        return None if self.running is None else (self.left[self.running] - self.spent(moment)) / 1000

    def deadline(self, moment: Moment) -> float | None:
        """When the time for this move is over, if each has a time of its own and a clock runs."""
        seconds = self.seconds_to_flag(moment) if self.is_per_move else None
        return None if seconds is None else moment.now + seconds

    def seconds_left(self, moment: Moment) -> list[float]:
        """Seconds left for each seat."""
        spent = self.spent(moment)
        return [(left - spent if seat == self.running else left) / 1000 for seat, left in enumerate(self.left)]

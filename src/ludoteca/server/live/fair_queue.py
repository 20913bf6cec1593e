"""Requests that wait for a worker process, in an order that is fair to visitors.

This is weighted fair queueing at two levels: kinds of work share the processes by weight, the visitors of a kind
equally. Shares are counted in seconds of work. So one visitor's thirty rooms count as one visitor, and a short request
does not wait for all the long ones of somebody else.
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


class Kind(IntEnum):
    """What a request is for. The first kind is preferred."""

    PEOPLE = 0
    """People wait for it to play on: a machine's move or its answer to a draw."""
    QUESTION = 1
    """A hint or an analysis."""
    MACHINES_ONLY = 2
    """A move in a game that nobody plays, and somebody watches."""
    REVIEW = 3
    """What a position of a finished game was worth."""


WEIGHTS = {Kind.PEOPLE: 8, Kind.QUESTION: 2, Kind.MACHINES_ONLY: 1, Kind.REVIEW: 1}
"""The shares of kinds that all have requests waiting; none starves."""


@dataclass(frozen=True)
class Claim:
    """On whose behalf a request is made."""

    kind: Kind = Kind.PEOPLE
    visitors: tuple[str, ...] = ("",)
    """Who waits for it: it is charged to the one who has used least."""
    most_running: int = 1000
    """How many requests of this kind may run at once for one visitor."""
    is_wanted: Callable[[], bool] = lambda: True
    """Whether anybody waits for it still; if not, it is withdrawn."""
    tell_place: Callable[[int], None] = lambda place: None
    """Called when the place of a request that has waited for a while changes: 1 is next, 0 says that it runs."""


ANYBODY = Claim()


class Ticket(Generic[Item]):
    """A request that waits or runs."""

    def __init__(self, item: Item, claim: Claim, visitor: str, seconds: float) -> None:
        self.item = item
        self.claim = claim
        self.visitor = visitor
        self.seconds = seconds
        """How long it is expected to run, at most."""


class _Shares(Generic[Key]):
    """Virtual times at which each key may begin its next request. It gains nothing by having been idle."""

    def __init__(self) -> None:
        self._now = 0.0
        self._next: dict[Key, float] = {}

    def next_begin(self, key: Key) -> float:
        return max(self._now, self._next.get(key, 0.0))

    def first(self, keys: Iterable[Key]) -> Key:
        return min(keys, key=self.next_begin)

    def begin(self, key: Key, expected: float) -> None:
        self._now = self.next_begin(key)
        self._next[key] = self._now + expected

    def end(self, key: Key, expected: float, used: float, waiting: int) -> None:
        """Correct what was charged. Virtual time also passes by itself, so newcomers cannot hold up others for ever."""
        self._next[key] = self.next_begin(key) + used - expected
        self._now += used / (waiting + 2)
        self._next = {each: begin for each, begin in self._next.items() if begin > self._now}


class FairQueue(Generic[Item]):
    def __init__(self) -> None:
        self._waiting: dict[Kind, dict[str, deque[Ticket[Item]]]] = {kind: {} for kind in Kind}
        self._running: Counter[tuple[Kind, str]] = Counter()
        self._kinds: _Shares[Kind] = _Shares()
        self._visitors: dict[Kind, _Shares[str]] = {kind: _Shares() for kind in Kind}

    def __len__(self) -> int:
        """How many requests are waiting."""
        return sum(len(line) for lines in self._waiting.values() for line in lines.values())

    def __contains__(self, ticket: Ticket[Item]) -> bool:
        """Whether a request is waiting."""
        return ticket in self._waiting[ticket.claim.kind].get(ticket.visitor, ())

    def count(self, kind: Kind, visitor: str) -> int:
        """How many requests of a visitor wait or run."""
        return len(self._waiting[kind].get(visitor, ())) + self._running[kind, visitor]

    def add(self, item: Item, claim: Claim, seconds: float) -> Ticket[Item]:
        visitor = self._visitors[claim.kind].first(claim.visitors)
        ticket = Ticket(item, claim, visitor, seconds)
        self._waiting[claim.kind].setdefault(visitor, deque()).append(ticket)
        return ticket

    def take(self) -> Ticket[Item] | None:
        """The request whose turn it is, which runs from now on; or None if none may run."""
        ready = {kind: visitors for kind in Kind if (visitors := self._ready_visitors(kind))}
        if not ready:
            return None
        kind = self._kinds.first(ready)
        visitor = self._visitors[kind].first(ready[kind])
        ticket = self._waiting[kind][visitor][0]
        self.withdraw(ticket)
        self._running[kind, visitor] += 1
        self._kinds.begin(kind, ticket.seconds / WEIGHTS[kind])
        self._visitors[kind].begin(visitor, ticket.seconds)
        return ticket

    def _ready_visitors(self, kind: Kind) -> list[str]:
        return [
            visitor
            for visitor, line in self._waiting[kind].items()
            if self._running[kind, visitor] < line[0].claim.most_running
        ]

    def withdraw(self, ticket: Ticket[Item]) -> None:
        """Remove a request that is waiting."""
        lines = self._waiting[ticket.claim.kind]
        lines[ticket.visitor].remove(ticket)
        if not lines[ticket.visitor]:
            del lines[ticket.visitor]

    def finish(self, ticket: Ticket[Item], used: float) -> None:
        """A running request has ended after so many seconds."""
        kind, visitor = ticket.claim.kind, ticket.visitor
        self._running[kind, visitor] -= 1
        if not self._running[kind, visitor]:
            del self._running[kind, visitor]
        waiting_kinds = sum(1 for lines in self._waiting.values() if lines)
        weight = WEIGHTS[kind]
        self._kinds.end(kind, ticket.seconds / weight, used / weight, waiting_kinds)
        self._visitors[kind].end(visitor, ticket.seconds, used, len(self._waiting[kind]))

    def in_order(self) -> list[Ticket[Item]]:
        """All that wait, in the order in which they can expect their turn."""
        expected = []
        for kind, lines in self._waiting.items():
            for visitor, line in lines.items():
                begin = self._visitors[kind].next_begin(visitor)
                for ticket in line:
                    expected.append((kind, begin, ticket))
                    begin += ticket.seconds
        expected.sort(key=lambda each: each[:2])
        return [ticket for _, _, ticket in expected]

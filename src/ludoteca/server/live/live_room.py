"""A room in memory, its members, and what is under way in it."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterable, Set
from typing import Protocol

from ludoteca.server.events import Entry
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.room import Room

MAX_ENTRIES = 1000
"""So many events at most are sent to who has missed them."""
RECENT_SECONDS = 2.0
"""Whoever asked for a room such a time ago may be about to join it."""


class Member(Protocol):
    """A client connected to a room."""

    visitor: str
    wants_views: bool
    is_waiting_for_engine: bool
    is_closed: bool

    def post(self, message: str) -> None:
        """Queue a message without waiting; a member that does not read is disconnected."""

    def ask_to_reconnect(self) -> None:
        """Disconnect: the client connects again, and gets the room as it is stored."""


DEFAULT_PACE = 1.0


class TimeSource:
    """The time that all servers of a database share: its own, as it was told last, and measured here since."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()
        self._outages: tuple[tuple[float, float], ...] = ()

    def now(self) -> Moment:
        return Moment(time.monotonic() + self._offset, self._outages)

    def synchronise(self, now: float, outages: tuple[tuple[float, float], ...]) -> None:
        self._offset = now - time.monotonic()
        self._outages = outages


class LiveRoom:
    def __init__(self, room: Room, entries: Iterable[Entry]) -> None:
        self.room = room
        self.entries = deque(entries, MAX_ENTRIES)
        """The last ones."""
        self.snapshot_seq = 0
        """The number of the last event in the stored snapshot."""
        self.summary_seq = room.seq
        """The number of the last event in the stored summary, or of the last one that another server has stored."""
        self.members: set[Member] = set()
        self._visitors: Counter[str] = Counter()
        """How many members each visitor is."""
        self.lock = asyncio.Lock()
        """Held from the decision about an action until its event is broadcast; questions about the room wait too."""
        self.flag_timer: asyncio.TimerHandle | None = None
        self.presence_timer: asyncio.TimerHandle | None = None
        self.machine_task: asyncio.Task[None] | None = None
        self.pace = DEFAULT_PACE
        """Seconds that a move of machines that play alone takes at least."""
        self.last_used = time.monotonic()
        self.is_evicted = False
        """Not in memory any more: the next visitor loads the room anew."""

    def add_member(self, member: Member) -> bool:
        """Whether it was none before."""
        is_new = member not in self.members
        if is_new:
            self.members.add(member)
            self._visitors[member.visitor] += 1
        return is_new

    def remove_member(self, member: Member) -> None:
        if member in self.members:
            self.members.remove(member)
            self._visitors[member.visitor] -= 1
            if not self._visitors[member.visitor]:
                del self._visitors[member.visitor]

    def is_in_use(self) -> bool:
        """Whether somebody would see an event of it at once."""
        return bool(self.members) or time.monotonic() - self.last_used < RECENT_SECONDS

    def visitors_present(self) -> Set[str]:
        return self._visitors.keys()

    def has_viewer(self) -> bool:
        """Whether any member wants to be sent what the board looks like."""
        return any(member.wants_views for member in self.members)

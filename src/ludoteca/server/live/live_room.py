"""A room in memory, its members, and what is under way in it."""

import asyncio
import time
from typing import Protocol

from ludoteca.server.events import Entry
from ludoteca.server.rooms.game_payloads import MovePayload
from ludoteca.server.rooms.room import Moment, Room


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


class TimeSource:
    def now(self) -> Moment:
        return Moment(time.monotonic(), time.time())


class LiveRoom:
    def __init__(self, room: Room, entries: list[Entry]) -> None:
        self.room = room
        self.entries = entries
        self.members: set[Member] = set()
        self.lock = asyncio.Lock()
        """Held from the decision about an action until its event is broadcast; questions about the room wait too."""
        self.flag_timer: asyncio.TimerHandle | None = None
        self.machine_task: asyncio.Task[None] | None = None
        self.legal_moves: tuple[int, list[MovePayload]] = (-1, [])
        """A cache: the sequence number of the room, and the moves that were legal then."""
        self.last_used = time.monotonic()
        self.is_evicted = False
        """Not in memory any more: the next visitor loads the room anew."""

    def visitors_present(self) -> set[str]:
        return {member.visitor for member in self.members}

    def has_viewer(self) -> bool:
        """Whether any member wants to be sent what the board looks like."""
        return any(member.wants_views for member in self.members)

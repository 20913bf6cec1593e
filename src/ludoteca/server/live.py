"""A room that is live in this server, and who is in it."""

import asyncio
import time
from typing import Any, Protocol

from ludoteca.server.events import Entry
from ludoteca.server.room import Moment, Room
from ludoteca.server.turnstile import Turnstile


class Member(Protocol):
    """Someone connected to a room."""

    visitor: str
    wants_views: bool
    is_thinking: bool
    is_closed: bool

    def post(self, text: bytes) -> None:
        """Send without waiting; a member that does not read is dropped."""

    def send_away(self) -> None:
        """It has to come again, for the room as it is stored."""


class Times:
    """Where time comes from."""

    def moment(self) -> Moment:
        return Moment(time.monotonic(), time.time())


class LiveRoom:
    """A room, its entries, who is in it, and what is under way."""

    def __init__(self, room: Room, entries: list[Entry]) -> None:
        self.room = room
        self.entries = entries
        self.members: set[Member] = set()
        self.lock = Turnstile()
        self.flag_timer: asyncio.TimerHandle | None = None
        self.machine: asyncio.Task[None] | None = None
        self.moves: tuple[int, list[Any]] = (-1, [])
        self.last_used = time.monotonic()
        self.is_gone = False
        """Not the room any more: somebody who comes reads it anew."""

    def here(self) -> set[str]:
        return {member.visitor for member in self.members}

    def is_viewed(self) -> bool:
        """Whether somebody wants to be sent what the board looks like."""
        for member in self.members:
            if member.wants_views:
                return True
        return False

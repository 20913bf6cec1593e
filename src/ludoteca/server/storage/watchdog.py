"""Ends what waits for a database that does not answer: the driver itself would wait for ever."""

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import Connection

ANSWER_SECONDS = 15.0
"""Longer than the database itself lets a statement take."""
LAST_SECONDS = 3.0
"""While the server stops."""
INTERVAL = 0.5


class Watchdog:
    """Shuts the socket of a connection that has waited too long, so that its thread gets an error."""

    def __init__(self) -> None:
        self.seconds = ANSWER_SECONDS
        self._watched: dict[int, float] = {}
        """Descriptors of sockets, and since when they are in use."""
        self._timer: asyncio.TimerHandle | None = None

    @contextmanager
    def watching(self, connection: Connection) -> Iterator[None]:
        """While a thread works with a connection."""
        if connection.dialect.name == "sqlite":
            yield  # A file answers, or says that it is locked.
            return
        driver = connection.connection.driver_connection
        assert driver is not None
        descriptor: int = driver.pgconn.socket
        self._watched[descriptor] = time.monotonic()
        try:
            yield
        finally:
            del self._watched[descriptor]

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(INTERVAL, self._look, loop)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self.start(loop)
        latest = time.monotonic() - self.seconds
        for descriptor, since in list(self._watched.items()):
            if since < latest:
                with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as doubled:
                    doubled.shutdown(socket.SHUT_RDWR)

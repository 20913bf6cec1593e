"""Hears of what other servers store in PostgreSQL, by LISTEN."""

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

from sqlalchemy import Engine

from ludoteca.server.storage.database import POSTGRES_ARGUMENTS
from ludoteca.server.storage.statements import CHANNEL, Heard, heard_entries

log = logging.getLogger("ludoteca.server")

OnForeignWrite = Callable[[Heard | None], None]
"""Gets what was written, or None if that is not known."""
RETRY_SECONDS = 1.0
LISTEN_SECONDS = 1.0
"""How long the thread waits before it looks whether it should stop, and whether the connection still answers."""


class Listener(threading.Thread):
    """Reconnects for ever. After each connection it is not known what was missed."""

    def __init__(
        self, engine: Engine, server_id: str, loop: asyncio.AbstractEventLoop, on_foreign_write: OnForeignWrite
    ) -> None:
        super().__init__(name="store-listener", daemon=True)
        self._engine = engine
        self._server_id = server_id
        self._loop = loop
        self._on_foreign_write = on_foreign_write
        self._stopping = threading.Event()

    def stop(self) -> None:
        self._stopping.set()
        self.join(2 * LISTEN_SECONDS)

    def run(self) -> None:
        # Ends without the interpreter's complaint when the event loop is closed: then nobody listens.
        with suppress(RuntimeError):
            while not self._stopping.is_set():
                try:
                    with closing(self._connect()) as connection:
                        self._listen(connection)
                except RuntimeError:
                    raise
                except Exception as error:
                    log.warning("cannot hear of other servers: %s", next(iter(str(error).splitlines()), error))
                    self._stopping.wait(RETRY_SECONDS)

    def _connect(self) -> Any:
        """A connection of the driver, not of the pool."""
        dialect = self._engine.dialect
        arguments, named = dialect.create_connect_args(self._engine.url)
        return dialect.loaded_dbapi.connect(*arguments, **named, **POSTGRES_ARGUMENTS)

    def _listen(self, connection: Any) -> None:
        """Listen until the server stops or the connection fails."""
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        self._tell(None)
        while not self._stopping.is_set():
            for notification in connection.notifies(timeout=LISTEN_SECONDS):
                self._hear(notification.payload)
                if self._stopping.is_set():
                    return
            connection.execute("SELECT 1")

    def _hear(self, message: str) -> None:
        server_id, *lines = message.split("\n")
        if server_id != self._server_id:
            self._tell(heard_entries(lines))

    def _tell(self, heard: Heard | None) -> None:
        self._loop.call_soon_threadsafe(self._on_foreign_write, heard)

"""The file of an SQLite database: whether it is still there, and whether another server writes to it."""

import os

from sqlalchemy import Engine, PoolProxiedConnection


class DatabaseFile:
    """Belongs to the one connection that writes."""

    def __init__(self, engine: Engine) -> None:
        self._path = engine.url.database or ""
        self._identity = self._current_identity()
        self._version: int | None = None

    def check(self) -> None:
        """An OSError if the file was deleted or replaced: what is written to it now would be lost."""
        if self._current_identity() != self._identity:
            raise OSError(f"the database file {self._path} was replaced while it was in use")

    def was_written_by_others(self, connection: PoolProxiedConnection) -> bool:
        """Since this was asked the last time. Asked of the driver, for SQLAlchemy would begin a transaction."""
        cursor = connection.cursor()
        (version,) = cursor.execute("PRAGMA data_version").fetchone()
        cursor.close()
        before, self._version = self._version, version
        return before not in (None, version)

    def _current_identity(self) -> tuple[int, int]:
        found = os.stat(self._path)
        return found.st_dev, found.st_ino

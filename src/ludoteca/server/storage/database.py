"""Connections to the database, and the migrations that bring its tables up to date."""

import os
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from ludoteca.core.ruling import LudotecaError

HEAD = "0002"
"""The version of the tables that this code needs."""
MIGRATIONS = Path(__file__).parent / "migrations"
STATEMENT_SECONDS = 10
LOCK_SECONDS = 5
POSTGRES_ARGUMENTS = {
    "connect_timeout": 5,
    # A network that is gone without a word is noticed too.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 1000 * STATEMENT_SECONDS,
    "options": f"-c statement_timeout={1000 * STATEMENT_SECONDS} -c lock_timeout={1000 * LOCK_SECONDS}",
}
PRAGMAS = (
    "PRAGMA page_size = 1024",  # A move changes one page of its room, and each page that changes is written whole.
    "PRAGMA journal_mode = WAL",
    "PRAGMA wal_autocheckpoint = 4000",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


def default_url() -> str:
    """A file in the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(home) / "ludoteca"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


def create_engines(text: str, readers: int) -> tuple[Engine, Engine]:
    """An engine with one connection that writes, and one with several that read; or in one line why there is none."""
    try:
        url = _parse_url(text)
        writing = _create_engine(url, 1, "BEGIN IMMEDIATE")
        migrate(writing)
        return writing, _create_engine(url, readers, "BEGIN")
    except ModuleNotFoundError as error:
        raise LudotecaError(f"this database needs the Python package {error.name}") from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise LudotecaError(f"the database cannot be opened: {reason}") from error


def _parse_url(text: str) -> URL:
    try:
        url = make_url(text)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError):
        raise LudotecaError(
            "the database is an URL such as sqlite:///games.db or postgresql+psycopg://host/name"
        ) from None
    if url.drivername == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise LudotecaError("games are kept in a file: sqlite:///games.db")
    return url


def _create_engine(url: URL, connections: int, begin_statement: str) -> Engine:
    # Errors are logged, and should not carry what people have written.
    usual: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "hide_parameters": True}
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_timeout=STATEMENT_SECONDS, connect_args=POSTGRES_ARGUMENTS, **usual)
    engine = create_engine(url, connect_args={"timeout": LOCK_SECONDS}, **usual)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        # The driver would begin transactions by itself, and too late for one that reads before it writes.
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin_statement)

    return engine


def migrate(engine: Engine) -> None:
    """Bring the tables to the version that this code needs. Two servers may do so at the same time."""
    version = _version(engine)
    if version == HEAD:
        return
    if version > HEAD:
        raise LudotecaError(
            f"the database is of version {version}, and this program knows version {HEAD}: it needs a newer Ludoteca"
        )
    # Imported here because Alembic takes a while to import, and is needed once.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except SQLAlchemyError:
        if _version(engine) != HEAD:
            raise


def _version(engine: Engine) -> str:
    """The version of the tables, or nothing if there are none."""
    with engine.connect() as connection:
        if not engine.dialect.has_table(connection, "alembic_version"):
            return ""
        found: str = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or ""
        return found

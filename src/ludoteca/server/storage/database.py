"""Connections to the database, and the migrations that bring its tables up to date."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from ludoteca.core.ruling import LudotecaError

HEAD = "0005"
"""The version of the tables that this code needs."""
MIGRATIONS = Path(__file__).parent / "migrations"
STATEMENT_SECONDS = 10
LOCK_SECONDS = 5
CONNECTION_ARGUMENTS: dict[str, Any] = {
    "connect_timeout": 5,
    # A network that is gone without a word is noticed too.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 1000 * STATEMENT_SECONDS,
}
LOCK_OPTION = f"-c lock_timeout={1000 * LOCK_SECONDS}"
POSTGRES_ARGUMENTS = {
    **CONNECTION_ARGUMENTS,
    "options": f"-c statement_timeout={1000 * STATEMENT_SECONDS} {LOCK_OPTION}",
}
PATIENT_ARGUMENTS = {**CONNECTION_ARGUMENTS, "options": LOCK_OPTION}
"""For an administrator, whose questions may take long."""
PRAGMAS = (
    "PRAGMA page_size = 1024",  # A move changes one page of its room, and each page that changes is written whole.
    "PRAGMA journal_mode = WAL",
    "PRAGMA wal_autocheckpoint = 4000",
    "PRAGMA synchronous = FULL",
    "PRAGMA temp_store = MEMORY",  # An insert of many rows keeps what it may have to undo, otherwise in a file.
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
    with told_in_one_line():
        url = _parse_url(text)
        writing = _create_engine(url, 1, "BEGIN IMMEDIATE")
        migrate(writing)
        reading = _create_engine(url, readers, "BEGIN")
        if url.get_backend_name() != "sqlite":
            # Each read is one statement, or does not mind what is stored between two.
            reading = reading.execution_options(isolation_level="AUTOCOMMIT")
        return writing, reading


def open_existing(text: str, to_write: bool = False, may_be_older: bool = False) -> Engine:
    """An engine for a database that servers may use: nothing is created or upgraded; or in one line why not."""
    with told_in_one_line():
        url = _parse_url(text)
        if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
            raise LudotecaError(f"there is no database {url.database}")
        engine = _create_engine(url, 1, "BEGIN IMMEDIATE" if to_write else "BEGIN", PATIENT_ARGUMENTS)
        version = version_of(engine)
        if not version:
            raise LudotecaError("this is no database of Ludoteca")
        if version > HEAD:
            raise _newer_database(version)
        if version < HEAD and not may_be_older:
            raise LudotecaError(
                f"the database is of version {version}, and this program needs {HEAD}: `ludoteca serve` upgrades it"
            )
        return engine


@contextmanager
def told_in_one_line(doing: str = "opened") -> Iterator[None]:
    """What goes wrong with the database, as one line for the command line."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise LudotecaError(f"this database needs the Python package {error.name}") from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise LudotecaError(f"the database cannot be {doing}: {reason}") from error


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


def _create_engine(
    url: URL, connections: int, begin_statement: str, postgres_arguments: dict[str, Any] = POSTGRES_ARGUMENTS
) -> Engine:
    # Errors are logged, and should not carry what people have written.
    usual: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "hide_parameters": True}
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_timeout=STATEMENT_SECONDS, connect_args=postgres_arguments, **usual)
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
    version = version_of(engine)
    if version == HEAD:
        return
    if version > HEAD:
        raise _newer_database(version)
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
        if version_of(engine) != HEAD:
            raise


def _newer_database(version: str) -> LudotecaError:
    return LudotecaError(
        f"the database is of version {version}, and this program knows version {HEAD}: it needs a newer Ludoteca"
    )


def version_of(engine: Engine) -> str:
    """The version of the tables, or nothing if there are none."""
    with engine.connect() as connection:
        if not engine.dialect.has_table(connection, "alembic_version"):
            return ""
        found: str = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or ""
        return found

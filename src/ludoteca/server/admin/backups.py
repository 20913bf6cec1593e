"""Copies of a database that servers write to meanwhile. A copy is read back before it gets its name."""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Engine, create_engine, inspect

from ludoteca.core.ruling import LudotecaError
from ludoteca.server.storage import schema
from ludoteca.server.storage.checking import Findings, check_database

COPY_LINE = re.compile(r"COPY (?:\w+\.)?(\w+) \((.*)\) FROM stdin;")
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}

Counts = dict[str, int]


def back_up(engine: Engine, target: Path, may_replace: bool = False) -> Findings:
    """Copy a database into a file, and tell what the copy has; or a LudotecaError, and no file."""
    if target.exists() and not may_replace:
        raise LudotecaError(f"{target} is there already; --force replaces it")
    copy = _copy_sqlite if engine.dialect.name == "sqlite" else _copy_postgresql
    try:
        return _copy_and_rename(engine, target, copy)
    except OSError as error:
        raise LudotecaError(f"{target} cannot be written: {error.strerror or error}") from error
    except sqlite3.Error as error:
        raise LudotecaError(f"the database cannot be copied to {target}: {error}") from error


def _copy_and_rename(engine: Engine, target: Path, copy: Callable[[Engine, Path], tuple[Counts, Findings]]) -> Findings:
    folder = target.absolute().parent
    descriptor, name = tempfile.mkstemp(".part", f"{target.name}.", folder)
    os.close(descriptor)
    part = Path(name)
    try:
        counts, findings = copy(engine, part)
        if findings.rows != counts:
            raise LudotecaError(f"the copy has {findings.rows} rows, and the database had {counts}")
        os.replace(part, target)
        _sync_folder(folder)
    finally:
        part.unlink(missing_ok=True)
    return findings


def _sync_folder(folder: Path) -> None:
    """A power cut must not undo the new name. Not every system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


# SQLite


def _copy_sqlite(engine: Engine, part: Path) -> tuple[Counts, Findings]:
    tables = _tables(engine)
    with closing(engine.raw_connection()) as pooled, closing(sqlite3.connect(part)) as copy:
        source = pooled.driver_connection
        assert isinstance(source, sqlite3.Connection)
        # In one transaction that reads: the copy is of this moment, and who writes does not wait.
        source.execute("BEGIN")
        counts = {table: source.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
        source.backup(copy)
        source.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode = DELETE")  # So that the copy is one file.
    reading = create_engine(f"sqlite:///{part}")
    try:
        findings = check_database(reading)
    finally:
        reading.dispose()
    if damage := [fault for fault in findings.faults if fault.startswith("the file")]:
        raise LudotecaError(damage[0])
    return counts, findings


def _tables(engine: Engine) -> list[str]:
    return sorted(set(inspect(engine).get_table_names()) & set(schema.metadata.tables))


# PostgreSQL


def _copy_postgresql(engine: Engine, part: Path) -> tuple[Counts, Findings]:
    url = engine.url.set(drivername="postgresql", password=None).render_as_string()
    for program in ("pg_dump", "pg_restore"):
        if not shutil.which(program):
            raise LudotecaError(
                f"{program} is not installed here; where it is, run: pg_dump --format=custom --file={part.stem} {url}"
            )
    tables = _tables(engine)
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        # pg_dump reads what this transaction sees, so that both can be compared.
        snapshot = connection.exec_driver_sql("SELECT pg_export_snapshot()").scalar_one()
        counts = {table: connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one() for table in tables}
        words = ["pg_dump", "--format=custom", "--no-owner", f"--snapshot={snapshot}", f"--file={part}", url]
        password = {"PGPASSWORD": str(engine.url.password)} if engine.url.password else {}
        dumped = subprocess.run(words, env=os.environ | password, capture_output=True, text=True, check=False)
    if dumped.returncode:
        raise LudotecaError(f"pg_dump failed: {' '.join(dumped.stderr.split())[:300]}")
    words = ["pg_restore", "--data-only", "--file=-", str(part)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="strict") as restored:
        assert restored.stdout
        findings = read_dump(restored.stdout)
    if restored.returncode:
        raise LudotecaError("the copy cannot be read back: pg_restore failed")
    findings.rows = {table: findings.rows.get(table, 0) for table in tables}
    return counts, findings


def read_dump(lines: Iterable[str]) -> Findings:
    """What a plain dump by pg_dump has, read without a database."""
    findings = Findings("")

    def events() -> Iterator[tuple[str, int, str]]:
        for table, row in _dumped_rows(lines):
            findings.rows[table] = findings.rows.get(table, 0) + 1
            if table == "alembic_version":
                findings.version = row["version_num"]
            elif table == "events":
                yield row["room"], int(row["seq"]), row["body"]

    findings.check_events(events())
    return findings


def _dumped_rows(lines: Iterable[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows in the COPY statements of a dump, with the names of their tables."""
    table, columns = "", [""]
    for line in lines:
        if not table:
            if found := COPY_LINE.match(line):
                table, columns = found[1], found[2].split(", ")
        elif line.startswith("\\."):
            table = ""
        else:
            yield table, dict(zip(columns, map(_unescape, line.rstrip("\n").split("\t")), strict=True))


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), text) if "\\" in text else text

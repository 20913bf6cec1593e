"""A PostgreSQL of our own for tests, on a socket in a folder of its own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest


class Postgres:
    """`new_database` gives the address of an empty one."""

    def __init__(self, folder: str, process_id: int) -> None:
        self.folder = folder
        self.process_id = process_id
        self._numbers = count(1)

    def new_database(self) -> str:
        import psycopg

        name = f"games{next(self._numbers)}"
        with psycopg.connect(f"host={self.folder} user=ludoteca dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://ludoteca@/{name}?host={self.folder}"


@contextmanager
def running_postgres(*settings: str) -> Iterator[Postgres]:
    pytest.importorskip("psycopg", reason="PostgreSQL is not tested: psycopg is not installed")
    binaries = _binaries()
    if not binaries:
        pytest.skip("PostgreSQL is not tested: its server is not installed")
    folder = tempfile.mkdtemp(prefix="lud", dir="/tmp")
    as_user = {}
    if os.geteuid() == 0:
        import pwd

        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL is not tested: it does not run as root, and there is no user postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
        as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    run: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    run |= as_user
    subprocess.run([f"{binaries}/initdb", "-D", f"{folder}/data", "-U", "ludoteca", "-A", "trust", "--no-sync"], **run)
    options = " ".join(f"-c {setting}" for setting in ("listen_addresses=''", "fsync=off", *settings))
    control = [f"{binaries}/pg_ctl", "-D", f"{folder}/data", "-w"]
    subprocess.run([*control, "-o", f"-k {folder} {options}", "-l", f"{folder}/log", "start"], **run)
    try:
        process_id = int(Path(f"{folder}/data/postmaster.pid").read_text().split()[0])
        yield Postgres(folder, process_id)
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], **run)
        shutil.rmtree(folder)


def _binaries() -> str:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    on_path = shutil.which("postgres")
    return str(found[-1].parent) if found else os.path.dirname(on_path) if on_path else ""

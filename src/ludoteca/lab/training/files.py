"""Files that are there whole or not at all, even if this process is killed meanwhile, and what is said of others."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, get_type_hints
from zipfile import BadZipFile

from ludoteca.core.ruling import LudotecaError

if sys.platform != "win32":
    import fcntl

LOCK = "lock"


def write_whole(path: Path, write: Callable[[BinaryIO], Any]) -> None:
    """Write a file by a function that is given it open."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as out:
        write(out)
    part.replace(path)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes out of a folder; a lock ends with its process, however that ends."""
    with (folder / LOCK).open("ab") as lock:
        if sys.platform != "win32":
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise LudotecaError(f"another run is at work in {folder}; wait until it has ended") from error
            except OSError:
                pass  # Some file systems have no locks.
        yield


@contextmanager
def reading(path: Path, what: str, removed: Path | None = None) -> Iterator[None]:
    """Whatever goes wrong while a file is read is told in a sentence, with what to remove: it, or another file."""
    try:
        yield
    except (OSError, EOFError, ValueError, TypeError, LookupError, RuntimeError, BadZipFile) as error:
        raise LudotecaError(
            f"{path} is not {what}; remove {removed or 'it'}, and the same command makes it anew"
        ) from error


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def from_json(kind: Any, value: Any) -> Any:
    """A named tuple from what JSON made of it; TypeError, ValueError or KeyError if it is anything else."""
    if hasattr(kind, "_fields"):
        types = get_type_hints(kind)
        values = value if isinstance(value, dict) else dict(zip(types, value, strict=True))
        return kind(**{name: from_json(types[name], each) for name, each in values.items()})
    if not isinstance(value, int | float if kind is float else kind):
        raise TypeError(f"{value!r} is of another type than {kind}")
    return value

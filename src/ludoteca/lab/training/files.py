"""Files that are there whole or not at all, even if this process is killed meanwhile."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO


def write_whole(path: Path, write: Callable[[BinaryIO], Any]) -> None:
    """Write a file by a function that is given it open."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as out:
        write(out)
    part.replace(path)

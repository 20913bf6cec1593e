"""Perft tables as data: `position …`, then `perft depth leaves`."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.play import IS_COMPILED

USUAL_LEAVES = 700_000 if IS_COMPILED else 4_000
"""Counts up to this size are made on every run, larger ones by `make test-deep`."""


class Count(NamedTuple):
    position: str
    depth: int
    leaves: int


def counts(table: Path) -> list[object]:
    """A parameter for each count, the large ones marked as deep."""
    found: list[object] = []
    position = ""
    for line in table.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "position":
            position = rest
        elif word == "perft":
            depth, leaves = map(int, rest.split())
            marks = [pytest.mark.deep] if leaves > USUAL_LEAVES else []
            found.append(pytest.param(Count(position, depth, leaves), marks=marks, id=f"{position[:40]} depth {depth}"))
    assert found
    return found

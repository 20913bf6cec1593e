"""Examples of clauses, which a page draws and the tests check; read from a game's examples.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.core.option import Value

SUBJECTS = ("move", "refused", "from")
"""An example shows one of these: a legal move, a move that is refused, or where a unit can go."""


@dataclass(frozen=True)
class Example:
    """A position that shows what a clause means. Cells are given by their names."""

    clause: str
    """The clause that it shows."""
    caption: str
    """What is to be seen, in a sentence or two."""
    position: str
    """A position text of the game."""
    options: Mapping[str, Value] = field(default_factory=dict)
    """Options, as for `Game.parse`."""
    marks: tuple[str, ...] = ()
    """Cells to point out."""
    move: str = ""
    """A legal move."""
    after: str = ""
    """The position after the move, if that is worth checking."""
    refused: str = ""
    """A move that is not legal."""
    by: str = ""
    """The clause that refuses it."""
    origin: str = ""
    """The cell of a unit."""
    reaches: tuple[str, ...] = ()
    """All cells to which that unit can go in a move of two picks."""


def examples_beside(module_file: str) -> tuple[Example, ...]:
    """The examples in the folder of a module, in their order; none if it has no examples.toml."""
    page = Path(module_file).with_name("examples.toml")
    return read_examples(page.read_text(encoding="utf-8")) if page.exists() else ()


def read_examples(page: str) -> tuple[Example, ...]:
    """The examples in the text of an examples.toml."""
    return tuple(_example(table) for table in tomllib.loads(page).get("example", []))


def _example(table: Mapping[str, Any]) -> Example:
    clause = table.get("clause", "")
    if sum(subject in table for subject in SUBJECTS) != 1:
        raise ValueError(f"an example of {clause} needs exactly one of {', '.join(SUBJECTS)}")
    if ("reaches" in table) != ("from" in table):
        raise ValueError(f"an example of {clause} has one of from and reaches without the other")
    fields = {("origin" if name == "from" else name): value for name, value in table.items()}
    fields["marks"] = tuple(table.get("marks", ()))
    fields["reaches"] = tuple(table.get("reaches", ()))
    if "refused" in table:
        fields.setdefault("by", clause)
    try:
        return Example(**fields)
    except TypeError as error:
        raise ValueError(f"an example of {clause} is not as it should be: {error}") from error

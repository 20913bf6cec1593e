"""Random play, for tests over any game."""

import tomllib
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any

import ludoteca
from ludoteca.games import GROUP
from ludoteca.testing.requirements import IS_COMPILED, affordable, everything, variants_of

__all__ = [
    "ARE_INSTALLED",
    "EXAMPLES",
    "EXAMPLES_FOLDER",
    "IS_COMPILED",
    "after",
    "everything",
    "variant_name",
    "variants",
    "walk",
]

EXAMPLES_FOLDER = Path(__file__).parents[1] / "examples"
ARE_INSTALLED = any(point.value.startswith("ludoteca_examples.") for point in entry_points(group=GROUP))
"""Whether the examples are plugins, as `make test` has them; otherwise their files are loaded."""
EXAMPLES = tuple(
    tomllib.loads((EXAMPLES_FOLDER / "pyproject.toml").read_text())["project"]["entry-points"]["ludoteca.games"]
)
if not ARE_INSTALLED:
    for path in sorted(EXAMPLES_FOLDER.glob("*.py")):
        ludoteca.GAMES.add_file(str(path))


def variants() -> list[tuple[str, dict[str, Any]]]:
    """Every game as usual, and with each other value of its options."""
    return [(name, options) for name in ludoteca.GAMES for options in variants_of(ludoteca.game(name))]


def variant_name(variant: tuple[str, dict[str, Any]]) -> str:
    name, options = variant
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


def walk(variant: tuple[str, dict[str, Any]], seed: int, plies: int) -> Iterator[Any]:
    """The same position again and again, one random move further each time, from the start to the last.

    It is a position of any game, which may be asked for what only this game has.
    """
    name, options = variant
    random = Random(seed)
    position = ludoteca.game(name).start(**options)
    yield position
    for _ in range(affordable(position, plies)):
        moves = position.legal_moves()
        if not moves:
            return
        position.play(random.choice(moves))
        yield position


def after(variant: tuple[str, dict[str, Any]], seed: int, plies: int) -> ludoteca.Position:
    """A position after up to so many random moves."""
    last: ludoteca.Position
    *_, last = walk(variant, seed, plies)
    return last

"""Random play, for tests over any game."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import ludoteca
from ludoteca.testing.contract import IS_COMPILED, affordable, everything, variants_of

__all__ = ["EXAMPLES", "IS_COMPILED", "after", "everything", "variant_name", "variants", "walk"]

EXAMPLES = tuple(
    ludoteca.GAMES.add_file(str(path)).name for path in sorted((Path(__file__).parents[1] / "examples").glob("*.py"))
)
"""Games in plain Python, each loaded from its file: from now on they are in the registry, like the others."""


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

"""Random play, for tests over any game."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import ludoteca
import ludoteca.core.position
from ludoteca.core.option import Choice, Switch

EXAMPLES = tuple(
    ludoteca.GAMES.add_file(str(path)).name for path in sorted((Path(__file__).parents[1] / "examples").glob("*.py"))
)
"""Games in plain Python, each loaded from its file: from now on they are in the registry, like the others."""
IS_COMPILED = not ludoteca.core.position.__file__.endswith(".py")


def variants() -> list[tuple[str, dict[str, Any]]]:
    """Every game as usual, and with each other value of each of its options that is a choice or a switch."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name in ludoteca.GAMES:
        found.append((name, {}))
        for option in ludoteca.game(name).options:
            if isinstance(option, Choice):
                found += [(name, {option.name: value}) for value in option.values if value != option.default]
            elif isinstance(option, Switch):
                found.append((name, {option.name: not option.default}))
    return found


def variant_name(variant: tuple[str, dict[str, Any]]) -> str:
    name, options = variant
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


def affordable(variant: tuple[str, dict[str, Any]], plies: int) -> int:
    """Fewer plies for a game that has more moves in a position, so that all games take about as long to test."""
    name, options = variant
    return min(plies, plies * 60 // len(ludoteca.game(name).start(**options).legal_moves()) + 1)


def walk(variant: tuple[str, dict[str, Any]], seed: int, plies: int) -> Iterator[Any]:
    """The same position again and again, one random move further each time, from the start to the last.

    It is a position of any game, which may be asked for what only this game has.
    """
    name, options = variant
    random = Random(seed)
    position = ludoteca.game(name).start(**options)
    yield position
    for _ in range(affordable(variant, plies)):
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


def everything(position: ludoteca.Position) -> tuple[Any, ...]:
    """All that can be seen of a position."""
    return (
        str(position),
        position.key,
        position.to_move,
        position.legal_moves(),
        position.outcome(),
        position.moves_played(),
    )

"""What the checks of games share: faults, and all that can be seen of a position."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import ludoteca.core.position
from ludoteca.core.game import Game
from ludoteca.core.option import Choice, Switch, Value
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.ruling import Ruling

IS_COMPILED = not ludoteca.core.position.__file__.endswith(".py")
SAMPLE = 12 if IS_COMPILED else 5
"""How many moves of a position are tried; without a compiler answers are slow."""
PLAYOUT_PLIES = 40
FEW_SWITCHES = 3


class Fault(AssertionError):
    """A sentence that tells what is wrong with a game; faults with the same cause are told once."""

    def __init__(self, message: str, cause: str = "") -> None:
        super().__init__(message)
        self.cause = cause or message


class Everything(NamedTuple):
    """All that can be seen of a position."""

    text: str
    key: int
    to_move: int
    legal_moves: list[int]
    outcome: Outcome | None
    moves_played: list[int]


def everything(position: Position) -> Everything:
    return Everything(
        str(position),
        position.key,
        position.to_move,
        position.legal_moves(),
        position.outcome(),
        position.moves_played(),
    )


def variants_of(game: Game) -> list[dict[str, Value]]:
    """A game as usual, with each other value of each of its choices, and with its switches the other way.

    A few switches are turned one by one, many all at once: each variant costs as much as the usual game.
    """
    found: list[dict[str, Value]] = [{}]
    for option in game.options:
        if isinstance(option, Choice):
            found += [{option.name: value} for value in option.values if value != option.default]
    turned: list[dict[str, Value]] = [
        {option.name: not option.default} for option in game.options if isinstance(option, Switch)
    ]
    if len(turned) > FEW_SWITCHES:
        turned = [{name: value for each in turned for name, value in each.items()}]
    return found + turned


def affordable(position: Position, plies: int) -> int:
    """Fewer plies for a game that has more moves in a position, so that all games take about as long to check."""
    return min(plies, plies * 60 // max(1, len(position.legal_moves())) + 1)


def require(holds: bool, complaint: str) -> None:
    if not holds:
        raise Fault(complaint)


def require_same(found: Everything, wanted: Everything, when: str) -> None:
    for field, one, other in zip(Everything._fields, found, wanted, strict=True):
        require(one == other, f"{when}, {field.replace('_', ' ')} is {_short(one)} and was {_short(other)}")


def _short(value: object) -> str:
    shown = str(value)
    return shown if len(shown) <= 300 else f"{shown[:297]}..."


def sample(moves: list[int], random: Random) -> list[int]:
    return random.sample(moves, min(SAMPLE, len(moves)))


def raises(error: type[Exception], work: Callable[[], object]) -> bool:
    try:
        work()
    except error:
        return True
    return False


def require_clause(game: Game, clause: str, what: str) -> None:
    if clause not in game.rules:
        own = [number for number, each in game.rules.clauses.items() if each.mark not in ("chapter", "house")]
        raise Fault(
            f"{what} the clause {clause!r}, which the rules do not have; they have {', '.join(own) or 'none'}",
            cause=f"clause {clause}",
        )


def require_ruling(position: Position, attempt: object, ruling: object) -> None:
    require(isinstance(ruling, Ruling), f"{attempt} is answered with {ruling!r}, not with a Ruling")
    assert isinstance(ruling, Ruling)
    require_clause(position.game, ruling.clause, f"{attempt} is refused by")
    require(bool(ruling.message), f"{attempt} is refused by {ruling.clause} without a message")
    cells = range(len(position.game.look.sheet(position.options).geometry))
    on_board = all(cell in cells for cell in ruling.cells)
    require(on_board, f"{attempt} is refused with cells that the board does not have: {ruling.cells}")

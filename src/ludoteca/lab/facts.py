"""What one replay of a game shows: positions, units on the board, cells that changed, clauses that took part.

All of it is of the moves that players chose: the random opening is left out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ludoteca.arena.executor import Executor
from ludoteca.core.position import Position
from ludoteca.core.usage import Usage
from ludoteca.lab.corpus import CorpusGame

GAMES_A_UNIT = 8


class ClauseUse(NamedTuple):
    """How often a clause took part in the moves of a game, and after how many moves it first had."""

    moves: int
    first: int


class Facts(NamedTuple):
    """What a game shows besides the columns of its corpus."""

    number: int
    keys: tuple[int, ...]
    """Of the position from which the players took over, and of that after each of their moves."""
    units: tuple[tuple[int, ...], ...]
    """How many units each seat has on the board, when the players took over and after each of their moves."""
    captures: tuple[int, ...]
    """How many units of other seats left the board in each of their moves."""
    changed: Mapping[int, int]
    """For each cell in how many moves the unit on it changed."""
    stood: Mapping[int, int]
    """For each cell after how many moves a unit stood on it."""
    clauses: Mapping[str, ClauseUse]
    """The clauses that took part in moves."""


def facts_of(game: CorpusGame) -> Facts:
    """Replay a game by the rules."""
    position = game.plan.first_position()
    moves = game.replay(position)
    for _ in islice(moves, game.opening_plies):
        continue
    usage = Usage(position.game.usage_clauses)
    position.attach_usage(usage)
    watch = _BoardWatch(position)
    keys = [position.key]
    clauses: dict[str, ClauseUse] = {}
    for ply, _ in enumerate(moves, game.opening_plies):
        mover = game.seats[ply]
        keys.append(position.key)
        watch.look(position, mover)
        for clause in usage.take():
            use = clauses.get(clause, ClauseUse(0, ply + 1))
            clauses[clause] = ClauseUse(use.moves + 1, use.first)
    return Facts(
        game.number,
        tuple(keys),
        tuple(watch.units),
        tuple(watch.captures),
        dict(sorted(watch.changed.items())),
        dict(sorted(watch.stood.items())),
        dict(sorted(clauses.items())),
    )


class _BoardWatch:
    """Compares what a board shows from move to move, of any game."""

    def __init__(self, position: Position) -> None:
        self.view = position.game.look.view
        glyphs = position.game.look.sheet(position.options).glyphs
        self.seat_of_unit = {name: glyph.seat for name, glyph in glyphs.items()}
        self.seats = position.seats
        self.board = dict(self.view(position).units)
        self.units = [self._count()]
        self.captures: list[int] = []
        self.changed: Counter[int] = Counter()
        self.stood: Counter[int] = Counter()

    def look(self, position: Position, mover: int) -> None:
        before, self.board = self.board, dict(self.view(position).units)
        for cell in before.keys() | self.board.keys():
            if before.get(cell) != self.board.get(cell):
                self.changed[cell] += 1
        self.stood.update(self.board.keys())
        self.units.append(self._count())
        lost = [max(0, old - new) for old, new in zip(*self.units[-2:], strict=True)]
        self.captures.append(sum(lost) - lost[mover])

    def _count(self) -> tuple[int, ...]:
        found = [0] * self.seats
        for unit in self.board.values():
            seat = self.seat_of_unit.get(unit)
            if seat is not None:
                found[seat] += 1
        return tuple(found)


def facts_of_all(games: Sequence[CorpusGame], executor: Executor) -> list[Facts]:
    """The facts of games, in their order."""
    units = [tuple(games[first : first + GAMES_A_UNIT]) for first in range(0, len(games), GAMES_A_UNIT)]
    return [facts for unit in executor.run(_facts_of_unit, units) for facts in unit]


def _facts_of_unit(games: tuple[CorpusGame, ...]) -> list[Facts]:
    return [facts_of(game) for game in games]

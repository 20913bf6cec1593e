"""Limits of the rules that come later than games are cut: no game can show what they do.

No rule says in numbers how many moves a round is, so games that were played are judged by small limits.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ludoteca.core.option import Limit
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.lab.corpus import CorpusGame

SMALL = (1, 2, 3)
"""Limits that are tried, to see how many moves one more takes."""
TRIED_GAMES = 8


class LateLimit(NamedTuple):
    """A limit that no game can come to before it is cut."""

    clause: str
    option: str
    limit: int
    moves: int
    """About so many are made until it ends a game, if not more."""


def late_limits(games: Sequence[CorpusGame]) -> tuple[LateLimit, ...]:
    """The late limits of games by the same plan."""
    plan = games[0].plan
    first = plan.first_position()
    # A position text may begin in the middle of a game, with a part of the limit used up.
    if plan.start:
        return ()
    found = []
    for option in first.game.options:
        limit = first.options[option.name]
        if isinstance(option, Limit) and isinstance(limit, int):
            ends = [end for game in games[:TRIED_GAMES] for end in _small_ends(game, option.name)]
            if ends:
                clause, pace = min(ends, key=lambda end: end[1])
                found.append(LateLimit(clause, option.name, limit, pace * limit))
    return tuple(each for each in found if each.moves > plan.max_moves)


def _small_ends(game: CorpusGame, option: str) -> Iterator[tuple[str, int]]:
    """By which clause small limits would have ended a game, and how many moves later each did than the one before."""
    ends = []
    for limit in SMALL:
        end = _end_with(game, option, limit)
        if end is None:
            break
        ends.append(end)
    for (_, early), (clause, late) in pairwise(ends):
        yield clause, late - early


def _end_with(game: CorpusGame, option: str, limit: int) -> tuple[str, int] | None:
    """By which clause, and after how many moves, a limit would have ended a game before its end."""
    plan = game.plan
    try:
        position = plan.first_position().game.start(**{**plan.options, option: limit})
    except LudotecaError:
        return None
    for place, count in zip(game.moves, game.counts, strict=True):
        if position.is_over():
            break
        if not _play(position, place, count):
            return None
    else:
        return None
    outcome = position.outcome()
    return (outcome.clause, len(position.moves_played())) if outcome else None


def _play(position: Position, place: int, count: int) -> bool:
    """Make a move of the game; False if the limit changes what is legal."""
    legal = position.legal_moves()
    if len(legal) != count:
        return False
    position.play(legal[place])
    return True

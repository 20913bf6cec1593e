"""How one game goes: who leads, how long it stays open, what single moves change.

All goes by what share of the win each seat may expect, as the search of the seat to move saw it.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import fsum, log
from statistics import median
from typing import NamedTuple

from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.study import winner_of
from ludoteca.search import scores
from ludoteca.search.think import Variation

CLEAR_LEAD = 0.1
"""A seat leads if it may expect so much more of the win than any other."""
TURNING = 0.25
"""A move that changes the mover's share of the win by so much, with two seats, turns the game."""
GAIN = 0.1
"""An advantage that is worth to be kept."""
LEAST_NODES = 0.25
"""A search of less than this share of the game's usual nodes was a glance: it tells too little."""


class Moment(NamedTuple):
    """A position that was searched: before this move, by this seat."""

    ply: int
    mover: int
    shares: tuple[float, ...]


class Course(NamedTuple):
    """How one game went."""

    moments: tuple[Moment, ...]
    lead_changes: int
    deficits: tuple[float, ...]
    """At each moment how far the later winner was behind the best of the others; nothing in a draw."""
    decided: float | None
    """After which part of the game the winner had it for good; None in a draw."""
    openness: tuple[float, ...]
    """At each moment the entropy of the shares: 1 if all may expect the same, 0 if all is clear."""
    swings: tuple[float, ...]
    """From each moment to the next, how much of the win went from one seat to another."""
    gains: tuple[tuple[int, float], ...]
    """The ply of each moment but the last, and what its move changed for its mover, on the scale of two seats."""
    kept: tuple[bool, ...]
    """For each gain that is worth to be kept, whether half of it was left after the others had answered."""
    half_time: bool | None
    """Whether the leader in the middle of the game won; None if nobody led then, or nobody won."""


def moments_of(game: CorpusGame) -> tuple[Moment, ...]:
    """The positions that were searched in earnest."""
    usual = median([nodes for nodes in game.nodes if nodes] or [0])
    found = []
    for ply, (mover, scored, nodes) in enumerate(zip(game.seats, game.scores, game.nodes, strict=True)):
        if scored is None:
            continue
        is_proven = max(map(abs, scored)) >= scores.PROVEN
        if is_proven or nodes >= LEAST_NODES * usual:
            found.append(Moment(ply, mover, Variation((), scored).shares))
    return tuple(found)


def course_of(game: CorpusGame) -> Course:
    """How a game went, by its evaluations."""
    moments, winner = moments_of(game), winner_of(game)
    steps = list(pairwise(moments))
    scale = len(game.player_of_seat) / 2
    gains = tuple((a.ply, scale * (b.shares[a.mover] - a.shares[a.mover])) for a, b in steps)
    return Course(
        moments,
        _lead_changes(moments),
        () if winner is None else tuple(_deficit(each.shares, winner) for each in moments),
        None if winner is None or not moments else _decided(moments, winner, len(game.moves)),
        tuple(_entropy(each.shares) for each in moments),
        tuple(fsum(abs(x - y) for x, y in zip(a.shares, b.shares, strict=True)) / 2 for a, b in steps),
        gains,
        _kept(moments, gains, len(game.player_of_seat)),
        _half_time(moments, winner, len(game.moves)),
    )


def leader_of(shares: Sequence[float]) -> int | None:
    """The seat that clearly leads."""
    first, second = sorted(shares, reverse=True)[:2] if len(shares) > 1 else (1.0, 0.0)
    return shares.index(first) if first - second >= CLEAR_LEAD else None


def _lead_changes(moments: Sequence[Moment]) -> int:
    leaders = [leader for each in moments if (leader := leader_of(each.shares)) is not None]
    return sum(a != b for a, b in pairwise(leaders))


def _deficit(shares: Sequence[float], winner: int) -> float:
    return max(0.0, max(share for seat, share in enumerate(shares) if seat != winner) - shares[winner])


def _decided(moments: Sequence[Moment], winner: int, length: int) -> float:
    """The winner has the game for good when its share stays above the middle between a fair one and the whole."""
    enough = (1 + 1 / len(moments[0].shares)) / 2
    decided = length
    for each in reversed(moments):
        if each.shares[winner] < enough:
            break
        decided = each.ply
    return decided / length


def _entropy(shares: Sequence[float]) -> float:
    return max(0.0, -fsum(share * log(share) for share in shares if share > 0) / log(len(shares)))


def _kept(moments: Sequence[Moment], gains: Sequence[tuple[int, float]], seats: int) -> tuple[bool, ...]:
    found = []
    for index, (_, gain) in enumerate(gains):
        if gain < GAIN or index + seats >= len(moments):
            continue
        mover = moments[index].mover
        left = moments[index + seats].shares[mover] - moments[index].shares[mover]
        found.append(left * seats / 2 >= gain / 2)
    return tuple(found)


def _half_time(moments: Sequence[Moment], winner: int | None, length: int) -> bool | None:
    middle = next((each for each in moments if 2 * each.ply >= length), None)
    leader = leader_of(middle.shares) if middle else None
    return None if winner is None or leader is None else leader == winner

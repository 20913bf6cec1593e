"""Games made by hand, whose measures are known."""

from collections.abc import Sequence

from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.facts import ClauseUse, Facts
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.study import Study

PLAN = SelfPlayPlan("xiangqi", {}, ("engine:3",), 4, 1, opening_plies=0)
LEAD = 600
"""Seven games of eight, with the opposite for the other seat."""


def made_game(
    number: int = 0,
    scores: Sequence[tuple[int, ...] | None] = (),
    payoffs: tuple[float, ...] = (1.0, -1.0),
    counts: tuple[int, ...] = (),
    clause: str = "X3.1",
    opening: int | None = None,
    seats: tuple[int, ...] = (),
    plan: SelfPlayPlan = PLAN,
) -> CorpusGame:
    """A game of two seats, or as many as there are payoffs, that has these evaluations."""
    length = len(seats) or len(counts) or len(scores)
    table = len(payoffs) or 2
    return CorpusGame(
        number,
        number if opening is None else opening,
        tuple(range(table)) if len(plan.players) > 1 else (0,) * table,
        0,
        seats or tuple(ply % table for ply in range(length)),
        (0,) * length,
        counts or (30,) * length,
        tuple(scores) or (None,) * length,
        tuple(0 if score is None else 1000 for score in scores) or (0,) * length,
        payoffs,
        clause if payoffs else "",
        plan,
    )


def made_facts(number: int = 0, length: int = 4, clauses: dict[str, ClauseUse] | None = None) -> Facts:
    """Facts of a game in which every position is new and nothing is captured."""
    keys = tuple(1000 * number + ply for ply in range(length + 1))
    return Facts(number, keys, ((16, 16),) * (length + 1), (0,) * length, {0: 2}, {0: length}, clauses or {})


def made_study(games: Sequence[CorpusGame], facts: Sequence[Facts] = ()) -> Study:
    return Study(games, facts or [made_facts(game.number, len(game.moves)) for game in games])


def made_level(lower: int, higher_wins: int, games: int = 40) -> Study:
    """Games of one level against the next, of which this one wins so many."""
    plan = SelfPlayPlan("xiangqi", {}, (f"engine:{lower}", f"engine:{lower + 1}"), games, 1, opening_plies=0)
    payoffs = [(-1.0, 1.0) if number < higher_wins else (1.0, -1.0) for number in range(games)]
    return made_study([made_game(number, [None] * 4, each, plan=plan) for number, each in enumerate(payoffs)])


def ahead(seat: int, score: int = LEAD) -> tuple[int, int]:
    return (score, -score) if seat == 0 else (-score, score)

"""Chapter: what it means to lose units, by who wins and by how players see their chances."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from ludoteca.lab.analysis import Chapter, Measure
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.course import Course
from ludoteca.lab.facts import Facts
from ludoteca.lab.study import Study, winner_of


class Rounds(NamedTuple):
    """What the share of the win that a seat expects changes by, from its own turn to its next, summed up by kind."""

    with_loss: int
    change_with: float
    without_loss: int
    change_without: float


def lost_in(game: CorpusGame, facts: Facts, seat: int) -> tuple[int, ...]:
    """How many units of a seat leave the board in each move of another one, the random opening left out."""
    return tuple(
        0 if mover == seat else max(0, before[seat] - after[seat]) for mover, (before, after) in _moves_of(game, facts)
    )


def _moves_of(game: CorpusGame, facts: Facts) -> Iterator[tuple[int, tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Of each move that a player chose, who made it, and the units of all seats before and after it."""
    return zip(game.seats[game.opening_plies :], pairwise(facts.units), strict=True)


def losses_of(game: CorpusGame, facts: Facts) -> tuple[int, ...]:
    """How many units each seat lost by the moves of others."""
    return tuple(sum(lost_in(game, facts, seat)) for seat in range(len(game.player_of_seat)))


def lone_extreme(losses: Sequence[int], wanted: int) -> int | None:
    """The seat that alone lost so many."""
    return losses.index(wanted) if losses.count(wanted) == 1 else None


def first_to_lose(game: CorpusGame, facts: Facts) -> int | None:
    """The seat that loses a unit before any other does."""
    for mover, (before, after) in _moves_of(game, facts):
        lost = [seat for seat, (old, new) in enumerate(zip(before, after, strict=True)) if new < old and seat != mover]
        if lost:
            return lost[0] if len(lost) == 1 else None
    return None


def rounds_of(game: CorpusGame, facts: Facts, course: Course) -> Rounds:
    """Every stretch from an evaluation of a seat on its own turn to its next one, by whether it lost units in it."""
    changes: dict[bool, list[float]] = {True: [], False: []}
    for seat in range(len(game.player_of_seat)):
        lost = lost_in(game, facts, seat)
        own = [each for each in course.moments if each.mover == seat]
        for first, second in pairwise(own):
            between = lost[first.ply - game.opening_plies : second.ply - game.opening_plies]
            changes[any(between)].append(second.shares[seat] - first.shares[seat])
    return Rounds(len(changes[True]), fsum(changes[True]), len(changes[False]), fsum(changes[False]))


def most_losing(study: Study) -> list[int | None]:
    """Of each game, the seat that lost more units than every other."""
    losses = (losses_of(game, facts) for game, facts in zip(study.games, study.facts, strict=True))
    return [lone_extreme(each, max(each)) for each in losses]


def wins_of(study: Study, seats: Sequence[int | None]) -> tuple[list[bool], list[bool]]:
    """Of each game whether this seat won it, and whether there is such a seat and a winner."""
    winners = [winner_of(game) for game in study.games]
    known = [seat is not None and winner is not None for seat, winner in zip(seats, winners, strict=True)]
    won = [is_known and seat == winner for is_known, seat, winner in zip(known, seats, winners, strict=True)]
    return won, known


def most_losing_wins(study: Study) -> Measure:
    return study.share(
        "most_lost_wins",
        "Who loses most wins",
        "How often the seat wins that lost more units than every other; a loss is a unit that leaves the board by the "
        "move of another seat.",
        *wins_of(study, most_losing(study)),
        1 / study.seats,
    )


def first_losing_wins(study: Study) -> Measure:
    first = [first_to_lose(game, facts) for game, facts in zip(study.games, study.facts, strict=True)]
    return study.share(
        "first_lost_wins",
        "Who loses first wins",
        "How often the seat wins that is the first to lose a unit.",
        *wins_of(study, first),
        1 / study.seats,
    )


def chapter(study: Study, courses: Sequence[Course]) -> Chapter | None:
    """None of a game in which nobody loses anything."""
    if not any(sum(facts.captures) for facts in study.facts):
        return None
    rounds = [rounds_of(*each) for each in zip(study.games, study.facts, courses, strict=True)]
    change = study.bootstrap.difference(
        [each.change_without for each in rounds],
        [float(each.without_loss) for each in rounds],
        [each.change_with for each in rounds],
        [float(each.with_loss) for each in rounds],
    )
    effect = study.measure(
        "loss_effect",
        "What a loss does to the chances",
        "How a seat sees its share of the win change from its turn to its next one if it loses units in between, less "
        "how it changes otherwise: below 0, a loss hurts. It is an opinion of the search.",
        change,
        "points",
    )
    return Chapter(
        "Losses",
        "Whether it hurts to lose units. If it did not matter, the seat that loses most would win as often as any "
        "other. A seat may lose more because it leads, since others turn on it: to see what causes what, compare with "
        "a start in which a unit is missing.",
        (most_losing_wins(study), first_losing_wins(study), effect),
    )

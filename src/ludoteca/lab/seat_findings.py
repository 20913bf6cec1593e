"""Findings about who is favoured: a seat, at some strength, or after a first move."""

from collections.abc import Iterable, Sequence
from functools import partial

from ludoteca.lab.advice import more_of_a_seat
from ludoteca.lab.analysis import Example, Measure, Weight
from ludoteca.lab.candidate import Candidate, Question, Range, measure_words, question
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.figures import figure
from ludoteca.lab.metrics import openings, seats, skill
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.shown_games import draws_shared, is_won_by, shortest
from ludoteca.lab.statistics import share_apart
from ludoteca.lab.study import Study, player_words, winner_of

UNFAIR = 0.2
"""By so much of a fair share a seat's may differ and be worth no more than a remark."""


def about_seats(study: Study) -> Iterable[Candidate]:
    found = seats.balance_of(study)
    if found is None:
        return
    finished = [not game.is_cut for game in study.games]
    shares, count = seats.seat_shares(study), sum(finished)
    told = ", ".join(f"{name} wins {measure_words(each)}" for name, each in zip(study.seat_names, shares, strict=True))
    fair = f"{figure(1 / study.seats, 'share')} is fair"
    wins = [sum(points[seat] for points in study.points) for seat in range(study.seats)]
    favoured = wins.index(max(wins))
    example = shortest(study, partial(is_won_by, favoured), f"{study.seat_names[favoured]} wins.")
    shared = draws_shared(study)
    tolerated = figure(UNFAIR / study.seats, "points")
    likely = (
        f"{study.seat_names[favoured]} wins more: {measure_words(shares[favoured])}"
        if study.seats == 2
        else f"The seats do not win alike: {told}"
    )
    about_all = Question(
        tuple((each.value, each.interval) for each in shares if each.value is not None and each.interval is not None),
        1 / study.seats,
        _even(study.seats),
        count,
        f"The seats are about equal, within {tolerated}: {told}{shared}, where {fair}.",
        f"whether the seats are equal within {tolerated}: {study.seat_names[favoured]} wins "
        f"{measure_words(shares[favoured])} of games{shared}, where {fair}",
        likely=f"{likely}{shared}, where {fair} and {tolerated} more or less are tolerated",
    )
    if study.seats > 2:
        yield Candidate(
            "balance",
            found.p_value,
            f"The seats are not equal: {told}{shared}, where {fair}.",
            "problem",
            example,
            about_all,
        )
    # Of two seats one tells all.
    for seat, measure in enumerate(shares[: study.seats if study.seats > 2 else 1]):
        groups = study.groups((points[seat] for points in study.points), finished)
        yield Candidate(
            measure.name,
            share_apart(groups, 1 / study.seats),
            f"{study.seat_names[seat]} wins {measure_words(measure)} of games{shared}, where {fair}.",
            _weight_of_seat(measure),
            _example_of(study, seat, measure) if study.seats > 2 else example,
            question(measure, 1 / study.seats, None, count) if study.seats > 2 else about_all,
        )


def _example_of(study: Study, seat: int, measure: Measure) -> tuple[Example, ...]:
    """A game that the seat wins, if it wins more than is fair, or one that another wins."""
    assert measure.value is not None and measure.expected is not None
    name = study.seat_names[seat]
    if measure.value >= measure.expected:
        return shortest(study, partial(is_won_by, seat), f"{name} wins.")
    return shortest(study, partial(_is_won_by_another, seat), f"{name} does not win.")


def _is_won_by_another(seat: int, game: CorpusGame) -> bool:
    return winner_of(game) not in (None, seat)


def _even(seats: int) -> Range:
    """Shares that are as good as fair."""
    return (1 - UNFAIR) / seats, (1 + UNFAIR) / seats


def _weight_of_seat(measure: Measure) -> Weight:
    assert measure.value is not None and measure.expected is not None
    return "problem" if abs(measure.value / measure.expected - 1) >= UNFAIR else "remark"


def about_strengths(strengths: Sequence[Study], report: SelfPlayPlan) -> Iterable[Candidate]:
    for each in strengths:
        measure = skill.first_seat_measure(each)
        if measure.value is None:
            continue
        finished = [not game.is_cut for game in each.games]
        player = each.plan.players[0]
        words = (
            f"the first seat wins {measure_words(measure)} of games{draws_shared(each)}, where "
            f"{figure(1 / each.seats, 'share')} is fair"
        )
        yield Candidate(
            measure.name,
            share_apart(each.groups((points[0] for points in each.points), finished), 1 / each.seats),
            f"At {player_words(player)} {words}.",
            _weight_of_seat(measure),
            _example_of(each, 0, measure),
            question(
                measure,
                1 / each.seats,
                _even(each.seats),
                sum(finished),
                f"At {player_words(player)} no seat is clearly favoured: {words}.",
                f"whether the first seat is favoured at {player_words(player)}: {words}",
                more_of_a_seat(report, each.plan),
                f"At {player_words(player)} {words}",
            ),
        )


def about_openings(begun: openings.Openings) -> Iterable[Candidate]:
    study = begun.study
    finished = [not game.is_cut for game in study.games]
    if not any(finished):
        return
    usual = sum(points[0] for points in study.points) / sum(finished)
    for text, measure in openings.first_move_shares(begun).items():
        if measure.value is None or not 0 < usual < 1:
            continue
        begins = [beginning.first_move == text for beginning in begun.beginnings]
        trials = [begin and is_whole for begin, is_whole in zip(begins, finished, strict=True)]
        hits = [points[0] * trial for points, trial in zip(study.points, trials, strict=True)]
        first = next(game for game, begin in zip(study.games, begins, strict=True) if begin)
        yield Candidate(
            measure.name,
            share_apart(study.groups(hits, trials), usual),
            f"After {text} the first seat wins {measure_words(measure)}, otherwise {figure(usual, 'share')}"
            f"{draws_shared(study)}.",
            "remark",
            (Example(first.number, 1, f"After {text}.", part=study.part),),
            question(measure, usual, None, len(trials)),
        )

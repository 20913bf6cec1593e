"""Findings about who is favoured: a seat, at some strength, or after a first move."""

from collections.abc import Iterable, Sequence
from functools import partial

from ludoteca.lab.advice import more_of_a_seat
from ludoteca.lab.analysis import Example, Measure, Weight
from ludoteca.lab.candidate import Candidate, Question, Range, measure_words, question
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.figures import counted_words, figure
from ludoteca.lab.metrics import openings, seats, skill
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.shown_games import draws_shared, is_won_by, shortest
from ludoteca.lab.statistics import share_apart
from ludoteca.lab.study import Study, player_words, winner_of

UNFAIR = 0.2
"""By so much of a fair share a seat's may differ and be worth no more than a remark."""


def about_seats(study: Study, begun: openings.Openings | None = None, doubt: str = "") -> Iterable[Candidate]:
    """Who is favoured. Where there is a doubt that players understand the game, that is no fault of the rules."""
    note = _after_random_moves(study, begun)
    for each in _about_balance(study):
        yield _doubted(each, doubt)._replace(note=note)


def _doubted(candidate: Candidate, doubt: str) -> Candidate:
    """No verdict, but a remark that tells the doubt."""
    asked = candidate.question
    if not doubt or asked is None:
        return candidate
    asked = asked._replace(well=f"{asked.well} {doubt}" if asked.well else "")
    sentence = f"{candidate.sentence} {doubt}"
    return candidate._replace(sentence=sentence, weight="remark", weight_if_well="remark", question=asked)


def _after_random_moves(study: Study, begun: openings.Openings | None) -> str:
    """What random moves at the beginning keep out of the shares of seats."""
    if not study.plan.opening_plies:
        return ""
    told = (
        f"Games begin with {counted_words(study.plan.opening_plies, 'random move')}, in which players chose nothing: "
        "rules about the opening, such as a swap, do not act there."
    )
    if begun is None:
        return told
    measure, count = openings.first_seat_share(begun), begun.study.games_words
    ended = sum(not game.is_cut for game in begun.study.games)
    ends = "" if ended == len(begun.study.games) else f", of which {ended:,} came to an end,"
    return f"{told} In {count} without random moves{ends} {study.seat_names[0]} wins {measure_words(measure)}."


def _about_balance(study: Study) -> Iterable[Candidate]:
    found = seats.balance_of(study)
    if found is None:
        return
    finished = [not game.is_cut for game in study.games]
    shares, count = seats.seat_shares(study), len(study.games)
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
        counted=sum(finished),
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
            question(measure, 1 / study.seats, None, count, counted=sum(finished)) if study.seats > 2 else about_all,
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


def about_strengths(strengths: Sequence[Study], report: SelfPlayPlan, doubt: str = "") -> Iterable[Candidate]:
    for candidate in _about_first_seats(strengths, report):
        yield _doubted(candidate, doubt)


def _about_first_seats(strengths: Sequence[Study], report: SelfPlayPlan) -> Iterable[Candidate]:
    for each in strengths:
        measure = skill.first_seat_measure(each)
        if measure.value is None:
            continue
        finished = [not game.is_cut for game in each.games]
        player = each.plan.players[0]
        plies = each.plan.opening_plies
        after = f" after {counted_words(plies, 'random move')}" if plies else ""
        words = (
            f"the first seat wins {measure_words(measure)} of games{after}{draws_shared(each)}, where "
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
                len(each.games),
                f"At {player_words(player)} no seat is clearly favoured: {words}.",
                f"whether the first seat is favoured at {player_words(player)}: {words}",
                more_of_a_seat(report, each.plan),
                f"At {player_words(player)} {words}",
                sum(finished),
            ),
        )


def about_openings(begun: openings.Openings, doubt: str = "") -> Iterable[Candidate]:
    if any(not game.is_cut for game in begun.study.games):
        yield _doubted(_about_the_start(begun), doubt)
        yield from _about_first_moves(begun)


def _about_the_start(begun: openings.Openings) -> Candidate:
    """Whether the first position favours the first seat, if players choose every move."""
    study, measure = begun.study, openings.first_seat_share(begun)
    finished = [not game.is_cut for game in study.games]
    fair = 1 / study.seats
    return Candidate(
        measure.name,
        share_apart(study.groups((points[0] for points in study.points), finished), fair),
        f"Without random moves {study.seat_names[0]} wins {measure_words(measure)} of games{draws_shared(study)}, "
        f"where {figure(fair, 'share')} is fair.",
        _weight_of_seat(measure),
        _example_of(study, 0, measure),
        question(measure, fair, None, len(study.games), counted=sum(finished)),
    )


def _about_first_moves(begun: openings.Openings) -> Iterable[Candidate]:
    study = begun.study
    finished = [not game.is_cut for game in study.games]
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
            f"After {text} the first seat wins {measure_words(measure)} of games, of all games that begin without "
            f"random moves {figure(usual, 'share')}{draws_shared(study)}.",
            "remark",
            (Example(first.number, 1, f"After {text}.", part=study.part),),
            question(measure, usual, None, len(trials), counted=sum(trials)),
        )

"""Findings about the course of games, which are opinions of the machine, and about its skill, which they rest on."""

from collections.abc import Iterable, Sequence
from functools import partial
from math import inf

from ludoteca.lab.advice import more_of_a_level
from ludoteca.lab.analysis import Example, Measure
from ludoteca.lab.candidate import Candidate, measure_words, question
from ludoteca.lab.course import Course
from ludoteca.lab.figures import figure
from ludoteca.lab.metrics import skill
from ludoteca.lab.metrics.course import NOT_UNDERSTOOD
from ludoteca.lab.metrics.skill import LITTLE_SKILL
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.shown_games import at_end, is_won_by_player, shortest
from ludoteca.lab.statistics import share_above, share_below
from ludoteca.lab.study import Study, player_words

OPEN_AND_SHUT = 0.9
"""Half-time leaders who win more often than this leave little to play for."""
EARLY = 0.3


def about_course(study: Study, courses: Sequence[Course], ladder: Sequence[Study]) -> Iterable[Candidate]:
    """Evaluations are evidence only where the machine understands the game."""
    if skill.is_understood(ladder):
        yield from _about_opinions(study, courses)
    elif any(course.moments for course in courses):
        yield Candidate("understanding", None, NOT_UNDERSTOOD + _reason(ladder), "unknown")


def _reason(ladder: Sequence[Study]) -> str:
    measure = skill.understanding(ladder)
    if measure is None:
        return " No games of its levels against each other tell that it does."
    return (
        f" Over all levels, a higher one gets {measure_words(measure)} of the points against the one below; that it "
        f"gets more than {figure(LITTLE_SKILL, 'share')} is not sure."
    )


def _about_opinions(study: Study, courses: Sequence[Course]) -> Iterable[Candidate]:
    held = [course.half_time is True for course in courses]
    known = [course.half_time is not None for course in courses]
    if any(known):
        comeback = max(zip(courses, study.games, strict=True), key=lambda each: max(each[0].deficits, default=0.0))
        deficits = comeback[0].deficits
        behind = max(deficits, default=0.0)
        ply = comeback[0].moments[deficits.index(behind)].ply if deficits else 0
        measure = study.share("", "", "", held, known)
        yield Candidate(
            "half_time_leader",
            share_above(study.groups(held, known), OPEN_AND_SHUT),
            f"A seat that leads at half-time wins {measure_words(measure)} of games: the second half decides little.",
            "remark",
            (Example(comeback[1].number, ply, "The later winner is furthest behind here."),) if behind > 0 else (),
            question(
                measure,
                OPEN_AND_SHUT,
                (-inf, OPEN_AND_SHUT),
                len(study.games),
                f"The second half matters: a seat that leads at half-time wins {measure_words(measure)} of games, less "
                f"than the {figure(OPEN_AND_SHUT, 'share')} from which on little would be left to play for.",
                f"whether the second half matters: a seat that led at half-time won {sum(held)} of {sum(known)} games",
                counted=sum(known),
                counting="have a leader at half-time and a winner",
            ),
        )
    early = [course.decided is not None and course.decided < EARLY for course in courses]
    decided = [course.decided is not None for course in courses]
    if any(decided):
        first = min(
            (each for each in zip(courses, study.games, strict=True) if each[0].decided is not None),
            key=lambda each: (each[0].decided, each[1].number),
        )
        measure = study.share("", "", "", early, decided)
        when = f"decided in their first {figure(EARLY, 'share')}"
        yield Candidate(
            "decision_time",
            share_above(study.groups(early, decided), 0.5),
            f"{measure_words(measure)} of games are {when}, and then only played out.",
            "problem",
            (Example(first[1].number, round((first[0].decided or 0) * len(first[1].moves)), "Decided from here on."),),
            question(
                measure,
                0.5,
                (-inf, 0.5),
                len(study.games),
                f"Games stay open: {measure_words(measure)} of them are {when}.",
                f"whether games stay open: {measure_words(measure)} of them are {when}",
                counted=sum(decided),
                counting="have a winner",
            ),
        )


def about_skill(ladder: Sequence[Study], report: SelfPlayPlan) -> Iterable[Candidate]:
    for each in ladder:
        measure = skill.skill_measure(each)
        lower, higher = each.plan.players
        stronger, weaker = player_words(higher), player_words(lower)
        words = f"{stronger} of the machine gets {measure_words(measure)} of the points against {weaker}"
        yield Candidate(
            measure.name,
            share_below(each.groups(skill.higher_points(each)), LITTLE_SKILL),
            f"Thinking longer hardly pays: {words}.",
            "problem",
            _example_of(each, measure),
            question(
                measure,
                LITTLE_SKILL,
                (0.5, inf),
                len(each.games),
                f"Skill pays: {words}.",
                f"whether skill pays: {words}",
                more_of_a_level(report, each.plan),
            ),
        )


def _example_of(study: Study, measure: Measure) -> tuple[Example, ...]:
    """A game that the stronger player wins, if that is what the share tells, or one that the weaker one wins."""
    place = int(measure.value is not None and measure.value >= LITTLE_SKILL)
    winner, loser = (player_words(study.plan.players[each]) for each in (place, 1 - place))
    won = shortest(study, partial(is_won_by_player, place), f"{winner.capitalize()} beats {loser}.")
    return won or at_end(study, study.games[0], "One of these games.")

"""Chapter: the course of games."""

from collections.abc import Sequence
from math import fsum

from ludoteca.lab.analysis import Chapter, Chart, Measure, Series, Table
from ludoteca.lab.course import CLEAR_LEAD, GAIN, TURNING, Course
from ludoteca.lab.study import Study, measure_cells

NOT_UNDERSTOOD = "It is not proved that the machine understands this game well enough to say when games are decided."


def chapter(study: Study, courses: Sequence[Course], is_understood: bool = True) -> Chapter:
    measures = (*_leads(study, courses), *_openness(study, courses), *_moves(study, courses))
    return Chapter(
        "The course of games",
        "Which chances to win each seat has before each move, as the machine judged it: opinions, not counts. "
        + (
            "A good game stays open for long, and lets the one behind come back."
            if is_understood
            else f"{NOT_UNDERSTOOD} So nothing is concluded from these figures."
        ),
        measures,
        (_openness_chart(study, courses),)
        if study.bootstrap.count > 1 and any(each.moments for each in courses)
        else (),
    )


def _leads(study: Study, courses: Sequence[Course]) -> tuple[Measure, ...]:
    return (
        study.ratio(
            "lead_changes",
            "Lead changes",
            f"How often in a game another seat takes the lead; it leads by at least {100 * CLEAR_LEAD:.0f} points of "
            "winning chance. None: who leads first wins.",
            (course.lead_changes for course in courses),
            (bool(course.moments) for course in courses),
        ),
        study.ratio(
            "drama",
            "Drama",
            "How far the later winner was behind on average, in points of winning chance: 0 if winners always lead, "
            "and the more, the more exciting.",
            (fsum(course.deficits) for course in courses),
            (len(course.deficits) for course in courses),
            "points",
        ),
        study.ratio(
            "comeback",
            "Worst moment of the winner",
            "How far behind the later winner was when it was worst, on average over decided games.",
            (max(course.deficits, default=0.0) for course in courses),
            (bool(course.deficits) for course in courses),
            "points",
        ),
        study.ratio(
            "decision_time",
            "Decided after",
            "The part of the game after which the winner was clearly ahead to the end; the rest was only played out.",
            (course.decided or 0.0 for course in courses),
            (course.decided is not None for course in courses),
            "share",
        ),
    )


def _openness(study: Study, courses: Sequence[Course]) -> tuple[Measure, ...]:
    return (
        study.ratio(
            "uncertainty",
            "Uncertainty",
            "How open games are on average: 100 % if all seats have the same chances, 0 if all is clear.",
            (fsum(course.openness) for course in courses),
            (len(course.moments) for course in courses),
            "share",
        ),
        study.ratio(
            "stability",
            "Stability",
            "How calm games are: 100 % if no move changes who is likely to win. Much below 90 %, games are wild.",
            (fsum(1 - swing for swing in course.swings) for course in courses),
            (len(course.swings) for course in courses),
            "share",
        ),
    )


def _moves(study: Study, courses: Sequence[Course]) -> tuple[Measure, ...]:
    return (
        study.ratio(
            "killer_moves",
            "Killer moves",
            f"Moves in a game by which a seat gains {100 * TURNING:.0f} points of winning chance or more.",
            (sum(gain >= TURNING for _, gain in course.gains) for course in courses),
            (bool(course.moments) for course in courses),
        ),
        study.ratio(
            "blunders",
            "Blunders",
            f"Moves in a game by which a seat loses {100 * TURNING:.0f} points of winning chance or more.",
            (sum(gain <= -TURNING for _, gain in course.gains) for course in courses),
            (bool(course.moments) for course in courses),
        ),
        study.share(
            "permanence",
            "Gains that last",
            f"Of moves that gain {100 * GAIN:.0f} points of winning chance or more, how many keep half of it until all "
            "others have moved: if few, nothing lasts; if all, nothing can be answered.",
            (sum(course.kept) for course in courses),
            (len(course.kept) for course in courses),
        ),
        study.share(
            "half_time_leader",
            "The leader at half-time wins",
            "Of decided games in which a seat led in the middle, the share that this seat won.",
            (course.half_time is True for course in courses),
            (course.half_time is not None for course in courses),
        ),
    )


def _openness_chart(study: Study, courses: Sequence[Course]) -> Chart:
    found = []
    for tenth in range(10):
        sums, counts = [], []
        for game, course in zip(study.games, courses, strict=True):
            inside = [
                value
                for moment, value in zip(course.moments, course.openness, strict=True)
                if moment.ply * 10 // len(game.moves) == tenth
            ]
            sums.append(fsum(inside))
            counts.append(len(inside))
        found.append(measure_cells(study.ratio("", "", "", sums, counts)))
    seen = [(tenth, *row) for tenth, row in enumerate(found) if row[0] is not None]
    x, y, low, high = (tuple(float(row[index] or 0.0) for row in seen) for index in range(4))
    x = tuple(round(each / 10 + 0.05, 2) for each in x)
    table = Table(
        ("part of the game", "uncertainty", "from", "to"),
        tuple((f"{10 * int(row[0] or 0)} to {10 * int(row[0] or 0) + 10} %", *row[1:]) for row in seen),
    )
    return Chart(
        "uncertainty",
        "How open games are",
        "lines",
        table,
        (Series("uncertainty", x, y, low, high),),
        x_title="part of the game",
        y_title="uncertainty",
        unit="share",
        x_unit="share",
    )

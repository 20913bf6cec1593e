"""What a report finds in games made by hand."""

from collections.abc import Sequence

import ludoteca
from ludoteca.lab.analysis import Finding
from ludoteca.lab.course import course_of
from ludoteca.lab.findings import findings
from ludoteca.lab.metrics.clauses import Refusals
from ludoteca.lab.metrics.openings import Openings
from ludoteca.lab.study import Study
from tests.lab.made_games import made_level

CLEVER = tuple(made_level(level, 36) for level in (1, 2))
"""Levels that prove that the machine understands the game."""
LOST = made_level(1, 24), made_level(2, 19)
"""Levels that do not."""


def findings_of(
    study: Study,
    ladder: Sequence[Study] = CLEVER,
    strengths: Sequence[Study] = (),
    begun: Openings | None = None,
) -> dict[str, Finding]:
    courses = [course_of(game) for game in study.games]
    found = findings(study, ludoteca.game("xiangqi"), courses, Refusals(), ladder, strengths, begun)
    return {each.name: each for each in found}

"""A whole report as data: plays the games that it needs, measures them, and says what was found."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ludoteca.arena.executor import Executor, GamesExecutor
from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.lab.advice import command_of
from ludoteca.lab.analysis import Analysis, Cell, Chapter, Finding
from ludoteca.lab.changed_games import ChangedGames, Variant
from ludoteca.lab.compare import compare
from ludoteca.lab.corpus import Corpus, CorpusGame
from ludoteca.lab.course import course_of
from ludoteca.lab.facts import facts_of_all
from ludoteca.lab.findings import findings
from ludoteca.lab.metrics import board, clauses, course, ends, length, losses, openings, seats, skill
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.refusal_samples import sample_refusals
from ludoteca.lab.selfplay import Progress, play_corpus
from ludoteca.lab.study import Study
from ludoteca.lab.study_plan import GAMES_ASKED_FOR, OPENINGS, plans_of_report, set_of


class Analysed(NamedTuple):
    """A report as data, and the games by changed rules that its examples may show."""

    analysis: Analysis
    changed: tuple[CorpusGame, ...] = ()


OnProgress = Callable[[str, int, Progress], None]
"""Gets the name of a set of games, how many sets there are, and how many games of this one there are."""


def analyse(
    game: Game,
    options: Mapping[str, Value],
    players: Sequence[str],
    games: int,
    seed: int,
    executor: Executor,
    folder: Path,
    *,
    start: str = "",
    nodes: int = 0,
    variant: Variant | None = None,
    on_progress: OnProgress | None = None,
) -> Analysed:
    """Play what is missing in the folder, and analyse it; with a variant, compare the rules with those.

    The same arguments give the same analysis on any machine, with any executor.
    """
    executor = GamesExecutor(executor, game, *([variant.game] if variant else []))
    plans = plans_of_report(game, options, tuple(players), games, seed, start, nodes)
    sets = len(plans) + (variant is not None)
    for name, plan in plans.items():
        for progress in play_corpus(plan, folder / name, executor):
            if on_progress:
                on_progress(name, sets, progress)
    others = {name: Study(list(Corpus(folder / name)), part=name) for name in plans if name != GAMES_ASKED_FOR}
    played = list(Corpus(folder / GAMES_ASKED_FOR))
    changed = ChangedGames(played, variant, folder) if variant else None
    for progress in changed.play(executor) if changed else ():
        if on_progress:
            on_progress("changed", sets, progress)
    return analyse_games(game, played, executor, others, changed)


def analyse_games(
    game: Game,
    games: Sequence[CorpusGame],
    executor: Executor,
    others: Mapping[str, Study] | None = None,
    by_changed_rules: ChangedGames | None = None,
) -> Analysed:
    """Analyse games that there are; `others` are the sets about skill, strength and openings, by name.

    The games may be one of these sets themselves, by who plays them.
    """
    study = Study(games, facts_of_all(games, executor))
    others = {**others, set_of(study.plan.players): study} if others else {}
    ladder = [others[name] for name in sorted(others) if name.startswith("skill")]
    strengths = [others[name] for name in sorted(others) if name.startswith("strength")]
    begun = openings.openings_of(others.get(OPENINGS, study))
    courses = [course_of(each) for each in study.games]
    is_understood = skill.is_understood(ladder)
    refusals = sample_refusals(study.games, executor)
    every = [
        seats.chapter(study),
        ends.chapter(study),
        length.chapter(study),
        course.chapter(study, courses, is_understood),
        board.chapter(study),
        losses.chapter(study, courses),
        openings.chapter(begun) if begun else None,
        clauses.chapter(study, game, refusals),
    ]
    chapters = [each for each in every if each]
    if ladder or strengths:
        chapters.append(skill.chapter(ladder, strengths))
    comparison = compare(study, by_changed_rules, executor, is_understood) if by_changed_rules else None
    if comparison:
        chapters.insert(0, comparison.chapter)
    more = comparison.candidates if comparison else ()
    variant = by_changed_rules.variant if by_changed_rules else None
    found = findings(study, game, courses, refusals, ladder, strengths, begun, more, variant)
    return Analysed(analysis_of(game, study.plan, found, chapters, variant), comparison.games if comparison else ())


def analysis_of(
    game: Game,
    plan: SelfPlayPlan,
    found: Sequence[Finding],
    chapters: Sequence[Chapter],
    variant: Variant | None = None,
) -> Analysis:
    """Findings and chapters, with how they were made."""
    facts: dict[str, Cell] = {
        "games": plan.games,
        "players": " ".join(plan.players),
        "seed": plan.seed,
        "rules version": game.rules_version,
        "random moves before each game": plan.opening_plies,
        "longest game, in moves": plan.max_moves,
    }
    if variant:
        facts["compared with"] = variant.words
    if plan.start:
        facts["first position"] = plan.start
    examples = [example for each in found for example in each.examples]
    shown = sorted({each.game for each in examples if each.part == "games" and not each.is_changed})
    return Analysis(
        game.name,
        game.title,
        dict(plan.options),
        command_of(plan, variant),
        facts,
        tuple(found),
        tuple(chapters),
        shown,
    )

"""What to play so that a report can tell what it cannot tell yet, as commands to paste."""

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ludoteca.lab.changed_games import Variant
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.study_plan import (
    USUAL_PLAYER,
    chosen_options,
    command_words,
    game_word,
    games_for,
    option_text,
    page_word,
)

Advice = Callable[[int], str]
"""A command that plays so many games."""
USUAL_SEED = 1
BETWEEN_WORDS = re.compile(r"[^a-z0-9]+")
"""What does not stand in the name of a page."""


def command_of(plan: SelfPlayPlan, variant: Variant | None = None, page: str = "") -> str:
    """The command that makes a report again, but for the folders of files and where the work is done."""
    words = command_words("report", plan)
    for change in _changes(plan, variant) if variant else ():
        words += ["--compare", change]
    return shlex.join([*words, "--out", page] if page else words)


def _changes(plan: SelfPlayPlan, variant: Variant) -> Iterator[str]:
    """What is changed, as `--compare` takes it."""
    is_other = variant.game.name != plan.game
    if is_other:
        yield f"game={game_word(variant.game.name)}"
    kept = variant.game.choose({} if is_other else plan.options)
    for name, value in variant.game.choose(variant.options).items():
        if value != kept[name]:
            yield f"{name}={option_text(value)}"
    if variant.start != plan.start:
        yield f"position={variant.start}"


def in_folder(plan: SelfPlayPlan, command: str) -> str:
    """The command, after where it has to be given if the game is a file."""
    file = game_word(plan.game)
    return f"in the folder of {file}: {command}" if file.endswith(".py") else command


def more_games(plan: SelfPlayPlan, variant: Variant | None = None) -> Advice:
    """The same report with more games, on a page of its own."""
    return partial(_with_games, plan, variant)


def _with_games(plan: SelfPlayPlan, variant: Variant | None, games: int) -> str:
    more = replace(plan, games=games)
    return in_folder(plan, command_of(more, variant, page_of(more, variant)))


def page_of(plan: SelfPlayPlan, variant: Variant | None = None) -> str:
    """A page for what a command plays, which a command that plays anything else does not write."""
    words = [] if plan.players == (USUAL_PLAYER,) else [*plan.players]
    words += [f"{name} {value}" for name, value in chosen_options(plan)]
    words += ["from position"] if plan.start else []
    if variant:
        changes = ("position" if change.startswith("position=") else change for change in _changes(plan, variant))
        words += ["with", *changes]
    words += ["seed", str(plan.seed)] if plan.seed != USUAL_SEED else []
    told = BETWEEN_WORDS.sub("-", " ".join([*words, str(plan.games), "games"]).lower())
    return f"{page_word(plan.game)}-{told}.html"


def more_of_a_seat(report: SelfPlayPlan, plan: SelfPlayPlan) -> Advice:
    """More games of one player: by the same report, or by one about this player."""
    return partial(_besides, report, plan)


def _besides(report: SelfPlayPlan, plan: SelfPlayPlan, count: int) -> str:
    if games := games_for(count):
        return _report_with(report, games)
    return _with_games(replace(plan, seed=report.seed), None, count)


def _report_with(report: SelfPlayPlan, games: int) -> str:
    """The same report with so many games that the sets beside them are large enough."""
    return f"{_with_games(report, None, games)} (which plays as many such games beside its own {games:,})"


def more_of_a_level(report: SelfPlayPlan, plan: SelfPlayPlan) -> Advice:
    """More games of one level against another: by the same report, or by a match, and how to read that."""
    return more_games(report) if plan == report else partial(_match, report, plan)


def _match(report: SelfPlayPlan, plan: SelfPlayPlan, count: int) -> str:
    if games := games_for(count):
        return _report_with(report, games)
    # A match takes neither nodes nor a position.
    command = shlex.join(command_words("match", replace(plan, games=count, seed=report.seed, nodes=0, start="")))
    return (
        f"{in_folder(plan, command)} (skill pays if the range at the end of the line of {plan.players[1]} lies above "
        "50 %)"
    )

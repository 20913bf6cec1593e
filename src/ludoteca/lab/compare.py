"""Rules against changed rules: the same openings, seeds and rotations, and what is different, opening by opening."""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from ludoteca.arena.executor import Executor
from ludoteca.lab.analysis import Cell, Chapter, Example, Table, Unit
from ludoteca.lab.candidate import Candidate, Question, most_in_100
from ludoteca.lab.changed_games import ChangedGames, Variant, common_opening, differences_by_opening, is_draw
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.course import Course, course_of
from ludoteca.lab.facts import facts_of_all
from ludoteca.lab.figures import counted_words, figure, interval_words
from ludoteca.lab.metrics import board, length
from ludoteca.lab.sequential import LEAST, judge
from ludoteca.lab.shown_games import draws_shared
from ludoteca.lab.statistics import Estimate, p_of_difference
from ludoteca.lab.study import Study, cells, turns_of

OPINIONS = ("lead_changes", "drama", "decision_time", "uncertainty")
"""Quantities that are evaluations of the machine, and no counts."""

SEAT = "seat_share."
TABLES: dict[str, Unit] = {"Shares": "share", "Points of winning chance": "points", "Numbers": "number"}
"""What quantities of each unit are called."""
CLEAREST = 3
"""So many differences are told even where they are no proof."""


class Quantity(NamedTuple):
    """One thing to compare: of each game what it has, and of how many."""

    name: str
    title: str
    unit: Unit
    numerators: list[float]
    denominators: list[float]


class Difference(NamedTuple):
    """A quantity by both rules, and how much larger it is by the changed ones."""

    name: str
    title: str
    unit: Unit
    before: float
    after: float
    change: Estimate
    p_value: float
    """Holds for shares of seats and draws however often games were looked at before all were played."""
    chance: float
    """The p-value of a single look, which goes with the interval."""
    shown: int
    """The place of the game in which it changes most, in the direction of the difference."""

    @property
    def is_of_a_seat(self) -> bool:
        """Whether it is about who wins: of nothing else it is known how little does not matter."""
        return self.name.startswith(SEAT)

    @property
    def words(self) -> str:
        """What it is, within a sentence: seats have names."""
        return self.title if self.is_of_a_seat else self.title.lower()

    @property
    def is_same(self) -> bool:
        """Whether it is the same in every game."""
        return self.change.low == self.change.high == 0


class Comparison(NamedTuple):
    """What the changed rules change."""

    chapter: Chapter
    candidates: tuple[Candidate, ...]
    games: tuple[CorpusGame, ...]
    """Those of the changed rules."""
    differences: tuple[Difference, ...]


def compare(study: Study, changed: ChangedGames, executor: Executor, is_understood: bool = True) -> Comparison:
    """Compare the games of a study with those that were played by changed rules.

    Nothing is concluded from evaluations where the machine does not understand the game.
    """
    variant, games = changed.variant, changed.games
    played = Study(games, facts_of_all(games, executor))
    same = sum(_has_opening_of(a, b) for a, b in zip(study.games, games, strict=False))
    base = Study(study.games[: len(games)], study.facts[: len(games)])
    found = differences(base, played)
    told = [each for each in found if is_understood or each.name not in OPINIONS]
    return Comparison(
        _chapter(variant, found, len(games), same, changed.is_settled),
        tuple(_candidates(changed, told, base, played)),
        tuple(games),
        tuple(found),
    )


def differences(before: Study, after: Study) -> list[Difference]:
    """All quantities by both rules, of the same openings."""
    watched = differences_by_opening(before.games, after.games)
    bootstrap = after.bootstrap
    found = []
    for a, b in zip(quantities(before), quantities(after), strict=True):
        change = bootstrap.difference(a.numerators, a.denominators, b.numerators, b.denominators)
        if change is None:
            continue
        old, new = (fsum(each.numerators) / fsum(each.denominators) for each in (a, b))
        chance = p_of_difference(change.value, change.error, bootstrap.count)
        p_value = judge(watched[a.name], len(watched)).p_value if a.name in watched else chance
        shown = _clearest(a, b, new >= old)
        found.append(Difference(a.name, a.title, a.unit, old, new, change, p_value, chance, shown))
    return found


def _clearest(before: Quantity, after: Quantity, is_more: bool) -> int:
    """The place of the game in which a quantity grows most, or falls most; of several the first."""
    changes = [
        new / new_whole - old / old_whole if old_whole and new_whole else 0.0
        for old, old_whole, new, new_whole in zip(*before[3:], *after[3:], strict=True)
    ]
    return changes.index(max(changes) if is_more else min(changes))


def quantities(study: Study) -> Iterator[Quantity]:
    """What is compared."""
    games, ones = study.games, [1.0] * len(study.games)
    finished = [float(not game.is_cut) for game in games]
    for seat in range(study.seats):
        share = [points[seat] for points in study.points]
        yield Quantity(f"{SEAT}{seat + 1}", f"{study.seat_names[seat]} wins", "share", share, finished)
    yield Quantity("draws", "Draws", "share", [float(is_draw(game)) for game in games], finished)
    yield Quantity("completion", "Games that end by the rules", "share", finished, ones)
    yield Quantity("turns", "Turns", "number", [float(turns_of(game.seats)) for game in games], ones)
    yield Quantity("decisions", "Moves", "number", [float(len(game.moves)) for game in games], ones)
    choices = [length.choices_of(game) for game in games]
    decisions = [float(len(each)) for each in choices]
    yield Quantity("branching", "Choices", "number", [float(sum(each)) for each in choices], decisions)
    yield Quantity("forced", "Forced moves", "share", [float(each.count(1)) for each in choices], decisions)
    yield from _of_courses([course_of(game) for game in games])
    yield from _of_boards(study, ones)


def _of_courses(courses: Sequence[Course]) -> Iterator[Quantity]:
    searched = [float(bool(course.moments)) for course in courses]
    yield Quantity("lead_changes", "Lead changes", "number", [float(each.lead_changes) for each in courses], searched)
    deficits = [float(len(course.deficits)) for course in courses]
    yield Quantity("drama", "Drama", "points", [fsum(course.deficits) for course in courses], deficits)
    decided = [float(course.decided is not None) for course in courses]
    yield Quantity("decision_time", "Decided after", "share", [each.decided or 0.0 for each in courses], decided)
    moments = [float(len(course.moments)) for course in courses]
    yield Quantity("uncertainty", "Uncertainty", "share", [fsum(each.openness) for each in courses], moments)


def _of_boards(study: Study, ones: list[float]) -> Iterator[Quantity]:
    facts = study.facts
    yield Quantity("captures", "Captures", "number", [float(sum(each.captures)) for each in facts], ones)
    moves = [float(len(each.captures)) for each in facts]
    yield Quantity("repetition", "Repeated positions", "share", [float(board.repeated(each)) for each in facts], moves)


def _has_opening_of(game: CorpusGame, changed: CorpusGame) -> bool:
    return game.opening_plies == changed.opening_plies and common_opening(changed.plan, game) is not None


def _chapter(variant: Variant, found: Sequence[Difference], games: int, same: int, is_settled: bool) -> Chapter:
    text = (
        f"The same openings and seats by the rules as they are and with {variant.words}: "
        f"{counted_words(games, 'game')} each, {same} of them from the same opening; openings that only one rule "
        "allows were replaced. "
    )
    text += "It was stopped as soon as shares and draws were clear." if is_settled else "All openings were played."
    text += (
        " The last column tells in how many of 100 such comparisons chance alone would make the difference as large, "
        "if the change did nothing, and if games were looked at only once. What is concluded about seats and draws is "
        "stricter, as they are looked at again and again while games are played."
    )
    rows: list[tuple[Cell, ...]] = [
        (each.title, *cells(each.before, each.after), *_changed_cells(each)) for each in found
    ]
    columns = ("measure", "as it is", "changed", "difference", "from", "to", "by chance alone")
    tables = {
        title: Table(columns, tuple(told), (*(unit,) * 3, *(_unit_of_change(unit),) * 3, "share"))
        for title, unit in TABLES.items()
        if (told := [row for row, each in zip(rows, found, strict=True) if each.unit == unit])
    }
    return Chapter(f"What {variant.words} changes", text, (), (), tables)


def _changed_cells(each: Difference) -> tuple[Cell, ...]:
    """The difference, its interval and the p-value that goes with it, if any game differs."""
    return ("unchanged", "", "", "") if each.is_same else cells(*each.change[:3], each.chance)


def _candidates(changed: ChangedGames, found: Sequence[Difference], base: Study, played: Study) -> Iterable[Candidate]:
    if all(a.moves == b.moves and a.payoffs == b.payoffs for a, b in zip(base.games, played.games, strict=True)):
        yield _nothing_changed(changed.variant, base)
        return
    shares = [each for each in found if each.is_of_a_seat]
    widest = max(shares, key=lambda each: max(map(abs, each.change.interval)), default=None)
    clearest = sorted(found, key=lambda each: each.p_value)[:CLEAREST]
    for each in found:
        if not each.is_same:
            yield _candidate(changed, each, base, played, each is widest, each in clearest)


def _nothing_changed(variant: Variant, base: Study) -> Candidate:
    """A fact: all games are the same by both rules."""
    games, off = len(base.games), base.plan.first_position().game.clauses_off
    if variant.game.name == base.plan.game:
        differ = set(off(base.plan.first_position().options)) ^ set(off(variant.game.choose(variant.options)))
        ruled = [clause for clause in variant.game.rules.clauses if clause in differ]
    else:
        ruled = []
    never = f": {' and '.join(ruled)} never came up" if ruled else ""
    # As where a clause is told that never did anything: a game that was cut tells nothing of one that ends games.
    roles = variant.game.clause_roles
    is_of_moves = bool(ruled) and all(clause in roles.moves for clause in ruled)
    whole = [is_of_moves or not game.is_cut for game in base.games]
    measure = base.share("", "", "", [False] * games, whole)
    told = f"{variant.words} changed none of {counted_words(games, 'game')}"
    if not all(whole):
        told += f", of which {sum(whole) or 'none'} came to an end"
    told += never
    if measure.interval is not None:
        told += f" (so most likely it matters in fewer than {most_in_100(measure)} games)"
    return Candidate("compare.nothing", None, f"{told}.", "remark")


def _candidate(
    changed: ChangedGames, each: Difference, base: Study, played: Study, is_widest: bool, is_clear: bool
) -> Candidate:
    """Its examples are the same game by both rules, the changed ones first.

    Of the seats' shares that with the widest interval stands for all, where nothing is proved of it. A clear
    difference is told even if only the correction for many questions leaves it open.
    """
    variant = changed.variant
    after, before = played.games[each.shown], base.games[each.shown]
    examples = (
        Example(after.number, len(after.moves), f"Where it differs most: with {variant.words}.", is_changed=True),
        Example(before.number, len(before.moves), "The same opening by the rules as they are."),
    )
    change = interval_words(each.change.interval, _unit_of_change(each.unit))
    change += draws_shared(base, played) if each.is_of_a_seat else ""
    sentence = (
        f"With {variant.words}, {each.words}: {_words(each, each.after)} instead of "
        f"{_words(each, each.before)} (a difference of {change})"
    )
    return Candidate(
        f"compare.{each.name}",
        each.p_value,
        f"{sentence}.",
        "remark",
        examples,
        Question(
            ((each.change.value, each.change.interval),),
            0.0,
            (-LEAST, LEAST) if each.is_of_a_seat else None,
            len(base.games),
            f"With {variant.words} no seat wins much more or less often: {each.words} "
            f"{_words(each, each.after)} of games instead of {_words(each, each.before)} (a difference of {change})."
            if is_widest
            else "",
            f"whether {variant.words} changes who wins: {each.words} {_words(each, each.after)} of games "
            f"instead of {_words(each, each.before)} (a difference of {change})"
            if is_widest
            else "",
            _never_played if changed.is_settled else None,
            sentence if is_clear else "",
        ),
    )


def _never_played(games: int) -> str:
    """Instead of a command: more games would be left out again."""
    return "more than are played, as a comparison ends when it is clear who wins"


def _words(each: Difference, value: float) -> str:
    """As exact as the difference is known."""
    return figure(value, each.unit, each.change.interval)


def _unit_of_change(unit: Unit) -> Unit:
    """Shares differ by points."""
    return "points" if unit == "share" else unit

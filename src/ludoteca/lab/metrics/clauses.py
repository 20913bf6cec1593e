"""Chapter: which clauses of the rules matter."""

from collections.abc import Mapping
from typing import NamedTuple

from ludoteca.core.game import Game
from ludoteca.core.plain_game import PlainGame
from ludoteca.lab.analysis import Cell, Chapter, Chart, Example, Measure, Series, Table
from ludoteca.lab.limits import LateLimit
from ludoteca.lab.statistics import share
from ludoteca.lab.study import Study, measure_cells, rounded


class RefusalSample(NamedTuple):
    """One position at which all kinds of moves were tried."""

    opening: int
    """Of its game."""
    clauses: frozenset[str]
    """Those that forbade something."""


class Refusals(NamedTuple):
    """What was forbidden of all that was tried at sampled positions."""

    samples: tuple[RefusalSample, ...] = ()
    counts: Mapping[str, int] = {}
    """By clause, how many tries it forbade."""
    examples: Mapping[str, str] = {}
    """By clause, the first try that it forbade, and in which game."""


class ClauseCount(NamedTuple):
    """One clause: what it can do, in how many games and moves it did, and where it first did."""

    clause: str
    role: str
    """`moves`, `ends` or `refusals`."""
    games: int
    moves: int
    share: Measure
    """Of the games in which it did."""
    chance: Measure
    """The same of those that could tell: a game that was cut does not tell what would have ended it."""
    first: Example | None


def counted(study: Study, game: Game) -> list[ClauseCount]:
    """Every clause that can take part in a move or end a game with these options, in the order of the rules."""
    roles, off = game.clause_roles, switched_off(study, game)
    ended = {each.clause for each in study.games if each.clause}
    ends = tuple(dict.fromkeys((*roles.ends, *sorted(ended))))
    order = {clause: place for place, clause in enumerate(game.rules.clauses)}
    found = [_in_moves(study, clause) for clause in roles.moves if clause not in off]
    found += [_in_ends(study, clause) for clause in ends if clause not in (*roles.moves, *off)]
    return sorted(found, key=lambda each: (order.get(each.clause, len(order)), each.clause))


def switched_off(study: Study, game: Game) -> tuple[str, ...]:
    """The clauses that the options of these games leave nothing to rule, in the order of the rules."""
    off = game.clauses_off(study.plan.first_position().options)
    return tuple(clause for clause in game.rules.clauses if clause in off)


def forbidding(study: Study, game: Game) -> tuple[str, ...]:
    """The clauses that only forbid, and can with these options."""
    off = switched_off(study, game)
    return tuple(clause for clause in game.clause_roles.refusals if clause not in off)


def refusing_positions(study: Study, refusals: Refusals, clause: str) -> Measure:
    """Of the positions at which moves were tried, those where a clause forbade one; those of an opening are a group."""
    groups: dict[int, list[int]] = {}
    for sample in refusals.samples:
        sums = groups.setdefault(sample.opening, [0, 0])
        sums[0] += clause in sample.clauses
        sums[1] += 1
    estimate = share([(hits, trials) for hits, trials in groups.values()])
    return study.measure(f"refusals.{clause}", clause, "Positions in which it forbade something.", estimate, "share")


def _in_moves(study: Study, clause: str) -> ClauseCount:
    ended = [game.clause == clause for game in study.games]
    uses = [facts.clauses.get(clause) for facts in study.facts]
    fired = [use is not None or is_end for use, is_end in zip(uses, ended, strict=True)]
    first = next(
        (
            Example(game.number, use.first if use else len(game.moves), f"{clause} takes part.")
            for game, use, has_fired in zip(study.games, uses, fired, strict=True)
            if has_fired
        ),
        None,
    )
    measure = _share(study, clause, fired)
    return ClauseCount(clause, "moves", sum(fired), sum(use.moves for use in uses if use), measure, measure, first)


def _in_ends(study: Study, clause: str) -> ClauseCount:
    ended = [game.clause == clause for game in study.games]
    game = study.example(lambda each: each.clause == clause)
    first = Example(game.number, len(game.moves), f"{clause} ends the game.") if game else None
    finished = [not game.is_cut for game in study.games]
    chance = _share(study, clause, ended, finished)
    return ClauseCount(clause, "ends", sum(ended), sum(ended), _share(study, clause, ended), chance, first)


def _share(study: Study, clause: str, fired: list[bool], games: list[bool] | None = None) -> Measure:
    meaning = "The share of games in which it took part in a move or ended the game."
    return study.share(f"clause_use.{clause}", clause, meaning, fired, games)


def chapter(study: Study, game: Game, refusals: Refusals) -> Chapter:
    found = counted(study, game)
    measures = (
        study.mean(
            "clauses_a_game",
            "Clauses in a game",
            "How many different clauses take part in the moves of a game, of those that are counted.",
            (len(facts.clauses) for facts in study.facts),
        ),
        study.ratio(
            "clauses_a_move",
            "Clauses in a move",
            "How many clauses take part in a move, on average.",
            (sum(use.moves for use in facts.clauses.values()) for facts in study.facts),
            (len(facts.captures) for facts in study.facts),
        ),
    )
    tables = {"Clauses": _table(study, found)} if found else {}
    if refusals.samples:
        tables["Refusals"] = _refusal_table(study, forbidding(study, game), refusals)
    text = (
        "A clause takes part in a move if it gives the move its right or its effect, or it ends the game. One that "
        "never did in so many games may be dropped, or be too hard to use; definitions and the set-up are not counted, "
        "nor are the moves of the random openings."
    )
    if off := switched_off(study, game):
        verb = "has" if len(off) == 1 else "have"
        text += f" With the options of these games {listed(off)} {verb} nothing to rule."
    if not game.clause_roles.moves:
        text += " This game does not say which clauses take part in its moves, so that only ends are counted."
    if added := _added_chapter(game, refusals):
        text += (
            f" {added}, which forbade something, Ludoteca adds to the rules of every game in plain Python (its rules "
            "page has them): they say what the game itself does not, such as that players move what is theirs."
        )
    for late in study.late_limits:
        text += f" {late_words(study, late)}"
    if study.cut_games:
        text += f" {study.cut_games:,} of {study.games_words} {cut_words(study)}"
    return Chapter("The clauses", text, measures, (_chart(found),) if found else (), tables)


def _added_chapter(game: Game, refusals: Refusals) -> str:
    """The clauses that forbade something and are not the designer's own."""
    if not isinstance(game, PlainGame):
        return ""
    added = tuple(clause for clause in sorted(refusals.counts) if clause.partition(".")[0] == game.chapter)
    return listed(added) if added else ""


def cut_words(study: Study) -> str:
    """What is said of games that were cut, after how many they are."""
    verb = "was" if study.cut_games == 1 else "were"
    return f"{verb} cut after {study.plan.max_moves:,} moves: what comes only later could not be seen."


def late_words(study: Study, late: LateLimit) -> str:
    """Why no game can show what a limit does."""
    return (
        f"No game could come to the limit of {late.clause} ({late.option}, {late.limit:,}): it takes some "
        f"{late.moves:,} moves, and games are cut after {study.plan.max_moves:,}."
    )


def listed(names: tuple[str, ...]) -> str:
    """Clauses within a sentence; there is at least one."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _table(study: Study, found: list[ClauseCount]) -> Table:
    moves = sum(len(facts.captures) for facts in study.facts)
    rows: list[tuple[Cell, ...]] = []
    for each in found:
        value, low, high = measure_cells(each.share)
        of_moves = rounded(each.moves / moves) if each.role == "moves" else None
        rows.append((each.clause, each.role, each.games, value, low, high, each.moves, of_moves))
    columns = ("clause", "role", "games", "share of games", "from", "to", "moves", "share of moves")
    return Table(columns, tuple(rows), ("share",) * 8)


def _chart(found: list[ClauseCount]) -> Chart:
    values = [tuple(float(each or 0.0) for each in measure_cells(clause.share)) for clause in found]
    y, low, high = (tuple(row[index] for row in values) for index in range(3))
    labels = tuple(each.clause for each in found)
    return Chart(
        "clause_use",
        "Games in which each clause took part",
        "bars",
        Table(("clause", "share of games", "from", "to"), tuple(zip(labels, y, low, high, strict=True))),
        (Series("share of games", tuple(map(float, range(len(found)))), y, low, high),),
        labels,
        y_title="share of games",
        unit="share",
    )


def _refusal_table(study: Study, forbidding: tuple[str, ...], refusals: Refusals) -> Table:
    tried = max(1, sum(refusals.counts.values()))
    clauses = sorted({*forbidding, *refusals.counts}, key=lambda clause: (-refusals.counts.get(clause, 0), clause))
    rows: list[tuple[Cell, ...]] = []
    for clause in clauses:
        count = refusals.counts.get(clause, 0)
        of_positions = measure_cells(refusing_positions(study, refusals, clause))
        example = refusals.examples.get(clause)
        rows.append((clause, count, rounded(count / tried), *of_positions, example))
    columns = ("clause", "refused tries", "share of refusals", "share of positions", "from", "to", "for example")
    return Table(columns, tuple(rows), ("share",) * 7)

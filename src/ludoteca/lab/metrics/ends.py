"""Chapter: how games end."""

from collections import Counter

from ludoteca.lab.analysis import Cell, Chapter, Chart, Measure, Series, Table
from ludoteca.lab.study import Study, measure_cells, winner_of


def completion(study: Study) -> Measure:
    return study.share(
        "completion",
        "Games that end by the rules",
        f"The others were cut after {study.plan.max_moves:,} moves.",
        (not game.is_cut for game in study.games),
        expected=1.0,
    )


def draws(study: Study) -> Measure:
    return study.share(
        "draws",
        "Draws",
        "Of the games that ended by the rules.",
        (not game.is_cut and winner_of(game) is None for game in study.games),
        (not game.is_cut for game in study.games),
    )


def ends(study: Study) -> dict[str, Measure]:
    """By clause, the share of games that it ended; the most frequent first."""
    counts = Counter(game.clause for game in study.games if game.clause)
    return {
        clause: study.share(
            f"ended_by.{clause}",
            f"Ended by {clause}",
            "The share of all games that this clause decided.",
            (game.clause == clause for game in study.games),
        )
        for clause, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    }


def chapter(study: Study) -> Chapter:
    found = ends(study)
    decisive = study.share(
        "main_end",
        "The most frequent end",
        "The share of games that end by the clause that ends most: near 100 %, all games end alike.",
        (bool(found) and game.clause == next(iter(found)) for game in study.games),
    )
    return Chapter(
        "How games end",
        "Which clause decided each game, and whether it was won, drawn or cut.",
        (completion(study), draws(study), decisive),
        (_chart(study, found),) if found else (),
    )


def _chart(study: Study, found: dict[str, Measure]) -> Chart:
    counts = Counter(game.clause for game in study.games if game.clause)
    drawn = Counter(game.clause for game in study.games if game.clause and winner_of(game) is None)
    measured = {clause: tuple(float(each or 0.0) for each in measure_cells(found[clause])) for clause in found}
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (clause, counts[clause], drawn[clause], *measured[clause]) for clause in found
    )
    y, low, high = (tuple(measured[clause][index] for clause in found) for index in range(3))
    return Chart(
        "ends",
        "Games ended by each clause",
        "bars",
        Table(("clause", "games", "of them drawn", "share", "from", "to"), rows),
        (Series("share", tuple(map(float, range(len(found)))), y, low, high),),
        tuple(found),
        y_title="share of games",
        unit="share",
    )

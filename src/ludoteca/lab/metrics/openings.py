"""Chapter: how games begin, as a tree whose branches meet again where positions are the same."""

from collections import Counter

from ludoteca.lab.analysis import Cell, Chapter, Chart, Measure, Series, Table
from ludoteca.lab.study import Study, measure_cells

DEPTH = 10
"""How many plies the tree is followed."""
USUAL_DEPTH = 4
MOST_ROWS = 20
LEAST_GAMES = 5
"""A first move in fewer games is not shown."""


def positions_after(study: Study, plies: int) -> Counter[int]:
    """How many games have each position, by its key, after so many plies."""
    return Counter(facts.keys[plies] for facts in study.facts if len(facts.keys) > plies)


def first_move_shares(study: Study) -> dict[str, Measure]:
    """By first move what the first seat gets, of moves that begin enough games; the most played first."""
    counts = Counter(facts.first_move for facts in study.facts)
    found = {}
    for text, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        if count >= LEAST_GAMES:
            chosen = [
                facts.first_move == text and not game.is_cut
                for facts, game in zip(study.facts, study.games, strict=True)
            ]
            found[text] = study.share(
                f"first_move.{text}",
                f"After {text}",
                "What the first seat gets of the games that begin so.",
                (points[0] * is_chosen for points, is_chosen in zip(study.points, chosen, strict=True)),
                chosen,
                1 / study.seats,
            )
    return found


def chapter(study: Study) -> Chapter:
    plies = min(USUAL_DEPTH, max(len(facts.keys) for facts in study.facts) - 1)
    positions, reached = positions_after(study, plies), _reached(study, plies)
    orders: dict[int, set[tuple[int, ...]]] = {}
    openings: dict[int, set[int]] = {}
    for game, key in zip(study.games, reached, strict=True):
        if key is not None:
            orders.setdefault(key, set()).add(game.moves[:plies])
            openings.setdefault(key, set()).add(game.opening)
    measures = (
        study.share(
            "opening_variety",
            f"Games that were unique after {plies} moves",
            f"The share of games whose position after {plies} moves no game of another opening has.",
            (key is not None and len(openings[key]) == 1 for key in reached),
        ),
        study.share(
            "transpositions",
            "Same position by other moves",
            f"The share of games whose position after {plies} moves is also reached in another order of moves.",
            (key is not None and len(orders[key]) > 1 for key in reached),
        ),
        study.share(
            "main_line",
            "The most frequent beginning",
            f"The share of games with the position after {plies} moves that most games have.",
            (bool(positions) and key == positions.most_common(1)[0][0] for key in reached),
        ),
    )
    text = (
        f"The first {study.plan.opening_plies} moves were chosen at random, so that games differ; positions are the "
        "same if the rules see no difference. A first move after which one seat wins more than usual is a strong or a "
        "weak one."
    )
    return Chapter("Openings", text, measures, (_tree_chart(study),), _tables(study))


def _reached(study: Study, plies: int) -> list[int | None]:
    """The key of each game's position after so many plies, if it has so many."""
    return [facts.keys[plies] if len(facts.keys) > plies else None for facts in study.facts]


def _tree_chart(study: Study) -> Chart:
    """How many positions there are at each depth."""
    rows: list[tuple[Cell, ...]] = []
    for plies in range(1, DEPTH + 1):
        positions = positions_after(study, plies)
        if positions:
            rows.append((plies, len(positions), max(positions.values()), sum(positions.values())))
    x, y = (tuple(float(row[index] or 0) for row in rows) for index in (0, 1))
    return Chart(
        "opening_tree",
        "Different positions",
        "lines",
        Table(("moves", "different positions", "games with the most frequent", "games"), tuple(rows)),
        (Series("different positions", x, y),),
        x_title="moves",
        y_title="positions",
        unit="count",
    )


def _tables(study: Study) -> dict[str, Table]:
    counts = Counter(facts.first_move for facts in study.facts)
    rows = [(text, counts[text], *measure_cells(measure)) for text, measure in first_move_shares(study).items()]
    if not rows:
        return {}
    columns = ("first move", "games", "seat 1 gets", "from", "to")
    return {"First moves": Table(columns, tuple(rows[:MOST_ROWS]), ("share",) * 5)}

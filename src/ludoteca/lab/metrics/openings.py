"""Chapter: how games begin, as a tree whose branches meet again where positions are the same."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ludoteca.lab.analysis import Cell, Chapter, Chart, Measure, Series, Table
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.study import Study, measure_cells, player_words

DEPTH = 10
"""How many plies the tree is followed."""
USUAL_DEPTH = 4
MOST_ROWS = 20
LEAST_GAMES = 5
"""A first move in fewer games is not shown."""


class Beginning(NamedTuple):
    """How a game begins."""

    keys: tuple[int, ...]
    """Of the first position, and of those after the first moves."""
    first_move: str
    """Its text."""


class Openings(NamedTuple):
    """Games in which players chose every move, from the first position on, and how each of them begins."""

    study: Study
    beginnings: Sequence[Beginning]


def openings_of(study: Study) -> Openings | None:
    """The openings of games; None if they begin with random moves, which say nothing about openings."""
    if study.plan.opening_plies:
        return None
    return Openings(study, tuple(map(beginning_of, study.games)))


def beginning_of(game: CorpusGame) -> Beginning:
    first, *after = islice(game.positions(), DEPTH + 1)
    first_move = first.move_text(first.legal_moves()[game.moves[0]])
    return Beginning((first.key, *(position.key for position in after)), first_move)


def positions_after(openings: Openings, plies: int) -> Counter[int]:
    """How many games have each position, by its key, after so many plies."""
    return Counter(key for key in _reached(openings, plies) if key is not None)


def first_move_shares(openings: Openings) -> dict[str, Measure]:
    """By first move what the first seat gets, of moves that begin enough games; the most played first."""
    study = openings.study
    counts = _first_moves(openings)
    found = {}
    for text, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        if count >= LEAST_GAMES:
            chosen = [
                beginning.first_move == text and not game.is_cut
                for beginning, game in zip(openings.beginnings, study.games, strict=True)
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


def first_seat_share(openings: Openings) -> Measure:
    """What the first seat gets where no move is random."""
    study = openings.study
    return study.share(
        "first_seat_from_start",
        f"{study.seat_names[0]} wins from the first position",
        "Its share of finished games without random moves, a draw being shared by all.",
        (points[0] for points in study.points),
        (not game.is_cut for game in study.games),
        1 / study.seats,
    )


def _first_moves(openings: Openings) -> Counter[str]:
    return Counter(beginning.first_move for beginning in openings.beginnings)


def chapter(openings: Openings) -> Chapter:
    study = openings.study
    plies = min(USUAL_DEPTH, max(len(beginning.keys) for beginning in openings.beginnings) - 1)
    positions, reached = positions_after(openings, plies), _reached(openings, plies)
    orders: dict[int, set[tuple[int, ...]]] = {}
    numbers: dict[int, set[int]] = {}
    for game, key in zip(study.games, reached, strict=True):
        if key is not None:
            orders.setdefault(key, set()).add(game.moves[:plies])
            numbers.setdefault(key, set()).add(game.number)
    measures = (
        first_seat_share(openings),
        study.share(
            "opening_variety",
            f"Games that were unique after {plies} moves",
            f"The share of games whose position after {plies} moves no other game has.",
            (key is not None and len(numbers[key]) == 1 for key in reached),
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
    return Chapter("Openings", _text(study), measures, (_tree_chart(openings),), _tables(openings))


def _text(study: Study) -> str:
    players = " and ".join(map(player_words, study.plan.players))
    return (
        f"How {study.games_words} of {players} began from the first position, without random moves; a player with "
        "variety chooses among moves that are about as good. Positions are the same if the rules see no difference. A "
        "first move after which one seat wins more than usual is a strong or a weak one. The more games there are, the "
        "more positions they have: the counts of the chart are of just these games, so they have no intervals."
    )


def _reached(openings: Openings, plies: int) -> list[int | None]:
    """The key of each game's position after so many plies, if it has so many."""
    return [each.keys[plies] if len(each.keys) > plies else None for each in openings.beginnings]


def _tree_chart(openings: Openings) -> Chart:
    """How many positions there are at each depth."""
    rows: list[tuple[Cell, ...]] = []
    for plies in range(1, DEPTH + 1):
        positions = positions_after(openings, plies)
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


def _tables(openings: Openings) -> dict[str, Table]:
    """First moves, of which each has its games, with all that are rare in one row."""
    counts, ended = _first_moves(openings), Counter[str]()
    for beginning, game in zip(openings.beginnings, openings.study.games, strict=True):
        ended[beginning.first_move] += not game.is_cut
    shown = list(first_move_shares(openings).items())[:MOST_ROWS]
    if not shown:
        return {}
    rows: list[tuple[Cell, ...]] = [
        (text, counts[text], ended[text], *measure_cells(measure)) for text, measure in shown
    ]
    others = counts.keys() - {text for text, _ in shown}
    if others:
        rows.append(("others", *(sum(each[text] for text in others) for each in (counts, ended)), None, None, None))
    columns = ("first move", "games", "of them ended", "seat 1 gets", "from", "to")
    return {"First moves": Table(columns, tuple(rows), ("share",) * 6)}

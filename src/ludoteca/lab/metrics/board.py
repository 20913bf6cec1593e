"""Chapter: what happens on the board."""

from collections.abc import Mapping, Sequence
from math import fsum

from ludoteca.lab.analysis import Chapter, Chart, Measure, Series, Table
from ludoteca.lab.facts import Facts
from ludoteca.lab.study import Study, cells, measure_cells


def repeated(facts: Facts) -> int:
    """How many moves led to a position that had been there before."""
    return len(facts.keys) - len(set(facts.keys))


def units_at(facts: Facts, tenth: int) -> tuple[int, ...]:
    """The units of each seat after so many tenths of a game."""
    return facts.units[(len(facts.units) - 1) * tenth // 10]


def chapter(study: Study) -> Chapter:
    has_units = any(sum(facts.units[0]) for facts in study.facts)
    charts = (
        (_used_cells(study), _held_cells(study), _units_chart(study))
        if has_units or any(facts.changed for facts in study.facts)
        else ()
    )
    return Chapter(
        "The board",
        "Where something happens, and how many units stay. A cell counts as used when what stands on it changes. Moves "
        "of the random openings are left out. The figures on the cells are of all moves of these games together, and "
        "have no intervals.",
        _measures(study),
        charts,
    )


def _measures(study: Study) -> tuple[Measure, ...]:
    facts = study.facts
    size = len(_cell_names(study))
    return (
        study.mean(
            "coverage",
            "Coverage of the board",
            "The share of cells on which something changes in a game, on average; cells that never matter may go.",
            (len(each.changed) / size for each in facts),
            "share",
        ),
        study.mean(
            "captures",
            "Captures",
            "Units of others that leave the board by a seat's moves, in a game.",
            (sum(each.captures) for each in facts),
        ),
        study.share(
            "capturing_moves",
            "Moves that capture",
            "Of all moves, those by which a unit of another seat leaves the board.",
            (sum(count > 0 for count in each.captures) for each in facts),
            (len(each.captures) for each in facts),
        ),
        _units_at_end(study),
        study.share(
            "repetition",
            "Repeated positions",
            "Moves that lead to a position that was there before in the same game.",
            (repeated(each) for each in facts),
            (len(each.keys) - 1 for each in facts),
        ),
    )


def _units_at_end(study: Study) -> Measure:
    """A share of those at the beginning or, where units are placed, a number."""
    begin, end = ([fsum(each.units[place]) for each in study.facts] for place in (0, -1))
    if any(last > first for first, last in zip(begin, end, strict=True)):
        return study.mean(
            "units_at_end", "Units at the end", "On the board when a game ends, on average; units are placed here.", end
        )
    return study.ratio(
        "units_left",
        "Units left at the end",
        "Of the units after the random opening, how many are on the board at the end.",
        end,
        begin,
        "share",
    )


def _cell_names(study: Study) -> tuple[str, ...]:
    position = study.plan.first_position()
    return position.game.look.sheet(position.options).geometry.names


def _used_cells(study: Study) -> Chart:
    return _heat(study, "used_cells", "Where moves change the board", [each.changed for each in study.facts])


def _held_cells(study: Study) -> Chart:
    return _heat(study, "held_cells", "Where units stand", [each.stood for each in study.facts])


def _heat(study: Study, name: str, title: str, counts: Sequence[Mapping[int, int]]) -> Chart:
    """Of each cell, after which share of all moves it counts."""
    names = _cell_names(study)
    moves = sum(len(each.captures) for each in study.facts)
    used = [sum(each.get(cell, 0) for each in counts) / moves for cell in range(len(names))]
    values = tuple(float(value or 0.0) for value in cells(*used))
    rows = sorted(zip(names, values, strict=True), key=lambda row: (-row[1], row[0]))
    return Chart(
        name,
        title,
        "board",
        Table(("cell", "share of moves"), tuple(rows)),
        (Series("share of moves", tuple(map(float, range(len(names)))), values),),
        names,
        y_title="share of moves",
        unit="share",
    )


def _units_chart(study: Study) -> Chart:
    """The units of each seat in the course of a game."""
    x = tuple(round(tenth / 10, 1) for tenth in range(11))
    series, rows = [], [[f"{10 * tenth} %"] for tenth in range(11)]
    table: list[list[str | int | float | None]] = [list(row) for row in rows]
    for seat in range(study.seats):
        found = [
            measure_cells(study.mean("", "", "", (units_at(each, tenth)[seat] for each in study.facts)))
            for tenth in range(11)
        ]
        y, low, high = (tuple(float(row[index] or 0.0) for row in found) for index in range(3))
        series.append(Series(study.seat_names[seat], x, y, low, high))
        for row, (value, *_) in zip(table, found, strict=True):
            row.append(value)
    columns = ("part of the game", *study.seat_names)
    return Chart(
        "units",
        "Units on the board",
        "lines",
        Table(columns, tuple(map(tuple, table))),
        tuple(series),
        x_title="part of the game",
        y_title="units",
        x_unit="share",
    )

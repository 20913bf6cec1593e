"""Chapter: who is favoured."""

from ludoteca.lab.analysis import Chapter, Chart, Measure, Series, Table
from ludoteca.lab.balance import Balance, balance
from ludoteca.lab.figures import chance_words
from ludoteca.lab.statistics import Estimate
from ludoteca.lab.study import Study, cells, measure_cells


def seat_shares(study: Study) -> tuple[Measure, ...]:
    """What each seat gets of the games that were finished."""
    finished = [not game.is_cut for game in study.games]
    return tuple(
        study.share(
            f"seat_share.{seat + 1}",
            f"{study.seat_names[seat]} wins",
            "Its share of finished games, a draw being shared by all; players take the seats by turns.",
            (points[seat] for points in study.points),
            finished,
            1 / study.seats,
        )
        for seat in range(study.seats)
    )


def balance_of(study: Study) -> Balance | None:
    """How even the seats are over the games that were finished."""
    groups: dict[int, list[tuple[float, ...]]] = {}
    for game, points in zip(study.games, study.points, strict=True):
        if not game.is_cut:
            groups.setdefault(game.opening, []).append(points)
    return balance(list(groups.values()))


def _estimate(found: Balance) -> Estimate:
    """Not above 1, where chance may carry it."""
    value = min(1.0, found.value)
    return Estimate(value, min(found.low, value), min(1.0, max(found.high, value)), 0.0)


def chapter(study: Study) -> Chapter:
    shares, found = seat_shares(study), balance_of(study)
    estimate = _estimate(found) if found else None
    even = study.measure(
        "balance",
        "Balance of the seats",
        "1: all seats win alike; 0: one always wins.",
        estimate,
        expected=1.0,
    )
    text = "How often each seat wins, whoever sits there. "
    if found:
        text += (
            f"Even with equal seats, {chance_words(found.p_value)} reports would look as uneven as this one by chance "
            "if this were all that they asked; that games of the same opening are alike is allowed for. What was "
            "found, above, allows for all other questions of this page, too: a chance that is told there is larger."
        )
    return Chapter("The seats", text, (*shares, even), (_chart(study, shares),))


def _chart(study: Study, shares: tuple[Measure, ...]) -> Chart:
    rows = [(name, *measure_cells(measure)) for name, measure in zip(study.seat_names, shares, strict=True)]
    known = [row for row in rows if row[1] is not None]
    x = tuple(float(index) for index in range(len(known)))
    y, low, high = (tuple(float(row[index] or 0.0) for row in known) for index in (1, 2, 3))
    return Chart(
        "seat_shares",
        "What each seat wins",
        "bars",
        Table(("seat", "share", "from", "to", "fair"), tuple((*row, *cells(1 / study.seats)) for row in rows)),
        (Series("share", x, y, low, high),),
        tuple(str(row[0]) for row in known),
        y_title="share of games",
        unit="share",
        reference=1 / study.seats,
    )

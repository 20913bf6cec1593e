"""A report made by hand, with one of everything, and a game of random moves for its examples."""

from random import Random

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.lab.analysis import Analysis, Chapter, Chart, Example, Finding, Measure, Series, Table

LONG = 150


def random_game(game: Game, number: int, moves: int = LONG) -> Position:
    """The last position of a random game, with its history."""
    random, position = Random(number), game.start()
    while not position.is_over() and len(position.moves_played()) < moves:
        position.play(random.choice(position.legal_moves()))
    return position


def analysis_of(game: Game, games: int = 3) -> Analysis:
    sheet = game.look.sheet(game.choose({}))
    seats = [seat.name for seat in sheet.seats]
    return Analysis(
        game=game.name,
        title=game.title,
        options={"quiet_limit": None, "players": len(seats)},
        command=f"ludoteca report {game.name} --games 1000 --seed 1",
        facts={"games": 1000, "players": "engine:3", "seed": 1, "rules version": 2},
        findings=_findings(games),
        chapters=(_balance(seats), _length(), _board(sheet.geometry.names)),
        games=tuple(range(games)),
    )


def _findings(games: int) -> tuple[Finding, ...]:
    first = "Seat 1 wins 31 % (27 to 35) of games where 25 % is fair."
    examples = tuple(Example(number, 12 + number, "the first seat takes the lead") for number in range(games))
    return (
        Finding("seat_share.1", first, "problem", 0.0004, examples[:2]),
        Finding("dead_clause.T13.5", "T13.5 never fired: at most 0.3 % <b>& less</b>.", "remark", None, examples[-1:]),
        Finding("draws", "24 games are too few to say whether draws are too many.", "unknown", 0.4),
        Finding("completion", "Every game came to an end by the rules.", "fine", 0.8, (Example(0, 150, "the end"),)),
    )


def _balance(seats: list[str]) -> Chapter:
    shares = tuple(0.2 + 0.02 * seat for seat in range(len(seats)))
    low, high = tuple(share - 0.03 for share in shares), tuple(share + 0.03 for share in shares)
    rows = tuple(zip(seats, shares, low, high, strict=True))
    chart = Chart(
        "seat_shares",
        "Who wins",
        "bars",
        Table(("seat", "share of wins", "low", "high"), rows),
        (Series("", tuple(map(float, range(len(seats)))), shares, low, high),),
        tuple(seats),
        y_title="share of wins",
        unit="share",
        reference=1 / len(seats),
    )
    measures = (
        Measure("seat_share.1", "Wins of seat 1", 0.31, (0.27, 0.35), "How often it wins.", "share", 1 / len(seats)),
        Measure("known", "Known", 1.0, None, "The games <can> tell."),
        Measure("unknown", "Not known", None, None, "The games <cannot> tell."),
    )
    return Chapter("Balance", "Does it matter where one sits?", measures, (chart,))


def _length() -> Chapter:
    x = tuple(float(number) for number in range(0, 100, 5))
    lines = tuple(
        Series(name, x, tuple(base + slope * at for at in x), tuple(base - 2 for _ in x), tuple(base + 12 for _ in x))
        for name, base, slope in (("South", 20.0, -0.1), ("North", 18.0, -0.05), ("all of them", 30.0, 0.02))
    )
    rows = tuple((at, *(line.y[place] for line in lines)) for place, at in enumerate(x))
    chart = Chart(
        "units",
        "Pieces left",
        "lines",
        Table(("move", *(line.name for line in lines)), rows),
        lines,
        (),
        "move",
        "pieces",
    )
    ends = Chart(
        "ends",
        "How games end",
        "bars",
        Table(("clause", "games"), (("T1.1 the king is captured", 612), ("T9.2 nothing has happened for long", 388))),
        (Series("games", (0, 1), (612, 388)),),
        ("T1.1 the king is captured", "T9.2 nothing has happened for long"),
        unit="count",
    )
    table = Table(
        ("opening", "games", "share"), tuple((f"e{n}", n, n / 40) for n in range(1, 21)), ("number", "count", "share")
    )
    measures = (Measure("length", "Length in turns", 84.3, (80.1, 88.9), "Half of all games are shorter."),)
    return Chapter("Length", "How long does a game take?", measures, (chart, ends), {"Openings": table})


def _board(names: tuple[str, ...]) -> Chapter:
    values = tuple(round(number % 17 / 20, 3) for number in range(len(names)))
    chart = Chart(
        "cells",
        "Where moves end",
        "board",
        Table(("cell", "share"), tuple(zip(names, values, strict=True))),
        (Series("all", tuple(map(float, range(len(names)))), values),),
        names,
        unit="share",
    )
    return Chapter("The board", "Which cells matter?", (), (chart,))

"""How Chinese Checkers is drawn: a star of holes, the pieces as digits in the colours of their seats."""

from collections.abc import Mapping

from ludoteca.core.look import Glyph, Goal, Label, Look, Mark, Picks, Seat, Sheet, Step, View, Zone
from ludoteca.core.option import Value
from ludoteca.games.chinese_checkers import board, hops
from ludoteca.games.chinese_checkers.board import GEOMETRY, PLACES, ROW_HOLES, SEATED, home_of
from ludoteca.games.chinese_checkers.explain import name, player
from ludoteca.games.chinese_checkers.layout import HOLES, PASS
from ludoteca.games.chinese_checkers.notes import notes
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

COLOURS = ((185, 100, 0), (45, 60, 250), (0, 140, 98), (25, 15, 40), (165, 90, 195), (85, 20, 15))
"""Apart in lightness as well as in hue, for eyes that see fewer hues."""


def sheet(players: int) -> Sheet:
    return Sheet(
        geometry=GEOMETRY,
        style="holes",
        glyphs={str(seat + 1): Glyph(str(seat + 1), "piece", seat, {}, "plain") for seat in range(players)},
        seats=tuple(Seat(player(seat), COLOURS[seat], 60 * point) for seat, point in enumerate(SEATED[players])),
        labels=labels(),
        scale=(0.5, 0.75**0.5),
        zones=tuple(Zone("home", seat, tuple(sorted(home_of(players, seat)))) for seat in range(players)),
    )


def labels() -> tuple[Label, ...]:
    """Left of each row its letter, right of it the name of its last hole."""
    found = []
    for row in ROW_HOLES:
        (west, y), (east, _) = PLACES[row[0]], PLACES[row[-1]]
        found += [Label(name(row[0])[0], west - 2, y), Label(name(row[-1]), east + 3, y)]
    return tuple(found)


SHEETS = {players: sheet(players) for players in SEATED}


def sheet_of(options: Mapping[str, Value]) -> Sheet:
    return SHEETS[int(options["players"] or 0)]


def view(position: ChineseCheckersPosition) -> View:
    seats = {hole: position.pieces.seat_at(hole) for hole in range(HOLES)}
    units = {hole: str(seat + 1) for hole, seat in seats.items() if seat >= 0}
    played = position.moves_played()
    marks = [Mark("last", hole) for hole in board.holes_of(played[-1])] if played and played[-1] != PASS else []
    notes = () if position.is_over() else (f"Round {position.round}.",)
    return View(units, tuple(marks), notes, goals=goals(position))


def goals(position: ChineseCheckersPosition) -> tuple[Goal, ...]:
    """C4.1: the pieces of each player that are home."""
    found = []
    for seat in range(position.seats):
        home = [hole for hole in home_of(position.seats, seat) if position.pieces.seat_at(hole) == seat]
        found.append(Goal(seat, "home", (str(seat + 1),) * len(home), board.PIECES[position.seats]))
    return tuple(found)


def steps(position: ChineseCheckersPosition, move: int) -> tuple[Step, ...]:
    """The piece goes from hole to hole; in a pass nothing happens."""
    if move == PASS:
        return ()
    if move not in position.legal_moves():
        raise ValueError(f"{move} is not a move in this position")
    origin, target = board.holes_of(move)
    return (Step("go", str(position.to_move + 1), hops.path(position.pieces, origin, target)),)


def picks(position: ChineseCheckersPosition, move: int) -> Picks:
    return ("pass",) if move == PASS else board.holes_of(move)


def text_of_picks(position: ChineseCheckersPosition, picks: Picks) -> str:
    return "".join(pick if isinstance(pick, str) else GEOMETRY.names[pick] for pick in picks)


LOOK = Look(sheet_of, view, picks, text_of_picks, clauses={"pass": "C2.6"}, notes=notes)

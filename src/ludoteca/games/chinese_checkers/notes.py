"""What the rules say of a piece that is picked: how it goes, and which areas are closed to it."""

from ludoteca.core.look import Note
from ludoteca.games.chinese_checkers import board
from ludoteca.games.chinese_checkers.layout import HOLES
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition


def notes(position: ChineseCheckersPosition, hole: int) -> tuple[Note, ...]:
    seat = position.pieces.seat_at(hole)
    if seat < 0:
        return ()
    found = [
        Note("C2.2", "steps to a neighbouring hole", hole),
        Note("C2.4", "jumps over one neighbouring piece after another", hole),
    ]
    start, home = board.start_of(position.seats, seat), board.home_of(position.seats, seat)
    if hole in home:
        found.append(Note("C3.4", "is home, and may still leave again", hole))
    elif hole not in start:
        found.append(Note("C3.1", "has left its start, and never goes back there", hole, tuple(sorted(start)), "area"))
    closed = tuple(sorted(set(range(HOLES)) - board.open_to(position.seats, seat) - start))
    found.append(Note("C3.2", "never goes into the other points of the star", hole, closed, "area"))
    return tuple(found)

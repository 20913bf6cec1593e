"""What the rules say of a piece that is picked: how it moves, what it holds, and what threatens it."""

from ludoteca.core.look import Note
from ludoteca.games.exile import board
from ludoteca.games.exile.explain import the_seat
from ludoteca.games.exile.layout import EMPTY
from ludoteca.games.exile.position import ExilePosition


def notes(position: ExilePosition, tile: int) -> tuple[Note, ...]:
    seat = position.pieces.seat_at(tile)
    if seat == EMPTY:
        return ()
    found = []
    if tile in position.spawning.spawned():
        found.append(Note("E2.4", "was spawned in this turn, and does not move in it", tile))
    found += [
        Note("E3.1", "slides to a neighbouring tile without a piece", tile),
        Note("E3.2", "jumps over one neighbouring piece after another, and exiles the enemies among them", tile),
        *_flags(position, tile, seat),
    ]
    if tile in position.cornered_tiles():
        words = "is exiled at the end of this turn if it then still has no slide and no friend beside it"
        found.append(Note("E6.1", words, tile))
    return tuple(found)


def _flags(position: ExilePosition, tile: int, seat: int) -> list[Note]:
    """E4: what the piece carries, and where it may not carry it."""
    flags = position.flags
    held = [flag for flag in flags.flags_on(tile) if flags.holder_of(flag) == seat]
    found = []
    if held:
        names = " and ".join(f"the flag of {the_seat(position, flag)}" for flag in held)
        found.append(Note("E4.1", f"holds {names}, and carries it along", tile))
    if position.pieces.has_edge_rule and seat in held:
        tiles = range(len(board.MODES[position.mode].geometry))
        edge = tuple(tile for tile in tiles if board.is_edge(position.pieces.board, tile))
        found.append(Note("E4.7", "may not go onto the edge with its own flag", tile, edge, "area"))
    return found

"""Why a move is refused and why the game is over, by clause.

Nothing here decides what is legal: a move that was asked for is put to the same predicates that find the moves, and
only the one that fails is put into words.
"""

from collections.abc import Iterable

from ludoteca.core.outcome import Outcome, drawn, won_by
from ludoteca.core.ruling import Ruling
from ludoteca.games.exile import board, layout
from ludoteca.games.exile.board import MODES
from ludoteca.games.exile.layout import EMPTY, NOT_OVER, OUT_OF_ROUNDS, REPEATED, WON
from ludoteca.games.exile.position import ExilePosition


def refusal_of_pass(position: ExilePosition) -> Ruling | None:
    """E7.2: a pass is always legal, unless the game is over."""
    ended = outcome(position)
    return Ruling(ended.clause, f"the game is over: {ended.reason}") if ended else None


# Spawning


def refusal_of_spawn(position: ExilePosition, tile: int) -> Ruling | None:
    return refusal_of_pass(position) or _refusal_of_piece_to_spawn(position) or _refusal_of_spawn_tile(position, tile)


def _refusal_of_piece_to_spawn(position: ExilePosition) -> Ruling | None:
    """E5.1 to E5.3: whether there is a piece that may come back now, wherever it is."""
    seat, pieces, spawning = position.to_move, position.pieces, position.spawning
    spawned = spawning.spawned()
    if len(spawned) == 2:
        message = f"two pieces were spawned in this turn, on {listed(position, spawned)}, and two are the most"
        return Ruling("E5.3", message, tuple(spawned))
    if not position.may_spawn_again():
        flag = position.flags.tile_of(seat)
        message = (
            f"one piece was spawned in this turn, and {name(position, spawned[0])} is not beside your flag "
            f"on {name(position, flag)}, so there is no second"
        )
        return Ruling("E5.3", message, (spawned[0], flag))
    if pieces.ready_of(seat) == 0:
        if pieces.waiting_of(seat) == 0:
            return Ruling("E5.1", "you have no piece in exile")
        message = f"{count_text(pieces.waiting_of(seat), 'exiled piece')} of yours must wait until this turn is over"
        return Ruling("E5.2", message)
    return None


def _refusal_of_spawn_tile(position: ExilePosition, tile: int) -> Ruling | None:
    seat, pieces, flags, spawning = position.to_move, position.pieces, position.flags, position.spawning
    where = name(position, tile)
    if tile not in spawning.unguarded_tiles(pieces, flags, seat):
        return _guarded(position, tile)
    if tile in position.open_tiles():
        return None
    flag, first = flags.tile_of(seat), spawning.spawned()[0]
    if tile not in board.neighbours(pieces.board, flag):
        message = f"two spawn in a turn only beside your own flag, and {where} is not beside {name(position, flag)}"
        return Ruling("E5.3", message, (tile, flag))
    message = f"two spawns are told in tile order, and {where} comes before {name(position, first)}"
    return Ruling("E8", message, (tile, first))


def _guarded(position: ExilePosition, tile: int) -> Ruling:
    """E5.4: a piece or a flag is in the way."""
    pieces, flags = position.pieces, position.flags
    where = name(position, tile)
    if pieces.seat_at(tile) != EMPTY:
        return Ruling("E5.4", f"{the_piece(position, tile)} is in the way", (tile,))
    if flags.flags_on(tile):
        return Ruling("E5.4", f"on {where} lies {the_flags(position, tile)}", (tile,))
    around = board.neighbours(pieces.board, tile)
    free = [beside for beside in around if flags.flags_on(beside) and pieces.seat_at(beside) == EMPTY]
    if free:
        names = " and ".join(f"{the_flags(position, beside)} on {name(position, beside)}" for beside in free)
        return Ruling("E5.4", f"{where} is beside {names}, where no piece stands", tuple(free))
    enemies = [beside for beside in around if pieces.seat_at(beside) not in (EMPTY, position.to_move)]
    names = " and ".join(the_piece(position, beside) for beside in enemies)
    return Ruling("E5.4", f"{where} is beside {names}", tuple(enemies))


# Slides and jumps


def _refusal_of_piece_to_move(position: ExilePosition, origin: int) -> Ruling | None:
    seat = position.pieces.seat_at(origin)
    if seat == EMPTY:
        return Ruling("E2.3", f"there is no piece on {name(position, origin)}", (origin,))
    if seat != position.to_move:
        message = f"{the_piece(position, origin)} cannot move: it is {the_seat(position, position.to_move)}'s turn"
        return Ruling("E2.3", message, (origin,))
    if position.spawning.is_fresh(origin):
        return Ruling("E2.4", f"the piece on {name(position, origin)} was spawned in this turn", (origin,))
    return None


def refusal_of_slide(position: ExilePosition, origin: int, way: int) -> Ruling | None:
    ruling = refusal_of_pass(position) or _refusal_of_piece_to_move(position, origin)
    if ruling:
        return ruling
    if layout.has_way(position.slide_ways(origin), way):
        return None
    target = board.near(position.pieces.board, origin, way)
    if position.pieces.seat_at(target) != EMPTY:
        return Ruling("E3.1", f"{the_piece(position, target)} is in the way", (target,))
    return barred(position, origin, target)


def refusal_of_jump(position: ExilePosition, path: list[int], ways: list[int]) -> Ruling | None:
    """A path of two tiles or more; a way is -1 where a tile is not two tiles straight on from the one before."""
    ruling = refusal_of_pass(position) or _refusal_of_piece_to_move(position, path[0])
    if ruling:
        return ruling
    straight = ways.index(-1) if -1 in ways else len(ways)
    done = position.walk(path[0], ways[:straight])
    if done == len(ways):
        return _refusal_of_second_path(position, path)
    if done == straight:
        return _crooked_hop(position, path, done)
    return _refuse_hop(position, path, ways[done], done)


def walked_jump(position: ExilePosition, origin: int, ways: list[int]) -> int:
    """The jump that a path leads to, which can be walked."""
    return position.jump_after(position.walk(origin, ways))


def _crooked_hop(position: ExilePosition, path: list[int], hop: int) -> Ruling:
    """E3.1, E3.2, E2.3: a target that no hop reaches, a slide in the midst of a path among them."""
    origin, target = path[hop], path[hop + 1]
    if origin == target:
        return Ruling("E3.4", f"the piece stands on {name(position, origin)} already", (origin,))
    if board.way_between(position.pieces.board, origin, target, 1) < 0:
        message = (
            f"{name(position, target)} is neither beside {name(position, origin)} nor the tile right behind a neighbour"
        )
        return Ruling("E3.2", message, (origin, target))
    if hop == 0:
        message = f"{name(position, origin)} to {name(position, target)} is a slide, and that ends the movement"
        return Ruling("E3.1", message, (origin, target))
    message = f"a piece slides or jumps, never both, and {name(position, target)} is beside {name(position, origin)}"
    return Ruling("E2.3", message, (origin, target))


def _refuse_hop(position: ExilePosition, path: list[int], way: int, hop: int) -> Ruling:
    """Why one hop fails, on the board as the hops before it left it."""
    pieces = position.pieces
    origin, target = path[hop], path[hop + 1]
    over = board.near(pieces.board, origin, way)
    if position.has_stood(hop, target):
        message = (
            f"the piece has stood on {name(position, target)} in this turn, and no enemy was exiled after it left "
            f"and before this hop: there is no jumping back"
        )
        return Ruling("E3.4", message, (target,))
    if pieces.seat_at(over) == EMPTY:
        return Ruling("E3.2", f"there is no piece on {name(position, over)} to jump over", (over,))
    if position.is_gone(hop, over):
        message = f"{the_piece(position, over)} is in exile by then: an earlier hop of this jump went over it"
        return Ruling("E3.5", message, (over,))
    if pieces.seat_at(target) != EMPTY and target != path[0]:
        return Ruling("E3.2", f"{the_piece(position, target)} is where the jump would land", (target,))
    return barred(position, origin, target)


def _refusal_of_second_path(position: ExilePosition, path: list[int]) -> Ruling | None:
    """E3.6: a path that can be walked, but the move is written by another."""
    written = position.path(position.same_jump(position.jump_after(len(path) - 1)))
    if written == path:
        return None
    text = "".join(name(position, tile) for tile in written)
    return Ruling("E3.6", f"{text} leads to the same position, and the move is told by that path", tuple(written))


def barred(position: ExilePosition, origin: int, target: int) -> Ruling:
    message = f"the piece holds its own flag, and {name(position, target)} is on the edge"
    return Ruling("E4.7", message, (target,))


# The end


def outcome(position: ExilePosition) -> Outcome | None:
    """The outcome of a game, or None while it goes on."""
    if position.ended == NOT_OVER:
        return None
    seats = position.seats
    if position.ended == WON:
        winner = position.winner
        held = [flag for flag in range(seats) if position.flags.holder_of(flag) == winner]
        tiles = listed(position, sorted({position.flags.tile_of(flag) for flag in held}))
        reason = f"{the_seat(position, winner)} controls {len(held)} flags, on {tiles}, at the end of its turn"
        return won_by(winner, seats, "E7.1", reason)
    if position.ended == REPEATED:
        return drawn(seats, "E7.3", "a turn starts with the same position for the third time")
    if position.ended == OUT_OF_ROUNDS:
        return drawn(seats, "E7.3", f"{position.round_limit} rounds have been played")
    return drawn(seats, "E7.4", f"{position.quiet} turns without an exile or a flag that changed hands")


# Wording


def name(position: ExilePosition, tile: int) -> str:
    return MODES[position.mode].geometry.names[tile]


def listed(position: ExilePosition, tiles: Iterable[int]) -> str:
    return " and ".join(name(position, tile) for tile in tiles)


def the_seat(position: ExilePosition, seat: int) -> str:
    return f"seat {MODES[position.mode].digits[seat]}"


def the_piece(position: ExilePosition, tile: int) -> str:
    return f"the piece of {the_seat(position, position.pieces.seat_at(tile))} on {name(position, tile)}"


def the_flags(position: ExilePosition, tile: int) -> str:
    digits = MODES[position.mode].digits
    return " and ".join(f"flag {digits[flag]}" for flag in position.flags.flags_on(tile))


def count_text(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"

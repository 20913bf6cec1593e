"""Which clauses take part in a move: called beside each rule in `position.make`, when they are counted.

E2.3, E3.6 and E5.4 only forbid, and E7 ends games, but for the pass of a player who has nothing left (E7.2).
"""

from ludoteca.core.usage import Usage
from ludoteca.games.exile import layout, tables
from ludoteca.games.exile.jumps import Jumps
from ludoteca.games.exile.moves import Spawning
from ludoteca.games.exile.pieces import Flags, Pieces


def note_pass(usage: Usage, pieces: Pieces, seat: int) -> None:
    """E2.2, and E7.2 if the player has no piece to move or to spawn."""
    usage.fire(202)
    if pieces.counts[seat] == 0 and pieces.ready[seat] == 0:
        usage.fire(702)


def note_spawn(usage: Usage, pieces: Pieces, flags: Flags, spawning: Spawning, seat: int, tile: int) -> None:
    """Before a spawn: E5.1, E5.3 that it is the second, E5.5 that it is beside the own flag."""
    usage.fire(501)
    if spawning.count == 1:
        usage.fire(503)
    if spawning.is_beside(pieces.board, tile, flags.tiles[seat]):
        usage.fire(505)


def note_slide(usage: Usage, pieces: Pieces, flags: Flags, seat: int, origin: int, target: int) -> None:
    """Before a slide: E3.1, and what it does with flags."""
    usage.fire(301)
    _note_way(usage, pieces, origin, target, 1)
    for flag in range(flags.count):
        if flags.tiles[flag] == origin or flags.tiles[flag] == target:
            _note_flags(usage, pieces, flags.tiles, seat, origin, target)
            return


def note_jump(usage: Usage, pieces: Pieces, flags: Flags, spawning: Spawning, jumps: Jumps, node: int) -> None:
    """Before a jump: E3.2 a hop, E3.3 several of them, and what each does."""
    hops = 0
    has_flags = flags.touches_flag(jumps.moves.at[node])
    while jumps.parents.at[node] != node:
        _note_hop(usage, pieces, flags, spawning, jumps, node, has_flags)
        node = jumps.parents.at[node]
        hops += 1
    usage.fire(302)
    if hops > 1:
        usage.fire(303)


def _note_hop(
    usage: Usage, pieces: Pieces, flags: Flags, spawning: Spawning, jumps: Jumps, node: int, has_flags: bool
) -> None:
    """E2.4 over a piece that was spawned now, E3.4 back to a tile, E3.5 and E4.4 over an enemy, perhaps with flags."""
    tiles = [0] * 4
    before = jumps.moves.at[jumps.parents.at[node]]
    move = jumps.moves.at[node]
    over = layout.OUTSIDE
    if spawning.count or layout.exiled(move) != layout.exiled(before):
        over = _tile_between(pieces, layout.target(before), layout.target(move))
    if layout.exiled(move) != layout.exiled(before):
        usage.fire(305)
        _note_victim(usage, pieces, flags, over)
    elif spawning.count and spawning.is_fresh(over):
        usage.fire(204)
    # Without an exile before it no hop leads back.
    if layout.exiled(before) and _is_return(jumps, node):
        usage.fire(304)
    _note_way(usage, pieces, layout.target(before), layout.target(move), 2)
    if has_flags:
        for flag in range(pieces.seats):
            tiles[flag] = layout.flag_target(before, flag)
        _note_flags(usage, pieces, tiles, jumps.seat, layout.target(before), layout.target(move))


def _tile_between(pieces: Pieces, origin: int, target: int) -> int:
    way = 0
    while way < 7 and tables.FAR[pieces.ways + origin * 8 + way] != target:
        way += 1
    return tables.NEAR[pieces.ways + origin * 8 + way]


def _is_return(jumps: Jumps, node: int) -> bool:
    """Whether the piece has stood in its path before where it stands now."""
    tile = layout.target(jumps.moves.at[node])
    while jumps.parents.at[node] != node:
        node = jumps.parents.at[node]
        if layout.target(jumps.moves.at[node]) == tile:
            return True
    return False


def _note_way(usage: Usage, pieces: Pieces, origin: int, target: int, reach: int) -> None:
    """E1.2: whether a slide or a hop goes over a seam of the infinite board, which is twelve tiles wide."""
    if pieces.board == 0:
        return
    east = target % 12 - origin % 12
    north = target // 12 - origin // 12
    if east > reach or east < -reach or north > reach or north < -reach:
        usage.fire(102)


def _note_flags(usage: Usage, pieces: Pieces, tiles: list[int], seat: int, origin: int, target: int) -> None:
    """E4.1 to E4.5 and E4.7, for a piece that goes from tile to tile; `tiles` are where the flags lie before."""
    left = 0
    found = 0
    for flag in range(pieces.seats):
        left += tiles[flag] == origin
        found += tiles[flag] == target
    if left + found == 0:
        return
    had_own = tiles[seat] == origin
    finds_own = tiles[seat] == target
    had_foreign = left > had_own
    finds_foreign = found > finds_own
    usage.fire(401)
    if (had_own or finds_own) and (had_foreign or finds_foreign):
        usage.fire(402)
    if had_foreign and finds_foreign:
        usage.fire(403)
    if found > 1 or left - had_own > 1:
        usage.fire(405)
    if finds_own and pieces.barred[target]:
        usage.fire(407)


def _note_victim(usage: Usage, pieces: Pieces, flags: Flags, tile: int) -> None:
    """E4.4: whether a piece that is exiled leaves flags behind."""
    for flag in range(flags.count):
        if flags.tiles[flag] == tile and flags.holders[flag] == pieces.cells[tile]:
            usage.fire(404)


def note_turn_end(usage: Usage, pieces: Pieces, flags: Flags, seat: int, victims: list[int], count: int) -> None:
    """Before a turn ends: E5.2 that pieces become ready, E6.1 that pieces are cornered, E4.7 that the edge helped."""
    if pieces.waiting[seat]:
        usage.fire(502)
    for index in range(count):
        usage.fire(601)
        _note_victim(usage, pieces, flags, victims[index])
        if pieces.free_ways(victims[index], False):
            usage.fire(407)

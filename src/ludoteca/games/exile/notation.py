"""E8: position texts and move texts."""

import re
from collections.abc import Mapping
from itertools import pairwise

from ludoteca.core.option import Value
from ludoteca.core.ruling import InvalidPosition, Ruling
from ludoteca.games.exile import board, layout
from ludoteca.games.exile.board import MODES, SIZES, Mode
from ludoteca.games.exile.explain import (
    refusal_of_jump,
    refusal_of_pass,
    refusal_of_slide,
    refusal_of_spawn,
    walked_jump,
)
from ludoteca.games.exile.layout import EMPTY, NOBODY, PASS, PIECES_OF_A_SEAT
from ludoteca.games.exile.moves import Spawning
from ludoteca.games.exile.pieces import Flags, Pieces
from ludoteca.games.exile.position import ExilePosition

FIELDS = ("mode", "pieces", "to_move", "flags", "exile", "spawned", "quiet", "round", "flags_to_win")
TILE = re.compile(r"[a-l](?:1[0-2]|[1-9])", re.ASCII)
PATH = re.compile(r"(?:[a-l](?:1[0-2]|[1-9])){2,}", re.ASCII)
SPAWN = re.compile(r"@([a-l](?:1[0-2]|[1-9]))", re.ASCII)
FLAG = re.compile(r"([1-4])([a-l](?:1[0-2]|[1-9]))(\*?)", re.ASCII)
POOL = re.compile(r"([0-4])\+([0-4])", re.ASCII)
NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
LONGEST_MOVE = 300
"""The longest path that can be walked has fewer than 92 tiles: twelve exiles, and before, between and after them at
most six hops over friends, for between two exiles each of three friends is crossed along two lines at most (E3.4)."""

USUAL: Mapping[str, Value] = {"edge_rule": None, "repetition": True, "round_limit": 400, "quiet_limit": 40}


# Positions


def read_position(text: str, options: Mapping[str, Value] = USUAL) -> ExilePosition:
    """The position that a text tells; the mode is the text's own."""
    fields = text.split()
    if not fields or fields[0] not in MODES:
        shown = fields[0][:20] if fields else ""
        raise InvalidPosition(f"a position begins with its mode, {', '.join(MODES)}; {shown!r} is none")
    if len(fields) != len(FIELDS):
        raise InvalidPosition(f"a position has {len(FIELDS)} fields, {' '.join(FIELDS)}; this has {len(fields)}")
    mode = MODES[fields[0]]
    edge_rule = options["edge_rule"]
    pieces = Pieces(mode.board, mode.seats, bool(mode.has_edge_rule if edge_rule is None else edge_rule))
    _read_pieces(fields[1], mode, pieces)
    if len(fields[2]) != 1 or fields[2] not in mode.digits:
        raise InvalidPosition(f"the seat to move is {_either(mode.digits)}, not {fields[2][:20]!r}")
    to_move = mode.digits.index(fields[2])
    flags = _read_flags(fields[3], mode, pieces)
    _read_exile(fields[4], mode, pieces)
    spawning = _read_spawned(fields[5], mode, pieces, flags, to_move)
    quiet = _read_number(fields[6], "the count of quiet turns", 0)
    number = _read_number(fields[7], "the round", 1)
    flags_to_win = _read_number(fields[8], "the number of flags to win", 1)
    if flags_to_win > mode.seats:
        raise InvalidPosition(f"there are {mode.seats} flags, so nobody can need {flags_to_win} to win")
    position = ExilePosition(
        mode.name,
        pieces,
        flags,
        spawning,
        to_move,
        quiet,
        number,
        flags_to_win,
        bool(options["repetition"]),
        _limit(options["round_limit"]),
        _limit(options["quiet_limit"]) * mode.seats,
    )
    position.begin()
    return position


def options_in_text(text: str) -> dict[str, Value]:
    """The mode, which a position text begins with."""
    first = text.split(maxsplit=1)[:1]
    return {"mode": first[0]} if first and first[0] in MODES else {}


def _limit(value: Value) -> int:
    """0 for a limit that is off."""
    return value if isinstance(value, int) else 0


def _read_pieces(text: str, mode: Mode, pieces: Pieces) -> None:
    size = SIZES[mode.board]
    rows = text.split("/")
    if len(rows) != size:
        raise InvalidPosition(f"the board of {mode.name} has {size} ranks, this has {len(rows)}")
    for rank, row in zip(reversed(range(size)), rows, strict=True):
        if len(row) != size:
            raise InvalidPosition(f"rank {rank + 1} has {len(row)} tiles, not {size}")
        for file, character in enumerate(row):
            if character == ".":
                continue
            if character not in mode.digits:
                raise InvalidPosition(f"{character!r} on rank {rank + 1} is neither '.' nor {_either(mode.digits)}")
            seat = mode.digits.index(character)
            if len(pieces.tiles_of(seat)) == PIECES_OF_A_SEAT:
                raise InvalidPosition(f"seat {character} has more than {PIECES_OF_A_SEAT} pieces on the board")
            pieces.add(seat, rank * size + file)


def _read_flags(text: str, mode: Mode, pieces: Pieces) -> Flags:
    flags = Flags(mode.seats)
    words = text.split(",")
    if len(words) != mode.seats:
        raise InvalidPosition(f"there are {mode.seats} flags in {mode.name}, this tells {len(words)}")
    for seat, (digit, word) in enumerate(zip(mode.digits, words, strict=True)):
        match = FLAG.fullmatch(word)
        if not match or match[1] != digit:
            raise InvalidPosition(
                f"{word[:20]!r} should be the flag of seat {digit}: {digit}, its tile, * if it is held"
            )
        tile = _read_tile(match[2], mode)
        holder = pieces.seat_at(tile) if match[3] else NOBODY
        if match[3] and holder == EMPTY:
            raise InvalidPosition(f"flag {digit} is held on {match[2]}, but there is no piece")
        flags.put(seat, tile, holder)
    for tile in {flags.tile_of(flag) for flag in range(mode.seats)}:
        if pieces.seat_at(tile) != EMPTY:
            _check_holder(mode, flags, pieces.seat_at(tile), tile)
    return flags


def _check_holder(mode: Mode, flags: Flags, seat: int, tile: int) -> None:
    """E4.1, E4.2, E4.5: what a piece holds of the flags on its tile is never its choice."""
    there = flags.flags_on(tile)
    held = [flag for flag in there if flags.holder_of(flag) != NOBODY]
    must = flags.taken_by(seat, tile)
    where = mode.geometry.names[tile]
    if len([flag for flag in held if flag != seat]) > 1:
        raise InvalidPosition(f"the piece on {where} holds two foreign flags, and one is the most (E4.2)")
    if held != must:
        names = " and ".join(f"{mode.digits[flag]}{where}*" for flag in must)
        raise InvalidPosition(f"the piece on {where} has taken {names} by itself (E4.1, E4.5)")


def _read_exile(text: str, mode: Mode, pieces: Pieces) -> None:
    words = text.split(",")
    if len(words) != mode.seats:
        raise InvalidPosition(f"{mode.seats} seats play {mode.name}, and exile tells of {len(words)}")
    for seat, (digit, word) in enumerate(zip(mode.digits, words, strict=True)):
        match = POOL.fullmatch(word)
        if not match:
            raise InvalidPosition(f"the exile of seat {digit} is ready+waiting, such as 1+0, not {word[:20]!r}")
        ready, waiting = int(match[1]), int(match[2])
        count = len(pieces.tiles_of(seat)) + ready + waiting
        if count > PIECES_OF_A_SEAT:
            raise InvalidPosition(f"seat {digit} has {count} pieces on the board and in exile, more than four (E5.1)")
        pieces.fill_exile(seat, ready, waiting)


def _read_spawned(text: str, mode: Mode, pieces: Pieces, flags: Flags, seat: int) -> Spawning:
    """The spawns of this turn, each put to the rules of spawning on the board as it was before."""
    spawning = Spawning()
    if text == "-":
        return spawning
    words = text.split(",")
    if len(words) > 2:
        raise InvalidPosition(f"{len(words)} pieces were spawned in this turn, and two are the most (E5.3)")
    tiles = [_read_tile(word, mode) for word in words]
    for tile, word in zip(tiles, words, strict=True):
        if pieces.seat_at(tile) != seat:
            raise InvalidPosition(
                f"{word} was spawned on in this turn, but seat {mode.digits[seat]} has no piece there"
            )
    if len(tiles) == 2 and tiles[0] >= tiles[1]:
        raise InvalidPosition(f"spawns are told in tile order, and {words[1]} does not come after {words[0]}")
    for tile in tiles:
        pieces.remove(tile)
    for tile, word in zip(tiles, words, strict=True):
        if tile not in spawning.unguarded_tiles(pieces, flags, seat):
            raise InvalidPosition(f"no piece can have been spawned on {word} in this turn (E5.4)")
        if len(tiles) == 2 and tile not in board.neighbours(mode.board, flags.tile_of(seat)):
            raise InvalidPosition(f"two were spawned, but {word} is not beside the player's own flag (E5.3)")
        pieces.add(seat, tile)
        spawning.add(tile)
    return spawning


def _read_tile(text: str, mode: Mode) -> int:
    tile = mode.geometry.cell(text)
    if tile < 0:
        raise InvalidPosition(f"{text[:20]!r} is no tile of {mode.name}")
    return tile


def _read_number(text: str, what: str, least: int) -> int:
    if not NUMBER.fullmatch(text) or int(text) < least:
        raise InvalidPosition(f"{what} is a number from {least} to 999999999, not {text[:20]!r}")
    return int(text)


def _either(digits: str) -> str:
    return f"{', '.join(digits[:-1])} or {digits[-1]}"


def write_position(position: ExilePosition) -> str:
    mode = MODES[position.mode]
    pieces, flags, names = position.pieces, position.flags, mode.geometry.names
    size = SIZES[mode.board]
    glyphs = [*mode.digits, *"...."]
    characters = [glyphs[pieces.seat_at(tile)] if pieces.seat_at(tile) != EMPTY else "." for tile in range(size * size)]
    rows = "/".join("".join(characters[rank * size : rank * size + size]) for rank in reversed(range(size)))
    flag_text = ",".join(
        f"{digit}{names[flags.tile_of(flag)]}{'*' if flags.holder_of(flag) != NOBODY else ''}"
        for flag, digit in enumerate(mode.digits)
    )
    pools = ",".join(f"{pieces.ready_of(seat)}+{pieces.waiting_of(seat)}" for seat in range(mode.seats))
    spawned = ",".join(names[tile] for tile in position.spawning.spawned()) or "-"
    return (
        f"{mode.name} {rows} {mode.digits[position.to_move]} {flag_text} {pools} {spawned} "
        f"{position.quiet} {position.number} {position.flags_to_win}"
    )


def edit_position(position: ExilePosition, units: Mapping[int, str], to_move: int) -> str:
    """Flags that are not on the board stay where they were; who has fewer than four pieces keeps those in exile."""
    mode = MODES[position.mode]
    size, names = SIZES[mode.board], mode.geometry.names
    seat_at = {tile: mode.digits.index(unit) for tile, unit in units.items() if unit in mode.digits}
    characters = [mode.digits[seat_at[tile]] if tile in seat_at else "." for tile in range(size * size)]
    rows = "/".join("".join(characters[rank * size : rank * size + size]) for rank in reversed(range(size)))
    flags = Flags(mode.seats)
    placed = {unit: tile for tile, unit in units.items()}
    for flag, digit in enumerate(mode.digits):
        flags.put(flag, placed.get(f"flag{digit}", position.flags.tile_of(flag)), NOBODY)
    held = {flag for tile, seat in seat_at.items() for flag in flags.taken_by(seat, tile)}
    flag_text = ",".join(
        f"{digit}{names[flags.tile_of(flag)]}{'*' if flag in held else ''}" for flag, digit in enumerate(mode.digits)
    )
    pools = []
    for seat in range(mode.seats):
        room = max(0, PIECES_OF_A_SEAT - list(seat_at.values()).count(seat))
        ready = min(room, position.pieces.ready_of(seat))
        pools.append(f"{ready}+{min(room - ready, position.pieces.waiting_of(seat))}")
    return (
        f"{mode.name} {rows} {mode.digits[to_move]} {flag_text} {','.join(pools)} - "
        f"0 {position.number} {position.flags_to_win}"
    )


# Moves


def write_move(position: ExilePosition, move: int, notation: str = "") -> str:
    if notation:
        raise ValueError(f"Exile has no notation {notation!r}")
    if move == PASS:
        return "pass"
    names = MODES[position.mode].geometry.names
    if layout.is_spawn(move):
        return f"@{names[layout.tile(move)]}"
    return "".join(names[tile] for tile in position.path(move))


def read_move(position: ExilePosition, text: str) -> int | Ruling:
    """The legal move that a text means, or why there is none."""
    if not isinstance(text, str):
        return Ruling("E8", f"a move is a text, not {type(text).__name__}")
    text = text.strip()
    if len(text) > LONGEST_MOVE:
        return _unreadable(text)
    if text == "pass":
        return _unless(refusal_of_pass(position), PASS)
    spawned = SPAWN.fullmatch(text)
    if not spawned and not PATH.fullmatch(text):
        return _unreadable(text)
    geometry = MODES[position.mode].geometry
    words = [spawned[1]] if spawned else TILE.findall(text)
    tiles = [geometry.cell(word) for word in words]
    if -1 in tiles:
        return _off_board(position, words[tiles.index(-1)])
    if spawned:
        return _unless(refusal_of_spawn(position, tiles[0]), layout.spawn(tiles[0]))
    return _read_path(position, tiles)


def _read_path(position: ExilePosition, tiles: list[int]) -> int | Ruling:
    on_board = position.pieces.board
    way = board.way_between(on_board, tiles[0], tiles[1], 1)
    if len(tiles) == 2 and way >= 0:
        return _unless(refusal_of_slide(position, tiles[0], way), layout.slide(tiles[0], way))
    ways = [board.way_between(on_board, *hop, 2) for hop in pairwise(tiles)]
    return refusal_of_jump(position, tiles, ways) or walked_jump(position, tiles[0], ways)


def _unless(ruling: Ruling | None, move: int) -> int | Ruling:
    return move if ruling is None else ruling


def _off_board(position: ExilePosition, word: str) -> Ruling:
    return refusal_of_pass(position) or Ruling("E1.1", f"there is no tile {word} on the board of {position.mode}")


def _unreadable(text: str) -> Ruling:
    shown = text if len(text) <= 20 else text[:20] + "…"
    return Ruling("E8", f"{shown!r} is not a move; write it like @c4, b1c2, b1d3f3 or pass")

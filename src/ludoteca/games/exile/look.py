"""How Exile is drawn: pieces and flags on a square board, and who waits in exile."""

from collections.abc import Mapping
from itertools import pairwise

from ludoteca.core.look import Glyph, Look, Mark, Picks, Pool, Seat, Sheet, Step, View
from ludoteca.core.option import Value
from ludoteca.games.exile import board
from ludoteca.games.exile.board import EMPTY, MODES, NOBODY, Mode
from ludoteca.games.exile.explain import count_text, the_seat
from ludoteca.games.exile.position import ExilePosition

COLOURS = {"1": (190, 85, 0), "2": (45, 50, 220), "3": (0, 140, 98), "4": (95, 30, 105)}
"""Apart in lightness as well as in hue, for eyes that see fewer hues."""
TURNS = {"1": 0, "2": 90, "3": 180, "4": 270}
"""Each seat sees its own corner on the left below (E1.5)."""
SMALL = {"1": "¹", "2": "²", "3": "³", "4": "⁴"}
FLAG = "⚑"
LEGEND = (Mark("flag", -1, seat=0, shape="pennant", words="a flag on the tile of a piece, which may hold it (E4.1)"),)


def sheet_of(mode: Mode) -> Sheet:
    glyphs = {}
    for seat, digit in enumerate(mode.digits):
        glyphs[digit] = Glyph(digit, "piece", seat, {}, "plain")
        glyphs[f"flag{digit}"] = Glyph(FLAG, "flag", seat, {}, "flag")
    seats = tuple(Seat(f"Seat {digit}", COLOURS[digit], TURNS[digit], int(digit) - 1) for digit in mode.digits)
    return Sheet(mode.geometry, "squares", glyphs, seats, legend=LEGEND)


SHEETS = {mode.name: sheet_of(mode) for mode in MODES.values()}


def sheet(options: Mapping[str, Value]) -> Sheet:
    return SHEETS[str(options["mode"])]


def view(position: ExilePosition) -> View:
    """Pieces; flags alone as units; each flag a small digit beside what is on its tile; pools as notes."""
    digits = MODES[position.mode].digits
    units = {}
    marks = [Mark("last", tile) for tile in last_tiles(position)]
    for seat, digit in enumerate(digits):
        for tile in position.pieces.tiles_of(seat):
            units[tile] = digit
    for flag, digit in enumerate(digits):
        tile = position.flags.tile_of(flag)
        if tile not in units:
            units[tile] = f"flag{digit}"
        marks.append(flag_mark(position, flag, is_alone=units[tile].startswith("flag")))
    notes = (flag_note(position), exile_note(position), round_note(position))
    return View(units, tuple(marks), notes, pools(position))


def flag_mark(position: ExilePosition, flag: int, is_alone: bool) -> Mark:
    digit = MODES[position.mode].digits[flag]
    holder = position.flags.holder_of(flag)
    kind, held = ("flag", "free") if holder == NOBODY else ("held flag", f"held by {the_seat(position, holder)}")
    words = f"the flag of seat {digit}, {held}"
    shape = "none" if is_alone else "pennant"
    return Mark(kind, position.flags.tile_of(flag), SMALL[digit], flag, shape=shape, words=words)


def pools(position: ExilePosition) -> tuple[Pool, ...]:
    """Who is in exile."""
    found = []
    for seat, digit in enumerate(MODES[position.mode].digits):
        found.append(Pool("ready to spawn", seat, (digit,) * position.pieces.ready_of(seat)))
        found.append(Pool("waiting in exile", seat, (digit,) * position.pieces.waiting_of(seat)))
    return tuple(pool for pool in found if pool.units)


def last_tiles(position: ExilePosition) -> list[int]:
    played = position.moves_played()
    if not played or played[-1] == board.PASS:
        return []
    if board.is_spawn(played[-1]):
        return [played[-1] & 255]
    return board.path_of(position.pieces.board, played[-1])


def flag_note(position: ExilePosition) -> str:
    mode = MODES[position.mode]
    told = []
    for flag, digit in enumerate(mode.digits):
        holder = position.flags.holder_of(flag)
        by = "" if holder == NOBODY else f" held by {the_seat(position, holder)}"
        told.append(f"{digit} on {mode.geometry.names[position.flags.tile_of(flag)]}{by}")
    return f"Flags: {', '.join(told)}; {position.flags_to_win} to win."


def exile_note(position: ExilePosition) -> str:
    told = []
    for seat in range(position.seats):
        counts = {"ready": position.pieces.ready_of(seat), "waiting": position.pieces.waiting_of(seat)}
        words = " and ".join(f"{count} {word}" for word, count in counts.items() if count)
        if words:
            told.append(f"{the_seat(position, seat)} has {words}")
    return f"In exile: {', '.join(told)}." if told else "Nobody is in exile."


def round_note(position: ExilePosition) -> str:
    spawned = [MODES[position.mode].geometry.names[tile] for tile in position.spawning.spawned()]
    so_far = f"; spawned in this turn: {', '.join(spawned)}" if spawned else ""
    return f"Round {position.number}, {count_text(position.quiet, 'quiet turn')}{so_far}."


# How a move is picked, and what happens in it


def picks(position: ExilePosition, move: int) -> Picks:
    if move == board.PASS:
        return ("pass",)
    if board.is_spawn(move):
        return "spawn", move & 255
    return tuple(board.path_of(position.pieces.board, move))


def wish(position: ExilePosition, picks: Picks) -> str:
    """A lone tile is where one would like to spawn."""
    names = MODES[position.mode].geometry.names
    path = "".join(names[pick] for pick in picks if isinstance(pick, int))
    if "pass" in picks:
        return "pass"
    return f"@{path}" if "spawn" in picks or len(picks) == 1 else path


def steps(position: ExilePosition, move: int) -> tuple[Step, ...]:
    """Hop by hop: flags dropped, the piece and its flags go, who is exiled, what is left behind, flags taken.

    `drop` and `leave` tell a flag that stays on a tile uncontrolled, the first because its carrier takes another
    (E4.3), the second because its carrier is exiled (E4.4) or cannot take it too (E4.5). A `die` without a hop
    before it is the corner rule's (E6).
    """
    if not position.accepts(move):
        raise ValueError(f"{move} is no move in this position")
    trial = position.copy()
    digits = MODES[position.mode].digits
    told: list[Step] = []
    if board.is_spawn(move):
        return (Step("appear", digits[position.to_move], (move & 255,)),)
    path = [] if move == board.PASS else board.path_of(position.pieces.board, move)
    for origin, target in pairwise(path):
        told += _go(trial, origin, target)
    for tile in trial.cornered_tiles():
        told += _die(trial, tile)
    return tuple(told)


def _go(trial: ExilePosition, origin: int, target: int) -> list[Step]:
    """One slide or hop."""
    digits = MODES[trial.mode].digits
    flags, seat = trial.flags, trial.to_move
    carried = [flag for flag in flags.flags_on(origin) if flags.holder_of(flag) == seat]
    waiting = flags.flags_on(target)
    trial.go(origin, target)
    told = [Step("drop", f"flag{digits[flag]}", (origin,)) for flag in carried if flags.tile_of(flag) == origin]
    told.append(Step("go", digits[seat], (origin, target)))
    told += [Step("go", f"flag{digits[flag]}", (origin, target)) for flag in carried if flags.tile_of(flag) == target]
    way = board.way_between(trial.pieces.board, origin, target, 2)
    if way >= 0:
        over = board.NEAR[(trial.pieces.board * board.MOST_TILES + origin) * 8 + way]
        if trial.pieces.seat_at(over) != seat:
            told += _die(trial, over)
    for flag in waiting:
        verb = "take" if flags.holder_of(flag) == seat else "leave"
        told.append(Step(verb, f"flag{digits[flag]}", (target,)))
    return told


def _die(trial: ExilePosition, tile: int) -> list[Step]:
    digits = MODES[trial.mode].digits
    seat = trial.pieces.seat_at(tile)
    assert seat != EMPTY
    held = [flag for flag in trial.flags.flags_on(tile) if trial.flags.holder_of(flag) == seat]
    trial.banish(tile)
    return [Step("die", digits[seat], (tile,)), *(Step("leave", f"flag{digits[flag]}", (tile,)) for flag in held)]


LOOK = Look(sheet, view, picks, wish, clauses={"pass": "E2.2", "spawn": "E5.3"})

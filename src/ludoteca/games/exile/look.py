"""How Exile is drawn: pieces and flags on a square board, and who waits in exile."""

from collections.abc import Mapping
from itertools import pairwise

from ludoteca.core.look import Glyph, Goal, Look, Mark, Picks, Pool, Seat, Sheet, Sign, Step, View
from ludoteca.core.message import translatable
from ludoteca.core.option import Value
from ludoteca.games.exile import board, layout
from ludoteca.games.exile.board import MODES, Mode
from ludoteca.games.exile.explain import count_text, the_seat
from ludoteca.games.exile.layout import EMPTY, NOBODY, PASS
from ludoteca.games.exile.notes import notes
from ludoteca.games.exile.position import ExilePosition

COLOURS = {"1": (190, 85, 0), "2": (45, 50, 220), "3": (0, 140, 98), "4": (95, 30, 105)}
"""Apart in lightness as well as in hue, for eyes that see fewer hues."""
TURNS = {"1": 0, "2": 90, "3": 180, "4": 270}
"""Each seat sees its own corner on the left below (E1.5)."""
SMALL = {"1": "¹", "2": "²", "3": "³", "4": "⁴"}
FLAG = "⚑"
LEGEND = (
    Mark(
        "flag",
        -1,
        seat=0,
        shape="pennant",
        words=translatable("a flag on the tile of a piece, which may hold it (E4.1)"),
    ),
)


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
        marks.append(flag_mark(position, flag, is_unit=units[tile] == f"flag{digit}"))
    notes = (flag_note(position), exile_note(position), round_note(position))
    return View(units, tuple(marks), notes, pools(position), goals=goals(position))


def flag_mark(position: ExilePosition, flag: int, is_unit: bool) -> Mark:
    """`is_unit`: the flag is drawn as what stands on its tile, so its mark has no shape."""
    digit = MODES[position.mode].digits[flag]
    holder = position.flags.holder_of(flag)
    kind, held = ("flag", "free") if holder == NOBODY else ("held flag", f"held by {the_seat(position, holder)}")
    words = f"the flag of seat {digit}, {held}"
    shape = "none" if is_unit else "pennant"
    return Mark(kind, position.flags.tile_of(flag), SMALL[digit], flag, shape=shape, words=words)


def pools(position: ExilePosition) -> tuple[Pool, ...]:
    """Who is in exile."""
    found = []
    for seat, digit in enumerate(MODES[position.mode].digits):
        found.append(Pool("ready to spawn", seat, (digit,) * position.pieces.ready_of(seat)))
        found.append(Pool("waiting in exile", seat, (digit,) * position.pieces.waiting_of(seat)))
    return tuple(pool for pool in found if pool.units)


def goals(position: ExilePosition) -> tuple[Goal, ...]:
    """E7.1: the flags that each seat controls, of those that win."""
    flags, needed = position.flags, position.flags_to_win
    held = [[flag for flag in range(position.seats) if flags.holder_of(flag) == seat] for seat in range(position.seats)]
    return tuple(
        Goal(seat, "flags", tuple(_flag(position, flag) for flag in mine), needed) for seat, mine in enumerate(held)
    )


def last_tiles(position: ExilePosition) -> list[int]:
    played = position.moves_played()
    if not played or played[-1] == PASS:
        return []
    if layout.is_spawn(played[-1]):
        return [layout.tile(played[-1])]
    before = position.copy()
    before.undo()
    return before.path(played[-1])


def flag_note(position: ExilePosition) -> str:
    mode = MODES[position.mode]
    notes = []
    for flag, digit in enumerate(mode.digits):
        holder = position.flags.holder_of(flag)
        by = "" if holder == NOBODY else f" held by {the_seat(position, holder)}"
        notes.append(f"{digit} on {mode.geometry.names[position.flags.tile_of(flag)]}{by}")
    return f"Flags: {', '.join(notes)}; {position.flags_to_win} to win."


def exile_note(position: ExilePosition) -> str:
    notes = []
    for seat in range(position.seats):
        counts = {"ready": position.pieces.ready_of(seat), "waiting": position.pieces.waiting_of(seat)}
        words = " and ".join(f"{count} {word}" for word, count in counts.items() if count)
        if words:
            notes.append(f"{the_seat(position, seat)} has {words}")
    return f"In exile: {', '.join(notes)}." if notes else "Nobody is in exile."


def round_note(position: ExilePosition) -> str:
    spawned = [MODES[position.mode].geometry.names[tile] for tile in position.spawning.spawned()]
    so_far = f"; spawned in this turn: {', '.join(spawned)}" if spawned else ""
    return f"Round {position.number}, {count_text(position.quiet, 'quiet turn')}{so_far}."


# How a move is picked, and what happens in it


def picks(position: ExilePosition, move: int) -> Picks:
    if move == PASS:
        return ("pass",)
    if layout.is_spawn(move):
        return "spawn", layout.tile(move)
    return tuple(position.path(move))


def text_of_picks(position: ExilePosition, picks: Picks) -> str:
    """The move text that picks mean; a lone tile is one to spawn on."""
    names = MODES[position.mode].geometry.names
    path = "".join(names[pick] for pick in picks if isinstance(pick, int))
    if "pass" in picks:
        return "pass"
    return f"@{path}" if "spawn" in picks or len(picks) == 1 else path


def steps(position: ExilePosition, move: int) -> tuple[Step, ...]:
    """Hop by hop: flags dropped, the piece and its flags go, who is exiled, what is left behind, flags taken.

    `drop` and `leave` are for a flag that stays on a tile uncontrolled, the first because its carrier takes another
    (E4.3), the second because its carrier is exiled (E4.4) or cannot take it too (E4.5). A `die` without a hop
    before it is the corner rule's (E6).
    """
    trial = position.copy()
    if layout.is_spawn(move):
        return (Step("appear", _digit(trial, trial.to_move), (layout.tile(move),)),)
    found: list[Step] = []
    path = [] if move == PASS else position.path(move)
    for origin, target in pairwise(path):
        found += _go(trial, origin, target)
    for tile in trial.cornered_tiles():
        found += _exile(trial, tile)
    return tuple(found)


def _go(trial: ExilePosition, origin: int, target: int) -> list[Step]:
    """One slide or hop."""
    pieces, flags, seat = trial.pieces, trial.flags, trial.to_move
    carried = [flag for flag in flags.flags_on(origin) if flags.holder_of(flag) == seat]
    waiting = flags.flags_on(target)
    pieces.go(flags, origin, target)
    found = [Step("drop", _flag(trial, flag), (origin,)) for flag in carried if flags.tile_of(flag) == origin]
    found.append(Step("go", _digit(trial, seat), (origin, target)))
    found += [Step("go", _flag(trial, flag), (origin, target)) for flag in carried if flags.tile_of(flag) == target]
    way = board.way_between(pieces.board, origin, target, 2)
    if way >= 0:
        over = board.near(pieces.board, origin, way)
        if pieces.seat_at(over) != seat:
            found += _exile(trial, over)
    for flag in waiting:
        verb = "take" if flags.holder_of(flag) == seat else "leave"
        found.append(Step(verb, _flag(trial, flag), (target,)))
    return found


def _exile(trial: ExilePosition, tile: int) -> list[Step]:
    pieces, flags = trial.pieces, trial.flags
    seat = pieces.seat_at(tile)
    assert seat != EMPTY
    held = [flag for flag in flags.flags_on(tile) if flags.holder_of(flag) == seat]
    pieces.exile(flags, tile)
    return [Step("die", _digit(trial, seat), (tile,)), *(Step("leave", _flag(trial, flag), (tile,)) for flag in held)]


def _digit(position: ExilePosition, seat: int) -> str:
    return MODES[position.mode].digits[seat]


def _flag(position: ExilePosition, flag: int) -> str:
    return f"flag{_digit(position, flag)}"


SIGNS = (Sign("@", "@c4", "a piece comes back from exile on this tile", "E5.3"),)
LOOK = Look(sheet, view, picks, text_of_picks, clauses={"pass": "E2.2", "spawn": "E5.3"}, notes=notes, signs=SIGNS)

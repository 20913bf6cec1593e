"""T17: how Tomb Chess is drawn, and what happens in a move, step by step."""

from typing import Any

from ludoteca.core.look import Glyph, Look, Mark, Pool, Seat, Sheet, Sign, Step, View
from ludoteca.core.message import translatable
from ludoteca.games.tomb_chess import board, layout, picking
from ludoteca.games.tomb_chess.board import GEOMETRY, KIND_NAMES, LETTERS, SIDE_NAMES, SQUARE, SQUARES
from ludoteca.games.tomb_chess.explain.notes import notes
from ludoteca.games.tomb_chess.explain.queries import Queries, enemy_jesters_beside
from ludoteca.games.tomb_chess.moves import parts
from ludoteca.games.tomb_chess.position import TombChessPosition
from ludoteca.games.tomb_chess.state import stored
from ludoteca.games.tomb_chess.state.state import State

FIGURES = "♙♘♗♖♢☺♕♔♟♞♝♜♦☻♛♚"
GREEN, WALL, TOMB = (20, 150, 40), (90, 70, 50), (110, 40, 120)
FEW_PAWNS = 3
"""With so few it is told what they mean."""
SEATS = (Seat("South", (170, 60, 20)), Seat("North", (20, 60, 130), 180))
PICTURES = ("pawn", "horse", "bishop", "tower", "dragon", "jester", "queen", "king")

GLYPHS = {
    letter: Glyph(
        letter,
        KIND_NAMES[layout.kind(code)],
        layout.side(code),
        {"figures": FIGURES[code]},
        PICTURES[layout.kind(code)],
    )
    for code, letter in enumerate(LETTERS)
}

LEGEND = (
    Mark(
        "range",
        -1,
        shape="number",
        amount=9,
        words=translatable("its range: how far one leg may go along a line (T2.3)"),
    ),
    Mark(
        "rest",
        -1,
        shape="sleep",
        words=translatable("rests: it made a double move, and may not move in its side's next turn (T4.5)"),
    ),
    Mark(
        "paralysis",
        -1,
        shape="dots",
        amount=2,
        words=translatable(
            "paralysed, for as many turns of its side as there are circles (T8.3), or by a jester beside it (T13.4)"
        ),
    ),
    Mark("pushed", -1, shape="lock", words=translatable("was pushed, and may not take the rook that did so (T10.4)")),
    Mark("wall", -1, shape="block", amount=2, words=translatable("a wall, and how many turns it still stands (T5.3)")),
    Mark("tomb", -1, shape="stone", amount=2, words=translatable("a tomb, and how many lie in it (T8.1)")),
    Mark(
        "open tomb",
        -1,
        shape="stone",
        amount=1,
        words=translatable("an open tomb: the first in it may come back if safe (T9.2)"),
    ),
    Mark("grave", -1, shape="buried", words=translatable("a grave under a unit or a wall (T8.2)")),
    Mark("last", -1, shape="tint", words=translatable("the last move: where it began and where it ended")),
    Mark("check", -1, shape="tint", words=translatable("a king in check (T0.10)")),
    Mark(
        "guarded", -1, shape="shield", words=translatable("while a unit is picked: guarded, cannot be captured (T12.3)")
    ),
    Mark(
        "cause",
        -1,
        shape="ring",
        words=translatable("while a unit is picked: who lends it a movement, guards, holds or controls it"),
    ),
    Mark(
        "majority",
        -1,
        seat=0,
        shape="area",
        words=translatable("while a unit is picked: a quadrant where South has the majority (T11.1)"),
    ),
    Mark(
        "majority",
        -1,
        seat=1,
        shape="area",
        words=translatable("while a unit is picked: a quadrant where North has the majority (T11.1)"),
    ),
)
SIGNS = (
    Sign("-", "e2-e3-e4", "goes on to the next square; two legs are a double move", "T4.1"),
    Sign("*", "f1-j5*l3", "bounces on the square before it", "T7.1"),
    Sign(">", "a1-a5>", "pushes what stands before it", "T10.1"),
    Sign("x", "b1-c3xb2", "captures the unit on this square, under the leap", "T14.1"),
    Sign("!", "d1!", "dragon's breath", "T14.2"),
    Sign("~", "~e7-e6", "mind control: an enemy unit makes the move that follows", "T14.3"),
    Sign("/", "f1/e2", "the two change places", "T14.5"),
    Sign("rot:", "rot:b2:3:90", "turns a block: its south-western corner, its side, degrees clockwise", "T14.6"),
    Sign("^", "g1^e2", "the king takes a friend's place", "T14.7"),
    Sign("+", "+a1", "a unit comes back from its grave", "T9.1"),
    Sign("=", "e11-e12=Q", "what a pawn becomes", "T15.2"),
)
SHEET = Sheet(geometry=GEOMETRY, style="squares", glyphs=GLYPHS, seats=SEATS, columns=6, legend=LEGEND)


def view(position: TombChessPosition) -> View:
    """Units with their ranges, what hinders them, walls, tombs, and the graves in words."""
    state = position.state
    units: dict[int, str] = {}
    marks: list[Mark] = []
    for square in range(SQUARES):
        unit = state.unit_on(square)
        if unit:
            units[square] = LETTERS[layout.code_of(unit)]
            marks += _unit_marks(state, square)
        elif state.wall_on(square):
            marks.append(_wall_mark(square, state.wall_on(square)))
        if state.grave_of(square):
            marks.append(_grave_mark(state, square))
    marks += _last_marks(position)
    marks += [Mark("check", state.king_of(side)) for side in (0, 1) if is_in_check(position, side)]
    return View(units, tuple(marks), tuple(_notes(position)), _pools(position))


def is_in_check(position: TombChessPosition, side: int) -> bool:
    return position.state.king_of(side) >= 0 and position.is_in_check(side)


def _unit_marks(state: State, square: int) -> list[Mark]:
    """T17.1: the range as a number, paralysis as circles; and what else hinders the unit."""
    unit = state.unit_on(square)
    length = layout.range_of(unit)
    is_usual = length == board.FIRST_RANGE[layout.kind(unit)]
    mark = Mark("range", square, str(length), where="after", shape="number", amount=length, words=f"range {length}")
    marks = [mark._replace(is_usual=is_usual)]
    turns = layout.paralysis(unit)
    if turns:
        marks.append(_paralysis_mark(square, turns, f"paralysed for {_turns(turns)} of its side (T8.3)"))
    elif enemy_jesters_beside(state, square):
        marks.append(_paralysis_mark(square, 1, "paralysed while an enemy jester is beside it (T13.4)"))
    if layout.is_resting(unit) and not turns:
        when = "this turn" if layout.side(unit) == state.to_move else "in its side's next turn"
        words = f"rests {when} after a double move (T4.5)"
        marks.append(Mark("rest", square, "z", where="before", shape="sleep", words=words))
    if layout.is_pushed(unit):
        words = "was pushed and may not take the rook that pushed it (T10.4)"
        marks.append(Mark("pushed", square, "x", where="before", shape="lock", words=words))
    return marks


def _paralysis_mark(square: int, circles: int, words: str) -> Mark:
    text = "●" * circles
    return Mark("paralysis", square, text, where="before", colour=GREEN, shape="dots", amount=circles, words=words)


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


def _wall_mark(square: int, turns: int) -> Mark:
    words = f"wall, stands for {_turns(turns)} more (T5.3)"
    return Mark("wall", square, f"#{turns}#", where="middle", colour=WALL, shape="block", amount=turns, words=words)


def _grave_mark(state: State, square: int) -> Mark:
    """A tomb, or a grave that a unit or a wall covers (T8.2), with its queue in words."""
    dead = state.grave_of(square)
    queue = _queue(dead)
    if state.unit_on(square) or state.wall_on(square):
        words = f"covered grave: {queue}"
        return Mark("grave", square, where="page", shape="buried", amount=len(dead), words=words)
    is_open = state.is_open(square)
    words = f"{'open tomb, may respawn if safe (T9.2)' if is_open else 'tomb'}: {queue}"
    text = "†!" if is_open else "†"
    return Mark(
        "open tomb" if is_open else "tomb",
        square,
        text,
        where="middle",
        colour=TOMB,
        shape="stone",
        amount=len(dead),
        words=words,
    )


def _pools(position: TombChessPosition) -> tuple[Pool, ...]:
    """The dead of each side, wherever they lie."""
    dead = sorted(code for square in range(SQUARES) for code in position.state.grave_of(square))
    pools = (Pool("dead", side, tuple(LETTERS[code] for code in dead if layout.side(code) == side)) for side in (0, 1))
    return tuple(pool for pool in pools if pool.units)


def _last_marks(position: TombChessPosition) -> list[Mark]:
    played = position.moves_played()
    if not played:
        return []
    before: Any = position.copy()
    before.undo()
    cells = [cell for step in steps(before, played[-1]) if step.verb in LAST_VERBS for cell in step.cells]
    return [Mark("last", cell) for cell in dict.fromkeys((cells[0], cells[-1]))] if cells else []


LAST_VERBS = ("go", "leap", "swap", "exchange", "appear", "breathe", "turn")


def _notes(position: TombChessPosition) -> list[str]:
    state = position.state
    graves = []
    for square in range(SQUARES):
        dead = state.grave_of(square)
        if dead:
            covered = " under a unit" if state.unit_on(square) else " under a wall" if state.wall_on(square) else ""
            is_open = " (open)" if state.is_open(square) else ""
            graves.append(f"{GEOMETRY.names[square]}{covered}{is_open}: {_queue(dead)}")
    pawns = [_pawn_count(state, side) for side in (0, 1)]
    left = ", ".join(f"{name} {count}" for name, count in zip(SIDE_NAMES, pawns, strict=True))
    loses = "; who has none loses (T16.3)" if min(pawns) <= FEW_PAWNS else ""
    notes = [] if position.is_over() else [f"Turn {state.turn}, {SIDE_NAMES[state.to_move]} to move."]
    notes.append(f"Pawns left: {left}{loses}.")
    if graves:
        notes.append(f"Graves, oldest first: {'; '.join(graves)}.")
    return notes


def _pawn_count(state: State, side: int) -> int:
    units = [state.unit_on(square) for square in range(SQUARES)]
    return sum(1 for unit in units if unit and layout.kind(unit) == layout.PAWN and layout.side(unit) == side)


def _queue(dead: list[int]) -> str:
    return ", ".join(f"{SIDE_NAMES[layout.side(code)]}'s {KIND_NAMES[layout.kind(code)]}" for code in dead)


# What happens in a move


def steps(position: TombChessPosition, move: int) -> tuple[Step, ...]:
    """Everything that happens, in the order of the rules.

    `control`: a unit that makes an enemy move, and from where that one moves, for each unit that can (T14.4); `go`,
    `leap`, `bounce`: the unit's way, each stretch with all its squares; `die`; `explode`, with all dead after it;
    `pour`: a grave emptied into another; `open`: a grave that may give back its dead; `appear`; `push`, then `lock`
    for each unit that it moves, from and to; `swap`; `exchange`; `breathe`; `turn`: the squares of a block, then
    `carry`, `carry-wall` and `carry-grave` for all that turns with it, from and to; `promote`; `range 9`: the new
    range; `wall` and `raze`; `rest`; `paralyse`.
    """
    events = position.events_of(move)
    return *_controls(position, move), *(_step(event) for event in events)


def _controls(position: TombChessPosition, move: int) -> list[Step]:
    if not layout.control(move):
        return []
    controlled = SQUARE[layout.origin(move)]
    units = {square: position.state.unit_on(square) for square in Queries(position.generator).controllers(controlled)}
    return [Step("control", LETTERS[layout.code_of(unit)], (square, controlled)) for square, unit in units.items()]


VERBS = (
    "go",
    "bounce",
    "leap",
    "die",
    "explode",
    "pour",
    "open",
    "appear",
    "push",
    "swap",
    "turn",
    "carry",
    "carry-wall",
    "carry-grave",
    "promote",
    "range",
    "wall",
    "raze",
    "rest",
    "paralyse",
    "lock",
    "breathe",
    "exchange",
)
"""By the number of the event."""
FROM_AND_TO = ("leap", "lock", "swap", "exchange", "push", "pour", "carry", "carry-wall", "carry-grave")
WITHOUT_UNIT = ("explode", "pour", "wall", "raze", "open", "carry-wall", "carry-grave")


def _step(event: int) -> Step:
    verb, code = VERBS[stored.event_verb(event)], stored.event_code(event)
    start, end = stored.event_start(event), stored.event_end(event)
    unit = LETTERS[code]
    if verb == "turn":
        return Step(verb, "", tuple(SQUARE[start + layout.ROW * y + x] for y in range(end) for x in range(end)))
    if verb == "range":
        return Step(f"range {end}", unit, (SQUARE[start],))
    if verb in WITHOUT_UNIT:
        unit = ""
    if verb == "go":
        return Step(verb, unit, _line(SQUARE[start], SQUARE[end]))
    if verb in FROM_AND_TO:
        return Step(verb, unit, (SQUARE[start], SQUARE[end]))
    return Step(verb, unit, (SQUARE[start],))


def _line(start: int, end: int) -> tuple[int, ...]:
    direction = board.DIRECTIONS[parts.direction_between(start, end)]
    return tuple(parts.step(start, direction, count) for count in range(parts.distance(start, end) + 1))


LOOK = Look(
    lambda options: SHEET,
    view,
    picking.picks,
    picking.text_of,
    faces=("text", "figures"),
    clauses=picking.CLAUSES,
    blocks=("rotate",),
    signs=SIGNS,
    notes=notes,
)

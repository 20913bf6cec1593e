"""T18: the text of positions and of moves."""

import re
from collections import Counter
from collections.abc import Mapping

from ludoteca.core.option import Value
from ludoteca.core.ruling import InvalidPosition, Ruling
from ludoteca.games.tomb_chess import board, layout
from ludoteca.games.tomb_chess.board import (
    FILES,
    GEOMETRY,
    KIND_NAMES,
    LETTERS,
    RANKS,
    SIDE_LETTERS,
    SIDE_NAMES,
    SQUARES,
)
from ludoteca.games.tomb_chess.explain.refusal import refuse
from ludoteca.games.tomb_chess.moves.parts import MoveParts, decode, encode, write
from ludoteca.games.tomb_chess.position import TombChessPosition
from ludoteca.games.tomb_chess.state.state import State

NAMES = GEOMETRY.names
SQUARE_NAME = r"[a-l](?:1[0-2]|[1-9])"
STATE = re.compile(rf"({SQUARE_NAME})=([1-9][0-9]?)?(r)?(?:p([12]))?(x)?", re.ASCII)
WALL = re.compile(rf"({SQUARE_NAME}):([12])", re.ASCII)
GRAVE = re.compile(rf"({SQUARE_NAME}):([{LETTERS}]+)(!)?", re.ASCII)
NUMBER = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)

LEGS_TEXT = re.compile(
    rf"(~?)({SQUARE_NAME})-({SQUARE_NAME})(>?)(?:-({SQUARE_NAME})(>?))?(?:x({SQUARE_NAME}))?(?:=([NBRQDJ]))?",
    re.ASCII,
)
SQUARE_NAMES = rf"{SQUARE_NAME}(?:\*{SQUARE_NAME})*"
# A bounce, maybe with a second leg, which is to be refused by T7.3 and not as a text that cannot be read.
BOUNCE_TEXT = re.compile(
    rf"(~?)({SQUARE_NAME})-({SQUARE_NAMES})(>?)(?:-({SQUARE_NAMES})(>?))?(?:=([NBRQDJ]))?", re.ASCII
)
BREATH_TEXT = re.compile(rf"(~?)({SQUARE_NAME})!", re.ASCII)
SWAP_TEXT = re.compile(rf"(~?)({SQUARE_NAME})/({SQUARE_NAME})(?:=([NBRQDJ]))?", re.ASCII)
ROTATION_TEXT = re.compile(rf"rot:({SQUARE_NAME}):([234]):(90|180|270)", re.ASCII)
EXCHANGE_TEXT = re.compile(rf"({SQUARE_NAME})\^({SQUARE_NAME})", re.ASCII)
RESPAWN_TEXT = re.compile(rf"\+({SQUARE_NAME})", re.ASCII)
LONGEST_MOVE = 60


# Positions


def read_position(text: str, options: Mapping[str, Value]) -> TombChessPosition:
    """A position from its seven fields."""
    fields = text.split(" ")
    if len(fields) != 7:
        raise InvalidPosition(
            f"a position has 7 fields: board side states walls graves pusher turn; this has {len(fields)}"
        )
    rows, side, states, walls, graves, pusher, turn = fields
    state = State()
    state.switch_rules(options)
    units = _read_board(rows)
    if side not in ("S", "N"):
        raise InvalidPosition(f"the side to move is S or N, not {side[:20]!r}")
    if not NUMBER.fullmatch(turn):
        raise InvalidPosition(f"the turn is a number from 1 up, not {turn[:20]!r}")
    _read_states(states, units)
    state.set_up(units, SIDE_LETTERS.index(side), int(turn))
    _read_walls(walls, state)
    _read_graves(graves, state)
    _check_units(state)
    if pusher != "-":
        state.set_pusher(_read_pusher(pusher, state))
    limit = options["turn_limit"]
    return TombChessPosition(state, int(limit) if limit else 0)


def _read_board(rows: str) -> dict[int, int]:
    """Square to unit, all as new."""
    ranks = rows.split("/")
    if len(ranks) != RANKS:
        raise InvalidPosition(f"a board has {RANKS} ranks, this has {len(ranks)}")
    units = {}
    for rank, row in zip(reversed(range(RANKS)), ranks, strict=True):
        file = 0
        for part in re.findall(r"[0-9]+|[^0-9]", row):
            if part.isdigit():
                if not part.isascii() or len(part) > 2 or part[0] == "0":
                    raise InvalidPosition(f"{part[:20]!r} on rank {rank + 1} is no number of empty squares")
                file += int(part)
            elif part in LETTERS:
                units[rank * FILES + file] = _new_unit(LETTERS.index(part))
                file += 1
            else:
                raise InvalidPosition(f"{part!r} on rank {rank + 1} is neither a unit nor a number of squares")
            if file > FILES:
                break
        if file != FILES:
            raise InvalidPosition(
                f"rank {rank + 1} has {'more than' if file > FILES else 'only'} {min(file, FILES)} squares"
            )
    return units


def _new_unit(code: int) -> int:
    return layout.unit(code, board.FIRST_RANGE[layout.kind(code)])


def _items(field: str, pattern: re.Pattern[str], what: str, example: str) -> list[re.Match[str]]:
    """The matches of a field's items; squares in order and none twice."""
    if field == "-":
        return []
    found: list[re.Match[str]] = []
    last = -1
    for item in field.split(","):
        match = pattern.fullmatch(item)
        if not match:
            raise InvalidPosition(f"{what} are written like {example}, not {item[:20]!r}")
        square = GEOMETRY.cell(match[1])
        if square <= last:
            raise InvalidPosition(f"{what} come in the order a1, b1 … l12; {match[1]} is too late or there twice")
        last = square
        found.append(match)
    return found


def _read_states(field: str, units: dict[int, int]) -> None:
    for match in _items(field, STATE, "states", "f1=10r,e4=p2"):
        name, length, resting, paralysis, pushed = match.groups()
        square = GEOMETRY.cell(name)
        if square not in units:
            raise InvalidPosition(f"there is no unit on {name} to have a state")
        kind = layout.kind(units[square])
        if not (length or resting or paralysis or pushed):
            raise InvalidPosition(f"no state of {name} is told")
        if kind == layout.KING and (paralysis or pushed):
            raise InvalidPosition(f"the king on {name} is neither paralysed nor pushed")
        if length:
            units[square] = layout.with_range(units[square], _range(kind, int(length), name))
        if resting:
            units[square] = layout.with_rest(units[square])
        if paralysis:
            units[square] = layout.with_paralysis(units[square], int(paralysis))
        if pushed:
            units[square] = layout.with_push(units[square])


def _range(kind: int, length: int, name: str) -> int:
    first = board.FIRST_RANGE[kind]
    if kind == layout.PAWN:
        least, most = 1, layout.MAX_PAWN_RANGE
    elif kind in board.RANGED:
        least, most = layout.LEAST_RANGE, first
    else:
        least = most = first
    if not least <= length <= most:
        raise InvalidPosition(f"a {KIND_NAMES[kind]}, as on {name}, never has the range {length}")
    if length == first:
        raise InvalidPosition(f"the range {length} of {name} is its first, which is not told")
    return length


def _read_walls(field: str, state: State) -> None:
    for match in _items(field, WALL, "walls", "e2:2,e3:1"):
        square = GEOMETRY.cell(match[1])
        if state.unit_on(square):
            raise InvalidPosition(f"a wall on {match[1]} cannot be where a unit stands")
        state.add_wall(square, int(match[2]))


def _read_graves(field: str, state: State) -> None:
    buried = 0
    if field != "-" and not state.has_tombs:
        raise InvalidPosition("nobody lies in a grave in a game without tombs (T8.10)")
    for match in _items(field, GRAVE, "graves", "c5:Rnp!"):
        square = GEOMETRY.cell(match[1])
        buried += len(match[2])
        if buried > 2 * board.UNITS_OF_A_SIDE:
            raise InvalidPosition("there are more dead than units")
        for letter in match[2]:
            state.add_dead(square, LETTERS.index(letter))
        if match[3]:
            state.open_grave(square)


def _read_pusher(name: str, state: State) -> int:
    """The square where a rook stands that pushed, or where it died in the turn in which it pushed."""
    square = GEOMETRY.cell(name)
    if square < 0:
        raise InvalidPosition(f"the pusher is on a square such as e4, not {name[:20]!r}")
    dead = state.grave_of(square)
    if not any(layout.kind(unit) == layout.ROOK for unit in (state.unit_on(square), *dead) if unit):
        raise InvalidPosition(f"the pusher cannot be on {name}: no rook stands or died there")
    return square


def _check_units(state: State) -> None:
    """Every unit began as one of the 24 of its side; those of a kind too many were pawns."""
    living = [layout.code_of(state.unit_on(square)) for square in range(SQUARES) if state.unit_on(square)]
    dead = [code for square in range(SQUARES) for code in state.grave_of(square)]
    counts = Counter(living + dead)
    for side, name in enumerate(SIDE_NAMES):
        kinds = [counts[layout.code(kind, side)] for kind in range(board.KINDS)]
        is_gone = kinds[layout.KING] == 0 and not state.has_tombs
        if kinds[layout.KING] != 1 and not is_gone:
            raise InvalidPosition(
                f"{name} has {kinds[layout.KING] or 'no'} king{'s' * (kinds[layout.KING] > 1)}, on the board or dead"
            )
        if sum(kinds) > board.UNITS_OF_A_SIDE:
            raise InvalidPosition(f"{name} has {sum(kinds)} units, living and dead; {board.UNITS_OF_A_SIDE} are all")
        promoted = sum(max(0, count - usual) for count, usual in zip(kinds[1:], board.SET[1:], strict=True))
        pawns, most = kinds[layout.PAWN], board.SET[layout.PAWN]
        if pawns + promoted > most:
            raise InvalidPosition(f"{name} has {pawns} pawns and {promoted} units that were pawns; {most} are all")
    if state.king_of(0) < 0 and state.king_of(1) < 0:
        raise InvalidPosition("both kings are dead")


def write_position(position: TombChessPosition) -> str:
    state = position.state
    rows = "/".join(_write_rank(state, rank) for rank in reversed(range(RANKS)))
    states = ",".join(filter(None, (_write_states(state, square) for square in range(SQUARES))))
    walls = ",".join(f"{NAMES[square]}:{state.wall_on(square)}" for square in range(SQUARES) if state.wall_on(square))
    graves = ",".join(filter(None, (_write_grave(state, square) for square in range(SQUARES))))
    pusher = NAMES[board.SQUARE[state.pusher]] if state.pusher else "-"
    side = SIDE_LETTERS[state.to_move]
    return f"{rows} {side} {states or '-'} {walls or '-'} {graves or '-'} {pusher} {state.turn}"


def _write_rank(state: State, rank: int) -> str:
    row = ""
    for square in range(rank * FILES, rank * FILES + FILES):
        unit = state.unit_on(square)
        row += LETTERS[layout.code_of(unit)] if unit else "."
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), row)


def _write_states(state: State, square: int) -> str:
    unit = state.unit_on(square)
    told = ""
    if unit and layout.range_of(unit) != board.FIRST_RANGE[layout.kind(unit)]:
        told += str(layout.range_of(unit))
    if layout.is_resting(unit):
        told += "r"
    if layout.paralysis(unit):
        told += f"p{layout.paralysis(unit)}"
    if layout.is_pushed(unit):
        told += "x"
    return f"{NAMES[square]}={told}" if told else ""


def _write_grave(state: State, square: int) -> str:
    dead = state.grave_of(square)
    letters = "".join(LETTERS[code] for code in dead)
    return f"{NAMES[square]}:{letters}{'!' if state.is_open(square) else ''}" if dead else ""


def edit_position(position: TombChessPosition, units: Mapping[int, str], to_move: int) -> str:
    """Units that stay keep their states; a unit that is put on a wall replaces it. The dead stay where they lie."""
    state = position.state
    squares = [units.get(square, ".") for square in range(SQUARES)]
    rows = "/".join("".join(squares[rank * FILES : rank * FILES + FILES]) for rank in reversed(range(RANKS)))
    rows = re.sub(r"[.]+", lambda gap: str(len(gap[0])), rows)
    stayed = [
        square
        for square in units
        if state.unit_on(square) and LETTERS[layout.code_of(state.unit_on(square))] == units[square]
    ]
    states = ",".join(filter(None, (_write_states(state, square) for square in sorted(stayed))))
    walls = ",".join(
        f"{NAMES[square]}:{state.wall_on(square)}"
        for square in range(SQUARES)
        if state.wall_on(square) and square not in units
    )
    graves = ",".join(filter(None, (_write_grave(state, square) for square in range(SQUARES))))
    side = SIDE_LETTERS[to_move]
    return f"{rows} {side} {states or '-'} {walls or '-'} {graves or '-'} - {state.turn}"


# Moves


def read_parts(text: str) -> MoveParts | None:
    """What a text asks for, or None if it cannot be read."""
    cell = GEOMETRY.cell
    if match := LEGS_TEXT.fullmatch(text):
        control, origin, first, push, second, second_push, captured, letter = match.groups()
        targets = (cell(first), cell(second)) if second else (cell(first),)
        pushes = (bool(push), bool(second_push)) if second else (bool(push),)
        under = cell(captured) if captured else -1
        return MoveParts(layout.LEGS, cell(origin), targets, pushes, under, _kind(letter), bool(control))
    if match := BOUNCE_TEXT.fullmatch(text):
        control, origin, first, push, second, second_push, letter = match.groups()
        ends = tuple(map(cell, (f"{first}*{second}" if second else first).split("*")))
        pushes = (bool(push), bool(second_push)) if second else (bool(push),)
        promotion = _kind(letter)
        return MoveParts(layout.BOUNCE, cell(origin), ends, pushes, promotion=promotion, is_control=bool(control))
    if match := BREATH_TEXT.fullmatch(text):
        return MoveParts(layout.BREATH, cell(match[2]), is_control=bool(match[1]))
    if match := SWAP_TEXT.fullmatch(text):
        target, promotion = (cell(match[3]),), _kind(match[4])
        return MoveParts(layout.SWAP, cell(match[2]), target, promotion=promotion, is_control=bool(match[1]))
    if match := ROTATION_TEXT.fullmatch(text):
        return MoveParts(layout.ROTATION, cell(match[1]), size=int(match[2]), quarters=int(match[3]) // 90)
    if match := EXCHANGE_TEXT.fullmatch(text):
        return MoveParts(layout.EXCHANGE, cell(match[1]), (cell(match[2]),))
    if match := RESPAWN_TEXT.fullmatch(text):
        return MoveParts(layout.RESPAWN, cell(match[1]))
    return None


def _kind(letter: str | None) -> int:
    return LETTERS.index(letter) if letter else 0


def read_move(position: TombChessPosition, text: str) -> int | Ruling:
    """The legal move that a text means, or why there is none."""
    if not isinstance(text, str):
        return Ruling("T18", f"a move is a text, not {type(text).__name__}")
    text = text.strip()
    request = read_parts(text) if len(text) <= LONGEST_MOVE else None
    if request is None:
        shown = text if len(text) <= LONGEST_MOVE else text[:LONGEST_MOVE] + "…"
        return Ruling("T18", f"{shown!r} is not a move; write it like e2-e3, f1-j5*l3, d1!, f1/e2, rot:b2:3:90 or +a1")
    move = encode(request)
    # Numbers do not say where a bounce turns: a request that names other squares is not this move.
    if move >= 0 and move in position.legal_moves() and decode(position.state, move) == request:
        return move
    return refuse(position, request)


def write_move(position: TombChessPosition, move: int, notation: str = "") -> str:
    if notation:
        raise ValueError(f"Tomb Chess has no notation {notation!r}")
    return write(decode(position.state, move))

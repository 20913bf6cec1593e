"""Tomb Chess once more, slow and obvious, on position texts and move texts.

Written from the clauses alone; it shares nothing with the package. Each function names the clause it implements.
"""

import re
from itertools import chain, product

from tests.tomb_chess.reference.board import board_of, is_active, is_beside_enemy_jester, is_tomb
from tests.tomb_chess.reference.effects import Turn, end_turn, is_king_safe
from tests.tomb_chess.reference.geometry import SIZE, square_at, write_square
from tests.tomb_chess.reference.moves import controllable, unit_moves
from tests.tomb_chess.reference.position import OTHER, Grave, State, new_unit, parse, repeated_part, text

__all__ = ["State", "legal_moves", "outcome", "parse", "text"]

START = f"rnbdjqkjdbnr/pppppppppppp/{'12/' * 8}PPPPPPPPPPPP/RNBDJQKJDBNR S - - - - 1"


def legal_moves(state):
    """Move text to the position after it."""
    return {} if outcome(state) else dict(turns(state))


def outcome(state):
    """None, or the winner ("S", "N" or "draw") and the clause (T16.4: in this order)."""
    for side in "SN":
        if not any(unit.kind == "K" and unit.side == side for unit in state.units.values()):
            return OTHER[side], "T16.1"
    for side in (OTHER[state.side], state.side):
        if not any(unit.kind == "P" and unit.side == side for unit in state.units.values()):
            return OTHER[side], "T16.3"
    if next(turns(state), None) is None:
        return OTHER[state.side], "T16.2"
    if occurrences(state) >= 3:
        return "draw", "T16.5"
    if state.turn_limit and state.turn > state.turn_limit:
        return "draw", "T16.7"
    return None


def occurrences(state):
    """T16.5: how often the exact position has been there, this time included."""
    now, count = repeated_part(state), 0
    while state:
        count += repeated_part(state) == now
        state = state.previous
    return count


def turns(state):
    """Text and position after each legal turn; T16.3 to T16.7 are not looked at."""
    has_any = False
    for found in chain(ordinary_turns(state), respawns(state)):
        has_any = True
        yield found
    if not has_any:
        yield from last_resorts(state)


def ordinary_turns(state):
    """Every legal turn that is neither a respawn nor a resting unit's last resort."""
    board = board_of(state)
    for square, unit in board.units.items():
        if unit.side == state.side and is_active(board, square):
            yield from legal(state, unit_moves(state, board, square))
    yield from legal(state, rotations(state, board))
    for square in controllable(board, state.side):
        for move, after in unit_moves(state, board, square, is_controlled=True):
            if is_king_safe(after, state.side) and is_king_safe(after, OTHER[state.side]):  # T14.4
                yield f"~{move}", after


def legal(state, moves):
    """T16.1, T8.8."""
    return ((move, after) for move, after in moves if is_king_safe(after, state.side))


def last_resorts(state):
    """T4.5: what resting units may do when their side has no legal move without them."""
    board = board_of(state)
    for square, unit in board.units.items():
        is_free = unit.kind == "K" or not (unit.paralysed or is_beside_enemy_jester(board, square))
        if unit.side == state.side and unit.resting and is_free:
            yield from legal(state, unit_moves(state, board, square, is_last_resort=True))


# Rotation (T14.6)


def rotations(state, board):
    if "rotations" in state.without:  # T14.10
        return
    for size, file, rank in product((2, 3, 4), range(1, SIZE - 1), range(1, SIZE - 1)):
        if max(file, rank) + size < SIZE:
            squares = [square_at(file + x, rank + y) for y in range(size) for x in range(size)]
            sides = [board.units[at].side for at in squares if at in board.units]
            if sides.count(state.side) > sides.count(OTHER[state.side]):
                for degrees in (90, 180, 270):
                    move = f"rot:{write_square(squares[0])}:{size}:{degrees}"
                    yield from rotation(state, board, move, squares, size, degrees // 90)


def rotation(state, board, move, squares, size, quarters):
    turn = Turn(board.copy(), squares[0])
    contents = ("units", "walls", "graves")
    for content in contents:
        old, new = getattr(board, content), getattr(turn.board, content)
        for at in squares:
            new.pop(at, None)
        for number, at in enumerate(squares):
            x, y = number % size, number // size
            for _ in range(quarters):
                x, y = y, size - 1 - x  # clockwise
            if at in old:
                new[squares[y * size + x]] = old[at]
    if any(getattr(board, content) != getattr(turn.board, content) for content in contents):
        turn.brought = {board.units[at].identity for at in squares if at in board.units}
        for suffix, after in end_turn(state, turn):
            yield move + suffix, after


# Respawn (T9)


def respawns(state):
    board = board_of(state)
    for square, grave in board.graves.items():
        unit = new_unit(grave.queue[0], 1 + max(other.identity for other in board.units.values()))
        if grave.is_open and is_tomb(board, square) and unit.side == state.side:  # T9.1
            turn = Turn(board.copy(), square)
            turn.board.units[square] = unit
            del turn.board.graves[square]
            if len(grave.queue) > 1:
                turn.board.graves[square] = Grave(grave.queue[1:])  # T9.3
            for _, after in end_turn(state, turn):
                if is_king_safe(after, state.side) and is_safe(after, square):
                    yield f"+{write_square(square)}", after


def is_safe(state, square):
    """T9.2: no legal turn of the enemy, respawns aside, does anything to the unit on the square."""
    identity = state.units[square].identity
    has_any = False
    for move, after in ordinary_turns(state):
        has_any = True
        if is_touched(move, after, square, identity):
            return False
    if has_any or next(respawns(state), None):
        return True
    return not any(is_touched(move, after, square, identity) for move, after in last_resorts(state))


def is_touched(move, after, square, identity):
    unit = after.units.get(square)
    if unit is None or unit.identity != identity:  # killed or moved
        return True
    if re.match(f"~{write_square(square)}(?!\\d)", move):  # mind control, breath too
        return True
    return bool(unit.paralysed) or is_beside_enemy_jester(board_of(after), square)

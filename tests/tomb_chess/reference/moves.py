"""The moves of one unit: single legs, double moves, bounces, breath and swap shots, and the king's exchange."""

from tests.tomb_chess.reference.board import (
    attackers,
    can_capture,
    can_engage,
    checkers,
    is_active,
    is_guarded,
    leaps,
    legs,
    lifts,
    majority,
)
from tests.tomb_chess.reference.bounces import Bouncing
from tests.tomb_chess.reference.effects import Turn, begin_turn, capture, die, end_turn, lose_range, push, take_leg
from tests.tomb_chess.reference.geometry import NEAR, QUADRANT, STRAIGHT, write_square
from tests.tomb_chess.reference.position import OTHER


def unit_moves(state, board, square, is_controlled=False, is_last_resort=False):
    """Text and position after each move of a unit; whether it may move, and its king's safety, is asked elsewhere."""
    unit = board.units[square]
    yield from single_and_double_moves(state, board, square, is_controlled, is_last_resort)
    yield from bounce_moves(state, board, square, is_controlled)
    if is_last_resort:  # T4.5
        return
    if unit.kind == "D":
        yield from breath(state, board, square)
    if unit.kind not in "PKJ":
        yield from swap_shots(state, board, square, is_controlled)
    if unit.kind == "K":
        yield from exchanges(state, board, square)


def finished(state, text, turn, steps_into_check=None):
    for suffix, after in end_turn(state, turn, steps_into_check):
        yield text + suffix, after


# Legs and double moves (T3, T4)


def single_and_double_moves(state, board, square, is_controlled, is_last_resort):
    unit = board.units[square]
    steps_into_check = None
    if unit.kind == "K":  # T14.8, T4.5
        steps_into_check = not is_last_resort and not checkers(board, unit.side)
    for text, turn in ways_to_take_legs(begin_turn(board, square), may_capture=True):
        text = f"{write_square(square)}-{text}"
        yield from finished(state, text, turn, steps_into_check)
        is_single = is_last_resort or "double_moves" in state.without  # T4.5, T4.9
        if not is_single and not ends_with_first_leg(turn, unit, is_controlled):
            yield from double_moves(state, text, turn, unit)


def ways_to_take_legs(before, may_capture):
    """Text and turn after one leg, with what belongs to it: capture, knight's leap, push."""
    board, square = start_of_leg(before)
    unit = board.units[square]
    for leg in legs(board, square):
        text = write_square(leg.target)
        if leg.meets:
            if may_capture and can_capture(board, square, leg.target):
                yield text, take_leg(before, leg.target, leg.path, captured=leg.target)
            continue
        turn = take_leg(before, leg.target, leg.path)
        yield text, turn
        if leg.way in STRAIGHT:
            yield from with_push(text, turn, leg.way)
    if unit.kind == "N" and may_capture:
        for target, under in knights_leaps(board, square):
            if can_capture(board, square, under) and board.units[under].kind != "K":
                turn = take_leg(before, target, (), captured=under)
                if QUADRANT[under] not in turn.hostile:  # T11.2
                    yield f"{write_square(target)}x{write_square(under)}", turn


def start_of_leg(turn):
    """The board on which the leg is looked at: at the start of a turn the first square is not blocked yet."""
    if turn.board.blocked != turn.square:
        return turn.board, turn.square
    board = turn.board.copy()
    board.blocked = None
    return board, turn.square


def knights_leaps(board, square):
    """T14.1: empty targets of a knight's leap, and the units under either path."""
    unit = board.units[square]
    for target, between in leaps(board, square, unit, lifts(board, square)):
        if target not in board.units:
            for under in between:
                if under in board.units:
                    yield target, under


def with_push(text, turn, way):
    if turn.board.units[turn.square].kind == "R" and not turn.landed_on_tomb:
        after = push(turn, way)
        if after:
            yield f"{text}>", after


def ends_with_first_leg(turn, unit, is_controlled):
    """T4.3, and T4.8 for the first step of a king."""
    if turn.captured or turn.has_death or turn.passed_tomb or turn.landed_on_tomb:
        return True
    if turn.is_beside_jester and not is_controlled:  # T13.4
        return True
    if unit.kind == "K" and checkers(turn.board, unit.side):
        return True
    return bool(checkers(turn.board, OTHER[unit.side]))


def double_moves(state, first, middle, unit):
    for second, turn in ways_to_take_legs(middle, may_capture=unit.kind in "NB"):  # T4.2
        if QUADRANT[turn.square] in turn.hostile:  # T4.7
            continue
        if unit.kind == "K" and checkers(turn.board, unit.side):  # T4.8
            continue
        turn.resting.add(unit.identity)  # T4.5
        yield from finished(state, f"{first}-{second}", turn)


# Bounces (T7)


def bounce_moves(state, board, square, is_controlled):
    bouncing = Bouncing(board, square, is_controlled)
    for bounce in bouncing.all():
        if bounce.meets and not can_capture(board, square, bounce.target):
            continue
        touched = bouncing.tombs_touching(bounce.target) if bounce.has_changed else []  # T7.7
        turn = take_leg(
            begin_turn(board, square), bounce.target, bounce.path, bounce.target if bounce.meets else None, touched
        )
        yield from finished(state, bounce.text, turn)
        if bounce.mode == "straight" and not bounce.meets:  # T10.1
            for text, after in with_push(bounce.text, turn, bounce.way):
                yield from finished(state, text, after)


# Could capture in a single move


def single_captures(board, square, is_controlled=False):
    """Units that a unit could capture in a single move, friendly ones as if they were enemies without a guard:
    the square of each, and where the capturer would then stand."""
    unit = board.units[square]
    found = {(leg.target, leg.target) for leg in legs(board, square) if leg.meets}
    found.update(
        (bounce.target, bounce.target) for bounce in Bouncing(board, square, is_controlled).all() if bounce.meets
    )
    if unit.kind == "N":
        for target, under in knights_leaps(board, square):
            if board.units[under].kind != "K":
                after = board.copy()
                del after.units[under]
                after.units[target] = after.units.pop(square)
                if majority(after, QUADRANT[under]) != OTHER[unit.side]:  # T11.2
                    found.add((under, target))
    return {(target, stands) for target, stands in found if could_take(board, square, target)}


def could_take(board, square, target):
    unit, other = board.units[square], board.units[target]
    return can_engage(board, unit, other) and (other.side == unit.side or not is_guarded(board, target))


# Abilities of one unit (T14)


def breath(state, board, square):
    """T14.2."""
    taken = [
        at
        for at in NEAR[square]
        if at in board.units and board.units[at].kind != "K" and can_capture(board, square, at)
    ]
    if taken:
        turn = Turn(board.copy(), square)
        for at in taken:
            capture(turn, at)
        lose_range(turn, square, QUADRANT[square])
        yield from finished(state, f"{write_square(square)}!", turn)


def swap_shots(state, board, square, is_controlled):
    """T14.5."""
    for target in {target for target, _ in single_captures(board, square, is_controlled)}:
        if board.units[target].kind != "K":
            turn = Turn(board.copy(), target)
            units = turn.board.units
            units[square], units[target] = units[target], units[square]
            turn.brought = {units[square].identity, units[target].identity}
            yield from finished(state, f"{write_square(square)}/{write_square(target)}", turn)


def exchanges(state, board, square):
    """T14.7."""
    for target, unit in board.units.items():
        if unit.side == state.side and target != square and not attackers(board, target):
            turn = Turn(board.copy(), target)
            die(turn, target)
            turn.board.units[target] = turn.board.units.pop(square)
            yield from finished(state, f"{write_square(square)}^{write_square(target)}", turn)


def controllable(board, side):
    """T14.3: squares of the enemy units that a side could make move."""
    found: set[int] = set()
    if "mind_control" in board.without:  # T14.11
        return found
    for square, unit in board.units.items():
        if unit.side == side and unit.kind != "J" and is_active(board, square):
            for target, stands in single_captures(board, square):
                other = board.units[target]
                is_free = not other.resting and not other.paralysed  # T14.4
                if other.side != side and other.kind not in "KJ" and is_free and target not in found:
                    after = take_leg(begin_turn(board, square), stands, (), target)
                    if not after.landed_on_tomb and not attackers(after.board, stands):
                        found.add(target)
    return found

"""A move taken apart into squares and marks, as texts, picks and explanations need it, and put together again."""

from itertools import pairwise
from typing import NamedTuple

from ludoteca.games.tomb_chess import board, layout
from ludoteca.games.tomb_chess.board import CELL, FILES, GEOMETRY, SQUARE
from ludoteca.games.tomb_chess.state.state import State


class MoveParts(NamedTuple):
    """What a move is, or what a player asks for, legal or not.

    `targets` are where legs end, or the bounce squares and the last square of a bounce, or the other square of a swap
    or an exchange. `pushes` has an entry a leg, or one for a bounce. `captured` is the square captured under a leap, or
    -1. `size` and `quarters` are those of a rotation.
    """

    move_type: int
    origin: int
    targets: tuple[int, ...] = ()
    pushes: tuple[bool, ...] = ()
    captured: int = -1
    promotion: int = 0
    is_control: bool = False
    size: int = 0
    quarters: int = 0


# Taking apart


def decode(state: State, move: int) -> MoveParts:
    """The parts of a well-formed move; where a bounce turns depends on the state."""
    move_type, origin = layout.move_type(move), SQUARE[layout.origin(move)]
    is_control = layout.control(move) != 0
    if move_type == layout.LEGS:
        return _decode_legs(move, origin, is_control)
    if move_type == layout.BOUNCE:
        targets = tuple(_bounce_squares(state, move))
        pushes, promotion = (layout.last_push(move) == 1,), layout.promotion(move)
        return MoveParts(move_type, origin, targets, pushes, promotion=promotion, is_control=is_control)
    if move_type == layout.ROTATION:
        return MoveParts(move_type, origin, size=layout.size(move), quarters=layout.quarters(move))
    if move_type in (layout.SWAP, layout.EXCHANGE):
        targets = (SQUARE[layout.target(move)],)
        return MoveParts(move_type, origin, targets, promotion=layout.promotion(move), is_control=is_control)
    return MoveParts(move_type, origin, is_control=is_control)


def _decode_legs(move: int, origin: int, is_control: bool) -> MoveParts:
    targets: tuple[int, ...] = (SQUARE[layout.target(move)],)
    pushes: tuple[bool, ...] = (layout.first_push(move) == 1,)
    begin = origin
    if layout.second_target(move):
        begin = targets[0]
        targets += (SQUARE[layout.second_target(move)],)
        pushes += (layout.second_push(move) == 1,)
    captured = -1
    if layout.leap_capture(move):
        captured = squares_under(begin, leap_between(begin, targets[-1]))[layout.leap_capture(move) - 1]
    return MoveParts(layout.LEGS, origin, targets, pushes, captured, layout.promotion(move), is_control)


def _bounce_squares(state: State, move: int) -> list[int]:
    """T7: where a bounce turns, and its last square."""
    square, direction = SQUARE[layout.origin(move)], layout.first_direction(move)
    found = []
    for bounce in range(1, layout.bounces(move) + 1):
        ahead = step(square, board.DIRECTIONS[direction])
        while ahead >= 0 and not state.unit_on(ahead) and not state.wall_on(ahead):
            square, ahead = ahead, step(ahead, board.DIRECTIONS[direction])
        found.append(square)
        direction = layout.direction_after(move, bounce, direction)
        if direction == layout.NO_DIRECTION:
            leap = layout.leap_of_option(layout.change_option(move))
            return [*found, step(square, board.LEAPS[leap])]
    return [*found, step(square, board.DIRECTIONS[direction], layout.last_stretch(move))]


# Putting together


def encode(parts: MoveParts) -> int:
    """The number of a move, or -1 if its squares cannot be a move at all."""
    move = layout.move(parts.move_type, CELL[parts.origin], layout.CONTROL if parts.is_control else 0)
    move = layout.with_promotion(move, parts.promotion)
    if parts.move_type == layout.LEGS:
        return _encode_legs(parts, move)
    if parts.move_type == layout.BOUNCE:
        return _encode_bounce(parts, move)
    if parts.move_type in (layout.SWAP, layout.EXCHANGE):
        return layout.with_target(move, CELL[parts.targets[0]])
    return layout.with_rotation(move, parts.size, parts.quarters)


def _encode_legs(parts: MoveParts, move: int) -> int:
    move = layout.with_target(move, CELL[parts.targets[0]])
    begin = parts.origin
    if parts.pushes[0]:
        move = layout.with_first_push(move)
    if len(parts.targets) == 2:
        move = layout.with_second_target(move, CELL[parts.targets[1]])
        begin = parts.targets[0]
        if parts.pushes[1]:
            move = layout.with_second_push(move)
    if parts.captured < 0:
        return move
    under = squares_under(begin, leap_between(begin, parts.targets[-1]))
    return layout.with_leap_capture(move, under.index(parts.captured) + 1) if parts.captured in under else -1


def _encode_bounce(parts: MoveParts, move: int) -> int:
    stretches = list(pairwise((parts.origin, *parts.targets)))
    direction = direction_between(*stretches[0])
    if direction < 0 or len(stretches) - 1 > layout.MAX_BOUNCES:
        return -1
    move = layout.with_first_direction(move, direction)
    if parts.pushes[0]:
        move = layout.with_last_push(move)
    is_changed = False
    for bounce, (begin, end) in enumerate(stretches[1:], 1):
        move = layout.with_one_more_bounce(move)
        turned, leap = direction_between(begin, end), leap_between(begin, end)
        if turned >= 0 and turned == layout.turned_right(direction):
            move = layout.with_right_turn(move, bounce)
        elif turned < 0 or turned != layout.turned_left(direction):
            is_line = turned >= 0 and layout.is_diagonal(turned) != layout.is_diagonal(direction)
            if is_changed or not (is_line or leap >= 0):
                return -1
            is_changed = True
            move = layout.with_change(move, bounce, turned // 2 if is_line else layout.LINE_OPTIONS + leap)
        if turned < 0:
            return move if bounce == len(stretches) - 1 else -1
        direction = turned
    return layout.with_last_stretch(move, distance(*stretches[-1]))


# Writing


def write(parts: MoveParts) -> str:
    """T18: the text of a move."""
    control = "~" if parts.is_control else ""
    origin = GEOMETRY.names[parts.origin]
    promotion = f"={board.LETTERS[parts.promotion]}" if parts.promotion else ""
    if parts.move_type == layout.LEGS:
        legs = "-".join(
            GEOMETRY.names[target] + ">" * push for target, push in zip(parts.targets, parts.pushes, strict=True)
        )
        captured = f"x{GEOMETRY.names[parts.captured]}" if parts.captured >= 0 else ""
        return f"{control}{origin}-{legs}{captured}{promotion}"
    if parts.move_type == layout.BOUNCE:
        squares = "*".join(GEOMETRY.names[target] for target in parts.targets)
        return f"{control}{origin}-{squares}{'>' * parts.pushes[0]}{promotion}"
    if parts.move_type == layout.BREATH:
        return f"{control}{origin}!"
    if parts.move_type == layout.SWAP:
        return f"{control}{origin}/{GEOMETRY.names[parts.targets[0]]}{promotion}"
    if parts.move_type == layout.ROTATION:
        return f"rot:{origin}:{parts.size}:{90 * parts.quarters}"
    if parts.move_type == layout.EXCHANGE:
        return f"{origin}^{GEOMETRY.names[parts.targets[0]]}"
    return f"+{origin}"


# Geometry


def direction_between(begin: int, end: int) -> int:
    """The direction of the line from one square to another, or -1."""
    across, along = end % FILES - begin % FILES, end // FILES - begin // FILES
    if begin == end or (across and along and abs(across) != abs(along)):
        return -1
    return board.DIRECTIONS.index(((across > 0) - (across < 0), (along > 0) - (along < 0)))


def leap_between(begin: int, end: int) -> int:
    """The number of the knight leap from one square to another, or -1."""
    leap = (end % FILES - begin % FILES, end // FILES - begin // FILES)
    return board.LEAPS.index(leap) if leap in board.LEAPS else -1


def squares_under(begin: int, leap: int) -> list[int]:
    """T3.2: the squares of the two paths of a leap; none without a leap."""
    return [step(begin, direction) for direction in board.under(board.LEAPS[leap])] if leap >= 0 else []


def distance(begin: int, end: int) -> int:
    return max(abs(end % FILES - begin % FILES), abs(end // FILES - begin // FILES))


def step(square: int, direction: tuple[int, int], count: int = 1) -> int:
    """The square that lies so many steps in a direction from here, or -1."""
    return GEOMETRY.step(square, (count * direction[0], count * direction[1]))

"""Moves as squares: what a wish asks for, and the number that it is."""

from itertools import pairwise
from typing import NamedTuple

from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.board import CELL, FILES, GEOMETRY, SQUARE
from ludoteca.games.tomb_chess.position import TombChessPosition


class Wish(NamedTuple):
    """What a text asks for: a form, the squares in order, and marks. `stops` are the ends of legs or stretches."""

    form: int
    origin: int
    stops: tuple[int, ...] = ()
    pushes: tuple[bool, ...] = ()
    over: int = -1
    promotion: int = 0
    is_mind: bool = False
    size: int = 0
    quarters: int = 0


def encode(wish: Wish) -> int:
    """The number of a wish, or -1 if its squares cannot be a move at all."""
    move = wish.form | wish.promotion << 5 | CELL[wish.origin] << 8 | (board.MIND if wish.is_mind else 0)
    if wish.form == board.LEGS:
        return _encode_legs(wish, move)
    if wish.form == board.BOUNCE:
        return _encode_bounce(wish, move)
    if wish.form in (board.SWAP, board.EXCHANGE):
        return move | CELL[wish.stops[0]] << 16
    return move | wish.size << 16 | wish.quarters << 19


def _encode_legs(wish: Wish, move: int) -> int:
    move |= CELL[wish.stops[0]] << 16 | wish.pushes[0] << 24
    begin = wish.origin
    if len(wish.stops) == 2:
        move |= CELL[wish.stops[1]] << 25 | wish.pushes[1] << 33
        begin = wish.stops[0]
    if wish.over >= 0:
        leap = leap_between(begin, wish.stops[-1])
        if leap < 0:
            return -1
        under = [CELL[begin] + board.UNDER[4 * leap + number] for number in range(4)]
        if CELL[wish.over] not in under:
            return -1
        move |= (under.index(CELL[wish.over]) + 1) << 34
    return move


def _encode_bounce(wish: Wish, move: int) -> int:
    squares = (wish.origin, *wish.stops)
    stretches = list(pairwise(squares))
    way = way_between(*stretches[0])
    if way < 0 or len(stretches) - 1 > board.MOST_BOUNCES:
        return -1
    move |= way << 16 | (len(stretches) - 1) << 19 | wish.pushes[0] << 46
    is_changed = False
    for bounce, (begin, end) in enumerate(stretches[1:], 1):
        turned, leap = way_between(begin, end), leap_between(begin, end)
        if turned >= 0 and (turned - way) % 8 in (2, 6):
            move |= ((turned - way) % 8 == 2) << (22 + bounce)
        elif is_changed or (turned < 0 and leap < 0) or (turned >= 0 and (turned - way) % 8 in (0, 4)):
            return -1
        else:
            is_changed = True
            move |= bounce << 34 | (turned // 2 if turned >= 0 else leap + 4) << 38
        if turned < 0:
            return move if bounce == len(stretches) - 1 else -1
        way = turned
    begin, end = stretches[-1]
    return move | distance(begin, end) << 42


def way_between(begin: int, end: int) -> int:
    """The way of the line from one square to another, or -1."""
    across, along = end % FILES - begin % FILES, end // FILES - begin // FILES
    if begin == end or (across and along and abs(across) != abs(along)):
        return -1
    return board.WAYS.index(((across > 0) - (across < 0), (along > 0) - (along < 0)))


def leap_between(begin: int, end: int) -> int:
    """The number of the knight leap from one square to another, or -1."""
    leap = (end % FILES - begin % FILES, end // FILES - begin // FILES)
    return board.LEAPS.index(leap) if leap in board.LEAPS else -1


def distance(begin: int, end: int) -> int:
    return max(abs(end % FILES - begin % FILES), abs(end // FILES - begin // FILES))


def step(square: int, way: tuple[int, int], count: int = 1) -> int:
    """The square that lies so many times a way from here, or -1."""
    return GEOMETRY.step(square, (count * way[0], count * way[1]))


def bounce_stops(position: TombChessPosition, move: int) -> list[int]:
    """The bounce squares of a bounce move, and its last square."""
    square = SQUARE[move >> 8 & 255]
    way, change, option = move >> 16 & 7, move >> 34 & 15, move >> 38 & 15
    stops = []
    for bounce in range(1, (move >> 19 & 15) + 1):
        ahead = GEOMETRY.step(square, board.WAYS[way])
        while ahead >= 0 and not position.state.unit_on(ahead):
            square, ahead = ahead, GEOMETRY.step(ahead, board.WAYS[way])
        stops.append(square)
        if bounce != change:
            way = (way + 2 if move >> (22 + bounce) & 1 else way - 2) % 8
        elif option < 4:
            way = 2 * option + 1 - way % 2
        else:
            return [*stops, GEOMETRY.step(square, board.LEAPS[option - 4])]
    length = move >> 42 & 15
    x, y = board.WAYS[way]
    return [*stops, GEOMETRY.step(square, (length * x, length * y))]

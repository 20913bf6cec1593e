"""What the rules say of a piece that is picked: how it goes, what blocks it, and what pins it to its place."""

from ludoteca.core.look import Note
from ludoteca.core.message import Message
from ludoteca.games.xiangqi import board, explain
from ludoteca.games.xiangqi.board import KINDS, POINTS
from ludoteca.games.xiangqi.layout import CANNON, CART, ELEPHANT, GENERAL, GUARD, HORSE, PAWN
from ludoteca.games.xiangqi.position import XiangqiPosition

MOVEMENT = {
    GENERAL: ("X1.8", Message("goes one point straight, and stays in its palace")),
    GUARD: ("X1.7", Message("goes one point diagonally, and stays in its palace")),
    ELEPHANT: ("X1.5", Message("goes exactly two points diagonally, and never crosses the river")),
    HORSE: ("X1.6", Message("goes one point straight and then one diagonally outward")),
    CART: ("X1.4", Message("goes any number of free points along a rank or a file")),
    CANNON: ("X1.3", Message("goes like a cart, and captures over exactly one piece")),
    PAWN: ("X1.2", Message("goes one point straight ahead, and beyond the river also to the left or right")),
}


def notes(position: XiangqiPosition, point: int) -> tuple[Note, ...]:
    piece = position.pieces.piece_at(point)
    if piece < 0:
        return ()
    side, kind = divmod(piece, KINDS)
    found = [Note(*MOVEMENT[kind], point)]
    found += _blocked(position, point, side, kind)
    found += _pinned(position, point, side, kind)
    return tuple(found)


def _blocked(position: XiangqiPosition, point: int, side: int, kind: int) -> list[Note]:
    """X1.5, X1.6: the pieces on its legs or eyes."""
    ways = board.steps(kind, side, point) if kind in (HORSE, ELEPHANT) else []
    hurdles = {between for target, between in ways if not position.can_reach(point, target)}
    blocking = sorted(hurdle for hurdle in hurdles if position.pieces.piece_at(hurdle) >= 0)
    if not blocking:
        return []
    pieces = explain.listed(position, blocking)
    if kind == HORSE:
        return [Note("X1.6", Message("is hobbled by {pieces}", pieces=pieces), point, tuple(blocking))]
    return [Note("X1.5", Message("has a blocked eye by {pieces}", pieces=pieces), point, tuple(blocking))]


def _pinned(position: XiangqiPosition, point: int, side: int, kind: int) -> list[Note]:
    """X2.2, X2.3: the enemies that forbid some or all of the ways that the piece itself has."""
    targets = [target for target in range(POINTS) if position.can_reach(point, target)]
    exposed = [position.checkers_after(point, target) for target in targets]
    checkers = sorted({checker for each in exposed for checker in each})
    if not checkers:
        return []
    enemy_general = position.pieces.general_of(1 - side)
    clause = "X2.2" if checkers == [enemy_general] else "X2.3"
    pieces = explain.listed(position, checkers)
    who = Message("it") if kind == GENERAL else Message("its general")
    if all(exposed):
        words = Message("cannot go anywhere: {who} would be in check from {pieces}", who=who, pieces=pieces)
    else:
        words = Message("cannot go everywhere: {who} would be in check from {pieces}", who=who, pieces=pieces)
    return [Note(clause, words, point, tuple(checkers))]

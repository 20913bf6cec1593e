"""Why a move is refused and why the game is over, by clause.

Nothing here decides what is legal: a move that was asked for is put to the same predicates that find the moves, and
only the one that fails is put into words.
"""

from collections.abc import Iterable

from ludoteca.core.geometry import DIAGONAL, ORTHOGONAL
from ludoteca.core.message import Message
from ludoteca.core.outcome import Outcome, drawn, won_by
from ludoteca.core.ruling import Ruling
from ludoteca.games.xiangqi import board, layout
from ludoteca.games.xiangqi.board import FILES, GEOMETRY, KINDS
from ludoteca.games.xiangqi.layout import CANNON, CART, ELEPHANT, GENERAL, GUARD, HORSE, PAWN
from ludoteca.games.xiangqi.position import XiangqiPosition
from ludoteca.games.xiangqi.repetition import Repetition
from ludoteca.games.xiangqi.words import PIECES, SIDES


def refusal(position: XiangqiPosition, origin: int, target: int) -> Ruling | None:
    """None if the side to move may go from one point to another, else why not."""
    ended = outcome(position)
    if ended:
        return Ruling(ended.clause, Message("the game is over: {reason}", reason=ended.reason))
    piece = position.pieces.piece_at(origin)
    if piece < 0:
        return Ruling("X2.1", Message("there is no piece on {point}", point=name(origin)), (origin,))
    if piece // KINDS != position.to_move:
        message = Message(
            "it is {side}'s turn; {piece} is not yours", side=SIDES[position.to_move], piece=the(position, origin)
        )
        return Ruling("X2.1", message, (origin,))
    if origin == target:
        message = Message("{piece} has to go to another point", piece=the(position, origin))
        return Ruling("X1.1", message, (origin,))
    if position.pieces.piece_at(target) // KINDS == position.to_move:
        return Ruling("X1.1", Message("{piece} is your own", piece=the(position, target)), (target,))
    if not position.can_reach(origin, target):
        return MOVEMENT[piece % KINDS](position, origin, target)
    checkers = position.checkers_after(origin, target)
    return exposure(position, origin, target, checkers) if checkers else None


def exposure(position: XiangqiPosition, origin: int, target: int, checkers: list[int]) -> Ruling:
    """X2.2, X2.3: the move would leave the mover's general attacked."""
    general = position.pieces.general_of(position.to_move)
    enemy_general = position.pieces.general_of(1 - position.to_move)
    place = target if origin == general else general
    if checkers == [enemy_general]:
        message = Message(
            "the generals on {point} and {other} would face each other on an open file",
            point=name(place),
            other=name(enemy_general),
        )
        return Ruling("X2.2", message, (place, enemy_general))
    others = [point for point in checkers if point != enemy_general]
    pieces = listed(position, others)
    if position.is_in_check(position.to_move) and origin != general:
        message = Message("your general on {point} would stay in check from {pieces}", point=name(place), pieces=pieces)
    else:
        message = Message("your general on {point} would be in check from {pieces}", point=name(place), pieces=pieces)
    return Ruling("X2.3", message, (place, *others))


# Movement, by kind: called only for a target that the piece cannot reach


def refuse_cart(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    if not on_one_line(origin, target):
        return Ruling("X1.4", "a cart goes along a rank or a file", (origin,))
    blockers = pieces_between(position, origin, target)
    message = Message("the cart's way is blocked by {pieces}", pieces=listed(position, blockers))
    return Ruling("X1.4", message, tuple(blockers))


def refuse_cannon(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    if not on_one_line(origin, target):
        return Ruling("X1.3", "a cannon goes along a rank or a file", (origin,))
    between = pieces_between(position, origin, target)
    if position.pieces.piece_at(target) < 0:
        message = Message(
            "a cannon leaps only to capture; its way is blocked by {pieces}", pieces=listed(position, between)
        )
        return Ruling("X1.3", message, tuple(between))
    if not between:
        return Ruling("X1.3", "a cannon captures over a screen, and there is no piece between", (origin, target))
    message = Message(
        "a cannon captures over exactly one piece; between are {pieces}", pieces=listed(position, between)
    )
    return Ruling("X1.3", message, tuple(between))


def refuse_horse(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    for reached, leg in board.steps(HORSE, position.to_move, origin):
        if reached == target:
            message = Message("{horse} is hobbled by {piece}", horse=the(position, origin), piece=the(position, leg))
            return Ruling("X1.6", message, (leg,))
    return Ruling("X1.6", "a horse goes one point straight and then one diagonally outward", (origin,))


def refuse_elephant(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    for reached, eye in board.elephant_steps(origin):
        if reached == target:
            if target not in board.BANK[position.to_move]:
                return Ruling("X1.5", "an elephant never crosses the river", (target,))
            message = Message("the elephant's eye is blocked by {piece}", piece=the(position, eye))
            return Ruling("X1.5", message, (eye,))
    return Ruling("X1.5", "an elephant goes exactly two points diagonally", (origin,))


def refuse_guard(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    if (target, layout.ALWAYS_EMPTY) in board.plain_steps(origin, DIAGONAL):
        return Ruling("X1.7", "a guard never leaves the palace", (target,))
    return Ruling("X1.7", "a guard goes one point diagonally", (origin,))


def refuse_general(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    if (target, layout.ALWAYS_EMPTY) in board.plain_steps(origin, ORTHOGONAL):
        return Ruling("X1.8", "a general never leaves the palace", (target,))
    return Ruling("X1.8", "a general goes one point straight", (origin,))


def refuse_pawn(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    x, y = board.FORWARD[position.to_move]
    if (target, layout.ALWAYS_EMPTY) in board.plain_steps(origin, ((-x, -y),)):
        return Ruling("X1.2", "a pawn never goes backward", (origin,))
    if origin not in board.BANK[position.to_move]:
        return Ruling("X1.2", "a pawn beyond the river goes one point forward, left or right", (origin,))
    if (target, layout.ALWAYS_EMPTY) in board.plain_steps(origin, ORTHOGONAL):
        return Ruling("X1.2", "a pawn goes sideways only when it has crossed the river", (origin,))
    return Ruling("X1.2", "a pawn that has not crossed the river goes one point forward", (origin,))


MOVEMENT = {
    GENERAL: refuse_general,
    GUARD: refuse_guard,
    ELEPHANT: refuse_elephant,
    HORSE: refuse_horse,
    CART: refuse_cart,
    CANNON: refuse_cannon,
    PAWN: refuse_pawn,
}


# The end


def outcome(position: XiangqiPosition) -> Outcome | None:
    """The outcome of a game, or None while it goes on."""
    if not position.is_over():
        return None
    if position.is_stuck():
        return _out_of_moves(position)
    length, repetition = position.cycle()
    if length:
        return _repeated(position, length, repetition)
    if position.is_past_limit():
        return drawn(2, "X3.4", _quiet_text(position.quiet_limit))
    return drawn(2, "X3.5", "neither side has a piece left that can cross the river")


def _quiet_text(plies: int) -> Message:
    if plies % 2:
        return Message("{count} plies without a capture", count=plies)
    return Message("{count} moves of each side without a capture", count=plies // 2)


def _out_of_moves(position: XiangqiPosition) -> Outcome:
    loser = position.to_move
    checkers = position.checkers(loser)
    if checkers:
        pieces = listed(position, checkers)
        reason = Message("{side} is checkmated by {pieces}", side=SIDES[loser], pieces=pieces)
    else:
        reason = Message("{side} is stalemated: no legal move is left, and that loses", side=SIDES[loser])
    return won_by(1 - loser, 2, "X2.4", reason)


def _repeated(position: XiangqiPosition, length: int, repetition: Repetition) -> Outcome:
    """X3.1 to X3.3, in so many words that the verdict can be checked (X3.6)."""
    moves = _cycle_text(position.moves_played()[-length:])
    cycle = Message("the position has come for the third time, by {moves}", moves=moves)
    checkers = [side for side in (0, 1) if repetition.checks_always(side)]
    chasers = [side for side in (0, 1) if repetition.chased_slots(side)]
    loser = repetition.loser
    if checkers:
        reasons = [_checks_text(position, length, side) for side in checkers]
    elif chasers:
        reasons = [_chase_text(position, length, repetition, side) for side in chasers]
    else:
        reasons = [Message("neither side gave check or chased with every move")]
    if loser >= 0:
        clause = "X3.1" if checkers else "X3.2"
        return won_by(1 - loser, 2, clause, Message("{cycle}: {reasons}, and loses", cycle=cycle, reasons=reasons))
    return drawn(2, "X3.1" if checkers else "X3.3", Message("{cycle}: {reasons}", cycle=cycle, reasons=reasons))


def _cycle_text(moves: list[int]) -> str:
    """The moves once, if they were played twice over."""
    half = len(moves) // 2
    once = moves[:half] if moves[:half] == moves[half:] else moves
    return " ".join(move_name(move) for move in once)


def _checks_text(position: XiangqiPosition, length: int, side: int) -> Message:
    """By which pieces a side gave check with each move of the cycle."""
    replayed = position.copy()
    moves = position.moves_played()[-length:]
    for _ in moves:
        replayed.undo()
    attacks: dict[Message, None] = {}
    for move in moves:
        replayed.play(move)
        if replayed.to_move != side:
            pieces = listed(replayed, replayed.checkers(1 - side))
            attacks[Message("{move} by {pieces}", move=move_name(move), pieces=pieces)] = None
    return Message("{side} gave check with every move ({attacks})", side=SIDES[side], attacks=_in_a_row(attacks))


def _chase_text(position: XiangqiPosition, length: int, repetition: Repetition, side: int) -> Message:
    """Which pieces a side chased with each move of the cycle, and by which."""
    moves = position.moves_played()[-length:]
    victims = []
    for victim in repetition.chased_slots(side):
        attacks: dict[Message, None] = {}
        for ply, attacker in repetition.chasers(victim):
            attacks[Message("{move} by the {kind}", move=move_name(moves[ply]), kind=slot_name(attacker))] = None
        place = name(position.pieces.point_of(victim))
        victims.append(
            Message(
                "the {kind} now on {point} ({attacks})",
                kind=slot_name(victim),
                point=place,
                attacks=_in_a_row(attacks),
            )
        )
    return Message("{side} chased {pieces} with every move", side=SIDES[side], pieces=victims)


def _in_a_row(messages: Iterable[Message]) -> Message:
    first, *others = messages
    return Message("{first}; {others}", first=first, others=_in_a_row(others)) if others else first


# Words


def name(point: int) -> str:
    return GEOMETRY.names[point]


def the(position: XiangqiPosition, point: int) -> Message:
    return Message("the {kind} on {point}", kind=PIECES[position.pieces.piece_at(point)], point=name(point))


def listed(position: XiangqiPosition, points: list[int]) -> list[Message]:
    return [the(position, point) for point in points]


def slot_name(slot: int) -> Message:
    side, number = divmod(slot, 16)
    return PIECES[side * KINDS + board.SLOT_KIND[number]]


def move_name(move: int) -> str:
    return name(layout.origin(move)) + name(layout.target(move))


def on_one_line(origin: int, target: int) -> bool:
    return origin % FILES == target % FILES or origin // FILES == target // FILES


def pieces_between(position: XiangqiPosition, origin: int, target: int) -> list[int]:
    stride = FILES if origin % FILES == target % FILES else 1
    low, high = sorted((origin, target))
    return [point for point in range(low + stride, high, stride) if position.pieces.piece_at(point) >= 0]

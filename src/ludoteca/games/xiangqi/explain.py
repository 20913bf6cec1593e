"""Why a move is refused and why the game is over, by clause.

Nothing here decides what is legal: a move that was asked for is put to the same predicates that find the moves, and
only the one that fails is put into words.
"""

from ludoteca.core.geometry import DIAGONAL, ORTHOGONAL
from ludoteca.core.outcome import Outcome, drawn, won_by
from ludoteca.core.ruling import Ruling
from ludoteca.games.xiangqi import board, layout
from ludoteca.games.xiangqi.board import FILES, GEOMETRY, KINDS
from ludoteca.games.xiangqi.layout import CANNON, CART, ELEPHANT, GENERAL, GUARD, HORSE, PAWN
from ludoteca.games.xiangqi.position import XiangqiPosition
from ludoteca.games.xiangqi.repetition import Repetition

SIDES = ("Red", "Black")


def refusal(position: XiangqiPosition, origin: int, target: int) -> Ruling | None:
    """None if the side to move may go from one point to another, else why not."""
    ended = outcome(position)
    if ended:
        return Ruling(ended.clause, f"the game is over: {ended.reason}")
    piece = position.pieces.piece_at(origin)
    if piece < 0:
        return Ruling("X2.1", f"there is no piece on {name(origin)}", (origin,))
    if piece // KINDS != position.to_move:
        return Ruling(
            "X2.1", f"it is {SIDES[position.to_move]}'s turn; {the(position, origin)} is not yours", (origin,)
        )
    if origin == target:
        return Ruling("X1.1", f"{the(position, origin)} has to go to another point", (origin,))
    if position.pieces.piece_at(target) // KINDS == position.to_move:
        return Ruling("X1.1", f"{the(position, target)} is your own", (target,))
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
        message = f"the generals on {name(place)} and {name(enemy_general)} would face each other on an open file"
        return Ruling("X2.2", message, (place, enemy_general))
    others = [point for point in checkers if point != enemy_general]
    who = " and ".join(the(position, point) for point in others)
    was_checked = position.is_in_check(position.to_move)
    state = "stay" if was_checked and origin != general else "be"
    return Ruling("X2.3", f"your general on {name(place)} would {state} in check from {who}", (place, *others))


# Movement, by kind: called only for a target that the piece cannot reach


def refuse_cart(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    if not on_one_line(origin, target):
        return Ruling("X1.4", "a cart goes along a rank or a file", (origin,))
    blockers = pieces_between(position, origin, target)
    return Ruling("X1.4", f"the cart's way is blocked by {listed(position, blockers)}", tuple(blockers))


def refuse_cannon(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    if not on_one_line(origin, target):
        return Ruling("X1.3", "a cannon goes along a rank or a file", (origin,))
    between = pieces_between(position, origin, target)
    if position.pieces.piece_at(target) < 0:
        message = f"a cannon leaps only to capture; its way is blocked by {listed(position, between)}"
        return Ruling("X1.3", message, tuple(between))
    if not between:
        return Ruling("X1.3", "a cannon captures over a screen, and there is no piece between", (origin, target))
    message = f"a cannon captures over exactly one piece; between are {listed(position, between)}"
    return Ruling("X1.3", message, tuple(between))


def refuse_horse(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    for reached, leg in board.steps(HORSE, position.to_move, origin):
        if reached == target:
            message = f"the horse on {name(origin)} is hobbled by {the(position, leg)}"
            return Ruling("X1.6", message, (leg,))
    return Ruling("X1.6", "a horse goes one point straight and then one diagonally outward", (origin,))


def refuse_elephant(position: XiangqiPosition, origin: int, target: int) -> Ruling:
    for reached, eye in board.elephant_steps(origin):
        if reached == target:
            if target not in board.BANK[position.to_move]:
                return Ruling("X1.5", "an elephant never crosses the river", (target,))
            return Ruling("X1.5", f"the elephant's eye is blocked by {the(position, eye)}", (eye,))
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
    if position.quiet >= board.MAX_QUIET_PLIES:
        return drawn(2, "X3.4", f"{board.MAX_QUIET_PLIES // 2} moves of each side without a capture")
    return drawn(2, "X3.5", "neither side has a piece left that can cross the river")


def _out_of_moves(position: XiangqiPosition) -> Outcome:
    loser = position.to_move
    checkers = position.checkers(loser)
    if checkers:
        reason = f"{SIDES[loser]} is checkmated by {listed(position, checkers)}"
    else:
        reason = f"{SIDES[loser]} is stalemated: no legal move is left, and that loses"
    return won_by(1 - loser, 2, "X2.4", reason)


def _repeated(position: XiangqiPosition, length: int, repetition: Repetition) -> Outcome:
    """X3.1 to X3.3, in so many words that the verdict can be checked (X3.6)."""
    cycle = f"the position has come for the third time, by {_cycle_text(position.moves_played()[-length:])}"
    checkers = [side for side in (0, 1) if repetition.checks_always(side)]
    chasers = [side for side in (0, 1) if repetition.chased_slots(side)]
    loser = repetition.loser
    if checkers:
        reasons = " and ".join(_checks_text(position, length, side) for side in checkers)
        if loser < 0:
            return drawn(2, "X3.1", f"{cycle}: {reasons}")
        return won_by(1 - loser, 2, "X3.1", f"{cycle}: {reasons}, and loses")
    reasons = " and ".join(_chase_text(position, length, repetition, side) for side in chasers)
    if loser >= 0:
        return won_by(1 - loser, 2, "X3.2", f"{cycle}: {reasons}, and loses")
    return drawn(2, "X3.3", f"{cycle}: {reasons or 'neither side gave check or chased with every move'}")


def _cycle_text(moves: list[int]) -> str:
    """The moves once, if they were played twice over."""
    half = len(moves) // 2
    once = moves[:half] if moves[:half] == moves[half:] else moves
    return " ".join(move_name(move) for move in once)


def _checks_text(position: XiangqiPosition, length: int, side: int) -> str:
    """By which pieces a side gave check with each move of the cycle."""
    replayed = position.copy()
    moves = position.moves_played()[-length:]
    for _ in moves:
        replayed.undo()
    attacks: dict[str, None] = {}
    for move in moves:
        replayed.play(move)
        if replayed.to_move != side:
            attacks[f"{move_name(move)} by {listed(replayed, replayed.checkers(1 - side))}"] = None
    return f"{SIDES[side]} gave check with every move ({'; '.join(attacks)})"


def _chase_text(position: XiangqiPosition, length: int, repetition: Repetition, side: int) -> str:
    """Which pieces a side chased with each move of the cycle, and by which."""
    moves = position.moves_played()[-length:]
    victims = []
    for victim in repetition.chased_slots(side):
        attacks: dict[str, None] = {}
        for ply, attacker in repetition.chasers(victim):
            attacks[f"{move_name(moves[ply])} by the {board.KIND_NAMES[board.SLOT_KIND[attacker % 16]]}"] = None
        kind = board.KIND_NAMES[board.SLOT_KIND[victim % 16]]
        victims.append(f"the {kind} now on {name(position.pieces.point_of(victim))} ({'; '.join(attacks)})")
    return f"{SIDES[side]} chased {' and '.join(victims)} with every move"


# Words


def name(point: int) -> str:
    return GEOMETRY.names[point]


def the(position: XiangqiPosition, point: int) -> str:
    piece = position.pieces.piece_at(point)
    return f"the {board.KIND_NAMES[piece % KINDS]} on {name(point)}"


def listed(position: XiangqiPosition, points: list[int]) -> str:
    return " and ".join(the(position, point) for point in points)


def move_name(move: int) -> str:
    return name(layout.origin(move)) + name(layout.target(move))


def on_one_line(origin: int, target: int) -> bool:
    return origin % FILES == target % FILES or origin // FILES == target // FILES


def pieces_between(position: XiangqiPosition, origin: int, target: int) -> list[int]:
    stride = FILES if origin % FILES == target % FILES else 1
    low, high = sorted((origin, target))
    return [point for point in range(low + stride, high, stride) if position.pieces.piece_at(point) >= 0]

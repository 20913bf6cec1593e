"""What stands where in the middle of a turn, and what follows from it: active, protects, lent, attacks, check."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.tomb_chess.reference.geometry import (
    DIAGONAL,
    EIGHT,
    LEAPS,
    NEAR,
    NEXT,
    QUADRANT,
    SIDES,
    STRAIGHT,
    WAY_TO,
    block_of,
    passed_between,
)
from tests.tomb_chess.reference.position import OTHER, Grave, Unit


class Movement(NamedTuple):
    """Lengths of the lines (0: none), and whether there is a knight leap."""

    straight: int = 0
    diagonal: int = 0
    pawn: int = 0
    step: int = 0
    leap: bool = False


WAYS = {"straight": STRAIGHT, "diagonal": DIAGONAL, "pawn": EIGHT, "step": EIGHT}


class Walk(NamedTuple):
    squares: list[int]
    met: int | None  # the unit within range that ends the line
    meets_obstacle: bool  # T7.1: the line may bounce on its last square


class Leg(NamedTuple):
    target: int
    path: tuple[int, ...]
    way: tuple[int, int] | None  # None for a leap
    meets: bool  # a unit stands on the target


class Began(NamedTuple):
    """T7.5: what a bouncing unit began with."""

    identity: int
    movement: Movement
    lifts: frozenset[int]


@dataclass
class Board:
    """Changed only right after `copy`, which forgets the answers to questions asked before."""

    units: dict[int, Unit]
    walls: dict[int, int]
    graves: dict[int, Grave]
    blocked: int | None = None  # T3.4: the square on which the turn began
    pusher: int | None = None  # T10.4: the identity of the rook
    began: Began | None = None
    without: frozenset[str] = frozenset()
    answers: dict[Any, Any] = field(default_factory=dict)

    def copy(self):
        contents = self.units.copy(), self.walls.copy(), self.graves.copy()
        return Board(*contents, self.blocked, self.pusher, self.began, self.without)


def board_of(state):
    pusher = state.units.get(state.pusher)
    is_rook = pusher and pusher.kind == "R"  # it may have died
    contents = state.units.copy(), state.walls.copy(), state.graves.copy()
    return Board(*contents, pusher=pusher.identity if is_rook else None, without=state.without)


def remembered(function):
    def asked(board, *question):
        key = (function, *question)
        if key not in board.answers:
            board.answers[key] = function(board, *question)
        return board.answers[key]

    return asked


# Words


def is_tomb(board, square):
    free = square not in board.units and square not in board.walls and square != board.blocked  # T8.2, T3.4
    return free and square in board.graves


def is_beside_enemy_jester(board, square):
    """T13.4: kings and jesters are immune."""
    unit = board.units[square]
    return unit.kind not in "KJ" and square in beside_jesters(board, OTHER[unit.side])


@remembered
def beside_jesters(board, side):
    jesters = [at for at, unit in board.units.items() if unit.kind == "J" and unit.side == side]
    return {near for at in jesters for near in NEAR[at]}


def is_active(board, square):
    unit = board.units[square]
    if unit.resting:  # T4.5
        return False
    return unit.kind == "K" or not (unit.paralysed or is_beside_enemy_jester(board, square))  # T8.3, T13.4, T14.9


def king_square(board, side):
    return next((at for at, unit in board.units.items() if unit.kind == "K" and unit.side == side), None)


@remembered
def majority(board, quadrant):
    """T11.1: the side with more pieces other than kings there, or None."""
    lead = 0
    for square, unit in board.units.items():
        if QUADRANT[square] == quadrant and unit.kind not in "PK":
            lead += 1 if unit.side == "S" else -1
    return "S" if lead > 0 else "N" if lead < 0 else None


@remembered
def majority_quadrants(board, side):
    return frozenset(quadrant for quadrant in range(4) if majority(board, quadrant) == side)


# Movement (T2, T12, T13.3)


def native(unit):
    """T2.1, T2.2, T2.4."""
    return Movement(
        straight=unit.range if unit.kind in "RQ" else 0,
        diagonal=unit.range if unit.kind in "BDQ" else 0,
        pawn=unit.range if unit.kind == "P" else 0,
        step=1 if unit.kind == "K" else 0,
        leap=unit.kind in "NDQJ",
    )


def joined(one, other):
    """T7.1: native and lent of the same type run as far as the greater range."""
    return Movement(*map(max, one, other))


@remembered
def movement(board, square):
    """T3.3: native, and lent by empowerment and power steal."""
    unit = board.units[square]
    if board.began and board.began.identity == unit.identity:  # T7.5
        return board.began.movement
    found = native(unit)
    protecting = protectors(board, square)
    if unit.kind not in "PK" and len(protecting) == 1:  # T12.1, T12.2
        lender = board.units[protecting[0]]
        if lender.kind != "K":
            found = joined(found, native(lender))
    if unit.kind == "J":  # T13.3
        for attacker in attackers(board, square):
            found = joined(found, native(board.units[attacker]))
    return found


def lifts(board, square):
    """T5.8, T11.5: the quadrants whose walls are lifted for a unit."""
    unit = board.units[square]
    if board.began and board.began.identity == unit.identity:  # T7.5
        return board.began.lifts
    return majority_quadrants(board, unit.side)


@remembered
def protectors(board, square):
    """Squares of the pieces that protect a unit (T12.2: pawns do not count; T12.4: nor jesters)."""
    unit = board.units[square]
    return [
        at
        for at in in_sight(board, square)
        if board.units[at].side == unit.side
        and board.units[at].kind not in "PJ"
        and is_active(board, at)
        and reaches(board, at, square, native(board.units[at]))
    ]


def is_guarded(board, square):
    """T12.3."""
    return board.units[square].kind != "K" and len(protectors(board, square)) >= 2


# Legs (T3, T5)


def in_sight(board, square):
    """Squares of all units from which a line over empty squares or a leap comes here: no leg comes from elsewhere."""
    found = []
    for way in EIGHT:
        at = NEXT[square][way]
        while at is not None and at not in board.units:
            at = NEXT[at][way]
        if at is not None:
            found.append(at)
    return found + [at for at, _, _ in LEAPS[square] if at in board.units]


def walk(board, start, way, length, lifted):
    """A line from `start`, at most `length` squares; `lifted` are the quadrants whose walls T5.8 lifts for it."""
    squares: list[int] = []
    here = start
    is_diagonal = way in DIAGONAL
    while True:
        ahead = NEXT[here][way]
        if ahead is None:
            return Walk(squares, None, True)
        if is_diagonal and any(is_hindering(board, at, lifted) for at in passed_between(here, way)):  # T5.6
            return Walk(squares, None, False)
        if ahead == board.blocked:  # T3.4
            return Walk(squares, None, False)
        if ahead in board.units:  # T3.1; T7.1: the obstacle need not be within range
            return Walk(squares, ahead if len(squares) < length else None, True)
        if ahead in board.walls:  # T5.4, T7.2
            return Walk(squares, None, is_diagonal)
        if len(squares) == length:
            return Walk(squares, None, False)
        squares.append(ahead)
        here = ahead
        if any(is_hindering(board, at, lifted) for at in SIDES[here]):  # T5.5
            return Walk(squares, None, False)


def is_hindering(board, square, lifted):
    return square in board.walls and QUADRANT[square] not in lifted


def lifted_for(mode, lifted):
    """T5.8: of all lines only the diagonal ones of a bishop's movement."""
    return lifted if mode == "diagonal" else frozenset()


def is_leap_free(board, unit, paths, lifted):
    """T5.4, T5.7, T5.8; T3.4: the first square hinders as a wall does."""
    if unit.kind == "J":
        return True
    return any(
        all((at not in board.walls and at != board.blocked) or QUADRANT[at] in lifted for at in path) for path in paths
    )


def lines(board, start, moving, lifted, ways=EIGHT):
    for mode, ways_of_mode in WAYS.items():
        length = getattr(moving, mode)
        for way in ways:
            if length and way in ways_of_mode:
                yield way, walk(board, start, way, length, lifted_for(mode, lifted))


def leaps(board, start, unit, lifted):
    """Targets, and the squares between, of the knight leaps that are free."""
    for target, *paths in LEAPS[start]:
        can_land = target not in board.walls and target != board.blocked
        if can_land and is_leap_free(board, unit, paths, lifted):
            yield target, [*paths[0], *paths[1]]


def legs(board, square):
    """All legs of a unit, also those that meet a unit which it may not capture; one for each target."""
    unit, moving, lifted = board.units[square], movement(board, square), lifts(board, square)
    found: dict[int, Leg] = {}
    for way, line in lines(board, square, moving, lifted):
        for gone, target in enumerate(line.squares):
            found.setdefault(target, Leg(target, tuple(line.squares[:gone]), way, False))
        if line.met is not None:
            found.setdefault(line.met, Leg(line.met, tuple(line.squares), way, True))
    if moving.leap:
        for target, _ in leaps(board, square, unit, lifted):
            found.setdefault(target, Leg(target, (), None, target in board.units))
    return list(found.values())


def reaches(board, square, target, moving):
    """Whether a leg with this movement ends on the target, be it empty or not."""
    lifted = lifts(board, square)
    if moving.leap and any(at == target for at, _, _ in LEAPS[square]):
        return any(at == target for at, _ in leaps(board, square, board.units[square], lifted))
    way = WAY_TO[square].get(target)
    walks = (line for _, line in lines(board, square, moving, lifted, [way]))
    return any(target == line.met or target in line.squares for line in walks)


# Attack and check


def can_capture(board, square, target):
    """Whether nothing but the way hinders the unit on `square` to capture the unit on `target`."""
    unit, other = board.units[square], board.units[target]
    return unit.side != other.side and can_engage(board, unit, other) and not is_guarded(board, target)  # T3.5, T12.3


def can_engage(board, unit, other):
    """`can_capture` without regard to sides and guards."""
    if unit.kind == "J" or (unit.kind == other.kind and unit.kind != "P"):  # T13.1, T12.5
        return False
    return not (unit.pushed and other.identity == board.pusher)  # T10.4


def attacks(board, square, target):
    """The target holds a unit."""
    return (
        can_capture(board, square, target)
        and is_active(board, square)
        and reaches(board, square, target, movement(board, square))
    )


@remembered
def attackers(board, target):
    """Squares of the enemy units that attack a unit."""
    return [at for at in in_sight(board, target) if attacks(board, at, target)]


def checkers(board, side):
    """Squares of the enemy units that give check to the king of a side, in any sense."""
    king, enemy_king = king_square(board, side), king_square(board, OTHER[side])
    if king is None:
        return set()
    found = set(attackers(board, king))
    for near in NEAR[king]:
        if enemy_king in block_of(near):
            continue  # it would kill the enemy's own king too
        unit = board.units.get(near)
        if unit and unit.kind == "J" and unit.side == side:  # T13.5
            found.update(at for at in attackers(board, near) if at != enemy_king)
        if is_tomb(board, near):  # T8.4, T8.7
            found.update(landers(board, near, OTHER[side]))
            found.update(pushers_onto(board, near, OTHER[side]))
    return found


def landers(board, tomb, side):
    return [
        at
        for at in in_sight(board, tomb)
        if board.units[at].side == side
        and board.units[at].kind != "K"
        and is_active(board, at)
        and reaches(board, at, tomb, movement(board, at))
    ]


def pushers_onto(board, tomb, side):
    """Rooks that could push a unit onto a tomb."""
    found = []
    for at, unit in board.units.items():
        if unit.side == side and unit.kind == "R" and is_active(board, at):
            for leg in legs(board, at):
                if leg.way in STRAIGHT and not leg.meets and not is_tomb(board, leg.target):
                    after = board.copy()
                    after.units[leg.target] = after.units.pop(at)
                    pushing = pushed_line(after, leg.target, leg.way)
                    if pushing and pushing[0] and pushing[1] == tomb:
                        found.append(at)
    return found


def pushed_line(board, square, way):
    """T10: the units that a rook standing on `square` could push, nearest first, and where the foremost goes
    (None: off the board); no units and a wall's square; or None if there is no push."""
    rook = board.units[square]
    line: list[int] = []
    ahead = NEXT[square][way]
    while ahead in board.units:
        unit = board.units[ahead]
        if unit.side == rook.side or unit.kind in "RK":  # T10.2
            return None
        line.append(ahead)
        ahead = NEXT[ahead][way]
    if not line and ahead not in board.walls:
        return None
    if ahead is not None and ahead == board.blocked:  # T3.4
        return None
    hostile = majority_quadrants(board, OTHER[rook.side])
    if any(QUADRANT[at] in hostile for at in line or [ahead]):  # T10.5
        return None
    return line, ahead

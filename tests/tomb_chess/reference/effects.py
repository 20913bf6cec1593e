"""What a turn does to the board: legs, captures, explosions, pushes, states and walls."""

from dataclasses import dataclass, field, replace

from tests.tomb_chess.reference.board import (
    Board,
    board_of,
    checkers,
    is_beside_enemy_jester,
    is_tomb,
    king_square,
    majority,
    pushed_line,
)
from tests.tomb_chess.reference.geometry import LAST_RANK, NEAR, NEXT, QUADRANT, block_of, rank_of
from tests.tomb_chess.reference.position import FIRST_RANGE, OTHER, Grave, State

PROMOTIONS = "NBRQDJ"


@dataclass
class Turn:
    """A turn that is being carried out. Sets of units hold identities."""

    board: Board
    square: int  # where the moving unit stands, or stood when it died
    path: list[int] = field(default_factory=list)  # T5.1: walls to be, the end not among them
    brought: set[int] = field(default_factory=set)  # T15.2: units that this turn moved, pushed ones aside
    resting: set[int] = field(default_factory=set)
    paralysed: set[int] = field(default_factory=set)
    pushed: set[int] = field(default_factory=set)
    captured: list[int] = field(default_factory=list)
    jesters: list[int] = field(default_factory=list)  # squares of captured jesters
    exploded: set[int] = field(default_factory=set)
    passed_tomb: bool = False
    landed_on_tomb: bool = False
    is_beside_jester: bool = False
    has_pushed: bool = False
    has_death: bool = False
    hostile: set[int] = field(default_factory=set)  # quadrants of the enemy's majority after the last leg (T11.1)

    def copy(self):
        twin = replace(self, board=self.board.copy())
        for name in ("path", "brought", "resting", "paralysed", "pushed", "captured", "jesters", "exploded"):
            setattr(twin, name, getattr(self, name).copy())
        return twin


def begin_turn(board, square):
    """A turn of the unit on a square (T3.4)."""
    after = board.copy()
    after.blocked = square
    return Turn(after, square, brought={board.units[square].identity})


def take_leg(before, target, path, captured=None, touches_tomb=()):
    """The turn after one more leg or bounce: moved, captured, range, T15.1, T8.3.

    `touches_tomb` are the tombs that T7.7 counts like those on the path.
    """
    turn = before.copy()
    board = turn.board
    passed = [at for at in path if is_tomb(before.board, at)]
    turn.passed_tomb = bool(passed)
    turn.landed_on_tomb = is_tomb(before.board, target)
    turn.path += [turn.square, *path]
    unit = board.units.pop(turn.square)
    was_pawn = unit.kind == "P"
    if captured is not None:
        kind = board.units[captured].kind
        capture(turn, captured)
        if was_pawn:
            unit = promoted_by_capture(unit, kind)
    board.units[target] = unit
    turn.square = target
    enemy = OTHER[unit.side]
    turn.hostile = {quadrant for quadrant in range(4) if majority(board, quadrant) == enemy}
    if captured is not None:
        lose_range(turn, target, QUADRANT[captured], was_pawn)
    tombs = [*passed, *touches_tomb]
    if any(majority(board, QUADRANT[at]) != unit.side for at in tombs):  # T8.3, T11.3
        turn.paralysed.add(unit.identity)
    turn.is_beside_jester = is_beside_enemy_jester(board, target)  # T13.4
    board.answers.clear()
    return turn


def capture(turn, square):
    """T8.1; a jester explodes later (T13.5)."""
    turn.captured.append(square)
    if turn.board.units[square].kind == "J":
        turn.jesters.append(square)
    die(turn, square)


def promoted_by_capture(pawn, kind):
    """T6.4, T15.1."""
    if kind == "P":
        return replace(pawn, range=pawn.range + 1)
    return pawn if kind == "K" else replace(pawn, kind=kind, range=FIRST_RANGE[kind])


def lose_range(turn, square, quadrant, was_pawn=False):
    """T6.1, T6.2; T6.4: a pawn that has just promoted captured as a pawn."""
    unit = turn.board.units[square]
    if unit.kind in "RBDQ" and not was_pawn:
        loss = 1 if majority(turn.board, quadrant) == unit.side else 2
        turn.board.units[square] = replace(unit, range=max(2, unit.range - loss))


def die(turn, square):
    unit = turn.board.units.pop(square)
    bury(turn, square, unit.letter)
    turn.has_death = True


def bury(turn, square, letters):
    """T8.1: last in the queue."""
    if "tombs" in turn.board.without:  # T8.10
        return
    grave = turn.board.graves.get(square, Grave(""))
    turn.board.graves[square] = replace(grave, queue=grave.queue + letters)


# Explosions


def explode_tomb(turn, tomb):
    """T8.4 to T8.6; whoever landed on it stands there, or has died there already."""
    board = turn.board
    nearby = sorted(at for at in NEAR[tomb] if is_tomb(board, at))  # T8.5
    for at in block_of(tomb):
        if at in board.units:
            die(turn, at)
        board.walls.pop(at, None)
    for at in nearby:
        bury(turn, tomb, board.graves.pop(at).queue)
    board.graves[tomb] = replace(board.graves[tomb], is_open=True)
    turn.exploded.update(block_of(tomb))


def explode_jester(turn, square):
    """T13.5; the jester lies in its grave."""
    board = turn.board
    for at in block_of(square):
        if at in board.units:
            die(turn, at)
        board.walls.pop(at, None)
        if at in board.graves:
            board.graves[at] = replace(board.graves[at], is_open=True)
    turn.exploded.update(block_of(square))


# Rook push (T10)


def push(before, way):
    """The turn after the rook's push, or None."""
    pushing = pushed_line(before.board, before.square, way)
    if pushing is None:
        return None
    turn = before.copy()
    board = turn.board
    line, ahead = pushing
    turn.has_pushed = True
    if not line:
        del board.walls[ahead]  # T10.3
        return turn
    turn.pushed.update(board.units[at].identity for at in line)
    if ahead is None:
        die(turn, line.pop())  # T8.1, T10.3
    is_explosive = ahead is not None and is_tomb(board, ahead)
    if ahead is not None:
        board.walls.pop(ahead, None)
    for at in reversed(line):
        board.units[NEXT[at][way]] = board.units.pop(at)
    if is_explosive:
        explode_tomb(turn, ahead)  # T8.7
    return turn


# The end of a turn


def end_turn(state, turn, steps_into_check=None):
    """Each promotion's suffix and the position after it, own king's safety not looked at (T15.2).

    `steps_into_check` is given for a king's single step: whether it may (T14.8).
    """
    pawns = [
        at
        for at, unit in turn.board.units.items()
        if unit.identity in turn.brought
        and unit.kind == "P"
        and unit.side == state.side
        and rank_of(at) == LAST_RANK[unit.side]
    ]
    for kind in PROMOTIONS if pawns else [""]:
        now = turn.copy()
        for at in pawns:
            now.board.units[at] = replace(now.board.units[at], kind=kind, range=FIRST_RANGE[kind])
        for at in now.jesters:
            explode_jester(now, at)
        if now.landed_on_tomb:
            explode_tomb(now, now.square)
        if steps_into_check is None or kings_check(state, now, steps_into_check):
            yield f"={kind}" if kind else "", settled(state, now)


def kings_check(state, turn, may_step):
    """T14.8: whether the king's step is possible; the units that give check die."""
    turn.board.answers.clear()
    giving = checkers(turn.board, state.side)
    if giving and may_step:
        for at in giving:
            die(turn, at)
        turn.board.answers.clear()
        giving = checkers(turn.board, state.side)
    return not giving


def settled(state, turn):
    """States count down, walls age and are laid, the other side is to move."""
    board = turn.board
    units = {}
    for at, unit in board.units.items():
        if unit.side == state.side and (unit.resting or unit.paralysed or unit.pushed):
            unit = replace(unit, resting=False, paralysed=max(0, unit.paralysed - 1), pushed=False)
        if unit.identity in turn.resting:
            unit = replace(unit, resting=True)
        if unit.identity in turn.paralysed:
            unit = replace(unit, paralysed=2)
        if unit.identity in turn.pushed:
            unit = replace(unit, pushed=True)
        units[at] = unit
    walls = {at: left - 1 for at, left in board.walls.items() if left > 1}  # T5.3
    if "walls" not in state.without:  # T5.9
        walls.update((at, 2) for at in turn.path if at not in units and at not in turn.exploded)  # T5.1
    pusher = next((at for at, unit in units.items() if unit.identity == board.pusher), None)
    if turn.has_pushed:
        pusher = turn.square
    elif not any(unit.pushed for unit in units.values()):
        pusher = None
    return State(
        units,
        OTHER[state.side],
        walls,
        board.graves,
        pusher,
        state.turn + (state.side == "N"),
        state.turn_limit,
        state,
        state.without,
    )


def is_king_safe(state, side):
    """T16.1."""
    board = board_of(state)
    return king_square(board, side) is not None and not checkers(board, side)

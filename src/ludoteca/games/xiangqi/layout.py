"""How Xiangqi packs numbers: kinds, slots, moves and what undoes them. Not compiled: the `.pxd` has it all inline."""

GENERAL, GUARD, ELEPHANT, HORSE, CART, CANNON, PAWN = range(7)
FIRST_HORSE, FIRST_CART, FIRST_CANNON, FIRST_PAWN = 5, 7, 9, 11
"""The first slot of some kinds. A piece keeps its slot for the whole game: Red has 0 to 15, Black 16 to 31."""
EMPTY = 32
"""What a point holds when no piece is on it."""
NOBODY = 63
"""What stands NOWHERE: neither a piece nor empty, so that a leg or an eye off the board is never free."""
NOWHERE = 90
"""The point of captured pieces."""
ALWAYS_EMPTY = 91
"""The point between the ends of a step that nothing can block."""


def side(slot: int) -> int:
    """0 for Red, 1 for Black, 2 for EMPTY."""
    return slot >> 4


def index_in_side(slot: int) -> int:
    """The number of a piece among those of its side, from 0, the general, to 15."""
    return slot & 15


# A move

MOVE_LIMIT = 90 * 128


def move(origin: int, target: int) -> int:
    return origin << 7 | target


def origin(move: int) -> int:
    return move >> 7


def target(move: int) -> int:
    return move & 127


# What undoes a move: the captured slot, and how many quiet plies there were before it


def undo(captured: int, quiet: int) -> int:
    return quiet << 6 | captured


def captured(undo: int) -> int:
    return undo & 63


def quiet(undo: int) -> int:
    return undo >> 6


# A step of a piece that does not run along lines: its target, and the point between that must be empty


def step(target: int, between: int) -> int:
    return target | between << 8


def step_target(step: int) -> int:
    return step & 255


def step_between(step: int) -> int:
    return step >> 8


# A threat in a cycle of moves: the ply, the slot of the attacker and that of its victim


def threat(ply: int, attacker: int, victim: int) -> int:
    return ply << 10 | attacker << 5 | victim


def threat_ply(threat: int) -> int:
    return threat >> 10


def threat_attacker(threat: int) -> int:
    return threat >> 5 & 31


def threat_victim(threat: int) -> int:
    return threat & 31

"""Why a move is refused and why the game is over, by clause.

Nothing here decides what is legal: a move that was asked for is put to the same predicates that find the moves, and
only the one that fails is put into words.
"""

from ludoteca.core.geometry import OFF
from ludoteca.core.outcome import Outcome, drawn, won_by
from ludoteca.core.ruling import Ruling
from ludoteca.games.chinese_checkers import board, hops
from ludoteca.games.chinese_checkers.board import GEOMETRY, POINTS, WAYS
from ludoteca.games.chinese_checkers.layout import ALL_HOME, BLOCKED_HOME, NOT_OVER, PASS, REPEATED
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition


def refusal_of_pass(position: ChineseCheckersPosition) -> Ruling | None:
    """C2.6: None if the player to move has nothing else to do."""
    ended = outcome(position)
    if ended:
        return over(ended)
    moves = position.legal_moves()
    if moves == [PASS]:
        return None
    origin, target = board.holes_of(moves[0])
    message = (
        f"a player passes only without any other move; you have {len(moves)}, such as {name(origin)}{name(target)}"
    )
    return Ruling("C2.6", message)


def refusal(position: ChineseCheckersPosition, origin: int, target: int) -> Ruling | None:
    """None if the player to move may go from one hole to another, else why not."""
    ended = outcome(position)
    if ended:
        return over(ended)
    owner = position.pieces.seat_at(origin)
    if owner < 0:
        return Ruling("C2.1", f"there is no piece on {name(origin)}", (origin,))
    if owner != position.to_move:
        message = f"it is {player(position.to_move)}'s turn, and the piece on {name(origin)} is {player(owner)}'s"
        return Ruling("C2.1", message, (origin,))
    if origin == target:
        return Ruling("C2.5", f"a move ends in another hole than {name(origin)}, where it began", (origin,))
    holder = position.pieces.seat_at(target)
    if holder >= 0:
        clause = "C2.2" if board.distance(origin, target) == 1 else "C2.3"
        return Ruling(clause, f"the hole {name(target)} is not empty: {player(holder)} has a piece there", (target,))
    if target in position.pieces.steps_from(origin):
        return None
    reached = position.pieces.chain_from(origin)
    if target in reached:
        return None
    return (
        closed_area(position, origin, target)
        or closed_way(position, origin, target)
        or no_way(position, origin, target, reached)
    )


def over(ended: Outcome) -> Ruling:
    return Ruling(ended.clause, f"the game is over: {ended.reason}")


# Areas (C3): called only for a move that is not legal


def closed_area(position: ChineseCheckersPosition, origin: int, target: int) -> Ruling | None:
    """C3.1, C3.2: the piece may not go to the target, however it gets there."""
    seat = position.to_move
    if target in board.start_of(position.seats, seat) and origin not in board.start_of(position.seats, seat):
        message = f"the piece on {name(origin)} has left its starting area and never moves back into it"
        return Ruling("C3.1", message, (target,))
    point = foreign_point(position, target)
    if point != OFF:
        message = f"{name(target)} is in the {POINTS[point]} area, which is neither your start nor your home"
        return Ruling("C3.2", message, (target,))
    return None


def closed_way(position: ChineseCheckersPosition, origin: int, target: int) -> Ruling | None:
    """C3.3: a chain leads there, but it lands where it must not."""
    seat, start = position.to_move, board.start_of(position.seats, position.to_move)
    path = hops.chain(position.pieces, seat, origin, target, is_bound=False)
    has_left = origin not in start
    for hole in path[1:]:
        point = foreign_point(position, hole)
        if point != OFF:
            message = f"the chain would land on {name(hole)}, in the {POINTS[point]} area, which is not open to you"
            return Ruling("C3.3", message, (hole,))
        if has_left and hole in start:
            message = f"the chain would land on {name(hole)}, back in the starting area that the piece has left"
            return Ruling("C3.3", message, (hole,))
        has_left = has_left or hole not in start
    return None


def foreign_point(position: ChineseCheckersPosition, hole: int) -> int:
    """The point whose area a hole is in, if that is closed to the player to move for good; else OFF."""
    own = board.SEATED[position.seats][position.to_move]
    for point in range(6):
        if point not in (own, board.across(own)) and hole in board.area(position.seats, point):
            return point
    return OFF


# Ways (C2.2 to C2.4): called only for a target that no step and no chain reaches


def no_way(position: ChineseCheckersPosition, origin: int, target: int, reached: list[int]) -> Ruling:
    so_far = f"; its jumps lead to {listed(reached)}" if reached else ""
    between = holes_between(origin, target)
    full = [hole for hole in between if position.pieces.seat_at(hole) >= 0]
    if len(full) > 1:
        return Ruling("C2.3", f"a jump goes over one piece, not over those on {listed(full)}{so_far}", tuple(full))
    if len(full) == 1 and len(between) > 1:
        message = f"a jump goes over a piece right beside, to the hole right behind; not so over {name(full[0])}"
        return Ruling("C2.3", f"{message}{so_far}", tuple(full))
    if len(between) == 1:
        return Ruling("C2.3", f"there is no piece on {name(between[0])} to jump over{so_far}", tuple(between))
    if reached:
        message = f"no chain of jumps leads from {name(origin)} to {name(target)}, only to {listed(reached)}"
        return Ruling("C2.4", message, tuple(reached))
    message = f"{name(target)} is not beside {name(origin)}, and from there no jump is open"
    return Ruling("C2.2", message, (origin,))


def holes_between(origin: int, target: int) -> list[int]:
    """The holes between two on a straight line; none if they are not on one."""
    for way in WAYS:
        ray = list(GEOMETRY.ray(origin, way))
        if target in ray:
            return ray[: ray.index(target)]
    return []


# The end


def outcome(position: ChineseCheckersPosition) -> Outcome | None:
    """The outcome of a game, or None while it goes on."""
    if position.ended == NOT_OVER:
        return None
    clause = f"C4.{position.ended}"
    seats, winner = position.seats, position.winner
    if position.ended == ALL_HOME:
        return won_by(winner, seats, clause, f"all {board.PIECES[seats]} pieces of {player(winner)} are home")
    if position.ended == BLOCKED_HOME:
        home = board.home_of(seats, winner)
        own = sum(position.pieces.seat_at(hole) == winner for hole in home)
        reason = f"the home area of {player(winner)} holds {own} of its pieces and {len(home) - own} that never left it"
        return won_by(winner, seats, clause, reason)
    if position.ended == REPEATED:
        reason = f"the pieces stand for the third time as they do with {player(position.to_move)} to move"
        return drawn(seats, clause, reason)
    return drawn(seats, clause, f"{position.round - 1} rounds have been played")


# Wording


def name(hole: int) -> str:
    return GEOMETRY.names[hole]


def player(seat: int) -> str:
    return f"Player {seat + 1}"


def listed(holes: list[int]) -> str:
    names = [name(hole) for hole in holes]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

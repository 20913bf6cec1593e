"""C2.5: the paths that moves take. Paths do not matter to a position; they are for eyes and for explanations."""

from ludoteca.games.chinese_checkers.pieces import Pieces


def path(pieces: Pieces, origin: int, target: int) -> tuple[int, ...]:
    """The holes of a legal move from first to last: a step, or the shortest chain."""
    if target in pieces.steps_from(origin):
        return origin, target
    found = chain(pieces, pieces.seat_at(origin), origin, target)
    assert found, "there is no such move"
    return found


def chain(pieces: Pieces, seat: int, origin: int, target: int, is_bound: bool = True) -> tuple[int, ...]:
    """The shortest chain of jumps, of equal ones the first in the order of holes; nothing if there is none.

    Holes are visited in the order of their own first shortest paths, so whoever finds a hole first has the path.
    """
    came_from = {origin: origin}
    waiting = [origin]
    for hole in waiting:
        for end in pieces.jumps_from(seat, hole, is_bound):
            if end not in came_from:
                came_from[end] = hole
                waiting.append(end)
    if target not in came_from or target == origin:
        return ()
    backward = [target]
    while backward[-1] != origin:
        backward.append(came_from[backward[-1]])
    return tuple(reversed(backward))

"""Perft: how many ways there are to play on for so many moves. The usual test of rules, and of their speed."""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position

MAX_DEPTH = 1000
"""Each ply is a call within a call, for which there is not endless memory; no count so deep ever ends."""


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` legal moves from a position."""
    bounds.within(depth, 0, MAX_DEPTH, "a depth")
    leaves = _perft(position, depth, IntStack()) if depth else 1
    position.check_complete()
    return leaves


def divide(position: Position, depth: int) -> dict[str, int]:
    """Perft by first move, each in the game's notation."""
    bounds.within(depth, 1, MAX_DEPTH, "a depth")
    counts = {}
    for move in position.legal_moves():
        text = position.move_text(move)
        position.play(move)
        counts[text] = perft(position, depth - 1)
        position.undo()
    return counts


def _perft(position: Position, depth: int, found: IntStack) -> int:
    if depth == 1:
        return position.count_moves()
    leaves = 0
    begin = found.count
    position.generate(found)
    end = found.count
    for index in range(begin, end):
        position.make(found.at[index])
        leaves += _perft(position, depth - 1, found)
        position.unmake()
    found.count = begin
    return leaves

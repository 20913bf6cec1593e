"""How a game ended: payoffs per seat, and the clause."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """The result of a finished game.

    Attributes:
        payoffs: One number a seat: 1 for the winner and -1 shared by the others, or 0 for all.
        winner: A seat, or None in a draw.
        clause: The clause that ended the game.
        reason: The same in words.
    """

    payoffs: tuple[float, ...]
    winner: int | None
    clause: str
    reason: str


def won_by(winner: int, seats: int, clause: str, reason: str) -> Outcome:
    """1 for the winner, and -1 shared out among the others."""
    share = -1.0 / (seats - 1)
    payoffs = tuple(1.0 if seat == winner else share for seat in range(seats))
    return Outcome(payoffs, winner, clause, reason)


def drawn(seats: int, clause: str, reason: str) -> Outcome:
    """0 for all."""
    return Outcome((0.0,) * seats, None, clause, reason)

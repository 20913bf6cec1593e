"""How a game ended: payoffs per seat, and the clause."""

from collections.abc import Mapping
from typing import NamedTuple

from ludoteca.core.message import Value, message_id_of, values_of


class Outcome(NamedTuple):
    """The result of a finished game.

    Attributes:
        payoffs: One number a seat: 1 for the winner and -1 shared by the others, or 0 for all.
        winner: A seat, or None in a draw.
        clause: The clause that ended the game.
        reason: The same in words; a `Message` if it can be told in other languages.
    """

    payoffs: tuple[float, ...]
    winner: int | None
    clause: str
    reason: str

    @property
    def message_id(self) -> str:
        """The template of the reason, by which translations find it."""
        return message_id_of(self.reason)

    @property
    def values(self) -> Mapping[str, Value]:
        """What stands for the names in the template."""
        return values_of(self.reason)


def won_by(winner: int, seats: int, clause: str, reason: str) -> Outcome:
    """1 for the winner, and -1 shared out among the others."""
    share = -1.0 / (seats - 1)
    payoffs = tuple(1.0 if seat == winner else share for seat in range(seats))
    return Outcome(payoffs, winner, clause, reason)


def drawn(seats: int, clause: str, reason: str) -> Outcome:
    """0 for all."""
    return Outcome((0.0,) * seats, None, clause, reason)

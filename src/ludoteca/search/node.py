"""How the tree of a Monte Carlo search keeps proofs and payoffs as whole numbers. Not compiled: the .pxd has it inline.

A proof has its result in bits 0 to 7 (nothing, a draw, or which seat wins) and the plies to the end above them.
"""

UNPROVEN, DRAWN = 0, 1
ONE_PLY = 256


def won_by(seat: int) -> int:
    """The proof that a seat has won."""
    return 2 + seat


def winner(proof: int) -> int:
    """The seat that wins; below 0 if nobody does."""
    return (proof & 255) - 2


def is_drawn(proof: int) -> bool:
    return proof & 255 == DRAWN


def plies(proof: int) -> int:
    return proof >> 8


def worth(payoff: float) -> int:
    """A payoff from -1 to 1 as a whole number."""
    return int((payoff + 1.0) * 1000000.0)


def share(total: float, visits: float) -> float:
    """The mean of payoffs that were added up as whole numbers, from 0 for all lost to 1 for all won."""
    return total / (2000000.0 * visits)


def payoff_of_score(score: int) -> float:
    """A score as a payoff between -1 and 1; 400 is half a win."""
    return score / (400.0 + abs(score))


def score_of_payoff(payoff: float) -> float:
    return 400.0 * payoff / (1.0001 - abs(payoff))

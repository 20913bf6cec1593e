"""T16: why the game is over."""

from ludoteca.core.outcome import Outcome, drawn, won_by
from ludoteca.games.tomb_chess.board import SIDE_NAMES
from ludoteca.games.tomb_chess.position import TombChessPosition


def outcome(position: TombChessPosition) -> Outcome | None:
    """The outcome of a game, or None while it goes on."""
    clause, loser = position.ending()
    if not clause:
        return None
    if clause == "T16.5":
        return drawn(2, clause, "the position has come for the third time")
    if clause == "T16.7":
        return drawn(2, clause, f"turn {position.limit} has been played")
    side = SIDE_NAMES[loser]
    if clause == "T16.1":
        reason = f"{side}'s king is dead"
    elif clause == "T16.2":
        reason = f"{side} has no legal move"
    elif not position.state.pawns_of(1 - loser):
        # T16.4
        reason = f"neither side has a pawn left, and {side} moved last"
    else:
        reason = f"{side} has no pawn left on the board"
    return won_by(1 - loser, 2, clause, reason)

"""What a search may ask of a position beyond the rules.

All answers here are right for any game. A game that answers better is searched better.
"""

from ludoteca.core import bounds, constants
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position


class Tactics:
    """Attached to a position as an Evaluator is, and then asked without the interpreter's lock as it changes."""

    attached: Position
    """The position that is asked about."""

    def __init__(self) -> None:
        self.attached = None  # type: ignore[assignment]  # Until `attach`, nothing can be asked.

    def attach(self, position: Position) -> None:
        """Answer for this position from now on."""
        self.attached = position

    def order_score_of(self, move: int) -> int:
        """`order_score` for callers that do not search."""
        self.check_attached()
        if not self.attached.accepts(move):
            raise ValueError(f"{bounds.shown(move)} is not a move in this position")
        return self.order_score(move)

    def knows_legal(self, move: int) -> bool:
        """`is_known_legal` for callers that do not search."""
        self.check_attached()
        return self.attached.accepts(move) and self.is_known_legal(move)

    def is_quiet(self, move: int) -> bool:
        """Whether there is no threat to meet and a move wins nothing at once, for callers that do not search."""
        self.check_attached()
        if not self.attached.accepts(move):
            raise ValueError(f"{bounds.shown(move)} is not a move in this position")
        return not self.is_checked() and self.gain(move) <= 0

    def check_attached(self) -> None:
        """Raise ValueError if there is no position to ask about."""
        if self.attached is None:
            raise ValueError("these tactics are not attached to a position")

    def is_known_legal(self, move: int) -> bool:
        """Whether a move is legal, where that is cheaper to tell than by generating all moves; elsewhere False."""
        return False

    def is_checked(self) -> bool:
        """Whether the seat to move is under a threat that it must meet at once."""
        return False

    def gives_check(self, move: int) -> bool:
        """Whether a move threatens the next seat so that it must answer, as far as that is cheaply seen before it."""
        return False

    def has_ended(self) -> bool:
        """Whether the game is over, as far as that is seen without generating moves: cheap, and True is certain."""
        return False

    def gain(self, move: int) -> int:
        """What a move wins at once, in the units of the evaluator; 0 for a quiet one."""
        return 0

    def static_exchange(self, move: int) -> int:
        """What is left of the gain after the best exchange of captures on the target."""
        return self.gain(move)

    def order_score(self, move: int) -> int:
        """How good a move looks before it is made, in the units of the evaluator: it orders quiet moves."""
        return self.gain(move)

    def history_index(self, move: int) -> int:
        """A number from 0 to 1022 for the kind of a move; continuation histories are indexed by it."""
        return (move ^ move >> 10 ^ move >> 20 ^ move >> 30) % 1023

    def add_tactical_moves(self, found: IntStack) -> None:
        """Append the legal moves that a quiescence search follows, such as captures."""

    def add_forcing_moves(self, found: IntStack) -> None:
        """Append what `add_tactical_moves` does and, where they are worth a look, quiet checks."""
        self.add_tactical_moves(found)

    def add_best_moves(self, found: IntStack, scores: IntStack, limit: int) -> None:
        """Append all moves that seem to win something and, of the others, up to `limit` that look best.

        With a limit of 0 only tactical moves, below 0 only those that are found quickly; with a limit above 0, none
        only if the game is over. To `scores` goes for each move what it seems to win, plus `SCORE_BIAS`.
        """
        begin = found.count
        self.attached.generate(found)
        for index in range(begin, found.count):
            scores.push(self.gain(found.at[index]) + constants.SCORE_BIAS)

    def allows_null(self) -> bool:
        """Whether a search may try a null move: the seat to move does nothing."""
        return False

    def make_null(self) -> None:
        """Let the next seat move; never part of a game."""

    def unmake_null(self) -> None:
        """Take `make_null` back."""

    def repetition_result(self, plies: int) -> int:
        """What the return of a position of the last so many plies means: one of the REPETITION constants."""
        return constants.NO_REPETITION

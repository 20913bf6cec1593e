"""What rules promise to everyone who plays.

The upper half is for people and programs: it holds for every game, and each game says the rest through its `Game`
record. The lower half is what a game's rules fill in; compiled code calls it without the interpreter's lock.
"""

from collections.abc import Callable, Iterable
from typing import Any, Self

from ludoteca.core.ruling import IllegalMove
from ludoteca.core.words import Words

SPARE: list[Words] = []
"""Move lists to use again: making one costs more than finding the moves."""


PROMISE = 1 << 30
"""Added to what moves promise, for `Words` hold no negative numbers."""


class Position:
    """One moment of one game, with the history that led to it."""

    seats: int
    to_move: int
    played: Words

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.to_move = 0
        self.played = Words()
        self.game: Any = None
        self.options: Any = None
        self.origin_text = ""

    # For everyone

    def legal_moves(self) -> list[int]:
        """Every legal move, in a fixed order; empty only when the game is over."""
        found = SPARE.pop() if SPARE else Words()
        self.generate(found)
        moves = found.as_list()
        found.clear()
        SPARE.append(found)
        return moves

    def play(self, move: int) -> None:
        """Make a move that is known to be legal."""
        if not self.is_sane(move):
            raise ValueError(f"{move} is no move in this position")
        self.make(move)

    def undo(self) -> None:
        """Take the last move back."""
        if self.played.count == 0:
            raise IndexError("there is no move to undo")
        self.unmake()

    def push_text(self, text: str) -> int:
        """Play a move given in words, or raise IllegalMove with the ruling."""
        move = self.parse_move(text)
        self.make(move)
        return move

    def parse_move(self, text: str) -> int:
        """The legal move that a text means, or IllegalMove with the ruling."""
        answer = self.game.read_move(self, text)
        if isinstance(answer, int):
            return answer
        raise IllegalMove(answer)

    def explain(self, text: str) -> Any:
        """None if the wish is legal, else the Ruling that forbids it."""
        answer = self.game.read_move(self, text)
        return None if isinstance(answer, int) else answer

    def move_text(self, move: int, notation: str = "") -> str:
        """A legal move in the game's notation, or in another that it has."""
        text: str = self.game.write_move(self, move, notation)
        return text

    def steps(self, move: int) -> Any:
        """What happens in a move, in order: a tuple of Step."""
        return self.game.steps(self, move)

    def outcome(self) -> Any:
        """None while the game goes on, else its Outcome."""
        return self.game.judge(self)

    def is_over(self) -> bool:
        return self.count_moves() == 0

    def allows(self, move: int) -> bool:
        """Whether a move is legal, where that is told without finding all moves; elsewhere it says no."""
        return self.is_legal(move)

    def promise_of(self, move: int) -> int:
        """How good a legal move looks before it is made, in the units of the game's evaluator."""
        return self.promise(move)

    @property
    def key(self) -> int:
        """64-bit hash of what makes two positions the same to the rules."""
        return self.hash()

    def moves_played(self) -> list[int]:
        """The moves since the first position, oldest first."""
        return self.played.as_list()

    def copy(self) -> Self:
        """An independent copy, history included."""
        twin = self.twin()
        twin.to_move = self.to_move
        twin.played = self.played.copy()
        twin.game = self.game
        twin.options = self.options
        twin.origin_text = self.origin_text
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __str__(self) -> str:
        text: str = self.game.write_position(self)
        return text

    def __repr__(self) -> str:
        return f"<{self.game.name} {self}>" if self.game else "<a position being set up>"

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[Any, ...]]:
        return replay, (self.game, dict(self.options), self.origin_text, self.moves_played())

    # For each game to fill in

    def generate(self, found: Words) -> None:
        """Append every legal move; none when the game is over."""
        raise NotImplementedError

    def count_moves(self) -> int:
        """How many moves `generate` would find."""
        return self._count_generated()

    def _count_generated(self) -> int:
        found = Words()
        self.generate(found)
        return found.count

    def is_sane(self, move: int) -> bool:
        """Whether `make` can take the number without harm; cheap, and not a test of legality."""
        raise NotImplementedError

    def make(self, move: int) -> None:
        """Make a legal move, and note it in `played`."""
        raise NotImplementedError

    def unmake(self) -> None:
        raise NotImplementedError

    def hash(self) -> int:
        raise NotImplementedError

    def payoff(self, seat: int) -> float:
        """What a finished game pays to a seat; asked only when there are no legal moves."""
        raise NotImplementedError

    # For searches; a game that leaves these as they are is searched less well, but not wrongly

    def is_legal(self, move: int) -> bool:
        """Whether a move is known to be legal without finding all moves; False where that cannot be told cheaply."""
        return False

    def is_checked(self) -> bool:
        """Whether the seat to move is under a threat that it must meet at once."""
        return False

    def gives_check(self, move: int) -> bool:
        """Whether a move threatens the next seat so that it must answer, as far as that is cheaply seen before it."""
        return False

    def add_loud_moves(self, found: Words) -> None:
        """Append the legal moves that a search follows beyond its depth, such as captures."""

    def gain(self, move: int) -> int:
        """What a move wins at once, in the units of the evaluator; 0 for a quiet one."""
        return 0

    def exchange(self, move: int) -> int:
        """What is left of the gain when the move is answered."""
        return self.gain(move)

    def habit(self, move: int) -> int:
        """A number from 0 to 1022 for what a move is like; searches learn what tends to follow on what."""
        return (move ^ move >> 10 ^ move >> 20 ^ move >> 30) % 1023

    def promise(self, move: int) -> int:
        """How good a move looks before it is made, in the units of the evaluator: it puts moves in order."""
        return self.gain(move)

    def has_ended(self) -> bool:
        """Whether the game is over, as far as that is seen without looking for moves: cheap, and True is sure."""
        return False

    def can_skip(self) -> bool:
        """Whether a search may ask what happens if the seat to move does nothing."""
        return False

    def skip(self) -> None:
        """Let the next seat move; never part of a game."""

    def unskip(self) -> None:
        """Take `skip` back."""

    def recurrence(self, plies: int) -> int:
        """0, or what it would mean if a position of the last so many plies came back for good.

        1 is a draw, 2 a win and 3 a loss for the seat to move.
        """
        return 0

    def add_promising_moves(self, found: Words, promises: Words, limit: int) -> None:
        """Append all moves that seem to win something and, of the others, up to so many that look best.

        With a limit of 0 only loud moves, below 0 only those that are found quickly; with a limit above 0, none only if
        the game is over. To `promises` goes for each what it seems to win, in the units of the evaluator, plus PROMISE.
        """
        self._add_all_with_gains(found, promises)

    def _add_all_with_gains(self, found: Words, promises: Words) -> None:
        begin = found.count
        self.generate(found)
        for index in range(begin, found.count):
            promises.push(self.gain(found.at[index]) + PROMISE)

    def twin(self) -> Self:
        """A copy of all that the game itself added."""
        raise NotImplementedError


def replay(game: Any, options: dict[str, Any], text: str, moves: Iterable[int]) -> Position:
    """The position reached by moves from a position text."""
    position: Position = game.parse(text, **options)
    for move in moves:
        position.play(move)
    return position

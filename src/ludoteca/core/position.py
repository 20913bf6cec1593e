"""The rules of a game at one moment, for everyone who plays.

The upper half is for people and programs: it holds for every game, and each game says the rest through its `Game`
record. The lower half is what a game's rules implement; compiled code calls it without the interpreter's lock.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Self

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.core.ruling import IllegalMove, Ruling
from ludoteca.core.usage import Usage

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.look import Step
    from ludoteca.core.option import Value
    from ludoteca.core.outcome import Outcome
    from ludoteca.core.variations import Arrow

SPARE: list[IntStack] = []
"""Move lists to use again: making one costs more than generating the moves."""
REQUIRED = ("generate", "is_well_formed", "make", "unmake", "hash", "payoff")
"""What a subclass must implement, besides `copy_state`, which raises by itself."""
FAILED = 1 << len(REQUIRED)
"""Noted in `missing` when a method raised where compiled code cannot."""


class Position:
    """One moment of one game, with the history that led to it.

    Moves are numbers inside and texts outside. `str(position)` is the position text; a position can be copied and
    pickled.

    Attributes:
        seats: How many play.
        to_move: Whose decision it is, from 0.
        game: The game.
        options: What was chosen at the start.
        played: The moves played, for the rules alone; others ask `moves_played()`.

    Examples:
        >>> position = ludoteca.game("xiangqi").start()
        >>> len(position.legal_moves())
        44
        >>> position.play(position.parse_move("h3e3"))
        >>> position.to_move
        1
    """

    seats: int
    to_move: int
    played: IntStack
    game: "Game"
    options: "Mapping[str, Value]"

    def __init__(self, seats: int) -> None:
        self.seats = bounds.within(seats, 1, bounds.MOST, "a number of seats")
        self.to_move = 0
        self.played = IntStack()
        self.game = None  # type: ignore[assignment]  # `Game` sets it as soon as the position is set up.
        self.options = {}
        self.missing = 0
        self.usage: Usage | None = None

    # For everyone

    def legal_moves(self) -> list[int]:
        """Every legal move, in a fixed order; empty only when the game is over."""
        found = SPARE.pop() if SPARE else IntStack()
        self.generate(found)
        moves = found.as_list()
        found.clear()
        SPARE.append(found)
        if self.missing:
            self.check_complete()
        return moves

    def play(self, move: int) -> None:
        """Make a move that is known to be legal; ValueError if the number cannot be a move."""
        self._check_move(move)
        self.make(move)
        if self.missing:
            self.check_complete()

    def _check_move(self, move: int) -> int:
        """Raise ValueError for a number that cannot be a move here."""
        if not self.accepts(move):
            self.check_complete()
            raise ValueError(f"{bounds.shown(move)} is not a move in this position")
        return 0

    def undo(self) -> None:
        """Take the last move back; IndexError if there is none."""
        if self.played.count == 0:
            raise IndexError("there is no move to undo")
        self.unmake()
        if self.missing:
            self.check_complete()

    def push_text(self, text: str) -> int:
        """Play a move given as text and return its number, or raise IllegalMove with the ruling."""
        move = self.parse_move(text)
        self.play(move)
        return move

    def parse_move(self, text: str) -> int:
        """The legal move that a text means, or IllegalMove with the ruling."""
        answer = self.game.read_move(self, text)
        if isinstance(answer, int):
            return answer
        raise IllegalMove(answer)

    def explain(self, text: str) -> Ruling | None:
        """None if the move is legal, else the Ruling that forbids it; it answers any text."""
        answer = self.game.read_move(self, text)
        return None if isinstance(answer, int) else answer

    def move_text(self, move: int, notation: str = "") -> str:
        """A legal move in the game's notation, or in another that it has."""
        self._check_move(move)
        return self.game.write_move(self, move, notation)

    def steps(self, move: int) -> "tuple[Step, ...]":
        """What happens in a move, in order."""
        self._check_move(move)
        return self.game.steps(self, move)

    def outcome(self) -> "Outcome | None":
        """None while the game goes on, else its Outcome."""
        return self.game.outcome(self)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        is_over = self.count_moves() == 0
        if self.missing:
            self.check_complete()
        return is_over

    def accepts(self, move: int) -> bool:
        """Whether a number can be played here without harm, legal or not."""
        # Neither below 0 nor too large for a move: faster than two comparisons with Python numbers.
        return move >> 63 == 0 and self.is_well_formed(move)

    def allows(self, move: int) -> bool:
        """Whether a number is a legal move here."""
        return 0 <= move < 1 << 63 and self.is_legal(move)

    @property
    def key(self) -> int:
        """64-bit hash of what makes two positions the same to the rules."""
        key = self.hash()
        if self.missing:
            self.check_complete()
        return key

    @property
    def origin_text(self) -> str:
        """The text of the position that the history begins with."""
        first = self.copy()
        while first.played.count:
            first.undo()
        return str(first)

    def moves_played(self) -> list[int]:
        """The moves since the first position, oldest first."""
        return self.played.as_list()

    def attach_usage(self, usage: Usage | None) -> None:
        """Note from now on which clauses take part in each move made; None ends it.

        To undo a move takes nothing back. Copies and pickles have no usage.
        """
        self.usage = usage

    def copy(self) -> Self:
        """An independent copy, history included."""
        copied = self.copy_state()
        copied.to_move = self.to_move
        copied.played = self.played.copy()
        copied.game = self.game
        copied.options = self.options
        return copied

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __str__(self) -> str:
        return self.game.write_position(self)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self}>" if self.game else "<a position being set up>"

    def __reduce__(self) -> "tuple[Callable[..., Position], tuple[object, ...]]":
        return replay, (self.game, dict(self.options), self.origin_text, self.moves_played())

    def svg(
        self,
        move: int | None = None,
        arrows: "Iterable[Arrow | tuple[str, ...]]" = (),
        seat: int = 0,
        face: str = "",
    ) -> str:
        """A picture of the position as SVG, with the seat at the bottom; notebooks show it by themselves.

        A legal `move` is drawn as an arrow. Other arrows are pairs of names of cells, perhaps with a colour: green,
        red, blue or yellow; from a cell to itself it is a ring. `face` is one of the game's sets of characters.
        """
        from ludoteca.core.drawing import draw_position  # Seldom needed.

        if move is not None:
            self._check_move(move)
        return draw_position(self, move, arrows, seat, face)

    def _repr_svg_(self) -> str:
        return self.svg()

    def check_complete(self) -> None:
        """Raise NotImplementedError if a required method was called that the game does not implement."""
        lacking = [name for index, name in enumerate(REQUIRED) if self.missing & 1 << index]
        if lacking:
            raise NotImplementedError(f"{type(self).__name__} does not implement {', '.join(lacking)}")

    # The rules: for each game to implement. Compiled, these cannot raise, so they note what is missing.

    def generate(self, found: IntStack) -> None:
        """Append every legal move; none when the game is over."""
        self.missing |= 1

    def is_well_formed(self, move: int) -> bool:
        """Whether `make` can take the number without harm; cheap, and not a test of legality."""
        self.missing |= 2
        return False

    def make(self, move: int) -> None:
        """Make a legal move, and note it in `played`."""
        self.missing |= 4

    def unmake(self) -> None:
        """Take the last move back."""
        self.missing |= 8

    def hash(self) -> int:
        """64 bits that are equal where the rules see the same position."""
        self.missing |= 16
        return 0

    def payoff(self, seat: int) -> float:
        """What a finished game pays to a seat; asked only when there are no legal moves."""
        self.missing |= 32
        return 0.0

    def copy_state(self) -> Self:
        """A copy of all that the game itself added."""
        raise NotImplementedError(f"{type(self).__name__} does not implement copy_state")

    # The rules: what a game may implement faster

    def count_moves(self) -> int:
        """How many moves `generate` would find."""
        return self._count_generated()

    def _count_generated(self) -> int:
        found = IntStack()
        self.generate(found)
        return found.count

    def is_legal(self, move: int) -> bool:
        """Whether `generate` would find a number."""
        return self._is_generated(move)

    def _is_generated(self, move: int) -> bool:
        found = IntStack()
        self.generate(found)
        for index in range(found.count):
            if found.at[index] == move:
                return True
        return False


def replay(game: "Game", options: "Mapping[str, Value]", text: str, moves: Iterable[int]) -> Position:
    """The position reached by moves from a position text."""
    position = game.parse(text, **options)
    for move in moves:
        position.play(move)
    return position

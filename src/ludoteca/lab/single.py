"""One game with numbered actions: what the adapters to the interfaces of other projects share."""

from collections.abc import Callable, Iterable
from typing import Any, Self

import numpy

from ludoteca.core import bounds
from ludoteca.core.encoding import END, Encoding
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.lab.memory import Memory
from ludoteca.lab.space import Space

OVER = -4
"""The player of a game that is over, as OpenSpiel counts."""
TO_MOVE = -1
"""Instead of a seat: the one whose decision it is."""
FLOATS = tuple(float(byte) for byte in range(256))
"""To make a list of floats from bytes without making floats."""


class Single:
    """A game in which a decision is a number of a fixed space: a whole move, or one pick of it.

    Attributes:
        space: What actions and observations look like.
        position: The position; only `act` may change it.
        picked: The picks of the next move so far.
        length: How many moves have been made.
    """

    space: Space
    position: Position
    length: int

    def __init__(self, space: Space, position: Position, picked: Iterable[int] = (), length: int = 0) -> None:
        self.space = space
        self.position = position
        self.picked: list[int] = []
        self.length = length
        self.encoding: Encoding = space.encoding
        self.found = IntStack()
        self.numbers = IntStack()
        self.end = space.action_count - 1
        self.is_flat = space.actions == "flat"
        self.encoding.attach(position)
        self._find()
        for action in picked:
            self.act(action)

    def legal_actions(self) -> list[int]:
        """The actions of the seat to move, in ascending order; none if the game is over."""
        numbers = self.numbers.as_list()
        if not self.is_flat:
            numbers = list(set(numbers))
        numbers.sort()
        return numbers

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.found.count == 0

    def player(self) -> int:
        """The seat to move, or OVER."""
        return self.position.to_move if self.found.count else OVER

    def allows(self, action: int) -> bool:
        """Whether an action is legal."""
        return self._index(action) >= 0

    def _index(self, action: int) -> int:
        """The first move with an action, or -1."""
        for index in range(self.numbers.count):
            if self.numbers.at[index] == action:
                return index
        return -1

    def act(self, action: int) -> bool:
        """Take a legal action, and tell whether it made a move; ValueError if it is not legal."""
        index = self._index(action)
        if index < 0:
            raise self._refusal(action)
        if self.is_flat or action == self.end:
            self._play(index)
            return True
        self.encoding.attach(self.position)
        self._keep(action)
        self.picked.append(action)
        if self.found.count == 1 and self._pick_count(0) == len(self.picked):
            self._play(0)
            return True
        self._number_picks(len(self.picked))
        return False

    def play(self, move: int) -> None:
        """Make a whole move that is known to be legal, whatever has been picked."""
        self.position.play(move)
        self._moved()

    def _refusal(self, action: int) -> ValueError:
        if self.is_over():
            return ValueError("the game is over: there is no action")
        return ValueError(f"action {action} is not legal here; {len(self.legal_actions())} others are, by the mask")

    def _play(self, index: int) -> None:
        self.position.make(self.found.at[index])
        self._moved()

    def _moved(self) -> None:
        self.length += 1
        self.picked = []
        self.encoding.attach(self.position)
        self._find()
        if self.position.missing:
            self.position.check_complete()

    def observation(self, seat: int = TO_MOVE) -> Any:
        """The position as a seat sees it, in a new array; the picks so far are shown to the seat to move alone."""
        seen = numpy.zeros(self.space.observation_shape, numpy.uint8)
        self._observe(Memory(seen), seat)
        return seen

    def observation_list(self, seat: int = TO_MOVE) -> list[float]:
        """As `observation`, as a list of floats."""
        count = self.space.observation_size
        memory = Memory(bytearray(count))
        self._observe(memory, seat)
        # Most are 0, so to make the list of zeros and change some is fast.
        seen = [0.0] * count
        for index in range(count):
            if memory.uint8[index]:
                seen[index] = FLOATS[memory.uint8[index]]
        return seen

    def _observe(self, memory: Memory, seat: int) -> None:
        self.encoding.attach(self.position)
        if seat == TO_MOVE:
            seat = self.position.to_move
        self.encoding.encode(memory.uint8, 0, bounds.within(seat, 0, self.position.seats - 1, "a seat"))
        if seat == self.position.to_move:
            for index in range(len(self.picked)):
                memory.uint8[self.encoding.size + self.picked[index]] = index + 1

    def mask(self) -> Any:
        """1 for each legal action, else 0, in a new array."""
        mask = numpy.zeros(self.space.action_count, numpy.int8)
        memory = Memory(mask)
        for index in range(self.numbers.count):
            memory.uint8[self.numbers.at[index]] = 1
        return mask

    def action_text(self, action: int) -> str:
        """What a legal action means: a move in the game's notation, or the cell or word that is picked."""
        index = self._index(action)
        if index < 0:
            raise self._refusal(action)
        return self._text(self.found.at[index])

    def _text(self, move: int) -> str:
        if self.is_flat:
            return self.position.move_text(move)
        look = self.position.game.look
        picks = look.picks(self.position, move)
        if len(picks) == len(self.picked):
            return END
        pick = picks[len(self.picked)]
        return pick if isinstance(pick, str) else look.sheet(self.position.options).geometry.names[pick]

    def copy(self) -> Self:
        """An independent game with the same future."""
        return type(self)(self.space, self.position.copy(), self.picked, self.length)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., "Single"], tuple[Any, ...]]:
        return Single, (self.space, self.position, self.picked, self.length)

    # Numbers of moves. The encoding must be attached.

    def _find(self) -> None:
        """Find all legal moves, and the first number of each."""
        self.found.clear()
        self.position.generate(self.found)
        if self.is_flat:
            self._number_flat()
        else:
            self._number_picks(0)

    def _number_flat(self) -> None:
        self.numbers.clear()
        for index in range(self.found.count):
            self.numbers.push(self.encoding.flat(self.found.at[index]))

    def _number_picks(self, depth: int) -> None:
        """The pick of each move that follows `depth` picks."""
        picks = [0] * 16
        self.numbers.clear()
        for index in range(self.found.count):
            count = self.encoding.pick(self.found.at[index], picks)
            self.numbers.push(picks[depth] if depth < count else self.end)

    def _keep(self, action: int) -> None:
        """Forget the moves that do not go on with an action."""
        kept = 0
        for index in range(self.found.count):
            if self.numbers.at[index] == action:
                self.found.at[kept] = self.found.at[index]
                kept += 1
        self.found.count = kept

    def _pick_count(self, index: int) -> int:
        picks = [0] * 16
        return self.encoding.pick(self.found.at[index], picks)

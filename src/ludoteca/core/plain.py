"""Games in plain, uncompiled Python, on the compiled searches.

A designer writes four methods of a subclass of `PlainPosition`; the rest is derived, and can be overridden.
Compiled code calls them with the lock. Where it cannot raise, `check_complete` raises later what they raised.
"""

import copy
from collections.abc import Iterable, Mapping
from typing import Any, Self

from ludoteca.core import bounds
from ludoteca.core.boards import squares
from ludoteca.core.evaluator import Evaluator
from ludoteca.core.geometry import OFF
from ludoteca.core.int_stack import IntStack
from ludoteca.core.look import Glyph, Zone
from ludoteca.core.option import Value
from ludoteca.core.outcome import Outcome, drawn, won_by
from ludoteca.core.plain_faults import as_score, no_moves_given, refuse_bad_cells, refuse_bad_clause, refuse_bad_result
from ludoteca.core.plain_notes import notes_of, titles_of
from ludoteca.core.position import FAILED, Position
from ludoteca.core.ruling import Ruling
from ludoteca.core.tactics import Tactics

Part = int | str
"""What a move is made of: a cell, or one of the `words`."""
Move = Part | tuple[Part, ...]
"""A move as its designer has it: a cell, a word, or up to six of them, such as origin and target."""
Pieces = str | tuple[Glyph, ...]
Colours = tuple[tuple[int, int, int], ...]

EMPTY = "."
"""What `cells` has where there is no piece."""
PART_BITS, MAX_PARTS = 10, 6
"""A move is a number of 63 bits: its first part, then one more than each further part, 10 bits each."""
MASK = 0xFFFFFFFFFFFFFFFF
MULTIPLIER = 0xD1342543DE82EF95
INCREMENT = 0x9E3779B97F4A7C15

# Declared here, for compiled classes have no annotated attributes.
NO_PIECES: Pieces = ""
TWO_SEATS: tuple[str, ...] = ("Player 1", "Player 2")
NO_WORDS: tuple[str, ...] = ()
NO_ZONES: tuple[Zone, ...] = ()
USUAL_COLOURS: Colours = ((185, 60, 20), (45, 60, 250), (0, 140, 98), (25, 15, 40), (165, 90, 195), (85, 20, 15))
"""Red, blue, green, black, violet, brown: apart in lightness as well as in hue, for eyes that see fewer hues."""


class PlainPosition(Position):
    """One moment of a game in plain Python: a designer writes `set_up`, `moves`, `apply` and `result`.

    The state is what `set_up` puts into attributes: numbers, texts, None, lists, tuples, sets and dicts. If one of them
    is `cells`, a list with a piece or EMPTY for each cell of the board, or with a number for each, such as the stones
    in a pit, then boards and texts show it, and moves that no rule allows are refused by what stands there.
    """

    board = squares(1, 1)
    """The cells: a call of `boards`."""
    pieces = NO_PIECES
    """What stands in `cells`: a letter for each seat, or glyphs, each known by its text, which is one letter."""
    seat_names = TWO_SEATS
    """As many as play, unless the game has an option `players`."""
    seat_colours = USUAL_COLOURS
    """Red, green and blue of each seat, from 0 to 255; dark enough for a letter in it to be read on white."""
    words = NO_WORDS
    """The parts of moves that are not cells, such as `pass`."""
    zones = NO_ZONES
    """Cells that are drawn in the colour of a seat, such as its goal."""
    clauses_in_moves = NO_WORDS
    """The clauses that `apply` may name by `fire`, so that a report can say which of them never matter."""
    has_twin = False
    """Whether the class is compiled with a `.pxd` beside it, and implements the contract itself."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self._names: tuple[str, ...] = ()
        self._saved: list[Any] = []
        self._legal: list[int] | None = None
        self._ending: Outcome | None = None
        self._is_over = False
        self._failure: BaseException | None = None
        self._cells = len(self.board)
        self._size = 0
        self._has_take_back = type(self).take_back is not PlainPosition.take_back
        self._attributes: dict[str, Any] = {}
        self._attributes = vars(self)

    # What a designer writes

    def set_up(self) -> None:
        """Set the attributes of the first position; `self.options` has what was chosen."""
        raise NotImplementedError(f"{type(self).__name__} does not implement set_up")

    def moves(self) -> Iterable[Move]:
        """The legal moves, in an order that depends on the state alone; not asked when the game is over."""
        raise NotImplementedError(f"{type(self).__name__} does not implement moves")

    def apply(self, move: Move) -> None:
        """Change the attributes as a legal move does; `next_seat` passes the turn."""
        raise NotImplementedError(f"{type(self).__name__} does not implement apply")

    def result(self) -> Outcome | None:
        """None, or `self.win(...)` or `self.draw(...)`; asked after every move, with the next seat to move."""
        raise NotImplementedError(f"{type(self).__name__} does not implement result")

    # What a designer may write

    def next_seat(self) -> int:
        """Who decides next, asked after `apply`; the same seat again if its turn has another decision."""
        return (self.to_move + 1) % self.seats

    def take_back(self, move: Move) -> None:
        """Undo `apply`, if that is faster than to restore a copy of the attributes; `to_move` is who made the move."""

    def identity(self) -> object:
        """What makes two positions the same: everything, unless a game leaves out a counter."""
        return self.state()

    def refusal(self, move: Move) -> Ruling | None:
        """Why a move is not legal, as `self.refuse(...)`; or None, and the usual reasons are looked through.

        The move is made of the same kinds of parts as a legal one, each on the board or among the words.
        """
        return None

    def notes(self) -> Iterable[str]:
        """Sentences for beside the board, such as how many men a seat has in hand; the attributes, unless written."""
        return notes_of(self.state(), titles_of(self.seat_names, self.seats))

    def prompt(self) -> str:
        """What is to be decided now, such as `Take an enemy.`, where a turn has several decisions; nothing is usual."""
        return ""

    def evaluate(self, seat: int) -> int:
        """How good the position looks for a seat: a hundred is about the value of the least piece."""
        raise NotImplementedError(f"{type(self).__name__} does not implement evaluate")

    # What a designer may call

    def win(self, seat: int, clause: str, reason: str) -> Outcome:
        """The outcome that a seat has won, by a clause of the rules."""
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise TypeError(f"self.win() takes the number of a seat, from 0 to {self.seats - 1}, not {seat!r}")
        return won_by(seat, self.seats, clause, reason)

    def draw(self, clause: str, reason: str) -> Outcome:
        """The outcome that nobody has won."""
        return drawn(self.seats, clause, reason)

    def fire(self, clause: str) -> None:
        """Say in `apply` that a clause takes part in the move: it gives the move its right or its effect."""
        refuse_bad_clause(self, self.clauses_in_moves, clause)
        if self.usage is not None:
            self.usage.fire_clause(clause)

    def refuse(self, clause: str, message: str, *cells: int) -> Ruling:
        """The ruling that a clause forbids a move, and the cells to blame."""
        return Ruling(clause, message, cells)

    # For the record of the game

    def begin(self, options: Mapping[str, Value]) -> None:
        """Set up the first position."""
        self.options = options
        known = set(self._attributes)
        self.set_up()
        self._names = tuple(name for name in self._attributes if name not in known)
        self._size = len(self._attributes)
        refuse_bad_cells(self, self._attributes.get("cells"), self._cells)
        try:
            self._settle()
        except TypeError as error:
            if self.moves() is None:
                raise no_moves_given(self) from error
            raise

    def resume(self, state: Mapping[str, object], to_move: int) -> None:
        """Go on from attributes that were read."""
        for name, value in state.items():
            self._attributes[name] = value
        self.to_move = bounds.within(to_move, 0, self.seats - 1, "a seat")
        self._settle()

    def state(self) -> dict[str, Any]:
        """The attributes that `set_up` has set."""
        return {name: self._attributes[name] for name in self._names}

    def ending(self) -> Outcome | None:
        """What `result` said of this position."""
        return self._ending

    def number_of(self, move: Move) -> int:
        """The number of a move, or ValueError if it is not made of cells and words."""
        if isinstance(move, list):
            name = type(self).__name__
            raise ValueError(
                f"{name}.moves() gives the list {move!r}: a move of several parts is a tuple, {tuple(move)!r}"
            )
        if not isinstance(move, tuple):
            return self._part_number(move)
        if not 0 < len(move) <= MAX_PARTS:
            raise ValueError(f"a move has 1 to {MAX_PARTS} parts, not {len(move)}: {move!r}")
        number = 0
        for part in reversed(move[1:]):
            number = (number << PART_BITS) + self._part_number(part) + 1
        return (number << PART_BITS) + self._part_number(move[0])

    def move_of(self, number: int) -> Move:
        """The move with a number."""
        if 0 <= number < self._cells:
            return number
        parts = self.parts_of(number)
        return parts[0] if len(parts) == 1 else parts

    def parts_of(self, number: int) -> tuple[Part, ...]:
        """The cells and words of the move with a number, or ValueError if there is none."""
        bounds.within(number, 0, (1 << 63) - 1, "a move")
        mask = (1 << PART_BITS) - 1
        parts = [self._part(number & mask)]
        number >>= PART_BITS
        while number:
            parts.append(self._part((number & mask) - 1))
            number >>= PART_BITS
        return tuple(parts)

    def _part_number(self, part: Part) -> int:
        if isinstance(part, int) and 0 <= part < self._cells:
            return part
        if isinstance(part, str) and part in self.words:
            return self._cells + self.words.index(part)
        hint = ""
        if part == OFF:
            hint = ": step() gives it beyond the edge of the board"
        elif isinstance(part, str):
            hint = f": a cell is a number, and a word such as 'pass' must be in words, which has {self.words!r}"
        raise ValueError(f"{part!r} in a move of {type(self).__name__} is neither a cell nor one of its words{hint}")

    def _part(self, number: int) -> Part:
        if 0 <= number < self._cells:
            return number
        if not 0 <= number - self._cells < len(self.words):
            raise ValueError(f"{number} is neither a cell nor a word of {type(self).__name__}")
        return self.words[number - self._cells]

    # The contract

    def legal_moves(self) -> list[int]:
        """Every legal move, in a fixed order; empty only when the game is over."""
        return self._find_legal()[:]

    def play(self, move: int) -> None:
        """Make a move that is known to be legal."""
        self._check_move(move)
        self.make(move)
        if self.missing:
            self.unmake()
            self.check_complete()

    def check_complete(self) -> None:
        """Raise what a method of the designer has raised."""
        failure = self._failure
        if failure is not None:
            self._failure = None
            self.missing = 0
            raise failure

    def generate(self, found: IntStack) -> None:
        if self.missing or self._is_over:
            return
        try:
            for number in self._find_legal():
                found.push(number)
        except BaseException as error:
            self._note(error)

    def count_moves(self) -> int:
        count = 0
        if not (self.missing or self._is_over):
            try:
                count = len(self._find_legal())
            except BaseException as error:
                self._note(error)
        return count

    def is_well_formed(self, move: int) -> bool:
        """Only a legal move: what another would do is known to nobody."""
        is_found = False
        if not self.missing:
            try:
                is_found = move in self._find_legal()
            except BaseException as error:
                self._note(error)
        return is_found

    def is_legal(self, move: int) -> bool:
        return self.is_well_formed(move)

    def make(self, move: int) -> None:
        self._save()
        self.played.push(move)
        if self.missing:
            return
        if self.usage is not None:
            self.usage.begin_move()
        try:
            self.apply(self.move_of(move))
            self._refuse_late_attributes()
            self._pass_turn()
            self._settle()
        except BaseException as error:
            self._note(error)

    def unmake(self) -> None:
        move = self.played.pop()
        values, self.to_move, self._ending, self._legal = self._saved.pop()
        self._is_over = self._ending is not None
        if values is None:
            self._take_back(move)
        else:
            for index in range(len(values)):
                self._attributes[self._names[index]] = values[index]

    def hash(self) -> int:
        number = 0
        try:
            number = digest(self.identity(), self.to_move)
        except BaseException as error:
            self._note(error)
        return number

    def payoff(self, seat: int) -> float:
        return 0.0 if self._ending is None else self._ending.payoffs[seat]

    def copy_state(self) -> Self:
        copied = type(self)(self.seats)
        copied._names = self._names
        copied._size = self._size
        for name in self._names:
            copied._attributes[name] = duplicate(self._attributes[name])
        copied._saved = [(duplicate(values), *rest) for values, *rest in self._saved]
        copied._legal = self._legal
        copied._ending = self._ending
        copied._is_over = self._is_over
        return copied

    # Within

    def _find_legal(self) -> list[int]:
        if self._legal is None:
            self._legal = self._ask_for_moves()
        return self._legal

    def _ask_for_moves(self) -> list[int]:
        if self._is_over:
            return []
        given = self.moves()
        if given is None:
            raise no_moves_given(self)
        numbers = [self._number(move) for move in given]
        if not numbers:
            raise ValueError(f"{type(self).__name__}.moves() finds none, but result() says that the game goes on")
        return numbers

    def _number(self, move: Any) -> int:
        """As `number_of`, but fast for a cell."""
        if type(move) is int:
            cell = move
            if 0 <= cell < self._cells:
                return cell
        return self.number_of(move)

    def _save(self) -> None:
        # After a failure moves are not applied, so that nothing is there to take back.
        is_taken_back = self._has_take_back and not self.missing
        values = None if is_taken_back else [duplicate(self._attributes[name]) for name in self._names]
        self._saved.append((values, self.to_move, self._ending, self._legal))

    def _refuse_late_attributes(self) -> None:
        """An attribute that `set_up` did not set would not be undone."""
        if len(self._attributes) > self._size:
            name, _ = self._attributes.popitem()
            raise AttributeError(
                f"{type(self).__name__}.apply() sets {name}, which set_up() did not: set it there first"
            )

    def _pass_turn(self) -> None:
        seat = self.next_seat()
        if not 0 <= seat < self.seats:
            raise ValueError(f"{type(self).__name__}.next_seat() gives {seat!r}, not a seat below {self.seats}")
        self.to_move = seat

    def _settle(self) -> None:
        """Ask for the result of a position that is new."""
        self._legal = None
        ending = self.result()
        if ending is not None:
            # Compiled code takes a payoff of each seat without asking how many there are.
            refuse_bad_result(self, ending)
        self._ending = ending
        self._is_over = ending is not None

    def _take_back(self, move: int) -> None:
        try:
            self.take_back(self.move_of(move))
        except BaseException as error:
            self._note(error)

    def _note(self, error: BaseException) -> None:
        """Keep the first exception for `check_complete`: compiled code cannot raise it."""
        if self._failure is None:
            self._failure = error
        self.missing |= FAILED


class PlainTactics(Tactics):
    """Tells a search at once when a game has ended."""

    def attach(self, position: Position) -> None:
        self.attached = position
        self.position = _plain(position)

    def has_ended(self) -> bool:
        return self.position._is_over


class PlainEvaluator(Evaluator):
    """Asks the designer's `evaluate`."""

    def attach(self, position: Position) -> None:
        self.position = _plain(position)

    def score(self, position: Position, seat: int) -> int:
        score = super().score(position, seat)
        position.check_complete()
        return score

    def evaluate(self, seat: int) -> int:
        score = 0
        if not self.position.missing:
            try:
                score = as_score(self.position, self.position.evaluate(seat))
            except BaseException as error:
                self.position._note(error)
        return score


def _plain(position: Position) -> PlainPosition:
    if not isinstance(position, PlainPosition):
        raise ValueError(f"{type(position).__name__} is not a PlainPosition")
    return position


def duplicate(value: Any) -> Any:
    """A copy that shares nothing that can change."""
    kind = type(value)
    if kind is list:
        return [duplicate(each) for each in value]
    if kind is int or kind is str or value is None or kind is bool or kind is float:
        return value
    if kind is tuple:
        return tuple([duplicate(each) for each in value])
    if kind is set:
        return value.copy()
    if kind is dict:
        return {key: duplicate(each) for key, each in value.items()}
    return copy.deepcopy(value)


def digest(value: Any, begun: int) -> int:
    """64 bits that are equal for equal values, in every process, whatever the order of sets and dicts."""
    kind = type(value)
    if kind is str:
        for character in value:
            begun = mix(begun, ord(character))
        return mix(begun, len(value) ^ MASK)
    if kind is list or kind is tuple:
        for each in value:
            begun = digest(each, begun)
        return mix(begun, len(value) ^ MASK)
    if kind is set or kind is frozenset:
        together = 0
        for each in value:
            together ^= digest(each, 1)
        return mix(begun, together)
    if kind is dict:
        together = 0
        for pair in value.items():
            together ^= digest(pair, 2)
        return mix(begun, together)
    if value is None:
        return mix(begun, MASK)
    if isinstance(value, int | float):
        return mix(begun, hash(value) & MASK)
    raise TypeError(f"{value!r} is not a number, a text, None, a list, a tuple, a set or a dict")


def mix(begun: int, number: int) -> int:
    """Change all bits by a number: a multiplication, and the high bits folded down."""
    product = (begun ^ number) * MULTIPLIER + INCREMENT & MASK
    return product ^ product >> 29

"""A game of Tomb Chess under way: the board, the history, and how the game ends (T16)."""

from ludoteca.core import bounds
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.core.usage import Usage
from ludoteca.games.tomb_chess.moves.generator import Generator
from ludoteca.games.tomb_chess.moves.perks import Perks
from ludoteca.games.tomb_chess.state.state import State
from ludoteca.games.tomb_chess.turn.turn import Turn, WellFormed


class TombChessPosition(Position):
    """`limit` is the last turn that may be played (T16.7), or 0; `known_key` is the present key, or 0 if not known."""

    state: State
    generator: Generator
    limit: int

    def __init__(self, state: State, limit: int) -> None:
        super().__init__(2)
        self.state = state
        self.to_move = state.to_move
        self.limit = limit
        self.generator = Generator(state)
        self.perks = Perks(self.generator.midturn)
        self.well_formed = WellFormed(self.generator.legality.turn)
        self.undos = IntStack()
        self.keys = IntStack()
        self.known_key = 0

    # Moves

    def generate(self, found: IntStack) -> None:
        if not self.is_finished():
            self.generator.generate()
            self.generator.append_to(found)

    def count_moves(self) -> int:
        if self.is_finished():
            return 0
        self.generator.generate()
        return self.generator.count()

    def attach_usage(self, usage: Usage | None) -> None:
        self.usage = usage
        self.state.usage = usage

    def make(self, move: int) -> None:
        if self.usage is not None:
            self.usage.begin_move()
            self.perks.note(self.usage, move)
            self.state.is_counting = 1
        self.played.push(move)
        self.keys.push(self.hash())
        self.state.save(self.undos)
        self.generator.legality.turn.carry_out(move)
        self.known_key = 0
        self.state.is_counting = 0
        self.to_move = self.state.to_move

    def unmake(self) -> None:
        self.played.pop()
        self.known_key = self.keys.pop()
        self.state.restore(self.undos)
        self.to_move = self.state.to_move

    def is_well_formed(self, move: int) -> bool:
        return self.well_formed.is_well_formed(move)

    def hash(self) -> int:
        if self.known_key == 0:
            self.known_key = self.state.hash()
        return self.known_key

    # Ends

    def is_finished(self) -> bool:
        """T16.1, T16.3, T16.5, T16.7: whether the game has ended, whatever moves there are."""
        return self._loser() >= 0 or self._is_past_limit() or self._occurrences() >= 3

    def _loser(self) -> int:
        """T16.1, T16.3, T16.4: the side that has lost its king or its pawns, or -1."""
        for side in range(2):
            if self.state.kings[side] == 0:
                return side
        if self.state.pawns[1 - self.state.to_move] == 0:
            return 1 - self.state.to_move
        if self.state.pawns[self.state.to_move] == 0:
            return self.state.to_move
        return -1

    def _is_past_limit(self) -> bool:
        """T16.7: the turn counter has passed its limit."""
        return self.limit > 0 and self.state.turn > self.limit

    def _occurrences(self) -> int:
        """T16.5: how many times the position has been there, this time included; 3 stands for more."""
        key = self.hash()
        count = 1
        index = self.keys.count - 2
        while index >= 0:
            if self.keys.at[index] == key:
                count += 1
                if count == 3:
                    return 3
            index -= 2
        return count

    def times_seen(self) -> int:
        """How often the position was there before; 2 stands for more."""
        return self._occurrences() - 1

    def payoff(self, seat: int) -> float:
        loser = self._loser()
        if loser < 0 and self._is_stuck():
            loser = self.state.to_move
        if loser < 0:
            return 0.0
        return -1.0 if seat == loser else 1.0

    def _is_stuck(self) -> bool:
        """T16.2: the side to move has no legal move, the draws aside."""
        self.generator.generate()
        return self.generator.count() == 0

    # For cold code

    def ending(self) -> tuple[str, int]:
        """The clause by which the game has ended, or "" while it goes on; and the side that lost, or -1."""
        loser = self._loser()
        if loser >= 0:
            return ("T16.1" if self.state.kings[loser] == 0 else "T16.3"), loser
        if self._is_stuck():
            return "T16.2", self.to_move
        if self._occurrences() >= 3:
            return "T16.5", -1
        return ("T16.7" if self._is_past_limit() else ""), -1

    def is_in_check(self, side: int) -> bool:
        return self.generator.legality.turn.attacks.check(bounds.within(side, 0, 1, "a side")) != 0

    def events_of(self, move: int) -> list[int]:
        """What happens in a move, in order (see `stored`)."""
        self._check_move(move)
        logged = State()
        logged.copy_from(self.state)
        logged.is_logging = 1
        Turn(logged).carry_out(move)
        return logged.events.as_list()

    def test_every_move(self, is_slow: bool) -> None:
        """Whether to test each move by the definition of check, on a copy, even where it cannot matter."""
        self.generator.legality.takes_shortcuts = 0 if is_slow else 1

    def copy_state(self) -> "TombChessPosition":
        state = State()
        state.copy_from(self.state)
        copied = TombChessPosition(state, self.limit)
        copied.undos = self.undos.copy()
        copied.keys = self.keys.copy()
        return copied

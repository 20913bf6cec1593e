"""A game of Tomb Chess under way: the board, the history, and how the game ends (T16)."""

from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.games.tomb_chess.moves import Moves
from ludoteca.games.tomb_chess.sanity import Sanity
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.turns import Turn


class TombChessPosition(Position):
    """`limit` is the last turn that may be played (T16.7), or 0."""

    state: State
    moves: Moves
    limit: int

    def __init__(self, state: State, limit: int) -> None:
        super().__init__(2)
        self.state = state
        self.to_move = state.to_move
        self.limit = limit
        self.moves = Moves(state)
        self.sanity = Sanity(self.moves.judge.here)
        self.undos = IntStack()
        self.keys = IntStack()

    # Moves

    def generate(self, found: IntStack) -> None:
        if not self.is_finished():
            self.moves.generate()
            self.moves.copy_found(found)

    def count_moves(self) -> int:
        if self.is_finished():
            return 0
        self.moves.generate()
        return self.moves.count()

    def make(self, move: int) -> None:
        self.played.push(move)
        self.keys.push(self.state.hash())
        self.state.save(self.undos)
        self.moves.judge.here.carry_out(move)
        self.to_move = self.state.to_move

    def unmake(self) -> None:
        self.played.pop()
        self.keys.pop()
        self.state.restore(self.undos)
        self.to_move = self.state.to_move

    def is_well_formed(self, move: int) -> bool:
        return self.sanity.is_well_formed(move)

    def is_legal(self, move: int) -> bool:
        return self.sanity.is_well_formed(move) and not self.is_finished() and self.moves.has(move)

    def hash(self) -> int:
        return self.state.hash()

    # Ends

    def is_finished(self) -> bool:
        """T16.1, T16.3, T16.5, T16.7: whether the game has ended, whatever moves there are."""
        return self._loser() >= 0 or self._is_worn_out() or self._occurrences() >= 3

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

    def _is_worn_out(self) -> bool:
        """T16.7: the turn counter has passed its limit."""
        return self.limit > 0 and self.state.turn > self.limit

    def _occurrences(self) -> int:
        """T16.5: how many times the position has been there, this time included; 3 stands for more."""
        key = self.state.hash()
        seen = 1
        index = self.keys.count - 2
        while index >= 0:
            if self.keys.at[index] == key:
                seen += 1
                if seen == 3:
                    return 3
            index -= 2
        return seen

    def payoff(self, seat: int) -> float:
        loser = self._loser()
        if loser < 0 and self._is_stuck():
            loser = self.state.to_move
        if loser < 0:
            return 0.0
        return -1.0 if seat == loser else 1.0

    def _is_stuck(self) -> bool:
        """T16.2: the side to move has no legal move, the draws aside."""
        self.moves.generate()
        return self.moves.count() == 0

    # For cold code

    def loser(self) -> int:
        return self._loser()

    def is_worn_out(self) -> bool:
        return self._is_worn_out()

    def occurrences(self) -> int:
        return self._occurrences()

    def is_stuck(self) -> bool:
        return self._is_stuck()

    def is_in_check(self, side: int) -> bool:
        return self.moves.judge.here.sight.check(side) != 0

    def tale_of(self, move: int) -> list[int]:
        """What happens in a move, as the state tells it."""
        told = State()
        told.copy_from(self.state)
        told.is_telling = 1
        Turn(told).carry_out(move)
        return told.tale.as_list()

    def test_every_move(self, is_slow: bool) -> None:
        """Whether to judge each move by the definition of check, on a copy, even where it cannot matter."""
        self.moves.judge.is_lazy = 0 if is_slow else 1

    def copy_state(self) -> "TombChessPosition":
        state = State()
        state.copy_from(self.state)
        copied = TombChessPosition(state, self.limit)
        copied.undos = self.undos.copy()
        copied.keys = self.keys.copy()
        return copied

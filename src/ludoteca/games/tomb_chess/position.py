"""A game of Tomb Chess under way: the board, the history, and how the game ends (T16)."""

from ludoteca.core.position import Position
from ludoteca.core.words import Words
from ludoteca.games.tomb_chess.appraisal import Appraisal
from ludoteca.games.tomb_chess.moves import Moves
from ludoteca.games.tomb_chess.sanity import Sanity
from ludoteca.games.tomb_chess.state import State
from ludoteca.games.tomb_chess.turns import Turn

PROMISE = 1 << 30
"""Added to what moves promise, as `Position` says."""
FEW = 16
"""With a limit up to this, quiet moves of single legs will do."""


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
        self.appraisal = Appraisal(self.moves.judge)
        self.promises = Words()
        self.undos = Words()
        self.keys = Words()

    # The contract of Position; the twin leaves these out, for they are declared there

    def generate(self, found: Words) -> None:
        self._generate(found)

    def count_moves(self) -> int:
        return self._count_moves()

    def is_sane(self, move: int) -> bool:
        return self.sanity.is_sane(move)

    def make(self, move: int) -> None:
        self._make(move)

    def unmake(self) -> None:
        self._unmake()

    def hash(self) -> int:
        return self.state.hash()

    def payoff(self, seat: int) -> float:
        return self._payoff(seat)

    def twin(self) -> "TombChessPosition":
        return self._twin()

    def is_checked(self) -> bool:
        return self.moves.judge.here.sight.check(self.state.to_move) != 0

    def add_loud_moves(self, found: Words) -> None:
        self._add_loud_moves(found)

    def gain(self, move: int) -> int:
        return self.appraisal.gain(move)

    def exchange(self, move: int) -> int:
        return self._exchange(move)

    def can_skip(self) -> bool:
        return True

    def skip(self) -> None:
        self._skip()

    def unskip(self) -> None:
        self._unmake()

    def recurrence(self, plies: int) -> int:
        return self._recurrence(plies)

    def add_promising_moves(self, found: Words, promises: Words, limit: int) -> None:
        self._add_promising_moves(found, promises, limit)

    def is_legal(self, move: int) -> bool:
        return self._is_legal(move)

    # Moves

    def _generate(self, found: Words) -> None:
        if self._is_finished() == 0:
            self.moves.generate()
            self.moves.copy_found(found)

    def _count_moves(self) -> int:
        if self._is_finished():
            return 0
        self.moves.generate()
        return self.moves.count()

    def _make(self, move: int) -> None:
        self.played.push(move)
        self.keys.push(self.state.hash())
        self.state.save(self.undos)
        self.moves.judge.here.carry_out(move)
        self.to_move = self.state.to_move

    def _unmake(self) -> None:
        self.played.pop()
        self.keys.pop()
        self.state.restore(self.undos)
        self.to_move = self.state.to_move

    # For searches

    def _skip(self) -> None:
        self.played.push(0)
        self.keys.push(0)
        self.state.save(self.undos)
        self.moves.judge.here.pass_turn()
        self.to_move = self.state.to_move

    def _recurrence(self, plies: int) -> int:
        """T16.5: the first return of a position within a search is judged like the third in a game."""
        now = self.keys.count
        key = self.state.hash()
        for back in range(4, min(now, plies) + 1, 2):
            if self.keys.at[now - back] == key:
                return 1
        return 0

    def _add_loud_moves(self, found: Words) -> None:
        if self._is_finished() == 0:
            self.moves.find_loud(0)
            self.moves.copy_found(found)

    def _exchange(self, move: int) -> int:
        self.appraisal.survey()
        return self.appraisal.promise(move)

    def _is_legal(self, move: int) -> bool:
        return self.sanity.is_sane(move) and self._is_finished() == 0 and self.moves.has(move)

    def _add_promising_moves(self, found: Words, promises: Words, limit: int) -> None:
        if self._is_finished():
            return
        if limit <= 0:
            self.moves.find_loud(1 if limit == 0 else 0)
        elif limit <= FEW:
            self.moves.find_simple()
        else:
            self.moves.generate()
        self.appraisal.survey()
        self._appraise(found, promises)
        if limit > 0:
            self._add_best(found, promises, limit)

    def _appraise(self, found: Words, promises: Words) -> None:
        """Append the moves that win something, and note what the others promise."""
        count = self.moves.judge.found.count
        self.promises.clear()
        self.promises.reserve(count)
        for index in range(count):
            promise = self.appraisal.promise(self.moves.judge.found.at[index])
            self.promises.at[index] = promise + PROMISE
            if promise > 0 and self.appraisal.is_loud:
                found.push(self.moves.judge.found.at[index])
                promises.push(promise + PROMISE)
                self.promises.at[index] = 0

    def _add_best(self, found: Words, promises: Words, limit: int) -> None:
        """Append the best of the others."""
        count = self.moves.judge.found.count
        for _ in range(min(limit, count)):
            best = 0
            for index in range(1, count):
                if self.promises.at[index] > self.promises.at[best]:
                    best = index
            if self.promises.at[best] == 0:
                return
            found.push(self.moves.judge.found.at[best])
            promises.push(self.promises.at[best])
            self.promises.at[best] = 0

    # Ends

    def _is_finished(self) -> bool:
        """T16.1, T16.3, T16.5, T16.7: whether the game has ended, whatever moves there are."""
        return self._loser() >= 0 or self.is_worn_out() or self.occurrences() >= 3

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

    def is_worn_out(self) -> bool:
        """T16.7: the turn counter has passed its limit."""
        return self.limit > 0 and self.state.turn > self.limit

    def occurrences(self) -> int:
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

    def _payoff(self, seat: int) -> float:
        loser = self._loser()
        if loser < 0 and self.is_stuck():
            loser = self.state.to_move
        if loser < 0:
            return 0.0
        return -1.0 if seat == loser else 1.0

    def is_stuck(self) -> bool:
        """T16.2: the side to move has no legal move, the draws aside."""
        self.moves.generate()
        return self.moves.count() == 0

    # For cold code

    def loser(self) -> int:
        return self._loser()

    def is_readable(self, move: int) -> bool:
        """Whether a number tells a move that could be made here."""
        return self.sanity.is_sane(move)

    def is_in_check(self, side: int) -> bool:
        return self.moves.judge.here.sight.check(side) != 0

    def promising_moves(self, limit: int) -> list[int]:
        """The moves that a search is told of; see `add_promising_moves`."""
        return self._promising_moves(limit)

    def _promising_moves(self, limit: int) -> list[int]:
        found = Words()
        self._add_promising_moves(found, Words(), limit)
        return found.as_list()

    def is_playable(self, move: int) -> bool:
        """As `is_legal`."""
        return self._is_legal(move)

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

    def _twin(self) -> "TombChessPosition":
        state = State()
        state.copy_from(self.state)
        twin = TombChessPosition(state, self.limit)
        twin.undos = self.undos.copy()
        twin.keys = self.keys.copy()
        return twin

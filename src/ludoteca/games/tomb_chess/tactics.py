"""What searches ask of Tomb Chess beyond the rules."""

from ludoteca.core import bounds, constants
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.core.tactics import Tactics
from ludoteca.games.tomb_chess.evaluation import MoveValue
from ludoteca.games.tomb_chess.position import TombChessPosition

FEW = 16
"""With a limit up to this, quiet moves of single legs will do."""


class TombChessTactics(Tactics):
    position: TombChessPosition

    def attach(self, position: Position) -> None:
        assert isinstance(position, TombChessPosition)
        self.attached = position
        self.position = position
        self.generator = position.generator
        self.values = MoveValue(self.generator.legality)
        self.scores = IntStack()

    def is_known_legal(self, move: int) -> bool:
        """All legal moves but those of the last resort (T4.5)."""
        if not self.position.is_well_formed(move) or self.position.is_finished():
            return False
        return self.generator.contains(move)

    def is_checked(self) -> bool:
        return self.generator.legality.turn.attacks.check(self.position.to_move) != 0

    def gain(self, move: int) -> int:
        return self.values.gain(move)

    def static_exchange(self, move: int) -> int:
        self.values.prepare()
        return self.values.order_score(move)

    def add_tactical_moves(self, found: IntStack) -> None:
        if not self.position.is_finished():
            self.generator.generate_tactical(0)
            self.generator.append_to(found)

    def add_best_moves(self, found: IntStack, scores: IntStack, limit: int) -> None:
        if self.position.is_finished():
            return
        if limit <= 0:
            self.generator.generate_tactical(1 if limit == 0 else 0)
        elif limit <= FEW:
            self.generator.generate_simple()
        else:
            self.generator.generate()
        self.values.prepare()
        self._add_winning(found, scores)
        if limit > 0:
            self._add_others(found, scores, limit)

    def _add_winning(self, found: IntStack, scores: IntStack) -> None:
        """Append the moves that win something, and note the scores of the others."""
        count = self.generator.legality.found.count
        self.scores.clear()
        self.scores.reserve(count)
        for index in range(count):
            score = self.values.order_score(self.generator.legality.found.at[index])
            self.scores.at[index] = score + constants.SCORE_BIAS
            if score > 0 and self.values.is_tactical:
                found.push(self.generator.legality.found.at[index])
                scores.push(score + constants.SCORE_BIAS)
                self.scores.at[index] = 0

    def _add_others(self, found: IntStack, scores: IntStack, limit: int) -> None:
        """Append the best of the others."""
        count = self.generator.legality.found.count
        for _ in range(min(limit, count)):
            best = 0
            for index in range(1, count):
                if self.scores.at[index] > self.scores.at[best]:
                    best = index
            if self.scores.at[best] == 0:
                return
            found.push(self.generator.legality.found.at[best])
            scores.push(self.scores.at[best])
            self.scores.at[best] = 0

    def best_moves(self, limit: int) -> list[int]:
        """`add_best_moves` for callers that do not search."""
        self.check_attached()
        found = IntStack()
        self.add_best_moves(found, IntStack(), bounds.within(limit, -1, bounds.MOST, "a limit"))
        return found.as_list()

    def allows_null(self) -> bool:
        return True

    def make_null(self) -> None:
        self.position.played.push(0)
        self.position.keys.push(0)
        self.position.state.save(self.position.undos)
        self.generator.legality.turn.pass_turn()
        self.position.known_key = 0
        self.position.to_move = self.position.state.to_move

    def unmake_null(self) -> None:
        self.position.unmake()

    def repetition_result(self, plies: int) -> int:
        """T16.5: the first return of a position within a search counts like the third in a game."""
        now = self.position.keys.count
        key = self.position.hash()
        for back in range(4, min(now, plies) + 1, 2):
            if self.position.keys.at[now - back] == key:
                return constants.REPETITION_DRAWS
        return constants.NO_REPETITION

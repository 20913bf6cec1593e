"""What searches ask of Xiangqi beyond the rules."""

from ludoteca.core import constants
from ludoteca.core.int_stack import IntStack
from ludoteca.core.position import Position
from ludoteca.core.tactics import Tactics
from ludoteca.games.xiangqi import layout, tables
from ludoteca.games.xiangqi.position import XiangqiPosition


class XiangqiTactics(Tactics):
    position: XiangqiPosition

    def attach(self, position: Position) -> None:
        assert isinstance(position, XiangqiPosition)
        self.attached = position
        self.position = position
        self.pieces = position.pieces

    def is_known_legal(self, move: int) -> bool:
        return self.position.is_legal(move)

    def is_checked(self) -> bool:
        return self.pieces.is_attacked(self.position.to_move)

    def gives_check(self, move: int) -> bool:
        return self.pieces.would_check(layout.origin(move), layout.target(move))

    def gain(self, move: int) -> int:
        return tables.VALUE[self.pieces.slots[layout.target(move)]]

    def static_exchange(self, move: int) -> int:
        """Both sides capture on the target, least piece first, as long as it pays; a safe gain is not looked into."""
        won = tables.VALUE[self.pieces.slots[layout.target(move)]]
        if won >= tables.VALUE[self.pieces.slots[layout.origin(move)]]:
            return won
        return won - self.pieces.recapture(layout.origin(move), layout.target(move))

    def order_score(self, move: int) -> int:
        return 0

    def history_index(self, move: int) -> int:
        """By the kind of the piece and the point that it goes to."""
        return tables.KIND[self.pieces.slots[layout.origin(move)]] * 90 + layout.target(move)

    def add_tactical_moves(self, found: IntStack) -> None:
        """Captures."""
        self._add_moves(found, False)

    def add_forcing_moves(self, found: IntStack) -> None:
        """Captures and checks."""
        self._add_moves(found, True)

    def _add_moves(self, found: IntStack, with_checks: bool) -> None:
        begin = found.count
        self.pieces.add_moves(self.position.to_move, found)
        end = begin
        for index in range(begin, found.count):
            move = found.at[index]
            is_capture = self.pieces.slots[layout.target(move)] != layout.EMPTY
            if is_capture or (with_checks and self.gives_check(move)):
                found.at[end] = move
                end += 1
        found.count = end

    def allows_null(self) -> bool:
        """Not with fewer than two carts, horses and cannons: zugzwang is too likely."""
        count = 0
        first = self.position.to_move * 16
        for slot in range(first + layout.FIRST_HORSE, first + layout.FIRST_PAWN):
            count += self.pieces.points[slot] != layout.NOWHERE
        return count > 1

    def make_null(self) -> None:
        self.position.played.push(0)
        self.position.keys.push(self.position.hash())
        self.position.undos.push(layout.undo(layout.EMPTY, self.position.quiet))
        # No repetition is looked for beyond a null move.
        self.position.quiet = 0
        self.position.to_move = 1 - self.position.to_move

    def unmake_null(self) -> None:
        self.position.played.pop()
        self.position.keys.pop()
        self.position.quiet = layout.quiet(self.position.undos.pop())
        self.position.to_move = 1 - self.position.to_move

    def repetition_result(self, plies: int) -> int:
        """X3.1: the first return of a position within a search counts like the third in a game."""
        if not self.position.has_repetition:
            return constants.NO_REPETITION
        now = self.position.keys.count
        key = self.position.hash()
        for back in range(4, min(self.position.quiet, now, plies) + 1, 2):
            if self.position.keys.at[now - back] == key:
                loser = self.position.loser_of_cycle(back)
                if loser < 0:
                    return constants.REPETITION_DRAWS
                return constants.REPETITION_LOSES if loser == self.position.to_move else constants.REPETITION_WINS
        return constants.NO_REPETITION

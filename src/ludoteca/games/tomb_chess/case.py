"""A wish and the position it is made in, with the words to speak of them, and what follows after the move (T16.1)."""

from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import board, paths
from ludoteca.games.tomb_chess.board import GEOMETRY, KIND_NAMES
from ludoteca.games.tomb_chess.inquiry import Inquiry
from ludoteca.games.tomb_chess.paths import Wish, way_between
from ludoteca.games.tomb_chess.position import TombChessPosition

STRAIGHT, DIAGONAL, STEPS, LEAPS = 0, 4, 8, 4096
"""Where a movement keeps its ranges, and its leap (see `sight`)."""
BY_ATTACK, BY_JESTER, BY_TOMB = 1, 2, 3


class Case:
    """One wish. `side` is that of the unit that moves, also under mind control."""

    def __init__(self, position: TombChessPosition, wish: Wish) -> None:
        self.position = position
        self.state = position.state
        self.ask = Inquiry(position.moves)
        self.wish = wish
        self.side = 1 - position.to_move if wish.is_mind else position.to_move
        self.unit = self.state.unit_on(wish.origin)
        self.kind = self.unit & 7

    # After the move (T16.1)

    def after(self) -> Ruling | None:
        move = paths.encode(self.wish)
        if not self.position.accepts(move) or self.ask.is_legal(move):
            return None
        own = self.position.to_move
        if self.ask.king_after(own) < 0:
            return Ruling("T8.8", "the move would kill your own king", (self.state.king_of(own),))
        if self.ask.is_kings_check():
            king = self.ask.king_after(own)
            if self.ask.is_checked():
                return Ruling("T14.8", f"a king in check may not step onto {name(king)}, which is attacked", (king,))
            if self.ask.is_foul():
                return Ruling("T14.8", f"the king would still be attacked on {name(king)} after king's check", (king,))
        sides = (own, 1 - own) if self.wish.is_mind else (own,)
        for side in sides:
            if self.ask.king_after(side) < 0:
                return Ruling("T14.4", "mind control may not kill a king", (self.state.king_of(side),))
            kind, culprit = self.ask.check_after(side)
            if kind:
                return self._left_in_check(side, kind, culprit)
        return None

    def _left_in_check(self, side: int, kind: int, culprit: int) -> Ruling:
        king = self.ask.king_after(side)
        whose = "your king" if side == self.position.to_move else "the enemy's king, by mind control,"
        if kind == BY_TOMB:
            enemies = self.ask.landers_after(culprit, 1 - side)
            how = f"{self.all_after(enemies)} could explode the tomb on {name(culprit)} beside it"
        else:
            enemies = self.ask.attackers_after(culprit, 1 - side)
            how = f"{self.all_after(enemies)} attacks " + (
                "it" if kind == BY_ATTACK else f"the jester on {name(culprit)} beside it"
            )
        clause = "T16.1" if side == self.position.to_move else "T14.4"
        return Ruling(clause, f"{whose} on {name(king)} would be in check: {how}", (king, culprit, *enemies))

    # IntStack

    def _check_words(self, kind: int, culprit: int) -> str:
        if kind == BY_ATTACK:
            return f"on {name(culprit)}"
        return f"by the {'jester' if kind == BY_JESTER else 'tomb'} on {name(culprit)} beside it"

    def unit_is(self, square: int, side: int) -> bool:
        unit = self.state.unit_on(square)
        return unit != 0 and unit >> 3 & 1 == side

    def the(self, square: int) -> str:
        return the(self.state.unit_on(square), square)

    def the_now(self, square: int) -> str:
        return the(self.ask.unit_now(square), square)

    def all(self, squares: list[int]) -> str:
        return " and ".join(the(self.state.unit_on(square) or self.ask.unit_now(square), square) for square in squares)

    def all_now(self, squares: list[int]) -> str:
        return " and ".join(self.the_now(square) for square in squares)

    def all_after(self, squares: list[int]) -> str:
        return " and ".join(the(self.ask.unit_after(square), square) for square in squares)


def name(square: int) -> str:
    return GEOMETRY.names[square] if square >= 0 else "no square"


def names(squares: list[int]) -> str:
    return " and ".join(name(square) for square in squares)


def the(unit: int, square: int) -> str:
    return f"the {KIND_NAMES[unit & 7]} on {name(square)}"


def around(square: int) -> list[int]:
    return [near for way in board.WAYS if (near := GEOMETRY.step(square, way)) >= 0]


def beside(square: int) -> list[int]:
    return [near for way in board.WAYS[::2] if (near := GEOMETRY.step(square, way)) >= 0]


def between(begin: int, end: int) -> list[int]:
    """The squares that a line passes over."""
    way = way_between(begin, end)
    if way < 0:
        return []
    return [paths.step(begin, board.WAYS[way], count) for count in range(1, paths.distance(begin, end))]


def movement_words(movement: int) -> str:
    """`straight up to 12 squares, or by knight leap`."""
    told = []
    for shift, word in ((STRAIGHT, "straight"), (DIAGONAL, "diagonally"), (STEPS, "in any direction")):
        reach = movement >> shift & 15
        if reach:
            told.append(f"{word} up to {reach} square{'s' * (reach > 1)}")
    if movement & LEAPS:
        told.append("by knight leap")
    return " or ".join(told)

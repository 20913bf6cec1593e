"""A request and the position it is made in: what all refusals share, and what follows after the move (T16.1)."""

from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import layout
from ludoteca.games.tomb_chess.explain.queries import Queries
from ludoteca.games.tomb_chess.explain.words import name, the, verb
from ludoteca.games.tomb_chess.moves import parts
from ludoteca.games.tomb_chess.moves.parts import MoveParts
from ludoteca.games.tomb_chess.position import TombChessPosition


class RefusalBase:
    """One request. `side` is that of the unit that moves, also under mind control."""

    def __init__(self, position: TombChessPosition, request: MoveParts) -> None:
        self.position = position
        self.state = position.state
        self.queries = Queries(position.generator)
        self.request = request
        self.side = 1 - position.to_move if request.is_control else position.to_move
        self.unit = self.state.unit_on(request.origin)
        self.kind = layout.kind(self.unit)

    # After the move (T16.1)

    def refusal_after(self) -> Ruling | None:
        move = parts.encode(self.request)
        if not self.position.accepts(move) or self.queries.is_legal(move):
            return None
        own = self.position.to_move
        if self.queries.king_after(own) < 0:
            return Ruling("T8.8", "the move would kill your own king", (self.state.king_of(own),))
        if self.queries.is_kings_check():
            king = self.queries.king_after(own)
            if self.queries.is_checked():
                return Ruling("T14.8", f"a king in check may not step into check on {name(king)}", (king,))
            if layout.is_resting(self.unit):
                return Ruling("T4.5", f"a resting king may not step into check on {name(king)}", (king,))
            if self.queries.is_still_checked():
                return Ruling("T14.8", f"the king would still be in check on {name(king)} after king's check", (king,))
        sides = (own, 1 - own) if self.request.is_control else (own,)
        for side in sides:
            if self.queries.king_after(side) < 0:
                return Ruling("T14.4", "mind control may not kill a king", (self.state.king_of(side),))
            kind, threatened = self.queries.check_after(side)
            if kind:
                return self._left_in_check(side, kind, threatened)
        return None

    def _left_in_check(self, side: int, kind: int, threatened: int) -> Ruling:
        king = self.queries.king_after(side)
        whose = "your king" if side == self.position.to_move else "the enemy's king, by mind control,"
        if kind == layout.BY_TOMB:
            enemies = self.queries.exploders_after(threatened, 1 - side)
            how = f"{self.all_after(enemies)} could explode the tomb on {name(threatened)} beside it"
        else:
            enemies = self.queries.attackers_after(threatened, 1 - side)
            how = f"{self.all_after(enemies)} {verb(enemies, 'attacks', 'attack')} " + (
                "it" if kind == layout.BY_ATTACK else f"the jester on {name(threatened)} beside it"
            )
        clause = "T16.1" if side == self.position.to_move else "T14.4"
        return Ruling(clause, f"{whose} on {name(king)} would be in check: {how}", (king, threatened, *enemies))

    # Words

    def _check_words(self, kind: int, threatened: int) -> str:
        if kind == layout.BY_ATTACK:
            return f"on {name(threatened)}"
        return f"by the {'jester' if kind == layout.BY_JESTER else 'tomb'} on {name(threatened)} beside it"

    def unit_is(self, square: int, side: int) -> bool:
        unit = self.state.unit_on(square)
        return layout.is_unit_of_side(unit, side)

    def the(self, square: int) -> str:
        return the(self.state.unit_on(square), square)

    def the_now(self, square: int) -> str:
        return the(self.queries.unit_now(square), square)

    def all(self, squares: list[int]) -> str:
        return " and ".join(
            the(self.state.unit_on(square) or self.queries.unit_now(square), square) for square in squares
        )

    def all_now(self, squares: list[int]) -> str:
        return " and ".join(self.the_now(square) for square in squares)

    def all_after(self, squares: list[int]) -> str:
        return " and ".join(the(self.queries.unit_after(square), square) for square in squares)

"""What the rules say of a unit that is picked: how it moves and who lends it, what hinders it, who is guarded."""

from ludoteca.core.look import Note
from ludoteca.games.tomb_chess import layout
from ludoteca.games.tomb_chess.board import CELL, GEOMETRY, KIND_NAMES, QUADRANT, SIDE_NAMES, SQUARES
from ludoteca.games.tomb_chess.explain.queries import Queries
from ludoteca.games.tomb_chess.explain.words import movement_words, the
from ludoteca.games.tomb_chess.position import TombChessPosition

OWN_POWERS = {
    layout.PAWN: ("T6.4", "gains 1 range with each pawn that it captures"),
    layout.KNIGHT: ("T14.1", "may capture an enemy that it leaps over"),
    layout.BISHOP: ("T4.2", "may capture with the second leg of a double move"),
    layout.ROOK: ("T10.1", "may push the enemy before which a straight leg ends"),
    layout.DRAGON: ("T14.2", "may breathe: capture all enemies around it without moving"),
    layout.JESTER: ("T13.5", "captures nothing, and explodes when it is captured"),
    layout.KING: ("T14.8", "may step into check to kill the units that give it"),
}
"""What only one kind can do."""

KINGS_EXCHANGE = ("T14.7", "may take the place of a friend that is not attacked, however far; the friend dies")


def notes(position: TombChessPosition, square: int) -> tuple[Note, ...]:
    if not position.state.unit_on(square):
        return ()
    teller = _Teller(position)
    return (
        *teller.hindrances(square),
        *teller.movement(square),
        *teller.guards(),
        *teller.majorities(),
    )


class _Teller:
    def __init__(self, position: TombChessPosition) -> None:
        self.state = position.state
        self.queries = Queries(position.generator)

    def hindrances(self, square: int) -> list[Note]:
        """T0.5: why a unit is not active; T10.4: whom it may not take."""
        unit = self.state.unit_on(square)
        found = []
        turns = layout.paralysis(unit)
        if turns:
            words = f"is paralysed for {turns} more turn{'s' * (turns > 1)} of its side: its line passed over a tomb"
            found.append(Note("T8.3", words, square))
        jesters = self.queries.jesters_beside(square)
        if jesters:
            words = f"is paralysed as long as {self._all(jesters)} stands beside it"
            found.append(Note("T13.4", words, square, tuple(jesters)))
        if layout.is_resting(unit):
            when = "this turn" if layout.side(unit) == self.state.to_move else "in its side's next turn"
            found.append(Note("T4.5", f"rests {when} after a double move", square))
        if layout.is_pushed(unit):
            rooks = [other for other in range(SQUARES) if not self._may_take_pusher(square, other)]
            found.append(Note("T10.4", "was pushed, and may not take the rook that did so", square, tuple(rooks)))
        return found

    def _may_take_pusher(self, square: int, other: int) -> bool:
        unit, rook = self.state.unit_on(square), self.state.unit_on(other)
        is_enemy_rook = layout.is_unit_of_code(rook, layout.code(layout.ROOK, 1 - layout.side(unit)))
        return not is_enemy_rook or self.queries.may_take(square, other)

    def movement(self, square: int) -> list[Note]:
        """T2, T3.3: how the unit moves by itself, and what it is lent by whom."""
        unit = self.state.unit_on(square)
        kind, native = layout.kind(unit), self.queries.native(square)
        clause = "T2.1" if kind != layout.PAWN else "T2.2" if layout.range_of(unit) == 1 else "T2.4"
        found = [Note(clause, f"moves {movement_words(native)}", square)]
        has_second_leg = kind != layout.BISHOP or self.state.has_double_moves
        if kind in OWN_POWERS and has_second_leg:
            found.append(Note(*OWN_POWERS[kind], square))
        if kind == layout.KING:
            found.append(Note(*KINGS_EXCHANGE, square))
        side = layout.side(unit)
        lenders = [("T12.1", lender) for lender in self.queries.guards(square)]
        if kind == layout.JESTER:
            lenders += [("T13.3", attacker) for attacker in self.queries.attackers(square, 1 - side)]
        movement = self.queries.movement(square)
        for clause, lender in lenders:
            lent = self.queries.native(lender)
            if layout.merged(movement, lent) == movement and layout.merged(native, lent) != native:
                who = the(self.state.unit_on(lender), lender)
                words = f"moves as a {KIND_NAMES[layout.kind(self.state.unit_on(lender))]}, too: lent by {who}"
                found.append(Note(clause, words, square, (lender,)))
        return found

    def guards(self) -> list[Note]:
        """T12.3: who cannot be captured, and whose doing that is."""
        found = []
        for square in range(SQUARES):
            unit = self.state.unit_on(square)
            if not unit or layout.kind(unit) == layout.KING:
                continue
            guards = self.queries.guards(square)
            if len(guards) > 1:
                words = f"is guarded and cannot be captured: protected by {self._all(guards)}"
                found.append(Note("T12.3", words, square, tuple(guards), "shield"))
        return found

    def majorities(self) -> list[Note]:
        """T11.1: a note for each side that has one."""
        found = []
        for side in (0, 1):
            quadrants = self.queries.majorities(side)
            squares = tuple(square for square in range(SQUARES) if QUADRANT[CELL[square]] in quadrants)
            names = [region for region, cells in GEOMETRY.regions.items() if set(cells) <= set(squares)]
            if names:
                where = f"{SIDE_NAMES[side]} has the majority in {' and '.join(names)}"
                enemy = SIDE_NAMES[1 - side]
                if self.state.has_double_moves:
                    words = f"{where}: no double move of {enemy} may end there and leave it so"
                else:
                    words = f"{where}: {enemy} neither pushes there nor captures under a knight's leap"
                found.append(Note("T11.2", words, None, squares, "area", side))
        return found

    def _all(self, squares: list[int]) -> str:
        return " and ".join(the(self.state.unit_on(square), square) for square in squares)

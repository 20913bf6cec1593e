"""T9 and T14: why a respawn or an ability is refused."""

from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import board, layout
from ludoteca.games.tomb_chess.board import KIND_NAMES
from ludoteca.games.tomb_chess.explain.legs import LegRefusal
from ludoteca.games.tomb_chess.explain.queries import enemy_jesters_beside
from ludoteca.games.tomb_chess.explain.words import around, name, verb
from ludoteca.games.tomb_chess.moves import parts
from ludoteca.games.tomb_chess.position import TombChessPosition


class AbilityRefusal(LegRefusal):
    # Abilities (T14)

    def _breath_refusal(self) -> Ruling | None:
        origin = self.request.origin
        if self.kind != layout.DRAGON:
            return Ruling("T14.2", f"only dragons breathe, not {self.the(origin)}", (origin,))
        if any(self.queries.can_be_breathed_on(origin, square) for square in around(origin)):
            return None
        enemies = [square for square in around(origin) if self.unit_is(square, 1 - self.side)]
        if not enemies:
            return Ruling("T14.2", f"there is no enemy beside {self.the(origin)}", (origin,))
        immune = (layout.DRAGON, layout.KING)
        is_immune = {square: layout.kind(self.state.unit_on(square)) in immune for square in enemies}
        pushers = [square for square in enemies if not is_immune[square] and not self.queries.may_take(origin, square)]
        others = [square for square in enemies if square not in pushers]
        spared = f"{self.all(others)} {verb(others, 'is a king, a dragon', 'are kings, dragons')} or guarded"
        if not pushers:
            return Ruling("T14.2", f"nothing beside {self.the(origin)} can be captured: {spared}", tuple(enemies))
        message = f"{self.the(origin)} was pushed by {self.all(pushers)} and may not take it this turn"
        return Ruling("T10.4", f"{message}; {spared}" if others else message, (origin, *enemies))

    def _swap_refusal(self) -> Ruling | None:
        """T14.5."""
        origin, target = self.request.origin, self.request.targets[0]
        if self.kind in (layout.PAWN, layout.JESTER, layout.KING):
            return Ruling("T14.5", f"{KIND_NAMES[self.kind]}s do not swap", (origin,))
        other = self.queries.unit_now(target)
        if target == origin or not other:
            return Ruling("T14.5", f"there is no other unit on {name(target)} to swap with", (target,))
        if layout.kind(other) == layout.KING:
            return Ruling("T14.9", "kings are immune to swap shot", (target,))
        if layout.kind(other) == self.kind:
            plural = f"{KIND_NAMES[self.kind]}s"
            return Ruling("T12.5", f"kind immunity: {plural} do nothing to {plural}, friend or foe", (target,))
        ruling = self._reach_refusal(origin, target, other)
        if ruling:
            return ruling
        to_move = self.position.to_move
        is_due = layout.code_of(other) == layout.code(layout.PAWN, to_move) and layout.has_bit(
            board.LAST_RANK[board.CELL[origin]], to_move
        )
        return self._promotion_refusal(bool(is_due), origin)

    def _reach_refusal(self, origin: int, target: int, other: int) -> Ruling | None:
        """Why the unit could not capture another in a single move, were it an enemy."""
        if self.queries.reaches(target):
            engages = self.queries.may_take(origin, target)
            # The guard of a friend does not count.
            is_refused = layout.side(other) != self.side or not engages
            return self._taking_refusal(target, engages, False) if is_refused else None
        leg = self._leg_refusal(origin, target, self.queries.begun_movement(), self.queries.begun_lifted(), False)
        why = f": {leg.message}" if leg else ""
        message = f"{self.the(origin)} could not capture on {name(target)} in a single move{why}"
        return Ruling("T14.5", message, (origin, target))

    def _exchange_refusal(self) -> Ruling | None:
        """T14.7."""
        origin, target = self.request.origin, self.request.targets[0]
        if self.kind != layout.KING:
            return Ruling("T14.7", f"only kings exchange, not {self.the(origin)}", (origin,))
        if target == origin or not self.unit_is(target, self.side):
            return Ruling("T14.7", f"there is no other unit of yours on {name(target)}", (target,))
        attackers = self.queries.attackers(target, 1 - self.side)
        if attackers:
            message = f"{self.the(target)} is attacked by {self.all(attackers)}"
            return Ruling("T14.7", message, (target, *attackers))
        return None

    def _rotation_refusal(self) -> Ruling | None:
        """T14.6."""
        corner, size = self.request.origin, self.request.size
        file, rank = corner % board.FILES, corner // board.FILES
        if not (0 < file < board.FILES - size and 0 < rank < board.RANKS - size):
            return Ruling("T14.6", "no square of the block may be on the board's edge", (corner,))
        excess = self.queries.excess(corner, size)
        if excess <= 0:
            message = (
                f"you need more units than the enemy in the block; you have {-excess} fewer"
                if excess
                else ("you need more units than the enemy in the block; there are as many")
            )
            return Ruling("T14.6", message, (corner,))
        if not self.queries.rotation_changes(corner, size, self.request.quarters):
            return Ruling("T14.6", "this rotation changes nothing", (corner,))
        return None

    def _respawn_refusal(self) -> Ruling | None:
        """T9."""
        square, state = self.request.origin, self.state
        dead = state.grave_of(square)
        if not dead:
            return Ruling("T9.1", f"nobody lies in a grave on {name(square)}", (square,))
        if state.unit_on(square) or state.wall_on(square):
            what = "a wall" if state.wall_on(square) else self.the(square)
            return Ruling("T8.2", f"the grave on {name(square)} is no tomb while {what} is on it", (square,))
        if not state.is_open(square):
            return Ruling("T8.6", f"the tomb on {name(square)} is not open: it has not exploded", (square,))
        if layout.side(dead[0]) != self.side:
            message = f"the oldest in the tomb on {name(square)} is the enemy's {KIND_NAMES[layout.kind(dead[0])]}"
            return Ruling("T9.1", message, (square,))
        spoiler = self.queries.find_spoiler(square)
        return self._spoiled(square, spoiler) if spoiler else None

    def _spoiled(self, square: int, any_spoiler: int) -> Ruling:
        """T9.2: the enemy could answer with a move that does something to the unit."""
        after = self.position.copy()
        after.play(parts.encode(self.request))
        spoiler = self._plainest_spoiler(after, square) or any_spoiler
        answer = after.move_text(spoiler)
        message = f"the unit would not be safe on {name(square)}: the enemy could answer {answer}"
        return Ruling("T9.2", message, (square, board.SQUARE[layout.origin(spoiler)]))

    def _plainest_spoiler(self, after: TombChessPosition, square: int) -> int:
        """The plainest of the enemy's moves after which the unit is not there as it was, or is held; or 0."""
        unit = after.state.unit_on(square)
        for move in sorted(after.legal_moves(), key=lambda move: _plainness(move, square)):
            after.play(move)
            is_spoiled = after.state.unit_on(square) != unit or enemy_jesters_beside(after.state, square)
            after.undo()
            if is_spoiled:
                return move
        return 0


def _plainness(move: int, square: int) -> tuple[int, ...]:
    """A key to sort by: captures on a square by a single leg, other single legs, double moves, bounces, the rest."""
    return (
        layout.control(move) != 0,
        layout.move_type(move),
        layout.second_target(move) != 0,
        not layout.is_plain_leg(move),
        layout.target(move) != board.CELL[square],
    )

"""Why a move is refused, by clause.

Nothing here decides what is legal: a request is taken through the predicates that generate the moves (see `queries`),
in the order of the turn, and only the first that fails is put into words.
"""

from collections.abc import Callable

from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import board, layout
from ludoteca.games.tomb_chess.board import KIND_NAMES, SIDE_NAMES
from ludoteca.games.tomb_chess.explain.abilities import AbilityRefusal
from ludoteca.games.tomb_chess.explain.bounces import BounceRefusal
from ludoteca.games.tomb_chess.explain.outcome import outcome
from ludoteca.games.tomb_chess.explain.words import name
from ludoteca.games.tomb_chess.moves.parts import MoveParts
from ludoteca.games.tomb_chess.position import TombChessPosition


def refuse(position: TombChessPosition, request: MoveParts) -> Ruling:
    """Why the side to move may not do what it asks for."""
    ended = outcome(position)
    if ended:
        return Ruling(ended.clause, f"the game is over: {ended.reason}")
    refusal = Refusal(position, request)
    ruling = refusal.refusal_before() or refusal.refusal_in_midturn() or refusal.refusal_after()
    # Only a text that could be written otherwise comes here, such as a promotion that is not due.
    return ruling or Ruling("T18", "this is not how that move is written", (request.origin,))


class Refusal(BounceRefusal, AbilityRefusal):
    """A request of any type, looked at from the first clause that concerns it to the last."""

    # Before the move: whose it is, and whether the unit may move at all

    def refusal_before(self) -> Ruling | None:
        ruling = self._switched_off_refusal()
        if ruling:
            return ruling
        if self.request.move_type == layout.ROTATION:
            return self._rotation_refusal()
        if self.request.move_type == layout.RESPAWN:
            return self._respawn_refusal()
        origin = self.request.origin
        if not self.unit:
            return Ruling("T1.3", f"there is no unit on {name(origin)}", (origin,))
        if layout.side(self.unit) != self.side:
            if self.request.is_control:
                return Ruling("T14.3", f"{self.the(origin)} is your own; mind control is of enemy units", (origin,))
            return Ruling("T1.3", f"it is {SIDE_NAMES[self.side]}'s turn; {self.the(origin)} is not yours", (origin,))
        if self.request.is_control:
            return self._control_refusal()
        return self._rest_refusal()

    def _switched_off_refusal(self) -> Ruling | None:
        """T4.9, T7.9, T8.10, T14.10, T14.11: a rule that this game is played without."""
        request, state = self.request, self.state
        squares = (request.origin, *request.targets)
        is_double = request.move_type == layout.LEGS and len(request.targets) > 1
        if request.is_control and not state.has_mind_control:
            return Ruling("T14.11", "this game is played without mind control", squares)
        if is_double and not state.has_double_moves:
            return Ruling("T4.9", "this game is played without double moves", squares)
        if request.move_type == layout.BOUNCE and not state.has_bounces:
            return Ruling("T7.9", "this game is played without bounces", squares)
        if request.move_type == layout.ROTATION and not state.has_rotations:
            return Ruling("T14.10", "this game is played without rotations", squares)
        if request.move_type == layout.RESPAWN and not state.has_tombs:
            return Ruling("T8.10", "this game is played without tombs, so nobody comes back", squares)
        return None

    def _rest_refusal(self) -> Ruling | None:
        """T4.5, T8.3, T13.4."""
        origin = self.request.origin
        turns = layout.paralysis(self.unit)
        if turns:
            spell = f"{turns} turns" if turns > 1 else "this turn"
            return Ruling("T8.3", f"{self.the(origin)} passed a tomb and is paralysed for {spell}", (origin,))
        jesters = self.queries.jesters_beside(origin)
        if jesters:
            return Ruling(
                "T13.4",
                f"{self.the(origin)} is paralysed by {self.all(jesters)} beside it",
                (*jesters, origin),
            )
        if layout.is_resting(self.unit) and not self._is_last_resort():
            return Ruling("T4.5", f"{self.the(origin)} rests after its double move", (origin,))
        return None

    def _is_last_resort(self) -> bool:
        """T4.5: only resting units can move, and the request is a single move."""
        request = self.request
        is_leg = request.move_type == layout.LEGS and len(request.targets) == 1
        return (is_leg or request.move_type == layout.BOUNCE) and self.queries.is_last_resort()

    def _control_refusal(self) -> Ruling | None:
        """T14.3, T14.4."""
        origin = self.request.origin
        who = self.the(origin)
        if self.kind in (layout.KING, layout.JESTER):
            return Ruling("T14.3", f"{who} cannot be controlled: no {KIND_NAMES[self.kind]} can", (origin,))
        if not self.queries.can_be_controlled(origin):
            state = "rests" if layout.is_resting(self.unit) else "is paralysed by a tomb"
            return Ruling("T14.4", f"{who} {state}, and mind control does not change that", (origin,))
        if self.queries.can_control(origin):
            return None
        capturers = self.queries.capturers(origin)
        if capturers:
            message = f"{self.all(capturers)} would be attacked, or die, after capturing {who}"
            return Ruling("T14.3", message, (*capturers, origin))
        guards = self.queries.guards(origin)
        if len(guards) > 1:
            return Ruling(
                "T12.3", f"{who} is guarded by {self.all(guards)}, so nobody can capture it", (origin, *guards)
            )
        return self._same_kind_refusal(who) or Ruling(
            "T14.3", f"none of your units could capture {who} in a single move", (origin,)
        )

    def _same_kind_refusal(self, who: str) -> Ruling | None:
        """T12.5: mind control of one's own kind."""
        origin, own = self.request.origin, self.position.to_move
        kin = [
            square
            for square in range(board.SQUARES)
            if layout.is_unit_of_code(self.state.unit_on(square), layout.code(self.kind, own))
            and self.queries.reaches_from(square, origin)
        ]
        if not kin or self.kind == layout.PAWN:
            return None
        plural = f"{KIND_NAMES[self.kind]}s"
        return Ruling("T12.5", f"kind immunity: {plural} do nothing to {plural}, such as {who}", (*kin, origin))

    # In mid-turn: by type

    def refusal_in_midturn(self) -> Ruling | None:
        move_type = self.request.move_type
        if move_type == layout.LEGS:
            return self._in_midturn(self._legs_refusal)
        if move_type == layout.BOUNCE:
            return self._in_midturn(self._bounce_refusal)
        if move_type == layout.BREATH:
            return self._breath_refusal()
        if move_type == layout.SWAP:
            return self._in_midturn(self._swap_refusal)
        if move_type == layout.EXCHANGE:
            return self._exchange_refusal()
        return None

    def _in_midturn(self, refuse: Callable[[], Ruling | None]) -> Ruling | None:
        self.queries.begin(self.request.origin, layout.CONTROL if self.request.is_control else 0)
        try:
            return refuse()
        finally:
            self.queries.finish()
            self.queries.reload()

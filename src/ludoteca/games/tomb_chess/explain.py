"""Why a move is refused and why the game is over, by clause.

Nothing here decides what is legal: a wish is taken through the predicates that find the moves (see `inquiry`), in the
order of the turn, and only the first that fails is put into words. The chapters are in the `case` modules.
"""

from collections.abc import Callable

from ludoteca.core.outcome import Outcome, drawn, won_by
from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.board import (
    BOUNCE,
    BREATH,
    EXCHANGE,
    JESTER,
    KIND_NAMES,
    KING,
    LEGS,
    RESPAWN,
    ROTATION,
    SIDE_NAMES,
    SWAP,
)
from ludoteca.games.tomb_chess.case import name
from ludoteca.games.tomb_chess.case_abilities import AbilityCase
from ludoteca.games.tomb_chess.case_bounces import BounceCase
from ludoteca.games.tomb_chess.paths import Wish
from ludoteca.games.tomb_chess.position import TombChessPosition


def refusal(position: TombChessPosition, wish: Wish) -> Ruling:
    """Why the side to move may not do what it wishes."""
    ended = outcome(position)
    if ended:
        return Ruling(ended.clause, f"the game is over: {ended.reason}")
    case = AnyCase(position, wish)
    ruling = case.before() or case.on_the_way() or case.after()
    # Only a text that could be written otherwise comes here, such as a promotion that is not due.
    return ruling or Ruling("T18", "this is not how that move is written", (wish.origin,))


class AnyCase(BounceCase, AbilityCase):
    """A wish of any form, looked at from the first clause that concerns it to the last."""

    # Before the move: whose it is, and whether the unit may move at all

    def before(self) -> Ruling | None:
        if self.wish.form == ROTATION:
            return self._refuse_rotation()
        if self.wish.form == RESPAWN:
            return self._refuse_respawn()
        origin = self.wish.origin
        if not self.unit:
            return Ruling("T1.3", f"there is no unit on {name(origin)}", (origin,))
        if self.unit >> 3 & 1 != self.side:
            if self.wish.is_mind:
                return Ruling("T14.3", f"{self.the(origin)} is your own; mind control is of enemy units", (origin,))
            return Ruling("T1.3", f"it is {SIDE_NAMES[self.side]}'s turn; {self.the(origin)} is not yours", (origin,))
        if self.wish.is_mind:
            return self._refuse_control()
        return self._refuse_rest()

    def _refuse_rest(self) -> Ruling | None:
        """T4.5, T8.3, T13.4."""
        origin = self.wish.origin
        if self.kind == KING:
            return None
        turns = self.unit >> board.PARALYSIS_SHIFT & 3
        if turns:
            spell = f"{turns} turns" if turns > 1 else "this turn"
            return Ruling("T8.3", f"{self.the(origin)} passed a tomb and is paralysed for {spell}", (origin,))
        jesters = self.ask.jesters_beside(origin)
        if jesters:
            return Ruling(
                "T13.4",
                f"{self.the(origin)} is paralysed by {self.all(jesters)} beside it",
                (*jesters, origin),
            )
        if self.unit & board.RESTING and not self._is_last_resort():
            return Ruling("T4.5", f"{self.the(origin)} rests after its double move", (origin,))
        return None

    def _is_last_resort(self) -> bool:
        """T4.5: only resting units can move, and the wish is a plain single leg."""
        movers = {
            move >> 8 & 255 for move in self.position.legal_moves() if move & 15 == LEGS and not move & board.MIND
        }
        is_resort = any(self.state.unit_on(board.SQUARE[cell]) & board.RESTING for cell in movers)
        wish = self.wish
        is_plain = wish.form == LEGS and len(wish.stops) == 1 and wish.over < 0 and not wish.pushes[0]
        return is_resort and is_plain

    def _refuse_control(self) -> Ruling | None:
        """T14.3, T14.4."""
        origin = self.wish.origin
        who = self.the(origin)
        if self.kind in (KING, JESTER):
            return Ruling("T14.3", f"{who} cannot be controlled: no {KIND_NAMES[self.kind]} can", (origin,))
        if not self.ask.can_be_controlled(origin):
            state = "rests" if self.unit & board.RESTING else "is paralysed by a tomb"
            return Ruling("T14.4", f"{who} {state}, and mind control does not change that", (origin,))
        if self.ask.can_control(origin):
            return None
        attackers = self.ask.attackers(origin, self.position.to_move)
        if attackers:
            message = f"{self.all(attackers)} would be attacked on {name(origin)} after capturing {who}"
            return Ruling("T14.3", message, (*attackers, origin))
        guards = self.ask.guards(origin)
        if len(guards) > 1:
            return Ruling("T12.3", f"{who} is guarded by {self.all(guards)}, so nobody attacks it", (origin, *guards))
        return Ruling("T14.3", f"none of your units attacks {who}", (origin,))

    # On the way: by form

    def on_the_way(self) -> Ruling | None:
        form = self.wish.form
        if form == LEGS:
            return self._on_a_journey(self._refuse_legs)
        if form == BOUNCE:
            return self._on_a_journey(self._refuse_bounce)
        if form == BREATH:
            return self._refuse_breath()
        if form == SWAP:
            return self._on_a_journey(self._refuse_swap)
        if form == EXCHANGE:
            return self._refuse_exchange()
        return None

    def _on_a_journey(self, refuse: Callable[[], Ruling | None]) -> Ruling | None:
        self.ask.depart(self.wish.origin, board.MIND if self.wish.is_mind else 0)
        try:
            return refuse()
        finally:
            self.ask.come_back()
            self.ask.reopen()


# The end (T16)


def outcome(position: TombChessPosition) -> Outcome | None:
    """The outcome of a game, or None while it goes on."""
    loser = position.loser()
    if loser >= 0:
        if position.state.king_of(loser) < 0:
            return won_by(1 - loser, 2, "T16.1", f"{SIDE_NAMES[loser]}'s king is dead")
        if not position.state.pawns_of(1 - loser):
            # T16.4
            reason = f"neither side has a pawn left, and {SIDE_NAMES[loser]} moved last"
            return won_by(1 - loser, 2, "T16.3", reason)
        return won_by(1 - loser, 2, "T16.3", f"{SIDE_NAMES[loser]} has no pawn left on the board")
    if position.is_stuck():
        return won_by(1 - position.to_move, 2, "T16.2", f"{SIDE_NAMES[position.to_move]} has no legal move")
    if position.occurrences() >= 3:
        return drawn(2, "T16.5", "the position has come for the third time")
    if position.is_worn_out():
        return drawn(2, "T16.7", f"turn {position.limit} has been played")
    return None

"""T16.1: whether a move leaves a king in check or dead.

The definition is plain: make the move on a copy and look. To look at every copy would be slow, so the position is first
looked at as it would be if the turn were passed, noting on which squares that answer depends. A move that changes none
of them does not change the answer. And a leg of one's own only ever blocks: units and walls come to stand where there
were none, and nothing goes without leaving a wall or a unit in its place. So where there was no check it can bring one
about on few squares only, the critical ones (see Attacks). Without walls (T5.9) this does not hold, and every square
counts on which the answer depends.
"""

from ludoteca.core.int_stack import IntStack
from ludoteca.games.tomb_chess import layout, tables
from ludoteca.games.tomb_chess.state.state import State
from ludoteca.games.tomb_chess.turn.turn import Turn


class Legality:
    """Tests the moves of `state`, and keeps the legal ones in `found`.

    `sensitive` has a bit for each king whose safety may change when a leg of one's own comes to a cell, and from 256 on
    when anything happens there; `wall_sensitive` the same when a wall is laid there, `majority_sensitive` when
    majorities change. `checked_if_passed` has a bit for each king that is in check if the turn is passed.

    With a `respawned` cell it keeps no moves, but notes in `spoiler` one that does something to the unit there (T9.2).
    For searches it keeps less than all: only moves of a `wanted_kind`, TACTICAL or QUIET, or only the `wanted_move`.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.turn = Turn(state)
        self.trial = State()
        self.trial_turn = Turn(self.trial)
        self.found = IntStack()
        self.sensitive = [0] * 512
        self.wall_sensitive = [0] * 512
        self.guard_cache = [0] * 256
        self.jester_sensitive = [0] * 256
        self.majority_sensitive = 0
        self.checked_if_passed = 0
        self.is_checked = 0
        self.takes_shortcuts = 1
        self.respawned = 0
        self.spoiler = 0
        self.is_filtering = 0
        self.wanted_kind = 0
        self.wanted_move = 0

    # The position before the move

    def prepare(self) -> None:
        """Get ready for the moves of a position."""
        self.respawned = 0
        self.forget_guards()
        self.is_checked = self.turn.attacks.check(self.state.to_move) != 0
        self.trial.copy_from(self.state)
        self.trial_turn.pass_turn()
        for cell in range(512):
            self.sensitive[cell] = 0
        self.majority_sensitive = 0
        self.checked_if_passed = 0
        self._prepare_king(self.state.to_move, layout.OWN_KING)
        self._prepare_king(1 - self.state.to_move, layout.ENEMY_KING)
        for cell in range(17, 495):
            # A wall matters on its square and to lines that enter the squares beside it (T5.5, T5.6).
            self.wall_sensitive[cell] = (
                self.sensitive[cell]
                | self.sensitive[cell - 1]
                | self.sensitive[cell + 1]
                | self.sensitive[cell - layout.ROW]
                | self.sensitive[cell + layout.ROW]
            )

    def forget_guards(self) -> None:
        for cell in range(256):
            self.guard_cache[cell] = 0
        self._find_jester_sensitive()

    def _find_jester_sensitive(self) -> None:
        """The squares where a jester that comes or goes matters to kings: beside an enemy, or beside its own king."""
        for cell in range(256):
            self.jester_sensitive[cell] = 0
        for square in range(144):
            cell = tables.CELL[square]
            unit = self.state.units[cell]
            if unit and (layout.side(unit) != self.state.to_move or layout.kind(unit) == layout.KING):
                for direction in range(8):
                    self.jester_sensitive[cell + tables.DELTA[direction]] = 1

    def _prepare_king(self, side: int, king: int) -> None:
        self.trial_turn.attacks.forget_dependencies()
        self.trial_turn.attacks.marks_critical = 1
        relevant = layout.CRITICAL
        if self.trial_turn.attacks.check(side):
            self.checked_if_passed |= king
            relevant = layout.READ
        self.trial_turn.attacks.marks_critical = 0
        if self.trial_turn.attacks.depends_on_majority:
            self.majority_sensitive |= king
        for cell in range(256):
            if self.trial_turn.attacks.dependencies[cell] & relevant:
                self.sensitive[cell] = self.sensitive[cell] | king
            if self.trial_turn.attacks.dependencies[cell]:
                self.sensitive[256 + cell] = self.sensitive[256 + cell] | king

    def can_capture(self, origin: int, target: int) -> bool:
        """T3.5, T12.3, T12.5, T13.1, T10.4: whether a unit may capture another, with the guards of now."""
        unit = self.state.units[origin]
        victim = self.state.units[target]
        if layout.side(unit) == layout.side(victim) or layout.kind(unit) == layout.JESTER:
            return False
        return self.turn.attacks.may_take(origin, target) and not self.is_guarded(target)

    def is_guarded(self, cell: int) -> bool:
        """T12.3 in the position before the move; found out once a unit."""
        if self.guard_cache[cell] == 0:
            self.guard_cache[cell] = 2 if self.turn.attacks.is_guarded(cell) else 1
        return self.guard_cache[cell] == 2

    # The move

    def add_if_legal(self, move: int, affected: int, end: int, is_tactical: bool) -> None:
        """Keep a move if it is legal.

        `affected` has the bits of kings whose safety it may change. `end` is where its unit ends, or the other cell
        of a swap.
        """
        if self.respawned:
            self._note_spoiler(move, end)
            return
        if self.is_filtering and not self._is_wanted(move, is_tactical):
            return
        kings = layout.BOTH_KINGS if layout.control(move) else layout.OWN_KING
        if affected & kings == 0 and self.takes_shortcuts:
            if self.checked_if_passed & kings:
                return
        elif not self.is_legal(move):
            return
        self.found.push(move)

    def filter(self, wanted_kind: int, wanted_move: int) -> None:
        """Keep only moves of a kind, or only one; ALL_MOVES and 0 keep all again."""
        self.wanted_kind = wanted_kind
        self.wanted_move = wanted_move
        self.is_filtering = 1 if wanted_kind or wanted_move else 0

    def _is_wanted(self, move: int, is_tactical: bool) -> bool:
        if self.wanted_move:
            return move == self.wanted_move
        return is_tactical == (self.wanted_kind == layout.TACTICAL)

    def is_legal(self, move: int) -> bool:
        """T16.1, T14.4, T14.8: by the definition, on a copy."""
        side = self.state.to_move
        self.trial.copy_from(self.state)
        self.trial_turn.carry_out(move)
        if self.trial_turn.is_still_checked:
            return False
        # T14.8; T4.5: king's check is an ability, which a resting king does not have.
        is_resting = layout.is_resting(self.state.units[layout.origin(move)])
        if self.trial_turn.is_kings_check and (self.is_checked or is_resting):
            return False
        if self.trial.kings[side] == 0 or self.trial_turn.attacks.check(side):
            return False
        if layout.control(move):
            return self.trial.kings[1 - side] != 0 and self.trial_turn.attacks.check(1 - side) == 0
        return True

    # What the enemy could do to a unit that came back (T9.2)

    def look_for_spoiler(self, cell: int) -> None:
        """Get ready for the moves of the enemy of the unit that came back on a cell."""
        self.forget_guards()
        self.is_checked = self.turn.attacks.check(self.state.to_move) != 0
        self.respawned = cell
        self.spoiler = 0

    def _note_spoiler(self, move: int, end: int) -> None:
        if self.spoiler == 0 and self._may_touch(move, end) and self.is_legal(move) and self._is_spoiled(move):
            self.spoiler = move

    def _may_touch(self, move: int, end: int) -> bool:
        """Whether a move could do anything to the unit that came back: a quick look, which may say yes too often."""
        move_type = layout.move_type(move)
        origin = layout.origin(move)
        if self._is_paralysed_by(self.state):
            return True
        if move_type == layout.LEGS:
            if layout.first_push(move) or layout.second_push(move) or layout.leap_capture(move):
                return True
            # King's check kills from afar (T14.8).
            is_step_of_king = layout.kind(self.state.units[origin]) == layout.KING and layout.second_target(move) == 0
            return is_step_of_king or origin == self.respawned or self._is_near(end, 1)
        if move_type == layout.BOUNCE:
            return layout.last_push(move) != 0 or origin == self.respawned or self._is_near(end, 1)
        if move_type == layout.BREATH:
            return self._is_near(origin, 2)
        if move_type == layout.SWAP:
            return self._is_near(origin, 1) or self._is_near(end, 1)
        if move_type == layout.ROTATION:
            return self._is_block_near(origin, layout.size(move), 1)
        return False

    def _is_near(self, cell: int, distance: int) -> bool:
        across = layout.file_of(cell) - layout.file_of(self.respawned)
        along = layout.row_of(cell) - layout.row_of(self.respawned)
        return -distance <= across <= distance and -distance <= along <= distance

    def _is_block_near(self, corner: int, size: int, distance: int) -> bool:
        """Whether a block has a square at a distance from the unit, or less."""
        across = layout.file_of(self.respawned) - layout.file_of(corner)
        along = layout.row_of(self.respawned) - layout.row_of(corner)
        return -distance <= across < size + distance and -distance <= along < size + distance

    def _is_spoiled(self, move: int) -> bool:
        """T9.2, of a move that was just tried: whether the unit was killed, moved, made to move, or is paralysed."""
        if layout.control(move) and layout.origin(move) == self.respawned:
            return True
        if layout.move_type(move) == layout.ROTATION and self._is_block_near(layout.origin(move), layout.size(move), 0):
            # Only the middle of a block of nine stays where it is.
            if layout.size(move) != 3 or self.respawned != layout.origin(move) + layout.ROW + 1:
                return True
        return self.trial.units[self.respawned] != self.state.units[self.respawned] or self._is_paralysed_by(self.trial)

    def _is_paralysed_by(self, state: State) -> bool:
        """T13.4: whether an enemy jester is beside the unit."""
        if layout.kind(self.state.units[self.respawned]) == layout.JESTER:
            return False
        return state.jesters_beside[self.state.to_move * 256 + self.respawned] != 0

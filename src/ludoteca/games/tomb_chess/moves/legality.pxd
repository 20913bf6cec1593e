cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.state.state cimport State
from ludoteca.games.tomb_chess.turn.turn cimport Turn


@cython.final
cdef class Legality:
    cdef State state
    cdef Turn turn
    cdef State trial
    cdef Turn trial_turn
    cdef IntStack found
    cdef unsigned char[512] sensitive
    cdef unsigned char[512] wall_sensitive
    cdef unsigned char[256] guard_cache
    cdef unsigned char[256] jester_sensitive
    cdef int majority_sensitive
    cdef int checked_if_passed
    cdef int is_checked
    cdef int takes_shortcuts
    cdef int respawned
    cdef long long spoiler
    cdef int is_filtering
    cdef int wanted_kind
    cdef long long wanted_move

    @cython.locals(cell=int)
    cdef void prepare(self) noexcept nogil
    @cython.locals(cell=int)
    cdef void forget_guards(self) noexcept nogil
    @cython.locals(cell=int, square=int, unit=int, direction=int)
    cdef void _find_jester_sensitive(self) noexcept nogil
    @cython.locals(cell=int, relevant=int)
    cdef void _prepare_king(self, int side, int king) noexcept nogil
    @cython.locals(unit=int, victim=int)
    cdef bint can_capture(self, int origin, int target) noexcept nogil
    cdef bint is_guarded(self, int cell) noexcept nogil
    @cython.locals(kings=int)
    cdef void add_if_legal(self, long long move, int affected, int end, bint is_tactical) noexcept nogil
    cdef void filter(self, int wanted_kind, long long wanted_move) noexcept nogil
    cdef bint _is_wanted(self, long long move, bint is_tactical) noexcept nogil
    @cython.locals(side=int, is_resting=bint)
    cdef bint is_legal(self, long long move) noexcept nogil
    cdef void look_for_spoiler(self, int cell) noexcept nogil
    cdef void _note_spoiler(self, long long move, int end) noexcept nogil
    @cython.locals(move_type=int, origin=int, is_step_of_king=bint)
    cdef bint _may_touch(self, long long move, int end) noexcept nogil
    @cython.locals(across=int, along=int)
    cdef bint _is_near(self, int cell, int distance) noexcept nogil
    @cython.locals(across=int, along=int)
    cdef bint _is_block_near(self, int corner, int size, int distance) noexcept nogil
    cdef bint _is_spoiled(self, long long move) noexcept nogil
    cdef bint _is_paralysed_by(self, State state) noexcept nogil

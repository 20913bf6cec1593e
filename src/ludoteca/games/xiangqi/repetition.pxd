cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.xiangqi cimport layout, tables
from ludoteca.games.xiangqi.pieces cimport Pieces

cdef int NO_LOSER


@cython.final
cdef class Repetition:
    cdef readonly int loser
    cdef int[2] always_checks
    cdef int[2] chased
    cdef int[16] before
    cdef int[16] after
    cdef IntStack new_threats

    cdef int find_loser(self, Pieces pieces, IntStack played, IntStack undos, int length) noexcept nogil
    @cython.locals(last=int, ply=int, side=int)
    cdef void weigh(self, Pieces pieces, IntStack played, IntStack undos, int length) noexcept nogil
    cdef int _loser(self) noexcept nogil
    @cython.locals(side=int, victims=int, attacker=int, fresh=int, victim=int)
    cdef void _replay_move(self, Pieces pieces, int origin, int target, int ply) noexcept nogil
    @cython.locals(attacker=int, victim=int)
    cdef void _find_aims(self, Pieces pieces, int side, int* aims) noexcept nogil
    @cython.locals(attacker=int, victim=int)
    cdef void _find_threats(self, Pieces pieces, int side, int* threats) noexcept nogil
    @cython.locals(origin=int, target=int)
    cdef bint _is_aim(self, Pieces pieces, int attacker, int victim) noexcept nogil
    @cython.locals(origin=int, target=int)
    cdef bint _is_threat(self, Pieces pieces, int attacker, int victim) noexcept nogil
    @cython.locals(is_on_red_bank=bint)
    cdef bint _can_be_chase(self, int attacker, int victim, int target) noexcept nogil
    @cython.locals(defenders=int, captured=int, is_protected=bint, slot=int, point=int)
    cdef bint _is_protected(self, Pieces pieces, int origin, int target) noexcept nogil
    @cython.locals(side=int)
    cdef bint _can_capture(self, Pieces pieces, int origin, int target) noexcept nogil

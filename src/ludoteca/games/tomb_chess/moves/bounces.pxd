cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.moves.legality cimport Legality
from ludoteca.games.tomb_chess.moves.midturn cimport Midturn

cdef int LEAP_COST


@cython.final
cdef class Bounces:
    cdef Legality legality
    cdef Midturn midturn

    @cython.locals(move='long long', direction=int)
    cdef void add(self) noexcept nogil
    cdef int range_of(self, int direction) noexcept nogil
    @cython.locals(reach=int, line=int, count=int, length=int, victim=int)
    cdef void _stretch(self, int cell, int direction, int used, long long move, int bounces, int is_changed,
                       int affected) noexcept nogil
    @cython.locals(has_turn=bint, has_line=bint, has_leap=bint, option=int, turned=int, leap=int)
    cdef void _bounce(self, int cell, int direction, int used, long long move, int bounces, int is_changed,
                      int affected) noexcept nogil
    @cython.locals(touches=bint, index=int)
    cpdef bint touches_tomb(self, int cell) noexcept nogil
    @cython.locals(target=int, victim=int)
    cdef void _leap(self, int cell, int leap, long long move, int affected) noexcept nogil
    cdef void _add_end(self, long long move, int target, int direction, int victim, int affected,
                         int is_last) noexcept nogil
    @cython.locals(length=int, struck=int, distance=int)
    cdef void _add_push(self, long long move, int target, int direction) noexcept nogil

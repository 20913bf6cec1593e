cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.moves.legality cimport Legality
from ludoteca.games.tomb_chess.moves.midturn cimport Midturn

cdef int LEAP_COST


@cython.final
cdef class Bounces:
    cdef Legality legality
    cdef Midturn midturn
    cdef int pawn_range
    cdef int first_found

    @cython.locals(move='long long', steps=int, direction=int, first='long long')
    cdef void add(self) noexcept nogil
    cdef int range_of(self, int direction, int is_pawn_line) noexcept nogil
    @cython.locals(reach=int, line=int, count=int, length=int, target=int, victim=int)
    cdef void _stretch(self, int cell, int direction, int is_pawn_line, int used, long long move, int bounces,
                       int is_changed, int affected) noexcept nogil
    @cython.locals(reach=int, has_turn=bint, has_line=bint, has_pawn_line=bint, has_leap=bint, left=int, right=int,
                   move_to_right='long long', option=int, turned=int, changed='long long', leap=int)
    cdef void _bounce(self, int cell, int direction, int is_pawn_line, int used, long long move, int bounces,
                      int is_changed, int affected) noexcept nogil
    @cython.locals(touches=bint, index=int)
    cdef bint touches_tomb(self, int cell) noexcept nogil
    @cython.locals(target=int, victim=int)
    cdef void _leap(self, int cell, int leap, long long move, int affected) noexcept nogil
    @cython.locals(has_grave=bint, choice=int, promoted='long long')
    cdef void _add_end(self, long long move, int target, int direction, int victim, int affected,
                       int is_last) noexcept nogil
    @cython.locals(index=int)
    cdef bint _is_found(self, long long move) noexcept nogil
    @cython.locals(length=int)
    cdef void _add_push(self, long long move, int target, int direction) noexcept nogil

cimport cython

from ludoteca.games.tomb_chess.state cimport State

cdef int UNIT, PAWN, KING, STATES, JUST_PUSHED, MOST_PAWN_RANGE, LEAST_RANGE, PROMOTED, RANGE_IS
cdef unsigned char[8] FIRST_RANGE
cdef unsigned char[8] RANGED
cdef unsigned char[256] QUADRANT
cdef unsigned char[256] LAST_RANK


@cython.final
cdef class Gains:
    cdef State state

    @cython.locals(unit=int, kind=int, has_majority=int, length=int)
    cdef void gain(self, int cell, int victim, int captured) noexcept nogil
    @cython.locals(unit=int)
    cdef void _set_range(self, int cell, int length) noexcept nogil
    @cython.locals(pawn=int, unit=int)
    cdef void become(self, int cell, int kind) noexcept nogil
    @cython.locals(unit=int)
    cdef bint is_promoting(self, int cell) noexcept nogil

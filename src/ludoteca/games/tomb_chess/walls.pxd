cimport cython

from ludoteca.games.tomb_chess.state cimport State

cdef int BLOCKED, JESTER, FRESH, WALLED, RAZED
cdef unsigned char[256] QUADRANT
cdef int[8] DELTA
cdef int[32] UNDER


@cython.final
cdef class Walls:
    cdef State state

    cdef bint stops_beside(self, int cell, int lifts) noexcept nogil
    cdef bint closes_between(self, int cell, int way, int lifts) noexcept nogil
    @cython.locals(wall=int)
    cdef bint _counts(self, int cell, int lifts) noexcept nogil
    @cython.locals(begin=int, under=int)
    cdef bint is_leap_open(self, int origin, int leap, int lifts, int kind) noexcept nogil
    cdef bint _is_free(self, int cell, int lifts) noexcept nogil
    @cython.locals(index=int, cell=int)
    cdef void age(self) noexcept nogil
    cdef void lay(self, int cell) noexcept nogil
    @cython.locals(wall=int)
    cdef void raze(self, int cell) noexcept nogil

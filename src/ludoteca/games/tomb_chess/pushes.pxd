cimport cython

from ludoteca.games.tomb_chess.state cimport State
from ludoteca.games.tomb_chess.tombs cimport Tombs
from ludoteca.games.tomb_chess.walls cimport Walls

cdef int EDGE, UNIT, BLOCKED, ROOK, KING, JUST_PUSHED, PUSHES, LOCKED
cdef int A_WALL, IMMUNE, FRIEND, STUCK, HELD, NOTHING
cdef unsigned char[256] QUADRANT
cdef int[8] DELTA


@cython.final
cdef class Pushes:
    cdef State state
    cdef Walls walls
    cdef Tombs tombs

    @cython.locals(step=int, cell=int, count=int, homes=int, unit=int)
    cdef int length(self, int end, int way, int side) noexcept nogil
    @cython.locals(count=int, step=int, front=int, falls_off=bint, explodes=bint, behind=int)
    cdef bint push(self, int end, int way, int side) noexcept nogil
    cdef void _move_on(self, int cell, int step) noexcept nogil
